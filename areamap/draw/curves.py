"""Words set along gentle curves that follow the long axis of a shape."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, Any, NamedTuple

from areamap.draw.raster import STEP, Raster
from mapsheet.box import Point, around
from mapsheet.text import SMALLEST, Inked, Lettering, advance, along, inked, outline
from mapsheet.typeset import cap_height

if TYPE_CHECKING:
    from areamap.art import NamePlan
    from areamap.draw.view import View
    from mapsheet.style import Type

ANGLES = tuple(range(-75, 90, 15))
SAMPLES = 48
MANY_CELLS = 6000
CLEAR = 0.5  # mm round a letter that are free too


class Wish(NamedTuple):
    """A type to try, and how much it is liked."""

    worth: float
    kind: Type


class Set(NamedTuple):
    """Words set along a curve: the letters, their type, and how pleasing that is."""

    name: Lettering
    kind: Type
    score: float


class Curve(NamedTuple):
    """A gentle curve through a shape; `cost` is what its bends, its turn and its narrow places lose."""

    points: tuple[Point, ...]
    length: float
    cost: float


class Curves:
    """Sets words along curves through the free cells of a raster."""

    def __init__(self, raster: Raster, words: str) -> None:
        self.raster, self.words = raster, words
        self._cut: dict[int, list[tuple[float, float, float]]] = {}

    def settings(self, wishes: Sequence[Wish]) -> Iterator[Set]:
        """Yield the words along curves, the most pleasing first."""
        for score, kind, curve in self._candidates(wishes):
            name = self._set(kind, curve)
            if name is not None:
                yield Set(name, kind, score)

    def _candidates(self, wishes: Sequence[Wish]) -> list[tuple[float, Type, Curve]]:
        found: list[tuple[float, Type, Curve]] = []
        curves: list[Curve] = []
        sized = 0.0
        for worth, kind in sorted(wishes, key=lambda wish: -wish.kind.size):
            # a curve for a larger name does for one little smaller
            if not curves or kind.size < 0.8 * sized:
                sized, curves = kind.size, self._curves(kind)
            found += [(round(worth - curve.cost, 9), kind, curve) for curve in curves]
        return sorted(found, key=lambda one: -one[0])

    def _set(self, kind: Type, curve: Curve) -> Lettering | None:
        """Return the name along a curve, as near to its middle as it is free; None where it nowhere is."""
        length = advance(self.words, kind.face, kind.size, tracking=kind.tracking)
        starts = _starts(curve.length, length)
        if not starts:
            return None
        letters = inked(self.words, kind.face, kind.size, tracking=kind.tracking)
        good = self.raster.are_free(_letter_boxes(letters, curve, starts, cap_height(kind) / 2)).all(axis=1)
        for start in (s for s, is_good in zip(starts, good, strict=True) if is_good):
            lettering = along(self.words, kind.face, kind.size, curve=_part(curve, start, length), offset=-cap_height(kind) / 2)
            if self._is_free(lettering):
                return lettering
        return None

    def _is_free(self, lettering: Lettering) -> bool:
        return all(self.raster.is_free(around(quad).grown(CLEAR)) for quad in lettering.glyphs)

    def _curves(self, kind: Type) -> list[Curve]:
        """Return gentle curves along which the sea is at least as wide as the letters are high, the best first."""
        needed = 0.85 * kind.size
        found = [curve for angle in ANGLES for curve in self._along(angle, needed)]
        return sorted(found, key=lambda curve: curve.cost)[:8]

    def _along(self, angle: int, needed: float) -> Iterator[Curve]:
        """Yield the curve through the middles of the widest slices across a direction, one for each unbroken run of slices."""
        slices = self._slices(angle)
        runs: list[list[tuple[float, float, float]]] = []
        for u, v, wide in slices:
            if wide < needed:
                runs.append([])
            elif runs and runs[-1] and abs(v - runs[-1][-1][1]) < 12.0:
                runs[-1].append((u, v, wide))
            else:
                runs.append([(u, v, wide)])
        for run in runs:
            if len(run) >= 6:
                curve = _smooth(run, angle)
                room = min(1.0, sorted(wide for *_, wide in run)[len(run) // 3] / 30.0)
                short = 0.5 * (1 - min(1.0, curve.length / 150))
                yield curve._replace(cost=short + 0.25 * (1 - room) + abs(angle) / 700 + curve.cost)

    def _slices(self, angle: int) -> list[tuple[float, float, float]]:
        """Return for steps along a direction the middle of the longest free run across it, and its length."""
        import numpy as np

        cached = self._cut
        if angle not in cached:
            # every second cell is enough for the course of a wide shape
            every = 2 if self.raster.free.sum() > MANY_CELLS else 1
            rows, columns = np.nonzero(self.raster.free[::every, ::every])
            x, y = self.raster.left + columns * every * STEP, self.raster.top + rows * every * STEP
            a = angle * pi / 180
            u, v = x * cos(a) + y * sin(a), y * cos(a) - x * sin(a)
            bins = np.floor(u / 2.0).astype(int)
            order = np.lexsort((v, bins))
            bins, v = bins[order], v[order]
            edges = np.flatnonzero(np.diff(bins)) + 1
            cached[angle] = [
                (2.0 * float(b[0]) + 1.0, *_longest(part, 1.2 * every * STEP))
                for b, part in zip(np.split(bins, edges), np.split(v, edges), strict=True) if len(part)
            ]
        return cached[angle]


def _longest(v: Any, gap: float) -> tuple[float, float]:
    """Return the middle and the length of the longest run of sorted values without a gap."""
    import numpy as np

    cuts = np.flatnonzero(np.diff(v) > gap) + 1
    first, last = np.concatenate([[0], cuts]), np.concatenate([cuts - 1, [len(v) - 1]])
    spans = v[last] - v[first]
    k = int(np.round(spans, 6).argmax())
    return float(v[first[k]] + v[last[k]]) / 2, float(spans[k])


def _smooth(run: Sequence[tuple[float, float, float]], angle: int) -> Curve:
    """Return the curve of least squares of third order through the middles, wide places counting more."""
    import numpy as np

    u, v, wide = (np.array(part) for part in zip(*run, strict=True))
    degree = 3 if len(u) > 24 else 2 if len(u) > 10 else 1
    middle, half = (u[0] + u[-1]) / 2, max(1.0, (u[-1] - u[0]) / 2)
    weights = np.sqrt(np.minimum(wide, 40.0))
    fitted = np.polynomial.polynomial.polyfit((u - middle) / half, v, degree, w=weights)
    t = np.linspace(-1, 1, SAMPLES)
    vs, us = np.polynomial.polynomial.polyval(t, fitted), middle + half * t
    a = angle * pi / 180
    points = tuple((float(p * cos(a) - q * sin(a)), float(p * sin(a) + q * cos(a))) for p, q in zip(us, vs, strict=True))
    length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
    slopes = np.diff(vs) / np.diff(us)
    bend = float(np.abs(np.diff(np.arctan(slopes))).sum())
    return Curve(points, length, 0.25 * max(0.0, bend - 0.5))


def _letter_boxes(letters: Sequence[Inked], curve: Curve, starts: Sequence[float], drop: float) -> Any:
    """Return about where the ink of each letter lies for each start: an array by start, letter, and side of its box."""
    import numpy as np

    from mapsheet.paths import Course

    points = curve.points if curve.points[0][0] <= curve.points[-1][0] else curve.points[::-1]
    course = Course(points)
    first = np.array([letter.start for letter in letters])
    middle = (first + [letter.end for letter in letters]) / 2
    along_ = np.array(starts)[:, None] + middle[None, :]
    (x, y), (x1, y1) = course.places(along_), course.places(along_ + 0.5)
    size = np.hypot(x1 - x, y1 - y)
    ux, uy = (x1 - x) / size, (y1 - y) / size
    corners = []
    for side_x, side_y in (("left", "top"), ("right", "top"), ("right", "bottom"), ("left", "bottom")):
        ahead = np.array([getattr(letter.box, side_x) for letter in letters]) + first - middle
        down = np.array([getattr(letter.box, side_y) for letter in letters]) + drop
        corners.append((x + ahead * ux - down * uy, y + ahead * uy + down * ux))
    xs, ys = np.array([c[0] for c in corners]), np.array([c[1] for c in corners])
    return np.stack([xs.min(0) - 0.4, ys.min(0) - 0.4, xs.max(0) + 0.4, ys.max(0) + 0.4], axis=-1)


def _starts(whole: float, length: float) -> list[float]:
    """Return where along a curve a name can begin, from the middle outwards."""
    spare = whole - length
    if spare < 0:
        return []
    return sorted((k * spare / 12 for k in range(13)), key=lambda s: round(abs(s - spare / 2), 6))


def _part(curve: Curve, start: float, length: float) -> list[Point]:
    from mapsheet.paths import Course

    course = Course(curve.points)
    flip = curve.points[0][0] > curve.points[-1][0]
    start = course.length - length - start if flip else start
    return [course.at(start + length * k / 24) for k in range(25)]


def placed(view: View, plan: NamePlan, words: str, kind: Type) -> Set:
    """Return words where the file wants them: about a place, of a size, turned."""
    kind = kind if plan.size is None else kind._replace(size=type(kind.size)(max(SMALLEST, plan.size)))
    at = view.place(plan.at or (0.0, 0.0))
    turn = plan.turn or 0.0
    # the place is the middle of the capitals, not of the baseline
    drop, angle = cap_height(kind) / 2, turn * pi / 180
    start = (at[0] - drop * sin(angle), at[1] + drop * cos(angle))
    return Set(outline(words, kind.face, kind.size, at=start, turn=turn, anchor="middle", tracking=kind.tracking), kind, 1.0)
