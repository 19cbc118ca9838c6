"""Boards of spaces and ways, without regions: path boards, point-to-point maps, trays. One sheet as SVG at true size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from areamap.draw.backdrop import draw_backdrop
from areamap.draw.boardmargin import draw_margin
from areamap.draw.desk import Desk
from areamap.draw.drawing import Drawing
from areamap.draw.pieces import Deployed, draw_tiles
from areamap.draw.roads import draw_roads
from areamap.draw.stations import draw_places
from areamap.draw.strips import draw_strips
from areamap.draw.tray import draw_bins
from mapsheet.errors import NotationError, nearest

if TYPE_CHECKING:
    from areamap.asking import AreaMap
    from mapsheet.style import Style


def sheets_of(board: AreaMap) -> tuple[str, ...]:
    """Return the names of a board's sheets, `map` first."""
    return ("map", *(board.art.board.sheets if board.art else ()))


def board_size(board: AreaMap, sheet: str = "map") -> tuple[float, float]:
    """Return the width and height of a sheet in mm; NotationError for a sheet that the board has not."""
    sheet = _known(board, sheet)
    assert board.art is not None  # every map that was read has it
    plan = board.art.board.sheets.get(sheet)
    return plan.size if plan else (board.art.sheet.width, board.art.sheet.height)


def draw_board(board: AreaMap, style: Style, sheet: str = "map", deployed: Deployed | None = None) -> Drawing:
    """Return a sheet of a board, with what is deployed on it; NotationError for a sheet that it has not.

    The same board gives the same bytes.
    """
    sheet = _known(board, sheet)
    desk = Desk(board, style, sheet)
    draw_backdrop(desk)
    roads = draw_roads(desk)
    draw_places(desk)
    draw_bins(desk)
    draw_strips(desk)
    draw_margin(desk, roads)
    if deployed is not None:
        draw_tiles(desk, deployed)
    return Drawing(desk.sheet.to_svg(), desk.left_out)


def _known(board: AreaMap, sheet: str) -> str:
    """Return the id of a sheet, which may be written with dashes."""
    names, wanted = sheets_of(board), sheet.replace("-", "_")
    if wanted not in names:
        raise NotationError(f"a sheet: {', '.join(names)}{nearest(sheet, list(names))}", sheet)
    return wanted
