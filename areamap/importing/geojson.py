"""Reading GeoJSON and TopoJSON: features with their properties, and what our own exports add."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from areamap.importing.drawn import Drawn, OwnBorder, Point, Region, Ring, Spot
from areamap.importing.own import read_own, tables_of
from mapsheet.errors import DataError, Fault, clipped
from mapsheet.fields import MOST_FAULTS
from mapsheet.source import parse_json

NAMES = ("name", "NAME", "Name", "id", "title")
MOST_NESTED = 32
FARTHEST = 1e9
FINEST = 1e-12
_DAMAGE = (TypeError, ValueError, KeyError, IndexError, OverflowError, AttributeError)
Feature = Mapping[str, Any]
Shaper = Callable[[Mapping[str, Any]], list[list[Ring]]]


def read_geojson(text: str, name: str) -> Drawn:
    """Return what a GeoJSON or TopoJSON draws; DataError for what is neither, is damaged or is too large."""
    data = parse_json(text, name)
    if not isinstance(data.get("type"), str):
        raise DataError(Fault("is neither GeoJSON nor TopoJSON", name))
    try:
        reader = _Reader(data)
        drawn = reader.read()
    except _DAMAGE as error:
        raise DataError(_damaged(name, "", error)) from None
    if reader.damaged:
        raise DataError([_damaged(name, which, error) for which, error in reader.damaged])
    drawn.check_size(name)
    return drawn


def _damaged(name: str, which: str, error: Exception) -> Fault:
    what = f"has no member {error}" if isinstance(error, KeyError) else str(error)
    return Fault(f"{which} is damaged: {clipped(what, 100)}".strip(), name)


class _Reader:
    """Reads one file."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data, self.drawn = data, Drawn()
        self.damaged: list[tuple[str, Exception]] = []
        self.about = _table(data.get("mapsheet"))
        self.place: Callable[[Mapping[str, Any]], Point] = _place

    def read(self) -> Drawn:
        drawn, about = self.drawn, self.about
        drawn.title = str(about.get("title") or "")
        drawn.credit = str(about.get("credit") or "")
        drawn.tables = tables_of(about)
        drawn.own = read_own(about, self.data if self.data["type"] == "Topology" else None)
        drawn.projection = _table(about.get("projection")) or None
        drawn.is_plane = (drawn.projection or {}).get("kind") == "plane"
        if about.get("scale"):
            drawn.step, drawn.origin = _step(about["scale"]), _two(about["translate"])
        for border in about.get("borders", ()):
            drawn.borders.append(OwnBorder(str(border["class"]), _places(border["coordinates"])))
        if self.data["type"] == "Topology":
            self._topology()
        else:
            for k, feature in enumerate(_features(self.data)):
                self._try(f"feature {k}", feature, _polygons)
        return drawn

    def _try(self, where: str, feature: Feature, shaper: Shaper) -> None:
        """Take a feature, or note that it is damaged, with its number, its id and its name."""
        try:
            self._take(feature, shaper)
        except _DAMAGE as error:
            marks = _table(feature.get("properties"))
            called = [feature.get("id"), *(marks.get(key) for key in NAMES)]
            listed = list(dict.fromkeys(clipped(one) for one in called if isinstance(one, str | int)))[:2]
            if len(self.damaged) < MOST_FAULTS:
                self.damaged.append((f"{where} ({', '.join(listed)})" if listed else where, error))

    def _take(self, feature: Feature, shaper: Shaper) -> None:
        """Take a feature as a region, as a place, or not at all."""
        marks = _table(feature.get("properties"))
        geometry = _table(feature.get("geometry"))
        kind = geometry.get("type")
        own = feature.get("id")
        id_ = own if isinstance(own, str) else ""
        name = next((str(marks[key]) for key in NAMES if isinstance(marks.get(key), str | int) and marks[key] != ""), id_)
        if kind in {"Polygon", "MultiPolygon", "GeometryCollection"}:
            polygons = shaper(geometry)
            if polygons:
                self.drawn.regions.append(Region(id_, name, marks, polygons))
            else:
                self.drawn.notes.append(f"{clipped(name or kind)} has no ring of four points: left out")
        elif kind == "Point" or (not geometry and id_):
            at = self.place(geometry) if geometry else None
            self.drawn.spots.append(Spot(id_, name, marks, at))
        elif "link" not in marks:
            self.drawn.notes.append(f"{clipped(name or kind)} is no area and no point: left out")

    # -- TopoJSON ----------------------------------------------------------------------------------------------------

    def _topology(self) -> None:
        arcs = _Arcs(self.data)
        self.place = arcs.place
        if arcs.step and not self.drawn.step:
            self.drawn.step, self.drawn.origin = _step(arcs.step), arcs.origin
        for called, item in _table(self.data["objects"]).items():
            for k, geometry in enumerate(_geometries(item)):
                marks = _table(geometry.get("properties"))
                if geometry.get("type") == "LineString" and "left" in marks:
                    continue  # our own borders follow from the shapes
                feature = {"id": geometry.get("id"), "properties": marks, "geometry": geometry if geometry.get("type") else None}
                self._try(f"geometry {k} of {clipped(called)}", feature, arcs.polygons)


