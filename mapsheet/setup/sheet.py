"""Set-up sheets: for each side its counters in boxes, where each starts, who comes in which turn, who waits off the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.box import Box, Point
from mapsheet.errors import DataError
from mapsheet.pages.pagemarks import edge_ruler
from mapsheet.setup.flow import BACK, TOP, Cell, Row, cells_of, rows_of, sized
from mapsheet.setup.muster import piece_id
from mapsheet.typeset import cap_height, fitted, paragraph, shortened, width, write

if TYPE_CHECKING:
    from mapsheet.export import Page
    from mapsheet.setup.flow import Framed
    from mapsheet.setup.plan import Setup, SideSetup
    from mapsheet.style import Style
    from mapsheet.units import Size

EDGE = 9.0  # mm of white round a sheet, more than printers need
BAR = 5.0  # the strip in the side's colour
STRIP = 5.0  # a box's heading
BETWEEN = 2.4  # boxes
SECTION = 6.4  # a section's heading with the room above it


def setup_sheets(setup: Setup, style: Style, paper: Size) -> list[Page]:
    """Return the sheets of all sides on pages of a paper's size; a side that needs more than one goes on overleaf.

    DataError for a paper too small for one counter with its words.
    """
    return [page for side in setup.sides if sum(side.counts) for page in _sheets_of(setup, side, style, paper)]


class _Section(NamedTuple):
    title: str
    rows: tuple[Row, ...]


def _sheets_of(setup: Setup, side: SideSetup, style: Style, paper: Size) -> Iterator[Page]:
    from mapsheet.export import Page

    room = Box(EDGE, EDGE, paper.width - EDGE, paper.height - EDGE)
    head = _head_height(style)
    foot = _foot_height(setup, style, room.width)
    least = room.height - head - foot
    parts = (("On the map", side.groups, BACK), ("By turn", side.turns, 1), ("Off the map", side.piles, BACK))
    sections = []
    for title, blocks, back in parts:
        given = [(block.title, block.note, cells_of(style, block.entries)) for block in blocks]
        sections += [_Section(title, rows_of(given, room=room.width, most=least - SECTION, back=back))] * bool(given)
    if least < 40 or any(row.height > least - SECTION for section in sections for row in section.rows):
        raise DataError(f"the paper, {paper.width:g} x {paper.height:g} mm, is too small for a set-up sheet")
    pages = list(_paged(sections, least))
    for k, page in enumerate(pages):
        drawing = _Drawing(setup, side, style, paper)
        drawing.draw(page, (k + 1, len(pages)), head)
        yield Page(drawing.sheet.to_svg(), Box(0, 0, *paper), label=side.name + (f" ({k + 1})" if len(pages) > 1 else ""))


def _paged(sections: Sequence[_Section], room: float) -> Iterator[list[tuple[str, Row]]]:
    """Yield the rows of each page; a row that begins a section, or a page within one, carries its title."""
    page: list[tuple[str, Row]] = []
    used = 0.0
    for section in sections:
        for k, row in enumerate(section.rows):
            title = section.title if k == 0 else ""
            need = row.height + BETWEEN + (SECTION if title else 0)
            if page and used + need - BETWEEN > room:
                yield page
                page, used = [], 0.0
                title = title or f"{section.title}, continued"
                need = row.height + BETWEEN + SECTION
            page.append((title, row))
            used += need
    if page:
        yield page


def _head_height(style: Style) -> float:
    return BAR + 1.6 + cap_height(sized(style.lettering["title"], 7.0)) + 2.0 + 4.0 + 2.0


def _foot_height(setup: Setup, style: Style, room: float) -> float:
    from mapsheet.text import wrapped

    kind = style.lettering["note"]
    lines = sum(len(wrapped(note, kind.face, kind.size, width=room)) for note in setup.notes)
    return 2.0 + 1.25 * kind.size * lines if lines else 0.0


class _Drawing:
    """One page of a side's sheet while it is drawn."""

    def __init__(self, setup: Setup, side: SideSetup, style: Style, paper: Size) -> None:
        from mapsheet.sheet import Sheet

        self.setup, self.side, self.style = setup, side, style
        self.room = Box(EDGE, EDGE, paper.width - EDGE, paper.height - EDGE)
        title = f"{setup.title}: set-up, {side.name}"
        self.sheet = Sheet(paper.width, paper.height, title=title, paper=style.paper, layers=("boxes", "counters", "words"))
        self.boxes, self.counters, self.words = (self.sheet.layer(name) for name in ("boxes", "counters", "words"))
        self.seen: dict[str, int] = {}

    def draw(self, rows: Sequence[tuple[str, Row]], number: tuple[int, int], head: float) -> None:
        self._head(number)
        y = self.room.top + head
        for title, row in rows:
            if title:
                self._section(title, y)
                y += SECTION
            for framed in row.blocks:
                self._block(framed, y, row.height)
            y += row.height + BETWEEN
        self._foot()
        edge_ruler(self.sheet)

    def _head(self, number: tuple[int, int]) -> None:
        room, lettering = self.room, self.style.lettering
        bar = Box(room.left, room.top, room.right, room.top + BAR)
        self.boxes.rect(bar, fill=self.side.colour, **self.style.margin.box_edge.stroke())
        kind = sized(lettering["title"], 7.0)
        base = bar.bottom + 1.6 + cap_height(kind)
        page = f"{number[0]} of {number[1]}" if number[1] > 1 else ""
        small = lettering["key"]
        if page:
            write(self.words, page, small, (room.right, base), anchor="end")
        free = room.width - (width(page, small) + 4 if page else 0)
        name = shortened(self.side.name.upper(), kind, free)
        write(self.words, name, fitted(name, kind, free), (room.left, base))
        line = " · ".join(part for part in (self.setup.title, self.setup.scenario, self.side.words) if part)
        under = sized(lettering["subtitle"], 4.0)
        line = shortened(line, under, room.width)
        write(self.words, line, fitted(line, under, room.width), (room.left, base + 2.0 + cap_height(under)))

    def _section(self, title: str, y: float) -> None:
        kind = self.style.lettering["key_head"]
        write(self.words, title, kind, (self.room.left, y + 1.4 + cap_height(kind)))
        under = y + 1.4 + cap_height(kind) + 0.9
        self.boxes.line([(self.room.left, under), (self.room.right, under)], **self.style.margin.hairline.line())

    def _block(self, framed: Framed, y: float, height: float) -> None:
        margin, left = self.style.margin, self.room.left + framed.left
        box = Box(left, y, left + framed.width, y + height)
        self.boxes.rect(box, **margin.box.area(), **margin.box_edge.stroke())
        strip = Box(box.left, box.top, box.right, box.top + STRIP)
        self.boxes.rect(strip, **margin.box_marked.area(), **margin.box_edge.stroke())
        head = self.style.lettering["key_head"]
        kind = sized(head, 3.2)._replace(tracking=type(head.tracking)(0.02))
        room = box.width - 2.4
        base = strip.top + (STRIP + cap_height(kind)) / 2
        note = sized(self.style.lettering["track_note"], 2.1)
        taken = width(framed.note, note) + 2 if framed.note else 0.0
        if framed.note and taken < room / 2:
            write(self.words, framed.note, note, (box.right - 1.2, base), anchor="end")
            room -= taken
        title = shortened(framed.title, kind, room)
        write(self.words, title, fitted(title, kind, room), (box.left + 1.2, base))
        for cell, (dx, dy) in framed.cells:
            self._cell(cell, (box.left + dx, box.top + STRIP + dy))

    def _cell(self, cell: Cell, at: Point) -> None:
        from mapsheet.counters import draw_counter

        entry, counter = cell.entry, cell.entry.counter
        self.seen[counter.id] = self.seen.get(counter.id, 0) + 1
        place = self.counters.group(
            piece_id(counter.id, self.seen[counter.id]), f"{counter.name}, {entry.where}",
            data_counter=counter.id, data_copies=str(entry.copies), data_at=entry.at,
        )
        middle = at[0] + cell.width / 2
        for k in reversed(range(min(cell.shown, entry.copies))):
            corner = (middle - counter.size.width / 2 + cell.step * (k - (cell.shown - 1) / 2), at[1] + cell.step * k)
            draw_counter(place, self.style, self.setup.counters, counter, corner, back=entry.back)
        base = at[1] + cell.picture + TOP
        for label in cell.labels:
            base += label.step
            write(self.words, label.words, label.kind, (middle, base), anchor="middle")

    def _foot(self) -> None:
        kind = self.style.lettering["note"]
        y = self.room.bottom - _foot_height(self.setup, self.style, self.room.width) + 2.0 + 0.8 * kind.size
        for note in self.setup.notes:
            box = paragraph(self.words, note, kind, (self.room.left, y), room=self.room.width)
            y += 1.25 * kind.size * max(1, round(box.height / (1.25 * kind.size)))
