"""Names on the map: set straight, along the centres of hexes or along a course, where they cover no number and no other name.

For each name a fixed row of places is tried, nearest to the wished one first; the first of least cost is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import cos, hypot, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.box import Box, Quad, around, quads_overlap
from mapsheet.paths import flatten, length
from mapsheet.text import SMALLEST, along, measure, outline

from hexmap.cover import Obstacles
from hexmap.terrainlook import look_name, water_kind

if TYPE_CHECKING:
    from mapsheet.sheet import Layer
    from mapsheet.style import Type
    from mapsheet.text import Lettering

    from hexmap.board import Label
    from hexmap.courses import Ribbon
    from hexmap.view import View

Point = tuple[float, float]
FORBIDDEN = 1000.0
CLEAR = 0.5  # mm between a name and a number or another name
KINDS = {"place": "place", "minor": "minor", "water": "water", "tract": "tract", "height": "hill"}


class Wish(NamedTuple):
    """A name to be set: words, type, the ways it could be set with the cost of each, and what it may lie on."""

    words: str
    kind: Type
    ways: Callable[[], Iterator[tuple[float, Setting]]]
    wet: bool = False
    steady: bool = False  # set where it is wished, whatever it meets


class Setting(NamedTuple):
    """One way to set words: on a straight line turned about its middle, or along a curve; moved by (dx, dy)."""

    curve: tuple[Point, ...]
    shift: Point = (0.0, 0.0)
    offset: float = 0.0
    tracking: float | None = None
    place: float = 0.5  # of the curve's length where the middle of the words stands


class Name(NamedTuple):
    """A name in its place."""

    lettering: Lettering
    kind: Type
    cost: float


def place_names(view: View, ribbons: Sequence[Ribbon]) -> list[Name]:
    """Return all names in their places: first those of the wishes that leave least choice."""
    table = _Table(view)
    names = []
    for wish in [*_water_wishes(view, ribbons), *_label_wishes(view)]:
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
        layer.lettering(name.lettering, kind.colour, halo=halo, halo_width=kind.halo_width)


# -- what is in the way -------------------------------------------------------------------------------------------


class _Table:
    """What names must keep clear of and what they would rather not lie on."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.numbers = Obstacles([view.number_box(h).grown(CLEAR) for h in view.hexes] if view.number_size else [])
        self.taken: list[Quad] = []
        self._soft = {t.name: _dislike(view, t.name) for t in view.board.terrains}

    def take(self, quads: Sequence[Quad]) -> None:
        self.taken += quads

    def cost(self, quads: Sequence[Quad], wet: bool, most: float) -> float:
        """Return what it costs to set letters there; anything of at least `most` may be cut short."""
        total = 0.0
        for quad in quads:
            total += self._meets(quad)
            if total >= most:
                return total
        levels = set()
        for quad in quads:
            x = sum(p[0] for p in quad) / 4
            y = sum(p[1] for p in quad) / 4
            h = self.view.layout.hex_at(x, y)
            if h is None or h not in self.view.shown:
                return FORBIDDEN
            if not wet:
                total += self._soft[self.view.terrain(h).name]
            levels.add(self.view.level(h))
        return total + 0.8 * (len(levels) - 1)

    def _meets(self, quad: Quad) -> float:
        box = around(quad)
        total = 0.0
        if self.numbers.hit(box):
            total += 40.0
        if any(quads_overlap(quad, other) for other in self.taken if box.grown(CLEAR).overlaps(around(other))):
            total += 200.0
        if not all(self._inside(corner) for corner in quad):
            total += FORBIDDEN
        return total

    def _inside(self, corner: Point) -> bool:
        h = self.view.layout.hex_at(*corner)
        return h is not None and h in self.view.shown


def _dislike(view: View, name: str) -> float:
    terrain = next(t for t in view.board.terrains if t.name == name)
    if water_kind(terrain):
        return 3.0
    return 0.0 if look_name(terrain, view.style) == "clear" else 1.6


def _best(table: _Table, wish: Wish) -> Name | None:
    best: tuple[float, Setting] | None = None
    cache: dict[Setting, tuple[Quad, ...]] = {}
    for cost, setting in wish.ways():
        if best is not None and cost >= best[0]:
            continue
        plain = setting._replace(shift=(0.0, 0.0))
        if plain not in cache:
            cache[plain] = _set(wish, plain).glyphs
        dx, dy = setting.shift
        quads = [tuple((x + dx, y + dy) for x, y in quad) for quad in cache[plain]]
        most = best[0] - cost if best else 10 * FORBIDDEN
        total = cost + table.cost(quads, wish.wet, most)  # type: ignore[arg-type]
        if best is None or total < best[0]:
            best = (total, setting)
        if best[0] <= cost:
            break
    if best is None or (best[0] >= FORBIDDEN and not wish.steady):
        return None
    return Name(_set(wish, best[1]), wish.kind, best[0])


def _set(wish: Wish, setting: Setting) -> Lettering:
    kind = wish.kind
    dx, dy = setting.shift
    tracking = kind.tracking if setting.tracking is None else setting.tracking
    curve = [(x + dx, y + dy) for x, y in setting.curve]
    if len(curve) == 1:
        return outline(wish.words, kind.face, kind.size, at=curve[0], anchor="middle", tracking=tracking)
    if setting.place != 0.5:
        curve = _part(curve, setting.place, measure(wish.words, kind.face, kind.size, tracking=tracking).width)
    return along(wish.words, kind.face, kind.size, curve=curve, tracking=tracking, offset=setting.offset)


