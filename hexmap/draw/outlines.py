"""Outlines of sets of hexes, rounded only inwards: no outline leaves its own hexes, so what is seen equals the data.

An outline runs clockwise. At a corner that one hex of the set holds the curve cuts into that hex; at a corner that two
hold it gives way along the hexside between them, just far enough not to enter the third hex. Where one set lies in
another (levels) and both end at the same hexside, the inner curve keeps a gap. Hexsides beside a hex number are firm:
there the curve stays on the hexside, so that it does not run through the figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from hexmap.grid import Corner, Grid, Hex
from hexmap.layout import Layout, Point

PIECES = 8  # straight pieces for one curve where it becomes a polygon
GAPS = 0.06  # room for all gaps between parallel contours at a corner, in hexsides
STEEP = 0.25  # how far from a corner the curve turns on a firm hexside or where contours run parallel, in hexsides
STEEP_CUT = 0.015  # and how far it cuts in there
FIRM_CUT = 0.1  # and where one of the two hexsides is firm
# corners beside the number, of flat hexes the ends of the north side, of pointy ones the top: how the curve turns on the
# hexside before and after them
FIRM = {True: {0: (False, True), 1: (True, False)}, False: {0: (True, True)}}
REACH = {True: 0.25, False: 0.4}  # from such a corner, in hexsides
SLACK = 0.02  # by which a curve keeps off the hexes outside, in hexsides
# how far a curve cuts into a hex at its corners, in hexsides: by hexsides in a row, then by such rows of the hex
CUTS = {2: (0.36, 0.17, 0.1), 3: (0.2, 0.08, 0.08), 4: (0.12, 0.06, 0.06), 5: (0.08, 0.08, 0.08), 6: (0.0, 0.0, 0.0)}


class Run(NamedTuple):
    """A part of an outline.

    Straight (`curved` false): corners at the edge of the map. Curved: ends, and between them the control points of a
    quadratic spline that passes the middles between them; `lowest` says for the stretch after each point but the last
    whether the ground beyond is just one level lower.
    """

    points: tuple[Point, ...]
    curved: bool
    lowest: tuple[bool, ...] = ()


class Outline(NamedTuple):
    """A closed outline: runs that join, or one curved run that is a ring of control points."""

    runs: tuple[Run, ...]
    ring: bool = False


class _Edge(NamedTuple):
    end: Corner
    inner: Hex
    outer: Hex | None  # None at the edge of the map
    lowest: bool
    firm: tuple[bool, bool]  # near its start and near its end
    parallel: bool  # contours of several levels run along it


class _Node(NamedTuple):
    """A corner of an outline between two edges that both face other hexes."""

    at: Corner
    hex: Hex  # whose corner it is: the only one inside, or the only one outside
    convex: bool
    jump: int  # levels between the highest and the lowest of the three hexes that meet there
    firm: tuple[bool, bool]  # of the edges before and after it

    @property
    def tight(self) -> tuple[bool, bool]:
        """Whether the curve turns close to the corner, on the edges before and after it."""
        return (True, True) if self.jump > 1 else self.firm


Heights = Mapping[Hex, int]


def _jump(grid: Grid, heights: Heights, corner: Corner) -> int:
    levels = [heights[h] for h in _round(grid, *corner) if h in heights]
    return max(levels) - min(levels)


def _round(grid: Grid, x: int, y: int) -> list[Hex]:
    """Return the three hexes that meet at a corner."""
    hexes = []
    for dx, dy in ((2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
        u, rest = divmod(x + dx, 3)
        if not rest and (y + dy - grid.shift(u)) % 2 == 0:
            hexes.append(grid.from_point(u, y + dy))
    return hexes


def trace(layout: Layout, heights: Heights, *, firm: bool = True) -> dict[int, list[Outline]]:
    """Return for each height from 1 the outlines of the hexes at least as high; hexes not in `heights` are off the map.

    `firm` false lets the curve run through the places of hex numbers.
    """
    found: dict[int, list[Outline]] = {}
    before: dict[Corner, float] = {}
    for height, edges in sorted(_edges(layout.grid, heights, FIRM[layout.grid.is_flat] if firm else {}).items()):
        loops = list(_loops(edges))
        all_nodes = [_nodes(loop, layout.grid, heights) for loop in loops]
        depths = _depths(layout, loops, all_nodes, before)
        found[height] = [_outline(layout, loop, nodes, depths) for loop, nodes in zip(loops, all_nodes, strict=True)]
        before = {node.at: depth for node, depth in depths.items()}
    return found


def trace_set(layout: Layout, hexes: Iterable[Hex], among: Iterable[Hex]) -> list[Outline]:
    """Return the outlines of a set of hexes among those of the map."""
    heights = dict.fromkeys(among, 0)
    heights.update(dict.fromkeys(hexes, 1))
    return trace(layout, heights, firm=False).get(1, [])


Firm = Mapping[int, tuple[bool, bool]]


def _firm(corners: Firm, direction: int) -> tuple[bool, bool]:
    """Return whether a hexside is firm near its start and near its end."""
    return corners.get(direction, (False, False))[1], corners.get((direction + 1) % 6, (False, False))[0]


def _edges(grid: Grid, heights: Heights, firm: Firm) -> dict[int, dict[Corner, _Edge]]:
    found: dict[int, dict[Corner, _Edge]] = {}
    points = {grid.point(h): height for h, height in heights.items()}
    firmness = [_firm(firm, direction) for direction in range(6)]
    for h, height in heights.items():
        if not height:
            continue
        u, y = grid.point(h)
        for direction, (du, dy) in enumerate(grid.steps):
            below = points.get((u + du, y + dy), -1)
            if below >= height:
                continue
            corners = grid.corners(h)
            outer = grid.step(h, direction) if below >= 0 else None
            start, end = corners[direction], corners[(direction + 1) % 6]
            for level in range(max(below, 0) + 1, height + 1):
                edge = _Edge(end, h, outer, level == below + 1, firmness[direction], height - below > 1)
                found.setdefault(level, {})[start] = edge
    return found


Loop = list[tuple[Corner, _Edge]]


def _loops(edges: dict[Corner, _Edge]) -> Iterator[Loop]:
    """Yield the loops of edges, each begun where it leaves the edge of the map, if it does."""
    left = dict(edges)
    while left:
        corner = next(iter(left))
        loop: Loop = []
        while corner in left:
            edge = left.pop(corner)
            loop.append((corner, edge))
            corner = edge.end
        yield _turned(loop)


def _turned(loop: Loop) -> Loop:
    for k, (_, edge) in enumerate(loop):
        last = loop[k - 1][1]
        # begin where the kind of edge changes, or else the hex, so that no row of hexsides is split
        if (edge.outer is None) != (last.outer is None):
            return loop[k:] + loop[:k]
    for k, (_, edge) in enumerate(loop):
        if edge.inner != loop[k - 1][1].inner:
            return loop[k:] + loop[:k]
    return loop


Nodes = list[_Node | None]


def _nodes(loop: Loop, grid: Grid, heights: Heights) -> Nodes:
    """Return for the start of each edge its node, None at the edge of the map."""
    nodes: Nodes = []
    for k, (corner, edge) in enumerate(loop):
        last = loop[k - 1][1]
        if edge.outer is None or last.outer is None:
            nodes.append(None)
            continue
        convex = edge.inner == last.inner
        firm, jump = (last.firm[1], edge.firm[0]), _jump(grid, heights, corner)
        nodes.append(_Node(corner, edge.inner if convex else edge.outer, convex, jump, firm))
    return nodes


def _depths(layout: Layout, loops: list[Loop], all_nodes: list[Nodes], before: dict[Corner, float]) -> dict[_Node, float]:
    """Return how far each node's control point lies inside, in mm."""
    depths = _convex_depths(loops, all_nodes, before, layout.side)
    for loop, nodes in zip(loops, all_nodes, strict=True):
        for k, node in enumerate(nodes):
            if node and not node.convex:
                after = (k + 1) % len(nodes)
                ends = [_known(layout, loop[i][0], nodes[i], depths) for i in (k - 1, after)]
                depths[node] = _held(node, _yield(layout, node, ends), before, layout.side)
    return depths


