"""Upright boxes and turned quadrilaterals on paper, in millimetres, y growing downwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]


class Box(NamedTuple):
    """An upright rectangle by its four sides; an empty one has no width or no height."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Return the extent from left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Return the extent from top to bottom."""
        return self.bottom - self.top

    @property
    def centre(self) -> Point:
        """Return the middle."""
        return ((self.left + self.right) / 2, (self.top + self.bottom) / 2)

    @property
    def corners(self) -> Quad:
        """Return the corners from top left, clockwise."""
        return ((self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom))

    def grown(self, by: float) -> Box:
        """Return the box with every side moved out by `by` mm (in, if negative)."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def moved(self, dx: float, dy: float) -> Box:
        """Return the box shifted by (dx, dy)."""
        return Box(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)

    def overlaps(self, other: Box) -> bool:
        """Say whether the two share more than an edge."""
        return self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom

    def holds(self, other: Box, *, slack: float = 1e-6) -> bool:
        """Say whether `other` lies wholly inside, its edge included."""
        return (
            self.left - slack <= other.left
            and self.top - slack <= other.top
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )


def around(points: Iterable[Point]) -> Box:
    """Return the smallest box around the points; ValueError when there are none."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def union(boxes: Iterable[Box]) -> Box:
    """Return the smallest box around the boxes; ValueError when there are none."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def at_least(box: Box, size: Point, within: Box) -> Box:
    """Return a box made at least as wide and high as a size about its middle, and moved inside another as far as can be."""
    left, right = _widened((box.left, box.right), size[0], (within.left, within.right))
    top, bottom = _widened((box.top, box.bottom), size[1], (within.top, within.bottom))
    return Box(left, top, right, bottom)


def _widened(span: Point, least: float, limits: Point) -> Point:
    more = max(0.0, least - (span[1] - span[0])) / 2
    low, high = span[0] - more, span[1] + more
    shift = max(0.0, limits[0] - low) - max(0.0, high - limits[1])
    return max(limits[0], low + shift), min(limits[1], high + shift)


def quads_overlap(one: Sequence[Point], two: Sequence[Point]) -> bool:
    """Say whether two convex polygons share more than an edge, by looking for a line that parts them."""
    return not any(_parted(shape, one, two) for shape in (one, two))


def _parted(shape: Sequence[Point], one: Sequence[Point], two: Sequence[Point]) -> bool:
    for (x0, y0), (x1, y1) in zip(shape, (*shape[1:], shape[0]), strict=True):
        nx, ny = y1 - y0, x0 - x1
        first = [nx * x + ny * y for x, y in one]
        second = [nx * x + ny * y for x, y in two]
        if (nx or ny) and (max(first) <= min(second) or max(second) <= min(first)):
            return True
    return False
