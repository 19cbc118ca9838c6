"""How sure a share is that was counted."""

from __future__ import annotations

from math import sqrt

Z_95 = 1.959963984540054  # standard deviations that leave 2.5 % of a normal distribution beyond


def wilson(successes: int, trials: int, *, z: float = Z_95) -> tuple[float, float]:
    """Return Wilson's score interval of a share: between which bounds the true one lies, in 95 of 100 such samples.

    Without trials it is all from 0 to 1.
    """
    if trials == 0:
        return 0.0, 1.0
    share, square = successes / trials, z * z / trials
    middle = (share + square / 2) / (1 + square)
    half = z / (1 + square) * sqrt(share * (1 - share) / trials + square / (4 * trials))
    return max(0.0, middle - half) if successes else 0.0, min(1.0, middle + half) if successes < trials else 1.0
