"""Marks of an answer over a drawn map: tints under the numbers, the rest above, crosses beside the numbers."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from hexmap.draw.gridwork import draw_plated
from hexmap.draw.relief import outline_path
from mapsheet.box import Box, quads_overlap
from mapsheet.marks import Arrow, Bar, Cross, Disc, Line, Outline, Tint, draw_marks
from mapsheet.paths import number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hexmap.draw.view import View
    from hexmap.grid import Hex
    from mapsheet.marks import Mark
    from mapsheet.sheet import Layer

Point = tuple[float, float]
DOWN = (0.0, 1.0)
SLIDE = 0.5  # mm between the places tried for a cross or a disc
TURNS = 24
BESIDE_CODE, MOST_OFF = 0.7, 18  # mm between a code and a line, 40ths of a line that it gives way


def draw_ghost(layer: Layer, view: View, hexes: Sequence[Hex]) -> None:
    """Make hexes pale that only stand round what is told."""
    pale = round(1 - view.style.marks.ghost, 3)
    layer.path(outline_path(view.outlines(hexes)), id="ghost", fill=view.style.paper, fill_opacity=pale)


def draw_overlay(tints: Layer, layer: Layer, view: View, marks: Sequence[Mark], *, codes: Sequence[Box] = ()) -> None:
    """Draw marks given in mm of the whole sheet: tints on one layer, all others on another, off the codes of units.

    The numbers that lines and arrows would strike out stand above them.
    """
    dx, dy = shift = _shift(view)
    low = [mark for mark in marks if isinstance(mark, Tint)]
    settled = _settled(view, marks, shift, [box.moved(-dx, -dy) for box in codes])
    high = [mark for mark in settled if not isinstance(mark, Tint)]
    struck = find_struck(view, high, shift)
    under = [mark for mark in high if isinstance(mark, Line | Arrow | Outline)]
    for place, some in ((tints, low), (layer, under)):
        if some:
            draw_marks(place.group(transform=f"translate({number(dx)} {number(dy)})"), view.style, some)
    if struck:
        draw_plated(layer, view, struck)
    if above := [mark for mark in high if mark not in under]:
        draw_marks(layer.group(transform=f"translate({number(dx)} {number(dy)})"), view.style, above)


def find_struck(view: View, marks: Sequence[Mark], shift: Point) -> list[Hex]:
    """Return the hexes, not those that are ghosted, whose numbers lines or arrows run over."""
    if not view.number_size:
        return []
    lines = [(step, _width(view, mark)) for mark in marks if isinstance(mark, Line | Arrow) for step in pairwise(mark.points)]
    shown = sorted((view.shown & view.clear) - view.unnumbered)
    boxes = {h: view.number_box(h).moved(-shift[0], -shift[1]) for h in shown}
    return [h for h in shown if any(quads_overlap(boxes[h].grown(wide / 2).corners, step) for step, wide in lines)]


def _width(view: View, mark: Line | Arrow) -> float:
    look = getattr(view.style.marks, mark.name)
    width: float = look.width if isinstance(mark, Line) else look.pen.width
    return width


def _shift(view: View) -> Point:
    own, whole = view.layout.origin, view.board.layout.origin
    return own.x - whole.x, own.y - whole.y


def _settled(view: View, marks: Sequence[Mark], shift: Point, codes: Sequence[Box]) -> Iterator[Mark]:
    """Yield the marks so that they hide neither numbers nor codes nor each other where that can be.

    Crosses and bars move along the line that they lie on, the ends of arrows and lines back from codes, discs within their hex.
    """
    line = next((mark for mark in marks if isinstance(mark, Line) and mark.name == "blocked"), None)
    is_blocked, taken = line is not None, list(codes)
    for mark in marks:
        if isinstance(mark, Cross | Bar):
            way = mark.along if isinstance(mark, Bar) else _way(line) if line else DOWN
            mark = mark._replace(at=_clear(view, mark.at, way, shift) if view.number_size else mark.at)
            reach = view.style.marks.cross.reach
            taken.append(Box(*mark.at, *mark.at).grown(reach))
        elif isinstance(mark, Arrow):
            mark = mark._replace(points=_off(_off(mark.points, codes)[::-1], codes)[::-1])
        elif isinstance(mark, Line) and mark.name in ("clear", "blocked"):
            points = _off(mark.points, codes) if mark.name == "clear" else mark.points
            ends = mark.name == "blocked" or not is_blocked
            mark = mark._replace(points=_off(points[::-1], codes)[::-1] if ends else points)
        if not isinstance(mark, Disc):
            yield mark
    for mark in marks:
        if isinstance(mark, Disc):
            mark = mark._replace(at=_roomy(view, mark, shift, taken))
            taken.append(_box_of(view, mark))
            yield mark


def _off(points: tuple[Point, ...], codes: Sequence[Box]) -> tuple[Point, ...]:
    """Return a line whose first point has moved along it out of a code, at most near the middle of its first piece."""
    (ax, ay), (bx, by) = points[0], points[1]
    for box in (box.grown(BESIDE_CODE) for box in codes):
        for share in (k / 40 for k in range(MOST_OFF + 1)):
            x, y = ax + share * (bx - ax), ay + share * (by - ay)
            if not _holds(box, (x, y)):
                points = ((x, y), *points[1:]) if share else points
                break
    return points


def _box_of(view: View, disc: Disc) -> Box:
    look = getattr(view.style.marks, disc.name)
    return Box(*disc.at, *disc.at).grown(look.radius)


def _roomy(view: View, disc: Disc, shift: Point, taken: Sequence[Box]) -> Point:
    """Return the place for a disc nearest to its own, in the same hex, where it hides least."""
    x, y = disc.at[0] + shift[0], disc.at[1] + shift[1]
    h = view.layout.hex_at(x, y)
    if h is None or h not in view.shown:
        return disc.at
    near = [n for n in (h, *view.grid.neighbors(h)) if n in view.shown - view.unnumbered] if view.number_size else []
    boxes = [*(view.number_box(n).moved(-shift[0], -shift[1]) for n in near), *taken]
    radius = _box_of(view, disc).width / 2
    boxes = [box for box in boxes if box.overlaps(Box(*disc.at, *disc.at).grown(radius + view.layout.across_flats))]

    def hidden(at: Point) -> float:
        return round(sum(_covered(box, at, radius) for box in boxes), 3)

    if not hidden(disc.at):
        return disc.at
    some = _rings(disc.at, view.layout.side)
    places = [(x, y) for x, y in some if view.layout.hex_at(x + shift[0], y + shift[1]) == h]
    return min(places, key=lambda place: (hidden(place), round(hypot(place[0] - disc.at[0], place[1] - disc.at[1]), 3)))


def _covered(box: Box, at: Point, radius: float) -> float:
    """Return how deep a disc reaches into a box, 0 where it does not."""
    x, y = min(max(at[0], box.left), box.right), min(max(at[1], box.top), box.bottom)
    return max(0.0, radius - hypot(at[0] - x, at[1] - y))


def _rings(at: Point, most: float) -> Iterator[Point]:
    """Yield places round a point, ring by ring."""
    yield at
    for k in range(1, int(most / SLIDE) + 1):
        for turn in range(TURNS):
            angle = 2 * pi * turn / TURNS
            yield at[0] + k * SLIDE * sin(angle), at[1] + k * SLIDE * cos(angle)


def _clear(view: View, at: Point, way: Point, shift: Point) -> Point:
    """Return the nearest place in the same hex where a cross covers no number, along a way if there is one there."""
    x, y = at[0] + shift[0], at[1] + shift[1]
    h = view.layout.hex_at(x, y)
    if h is None or h not in view.shown:
        return at
    look = view.style.marks.cross
    around = [n for n in (h, *view.grid.neighbors(h)) if n in view.shown - view.unnumbered]
    numbers = [view.number_box(n).grown(look.reach + look.halo.width / 2) for n in around]

    for place in _places((x, y), dict.fromkeys((way, DOWN)), int(view.layout.side / SLIDE)):
        if view.layout.hex_at(*place) == h and not any(_holds(box, place) for box in numbers):
            return place[0] - shift[0], place[1] - shift[1]
    return at


def _places(at: Point, ways: Iterable[Point], count: int) -> Iterator[Point]:
    """Yield places further and further from a point, along one way after the other."""
    for ux, uy in ways:
        for k in range(count):
            for away in (k * SLIDE, -k * SLIDE):
                yield at[0] + away * ux, at[1] + away * uy


def _way(line: Line) -> Point:
    (ax, ay), (bx, by) = line.points[0], line.points[-1]
    length = hypot(bx - ax, by - ay) or 1.0
    return (bx - ax) / length, (by - ay) / length


def _holds(box: Box, at: Point) -> bool:
    return box.left < at[0] < box.right and box.top < at[1] < box.bottom
