"""How many pieces a space of a map holds beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from areamap.draw.layout import layout_of, printed, room_of
from areamap.draw.quarters import COUNTER, INSET
from areamap.draw.raster import Raster
from areamap.draw.view import View

if TYPE_CHECKING:
    from areamap.atlas import Atlas
    from areamap.draw.layout import Layout
    from areamap.spaces import Space

MOST = 60
IN_PLAY = frozenset({"land", "island", "sea"})


def room_for(board: Atlas, space: str | Space, *, style: str | None = None) -> int:
    """Return how many half-inch counters lie beside each other in a space, clear of its name, value, cities and anchors.

    They are packed one after the other, so a few more may fit; of a space with a holding box those in the box. None fit in a
    space without a shape. NotationError for an unknown space or style.
    """
    from mapsheet.style import load_style

    found = board.space(space)
    view = View(board, load_style(style or board.style_name))
    return _counted(view, layout_of(view), found, MOST)


def cramped(board: Atlas, *, least: int = 1, style: str | None = None) -> list[Space]:
    """Return the regions and seas in play where fewer half-inch counters than `least` lie clear of what is printed."""
    from mapsheet.style import load_style

    view = View(board, load_style(style or board.style_name))
    layout = layout_of(view)
    places = [space for space in board.spaces.values() if space.kind in IN_PLAY]
    return [space for space in places if _counted(view, layout, space, least) < least]


def _counted(view: View, layout: Layout, found: Space, most: int) -> int:
    owed = sum(round(box.width / COUNTER) * round(box.height / COUNTER) for box in room_of(layout, found))
    if found.id in layout.holdings or found.id not in view.shapes:
        return owed
    taken = [*printed(view, layout), *(holding.box for holding in layout.holdings.values())]
    raster = Raster(view.shapes[found.id], inset=INSET).without(taken)
    count = owed
    while count < most and any(raster.packed(COUNTER, count + 1, order) for order in range(8)):
        count += 1
    return count
