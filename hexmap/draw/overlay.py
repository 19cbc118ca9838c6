"""Marks of an answer over a drawn map: tints under the numbers, the rest above, crosses beside the numbers."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from hexmap.draw.relief import outline_path
from mapsheet.box import Box
from mapsheet.marks import Cross, Line, Tint, draw_marks
from mapsheet.paths import number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hexmap.draw.view import View
    from hexmap.grid import Hex
    from mapsheet.marks import Mark
    from mapsheet.sheet import Layer

Point = tuple[float, float]
DOWN = (0.0, 1.0)
SLIDE = 0.5  # mm between the places tried for a cross


def draw_ghost(layer: Layer, view: View, hexes: Sequence[Hex]) -> None:
    """Make hexes pale that only stand round what is told."""
    pale = round(1 - view.style.marks.ghost, 3)
    layer.path(outline_path(view.outlines(hexes)), id="ghost", fill=view.style.paper, fill_opacity=pale)


def draw_overlay(tints: Layer, layer: Layer, view: View, marks: Sequence[Mark]) -> None:
    """Draw marks given in mm of the whole sheet: tints on one layer, all others on another."""
    dx, dy = shift = _shift(view)
    low = [mark for mark in marks if isinstance(mark, Tint)]
    high = [mark for mark in _beside_numbers(view, marks, shift) if not isinstance(mark, Tint)]
    for place, some in ((tints, low), (layer, high)):
        if some:
            draw_marks(place.group(transform=f"translate({number(dx)} {number(dy)})"), view.style, some)


def _shift(view: View) -> Point:
    own, whole = view.layout.origin, view.board.layout.origin
    return own.x - whole.x, own.y - whole.y


def _beside_numbers(view: View, marks: Sequence[Mark], shift: Point) -> Iterator[Mark]:
    """Yield the marks, crosses moved along the line that they cross so far that they cover no number."""
    line = next((mark for mark in marks if isinstance(mark, Line) and mark.name == "blocked"), None)
    for mark in marks:
        yield Cross(_clear(view, mark.at, line, shift)) if isinstance(mark, Cross) and view.number_size else mark


def _clear(view: View, at: Point, line: Line | None, shift: Point) -> Point:
    """Return the nearest place in the same hex where a cross covers no number, along a line if there is one there."""
    x, y = at[0] + shift[0], at[1] + shift[1]
    h = view.layout.hex_at(x, y)
    if h is None or h not in view.shown:
        return at
    look = view.style.marks.cross
    around = [n for n in (h, *view.grid.neighbors(h)) if n in view.shown]
    numbers = [view.number_box(n).grown(look.reach + look.halo.width / 2) for n in around]

    for place in _places((x, y), [_way(line), DOWN] if line else [DOWN], int(view.layout.side / SLIDE)):
        if view.layout.hex_at(*place) == h and not any(_holds(box, place) for box in numbers):
            return place[0] - shift[0], place[1] - shift[1]
    return at


def _places(at: Point, ways: Sequence[Point], count: int) -> Iterator[Point]:
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
