"""Lightness and contrast of colours by the published formulas: sRGB, CIE 1976 L*, WCAG 2.1 contrast ratio."""

from __future__ import annotations


def channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def luminance(rgb: tuple[float, float, float]) -> float:
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lightness(rgb: tuple[float, float, float]) -> float:
    y = luminance(rgb)
    return 116 * y ** (1 / 3) - 16 if y > 216 / 24389 else 24389 / 27 * y


def contrast(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def over(above: str, opacity: float, below: str) -> tuple[float, float, float]:
    """Return the colour seen where `above` covers `below` in part."""
    if above == "none":
        return channels(below)
    red, green, blue = (opacity * a + (1 - opacity) * b for a, b in zip(channels(above), channels(below), strict=True))
    return red, green, blue
