"""The first page of a kit: what it holds, how it is printed, and how it is put together."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from mapsheet import legend
from mapsheet.box import Box, Point
from mapsheet.chartfile import Cell, Chart, Head, Row
from mapsheet.charts import chart_height, draw_chart
from mapsheet.errors import DataError
from mapsheet.export import Page
from mapsheet.kit.parts import Part
from mapsheet.pages.pagemarks import ruler
from mapsheet.picture import Picture, shrunk
from mapsheet.sheet import Layer, Sheet
from mapsheet.style import Style
from mapsheet.textpanel import TextPanel, text_panel
from mapsheet.units import Size

EDGE, GUTTER, BETWEEN = 14.0, 8.0, 8.0  # mm: of the page, between columns, between what stands under each other
NARROW, LONG, LEAST_ROWS, MOST_TRIES = 150.0, 14, 3, 3  # mm for two columns; rows of a long table, and of a part of it
SIZES = (1.45, 1.35, 1.25, 1.15, 1.05, 0.95, 0.85, 0.75)
LONG_SIZES = (0.85, 0.75)  # of a cover of several pages


class Told(NamedTuple):
    """What a cover tells: the title, its parts, a table of the counters by side, and where the data come from."""

    title: str
    parts: Sequence[Part]
    sides: Sequence[tuple[str, int, str]] = ()
    provenance: str = ""


def cover(told: Told, style: Style, paper: Size) -> list[Page]:
    """Return the cover: one page in the largest type at which it fits, else as few as hold it, the counters' table last.

    DataError where a line of it has no room on the paper even in the smallest type.
    """
    pages = _planned(told, style, paper, 2)
    for _ in range(MOST_TRIES if len(pages) > 1 else 0):  # the cover's own length is told on it
        many = len(pages)
        pages = _planned(told, style, paper, many + 1, sizes=LONG_SIZES)
        if len(pages) == many:
            break
    return [_page(told, style, paper, (k, pages)) for k in range(len(pages))]


def _planned(told: Told, style: Style, paper: Size, first: int, sizes: Sequence[float] = SIZES) -> list[list[_Set]]:
    """Return what stands on each page of a cover after which the parts begin on page `first`."""
    found: list[list[list[_Set]]] = []
    for size in sizes:
        with suppress(DataError):
            found.append(_Flow(told, shrunk(style, size), paper).pages(_blocks(told, first)))
            if len(found[-1]) == 1:
                break
    if not found:
        raise DataError(f"the cover of the kit has no room on paper of {paper.width:g} x {paper.height:g} mm")
    return min(found, key=len)


class _Set(NamedTuple):
    """A picture with its place on a page."""

    picture: Picture
    at: Point


_Block = Chart | tuple[TextPanel, ...]


def _blocks(told: Told, first: int) -> list[_Block]:
    """Return what a cover holds, in order, the one that may be long last."""
    columns = (
        TextPanel("Printing", "", _printing(told.parts, first)), TextPanel("Putting it together", "", _making(told.parts)),
    )
    panels = tuple(panel for panel in columns if panel.lines)
    return [_parts_chart(told.parts, first), panels, *([_sides_chart(told.sides)] if told.sides else [])]


class _Flow:
    """Fills pages from the top with charts, which may be parted between rows, and panels."""

    def __init__(self, told: Told, style: Style, paper: Size) -> None:
        self.told, self.style, self.paper = told, style, paper
        self.room = paper.width - 2 * EDGE
        self.done: list[list[_Set]] = []
        self.top = self.low = 0.0

    def pages(self, blocks: Sequence[_Block]) -> list[list[_Set]]:
        self._turn()
        for block in blocks:
            if isinstance(block, Chart):
                self._chart(block)
            else:
                self._panels(block)
        return self.done

    def _turn(self) -> None:
        """Begin a page: its head first, and room kept at its foot."""
        head = Picture()
        title = self.told.title if not self.done else f"{self.told.title}, continued"
        subtitle = "To print and put together" if not self.done else ""
        scratch = Sheet(*self.paper, title="head").layer("head")
        under = legend.title_block(scratch, self.style, (0, 0), title=title, subtitle=subtitle, room=self.room).bottom + 3

        def draw(layer: Layer, x: float, y: float) -> None:
            legend.title_block(layer, self.style, (x, y), title=title, subtitle=subtitle, room=self.room)

        head.drawn_later(draw)
        head.line([(0, under), (self.room, under)], **self.style.margin.rule.line())
        is_first = not self.done
        self.done.append([_Set(head, (EDGE, EDGE))])
        self.top = EDGE + under + BETWEEN
        foot = _foot(scratch, self.told if is_first else self.told._replace(provenance=""), self.style, self.paper)
        self.low = self.paper.height - EDGE - foot

    def _place(self, pictures: Sequence[Picture], wide: float) -> None:
        """Put pictures beside each other, on a new page where this one has no room; DataError where none has."""
        high = max(picture.bottom for picture in pictures)
        if self.top + high > self.low and len(self.done[-1]) > 1:
            self._turn()
        if self.top + high > self.low:
            raise DataError("a cover has no room for this")
        self.done[-1] += [_Set(picture, (EDGE + k * (wide + GUTTER), self.top)) for k, picture in enumerate(pictures)]
        self.top += high + BETWEEN

    def _panels(self, panels: Sequence[TextPanel]) -> None:
        beside = len(panels) if self.room >= NARROW else 1
        wide = (self.room - (beside - 1) * GUTTER) / beside
        pictures = [text_panel(self.style, panel, wide) for panel in panels]
        for k in range(0, len(pictures), beside):
            self._place(pictures[k : k + beside], wide)

    def _chart(self, chart: Chart) -> None:
        """Put a chart in one column, or, where it is long, in two; where it has no room it goes on overleaf."""
        columns = 2 if len(chart.rows) > LONG and self.room >= NARROW else 1
        wide = (self.room - (columns - 1) * GUTTER) / columns
        rows = chart.rows
        while rows:
            many = self._most(chart._replace(rows=rows), wide, columns * ((len(rows) + columns - 1) // columns), columns)
            if many < min(len(rows), columns * LEAST_ROWS) and len(self.done[-1]) > 1:
                self._turn()
                continue
            each = max(1, (min(many, len(rows)) + columns - 1) // columns)
            parts = [rows[k : k + each] for k in range(0, min(columns * each, len(rows)), each)]
            self._place([self._drawn(chart, part, wide) for part in parts], wide)
            rows = rows[sum(map(len, parts)) :]

    def _most(self, chart: Chart, wide: float, many: int, columns: int) -> int:
        """Return how many rows fit under what stands on the page."""
        def is_too_high(rows: int) -> bool:
            return self.top + chart_height(self.style, _of_rows(chart, rows), wide) > self.low

        return columns * (bisect_left(range(1, many // columns + 1), True, key=is_too_high))

    def _drawn(self, chart: Chart, rows: Sequence[Row], wide: float) -> Picture:
        part, picture = chart._replace(rows=tuple(rows)), Picture()
        picture.bottom = chart_height(self.style, part, wide)
        picture.drawn_later(lambda layer, x, y: _charted(layer, self.style, part, (x, y), wide))
        return picture


def _charted(layer: Layer, style: Style, chart: Chart, at: Point, wide: float) -> None:
    draw_chart(layer, style, chart, at, width=wide)


def _of_rows(chart: Chart, many: int) -> Chart:
    return chart._replace(rows=chart.rows[: max(1, many)])


def _page(told: Told, style: Style, paper: Size, which: tuple[int, Sequence[Sequence[_Set]]]) -> Page:
    number, pages = which
    sheet = Sheet(*paper, title=f"{told.title}: the kit", layers=("cover",))
    layer = sheet.layer("cover")
    for picture, at in pages[number]:
        picture.place(layer, at)
    _foot(layer, told if number == 0 else told._replace(provenance=""), style, paper)
    return Page(sheet.to_svg(), Box(0, 0, *paper), None, "Cover" if number == 0 else f"Cover {number + 1}")


def _foot(layer: Layer, told: Told, style: Style, paper: Size) -> float:
    """Draw the ruler and the provenance at the foot of the page; return the height they take."""
    room = paper.width - 2 * EDGE
    line = paper.height - EDGE - 2
    ruler(layer, (EDGE, line), room=room)
    if not told.provenance:
        return 6.0
    scratch = Sheet(*paper, title="foot").layer("foot")
    high = legend.provenance(scratch, style, told.provenance, (EDGE, 0), room=room).height
    legend.provenance(layer, style, told.provenance, (EDGE, line - 5 - high), room=room)
    return 9.0 + high


def page_ranges(parts: Sequence[Part], first: int = 2) -> list[tuple[int, int]]:
    """Return the first and last page of each part in the whole, where the cover is what comes before the page `first`."""
    ranges = []
    for part in parts:
        ranges.append((first, first + len(part.pages) - 1))
        first += len(part.pages)
    return ranges


def _span(span: tuple[int, int]) -> str:
    return str(span[0]) if span[0] == span[1] else f"{span[0]}–{span[1]}"


def _parts_chart(parts: Sequence[Part], first: int) -> Chart:
    rows = [
        (part.name, (_span(span), part.words, part.printing))
        for part, span in zip(parts, page_ranges(parts, first), strict=True)
    ]
    return _chart("parts", "Parts", ("Pages", "What", "Printed on"), rows)


def _sides_chart(sides: Sequence[tuple[str, int, str]]) -> Chart:
    return _chart("counters", "Counters", ("Pieces", "Of which"), [(name, (str(many), words)) for name, many, words in sides])


def _chart(name: str, title: str, columns: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> Chart:
    lines = tuple(Row(Head(head, head), tuple(Cell(words, words, "text") for words in cells)) for head, cells in rows)
    return Chart(name, title, "", "", tuple(Head(words, words) for words in columns), lines, (), (), "text")


def _printing(parts: Sequence[Part], first: int) -> tuple[str, ...]:
    spans = list(zip(parts, page_ranges(parts, first), strict=True))
    both = [(part, span) for part, span in spans if "both" in part.printing]
    lines = [
        "Print at 100 %, never fitted to the paper, and measure the ruler below.",
        *(f"Print pages {_span(span)} ({part.name.lower()}) on {part.printing}." for part, span in both),
    ]
    return (*lines, "Print all other pages on one side." if both else "Print all pages on one side.")


def _making(parts: Sequence[Part]) -> tuple[str, ...]:
    return tuple(f"{k}. {line}" for k, line in enumerate((line for part in parts for line in part.making), 1))
