"""What stands beside a board: title, key of its signs, conditions of its ways, provenance, frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from areamap.draw.boardkey import draw_key
from mapsheet import legend
from mapsheet.box import Box
from mapsheet.text import wrapped
from mapsheet.typeset import LEADING, cap_height, fitted, paragraph, shortened, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from areamap.draw.desk import Desk
    from areamap.draw.roads import Road
    from mapsheet.sheet import Layer

FRAME = 5.0
LEFT = 10.0
BASELINE = 16.2
FOOT = 3.4  # from the frame up to the provenance line
SOURCES = {
    "text": "stated in the rules", "derived": "derived", "secondary": "from other sources", "reconstructed": "reconstructed",
}  # fmt: skip


def draw_margin(desk: Desk, roads: Sequence[Road]) -> None:
    """Draw everything beside the board and its ways."""
    layer = desk.sheet.layer("margin")
    legend.frame(layer, desk.style, sheet_frame(desk), gap=1.2)
    _title(layer, desk)
    foot = _provenance(layer, desk)
    draw_key(layer, desk, roads, Box(LEFT, BASELINE + 3, desk.page.width - LEFT, foot - 1.6))


def sheet_frame(desk: Desk) -> Box:
    """Return the box of the sheet's outer frame."""
    return Box(FRAME, FRAME, desk.page.width - FRAME, desk.page.height - FRAME)


def _title(layer: Layer, desk: Desk) -> None:
    """Draw the title on the left and the subtitle on the right of one line."""
    page, kinds = desk.page, desk.style.lettering
    room = page.width - 2 * LEFT
    title = kinds["title"]._replace(size=type(kinds["title"].size)(9.0 if page.width > 300 else 7.0))
    head = fitted(page.title.upper(), title, 0.6 * room if page.subtitle else room)
    write(layer, shortened(page.title.upper(), head, room), head, (LEFT, BASELINE))
    if page.subtitle:
        kind = fitted(page.subtitle, kinds["subtitle"], 0.38 * room)
        write(layer, shortened(page.subtitle, kind, 0.38 * room), kind, (page.width - LEFT, BASELINE), anchor="end")


def _provenance(layer: Layer, desk: Desk) -> float:
    """Write the lowest lines of a sheet; return where they begin, which is the end of its room where there are none."""
    words = provenance_words(desk)
    kind = desk.style.lettering["note"]
    room = desk.page.width - 2 * LEFT
    small = fitted(words, kind, room)
    lines = wrapped(words, small.face, small.size, width=room)
    top = desk.page.height - FRAME - FOOT - (len(lines) - 1) * LEADING * small.size + cap_height(small) / 2
    if not words:
        return desk.page.height - FRAME - FOOT + cap_height(small)
    return paragraph(layer, words, small, (LEFT, top), room=room).top


def provenance_words(desk: Desk) -> str:
    """Return the line that says where the data come from, with the note of the sheet and the credit of the coastline."""
    art, backdrop = desk.board.art, desk.plan.backdrop
    counts = [f"{count} {SOURCES[word]}" for word, count in desk.board.provenance.items() if count]
    parts = [art.sheet.note if art else "", f"Data: {', '.join(counts)}." if counts else ""]
    if backdrop and backdrop.topology and desk.name not in desk.plan.sheets:
        parts.append(f"Coast: {backdrop.topology.meta.get('credit', '')}.")
    return " ".join(part for part in parts if part)
