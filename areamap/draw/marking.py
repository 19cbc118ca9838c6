"""Where the marks of an answer lie on a map of regions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from math import cos, dist, pi, sin
from typing import TYPE_CHECKING, Any

from areamap.draw.holding import target_of
from areamap.draw.layout import layout_of, printed, room_of
from areamap.draw.raster import STEP, Piece, Raster, middle_of
from areamap.draw.view import View, rings_of
from areamap.draw.ways import Field, rounded
from mapsheet.box import Box
from mapsheet.marks import Leader

if TYPE_CHECKING:
    from mapsheet.box import Point

FAR = 24.0  # mm from its space that a disc may stand, and four times its size
INTO = 13.0  # mm that a short arrow goes past the border
TURNS = 20  # directions in which a place for a disc is looked for
SHARES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82)
ACROSS = 3.2  # mm each side of a strait that are seen with it


class Marker:
    """Finds seats, courses and outlines of spaces in a view; a disc that was placed takes its place."""

    def __init__(self, view: View, courses: dict[tuple[tuple[str, ...], bool], tuple[Point, ...]] | None = None) -> None:
        self.view = view
        self.courses = courses if courses is not None else {}
        self.leaders: list[Leader] = []
        self.outside: list[str] = []
        self.placed: list[Box] = []
        self.whole = View(view.board, view.style)
        self.whole.own_layout = view.own_layout
        self.layout = layout_of(self.whole)
        self.radius = view.style.marks.letter.radius + 0.4
        self.taken = printed(self.whole, self.layout)
        self._fields: dict[str, Field] = {}
        self._seats: dict[str, Point] = {}

    @cached_property
    def names(self) -> tuple[Box, ...]:
        """What is drawn on the map, without the marks."""
        return tuple(printed(self.whole, self.layout))

    # -- places ------------------------------------------------------------------------------------------------------

    def seat(self, id_: str) -> Point:
        """Return the point that stands for a space: a city itself, else a place where nothing is printed."""
        if id_ in self.whole.cities:
            return self.whole.cities[id_]
        if id_ not in self._seats:
            self._seats[id_] = self._seat(id_)
        return self._seats[id_]

    def _seat(self, id_: str) -> Point:
        space = self.view.board.spaces[id_]
        if id_ not in self.whole.shapes:
            return self.whole.place(space.at) if space.at else self.view.frame.centre
        boxes = [] if id_ in self.layout.holdings else room_of(self.layout, space)
        return middle_of(boxes) if boxes else target_of(self.whole, space, self.names)

    def disc(self, id_: str, *, near: Point | None = None) -> Point:
        """Return a place for a disc: the nearest to a space's seat, or to a point, where nothing else is; it is taken then."""
        return self.room(id_, (self.radius, self.radius), near=near)

    def room(self, id_: str, half: Point, *, near: Point | None = None) -> Point:
        """Return the middle of a free place for what is so much wide and high on each side; it is taken then."""
        start = near or self.seat(id_)
        best = None if near else _inside(self, self.view.shapes.get(self._region(id_)), half, start)
        if best is None:
            reach = FAR + 4 * max(half)
            places = (
                (start[0] + r * sin(2 * pi * k / TURNS), start[1] + r * cos(2 * pi * k / TURNS))
                for r in (0.8 * k for k in range(int(reach / 0.8))) for k in range(TURNS if r else 1)
            )
            best = next((p for p in places if self.is_clear(_box(p, half))), start)
            self._lead(id_, best, max(half), near)
        self.taken.append(_box(best, half))
        self.placed.append(_box(best, half))
        return best

    def _lead(self, id_: str, at: Point, radius: float, near: Point | None) -> None:
        """Note a leader from what stands beside a space to a point in it."""
        import shapely

        shape = self.view.shapes.get(self._region(id_))
        if near is not None or id_ in self.whole.cities or shape is None or shape.is_empty:
            return
        self.outside.append(self._region(id_))
        seen = shapely.intersection(shape, shapely.box(*self.view.frame))
        place = shapely.Point(at)
        for part in (shape.buffer(-0.6), shape, seen):
            rest = shapely.difference(shapely.intersection(part, seen), place.buffer(1.5 * radius))
            if not rest.is_empty:
                tip = shapely.shortest_line(rest, place).coords[0]
                self.leaders.append(Leader((at, (float(tip[0]), float(tip[1])))))
                return

    def is_clear(self, box: Box) -> bool:
        """Say whether a box lies in the view and on nothing that is printed or placed."""
        return self.view.frame.holds(box) and not any(box.overlaps(other) for other in self.taken)

    def keep_clear(self, course: Iterable[Point]) -> None:
        """Let discs keep off a course."""
        self.taken += [Box(x - 0.6, y - 0.6, x + 0.6, y + 0.6) for x, y in course]

    def _region(self, id_: str) -> str:
        return self.view.board.spaces[id_].within or id_

    # -- outlines ----------------------------------------------------------------------------------------------------

    def rings(self, ids: Iterable[str]) -> tuple[tuple[Point, ...], ...]:
        """Return the outlines of spaces, a city's as a square round it."""
        found: list[tuple[Point, ...]] = []
        for id_ in ids:
            if id_ in self.view.shapes:
                found += [tuple(ring) for ring in rings_of(self.view.shapes[id_])]
            elif id_ in self.whole.cities:
                x, y = self.whole.cities[id_]
                found.append(((x - 2.6, y - 2.6), (x + 2.6, y - 2.6), (x + 2.6, y + 2.6), (x - 2.6, y + 2.6)))
        return tuple(found)

    def around(self, ids: Iterable[str]) -> tuple[tuple[Point, ...], ...]:
        """Return the outline of spaces together, without the borders between them."""
        import shapely

        shapes = [self.view.shapes[id_] for id_ in ids if id_ in self.view.shapes]
        together = shapely.union_all([shape.buffer(0.02) for shape in shapes])
        return tuple(tuple(ring) for ring in rings_of(shapely.intersection(together, shapely.box(*self.view.frame))))

    # -- courses -----------------------------------------------------------------------------------------------------

    def course(self, ids: Sequence[str], *, short: bool = False) -> tuple[Point, ...]:
        """Return a way through spaces, over the border or strait wherever two meet, off names where that can be.

        A `short` one ends soon after the last border.
        """
        key = (tuple(ids), short)
        if key not in self.courses:
            self.courses[key] = self._course(ids, short=short)
        return self.courses[key]

    def _course(self, ids: Sequence[str], *, short: bool) -> tuple[Point, ...]:
        points, gate_end = [self.seat(ids[0])], 0
        for k, (a, b) in enumerate(pairwise(ids)):
            gates = self._gates(a, b, (points[-1], self.seat(ids[min(k + 2, len(ids) - 1)])))
            for gate in gates[:1]:
                points += self._walk(a, points[-1], gate)[1:]
            points += gates[1:]
            gate_end = len(points) if gates else gate_end
            if not gates and b in self.whole.cities:
                points += self._walk(b, points[-1], self.seat(b))[1:]
        points += self._walk(ids[-1], points[-1], self.seat(ids[-1]))[1:]
        if short and gate_end:
            points = [*points[:gate_end], *_cut(points[gate_end - 1 :], INTO)]
        return rounded(points)

    def _walk(self, id_: str, start: Point, end: Point) -> list[Point]:
        region = self._region(id_)
        if region not in self.whole.shapes:
            return [start, end]
        if region not in self._fields:
            bounds = self.whole.bounds(region).grown(4.0)
            near = [box for box in self.names if box.overlaps(bounds)]
            self._fields[region] = Field(self.whole.shapes[region], near)
        return self._fields[region].walk(start, end)

    def _gates(self, a: str, b: str, ends: tuple[Point, Point]) -> list[Point]:
        """Return where a way goes from a space into another: a point of their border, both ends of a strait, none within one."""
        for crossing in self.layout.crossings:
            if {a, b} == {crossing.link.a, crossing.link.b}:
                return [crossing.start, crossing.end] if a == crossing.link.a else [crossing.end, crossing.start]
        gate = self.gate(a, b, ends)
        return [gate] if gate else []

    def gate(self, a: str, b: str, ends: tuple[Point, Point] | None = None) -> Point | None:
        """Return the point where two spaces meet: of their longest border near its middle, of a port its anchor."""
        for anchor in self.layout.anchors:
            if {a, b} == {anchor.city, anchor.sea}:
                return anchor.at
        borders = [self.whole.walk(border) for border in self.view.board.borders_between(a, b)]
        return self._best(self._seen(borders), ends) if borders else None

    def _seen(self, borders: Sequence[list[Point]]) -> Any:
        """Return the longest piece of borders within the frame of the whole map; the longest of all where none is."""
        import shapely

        lines = [shapely.LineString(points) for points in borders]
        frame = shapely.box(*self.whole.frame)
        parts = [part for line in lines for part in shapely.get_parts(shapely.intersection(line, frame))]
        return max([part for part in parts if part.geom_type == "LineString"] or lines, key=lambda part: part.length)

    def _best(self, line: Any, ends: tuple[Point, Point] | None) -> Point:
        import shapely

        places = [shapely.line_interpolate_point(line, share, normalized=True) for share in SHARES]
        points = [(float(p.x), float(p.y)) for p in places]

        def cost(k: int) -> float:
            clash = sum(box.grown(1.0).overlaps(Box(*points[k], *points[k]).grown(0.1)) for box in self.names)
            detour = dist(ends[0], points[k]) + dist(points[k], ends[1]) if ends else 0.0
            return round(detour + 30.0 * clash + k, 6)

        return points[min(range(len(points)), key=cost)]

    def barrier(self, a: str, b: str) -> Point:
        """Return where a step from a space into another is barred: in their strait, on their border, else in the second."""
        for crossing in self.layout.crossings:
            if {a, b} == {crossing.link.a, crossing.link.b}:
                return crossing.box.centre
        gate = self.gate(a, b) if a in self.view.board.spaces and b in self.view.board.spaces else None
        return gate if gate and self.view.frame.holds(Box(*gate, *gate)) else self.seat(b)


