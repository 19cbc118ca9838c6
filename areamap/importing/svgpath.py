"""SVG path data and transforms to points: all commands of SVG 1.1, curves as chords no farther from them than a tolerance."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from areamap.importing.drawn import MOST_POINTS, Point, Ring
from mapsheet.errors import DataError, NotationError
from mapsheet.matrix import Matrix

MOST_CHORDS = 64  # of one curve
_NUMBER = re.compile(r"[\s,]*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)")
_FLAG = re.compile(r"[\s,]*([01])")
_LETTER = re.compile(r"[\s,]*([MmLlHhVvCcSsQqTtAaZz])")
_REST = re.compile(r"[\s,]*")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


class Subpath(NamedTuple):
    """A line without a break; `closed` where the data close it."""

    points: Ring
    closed: bool


def parse_path(d: str, matrix: Matrix | None = None, *, tolerance: float = 0.05, most: int = MOST_POINTS) -> list[Subpath]:
    """Return the lines of path data after a map; curves become chords within the tolerance, in mapped units.

    NotationError for what is no path data; DataError for more than `most` points.
    """
    return list(_Walk(d, matrix or Matrix(), tolerance, most).subpaths())


class _Walk:
    """Follows path data: where the pen is, where the line began, and the last curve's control point."""

    def __init__(self, d: str, matrix: Matrix, tolerance: float, most: int) -> None:
        self.d, self.matrix, self.tolerance, self.left = d, matrix, tolerance, most
        self.place = 0
        self.pen: Point = (0.0, 0.0)
        self.start: Point = (0.0, 0.0)
        self.control: tuple[str, Point] = ("", (0.0, 0.0))
        self.points: Ring = []

    def subpaths(self) -> Iterator[Subpath]:
        letter = ""
        while True:
            found = _LETTER.match(self.d, self.place)
            if found:
                letter, self.place = found[1], found.end()
            elif _REST.fullmatch(self.d, self.place):
                break
            elif letter in "Zz":
                raise NotationError("path data", self.d)
            else:  # more numbers repeat the command; after a move they are lines
                letter = {"M": "L", "m": "l"}.get(letter, letter)
            if (letter in "Mm" or letter in "Zz") and self.points:
                yield from self._ended(closed=letter in "Zz")
            before = len(self.points)
            self._do(letter.upper(), self._values(letter), is_relative=letter.islower())
            self.left -= len(self.points) - before
            if self.left < 0:
                raise DataError(f"draws more than {MOST_POINTS:,} points, which are not read")
        yield from self._ended(closed=False)

    def _ended(self, *, closed: bool) -> Iterator[Subpath]:
        if len(self.points) > 1:
            yield Subpath(self.points, closed)
        self.points = []

    def _values(self, letter: str) -> list[float]:
        values = []
        for k in range(_TAKES[letter.upper()]):
            flag = letter in "Aa" and k in {3, 4}
            found = (_FLAG if flag else _NUMBER).match(self.d, self.place)
            if found is None or not math.isfinite(float(found[1])):
                raise NotationError("path data", self.d[max(0, self.place - 20) : self.place + 20])
            values.append(float(found[1]))
            self.place = found.end()
        return values

    def _do(self, letter: str, values: list[float], *, is_relative: bool) -> None:
        x0, y0 = self.pen if is_relative else (0.0, 0.0)
        if letter == "Z":
            self.pen, self.control = self.start, ("", self.start)
            return
        if letter == "M":
            self.pen = self.start = (values[0] + x0, values[1] + y0)
            self.points = [self.matrix(self.pen)]
            self.control = ("", self.pen)
            return
        if not self.points:  # after a Z a line goes on from the start
            self.points = [self.matrix(self.pen)]
        if letter in "HV":
            end = (values[0] + x0, self.pen[1]) if letter == "H" else (self.pen[0], values[0] + y0)
            self._line(end)
        elif letter == "A":
            self._arc(values, (values[5] + x0, values[6] + y0))
        else:
            pairs = [(x + x0, y + y0) for x, y in zip(values[::2], values[1::2], strict=True)]
            self._line(pairs[0]) if letter == "L" else self._curve(letter, pairs)

    def _line(self, end: Point) -> None:
        self.points.append(self.matrix(end))
        self.pen, self.control = end, ("", end)

    def _curve(self, letter: str, pairs: list[Point]) -> None:
        family = "C" if letter in "CS" else "Q"
        if letter in "ST":
            x, y = self.control[1] if self.control[0] == family else self.pen
            pairs = [(2 * self.pen[0] - x, 2 * self.pen[1] - y), *pairs]
        self._chords([self.pen, *pairs])
        self.control = (family, pairs[-2])
        self.pen = pairs[-1]

    def _chords(self, controls: Sequence[Point]) -> None:
        """Add points along a Bézier curve, at equal steps of its parameter, so that both ways give the same points."""
        mapped = [self.matrix(point) for point in controls]
        degree = len(mapped) - 1
        bend = max(_bend(*mapped[k : k + 3]) for k in range(degree - 1))
        needed = math.sqrt(degree * (degree - 1) / 8 * bend / self.tolerance)
        count = max(1, math.ceil(min(needed, MOST_CHORDS)))
        curve = _cubic if degree == 3 else _quadratic
        self.points += [curve(mapped, k / count) for k in range(1, count)] + [mapped[-1]]

    def _arc(self, values: list[float], end: Point) -> None:
        rx, ry, turn, large, sweep = values[:5]
        if rx == 0 or ry == 0 or end == self.pen:
            self._line(end)
            return
        for controls in arc_curves(self.pen, end, (abs(rx), abs(ry)), math.radians(turn), large=large > 0, sweep=sweep > 0):
            self._chords(controls)
        self.pen, self.control = end, ("", end)


