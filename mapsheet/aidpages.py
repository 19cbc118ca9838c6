"""An aid set on pages: panels in columns, wide tables across several, in the largest type that needs fewest pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mapsheet.aid import Aid
from mapsheet.box import Box
from mapsheet.charts import cell_size, chart_height, draw_chart
from mapsheet.errors import DataError, clipped
from mapsheet.export import Page
from mapsheet.pages.pagemarks import edge_ruler
from mapsheet.picture import Picture, body, panel_head, shrunk
from mapsheet.sheet import Sheet
from mapsheet.textpanel import TextPanel, text_panel
from mapsheet.typeset import cap_height, fitted, width, write
from mapsheet.units import Size

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mapsheet.aid import Panel
    from mapsheet.chartfile import Chart
    from mapsheet.sheet import Layer
    from mapsheet.style import Style, Type

MARGIN, GUTTER, LEAST = 9.0, 4.5, 4.0  # mm: of the page, between columns, between panels
COLUMN = 58.0  # mm that a column has at least
SIZES = (1.3, 1.25, 1.2, 1.15, 1.1, 1.05, 1.0, 0.95, 0.9)
READABLE = 0.92  # of the running words' size, what the cells of a table have at least


class _Placed(NamedTuple):
    """A panel on a page, by its top left corner."""

    name: str
    picture: Picture
    left: float
    top: float


class _Columns(NamedTuple):
    """The columns of a page in mm: where each begins, how wide one is, and how far they reach down."""

    many: int
    width: float
    bottom: float

    def left(self, column: int) -> float:
        """Return where a column begins."""
        return MARGIN + column * (self.width + GUTTER)

    def across(self, span: int) -> float:
        """Return how wide several columns are together."""
        return span * self.width + (span - 1) * GUTTER


class _Filling:
    """A page that is being filled: how far down each of its columns is taken."""

    def __init__(self, columns: _Columns, top: float) -> None:
        self.columns = columns
        self.floors = [top] * columns.many
        self.placed: list[_Placed] = []

    def take(self, name: str, picture: Picture, span: int) -> bool:
        """Place a panel where it stands highest, the leftmost of equals; False where the page has no room for it."""
        starts = range(self.columns.many - span + 1)
        top, start = min((max(self.floors[start : start + span]), start) for start in starts)
        if top + picture.bottom > self.columns.bottom + 1e-6:
            return False
        self.placed.append(_Placed(name, picture, self.columns.left(start), top))
        self.floors[start : start + span] = [top + picture.bottom + LEAST] * span
        return True


def aid_pages(aid: Aid, style: Style, paper: Size) -> list[Page]:
    """Return the pages of an aid; the paper is turned where that needs fewer pages.

    DataError where a panel does not fit a page even in the smallest type.
    """
    tried = [(sides, size) for sides in dict.fromkeys([paper, Size(paper.height, paper.width)]) for size in SIZES]
    found: list[tuple[int, float, Size, list[_Filling]]] = []
    why = ""
    for sides, size in tried:
        try:
            pages = _filled(aid, shrunk(style, size), sides)
        except DataError as error:
            why = str(error)
            continue
        found.append((len(pages), -size, sides, pages))
    if not found:
        raise DataError(f"the aid has no room on this paper: {why}")
    count, size, sides, pages = min(found, key=lambda one: one[:2])
    return [_drawn(aid, shrunk(style, -size), sides, page, f"{k} of {count}") for k, page in enumerate(pages, 1)]


def _filled(aid: Aid, style: Style, paper: Size) -> list[_Filling]:
    """Return the pages that the panels fill in a style; DataError for one that no page can hold."""
    count = max(1, int((paper.width - 2 * MARGIN + GUTTER) / (COLUMN + GUTTER)))
    across = (paper.width - 2 * MARGIN - (count - 1) * GUTTER) / count
    columns = _Columns(count, across, paper.height - MARGIN)
    top = MARGIN + 0.8 * style.lettering["title"].size
    pages: list[_Filling] = []
    for name, panel in aid.panels.items():
        picture, span = _picture(style, panel, columns)
        if not any(page.take(name, picture, span) for page in pages):
            pages.append(_Filling(columns, top))
            if not pages[-1].take(name, picture, span):
                raise DataError(f"{clipped(panel.title)} is higher than a page")
    return pages


def _picture(style: Style, panel: Panel, columns: _Columns) -> tuple[Picture, int]:
    """Return the picture of a panel and how many columns it takes."""
    if isinstance(panel, TextPanel):
        return text_panel(style, panel, columns.width), 1
    small = style._replace(lettering={**style.lettering, "key": body(style), "key_head": panel_head(style)})
    readable = [span for span in range(1, columns.many + 1) if _is_readable(small, panel, columns.across(span))]
    tried = [(_chart_picture(small, panel, columns.across(span)), span) for span in readable or [columns.many]]
    return min(tried, key=lambda one: (one[0].bottom * one[1], one[1]))


def _is_readable(style: Style, chart: Chart, room: float) -> bool:
    try:
        return cell_size(style, chart, room) >= READABLE * style.lettering["key"].size
    except DataError:
        return False


def _chart_picture(style: Style, chart: Chart, room: float) -> Picture:
    picture = Picture()
    picture.bottom = chart_height(style, chart, room)

    def draw(layer: Layer, x: float, y: float) -> None:
        draw_chart(layer, style, chart, (x, y), width=room)

    picture.drawn_later(draw)
    return picture


def _drawn(aid: Aid, style: Style, paper: Size, page: _Filling, number: str) -> Page:
    sheet = Sheet(paper.width, paper.height, title=f"{aid.title}: players' aid, page {number}", layers=("panels", "title"))
    _title(sheet.layer("title"), style, (aid.title, aid.subtitle or "Players' aid", number), paper)
    for placed in page.placed:
        placed.picture.place(sheet.layer("panels").group(f"panel-{placed.name}"), (placed.left, placed.top))
    edge_ruler(sheet)
    trim = Box(0, 0, paper.width, paper.height)
    return Page(sheet.to_svg(), trim, None, f"Players' aid {number}")


def _title(layer: Layer, style: Style, words: Sequence[str], paper: Size) -> None:
    """Draw the title and at its right the subtitle and the page's number, over a line."""
    title, subtitle, number = words
    room = paper.width - 2 * MARGIN
    beside = f"{subtitle}, page {number}" if number != "1 of 1" else subtitle
    small = fitted(beside, _resized(style.lettering["subtitle"], 0.7), 0.45 * room)
    head = fitted(title.upper(), _resized(style.lettering["title"], 0.52), room - width(beside, small) - GUTTER)
    base = MARGIN + cap_height(head)
    write(layer, title.upper(), head, (MARGIN, base))
    write(layer, beside, small, (MARGIN + room, base), anchor="end")
    under = base + 0.32 * head.size
    layer.line([(MARGIN, under), (MARGIN + room, under)], **style.margin.rule.line())


def _resized(kind: Type, factor: float) -> Type:
    return kind._replace(size=type(kind.size)(kind.size * factor))