def _convex_depths(loops: list[Loop], all_nodes: list[Nodes], before: dict[Corner, float], side: float) -> dict[_Node, float]:
    rows = [row for loop, nodes in zip(loops, all_nodes, strict=True) for row in _rows(loop, nodes)]
    count: dict[Hex, int] = {}
    for h, _ in rows:
        count[h] = count.get(h, 0) + 1
    depths: dict[_Node, float] = {}
    for h, nodes in rows:
        for node in nodes:
            cut = CUTS[min(len(nodes) + 1, 6)][min(count[h], 3) - 1]
            if any(node.tight):
                cut = STEEP_CUT if all(node.tight) else min(cut, FIRM_CUT)
            depths[node] = _held(node, cut * side, before, side)
    return depths


def _held(node: _Node, depth: float, before: dict[Corner, float], side: float) -> float:
    outer = before.get(node.at)
    return depth if outer is None else max(depth, outer + GAPS * side / max(1, node.jump - 1))


def _rows(loop: Loop, nodes: Nodes) -> Iterator[tuple[Hex, list[_Node]]]:
    """Yield each row of hexsides of one hex that face other hexes: the hex and the nodes between them."""
    row: list[_Node] = []
    for k, (_, edge) in enumerate(loop):
        node = nodes[k]
        if node and node.convex:
            row.append(node)
        after = nodes[(k + 1) % len(nodes)]
        if edge.outer is not None and not (after and after.convex and k + 1 < len(loop)):
            yield edge.inner, row
            row = []


