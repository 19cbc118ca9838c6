"""Ways on a board: paths as roads through their stations, other links as curves that bend round what is in between."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING, NamedTuple

from areamap.conditions import ALWAYS
from areamap.draw.signs import draw_badge
from mapsheet.box import Box, around
from mapsheet.paths import Course, distinct, flatten, polyline, smooth
from mapsheet.typeset import cap_height, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from areamap.draw.desk import Desk
    from areamap.draw.places import Placed
    from areamap.spaces import Link
    from mapsheet.box import Point
    from mapsheet.sheet import Layer
    from mapsheet.style import Pen

STEP = 0.8
CLEAR = 1.4  # mm that a bent link keeps from the boxes it passes
BENDS = (0.0, *(sign * k / 20 for k in range(2, 19, 2) for sign in (1, -1)))
EDGE = 9.0  # of the sheet, within which links stay
FIELD = 50.0  # mm, of the grid that finds boxes near a curve
ROUND_ABOUT = 60.0  # mm beyond both ends that a link may go round
MOST_BOXES = 60  # that it is led round corner by corner
CROSSING = 4  # cells of 2 mm that two ways may share
LETTER = 2.7
DISC = 2.2


class Road(NamedTuple):
    """A link as it is drawn: its look, all its points from middle to middle, and those outside both ends."""

    link: Link
    look: str
    points: tuple[Point, ...]
    open: tuple[Point, ...]


def find_roads(desk: Desk) -> list[Road]:
    """Return the links whose ends both stand on the sheet, but for those without a look (`none`)."""
    by_path, router = _path_courses(desk), _Router(desk)
    roads: list[Road] = []
    for link in desk.board.links:
        look = _look(desk, link)
        if look == "none" or not {link.a, link.b} <= desk.placed.keys():
            continue
        points = by_path.get((link.a, link.b)) or router.course(link)
        seen = _between(points, desk.placed[link.a], desk.placed[link.b])
        router.note(seen)
        roads.append(Road(link, look, tuple(points), tuple(seen)))
    return roads


def _look(desk: Desk, link: Link) -> str:
    kind = desk.board.kinds.get(link.kind)
    return kind.look if kind and kind.look else "line"


# -- courses ---------------------------------------------------------------------------------------------------------------


def _path_courses(desk: Desk) -> dict[tuple[str, str], list[Point]]:
    """Return the pieces of each path's smooth course, by the ends of the link that each piece is, both ways."""
    found = {}
    for path in desk.plan.paths.values():
        chain = _chain(desk, path.id)
        if len(chain) < 2:
            continue
        first, *rest = [desk.placed[id_].box.centre for id_ in chain]
        course = _smooth([first, *path.via, *rest])
        cuts = [_nearest(course, desk.placed[id_].box.centre) for id_ in chain]
        for (a, b), (start, end) in zip(pairwise(chain), pairwise(cuts), strict=True):
            found[a, b] = course[start : end + 1]
            found[b, a] = found[a, b][::-1]
    return found


def _smooth(points: list[Point]) -> list[Point]:
    return flatten(points, step=STEP) if len(distinct(points)) > 2 else _straight(points[0], points[-1])


def _chain(desk: Desk, path: str) -> list[str]:
    """Return the spaces along a path from the capital outwards."""
    own = [p.space for p in desk.placed.values() if p.space.path == path and p.space.order is not None]
    heads = [p.space.id for p in desk.placed.values() if p.space.kind == "capital"]
    linked = {frozenset((link.a, link.b)) for link in desk.board.links if link.path == path}
    chain = heads[:1] + [space.id for space in sorted(own, key=lambda space: space.order or 0)]
    return chain if all(frozenset(pair) in linked for pair in pairwise(chain)) else []


def _nearest(course: Sequence[Point], to: Point) -> int:
    return min(range(len(course)), key=lambda k: dist(course[k], to))


