"""What colours do to the eye: luminance, contrast, mixtures, and the grey of the same lightness."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

READABLE = 4.5
"""The least contrast of words with what they stand on."""


def channels(colour: str) -> tuple[float, float, float]:
    """Return red, green and blue of `#rrggbb`, each from 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, 0 for black and 1 for white."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@lru_cache(maxsize=1024)
def mixed(one: str, other: str, share: float) -> str:
    """Return a colour mixed with a share of another."""
    return _spelled(a + (b - a) * share for a, b in zip(channels(one), channels(other), strict=True))


@lru_cache(maxsize=1024)
def grey(colour: str) -> str:
    """Return the grey that is as light as a colour."""
    y = luminance(colour)
    level = 12.92 * y if y <= 0.0031308 else 1.055 * y ** (1 / 2.4) - 0.055
    return _spelled((level, level, level))


def _spelled(values: Iterable[float]) -> str:
    return "#" + "".join(f"{round(255 * min(1.0, max(0.0, value))):02X}" for value in values)
