"""Names on the map: set straight, along the centres of hexes or along a course, where they cover no number and no other name.

For each name a fixed row of places is tried, nearest to the wished one first; the first of least cost is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, degrees, hypot, pi
from typing import TYPE_CHECKING, NamedTuple

from hexmap.groundcover import Obstacles
from hexmap.terrainlook import look_name, water_kind
from mapsheet.box import Box, Quad, around, union
from mapsheet.paths import Course, flatten, length, offset
from mapsheet.text import SMALLEST, Inked, Lettering, along, inked, measure, outline

if TYPE_CHECKING:
    from hexmap.board import Label
    from hexmap.courses import Ribbon
    from hexmap.view import View
    from mapsheet.sheet import Layer
    from mapsheet.style import Type

Point = tuple[float, float]
FORBIDDEN = 1000.0
ON_NUMBER = 40.0
ON_NAME = 200.0
ON_LINE = 0.7
BENT = 2.5  # for each radian that a name turns
CLEAR = 0.45  # mm between a name and a number or another name
KINDS = {"place": "place", "minor": "minor", "water": "water", "tract": "tract", "height": "hill"}


class Curve:
    """What words are set on: a point or a line, with the lines beside it that have been asked for; told apart by identity."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = tuple(points)
        self._beside: dict[float, Course] = {}

    def beside(self, away: float) -> Course:
        """Return the line that runs to the right, moved to its left by a distance."""
        if away not in self._beside:
            self._beside[away] = Course(offset(_upright(self.points), away))
        return self._beside[away]

    def moved(self, shift: Point) -> Curve:
        """Return the same curve elsewhere."""
        dx, dy = shift
        return Curve([(x + dx, y + dy) for x, y in self.points])


class Setting(NamedTuple):
    """One way to set words: with its middle on a point, along a curve, or letter by letter at fixed steps to the right."""

    curve: Curve
    shift: Point = (0.0, 0.0)
    offset: float = 0.0
    tracking: float = 0.0
    place: float = 0.5  # of the curve's length where the middle of the words stands
    pitch: float = 0.0  # mm from letter to letter


Ways = Callable[[bool], Iterator[tuple[float, "Setting"]]]
"""Yields the ways that words could be set with the cost of each; closer together where the first of them all meet numbers."""


class Wish(NamedTuple):
    """A name to be set: words, type, the ways it could be set, and whether it belongs on water."""

    words: str
    kind: Type
    ways: Ways
    wet: bool = False
    inside: bool = False  # set in the water itself, where its shores are no hindrance


class Name(NamedTuple):
    """A name in its place; a cost of ON_NUMBER or more says that it covers something."""

    lettering: Lettering
    kind: Type
    cost: float


class Surroundings(NamedTuple):
    """What names meet: courses that have names, points of lines that they rather keep off, boxes that they must keep off."""

    ribbons: Sequence[Ribbon] = ()
    lines: Sequence[Point] = ()
    boxes: Sequence[Box] = ()


def place_names(view: View, around_them: Surroundings) -> list[Name]:
    """Return all names in their places, those with least choice first; one that fits nowhere on the map is left out."""
    table = _Table(view, around_them)
    names = []
    for wish in [*_water_wishes(view, around_them.ribbons), *_label_wishes(view)]:
        found = _best(table, wish)
        if found is not None:
            names.append(found)
            table.take(found.lettering.glyphs)
    return names


def draw_names(layer: Layer, names: Sequence[Name]) -> None:
    """Draw the names over their halos."""
    for name in names:
        kind = name.kind
        halo = None if kind.halo == "none" else kind.halo
        # a halo must not eat into a number or another name
        layer.lettering(name.lettering, kind.colour, halo=halo, halo_width=min(kind.halo_width, CLEAR))


def boxes_of(names: Sequence[Name]) -> list[Box]:
    """Return a box round each letter, with its halo."""
    return [around(quad).grown(0.35) for name in names for quad in name.lettering.glyphs]


