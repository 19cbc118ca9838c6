"""A map drawn as SVG at true size: the master from which PNG and PDF are made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hexmap.groundcover import Ground, Obstacles, draw_gravel, draw_grounds, draw_symbols, find_bodies
from hexmap.gridwork import draw_edge, draw_grid, draw_hexes, draw_hexsides, draw_numbers
from hexmap.lettering import boxes_of, draw_names, place_names
from hexmap.margins import draw_margins
from hexmap.relief import contour_points, draw_contours, draw_ground, draw_levels, find_levels, outline_path
from hexmap.roads import draw_roads, road_points
from hexmap.scenery import draw_scenery
from hexmap.view import View, rectangle
from hexmap.water import draw_water, find_waters, shore_points

if TYPE_CHECKING:
    from hexmap.board import HexMap
    from hexmap.position import Position

CLIPPED = frozenset({"levels", "contours", "terrain", "water", "scenery", "roads"})
LAYERS = (
    "ground", "levels", "contours", "terrain", "water", "scenery", "roads", "hexsides", "grid", "numbers", "names", "edge",
    "margin", "marks", "counters", "hexes",
)


def draw_map(
    board: HexMap,
    *,
    style: str = "classic",
    crop: str | None = None,
    position: Position | None = None,
    marks: Sequence[Any] = (),
) -> str:
    """Return the map as an SVG document at true size.

    `crop` leaves only the rectangle between two hexes, `1122-1528`, on a sheet of its own; `position` prints set-up codes.
    NotationError for an unknown style or a crop without hexes. The same map gives the same bytes.
    """
    from mapsheet.sheet import Sheet
    from mapsheet.style import load_style

    view = View(board, load_style(style), rectangle(board, crop) if crop else None)
    sheet = Sheet(view.width, view.height, title=board.title, paper=view.style.paper)
    draw_field(sheet, view)
    return sheet.to_svg()


def draw_field(sheet: Any, view: View) -> None:
    """Draw everything within the map's edge, each kind on its layer."""
    clip = sheet.clip("map", outline_path(view.rims))
    layers = {name: sheet.layer(name, **_layer_style(name, clip)) for name in LAYERS}
    levels, waters, bodies = find_levels(view), find_waters(view), find_bodies(view)
    lines = [*contour_points(levels, 1.6 * view.scale), *road_points(view), *shore_points(waters, 1.6 * view.scale)]
    names = place_names(view, waters.ribbons, lines)
    ground = Ground(waters, Obstacles(boxes_of(names)))
    draw_ground(layers["ground"], view)
    draw_levels(layers["levels"], view, levels)
    draw_contours(layers["contours"], view, levels)
    draw_grounds(layers["terrain"], bodies)
    draw_symbols(layers["terrain"], view, bodies, ground)
    draw_water(layers["water"], view, waters)
    draw_gravel(layers["water"], view, ground)
    draw_scenery(layers["scenery"], view, ground)
    draw_roads(layers["roads"], view)
    draw_hexsides(layers["hexsides"], view)
    draw_grid(layers["grid"], view)
    draw_numbers(layers["numbers"], view)
    draw_names(layers["names"], names)
    draw_edge(layers["edge"], view)
    if view.whole:
        draw_margins(layers["margin"], view)
    draw_hexes(layers["hexes"], view)


def _layer_style(name: str, clip: str) -> dict[str, Any]:
    if name == "hexes":
        return {"fill_opacity": 0}
    return {"clip": clip} if name in CLIPPED else {}
