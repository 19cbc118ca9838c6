"""The questions a map answers, each by the room that knows; imported when it is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Unpack

from areamap.atlas import Atlas
from areamap.spaces import Space

if TYPE_CHECKING:
    import networkx as nx

    from areamap.counting import Count, CountOptions
    from areamap.gazetteer import Entry, Neighbors
    from areamap.passage import PassageOptions
    from areamap.paths import Fronts, OnPath, PathBoard
    from areamap.reach import MoveOptions, Reach
    from areamap.reachmatrix import ReachMatrix
    from areamap.retreat import Retreat, RetreatOptions
    from areamap.routes import Distance, Nearest, Route
    from areamap.sailing import Sail, SailOptions
    from areamap.supply import Groups, Supply, SupplyOptions
    from areamap.tracks import Track
    from areamap.why import Why
    from mapsheet.style import Style


class AreaMap(Atlas):
    """A map that answers questions; every one takes spaces by id, name or alias and returns a value that says why."""

    def show(self, name: str | Space) -> Entry:
        """Return what a space is and what lies round it; see `areamap.gazetteer.show`."""
        from areamap import gazetteer

        return gazetteer.show(self, name)

    def neighbors(self, name: str | Space, **options: Unpack[PassageOptions]) -> Neighbors:
        """Return the neighbors of a space by kind of link; see `areamap.gazetteer.neighbors`."""
        from areamap import gazetteer

        return gazetteer.neighbors(self, name, **options)

    def reach(self, start: str | Space, allowance: object, **options: Unpack[MoveOptions]) -> Reach:
        """Return the least cost to every space within an allowance; see `areamap.reach.reach`."""
        from areamap import reach

        return reach.reach(self, start, allowance, **options)

    def reach_matrix(
        self, allowance: object = None, starts: Iterable[str | Space] | None = None, **options: Unpack[MoveOptions]
    ) -> ReachMatrix:
        """Return the reach from many spaces at once; see `areamap.reachmatrix.reach_matrix`."""
        from areamap import reachmatrix

        return reachmatrix.reach_matrix(self, allowance, starts, **options)

    def route(self, start: str | Space, to: str | Space, **options: Unpack[MoveOptions]) -> Route:
        """Return all cheapest ways from a space to another; see `areamap.routes.route`."""
        from areamap import routes

        return routes.route(self, start, to, **options)

    def routes_from(
        self, start: str | Space, among: Iterable[str | Space] | None = None, **options: Unpack[MoveOptions]
    ) -> Iterator[Route]:
        """Yield the route from a space to each of several others; see `areamap.routes.routes_from`."""
        from areamap import routes

        return routes.routes_from(self, start, among, **options)

    def distance(self, start: str | Space, to: str | Space, **options: Unpack[MoveOptions]) -> Distance:
        """Return the cost of the cheapest way from a space to another; see `areamap.routes.distance`."""
        from areamap import routes

        return routes.distance(self, start, to, **options)

    def nearest(self, start: str | Space, among: Iterable[str | Space], **options: Unpack[MoveOptions]) -> Nearest:
        """Return the nearest of several spaces, all ties; see `areamap.routes.nearest`."""
        from areamap import routes

        return routes.nearest(self, start, among, **options)

    def why(
        self, start: str | Space, to: str | Space, allowance: object = None, **options: Unpack[MoveOptions]
    ) -> Why:
        """Return each step of a move, or what stands against it; see `areamap.why.why`."""
        from areamap import why

        return why.why(self, start, to, allowance, **options)

    def sail(
        self, fleet: str | Space, allowance: object, lifts: Iterable[str | Sequence[str]] = (), **options: Unpack[SailOptions]
    ) -> Sail:
        """Return the cheapest plans of a fleet that lifts units; see `areamap.sailing.sail`."""
        from areamap import sailing

        return sailing.sail(self, fleet, allowance, lifts, **options)

    def retreat(self, name: str | Space, **options: Unpack[RetreatOptions]) -> Retreat:
        """Return where a force may withdraw to; see `areamap.retreat.retreat`."""
        from areamap import retreat

        return retreat.retreat(self, name, **options)

    def supply(self, name: str | Space, sources: Iterable[str | Space], **options: Unpack[SupplyOptions]) -> Supply:
        """Return whether supply reaches a space from a source; see `areamap.supply.supply`."""
        from areamap import supply

        return supply.supply(self, name, sources, **options)

    def groups(self, spaces: Iterable[str | Space] | None = None, **options: Unpack[PassageOptions]) -> Groups:
        """Return the groups of spaces that hang together; see `areamap.supply.groups`."""
        from areamap import supply

        return supply.groups(self, spaces, **options)

    def count(self, **options: Unpack[CountOptions]) -> Count:
        """Return how many spaces answer a description, and who holds them; see `areamap.counting.count`."""
        from areamap import counting

        return counting.count(self, **options)

    def paths(self, fronts: Fronts | None = None, **options: Unpack[PassageOptions]) -> PathBoard:
        """Return the paths to the capital with the fronts on them; see `areamap.paths.PathBoard`."""
        from areamap import paths

        return paths.path_board(self, fronts, **options)

    def on_path(self, name: str | Space, fronts: Fronts | None = None, **options: Unpack[PassageOptions]) -> OnPath:
        """Return where a space lies on its path; see `areamap.paths.on_path`."""
        from areamap import paths

        return paths.on_path(self, name, fronts, **options)

    def track(self, name: str) -> Track:
        """Return a track as it is set up; see `areamap.tracks.track`."""
        from areamap import tracks

        return tracks.track(self, name)

    def graph(
        self, by: str | Iterable[str] | None = None, facts: Iterable[str] | None = None
    ) -> nx.MultiGraph[str] | nx.MultiDiGraph[str]:
        """Return the map as a networkx multigraph; see `areamap.graph.graph`."""
        from areamap import graph

        return graph.graph(self, by, facts)

    def space_at(self, lon: float, lat: float) -> Space | None:
        """Return the innermost space at a place, None outside the map; see `areamap.faces.space_at`."""
        from areamap import faces

        return faces.space_at(self, lon, lat)

    def to_svg(self, style: Style | str | None = None) -> str:
        """Return the sheet as SVG; see `areamap.draw.draw_map`."""
        from areamap.draw import draw_map

        return draw_map(self, style=style)

    def _repr_svg_(self) -> str:
        return self.to_svg()
