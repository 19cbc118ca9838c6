"""The marks of a printer on a page: where to cut, how to join, whether the size is true, and which page it is.

All are black hairlines and small type, drawn on a layer; lengths are mm. They stand on bare paper: the caller gives places
beside the ink.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from mapsheet.box import Box, Point, union
from mapsheet.pages.plan import SAFE
from mapsheet.paths import number
from mapsheet.style import Colour, Em, FaceName, Mm, Pen, Type
from mapsheet.text import SMALLEST, wrapped
from mapsheet.typeset import cap_height, fitted, shortened, width, write

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mapsheet.sheet import Layer, Sheet

INK = Colour("#000000")
HAIRLINE = Pen(Mm(0.15), INK)
GAP = 0.6
"""From ink to the nearest end of a mark."""
LENGTH = 3.0
"""Of a mark that says where to cut."""
RADIUS = 1.1
"""Of the circle of a cross-hair; its arms reach 1.5 times as far."""
RULER_HEIGHT = 3.2
EDGE = 9.0
"""White round a page that is read, not cut."""
RULERS = ((100, 4), (50, 2), (20, 1))
"""Millimetres above, inches below, by the room there is."""
BOLD = Type(FaceName("sans-bold"), Em(4.2), INK)
PLAIN = Type(FaceName("sans"), Em(2.8), INK)
SMALL = Type(FaceName("sans"), Em(1.85), INK)
LEADING = 1.12
TALLEST = 7.0
TOLD = 40.0
"""Millimetres that words beside a page's name want."""


def _pen() -> dict[str, Any]:
    return {**HAIRLINE.line(), "stroke_linecap": "butt"}


def cut_marks(layer: Layer, ink: Box, *, xs: Iterable[float] = (), ys: Iterable[float] = (), length: float = LENGTH) -> None:
    """Draw short lines outside a box of ink that point along cuts: upright ones at each x, level ones at each y."""
    away, far = number(-length), number(length)
    above, below = number(ink.top - GAP), number(ink.bottom + GAP)
    left, right = number(ink.left - GAP), number(ink.right + GAP)
    d = [f"M{number(x)} {above}v{away}M{number(x)} {below}v{far}" for x in xs]
    d += [f"M{left} {number(y)}h{away}M{right} {number(y)}h{far}" for y in ys]
    if d:
        layer.path("".join(d), **_pen())


def crop_marks(layer: Layer, trim: Box, *, bleed: Box | None = None, length: float = LENGTH) -> None:
    """Draw the eight lines at the corners of a box that is to be cut out, outside its bleed."""
    cut_marks(layer, bleed or trim, xs=(trim.left, trim.right), ys=(trim.top, trim.bottom), length=length)


def cross_hair(layer: Layer, at: Point, *, radius: float = RADIUS) -> Box:
    """Draw a cross in a circle, to be laid exactly on another; return the box it takes."""
    reach = 1.5 * radius
    layer.circle(at, radius, **_pen())
    x, y = number(at[0]), number(at[1])
    layer.path(f"M{number(at[0] - reach)} {y}h{number(2 * reach)}M{x} {number(at[1] - reach)}v{number(2 * reach)}", **_pen())
    return Box(*at, *at).grown(reach)


def ruler(layer: Layer, at: Point, *, room: float) -> Box:
    """Draw millimetres over inches from `at` to the right, to be measured on the print: 100 mm and 4 in, or what has room.

    `at` is on the line between the two; a box of no width is returned where not even an inch has room.
    """
    kind = SMALL
    for mm, inches in RULERS:
        span = max(mm, 25.4 * inches)
        if span + 1.2 + max(width(f"{mm} mm", kind), width(f"{inches} in", kind)) <= room:
            break
    else:
        return Box(*at, *at)
    half = RULER_HEIGHT / 2
    x, y = number(at[0]), number(at[1])
    up = [(k, half if k % 10 == 0 else 0.75 * half if k % 5 == 0 else 0.45 * half) for k in range(mm + 1)]
    down = [(25.4 * k / 8, half if k % 8 == 0 else 0.7 * half if k % 4 == 0 else 0.45 * half) for k in range(8 * inches + 1)]
    d = [f"M{number(at[0] + place)} {y}v{number(-size)}" for place, size in up]
    d += [f"M{number(at[0] + place)} {y}v{number(size)}" for place, size in down]
    layer.path(f"M{x} {y}h{number(span)}{''.join(d)}", **{**_pen(), "stroke_width": 0.12})
    right = at[0] + span + 1.2
    boxes = [
        write(layer, f"{mm} mm", kind, (right, at[1] - 0.3)),
        write(layer, f"{inches} in", kind, (right, at[1] + 0.3 + cap_height(kind))),
    ]
    return union((Box(at[0], at[1] - half, at[0] + span, at[1] + half), *boxes))


def edge_ruler(sheet: Sheet) -> None:
    """Draw the ruler into the white below a page that leaves 9 mm of it, in a layer of its own."""
    ruler(sheet.layer("ruler"), (EDGE, sheet.height - SAFE - RULER_HEIGHT / 2 - 0.1), room=sheet.width - 2 * EDGE)


def page_label(layer: Layer, box: Box, head: str, words: str = "") -> Box:
    """Write a page's name large at the left of a box and words in small type beside it, in as many lines as the box is high."""
    size = min(BOLD.size, box.height / 0.72)
    bold = fitted(head, BOLD._replace(size=Em(max(SMALLEST, size))), box.width)
    middle = box.centre[1]
    drawn = write(layer, head, bold, (box.left, middle + cap_height(bold) / 2))
    room = box.right - drawn.right - 1.6
    if not words or room < 8:
        return drawn
    if width(words, PLAIN) <= room and box.height >= PLAIN.size:
        return union((drawn, write(layer, words, PLAIN, (drawn.right + 1.6, middle + cap_height(PLAIN) / 2))))
    step = LEADING * SMALL.size
    most = max(1, int((box.height + 1.0) / step))
    lines = wrapped(words, SMALL.face, SMALL.size, width=room)
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    first = middle + cap_height(SMALL) / 2 - step * (len(lines) - 1) / 2
    boxes = [drawn]
    for row, line in enumerate(lines):
        told = shortened(line, SMALL, room)
        boxes.append(write(layer, told, fitted(told, SMALL, room), (drawn.right + 1.6, first + row * step)))
    return union(boxes)


def write_foot(layer: Layer, foot: Box, taken: Sequence[float], name: str, words: str) -> None:
    """Draw ruler, name and words into the foot of a page, between the places that marks take."""
    height = min(RULER_HEIGHT, foot.height)
    line = foot.bottom - height / 2
    edges = sorted([foot.left - 2.4, foot.right + 2.4, *(place for place in taken if foot.left < place < foot.right)])
    gaps = sorted(((right - left - 4.8, left + 2.4) for left, right in pairwise(edges)), reverse=True)
    room, left = gaps[0]
    # a shorter ruler where the words would have no room beside it
    is_tight = words and room < RULERS[0][0] + 12 + TOLD and not any(gap >= TOLD for gap, _ in gaps[1:])
    kept = max(0.0, min(TOLD, room - RULERS[1][0] - 12)) if is_tight else 0.0
    drawn = ruler(layer, (left, line), room=room - kept)
    places = [(room - drawn.width - 5 * (drawn.width > 0), drawn.right + 5 * (drawn.width > 0)), *gaps[1:]]
    room, left = max(places)
    tall = max(height, min(TALLEST, foot.height))
    page_label(layer, Box(left, foot.bottom - tall, left + room, foot.bottom), name, words)
