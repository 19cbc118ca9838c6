"""The proof: every link of a map by kind, over pale shapes, so that a missing or a wrong one is seen."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from math import hypot
from typing import NamedTuple

from areamap.atlas import Atlas
from areamap.checking import degrees
from areamap.checking.shapes import across
from areamap.checking.ways import undrawn
from areamap.faces import Corner, Node, net_of
from areamap.placing import anchors, placement
from areamap.spaces import WATER, Link, Space
from mapsheet.box import Box, Point
from mapsheet.paths import polygons
from mapsheet.sheet import Layer, Sheet
from mapsheet.style import Colour, Em, FaceName, Mm, Pen, Style, Type, load_style
from mapsheet.typeset import fitted, paragraph, shortened, write

ROOM = (400.0, 340.0)  # mm for the map
EDGE = 8.0
GAP = 6.0
ROW = 3.1
CELL = 9.0
NAME = 34.0
HEAD = 2.2
BEFORE = 0.9  # mm: a head ends before the dot
FINE = 0.15  # mm: points of an outline nearer to each other than this are one
INK, PAPER = Colour("#2B2B2B"), Colour("#FFFFFF")
DRY, WET, SHUT = Colour("#F3EEDF"), Colour("#E4EEF3"), Colour("#DDDDDD")
WRONG = Pen(Mm(0.7), Colour("#D0021B"), dash=(Mm(1.6), Mm(1.0)))
RING = Pen(Mm(0.5), WRONG.colour)
OUTLINE = Pen(Mm(0.15), Colour("#9A9A9A"))
SMALL = Type(FaceName("sans"), Em(2.3), INK, halo=PAPER, halo_width=Mm(0.4))
CAPTION = Type(FaceName("sans-semibold"), Em(3.0), INK)
PENS = {
    "land": Pen(Mm(0.35), Colour("#3E7B27")),
    "sea": Pen(Mm(0.35), Colour("#1F4E9E")),
    "coast": Pen(Mm(0.3), Colour("#13838C"), dash=(Mm(1.4), Mm(0.7))),
    "city": Pen(Mm(0.3), Colour("#555555"), dash=(Mm(0.5), Mm(0.5))),
    "port": Pen(Mm(0.35), Colour("#7A3FA0"), dash=(Mm(0.5), Mm(0.5))),
    "strait": Pen(Mm(0.6), Colour("#D98A00")),
    "path": Pen(Mm(0.45), Colour("#8A5A2B")),
}
MORE = tuple(Colour(tint) for tint in ("#B0357E", "#4A4FB5", "#6B7A12", "#A34A12", "#0F6E4F", "#5B5B8C"))


class _Proof(NamedTuple):
    """What all parts of the drawing share: where spaces stand, and how kinds of link are drawn."""

    board: Atlas
    place: Callable[[Node], Point]
    anchors: dict[str, Point]
    pens: dict[str, Pen]


def draw_proof(board: Atlas, style: str | None = None) -> str:
    """Return the proof as SVG: an arrow for every link in the colour of its kind, what is declared and not drawn in red.

    An arrow runs from anchor to anchor through the middle of the longest shared border. Points where four or more spaces
    meet are ringed. Beside it stand a key with counts and the table of degrees.
    """
    look = load_style(style or board.style_name)
    placed = placement(board, ROOM)
    proof = _Proof(board, placed.place, anchors(board, placed.place), _pens(board))
    rows = _rows(proof)
    deep = max(placed.height, 60.0)
    columns = max(1, -(-len(rows) * ROW // (deep - 8 * ROW)))
    wide = NAME + CELL * (len(proof.pens) + 1)
    panel = EDGE + placed.width + NAME  # the last names reach beyond the map
    sheet = Sheet(
        panel + 60 + GAP + columns * (wide + GAP) + EDGE - GAP, deep + 2 * EDGE, title=f"{board.title}: proof", paper=PAPER,
        layers=("shapes", "links", "corners", "names", "key"),
    )
    _shapes(sheet, proof)
    _links(sheet.layer("links"), proof)
    missing = _wrong(sheet.layer("links"), proof)
    ringed = _corners(sheet.layer("corners"), proof)
    _names(sheet.layer("names"), proof)
    _key(sheet.layer("key"), proof, (panel, EDGE), missing=missing, ringed=ringed)
    _table(sheet.layer("key"), look, rows, Box(panel + 60 + GAP, EDGE, panel + 60 + GAP + wide, deep + EDGE))
    return sheet.to_svg()


def _pens(board: Atlas) -> dict[str, Pen]:
    kinds = board.link_kinds()
    others = [kind for kind in kinds if kind not in PENS]
    more = {kind: Pen(Mm(0.4), MORE[k % len(MORE)], dash=(Mm(2.0), Mm(0.6))) for k, kind in enumerate(others)}
    return {kind: PENS.get(kind) or more[kind] for kind in kinds}


# -- the map -----------------------------------------------------------------------------------------------------------


def _shapes(sheet: Sheet, proof: _Proof) -> None:
    layer = sheet.layer("shapes")
    topology = proof.board.topology
    for id_ in topology.shapes if topology else ():
        space = proof.board.spaces[id_]
        assert topology is not None  # it has this shape
        rings = [_thinned([proof.place(p) for p in ring]) for polygon in topology.polygons(id_) for ring in polygon]
        fill = SHUT if space.is_shut else WET if space.kind in WATER else DRY
        drawn = polygons([ring for ring in rings if len(ring) > 2], decimals=2)
        layer.path(drawn, id=f"region-{id_}", title=space.name, fill=fill, fill_rule="evenodd", **OUTLINE.stroke())


def _thinned(points: list[Point]) -> list[Point]:
    kept = points[:1]
    for point in points[1:-1]:
        if hypot(point[0] - kept[-1][0], point[1] - kept[-1][1]) >= FINE:
            kept.append(point)
    return kept


def _links(layer: Layer, proof: _Proof) -> None:
    middles = _middles(proof)
    for k, link in enumerate(proof.board.links):
        start, end = proof.anchors.get(link.a), proof.anchors.get(link.b)
        if start is None or end is None:
            continue
        through = middles.get(frozenset((link.a, link.b))) if link.source == "drawn" else None
        points = [start, through, end] if through else [start, end]
        pen = proof.pens[link.kind]
        group = layer.group(id=f"link-{k}", title=_title(link))
        group.line(points, **pen.line())
        ways = [points] if link.one_way else [points, points[::-1]]
        for way in ways:
            _head(group, way, pen)


def _title(link: Link) -> str:
    arrow = "→" if link.one_way else "–"
    said = "" if str(link.open) == "always" else f" if {link.open}"
    return f"{link.a} {arrow} {link.b}: {link.kind}, {link.source}{said}"


def _head(layer: Layer, points: Sequence[Point], pen: Pen) -> None:
    (x0, y0), (x1, y1) = points[-2:]
    far = hypot(x1 - x0, y1 - y0)
    if far > 2 * HEAD:
        dx, dy = (x1 - x0) / far, (y1 - y0) / far
        x1, y1 = x1 - BEFORE * dx, y1 - BEFORE * dy
        bx, by = x1 - HEAD * dx, y1 - HEAD * dy
        wings = [(x1, y1), (bx - dy * HEAD / 3, by + dx * HEAD / 3), (bx + dy * HEAD / 3, by - dx * HEAD / 3)]
        layer.polygon(wings, fill=pen.colour)


def _middles(proof: _Proof) -> dict[frozenset[str], Point]:
    """Return the middle of the longest contact of each pair."""
    if proof.board.topology is None:
        return {}
    net = net_of(proof.board.topology)
    longest: dict[frozenset[str], tuple[float, int]] = {}
    for border in proof.board.topology.borders:
        pair, length = frozenset(border.pair), net.length(net.arcs[border.arc])
        longest[pair] = max(longest.get(pair, (0.0, -1)), (length, border.arc))
    return {pair: proof.place(_halfway(proof.board.topology.arcs[arc])) for pair, (_, arc) in longest.items()}


def _halfway(points: Sequence[Point]) -> Point:
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(points)]
    left = sum(lengths) / 2
    for (ax, ay), (bx, by), length in zip(points, points[1:], lengths, strict=False):
        if left <= length and length:
            return ax + (bx - ax) * left / length, ay + (by - ay) * left / length
        left -= length
    return points[-1]


def _wrong(layer: Layer, proof: _Proof) -> int:
    if proof.board.topology is None:
        return 0
    count = 0
    for (a, b), _ in undrawn(proof.board, net_of(proof.board.topology)):
        count += 1
        if a in proof.anchors and b in proof.anchors:
            points = [proof.anchors[a], proof.anchors[b]]
            layer.line(points, id=f"wrong-{a}-{b}", title=f"{a} – {b}: declared, not drawn", **WRONG.line())
    return count


def _corners(layer: Layer, proof: _Proof) -> int:
    if proof.board.topology is None:
        return 0
    net = net_of(proof.board.topology)
    found = [corner for corner in net.corners if _is_marked(corner)]
    for k, corner in enumerate(found):
        spaces = ", ".join(sorted(set(filter(None, corner.round))))
        layer.circle(proof.place(net.place(corner.node)), 1.6, id=f"corner-{k}", title=spaces, **RING.line())
    return len(found)


def _is_marked(corner: Corner) -> bool:
    return len(set(filter(None, corner.round))) >= 4 or bool(across(corner))


def _names(layer: Layer, proof: _Proof) -> None:
    for id_, (x, y) in proof.anchors.items():
        space = proof.board.spaces[id_]
        layer.circle((x, y), 0.5 if _is_inner(space) else 0.8, title=space.name, fill=INK)
        write(layer, id_, SMALL._replace(size=Em(1.8)) if _is_inner(space) else SMALL, (x + 1.0, y - 0.7))


def _is_inner(space: Space) -> bool:
    return space.kind == "city"


# -- beside it ---------------------------------------------------------------------------------------------------------


def _key(layer: Layer, proof: _Proof, at: Point, *, missing: int, ringed: int) -> None:
    x, y = at
    counts = Counter(link.kind for link in proof.board.links)
    title = shortened(f"{proof.board.title}: proof", CAPTION, 60)
    write(layer, title, fitted(title, CAPTION, 60), (x, y + 3))
    rows: list[tuple[str, int, Pen | None]] = [(kind, counts[kind], pen) for kind, pen in proof.pens.items()]
    rows += [("declared, not drawn", missing, WRONG), ("four or more in a point", ringed, None)]
    for row, (name, count, pen) in enumerate(rows):
        level = y + 9 + row * 1.5 * ROW
        if pen is None:
            layer.circle((x + 6, level - 0.8), 1.4, **RING.line())
        else:
            layer.line([(x, level - 0.8), (x + 12, level - 0.8)], **pen.line())
        _word(layer, f"{count}", (x + 22, level), room=8, right=True)
        _word(layer, name, (x + 24, level), room=36)
    lost = [id_ for id_ in proof.board.spaces if id_ not in proof.anchors]
    if lost:
        kind = SMALL._replace(halo=Colour("none"))
        paragraph(layer, f"without a place: {', '.join(lost)}", kind, (x, y + 12 + len(rows) * 1.5 * ROW), room=60)


def _word(layer: Layer, words: str, at: Point, *, room: float, right: bool = False) -> None:
    kind = SMALL._replace(halo=Colour("none"))
    words = shortened(words, kind, room)
    write(layer, words, fitted(words, kind, room), at, anchor="end" if right else "start")


def _rows(proof: _Proof) -> list[list[str]]:
    """Return the rows of the table of degrees."""
    found = []
    for id_, counts in degrees(proof.board).items():
        cells = [str(counts.get(kind, "·")) for kind in proof.pens]
        found.append([id_, *cells, str(sum(counts.values()))])
    return [["space", *proof.pens, "all"], *found]


def _table(layer: Layer, style: Style, rows: list[list[str]], box: Box) -> None:
    head, *rest = rows
    deep = max(1, int((box.height - 3 * ROW) // ROW))
    for column in range(0, len(rest), deep):
        left = box.left + column // deep * (box.width + GAP)
        level = box.top + ROW
        for row in [head, *rest[column : column + deep]]:
            _word(layer, row[0], (left, level), room=NAME - 1)
            for k, cell in enumerate(row[1:], 1):
                _word(layer, cell, (left + NAME + k * CELL - 1, level), room=CELL - 1, right=True)
            level += ROW if row is not head else 1.4 * ROW
        under = box.top + 1.4 * ROW
        layer.line([(left, under), (left + box.width, under)], **style.margin.hairline.line())
