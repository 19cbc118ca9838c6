"""Pair kerning read straight from a font's GPOS table: only the feature `kern`, only what moves the next letter.

fontTools reads this table too, but it takes a quarter of the time of drawing a whole map to build its objects. Names and
numbers are those of the OpenType specification, chapter GPOS, lookup type 2 (pair adjustment) and 9 (extension).
"""

from __future__ import annotations

from functools import cached_property
from struct import unpack_from

PAIR_ADJUSTMENT = 2
EXTENSION = 9
X_ADVANCE = 4


def _words(data: bytes, at: int, count: int) -> tuple[int, ...]:
    return unpack_from(f">{count}H", data, at)


def _counted(data: bytes, at: int) -> tuple[int, ...]:
    """Return an array that stands behind its own length."""
    return _words(data, at + 2, _words(data, at, 1)[0])


class Kerning:
    """The pair kerning of one font, asked for by glyph numbers; `gpos` is the bytes of the table, empty if there is none."""

    def __init__(self, gpos: bytes) -> None:
        self._lookups = _lookups(gpos) if gpos else []

    def between(self, left: int, right: int) -> int:
        """Return what is added to the advance of `left` before `right`, in font units; mostly negative."""
        total = 0
        for tables in self._lookups:
            # the first table of a lookup that speaks of the pair has the last word
            total += next((value for table in tables if (value := table.value(left, right)) is not None), 0)
        return total


def _lookups(gpos: bytes) -> list[list[_Pairs]]:
    _, _, _, features, lookups = _words(gpos, 0, 5)
    offsets = _counted(gpos, lookups)
    return [_pair_tables(gpos, lookups + offsets[index]) for index in sorted(_kern_lookups(gpos, features))]


def _kern_lookups(gpos: bytes, features: int) -> set[int]:
    found: set[int] = set()
    for record in range(_words(gpos, features, 1)[0]):
        tag, offset = unpack_from(">4sH", gpos, features + 2 + 6 * record)
        if tag == b"kern":
            found.update(_counted(gpos, features + offset + 2))
    return found


def _pair_tables(gpos: bytes, lookup: int) -> list[_Pairs]:
    (kind,) = _words(gpos, lookup, 1)
    tables: list[_Pairs] = []
    for offset in _counted(gpos, lookup + 4):
        at, of = lookup + offset, kind
        if kind == EXTENSION:
            _, of, far = unpack_from(">HHI", gpos, at)
            at += far
        if of == PAIR_ADJUSTMENT:
            tables.append((_SinglePairs if _words(gpos, at, 1)[0] == 1 else _ClassPairs)(gpos, at))
    return tables


class _Table:
    """A table of pairs at a place in GPOS; a value is only read when a pair is asked for."""

    def __init__(self, gpos: bytes, at: int) -> None:
        self._gpos, self._at = gpos, at
        _, coverage, first, second = _words(gpos, at, 4)
        self._covered = _numbered(gpos, at + coverage)
        self._sizes = first.bit_count(), second.bit_count()
        # a value record holds only the fields whose bits are set, x advance after the two placements
        self._field = (first & (X_ADVANCE - 1)).bit_count() if first & X_ADVANCE else None

    def _advance(self, record: int) -> int:
        if self._field is None:
            return 0
        value: int = unpack_from(">h", self._gpos, record + 2 * self._field)[0]
        return value


class _SinglePairs(_Table):
    def value(self, left: int, right: int) -> int | None:
        """Return the kerning of the pair; None when this table does not speak of it."""
        index = self._covered.get(left)
        if index is None:
            return None
        start = self._at + _words(self._gpos, self._at + 10 + 2 * index, 1)[0]
        step = 2 * (1 + sum(self._sizes))
        for record in range(_words(self._gpos, start, 1)[0]):
            at = start + 2 + step * record
            if _words(self._gpos, at, 1)[0] == right:
                return self._advance(at + 2)
        return None


class _ClassPairs(_Table):
    @cached_property
    def _classes(self) -> tuple[dict[int, int], dict[int, int], int]:
        first, second, _, columns = _words(self._gpos, self._at + 8, 4)
        return _classed(self._gpos, self._at + first), _classed(self._gpos, self._at + second), columns

    def value(self, left: int, right: int) -> int | None:
        """Return the kerning of the pair; None when this table does not speak of it."""
        if left not in self._covered:
            return None
        rows, columns, width = self._classes
        # it speaks of every pair whose left glyph it covers: class 0 holds all others
        cell = rows.get(left, 0) * width + columns.get(right, 0)
        return self._advance(self._at + 16 + 2 * sum(self._sizes) * cell)


_Pairs = _SinglePairs | _ClassPairs


def _numbered(data: bytes, at: int) -> dict[int, int]:
    """Return a coverage table: glyph to its place in the coverage."""
    form, count = _words(data, at, 2)
    if form == 1:
        return {glyph: index for index, glyph in enumerate(_words(data, at + 4, count))}
    found: dict[int, int] = {}
    for record in range(count):
        start, end, index = _words(data, at + 4 + 6 * record, 3)
        found.update((glyph, index + glyph - start) for glyph in range(start, end + 1))
    return found


def _classed(data: bytes, at: int) -> dict[int, int]:
    """Return a class table: glyph to its class; glyphs of class 0 may be left out."""
    form, first = _words(data, at, 2)
    if form == 1:
        return {first + index: kind for index, kind in enumerate(_counted(data, at + 4))}
    found: dict[int, int] = {}
    for record in range(first):
        start, end, kind = _words(data, at + 4 + 6 * record, 3)
        found.update(dict.fromkeys(range(start, end + 1), kind))
    return found