class _Router:
    """Finds curves between spaces that pass no third space and do not run along each other."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.frame = Box(EDGE, EDGE, desk.page.width - EDGE, desk.page.height - EDGE)
        self.used: set[tuple[int, int]] = set()
        self.near: dict[tuple[int, int], list[str]] = {}
        self.boxes = {id_: placed.box.grown(CLEAR) for id_, placed in desk.placed.items()}
        for id_, box in self.boxes.items():
            for field in _fields(box):
                self.near.setdefault(field, []).append(id_)

    def course(self, link: Link) -> list[Point]:
        """Return the least bent curve that will do; round corners where none does, straight where nothing does."""
        a, b = self.desk.placed[link.a], self.desk.placed[link.b]
        best: tuple[int, list[Point]] | None = None
        for bend in BENDS:
            way = _arc(a.box.centre, b.box.centre, bend)
            extent = around(way)
            if (bend and not self.frame.holds(extent)) or any(_meets(way, box) for box in self._others(extent, link)):
                continue
            along = len(set(_cells(_between(way, a, b))) & self.used)
            if best is None or along < best[0]:
                best = (along, way)
            if along <= CROSSING:
                break
        return best[1] if best else self._detour(a, b, link)

    def _others(self, extent: Box, link: Link) -> list[Box]:
        """Return the boxes in an extent that are no end of a link."""
        found = {id_ for field in _fields(extent) for id_ in self.near.get(field, ())} - {link.a, link.b}
        return [self.boxes[id_] for id_ in sorted(found) if self.boxes[id_].overlaps(extent)]

    def _detour(self, a: Placed, b: Placed, link: Link) -> list[Point]:
        extent = around([a.box.centre, b.box.centre]).grown(ROUND_ABOUT)
        boxes = self._others(extent, link)
        return _round_corners(a, b, boxes if len(boxes) <= MOST_BOXES else [])

    def note(self, points: Sequence[Point]) -> None:
        """Remember where a way runs."""
        self.used.update(_cells(points))


def _fields(box: Box) -> list[tuple[int, int]]:
    """Return the fields of a coarse grid that a box touches."""
    across = range(int(box.left // FIELD), int(box.right // FIELD) + 1)
    down = range(int(box.top // FIELD), int(box.bottom // FIELD) + 1)
    return [(x, y) for x in across for y in down]


def _arc(start: Point, end: Point, bend: float) -> list[Point]:
    """Return points of a curve that leaves the straight line by `bend` of its length in the middle."""
    (x0, y0), (x1, y1) = start, end
    middle = ((x0 + x1) / 2 + bend * (y1 - y0), (y0 + y1) / 2 - bend * (x1 - x0))
    return _smooth([start, middle, end]) if bend else _straight(start, end)


def _straight(start: Point, end: Point) -> list[Point]:
    count = max(1, round(dist(start, end) / STEP))
    return [(start[0] + (end[0] - start[0]) * k / count, start[1] + (end[1] - start[1]) * k / count) for k in range(count + 1)]


def _meets(points: Sequence[Point], box: Box) -> bool:
    return any(box.left < x < box.right and box.top < y < box.bottom for x, y in points)


def _cells(points: Sequence[Point]) -> list[tuple[int, int]]:
    return [(round(x / 2), round(y / 2)) for x, y in points]


def _round_corners(a: Placed, b: Placed, boxes: Sequence[Box]) -> list[Point]:
    """Return the shortest way round boxes by their corners, rounded; the straight line where there is none."""
    import networkx as nx

    ends = [a.box.centre, b.box.centre]
    corners = [corner for box in boxes for corner in box.grown(0.5).corners]
    points = [*ends, *(corner for corner in corners if not any(_meets([corner], box) for box in boxes))]
    graph = nx.Graph()
    graph.add_nodes_from(range(len(points)))
    for i, p in enumerate(points):
        for j in range(i + 1, len(points)):
            if not any(_meets(_straight(p, points[j]), box) for box in boxes):
                graph.add_edge(i, j, weight=dist(p, points[j]))
    if not nx.has_path(graph, 0, 1):
        return _straight(*ends)
    turns = nx.shortest_path(graph, 0, 1, weight="weight")
    return [point for i, j in pairwise(turns) for point in _straight(points[i], points[j])]


def _between(points: Sequence[Point], a: Placed, b: Placed) -> list[Point]:
    """Return the points that lie outside the outlines of both ends."""
    return [point for point in points if not (_holds(a, point) or _holds(b, point))]


def _holds(placed: Placed, point: Point) -> bool:
    if placed.is_round:
        return dist(point, placed.box.centre) < placed.radius
    return _meets([point], placed.box)


# -- drawing ---------------------------------------------------------------------------------------------------------------


def draw_roads(desk: Desk) -> None:
    """Draw all links, roads above the others, and the letter of each path where it leaves the capital."""
    roads = find_roads(desk)
    broad = [road for road in roads if road.look == "road"]
    for layer, some in ((desk.sheet.layer("ties"), [r for r in roads if r.look != "road"]), (desk.sheet.layer("roads"), broad)):
        _draw_ways(layer, desk, some)
    for road in roads:
        _mark(desk.sheet.layer("roads"), desk, road)


def _draw_ways(layer: Layer, desk: Desk, roads: Sequence[Road]) -> None:
    for part in ("casing", "core"):
        for road in roads:
            link, pen = road.link, _pen(desk, road, part)
            if pen.width and pen.colour != "none":
                name = f"link-{link.kind}-{link.a}-{link.b}"
                own = {"id": name, "title": _told(desk, link)} if part == "core" else {}
                layer.path(_d(road), **{**pen.line(), "stroke_linecap": "butt" if pen.dash else "round"}, **own)


def _pen(desk: Desk, road: Road, part: str) -> Pen:
    """Return the pen of a way's casing or core; the road of a path has the path's tint between its edges."""
    pen: Pen = getattr(desk.style.board.way_of(road.look), part)
    if part == "core" and road.look == "road" and road.link.path in desk.plan.paths:
        return pen._replace(colour=type(pen.colour)(desk.tint_of(road.link.path)))
    return pen


def _d(road: Road) -> str:
    points = road.points[::3] if len(road.points) > 6 else road.points
    return smooth([*points, road.points[-1]]) if len(points) > 2 else polyline(road.points)


def _told(desk: Desk, link: Link) -> str:
    ends = " – ".join(desk.board.spaces[id_].name for id_ in (link.a, link.b))
    facts = [f"cost {link.cost}" if link.cost != 1 else "", f"if {link.open}" if link.open != ALWAYS else "", link.rule]
    return f"{ends} ({'; '.join(fact for fact in [link.kind, *facts] if fact)})"


def _mark(layer: Layer, desk: Desk, road: Road) -> None:
    """Draw a path's letter at its first step, else the cost of a link or that it has a condition."""
    if len(road.open) < 2:
        return
    at = Course(road.open).at(Course(road.open).length / 2)
    path = desk.plan.paths.get(road.link.path)
    is_first = "capital" in {desk.board.spaces[id_].kind for id_ in (road.link.a, road.link.b)}
    if path and is_first and road.look == "road":
        draw_badge(layer, desk.style, path.letter, at, LETTER)
    elif road.link.cost != 1 or road.link.open != ALWAYS:
        _disc(layer, desk, road.link, at)


def _disc(layer: Layer, desk: Desk, link: Link, at: Point) -> None:
    look, kind = desk.style.marks.cost, desk.style.marks.cost.type
    words = (str(link.cost) if link.cost != 1 else "") + ("*" if link.open != ALWAYS else "")
    layer.circle(at, DISC, **look.fill.area(), **look.rim.stroke())
    write(layer, words, kind, (at[0], at[1] + cap_height(kind) / 2), anchor="middle")
