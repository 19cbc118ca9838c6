"""Numbers that look random and are not: sequences made from a text, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from zlib import crc32

SKIPPED = 4  # the first states of near texts lie near each other


def sequence(text: str) -> Iterator[float]:
    """Yield numbers from 0 up to 1 that depend on the text alone."""
    state = _seed(text)
    for _ in range(SKIPPED):
        state = _next(state)
    while True:
        state = _next(state)
        yield state / 2**32


def sequences(texts: Sequence[str], count: int) -> Any:
    """Return the first numbers of the sequences of several texts, as an array with a row for each text."""
    import numpy as np

    states = np.array([_seed(text) for text in texts], dtype=np.uint32)  # as wide as the state, so that shifts need no mask
    found = np.empty((len(texts), count))
    for k in range(-SKIPPED, count):
        states ^= states << 13
        states ^= states >> 17
        states ^= states << 5
        if k >= 0:
            found[:, k] = states
    return found / 2**32


def _seed(text: str) -> int:
    return crc32(text.encode()) or 1


def _next(state: int) -> int:
    state ^= (state << 13) & 0xFFFFFFFF
    state ^= state >> 17
    return state ^ (state << 5) & 0xFFFFFFFF
