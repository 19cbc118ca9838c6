"""A flow of boxes and arrows: rows as high as their words need, arrows straight down, across, or with two corners."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from areamap.draw.picture import Picture, body, bold, head_onto, smaller
from mapsheet.box import Box, Point
from mapsheet.chartfit import Leaf, broken
from mapsheet.typeset import LEADING, cap_height, width

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from areamap.aidplan import FlowArrow, FlowNode, FlowPanel
    from mapsheet.style import Style, Type

ASIDE = 2.4  # between boxes side by side
BELOW = 4.6  # between rows, for an arrow and its words
PAD = 1.1
HEAD = 1.5  # the length of an arrow's head
CLEAR = 2.0  # an arrow's least distance from a box's corner
SLANT = 2.4  # how far a question's sides point out


class _Course(NamedTuple):
    """An arrow's corners from tail to head, and its words."""

    points: tuple[Point, ...]
    label: str


def flow_panel(style: Style, panel: FlowPanel, room: float) -> Picture:
    """Return a flow; DataError where a word is wider than its box at 5 point."""
    picture = Picture()
    top = head_onto(picture, style, (panel.title, panel.rule), room)
    boxes = placed(style, panel, top, room)
    for arrow in courses(panel.arrows, panel.nodes, boxes):
        _arrow_onto(picture, style, arrow)
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


def _set(style: Style, node: FlowNode, room: float) -> list[tuple[list[Leaf], Type, float]]:
    """Return the lines of a node broken to its width, the first of several in bold, each with its inset."""
    kind = body(style)
    side = SLANT if node.look == "question" else PAD
    found = []
    for index, line in enumerate(node.lines):
        number = line.split(" ", 1)[0] if line[:1].isdigit() and ". " in line[:4] else "•" if line.startswith("- ") else ""
        inset = max(width(number, kind) + 0.5, 1.1 * kind.size) if number else 0.0
        words = line.split(" ", 1)[1] if number else line
        face = bold(kind) if index == 0 and (len(node.lines) > 1 or node.look in ("cause", "question")) else kind
        leaves, fit = broken(words, face, room - 2 * side - inset)
        found.append((leaves, fit, inset))
        if number:
            found[-1] = ([Leaf(words.words, number if row == 0 else "") for row, words in enumerate(leaves)], fit, inset)
    return found


def _height(style: Style, node: FlowNode, room: float) -> float:
    kind = body(style)
    lines = sum(len(leaves) for leaves, _, _ in _set(style, node, room))
    return cap_height(kind) + (lines - 1) * LEADING * kind.size + 2 * PAD + 0.5


def _node_onto(picture: Picture, style: Style, node: FlowNode, box: Box) -> None:
    margin = style.margin
    pen = {**margin.box_edge.stroke(), "stroke_linejoin": "miter"}
    if node.look == "question":
        middle = box.centre[1]
        sides = [(box.left, middle), (box.left + 1.4, box.top), (box.right - 1.4, box.top)]
        sides += [(box.right, middle), (box.right - 1.4, box.bottom), (box.left + 1.4, box.bottom)]
        picture.polygon(sides, **margin.empty.area(), **pen)
    else:
        ground = {"cause": margin.box_marked, "end": margin.box_marked, "note": margin.empty}.get(node.look, margin.box)
        rounded = {"cause": 1.8, "end": 0.8}.get(node.look, 0.0)
        edge = {**pen, "stroke_dasharray": "1 0.7"} if node.look == "note" else pen
        picture.rect(box, rounded=rounded, **ground.area(), **edge)
    parts = _set(style, node, box.width)
    is_list = any(inset for _, _, inset in parts) or len(parts) > 1
    kind = body(style)
    count = sum(len(leaves) for leaves, _, _ in parts)
    deep = cap_height(kind) + (count - 1) * LEADING * kind.size
    top = box.top + PAD + 0.25 if is_list else box.centre[1] - deep / 2
    for leaves, fit, inset in parts:
        for leaf in leaves:
            if leaf.mark:
                picture.lines([Leaf(leaf.mark)], bold(fit), (box.left + PAD, top))
            at = (box.left + PAD + inset, top) if is_list else (box.centre[0], top)
            picture.lines([Leaf(leaf.words)], fit, at, anchor="start" if is_list else "middle")
            top += LEADING * kind.size


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
    kind = smaller(body(style), 0.95)._replace(face=type(body(style).face)("sans-italic"))
    (x0, y0), (x1, y1) = arrow.points[:2]
    if y0 == y1:
        picture.words(arrow.label, kind, ((x0 + x1) / 2, y0 - 0.7), anchor="middle")
        return
    # beside the way down, in the space between the rows
    bottom = y1 if len(arrow.points) == 2 else arrow.points[-1][1]
    middle = bottom - BELOW / 2 if len(arrow.points) == 2 else bottom - BELOW / 2 - 0.6
    if len(arrow.points) == 2:
        picture.words(arrow.label, kind, (x0 + 0.9, middle + cap_height(kind) / 2), anchor="start")
    else:
        (ax, ay), (bx, _) = arrow.points[1:3]
        picture.words(arrow.label, kind, ((ax + bx) / 2, ay - 0.5), anchor="middle")
