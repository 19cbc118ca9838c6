"""The ground of a map of regions: seas, tints, stripes inside borders, patterns."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any

from areamap.draw.view import PALE, lines_of, path_of, polygonal
from areamap.spaces import WATER, Space
from mapsheet.paths import polylines

if TYPE_CHECKING:
    from areamap.draw.view import View
    from mapsheet.sheet import Layer
    from mapsheet.style import Tint

STRIPED = {"nation": 1.0, "special": 1.0, "island": 0.8}
"""The game's classes of regions that have a stripe, and its share of the style's width."""


def draw_seas(layer: Layer, view: View) -> None:
    """Draw the water of every sea."""
    for space in view.waters:
        fill = view.look.closed_sea if space.kind in PALE else view.look.sea
        names = {"id": element_id(space), "title": told(view, space)}
        layer.path(path_of(view.shapes[space.id]), fill_rule="evenodd", **names, **fill.area())


def draw_regions(layer: Layer, view: View) -> None:
    """Draw the tint of every region."""
    for space in view.lands:
        style = {"fill": view.tint(space).fill, "fill_rule": "evenodd"}
        layer.path(path_of(view.shapes[space.id]), id=element_id(space), title=told(view, space), **style)


def draw_stripes(layer: Layer, view: View) -> None:
    """Draw the darker band along the inside of the borders of each region that has one."""
    for space in view.lands:
        band = stripe(view, space)
        if band is not None and not band.is_empty:
            layer.path(path_of(band), id=f"stripe-{space.id}", fill=view.tint(space).stripe, fill_rule="evenodd")


def stripe(view: View, space: Space) -> Any:
    """Return the band inside a region's borders, not along the frame; None for a region without one."""
    import shapely

    share = STRIPED.get(space.group, 0.0) if space.group else 1.0
    if space.kind in PALE or not share:
        return None
    arcs = [shapely.LineString(view.walk(border)) for border in view.board.borders_of.get(space.id, ()) if border.kind != "edge"]
    reach = shapely.union_all(arcs).buffer(share * view.look.stripe, quad_segs=4)
    return polygonal(shapely.intersection(reach, view.shapes[space.id]))


def draw_patterns(layer: Layer, view: View) -> None:
    """Draw the lines or points over the regions of each faction whose tint has a pattern."""
    import shapely

    for faction in view.board.factions:
        own = [space for space in view.lands if space.faction == faction and not space.is_shut]
        tint = view.tint(own[0]) if own else view.look.neutral
        if tint.pattern != "none":
            area = shapely.union_all([view.shapes[space.id] for space in own])
            draw_pattern(layer, tint, area, name=f"pattern-{faction}")
    shut = [space for space in view.lands if space.is_shut]
    if shut and view.tint(shut[0]).pattern != "none":
        area = shapely.union_all([view.shapes[space.id] for space in shut])
        draw_pattern(layer, view.tint(shut[0]), area, name="pattern-closed")


def draw_pattern(layer: Layer, tint: Tint, area: Any, *, name: str) -> None:
    """Draw a tint's pattern over an area."""
    if tint.pattern == "dots":
        strokes = dots(area, tint.spacing)
    else:
        slope = {"hatch": (1.0, -1.0), "backhatch": (1.0, 1.0), "rules": (1.0, 0.0)}[tint.pattern]
        strokes = hatching(area, tint.spacing, slope)
    if strokes:
        layer.path(polylines(strokes), id=name, **{**tint.pen.line(), "stroke_linecap": "round"})


def hatching(area: Any, spacing: float, slope: tuple[float, float]) -> list[list[tuple[float, float]]]:
    """Return parallel lines `spacing` mm apart over an area; they stand where they would on any sheet."""
    import shapely

    size = hypot(*slope)
    ux, uy = slope[0] / size, slope[1] / size
    left, top, right, bottom = area.bounds
    corners = [(x, y) for x in (left, right) for y in (top, bottom)]
    across = [y * ux - x * uy for x, y in corners]
    ahead = [x * ux + y * uy for x, y in corners]
    lines = []
    for k in range(int(min(across) // spacing), int(max(across) // spacing) + 2):
        d = k * spacing
        lines.append([(a * ux - d * uy, a * uy + d * ux) for a in (min(ahead), max(ahead))])
    return lines_of(shapely.intersection(shapely.MultiLineString(lines), area))


def dots(area: Any, spacing: float) -> list[list[tuple[float, float]]]:
    """Return points in a staggered grid over an area, as strokes too short to be lines."""
    import numpy as np
    import shapely

    left, top, right, bottom = area.bounds
    rows = np.arange(top // spacing, bottom // spacing + 2)
    columns = np.arange(left // spacing, right // spacing + 2)
    x, y = np.meshgrid(columns * spacing, rows * spacing)
    x = x + np.where(rows % 2, spacing / 2, 0.0)[:, None]
    shapely.prepare(area)
    inside = shapely.contains_xy(area, x.ravel(), y.ravel())
    places = zip(x.ravel()[inside].tolist(), y.ravel()[inside].tolist(), strict=True)
    return [[(a, b), (a + 0.01, b)] for a, b in places]


def element_id(space: Space) -> str:
    """Return the id of a space on the sheet: `region-serbia`, `sea-aegean`, `city-belgrade`."""
    kind = "sea" if space.kind in WATER else "city" if space.kind == "city" else "region"
    return f"{kind}-{space.id.removeprefix(f'{kind}_')}"


def told(view: View, space: Space) -> str:
    """Return what a browser shows of a space: its name, whose it is, its value."""
    faction = view.board.factions.get(space.faction)
    parts = [faction.name] if faction else []
    parts += [f"value {space.value}"] if space.value is not None else []
    parts += [space.note] if space.note else []
    return f"{space.name}: {', '.join(parts)}" if parts else space.name
