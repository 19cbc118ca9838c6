"""The topology as TopoJSON: quantized arcs, a shape for each space, a border for each arc."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from typing import Any

from areamap.build.arcs import NOBODY, Arc, ArcSet
from areamap.projection import Projection

FORMAT = "areamap-topology/1"
LONGEST_EDGE = 5.0  # mm: a longer one would leave its course in another projection
COARSEST = 1e-5  # degrees
PLANE_QUANTUM = 1e-3  # mm


def quantum(projection: Projection) -> float:
    """Return the step of a coordinate: at most 1e-5 degrees and a quarter of a thousandth of a millimetre (plane: 1e-3 mm)."""
    if projection.is_plane:
        return PLANE_QUANTUM
    x, y = projection.frame[0] / 2, projection.frame[1] / 2
    (lon, lat), (east, south) = projection.inverse(x, y), projection.inverse(x + 1, y + 1)
    fine = min(abs(east - lon), abs(south - lat)) * 0.25e-3
    return float(min(COARSEST, 10.0 ** math.floor(math.log10(fine))))


def quantized(places: Any, projection: Projection, step: float) -> Any:
    """Return places on the frame as whole steps of longitude and latitude (plane: of mm), equal neighbors dropped."""
    import numpy as np

    lon, lat = projection.inverse(*_dense(places).T)
    whole = np.round(np.column_stack([lon, lat]) / step).astype(np.int64)
    kept = np.append(True, (whole[1:] != whole[:-1]).any(axis=1))
    return whole[kept]


def _dense(places: Any) -> Any:
    """Return places with others between those that are far from each other."""
    import numpy as np

    lengths = np.hypot(*np.diff(places, axis=0).T)
    if not (lengths > LONGEST_EDGE).any():
        return places
    parts = [places[:1]]
    for a, b, length in zip(places[:-1], places[1:], lengths, strict=True):
        count = math.ceil(length / LONGEST_EDGE)
        parts.append(a + (b - a) * (np.arange(1, count + 1) / count)[:, None])
        parts[-1][-1] = b
    return np.concatenate(parts)


def shapes_from(arcs: Sequence[Any], shapes: ArcSet, step: float) -> list[Any]:
    """Return the polygons that quantized arcs make, for checking."""
    import numpy as np
    import shapely

    def ring(numbers: list[int]) -> Any:
        parts = [arcs[k] if k >= 0 else arcs[~k][::-1] for k in numbers]
        return np.concatenate([part if k == 0 else part[1:] for k, part in enumerate(parts)]) * step

    made = []
    for parts in shapes.shapes:
        polygons = [shapely.Polygon(ring(rings[0]), [ring(hole) for hole in rings[1:]]) for rings in parts]
        made.append(shapely.MultiPolygon(polygons))
    return made


def topology(
    arcs: Sequence[Any],
    shapes: ArcSet,
    names: Sequence[str],
    *,
    step: float,
    word: Callable[[Arc], str],
    about: dict[str, Any],
) -> dict[str, Any]:
    """Return the TopoJSON of quantized arcs; `word` gives an arc's class, `about` becomes the member "mapsheet"."""
    low = [min(int(arc[:, axis].min()) for arc in arcs) for axis in (0, 1)]
    high = [max(int(arc[:, axis].max()) for arc in arcs) for axis in (0, 1)]
    spaces = [
        _shape(name, parts) for name, parts in sorted(zip(names, shapes.shapes, strict=True), key=lambda item: item[0]) if parts
    ]
    borders = [
        {"type": "LineString", "arcs": [k], "properties": _sides(arc, names) | {"class": word(arc)}}
        for k, arc in enumerate(shapes.arcs)
    ]
    # a power of ten below one has no exact float, its decimal spelling has
    exact = [float(f"{value * step:.12g}") for value in (*low, *high)]
    return {
        "type": "Topology",
        "bbox": exact,
        "transform": {"scale": [step, step], "translate": exact[:2]},
        "objects": {
            "spaces": {"type": "GeometryCollection", "geometries": spaces},
            "borders": {"type": "GeometryCollection", "geometries": borders},
        },
        "arcs": [_steps(arc, low) for arc in arcs],
        "mapsheet": about,
    }


def _shape(name: str, parts: list[list[list[int]]]) -> dict[str, Any]:
    if len(parts) == 1:
        return {"type": "Polygon", "id": name, "arcs": parts[0]}
    return {"type": "MultiPolygon", "id": name, "arcs": parts}


def _sides(arc: Arc, names: Sequence[str]) -> dict[str, str | None]:
    # an arc's sides are meant with y upwards; on the sheet it runs downwards
    left, right = (None if k == NOBODY else names[k] for k in (arc.right, arc.left))
    return {"left": left, "right": right}


def _steps(arc: Any, low: list[int]) -> list[list[int]]:
    import numpy as np

    moved = arc - np.array(low)
    return [moved[0].tolist(), *np.diff(moved, axis=0).tolist()]


def to_bytes(data: dict[str, Any]) -> bytes:
    """Return a topology as JSON, one object or arc a line; the same topology gives the same bytes."""
    head = {key: value for key, value in data.items() if key not in {"objects", "arcs"}}
    lines = [json.dumps(head, ensure_ascii=False, separators=(",", ":"))[:-1] + ',"objects":{']
    objects = []
    for name, item in data["objects"].items():
        rows = ",\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in item["geometries"])
        objects.append(f'"{name}":{{"type":"GeometryCollection","geometries":[\n{rows}\n]}}')
    arcs = ",\n".join(json.dumps(arc, separators=(",", ":")) for arc in data["arcs"])
    return "\n".join([*lines, ",\n".join(objects) + '},"arcs":[', arcs, "]}", ""]).encode()