# -- what is in the way -------------------------------------------------------------------------------------------


class _Table:
    """What names must keep clear of and what they would rather not lie on."""

    def __init__(self, view: View, around_it: Surroundings) -> None:
        self.view = view
        self.lines = Obstacles([Box(x - 0.4, y - 0.4, x + 0.4, y + 0.4) for x, y in around_it.lines])
        self.numbers = Obstacles([view.number_box(h).grown(CLEAR) for h in view.hexes] if view.number_size else [])
        self.taken = Obstacles(around_it.boxes)
        self.inner = {h for h in view.hexes if all(view.grid.step(h, d) in view.shown for d in range(6))}
        self._soft = {t.name: _dislike(view, t.name) for t in view.board.terrains}

    def take(self, quads: Sequence[Quad]) -> None:
        """Keep later names off these letters."""
        for quad in quads:
            self.taken.add(around(quad).grown(CLEAR))

    def cost(self, quads: Iterable[Quad], wish: Wish, most: float) -> float:
        """Return what it costs to set letters there; anything of at least `most` may be cut short."""
        total, seen = 0.0, []
        for quad in quads:
            box = around(quad)
            total += self._meets(box) + self._ground(quad, box, wish)
            if total >= most:
                return total
            seen.append(quad)
        return total + BENT * _bend(seen)

    def _meets(self, box: Box) -> float:
        return (ON_NUMBER if self.numbers.hit(box) else 0.0) + (ON_NAME if self.taken.hit(box) else 0.0)

    def _ground(self, quad: Quad, box: Box, wish: Wish) -> float:
        at = self.view.layout.hex_at
        h = at(*box.centre)
        if h not in self.view.shown or h is None:
            return FORBIDDEN
        if h not in self.inner:
            for corner in quad:
                if at(*corner) not in self.view.shown:
                    return FORBIDDEN
        crossed = ON_LINE if not wish.inside and self.lines.hit(box) else 0.0
        return crossed if wish.wet else crossed + self._soft[self.view.terrain(h).name]


def _bend(quads: Sequence[Quad]) -> float:
    """Return by how many radians the letters turn from the first to the last, and back again."""
    angles = [atan2(q[1][1] - q[0][1], q[1][0] - q[0][0]) for q in quads]
    turns = [abs((b - a + pi) % (2 * pi) - pi) for a, b in pairwise(angles)]
    return sum(turns)


def _dislike(view: View, name: str) -> float:
    terrain = next(t for t in view.board.terrains if t.name == name)
    if water_kind(terrain):
        return 3.0
    return 0.0 if look_name(terrain, view.style) == "clear" else 1.6


def _best(table: _Table, wish: Wish) -> Name | None:
    best = _tried(table, wish, wish.ways(False), None)
    if best is None or best[0] >= ON_NUMBER:
        best = _tried(table, wish, wish.ways(True), best)
    if best is None or best[0] >= FORBIDDEN:
        return None
    return Name(_set(wish.words, wish.kind, best[1]), wish.kind, best[0])


Best = tuple[float, Setting] | None


def _tried(table: _Table, wish: Wish, ways: Iterator[tuple[float, Setting]], best: Best) -> Best:
    """Return the way of least cost, the first of equal ones."""
    for cost, setting in sorted(ways, key=lambda way: way[0]):
        if best is not None and cost >= best[0]:
            break
        quads = _quads(wish.words, wish.kind, setting)
        most = best[0] - cost if best else 10 * FORBIDDEN
        total = cost + table.cost(quads, wish, most)
        if best is None or total < best[0]:
            best = (total, setting)
    return best


# -- setting ------------------------------------------------------------------------------------------------------


