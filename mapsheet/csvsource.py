"""Tables kept in a spreadsheet: a CSV text read as the same values that TOML would hold, with the place of every cell."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from mapsheet.errors import DataError, Fault, clipped
from mapsheet.source import Key, Source, read_text

MOST_ROWS = 20_000
MOST_PARTS = 4  # of a column's dotted name
Place = tuple[int, int]


class CsvSource(Source):
    """A CSV file as a source: `data` is {table: {id: row}}, and every cell's line and column is known."""

    def __init__(self, path: Path | str, text: str, table: str) -> None:
        super().__init__(path, text, {})
        self._cells: dict[tuple[str | int, ...], Place] = {}
        self.data = {table: self._rows(table)}

    def place(self, key: Key) -> Place | None:
        """Return line and column (from 1) of a cell, or of the row it stands in."""
        for end in range(len(key), 0, -1):
            found = self._cells.get(tuple(key[:end]))
            if found:
                return found
        return None

    def _rows(self, table: str) -> dict[str, Any]:
        (_, names), *lines = self._lines_of()
        self._refuse_names(names)
        rows: dict[str, Any] = {}
        faults: list[Fault] = []
        for line, cells in lines:
            row = dict(zip(names, cells, strict=False))
            places = {name: (line, _column(self.text, line, k)) for k, name in enumerate(names)}
            id_ = row.pop("id", "")
            if any(cells[len(names) :]):
                faults.append(Fault(f"has {len(cells)} cells under {len(names)} columns", str(self.path), line, 1))
            if not id_ or id_ in rows:
                what = f"stands twice: {clipped(id_)}" if id_ else "has no id"
                faults.append(Fault(what, str(self.path), *places["id"]))
                continue
            self._cells[(table, id_)] = (line, 1)
            rows[id_] = self._taken((table, id_), row, places)
        if faults:
            raise DataError(faults)
        return rows

    def _lines_of(self) -> list[tuple[int, list[str]]]:
        """Return the rows that are not blank, each with the line it begins in."""
        reader = csv.reader([f"{line}\n" for line in self.text.split("\n")], strict=True)
        lines: list[tuple[int, list[str]]] = []
        first = 1
        try:
            for cells in reader:
                stripped = [cell.strip() for cell in cells]
                if any(stripped):
                    lines.append((first, stripped))
                first = reader.line_num + 1
                if len(lines) > MOST_ROWS:
                    raise DataError(Fault(f"has more than {MOST_ROWS:,} rows", str(self.path)))
        except csv.Error as error:
            raise DataError(Fault(f"is no CSV: {error}", str(self.path), first)) from None
        return lines

    def _refuse_names(self, names: list[str]) -> None:
        faults = [Fault("expected a column 'id'", str(self.path), 1, 1)] * ("id" not in names)
        for k, name in enumerate(names):
            parts = name.split(".")
            if name and (not all(parts) or len(parts) > MOST_PARTS):
                what = f"a column's name has at most {MOST_PARTS} parts joined by dots, got {clipped(name)}"
                faults.append(Fault(what, str(self.path), 1, _column(self.text, 1, k)))
                continue
            clash = [other for other in names if name.startswith(f"{other}.") and other]
            if not name or name in names[:k] or clash:
                what = f"stands twice: {clipped(name)}" if name else f"column {k + 1} has no name"
                what = f"stands beside a column {clipped(clash[0])}, which it cannot be part of" if clash else what
                faults.append(Fault(what, str(self.path), 1, _column(self.text, 1, k)))
        if faults:
            raise DataError(faults)

    def _taken(self, key: tuple[str, str], cells: dict[str, str], places: dict[str, Place]) -> dict[str, Any]:
        """Return a row as tables in tables by its dotted columns, and note the place of every cell."""
        row: dict[str, Any] = {}
        for name, cell in cells.items():
            if cell:
                *outer, last = name.split(".")
                table = row
                for part in outer:
                    table = table.setdefault(part, {})
                table[last] = cell
                self._cells[(*key, *name.split("."))] = places[name]
        return row


def _column(text: str, line: int, index: int) -> int:
    """Return where a cell begins in its line, counted from 1."""
    lines = text.split("\n")
    written = lines[line - 1] if line <= len(lines) else ""
    quoted, seen = False, 0
    for at, character in enumerate(written):
        if seen == index:
            return at + 1
        quoted ^= character == '"'
        seen += character == "," and not quoted
    return len(written) + 1


def read_csv(path: Path | str, table: str) -> CsvSource:
    """Return the rows of a CSV file as the tables `[TABLE.ID]`; a column `front.movement` stands for a key in a table.

    The first row names the columns, one of them `id`; empty cells are left out. DataError with every fault: no `id`, a row
    without one or with one that stands already, more cells than columns, a file that is no CSV; and as `read_text`.
    """
    return CsvSource(path, read_text(path), table)
