"""Coasts, waterlines that thin outwards, and borders, each by its class."""

from __future__ import annotations

from collections import Counter
from math import hypot
from typing import TYPE_CHECKING

from areamap.draw.view import lines_of
from areamap.spaces import SHUT
from mapsheet.paths import Course, polyline, polylines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from areamap.draw.view import View
    from areamap.spaces import Border, Space
    from mapsheet.box import Point
    from mapsheet.sheet import Layer
    from mapsheet.style import Pen

SPECIAL = "special"
MARCH = "march"
TOOTH_STEP = 3.2


def draw_waterlines(layer: Layer, view: View) -> None:
    """Draw the lines along the coasts, the first nearest to the land; none along the frame or on land."""
    import shapely

    window = shapely.box(*view.frame)
    for k, pen in enumerate(view.look.waterlines):
        away = view.ground.buffer((k + 1) * view.look.step, quad_segs=4)
        ring = shapely.intersection(shapely.simplify(away, 0.03).boundary, window)
        strokes = lines_of(shapely.line_merge(ring))
        if strokes:
            layer.path(polylines(strokes), id=f"waterline-{k + 1}", **pen.line())


def draw_borders(layer: Layer, coasts: Layer, view: View) -> None:
    """Draw every border once, those of special regions over the others; the frame's own edge is not a border."""
    names: Counter[str] = Counter()
    ordered = sorted(view.topology.borders, key=lambda border: (_rank(view, border), border.arc))
    for border in ordered:
        strokes = seen(view, border)
        if strokes and border.kind != "edge":
            name = "-".join(["border", *(id_ or "outside" for id_ in border.pair)])
            names[name] += 1
            id_ = name if names[name] == 1 else f"{name}-{names[name]}"
            _draw(coasts if border.kind == "coast" else layer, view, border, strokes, id_=id_)


def _rank(view: View, border: Border) -> int:
    return ["closed", "sea", "march", "nation", "impassable", "special"].index(border_look(view, border))


def seen(view: View, border: Border) -> list[list[Point]]:
    """Return the parts of a border within the frame."""
    import shapely

    line = shapely.LineString(view.walk(border))
    return lines_of(shapely.line_merge(shapely.intersection(line, shapely.box(*view.frame))))


def _draw(layer: Layer, view: View, border: Border, strokes: list[list[Point]], *, id_: str) -> None:
    pen = border_pen(view, border)
    d = "".join(polyline(stroke, closed=stroke[0] == stroke[-1]) for stroke in strokes)
    layer.path(d, id=id_, title=_title(view, border), **pen.line())
    if border_look(view, border) == "impassable":
        layer.path(polylines(teeth(strokes, view.look.tooth), closed=True), fill=pen.colour)


def _title(view: View, border: Border) -> str:
    names = [view.board.spaces[id_].name if id_ else "the edge of the map" for id_ in border.pair]
    return f"{names[0]} and {names[1]}: {border.kind}"


def border_pen(view: View, border: Border) -> Pen:
    """Return the pen of a border."""
    return view.look.coast if border.kind == "coast" else view.look.border[border_look(view, border)]


def border_look(view: View, border: Border) -> str:
    """Return which of a style's borders this is: by its class, for land by what lies on both sides."""
    sides = [view.board.spaces[id_] for id_ in border.pair if id_]
    if border.kind == "impassable" and all(space.kind in SHUT for space in sides):
        return "closed"
    if border.kind in {"sea", "impassable"}:
        return border.kind
    if border.kind == "coast":
        return "closed" if any(s.kind in SHUT for s in sides) else "nation"
    return land_look(sides)


def land_look(sides: Iterable[Space]) -> str:
    """Return the look of a land border between spaces."""
    groups = {"closed" if space.kind in SHUT else space.group for space in sides}
    for name in (SPECIAL, "closed", MARCH):
        if name in groups:
            return name
    return "nation"


def teeth(strokes: list[list[Point]], size: float) -> list[list[Point]]:
    """Return small triangles along lines, on both sides in turn."""
    found = []
    for stroke in strokes:
        course = Course(stroke)
        count = int(course.length / TOOTH_STEP)
        found += [_tooth(course, (k + 0.5) * course.length / count, size * (1 if k % 2 else -1)) for k in range(count)]
    return found


def _tooth(course: Course, at: float, size: float) -> list[Point]:
    (ax, ay), (bx, by) = course.at(at - abs(size) / 2), course.at(at + abs(size) / 2)
    length = hypot(bx - ax, by - ay) or 1.0
    mx, my = course.at(at)
    return [(ax, ay), (bx, by), (mx - (by - ay) / length * size, my + (bx - ax) / length * size)]