def _set(words: str, kind: Type, setting: Setting) -> Lettering:
    """Return the words as they are drawn."""
    curve = setting.curve.moved(setting.shift)
    if setting.pitch:
        return _spread(words, kind, curve.points, setting)
    if len(curve.points) == 1:
        return outline(words, kind.face, kind.size, at=curve.points[0], anchor="middle", tracking=setting.tracking)
    part = _part(curve.beside(setting.offset), setting.place, _room(words, kind, setting.tracking))
    return along(words, kind.face, kind.size, curve=part, tracking=setting.tracking)


@lru_cache(maxsize=256)
def _room(words: str, kind: Type, tracking: float) -> float:
    return measure(words, kind.face, kind.size, tracking=tracking).width


def _spread(words: str, kind: Type, curve: Sequence[Point], setting: Setting) -> Lettering:
    """Return words set letter by letter, each upright to the curve above its own place."""
    letters = []
    for character, (x, y), turn in _steps(words, curve, setting):
        if character != " ":
            letters.append(outline(character, kind.face, kind.size, at=(x, y), anchor="middle", turn=turn))
    return Lettering(
        "".join(letter.d for letter in letters), union([letter.box for letter in letters]), words,
        tuple(quad for letter in letters for quad in letter.glyphs),
    )


def _steps(words: str, curve: Sequence[Point], setting: Setting) -> Iterator[tuple[str, Point, float]]:
    first = setting.place - setting.pitch * (len(words) - 1) / 2
    for k, character in enumerate(words):
        x = first + k * setting.pitch
        y, slope = _height(curve, x)
        yield character, (x, y - setting.offset), degrees(atan2(slope, 1.0))


def _height(curve: Sequence[Point], x: float) -> tuple[float, float]:
    """Return the height and the slope of a curve that runs to the right, at a place across it."""
    k = next((k for k in range(1, len(curve)) if x <= curve[k][0]), len(curve) - 1)
    (ax, ay), (bx, by) = curve[k - 1], curve[k]
    slope = (by - ay) / (bx - ax)
    return ay + slope * (x - ax), slope


def _quads(words: str, kind: Type, setting: Setting) -> Iterable[Quad]:
    """Return the corners of the letters, as `_set` draws them, without drawing."""
    if len(setting.curve.points) > 1 and not setting.pitch and setting.shift == (0.0, 0.0):
        return _along_quads(words, kind, setting)
    dx, dy = setting.shift
    plain = _plain_quads(words, kind, setting._replace(shift=(0.0, 0.0)))
    return (tuple((x + dx, y + dy) for x, y in quad) for quad in plain)  # type: ignore[misc]


@lru_cache(maxsize=64)
def _plain_quads(words: str, kind: Type, setting: Setting) -> list[Quad]:
    points = setting.curve.points
    if setting.pitch:
        return list(_spread(words, kind, points, setting).glyphs)
    if len(points) > 1:
        return list(_along_quads(words, kind, setting))
    (x, y), room = points[0], _room(words, kind, setting.tracking)
    return [letter.box.moved(x - room / 2 + letter.start, y).corners for letter in _letters(words, kind, setting.tracking)]


def _along_quads(words: str, kind: Type, setting: Setting) -> Iterator[Quad]:
    """Yield the letters set along a curve one by one: most places fail at one of the first."""
    course = setting.curve.beside(setting.offset)
    start = setting.place * course.length - _room(words, kind, setting.tracking) / 2
    for letter in _letters(words, kind, setting.tracking):
        half = (letter.end - letter.start) / 2
        yield _turned(course, letter.box, start + letter.start + half, half, kind.size)


@lru_cache(maxsize=256)
def _letters(words: str, kind: Type, tracking: float) -> tuple[Inked, ...]:
    return inked(words, kind.face, kind.size, tracking=tracking)


def _turned(course: Course, box: Box, middle: float, half: float, size: float) -> Quad:
    reach = max(half, size / 5)
    (x0, y0), (x1, y1), (x, y) = course.at(middle - reach), course.at(middle + reach), course.at(middle)
    span = hypot(x1 - x0, y1 - y0) or 1.0
    ux, uy = (x1 - x0) / span, (y1 - y0) / span
    ox, oy = x - half * ux, y - half * uy
    a, b, c, d = ((ox + px * ux - py * uy, oy + px * uy + py * ux) for px, py in box.corners)
    return a, b, c, d