def _known(layout: Layout, corner: Corner, node: _Node | None, depths: dict[_Node, float]) -> Point:
    if node is None or node not in depths:
        return layout.place(*corner)
    return _control(layout, node, depths[node])


def _control(layout: Layout, node: _Node, depth: float) -> Point:
    corner, centre = layout.place(*node.at), layout.centre(node.hex)
    step = depth / layout.side if node.convex else -depth / layout.side
    return Point(corner.x + (centre.x - corner.x) * step, corner.y + (centre.y - corner.y) * step)


def _yield(layout: Layout, node: _Node, ends: list[Point]) -> float:
    """Return how far a control point gives way so that the curve stays out of the hex that looks in at the corner."""
    corner, centre = layout.place(*node.at), layout.centre(node.hex)
    side = layout.side
    ox, oy = (centre.x - corner.x) / side, (centre.y - corner.y) / side
    local = []
    for end, tight in zip(ends, node.tight, strict=True):
        dx, dy = end.x - corner.x, end.y - corner.y
        near = _reach(layout, node) * side / hypot(dx, dy) if tight else 1.0
        local.append((near * abs(dx * -oy + dy * ox), near * (dx * ox + dy * oy)))
    depth = max(0.0, (local[0][1] + local[1][1]) / 6) + SLACK * side
    while depth < side / 3 and _enters(local, depth):
        depth += SLACK * side
    return depth


def _enters(local: list[tuple[float, float]], depth: float) -> bool:
    (x1, y1), (x2, y2) = local
    start, end = (-x1 / 2, (y1 - depth) / 2), (x2 / 2, (y2 - depth) / 2)
    for k in range(1, 8):
        t = k / 8
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        if a * start[1] - b * depth + c * end[1] > abs(a * start[0] + c * end[0]) * 0.57735:
            return True
    return False


def _outline(layout: Layout, loop: Loop, nodes: Nodes, depths: dict[_Node, float]) -> Outline:
    points: list[Point] = []
    lowest: list[bool] = []
    rim: list[bool] = []
    for k, (corner, edge) in enumerate(loop):
        last = loop[k - 1]
        node = nodes[k]
        at = _known(layout, corner, node, depths)
        tight = node.tight if node else (False, False)
        if node and tight[0]:
            points.append(_towards(layout, node, at if last[1].parallel else None, last[0]))
            lowest.append(last[1].lowest)
        points.append(at)
        lowest.append(edge.lowest)
        if node and tight[1]:
            points.append(_towards(layout, node, at if edge.parallel else None, edge.end))
            lowest.append(edge.lowest)
        rim += [edge.outer is None] * (len(points) - len(rim))
    if None not in nodes:
        return Outline((Run(tuple(points), True, tuple(lowest)),), True)
    return Outline(tuple(_runs(points, lowest, rim)))