def _inside(marker: Marker, shape: Any, half: Point, start: Point) -> Point | None:
    """Return the free place wholly in a space that is nearest to a point; None without one."""
    import numpy as np
    import shapely

    if shape is None:
        return None
    shape = shapely.intersection(shape, shapely.box(*marker.view.frame))
    if shape.is_empty or shape.buffer(-min(half) + 0.1).is_empty:
        return None
    raster = Raster(shape, inset=-0.3).without(box for box in marker.taken if box.overlaps(Box(*shape.bounds)))
    rows, columns = np.nonzero(raster.fits((Piece(0.0, 0.0, 2 * half[0], 2 * half[1]),)))
    if not len(rows):
        return None
    x, y = raster.left + columns * STEP + half[0], raster.top + rows * STEP + half[1]
    place = int(np.round(np.hypot(x - start[0], y - start[1]), 6).argmin())
    at = (float(x[place]), float(y[place]))
    return start if dist(at, start) < STEP and marker.is_clear(_box(start, half)) else at


def _box(at: Point, half: Point) -> Box:
    return Box(at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1])


def _cut(points: Sequence[Point], most: float) -> list[Point]:
    """Return the points of a way after its first, up to a length."""
    kept: list[Point] = []
    for a, b in pairwise(points):
        far = dist(a, b)
        if far >= most:
            share = most / far
            return [*kept, (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)]
        kept.append(b)
        most -= far
    return kept
