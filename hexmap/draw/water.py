"""Water as areas: running water and dry beds along their courses, pools, lakes and seas over their hexes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any, NamedTuple

from hexmap.draw.chance import sequence
from hexmap.draw.courses import Ribbon, ribbon, threads
from hexmap.draw.outlines import trace_set
from hexmap.draw.terrainlook import water_kind
from hexmap.draw.view import region
from mapsheet.paths import flatten, polyline

if TYPE_CHECKING:
    from hexmap.draw.view import View
    from hexmap.grid import Hex
    from mapsheet.sheet import Layer

POOL_POINTS = 11
FINEST = 0.3  # mm inside the shore where a line can still be told from it
RILL = 0.25  # mm, a course where the map has no water: too thin to be taken for some


class Waters(NamedTuple):
    """All water of a view, as polygons: what is wet, what is a dry bed, and the courses by themselves."""

    wet: Any
    dry: Any
    ribbons: list[Ribbon]


def find_waters(view: View) -> Waters:
    """Return the water to be drawn; on the map wet and dry areas lie in hexes of water and dry bed only."""
    from shapely import union_all

    ribbons = [ribbon(view, thread) for thread in threads(view)]
    wet = [r.surface for r in ribbons if r.thread.kind == "running"]
    dry = [r.surface for r in ribbons if r.thread.kind == "dry"]
    drawn = {h for r in ribbons for h in r.thread.through}
    kinds = {kind: {h for h in view.near if water_kind(view.terrain(h)) == kind} for kind in ("running", "standing", "dry")}
    wet += _bodies(view, kinds["standing"] | (kinds["running"] - drawn))
    dry += _bodies(view, kinds["dry"] - drawn)
    outside = _outside(view, kinds["running"] | kinds["standing"] | kinds["dry"]).union(*(r.beyond for r in ribbons))
    wet_area = union_all(wet).intersection(view.area(kinds["running"] | kinds["standing"] | outside)) if wet else union_all([])
    dry_area = union_all(dry).intersection(view.area(kinds["dry"] | outside)) if dry else union_all([])
    return Waters(wet_area, dry_area, ribbons)


def _outside(view: View, hexes: set[Hex]) -> set[Hex]:
    """Return the places off the map beside hexes: water goes on there, so that no shore is drawn along the map's edge."""
    steps = range(6)
    return {other for h in hexes for other in (view.grid.step(h, d) for d in steps) if other not in view.board}


def _bodies(view: View, hexes: set[Hex]) -> Iterator[Any]:
    """Yield pools in single hexes and lakes over several."""
    lone = {h for h in hexes if not any(other in hexes for other in view.grid.neighbors(h))}
    inner = {h for h in lone if len(view.grid.neighbors(h)) == 6}
    yield from (_pool(view, h) for h in sorted(inner))
    rest = hexes - inner
    if rest:
        outside = _outside(view, rest)
        yield region(trace_set(view.layout, rest | outside, view.near | outside))


def _pool(view: View, h: Hex) -> Any:
    from shapely import Polygon

    centre, apothem = view.layout.centre(h), view.layout.across_flats / 2
    # the shore keeps below the number: the pool is a little lower than the hex is round
    top = view.number_home(h).bottom + 0.5 * view.scale if view.number_size else centre.y - 0.9 * apothem
    bottom = centre.y + 0.92 * apothem
    middle, flat = (top + bottom) / 2, (bottom - top) / 2 / (0.92 * apothem)
    chances = sequence(f"{view.key(h)} pool")
    start = next(chances)
    ring = []
    for k in range(POOL_POINTS):
        reach = apothem * (0.74 + 0.18 * next(chances))
        angle = 2 * pi * (k + start + 0.3 * next(chances)) / POOL_POINTS
        ring.append((centre.x + reach * cos(angle), middle + flat * reach * sin(angle)))
    return Polygon(flatten(ring, closed=True, step=1.0))


# -- drawing ------------------------------------------------------------------------------------------------------


def draw_water(layer: Layer, view: View, waters: Waters) -> None:
    """Draw dry beds, rills, and water with its shore and an inner line."""
    style = view.style
    if not waters.dry.is_empty:
        bed = style.course["dry"]
        d = rings_path(waters.dry)
        layer.path(d, id="dry-bed", **bed.bed.area(), **bed.bank.stroke())
    if not waters.wet.is_empty:
        water = style.water
        d = rings_path(waters.wet)
        layer.path(d, id="water", **water.fill.area(), **water.shore.stroke())
        if water.inset > FINEST:
            inner = waters.wet.buffer(-water.inset, quad_segs=2)
            layer.path(rings_path(inner), id="waterlines", **water.waterline.line())
    _draw_rills(layer, view, waters)


def _draw_rills(layer: Layer, view: View, waters: Waters) -> None:
    """Draw courses thinly where the map's hexes hold no water."""
    from shapely import LineString, union_all

    for kind, area in (("running", waters.wet), ("dry", waters.dry)):
        lines = [LineString(r.line) for r in waters.ribbons if r.thread.kind == kind and len(r.line) > 1]
        if not lines:
            continue
        hexes = {h for r in waters.ribbons if r.thread.kind == kind for h in r.thread.through if not water_kind(view.terrain(h))}
        if hexes:
            rest = union_all(lines).intersection(view.area(hexes)).difference(area)
            pen = view.style.water.shore if kind == "running" else view.style.course["dry"].bank
            layer.path(lines_path(rest), **{**pen.line(), "stroke_width": RILL})


def shore_points(waters: Waters, apart: float) -> list[tuple[float, float]]:
    """Return points along all shores and banks, at most about so many mm apart."""
    rings = [ring for area in (waters.wet, waters.dry) for p in polygons_of(area) for ring in (p.exterior, *p.interiors)]
    return [point for ring in rings for point in ring.segmentize(apart).coords]


def rings_path(area: Any) -> str:
    """Return the path data of a polygon or several, holes running the other way."""
    from shapely.geometry.polygon import orient

    parts = []
    for polygon in polygons_of(area):
        turned = orient(polygon)
        parts += [polyline(list(ring.coords)[:-1], True) for ring in (turned.exterior, *turned.interiors)]
    return "".join(parts)


def polygons_of(area: Any) -> Iterable[Any]:
    """Return the polygons in a geometry."""
    if area.geom_type == "Polygon":
        return [] if area.is_empty else [area]
    return [part for part in getattr(area, "geoms", ()) if part.geom_type == "Polygon" and not part.is_empty]


def lines_path(lines: Any) -> str:
    """Return the path data of a line or several."""
    parts = [lines] if lines.geom_type == "LineString" else getattr(lines, "geoms", ())
    return "".join(polyline(list(part.coords)) for part in parts if part.geom_type == "LineString" and not part.is_empty)
