"""Printed tables drawn to a width: measured, wrapped, never clipped. Lengths are millimetres."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mapsheet.box import Box, Point
from mapsheet.chartfile import Chart, read_charts
from mapsheet.chartfit import GAP, Leaf, broken, fit
from mapsheet.errors import DataError
from mapsheet.text import SMALLEST, Anchor, measure
from mapsheet.typeset import LEADING, cap_height, width, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mapsheet.chartfile import Cell
    from mapsheet.sheet import Layer
    from mapsheet.style import Style, Type

__all__ = ["MARKS", "Chart", "cell_size", "chart_height", "draw_chart", "read_charts"]

MARKS = {"text": "*", "derived": "‡", "secondary": "§", "reconstructed": "†"}
"""The sign beside what has a provenance; a table from the text itself carries none."""

SAID = {
    "text": "stated in the rules",
    "derived": "follows from the rules",
    "secondary": "from another source",
    "reconstructed": "reconstructed",
}
COLUMN = 62.0  # the width at which a legend sets a second column beside the first
RISE = 0.32  # of an em, by which a small sign stands above the baseline
LONG = 30  # characters from which a column of words is set from the left, not about its middle


class _Text(NamedTuple):
    """A line of words placed from the chart's top left corner."""

    words: str
    kind: Type
    at: Point
    anchor: Anchor = "start"


class _Plan:
    """What a chart comes to at a width: tinted areas, lines and words, placed from its top left corner."""

    def __init__(self, style: Style, room: float) -> None:
        self.style, self.room = style, room
        self.tints: list[Box] = []
        self.lines: list[tuple[Point, Point]] = []
        self.texts: list[_Text] = []
        self.table = Box(0, 0, 0, 0)
        self.bottom = 0.0

    def line(self, leaf: Leaf, kind: Type, at: Point, *, anchor: Anchor = "start") -> None:
        """Place a line of words, and after it the small sign that it may carry."""
        mark = raised(kind)
        tail = width(leaf.mark, mark) if leaf.mark else 0.0
        taken = width(leaf.words, kind) + tail
        left = at[0] - {"start": 0.0, "middle": taken / 2, "end": taken}[anchor]
        self.texts.append(_Text(leaf.words, kind, (left, at[1])))
        if leaf.mark:
            self.texts.append(_Text(leaf.mark, mark, (left + taken - tail, at[1] - RISE * kind.size)))

    def lines_of(self, leaves: Sequence[Leaf], kind: Type, at: Point, *, anchor: Anchor = "start") -> None:
        """Place lines under each other, the first with the top of its capitals at `at`."""
        first = at[1] + cap_height(kind)
        for row, leaf in enumerate(leaves):
            self.line(leaf, kind, (at[0], first + row * LEADING * kind.size), anchor=anchor)


def raised(kind: Type) -> Type:
    """Return the type of a small sign beside words of a type."""
    return kind._replace(size=type(kind.size)(max(SMALLEST, 0.62 * kind.size)))


def chart_height(style: Style, chart: Chart, room: float) -> float:
    """Return how high a chart `room` mm wide is; DataError as in `draw_chart`."""
    return _planned(style, chart, room).bottom


def cell_size(style: Style, chart: Chart, room: float) -> float:
    """Return the em in mm of the words in a chart's cells when it is `room` mm wide; DataError as in `draw_chart`."""
    return fit(style.lettering["key"], _grid(chart), room).body.size


