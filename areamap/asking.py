"""The questions a map answers, each by the room that knows; imported when it is asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Unpack

from areamap.atlas import Atlas
from areamap.spaces import Space

if TYPE_CHECKING:
    import networkx as nx

    from areamap.gazetteer import Entry, Neighbors
    from areamap.passage import PassageOptions
    from areamap.reach import MoveOptions, Reach
    from areamap.routes import Distance, Nearest, Route


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

    def route(self, start: str | Space, to: str | Space, **options: Unpack[MoveOptions]) -> Route:
        """Return all cheapest ways from a space to another; see `areamap.routes.route`."""
        from areamap import routes

        return routes.route(self, start, to, **options)

    def distance(self, start: str | Space, to: str | Space, **options: Unpack[MoveOptions]) -> Distance:
        """Return the cost of the cheapest way from a space to another; see `areamap.routes.distance`."""
        from areamap import routes

        return routes.distance(self, start, to, **options)

    def nearest(self, start: str | Space, among: Iterable[str | Space], **options: Unpack[MoveOptions]) -> Nearest:
        """Return the nearest of several spaces, all ties; see `areamap.routes.nearest`."""
        from areamap import routes

        return routes.nearest(self, start, among, **options)

    def graph(
        self, by: str | Iterable[str] | None = None, facts: Iterable[str] | None = None
    ) -> nx.MultiGraph[str] | nx.MultiDiGraph[str]:
        """Return the map as a networkx multigraph; see `areamap.graph.graph`."""
        from areamap import graph

        return graph.graph(self, by, facts)