def _towards(layout: Layout, node: _Node, beside: Point | None, other: Corner) -> Point:
    """Return the control point on the way to the next corner: on the hexside, or beside it where contours run parallel."""
    a, b = layout.place(*node.at), layout.place(*other)
    start = beside or a
    reach = _reach(layout, node)
    return Point(start.x + reach * (b.x - a.x), start.y + reach * (b.y - a.y))


def _reach(layout: Layout, node: _Node) -> float:
    return STEEP if node.jump > 1 else REACH[layout.grid.is_flat]


def _runs(points: list[Point], lowest: list[bool], rim: list[bool]) -> Iterator[Run]:
    start, count = 0, len(points)
    for k in range(1, count + 1):
        if k == count or rim[k] != rim[start]:
            part = (*points[start:k], points[k % count])
            yield Run(part, not rim[start], () if rim[start] else tuple(lowest[start:k]))
            start = k


# -- from outlines to points --------------------------------------------------------------------------------------


class Arc(NamedTuple):
    """A quadratic piece: control point and end, and whether the ground beyond its two halves is one level lower."""

    control: Point
    end: Point
    lowest: tuple[bool, bool] = (False, False)
    straight: bool = False


def middle(a: Point, b: Point) -> Point:
    """Return the point half way."""
    return Point((a.x + b.x) / 2, (a.y + b.y) / 2)


def arcs(run: Run, ring: bool = False) -> tuple[Point, list[Arc]]:
    """Return the start of a curved run and its quadratic pieces; the first and last half edge of an open one are straight."""
    points, low = run.points, run.lowest
    count = len(points)
    if ring:
        found = [
            Arc(points[k], middle(points[k], points[(k + 1) % count]), (low[k - 1], low[k]))
            for k in range(count)
        ]
        return middle(points[-1], points[0]), found
    if count == 2:
        return points[0], [Arc(middle(*points), points[1], (low[0], low[0]), True)]
    first = middle(points[0], points[1])
    found = [Arc(middle(points[0], first), first, (low[0], low[0]), True)]
    found += [Arc(points[k], middle(points[k], points[k + 1]), (low[k - 1], low[k])) for k in range(1, count - 1)]
    found.append(Arc(middle(found[-1].end, points[-1]), points[-1], (low[-1], low[-1]), True))
    return points[0], found


def flattened(run: Run, ring: bool = False) -> list[Point]:
    """Return the points of a run, its curve in straight pieces; a ring's first point is not repeated."""
    if not run.curved:
        return list(run.points)
    at, pieces = arcs(run, ring)
    points = [at]
    for arc in pieces:
        points += [_on(at, arc, k / PIECES) for k in range(1, PIECES + 1)]
        at = arc.end
    return points[:-1] if ring else points


def _on(start: Point, arc: Arc, t: float) -> Point:
    a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
    return Point(a * start.x + b * arc.control.x + c * arc.end.x, a * start.y + b * arc.control.y + c * arc.end.y)


def ring_of(outline: Outline) -> list[Point]:
    """Return the outline as a ring of points, the first not repeated."""
    if outline.ring:
        return flattened(outline.runs[0], True)
    points: list[Point] = []
    for run in outline.runs:
        points += flattened(run)[:-1]
    return points


def marks_along(run: Run, ring: bool, spacing: float) -> Iterator[tuple[Point, Point, bool]]:
    """Yield points about `spacing` mm apart along a curved run: the point, the unit step to its left, and `lowest` there."""
    at, pieces = arcs(run, ring)
    walked = spacing / 2
    for arc in pieces:
        points = [_on(at, arc, k / PIECES) for k in range(PIECES + 1)]
        for k, (a, b) in enumerate(pairwise(points)):
            length = hypot(b.x - a.x, b.y - a.y)
            while length and walked <= length:
                t = walked / length
                left = Point((b.y - a.y) / length, (a.x - b.x) / length)
                yield Point(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)), left, arc.lowest[k * 2 >= PIECES]
                walked += spacing
            walked -= length
        at = arc.end
