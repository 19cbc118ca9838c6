"""Roads, tracks and other lines that run through the centres of hexes."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from mapsheet.paths import flatten, polyline, smooth

from hexmap.chance import sequence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mapsheet.sheet import Layer
    from mapsheet.style import Way

    from hexmap.grid import Hex
    from hexmap.view import View

Point = tuple[float, float]


def line_way(view: View, kind: str) -> Way:
    """Return how a kind of line is drawn: by its name or a word in it, else as a track."""
    ways = view.style.way
    for word in (kind, *kind.replace("-", "_").split("_")):
        if word in ways:
            return ways[word]
    return ways["road"] if "road" in kind or "rail" in kind else ways["track"]


def course_of(view: View, through: Sequence[Hex], *, sway: float = 0.07) -> list[Point]:
    """Return the points a line passes: near the centres of its hexes, and off the map where it ends at the edge."""
    centres = []
    for h in through:
        centre = view.layout.centre(h)
        chances = sequence(f"{view.key(h)} road")
        reach = sway * view.layout.across_flats
        centres.append((centre.x + (next(chances) - 0.5) * 2 * reach, centre.y + (next(chances) - 0.5) * 2 * reach))
    if len(centres) < 2:
        return centres
    ends = [_leaving(view, through[0], centres[0], centres[1]), _leaving(view, through[-1], centres[-1], centres[-2])]
    return [*ends[0], *centres, *ends[1]]


def _leaving(view: View, h: Hex, end: Point, inner: Point) -> list[Point]:
    """Return a point beyond the edge of the map where a line ends at it, on in its direction."""
    way = (end[0] - inner[0], end[1] - inner[1])
    length = hypot(*way) or 1.0
    best: tuple[float, Point] | None = None
    centre = view.layout.centre(h)
    for direction in range(6):
        other = view.grid.step(h, direction)
        if other in view.board:
            continue
        beyond = view.layout.centre(other)
        step = (beyond.x - centre.x, beyond.y - centre.y)
        fit = (step[0] * way[0] + step[1] * way[1]) / length
        if best is None or fit > best[0] + 1e-9:
            best = (fit, (end[0] + step[0], end[1] + step[1]))
    return [best[1]] if best and best[0] > 0.2 * view.layout.across_flats else []


def draw_roads(layer: Layer, view: View) -> None:
    """Draw the lines of the map, all casings of a kind below its cores so that they join."""
    by_kind: dict[str, list[list[Point]]] = {}
    for line in view.board.lines:
        if not view.near.isdisjoint(line.through):
            by_kind.setdefault(line.kind, []).append(course_of(view, line.through))
    for kind, courses in by_kind.items():
        way = line_way(view, kind)
        draw_courses(layer, courses, way, name=f"line-{kind}")


def draw_courses(layer: Layer, courses: Sequence[Sequence[Point]], way: Way, *, name: str) -> None:
    """Draw smooth lines of one kind."""
    d = "".join(smooth(course) if len(course) > 2 else polyline(course) for course in courses if len(course) > 1)
    for part, pen in (("casing", way.casing), ("core", way.core)):
        if d and pen.colour != "none" and pen.width:
            layer.path(d, id=f"{name}-{part}" if name else None, **pen.line())


def points_along(course: Sequence[Point], step: float = 1.5) -> list[Point]:
    """Return points along the smooth line through the given ones."""
    return flatten(course, step=step)
