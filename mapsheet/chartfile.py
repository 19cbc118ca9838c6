"""Printed tables as values, and how they are read from a charts/1 file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mapsheet.errors import NotationError, clipped, nearest
from mapsheet.fields import LONGEST, Fields
from mapsheet.overrides import OURS, THEIRS
from mapsheet.provenance import PROVENANCE
from mapsheet.source import Source

FORMAT = "charts/1"
MOST_COLUMNS = 60
MOST_ROWS = 400
LONGEST_SAYING = 1000  # characters of an explanation or a note


class Cell(NamedTuple):
    """A cell: its code, the words printed for it, where it comes from, and the rule that states it (none: the table's)."""

    code: str
    words: str
    provenance: str
    rule: str = ""


class Head(NamedTuple):
    """What stands before a row or over a column: its code, and the words printed for it."""

    code: str
    words: str


class Row(NamedTuple):
    """A row: its head, and its cells from left to right."""

    head: Head
    cells: tuple[Cell, ...]


class Saying(NamedTuple):
    """What a code of a chart means, in a sentence."""

    code: str
    words: str
    text: str


class Chart(NamedTuple):
    """A printed table. `corner` stands over the row heads; the words of a code that has none of its own are the code."""

    id: str
    title: str
    rule: str
    corner: str
    columns: tuple[Head, ...]
    rows: tuple[Row, ...]
    legend: tuple[Saying, ...]
    notes: tuple[str, ...]
    provenance: str

    def cell(self, row: str, column: str) -> Cell:
        """Return the cell in the row and the column of these heads; NotationError where there is no such head."""
        heads, columns = [line.head.code for line in self.rows], [head.code for head in self.columns]
        if row not in heads:
            raise NotationError(f"a row of {self.title}{nearest(row, heads)}", row)
        if column not in columns:
            raise NotationError(f"a column of {self.title}{nearest(column, columns)}", column)
        return self.rows[heads.index(row)].cells[columns.index(column)]


def read_charts(source: Source) -> dict[str, Chart]:
    """Return the charts of a charts/1 file by their ids, in its order.

    DataError with every fault: a row of another length than the columns, a head twice, a legend or words for a code that
    stands nowhere, an unknown key, a wrong type, an unknown provenance.
    """
    fields = Fields(source)
    fields.choice("format", (FORMAT,), required=True)
    fields.text("title")
    named = fields.named("chart")
    if not named:
        fields.fault("chart", "expected at least one table [chart.ID]")
    charts = {name: take_chart(name, inner) for name, inner in named}
    fields.finish()
    fields.raise_faults()
    return charts


def reconstructed(charts: Mapping[str, Chart]) -> dict[str, Any]:
    """Return the cells that are our own as the tables [chart.X.printed.ROW] by which a user's copy replaces them."""
    found: dict[str, Any] = {}
    for chart in charts.values():
        for row in chart.rows:
            cells = {head.code: cell.code for head, cell in zip(chart.columns, row.cells, strict=True) if cell.provenance == OURS}
            if cells:
                found.setdefault(chart.id, {}).setdefault("printed", {})[row.head.code] = cells
    return found


class _Origin(NamedTuple):
    """A table [[chart.X.cell]]: a cell, or a whole row or column, that has another provenance than the chart."""

    row: str
    column: str
    provenance: str
    rule: str


def take_chart(name: str, fields: Fields) -> Chart:
    """Return the chart in a table of a file, which notes every fault."""
    columns = _heads(fields, "columns", _codes(fields, "columns", required=True), most=MOST_COLUMNS)
    raw = _raw_rows(fields, len(columns))
    heads = _heads(fields, "rows", [row[0] for row in raw], most=MOST_ROWS)
    printed = _printed(fields, heads, columns)
    raw = [[row[0], *(printed.get((row[0], c), code) for c, code in zip(columns, row[1:], strict=True))] for row in raw]
    used = {*columns, *(code for row in raw for code in row)} - {""}
    words = _words(fields, "words", used)
    legend = tuple(Saying(code, words.get(code, code), text) for code, text in _words(fields, "legend", used).items())
    provenance = _provenance(fields)
    origins = [_Origin(row, column, THEIRS, "") for row, column in printed]
    origins += [_origin(inner, heads, columns) for inner in fields.tables("cell")]
    maker = _Maker(columns, words, origins, provenance)
    chart = Chart(
        name,
        fields.text("title", required=True),
        fields.text("rule"),
        fields.text("corner"),
        tuple(Head(code, words.get(code, code)) for code in columns),
        tuple(maker.row(row) for row in raw),
        legend,
        tuple(_codes(fields, "notes", longest=LONGEST_SAYING)),
        provenance,
    )
    fields.finish()
    return chart


def _provenance(fields: Fields) -> str:
    return fields.choice("provenance", PROVENANCE, required=True)


def _codes(fields: Fields, name: str, *, required: bool = False, longest: int = LONGEST) -> list[str]:
    value = fields.take(name, required=required)
    if value is not None and not isinstance(value, list):
        fields.fault(name, f"expected a list of texts, got {clipped(value)}")
        return []
    return [_code(fields, (name, k), item, longest=longest) for k, item in enumerate(value or ())]


def _heads(fields: Fields, name: str, heads: list[str], *, most: int) -> list[str]:
    if fields.data.get(name) == []:
        fields.fault(name, "expected at least one")
    if len(heads) > most:
        fields.fault(name, f"expected at most {most}, got {len(heads):,}")
    seen: set[str] = set()
    for k, head in enumerate(heads):
        if head in seen:
            fields.fault((name, k), f"stands twice: {clipped(head)}")
        seen.add(head)
    return heads


def _raw_rows(fields: Fields, columns: int) -> list[list[str]]:
    value = fields.take("rows", required=True)
    if value is None:
        return []
    if not isinstance(value, list):
        fields.fault("rows", f"expected a list of rows, got {clipped(value)}")
        return []
    return [row for k, line in enumerate(value[: MOST_ROWS + 1]) if (row := _raw_row(fields, k, line, columns))]


def _raw_row(fields: Fields, index: int, line: Any, columns: int) -> list[str]:
    if not isinstance(line, list) or not line:
        fields.fault(("rows", index), f"expected a list of a head and {columns} cells, got {clipped(line)}")
        return []
    if len(line) != columns + 1:
        fields.fault(("rows", index), f"expected a head and {columns} cells, got {len(line)} in all")
        return []
    return [_code(fields, ("rows", index, k), value) for k, value in enumerate(line)]


def _code(fields: Fields, key: tuple[str | int, ...], value: Any, *, longest: int = LONGEST) -> str:
    """Return a text or a whole number as what is printed."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9:
        return str(value)
    inner = Fields(fields.source, {"": value}, (), [])
    text = inner.text("", longest=longest)
    for fault in inner.faults:
        fields.fault(key, fault.message.removeprefix(": "))
    return text


def _printed(fields: Fields, heads: list[str], columns: list[str]) -> dict[tuple[str, str], str]:
    """Return the cells of the tables [chart.X.printed.ROW], which a user's own copy prints otherwise, by row and column."""
    found = {}
    for row, inner in fields.named("printed"):
        if row not in heads:
            inner.fault("", f"no row has this head: {clipped(row)}{nearest(row, heads)}")
        for column in inner.data:
            if column not in columns:
                inner.fault(column, f"no column has this head: {clipped(column)}{nearest(column, columns)}")
            found[row, column] = _code(inner, (column,), inner.data[column])
    return found


def _words(fields: Fields, name: str, used: set[str]) -> dict[str, str]:
    """Return the texts of a table whose keys are codes of the chart."""
    inner = fields.table(name)
    for code in inner.data:
        if code not in used:
            inner.fault(code, f"nothing in the table has this code{nearest(code, sorted(used))}")
    return {code: inner.text(code, longest=LONGEST_SAYING) for code in inner.data}


def _origin(fields: Fields, heads: list[str], columns: list[str]) -> _Origin:
    origin = _Origin(_one_of(fields, "row", heads), _one_of(fields, "column", columns), _provenance(fields), fields.text("rule"))
    if not (fields.has("row") or fields.has("column")):
        fields.fault("", "expected a row, a column or both")
    fields.finish()
    return origin


def _one_of(fields: Fields, name: str, known: list[str]) -> str:
    if not fields.has(name):
        return ""
    code = _code(fields, (name,), fields.take(name))
    if code not in known:
        fields.fault(name, f"no {name} has this head: {clipped(code)}{nearest(code, known)}")
    return code


class _Maker(NamedTuple):
    """Makes rows of codes into rows of cells."""

    columns: list[str]
    words: dict[str, str]
    origins: list[_Origin]
    provenance: str

    def row(self, codes: list[str]) -> Row:
        head, *cells = codes
        made = (self._cell(head, column, code) for column, code in zip(self.columns, cells, strict=True))
        return Row(Head(head, self.words.get(head, head)), tuple(made))

    def _cell(self, row: str, column: str, code: str) -> Cell:
        words = self.words.get(code, code)
        # the narrower statement wins: a cell over its row or column
        for origin in sorted(self.origins, key=lambda origin: not (origin.row and origin.column)):
            if origin.row in ("", row) and origin.column in ("", column):
                return Cell(code, words, origin.provenance, origin.rule)
        return Cell(code, words, self.provenance)
