"""Reading a coastline: the land polygons of a GeoJSON or TopoJSON text, in longitude and latitude."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from mapsheet.errors import DataError, Fault, clipped
from mapsheet.source import parse_json

MOST_NESTED = 32  # collections in collections
_POLYGONS = {"Polygon", "MultiPolygon"}
Ring = Any  # an array of (longitude, latitude), n x 2


def read_coastline(text: str, name: str = "coastline") -> list[list[Ring]]:
    """Return the land's polygons, each its outer ring and its holes as arrays of longitude and latitude.

    Takes every Polygon and MultiPolygon of a GeoJSON (geometry, feature or collection) or of all objects of a TopoJSON; rings
    of fewer than three places are left out. Raises DataError for what is neither, for numbers that are not finite and where
    no polygon is found.
    """
    data = parse_json(text, name)
    try:
        polygons = _Topology(data).polygons() if data.get("type") == "Topology" else _geojson(data)
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError) as error:
        raise DataError(Fault(f"is damaged: {clipped(str(error), 100)}", name)) from None
    if not polygons:
        raise DataError(Fault("holds no polygon of land", name))
    return polygons


def _geojson(data: dict[str, Any]) -> list[list[Ring]]:
    found = []
    for k, geometry in enumerate(_geometries(data)):
        try:
            many = geometry["coordinates"] if geometry["type"] == "MultiPolygon" else [geometry["coordinates"]]
            found += [_rings(map(_places, polygon)) for polygon in many]
        except (TypeError, ValueError, KeyError, IndexError, OverflowError) as error:
            raise ValueError(f"polygon {k} of the file: {error}") from None
    return [polygon for polygon in found if polygon]


def _geometries(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the polygons in features and collections, in their order."""
    waiting: list[tuple[Any, int]] = [(data, 0)]
    while waiting:
        item, depth = waiting.pop()
        if depth > MOST_NESTED:
            raise ValueError("collections nested too deeply")
        if not isinstance(item, dict):
            continue
        if item.get("type") in _POLYGONS:
            yield item
        inner = [*(item.get("features") or ()), *(item.get("geometries") or ()), item.get("geometry")]
        waiting += [(part, depth + 1) for part in reversed(inner)]


def _places(ring: Any) -> Ring:
    import numpy as np

    return _finite(np.array([(place[0], place[1]) for place in ring], dtype=float).reshape(-1, 2))


def _finite(ring: Ring) -> Ring:
    import numpy as np

    if not np.isfinite(ring).all() or (len(ring) and np.abs(ring).max() > 1e9):
        raise ValueError("a place is not finite")
    return ring


def _rings(rings: Iterator[Ring]) -> list[Ring]:
    """Return a polygon's rings; none of them when the outer one is no ring."""
    kept = [(k, ring) for k, ring in enumerate(rings) if len(ring) >= 4]
    return [ring for _, ring in kept] if kept and kept[0][0] == 0 else []


class _Topology:
    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        transform = data.get("transform") or {"scale": [1, 1], "translate": [0, 0]}
        self.scale, self.shift = _two(transform["scale"]), _two(transform["translate"])
        self.quantized = "transform" in data
        self.arcs = [self._arc(arc) for arc in data["arcs"]]

    def _arc(self, arc: Any) -> Ring:
        import numpy as np

        places = np.array([(place[0], place[1]) for place in arc], dtype=float).reshape(-1, 2)
        if self.quantized:
            places = np.cumsum(places, axis=0) * self.scale + self.shift
        return _finite(places)

    def polygons(self) -> list[list[Ring]]:
        found = []
        for item in self.data["objects"].values():
            for geometry in _geometries(item):
                many = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
                found += [_rings(map(self._joined, polygon)) for polygon in many]
        return [polygon for polygon in found if polygon]

    def _joined(self, indices: Any) -> Ring:
        import numpy as np

        arcs = [self.arcs[k] if k >= 0 else self.arcs[~k][::-1] for k in indices]
        return np.concatenate([arc if k == 0 else arc[1:] for k, arc in enumerate(arcs)])


def _two(values: Any) -> tuple[float, float]:
    x, y = (float(value) for value in values)
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError("the transform is not finite")
    return x, y
