"""Polygons that need not share vertices, laid on a grid of whole steps and parted into faces that do.

Every line is snapped to the grid and cut where another crosses or touches it; each face between the lines then goes to the
region that holds it. Gaps and overlaps are faces of nobody and of several.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from areamap.importing.drawn import Drawn, Point, Region, Ring
from areamap.importing.reports import Report
from areamap.importing.sides import NOBODY, sides_of
from areamap.tangles import refuse_tangles
from mapsheet.errors import DataError, Fault

DEGREES_STEP, PLANE_STEP = 1e-6, 1e-3
KM_PER_DEGREE = math.radians(1) * 6371.0088
LOOK = 5e-3
"""An open crack is told when it is narrower than this share of the side of a square as large as the regions are in the mean."""
MITRE = 5.0
FARTHEST = 2**40  # steps from the origin, so that crossings come out right in floats


class Grid:
    """Between places and whole steps, and sizes for people."""

    def __init__(self, drawn: Drawn) -> None:
        self.is_plane = drawn.is_plane
        self.unit = "mm" if drawn.is_plane else "km"
        own = PLANE_STEP if drawn.is_plane else DEGREES_STEP
        self.step = drawn.step or (own, own)
        self.origin = drawn.origin if drawn.step else _lowest(drawn)

    def steps(self, ring: Ring) -> list[tuple[float, float]]:
        """Return a ring in whole steps."""
        (kx, ky), (tx, ty) = self.step, self.origin
        # thousandths first, so that what lies half way, give or take the last place of a float, goes one way
        return [(float(round(round((x - tx) / kx, 3))), float(round(round((y - ty) / ky, 3)))) for x, y in ring]

    def place(self, x: float, y: float) -> Point:
        """Return the place of a point in steps."""
        return x * self.step[0] + self.origin[0], y * self.step[1] + self.origin[1]

    def scales(self, at: Point) -> tuple[float, float]:
        """Return how many km (mm) a step is eastwards and northwards at a place."""
        if self.is_plane:
            return self.step
        return self.step[0] * KM_PER_DEGREE * math.cos(math.radians(at[1])), self.step[1] * KM_PER_DEGREE

    def report(self, what: str, shape: Any, spaces: Sequence[str], done: str) -> Report:
        """Return a report on a polygon in steps."""
        point = shape.representative_point()
        at = self.place(point.x, point.y)
        kx, ky = self.scales(at)
        width = 2 * shape.area / shape.length * math.sqrt(abs(kx * ky)) if shape.length else 0.0
        return Report(what, done, tuple(spaces), shape.area * abs(kx * ky), width, at, self.unit)


@dataclass
class Noded:
    """Regions as polygons in whole steps that share whole edges or none; None for a region of which nothing is left."""

    shapes: list[Any]
    grid: Grid
    reports: list[Report]


def node(drawn: Drawn, names: Sequence[str], *, close: float = 0.0, name: str = "") -> Noded:
    """Return the regions of a drawing, noded, and what was found on the way.

    A region that lies wholly in another is cut out of it. Any other overlap goes to the first region that has it, in a
    painting to the topmost. A gap between regions narrower than
    `close` (km, on a plane mm) goes to the neighbor with the longest contact, a wider one stays outside. DataError where
    lines cross too often, or lie too far out.
    """
    grid = Grid(drawn)
    reports: list[Report] = []
    if not drawn.regions:
        return Noded([], grid, reports)
    rings = [grid.steps(ring) for region in drawn.regions for polygon in region.polygons for ring in polygon]
    if any(abs(value) > FARTHEST for ring in rings for point in ring for value in point):
        raise DataError(Fault("is too large for its grid of steps", name))
    refuse_tangles(rings, name)
    whole = [_polygon(grid, region, names[k], reports) for k, region in enumerate(drawn.regions)]
    depth = close / (KM_PER_DEGREE * grid.step[1]) if not drawn.is_plane else close / grid.step[1]
    cracks = _cracks(whole, depth)
    faces = _faces([*whole, *cracks])
    nest = _Nest(whole)
    owners = [nest.innermost_first(found) for found in _owners(faces, whole, is_painted=drawn.is_painted)]
    labels = [found[0] if found else NOBODY for found in owners]
    for holders, shape in _overlaps(faces, owners):
        host, listed = nest.host(holders), [names[k] for k in holders]
        what, done = ("an overlap", f"given to {listed[0]}") if host is None else ("an enclave", f"cut out of {names[host]}")
        reports.append(grid.report(what, shape, listed, done))
    _fill(_Gaps(grid, faces, labels, names, reports, depth), cracks)
    return Noded(_merged(faces, labels, len(names)), grid, reports)


def _lowest(drawn: Drawn) -> Point:
    points = [point for region in drawn.regions for polygon in region.polygons for ring in polygon for point in ring]
    if not points:
        return 0.0, 0.0
    return float(math.floor(min(x for x, _ in points))), float(math.floor(min(y for _, y in points)))


def _polygon(grid: Grid, region: Region, name: str, reports: list[Report]) -> Any:
    from shapely import MultiPolygon, Polygon, get_parts, make_valid, union_all

    parts = [Polygon(rings[0], rings[1:]) for polygon in region.polygons if (rings := [grid.steps(ring) for ring in polygon])]
    shape = MultiPolygon(parts)
    if shape.is_valid:
        return shape
    mended = [piece for piece in get_parts(union_all([make_valid(part) for part in parts])) if piece.geom_type == "Polygon"]
    result = union_all(mended) if mended else MultiPolygon()
    # parts that only touch or lie over each other are joined without a word
    if not all(part.is_valid for part in parts):
        reports.append(grid.report("a shape that crosses itself", result, [name], "mended") if mended else Report(
            f"the shape of {name}", "encloses nothing: left out"
        ))
    return result


def _cracks(whole: Sequence[Any], depth: float) -> list[Any]:
    """Return what lies between regions and is narrow: less than `depth` wide, or so narrow that it may be a slip."""
    import shapely

    areas = [shape.area for shape in whole if not shape.is_empty]
    side = math.sqrt(sum(areas) / len(areas)) if areas else 0.0
    reach = max(depth, LOOK * side) / 2
    if reach <= 0:
        return []
    union = shapely.union_all(whole, grid_size=1)
    # the first growth rounds nothing off, so that a crack with square ends comes back square
    closed = union.buffer(reach, join_style="mitre", mitre_limit=MITRE).buffer(-reach, join_style="mitre", mitre_limit=MITRE)
    rest = shapely.difference(closed, union, grid_size=1)
    return [part for part in shapely.get_parts(rest) if part.geom_type == "Polygon" and part.area >= 1]


def _faces(shapes: Sequence[Any]) -> Any:
    import numpy as np
    import shapely

    lines = shapely.union_all(shapely.boundary(shapes), grid_size=1)
    return np.array(shapely.get_parts(shapely.polygonize(shapely.get_parts(lines))), dtype=object)


def _owners(faces: Any, whole: Sequence[Any], *, is_painted: bool) -> list[list[int]]:
    """Return the regions that hold each face, the one that gets it first: the first, or of what is painted the topmost."""
    import shapely

    owners: list[list[int]] = [[] for _ in faces]
    if len(faces):
        face, region = shapely.STRtree(whole).query(shapely.point_on_surface(faces), predicate="intersects")
        for f, r in sorted(zip(face.tolist(), region.tolist(), strict=True)):
            owners[f].append(r)
    return [found[::-1] for found in owners] if is_painted else owners


class _Nest:
    """Which regions lie wholly in which, give or take a step."""

    def __init__(self, whole: Sequence[Any]) -> None:
        self.whole = whole
        self.known: dict[tuple[int, int], bool] = {}

    def is_in(self, one: int, other: int) -> bool:
        """Tell whether a region lies wholly in another that is larger."""
        if (one, other) not in self.known:
            inner, outer = self.whole[one], self.whole[other]
            is_less = inner.area < outer.area
            self.known[one, other] = is_less and inner.difference(outer).area <= min(inner.length, inner.area / 1000)
        return self.known[one, other]

    def innermost_first(self, holders: list[int]) -> list[int]:
        """Return the regions that hold a face, the one that gets it first."""
        if len(holders) < 2:
            return holders
        first = holders[0]
        while inner := [k for k in holders if self.is_in(k, first)]:
            first = min(inner, key=lambda k: (self.whole[k].area, k))
        return [first, *(k for k in holders if k != first)]

    def host(self, holders: Sequence[int]) -> int | None:
        """Return the smallest region that holds the first wholly, None where some hold only a part of it."""
        rest = holders[1:]
        is_whole = all(self.is_in(holders[0], k) for k in rest)
        return min(rest, key=lambda k: (self.whole[k].area, k)) if rest and is_whole else None


def _overlaps(faces: Any, owners: Sequence[list[int]]) -> list[tuple[tuple[int, ...], Any]]:
    """Return what several regions hold, as polygons with those regions."""
    groups: dict[tuple[int, ...], list[Any]] = {}
    for face, found in zip(faces, owners, strict=True):
        if len(found) > 1:
            groups.setdefault(tuple(found), []).append(face)
    return [(holders, part) for holders, those in sorted(groups.items()) for part in _joined(those)]


def _joined(faces: Sequence[Any]) -> list[Any]:
    import shapely

    return list(shapely.get_parts(shapely.coverage_union_all(faces)))


@dataclass
class _Gaps:
    """Faces of nobody, on their way to a region or to a report."""

    grid: Grid
    faces: Any
    labels: list[int]
    names: Sequence[str]
    reports: list[Report]
    depth: float

    @cached_property
    def round(self) -> dict[int, list[tuple[int, float]]]:
        """For each face those beside it (NOBODY: the outside) with the length of the edge between."""
        sides = sides_of(self.faces)
        found: dict[int, list[tuple[int, float]]] = {}
        for (p, q), face in sides.items():
            found.setdefault(face, []).append((sides.get((q, p), NOBODY), math.dist(p, q)))
        return found

    def region(self, face: int) -> int:
        """Return the region of a face, NOBODY for the outside."""
        return NOBODY if face == NOBODY else self.labels[face]

    def contacts(self, members: Sequence[int]) -> dict[int, float]:
        """Return the length of border that some faces have with each region, and with NOBODY."""
        lengths: dict[int, float] = {}
        inner = set(members)
        for other, length in (beside for k in members for beside in self.round[k] if beside[0] not in inner):
            lengths[self.region(other)] = lengths.get(self.region(other), 0.0) + length
        return lengths

    def groups(self, those: Sequence[int]) -> list[list[int]]:
        """Return faces in groups that share edges."""
        allowed, seen, groups = set(those), set[int](), []
        for k in those:
            waiting, group = [k], []
            while waiting:
                here = waiting.pop()
                if here not in seen:
                    seen.add(here)
                    group.append(here)
                    waiting += [other for other, _ in self.round[here] if other in allowed]
            if group:
                groups.append(sorted(group))
        return groups


def _fill(gaps: _Gaps, cracks: Sequence[Any]) -> None:
    """Give every narrow gap to the neighbor with the longest contact, and tell of all gaps."""
    import shapely

    empty = [k for k, label in enumerate(gaps.labels) if label == NOBODY]
    points = shapely.point_on_surface(gaps.faces[empty])
    held = shapely.STRtree(points).query(cracks, predicate="intersects")[1].tolist() if cracks and empty else []
    narrow = {empty[k] for k in held}
    for members in gaps.groups(sorted(narrow)):
        _settle(gaps, members, is_crack=True)
    for members in gaps.groups([k for k in empty if k not in narrow]):
        _settle(gaps, members, is_crack=False)


def _settle(gaps: _Gaps, members: list[int], *, is_crack: bool) -> None:
    lengths = gaps.contacts(members)
    is_open = lengths.pop(NOBODY, 0.0) > 0
    touching = sorted(lengths, key=lambda label: (-lengths[label], label))
    # a notch in one region's own outline is no gap between regions, nor is the open land beyond a crack
    if not touching or (is_open and (len(touching) < 2 or not is_crack)):
        return
    shape = _joined([gaps.faces[k] for k in members])[0]
    listed = [gaps.names[k] for k in touching]
    if gaps.depth > 0 and shape.buffer(-gaps.depth / 2, join_style="mitre").is_empty:
        for k in members:
            gaps.labels[k] = touching[0]
        gaps.reports.append(gaps.grid.report("a gap", shape, listed, f"given to {listed[0]}"))
    else:
        gaps.reports.append(gaps.grid.report("a gap", shape, listed, "left outside"))


def _merged(faces: Any, labels: Sequence[int], count: int) -> list[Any]:
    import numpy as np
    import shapely

    by = np.asarray(labels, dtype=np.int64)
    return [shapely.coverage_union_all(faces[by == k]) if (by == k).any() else None for k in range(count)]
