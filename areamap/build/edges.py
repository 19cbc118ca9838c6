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
    rings, ring_part = shapely.get_rings(parts, return_index=True)
    places, ring = shapely.get_coordinates(rings, return_index=True)
    same = ring[1:] == ring[:-1]
    ends, of_ring = np.hstack([places[:-1][same], places[1:][same]]), ring[:-1][same]
    is_outer = np.append(True, ring_part[1:] != ring_part[:-1])
    ends = np.where((_runs_left(ends, of_ring, len(rings)) != is_outer)[of_ring][:, None], ends[:, [2, 3, 0, 1]], ends)
    return _paired(ends, owner[ring_part[of_ring]])


def _runs_left(ends: Any, ring: Any, count: int) -> Any:
    """Tell which rings have their inside at the left, by their area: shapely's own answer fails on Voronoi cells with spikes."""
    import numpy as np

    first = np.zeros((count, 2))
    first[ring] = ends[:, :2]
    x1, y1, x2, y2 = (ends - np.tile(first[ring], 2)).T
    return np.bincount(ring, weights=x1 * y2 - x2 * y1, minlength=count) > 0


def _paired(ends: Any, whose: Any) -> Edges:
    import numpy as np

    moved = (ends[:, 0] != ends[:, 2]) | (ends[:, 1] != ends[:, 3])
    ends, whose = ends[moved], whose[moved]
    back = (ends[:, 0] > ends[:, 2]) | ((ends[:, 0] == ends[:, 2]) & (ends[:, 1] > ends[:, 3]))
    ends = np.where(back[:, None], ends[:, [2, 3, 0, 1]], ends)
    order = np.lexsort((back, *ends.T[::-1]))
    ends, whose, back = ends[order], whose[order], back[order]
    new = np.ones(len(ends), dtype=bool)
    new[1:] = (ends[1:] != ends[:-1]).any(axis=1)
    group = np.cumsum(new) - 1
    left, right = (np.full(int(new.sum()), NOBODY, dtype=np.int64) for _ in range(2))
    left[group[~back]], right[group[back]] = whose[~back], whose[back]
    if (left != NOBODY).sum() + (right != NOBODY).sum() != len(ends):
        raise ValueError("polygons overlap")
    return Edges(ends[new], left, right)


def chained(ends: Any) -> Any:
    """Return edges as a multilinestring, merged where two meet."""
    import shapely

    return shapely.line_merge(shapely.multilinestrings(shapely.linestrings(ends.reshape(-1, 2, 2))))
