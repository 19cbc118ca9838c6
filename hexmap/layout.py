"""The one bridge from the grid to paper: centres, corners and the hex at a point, in millimetres."""

from __future__ import annotations

import math
from typing import NamedTuple

from hexmap.grid import Grid, Hex

ROOT3 = math.sqrt(3.0)


class Point(NamedTuple):
    """A point on the sheet: mm from its left and top edge."""

    x: float
    y: float


class Layout:
    """Regular hexes of a given size at a given place of the sheet.

    `across_flats` is the distance between two opposite hexsides in mm; `origin` is the left top corner of the box
    around the whole grid.
    """

    def __init__(self, grid: Grid, across_flats: float, origin: tuple[float, float] = (0.0, 0.0)) -> None:
        self.grid, self.across_flats = grid, across_flats
        self.origin = Point(*origin)
        self.side = across_flats / ROOT3
        # mm for one step of the frame's x (a third of the way between lines) and y (half a hex along the line)
        self.unit_x, self.unit_y = self.side / 2, across_flats / 2

    def moved_to(self, origin: tuple[float, float]) -> Layout:
        """Return the same layout at another place of the sheet."""
        return Layout(self.grid, self.across_flats, origin)

    @property
    def extent(self) -> tuple[float, float]:
        """Width and height in mm of the box around all hexes."""
        lines = (3 * (self.grid.lines - 1) + 4) * self.unit_x
        last = max(2 * (self.grid.line_length(u) - 1) + self.grid.shift(u) for u in range(min(2, self.grid.lines)))
        places = (last + 2) * self.unit_y
        return (lines, places) if self.grid.is_flat else (places, lines)

    def place(self, x: float, y: float) -> Point:
        """Return the point on the sheet of a point of the integer frame, such as a Corner."""
        across, along = (x + 2) * self.unit_x, (y + 1) * self.unit_y
        if not self.grid.is_flat:
            across, along = along, across
        return Point(self.origin.x + across, self.origin.y + along)

    def centre(self, h: Hex) -> Point:
        """Return the centre of a hex."""
        u, y = self.grid.point(h)
        return self.place(3 * u, y)

    def corners(self, h: Hex) -> list[Point]:
        """Return the six corners clockwise; hexside i lies between corners i and i + 1."""
        return [self.place(*corner) for corner in self.grid.corners(h)]

    def hex_at(self, x: float, y: float) -> Hex | None:
        """Return the hex that holds a point of the sheet, None off the grid.

        A point on a hexside belongs to the hex that comes first line by line.
        """
        across, along = x - self.origin.x, y - self.origin.y
        if not self.grid.is_flat:
            across, along = along, across
        fx, fy = across / self.unit_x - 2, along / self.unit_y - 1
        if not (-3 < fx < 3 * self.grid.lines and -2 < fy < 2 * self.grid.places + 2):  # also where they are no numbers
            return None
        u, v = self._nearest(fx, fy)
        h = self.grid.at(u, v)
        return h if h in self.grid else None

    def _nearest(self, fx: float, fy: float) -> tuple[int, int]:
        """Return line and place of the centre nearest to a point of the frame, the first of equally near ones."""
        column = math.floor(fx / 3)
        best, at = math.inf, (0, 0)
        same = 1e-12 * self.across_flats**2
        for u in (column, column + 1):
            shift = self.grid.shift(u)
            below = math.floor((fy - shift) / 2)
            for v in (below, below + 1):
                gap = ((fx - 3 * u) * self.unit_x) ** 2 + ((fy - 2 * v - shift) * self.unit_y) ** 2
                if gap < best - same:
                    best, at = gap, (u, v)
        return at
