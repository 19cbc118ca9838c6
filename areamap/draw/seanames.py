"""Names of seas, set along curves that follow their long axis, and the room for counters beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, Any, NamedTuple

from areamap.draw.raster import STEP, Fit, Piece, Raster
from areamap.draw.room import COUNTER, FEW, INSET, forms
from mapsheet.box import Box, Point, around
from mapsheet.text import SMALLEST, Inked, Lettering, advance, along, inked
from mapsheet.typeset import LEADING, cap_height

if TYPE_CHECKING:
    from areamap.draw.view import View
    from areamap.spaces import Space
    from mapsheet.style import Type

ANGLES = tuple(range(-75, 90, 15))
SIZES = (1.0, 0.86, 0.74, 0.63, 0.54, 0.46, 0.4, 0.34)
TRACKS = (1.0, 0.6, 0.25)
SAMPLES = 48


class SeaHome(NamedTuple):
    """Where things stand in a sea: the letters of its name and of its entry text, the value's disc, the counters."""

    name: Lettering | None
    kind: Type
    disc: Point | None
    counters: Fit | None
    entry: tuple[Lettering, ...] = ()
    entry_kind: Type | None = None
    score: float = 0.0

    def boxes(self, radius: float) -> list[Box]:
        """Return the boxes that all of it takes, a letter each."""
        found = [around(quad) for lettering in (self.name, *self.entry) if lettering for quad in lettering.glyphs]
        if self.disc:
            x, y = self.disc
            found.append(Box(x - radius, y - radius, x + radius, y + radius))
        return found + (list(self.counters.boxes) if self.counters else [])


class _Curve(NamedTuple):
    """A gentle curve through a sea and how wide the sea is along it."""

    points: tuple[Point, ...]
    length: float
    cost: float


