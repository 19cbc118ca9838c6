"""The course of a drawn line: rounded through its places, with small bends as rivers and ranges have them."""

from __future__ import annotations

import hashlib
from typing import Any

from areamap.build.course import noise
from areamap.build.plan import BorderLine, Plan
from areamap.build.shore import on_paper

SAMPLED = 1.2  # mm between the places of a rounded line
MOST_SAMPLES = 500  # between two places of the author's, for lines that run far outside the frame
WAVES = ((9.0, 0.55), (3.6, 0.28))  # mm: length and height of the bends
CALM = 4.0  # mm from a line's end within which bends grow to their height


def course_of(plan: Plan, line: BorderLine) -> Any:
    """Return the course of a line in mm on the frame (n x 2)."""
    return rounded(on_paper(plan, line.through), plan.bends)


def rounded(through: Any, strength: float) -> Any:
    """Return places (n x 2) along a smooth line through the given ones, with bends.

    A strength of 0 leaves the line as it is, 1 bends it most. The line is the same walked backwards.
    """
    import numpy as np

    if not strength or len(through) < 2:
        return through
    if tuple(through[-1]) < tuple(through[0]):
        return rounded(through[::-1], strength)[::-1]
    apart = np.append(True, np.hypot(*np.diff(through, axis=0).T) > 1e-6)
    if apart.sum() < 2:
        return through
    smooth = _smooth(through[apart])
    return smooth + _bends(smooth) * strength if len(smooth) > 2 else smooth


def _smooth(places: Any) -> Any:
    """Return a centripetal Catmull-Rom spline, which passes through every place and makes no loops."""
    import numpy as np

    if len(places) < 2:
        return places
    ends = 2 * places[[0, -1]] - places[[1, -2]]
    p = np.concatenate([ends[:1], places, ends[1:]])
    step = np.sqrt(np.hypot(*np.diff(p, axis=0).T))
    found = [places[:1]]
    for k in range(1, len(p) - 2):
        length = float(np.hypot(*(p[k + 1] - p[k])))
        t = np.linspace(0, 1, min(int(length / SAMPLED), MOST_SAMPLES) + 2)[1:, None]
        found.append(_hermite(p[k - 1 : k + 3], step[k - 1 : k + 2], t))
    return np.concatenate(found)


def _hermite(p: Any, step: Any, t: Any) -> Any:
    """Return the places at t (0 to 1) between the second and the third of four, `step` apart in the spline's measure."""
    before, here, after = step
    slope = (p[2] - p[1]) / here
    leave = (slope + ((p[1] - p[0]) / before - (p[2] - p[0]) / (before + here))) * here
    arrive = (slope + ((p[3] - p[2]) / after - (p[3] - p[1]) / (here + after))) * here
    square, cube = t * t, t * t * t
    return (
        (2 * cube - 3 * square + 1) * p[1]
        + (cube - 2 * square + t) * leave
        + (3 * square - 2 * cube) * p[2]
        + (cube - square) * arrive
    )


def _bends(places: Any) -> Any:
    """Return how far each place of a line moves sidewards, from nothing at its ends."""
    import numpy as np

    steps = np.hypot(*np.diff(places, axis=0).T)
    along = np.append(0.0, np.cumsum(steps))
    way = np.gradient(places, axis=0)
    across = np.column_stack([way[:, 1], -way[:, 0]]) / np.maximum(np.hypot(*way.T), 1e-9)[:, None]
    digest = hashlib.blake2b(np.round(places[[0, -1]], 3).astype("<f8").tobytes()).digest()
    shift = np.zeros(len(places))
    for k, (wave, height) in enumerate(WAVES):
        shift += height * noise(along / wave, int.from_bytes(digest[2 * k : 2 * k + 2], "little"))
    grown = np.clip(np.minimum(along, along[-1] - along) / CALM, 0, 1)
    return across * (shift * grown)[:, None]
