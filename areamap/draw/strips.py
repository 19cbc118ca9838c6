"""Tracks as strips of boxes: heading, number, date, what is printed in a box, and room for tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from areamap.draw.backdrop import window_of
from areamap.draw.places import BETWEEN, SLACK
from areamap.draw.signs import draw_sign
from areamap.draw.stations import draw_slot
from mapsheet.box import Box, union
from mapsheet.text import SMALLEST, wrapped
from mapsheet.typeset import LEADING, cap_height, fitted, shortened, width, write

if TYPE_CHECKING:
    from areamap.boardplan import Event, Strip
    from areamap.draw.desk import Desk
    from mapsheet.sheet import Layer
    from mapsheet.style import Type

HEAD = 4.6
"""From the top of a strip to its first box."""
INSET = 1.1
BOX_HEAD = 5.2


class Cell(NamedTuple):
    """A box of a track: its number in it (-1: what lies beyond), its text and note, its box and its slots."""

    number: int
    text: str
    note: str
    box: Box
    slots: tuple[Box, ...]


def find_cells(desk: Desk, strip: Strip) -> list[Cell]:
    """Return the boxes of a track, the one beyond the last included, in order."""
    track = desk.board.tracks[strip.track]
    notes = (*track.notes, *[""] * len(track.boxes))
    count = len(track.boxes) + bool(strip.beyond)
    boxes = [_place(strip, k, count) for k in range(count)]
    cells = [
        Cell(k, text, notes[k], boxes[k], _slots(desk, strip, boxes[k])) for k, text in enumerate(track.boxes)
    ]  # fmt: skip
    return cells + ([Cell(-1, "", strip.beyond, boxes[-1], ())] if strip.beyond else [])


def strip_box(desk: Desk, strip: Strip) -> Box:
    """Return the box of a whole strip with its heading."""
    boxes = union(cell.box for cell in find_cells(desk, strip))
    return boxes._replace(top=strip.at[1])


def _place(strip: Strip, k: int, count: int) -> Box:
    (wide, high), per_row = strip.box, strip.per_row or count
    line, step = divmod(k, per_row)
    column, row = (step, line) if strip.run == "east" else (line, step)
    left, top = strip.at[0] + column * wide, strip.at[1] + HEAD + row * high
    return Box(left, top, left + wide, top + high)


def _slots(desk: Desk, strip: Strip, box: Box) -> tuple[Box, ...]:
    """Return the slots of a box, at the bottom on its left."""
    (columns, rows), size = strip.slots, desk.plan.tile + SLACK
    pitch = size + BETWEEN
    lone = strip.box[0] - columns * pitch < 6
    left = box.centre[0] - (columns * pitch - BETWEEN) / 2 if lone else box.left + INSET
    high = rows * pitch - BETWEEN
    top = box.bottom - high - INSET if strip.label == "head" else box.centre[1] - high / 2
    return tuple(
        Box(left + c * pitch, top + r * pitch, left + c * pitch + size, top + r * pitch + size)
        for r in range(rows) for c in range(columns)
    )  # fmt: skip


# -- drawing ---------------------------------------------------------------------------------------------------------------


def draw_strips(desk: Desk) -> None:
    """Draw the tracks of the sheet; those that reach beyond it are noted as left out."""
    sheet = Box(0, 0, desk.page.width, desk.page.height)
    for strip in desk.strips:
        if sheet.holds(strip_box(desk, strip)):
            draw_strip(desk, strip)
        else:
            desk.left_out.append(desk.board.tracks[strip.track].title)


def draw_strip(desk: Desk, strip: Strip) -> None:
    """Draw a track with its heading."""
    _Drawn(desk, strip).draw()


class _Drawn:
    def __init__(self, desk: Desk, strip: Strip) -> None:
        self.desk, self.strip, self.look = desk, strip, desk.style.board
        self.track = desk.board.tracks[strip.track]
        self.layer: Layer = desk.sheet.layer("strips").group(f"track-{strip.track}", self.track.title)

    def draw(self) -> None:
        cells = find_cells(self.desk, self.strip)
        head = union(cell.box for cell in cells)._replace(top=self.strip.at[1], bottom=self.strip.at[1] + HEAD)
        inset = self._plate(head)
        kind = fitted(self.track.title.upper(), self.look.lettering["strip"], head.width - 2 * inset)
        write(self.layer, self.track.title.upper(), kind, (head.left + inset, head.bottom - 1.3))
        for cell in cells:
            name = f"track-{self.strip.track}-{'beyond' if cell.number < 0 else cell.number}"
            group = self.layer.group(name, self._told(cell))
            self._cell(group, cell)

    def _plate(self, head: Box) -> float:
        """Draw a plate under a heading that would else stand on coastlines; return how far the heading is set in."""
        backdrop = self.desk.plan.backdrop
        if backdrop is None or not window_of(backdrop).overlaps(head):
            return 0.0
        self.layer.rect(head, **self.look.band.area(), **{**self.look.place_edge.stroke(), "stroke_linejoin": "miter"})
        return INSET

    def _told(self, cell: Cell) -> str:
        events = self.desk.plan.events_in(self.strip.track, cell.text)
        return "; ".join(part for part in (cell.text, cell.note, *(event.text for event in events)) if part)

    def _cell(self, layer: Layer, cell: Cell) -> None:
        look = self.look
        fill = look.place if cell.number >= 0 else look.band
        layer.rect(cell.box, **fill.area(), **{**look.place_edge.stroke(), "stroke_linejoin": "miter"})
        for slot in cell.slots:
            draw_slot(layer, self.desk, slot, self.strip.caption)
        if cell.number < 0:
            self._beyond(layer, cell)
        elif self.strip.label == "head":
            self._headed(layer, cell)
        else:
            self._beside(layer, cell)

    def _beyond(self, layer: Layer, cell: Cell) -> None:
        kinds = self.look.lettering
        column = _Column(layer, Box(cell.box.left + 2 * INSET, cell.box.top, cell.box.right - INSET, cell.box.bottom))
        head, colon, rest = cell.note.partition(": ")
        column.put([(head, kinds["box"]), (rest, kinds["caption"])] if colon else [(head, kinds["caption"])], middle=True)

    def _headed(self, layer: Layer, cell: Cell) -> None:
        """Draw the number and the note above, and what is printed beside the slots, or beside the number without room there."""
        box, kinds = cell.box, self.look.lettering
        free = self._room(cell)
        low = box.top + BOX_HEAD
        if free.width <= 8:  # slots as wide as the box leave the words no room but above them
            low = min((slot.top - 0.4 for slot in cell.slots), default=low)
        head = Box(box.left + INSET, box.top + 0.3, box.right - INSET, low)
        kind = fitted(cell.text, kinds["box"], head.width)
        base = head.centre[1] + cap_height(kinds["box"]) / 2
        write(layer, cell.text, kind, (head.left, base))
        used = head.left + width(cell.text, kind) + 1.2
        if cell.note:
            note = fitted(cell.note, kinds["date"], head.right - used)
            write(layer, cell.note, note, (head.right, base), anchor="end")
        if free.width > 8:
            self._events(layer, cell, free)
        else:
            self._events(layer, cell, Box(used, head.top, head.right, head.bottom))

    def _room(self, cell: Cell) -> Box:
        right = max((slot.right for slot in cell.slots), default=cell.box.left)
        return Box(right + 0.9, cell.box.top + BOX_HEAD, cell.box.right - 0.8, cell.box.bottom - 0.6)

    def _events(self, layer: Layer, cell: Cell, room: Box) -> None:
        plan = self.desk.plan
        events = plan.events_in(self.strip.track, cell.text)
        signs = [plan.signs[event.kind].shape if event.kind in plan.signs else "" for event in events]
        rows = [(_words(event), self.look.event_type(event.kind)) for event in events]
        _Column(layer, room).put(rows, signs=signs, desk=self.desk, middle=room.height < BOX_HEAD + 1)

    def _beside(self, layer: Layer, cell: Cell) -> None:
        """Draw the text and what is printed under it beside the slots."""
        kinds = self.look.lettering
        right = max((slot.right for slot in cell.slots), default=cell.box.left)
        room = Box(right + 1.0, cell.box.top, cell.box.right - 0.8, cell.box.bottom)
        main = kinds["box" if len(cell.text) <= 2 else "beside"]
        notes = [(cell.note, kinds["caption"])] * bool(cell.note)
        events = self.desk.plan.events_in(self.strip.track, cell.text)
        marks = [(event.text, self.look.event_type(event.kind)) for event in events]
        _Column(layer, room).put([(cell.text, main), *notes, *marks], middle=True)


def _words(event: Event) -> str:
    return f"{event.text} (optional)" if event.optional else event.text


class _Column:
    """Lines of words under each other in a box."""

    def __init__(self, layer: Layer, box: Box) -> None:
        self.layer, self.box = layer, box

    def put(
        self, rows: list[tuple[str, Type]], *, signs: list[str] | None = None, desk: Desk | None = None, middle: bool = False
    ) -> None:
        """Write the rows, each broken where it must be and smaller where they would not fit; a sign stands before a row."""
        share = next((s for s in (1.0, 0.95, 0.9, 0.86, 0.82) if self._height(rows, s, signs) <= self.box.height), 0.82)
        y = self.box.top + 0.2
        if middle:
            y += max(0.0, (self.box.height - self._height(rows, share, signs)) / 2)
        for k, (words, kind) in enumerate(rows):
            sign = signs[k] if signs else ""
            y = self._row((words, scaled(kind, share)), y, sign, desk) + 0.5

    def _height(self, rows: list[tuple[str, Type]], share: float, signs: list[str] | None) -> float:
        kinds = [(words, scaled(kind, share), self._indent(signs[k] if signs else "")) for k, (words, kind) in enumerate(rows)]
        lines = [len(self._broken(words, kind, indent)) * LEADING * kind.size for words, kind, indent in kinds]
        return sum(lines) + 0.5 * max(0, len(lines) - 1)

    @staticmethod
    def _indent(sign: str) -> float:
        return 2.7 if sign else 0.0

    def _broken(self, words: str, kind: Type, indent: float) -> list[str]:
        return wrapped(words, kind.face, kind.size, width=self.box.width - indent)

    def _row(self, row: tuple[str, Type], top: float, sign: str, desk: Desk | None) -> float:
        (words, kind), indent = row, self._indent(sign)
        room = self.box.width - indent
        y = top
        if sign and desk:
            draw_sign(self.layer, desk.style, sign, (self.box.left + 1.1, y + 0.55 * kind.size), 2.1, ink=kind.colour)
        for line in self._broken(words, kind, indent):
            if y + LEADING * kind.size > self.box.bottom + 0.6:
                break  # the title says it all
            own = fitted(line, kind, room)
            write(self.layer, shortened(line, own, room), own, (self.box.left + indent, y + 0.2 * kind.size + cap_height(kind)))
            y += LEADING * kind.size
        return y


def scaled(kind: Type, share: float) -> Type:
    """Return a type at a share of its size, never under 5 point."""
    return kind._replace(size=type(kind.size)(max(SMALLEST, share * kind.size)))
