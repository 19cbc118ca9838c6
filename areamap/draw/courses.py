"""Where the ways of a board run: along their path, or as curves that bend round what is in between."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING

from mapsheet.box import Box, around
from mapsheet.paths import distinct, flatten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from areamap.draw.desk import Desk
    from areamap.draw.places import Placed
    from areamap.spaces import Link
    from mapsheet.box import Point

STEP = 0.8
CLEAR = 1.4  # mm that a bent link keeps from the boxes it passes
BENDS = (0.0, *(sign * k / 20 for k in range(2, 19, 2) for sign in (1, -1)))
EDGE = 9.0  # of the sheet, within which links stay
FIELD = 50.0  # mm, of the grid that finds boxes near a curve
ROUND_ABOUT = 60.0  # mm beyond both ends that a link may go round
MOST_BOXES = 60  # that it is led round corner by corner
CROSSING = 4  # cells of 2 mm that two ways may share


def path_courses(desk: Desk) -> dict[tuple[str, str], list[Point]]:
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
    return flatten(points, step=STEP) if len(distinct(points)) > 2 else straight(points[0], points[-1])


def _chain(desk: Desk, path: str) -> list[str]:
    """Return the spaces along a path from the capital outwards."""
    own = [p.space for p in desk.placed.values() if p.space.path == path and p.space.order is not None]
    heads = [p.space.id for p in desk.placed.values() if p.space.kind == "capital"]
    linked = {frozenset((link.a, link.b)) for link in desk.board.links if link.path == path}
    chain = heads[:1] + [space.id for space in sorted(own, key=lambda space: space.order or 0)]
    return chain if all(frozenset(pair) in linked for pair in pairwise(chain)) else []


def _nearest(course: Sequence[Point], to: Point) -> int:
    return min(range(len(course)), key=lambda k: dist(course[k], to))


class Router:
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

    def course(self, link: Link, ends: tuple[Point, Point], breadth: float = 0.0) -> list[Point]:
        """Return the least bent curve that will do; round corners where none does, straight where nothing does.

        `breadth` is what runs beside it on either hand, in mm.
        """
        a, b = self.desk.placed[link.a], self.desk.placed[link.b]
        best: tuple[int, list[Point]] | None = None
        for bend in BENDS:
            way = _arc(*ends, bend)
            extent = around(way).grown(breadth)
            passed = [box.grown(breadth) for box in self._others(extent, link)]
            if (bend and not self.frame.holds(extent)) or any(meets(way, box) for box in passed):
                continue
            along = len(set(_cells(outside(way, a, b))) & self.used)
            if best is None or along < best[0]:
                best = (along, way)
            if along <= CROSSING:
                break
        return best[1] if best else self._detour(ends, link)

    def _others(self, extent: Box, link: Link) -> list[Box]:
        """Return the boxes in an extent that are no end of a link."""
        found = {id_ for field in _fields(extent) for id_ in self.near.get(field, ())} - {link.a, link.b}
        return [self.boxes[id_] for id_ in sorted(found) if self.boxes[id_].overlaps(extent)]

    def _detour(self, ends: tuple[Point, Point], link: Link) -> list[Point]:
        boxes = self._others(around(ends).grown(ROUND_ABOUT), link)
        return _round_corners(ends, boxes if len(boxes) <= MOST_BOXES else [])

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
    return _smooth([start, middle, end]) if bend else straight(start, end)


def straight(start: Point, end: Point) -> list[Point]:
    """Return points along a straight line, ends included."""
    count = max(1, round(dist(start, end) / STEP))
    return [(start[0] + (end[0] - start[0]) * k / count, start[1] + (end[1] - start[1]) * k / count) for k in range(count + 1)]


def meets(points: Sequence[Point], box: Box) -> bool:
    """Say whether one of the points lies inside a box."""
    return any(box.left < x < box.right and box.top < y < box.bottom for x, y in points)


def _cells(points: Sequence[Point]) -> list[tuple[int, int]]:
    return [(round(x / 2), round(y / 2)) for x, y in points]


def _round_corners(ends: tuple[Point, Point], boxes: Sequence[Box]) -> list[Point]:
    """Return the shortest way round boxes by their corners, rounded; the straight line where there is none."""
    import networkx as nx

    corners = [corner for box in boxes for corner in box.grown(0.5).corners]
    points = [*ends, *(corner for corner in corners if not any(meets([corner], box) for box in boxes))]
    graph = nx.Graph()
    graph.add_nodes_from(range(len(points)))
    for i, p in enumerate(points):
        for j in range(i + 1, len(points)):
            if not any(meets(straight(p, points[j]), box) for box in boxes):
                graph.add_edge(i, j, weight=dist(p, points[j]))
    if not nx.has_path(graph, 0, 1):
        return straight(*ends)
    turns = nx.shortest_path(graph, 0, 1, weight="weight")
    return [point for i, j in pairwise(turns) for point in straight(points[i], points[j])]


def outside(points: Sequence[Point], a: Placed, b: Placed) -> list[Point]:
    """Return the points that lie outside the outlines of both ends."""
    return [point for point in points if not (_holds(a, point) or _holds(b, point))]


def _holds(placed: Placed, point: Point) -> bool:
    if placed.is_round:
        return dist(point, placed.box.centre) < placed.radius
    return meets([point], placed.box)
