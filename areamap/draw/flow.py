"""A flow of boxes and arrows: rows as high as their words need, arrows straight down, across, or with two corners."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.box import Box, Point, around
from mapsheet.chartfit import Leaf
from mapsheet.errors import DataError
from mapsheet.picture import Picture, body, bold, head_onto, smaller, told
from mapsheet.textpanel import Line, line_in
from mapsheet.typeset import LEADING, cap_height

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from areamap.aidplan import FlowArrow, FlowNode, FlowPanel
    from mapsheet.style import Style

ASIDE = 2.4  # between boxes side by side
BELOW = 4.6  # between rows, for an arrow and its words
PAD = 1.1
HEAD = 1.5  # the length of an arrow's head
CLEAR = 2.0  # an arrow's least distance from a box's corner
SLANT = 2.4  # between a question's words and its points
POINT = 1.4  # how far a question's sides point out


class _Course(NamedTuple):
    """An arrow's corners from tail to head, and its words."""

    points: tuple[Point, ...]
    label: str


def flow_panel(style: Style, panel: FlowPanel, room: float) -> Picture:
    """Return a flow.

    DataError where a word is wider than its box at 5 point, and for an arrow that would run through a third box.
    """
    picture = Picture()
    top = head_onto(picture, style, (panel.title, panel.rule), room)
    boxes = placed(style, panel, top, room)
    for arrow, course in zip(panel.arrows, courses(panel.arrows, panel.nodes, boxes), strict=True):
        _refuse_crossing(arrow, course, boxes)
        _arrow_onto(picture, style, course)
    for name, node in panel.nodes.items():
        _node_onto(picture, style, node, boxes[name])
    picture.bottom = max((box.bottom for box in boxes.values()), default=top)
    return picture


def placed(style: Style, panel: FlowPanel, top: float, room: float) -> dict[str, Box]:
    """Return the box of every node: rows follow each other downwards, each as high as its highest node."""
    unit = (room + ASIDE) / panel.columns
    rows: dict[int, float] = {}
    for node in panel.nodes.values():
        rows[node.row] = max(rows.get(node.row, 0.0), _height(style, node, (node.right - node.left) * unit - ASIDE))
    tops, down = {}, top
    for row in sorted(rows):
        tops[row] = down
        down += rows[row] + BELOW
    return {
        name: Box(node.left * unit, tops[node.row], node.right * unit - ASIDE, tops[node.row] + rows[node.row])
        for name, node in panel.nodes.items()
    }


def _set(style: Style, node: FlowNode, room: float) -> list[Line]:
    """Return the lines of a node broken to its width, the first of several in bold."""
    kind = body(style)
    side = SLANT if node.look == "question" else PAD
    head = bold(kind) if len(node.lines) > 1 or node.look in ("cause", "question") else kind
    return [line_in(line, kind if index else head, room - 2 * side) for index, line in enumerate(node.lines)]


def _depth(style: Style, lines: Sequence[Line]) -> float:
    kind = body(style)
    return cap_height(kind) + (sum(len(line.leaves) for line in lines) - 1) * LEADING * kind.size


def _height(style: Style, node: FlowNode, room: float) -> float:
    return _depth(style, _set(style, node, room)) + 2 * PAD + 0.5


def _node_onto(picture: Picture, style: Style, node: FlowNode, box: Box) -> None:
    _outline_onto(picture, style, node.look, box)
    lines = _set(style, node, box.width)
    # several lines hang from the top, a single one stands in the middle
    is_list = len(lines) > 1 or bool(lines[0].lead)
    top = box.top + PAD + 0.25 if is_list else box.centre[1] - _depth(style, lines) / 2
    for lead, leaves, kind, inset in lines:
        if lead:
            picture.lines([Leaf(lead)], bold(kind), (box.left + PAD, top))
        at = (box.left + PAD + inset, top) if is_list else (box.centre[0], top)
        picture.lines(leaves, kind, at, anchor="start" if is_list else "middle")
        top += len(leaves) * LEADING * body(style).size


