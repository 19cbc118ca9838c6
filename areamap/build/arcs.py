"""From polygons side by side to arcs: each border stored once, and every ring as a list of arcs."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from areamap.build.edges import NOBODY, Edges, edges_of

SHORTEST_CLASS = 1.0  # mm: a shorter stretch of another class is none


@dataclass
class Arc:
    """A border between two junctions, or a closed ring; `left` and `right` (y upwards) are indices of polygons."""

    places: Any
    left: int
    right: int
    kind: int = 0


@dataclass
class ArcSet:
    """All arcs, and for each polygon its parts' rings as arc numbers (~n: backwards), the outer ring first."""

    arcs: list[Arc] = field(default_factory=list)
    shapes: list[list[list[list[int]]]] = field(default_factory=list)


def arcs_of(polygons: Any, kinds: Any = None, corners: Any = ()) -> ArcSet:
    """Return the arcs of polygons that lie side by side; ValueError where they overlap.

    `kinds` is a function from Edges to a whole number for each edge: an arc ends where the kind changes for a millimetre or
    more. `corners` are places at which arcs end in any case.
    """
    edges = edges_of(polygons)
    walker = _Walker(edges, kinds(edges) if kinds else None, corners)
    result = ArcSet(walker.arcs())
    starts = _starts(result.arcs)
    result.shapes = [[_rings(part, starts) for part in _parts(shape)] for shape in polygons]
    return result


def _parts(shape: Any) -> list[Any]:
    import shapely

    # y runs downwards on the sheet, so this is against the clock for the eye
    parts = list(shapely.get_parts(shapely.orient_polygons(shape, exterior_cw=True)))
    return sorted(parts, key=lambda part: (-round(part.area, 6), part.bounds))


class _Walker:
    """The edges as a graph, walked from junction to junction."""

    def __init__(self, edges: Edges, kinds: Any, corners: Any) -> None:
        import numpy as np

        self.edges, count = edges, len(edges.left)
        self.kinds = np.zeros(count, dtype=np.int64) if kinds is None else kinds
        self.places, ends = np.unique(edges.ends.reshape(-1, 2), axis=0, return_inverse=True)
        self.ends = ends.reshape(-1, 2).tolist()
        self.at: dict[int, list[int]] = defaultdict(list)
        for k, (u, v) in enumerate(self.ends):
            self.at[u].append(k)
            self.at[v].append(k)
        known = {tuple(place) for place in np.asarray(corners, dtype=float).reshape(-1, 2).tolist()}
        self.stops = {node for node, those in self.at.items() if self._stops(those)}
        self.stops |= {node for node, place in enumerate(self.places.tolist()) if tuple(place) in known}
        self.used = bytearray(count)

    def _stops(self, those: list[int]) -> bool:
        if len(those) != 2:
            return True
        pairs = [{int(self.edges.left[k]), int(self.edges.right[k])} for k in those]
        return pairs[0] != pairs[1]

    def arcs(self) -> list[Arc]:
        """Return all arcs in the order of where they begin."""
        found: list[Arc] = []
        for node in (*sorted(self.stops), *range(len(self.places))):
            for k in self.at[node]:
                if not self.used[k]:
                    found += self._split(*self._walk(node, k))
        return found

    def _walk(self, node: int, k: int) -> tuple[list[int], list[int]]:
        nodes, walked = [node], []
        while True:
            self.used[k] = 1
            walked.append(k)
            u, v = self.ends[k]
            node = v if node == u else u
            nodes.append(node)
            if node in self.stops:
                break
            onward = [other for other in self.at[node] if not self.used[other]]
            if not onward:
                break
            k = onward[0]
        return nodes, walked

    def _split(self, nodes: list[int], walked: list[int]) -> list[Arc]:
        """Return one arc for each stretch of one kind."""
        kinds = _steady(self.kinds[walked].tolist(), self.edges.lengths[walked].tolist())
        cuts = [0, *(k for k in range(1, len(walked)) if kinds[k] != kinds[k - 1]), len(walked)]
        return [self._arc(nodes[a : b + 1], walked[a], kinds[a]) for a, b in zip(cuts, cuts[1:], strict=False)]

    def _arc(self, nodes: list[int], first: int, kind: int) -> Arc:
        left, right = int(self.edges.left[first]), int(self.edges.right[first])
        if self.ends[first][0] != nodes[0]:
            left, right = right, left
        return Arc(self.places[nodes], left, right, kind)


def _steady(kinds: list[int], lengths: list[float]) -> list[int]:
    """Return kinds in which every run is a millimetre long or is the whole."""
    if len(set(kinds)) < 2:
        return kinds
    runs: list[tuple[int, int, float]] = []
    for kind, length in zip(kinds, lengths, strict=True):
        if runs and runs[-1][0] == kind:
            runs[-1] = (kind, runs[-1][1] + 1, runs[-1][2] + length)
        else:
            runs.append((kind, 1, length))
    long = [kind for kind, _, length in runs if length >= SHORTEST_CLASS] or [kinds[0]]
    result: list[int] = []
    last = long[0]
    for kind, count, length in runs:
        last = kind if length >= SHORTEST_CLASS else last
        result += [last] * count
    return result


Starts = dict[tuple[float, ...], tuple[int, int]]


def _starts(arcs: list[Arc]) -> Starts:
    """Return the arc that begins with each directed edge, forwards and backwards, and how many edges it has."""
    starts: Starts = {}
    for k, arc in enumerate(arcs):
        places = arc.places
        starts[(*places[0].tolist(), *places[1].tolist())] = (k, len(places) - 1)
        starts[(*places[-1].tolist(), *places[-2].tolist())] = (~k, len(places) - 1)
    return starts


def _rings(part: Any, starts: Starts) -> list[list[int]]:
    import shapely

    return [_ring(shapely.get_coordinates(ring).tolist(), starts) for ring in shapely.get_rings(part)]


def _ring(places: list[list[float]], starts: Starts) -> list[int]:
    count = len(places) - 1
    at = next(k for k in range(count) if (*places[k], *places[k + 1]) in starts)
    found, gone = [], 0
    while gone < count:
        k = (at + gone) % count
        arc, length = starts[(*places[k], *places[k + 1])]
        found.append(arc)
        gone += length
    return found


__all__ = ["NOBODY", "Arc", "ArcSet", "arcs_of"]