def _upright(curve: Sequence[Point]) -> Sequence[Point]:
    (x0, y0), (x1, y1) = curve[0], curve[-1]
    return curve[::-1] if x1 < x0 or (x1 == x0 and y1 > y0) else curve


def _part(course: Course, place: float, room: float) -> list[Point]:
    """Return the stretch of a course whose middle is at a place of it, as long as `room`."""
    start, end = place * course.length - room / 2, place * course.length + room / 2
    walked, inner = 0.0, []
    for a, b in pairwise(course.points):
        walked += hypot(b[0] - a[0], b[1] - a[1])
        if start < walked < end:
            inner.append(b)
    return [course.at(start), *inner, course.at(end)]


# -- wishes -------------------------------------------------------------------------------------------------------


def _label_wishes(view: View) -> Iterator[Wish]:
    order = {"tract": 0, "water": 1, "height": 2, "place": 3, "minor": 4}
    labels = [label for label in view.board.art.labels if any(h in view.shown for h in label.at)]
    for label in sorted(labels, key=lambda label: order.get(label.kind, 3)):
        kind = _type(view, label)
        words = label.text.upper() if label.kind == "tract" else label.text
        ways = _curved_ways if len(label.at) > 1 else _straight_ways
        yield Wish(words, kind, ways(view, label, words, kind), wet=label.kind == "water")


def _type(view: View, label: Label) -> Type:
    kind = view.style.lettering[KINDS.get(label.kind, "place")]
    size = max(SMALLEST, label.size or kind.size)
    ground = view.tint(view.level(label.at[0]))
    return kind._replace(size=type(kind.size)(size), halo=kind.halo if kind.halo == "none" else ground)


_AROUND = sorted(((dx * dx + 1.4 * dy * dy) ** 0.5, dx, dy) for dx in range(-14, 15, 2) for dy in range(-10, 11))
FINE_TRACKING = (0.0, 0.05, 0.1, 0.15, 0.2, -0.05)
FINE_LIFTS = (0.0, 0.6, 1.2, 1.8, 2.4, 3.2, 4.0)
STEP = 1 / 14  # of a hex, between the places tried


def _straight_ways(view: View, label: Label, words: str, kind: Type) -> Ways:
    del words
    centre = view.layout.centre(label.at[0])
    at = Curve([(centre.x + label.shift[0], centre.y + label.shift[1] + 0.34 * kind.size)])
    unit = view.layout.across_flats * STEP

    def ways(fine: bool) -> Iterator[tuple[float, Setting]]:
        for tighter in (0.0, 0.06, 0.12) if fine else (0.0,):
            for away, dx, dy in _AROUND:
                tracking = max(0.0, kind.tracking - tighter)
                yield 0.15 * away + 4 * tighter, Setting(at, (dx * unit, dy * unit), tracking=tracking)

    return ways


def _curved_ways(view: View, label: Label, words: str, kind: Type) -> Ways:
    points = [view.layout.centre(h) for h in label.at]
    moved = [(p.x + label.shift[0], p.y + label.shift[1]) for p in points]
    curve = Curve(flatten(moved, step=2.0) if len(moved) > 2 else moved)
    unit = view.layout.across_flats * STEP
    lift = -0.33 * kind.size
    room = measure(words, kind.face, kind.size).width
    filling = max(0.0, min(1.2, (0.92 * length(curve.points) - room) / max(1, len(words) - 1) / kind.size))
    if label.kind != "tract":
        filling = min(filling, kind.tracking + 0.1)

    def ways(fine: bool) -> Iterator[tuple[float, Setting]]:
        pitched = _pitched(view, words, kind, curve)
        for away, dx, dy in _AROUND:
            if pitched and dx == 0:
                yield 0.15 * away, pitched._replace(shift=(0.0, dy * unit))
            for k in (0, 1, -1, 2, -2, 3, -3, 4, -4) if fine else (0, 1, -1):
                spread = Setting(curve, (dx * unit, dy * unit), lift, filling * (1 + 0.08 * k))
                yield 0.15 * away + 0.15 * abs(k) + (1.0 if pitched else 0.0), spread

    return ways


