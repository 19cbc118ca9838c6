"""Where a point lies and what the arcs enclose, decided in the whole numbers in which a topology is quantized."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from areamap.atlas import Atlas
from areamap.spaces import Border, Space
from areamap.topology import Topology
from mapsheet.errors import DataError, NotationError

EARTH_KM = 6371.0088  # mean radius, IUGG
Node = tuple[float, float]
"""A point in the topology's own steps: whole numbers, or plain coordinates where it is not quantized."""


class Face(NamedTuple):
    """A piece of the plane that arcs enclose: the spaces that its borders name on this side, its polygon in steps, a place in it.

    One space is sound; the empty one is a gap, several disagree. `area` is in km², on a plane in mm².
    """

    spaces: tuple[str, ...]
    polygon: Any
    at: Node
    area: float


class Corner(NamedTuple):
    """A point where arcs end: the spaces round it in order, counterclockwise in steps, empty for the outside."""

    node: Node
    round: tuple[str, ...]


class Net:
    """The arcs of a topology in its own steps, and what is found in them."""

    def __init__(self, topology: Topology) -> None:
        self.topology = topology
        self.is_plane = is_plane(topology)
        self.arcs: list[list[Node]] = _stepped(topology)

    def exact(self, lon: float, lat: float) -> tuple[Fraction, Fraction]:
        """Return a place in steps, exactly; the printed coordinates of a vertex are the vertex."""
        scale = self.topology.scale or (1.0, 1.0)
        return (
            _in_steps(lon, scale[0], self.topology.translate[0]),
            _in_steps(lat, scale[1], self.topology.translate[1]),
        )

    def place(self, node: Node) -> Node:
        """Return a point in steps as longitude and latitude, or mm on a plane."""
        (kx, ky), (tx, ty) = self.topology.scale or (1.0, 1.0), self.topology.translate
        return float(node[0]) * kx + tx, float(node[1]) * ky + ty

    @cached_property
    def boxes(self) -> list[tuple[float, float, float, float]]:
        """The box round each arc, in steps: left, bottom, right, top."""
        found = []
        for arc in self.arcs:
            xs, ys = zip(*arc, strict=True)
            found.append((min(xs), min(ys), max(xs), max(ys)))
        return found

    @cached_property
    def sides(self) -> dict[tuple[Node, Node], str]:
        """The space at the left, in steps, of each directed piece of an arc."""
        found = {}
        for border in self.topology.borders:
            left, right = self.hands(border)
            arc = self.arcs[border.arc]
            for p, q in itertools.pairwise(arc):
                found[p, q], found[q, p] = left, right
        return found

    def hands(self, border: Border) -> tuple[str, str]:
        """Return the spaces left and right of an arc as steps count: swapped on a plane, whose y grows downwards."""
        (kx, ky) = self.topology.scale or (1.0, 1.0)
        return (border.right, border.left) if self.is_plane != (kx * ky < 0) else (border.left, border.right)

    @cached_property
    def areas(self) -> dict[str, float]:
        """The area that the outer rings of each space enclose, in square steps."""
        return {
            space: sum(abs(shoelace(self.ring(polygon[0]))) for polygon in polygons)
            for space, polygons in self.topology.shapes.items()
        }

    def ring(self, numbers: Sequence[int]) -> list[Node]:
        """Return the points of a ring of arcs in steps, as they follow each other."""
        points: list[Node] = []
        for number in numbers:
            walked = self.arcs[number] if number >= 0 else self.arcs[~number][::-1]
            points += walked[1:] if points else walked
        return points

    # -- a point -----------------------------------------------------------------------------------------------------

    def inside(self, point: tuple[Fraction, Fraction]) -> tuple[list[str], list[str]]:
        """Return the spaces whose shapes hold a point inside, and those whose borders run through it."""
        odd, touching = self._against(point)
        held = []
        for space, polygons in self.topology.shapes.items():
            for rings in polygons:
                inside = [sum(number_of(arc) in odd for arc in ring) % 2 == 1 for ring in rings]
                if inside[0] and not any(inside[1:]):
                    held.append(space)
        return held, touching

    def _against(self, point: tuple[Fraction, Fraction]) -> tuple[set[int], list[str]]:
        """Return the arcs that a ray eastwards from a point crosses an odd number of times, and the spaces that it touches."""
        odd: set[int] = set()
        on: set[str] = set()
        for k, (_, bottom, right, top) in enumerate(self.boxes):
            if bottom <= point[1] <= top and point[0] <= right:
                crossings, touches = _crossings(self.arcs[k], *point)
                if crossings % 2:
                    odd.add(k)
                if touches:
                    on.update(filter(None, self.topology.borders[k].pair))
        return odd, sorted(on)

    # -- corners and faces ---------------------------------------------------------------------------------------------

    @cached_property
    def corners(self) -> list[Corner]:
        """Every point where arcs end, in the order of their first arc, with the spaces round it."""
        rays: dict[Node, list[tuple[float, str, str]]] = {}
        for border in self.topology.borders:
            arc = self.arcs[border.arc]
            left, right = self.hands(border)
            rays.setdefault(arc[0], []).append((_angle(arc[0], arc[1]), left, right))
            rays.setdefault(arc[-1], []).append((_angle(arc[-1], arc[-2]), right, left))
        # the space left of a ray fills the sector up to the next ray counterclockwise
        return [Corner(node, tuple(left for _, left, _ in sorted(found))) for node, found in rays.items()]

    def faces(self) -> list[Face]:
        """Return the faces that the arcs enclose."""
        from shapely import LineString, polygonize
        from shapely.geometry.polygon import orient

        found = []
        for polygon in polygonize([LineString(arc) for arc in self.arcs]).geoms:
            turned = orient(polygon)
            spaces = {self.sides[pair] for ring in (turned.exterior, *turned.interiors) for pair in _pieces(ring.coords)}
            point = polygon.representative_point()
            found.append(Face(tuple(sorted(spaces)), polygon, (point.x, point.y), self.area(polygon.area, (point.x, point.y))))
        return found

    # -- measures ------------------------------------------------------------------------------------------------------

    def length(self, points: Sequence[Node]) -> float:
        """Return the length of a line in steps: in km on the sphere, or in mm on a plane."""
        places = [self.place(point) for point in points]
        return sum(distance(p, q, is_plane=self.is_plane) for p, q in itertools.pairwise(places))

    def area(self, steps: float, at: Node) -> float:
        """Return an area in square steps at a point: in km², near enough for a message, or in mm² on a plane."""
        kx, ky = self.topology.scale or (1.0, 1.0)
        if self.is_plane:
            return steps * abs(kx * ky)
        return steps * abs(kx * ky) * (math.radians(1) * EARTH_KM) ** 2 * math.cos(math.radians(self.place(at)[1]))

    @property
    def unit(self) -> str:
        """The unit of lengths: km or mm."""
        return "mm" if self.is_plane else "km"


