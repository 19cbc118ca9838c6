"""A tray: groups of tiles as cards in rows, each tile in a slot that says what lies there."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from areamap.boardplan import Panel
from areamap.draw.places import BADGE, BAND, BETWEEN, PAD, SLACK
from areamap.draw.signs import draw_badge
from areamap.draw.stations import draw_card, draw_slot
from mapsheet.box import Box
from mapsheet.typeset import cap_height, fitted, shortened, width, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from areamap.boardplan import Bin
    from areamap.draw.desk import Desk
    from mapsheet.sheet import Layer

EDGE = 10.0
TOP = 22.0
FOOT = 14.0
BESIDE = 4.0
ROW_GAPS = (3.4, 12.0)  # least and most between rows of cards


class Laid(NamedTuple):
    """A group on the tray: its card, the band for its heading, and its slots."""

    group: Bin
    box: Box
    band: Box
    slots: tuple[Box, ...]


def lay_bins(desk: Desk) -> list[Laid]:
    """Return the groups of the sheet as cards in rows of equal length, about in the order of the file.

    A row takes the next group and then whichever later ones still fit; those below the sheet's room are returned all the same.
    """
    panel = bins_panel(desk)
    rows = _rows(desk, [group for group in desk.plan.bins.values() if group.sheet == desk.name], panel.size[0])
    heights = [max(_high(desk, group, panel.size[0]) for group in row) for row in rows]
    spare = (panel.size[1] - sum(heights)) / max(1, len(rows) - 1)
    gap = min(max(spare, ROW_GAPS[0]), ROW_GAPS[1])
    laid, y = [], panel.at[1]
    for row, high in zip(rows, heights, strict=True):
        laid += _row(desk, row, Panel((panel.at[0], y), (panel.size[0], high)))
        y += high + gap
    return laid


def bins_panel(desk: Desk) -> Panel:
    """Return where the groups of the sheet lie."""
    own = desk.plan.sheets.get(desk.name)
    whole = Panel((EDGE, TOP), (desk.page.width - 2 * EDGE, desk.page.height - TOP - FOOT))
    return own.bins if own and own.bins else whole


def _pitch(desk: Desk) -> float:
    return desk.plan.tile + SLACK + BETWEEN


def _columns(desk: Desk, group: Bin, room: float) -> int:
    # a hair more, for widths that add up to the room
    return max(1, min(len(group.tiles), int((room - 2 * PAD + BETWEEN + 1e-6) / _pitch(desk))))


def _wide(desk: Desk, group: Bin, room: float) -> float:
    name = width(group.name, desk.style.board.lettering["name"]) + (2 * BADGE + 3 if group.path else 3)
    return max(_columns(desk, group, room) * _pitch(desk) - BETWEEN + 2 * PAD, name)


def _high(desk: Desk, group: Bin, room: float) -> float:
    rows = -(-len(group.tiles) // _columns(desk, group, room))
    return BAND + 0.8 + rows * _pitch(desk) - BETWEEN + PAD


def _rows(desk: Desk, groups: Sequence[Bin], room: float) -> list[list[Bin]]:
    left, rows = list(groups), []
    while left:
        row, used = [left.pop(0)], 0.0
        used = _wide(desk, row[0], room)
        for group in list(left):
            wide = _wide(desk, group, room) + BESIDE
            if used + wide <= room + 1e-6:
                row.append(group)
                left.remove(group)
                used += wide
        rows.append(row)
    return rows


def _row(desk: Desk, row: Sequence[Bin], panel: Panel) -> list[Laid]:
    """Return the cards of a row, each made wider by the same length so that they fill it."""
    (x, y), (room, high) = panel
    wide = [_wide(desk, group, room) for group in row]
    more = (room - sum(wide) - BESIDE * (len(row) - 1)) / len(row)
    lefts = [x]
    for one in wide:
        lefts.append(lefts[-1] + one + more + BESIDE)
    return [
        _laid(desk, group, Box(left, y, after - BESIDE, y + high), room)
        for group, (left, after) in zip(row, pairwise(lefts), strict=True)
    ]


def _laid(desk: Desk, group: Bin, box: Box, room: float) -> Laid:
    pitch, slot = _pitch(desk), desk.plan.tile + SLACK
    columns = _columns(desk, group, room)
    left, top = box.centre[0] - (columns * pitch - BETWEEN) / 2, box.top + BAND + 0.8
    corners = [(left + k % columns * pitch, top + k // columns * pitch) for k in range(len(group.tiles))]
    slots = tuple(Box(x, y, x + slot, y + slot) for x, y in corners)
    return Laid(group, box, box._replace(bottom=box.top + BAND), slots)


def draw_bins(desk: Desk) -> None:
    """Draw the groups of the sheet; what does not fit on it is noted as left out."""
    layer = desk.sheet.layer("places")
    for laid in lay_bins(desk):
        if laid.box.bottom > desk.page.height - FOOT + 4:
            desk.left_out.append(laid.group.name)
            continue
        group = layer.group(f"bin-{laid.group.id}", laid.group.name)
        draw_card(group, desk, laid.box, laid.band, tint=desk.tint_of(laid.group.path))
        _heading(group, desk, laid)
        for box, caption in zip(laid.slots, laid.group.tiles, strict=True):
            draw_slot(group, desk, box, caption)


def _heading(layer: Layer, desk: Desk, laid: Laid) -> None:
    kinds, group, band = desk.style.board.lettering, laid.group, laid.band
    path, left, right = desk.plan.paths.get(group.path), band.left + 1.8, band.right - 1.8
    if path:
        draw_badge(layer, desk.style, path.letter, (band.left + 0.9 + BADGE, band.centre[1]), BADGE)
        left += 2 * BADGE + 0.4
    kind = fitted(group.name, kinds["name"], right - left)
    base = band.centre[1] + cap_height(kind) / 2
    write(layer, shortened(group.name, kind, right - left), kind, (left, base))
    left += width(group.name, kind) + 2
    if group.note and right - left > 8:
        note = fitted(group.note, kinds["caption"], right - left)
        write(layer, shortened(group.note, note, right - left), note, (right, base), anchor="end")