def _pitched(view: View, words: str, kind: Type, curve: Curve) -> Setting | None:
    """Return the setting with one letter between every two columns of a flat grid, where a letter meets no number."""
    pitch, points = 3 * view.layout.unit_x, curve.points
    run = [b[0] - a[0] for a, b in pairwise(points)]
    if not view.grid.is_flat or min(run) <= 0 or pitch < 1.15 * kind.size:
        return None
    if not 0.6 < pitch * len(words) / (points[-1][0] - points[0][0]) < 1.7:
        return None
    wished = (points[0][0] + points[-1][0]) / 2
    first = view.layout.origin.x + 2 * view.layout.unit_x + pitch / 2
    half = pitch / 2 if len(words) % 2 == 0 else 0.0
    steps = round((wished - first - half) / pitch)
    return Setting(curve, place=first + half + steps * pitch, pitch=pitch, offset=-0.33 * kind.size)


def _water_wishes(view: View, ribbons: Sequence[Ribbon]) -> Iterator[Wish]:
    for ribbon in ribbons:
        name = ribbon.thread.name
        if not name or not any(h in view.shown for h in ribbon.thread.through):
            continue
        widest = max(ribbon.thread.width)
        inside = widest >= 1.25 * view.style.lettering["water"].size
        kind = view.style.lettering["water" if widest > 3 * view.scale else "stream"]
        kind = kind._replace(size=type(kind.size)(max(SMALLEST, kind.size)))
        if ribbon.thread.kind == "dry":
            kind, inside = view.style.lettering["minor"], False
        if inside:
            kind = kind._replace(halo=view.style.water.fill.colour, halo_width=type(kind.halo_width)(0.35))
        yield Wish(name, kind, _course_ways(ribbon, kind, inside=inside), wet=True, inside=inside)


def _course_ways(ribbon: Ribbon, kind: Type, *, inside: bool) -> Ways:
    curve = Curve([(p.x, p.y) for p in ribbon.line])
    gentle = Curve(flatten(_gentle(curve.points), step=2.0))
    beside = max(ribbon.thread.width) / 2 + 1.0

    def ways(fine: bool) -> Iterator[tuple[float, Setting]]:
        count, widened, lifted = (81, FINE_TRACKING, FINE_LIFTS) if fine else (45, (0.0, 0.1), (0.0, 1.2, 2.4))
        for k in range(count):
            # from the middle outwards, left and right by turns
            place = 0.5 + (0.4 / count * (k + 1 if k % 2 else -k))
            away = abs(place - 0.5)
            for wider in widened:
                more, tracking = 10 * abs(wider), max(0.0, kind.tracking + wider)
                if inside:
                    yield away + 0.1 * more, Setting(curve, offset=-0.3 * kind.size, place=place, tracking=tracking)
                    continue
                for extra in lifted:
                    cost = away + 0.1 * more + 0.25 * extra
                    yield cost, Setting(gentle, offset=beside + extra, place=place, tracking=tracking)
                    below = -beside - extra - 0.7 * kind.size
                    yield cost + 0.1, Setting(gentle, offset=below, place=place, tracking=tracking)

    return ways


def _gentle(curve: tuple[Point, ...]) -> list[Point]:
    """Return few points along a curve, so that a name beside it follows the run and not each bend."""
    course = Course(curve)
    count = max(2, round(course.length / 22))
    return [course.at(course.length * k / count) for k in range(count + 1)]