def draw_chart(layer: Layer, style: Style, chart: Chart, at: Point, *, width: float) -> Box:
    """Draw a table `width` mm wide: heading, cells, what its codes mean, its notes, and where it comes from.

    Cells are wrapped and type is made smaller, but never under 5 point. DataError where it does not fit even so.
    """
    plan = _planned(style, chart, width)
    margin = style.margin
    x, y = at
    group = layer.group(title=chart.title)
    group.rect(plan.table.moved(x, y), **margin.box.area())
    for tint in plan.tints:
        group.rect(tint.moved(x, y), **margin.box_marked.area())
    for start, end in plan.lines:
        group.line([(start[0] + x, start[1] + y), (end[0] + x, end[1] + y)], **margin.hairline.line())
    group.rect(plan.table.moved(x, y), **{**margin.box_edge.line(), "stroke_linejoin": "miter"})
    for words, kind, (left, baseline), anchor in plan.texts:
        write(group, words, kind, (left + x, baseline + y), anchor=anchor)
    return Box(x, y, x + width, y + plan.bottom)


def _planned(style: Style, chart: Chart, room: float) -> _Plan:
    plan = _Plan(style, room)
    try:
        _heading(plan, chart)
        _table(plan, chart)
        for part in (_legend, _notes, _origins):
            part(plan, chart)
    except DataError as error:
        raise DataError(f"the chart {chart.title!r} does not fit {room:g} mm: {error}") from None
    return plan


def _heading(plan: _Plan, chart: Chart) -> None:
    kind, small = plan.style.lettering["key_head"], plan.style.lettering["note"]
    beside = width(chart.rule, small) + GAP if chart.rule else 0.0
    leaves, kind = broken(chart.title, kind, plan.room - beside, mark=_sign(chart.provenance))
    top = _ascent(leaves[0], kind) - cap_height(kind)
    plan.lines_of(leaves, kind, (0.0, top))
    depth = top + cap_height(kind) + (len(leaves) - 1) * LEADING * kind.size
    if chart.rule:
        plan.line(Leaf(chart.rule), small, (plan.room, depth), anchor="end")
    plan.bottom = depth + 0.6 * kind.size


def _ascent(leaf: Leaf, kind: Type) -> float:
    """Return how far a line's ink, or that of its sign, rises above the baseline."""
    sign = raised(kind)
    words, above = measure(leaf.words, kind.face, kind.size).ink, measure(leaf.mark, sign.face, sign.size).ink
    return max(-words.top, RISE * kind.size - above.top if leaf.mark else 0.0)


def _sign(provenance: str, *, within: str = "text") -> str:
    return MARKS[provenance] if provenance != within else ""


def _table(plan: _Plan, chart: Chart) -> None:
    grid = fit(plan.style.lettering["key"], _grid(chart), plan.room)
    top = plan.bottom
    edges = [sum(grid.widths[:k]) for k in range(len(grid.widths) + 1)]
    floors = [top]
    for height in grid.heights:
        floors.append(floors[-1] + height)
    plan.table = Box(0, top, edges[-1], floors[-1])
    plan.tints.append(Box(0, top, edges[-1], floors[1]))
    plan.lines += [((0, y), (edges[-1], y)) for y in floors[1:-1]] + [((edges[1], top), (edges[1], floors[-1]))]
    plan.tints += _exceptions(chart, edges, floors)
    aligned = [_anchor(chart, column) for column in range(len(edges) - 1)]
    for row, cells in enumerate(grid.cells):
        for column, leaves in enumerate(cells):
            box = Box(edges[column], floors[row], edges[column + 1], floors[row + 1])
            kind = grid.head if row == 0 or column == 0 else grid.body
            _cell(plan, leaves, kind, (box, "middle" if row == 0 and column else aligned[column]))
    plan.bottom = floors[-1]


def _cell(plan: _Plan, leaves: Sequence[Leaf], kind: Type, place: tuple[Box, Anchor]) -> None:
    box, anchor = place
    depth = cap_height(kind) + (len(leaves) - 1) * LEADING * kind.size
    across = box.left + GAP if anchor == "start" else box.centre[0]
    plan.lines_of(leaves, kind, (across, box.centre[1] - depth / 2), anchor=anchor)


def _grid(chart: Chart) -> list[list[Leaf]]:
    """Return the words of the whole table, the heads of rows and columns first."""
    heads = [Leaf(chart.corner), *(Leaf(column.words) for column in chart.columns)]
    return [heads, *([Leaf(row.head.words), *(_leaf(chart, cell) for cell in row.cells)] for row in chart.rows)]


