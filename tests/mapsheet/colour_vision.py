"""Colours as eyes see them that lack one kind of cone, and how far apart two colours are.

Matrices of Machado, Oliveira and Fernandes 2009 (severity 1), on linear sRGB; distance is CIE 1976 Delta E in L*a*b* (D65).
"""

from __future__ import annotations

from math import dist

Rgb = tuple[float, float, float]
Matrix = tuple[Rgb, Rgb, Rgb]

EYES: dict[str, Matrix] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
TO_XYZ: Matrix = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
WHITE = (0.95047, 1.0, 1.08883)


def _times(matrix: Matrix, vector: Rgb) -> Rgb:
    red, green, blue = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return red, green, blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def lab(rgb: Rgb, eye: str = "normal") -> Rgb:
    """Return L*, a*, b* of an sRGB colour (0 to 1) as an eye sees it."""
    red, green, blue = (min(1.0, max(0.0, c)) for c in _times(EYES[eye], (_linear(rgb[0]), _linear(rgb[1]), _linear(rgb[2]))))
    x, y, z = (c / w for c, w in zip(_times(TO_XYZ, (red, green, blue)), WHITE, strict=True))
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def apart(one: Rgb, other: Rgb, eye: str = "normal") -> float:
    """Return Delta E of two sRGB colours for an eye."""
    return dist(lab(one, eye), lab(other, eye))