def _outline_onto(picture: Picture, style: Style, look: str, box: Box) -> None:
    margin = style.margin
    pen = {**margin.box_edge.stroke(), "stroke_linejoin": "miter"}
    if look == "question":
        middle = box.centre[1]
        sides = [(box.left, middle), (box.left + POINT, box.top), (box.right - POINT, box.top)]
        sides += [(box.right, middle), (box.right - POINT, box.bottom), (box.left + POINT, box.bottom)]
        picture.polygon(sides, **margin.empty.area(), **pen)
        return
    ground = {"cause": margin.box_marked, "end": margin.box_marked, "note": margin.empty}.get(look, margin.box)
    rounded = {"cause": 1.8, "end": 0.8}.get(look, 0.0)
    edge = {**pen, "stroke_dasharray": "1 0.7"} if look == "note" else pen
    picture.rect(box, rounded=rounded, **ground.area(), **edge)


# -- arrows ----------------------------------------------------------------------------------------------------------


def courses(arrows: Sequence[FlowArrow], nodes: Mapping[str, FlowNode], boxes: Mapping[str, Box]) -> list[_Course]:
    """Return the course of every arrow: across in a row, straight down where both boxes lie over each other, else bent."""
    found = []
    for arrow in arrows:
        tail, head = boxes[arrow.tail], boxes[arrow.head]
        if nodes[arrow.tail].row == nodes[arrow.head].row:
            found.append(_Course(_across(tail, head), arrow.label))
        else:
            found.append(_Course(_down(tail, head), arrow.label))
    return found


def _refuse_crossing(arrow: FlowArrow, course: _Course, boxes: Mapping[str, Box]) -> None:
    for start, end in pairwise(course.points):
        leg = around((start, end)).grown(0.1)
        for name, box in boxes.items():
            if name not in (arrow.tail, arrow.head) and box.overlaps(leg):
                raise DataError(f"the arrow from {arrow.tail} to {arrow.head} would run through {name}")


def _across(tail: Box, head: Box) -> tuple[Point, ...]:
    y = (max(tail.top, head.top) + min(tail.bottom, head.bottom)) / 2
    return ((tail.right, y), (head.left, y)) if tail.right <= head.left else ((tail.left, y), (head.right, y))


def _down(tail: Box, head: Box) -> tuple[Point, ...]:
    left, right = max(tail.left, head.left), min(tail.right, head.right)
    if right - left >= 4 * CLEAR:
        x = (left + right) / 2
        return ((x, tail.bottom), (x, head.top))
    x0 = tail.centre[0]
    x1 = min(max(x0, head.left + 3 * CLEAR), head.right - 3 * CLEAR) if head.width > 8 * CLEAR else head.centre[0]
    turn = head.top - BELOW / 2
    return ((x0, tail.bottom), (x0, turn), (x1, turn), (x1, head.top))


def _arrow_onto(picture: Picture, style: Style, arrow: _Course) -> None:
    pen = style.margin.rule
    (x0, y0), (x1, y1) = arrow.points[-2:]
    length = abs(x1 - x0) + abs(y1 - y0)
    ahead = ((x1 - x0) / length, (y1 - y0) / length)
    neck = (x1 - HEAD * ahead[0], y1 - HEAD * ahead[1])
    picture.line([*arrow.points[:-1], neck], **pen.line())
    across = (0.5 * HEAD * ahead[1], 0.5 * HEAD * ahead[0])
    wings = [(neck[0] + across[0], neck[1] + across[1]), (neck[0] - across[0], neck[1] - across[1])]
    picture.polygon([(x1, y1), *wings], fill=pen.colour)
    if arrow.label:
        _label_onto(picture, style, arrow)


def _label_onto(picture: Picture, style: Style, arrow: _Course) -> None:
    """Write an arrow's words above its way across, or beside its way down between the rows."""
    kind = smaller(body(style), 0.95)._replace(face=type(body(style).face)("sans-italic"))
    (x, y0), (_, y1) = arrow.points[:2]
    if len(arrow.points) == 2 and y0 != y1:
        picture.words(arrow.label, kind, (x + 0.9, y1 - BELOW / 2 + cap_height(kind) / 2))
        return
    (x0, y), (x1, _) = arrow.points[1:3] if len(arrow.points) > 2 else arrow.points
    kind = told(arrow.label, kind, abs(x1 - x0))
    picture.words(arrow.label, kind, ((x0 + x1) / 2, y - 0.6), anchor="middle")
