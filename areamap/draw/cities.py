"""Cities: their squares, rings and corners, anchors in the seas they open to, and the places of their names."""

from __future__ import annotations

from itertools import product
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from areamap.draw.ground import told
from mapsheet.box import Box, Point
from mapsheet.paths import number
from mapsheet.text import measure
from mapsheet.typeset import write

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from areamap.draw.view import View
    from areamap.spaces import Space
    from mapsheet.sheet import Layer
    from mapsheet.style import Type

CRITICAL, FORTRESS = "critical", "fortress"
ANCHOR = 1.25
"""Half the width of an anchor in mm."""
ABOVE, BELOW = 1.35, 1.35  # of an anchor's middle, in mm
SIDES = (
    (1, 0, 0.0), (-1, 0, 0.5), (1, -1, 0.7), (1, 1, 0.7), (-1, -1, 1.0), (-1, 1, 1.0), (0, -1, 1.2), (0, 1, 1.2),
)
"""Where a name stands beside its square: right or left, up or down, and how much less that is liked."""


GAPS = ((0.45, 0.0), (3.4, 1.8))
"""Mm between a square and its name, and how much less a wide gap is liked."""


class Anchor(NamedTuple):
    """An anchor in a sea: the city and the sea, its middle."""

    city: str
    sea: str
    at: Point

    @property
    def box(self) -> Box:
        """Return the box that it takes."""
        return Box(self.at[0] - ANCHOR, self.at[1] - ABOVE, self.at[0] + ANCHOR, self.at[1] + BELOW)


class Label(NamedTuple):
    """The name of a city in a place: the start of its baseline, its type and the box of its ink, and the ground there."""

    city: str
    words: str
    kind: Type
    at: Point
    box: Box
    cost: float = 0.0
    ground: str = "none"


def reach(view: View, city: Space) -> float:
    """Return how far a city's symbol goes from its middle."""
    look = view.look.city
    half = look.size / 2 + look.pen.width / 2
    if CRITICAL in city.traits:
        return half + look.gap + look.ring.width
    return half + (0.5 if FORTRESS in city.traits else 0.0)


def symbol_box(view: View, city: Space, at: Point) -> Box:
    """Return the box of a city's symbol."""
    r = reach(view, city)
    return Box(at[0] - r, at[1] - r, at[0] + r, at[1] + r)


def draw_city(layer: Layer, view: View, city: Space, at: Point, *, id: str | None = None) -> None:  # noqa: A002
    """Draw a city's square; a fortress has its corners, a critical city a ring."""
    look = view.look.city
    group = layer.group(id, told(view, city))
    half = look.size / 2
    square = Box(at[0] - half, at[1] - half, at[0] + half, at[1] + half)
    if CRITICAL in city.traits:
        group.circle(at, half + look.gap + look.ring.width / 2 + 0.2, fill=look.fill.colour, **look.ring.stroke())
    if FORTRESS in city.traits:
        for x, y in square.corners:
            group.rect(Box(x - 0.55, y - 0.55, x + 0.55, y + 0.55), fill=look.pen.colour)
    group.rect(square, **look.fill.area(), **{**look.pen.stroke(), "stroke_linejoin": "miter"})
    if CRITICAL in city.traits:
        group.rect(square.grown(-0.65), fill=look.pen.colour)


# -- anchors -------------------------------------------------------------------------------------------------------


def find_anchors(view: View) -> list[Anchor]:
    """Return an anchor for each sea that a city opens to, in the water nearest to it, clear of cities and each other."""
    taken = [symbol_box(view, view.board.spaces[id_], at).grown(0.5) for id_, at in view.cities.items()]
    found: list[Anchor] = []
    for id_, at in view.cities.items():
        for sea in view.board.spaces[id_].ports:
            place = _anchorage(view, at, sea, taken) if sea in view.shapes else None
            if place:
                anchor = Anchor(id_, sea, place)
                found.append(anchor)
                taken.append(anchor.box.grown(0.4))
    return found


def _anchorage(view: View, at: Point, sea: str, taken: Sequence[Box]) -> Point | None:
    import shapely

    for room in (0.5, 0.1, -0.8):
        water = view.shapes[sea].buffer(-(ANCHOR + room))
        shapely.prepare(water)
        for distance in (3.4, 4.0, 4.7, 5.5, 6.5, 8.0, 10.0, 12.5):
            places = [_around(at, distance, k) for k in range(32)]
            good = [p for p in places if shapely.contains_xy(water, *p) and _is_clear(view, p, taken)]
            if good:
                return _middle(good)
    return None


def _around(at: Point, distance: float, k: int) -> Point:
    return (at[0] + distance * cos(k * pi / 16), at[1] + distance * sin(k * pi / 16))


