"""The shapes of a map as TopoJSON: every border once, as an arc, and the spaces as rings of arcs.

The format is TopoJSON 1.0 (Bostock, Metcalf 2013) with two objects: `spaces`, whose geometries carry the ids of spaces, and
`borders`, one line for each arc with the spaces at its left and right and the border's class.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import Any

from areamap.spaces import BORDER_CLASSES, Border
from mapsheet.errors import DataError, Fault, clipped
from mapsheet.source import beside, parse_json, read_text

Point = tuple[float, float]
Ring = list[Point]
FORMAT = "areamap-topology/1"
MOST_ARCS = 1_000_000
MOST_POINTS = 5_000_000


class Topology:
    """Arcs, borders and shapes of a map. Coordinates are longitude and latitude, or millimetres on a plane.

    `borders[k]` is the border of arc k. `shapes` gives each space its polygons, each a list of rings of arc numbers, the
    outer ring first; a number ~k (below 0) is arc k walked backwards.
    """

    def __init__(self, data: Mapping[str, Any], name: str = "topology") -> None:
        """Check and keep a parsed TopoJSON; DataError with every fault. Arcs are decoded when they are first needed."""
        self.name = name
        self.data = data
        self._faults: list[Fault] = []
        self._coded: list[Any] = self._list(data.get("arcs"), "arcs")
        self.scale, self.translate = self._transform()
        self.meta: Mapping[str, Any] = self._table(data.get("mapsheet", {}), "mapsheet")
        objects = self._table(data.get("objects"), "objects")
        self.borders: tuple[Border, ...] = self._borders(objects.get("borders"))
        self.shapes: dict[str, list[list[list[int]]]] = self._shapes(objects.get("spaces"))
        if self._faults:
            raise DataError(self._faults)

    # -- arcs ------------------------------------------------------------------------------------------------------

    @cached_property
    def arcs(self) -> list[Ring]:
        """Return the points of every arc. DataError when one is no list of positions or the points are too many."""
        decoded, total = [], 0
        for k, arc in enumerate(self._coded):
            try:
                points = self._decoded(arc)
            except (TypeError, ValueError, OverflowError, IndexError):
                raise DataError(self._fault(f"arcs.{k}", "expected a list of positions")) from None
            total += len(points)
            if not all(isfinite(x) and isfinite(y) for x, y in points):
                raise DataError(self._fault(f"arcs.{k}", "expected finite numbers"))
            if total > MOST_POINTS or len(points) < 2:
                raise DataError(self._fault(f"arcs.{k}", f"expected at least 2 points, {MOST_POINTS:,} in all"))
            decoded.append(points)
        return decoded

    def _decoded(self, arc: Sequence[Sequence[float]]) -> Ring:
        if self.scale is None:
            return [(float(x), float(y)) for x, y, *_ in arc]
        (kx, ky), (tx, ty) = self.scale, self.translate
        points, x, y = [], 0, 0
        for dx, dy, *_ in arc:
            x, y = x + _whole(dx), y + _whole(dy)
            points.append((x * kx + tx, y * ky + ty))
        return points

    def walked(self, number: int) -> Ring:
        """Return the points of an arc, backwards for ~k."""
        return self.arcs[number] if number >= 0 else self.arcs[~number][::-1]

    def ring(self, numbers: Sequence[int]) -> Ring:
        """Return the points of a ring of arcs, closed: the first point stands at the end again."""
        points: Ring = []
        for number in numbers:
            points += self.walked(number)[1:] if points else self.walked(number)
        return points

    def polygons(self, space: str) -> list[list[Ring]]:
        """Return the polygons of a space as rings of points, the outer ring first; none for a space without a shape."""
        return [[self.ring(ring) for ring in polygon] for polygon in self.shapes.get(space, [])]

    def used(self) -> Iterator[tuple[str, int]]:
        """Yield each space with each number of an arc in its rings."""
        for space, polygons in self.shapes.items():
            for polygon in polygons:
                for ring in polygon:
                    for number in ring:
                        yield space, number

    # -- reading ---------------------------------------------------------------------------------------------------

    def _fault(self, key: str, message: str) -> Fault:
        return Fault(message, self.name, key=key)

    def _list(self, value: object, key: str) -> list[Any]:
        if not isinstance(value, list):
            self._faults.append(self._fault(key, f"expected a list, got {clipped(value)}"))
            return []
        if len(value) > MOST_ARCS:
            self._faults.append(self._fault(key, f"has {len(value):,} entries; more than {MOST_ARCS:,} are not read"))
            return []
        return value

    def _table(self, value: object, key: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            self._faults.append(self._fault(key, f"expected an object, got {clipped(value)}"))
            return {}
        return value

    def _transform(self) -> tuple[Point | None, Point]:
        transform = self.data.get("transform")
        if transform is None:
            return None, (0.0, 0.0)
        try:
            (kx, ky), (tx, ty) = transform["scale"], transform["translate"]
            numbers = [float(value) for value in (kx, ky, tx, ty)]
        except (TypeError, ValueError, KeyError, OverflowError):
            numbers = []
        if not numbers or not all(map(isfinite, numbers)) or 0 in numbers[:2]:
            self._faults.append(self._fault("transform", "expected scale and translate, two numbers each"))
            return None, (0.0, 0.0)
        return (numbers[0], numbers[1]), (numbers[2], numbers[3])

    def _geometries(self, value: object, key: str) -> list[dict[str, Any]]:
        table = self._table(value, key)
        found = self._list(table.get("geometries"), f"{key}.geometries")
        return [self._table(geometry, f"{key}.geometries.{k}") for k, geometry in enumerate(found)]

    def _borders(self, value: object) -> tuple[Border, ...]:
        borders: dict[int, Border] = {}
        for k, geometry in enumerate(self._geometries(value, "objects.borders")):
            key, marks = f"objects.borders.geometries.{k}", geometry.get("properties")
            arcs = geometry.get("arcs")
            kind = marks.get("class") if isinstance(marks, dict) else None
            if kind not in BORDER_CLASSES:
                self._faults.append(self._fault(key, f"expected a class of {' '.join(BORDER_CLASSES)}, got {clipped(kind)}"))
                continue
            if not (isinstance(arcs, list) and len(arcs) == 1 and self._is_arc(arcs[0]) and arcs[0] >= 0):
                self._faults.append(self._fault(key, f"expected the number of one arc, got {clipped(arcs)}"))
                continue
            assert isinstance(marks, dict)  # its class was read
            left, right = str(marks.get("left") or ""), str(marks.get("right") or "")
            if arcs[0] in borders or left == right:
                self._faults.append(self._fault(key, f"arc {arcs[0]} must be the border of two spaces, once"))
            borders[arcs[0]] = Border(str(kind), left, right, arcs[0])
        bare = [k for k in range(len(self._coded)) if k not in borders]
        if bare and not self._faults:
            self._faults.append(self._fault("objects.borders", f"arcs without a border: {clipped(bare)}"))
        return tuple(borders[k] for k in sorted(borders))

    def _shapes(self, value: object) -> dict[str, list[list[list[int]]]]:
        shapes: dict[str, list[list[list[int]]]] = {}
        for k, geometry in enumerate(self._geometries(value, "objects.spaces")):
            key, arcs = f"objects.spaces.geometries.{k}", geometry.get("arcs")
            space = geometry.get("id")
            polygons: Any = [arcs] if geometry.get("type") == "Polygon" else arcs
            if not isinstance(space, str) or not space or space in shapes:
                self._faults.append(self._fault(key, f"expected an id of its own, got {clipped(space)}"))
            elif not self._are_rings(polygons):
                self._faults.append(self._fault(key, f"expected polygons of arcs for {space}"))
            else:
                shapes[space] = polygons
        return shapes

    def _are_rings(self, polygons: Any) -> bool:
        def is_full(value: Any) -> bool:
            return isinstance(value, list) and bool(value)

        return is_full(polygons) and all(
            is_full(rings) and all(is_full(ring) and all(self._is_arc(number) for number in ring) for ring in rings)
            for rings in polygons
        )

    def _is_arc(self, number: object) -> bool:
        return isinstance(number, int) and not isinstance(number, bool) and -len(self._coded) <= number < len(self._coded)


def read_topology(path: Path | str) -> Topology:
    """Return the topology in a TopoJSON file; DataError with every fault."""
    return parse_topology(read_text(path), str(path))


def topology_beside(folder: Path, name: str) -> Topology:
    """Return the topology that a title names in its folder; DataError as `read_topology`, and for a link that leaves it."""
    return read_topology(beside(folder, name))


def parse_topology(text: str, name: str = "topology") -> Topology:
    """Return the topology in a text; DataError with every fault."""
    data = parse_json(text, name)
    if data.get("type") != "Topology":
        raise DataError(Fault('expected a TopoJSON with type "Topology"', name))
    return Topology(data, name)


def _whole(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(value)
    return value
