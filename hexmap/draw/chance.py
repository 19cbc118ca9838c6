"""Numbers that look random and are not: sequences made from a text, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32


def sequence(text: str) -> Iterator[float]:
    """Yield numbers from 0 up to 1 that depend on the text alone."""
    state = crc32(text.encode()) or 1
    for _ in range(4):  # the first states of near texts lie near each other
        state = _next(state)
    while True:
        state = _next(state)
        yield state / 2**32


def _next(state: int) -> int:
    state ^= (state << 13) & 0xFFFFFFFF
    state ^= state >> 17
    return state ^ (state << 5) & 0xFFFFFFFF
