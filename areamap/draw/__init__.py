"""Drawing area maps: one room a kind of thing drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from areamap.asking import AreaMap
    from areamap.draw.board import Drawing


def draw_map(board: AreaMap, *, style: str | None = None, sheet: str = "map") -> Drawing:
    """Return a sheet of a map at true size, in a style by name (the map's own)."""
    from areamap.draw.board import draw_board
    from mapsheet.style import load_style

    own = board.art.sheet.style if board.art else "classic"
    return draw_board(board, load_style(style or own), sheet)
