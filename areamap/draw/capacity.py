"""How many pieces a space of a map holds beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from areamap.draw.layout import Layout, layout_of, room_of
from areamap.draw.quarters import COUNTER, INSET
from areamap.draw.raster import Raster
from areamap.draw.view import View

if TYPE_CHECKING:
    from areamap.atlas import Atlas
    from areamap.spaces import Space
    from mapsheet.box import Box

MOST = 60


def room_for(board: Atlas, space: str | Space, *, style: str | None = None) -> int:
    """Return how many half-inch counters lie beside each other in a space, clear of its name, value, cities and anchors.

    They are packed one after the other, so a few more may fit; of a space with a holding box those in the box. None fit in a
    space without a shape. NotationError for an unknown space or style.
    """
    from mapsheet.style import load_style

    found = board.space(space)
    view = View(board, load_style(style or (board.art.sheet.style if board.art else "classic")))
    layout = layout_of(view)
    owed = sum(round(box.width / COUNTER) * round(box.height / COUNTER) for box in room_of(layout, found))
    if found.id in layout.holdings or found.id not in view.shapes:
        return owed
    raster = Raster(view.shapes[found.id], inset=INSET).without(_drawn(view, layout))
    count = owed
    while count < MOST and any(raster.packed(COUNTER, count + 1, order) for order in range(8)):
        count += 1
    return count


def _drawn(view: View, layout: Layout) -> list[Box]:
    """Return the boxes of everything that is drawn on the map."""
    from areamap.draw.cities import symbol_box

    boxes = [anchor.box for anchor in layout.anchors] + [crossing.box for crossing in layout.crossings]
    boxes += [symbol_box(view, view.board.spaces[id_], at) for id_, at in view.cities.items()]
    for home in layout.homes.values():
        boxes += [*home.boxes, *(label.box for label in home.labels)]
    for sea in layout.seas.values():
        boxes += sea._replace(counters=None).boxes(view.look.sea_value.radius)
    return boxes + [holding.box for holding in layout.holdings.values()]
