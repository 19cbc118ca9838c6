"""The two tilesets that an export writes: a tile for each terrain, and one for each level."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from hexmap.tiled.cells import ACROSS, ALONG, SIDE
from mapsheet.box import Box

if TYPE_CHECKING:
    from collections.abc import Callable

    from hexmap.board import Board
    from hexmap.draw.view import View
    from hexmap.ground import Terrain
    from mapsheet.sheet import Layer

MM = 25.4 / 96
"""A pixel, so that a PNG of 96 dpi has the tiles' own size."""
COLUMNS = 8


def terrain_tiles(board: Board, style: str | None = None) -> bytes:
    """Return the PNG with a tile for each terrain of the map, in its order; DataError without the cairo library."""
    view = _view(board, style)
    return _png(board, [partial(_terrain, view, terrain) for terrain in board.terrains])


def _terrain(view: View, terrain: Terrain, layer: Layer, box: Box) -> None:
    """Draw a terrain over the ground of a tile: flowing water and dry beds fill it, standing water lies in its middle."""
    from hexmap.draw.keyrows import draw_land
    from hexmap.draw.terrainlook import water_kind

    style, kind = view.margin_style, water_kind(terrain)
    if kind == "standing":
        layer.circle(box.centre, 0.38 * ALONG * MM, **style.water.fill.area(), **style.water.shore.stroke())
    elif kind:
        layer.rect(box, **(style.course["dry"].bed if kind == "dry" else style.water.fill).area())
    else:
        draw_land(layer, view, box, terrain)


def level_tiles(board: Board, levels: int, style: str | None = None) -> bytes:
    """Return the PNG with a tile for each level from 0: its tint, and its number at its foot."""
    from mapsheet.style import Colour
    from mapsheet.typeset import write

    view = _view(board, style)
    kind = view.margin_style.lettering["setup"]
    kind = kind._replace(size=type(kind.size)(11 * MM), halo=Colour("none"))
    low = 4 if board.grid.is_flat else 12

    def tile(level: int, layer: Layer, box: Box) -> None:
        layer.rect(box, fill=view.tint(level))
        if level:
            write(layer, str(level), kind, (box.centre[0], box.bottom - low * MM), anchor="middle")

    return _png(board, [partial(tile, level) for level in range(levels)])


def _view(board: Board, style: str | None) -> View:
    from hexmap.draw.view import View
    from mapsheet.style import load_style

    return View(board, load_style(style or board.sheet.style))


def tile_size(board: Board) -> tuple[int, int]:
    """Return the width and height of a tile in pixels."""
    return (ACROSS, ALONG) if board.grid.is_flat else (ALONG, ACROSS)


def _png(board: Board, tiles: list[Callable[[Layer, Box], None]]) -> bytes:
    from mapsheet.export import png
    from mapsheet.paths import polyline
    from mapsheet.sheet import Sheet

    wide, high = tile_size(board)
    columns = min(COLUMNS, len(tiles))
    rows = -(-len(tiles) // columns)
    sheet = Sheet(columns * wide * MM, rows * high * MM, title=f"Tiles of {board.title}")
    for k, draw in enumerate(tiles):
        left, top = k % columns * wide * MM, k // columns * high * MM
        clip = sheet.clip(f"tile-{k}", polyline(_hexagon(board, left, top), closed=True))
        layer = sheet.layer(f"tile-{k}-art", clip=clip)
        draw(layer, Box(left, top, left + wide * MM, top + high * MM))
        # half of the line, which the clipping leaves, meets the half of the neighbor's tile
        layer.polygon(_hexagon(board, left, top), fill="none", stroke="#000000", stroke_opacity=0.25, stroke_width=MM)
    return png(sheet.to_svg(), dpi=96)


def _hexagon(board: Board, left: float, top: float) -> list[tuple[float, float]]:
    inner, outer = (ACROSS - SIDE) / 2, (ACROSS + SIDE) / 2
    points = [(inner, 0.0), (outer, 0.0), (ACROSS, ALONG / 2), (outer, ALONG), (inner, ALONG), (0.0, ALONG / 2)]
    turned = points if board.grid.is_flat else [(y, x) for x, y in points]
    return [(left + x * MM, top + y * MM) for x, y in turned]


def columns_of(count: int) -> int:
    """Return how many tiles stand in a row of the picture of so many."""
    return min(COLUMNS, count)
