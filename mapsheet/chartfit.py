"""Fitting the words of a table into a width: how wide each column is, how large the type, where the lines break."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mapsheet.errors import DataError
from mapsheet.text import SMALLEST, normal
from mapsheet.typeset import LEADING, cap_height, width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mapsheet.style import Type

GAP = 1.2
"""Between words and the edge of their cell."""

SLACK = 1e-9
STEPS = 24


class Leaf(NamedTuple):
    """A line or a whole cell of words, and the small sign after it."""

    words: str
    mark: str = ""


class Grid(NamedTuple):
    """A table that fits: the widths of its columns, the heights of its rows, the lines of each cell, the types of both."""

    widths: list[float]
    heights: list[float]
    cells: list[list[list[Leaf]]]
    body: Type
    head: Type


def broken(words: str, kind: Type, room: float, *, mark: str = "") -> tuple[list[Leaf], Type]:
    """Return words in lines at most `room` mm wide, in a type made smaller where one word is too wide.

    DataError where a word is too wide at 5 point.
    """
    least = _least(Leaf(words, mark), kind)
    if least > room:
        kind = _sized(kind, kind.size * room / least - SLACK)
        if _least(Leaf(words, mark), kind) > room + SLACK:
            raise DataError(f"a word of {words[:60]!r} is too wide at 5 point")
    return _lines(Leaf(words, mark), kind, room), kind


def fit(kind: Type, table: Sequence[Sequence[Leaf]], room: float) -> Grid:
    """Return a table `room` mm wide, its first row and first column set bold, in the largest type at which it fits.

    DataError where it does not at 5 point.
    """
    for step in range(STEPS + 1):
        body = _sized(kind, kind.size + (SMALLEST - kind.size) * step / STEPS)
        sizer = _Sizer(body, body._replace(face=type(kind.face)("sans-semibold")), table)
        if sum(sizer.least) <= room + SLACK:
            return _gridded(sizer, room)
    raise DataError(f"at 5 point its columns need {sum(sizer.least):.1f} mm")


def _sized(kind: Type, size: float) -> Type:
    return kind._replace(size=type(kind.size)(max(SMALLEST, size)))


def _sign(mark: str, kind: Type) -> float:
    return width(mark, _sized(kind, 0.62 * kind.size)) if mark else 0.0


def _least(leaf: Leaf, kind: Type) -> float:
    """Return the width of the widest word, the last one's sign included."""
    words = normal(leaf.words).split(" ")
    return max(*(width(word, kind) for word in words[:-1]), width(words[-1], kind) + _sign(leaf.mark, kind), 0.0)


def _whole(leaf: Leaf, kind: Type) -> float:
    return width(leaf.words, kind) + _sign(leaf.mark, kind)


def _lines(leaf: Leaf, kind: Type, room: float) -> list[Leaf]:
    lines: list[str] = []
    words = normal(leaf.words).split(" ")
    for index, word in enumerate(words):
        longer = f"{lines[-1]} {word}" if lines else word
        tail = _sign(leaf.mark, kind) if index == len(words) - 1 else 0.0
        if lines and width(longer, kind) + tail <= room + SLACK:
            lines[-1] = longer
        else:
            lines.append(word)
    return [*(Leaf(line) for line in lines[:-1]), Leaf(lines[-1], leaf.mark)]


class _Sizer:
    """The least and the full width of every column in one size of type."""

    def __init__(self, body: Type, head: Type, table: Sequence[Sequence[Leaf]]) -> None:
        self.body, self.head, self.table = body, head, table
        columns = range(len(table[0]))
        self.least = [self._widest(column, whole=False) for column in columns]
        self.full = [self._widest(column, whole=True) for column in columns]

    def kind(self, row: int, column: int) -> Type:
        return self.head if row == 0 or column == 0 else self.body

    def _widest(self, column: int, *, whole: bool) -> float:
        measure = _whole if whole else _least
        return 2 * GAP + max(measure(line[column], self.kind(row, column)) for row, line in enumerate(self.table))


def _gridded(sizer: _Sizer, room: float) -> Grid:
    widths = _shared(sizer.least, sizer.full, room)
    cells = [
        [_lines(leaf, sizer.kind(row, column), widths[column] - 2 * GAP) for column, leaf in enumerate(line)]
        for row, line in enumerate(sizer.table)
    ]
    size, cap = sizer.body.size, cap_height(sizer.head)
    heights = [cap + (max(len(leaves) for leaves in line) - 1) * LEADING * size + 0.95 * size for line in cells]
    return Grid(widths, heights, cells, sizer.body, sizer.head)


def _shared(least: Sequence[float], full: Sequence[float], room: float) -> list[float]:
    """Share the width: the heads their full width and the others alike where all words have room, else what each needs."""
    if sum(full) <= room:
        rest = room - full[0]
        return [full[0], *_levelled([(most, rest) for most in full[1:]], rest)]
    return _levelled(list(zip(least, full, strict=True)), room)


def _levelled(limits: Sequence[tuple[float, float]], room: float) -> list[float]:
    """Return widths as equal as their limits allow that add up to the room, which the lower limits do not exceed."""
    low, high = 0.0, room
    for _ in range(60):
        level = (low + high) / 2
        taken = sum(min(max(level, least), most) for least, most in limits)
        low, high = (low, level) if taken > room else (level, high)
    widths = [min(max(low, least), most) for least, most in limits]
    # what the halving left over is less than a picometre
    widths[-1] += room - sum(widths)
    return widths
