"""A ring of spaces, others where they stand clear of each other, and the links between all as bowed lines. In millimetres."""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from areamap.draw.lanes import Leg, find_aims
from areamap.draw.tints import letters_on, tint_of
from mapsheet.box import Box, Point
from mapsheet.chartfit import Leaf
from mapsheet.errors import DataError
from mapsheet.picture import Picture, Spot, body, bold, head_onto, smaller, told
from mapsheet.typeset import cap_height, width

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from areamap.aidplan import RingPanel
    from areamap.atlas import Atlas
    from areamap.spaces import Link, Space
    from mapsheet.style import Pen, Style

    Curve = tuple[Link, list[Point]]

SQUAT = 0.66  # a ring's height as a share of its width
NODE = (16.0, 5.2)
SMALL = (13.5, 4.4)
ACROSS, DOWN = 7, 6  # points of the lattice each way from its middle
ROUNDS = 8
MOST = 24  # spaces
BEGINNINGS = 5
BOW = 3.0  # between links that join the same two spaces
BOWS = (0.0, *(sign * bow for bow in (2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 15.0) for sign in (1, -1)))
SHORTEST = 24.0  # between the middles of linked spaces, so that the link is seen
AIR = 3.0
HEAD = 1.7
SAMPLE = 8.0  # from a sample in the key to the end of the room before its words
LEAST_GAP = 3.0


class _Node(NamedTuple):
    """A space on the ring and its box."""

    space: Space
    box: Box


def ring_panel(board: Atlas, style: Style, panel: RingPanel, room: float) -> Picture:
    """Return the ring; links of a kind without a look are left out.

    DataError for more than 24 spaces, and for a name that is too wide for its box at 5 point.
    """
    picture = Picture()
    top = head_onto(picture, style, (panel.title, panel.rule), room)
    boxes, curves = find_ring(board, panel, top, room)
    ring_onto(picture, (board, style, panel), boxes, curves)
    bottom = max((box.bottom for box in boxes.values()), default=top) + 2.0
    picture.bottom = _key_onto(picture, style, panel, (bottom, room))
    return picture


def find_ring(board: Atlas, panel: RingPanel, top: float, room: float) -> tuple[dict[str, Box], list[Curve]]:
    """Return the box of each space and the points of each link outside its ends; DataError for more than 24 spaces."""
    boxes = {id_: node.box for id_, node in _nodes(board, panel, top, room).items()}
    links = [link for link in board.links if look_of(panel, link) and link.a in boxes and link.b in boxes]
    return boxes, _curves(links, boxes)


def ring_onto(
    picture: Picture, how: tuple[Atlas, Style, RingPanel], boxes: Mapping[str, Box], curves: Sequence[Curve]
) -> None:
    """Draw links and above them spaces."""
    board, style, panel = how
    for link, curve in curves:
        _link_onto(picture, _pen(style, look_of(panel, link)), curve, pointed=bool(link.one_way))
    for id_, box in boxes.items():
        node = _Node(board.spaces[id_], box)
        _node_onto(picture.part(f"{node.space.kind}-{id_}", node.space.name), board, style, node)


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
    if len(outer) + len(inner) > MOST:
        raise DataError(f"a ring has room for {MOST} spaces, got {len(outer) + len(inner)}")
    names = tuple(tuple(space.id for space in spaces) for spaces in (outer, inner))
    ids = {*names[0], *names[1]}
    shown = [link for link in board.as_printed.links if look_of(panel, link)]
    links = sorted({(link.a, link.b) for link in shown if link.a in ids and link.b in ids})
    ring = _Ring((room / 2, SQUAT * room / 2), (room / 2 - NODE[0] / 2, SQUAT * room / 2 - NODE[1] / 2))
    places = _places(names, tuple(links), ring)
    sizes = {space.id: NODE for space in outer} | {space.id: SMALL for space in inner}
    return {space.id: _Node(space, _about(places[space.id], sizes[space.id]).moved(0, top)) for space in (*outer, *inner)}


def _about(at: Point, size: tuple[float, float]) -> Box:
    return Box(at[0] - size[0] / 2, at[1] - size[1] / 2, at[0] + size[0] / 2, at[1] + size[1] / 2)


