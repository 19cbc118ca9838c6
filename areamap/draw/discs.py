"""The costs of ways, each in a disc on its own way, clear of the other ways and of each other."""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING, NamedTuple

from areamap.conditions import ALWAYS
from mapsheet.box import Box
from mapsheet.paths import Course
from mapsheet.typeset import cap_height, fitted, width, write

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from areamap.spaces import Link
    from mapsheet.box import Point
    from mapsheet.sheet import Layer
    from mapsheet.style import Style, Type

DISC = 2.2
FIELD = 6.0  # mm, of the grid that finds what is near; more than a disc and half a road
CLEAR = 0.4
CROWDED = 200  # points in one field, after which there is no clear place left to find
ALONG = (0.5, *(0.5 + sign * k / 40 for k in range(1, 15) for sign in (1, -1)))


class Disc(NamedTuple):
    """What stands on a way: its words, and half its width."""

    words: str
    half: float


def disc_of(style: Style, link: Link) -> Disc | None:
    """Return the disc of a way: its cost where that is not 1, a star where it has a condition; None for neither."""
    words = (str(link.cost) if link.cost != 1 else "") + ("*" if link.open != ALWAYS else "")
    return _disc(style, words) if words else None


def _disc(style: Style, words: str) -> Disc:
    return Disc(words, max(DISC, width(words, _kind(style, words)) / 2 + 0.8))


def _kind(style: Style, words: str) -> Type:
    return fitted(words, style.marks.cost.type, 1.6 * DISC)


def draw_disc(layer: Layer, style: Style, disc: Disc, at: Point) -> None:
    """Draw a disc, drawn out sideways where its words are long."""
    look, kind, (x, y) = style.marks.cost, _kind(style, disc.words), at
    box = Box(x - disc.half, y - DISC, x + disc.half, y + DISC)
    layer.rect(box, rounded=DISC, **look.fill.area(), **look.rim.stroke())
    write(layer, disc.words, kind, (x, y + cap_height(kind) / 2), anchor="middle")


class Ground:
    """What lies on a board, in a coarse grid: points of ways with half their breadth, and the discs that are placed."""

    def __init__(self) -> None:
        self.near: dict[tuple[int, int], list[tuple[Point, float, int]]] = {}

    def note(self, points: Iterable[Point], half: float, way: int) -> None:
        """Remember points of a way (-1: of none)."""
        for point in points:
            here = self.near.setdefault(_field(point), [])
            if len(here) < CROWDED:
                here.append((point, half, way))

    def clearance(self, at: Point, half: float, way: int) -> float:
        """Return how far in mm a disc at a point stays from everything but its own way; at most a field."""
        column, row = _field(at)
        fields = [(column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        if any(len(self.near.get(field, ())) >= CROWDED for field in fields):
            return -FIELD
        others = [(point, wide) for field in fields for point, wide, own in self.near.get(field, ()) if own != way]
        return min((dist(at, point) - wide - half for point, wide in others), default=FIELD)

    def place(self, course: Sequence[Point], half: float, way: int) -> Point:
        """Return the point of a way nearest to its middle where a disc is clear, else where it is most so; note it."""
        line, best = Course(course), (-2 * FIELD, course[0])
        for part in ALONG:
            point = line.at(part * line.length)
            free = self.clearance(point, half, way)
            if free > best[0]:
                best = (free, point)
            if free >= CLEAR:
                break
        self.note([best[1]], half, -1)
        return best[1]

    def clearest(self, points: Sequence[Point], half: float, way: int) -> Point:
        """Return the first of some points where a disc is clear, else where it is most so; note it."""
        best = max(points, key=lambda point: min(CLEAR, self.clearance(point, half, way)))
        self.note([best], half, -1)
        return best


def _field(point: Point) -> tuple[int, int]:
    return (int(point[0] // FIELD), int(point[1] // FIELD))
