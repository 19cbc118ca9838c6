"""Free room on a sheet: a coarse grid of what is taken, and the free rectangle nearest to a lower corner."""

from __future__ import annotations

from itertools import accumulate
from math import ceil
from typing import TYPE_CHECKING

from mapsheet.box import Box

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mapsheet.box import Point

CELL = 1.5  # mm, on sheets so small that this makes no more than MOST cells a side
MOST = 240


class Room:
    """The free cells of an area."""

    def __init__(self, area: Box) -> None:
        self.area = area
        self.cell = max(CELL, area.width / MOST, area.height / MOST)
        self.columns, self.rows = (max(1, int(side / self.cell)) for side in (area.width, area.height))
        self.taken = [[0] * self.columns for _ in range(self.rows)]

    def take(self, box: Box) -> None:
        """Mark every cell that a box touches."""
        left, right = self._cells(box.left - self.area.left, box.right - self.area.left, self.columns)
        # rows are counted from the foot, so that what stands there lies on whole cells
        low, high = self._cells(self.area.bottom - box.bottom, self.area.bottom - box.top, self.rows)
        for row in range(low, high):
            self.taken[row][left:right] = [1] * max(0, right - left)

    def take_points(self, points: Iterable[Point], around: float) -> None:
        """Mark the cells within a distance of points, counted along the axes."""
        for x, y in points:
            self.take(Box(x - around, y - around, x + around, y + around))

    def find(self, wide: float, high: float) -> Box | None:
        """Return the free box of a size nearest to a lower corner, the left one before the right; None without one."""
        columns, rows = ceil(wide / self.cell - 1e-9), ceil(high / self.cell - 1e-9)
        if columns > self.columns or rows > self.rows or min(columns, rows) < 1:
            return None
        sums, best = self._sums(), (float("inf"), 0, 0)
        last = self.columns - columns
        for row in range(self.rows - rows + 1):
            upper, lower = sums[row + rows], sums[row]
            for column in range(last + 1):
                far = row + min(column, last - column)
                end = column + columns
                if far < best[0] and not upper[end] - upper[column] - lower[end] + lower[column]:
                    best = (far, row, column)
        if best[0] == float("inf"):
            return None
        left, bottom = self.area.left + best[2] * self.cell, self.area.bottom - best[1] * self.cell
        return Box(left, bottom - high, left + wide, bottom)

    def _cells(self, start: float, end: float, count: int) -> tuple[int, int]:
        first, last = int(start // self.cell), ceil(end / self.cell - 1e-9)
        return min(max(first, 0), count), min(max(last, 0), count)

    def _sums(self) -> list[list[int]]:
        """Return how many cells are taken below and left of every corner of the grid."""
        sums = [[0] * (self.columns + 1)]
        for row in self.taken:
            beside = [0, *accumulate(row)]
            sums.append([above + own for above, own in zip(sums[-1], beside, strict=True)])
        return sums
