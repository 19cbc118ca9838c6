"""Simplified shapes to a checked topology: arcs with their classes, coordinates quantized, contacts measured."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from areamap.build.arcs import NOBODY, Arc, ArcSet, arcs_of
from areamap.build.contacts import MM_PER_INCH, Contact
from areamap.build.edges import Edges
from areamap.build.plan import Plan
from areamap.build.shore import on_paper
from areamap.build.writing import quantized, quantum, shapes_from, topology
from mapsheet.errors import DataError

ON_LINE = 0.35  # mm within which a border runs along a line that the author drew
FINER = 4  # times that coordinates are given another digit when rounding would break a shape


def trace(plan: Plan, shapes: Any, names: Sequence[str], about: dict[str, Any]) -> tuple[dict[str, Any], list[Contact]]:
    """Return the TopoJSON of shapes (None: none) that lie side by side, and their contacts.

    Raises DataError when no rounding of coordinates leaves all shapes whole.
    """
    import numpy as np

    there = [k for k, shape in enumerate(shapes) if shape is not None]
    kept = [names[k] for k in there]
    width, height = plan.projection.frame
    corners = [(0.0, 0.0), (width, 0.0), (0.0, height), (width, height)]
    classes = _Classes(plan, kept)
    found = arcs_of(np.array(shapes, dtype=object)[there], classes.of_edges, np.round(corners, 3))
    step = quantum(plan.projection)
    for _ in range(FINER):
        whole = [quantized(arc.places, plan.projection, step) for arc in found.arcs]
        if _is_sound(whole, found, step):
            made = topology(whole, found, kept, step=step, word=classes.word, about=about)
            return made, _contacts(found, kept, classes)
        step /= 10
    raise DataError("the shapes cannot be written: some are too thin for any rounding of their coordinates")


def _is_sound(arcs: Sequence[Any], found: ArcSet, step: float) -> bool:
    """Tell whether rounded arcs still make whole polygons side by side."""
    import numpy as np
    import shapely

    if any(len(arc) < 2 for arc in arcs):
        return False
    try:
        shapes = np.array(shapes_from(arcs, found, step), dtype=object)
    except (shapely.GEOSException, ValueError):
        return False
    return bool(shapely.is_valid(shapes).all() and shapely.coverage_is_valid(shapes))


class _Classes:
    """The class of a border, by the kinds of its spaces and the lines that the author drew."""

    def __init__(self, plan: Plan, names: Sequence[str]) -> None:
        self.plan, self.names = plan, list(names)
        self.words = sorted({line.kind for line in plan.lines if line.kind})

    def of_edges(self, edges: Edges) -> Any:
        """Return 0 for every edge but those along a line with a class: the number of its word, from 1."""
        import numpy as np
        import shapely

        result = np.zeros(len(edges.left), dtype=np.int64)
        middles = shapely.points((edges.ends[:, :2] + edges.ends[:, 2:]) / 2)
        number = {name: k for k, name in enumerate(self.names)}
        for line in self.plan.lines:
            if not line.kind or not set(line.between) <= number.keys():
                continue
            a, b = (number[name] for name in line.between)
            shared = np.flatnonzero((np.minimum(edges.left, edges.right) == min(a, b)) & (np.maximum(edges.left, edges.right) == max(a, b)))
            drawn = shapely.linestrings(on_paper(self.plan, line.through))
            near = shapely.dwithin(middles[shared], drawn, ON_LINE + self.plan.coast.simplify)
            result[shared[near]] = self.words.index(line.kind) + 1
        return result

    def word(self, arc: Arc) -> str:
        """Return an arc's class."""
        if arc.kind:
            return self.words[arc.kind - 1]
        sides = [self.names[k] for k in (arc.left, arc.right) if k != NOBODY]
        if len(sides) == 1:
            return "edge" if _on_frame(arc.places, self.plan.projection.frame) else "coast"
        waters = [self.plan.is_water(name) for name in sides]
        if all(waters):
            return "sea"
        if any(waters):
            return "coast"
        return "impassable" if any(self.plan.spaces[name].kind == "closed" for name in sides) else "land"


def _on_frame(places: Any, frame: tuple[float, float]) -> bool:
    """Tell whether an arc runs along the frame."""
    x, y = places.mean(axis=0)
    near = 2e-3
    inside = near < places[:, 0].min() and places[:, 0].max() < frame[0] - near
    return not (inside and near < places[:, 1].min() and places[:, 1].max() < frame[1] - near) and bool(
        min(abs(x), abs(y), abs(frame[0] - x), abs(frame[1] - y)) < near or len(places) == 2
    )


def _contacts(found: ArcSet, names: Sequence[str], classes: _Classes) -> list[Contact]:
    """Return who touches whom, shortest first."""
    import numpy as np

    lengths: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    for arc in found.arcs:
        if NOBODY not in (arc.left, arc.right):
            a, b = sorted((names[arc.left], names[arc.right]))
            lengths[a, b, classes.word(arc)].append(float(np.hypot(*np.diff(arc.places, axis=0).T).sum()) / MM_PER_INCH)
    made = [Contact(a, b, kind, sum(some), len(some)) for (a, b, kind), some in lengths.items()]
    return sorted(made, key=lambda one: (one.inches, one))
