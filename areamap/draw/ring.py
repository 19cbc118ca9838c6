"""A ring of spaces with others inside and the links between them as bowed lines. Lengths are millimetres."""

from __future__ import annotations

from itertools import permutations
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from areamap.draw.picture import Picture, body, bold, head_onto, smaller
from areamap.draw.tints import letters_on, tint_of
from mapsheet.box import Box, Point
from mapsheet.chartfit import Leaf
from mapsheet.typeset import cap_height, fitted, width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from areamap.aidplan import RingPanel
    from areamap.atlas import Atlas
    from areamap.spaces import Link, Space
    from mapsheet.style import Pen, Style

SQUAT = 0.66  # a ring's height as a share of its width
NODE = (17.0, 5.4)
SMALL = (14.5, 4.6)
INNER = 0.48  # the inner ring's radius as a share of the outer one's
BOW = 3.6  # between links that join the same two spaces
MOST_ORDERED = 6  # inner spaces whose best order is sought
STEPS = 16
HEAD = 1.7


class _Node(NamedTuple):
    """A space on the ring and its box."""

    space: Space
    box: Box


def ring_panel(board: Atlas, style: Style, panel: RingPanel, room: float) -> Picture:
    """Return the ring; links of a kind without a look are left out."""
    picture = Picture()
    top = head_onto(picture, style, (panel.title, panel.rule), room)
    nodes = _nodes(board, panel, top, room)
    links = [link for link in board.links if look_of(panel, link) and link.a in nodes and link.b in nodes]
    for link, bow in _bows(links):
        _link_onto(picture, _pen(style, look_of(panel, link)), (nodes[link.a].box, nodes[link.b].box), (bow, bool(link.one_way)))
    for node in nodes.values():
        _node_onto(picture, board, style, node)
    bottom = max((node.box.bottom for node in nodes.values()), default=top) + 2.0
    picture.bottom = _key_onto(picture, style, panel, (bottom, room))
    return picture


def look_of(panel: RingPanel, link: Link) -> str:
    """Return the name of the mark a link is drawn with: that of its kind and class, else of its kind, else nothing."""
    return panel.looks.get(f"{link.kind}.{link.group}") or panel.looks.get(link.kind, "")


def _pen(style: Style, look: str) -> Pen:
    mark = getattr(style.marks, look, style.marks.clear)
    pen: Pen = getattr(mark, "pen", mark)
    return pen._replace(width=type(pen.width)(0.6 * pen.width))


def _nodes(board: Atlas, panel: RingPanel, top: float, room: float) -> dict[str, _Node]:
    outer = [space for space in board.spaces.values() if space.kind == panel.outer]
    inner = [space for space in board.spaces.values() if space.kind == panel.inner]
    middle = (room / 2, top + SQUAT * room / 2)
    reach = (room / 2 - NODE[0] / 2, SQUAT * room / 2 - NODE[1] / 2)
    places = dict(zip((space.id for space in outer), _circle(len(outer), middle, reach, -pi / 2), strict=True))
    places.update(_inside(board, inner, places, (middle, (INNER * reach[0], INNER * reach[1]))))
    sizes = {space.id: NODE for space in outer} | {space.id: SMALL for space in inner}
    return {
        space.id: _Node(space, _about(places[space.id], sizes[space.id])) for space in (*outer, *inner)
    }


def _about(at: Point, size: tuple[float, float]) -> Box:
    return Box(at[0] - size[0] / 2, at[1] - size[1] / 2, at[0] + size[0] / 2, at[1] + size[1] / 2)


def _circle(count: int, middle: Point, reach: tuple[float, float], start: float) -> list[Point]:
    angles = [start + 2 * pi * k / count for k in range(count)]
    return [(middle[0] + reach[0] * cos(angle), middle[1] + reach[1] * sin(angle)) for angle in angles]


def _inside(
    board: Atlas, inner: Sequence[Space], places: dict[str, Point], ring: tuple[Point, tuple[float, float]]
) -> dict[str, Point]:
    """Return places on the inner ring, in the order and turn in which the links to the outer one are shortest."""
    names = [space.id for space in inner]
    orders = list(permutations(names)) if len(names) <= MOST_ORDERED else [tuple(names)]
    pairs = sorted({(link.a, link.b) for link in board.links if (link.a in names) != (link.b in names)})
    best: tuple[float, dict[str, Point]] = (float("inf"), {})
    for turn in range(STEPS):
        slots = _circle(len(names), *ring, 2 * pi * turn / STEPS / max(1, len(names))) if names else []
        for order in orders:
            found = dict(zip(order, slots, strict=True))
            both = {**places, **found}
            length = round(sum(_apart(both[a], both[b]) for a, b in pairs if a in both and b in both), 6)
            if length < best[0]:
                best = (length, found)
    return best[1]


