"""Simplified shapes to a checked topology: arcs with their classes, coordinates quantized, contacts measured."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from areamap.build.arcs import FRAME, NOBODY, Arc, ArcSet, arcs_of, classified
from areamap.build.contacts import MM_PER_INCH, Contact
from areamap.build.plan import Plan
from areamap.build.strokes import course_of
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
    classes = _Classes(plan, kept)
    found = classified(arcs_of(np.array(shapes, dtype=object)[there], plan.projection.frame), classes.along)
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
        self.lines: dict[tuple[str, ...], list[tuple[int, Any]]] = defaultdict(list)
        for line in sorted(plan.lines):
            if line.kind:
                drawn = course_of(plan, line)
                self.lines[tuple(sorted(line.between))].append((self.words.index(line.kind) + 1, drawn))

    def along(self, arc: Arc, places: Any) -> Any:
        """Return for places along an arc the number of the word (from 1) of the line that they lie on, else 0; None: all 0."""
        import numpy as np
        import shapely

        pair = tuple(sorted(self.names[k] for k in (arc.left, arc.right) if k != NOBODY))
        if pair not in self.lines:
            return None
        result = np.zeros(len(places), dtype=np.int64)
        points = shapely.points(places)
        for number, drawn in self.lines[pair]:
            line = shapely.linestrings(drawn)
            located = shapely.line_locate_point(line, points)
            inside = (located > 0) & (located < line.length)
            result[inside & shapely.dwithin(line, points, ON_LINE + self.plan.coast.simplify)] = number
        return result

    def word(self, arc: Arc) -> str:
        """Return an arc's class."""
        if arc.kind > 0:
            return self.words[arc.kind - 1]
        sides = [self.names[k] for k in (arc.left, arc.right) if k != NOBODY]
        if len(sides) == 1:
            return "edge" if arc.kind == FRAME else "coast"
        waters = [self.plan.is_water(name) for name in sides]
        if all(waters):
            return "sea"
        if any(waters):
            return "coast"
        return "impassable" if any(self.plan.spaces[name].kind == "closed" for name in sides) else "land"


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
