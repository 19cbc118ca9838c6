"""SVG path data from points in millimetres: straight, smooth, measured and offset; pure functions.

Coordinates are rounded once, to whole steps of 10 ** -decimals mm, and written as differences of the rounded
values, so that nothing drifts and two shapes through the same points share the same rounded points.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from math import dist, hypot, isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from mapsheet.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mapsheet.box import Point

DECIMALS = 2
CHAINED = 12  # strokes between two that begin at an absolute point


class Bezier(NamedTuple):
    """A cubic piece: two control points and the end; it starts where the piece before it ended."""

    first: Point
    second: Point
    end: Point


def number(x: float) -> str:
    """Return x with at most three decimals, no exponent and no minus before zero; DataError unless finite."""
    if not isfinite(x):
        raise DataError(f"a number on a sheet must be finite, got {x!r}")
    text = f"{x:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=1 << 16)
def steps_text(steps: int, decimals: int) -> str:
    """Return a whole number of steps of 10 ** -decimals as the shortest decimal text (`-.5`, `12.25`)."""
    if not decimals:
        return str(steps)
    whole, part = divmod(abs(steps), 10**decimals)
    fraction = f".{part:0{decimals}d}".rstrip("0") if part else ""
    body = f"{whole or ''}{fraction}" or "0"
    return f"-{body}" if steps < 0 else body


def joined(letter: str, steps: Iterable[int], decimals: int) -> str:
    """Return a path letter (or none) and its numbers, with a space only where no sign or letter parts them."""
    text, parted, fraction = letter, bool(letter), False
    for value in steps:
        digits = steps_text(value, decimals)
        # a second point cannot belong to the number before it, so it parts the two as a sign does
        glued = parted or digits[0] == "-" or (digits[0] == "." and fraction)
        text += digits if glued else f" {digits}"
        parted, fraction = False, "." in digits
    return text


class Trace:
    """A path under construction; points are absolute, what is written is relative."""

    def __init__(self, decimals: int = DECIMALS) -> None:
        self.decimals = decimals
        self._scale = 10**decimals
        self._x = self._y = self._start_x = self._start_y = 0
        self._parts: list[str] = []
        self._last = ""

    def move(self, x: float, y: float) -> None:
        """Begin a new piece at the point."""
        self._write("m" if self._parts else "M", ((x, y),))
        self._start_x, self._start_y = self._x, self._y
        self._last = ""

    def line(self, x: float, y: float) -> None:
        """Draw straight to the point."""
        self._write("l", ((x, y),))

    def curve(self, piece: Iterable[Point]) -> None:
        """Draw a cubic: two control points, then the end."""
        self._write("c", piece)

    def bend(self, piece: Iterable[Point]) -> None:
        """Draw a quadratic: one control point, then the end."""
        self._write("q", piece)

    def close(self) -> None:
        """Draw straight back to where the piece began."""
        self._parts.append("z")
        self._last = "z"
        self._x, self._y = self._start_x, self._start_y

    def d(self) -> str:
        """Return the path data."""
        return "".join(self._parts)

    def _write(self, letter: str, points: Iterable[Point]) -> None:
        scale, x0, y0 = self._scale, self._x, self._y
        x, y = x0, y0
        deltas: list[int] = []
        try:
            for px, py in points:
                x, y = round(px * scale), round(py * scale)
                deltas += (x - x0, y - y0)
        except (ValueError, OverflowError):
            raise DataError("a point on a sheet must be finite") from None
        self._x, self._y = x, y
        if letter == "l" and 0 in deltas:
            letter, deltas = ("v", deltas[1:]) if deltas[0] == 0 else ("h", deltas[:1])
        self._emit(letter, deltas)

    def _emit(self, letter: str, values: list[int]) -> None:
        # a repeated letter may be left out, except a move's: what follows it would be read as lines
        self._parts.append(joined("" if letter == self._last else letter, values, self.decimals))
        self._last = letter


def polyline(points: Iterable[Point], closed: bool = False, *, decimals: int = DECIMALS) -> str:
    """Return path data through the points, straight from each to the next."""
    trace = Trace(decimals)
    draw = trace.move
    for x, y in points:
        draw(x, y)
        draw = trace.line
    if closed:
        trace.close()
    return trace.d()


def polylines(strokes: Iterable[Sequence[Point]], closed: bool = False, *, decimals: int = DECIMALS) -> str:
    """Return one path of many short polylines, most begun from the end of the one before, which keeps the numbers short."""
    scale = 10**decimals
    parts: list[str] = []
    x0 = y0 = 0
    for k, stroke in enumerate(strokes):
        start, *rest = [(round(scale * x), round(scale * y)) for x, y in stroke]
        # cairo rounds each relative step to 1/256 pixel and adds up the errors, so now and then a stroke begins afresh
        if k % CHAINED:
            # points after an m are lines without a letter of their own; after an M they would be absolute
            letter, deltas = "m", [start[0] - x0, start[1] - y0]
        else:
            parts.append(joined("M", start, decimals))
            letter, deltas = "l", []
        x0, y0 = start
        for x, y in rest:
            deltas += (x - x0, y - y0)
            x0, y0 = x, y
        parts.append(joined(letter, deltas, decimals))
        if closed:
            parts.append("z")
            x0, y0 = start
    return "".join(parts)


def polygons(rings: Iterable[Iterable[Point]], *, decimals: int = DECIMALS) -> str:
    """Return one path of many closed rings; with the even-odd rule an inner ring is a hole."""
    return "".join(polyline(ring, True, decimals=decimals) for ring in rings)


def smooth(points: Sequence[Point], closed: bool = False, *, decimals: int = DECIMALS) -> str:
    """Return path data of a smooth curve through the points (centripetal Catmull-Rom: no loops, no cusps)."""
    points = distinct(points, closed)
    if len(points) < 3:
        return polyline(points, closed, decimals=decimals)
    trace = Trace(decimals)
    trace.move(*points[0])
    for piece in beziers(points, closed):
        trace.curve(piece)
    if closed:
        trace.close()
    return trace.d()


def distinct(points: Iterable[Point], closed: bool = False) -> list[Point]:
    """Return the points without repeats of the one before; a closed ring also loses an end equal to its start."""
    kept: list[Point] = []
    for point in points:
        if not kept or dist(point, kept[-1]) > 1e-9:
            kept.append(point)
    if closed and len(kept) > 1 and dist(kept[0], kept[-1]) <= 1e-9:
        kept.pop()
    return kept


def beziers(points: Sequence[Point], closed: bool = False) -> list[Bezier]:
    """Return the cubic pieces of the smooth curve through at least two distinct points, first to last."""
    count = len(points)
    last = count if closed else count - 1
    pieces = []
    for i in range(last):
        p1, p2 = points[i], points[(i + 1) % count]
        p0 = points[i - 1] if closed or i else _beyond(p1, p2)
        p3 = points[(i + 2) % count] if closed or i + 2 < count else _beyond(p2, p1)
        pieces.append(Bezier(_control(p0, p1, p2), _control(p3, p2, p1), p2))
    return pieces


def _beyond(end: Point, inner: Point) -> Point:
    return (2 * end[0] - inner[0], 2 * end[1] - inner[1])


def _control(before: Point, at: Point, after: Point) -> Point:
    near, far = dist(before, at), dist(at, after)
    root = (near * far) ** 0.5
    weight, scale = 2 * near + 3 * root + far, 3 * (near + root)
    if not scale:
        return at
    x, y = ((near * after[k] - far * before[k] + weight * at[k]) / scale for k in (0, 1))
    return (x, y)


def flatten(points: Sequence[Point], closed: bool = False, *, step: float = 0.5) -> list[Point]:
    """Return points at most about `step` mm apart along the smooth curve that `smooth` draws, ends included."""
    points = distinct(points, closed)
    if len(points) < 3:
        return list(points)
    sampled, start = [points[0]], points[0]
    for piece in beziers(points, closed):
        count = max(1, round(dist(start, piece.end) / step + 0.5))
        sampled += [_at(start, piece, k / count) for k in range(1, count + 1)]
        start = piece.end
    return sampled


def _at(start: Point, piece: Bezier, t: float) -> Point:
    a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    x, y = (a * start[k] + b * piece.first[k] + c * piece.second[k] + d * piece.end[k] for k in (0, 1))
    return (x, y)


def length(points: Iterable[Point]) -> float:
    """Return the length of the polyline."""
    return sum(dist(p, q) for p, q in pairwise(points))


def offset(points: Sequence[Point], distance: float) -> list[Point]:
    """Return the polyline shifted sideways by `distance` mm, to the left of its run as seen on paper."""
    points = distinct(points)
    if not distance or len(points) < 2:
        return list(points)
    normals = [_normal(p, q) for p, q in pairwise(points)]
    shifted = []
    for (x, y), before, after in zip(points, (normals[0], *normals), (*normals, normals[-1]), strict=True):
        nx, ny = before[0] + after[0], before[1] + after[1]
        size = hypot(nx, ny) or 1
        shifted.append((x + distance * nx / size, y + distance * ny / size))
    return shifted


def _normal(start: Point, end: Point) -> Point:
    span = dist(start, end)
    return ((end[1] - start[1]) / span, (start[0] - end[0]) / span)


class Course:
    """A polyline that can be asked for the point at a distance from its start; ends are prolonged straight."""

    def __init__(self, points: Iterable[Point]) -> None:
        self.points = distinct(points)
        if len(self.points) < 2:
            raise DataError("a course needs two different points")
        self._marks = [0.0, *accumulate(dist(p, q) for p, q in pairwise(self.points))]
        self.length = self._marks[-1]

    def at(self, distance: float) -> Point:
        """Return the point `distance` mm from the start; below 0 and beyond the length it lies on the prolonged ends."""
        i = min(max(bisect_right(self._marks, distance) - 1, 0), len(self.points) - 2)
        (x0, y0), (x1, y1) = self.points[i], self.points[i + 1]
        part = (distance - self._marks[i]) / (self._marks[i + 1] - self._marks[i])
        return (x0 + part * (x1 - x0), y0 + part * (y1 - y0))

    def places(self, distances: Any) -> Any:
        """Return the points at an array of distances, as `at` does for one: an array of x and one of y."""
        import numpy as np

        marks, xs, ys = self._arrays
        i = np.clip(np.searchsorted(marks, distances, side="right") - 1, 0, len(marks) - 2)
        part = (distances - marks[i]) / (marks[i + 1] - marks[i])
        return xs[i] + part * (xs[i + 1] - xs[i]), ys[i] + part * (ys[i + 1] - ys[i])

    @cached_property
    def _arrays(self) -> Any:
        import numpy as np

        return (np.array(self._marks), *np.array(self.points).T)
