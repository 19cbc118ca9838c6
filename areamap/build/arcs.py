"""From polygons side by side to arcs: each border stored once, and every ring as a list of arcs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from areamap.build.edges import NOBODY, ON_FRAME, Edges, edges_of

SHORTEST_CLASS = 1.0  # mm: a shorter stretch of another class is none
STEP = 0.5  # mm between the places where an arc's class is asked
FRAME = -1  # the kind of an arc along the frame


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


def arcs_of(polygons: Any, frame: tuple[float, float]) -> ArcSet:
    """Return the arcs of polygons that lie side by side in a frame (width, height); ValueError where they overlap.

    Arcs end where three polygons meet, at the frame, and at its corners.
    """
    edges = edges_of(polygons)
    result = ArcSet(_Walker(edges, frame).arcs())
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

    def __init__(self, edges: Edges, frame: tuple[float, float]) -> None:
        import numpy as np

        self.edges, count = edges, len(edges.left)
        self.framed = edges.on_frame(frame)
        self.places, ends = np.unique(edges.ends.reshape(-1, 2), axis=0, return_inverse=True)
        self.ends = ends.reshape(-1, 2).tolist()
        self.at: dict[int, list[int]] = defaultdict(list)
        for k, (u, v) in enumerate(self.ends):
            self.at[u].append(k)
            self.at[v].append(k)
        corners = (np.minimum(self.places, np.array(frame) - self.places) < ON_FRAME).all(axis=1)
        self.stops = {node for node, those in self.at.items() if self._stops(those)} | set(np.flatnonzero(corners).tolist())
        self.used = bytearray(count)

    def _stops(self, those: list[int]) -> bool:
        if len(those) != 2:
            return True
        one, other = ({int(self.edges.left[k]), int(self.edges.right[k]), bool(self.framed[k]) - 9} for k in those)
        return one != other

    def arcs(self) -> list[Arc]:
        """Return all arcs in the order of where they begin."""
        found: list[Arc] = []
        for node in (*sorted(self.stops), *range(len(self.places))):
            found += [self._arc(*self._walk(node, k)) for k in self.at[node] if not self.used[k]]
        return found

    def _walk(self, node: int, k: int) -> tuple[list[int], int]:
        """Return the nodes of an arc that begins at a node with an edge, and that edge."""
        nodes, first = [node], k
        while True:
            self.used[k] = 1
            u, v = self.ends[k]
            node = v if node == u else u
            nodes.append(node)
            onward = () if node in self.stops else [other for other in self.at[node] if not self.used[other]]
            if not onward:
                return nodes, first
            k = onward[0]

    def _arc(self, nodes: list[int], first: int) -> Arc:
        left, right = int(self.edges.left[first]), int(self.edges.right[first])
        if self.ends[first][0] != nodes[0]:
            left, right = right, left
        return Arc(self.places[nodes], left, right, FRAME if self.framed[first] else 0)


def classified(found: ArcSet, kinds: Callable[[Arc, Any], Any]) -> ArcSet:
    """Return arcs of one kind each: `kinds` gives a kind for each of some places (n x 2) along an arc, or None."""
    arcs: list[Arc] = []
    parts: list[list[int]] = []
    for arc in found.arcs:
        pieces = _split(arc, kinds)
        parts.append([*range(len(arcs), len(arcs) + len(pieces))])
        arcs += pieces

    def renumbered(ring: list[int]) -> list[int]:
        return [n for k in ring for n in (parts[k] if k >= 0 else [~part for part in reversed(parts[~k])])]

    return ArcSet(arcs, [[[renumbered(ring) for ring in rings] for rings in shape] for shape in found.shapes])


def _split(arc: Arc, kinds: Callable[[Arc, Any], Any]) -> list[Arc]:
    import numpy as np

    if arc.kind == FRAME:
        return [arc]
    counts = np.ceil(np.hypot(*np.diff(arc.places, axis=0).T) / STEP).astype(np.int64)
    share = np.concatenate([np.arange(count) / count for count in counts])
    start = np.repeat(np.arange(len(counts)), counts)
    dense = np.vstack([arc.places[start] + np.diff(arc.places, axis=0)[start] * share[:, None], arc.places[-1:]])
    asked = kinds(arc, (dense[:-1] + dense[1:]) / 2)
    if asked is None:
        return [arc]
    steady = _steady(asked.tolist(), np.hypot(*np.diff(dense, axis=0).T).tolist())
    cuts = [0, *(k for k in range(1, len(steady)) if steady[k] != steady[k - 1]), len(steady)]
    given = np.append(share == 0, True)
    given[cuts] = True
    return [
        Arc(dense[a : b + 1][given[a : b + 1]], arc.left, arc.right, steady[a]) for a, b in pairwise(cuts)
    ]  # fmt: skip


def _steady(kinds: list[int], lengths: list[float]) -> list[int]:
    """Return kinds in which every run is a millimetre long or is the whole."""
    runs: list[tuple[int, int, float]] = []
    for kind, length in zip(kinds, lengths, strict=True):
        if runs and runs[-1][0] == kind:
            runs[-1] = (kind, runs[-1][1] + 1, runs[-1][2] + length)
        else:
            runs.append((kind, 1, length))
    last = next((kind for kind, _, length in runs if length >= SHORTEST_CLASS), runs[0][0])
    result: list[int] = []
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


__all__ = ["FRAME", "NOBODY", "Arc", "ArcSet", "arcs_of", "classified"]