class _Ring(NamedTuple):
    """An ellipse: its middle, and how far it reaches across and down."""

    middle: Point
    reach: tuple[float, float]

    def slots(self, count: int, turn: float) -> list[Point]:
        """Return places evenly around it, the first at an angle from the right, clockwise."""
        angles = [turn + 2 * pi * k / count for k in range(count)]
        return [(self.middle[0] + self.reach[0] * cos(a), self.middle[1] + self.reach[1] * sin(a)) for a in angles]


# a page tries many sizes of type, and none of them changes the ring
@lru_cache(maxsize=8)
def _places(names: tuple[tuple[str, ...], ...], links: tuple[tuple[str, str], ...], ring: _Ring) -> dict[str, Point]:
    """Return where all spaces stand: of the arrangements found from several beginnings, that with the least strain."""
    outer, inner = names
    fixed = dict(zip(outer, ring.slots(len(outer), -pi / 2), strict=True))
    found = [_settled(inner[k:] + inner[:k], links, fixed, ring) for k in range(min(BEGINNINGS, max(1, len(inner))))]
    return min(found, key=lambda places: sum(_strain(name, places, links) for name in inner))


def _settled(inner: tuple[str, ...], links: Sequence[tuple[str, str]], fixed: dict[str, Point], ring: _Ring) -> dict[str, Point]:
    """Return places where no inner space would stand better at another point of a lattice; each moves in turn."""
    start = _Ring(ring.middle, _times(ring.reach, 0.5)).slots(len(inner), 0.0) if inner else []
    both = {**fixed, **dict(zip(inner, start, strict=True))}
    lattice = [
        (ring.middle[0] + x / ACROSS * ring.reach[0], ring.middle[1] + y / DOWN * ring.reach[1])
        for y in range(-DOWN, DOWN + 1)
        for x in range(-ACROSS, ACROSS + 1)
    ]
    for _ in range(ROUNDS):
        before = dict(both)
        for name in inner:
            strains = [(_strain(name, {**both, name: at}, links), at) for at in (both[name], *lattice)]
            both[name] = min(strains, key=lambda one: one[0])[1]
        if both == before:
            break
    return both


def _times(reach: tuple[float, float], factor: float) -> tuple[float, float]:
    return (factor * reach[0], factor * reach[1])


def _strain(moved: str, places: dict[str, Point], links: Sequence[tuple[str, str]]) -> float:
    """Return how badly a space stands: on or near others, under links, its own links short, long or under others."""
    x, y = places[moved]
    strain = 0.0
    for name, (u, v) in places.items():
        if name != moved and abs(x - u) < NODE[0] + AIR and abs(y - v) < NODE[1] + AIR:
            strain += 5000.0
    for a, b in links:
        own = moved in (a, b)
        if own:
            length = _apart(places[a], places[b])
            strain += length + 8.0 * max(0.0, SHORTEST - length)
        for name in places if own else (moved,):
            if name not in (a, b) and _pierces(places[a], places[b], places[name]):
                strain += 1200.0
    return round(strain, 6)


def _pierces(a: Point, b: Point, middle: Point) -> bool:
    """Say whether a straight line runs through or close by a box about a point."""
    half = (NODE[0] / 2 + 1.0, NODE[1] / 2 + 1.6)
    enter, leave = 0.0, 1.0
    for axis in (0, 1):
        start, step = a[axis] - middle[axis], b[axis] - a[axis]
        if abs(step) < 1e-9:
            if abs(start) >= half[axis]:
                return False
            continue
        near, far = sorted(((-half[axis] - start) / step, (half[axis] - start) / step))
        enter, leave = max(enter, near), min(leave, far)
    return enter < leave


