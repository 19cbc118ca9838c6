"""Sight by other Python libraries over a generated map: hexutil's fields of view and shapely in bulk."""

from __future__ import annotations

import math
from typing import Any

import hexutil
import numpy as np
import shapely

from tests.bench.ground import World
from tests.bench.reference import CORNERS, Place

TOP = 99  # the height of what blocks at every level
SHRUNK = 1e-6  # less than any true crossing is wide, so that a mere touch is none
GROWN = 1e-7


def heights(world: World) -> dict[Place, int]:
    """Return the level of each place, `TOP` where it blocks anyway."""
    return {place: TOP if code == "w" else level for place, (code, level) in world.cells().items()}


class Hexutil:
    """`Hex.field_of_view` from every hex with its own level as the limit; its x is our y and its y our u."""

    def __init__(self, world: World) -> None:
        height = heights(world)
        cells = world.cells()
        open_at = {limit: {hexutil.Hex(y, u) for (u, y), h in height.items() if h <= limit} for limit in range(6)}
        self.sources = [(hexutil.Hex(y, u), open_at[cells[u, y][1]].__contains__) for u, y in cells]
        self.places = list(cells)
        self.far = 2 * (world.columns + world.rows)

    def all(self) -> list[dict[Any, int]]:
        """Return the field of view of each hex."""
        return [source.field_of_view(transparent, self.far) for source, transparent in self.sources]

    def seen(self) -> set[tuple[Place, Place]]:
        """Return the ordered pairs of different hexes of the map that it calls clear, from either end."""
        known, found = set(self.places), set()
        for a, view in zip(self.places, self.all(), strict=True):
            for h in view:
                b = (h.y, h.x)
                if b in known and b != a:
                    found |= {(a, b), (b, a)}
        return found

    def one(self, place: Place, radius: int) -> dict[Any, int]:
        """Return the field of view of one hex."""
        source, transparent = self.sources[self.places.index(place)]
        view: dict[Any, int] = source.field_of_view(transparent, radius)
        return view


class Shapely:
    """One tree for each limit, of what rises above it; many segments are asked at once. Trees and segments are made beforehand.

    Polygons are shrunk so that touching is no crossing; a strip along the middle of a hexside between two blocking hexes
    stands for the run rule. Without these a seventh of the pairs get the wrong hexes.
    """

    def __init__(self, world: World, pairs: list[tuple[Place, Place]]) -> None:
        height, cells = heights(world), world.cells()
        self._index = {place: k for k, place in enumerate(cells)}
        self.pairs = pairs
        by_limit: dict[int, list[tuple[Place, Place]]] = {limit: [] for limit in range(6)}
        for a, b in pairs:
            by_limit[max(cells[a][1], cells[b][1])].append((a, b))
        self._batches = [self._batch(limit, height, own) for limit, own in by_limit.items()]

    def _batch(
        self, limit: int, height: dict[Place, int], pairs: list[tuple[Place, Place]]
    ) -> tuple[Any, ...]:
        blocking = [place for place, h in height.items() if h > limit]
        known = set(blocking)
        shapes = [shapely.Polygon(_outline(p)).buffer(-SHRUNK, join_style="mitre") for p in blocking]
        owners = [(self._index[p], self._index[p]) for p in blocking]
        for u, y in blocking:
            for other in ((u, y - 2), (u + 1, y - 1), (u + 1, y + 1)):
                if other in known:
                    shapes.append(_strip((u, y), other))
                    owners.append((self._index[u, y], self._index[other]))
        ends = np.array([(self._index[a], self._index[b]) for a, b in pairs]).reshape(-1, 2)
        segments = shapely.linestrings(np.array([(_centre(a), _centre(b)) for a, b in pairs]).reshape(-1, 2, 2))
        return shapely.STRtree(shapes), np.array(owners).reshape(-1, 2), segments, ends, pairs

    def clear(self) -> list[Any]:
        """Return for each limit an array that says which of its pairs are clear."""
        return [_clear(*batch[:4]) for batch in self._batches]

    def verdicts(self) -> dict[tuple[Place, Place], bool]:
        """Return the verdict on each pair."""
        answers = zip(self._batches, self.clear(), strict=True)
        return {pair: bool(clear) for batch, found in answers for pair, clear in zip(batch[4], found, strict=True)}


def _clear(tree: Any, owners: Any, segments: Any, ends: Any) -> Any:
    which, what = tree.query(segments, predicate="intersects")
    held = owners[what]
    own = ends[which]
    elsewhere = (held != own[:, :1]).all(axis=1) & (held != own[:, 1:]).all(axis=1)
    clear = np.ones(len(segments), bool)
    clear[which[elsewhere]] = False
    return clear


def _centre(place: Place) -> tuple[float, float]:
    return 1.5 * place[0], math.sqrt(3) / 2 * place[1]


def _outline(place: Place) -> list[tuple[float, float]]:
    x, y = _centre(place)
    return [(x + dx / 2, y + math.sqrt(3) / 2 * dy) for dx, dy in CORNERS]


def _strip(a: Place, b: Place) -> Any:
    one, other = sorted(set(_rounded(a)) & set(_rounded(b)))
    (ax, ay), (bx, by) = _rounded(a)[one], _rounded(a)[other]
    third = [(ax + (bx - ax) * t, ay + (by - ay) * t) for t in (1 / 3, 2 / 3)]
    return shapely.LineString(third).buffer(GROWN, cap_style="flat")


def _rounded(place: Place) -> dict[tuple[int, int], tuple[float, float]]:
    """Return a hex's corners by their points of the integer frame."""
    u, y = place
    return {(3 * u + dx, y + dy): point for (dx, dy), point in zip(CORNERS, _outline(place), strict=True)}
