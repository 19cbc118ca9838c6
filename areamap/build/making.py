"""From a plan and a coastline to a topology: the whole of `areamap build`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from areamap.build.coastline import read_coastline
from areamap.build.contacts import Contact, Touching, adjacency_hash, touching, where_touching
from areamap.build.edges import NOBODY
from areamap.build.grounds import Side, divided_land, divided_water, unfollowed
from areamap.build.partition import Divided
from areamap.build.plan import LAND, WATER, Plan
from areamap.build.shore import GRID, Shore, settle_shore
from areamap.build.tracing import trace
from mapsheet.errors import DataError, Fault, clipped

Progress = Callable[[str], None]
ROUNDS = 6  # of calming what the natural course has changed, and of lessening the simplification
CALMED = 4.0  # mm round a changed contact that keep their straight course, more in each round


@dataclass
class Built:
    """What a build made: the topology, and what its author should know."""

    topology: dict[str, Any]
    contacts: list[Contact] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def adjacency(self) -> str:
        """The checksum of who touches whom."""
        return adjacency_hash(self.topology)


def build(plan: Plan, coastline: str | None = None, *, name: str = "coastline", progress: Progress | None = None) -> Built:
    """Return the topology of a plan on a coastline (GeoJSON or TopoJSON text), the same for the same input.

    `progress` is told each step of the work. Raises DataError for a coastline that cannot be read, for a plan that needs one
    and gets none, for a plan whose spaces get no shape at all, and for shapes that defeat the geometry.
    """
    import shapely

    try:
        return _Builder(plan, coastline, name, progress or _silent).build()
    except (shapely.GEOSException, ValueError) as error:
        raise DataError(Fault(f"cannot be built: {clipped(str(error), 200)}", plan.path)) from error


def _silent(_: str) -> None:
    pass


class _Builder:
    def __init__(self, plan: Plan, coastline: str | None, name: str, progress: Progress) -> None:
        if coastline is None and plan.needs_coastline:
            message = 'needs a coastline: --coast FILE, or file = "…" in its table [coast]'
            raise DataError(Fault(message, plan.path, key="coast"))
        self.plan, self.coastline, self.name, self.progress = plan, coastline, name, progress
        self.names = sorted(plan.spaces)
        self.notes: list[str] = []

    def build(self) -> Built:
        self.progress("reading the coastline")
        polygons = None if self.coastline is None else read_coastline(self.coastline, self.name)
        self.progress("projecting and simplifying the coast")
        shore = settle_shore(self.plan, polygons)
        self.notes += shore.notes
        divided = self._natural(shore)
        self._missing(divided)
        shapes = self._simplified(*self._by_space(divided))
        self.progress("tracing arcs")
        topology, contacts = trace(self.plan, shapes, self.names, self._about())
        return Built(topology, contacts, self.notes)

    def _natural(self, shore: Shore) -> Divided:
        """Return the frame divided along natural courses, calmed where they would change who touches whom."""
        self.progress("dividing along straight borders")
        straight, notes = self._divided(shore, 0.0, ())
        self.notes += notes
        if not self.plan.roughness:
            return straight
        target = touching(straight.faces, straight.labels)
        calm: list[tuple[float, float, float]] = []
        for k in range(ROUNDS):
            self.progress("giving borders their natural course")
            bent, _ = self._divided(shore, self.plan.roughness, calm)
            found = touching(bent.faces, bent.labels)
            if found.keys() == target.keys():
                return bent
            calm += _circles(bent, found.keys() - target.keys(), k) + _circles(straight, target.keys() - found.keys(), k)
        self.notes.append("natural courses would change who touches whom; all borders are straight")
        return straight

    def _divided(self, shore: Shore, roughness: float, calm: Sequence[tuple[float, float, float]]) -> tuple[Divided, list[str]]:
        ground = Side(self.plan, LAND, shore.land, self.names)
        land = divided_land(ground, roughness, calm)
        side = Side(self.plan, WATER, _with_places_of(shore.water, land), self.names)
        water = divided_water(side, land, roughness, calm)
        notes = [*ground.notes, *side.notes, *unfollowed(ground, land), *unfollowed(side, water)]
        return _noded([land, water]), notes

    def _missing(self, divided: Divided) -> None:
        import numpy as np

        there = set(np.unique(divided.labels).tolist())
        lost = [name for k, name in enumerate(self.names) if k not in there]
        if len(lost) == len(self.names):
            raise DataError(Fault("no space gets a shape: is the frame where the seeds are?", self.plan.path, key="projection"))
        self.notes += [f"space {name} gets no shape" for name in lost]

    def _by_space(self, divided: Divided) -> tuple[Any, Any]:
        import numpy as np
        import shapely

        order = np.argsort(divided.labels, kind="stable")
        labels, starts = np.unique(divided.labels[order], return_index=True)
        merged = [shapely.coverage_union_all(some) for some in np.split(divided.faces[order], starts[1:])]
        return np.array(merged, dtype=object), labels

    def _simplified(self, shapes: Any, labels: Any) -> Any:
        """Return a shape for each name (None: none), simplified as far as nobody gains or loses a neighbor."""
        import numpy as np
        import shapely

        self.progress("simplifying")
        target, rings = touching(shapes, labels), _rings(shapes)
        tolerance = self.plan.coast.simplify
        for k in range(ROUNDS):
            simple = shapely.coverage_simplify(shapes, tolerance, simplify_boundary=False)
            if _rings(simple) == rings and shapely.coverage_is_valid(simple) and _pairs(simple, labels) == target.keys():
                if k:
                    self.notes.append(f"simplified by {tolerance / 25.4:.4f} in only, to keep who touches whom")
                shapes = simple
                break
            tolerance /= 2
        else:
            self.notes.append("not simplified, to keep who touches whom")
        result = np.full(len(self.names), None, dtype=object)
        result[labels] = shapes
        return result

    def _about(self) -> dict[str, Any]:
        inputs = hashlib.sha256()
        for text in (self.plan.text, self.coastline or ""):
            data = text.encode()
            inputs.update(f"{len(data)}\n".encode() + data)
        about = {"format": "areamap-topology/1", "inputs": f"sha256:{inputs.hexdigest()}"}
        if self.plan.credit:
            about["credit"] = self.plan.credit
        return {**about, "projection": self.plan.projection.to_dict()}


def _circles(divided: Divided, pairs: Iterable[tuple[int, int]], k: int) -> list[tuple[float, float, float]]:
    return [(x, y, radius + CALMED * 2**k) for x, y, radius in where_touching(divided.faces, divided.labels, pairs)]


def _noded(sides: Sequence[Divided]) -> Divided:
    """Return the faces of all sides with the same places on both sides of every border."""
    import numpy as np
    import shapely

    faces = np.concatenate([side.faces for side in sides])
    labels = np.concatenate([side.labels for side in sides])
    noded = shapely.union_all(shapely.boundary(faces), grid_size=GRID)
    cells = np.array(shapely.get_parts(shapely.polygonize(shapely.get_parts(noded))), dtype=object)
    face = shapely.STRtree(faces).query_nearest(shapely.point_on_surface(cells), all_matches=False)[1]
    named = labels[face] != NOBODY
    return Divided(cells[named], labels[face][named])


def _with_places_of(water: Sequence[Any], land: Divided) -> list[Any]:
    """Return water parts with the places at which borders of lands meet the coast.

    Both sides of the coast must be straight between the same places before the water is divided: rounded ends of borders on
    one side alone would leave slivers of a thousandth of a millimetre.
    """
    import numpy as np

    parts = np.empty(len(water), dtype=object)
    parts[:] = water
    marks = [np.full(len(faces), mark, dtype=np.int64) for mark, faces in enumerate((land.faces, parts))]
    both = _noded([Divided(land.faces, marks[0]), Divided(parts, marks[1])])
    return list(both.faces[both.labels == 1])


def _rings(shapes: Any) -> int:
    import shapely

    return len(shapely.get_rings(shapely.get_parts(shapes)))


def _pairs(shapes: Any, labels: Any) -> Any:
    return touching(shapes, labels).keys()


__all__ = ["Built", "Contact", "Progress", "Touching", "build"]
