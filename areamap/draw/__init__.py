"""Drawing area maps: the whole sheet, parts of it, and figures of answers."""

from __future__ import annotations

from areamap.draw.capacity import room_for
from areamap.draw.drawing import Drawing
from areamap.draw.figures import draw_figure, figure_size
from areamap.draw.pieces import Deployed
from areamap.draw.sheet import coordinates, draw_deployed, draw_map, draw_sheet, sheet_size

__all__ = [
    "Deployed",
    "Drawing",
    "coordinates",
    "draw_deployed",
    "draw_figure",
    "draw_map",
    "draw_sheet",
    "figure_size",
    "room_for",
    "sheet_size",
]