def _part(curve: Sequence[Point], place: float, room: float) -> list[Point]:
    """Return the stretch of a curve around a place, a little longer than `room`."""
    whole = length(curve)
    start, end = place * whole - 0.55 * room, place * whole + 0.55 * room
    kept, walked = [], 0.0
    for (ax, ay), (bx, by) in zip(curve, curve[1:], strict=False):
        step = hypot(bx - ax, by - ay)
        if walked + step >= start and walked <= end:
            kept += [(ax, ay), (bx, by)] if not kept else [(bx, by)]
        walked += step
    return kept if len(kept) > 1 else list(curve)


# -- wishes -------------------------------------------------------------------------------------------------------


def _label_wishes(view: View) -> Iterator[Wish]:
    order = {"tract": 0, "water": 1, "height": 2, "place": 3, "minor": 4}
    labels = [label for label in view.board.art.labels if any(h in view.shown for h in label.at)]
    for label in sorted(labels, key=lambda label: order.get(label.kind, 3)):
        kind = _type(view, label)
        words = label.text.upper() if label.kind == "tract" else label.text
        if len(label.at) > 1:
            yield Wish(words, kind, _curved_ways(view, label, words, kind), wet=label.kind == "water")
        else:
            yield Wish(words, kind, _straight_ways(view, label, kind), wet=label.kind == "water")


def _type(view: View, label: Label) -> Type:
    kind = view.style.lettering[KINDS.get(label.kind, "place")]
    size = max(SMALLEST, label.size or kind.size)
    ground = view.tint(view.level(label.at[0]))
    return kind._replace(size=type(kind.size)(size), halo=kind.halo if kind.halo == "none" else ground)


def _straight_ways(view: View, label: Label, kind: Type) -> Callable[[], Iterator[tuple[float, Setting]]]:
    centre = view.layout.centre(label.at[0])
    x, y = centre.x + label.shift[0], centre.y + label.shift[1] + 0.34 * kind.size

    def ways() -> Iterator[tuple[float, Setting]]:
        unit = view.layout.across_flats / NATURAL_STEPS
        for away, dx, dy in _AROUND:
            yield 0.12 * away, Setting(((x, y),), (dx * unit, dy * unit))

    return ways


NATURAL_STEPS = 12.0
_AROUND = sorted(((dx * dx + 1.3 * dy * dy) ** 0.5, dx, dy) for dx in range(-16, 17, 2) for dy in range(-13, 14))


def _curved_ways(view: View, label: Label, words: str, kind: Type) -> Callable[[], Iterator[tuple[float, Setting]]]:
    points = [view.layout.centre(h) for h in label.at]
    moved = [(p.x + label.shift[0], p.y + label.shift[1]) for p in points]
    curve = tuple(flatten(moved, step=2.0)) if len(moved) > 2 else tuple(moved)

    def ways() -> Iterator[tuple[float, Setting]]:
        unit = view.layout.across_flats / NATURAL_STEPS
        room = length(curve)
        letters = max(1, len(words) - 1)
        tight = measure(words, kind.face, kind.size).width
        filling = max(0.0, min(1.6, (0.92 * room - tight) / letters / kind.size))
        for away, dx, dy in _AROUND:
            for k in (0, 1, -1, 2, -2):
                tracking = filling * (1 + 0.06 * k)
                yield 0.12 * away + 0.15 * abs(k), Setting(curve, (dx * unit, dy * unit), -0.33 * kind.size, tracking)

    return ways


def _water_wishes(view: View, ribbons: Sequence[Ribbon]) -> Iterator[Wish]:
    for ribbon in ribbons:
        name = ribbon.thread.name
        if not name or not any(h in view.shown for h in ribbon.thread.through):
            continue
        widest = max(ribbon.thread.width)
        inside = widest >= 1.25 * view.style.lettering["water"].size
        kind = view.style.lettering["water" if widest > 3 * view.scale else "stream"]
        kind = kind._replace(size=type(kind.size)(max(SMALLEST, kind.size)))
        if inside:
            kind = kind._replace(halo=view.style.water.fill.colour, halo_width=type(kind.halo_width)(0.35))
        yield Wish(name, kind, _course_ways(ribbon, kind, inside=inside), wet=True)


def _course_ways(ribbon: Ribbon, kind: Type, *, inside: bool) -> Callable[[], Iterator[tuple[float, Setting]]]:
    curve = tuple((p.x, p.y) for p in ribbon.line)
    beside = max(ribbon.thread.width) / 2 + 0.9

    def ways() -> Iterator[tuple[float, Setting]]:
        for k in range(41):
            # from the middle outwards, left and right by turns
            place = 0.5 + (0.01 * (k + 1 if k % 2 else -k))
            away = 2 * abs(place - 0.5)
            if inside:
                for lift in (-0.33, -0.27, -0.4):
                    yield away, Setting(curve, offset=lift * kind.size, place=place)
            for extra in (0.0, 0.8, 1.6):
                yield 1.5 * inside + away + 0.2 * extra, Setting(curve, offset=beside + extra, place=place)
                yield 1.6 * inside + away + 0.2 * extra + 0.1, Setting(curve, offset=-beside - extra - 0.72 * kind.size, place=place)

    return ways


def turned_box(centre: Point, size: tuple[float, float], turn: float) -> Quad:
    """Return the corners of a box turned clockwise by degrees about its centre."""
    ux, uy = cos(radians(turn)), sin(radians(turn))
    half, deep = size[0] / 2, size[1] / 2
    a, b, c, d = ((centre[0] + sx * half * ux - sy * deep * uy, centre[1] + sx * half * uy + sy * deep * ux)
                  for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    return a, b, c, d


def boxes_of(names: Sequence[Name]) -> list[Box]:
    """Return a box round each letter, with its halo."""
    return [around(quad).grown(0.35) for name in names for quad in name.lettering.glyphs]