def _bend(a: Point, b: Point, c: Point) -> float:
    return math.hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1])


def _cubic(points: Sequence[Point], t: float) -> Point:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    u = 1 - t
    a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    return a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy


def _quadratic(points: Sequence[Point], t: float) -> Point:
    (ax, ay), (bx, by), (cx, cy) = points
    u = 1 - t
    a, b, c = u * u, 2 * u * t, t * t
    return a * ax + b * bx + c * cx, a * ay + b * by + c * cy


def arc_curves(
    start: Point, end: Point, radii: Point, turn: float, *, large: bool, sweep: bool
) -> Iterator[tuple[Point, Point, Point, Point]]:
    """Yield the cubic curves of an elliptical arc, a quarter each at most (SVG 1.1, F.6.5)."""
    sin, cos = math.sin(turn), math.cos(turn)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = cos * dx + sin * dy, cos * dy - sin * dx
    rx, ry = radii
    size = (x / rx) ** 2 + (y / ry) ** 2
    if size > 1:  # radii too small for the way are made as large as it needs
        rx, ry = rx * math.sqrt(size), ry * math.sqrt(size)
        size = 1.0
    share = math.sqrt(max(0.0, 1 / size - 1)) * (1 if large != sweep else -1)
    cx, cy = share * rx * y / ry, -share * ry * x / rx
    first = math.atan2((y - cy) / ry, (x - cx) / rx)
    way = math.atan2((-y - cy) / ry, (-x - cx) / rx) - first
    way = way % (2 * math.pi) if sweep else -(-way % (2 * math.pi))
    count = max(1, math.ceil(abs(way) / (math.pi / 2) - 1e-9))
    matrix = Matrix(cos * rx, sin * rx, -sin * ry, cos * ry, (start[0] + end[0]) / 2 + cos * cx - sin * cy,
                    (start[1] + end[1]) / 2 + sin * cx + cos * cy)
    pull = 4 / 3 * math.tan(way / count / 4)
    for k in range(count):
        a, b = first + way * k / count, first + way * (k + 1) / count
        p, q = (math.cos(a), math.sin(a)), (math.cos(b), math.sin(b))
        last = end if k == count - 1 else matrix(q)
        before, after = (p[0] - pull * p[1], p[1] + pull * p[0]), (q[0] + pull * q[1], q[1] - pull * q[0])
        yield (start if k == 0 else matrix(p)), matrix(before), matrix(after), last
