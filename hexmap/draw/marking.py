"""From hex numbers and stands to places on the sheet, for the marks of figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from typing import TYPE_CHECKING, Any

from hexmap.draw.outlines import ring_of
from hexmap.draw.view import trace_exact
from hexmap.grid import Hex
from hexmap.pair import Pair, arc_hexes, hexes_of

if TYPE_CHECKING:
    from hexmap.board import Board
    from hexmap.layout import Point as LayoutPoint

Point = tuple[float, float]
Ring = tuple[Point, ...]


class Marker:
    """Finds places on the sheet of a map, in mm of the whole sheet."""

    def __init__(self, board: Board) -> None:
        self.board, self.layout = board, board.layout

    def hexes(self, stand: str) -> tuple[Hex, ...]:
        """Return the hexes of a stand."""
        return hexes_of(self.board.stand(stand))

    def numbers(self, stand: str) -> list[str]:
        """Return the numbers of the hexes of a stand."""
        return [self.board.number(h) for h in self.hexes(stand)]

    def centre(self, number: str) -> Point:
        """Return the centre of a hex, of a two-hex unit that of its left one."""
        return _plain(self.layout.centre(self.hexes(number)[0]))

    def middle(self, stand: str) -> Point:
        """Return the middle of a stand."""
        points = [self.layout.centre(h) for h in self.hexes(stand)]
        return (sum(p.x for p in points) / len(points), sum(p.y for p in points) / len(points))

    def low(self, stand: str) -> Point:
        """Return a place for a disc a little below the middle, clear of the number."""
        x, y = self.middle(stand)
        return (x, y + 0.08 * self.layout.across_flats)

    def ring(self, stand: str) -> Ring:
        """Return the outline of a stand."""
        outlines = trace_exact(self.layout, self.hexes(stand))
        return tuple(_plain(p) for p in ring_of(outlines[0]))

    def rings(self, stands: Iterable[str]) -> tuple[Ring, ...]:
        """Return the outlines of many hexes together."""
        hexes = dict.fromkeys(h for stand in stands for h in self.hexes(stand))
        return tuple(tuple(_plain(p) for p in ring_of(outline)) for outline in trace_exact(self.layout, hexes))

    @staticmethod
    def between(start: Point, end: Point, share: float) -> Point:
        """Return the point at a share of the way."""
        return (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))

    def stretch(self, number: str, start: Point, end: Point) -> tuple[float, float]:
        """Return the shares of a line's length at which it enters and leaves a hex, or passes it along a hexside."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = hypot(dx, dy) or 1.0
        corners = self.layout.corners(self.hexes(number)[0])
        away = [((p.x - start[0]) * -dy + (p.y - start[1]) * dx) / length for p in corners]
        along = [((p.x - start[0]) * dx + (p.y - start[1]) * dy) / length**2 for p in corners]
        shares = []
        for k in range(6):
            a, b = away[k - 1], away[k]
            if abs(b) < 1e-6 * length:
                shares.append(along[k])
            elif a * b < 0 and abs(a) > 1e-6 * length:
                shares.append(along[k - 1] + (along[k] - along[k - 1]) * a / (a - b))
        middle = sum(along) / 6
        first, last = (min(shares), max(shares)) if shares else (middle, middle)
        return min(1.0, max(0.0, first)), min(1.0, max(0.0, last))

    def hexside(self, run: Sequence[str | None], start: Point, end: Point) -> tuple[Point, Point] | None:
        """Return the ends of the hexside that a line runs along."""
        known = [number for number in run if number]
        shares = self.stretch(known[0], start, end)
        return (self.between(start, end, shares[0]), self.between(start, end, shares[1])) if shares[0] < shares[1] else None

    def course(self, stands: Sequence[str]) -> tuple[Point, ...]:
        """Return the middles of stands; `off` lies a hex beyond the one before it."""
        points: list[Point] = []
        for stand in stands:
            if stand != "off":
                points.append(self.middle(stand))
            elif points:
                points.append(self._off(stands[len(points) - 1], points))
        return tuple(points)

    def _off(self, last: str, points: list[Point]) -> Point:
        """Return a place off the map beside a stand, on in the direction of the last step where that leaves."""
        board, grid = self.board, self.board.grid
        h = self.hexes(last)[-1]
        x, y = points[-1]
        way = (x - points[-2][0], y - points[-2][1]) if len(points) > 1 else (0.0, 0.0)
        found: list[tuple[float, Point]] = []
        for direction in range(6):
            other = grid.step(h, direction)
            if other not in board:
                step = self.layout.centre(other)
                centre = self.layout.centre(h)
                dx, dy = step.x - centre.x, step.y - centre.y
                found.append((dx * way[0] + dy * way[1], (x + 0.8 * dx, y + 0.8 * dy)))
        return max(found, default=(0.0, (x, y)))[1]

    def facing(self, stand: str) -> tuple[Point, Point]:
        """Return an arrow from the middle of a two-hex unit the way it faces."""
        pair = self.board.stand(stand)
        x, y = self.middle(stand)
        left, right = (self.layout.centre(h) for h in (hexes_of(pair)[0], hexes_of(pair)[-1]))
        dx, dy = right.x - left.x, right.y - left.y
        return (x, y), (x + 0.45 * dy, y - 0.45 * dx)

    def unit_amid(self, arcs: Mapping[str, Any]) -> str | None:
        """Return the two-hex unit whose arcs these are."""
        wanted = [arcs["front"], arcs["flanks"], arcs["rear"]]
        numbers = [number for group in wanted for number in group if number]
        near = {n for number in numbers for n in self.board.grid.neighbors(self.board.hex(number)) if n in self.board}
        for a in sorted(near):
            for b in self.board.grid.neighbors(a):
                if b in near and self._arcs(Pair(a, b)) == wanted:
                    return self.board.spell(Pair(a, b))
        return None

    def _arcs(self, pair: Pair) -> list[list[str | None]]:
        groups = arc_hexes(self.board.grid, pair)
        return [[self.board.number(h) if h in self.board else None for h in group] for group in groups]


def _plain(point: LayoutPoint) -> Point:
    return (point.x, point.y)
