"""Shapes of the items of a layout, and words set into their room."""

from __future__ import annotations

from math import atan2, cos, hypot, sin

from mapsheet.box import Box, Point
from mapsheet.style import Em, Type
from mapsheet.text import SMALLEST, wrapped
from mapsheet.typeset import fitted, shortened, width

FEWER = 0.97  # of a size that does not fit, tried next


def set_in(words: str, kind: Type, room: float, most: int) -> tuple[list[str], Type, bool]:
    """Return the lines of a text in at most `most` lines of a room, the type they fit in, and whether they had to be cut.

    The type is made smaller down to 5 point before anything is cut.
    """
    if most == 1:
        lines, kind = [words], fitted(words, kind, room)
    else:
        lines, kind = _broken(words, kind, room, most)
    cut = [shortened(line, kind, room) for line in lines]
    return cut, kind, cut != lines


def _broken(words: str, kind: Type, room: float, most: int) -> tuple[list[str], Type]:
    while True:
        lines = wrapped(words, kind.face, kind.size, width=room)
        if len(lines) <= most and all(width(line, kind) <= room for line in lines):
            return lines, kind
        if kind.size <= SMALLEST:
            return [*lines[: most - 1], " ".join(lines[most - 1 :])], kind
        kind = kind._replace(size=Em(max(SMALLEST, kind.size * FEWER)))


def band(box: Box, outer: Box, corner: float) -> str:
    """Return the outline of a box with those of its corners rounded that are corners of the counter."""
    radius = min(corner, box.width, box.height)
    ways = ((1, 0), (0, 1), (-1, 0), (0, -1))
    parts = []
    for k, ((x, y), (dx, dy)) in enumerate(zip(box.corners, ways, strict=True)):
        cut = radius if (x, y) in outer.corners else 0.0
        parts.append(f"{'L' if k else 'M'}{x - ways[k - 1][0] * cut:.3f} {y - ways[k - 1][1] * cut:.3f}")
        if cut:
            parts.append(f"A{radius:.3f} {radius:.3f} 0 0 1 {x + dx * cut:.3f} {y + dy * cut:.3f}")
    return "".join(parts) + "Z"


def arrow(start: Point, tip: Point, thick: float, head: Point) -> list[Point]:
    """Return the outline of a shaft with a solid head of a length and a width."""
    (x, y), far = start, hypot(tip[0] - start[0], tip[1] - start[1])
    angle = atan2(tip[1] - start[1], tip[0] - start[0])
    neck, half, shaft = max(0.0, far - head[0]), head[1] / 2, min(head[1], thick) / 2
    shape = [(0.0, -shaft), (neck, -shaft), (neck, -half), (far, 0.0), (neck, half), (neck, shaft), (0.0, shaft)]
    return [(x + a * cos(angle) - d * sin(angle), y + a * sin(angle) + d * cos(angle)) for a, d in shape]


def front(place: Box, bar: float) -> list[Point]:
    """Return a bar along the foot of a box with a point over each of its thirds, the tips upwards."""
    left, top, right, bottom = place
    half = (place.height - bar) * 1.1
    points = [(left, bottom), (left, bottom - bar)]
    for k in range(3):
        middle = left + (k + 0.5) * place.width / 3
        points += [(middle - half, bottom - bar), (middle, top), (middle + half, bottom - bar)]
    return [*points, (right, bottom - bar), (right, bottom)]
