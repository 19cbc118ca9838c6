"""What stands beside a board: title, key of its signs, conditions of its ways, provenance, frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from areamap.conditions import ALWAYS
from areamap.draw.signs import draw_sign
from areamap.draw.strips import strip_box
from mapsheet import legend
from mapsheet.box import Box
from mapsheet.text import wrapped
from mapsheet.typeset import LEADING, cap_height, fitted, paragraph, shortened, width, write

if TYPE_CHECKING:
    from areamap.boardplan import Sign
    from areamap.draw.desk import Desk
    from mapsheet.box import Point
    from mapsheet.sheet import Layer

FRAME = 5.0
LEFT = 10.0
BASELINE = 16.2
KEY_HEAD = 4.6
KEY_ROW = 5.2
KEY_SIZE = 2.6
SAMPLE = 14.0
FOOT = 3.4  # from the frame up to the provenance line
SOURCES = {
    "text": "stated in the rules", "derived": "derived", "secondary": "from other sources", "reconstructed": "reconstructed",
}  # fmt: skip


def draw_margin(desk: Desk) -> None:
    """Draw everything beside the board."""
    layer = desk.sheet.layer("margin")
    legend.frame(layer, desk.style, sheet_frame(desk), gap=1.2)
    _title(layer, desk)
    _key(layer, desk)
    _ways(layer, desk)
    _conditions(layer, desk)
    _provenance(layer, desk)


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


def _key(layer: Layer, desk: Desk) -> None:
    """Draw the signs in columns with what they mean, those of the ground first."""
    panel = desk.plan.key
    if panel is None or desk.name in desk.plan.sheets or not desk.plan.signs:
        return
    (left, top), (wide, high) = panel
    rows = max(1, int((high - KEY_HEAD) / KEY_ROW))
    columns = -(-len(desk.plan.signs) // rows)
    step, row = wide / columns, (high - KEY_HEAD) / rows
    group = layer.group("key", "Key")
    strip = desk.style.board.lettering["strip"]
    write(group, "KEY", strip, (left, top + KEY_HEAD - 1.3))
    for k, sign in enumerate(desk.plan.signs.values()):
        _key_row(group, desk, sign, (left + k // rows * step, top + KEY_HEAD + (k % rows + 0.5) * row), step - 4)


def _key_row(group: Layer, desk: Desk, sign: Sign, at: Point, room: float) -> None:
    kind, look = desk.style.lettering["key"], desk.style.board
    kind = kind._replace(size=type(kind.size)(KEY_SIZE))
    ink = look.event.get(sign.name)
    draw_sign(group, desk.style, sign.shape, (at[0] + 2.6, at[1]), 3.8, ink=ink.colour if ink else "")
    words = shortened(sign.text, kind, room - 6.6)
    write(group, words, fitted(words, kind, room - 6.6), (at[0] + 6.6, at[1] + cap_height(kind) / 2))


def _ways(layer: Layer, desk: Desk) -> None:
    """Draw the kinds of way with their samples along the foot of a sheet that has no key of its own."""
    kinds = [kind for kind in desk.board.kinds.values() if kind.look not in {"", "none"}]
    if desk.plan.key is not None or desk.name in desk.plan.sheets or len(kinds) < 2:
        return
    kind, y = desk.style.lettering["key"], desk.page.height - FRAME - FOOT - 10
    x, places = LEFT, []
    for way in kinds:
        places.append((x, way))
        x += SAMPLE + 2 + width(way.label or way.name, kind) + 9
    row = Box(LEFT, y - 3, x - 9, y + 3)
    if row.right > desk.page.width - LEFT or any(row.overlaps(box) for box in taken(desk)):
        desk.left_out.append("key of the ways")
        return
    for x, way in places:
        look = desk.style.board.way_of(way.look)
        for pen in (look.casing, look.core):
            if pen.width and pen.colour != "none":
                layer.line([(x, y), (x + SAMPLE, y)], **{**pen.line(), "stroke_linecap": "butt"})
        write(layer, way.label or way.name, kind, (x + SAMPLE + 2, y + cap_height(kind) / 2))


def taken(desk: Desk) -> list[Box]:
    """Return the boxes of all spaces and tracks on the sheet."""
    return [*(placed.box for placed in desk.placed.values()), *(strip_box(desk, strip) for strip in desk.strips)]


def _conditions(layer: Layer, desk: Desk) -> None:
    """Say below a board which ways have a condition."""
    spaces = desk.board.spaces
    told = [
        f"{spaces[link.a].name} – {spaces[link.b].name}: if {link.open}"
        for link in desk.board.links if link.open != ALWAYS and {link.a, link.b} <= desk.placed.keys()
    ]  # fmt: skip
    if told:
        kind = desk.style.lettering["note"]
        write(layer, f"* {'; '.join(told)}", kind, (LEFT, desk.page.height - FRAME - FOOT - 3.5))


def _provenance(layer: Layer, desk: Desk) -> None:
    words = provenance_words(desk)
    kind = desk.style.lettering["note"]
    room = desk.page.width - 2 * LEFT
    small = fitted(words, kind, room)
    lines = wrapped(words, small.face, small.size, width=room)
    top = desk.page.height - FRAME - FOOT - (len(lines) - 1) * LEADING * small.size + cap_height(small) / 2
    paragraph(layer, words, small, (LEFT, top), room=room)


def provenance_words(desk: Desk) -> str:
    """Return the line that says where the data come from, with the note of the sheet and the credit of the coastline."""
    art, backdrop = desk.board.art, desk.plan.backdrop
    counts = [f"{count} {SOURCES[word]}" for word, count in desk.board.provenance.items() if count]
    parts = [art.sheet.note if art else "", f"Data: {', '.join(counts)}." if counts else ""]
    if backdrop and backdrop.topology and desk.name not in desk.plan.sheets:
        parts.append(f"Coast: {backdrop.topology.meta.get('credit', '')}.")
    return " ".join(part for part in parts if part)
