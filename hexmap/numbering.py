"""Hex numbers as they are printed: text to hex and back, ranges, and why a scheme would be ambiguous."""

from __future__ import annotations

import re
from typing import NamedTuple

from hexmap.grid import Grid, Hex
from mapsheet.errors import NotationError

ORIGINS = ("north-west", "north-east", "south-west", "south-east")
_PATTERN = re.compile(r"(C+|R+|A+)([^0-9A-Za-z]*)(C+|R+|A+)")
_RESERVED = set("+>/, \t\n\"'\\")
_MOST_DIGITS = 7


class NumberField(NamedTuple):
    """One half of a number: which coordinate, how wide, digits or letters, and the value at place 1."""

    axis: str
    width: int
    letters: bool
    first: int

    def show(self, value: int) -> str:
        """Return a value as it is printed."""
        if not self.letters:
            return str(value).zfill(self.width)
        text = ""
        for _ in range(self.width):
            value, digit = divmod(value, 26)
            text = chr(65 + digit) + text
        return text

    def most(self) -> int:
        """Return the greatest value that fits the width."""
        return int((26 if self.letters else 10) ** self.width) - 1


def _value(text: str, letters: bool) -> int:
    if not letters:
        return int(text)
    total = 0
    for letter in text:
        total = 26 * total + ord(letter) - 65
    return total


class Numbering:
    """The scheme of hex numbers of one map.

    `pattern` is two fields of C (column digits), R (row digits) or A (letters for the other coordinate), as wide as
    printed, with a separator between them if there is one: CCRR, CCCRRR, AARR, CC.RR. `first` is the number of the hex
    in the corner `origin`; both coordinates count up away from it, in a short line from that line's own end.

    Raises NotationError when the scheme cannot be read or a number would be wider than its field, so that two hexes
    could not be told apart.
    """

    def __init__(self, grid: Grid, pattern: str = "CCRR", first: str = "0101", origin: str = "north-west") -> None:
        self.grid, self.pattern, self.origin = grid, pattern, origin
        self._from_east = origin.endswith("east")
        self._from_south = origin.startswith("south")
        fields, self.separator = _fields(pattern, first)
        self.fields: tuple[NumberField, ...] = tuple(fields)
        parts = [rf"([A-Z]{{{f.width}}})" if f.letters else rf"([0-9]{{{f.width}}})" for f in self.fields]
        self._number = re.escape(self.separator).join(parts)
        self._whole = re.compile(self._number)
        self._range = re.compile(rf"\s*({self._number})\s*-\s*({self._number})\s*")
        self._refuse_overflow()
        by_axis = {field.axis: field for field in self.fields}
        self._columns = self._shown(by_axis["column"], grid.columns)
        self._rows = self._shown(by_axis["row"], grid.rows)
        self._column_first = self.fields[0].axis == "column"

    @staticmethod
    def _shown(field: NumberField, count: int) -> list[str]:
        return [field.show(field.first + k) for k in range(count)]

    def _refuse_overflow(self) -> None:
        for field in self.fields:
            count = self.grid.columns if field.axis == "column" else self.grid.rows
            last = field.first + count - 1
            if last > field.most():
                raise NotationError(
                    f"a {field.axis} field wide enough for {count} {field.axis}s: {last} does not fit {field.width} "
                    f"{'letter' if field.letters else 'digit'}(s), so numbers would be ambiguous",
                    self.pattern,
                )

    def _counts(self, h: Hex) -> tuple[int, int]:
        """Return column and row counted from the origin, from 0; its own inverse but for the base."""
        column, row = h.column - 1, h.row - 1
        u, _ = self.grid.line_and_place(h)
        length = self.grid.line_length(u)
        flat = self.grid.is_flat
        if self._from_east:
            column = (self.grid.columns if flat else length) - 1 - column
        if self._from_south:
            row = (length if flat else self.grid.rows) - 1 - row
        return column, row

    def format(self, h: Hex) -> str:
        """Return the number of a hex of the grid."""
        column, row = self._counts(h)
        a, b = self._columns[column], self._rows[row]
        return f"{a}{self.separator}{b}" if self._column_first else f"{b}{self.separator}{a}"

    def parse(self, text: str) -> Hex:
        """Return the hex with this number.

        Raises NotationError when the text is no number of this scheme or no hex of the grid has it.
        """
        is_text = isinstance(text, str) and text.isascii()  # a sharp s in capitals would be two letters
        found = self._whole.fullmatch(text.strip().upper()) if is_text else None
        h = self._hex(found.group(1), found.group(2)) if found else None
        if h is None:
            raise NotationError(f"a hex number like {self.example()} on this grid", text)
        return h

    def _hex(self, first: str, second: str) -> Hex | None:
        counts = {
            field.axis: _value(text, field.letters) - field.first
            for field, text in zip(self.fields, (first, second), strict=True)
        }
        column, row = counts["column"], counts["row"]
        if not (0 <= column < self.grid.columns and 0 <= row < self.grid.rows):
            return None
        flat = self.grid.is_flat
        if self._from_east and flat:
            column = self.grid.columns - 1 - column
        if self._from_south and not flat:
            row = self.grid.rows - 1 - row
        length = self.grid.line_length(column if flat else row)
        if self._from_south and flat:
            row = length - 1 - row
        if self._from_east and not flat:
            column = length - 1 - column
        h = Hex(column + 1, row + 1)
        return h if h in self.grid else None

    def example(self) -> str:
        """Return the range of numbers of this map, for messages."""
        hexes = (Hex(1, 1), self.grid.at(self.grid.lines - 1, self.grid.line_length(self.grid.lines - 1) - 1))
        return "…".join(sorted(self.format(h) for h in hexes))

    def span(self, text: str) -> tuple[Hex, Hex]:
        """Return the two hexes of a text `A-B` (a single number stands for itself twice).

        Raises NotationError when it is neither.
        """
        found = self._range.fullmatch(text.upper()) if isinstance(text, str) and text.isascii() else None
        if found is None:
            h = self.parse(text)
            return h, h
        return self.parse(found.group(1)), self.parse(found.group(4))

    def range(self, text: str) -> list[Hex]:
        """Return the hexes of a number or of a range `0119-0134` that runs along one column or one row of numbers.

        Raises NotationError when the text is no range or its ends share neither their column nor their row.
        """
        a, b = self.span(text)
        (column_a, row_a), (column_b, row_b) = self._counts(a), self._counts(b)
        if column_a != column_b and row_a != row_b:
            raise NotationError("a range along one column or one row of numbers", text)
        numbers = [
            (column, row)
            for column in _between(column_a, column_b)
            for row in _between(row_a, row_b)
        ]
        by_axis = {"column": self._columns, "row": self._rows}
        hexes = []
        for column, row in numbers:
            shown = {"column": by_axis["column"][column], "row": by_axis["row"][row]}
            h = self._hex(*(shown[field.axis] for field in self.fields))
            if h is not None:
                hexes.append(h)
        return hexes