class Berths:
    """Finds the places in one sea."""

    def __init__(self, view: View, space: Space, taken: Sequence[Box]) -> None:
        self.view, self.space = view, space
        bounds = view.bounds(space.id).grown(2.0)
        self.raster = Raster(view.shapes[space.id], inset=INSET).without(b.grown(0.4) for b in taken if b.overlaps(bounds))
        self.forms = forms(FEW)
        self.radius = view.look.sea_value.radius
        self.words = space.name

    def best(self) -> SeaHome:
        """Return the name along the best curve that leaves room for the counters; a name alone where there is none."""
        bare: SeaHome | None = None
        is_roomy = self.space.kind == "sea" and self._counters(self.raster, self.raster.middle) is not None
        for score, kind, curve in self._candidates():
            name = self._set(kind, curve)
            if name is None:
                continue
            home = self._home(name, kind, score)
            if home.counters or not is_roomy:
                return home
            bare = bare or home
        return bare or SeaHome(None, self._type(SIZES[-1], 0.25), None, None)

    def _candidates(self) -> list[tuple[float, Type, _Curve]]:
        """Return the types and curves to try, the most pleasing first."""
        found: list[tuple[float, Type, _Curve]] = []
        curves: list[_Curve] = []
        for k, share in enumerate(SIZES):
            # a curve for a larger name does for the next smaller one
            curves = curves if k % 2 else self._curves(self._type(share, 1.0))
            for tracking in TRACKS:
                kind, worth = self._type(share, tracking), share * (0.7 + 0.3 * tracking)
                found += [(round(worth - curve.cost, 9), kind, curve) for curve in curves]
        return sorted(found, key=lambda one: -one[0])

    def _type(self, share: float, tracking: float) -> Type:
        kind = self.view.look.lettering["sea" if self.space.kind == "sea" else "closed_sea"]
        size = max(2.1, share * kind.size)
        return kind._replace(size=type(kind.size)(size), tracking=type(kind.tracking)(tracking * kind.tracking))

    def _set(self, kind: Type, curve: _Curve) -> Lettering | None:
        """Return the name along a curve, as near to its middle as it is free; None where it nowhere is."""
        length = advance(self.words, kind.face, kind.size, tracking=kind.tracking)
        starts = _starts(curve.length, length)
        if not starts:
            return None
        letters = inked(self.words, kind.face, kind.size, tracking=kind.tracking)
        good = self.raster.are_free(_letter_boxes(letters, curve, starts, cap_height(kind) / 2)).all(axis=1)
        for start in (s for s, is_good in zip(starts, good, strict=True) if is_good):
            lettering = along(self.words, kind.face, kind.size, curve=_part(curve, start, length), offset=-cap_height(kind) / 2)
            if self._is_free(lettering, 0.5):
                return lettering
        return None

    def _is_free(self, lettering: Lettering, gap: float) -> bool:
        return all(self.raster.is_free(around(quad).grown(gap)) for quad in lettering.glyphs)

    def _home(self, name: Lettering, kind: Type, score: float) -> SeaHome:
        rest = self.raster.without(around(quad).grown(0.8) for quad in name.glyphs)
        entry, entry_kind = self._entry(rest, name)
        rest = rest.without(around(quad).grown(0.5) for lettering in entry for quad in lettering.glyphs)
        disc = self._disc(rest, name) if self.space.value is not None else None
        if disc:
            r = self.radius + 0.6
            rest = rest.without([Box(disc[0] - r, disc[1] - r, disc[0] + r, disc[1] + r)])
        is_whole = (disc is not None or self.space.value is None) and bool(entry or not self.space.note)
        counters = self._counters(rest, name.box.centre) if is_whole and self.space.kind == "sea" else None
        return SeaHome(name, kind, disc, counters, entry, entry_kind, score)

    def _counters(self, rest: Raster, middle: Point) -> Fit | None:
        import numpy as np

        for form in self.forms:
            rows, columns = np.nonzero(rest.fits(form))
            if len(rows):
                width, height = max(p.left + p.width for p in form), max(p.top + p.height for p in form)
                x = rest.left + columns * STEP + width / 2 - middle[0]
                y = rest.top + rows * STEP + height / 2 - middle[1]
                place = int(np.round(np.hypot(x, y), 6).argmin())
                return rest.at(form, int(rows[place]), int(columns[place]))
        return next(filter(None, (rest.packed(COUNTER, FEW, order) for order in range(8))), None)

    def _disc(self, rest: Raster, name: Lettering) -> Point | None:
        """Return a place for the value: after the last letter, before the first, else near the middle of the name."""
        first, last = around(name.glyphs[0]).centre, around(name.glyphs[-1]).centre
        wanted = [_beyond(first, last, name.box.width, 3.4 + self.radius), name.box.centre]
        return self._nearest(rest, wanted)

    def _nearest(self, rest: Raster, wanted: Sequence[Point]) -> Point | None:
        import numpy as np

        side = 2 * self.radius + 0.4
        rows, columns = np.nonzero(rest.fits((Piece(0.0, 0.0, side, side),)))
        if not len(rows):
            return None
        x, y = rest.left + columns * STEP + side / 2, rest.top + rows * STEP + side / 2
        away = np.hypot(x - wanted[0][0], y - wanted[0][1]) + 0.2 * np.hypot(x - wanted[1][0], y - wanted[1][1])
        place = int(np.round(away, 6).argmin())
        return float(x[place]), float(y[place])

    def _entry(self, rest: Raster, name: Lettering) -> tuple[tuple[Lettering, ...], Type | None]:
        """Return the text about who may enter, in level lines below or above the name."""
        from mapsheet.text import outline, wrapped

        if not self.space.note:
            return (), None
        kind = self.view.look.lettering["entry"]
        kind = kind._replace(size=type(kind.size)(max(SMALLEST, 0.92 * kind.size)))
        for room in (48.0, 32.0, 24.0, 18.0):
            lines = wrapped(self.space.note, kind.face, kind.size, width=room)
            across = max(advance(line, kind.face, kind.size) for line in lines)
            height = LEADING * kind.size * len(lines)
            at = self._place(rest, (across, height), (name.box.centre[0], name.box.bottom + height / 2 + 0.8))
            if at:
                baselines = [at[1] + LEADING * kind.size * k + 0.85 * kind.size for k in range(len(lines))]
                set_ = [
                    outline(line, kind.face, kind.size, at=(at[0] + across / 2, y), anchor="middle")
                    for line, y in zip(lines, baselines, strict=True)
                ]
                return tuple(set_), kind
        return (), None

    def _place(self, rest: Raster, size: tuple[float, float], wanted: Point) -> Point | None:
        import numpy as np

        rows, columns = np.nonzero(rest.fits((Piece(0.0, 0.0, *size),)))
        if not len(rows):
            return None
        x, y = rest.left + columns * STEP, rest.top + rows * STEP
        place = int(np.round(np.hypot(x + size[0] / 2 - wanted[0], y + size[1] / 2 - wanted[1]), 6).argmin())
        return float(x[place]), float(y[place])

    # -- curves ----------------------------------------------------------------------------------------------------

    def _curves(self, kind: Type) -> list[_Curve]:
        """Return gentle curves along which the sea is at least as wide as the letters are high, the best first."""
        needed = 0.85 * kind.size
        found = [curve for angle in ANGLES for curve in self._along(angle, needed)]
        return sorted(found, key=lambda curve: curve.cost)[:8]

    def _along(self, angle: int, needed: float) -> Iterator[_Curve]:
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

        cached: dict[int, list[tuple[float, float, float]]] = self.__dict__.setdefault("_cut", {})
        if angle not in cached:
            rows, columns = np.nonzero(self.raster.free)
            x, y = self.raster.left + columns * STEP, self.raster.top + rows * STEP
            a = angle * pi / 180
            u, v = x * cos(a) + y * sin(a), y * cos(a) - x * sin(a)
            bins = np.floor(u / 2.0).astype(int)
            order = np.lexsort((v, bins))
            bins, v = bins[order], v[order]
            edges = np.flatnonzero(np.diff(bins)) + 1
            cached[angle] = [
                (2.0 * float(b[0]) + 1.0, *_longest(part))
                for b, part in zip(np.split(bins, edges), np.split(v, edges), strict=True) if len(part)
            ]
        return cached[angle]


def _longest(v: Any) -> tuple[float, float]:
    """Return the middle and the length of the longest run of sorted values without a gap."""
    import numpy as np

    cuts = np.flatnonzero(np.diff(v) > 1.2 * STEP) + 1
    first, last = np.concatenate([[0], cuts]), np.concatenate([cuts - 1, [len(v) - 1]])
    spans = v[last] - v[first]
    k = int(np.round(spans, 6).argmax())
    return float(v[first[k]] + v[last[k]]) / 2, float(spans[k])


def _smooth(run: Sequence[tuple[float, float, float]], angle: int) -> _Curve:
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
    return _Curve(points, length, 0.25 * max(0.0, bend - 0.5))


def _letter_boxes(letters: Sequence[Inked], curve: _Curve, starts: Sequence[float], drop: float) -> Any:
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


def _part(curve: _Curve, start: float, length: float) -> list[Point]:
    from mapsheet.paths import Course

    course = Course(curve.points)
    flip = curve.points[0][0] > curve.points[-1][0]
    start = course.length - length - start if flip else start
    return [course.at(start + length * k / 24) for k in range(25)]


def _beyond(first: Point, last: Point, span: float, by: float) -> Point:
    dx, dy = last[0] - first[0], last[1] - first[1]
    length = hypot(dx, dy) or span or 1.0
    return last[0] + dx / length * by, last[1] + dy / length * by
