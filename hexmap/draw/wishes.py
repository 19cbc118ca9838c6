"""Which names a map wishes to have set, and the ways in which each could be: the nearest to the wish cost least."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from hexmap.draw.lettercurves import Curve, Point, Setting
from mapsheet.paths import Course, flatten, length
from mapsheet.text import SMALLEST, advance

if TYPE_CHECKING:
    from hexmap.board import Label
    from hexmap.draw.courses import Ribbon
    from hexmap.draw.view import View
    from mapsheet.style import Type

KINDS = {"place": "place", "minor": "minor", "water": "water", "tract": "tract", "height": "hill"}

Ways = Callable[[bool], Iterator[tuple[float, Setting]]]
"""Yields the ways that words could be set with the cost of each; closer together where the first of them all meet numbers."""


class Wish(NamedTuple):
    """A name to be set: words, type, the ways it could be set, and whether it belongs on water."""

    words: str
    kind: Type
    ways: Ways
    wet: bool = False
    inside: bool = False  # set in the water itself


def label_wishes(view: View) -> Iterator[Wish]:
    """Yield the map's labels, tracts first, as they have least choice."""
    order = {"tract": 0, "water": 1, "height": 2, "place": 3, "minor": 4}
    labels = [label for label in view.board.art.labels if any(h in view.clear for h in label.at)]
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


_AROUND = sorted(((dx * dx + 1.4 * dy * dy) ** 0.5, dx, dy) for dx in range(-16, 17, 2) for dy in range(-14, 15))
FINE_TRACKING = (0.0, 0.05, 0.1, 0.15, 0.2)
FINE_LIFTS = (0.0, 0.6, 1.2, 1.8, 2.4, 3.2)
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
    room = advance(words, kind.face, kind.size)
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


def water_wishes(view: View, ribbons: Sequence[Ribbon]) -> Iterator[Wish]:
    """Yield the names of courses, set in the water where it is wide enough, else beside it."""
    for ribbon in ribbons:
        name = ribbon.thread.name
        if not name or not any(h in view.clear for h in ribbon.thread.through):
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
