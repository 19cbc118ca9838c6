"""Drawing area maps: one room a kind of thing drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from areamap.asking import AreaMap
    from areamap.draw.drawing import Drawing


def draw_map(board: AreaMap, *, style: str | None = None, sheet: str = "map") -> Drawing:
    """Return a sheet of a map at true size, in a style by name (the map's own); of a map with an aid, the aid."""
    from areamap.draw.aid import draw_aid
    from areamap.draw.board import draw_board
    from mapsheet.style import load_style

    own = board.art.sheet.style if board.art else "classic"
    if board.art and board.art.aid and sheet == "map":
        return draw_aid(board, load_style(style or own))
    return draw_board(board, load_style(style or own), sheet)
