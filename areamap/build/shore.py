"""The coast on the sheet: land and water as polygons in millimetres, islands chosen, channels carved, simplified."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from areamap.build.plan import LAND, WATER, Area, Plan
from areamap.projection import EARTH_KM, Projection

GRID = 1e-3  # mm: everything stands on a lattice this fine
LONGEST_DEGREES = 0.25  # of a coastline's edge before it is projected
NEAR = 12.7  # mm within which a place to be kept finds its island


@dataclass
class Shore:
    """Land and water parts, which fill the frame side by side, and what was noted on the way."""

    land: list[Any] = field(default_factory=list)
    water: list[Any] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def frame_box(projection: Projection) -> Any:
    """Return the frame as a polygon."""
    import shapely

    return shapely.box(0, 0, *projection.frame)


def settle_shore(plan: Plan, polygons: list[Any] | None) -> Shore:
    """Return the coast of a plan from the polygons of a coastline (None: the whole frame is land)."""
    import shapely

    shore = Shore()
    land = frame_box(plan.projection) if polygons is None else _on_paper(plan.projection, polygons)
    if plan.channels:
        carved = [shapely.LineString(on_paper(plan, one.through)).buffer(one.width / 2, quad_segs=4) for one in plan.channels]
        land = shapely.difference(land, shapely.union_all(carved), grid_size=GRID)
    land = _without_islets(plan, _parts(land), shore)
    land = _without_ponds(plan, land, shore)
    shore.land, shore.water = _simplified(plan, _parts(shapely.union_all(land, grid_size=GRID)))
    return shore


def on_paper(plan: Plan, places: Any) -> Any:
    """Return places (n x 2) in mm on the frame."""
    import numpy as np

    given = np.asarray(places, dtype=float).reshape(-1, 2)
    return np.column_stack(plan.projection.forward(given[:, 0], given[:, 1]))


def ground_area(projection: Projection, shape: Any) -> float:
    """Return the area of a polygon on the sheet in km² on the ground, by the edges' trapezoids on the sphere."""
    import numpy as np
    import shapely

    total = 0.0
    for ring in shapely.get_rings(shapely.orient_polygons(shape)):
        places = shapely.get_coordinates(shapely.segmentize(ring, 2.0))
        lon, lat = projection.inverse(places[:, 0], places[:, 1])
        turn = (np.diff(np.radians(lon)) + np.pi) % (2 * np.pi) - np.pi
        sines = np.sin(np.radians(lat))
        total += float((turn * (sines[1:] + sines[:-1])).sum()) / 2
    return abs(total) * EARTH_KM**2


def is_below(projection: Projection, shape: Any, limit: Area) -> bool:
    """Tell whether a polygon on the sheet is smaller than an area."""
    return bool(shape.area < limit.value if limit.unit == "mm2" else ground_area(projection, shape) < limit.value)


