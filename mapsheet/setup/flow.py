"""How the boxes of a set-up sheet share its width: cells in boxes, boxes in rows, rows no higher than a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.box import Point
from mapsheet.text import wrapped
from mapsheet.typeset import cap_height, fitted, shortened, width

if TYPE_CHECKING:
    from mapsheet.setup.plan import Entry
    from mapsheet.style import Style, Type

PAD = 1.6  # mm inside a box
BESIDE = 3.6  # mm by which a cell is wider than its counter
LEAST = 17.0  # mm, a cell's width, so that a city's name can be read
TOP = 0.9  # mm between a counter and the words under it
HEAD = 5.0  # a box's heading
GAP = 2.4  # mm between boxes
BELOW = 1.2  # mm between rows of cells
MOST_LINES = 3  # of where a counter starts, and of what it is
SMALLER = 1.25  # times its room that a line may be wide, to be set smaller
STEP = 1.1  # mm between the copies in one cell
MOST_SHOWN = 3
BACK = 3  # rows that a box may go back to, out of its order
FULL = 0.72  # of the width, from which a row of boxes is stretched to all of it

Given = tuple[str, str, Sequence["Cell"]]


class Label(NamedTuple):
    """A line of words under a counter: its type, and how far its baseline lies below the line above."""

    words: str
    kind: Type
    step: float


class Cell(NamedTuple):
    """Room for a counter with its words: `shown` copies lie a `step` apart, `picture` mm high."""

    entry: Entry
    width: float
    picture: float
    shown: int
    step: float
    labels: tuple[Label, ...]

    @property
    def height(self) -> float:
        """Return the height of counter and words."""
        return self.picture + TOP + sum(label.step for label in self.labels) + 0.8


class Framed(NamedTuple):
    """A box in its row: its left edge and width, its heading, and the cells with their corners below the heading."""

    left: float
    width: float
    title: str
    note: str
    cells: tuple[tuple[Cell, Point], ...]


class Row(NamedTuple):
    """Boxes beside each other, all of one height."""

    blocks: tuple[Framed, ...]
    height: float


def cells_of(style: Style, entries: Iterable[Entry]) -> list[Cell]:
    """Return the cells of some counters."""
    made = []
    for entry in entries:
        shown = min(MOST_SHOWN, entry.copies)
        spread = STEP * (shown - 1)
        size = entry.counter.size
        wide = max(LEAST, size.width + BESIDE + spread)
        made.append(Cell(entry, wide, size.height + spread, shown, STEP, tuple(labels_of(style, entry, wide - 1.6))))
    return made


def labels_of(style: Style, entry: Entry, room: float) -> Iterator[Label]:
    """Yield the lines under a counter: where it starts and what it is, in up to three lines each."""
    bold = sized(style.lettering["setup"], 2.35)._replace(halo=type(style.ink)("none"), colour=style.ink)
    plain = sized(style.lettering["track_note"], 2.0)
    times = f"{entry.copies} ×" if entry.copies > 1 else ""
    where = " ".join(part for part in (times, entry.where) if part)
    for words, kind in ((where, bold), (entry.note or entry.counter.name, plain)):
        lines = wrapped(words, kind.face, kind.size, width=room) if words else []
        is_short = len(lines) <= MOST_LINES and all(width(line, kind) <= SMALLER * room for line in lines)
        for line in lines if is_short else [words]:
            cut = shortened(line, kind, room)
            yield Label(cut, fitted(cut, kind, room), cap_height(kind) + 0.75)


def sized(kind: Type, size: float) -> Type:
    """Return a type in another size."""
    return kind._replace(size=type(kind.size)(size))


def rows_of(blocks: Sequence[Given], *, room: float, most: float, back: int = BACK) -> tuple[Row, ...]:
    """Return boxes in rows across `room` mm; a box higher than `most` mm goes on in a further one.

    A box may stand in one of the last `back` rows where that has room: 1 keeps the order.
    """
    parts = [part for title, note, cells in blocks for part in _parted(title, note, cells, (room, most))]
    lines: list[list[Given]] = []
    used: list[float] = []
    for part in parts:
        wide = _natural(part, room)
        # a small box goes where one of the last rows has room left
        fits = [k for k in range(max(0, len(lines) - back), len(lines)) if used[k] + GAP + wide <= room]
        if fits:
            lines[fits[0]].append(part)
            used[fits[0]] += GAP + wide
        else:
            lines.append([part])
            used.append(wide)
    return tuple(_row(line, room) for line in lines)


def _natural(block: Given, room: float) -> float:
    """Return a box's width with all cells beside each other, or all of the room."""
    return min(room, max(sum(cell.width for cell in block[2]) + 2 * PAD, LEAST + 2 * PAD))


def _parted(title: str, note: str, cells: Sequence[Cell], limits: tuple[float, float]) -> Iterator[Given]:
    """Yield a box as several where it would be higher than a page."""
    room, most = limits
    part: list[Cell] = []
    words = title
    for cell in cells:
        if part and _laid([*part, cell], room)[1] > most:
            yield words, note, part
            part, words = [], f"{title}, continued"
        part.append(cell)
    yield words, note, part


def _laid(cells: Sequence[Cell], wide: float) -> tuple[list[tuple[Cell, Point]], float]:
    """Return the cells in lines in a box so wide, and how high the box is with its heading."""
    placed: list[tuple[Cell, Point]] = []
    x, y, deepest = PAD, PAD, 0.0
    for cell in cells:
        if x > PAD and x + cell.width > wide - PAD + 1e-6:
            x, y, deepest = PAD, y + deepest + BELOW, 0.0
        placed.append((cell, (x, y)))
        x += cell.width
        deepest = max(deepest, cell.height)
    return placed, HEAD + y + deepest + (PAD if cells else 4.0)


def _row(line: Sequence[Given], room: float) -> Row:
    widths = [_natural(block, room) for block in line]
    used = sum(widths) + GAP * (len(line) - 1)
    more = (room - used) / len(line) if used >= FULL * room else 0.0
    framed: list[Framed] = []
    left, height = 0.0, 0.0
    for (title, note, cells), wide in zip(line, widths, strict=True):
        placed, high = _laid(cells, wide + more)
        framed.append(Framed(left, wide + more, title, note, tuple(placed)))
        left += wide + more + GAP
        height = max(height, high)
    return Row(tuple(framed), height)
