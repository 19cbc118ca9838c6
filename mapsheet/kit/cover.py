"""The first page of a kit: what it holds, how it is printed, and how it is put together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mapsheet import legend
from mapsheet.box import Box
from mapsheet.chartfile import Cell, Chart, Head, Row
from mapsheet.charts import chart_height, draw_chart
from mapsheet.errors import DataError
from mapsheet.export import Page
from mapsheet.kit.parts import Part
from mapsheet.pages.pagemarks import ruler
from mapsheet.picture import shrunk
from mapsheet.sheet import Layer, Sheet
from mapsheet.style import Style
from mapsheet.textpanel import TextPanel, text_panel
from mapsheet.units import Size

EDGE, GUTTER, BETWEEN = 14.0, 8.0, 8.0  # mm: of the page, between columns, between what stands under each other
SIZES = (1.45, 1.35, 1.25, 1.15, 1.05, 0.95, 0.85, 0.75)


class Told(NamedTuple):
    """What a cover tells: the title, its parts, a table of the counters by side, and where the data come from."""

    title: str
    parts: Sequence[Part]
    sides: Sequence[tuple[str, int, str]] = ()
    provenance: str = ""


def cover(told: Told, style: Style, paper: Size) -> Page:
    """Return the cover in the largest type at which it fits; DataError where it does not even in the smallest."""
    for size in SIZES:
        try:
            sheet = Sheet(*paper, title=f"{told.title}: the kit", layers=("cover",))
            if _drawn(sheet.layer("cover"), told, shrunk(style, size), paper) <= paper.height - EDGE:
                return Page(sheet.to_svg(), Box(0, 0, *paper), None, "Cover")
        except DataError:
            continue
    raise DataError(f"the cover of the kit has no room on paper of {paper.width:g} x {paper.height:g} mm")


def _drawn(layer: Layer, told: Told, style: Style, paper: Size) -> float:
    """Draw everything and return how far down it reaches, the foot included."""
    room = paper.width - 2 * EDGE
    head = legend.title_block(layer, style, (EDGE, EDGE), title=told.title, subtitle="To print and put together", room=room)
    top = head.bottom + 3
    layer.line([(EDGE, top), (EDGE + room, top)], **style.margin.rule.line())
    top += BETWEEN
    for chart in [_parts_chart(told.parts), *([_sides_chart(told.sides)] if told.sides else [])]:
        draw_chart(layer, style, chart, (EDGE, top), width=room)
        top += chart_height(style, chart, room) + BETWEEN
    columns = [TextPanel("Printing", "", _printing(told.parts)), TextPanel("Putting it together", "", _making(told.parts))]
    wide = (room - GUTTER) / 2
    pictures = [text_panel(style, panel, wide) for panel in columns if panel.lines]
    for k, picture in enumerate(pictures):
        picture.place(layer.group(), (EDGE + k * (wide + GUTTER), top))
    top += max(picture.bottom for picture in pictures) + BETWEEN
    return top + _foot(layer, told, style, paper)


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


def page_ranges(parts: Sequence[Part]) -> list[tuple[int, int]]:
    """Return the first and last page of each part in the whole, where the cover is page 1."""
    ranges, first = [], 2
    for part in parts:
        ranges.append((first, first + len(part.pages) - 1))
        first += len(part.pages)
    return ranges


def _span(span: tuple[int, int]) -> str:
    return str(span[0]) if span[0] == span[1] else f"{span[0]}–{span[1]}"


def _parts_chart(parts: Sequence[Part]) -> Chart:
    rows = [
        (part.name, (_span(span), part.words, part.printing))
        for part, span in zip(parts, page_ranges(parts), strict=True)
    ]
    return _chart("parts", "Parts", ("Pages", "What", "Printed on"), rows)


def _sides_chart(sides: Sequence[tuple[str, int, str]]) -> Chart:
    return _chart("counters", "Counters", ("Pieces", "Of which"), [(name, (str(many), words)) for name, many, words in sides])


def _chart(name: str, title: str, columns: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> Chart:
    lines = tuple(Row(Head(head, head), tuple(Cell(words, words, "text") for words in cells)) for head, cells in rows)
    return Chart(name, title, "", "", tuple(Head(words, words) for words in columns), lines, (), (), "text")


def _printing(parts: Sequence[Part]) -> tuple[str, ...]:
    spans = list(zip(parts, page_ranges(parts), strict=True))
    both = [(part, span) for part, span in spans if "both" in part.printing]
    lines = [
        "Print at 100 %, never fitted to the paper, and measure the ruler below.",
        *(f"Print pages {_span(span)} ({part.name.lower()}) on {part.printing}." for part, span in both),
    ]
    return (*lines, "Print all other pages on one side." if both else "Print all pages on one side.")


def _making(parts: Sequence[Part]) -> tuple[str, ...]:
    return tuple(f"{k}. {line}" for k, line in enumerate((line for part in parts for line in part.making), 1))