def _parts(shape: Any) -> list[Any]:
    import shapely

    return [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon" and part.area > 0]


def _on_paper(projection: Projection, polygons: list[Any]) -> Any:
    """Return the land inside the frame, projected."""
    import shapely

    window = _window(projection)
    found = []
    for rings in polygons:
        for turn in (0.0,) if projection.is_plane else (-360.0, 0.0, 360.0):
            found += _clipped(rings, turn, window)
    if not projection.is_plane:
        found = [shapely.segmentize(part, LONGEST_DEGREES) for part in found]
    found = [shapely.transform(part, _mapping(projection)) for part in found]
    box = frame_box(projection)
    valid = [shapely.intersection(shapely.make_valid(part), box) for part in found]
    solid = [part for shape in valid for part in shapely.get_parts(shape) if part.geom_type in {"Polygon", "MultiPolygon"}]
    return shapely.union_all(solid, grid_size=GRID)


def _mapping(projection: Projection) -> Any:
    import numpy as np

    def forward(places: Any) -> Any:
        return np.column_stack(projection.forward(places[:, 0], places[:, 1]))

    return forward


def _window(projection: Projection) -> tuple[float, float, float, float]:
    """Return the least and greatest longitude and latitude that the frame can show, with something around."""
    import numpy as np

    width, height = projection.frame
    x, y = (grid.ravel() for grid in np.meshgrid(np.linspace(0, width, 61), np.linspace(0, height, 61)))
    lon, lat = projection.inverse(x, y)
    if projection.is_plane:
        return -1.0, -1.0, width + 1.0, height + 1.0
    lon = projection.origin[0] + (lon - projection.origin[0] + 180) % 360 - 180
    room = 0.05 * max(np.ptp(lon), np.ptp(lat)) + 0.5
    # the far meridian itself belongs to both ends of the map
    half = 180 - 1e-9
    west, east = max(lon.min() - room, projection.origin[0] - half), min(lon.max() + room, projection.origin[0] + half)
    return float(west), float(max(lat.min() - room, -90)), float(east), float(min(lat.max() + room, 90))


def _clipped(rings: list[Any], turn: float, window: tuple[float, float, float, float]) -> list[Any]:
    import numpy as np
    import shapely

    outer = rings[0]
    low, high = outer.min(axis=0), outer.max(axis=0)
    if low[0] + turn > window[2] or high[0] + turn < window[0] or low[1] > window[3] or high[1] < window[1]:
        return []
    turned = shapely.transform(shapely.Polygon(outer, rings[1:]), lambda places: places + np.array([turn, 0.0]))
    return _parts(shapely.intersection(shapely.make_valid(turned), shapely.box(*window)))


def _without_islets(plan: Plan, land: list[Any], shore: Shore) -> list[Any]:
    """Leave out the land parts that are too small, except those to be kept, an island's own, and those that hold a seed."""
    import numpy as np
    import shapely

    islands = [seed for space in plan.on(LAND) if space.kind == "island" for seed in space.seeds]
    wanted = shapely.points(on_paper(plan, [*plan.coast.keep, *islands]))
    kept: set[int] = set()
    if len(wanted) and land:
        (which, part), distance = shapely.STRtree(land).query_nearest(wanted, return_distance=True, all_matches=False)
        kept = {int(k) for k, far in zip(part, distance, strict=True) if far <= NEAR}
        for k in np.setdiff1d(which, which[distance <= NEAR]).tolist():
            lon, lat = [*plan.coast.keep, *islands][k]
            shore.notes.append(f"no land within half an inch of {lon:g}, {lat:g}, which is to be kept")
    held = {int(k) for k in shapely.STRtree(land).query(_land_seeds(plan), predicate="intersects")[1]} if land else set()
    kept |= held
    small = {k for k, part in enumerate(land) if k not in kept and is_below(plan.projection, part, plan.coast.drop_below)}
    if small:
        shore.notes.append(f"{len(small)} islands below drop_below are left out")
    return [part for k, part in enumerate(land) if k not in small]


def _land_seeds(plan: Plan) -> Any:
    import shapely

    return shapely.points(on_paper(plan, [seed for space in plan.on(LAND) for seed in space.seeds]))


def _without_ponds(plan: Plan, land: list[Any], shore: Shore) -> list[Any]:
    """Fill the waters that hold no seed and lie inside land, or are bits as small as islets cut off by the frame."""
    import shapely

    seeds = on_paper(plan, [seed for space in plan.on(WATER) for seed in space.seeds])
    if not len(seeds):
        return land
    frame = frame_box(plan.projection)
    waters = _parts(shapely.difference(frame, shapely.union_all(land, grid_size=GRID), grid_size=GRID))
    if not waters:
        return land
    tree = shapely.STRtree(waters)
    named = {int(k) for k in tree.query(shapely.points(seeds), predicate="within")[1]}
    limit = plan.coast.drop_below
    inland = [
        k for k, part in enumerate(waters)
        if k not in named and (shapely.contains_properly(frame, part) or is_below(plan.projection, part, limit))
    ]  # fmt: skip
    big = [waters[k] for k in inland if waters[k].area > 6.0]
    for part in sorted(big, key=lambda one: -one.area):
        where = shapely.get_coordinates(part.representative_point())[0]
        lon, lat = plan.projection.inverse(float(where[0]), float(where[1]))
        shore.notes.append(f"a water of {part.area / 25.4**2:.2f} in2 at {lon:.2f}, {lat:.2f} holds no seed and is land")
    return [*land, *(waters[k] for k in inland)]


def _simplified(plan: Plan, land: list[Any]) -> tuple[list[Any], list[Any]]:
    """Return land and water parts on the lattice after simplifying the coast between them."""
    import numpy as np
    import shapely

    frame = frame_box(plan.projection)
    water = _parts(shapely.difference(frame, shapely.union_all(land), grid_size=GRID)) if land else [frame]
    parts = np.array([*land, *water], dtype=object)
    simple = shapely.coverage_simplify(parts, plan.coast.simplify, simplify_boundary=False)
    # the two sides of an edge are rounded alike, yet a rounded edge may cross a third
    lines = shapely.union_all(shapely.boundary(simple), grid_size=GRID)
    faces = np.array(shapely.get_parts(shapely.polygonize(shapely.get_parts(lines))), dtype=object)
    inside = shapely.STRtree(simple[: len(land)]).query(shapely.point_on_surface(faces), predicate="within")[0]
    is_land = np.zeros(len(faces), dtype=bool)
    is_land[inside] = True
    return [list(_parts(shapely.coverage_union_all(faces[side]))) for side in (is_land, ~is_land)]  # type: ignore[return-value]