def _is_clear(view: View, place: Point, taken: Sequence[Box]) -> bool:
    box = Box(place[0] - ANCHOR, place[1] - ABOVE, place[0] + ANCHOR, place[1] + BELOW)
    return view.frame.grown(-1.0).holds(box) and not any(box.overlaps(other) for other in taken)


def _middle(places: Sequence[Point]) -> Point:
    """Return the place nearest to the middle of all."""
    x = sum(p[0] for p in places) / len(places)
    y = sum(p[1] for p in places) / len(places)
    return min(places, key=lambda p: (round(hypot(p[0] - x, p[1] - y), 6), p))


def draw_anchor(layer: Layer, view: View, anchor: Anchor) -> None:
    """Draw an anchor and the line to its city."""
    city = view.board.spaces[anchor.city]
    x0, y0 = view.cities[anchor.city]
    x, y = anchor.at
    length = hypot(x - x0, y - y0) or 1.0
    start, end = reach(view, city) / length, max(0.0, 1 - (ANCHOR + 0.25) / length)
    colour = view.look.city.anchor
    group = layer.group(f"anchor-{anchor.city.removeprefix('city_')}-{anchor.sea.removeprefix('sea_')}", f"{city.name}: port")
    if end > start:
        group.line([(x0 + (x - x0) * s, y0 + (y - y0) * s) for s in (start, end)], **view.look.city.moor.line())
    group.path(anchor_path(x, y), fill="none", stroke=colour, stroke_width=0.34, stroke_linecap="round", stroke_linejoin="round")


def anchor_path(x: float, y: float) -> str:
    """Return an anchor about its middle: ring, shank, stock and flukes."""
    def n(*values: float) -> str:
        return " ".join(number(v) for v in values)

    ring = f"M{n(x, y - 0.55)}c{n(-0.55, 0, -0.55, -0.65, 0, -0.65)}c{n(0.55, 0, 0.55, 0.65, 0, 0.65)}z"
    shank = f"M{n(x, y - 0.55)}v{number(1.7)}M{n(x - 0.55, y - 0.15)}h{number(1.1)}"
    flukes = f"M{n(x - 1.05, y + 0.3)}c{n(0.1, 0.6, 0.5, 0.85, 1.05, 0.85)}c{n(0.55, 0, 0.95, -0.25, 1.05, -0.85)}"
    return ring + shank + flukes


# -- names ---------------------------------------------------------------------------------------------------------


def label_type(view: View, city: Space) -> Type:
    """Return the type of a city's name."""
    return view.look.lettering["critical" if CRITICAL in city.traits else "city"]


def labels(view: View, city: Space, at: Point) -> Iterator[Label]:
    """Yield the names of a city in its eight places, then further away."""
    kind = label_type(view, city)
    ink = measure(city.name, kind.face, kind.size, tracking=kind.tracking).ink
    r = reach(view, city)
    for (dx, dy, cost), (gap, more) in product(SIDES, GAPS):
        left = at[0] + r + gap if dx > 0 else at[0] - r - gap - ink.width if dx < 0 else at[0] - ink.width / 2
        if dx and dy:
            left -= dx * 0.5 * r
        middle = at[1] + dy * (r + gap * (0.4 if dx else 1.0) + ink.height / 2 * (0.7 if dx else 1.0))
        top = middle - ink.height / 2
        box = Box(left, top, left + ink.width, top + ink.height)
        yield Label(city.id, city.name, kind, (left - ink.left, top - ink.top), box, cost + more)


def costs(view: View, space: Space, found: Iterator[Label], taken: Sequence[Box]) -> list[Label]:
    """Return the places of a name that cover nothing, with what each costs, the best first."""
    import shapely

    own, water = view.shapes[space.id], view.water
    kept = []
    for label in found:
        box = label.box.grown(0.35)
        if view.frame.grown(-0.8).holds(box) and not any(box.overlaps(other) for other in taken):
            area = shapely.box(*box)
            inside, wet = (shapely.intersection(area, shape).area / area.area for shape in (own, water))
            ground = view.tint(space).fill if inside >= wet else view.look.sea.colour
            kept.append(label._replace(cost=label.cost + _abroad(inside, wet), ground=ground))
    return sorted(kept, key=lambda label: label.cost)


def _abroad(inside: float, wet: float) -> float:
    """Return how much is lost by a name that lies partly on water or in another region."""
    other = max(0.0, 1.0 - inside - wet)
    straddles = 9.0 * min(inside, wet)
    return 6.0 * other + straddles + (0.4 if wet > 0.5 else 0.0)


def draw_label(layer: Layer, label: Label) -> Box:
    """Draw the name of a city over a halo that keeps it off coasts and borders."""
    kind = label.kind if label.kind.halo != "none" else label.kind._replace(halo=type(label.kind.halo)(label.ground))
    return write(layer, label.words, kind, label.at)