class _Arcs:
    """The arcs of a TopoJSON, unpacked."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        transform = _table(data.get("transform"))
        self.step = _two(transform["scale"]) if transform else None
        self.origin = _two(transform["translate"]) if transform else (0.0, 0.0)
        self.arcs = [self._tried(k, arc) for k, arc in enumerate(data["arcs"])]

    def _tried(self, number: int, arc: Any) -> Ring:
        try:
            return self._unpacked(arc)
        except _DAMAGE as error:
            raise ValueError(f"arc {number}: {error}") from None

    def _unpacked(self, arc: Any) -> Ring:
        if self.step is None:
            return _places(arc)
        points, x, y = [], 0, 0
        for dx, dy, *_ in arc:
            x, y = x + int(dx), y + int(dy)
            points.append(self._at(x, y))
        return _places(points)

    def _at(self, x: float, y: float) -> Point:
        (kx, ky), (tx, ty) = self.step or (1.0, 1.0), self.origin
        return x * kx + tx, y * ky + ty

    def place(self, geometry: Mapping[str, Any]) -> Point:
        """Return where a point lies."""
        x, y = _two(geometry["coordinates"])
        return self._at(x, y)

    def polygons(self, geometry: Mapping[str, Any]) -> list[list[Ring]]:
        """Return the polygons of a geometry."""
        many = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        return _sound([[self._ring(ring) for ring in polygon] for polygon in many])

    def _ring(self, numbers: list[int]) -> Ring:
        points: Ring = []
        for number in numbers:
            arc = self.arcs[number] if number >= 0 else self.arcs[~number][::-1]
            points += arc[1:] if points else arc
        return points


# -- geometries ------------------------------------------------------------------------------------------------------------


def _features(data: Mapping[str, Any]) -> Iterator[Feature]:
    """Yield the features of a collection, a feature, or a bare geometry as one."""
    if data["type"] == "FeatureCollection":
        yield from (feature for feature in data["features"] if isinstance(feature, dict))
    elif data["type"] == "Feature":
        yield data
    else:
        yield from ({"geometry": geometry} for geometry in _geometries(data))


def _geometries(item: Any) -> Iterator[dict[str, Any]]:
    """Yield the geometries in collections, in their order; ValueError where they are nested too deeply."""
    waiting: list[tuple[Any, int]] = [(item, 0)]
    while waiting:
        geometry, depth = waiting.pop()
        if depth > MOST_NESTED:
            raise ValueError("collections are nested too deeply")
        if isinstance(geometry, dict) and geometry.get("type") == "GeometryCollection":
            waiting += [(part, depth + 1) for part in reversed(geometry["geometries"])]
        elif isinstance(geometry, dict):
            yield geometry


def _polygons(geometry: Mapping[str, Any]) -> list[list[Ring]]:
    found: list[list[Ring]] = []
    for part in _geometries(geometry):
        if part.get("type") in {"Polygon", "MultiPolygon"}:
            many = part["coordinates"] if part["type"] == "MultiPolygon" else [part["coordinates"]]
            found += [[_places(ring) for ring in polygon] for polygon in many]
    return _sound(found)


def _sound(polygons: list[list[Ring]]) -> list[list[Ring]]:
    """Return the polygons whose outer ring is one, without holes that are none."""
    return [[ring for ring in polygon if len(ring) >= 4] for polygon in polygons if polygon and len(polygon[0]) >= 4]


def _place(geometry: Mapping[str, Any]) -> Point:
    return _places([geometry["coordinates"]])[0]


def _places(points: Any) -> Ring:
    return [_two(point[:2]) for point in points]


def _two(values: Any) -> Point:
    x, y = values
    if any(isinstance(value, bool | str) or not math.isfinite(value) or abs(value) > FARTHEST for value in (x, y)):
        raise ValueError(f"expected two numbers, got {clipped(values)}")
    return float(x), float(y)


def _step(values: Any) -> Point | None:
    """Return the steps of a grid, None where they are too small for one or run backwards."""
    x, y = _two(values)
    return (x, y) if min(x, y) > FINEST else None


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
