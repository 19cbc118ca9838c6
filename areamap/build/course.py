"""A natural course for straight borders: the plane is bent a little, so nothing can change who touches whom.

A bend moves every point by less than its neighbors could differ (the noise is never steeper than 1), so it maps the plane
one-to-one on itself. Several bends, from long waves to short ones, follow each other. They fade out at the seeds and at the
lines that the author drew. The noise comes from a table of hashed numbers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

WAVES = (40.0, 16.0, 6.4, 2.6)  # mm
HEIGHT = 0.085  # of a wave; keeps the steepness of noise and fading together under 1
RASTER = 1.0  # mm between the points where the fading is known
STILL = 1.5  # mm round a seed or a line that do not move at all
TABLE = 4096


@lru_cache(maxsize=1)
def _table() -> Any:
    import numpy as np

    blocks = b"".join(hashlib.blake2b(f"course {k}".encode()).digest() for k in range(TABLE * 4 // 64))
    return np.frombuffer(blocks, dtype="<u4").astype(float) / 2**31 - 1


def _lattice(i: Any, j: Any, salt: int) -> Any:
    """Return a number from -1 to 1 for each point of a lattice."""
    import numpy as np

    mixed = (i.astype(np.int64) * 73856093) ^ (j.astype(np.int64) * 19349663) ^ (salt * 83492791)
    mixed = (mixed ^ (mixed >> 13)) * 60493
    return _table()[((mixed ^ (mixed >> 7)) & (TABLE - 1)).astype(np.int64)]


def _noise(x: Any, y: Any, wave: float, salt: int) -> Any:
    import numpy as np

    u, v = x / wave, y / wave
    i, j = np.floor(u), np.floor(v)
    fx, fy = _smooth(u - i), _smooth(v - j)
    low = _lattice(i, j, salt) * (1 - fx) + _lattice(i + 1, j, salt) * fx
    high = _lattice(i, j + 1, salt) * (1 - fx) + _lattice(i + 1, j + 1, salt) * fx
    return low * (1 - fy) + high * fy


def _smooth(t: Any) -> Any:
    return t * t * (3 - 2 * t)


class Course:
    """The bends of a frame (width, height in mm); `anchors` are shapely geometries that stay where they are.

    `calm` holds circles (x, y, radius) that stay too.
    """

    def __init__(
        self, frame: tuple[float, float], roughness: float, anchors: Any, *, calm: Sequence[tuple[float, float, float]] = ()
    ) -> None:
        self.roughness = roughness
        self.frame = frame
        self._distance = self._distances(anchors, calm) if roughness else None

    def _distances(self, anchors: Any, calm: Sequence[tuple[float, float, float]]) -> Any:
        import numpy as np
        import shapely

        columns, rows = (int(side / RASTER) + 3 for side in self.frame)
        x, y = np.meshgrid(np.arange(columns) * RASTER - RASTER, np.arange(rows) * RASTER - RASTER)
        distance = np.full(columns * rows, 1e6)
        if len(anchors):
            tree = shapely.STRtree(anchors)
            points = shapely.points(x.ravel(), y.ravel())
            (which, _), found = tree.query_nearest(points, return_distance=True, all_matches=False)
            distance[which] = found
        distance = distance.reshape(rows, columns)
        for cx, cy, radius in calm:
            distance = np.minimum(distance, np.maximum(np.hypot(x - cx, y - cy) - radius, 0))
        return np.maximum(distance - STILL, 0)

    def _fading(self, x: Any, y: Any, wave: float) -> Any:
        """Return how much of a wave is left, from 0 at what stays to 1 half a wave off."""
        import numpy as np

        grid = self._distance
        rows, columns = grid.shape
        u = np.clip(x / RASTER + 1, 0, columns - 1.001)
        v = np.clip(y / RASTER + 1, 0, rows - 1.001)
        i, j = u.astype(np.int64), v.astype(np.int64)
        fx, fy = u - i, v - j
        low = grid[j, i] * (1 - fx) + grid[j, i + 1] * fx
        high = grid[j + 1, i] * (1 - fx) + grid[j + 1, i + 1] * fx
        return _smooth(np.clip((low * (1 - fy) + high * fy) / (wave / 2), 0, 1))

    def _step(self, x: Any, y: Any, k: int) -> tuple[Any, Any]:
        wave = WAVES[k]
        height = self.roughness * HEIGHT * wave * self._fading(x, y, wave)
        return height * _noise(x, y, wave, 2 * k), height * _noise(x, y, wave, 2 * k + 1)

    def bend(self, places: Any) -> Any:
        """Return places (n x 2) moved to their natural course."""
        import numpy as np

        if not self.roughness:
            return places
        x, y = places[:, 0], places[:, 1]
        for k in range(len(WAVES)):
            dx, dy = self._step(x, y, k)
            x, y = x + dx, y + dy
        return np.column_stack([x, y])

    def straighten(self, places: Any) -> Any:
        """Return where places (n x 2) came from, to less than a thousandth of a millimetre."""
        import numpy as np

        if not self.roughness or not len(places):
            return places
        x, y = places[:, 0], places[:, 1]
        for k in reversed(range(len(WAVES))):
            u, v = x, y
            for _ in range(100):
                dx, dy = self._step(u, v, k)
                moved = max(np.abs(x - dx - u).max(), np.abs(y - dy - v).max())
                u, v = x - dx, y - dy
                if moved < 1e-6:
                    break
            x, y = u, v
        return np.column_stack([x, y])
