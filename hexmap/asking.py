"""The questions a map answers, each by the room that knows; imported when it is asked."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING, TypeVar, Unpack

from hexmap.board import Board
from hexmap.options import UnitOptions
from hexmap.position import Position, read_position

if TYPE_CHECKING:
    from collections.abc import Iterable

    import networkx as nx

    from hexmap.charge import Charges
    from hexmap.facing import Arcs, Placements
    from hexmap.gazetteer import Entry
    from hexmap.grid import Hex
    from hexmap.movement import Reach
    from hexmap.options import SightOptions
    from hexmap.pair import Pair, Stand
    from hexmap.reachmatrix import ReachMatrix
    from hexmap.rout import Onward, Rout, RoutOptions
    from hexmap.routes import Path, Why
    from hexmap.sight import Sight, Viewshed
    from hexmap.sightmatrix import SightMatrix
    from hexmap.stepcosts import MoveOptions
    from mapsheet.style import Style


Options = TypeVar("Options", bound=UnitOptions)


class HexMap(Board):
    """A map that answers questions; every one takes hexes or stands by their notation and returns a value that says why.

    Where a position is taken, it may be the path of its file.
    """

    def los(self, a: str | Stand, b: str | Stand, **options: Unpack[SightOptions]) -> Sight:
        """Return the line of sight between two hexes or units; see `hexmap.sight.los`."""
        from hexmap import sight

        return sight.los(self, a, b, **self._opened(options))

    def viewshed(self, a: str | Stand, radius: int | None = None, **options: Unpack[SightOptions]) -> Viewshed:
        """Return which hexes are seen from a hex or unit; see `hexmap.sight.viewshed`."""
        from hexmap import sight

        return sight.viewshed(self, a, radius, **self._opened(options))

    def los_matrix(self, **options: Unpack[SightOptions]) -> SightMatrix:
        """Return the sight between all pairs of hexes; see `hexmap.sight.los_matrix`."""
        from hexmap import sight

        return sight.los_matrix(self, **self._opened(options))

    def reach(self, start: str | Stand, allowance: object, **options: Unpack[MoveOptions]) -> Reach:
        """Return the least cost to everything within an allowance; see `hexmap.movement.reach`."""
        from hexmap import movement

        return movement.reach(self, start, allowance, **self._opened(options))

    def reach_matrix(self, allowance: object, *, pairs: bool = False, **options: Unpack[UnitOptions]) -> ReachMatrix:
        """Return the reach from every hex or two-hex unit at once; see `hexmap.reachmatrix.reach_matrix`."""
        from hexmap import reachmatrix

        return reachmatrix.reach_matrix(self, allowance, pairs=pairs, **self._opened(options))

    def path(
        self, start: str | Stand, to: str | Stand, allowance: object = None, **options: Unpack[MoveOptions]
    ) -> Path:
        """Return the cheapest path, of equal ones the straightest; see `hexmap.routes.path`."""
        from hexmap import routes

        return routes.path(self, start, to, allowance, **self._opened(options))

    def why(self, start: str | Stand, to: str | Stand, allowance: object = None, **options: Unpack[MoveOptions]) -> Why:
        """Return what each step of a move costs by cause, or what forbids it; see `hexmap.routes.why`."""
        from hexmap import routes

        return routes.why(self, start, to, allowance, **self._opened(options))

    def arcs(self, pair: str | Pair) -> Arcs:
        """Return the front, flanks and rear of a two-hex unit; see `hexmap.facing.arcs`."""
        from hexmap import facing

        return facing.arcs(self, pair)

    def placements(self, h: str | Hex, **options: Unpack[UnitOptions]) -> Placements:
        """Return every two-hex unit that holds a hex; see `hexmap.facing.placements`."""
        from hexmap import facing

        return facing.placements(self, h, **self._opened(options))

    def show(self, h: str | Hex) -> Entry:
        """Return what a hex is and what lies round it; see `hexmap.gazetteer.show`."""
        from hexmap import gazetteer

        return gazetteer.show(self, h)

    def graph(self, unit_class: str | None = None) -> nx.DiGraph[str]:
        """Return the map as a networkx graph with costs on its edges; see `hexmap.gazetteer.graph`."""
        from hexmap import gazetteer

        return gazetteer.graph(self, unit_class)

    def rout(self, at: str | Stand, *, level: int, allowance: object, **options: Unpack[RoutOptions]) -> Rout:
        """Return the rout movement of a unit: every way of least penalty; `hexmap.rout.rout` says how."""
        from hexmap import rout

        return rout.rout(self, at, level=level, allowance=allowance, **self._opened(options))

    def rout_onward(
        self, at: str | Stand, taken: Iterable[str] = (), *, level: int, allowance: object, **options: Unpack[RoutOptions]
    ) -> Onward:
        """Return how a rout that is under way may go on; `hexmap.rout.onward` says how."""
        from hexmap import rout

        return rout.onward(self, at, taken, level=level, allowance=allowance, **self._opened(options))

    def charges(self, at: str | Stand, target: str | Stand, allowance: object, **options: Unpack[UnitOptions]) -> Charges:
        """Return the straight runs that a charge at a target can end with; `hexmap.charge.charges` says how."""
        from hexmap import charge

        return charge.charges(self, at, target, allowance, **self._opened(options))

    def to_svg(
        self, style: Style | str | None = None, *, crop: str | None = None, position: Position | pathlib.Path | str | None = None
    ) -> str:
        """Return the sheet as SVG; see `hexmap.draw.draw_map`."""
        from hexmap import draw

        shown = None if position is None else self._read(position)
        return draw.draw_map(self, style=style, crop=crop, position=shown)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def _opened(self, options: Options) -> Options:
        """Return a query's options with a position that is named by its file read."""
        position = options.get("position")
        if position is not None:
            options["position"] = self._read(position)
        return options

    def _read(self, position: object) -> Position:
        return self.own_position(read_position(position, board=self) if isinstance(position, str | pathlib.Path) else position)
