"""Ways over a space for an arrow: short, off names and signs, clear of the borders, rounded."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import dist, hypot
from typing import TYPE_CHECKING, Any

from mapsheet.paths import Course

if TYPE_CHECKING:
    from mapsheet.box import Box, Point

FINEST, MOST = 1.2, 90  # mm of a cell, cells along the longer side
NEAR = 2.2  # mm from a border that are better not walked
COVERED, CLOSE, OUTSIDE = 9.0, 1.5, 40.0
"""What a mm over a name, near a border or outside the space costs more than one on free ground."""
CLEAR = 0.9
MOVES = tuple((dx, dy, hypot(dx, dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
STEP = 2.0


class Field:
    """A space as a grid of what walking over each cell costs."""

    def __init__(self, shape: Any, taken: Sequence[Box]) -> None:
        import numpy as np
        import shapely

        left, top, right, bottom = shape.buffer(NEAR).bounds
        self.step = max(FINEST, max(right - left, bottom - top) / MOST)
        self.left, self.top = left, top
        self.columns, self.rows = int((right - left) / self.step) + 1, int((bottom - top) / self.step) + 1
        x = left + (np.arange(self.columns) + 0.5) * self.step
        y = top + (np.arange(self.rows) + 0.5) * self.step
        xx, yy = (part.ravel() for part in np.meshgrid(x, y))
        inner = shape.buffer(-NEAR)
        for one in (shape, inner):
            shapely.prepare(one)
        costs = np.where(shapely.contains_xy(shape, xx, yy), 1.0, 1.0 + OUTSIDE)
        costs += np.where(shapely.contains_xy(inner, xx, yy), 0.0, CLOSE)
        for box in (box.grown(CLEAR) for box in taken):
            costs += COVERED * ((box.left < xx) & (xx < box.right) & (box.top < yy) & (yy < box.bottom))
        self.costs: list[float] = costs.tolist()

    def walk(self, start: Point, end: Point) -> list[Point]:
        """Return the cheapest way between two points, in few straight pieces."""
        first, last = self._cell(start), self._cell(end)
        cells = self._cheapest(first, last)
        middles = [self._middle(cell) for cell in cells[1:-1]]
        return self._pulled([start, *middles, end])

    def _cell(self, at: Point) -> int:
        column = min(max(int((at[0] - self.left) / self.step), 0), self.columns - 1)
        row = min(max(int((at[1] - self.top) / self.step), 0), self.rows - 1)
        return row * self.columns + column

    def _middle(self, cell: int) -> Point:
        row, column = divmod(cell, self.columns)
        return self.left + (column + 0.5) * self.step, self.top + (row + 0.5) * self.step

    def _cheapest(self, first: int, last: int) -> list[int]:
        """Return the cells of the cheapest way, found from the first with the straight distance as what is left at least."""
        goal = divmod(last, self.columns)
        spent, came = {first: 0.0}, {first: first}
        queue, done = [(0.0, first)], set()
        while queue:
            _, cell = heappop(queue)
            if cell == last:
                break
            if cell in done:
                continue
            done.add(cell)
            row, column = divmod(cell, self.columns)
            for dx, dy, far in MOVES:
                x, y = column + dx, row + dy
                if 0 <= x < self.columns and 0 <= y < self.rows:
                    other = y * self.columns + x
                    cost = round(spent[cell] + far * (self.costs[cell] + self.costs[other]) / 2, 6)
                    if cost < spent.get(other, float("inf")):
                        spent[other], came[other] = cost, cell
                        heappush(queue, (round(cost + hypot(goal[0] - y, goal[1] - x), 6), other))
        cells = [last]
        while cells[-1] != first:
            cells.append(came[cells[-1]])
        return cells[::-1]

    def _price(self, a: Point, b: Point) -> float:
        """Return what walking straight from a point to another costs."""
        far = dist(a, b)
        count = int(2 * far / self.step) + 1
        places = [(k + 0.5) / count for k in range(count)]
        return far / count * sum(self.costs[self._cell((a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s))] for s in places)

    def _pulled(self, points: list[Point]) -> list[Point]:
        """Return the way with as many bends left out as can be without making it dearer."""
        prices = [0.0]
        for a, b in pairwise(points):
            prices.append(prices[-1] + self._price(a, b))
        kept, k = [points[0]], 0
        while k < len(points) - 1:
            ends = range(len(points) - 1, k, -1)
            k = next(e for e in ends if e == k + 1 or self._price(points[k], points[e]) <= 1.02 * (prices[e] - prices[k]))
            kept.append(points[k])
        return kept


def rounded(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return a way with its corners cut round, in steps of about two mm."""
    line = [points[0], *(p for a, p in pairwise(points) if dist(a, p) > 1e-6)]
    if len(line) < 2:
        return tuple(line)
    for _ in range(3):
        cut = [_between(a, b, s) for a, b in pairwise(line) for s in (0.25, 0.75)]
        line = [line[0], *cut, line[-1]]
    course = Course(line)
    count = max(1, round(course.length / STEP))
    return (*(course.at(course.length * k / count) for k in range(count)), line[-1])


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
