"""Links that are not borders and that a map of regions shows: straits, as double arrows with their cost."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple

from mapsheet.box import Box, Point
from mapsheet.marks import arrow_shape
from mapsheet.typeset import cap_height, write

if TYPE_CHECKING:
    from areamap.draw.view import View
    from areamap.spaces import Link
    from mapsheet.sheet import Layer

ASHORE = 2.2  # mm that an arrow reaches past the coast
SHORTEST = 9.0
LONGEST = 45.0


class Crossing(NamedTuple):
    """A strait and the two ends of its arrow."""

    link: Link
    start: Point
    end: Point

    @property
    def box(self) -> Box:
        """Return the box around it with its cost."""
        (ax, ay), (bx, by) = self.start, self.end
        return Box(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)).grown(1.0)


def find_crossings(view: View, taken: Sequence[Box]) -> list[Crossing]:
    """Return the straits between spaces that are seen, where their coasts are near and no city or anchor is."""
    found = []
    for link in view.board.links:
        if link.kind == "strait" and link.a in view.shapes and link.b in view.shapes:
            crossing = _nearest(view, link, taken)
            if crossing:
                found.append(crossing)
    return found


def _nearest(view: View, link: Link, taken: Sequence[Box]) -> Crossing | None:
    """Return the shortest way over the water that covers nothing, tried from many points of one coast."""
    import shapely

    a, b = view.shapes[link.a], view.shapes[link.b]
    near = shapely.intersection(a.boundary, b.buffer(LONGEST))
    best: tuple[float, Crossing] | None = None
    for k in range(int(near.length / 1.5) + 1):
        start = shapely.line_interpolate_point(shapely.line_merge(near), k * 1.5) if near.length else None
        if start is None or start.is_empty:
            continue
        way = shapely.shortest_line(start, b)
        crossing = _ashore(link, way)
        clash = sum(crossing.box.overlaps(box) for box in taken)
        cost = round(way.length + 40.0 * clash + _strays(view, way), 6)
        if best is None or cost < best[0]:
            best = (cost, crossing)
    return best[1] if best else None


def _strays(view: View, way: Any) -> float:
    """Return what it costs that a way over the water runs over land on it."""
    import shapely

    dry = way.length - shapely.intersection(way, view.water).length
    return 20.0 * max(0.0, float(dry))


def _ashore(link: Link, way: Any) -> Crossing:
    (ax, ay), (bx, by) = way.coords[0], way.coords[-1]
    length = hypot(bx - ax, by - ay) or 1.0
    more = max(ASHORE, (SHORTEST - length) / 2)
    dx, dy = (bx - ax) / length * more, (by - ay) / length * more
    return Crossing(link, (ax - dx, ay - dy), (bx + dx, by + dy))


def draw_crossing(layer: Layer, view: View, crossing: Crossing) -> None:
    """Draw a strait's double arrow and its cost."""
    link, spaces = crossing.link, view.board.spaces
    rule = f" ({link.rule})" if link.rule else ""
    title = f"Strait between {spaces[link.a].name} and {spaces[link.b].name}: {link.cost}{rule}"
    group = layer.group(f"strait-{link.a}-{link.b}", title)
    draw_strait_sign(group, view, crossing.start, crossing.end, str(link.cost))


def draw_strait_sign(layer: Layer, view: View, start: Point, end: Point, words: str) -> None:
    """Draw a double arrow, words in a small disc on its middle."""
    look = view.look.strait
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    for tip in (start, end):
        shaft, head = arrow_shape([middle, tip], look.head)
        layer.line(shaft, **{**look.pen.line(), "stroke_linecap": "butt"})
        layer.polygon(head, fill=look.pen.colour)
    if words:
        kind = view.look.lettering["code"]
        layer.circle(middle, 1.45, fill=view.look.value.fill.colour, **{**look.pen.stroke(), "stroke_width": 0.3})
        write(layer, words, kind, (middle[0], middle[1] + cap_height(kind) / 2), anchor="middle")