def _apart(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _curves(links: Sequence[Link], boxes: dict[str, Box]) -> list[Curve]:
    """Return the points of each link outside its ends, bowed so that links of the same two spaces lie apart."""
    shared: dict[tuple[str, ...], list[Link]] = {}
    for link in links:
        shared.setdefault(tuple(sorted((link.a, link.b))), []).append(link)
    aims = find_aims(
        Leg(k, here, boxes[here], there, boxes[there].centre, BOW * (len(together) - 1) + HEAD)
        for k, ((a, b), together) in enumerate(shared.items()) for here, there in ((a, b), (b, a))
    )  # fmt: skip
    found = []
    for k, ((a, b), together) in enumerate(shared.items()):
        others = [box.grown(0.8) for id_, box in boxes.items() if id_ not in (a, b)]
        ends = (aims[k, a], aims[k, b])
        asides = [(index - (len(together) - 1) / 2) * BOW for index in range(len(together))]
        for link, aside in zip(together, asides, strict=True):
            curve = _curve(ends, aside, _free_bow(ends, asides, others))
            curve = [point for point in curve if not (_holds(boxes[a], point) or _holds(boxes[b], point))]
            found.append((link, curve if link.a == a else curve[::-1]))
    return found


def _free_bow(ends: tuple[Point, Point], asides: Sequence[float], others: Sequence[Box]) -> float:
    """Return the least bow with which no link of two spaces runs under a third; none where every one would."""
    for bow in BOWS:
        points = [point for aside in asides for point in _curve(ends, aside, bow)]
        if not any(_holds(box, point) for box in others for point in points):
            return bow
    return 0.0


def _curve(ends: tuple[Point, Point], aside: float, bow: float) -> list[Point]:
    """Return a curve between two points that starts a little aside and bows further aside."""
    (x0, y0), (x1, y1) = ends
    length = _apart(*ends) or 1.0
    normal = ((y0 - y1) / length, (x1 - x0) / length)
    far = 2 * (aside + bow)
    control = ((x0 + x1) / 2 + far * normal[0], (y0 + y1) / 2 + far * normal[1])
    shift = (0.6 * aside * normal[0], 0.6 * aside * normal[1])
    start, end = (x0 + shift[0], y0 + shift[1]), (x1 + shift[0], y1 + shift[1])
    return [_bent(start, control, end, k / 48) for k in range(49)]


def _link_onto(picture: Picture, pen: Pen, curve: Sequence[Point], *, pointed: bool) -> None:
    if len(curve) < 3:
        return
    if pointed:
        _pointed_onto(picture, pen, curve)
    else:
        picture.line(curve, **pen.line())


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
    picture.spots.append(Spot(node.space.id, node.box))
    picture.rect(node.box, rounded=1.2 if outer else 2.3, fill=ground, **style.margin.box_edge.stroke())
    kind = bold(body(style)) if outer else body(style)
    kind = told(node.space.name, kind._replace(colour=letters_on(ground)), node.box.width - 1.6)
    middle = (node.box.centre[0], node.box.centre[1] + cap_height(kind) / 2)
    picture.words(node.space.name, kind, middle, anchor="middle")


def _key_onto(picture: Picture, style: Style, panel: RingPanel, place: tuple[float, float]) -> float:
    """Draw a sample of every look with its words, in lines as long as the room; return where they end."""
    top, room = place
    kind = smaller(body(style), 0.95)
    wides = [SAMPLE + width(words, kind) for words in panel.labels.values()]
    lefts = _key_lefts(wides, room)
    for k, (name, words) in enumerate(panel.labels.items()):
        row, column = divmod(k, len(lefts))
        left, y = lefts[column], top + 1.4 * kind.size * row
        middle = y + cap_height(kind) / 2
        picture.line([(left, middle), (left + 6.6, middle)], **_pen(style, panel.looks.get(name, "clear")).line())
        picture.lines([Leaf(words)], kind, (left + SAMPLE, y))
    return top + kind.size * (1.4 * (-(-len(wides) // max(1, len(lefts))) - 1) + 1.2)


def _key_lefts(wides: Sequence[float], room: float) -> list[float]:
    """Return where the columns of a key begin: as many as the room takes, evened out over its rows and over the room."""
    for count in range(len(wides), 0, -1):
        columns = -(-len(wides) // -(-len(wides) // count))
        broad = [max(wides[k::columns]) for k in range(columns)]
        gap = (room - sum(broad)) / max(1, columns - 1)
        if gap >= LEAST_GAP or columns == 1:
            return [sum(broad[:k]) + k * gap for k in range(columns)]
    return []