def _leaf(chart: Chart, cell: Cell) -> Leaf:
    return Leaf(cell.words, _sign(cell.provenance, within=chart.provenance))


def _exceptions(chart: Chart, edges: Sequence[float], floors: Sequence[float]) -> list[Box]:
    """Return the boxes of the cells that have another provenance than their table."""
    return [
        Box(edges[column + 1], floors[row + 1], edges[column + 2], floors[row + 2])
        for row, line in enumerate(chart.rows)
        for column, cell in enumerate(line.cells)
        if cell.provenance != chart.provenance
    ]


def _anchor(chart: Chart, column: int) -> Anchor:
    words = [row.head.words if column == 0 else row.cells[column - 1].words for row in chart.rows]
    longest = max(len(entry) for entry in words)
    return "start" if longest > (4 if column == 0 else LONG) else "middle"


def _legend(plan: _Plan, chart: Chart) -> None:
    """Set what the codes mean in as many columns as have room, filled one after the other."""
    if not chart.legend:
        return
    kind = plan.style.lettering["note"]
    bold = kind._replace(face=type(kind.face)("sans-semibold"))
    count = max(1, min(len(chart.legend), int(plan.room / COLUMN)))
    room = (plan.room - (count - 1) * 2 * GAP) / count
    inset = min(max(width(entry.words, bold) for entry in chart.legend) + GAP, 0.3 * room)
    entries = [(broken(entry.words, bold, inset - GAP / 2), broken(entry.text, kind, room - inset)) for entry in chart.legend]
    heights = [_depth(max(len(head[0]), len(text[0])), kind) for head, text in entries]
    top = plan.bottom + 0.9 * kind.size
    place, deepest = _Flow(sum(heights) / count), 0.0
    for (head, text), height in zip(entries, heights, strict=True):
        column, down = place.next(height)
        left = min(column, count - 1) * (room + 2 * GAP)
        plan.lines_of(head[0], head[1], (left, top + down))
        plan.lines_of(text[0], text[1], (left + inset, top + down))
        deepest = max(deepest, down + height)
    plan.bottom = top + deepest


def _depth(lines: int, kind: Type) -> float:
    return lines * LEADING * kind.size + 0.15 * kind.size


class _Flow:
    """Fills columns of about one height one after the other."""

    def __init__(self, height: float) -> None:
        self._height, self._column, self._down = height, 0, 0.0

    def next(self, height: float) -> tuple[int, float]:
        """Return the column of the next entry and how far down it stands."""
        if self._down and self._down + height / 2 > self._height:
            self._column, self._down = self._column + 1, 0.0
        down, self._down = self._down, self._down + height
        return self._column, down


def _notes(plan: _Plan, chart: Chart) -> None:
    for note in chart.notes:
        _under(plan, note)


def _origins(plan: _Plan, chart: Chart) -> None:
    """Set the line that tells what the signs at the title and in cells mean."""
    words = [f"{MARKS[chart.provenance]} {SAID[chart.provenance]}"] if chart.provenance != "text" else []
    found: dict[str, list[str]] = {}
    for row in chart.rows:
        for cell in row.cells:
            if cell.provenance != chart.provenance:
                found.setdefault(cell.provenance, []).append(cell.rule)
    for provenance, rules in found.items():
        named = ", ".join(dict.fromkeys(rule for rule in rules if rule))
        words.append(f"{MARKS[provenance]} {SAID[provenance]}" + (f" ({named})" if named else ""))
    if words:
        _under(plan, "; ".join(words))


def _under(plan: _Plan, words: str) -> None:
    leaves, kind = broken(words, plan.style.lettering["note"], plan.room)
    top = plan.bottom + 0.75 * kind.size
    plan.lines_of(leaves, kind, (0.0, top))
    plan.bottom = top + _depth(len(leaves), kind) - 0.15 * kind.size
