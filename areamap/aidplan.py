"""What stands on a one-page aid: the `[aid]` tables of a map file, as values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from mapsheet.chartfile import Chart, take_chart
from mapsheet.errors import clipped, nearest
from mapsheet.fields import Fields
from mapsheet.textpanel import LONGEST_LINE, TextPanel, take_lines, take_text

LOOKS = ("step", "cause", "question", "end", "note")
MOST_ROWS = 60
MOST_NODES = 100


class Strip(NamedTuple):
    """A track to be drawn: its id, the space it is about, the box each marker goes back to, whether its square is crossed."""

    track: str
    target: str
    default: Mapping[str, int]
    is_crossed: bool = False


class TracksPanel(NamedTuple):
    """Tracks with a row for each marker; `links` is the kind of link whose class is printed beside a marker's flag.

    Rows of the class `shaded` are tinted; `flap` names the square to mark a track with.
    """

    title: str
    rule: str
    strips: tuple[Strip, ...]
    links: str
    shaded: str
    flap: str
    note: str


class StripsPanel(NamedTuple):
    """Tracks as one long row of boxes each, the start of every marker under its short name, and a ruler in steps."""

    title: str
    rule: str
    tracks: tuple[str, ...]
    marks: Mapping[str, str]
    step: int
    note: str


class FlowNode(NamedTuple):
    """A box of a flow: its look, its lines, its row, and the columns it stands in (the last one not included)."""

    look: str
    lines: tuple[str, ...]
    row: int
    left: float
    right: float


class FlowArrow(NamedTuple):
    """An arrow from a node to a node with a few words beside it."""

    tail: str
    head: str
    label: str


class FlowPanel(NamedTuple):
    """Nodes in rows and columns, and arrows between them."""

    title: str
    rule: str
    columns: float
    nodes: Mapping[str, FlowNode]
    arrows: tuple[FlowArrow, ...]


class RingPanel(NamedTuple):
    """The spaces of one kind on a ring and those of another where they stand clear, with the links between all of them.

    `looks` names a mark of the style for a kind of link, or a kind and class with a point between; `labels` its words.
    """

    title: str
    rule: str
    outer: str
    inner: str
    looks: Mapping[str, str]
    labels: Mapping[str, str]


Panel = TextPanel | TracksPanel | StripsPanel | FlowPanel | RingPanel | Chart


class Column(NamedTuple):
    """A column of panels from top to bottom, and its share of the width."""

    share: float
    panels: tuple[str, ...]


class AidPlan(NamedTuple):
    """An aid: its panels by id, the columns they stand in, and those across the foot."""

    panels: Mapping[str, Panel]
    columns: tuple[Column, ...]
    foot: tuple[str, ...]


def read_aid(top: Fields) -> AidPlan | None:
    """Return the aid of a map file, None where it has none; what is wrong becomes a fault."""
    if not top.has("aid"):
        return None
    fields = top.table("aid")
    panels = {name: panel for name, inner in fields.named("panel") if (panel := _panel(name, inner))}
    columns = tuple(_column(inner, panels) for inner in fields.tables("column"))
    if not columns:
        fields.fault("column", "expected at least one table [[aid.column]]")
    foot = _known(fields, "foot", panels)
    fields.finish()
    return AidPlan(panels, columns, foot)


def _column(fields: Fields, panels: Mapping[str, Panel]) -> Column:
    column = Column(fields.number("share", default=1.0, least=0.05), _known(fields, "panels", panels))
    fields.finish()
    return column


def _known(fields: Fields, name: str, panels: Mapping[str, Panel]) -> tuple[str, ...]:
    found = fields.texts(name)
    for k, panel in enumerate(found):
        if panel not in panels:
            fields.fault((name, k), f"unknown panel {clipped(panel)}{nearest(panel, list(panels))}")
    return tuple(panel for panel in found if panel in panels)


def _panel(name: str, fields: Fields) -> Panel | None:
    kind = fields.choice("kind", (*READERS, "chart"), required=True)
    if kind == "chart":
        return take_chart(name, fields)
    panel = READERS[kind](fields, fields.text("title"), fields.text("rule"))
    fields.finish()
    return panel


def _tracks(fields: Fields, title: str, rule: str) -> TracksPanel:
    strips = tuple(_strip(inner) for inner in fields.tables("strip"))
    note = fields.text("note", longest=LONGEST_LINE)
    return TracksPanel(title, rule, strips, fields.text("links"), fields.text("shaded"), fields.text("flap"), note)


def _strip(fields: Fields) -> Strip:
    strip = Strip(fields.text("track", required=True), fields.text("target"), _numbers(fields.table("default")))
    fields.finish()
    return strip


def _numbers(fields: Fields) -> dict[str, int]:
    read = {name: fields.whole(name, default=None) for name in fields.data if name != "provenance"}
    return {name: number for name, number in read.items() if number is not None}


def _strips(fields: Fields, title: str, rule: str) -> StripsPanel:
    marks = fields.table("marks")
    words = {name: marks.text(name, longest=12) for name in marks.data}
    step = fields.whole("step", default=0, most=100) or 0
    return StripsPanel(title, rule, tuple(fields.texts("tracks")), words, step, fields.text("note", longest=LONGEST_LINE))


def _flow(fields: Fields, title: str, rule: str) -> FlowPanel:
    nodes = {name: _node(inner) for name, inner in fields.named("node")}
    arrows = tuple(_arrow(inner, nodes) for inner in fields.tables("arrow"))
    columns = fields.number("columns", default=1.0, least=1.0)
    _check_flow(fields, nodes, arrows, columns)
    return FlowPanel(title, rule, columns, nodes, tuple(arrow for arrow in arrows if arrow.tail in nodes and arrow.head in nodes))


def _check_flow(fields: Fields, nodes: Mapping[str, FlowNode], arrows: Sequence[FlowArrow], columns: float) -> None:
    """Note nodes that leave the columns or stand on each other, and arrows that lead up."""
    if not 0 < len(nodes) <= MOST_NODES:
        fields.fault("node", f"expected 1 to {MOST_NODES} nodes, got {len(nodes):,}")
        return
    rows: dict[int, list[str]] = {}
    for name, node in nodes.items():
        if not node.left < node.right <= columns:
            fields.fault(("node", name, "right"), f"expected columns from left to right, up to {columns:g}")
        for other in rows.setdefault(node.row, []):
            if nodes[other].left < node.right and node.left < nodes[other].right:
                fields.fault(("node", name), f"stands on {other}: both are in row {node.row}")
        rows[node.row].append(name)
    for k, arrow in enumerate(arrows):
        known = arrow.tail in nodes and arrow.head in nodes
        if known and (nodes[arrow.head].row < nodes[arrow.tail].row or arrow.head == arrow.tail):
            fields.fault(("arrow", k), "leads up or to itself: expected another node of its row or of one below")


def _node(fields: Fields) -> FlowNode:
    row = fields.whole("row", default=0, most=MOST_ROWS) or 0
    left = fields.number("left")
    look, lines = fields.choice("look", LOOKS), take_lines(fields, "lines")
    node = FlowNode(look, lines, row, left, fields.number("right", default=left + 1))
    fields.finish()
    return node


def _arrow(fields: Fields, nodes: Mapping[str, FlowNode]) -> FlowArrow:
    ends = [fields.text(name, required=True) for name in ("from", "to")]
    for name, end in zip(("from", "to"), ends, strict=True):
        if end and end not in nodes:
            fields.fault(name, f"unknown node {clipped(end)}{nearest(end, list(nodes))}")
    arrow = FlowArrow(ends[0], ends[1], fields.text("label", longest=60))
    fields.finish()
    return arrow


def _ring(fields: Fields, title: str, rule: str) -> RingPanel:
    looks, labels = fields.table("looks"), fields.table("labels")
    named = {name: looks.text(name) for name in looks.data}
    words = {name: labels.text(name) for name in labels.data}
    return RingPanel(title, rule, fields.text("outer", required=True), fields.text("inner"), named, words)


READERS: dict[str, Callable[[Fields, str, str], Panel]] = {
    "text": take_text,
    "tracks": _tracks,
    "strips": _strips,
    "flow": _flow,
    "ring": _ring,
}
