"""A one-page aid: the panels of a map's `[aid]` in columns, as large as the sheet allows. Lengths are millimetres."""

from __future__ import annotations

from typing import TYPE_CHECKING

from areamap.aidplan import AidPlan, FlowPanel, RingPanel, StripsPanel, TracksPanel
from areamap.draw.drawing import Drawing
from areamap.draw.flow import flow_panel
from areamap.draw.ring import ring_panel
from areamap.draw.tracks import strips_panel, tracks_panel
from mapsheet.box import Box
from mapsheet.charts import chart_height, draw_chart
from mapsheet.errors import DataError
from mapsheet.picture import Picture, body, panel_head, shrunk
from mapsheet.sheet import Sheet
from mapsheet.textpanel import TextPanel, text_panel
from mapsheet.typeset import cap_height, fitted, width, write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from areamap.aidplan import Panel
    from areamap.art import SheetPlan
    from areamap.asking import AreaMap
    from areamap.atlas import Atlas
    from mapsheet.box import Point
    from mapsheet.chartfile import Chart
    from mapsheet.picture import Spot
    from mapsheet.sheet import Layer
    from mapsheet.style import Style, Type

MARGIN = 7.0
GUTTER = 5.0
LEAST = 2.2  # between panels
MOST = 7.0
SIZES = tuple(round(1.12 - 0.02 * step, 2) for step in range(23))
LAYERS = ("panels", "title")

_Stack = list[tuple[str, Picture]]


def draw_aid(board: AreaMap, style: Style) -> Drawing:
    """Return the aid of a map that has one as a sheet of the size that `[sheet]` names.

    DataError for a map without `[aid]`, and where its panels have no room on the sheet at 5 point.
    """
    sheet, page = _laid_out(board, style)
    page.place(sheet.layer("panels"))
    return Drawing(sheet.to_svg(), [])


def aid_spots(board: AreaMap, style: Style) -> list[tuple[str, Spot]]:
    """Return the spots of an aid, the boxes of its tracks and its spaces, each with its panel; DataError as from `draw_aid`."""
    found = []
    for panel, picture, (x, y) in _laid_out(board, style)[1].stacked():
        found += [(panel, spot._replace(box=spot.box.moved(x, y))) for spot in picture.spots]
    return found


def _laid_out(board: AreaMap, style: Style) -> tuple[Sheet, _Page]:
    """Return the sheet with its title alone, and the page of panels that fits it."""
    plan, sheet_plan = (board.art.aid, board.art.sheet) if board.art else (None, None)
    if plan is None or sheet_plan is None:
        raise DataError(f"{board.title} has no aid: its map file lacks a table [aid]")
    sheet = Sheet(sheet_plan.width, sheet_plan.height, title=board.title, paper=style.paper, layers=LAYERS)
    sheet.fonts = style.live_fonts
    top = _title(sheet.layer("title"), style, board.title, sheet_plan)
    room = Box(MARGIN, top, sheet_plan.width - MARGIN, sheet_plan.height - MARGIN)
    return sheet, _fitting(board, style, plan, room)


def _title(layer: Layer, style: Style, title: str, plan: SheetPlan) -> float:
    """Draw the title and at its right the subtitle, over a line; return where the panels may begin."""
    room, beside = plan.width - 2 * MARGIN, 0.0
    small = style.lettering["subtitle"]
    small = fitted(plan.subtitle, _resized(small, 0.7), 0.45 * room)
    beside = width(plan.subtitle, small) + GUTTER if plan.subtitle else 0.0
    head = fitted(title.upper(), _resized(style.lettering["title"], 0.58), room - beside)
    base = MARGIN + cap_height(head)
    write(layer, title.upper(), head, (MARGIN, base))
    if plan.subtitle:
        write(layer, plan.subtitle, small, (plan.width - MARGIN, base), anchor="end")
    under = base + 0.32 * head.size
    layer.line([(MARGIN, under), (plan.width - MARGIN, under)], **style.margin.rule.line())
    return under + 2.4


def _resized(kind: Type, factor: float) -> Type:
    return kind._replace(size=type(kind.size)(kind.size * factor))


