"""The grid itself: which hexes there are, their neighbors, hexsides, corners and distances, in integers.

Both orientations share one integer frame. A *line* is a column on a flat grid and a row on a pointy one; `u` counts
lines from 0 and `y` counts half hexes along a line, so that neighbors differ by (0, ±2) or (±1, ±1). In the frame the
centre of a hex is (3u, y) and its corners lie at ±(2, 0), ±(1, 1), ±(1, -1) from it: an affine picture of regular
hexes, in which every incidence is the same and every test is an integer product.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

FLAT = "flat"
POINTY = "pointy"


class Hex(NamedTuple):
    """A hex by its places: column and row counted from 1 at the north-west, whatever the numbers printed on it."""

    column: int
    row: int


class Hexside(NamedTuple):
    """The side of `hex` towards the direction with this index; `Grid.hexside` gives the canonical one of its two names."""

    hex: Hex
    direction: int


class Corner(NamedTuple):
    """A corner as its point of the integer frame, the same from all the hexes that meet there."""

    x: int
    y: int


DIRECTION_NAMES = {FLAT: ("N", "NE", "SE", "S", "SW", "NW"), POINTY: ("NE", "E", "SE", "SW", "W", "NW")}
_STEPS = {
    FLAT: ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
    POINTY: ((-1, 1), (0, 2), (1, 1), (1, -1), (0, -2), (-1, -1)),
}
# hexside i of a hex lies between its corners i and i + 1
_CORNERS = {
    FLAT: ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)),
    POINTY: ((-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1)),
}


class Grid:
    """A grid of hexes without terrain.

    Directions are indexes 0-5 clockwise: flat N NE SE S SW NW, pointy NE E SE SW W NW. `cell` numbers the hexes
    densely so that every displacement is one constant offset; a guard cell parts neighboring lines, so a step off the
    map never lands on another hex.
    """

    def __init__(self, orientation: str, columns: int, rows: int, *, shifted: str = "even", short: str = "none") -> None:
        self.orientation, self.columns, self.rows = orientation, columns, rows
        self.shifted, self.short = shifted, short
        self.is_flat = orientation == FLAT
        self.lines, self.places = (columns, rows) if self.is_flat else (rows, columns)
        self.direction_names = DIRECTION_NAMES[orientation]
        self.steps = _STEPS[orientation]
        self.corner_offsets = _CORNERS[orientation]
        self._shift_of = (0, 1) if shifted == "even" else (1, 0)
        self._parity = 1 if shifted == "even" else 0
        self.width = 2 * self.places + (1 if short == "shifted" else 3)
        self.offsets = tuple(self.offset(du, dy) for du, dy in self.steps)
        self.size = ((self.lines + 2) * self.width) // 2 + 2

    def __repr__(self) -> str:
        return f"<Grid {self.orientation} {self.columns}x{self.rows}, {self.shifted} lines shifted, short: {self.short}>"

    def shift(self, u: int) -> int:
        """Return 1 where line u (from 0) lies half a hex further along, else 0."""
        return self._shift_of[u & 1]

    def line_length(self, u: int) -> int:
        """Return how many hexes line u (from 0) has."""
        return self.places - (1 if self.short == "shifted" and self.shift(u) else 0)

    def __contains__(self, h: Hex) -> bool:
        u, v = self.line_and_place(h)
        return 0 <= u < self.lines and 0 <= v < self.line_length(u)

    def __len__(self) -> int:
        shifted = sum(self.shift(u) for u in range(self.lines)) if self.short == "shifted" else 0
        return self.lines * self.places - shifted

    def __iter__(self) -> Iterator[Hex]:
        """Iterate over all hexes, line by line from the first place of each."""
        for u in range(self.lines):
            for v in range(self.line_length(u)):
                yield self.at(u, v)

    def line_and_place(self, h: Hex) -> tuple[int, int]:
        """Return the line and the place on it, both from 0."""
        return (h.column - 1, h.row - 1) if self.is_flat else (h.row - 1, h.column - 1)

    def at(self, u: int, v: int) -> Hex:
        """Return the hex at place v of line u (both from 0), on the grid or not."""
        return Hex(u + 1, v + 1) if self.is_flat else Hex(v + 1, u + 1)

    def point(self, h: Hex) -> tuple[int, int]:
        """Return (u, y), the line and the half hexes along it."""
        u, v = self.line_and_place(h)
        return u, 2 * v + self._shift_of[u & 1]

    def from_point(self, u: int, y: int) -> Hex:
        """Return the hex whose `point` is (u, y)."""
        return self.at(u, (y - self._shift_of[u & 1]) // 2)

    def offset(self, du: int, dy: int) -> int:
        """Return the constant difference of `cell` for a displacement; du + dy is even."""
        return (du * self.width + dy) // 2

    def cell(self, h: Hex) -> int:
        """Return the dense index of a hex."""
        u, y = self.point(h)
        return ((u + 1) * self.width + y + self._parity) // 2

    def hex_of(self, cell: int) -> Hex:
        """Return the hex with this dense index."""
        line, along = divmod(2 * cell - self._parity, self.width)
        return self.from_point(line - 1, along)

    def first_cell(self, u: int) -> int:
        """Return the cell of the first hex of line u; the line's other hexes follow one by one."""
        return self.cell(self.at(u, 0))

    def step(self, h: Hex, direction: int, count: int = 1) -> Hex:
        """Return the hex `count` steps off, on the grid or not."""
        u, y = self.point(h)
        du, dy = self.steps[direction % 6]
        return self.from_point(u + count * du, y + count * dy)

    def neighbor(self, h: Hex, direction: int) -> Hex | None:
        """Return the adjacent hex in a direction, None off the grid."""
        other = self.step(h, direction)
        return other if other in self else None

    def neighbors(self, h: Hex) -> list[Hex]:
        """Return the adjacent hexes on the grid, clockwise from direction 0."""
        return [other for other in (self.step(h, d) for d in range(6)) if other in self]

    def displacement(self, a: Hex, b: Hex) -> tuple[int, int]:
        """Return (du, dy) from a to b."""
        ua, ya = self.point(a)
        ub, yb = self.point(b)
        return ub - ua, yb - ya

    def distance(self, a: Hex, b: Hex) -> int:
        """Return the distance in hexes."""
        du, dy = self.displacement(a, b)
        return span(du, dy)

    def direction(self, a: Hex, b: Hex) -> int | None:
        """Return the direction from a to an adjacent b, None where they do not touch."""
        try:
            return self.steps.index(self.displacement(a, b))
        except ValueError:
            return None

    def direction_index(self, name: str) -> int | None:
        """Return the index of a direction's name in any case, None where this grid has no such direction."""
        upper = name.strip().upper()
        return self.direction_names.index(upper) if upper in self.direction_names else None

    def bearing(self, direction: int) -> int:
        """Return the compass bearing of a direction in degrees."""
        return (60 * direction + (0 if self.is_flat else 30)) % 360

    def hexside(self, h: Hex, direction: int) -> Hexside:
        """Return the canonical hexside: of the hex that looks N, NE or SE (pointy NE, E, SE) over it.

        Where that hex is off the grid, the hex on this side of it gives the name.
        """
        direction %= 6
        if direction >= 3:
            other = self.step(h, direction)
            if other in self:
                return Hexside(other, direction - 3)
        return Hexside(h, direction)

    def corners(self, h: Hex) -> list[Corner]:
        """Return the six corners clockwise; hexside i lies between corners i and i + 1."""
        u, y = self.point(h)
        return [Corner(3 * u + dx, y + dy) for dx, dy in self.corner_offsets]

    def ends(self, side: Hexside) -> tuple[Corner, Corner]:
        """Return the two corners of a hexside, clockwise as its hex sees them."""
        corners = self.corners(side.hex)
        return corners[side.direction], corners[(side.direction + 1) % 6]

    def within(self, h: Hex, radius: int) -> Iterator[Hex]:
        """Iterate over the hexes of the grid at most `radius` away, h included, line by line."""
        u, y = self.point(h)
        for line in range(max(0, u - radius), min(self.lines, u + radius + 1)):
            reach = 2 * radius - abs(line - u)
            first = max(0, (y - reach - self.shift(line) + 1) // 2)
            last = min(self.line_length(line) - 1, (y + reach - self.shift(line)) // 2)
            for place in range(first, last + 1):
                yield self.at(line, place)


def span(du: int, dy: int) -> int:
    """Return the distance in hexes of a displacement (du, dy)."""
    du, dy = abs(du), abs(dy)
    return max(du, (du + dy) // 2)
