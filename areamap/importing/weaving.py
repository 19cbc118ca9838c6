"""From shapes that share whole edges to a topology: each border once, as an arc with the spaces at its sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from areamap.build.arcs import NOBODY, Arc, arcs_of
from areamap.exporting import border_class
from areamap.importing.drawn import OwnBorder
from areamap.importing.noding import Grid, Noded


def weave(
    noded: Noded, ids: Sequence[str], *, kinds: Mapping[str, str], borders: Sequence[OwnBorder], about: dict[str, Any]
) -> dict[str, Any]:
    """Return the TopoJSON of noded shapes; `kinds` gives each space's kind, `borders` where a class is another than theirs."""
    import numpy as np
    import shapely

    grid = noded.grid
    there = [k for k, shape in enumerate(noded.shapes) if shape is not None]
    names = [ids[k] for k in there]
    classes = sorted({border.kind for border in borders})
    own = _own_edges(borders, classes, grid)
    woven = arcs_of(np.array([shapely.normalize(noded.shapes[k]) for k in there], dtype=object), own)
    spaces = [
        {"type": "MultiPolygon", "id": name, "arcs": parts} if len(parts) > 1 else {"type": "Polygon", "id": name, "arcs": parts[0]}
        for name, parts in sorted(zip(names, woven.shapes, strict=True))
    ]
    marks = [_marks(arc, names, kinds, is_plane=grid.is_plane) | _own_class(arc, classes) for arc in woven.arcs]
    lines = [{"type": "LineString", "arcs": [k], "properties": mark} for k, mark in enumerate(marks)]
    return {
        "type": "Topology",
        "transform": {"scale": list(grid.step), "translate": list(grid.origin)},
        "objects": {
            "spaces": {"type": "GeometryCollection", "geometries": spaces},
            "borders": {"type": "GeometryCollection", "geometries": lines},
        },
        "arcs": [_deltas(arc.places) for arc in woven.arcs],
        "mapsheet": about,
    }


def _own_edges(borders: Sequence[OwnBorder], classes: Sequence[str], grid: Grid) -> Any:
    """Return a function that numbers the edges along borders of a class of their own, from 1; None where there are none."""
    import numpy as np

    known: dict[frozenset[tuple[float, float]], int] = {}
    for border in borders:
        points = grid.steps(border.points)
        for p, q in zip(points, points[1:], strict=False):
            known[frozenset((p, q))] = classes.index(border.kind) + 1
    if not known:
        return None

    def kinds(edges: Any) -> Any:
        return np.array([known.get(frozenset(((a, b), (c, d))), 0) for a, b, c, d in edges.ends.tolist()], dtype=np.int64)

    return kinds


def _marks(arc: Arc, names: Sequence[str], kinds: Mapping[str, str], *, is_plane: bool) -> dict[str, str | None]:
    left, right = (None if k == NOBODY else names[k] for k in (arc.left, arc.right))
    if is_plane:  # y grows downwards there, and left is left for the eye
        left, right = right, left
    kind = border_class(*(kinds[id_] if id_ else "" for id_ in (left, right)))
    return {"left": left, "right": right, "class": kind}


def _own_class(arc: Arc, classes: Sequence[str]) -> dict[str, str | None]:
    return {"class": classes[arc.kind - 1]} if arc.kind else {}


def _deltas(places: Any) -> list[list[int]]:
    import numpy as np

    whole = np.asarray(places).round().astype(np.int64)
    return [whole[0].tolist(), *np.diff(whole, axis=0).tolist()]
