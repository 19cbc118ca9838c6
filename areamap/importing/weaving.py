"""From shapes that share whole edges to a topology: each border once, as an arc with the spaces at its sides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from areamap.importing.drawn import OwnBorder
from areamap.importing.noding import Grid, Noded
from areamap.importing.sides import NOBODY, Edge, Node, parts_of, sides_of
from areamap.whole import border_class

Marks = dict[str, str | None]


class _Arc(NamedTuple):
    """A border between two junctions, or a closed ring; `left` (y upwards) and `right` are numbers of shapes."""

    nodes: list[Node]
    left: int
    right: int
    kind: str


def weave(
    noded: Noded, ids: Sequence[str], *, kinds: Mapping[str, str], borders: Sequence[OwnBorder], about: dict[str, Any]
) -> dict[str, Any]:
    """Return the TopoJSON of noded shapes; `kinds` gives each space's kind, `borders` where a class is another than theirs."""
    grid = noded.grid
    arcs = _Weaver(noded.shapes, _own_edges(borders, grid)).arcs()
    starts = {edge: (k, len(arc.nodes) - 1) for n, arc in enumerate(arcs) for edge, k in _ends(arc, n)}
    spaces = [
        _geometry(id_, [[_ring(ring, starts) for ring in part] for part in parts_of(shape)])
        for id_, shape in sorted(zip(ids, noded.shapes, strict=False), key=lambda pair: pair[0])
        if shape is not None
    ]
    marks = [_marks(arc, ids, kinds, is_plane=grid.is_plane) for arc in arcs]
    lines = [{"type": "LineString", "arcs": [k], "properties": mark} for k, mark in enumerate(marks)]
    return {
        "type": "Topology",
        "transform": {"scale": list(grid.step), "translate": list(grid.origin)},
        "objects": {
            "spaces": {"type": "GeometryCollection", "geometries": spaces},
            "borders": {"type": "GeometryCollection", "geometries": lines},
        },
        "arcs": [_deltas(arc.nodes) for arc in arcs],
        "mapsheet": about,
    }


class _Weaver:
    """Edges as a graph, walked from junction to junction."""

    def __init__(self, shapes: Sequence[Any], own: Mapping[frozenset[Node], str]) -> None:
        self.sides, self.own = sides_of(shapes), own
        self.near: dict[Node, set[Node]] = defaultdict(set)
        for p, q in self.sides:
            self.near[p].add(q)
            self.near[q].add(p)
        self.stops = {node for node, others in self.near.items() if not self._goes_on(node, others)}
        self.used: set[Edge] = set()

    def arcs(self) -> list[_Arc]:
        """Return all arcs, those from junctions first, in the order of where they begin."""
        found = []
        for node in (*sorted(self.stops), *sorted(self.near)):
            for onward in sorted(self.near[node]):
                if not self._is_walked(node, onward):
                    found.append(self._walk(node, onward))  # noqa: PERF401 - what is walked decides about the next
        return found

    def _about(self, p: Node, q: Node) -> tuple[int, int, str]:
        return self.sides.get((p, q), NOBODY), self.sides.get((q, p), NOBODY), self.own.get(frozenset((p, q)), "")

    def _goes_on(self, node: Node, others: set[Node]) -> bool:
        if len(others) != 2:
            return False
        before, after = others
        return self._about(before, node) == self._about(node, after)

    def _is_walked(self, node: Node, onward: Node) -> bool:
        # a ring without a junction is walked once, one way round
        ways = (onward,) if node in self.stops else self.near[node]
        return any((node, other) in self.used for other in ways)

    def _walk(self, node: Node, onward: Node) -> _Arc:
        nodes = [node, onward]
        while nodes[-1] not in self.stops and nodes[-1] != node:
            nodes += self.near[nodes[-1]] - {nodes[-2]}
        self.used.update(edge for p, q in pairwise(nodes) for edge in ((p, q), (q, p)))
        return _Arc(nodes, *self._about(node, onward))


def _own_edges(borders: Sequence[OwnBorder], grid: Grid) -> dict[frozenset[Node], str]:
    return {frozenset(pair): border.kind for border in borders for pair in pairwise(grid.steps(border.points))}


def _ends(arc: _Arc, number: int) -> list[tuple[Edge, int]]:
    first, last = (arc.nodes[0], arc.nodes[1]), (arc.nodes[-1], arc.nodes[-2])
    return [(first, number), (last, ~number)]


def _ring(nodes: list[Node], starts: Mapping[Edge, tuple[int, int]]) -> list[int]:
    """Return the arcs that a closed ring of nodes consists of."""
    count = len(nodes) - 1
    at = next(k for k in range(count) if (nodes[k], nodes[k + 1]) in starts)
    found, gone = [], 0
    while gone < count:
        k = (at + gone) % count
        arc, length = starts[nodes[k], nodes[k + 1]]
        found.append(arc)
        gone += length
    return found


def _geometry(id_: str, parts: list[list[list[int]]]) -> dict[str, Any]:
    if len(parts) == 1:
        return {"type": "Polygon", "id": id_, "arcs": parts[0]}
    return {"type": "MultiPolygon", "id": id_, "arcs": parts}


def _marks(arc: _Arc, ids: Sequence[str], kinds: Mapping[str, str], *, is_plane: bool) -> Marks:
    left, right = (None if k == NOBODY else ids[k] for k in (arc.left, arc.right))
    if is_plane:  # y grows downwards there, and left is left for the eye
        left, right = right, left
    kind = arc.kind or border_class(*(kinds[id_] if id_ else "" for id_ in (left, right)))
    return {"left": left, "right": right, "class": kind}


def _deltas(nodes: Sequence[Node]) -> list[list[int]]:
    whole = [(round(x), round(y)) for x, y in nodes]
    return [list(whole[0]), *([bx - ax, by - ay] for (ax, ay), (bx, by) in pairwise(whole))]
