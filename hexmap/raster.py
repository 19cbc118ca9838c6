"""The picture-like blocks of a map file: one character a hex, every fault with its line and column."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hexmap.grid import Grid, Hex
from mapsheet.errors import nearest
from mapsheet.fields import Fields
from mapsheet.source import MOST_BYTES

NO_HEX = " _"
_LEVELS = "0123456789abcdefghijklmnopqrstuvwxyz"
_MOST_FAULTS = 50  # of one block; noise would otherwise drown the rest


def read_terrain(fields: Fields, grid: Grid, codes: dict[str, int]) -> bytearray | None:
    """Return the terrain byte of every cell (0 no hex), or None when the block has faults.

    `codes` gives the byte of each character.
    """

    def value(character: str) -> int | str:
        if character in NO_HEX:
            return 0
        found = codes.get(character)
        return found if found is not None else f"unknown terrain code {character!r}{nearest(character, list(codes))}"

    text = fields.text("terrain", required=True, longest=MOST_BYTES)
    if not text:
        if fields.has("terrain"):
            fields.fault("terrain", f"expected {grid.rows} lines, one a row, got none")
        return None
    return _Block(fields, "terrain", grid).read(text, value)


def read_levels(fields: Fields, grid: Grid, terrain: bytearray | None) -> bytearray:
    """Return the level byte of every cell; blank exactly where the terrain is, so that lines may stop there."""
    text = fields.text("level", longest=MOST_BYTES)
    levels = _Block(fields, "level", grid, terrain).read(text, _level, blank=255) if text else None
    if levels is None or terrain is None:
        return bytearray(grid.size)
    wrong = [cell for cell, byte in enumerate(terrain) if (byte == 0) != (levels[cell] == 255)]
    for cell in wrong[:_MOST_FAULTS]:
        h = grid.hex_of(cell)
        message = "a level where there is no hex" if terrain[cell] == 0 else "no level where there is a hex"
        fields.fault("level", message, line=h.row, column=h.column)
    return bytearray(0 if byte == 255 else byte for byte in levels)


def _level(character: str) -> int | str:
    if character in NO_HEX:
        return 255
    found = _LEVELS.find(character)
    return found if found >= 0 else f"a level is 0-9, then a-z, got {character!r}"


class _Block:
    """A block being read; `ground` tells which hexes it must have, all of the grid where it is None."""

    def __init__(self, fields: Fields, name: str, grid: Grid, ground: bytearray | None = None) -> None:
        self.fields, self.name, self.grid, self.ground = fields, name, grid, ground
        self.faults = 0

    def fault(self, message: str, line: int, column: int = 1) -> None:
        self.faults += 1
        if self.faults <= _MOST_FAULTS:
            self.fields.fault(self.name, message, line=line, column=column)

    def read(self, text: str, value: Callable[[str], int | str], *, blank: int = 0) -> bytearray | None:
        grid = self.grid
        lines = self._lines(text)
        if len(lines) != grid.rows:
            self.fault(f"has {len(lines)} lines, the grid has {grid.rows} rows", min(len(lines), grid.rows) or 1)
        known = {character: value(character) for character in set("".join(lines))}
        cells = bytearray([blank]) * grid.size
        for row, line in enumerate(lines[: grid.rows]):
            self._check_line(row, line, known)
        if self.faults:
            self._summary()
            return None
        self._fill(cells, lines, {c: v for c, v in known.items() if isinstance(v, int)}, blank)
        return cells

    def _summary(self) -> None:
        if self.faults > _MOST_FAULTS:
            self.fields.fault(self.name, f"and {self.faults - _MOST_FAULTS} more faults in this block")

    @staticmethod
    def _lines(text: str) -> list[str]:
        lines = text.split("\n")
        if lines and not lines[-1].strip(" "):
            lines.pop()
        return lines

    def _check_line(self, row: int, line: str, known: dict[str, int | str]) -> None:
        longest = self.grid.columns
        for column in self._bad(line, known):
            self.fault(str(known[line[column]]), row + 1, column + 1)
        for column in range(len(line)):
            if line[column] not in NO_HEX and not self._is_hex(column, row):
                beyond = f"the row has {longest} places" if column >= longest else "the grid has no hex here"
                self.fault(f"a code beyond the end: {beyond}", row + 1, column + 1)
                break
        if any(self._is_needed(c, row) for c in range(len(line), longest)):
            message = f"the row is too short: {len(line)} characters, the grid has hexes up to {longest}"
            self.fault(message, row + 1, len(line) + 1)

    @staticmethod
    def _bad(line: str, known: dict[str, int | str]) -> Iterable[int]:
        wrong = {c for c, v in known.items() if isinstance(v, str)}
        return (k for k, character in enumerate(line) if character in wrong) if wrong & set(line) else ()

    def _is_hex(self, column: int, row: int) -> bool:
        u, v = (column, row) if self.grid.is_flat else (row, column)
        return u < self.grid.lines and v < self.grid.line_length(u)

    def _is_needed(self, column: int, row: int) -> bool:
        if self.ground is None or not self._is_hex(column, row):
            return self._is_hex(column, row)
        return self.ground[self.grid.cell(Hex(column + 1, row + 1))] != 0

    def _fill(self, cells: bytearray, lines: list[str], known: dict[str, int], blank: int) -> None:
        table = {ord(character): chr(byte) for character, byte in known.items()}
        width = self.grid.columns
        filled = "".join(line.translate(table).ljust(width, chr(blank))[:width] for line in lines).encode("latin-1")
        for u in range(self.grid.lines):
            length = self.grid.line_length(u)
            values = filled[u::width] if self.grid.is_flat else filled[u * width : (u + 1) * width]
            first = self.grid.first_cell(u)
            cells[first : first + length] = values[:length]
