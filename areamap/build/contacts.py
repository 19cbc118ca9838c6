"""Who touches whom: the sum of a map, for comparing two drawings of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from areamap.build.edges import NOBODY, edges_of

MM_PER_INCH = 25.4


class Contact(NamedTuple):
    """Two spaces that have a border, its class, its length on the sheet and in how many stretches."""

    a: str
    b: str
    kind: str
    inches: float
    pieces: int

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {"between": [self.a, self.b], "class": self.kind, "inches": round(self.inches, 3), "pieces": self.pieces}


Touching = dict[tuple[int, int], float]


def touching(faces: Any, labels: Any) -> Touching:
    """Return the length of border between each pair of labels (the lower first), NOBODY left out."""
    import numpy as np

    edges = edges_of(faces).relabelled(labels)
    edges = edges.where((edges.left != NOBODY) & (edges.right != NOBODY))
    pairs = np.sort(np.column_stack([edges.left, edges.right]), axis=1)
    if not len(pairs):
        return {}
    unique, group = np.unique(pairs, axis=0, return_inverse=True)
    lengths = np.bincount(group.ravel(), weights=edges.lengths)
    return {(int(a), int(b)): float(length) for (a, b), length in zip(unique, lengths, strict=True)}


def where_touching(faces: Any, labels: Any, pairs: Iterable[tuple[int, int]]) -> list[tuple[float, float, float]]:
    """Return for each pair that touches (the lower label first) the circle (x, y, radius) round its border, by pair."""
    import numpy as np

    edges = edges_of(faces).relabelled(labels)
    keys = np.minimum(edges.left, edges.right) * (len(labels) + 1) + np.maximum(edges.left, edges.right)
    wanted = np.array([a * (len(labels) + 1) + b for a, b in sorted(pairs)], dtype=np.int64)
    chosen = np.isin(keys, wanted)
    ends, group = edges.ends[chosen], np.unique(keys[chosen], return_inverse=True)[1].ravel()
    low = np.full((group.max(initial=-1) + 1, 2), np.inf)
    high = -low
    for places in (ends[:, :2], ends[:, 2:]):
        np.minimum.at(low, group, places)
        np.maximum.at(high, group, places)
    return [(float(x), float(y), float(r)) for (x, y), r in zip((low + high) / 2, (high - low).max(axis=1) / 2, strict=True)]


def adjacency_hash(topology: Mapping[str, Any]) -> str:
    """Return a checksum of who touches whom and by what class of border, from a topology's `borders`.

    Neither the course of a border nor its cutting into arcs changes it.
    """
    borders: Sequence[Mapping[str, Any]] = topology["objects"]["borders"]["geometries"]
    found = set()
    for border in borders:
        ends = [border["properties"][side] for side in ("left", "right")]
        if None not in ends:
            found.add(f"{border['properties']['class']} {min(ends)} {max(ends)}")
    return "sha256:" + hashlib.sha256("\n".join(sorted(found)).encode()).hexdigest()
