"""Roads, tracks and other lines that run through the centres of hexes."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from hexmap.draw.chance import sequence
from mapsheet.paths import flatten, polyline, smooth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hexmap.draw.view import View
    from hexmap.grid import Hex
    from mapsheet.sheet import Layer
    from mapsheet.style import Way

Point = tuple[float, float]


def line_way(view: View, kind: str) -> Way:
    """Return how a kind of line is drawn: by its name or a word in it, else as a track."""
    ways = view.style.way
    for word in (kind, *kind.replace("-", "_").split("_")):
        if word in ways:
            return ways[word]
    return ways["road"] if "road" in kind or "rail" in kind else ways["track"]


def course_of(view: View, through: Sequence[Hex], *, sway: float = 0.06) -> list[Point]:
    """Return the points a line passes: near the centres of its hexes, beside their numbers, off the map at its edge."""
    places = [_near_centre(view, h, sway) for h in through]
    for k, h in enumerate(through):
        # a line down a column of numbers stays beside them, and does not swing back to each centre
        if 0 < k < len(through) - 1 and through[k - 1].column == h.column == through[k + 1].column and view.grid.is_flat:
            places[k] = (places[k][0] + _side_of(h) * 0.15 * view.layout.across_flats, places[k][1])
    if len(places) < 2:
        return places
    start = _leaving(view, through[0], places[0], places[1])[::-1]
    end = _leaving(view, through[-1], places[-1], places[-2])
    course = [*start, places[0]]
    for a, b, place in zip(through, through[1:], places[1:], strict=False):
        course += [*_beside_number(view, a, b), place]
    return [*course, *end]


def eased(course: Sequence[Point]) -> list[Point]:
    """Return a line with its zigzag taken out by half, its ends kept."""
    threes = zip(course, course[1:], course[2:], strict=False)
    inner = [((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4) for a, b, c in threes]
    return [course[0], *inner, course[-1]] if len(course) > 2 else list(course)


def _near_centre(view: View, h: Hex, sway: float) -> Point:
    centre, chances = view.layout.centre(h), sequence(f"{view.key(h)} road")
    reach = 2 * sway * view.layout.across_flats
    return (centre.x + (next(chances) - 0.5) * reach, centre.y + (next(chances) - 0.5) * reach)


def _beside_number(view: View, a: Hex, b: Hex) -> list[Point]:
    """Return where a line crosses the north side of a flat hex: to the right or the left of the number below it."""
    if not (view.grid.is_flat and a.column == b.column and view.number_size):
        return []
    lower = max(a, b)
    box = view.number_home(lower)
    aside = box.width / 2 + 0.95 * view.scale
    return [(box.centre[0] + _side_of(a) * aside, box.top)]


def _side_of(h: Hex) -> int:
    """Return on which side of the numbers lines run down a column: 1 to the right, -1 to the left."""
    return 1 if next(sequence(f"column {h.column} road")) < 0.5 else -1


def _leaving(view: View, h: Hex, end: Point, inner: Point) -> list[Point]:
    """Return how a line goes on where it ends at the edge of the map: beside the number, then beyond."""
    way = (end[0] - inner[0], end[1] - inner[1])
    length = hypot(*way) or 1.0
    best: tuple[float, Hex] | None = None
    centre = view.layout.centre(h)
    for direction in range(6):
        other = view.grid.step(h, direction)
        if other in view.board:
            continue
        beyond = view.layout.centre(other)
        step = (beyond.x - centre.x, beyond.y - centre.y)
        fit = (step[0] * way[0] + step[1] * way[1]) / length
        if best is None or fit > best[0] + 1e-9:
            best = (fit, other)
    if best is None or best[0] <= 0.2 * view.layout.across_flats:
        return []
    beside = _beside_number(view, h, best[1]) if best[1] < h else []
    beyond = view.layout.centre(best[1])
    return [*beside, (beside[0][0] if beside else end[0] + beyond.x - centre.x, end[1] + beyond.y - centre.y)]


def draw_roads(layer: Layer, view: View) -> None:
    """Draw the lines of the map, all casings of a kind below its cores so that they join."""
    by_kind: dict[str, list[list[Point]]] = {}
    for line in view.board.lines:
        if not view.near.isdisjoint(line.through):
            by_kind.setdefault(line.kind, []).append(course_of(view, line.through))
    for kind, courses in by_kind.items():
        way = line_way(view, kind)
        draw_courses(layer, courses, way, name=f"line-{kind}")


def decor_way(kind: str) -> str:
    """Return the kind of line as which a decorative road or track is drawn."""
    return "lane" if kind == "road" else kind


def courses_of_kind(view: View) -> dict[str, list[list[Point]]]:
    """Return points close together along all lines and decorative roads, by the kind of line that they are drawn as."""
    found: dict[str, list[list[Point]]] = {}
    for line in view.board.lines:
        if _is_near(view, line.through):
            found.setdefault(line.kind, []).append(flatten(course_of(view, line.through)))
    for d in view.board.art.decorations:
        if d.kind in ("road", "track") and _is_near(view, d.at):
            found.setdefault(decor_way(d.kind), []).append(flatten(eased(course_of(view, d.at))))
    return found


def road_points(view: View) -> list[Point]:
    """Return points along all lines and decorative roads, that names may keep off them."""
    courses = [course_of(view, line.through) for line in view.board.lines if _is_near(view, line.through)]
    tracks = [d.at for d in view.board.art.decorations if d.kind in ("road", "track")]
    courses += [eased(course_of(view, way)) for way in tracks if _is_near(view, way)]
    return [point for course in courses for point in points_along(course, 1.6 * view.scale)]


def _is_near(view: View, way: Sequence[Hex]) -> bool:
    return len(way) > 1 and not view.near.isdisjoint(way)


def draw_courses(layer: Layer, courses: Sequence[Sequence[Point]], way: Way, *, name: str) -> None:
    """Draw smooth lines of one kind."""
    d = "".join(smooth(course) if len(course) > 2 else polyline(course) for course in courses if len(course) > 1)
    for part, pen in (("casing", way.casing), ("core", way.core)):
        if d and pen.colour != "none" and pen.width:
            layer.path(d, id=f"{name}-{part}" if name else None, **pen.line())


def points_along(course: Sequence[Point], step: float = 1.5) -> list[Point]:
    """Return points along the smooth line through the given ones."""
    return flatten(course, step=step)