@lru_cache(maxsize=8)
def net_of(topology: Topology) -> Net:
    """Return the net of a topology, made once."""
    return Net(topology)


def space_at(board: Atlas, lon: float, lat: float) -> Space | None:
    """Return the innermost space at a longitude and latitude (mm on a plane), None outside all.

    A point exactly on a border belongs to the lowest id of the spaces that the border touches. NotationError for what are
    no two finite numbers.
    """
    if not all(isinstance(value, int | float) and math.isfinite(value) for value in (lon, lat)):
        raise NotationError("a longitude and a latitude, two numbers", [lon, lat])
    if board.topology is None:
        return None
    net = net_of(board.topology)
    held, touching = net.inside(net.exact(lon, lat))
    if touching:
        return board.spaces[touching[0]]
    return board.spaces[min(held, key=lambda id_: (net.areas[id_], id_))] if held else None


def adjacency_hash(board: Atlas | Topology) -> str:
    """Return the checksum of who touches whom and by what class of border; DataError for a board without a topology."""
    from areamap.build.contacts import adjacency_hash as of_data

    topology = board.topology if isinstance(board, Atlas) else board
    if topology is None:
        raise DataError("the board has no topology, and so no borders")
    return of_data(topology.data)


def is_plane(topology: Topology) -> bool:
    """Return whether the coordinates are millimetres on a plane, y downwards."""
    projection = topology.meta.get("projection")
    kind = projection.get("kind") if isinstance(projection, dict) else projection
    return kind == "plane"


def number_of(arc: int) -> int:
    """Return the number of an arc, whichever way it is walked."""
    return arc if arc >= 0 else ~arc


def distance(p: Node, q: Node, *, is_plane: bool = False) -> float:
    """Return the way between two places: km along the great circle, or mm on a plane."""
    if is_plane:
        return math.dist(p, q)
    (east, north), (east2, north2) = (map(math.radians, place) for place in (p, q))
    h = math.sin((north2 - north) / 2) ** 2 + math.cos(north) * math.cos(north2) * math.sin((east2 - east) / 2) ** 2
    return 2 * EARTH_KM * math.asin(math.sqrt(min(h, 1.0)))


def shoelace(points: Sequence[Node]) -> float:
    """Return the area of a closed ring, above zero where it runs counterclockwise in steps."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in _pieces(points)) / 2


def _pieces(points: Iterable[Node]) -> Iterator[tuple[Node, Node]]:
    listed = [(x, y) for x, y, *_ in points]
    return itertools.pairwise(listed)


def _stepped(topology: Topology) -> list[list[Node]]:
    if topology.scale is None:
        return [list(arc) for arc in topology.arcs]
    assert topology.arcs is not None  # which checks every position
    found: list[list[Node]] = []
    for arc in topology.data["arcs"]:
        points: list[Node] = []
        x = y = 0
        for dx, dy, *_ in arc:
            x, y = x + dx, y + dy
            points.append((x, y))
        found.append(points)
    return found


def _in_steps(value: float, scale: float, shift: float) -> Fraction:
    steps = (Fraction(value) - Fraction(shift)) / Fraction(scale)
    whole = round(steps)
    return Fraction(whole) if whole * scale + shift == value else steps


def _crossings(arc: Sequence[Node], x: Fraction, y: Fraction) -> tuple[int, bool]:
    """Return how often a ray eastwards from a point crosses an arc, and whether the arc runs through the point."""
    count = 0
    # whole numbers compare faster with whole numbers; for them, above y is above its floor
    level: Any = math.floor(y) if isinstance(arc[0][1], int) else y
    is_level = level == y
    (ax, ay), above = arc[0], arc[0][1] > level
    for bx, by in arc[1:]:
        before, above = above, by > level
        if before != above:
            turn = (Fraction(bx) - Fraction(ax)) * (y - Fraction(ay)) - (Fraction(by) - Fraction(ay)) * (x - Fraction(ax))
            if turn == 0:
                return count, True
            count += (turn > 0) == above
        elif is_level and (level in (by, ay)) and _holds_level((ax, ay), (bx, by), x, level):
            return count, True
        ax, ay = bx, by
    return count, False


def _holds_level(a: Node, b: Node, x: Fraction, level: float) -> bool:
    """Return whether a piece that does not cross the point's level, but reaches it, holds the point."""
    ends = [point[0] for point in (a, b) if point[1] == level]
    return min(ends) <= x <= max(ends)


def _angle(node: Node, to: Node) -> float:
    return math.atan2(to[1] - node[1], to[0] - node[0])
