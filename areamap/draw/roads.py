"""Ways on a board: paths as roads through their stations, other links as lines in the look of their kind."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from areamap.conditions import ALWAYS
from areamap.draw.courses import Router, meets, outside, path_courses, straight
from areamap.draw.discs import DISC, Ground, disc_of, draw_disc
from areamap.draw.lanes import Leg, find_aims, lane, lane_offsets, room_at
from areamap.draw.signs import draw_badge
from areamap.draw.wording import told_condition
from mapsheet.paths import Course, polyline, smooth

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from areamap.draw.desk import Desk
    from areamap.spaces import Link
    from mapsheet.box import Box, Point
    from mapsheet.sheet import Layer
    from mapsheet.style import Pen

LETTER = 2.7


class Road(NamedTuple):
    """A link as it is drawn: its look, all its points from middle to middle, and those outside both ends."""

    link: Link
    look: str
    points: tuple[Point, ...]
    open: tuple[Point, ...]


def find_roads(desk: Desk) -> list[Road]:
    """Return the links whose ends both stand on the sheet, but for those without a look (`none`)."""
    links = [link for link in desk.board.links if look_of(desk, link.kind) != "none" and {link.a, link.b} <= desk.placed.keys()]
    bundles: dict[frozenset[str], list[Link]] = {}
    for link in links:
        bundles.setdefault(frozenset((link.a, link.b)), []).append(link)
    layout, found = _Layout(desk, list(bundles.values())), {}
    for k, bundle in enumerate(bundles.values()):
        found.update({id(link): road for link, road in zip(bundle, layout.roads(k), strict=True)})
    return [found[id(link)] for link in links]


def look_of(desk: Desk, name: str) -> str:
    """Return the look of a kind of link."""
    kind = desk.board.kinds.get(name)
    return kind.look if kind and kind.look else "line"


class _Layout:
    """Lays out the ways of a sheet, those between the same two places side by side."""

    def __init__(self, desk: Desk, bundles: list[list[Link]]) -> None:
        self.desk, self.bundles = desk, bundles
        self.by_path, self.router = path_courses(desk), Router(desk)
        self.shifts = [self._shifts(bundle) for bundle in bundles]
        fixed = {end for pair in self.by_path for end in pair} | {id_ for id_, placed in desk.placed.items() if placed.is_round}
        self.aims = find_aims(leg for k, _ in enumerate(bundles) for leg in self._legs(k) if leg.here not in fixed)

    def roads(self, k: int) -> list[Road]:
        """Return the ways of a bundle."""
        bundle, shifts = self.bundles[k], self.shifts[k]
        first, desk = bundle[0], self.desk
        a, b = (desk.placed[id_] for id_ in (first.a, first.b))
        ends = (self.aims.get((k, first.a), a.box.centre), self.aims.get((k, first.b), b.box.centre))
        reach = self._reach(k)
        course = self.by_path.get((first.a, first.b)) or self.router.course(first, ends, reach if len(bundle) > 1 else 0.0)
        near, far = course[min(9, len(course) - 1)], course[max(-10, -len(course))]
        parts = (room_at(a.box, course[0], near, reach), room_at(b.box, course[-1], far, reach))
        roads = []
        for link, shift in zip(bundle, shifts, strict=True):
            points = lane(course, shift, parts)
            points = points if link.a == first.a else points[::-1]
            seen = outside(points, a, b)
            self.router.note(seen)
            roads.append(Road(link, look_of(desk, link.kind), tuple(points), tuple(seen)))
        return roads

    def _shifts(self, bundle: Sequence[Link]) -> list[float]:
        """Return how far each way of a bundle lies from its middle; the road of a path keeps its course."""
        shifts = lane_offsets([self._breadth(link) for link in bundle])
        kept = [shift for link, shift in zip(bundle, shifts, strict=True) if link.path and (link.a, link.b) in self.by_path]
        return [shift - kept[0] for shift in shifts] if kept else shifts

    def _breadth(self, link: Link) -> float:
        disc = disc_of(self.desk.style, link)
        return max(breadth_of(self.desk, look_of(self.desk, link.kind)), 2 * DISC if disc else 0.0)

    def _reach(self, k: int) -> float:
        """Return how far the outer edge of a bundle lies from its middle."""
        lanes = zip(self.bundles[k], self.shifts[k], strict=True)
        return max(abs(shift) + self._breadth(link) / 2 for link, shift in lanes)

    def _legs(self, k: int) -> list[Leg]:
        first, placed = self.bundles[k][0], self.desk.placed
        single = len(self.bundles[k]) == 1
        wide = breadth_of(self.desk, look_of(self.desk, first.kind)) if single else 2 * self._reach(k)
        ends = ((first.a, first.b), (first.b, first.a))
        return [Leg(k, here, placed[here].box, there, placed[there].box.centre, wide) for here, there in ends]


def breadth_of(desk: Desk, look: str) -> float:
    """Return how broad a way of a look is in mm."""
    way = desk.style.board.way_of(look)
    return max(float(way.casing.width), float(way.core.width))


# -- drawing ---------------------------------------------------------------------------------------------------------------


def draw_roads(desk: Desk) -> list[Road]:
    """Draw all links, roads above the others, and the letter of each path where it leaves the capital; return them."""
    roads = find_roads(desk)
    names = names_of(roads)
    draw_ways(desk, [road for road in roads if road.look != "road"], names, desk.sheet.layer("ties"))
    draw_ways(desk, [road for road in roads if road.look == "road"], names, desk.sheet.layer("roads"))
    draw_discs(desk, roads, lambda _: desk.sheet.layer("roads"))
    return roads


def draw_ways(desk: Desk, roads: Sequence[Road], names: Mapping[int, str], layer: Layer) -> None:
    """Draw some ways under their names on a layer, all casings below all cores."""
    for part in ("casing", "core"):
        for road in roads:
            link, pen = road.link, _pen(desk, road, part)
            if pen.width and pen.colour != "none":
                own = {"id": names[id(link)], "title": _told(desk, link)} if part == "core" else {}
                layer.path(_d(road), **{**pen.line(), "stroke_linecap": "butt" if pen.dash else "round"}, **own)


def names_of(roads: Sequence[Road]) -> dict[int, str]:
    """Return an id for each way by its link's identity, numbered from the second of a kind between the same two places."""
    names, seen = {}, Counter[str]()
    for road in roads:
        name = f"link-{road.link.kind}-{road.link.a}-{road.link.b}"
        seen[name] += 1
        names[id(road.link)] = name if seen[name] == 1 else f"{name}-{seen[name]}"
    return names


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
    shut = told_condition(desk.board, link) if link.open != ALWAYS else ""
    facts = [f"cost {link.cost}" if link.cost != 1 else "", shut, link.rule]
    return f"{ends} ({'; '.join(fact for fact in [link.kind, *facts] if fact)})"


