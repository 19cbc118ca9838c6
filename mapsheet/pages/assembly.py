"""The page that comes before the others: how they join."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapsheet.box import Box
from mapsheet.export import Page
from mapsheet.pages.pagemarks import BOLD
from mapsheet.typeset import cap_height, write

if TYPE_CHECKING:
    from mapsheet.pages.master import Master
    from mapsheet.pages.plan import Tiles

LEAST = 5.0
"""Millimetres on the sheet that a shape measures at least to be drawn on the small picture."""


def assembly(master: Master, tiles: Tiles) -> Page:
    """Return a page with a small picture of the sheet, the pages named on it, and the steps in words."""
    from mapsheet.pages.tiling import MARKS, blank, with_print

    page = blank(tiles.paper, f"{master.title}: how the pages join")
    layer = page.layer(MARKS)
    room = Box(15, 30, tiles.paper.width - 15, tiles.paper.height - 70)
    scale = min(room.width / master.width, room.height / master.height)
    at = (room.left, room.top)
    for row in range(tiles.rows):
        for column in range(tiles.columns):
            box = tiles.shown(row, column)
            place = Box(*(scale * side for side in box)).moved(*at)
            layer.rect(place, fill="none", stroke="#000000", stroke_width=0.4)
            write(layer, tiles.name(row, column), BOLD, (place.centre[0], place.centre[1] + cap_height(BOLD) / 2), anchor="middle")
    svg = with_print(page, master, master.box, at, keep=lambda box: max(box.width, box.height) >= LEAST, scale=scale)
    return Page(svg, label="How the pages join")
