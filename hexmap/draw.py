"""A map drawn as SVG at true size: the master from which PNG and PDF are made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hexmap.cover import Ground, Obstacles, draw_grounds, draw_symbols, find_bodies
from hexmap.gridwork import draw_edge, draw_grid, draw_hexes, draw_hexsides, draw_numbers
from hexmap.relief import draw_contours, draw_ground, draw_levels, find_levels, outline_path
from hexmap.view import View, rectangle
from hexmap.water import draw_water, find_waters

if TYPE_CHECKING:
    from hexmap.board import HexMap
    from hexmap.position import Position

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
    clip = sheet.clip("map", outline_path(view.rims))
    cut = {"clip": clip}
    layers = {name: sheet.layer(name, **(cut if name in ("levels", "contours", "terrain", "water", "scenery", "roads") else {}),
              **({"fill_opacity": 0} if name == "hexes" else {})) for name in LAYERS}
    levels, waters, bodies = find_levels(view), find_waters(view), find_bodies(view)
    draw_ground(layers["ground"], view, clip)
    draw_levels(layers["levels"], view, levels)
    draw_contours(layers["contours"], view, levels)
    draw_grounds(layers["terrain"], bodies)
    draw_symbols(layers["terrain"], view, bodies, Ground(waters, Obstacles()))
    draw_water(layers["water"], view, waters)
    draw_hexsides(layers["hexsides"], view)
    draw_grid(layers["grid"], view)
    draw_numbers(layers["numbers"], view)
    draw_edge(layers["edge"], view)
    draw_hexes(layers["hexes"], view)
