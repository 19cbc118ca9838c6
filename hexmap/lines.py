"""The exact line between two hex centres: the hexes it crosses, the hexsides it runs along, the corners it touches.

Everything is decided in the integer frame of `hexmap.grid` for the displacement (du, dy) alone, so that an answer cannot
depend on hex size or on where on the map the two hexes lie. A hex meets the line when the cross product of its centre is
not greater than that of its outermost corner: less and the line crosses its interior, equal and the line only meets its
border. Hexes are the cells of nearest centres, so a line meets them in the order of the feet of their centres on it; the
foot of the hex at (u, y) lies `key / norm` of the way, with key = 3 du u + dy y and norm = 3 du² + dy² (true metric).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from hexmap.grid import Grid

Point = tuple[int, int]
Item = tuple[int, int, int, int]
MOST_OFFSETS = 2_000_000  # kept in templates of one grid before they are dropped: 100 to 300 MB


class Trace(NamedTuple):
    """What a line meets strictly between its ends, as (key, side, u, y) from the first end, in order.

    `side` is 0 for a hex that the line crosses. It is -1 or +1 for one that it only meets at its border, by the sign of
    the cross product: on a flat grid -1 lies left of the line as seen on paper, on a pointy one right, because there the
    frame is a mirror image. `along` says that the border hexes are those of hexsides it runs along, else of touched corners.
    """

    du: int
    dy: int
    norm: int
    along: bool
    items: tuple[Item, ...]

    @property
    def crossed(self) -> list[Point]:
        """The hexes whose interior the line crosses."""
        return [(u, y) for _, side, u, y in self.items if side == 0]

    @property
    def runs(self) -> list[tuple[Point, Point]]:
        """The two hexes of each hexside that the line runs along, side -1 first."""
        border = [(u, y) for _, side, u, y in self.items if side] if self.along else []
        return list(zip(border[::2], border[1::2], strict=True))

    @property
    def touched(self) -> list[Point]:
        """The hexes met at one corner only."""
        return [] if self.along else [(u, y) for _, side, u, y in self.items if side]

    def entry(self, key: int) -> Fraction:
        """Return how far along the line, from 0 to 1, it reaches the hex with this key (the norm for the second end)."""
        last, hex_ = (0, 0, 0), (self.norm, self.du, self.dy)
        for at, side, u, y in self.items:
            if at == key:
                hex_ = (key, u, y)
                break
            if side == 0 or self.along:
                last = (at, u, y)
        square, last_square = (3 * u * u + y * y for _, u, y in (hex_, last))
        return Fraction(square - last_square, 2 * (hex_[0] - last[0])) if hex_[0] else Fraction(0)


def touched_corner(du: int, dy: int, side: int) -> Point:
    """Return the corner that all touched hexes of a side are met at, as (x, y) of the frame from their centres."""
    if abs(dy) > 3 * abs(du):
        return (2 * side, 0) if dy > 0 else (-2 * side, 0)
    ahead = side if du > 0 else -side
    return (ahead, -ahead) if dy == 0 or (dy > 0) == (du > 0) else (-ahead, -ahead)


def trace(du: int, dy: int) -> Trace:
    """Return what the line of a displacement meets; du + dy is even."""
    items = [(key, side, -u, -y) for key, side, u, y in _items(-du, -dy)] if du < 0 else _items(du, dy)
    return Trace(du, dy, 3 * du * du + dy * dy, dy == 0 or abs(dy) == 3 * abs(du), tuple(items))


def _items(du: int, dy: int) -> list[Item]:
    """Return the items of a line that does not lead backwards, in order."""
    if du == 0:
        step = 2 if dy > 0 else -2
        return [(dy * y, 0, 0, y) for y in range(step, dy, step)]
    across, norm = 3 * du, 3 * du * du + dy * dy
    reach = max(2 * abs(dy), across + abs(dy))
    items = []
    for u in range(du + 1):
        middle, key = 3 * dy * u, across * u
        first = -((reach - middle) // across)
        for y in range(first + ((first ^ u) & 1), (middle + reach) // across + 1, 2):
            cross = across * y - middle
            items.append((key + dy * y, 0 if -reach < cross < reach else 1 if cross > 0 else -1, u, y))
    items.sort()
    # the ends and what lies behind them
    return items[bisect_right(items, (0, 2)) : bisect_left(items, (norm, -2))]


Ways = tuple[tuple[int, ...], ...]


class Barrier(NamedTuple):
    """A place where a line meets hexsides: through their interior, at a corner, or along one.

    A way is the hexsides that the line crosses there, as codes (3 * offset + direction of the canonical hexside). There
    is one way through a hexside's interior, or along it; at a corner there are two, a hair to either hand. `place` is the
    sum of the keys of the hexes before and behind it, `arrival` the key of the hex that the line reaches there.
    """

    place: int
    arrival: int
    ways: Ways


class Template:
    """A trace bound to a grid: every hex as the constant offset of its cell from the cell of the first end.

    `crossed` are the hexes whose interior the line crosses, `runs` the two hexes of each hexside it runs along, left on
    paper first, `touched` those met at a corner only.
    """

    __slots__ = ("_barriers", "_items", "along", "crossed", "du", "dy", "grid", "norm", "runs", "touched")

    def __init__(self, grid: Grid, du: int, dy: int) -> None:
        found = trace(du, dy)
        self.grid, self.du, self.dy, self.norm, self.along = grid, du, dy, found.norm, found.along
        self._items: tuple[tuple[int, int, int], ...] | None = None
        self._barriers: tuple[Barrier, ...] | None = None
        self.runs: tuple[tuple[int, int], ...] = ()
        self.touched: tuple[int, ...] = ()
        width = grid.width
        offsets = [(u * width + y) // 2 for _, _, u, y in found.items]
        sides = [side for _, side, _, _ in found.items]
        if any(sides):
            border = [offset for offset, side in zip(offsets, sides, strict=True) if side]
            offsets = [offset for offset, side in zip(offsets, sides, strict=True) if not side]
            if found.along:
                left, right = (border[::2], border[1::2]) if grid.is_flat else (border[1::2], border[::2])
                self.runs = tuple(zip(left, right, strict=True))
            else:
                self.touched = tuple(border)
        self.crossed = tuple(offsets)

    @property
    def items(self) -> tuple[tuple[int, int, int], ...]:
        """All hexes met between the ends as (key, side, offset) in order; side is -1 left of the line on paper, 1 right."""
        if self._items is None:
            width, left = self.grid.width, 1 if self.grid.is_flat else -1
            items = [(key, side * left, (u * width + y) // 2) for key, side, u, y in trace(self.du, self.dy).items]
            self._items = tuple(sorted(items))
        return self._items

    @property
    def barriers(self) -> tuple[Barrier, ...]:
        """The hexsides on the way, in order."""
        if self._barriers is None and not self.norm:
            self._barriers = ()
        elif self._barriers is None:
            self._barriers = tuple(self._run_barriers() if self.along else self._crossing_barriers())
        return self._barriers

    def _code(self, offset: int, direction: int) -> int:
        direction %= 6
        if direction >= 3:
            offset, direction = offset + self.grid.offsets[direction], direction - 3
        return 3 * offset + direction

    def _stations(self) -> list[tuple[int, int, int]]:
        """Return the items with both ends."""
        return [(0, 0, 0), *self.items, (self.norm, 0, self.grid.offset(self.du, self.dy))]

    def _crossing_barriers(self) -> list[Barrier]:
        grid, code, barriers = self.grid, self._code, []
        left = 1 if grid.is_flat else -1
        corners = {side: grid.corner_offsets.index(touched_corner(self.du, self.dy, side * left)) for side in (-1, 1)}
        stations = self._stations()
        last = stations[0]
        corner = None
        for station in stations[1:]:
            key, side, offset = station
            if side:
                corner = (offset, corners[side])
                continue
            if corner is None:
                ways: Ways = ((code(last[2], grid.offsets.index(offset - last[2])),),)
            else:
                met, k = corner
                ways = ((code(met + grid.offsets[k - 1], k + 1),), (code(met, k - 1), code(met, k)))
            barriers.append(Barrier(last[0] + key, key, ways))
            last, corner = station, None
        return barriers

    def _run_barriers(self) -> list[Barrier]:
        """Return the barriers of a line that leaves every hex at its corner k and enters the next at its corner k + 3."""
        code, barriers = self._code, []
        ahead, down = 1 if self.du > 0 else -1, 1 if self.dy > 0 else -1
        k = self.grid.corner_offsets.index((ahead, down) if self.dy else (2 * ahead, 0))
        hexes = [station for station in self._stations() if station[1] == 0]
        for (key, _, offset), (next_key, _, after) in pairwise(hexes):
            middle = key + next_key
            barriers += [
                Barrier(middle - 1, middle // 2, ((code(offset, k - 1),), (code(offset, k),))),
                Barrier(middle, middle // 2, ((code(offset + self.grid.offsets[k - 1], k + 1),),)),
                Barrier(middle + 1, next_key, ((code(after, k + 2),), (code(after, k + 3),))),
            ]
        return barriers


class Templates:
    """The templates of one grid by the cells of the two ends, made when first asked for."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.width, self.parity = grid.width, 1 if grid.shifted == "even" else 0
        self.lines = 2 * grid.lines + 5
        self.known: dict[int, Template] = {}
        self._offsets = 0

    def between(self, a: int, b: int) -> Template:
        """Return the template from cell a to cell b."""
        width, parity = self.width, self.parity
        line = (2 * a - parity) // width
        other = (2 * b - parity) // width
        key = (b - a) * self.lines + other - line
        found = self.known.get(key)
        if found is None:
            found = self._made(other - line, 2 * (b - a) - (other - line) * width)
            self.known[key] = found
        return found

    def _made(self, du: int, dy: int) -> Template:
        made = Template(self.grid, du, dy)
        length = len(made.crossed) + len(made.touched) + 2 * len(made.runs)
        self._offsets += length
        if self._offsets > MOST_OFFSETS:
            self.known.clear()
            self._offsets = length
        return made