def _apart(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _bows(links: Sequence[Link]) -> list[tuple[Link, float]]:
    """Return each link with how far it bows aside, so that links of the same two spaces lie apart."""
    shared: dict[tuple[str, ...], list[Link]] = {}
    for link in links:
        shared.setdefault(tuple(sorted((link.a, link.b))), []).append(link)
    found = []
    for pair, together in shared.items():
        for index, link in enumerate(together):
            aside = (index - (len(together) - 1) / 2) * BOW
            found.append((link, aside if link.a == pair[0] else -aside))
    return found


def _link_onto(picture: Picture, pen: Pen, ends: tuple[Box, Box], how: tuple[float, bool]) -> None:
    tail, head = ends
    bow, pointed = how
    (x0, y0), (x1, y1) = tail.centre, head.centre
    length = _apart(tail.centre, head.centre) or 1.0
    normal = ((y0 - y1) / length, (x1 - x0) / length)
    control = ((x0 + x1) / 2 + 2 * bow * normal[0], (y0 + y1) / 2 + 2 * bow * normal[1])
    shift = (0.6 * bow * normal[0], 0.6 * bow * normal[1])
    curve = [_bent((x0 + shift[0], y0 + shift[1]), control, (x1 + shift[0], y1 + shift[1]), k / 48) for k in range(49)]
    outside = [point for point in curve if not _holds(tail, point) and not _holds(head, point)]
    if len(outside) < 3:
        return
    if not pointed:
        picture.line(outside, **pen.line())
        return
    _pointed_onto(picture, pen, outside)


def _pointed_onto(picture: Picture, pen: Pen, points: Sequence[Point]) -> None:
    tip = points[-1]
    line = [point for point in points if _apart(point, tip) > 0.8 * HEAD]
    picture.line(line, **pen.line())
    neck = line[-1]
    length = _apart(neck, tip) or 1.0
    ahead = ((tip[0] - neck[0]) / length, (tip[1] - neck[1]) / length)
    back = (tip[0] - HEAD * ahead[0], tip[1] - HEAD * ahead[1])
    wing = (-0.45 * HEAD * ahead[1], 0.45 * HEAD * ahead[0])
    picture.polygon([tip, (back[0] + wing[0], back[1] + wing[1]), (back[0] - wing[0], back[1] - wing[1])], fill=pen.colour)


def _bent(a: Point, b: Point, c: Point, t: float) -> Point:
    s = 1 - t
    return (s * s * a[0] + 2 * s * t * b[0] + t * t * c[0], s * s * a[1] + 2 * s * t * b[1] + t * t * c[1])


def _holds(box: Box, point: Point) -> bool:
    return box.left - 0.5 < point[0] < box.right + 0.5 and box.top - 0.5 < point[1] < box.bottom + 0.5


def _node_onto(picture: Picture, board: Atlas, style: Style, node: _Node) -> None:
    ground = tint_of(board, node.space, style)
    outer = node.box.width == NODE[0]
    picture.rect(node.box, rounded=1.2 if outer else 2.3, fill=ground, **style.margin.box_edge.stroke())
    kind = bold(body(style)) if outer else body(style)
    kind = fitted(node.space.name, kind._replace(colour=letters_on(ground)), node.box.width - 1.6)
    middle = (node.box.centre[0], node.box.centre[1] + cap_height(kind) / 2)
    picture.words(node.space.name, kind, middle, anchor="middle")


def _key_onto(picture: Picture, style: Style, panel: RingPanel, place: tuple[float, float]) -> float:
    """Draw a sample of every look with its words, in lines as long as the room; return where they end."""
    top, room = place
    kind = smaller(body(style), 0.95)
    left = 0.0
    for name, words in panel.labels.items():
        taken = 8.0 + width(words, kind) + 3.0
        if left and left + taken > room:
            left, top = 0.0, top + 1.4 * kind.size
        middle = top + cap_height(kind) / 2
        picture.line([(left, middle), (left + 6.6, middle)], **_pen(style, panel.looks.get(name, "clear")).line())
        picture.lines([Leaf(words)], kind, (left + 8.0, top))
        left += taken
    return top + 1.2 * kind.size
