"""A natural course for straight borders: the plane is bent a little, so nothing can change who touches whom.

A bend shifts every point along one direction by a wave of noise across it. Points on one line of that direction keep their
order because the wave fades more slowly than it is high, so a bend maps the plane one-to-one on itself. Many bends, from long
waves to short ones and each in three directions, follow each other. They fade out at the seeds and at the lines that the
author drew. The noise comes from a table of hashed numbers.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

WAVES = (40.0, 18.0, 8.0, 3.5)  # mm
TURNS = 3  # directions of each wave
HEIGHT = 0.3  # of a wave; times the steepest fading (2 / wave, and 1.42 for the raster) it stays under 1
FADE = 0.75  # of a wave, the distance over which it fades out
RASTER = 1.0  # mm between the points where the fading is known, more on a frame of more than POINTS
POINTS = 4e6
STILL = 1.5  # steps of the raster round a seed or a line that do not move at all
TABLE = 4096


@lru_cache(maxsize=1)
def _table() -> Any:
    import numpy as np

    blocks = b"".join(hashlib.blake2b(f"course {k}".encode()).digest() for k in range(TABLE * 4 // 64))
    return np.frombuffer(blocks, dtype="<u4").astype(float) / 2**31 - 1


def noise(across: Any, salt: int) -> Any:
    """Return smooth noise from -1 to 1 with one hashed number at each whole number."""
    import numpy as np

    base = np.floor(across)
    k = base.astype(np.int64) + salt * 977
    part = _smooth(across - base)
    return _table()[k % TABLE] * (1 - part) + _table()[(k + 1) % TABLE] * part


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
        self.raster = RASTER * max(1.0, math.sqrt(frame[0] * frame[1] / POINTS))
        self._distance: Any = self._distances(anchors, calm) if roughness else None

    def _distances(self, anchors: Any, calm: Sequence[tuple[float, float, float]]) -> Any:
        import numpy as np
        import shapely

        step = self.raster
        columns, rows = (int(side / step) + 3 for side in self.frame)
        x, y = np.meshgrid(np.arange(columns) * step - step, np.arange(rows) * step - step)
        still = STILL * step
        reach = FADE * WAVES[0] + still
        distance: Any = np.full(columns * rows, 1e6)
        if len(anchors):
            tree = shapely.STRtree(anchors)
            points = shapely.points(x.ravel(), y.ravel())
            (which, _), found = tree.query_nearest(points, max_distance=reach + 2 * step, return_distance=True, all_matches=False)
            distance[which] = found
        distance = distance.reshape(rows, columns)
        for cx, cy, radius in calm:
            far = radius + reach
            across, down = (slice(max(int((c - far) / step), 0), max(int((c + far) / step) + 3, 0)) for c in (cx, cy))
            near = np.hypot(x[down, across] - cx, y[down, across] - cy) - radius
            distance[down, across] = np.minimum(distance[down, across], np.maximum(near, 0))
        return np.maximum(distance - still, 0)

    def _fading(self, x: Any, y: Any, wave: float) -> Any:
        """Return how much of a wave is left, from 0 at what stays to 1 further off."""
        import numpy as np

        grid = self._distance
        rows, columns = grid.shape
        u = np.clip(x / self.raster + 1, 0, columns - 1.001)
        v = np.clip(y / self.raster + 1, 0, rows - 1.001)
        i, j = u.astype(np.int64), v.astype(np.int64)
        fx, fy = u - i, v - j
        low = grid[j, i] * (1 - fx) + grid[j, i + 1] * fx
        high = grid[j + 1, i] * (1 - fx) + grid[j + 1, i + 1] * fx
        return _smooth(np.clip((low * (1 - fy) + high * fy) / (FADE * wave), 0, 1))

    def _bends(self) -> list[tuple[float, float, float, int]]:
        """Return wave, direction and salt of every bend in order."""
        return [
            (wave, math.cos(angle), math.sin(angle), TURNS * k + turn)
            for k, wave in enumerate(WAVES)
            for turn in range(TURNS)
            for angle in [math.pi * (turn / TURNS + 0.11 + 0.07 * k)]
        ]

    def bend(self, places: Any) -> Any:
        """Return places (n x 2) moved to their natural course."""
        import numpy as np

        if not self.roughness:
            return places
        x, y = places[:, 0], places[:, 1]
        for wave, cos, sin, salt in self._bends():
            height = self.roughness * HEIGHT * wave * noise((x * sin - y * cos) / wave, salt)
            shift = height * self._fading(x, y, wave)
            x, y = x + cos * shift, y + sin * shift
        return np.column_stack([x, y])

    def straighten(self, places: Any) -> Any:
        """Return where places (n x 2) came from, to less than a thousandth of a millimetre."""
        import numpy as np

        if not self.roughness or not len(places):
            return places
        x, y = places[:, 0], places[:, 1]
        for wave, cos, sin, salt in reversed(self._bends()):
            height = self.roughness * HEIGHT * wave * noise((x * sin - y * cos) / wave, salt)
            shift = np.zeros(len(x))
            for _ in range(200):
                before, shift = shift, height * self._fading(x - cos * shift, y - sin * shift, wave)
                if np.abs(shift - before).max() < 1e-7:
                    break
            x, y = x - cos * shift, y - sin * shift
        return np.column_stack([x, y])