def draw_discs(
    desk: Desk, roads: Sequence[Road], layer_of: Callable[[Road], Layer], beside: Collection[int] = ()
) -> None:
    """Draw a path's letter at its first step, else the cost of a link or that it has a condition, on the layer of each way.

    Those of ways whose links have an identity among `beside` stand beside their way.
    """
    ground, marks = Ground(), []
    for placed in desk.placed.values():
        ground.note(_rim(placed.box)[::2], 0.0, -1)
    for k, road in enumerate(roads):
        ground.note(road.open[::2], breadth_of(desk, road.look) / 2, k)
        if len(road.open) < 2:
            continue
        if _is_first(desk, road):
            at = Course(road.open).at(Course(road.open).length / 2)
            draw_badge(layer_of(road), desk.style, desk.plan.paths[road.link.path].letter, at, LETTER)
            ground.note([at], LETTER, -1)
        elif disc := disc_of(desk.style, road.link):
            marks.append((k, road, disc))
    for k, road, disc in marks:
        aside = _aside(desk, road) if id(road.link) in beside else []
        at = ground.clearest(aside, disc.half, k) if aside else ground.place(road.open, disc.half, k)
        draw_disc(layer_of(road), desk.style, disc, at)


def _aside(desk: Desk, road: Road) -> list[Point]:
    """Return points on both hands of a way, those at its middle first, where a disc stands clear of it and of all spaces."""
    (x, y), (u, v) = road.open[0], road.open[-1]
    length = hypot(u - x, v - y) or 1.0
    far = (DISC + breadth_of(desk, road.look) / 2 + 0.3) / length
    middle = len(road.open) / 2
    inwards = [road.open[k] for k in sorted(range(len(road.open)), key=lambda k: abs(k + 0.5 - middle))]
    found = [(a + side * far * (y - v), b + side * far * (u - x)) for a, b in inwards for side in (1, -1)]
    boxes = [placed.box.grown(DISC) for placed in desk.placed.values()]
    return [point for point in found if not any(meets([point], box) for box in boxes)]


def _rim(box: Box) -> list[Point]:
    """Return points along the edge of a box."""
    corners = [*box.corners, box.corners[0]]
    return [point for start, end in pairwise(corners) for point in straight(start, end)]


def _is_first(desk: Desk, road: Road) -> bool:
    """Say whether a way is the first step of a path's road."""
    ends = {desk.board.spaces[id_].kind for id_ in (road.link.a, road.link.b)}
    return road.link.path in desk.plan.paths and "capital" in ends and road.look == "road"
