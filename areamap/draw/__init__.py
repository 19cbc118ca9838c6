"""Drawing area maps: the whole sheet, parts of it, and figures of answers."""

from __future__ import annotations

from areamap.draw.sheet import Drawing, draw_map, draw_sheet

__all__ = ["Drawing", "draw_map", "draw_sheet"]