class _Page:
    """The panels in one size of type: each column from the top, the foot at the bottom."""

    def __init__(self, board: Atlas, style: Style, plan: AidPlan, room: Box) -> None:
        self.room = room
        shares = sum(column.share for column in plan.columns)
        across = room.width - GUTTER * (len(plan.columns) - 1)
        self.widths = [across * column.share / shares for column in plan.columns]
        self.stacks: list[_Stack] = [
            [(name, _picture(board, style, plan.panels[name], across)) for name in column.panels]
            for column, across in zip(plan.columns, self.widths, strict=True)
        ]
        self.foot: _Stack = [(name, _picture(board, style, plan.panels[name], room.width)) for name in plan.foot]
        foot = sum(picture.bottom + LEAST for _, picture in self.foot)
        self.columns = Box(room.left, room.top, room.right, room.bottom - foot)

    def lacking(self) -> float:
        """Return by how much the highest column is higher than its room."""
        return max(_height(stack) for stack in self.stacks) - self.columns.height

    def place(self, layer: Layer) -> None:
        """Draw every panel in a group of its own."""
        for name, picture, at in self.stacked():
            picture.place(layer.group(f"panel-{name}"), at)

    def stacked(self) -> Iterator[tuple[str, Picture, Point]]:
        """Yield every panel with its top left corner."""
        left = self.columns.left
        for stack, across in zip(self.stacks, self.widths, strict=True):
            spare = (self.columns.height - _height(stack, gap=0.0)) / max(1, len(stack) - 1)
            yield from _stacked(stack, (left, self.columns.top), gap=min(MOST, spare))
            left += across + GUTTER
        yield from _stacked(self.foot, (self.room.left, self.columns.bottom + LEAST), gap=LEAST)


def _height(stack: _Stack, *, gap: float = LEAST) -> float:
    return sum(picture.bottom for _, picture in stack) + gap * max(0, len(stack) - 1)


def _stacked(stack: _Stack, at: Point, *, gap: float) -> Iterator[tuple[str, Picture, Point]]:
    top = at[1]
    for name, picture in stack:
        yield name, picture, (at[0], top)
        top += picture.bottom + gap


def _fitting(board: Atlas, style: Style, plan: AidPlan, room: Box) -> _Page:
    """Return the page in the largest type in which every column fits, sought by halving."""
    best, why = _tried(board, shrunk(style, SIZES[-1]), plan, room)
    if best is None:
        raise DataError(f"the aid has no room on its sheet: {why}")
    low, high = 0, len(SIZES) - 1
    while low < high:
        middle = (low + high) // 2
        page, _ = _tried(board, shrunk(style, SIZES[middle]), plan, room)
        best, low, high = (best, middle + 1, high) if page is None else (page, low, middle)
    return best


def _tried(board: Atlas, style: Style, plan: AidPlan, room: Box) -> tuple[_Page | None, str]:
    """Return the page in a style, or none and why it does not fit."""
    try:
        page = _Page(board, style, plan, room)
    except DataError as error:
        return None, str(error)
    lacking = page.lacking()
    return (page, "") if lacking <= 0 else (None, f"in the smallest type its highest column is {lacking:.0f} mm too high")


def _picture(board: Atlas, style: Style, panel: Panel, room: float) -> Picture:
    match panel:
        case TextPanel():
            return text_panel(style, panel, room)
        case TracksPanel():
            return tracks_panel(board, style, panel, room)
        case StripsPanel():
            return strips_panel(board, style, panel, room)
        case FlowPanel():
            return flow_panel(style, panel, room)
        case RingPanel():
            return ring_panel(board, style, panel, room)
    return _chart_panel(style, panel, room)


def _chart_panel(style: Style, chart: Chart, room: float) -> Picture:
    # beside panels of running words a table's cells are set as small as they
    small = style._replace(lettering={**style.lettering, "key": body(style), "key_head": panel_head(style)})
    picture = Picture()
    picture.bottom = chart_height(small, chart, room)

    def draw(layer: Layer, x: float, y: float) -> None:
        draw_chart(layer, small, chart, (x, y), width=room)

    picture.drawn_later(draw)
    return picture
