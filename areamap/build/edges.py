"""The edges of polygons that lie side by side: who is at the left and who at the right of each."""

from __future__ import annotations

from typing import Any, NamedTuple

NOBODY = -1
ON_FRAME = 2e-3  # mm


class Edges(NamedTuple):
    """Edges once each, from the lower end (by x, then y) to the higher: `ends` is n x 4, left and right are indices.

    Left and right are meant with y upwards; NOBODY where no polygon lies.
    """

    ends: Any
    left: Any
    right: Any

    @property
    def lengths(self) -> Any:
        """Length of each edge."""
        import numpy as np

        return np.hypot(self.ends[:, 2] - self.ends[:, 0], self.ends[:, 3] - self.ends[:, 1])

    def where(self, chosen: Any) -> Edges:
        """Return the chosen edges."""
        return Edges(self.ends[chosen], self.left[chosen], self.right[chosen])

    def between(self, a: int, b: int) -> Any:
        """Tell which edges lie between two."""
        return ((self.left == a) & (self.right == b)) | ((self.left == b) & (self.right == a))

    def relabelled(self, labels: Any) -> Edges:
        """Return the edges between polygons of different labels, with labels for polygons."""
        import numpy as np

        known = np.append(np.asarray(labels, dtype=np.int64), NOBODY)
        left, right = known[self.left], known[self.right]
        apart = left != right
        return Edges(self.ends[apart], left[apart], right[apart])

    def on_frame(self, frame: tuple[float, float]) -> Any:
        """Tell which edges run along the frame (width, height)."""
        import numpy as np

        x, y = self.ends[:, 0::2], self.ends[:, 1::2]
        sides = [x.max(axis=1), frame[0] - x.min(axis=1), y.max(axis=1), frame[1] - y.min(axis=1)]
        return np.min(sides, axis=0) < ON_FRAME


def edges_of(polygons: Any) -> Edges:
    """Return the edges of polygons that share whole edges or none (multipolygons too); ValueError where they overlap."""
    import numpy as np
    import shapely

    parts, owner = shapely.get_parts(np.asarray(polygons, dtype=object), return_index=True)
    oriented = shapely.orient_polygons(parts, exterior_cw=False)
    ends, whose = _ring_edges(oriented)
    ends, back = _low_first(ends)
    order = np.lexsort((back, *ends.T[::-1]))
    ends, whose, back = ends[order], owner[whose[order]], back[order]
    new = _changes(ends)
    group = np.cumsum(new) - 1
    left, right = (np.full(int(new.sum()), NOBODY, dtype=np.int64) for _ in range(2))
    left[group[~back]], right[group[back]] = whose[~back], whose[back]
    if (left != NOBODY).sum() + (right != NOBODY).sum() != len(ends):
        raise ValueError("polygons overlap")
    return Edges(ends[new], left, right)


def parting(cells: Any, labels: Any) -> Any:
    """Return the edges (n x 4) of cells but those with the same label on both sides.

    Takes what a Voronoi diagram gives: cells as thin as a rounding may have edges that no other cell has.
    """
    import numpy as np

    ends, whose = _ring_edges(cells)
    ends, _ = _low_first(ends)
    order = np.lexsort(ends.T[::-1])
    ends, label = ends[order], np.asarray(labels)[whose[order]]
    starts = np.flatnonzero(_changes(ends))
    low, high = np.minimum.reduceat(label, starts), np.maximum.reduceat(label, starts)
    counts = np.diff(np.append(starts, len(ends)))
    return ends[starts[(counts < 2) | (low != high)]]


def _ring_edges(polygons: Any) -> tuple[Any, Any]:
    """Return all edges (n x 4) of polygons in the order of their rings, and whose they are."""
    import numpy as np
    import shapely

    rings, owner = shapely.get_rings(polygons, return_index=True)
    places, ring = shapely.get_coordinates(rings, return_index=True)
    same = (ring[1:] == ring[:-1]) & (places[1:] != places[:-1]).any(axis=1)
    return np.hstack([places[:-1][same], places[1:][same]]), owner[ring[:-1][same]]


def _low_first(ends: Any) -> tuple[Any, Any]:
    """Return edges from the lower end (by x, then y) to the higher, and which were turned."""
    import numpy as np

    back = (ends[:, 0] > ends[:, 2]) | ((ends[:, 0] == ends[:, 2]) & (ends[:, 1] > ends[:, 3]))
    return np.where(back[:, None], ends[:, [2, 3, 0, 1]], ends), back


def _changes(ends: Any) -> Any:
    """Tell which of sorted edges differ from the one before."""
    import numpy as np

    new = np.ones(len(ends), dtype=bool)
    new[1:] = (ends[1:] != ends[:-1]).any(axis=1)
    return new
