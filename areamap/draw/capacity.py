"""How many pieces a space of a map holds beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from areamap.draw.layout import layout_of, printed, room_of
from areamap.draw.quarters import COUNTER, INSET
from areamap.draw.raster import Raster
from areamap.draw.view import View

if TYPE_CHECKING:
    from areamap.atlas import Atlas
    from areamap.spaces import Space

MOST = 60


def room_for(board: Atlas, space: str | Space, *, style: str | None = None) -> int:
    """Return how many half-inch counters lie beside each other in a space, clear of its name, value, cities and anchors.

    They are packed one after the other, so a few more may fit; of a space with a holding box those in the box. None fit in a
    space without a shape. NotationError for an unknown space or style.
    """
    from mapsheet.style import load_style

    found = board.space(space)
    view = View(board, load_style(style or board.style_name))
    layout = layout_of(view)
    owed = sum(round(box.width / COUNTER) * round(box.height / COUNTER) for box in room_of(layout, found))
    if found.id in layout.holdings or found.id not in view.shapes:
        return owed
    taken = [*printed(view, layout), *(holding.box for holding in layout.holdings.values())]
    raster = Raster(view.shapes[found.id], inset=INSET).without(taken)
    count = owed
    while count < MOST and any(raster.packed(COUNTER, count + 1, order) for order in range(8)):
        count += 1
    return count