def _between(a: int, b: int) -> range:
    return range(a, b + 1) if a <= b else range(a, b - 1, -1)


def _fields(pattern: str, first: str) -> tuple[list[NumberField], str]:
    found = _PATTERN.fullmatch(pattern)
    if found is None or found.group(1)[0] == found.group(3)[0]:
        raise NotationError("two of the fields C (column digits), R (row digits), A (letters), such as CCRR or AARR", pattern)
    left, separator, right = found.groups()
    if set(separator) & _RESERVED or not (separator.isascii() and separator.isprintable()):
        raise NotationError("an ASCII separator other than + > / , quotes and spaces, which part numbers elsewhere", pattern)
    if max(len(left), len(right)) > _MOST_DIGITS:
        raise NotationError(f"fields of at most {_MOST_DIGITS} characters", pattern)
    classes = {"C": "[0-9]", "R": "[0-9]", "A": "[A-Z]"}
    shape = f"({classes[left[0]]}{{{len(left)}}}){re.escape(separator)}({classes[right[0]]}{{{len(right)}}})"
    texts = re.fullmatch(shape, first.upper())
    if texts is None:
        raise NotationError(f"a first number of the form {pattern}", first)
    axes = {"C": "column", "R": "row"}
    axis_of = [axes.get(part[0]) for part in (left, right)]
    other = {"column": "row", "row": "column"}
    axis_left = axis_of[0] or other[axis_of[1] or "row"]
    axis_right = axis_of[1] or other[axis_left]
    fields = [
        NumberField(axis, len(part), part[0] == "A", _value(text, part[0] == "A"))
        for axis, part, text in zip((axis_left, axis_right), (left, right), texts.groups(), strict=True)
    ]
    return fields, separator
