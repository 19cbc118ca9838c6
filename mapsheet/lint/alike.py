"""Colours that an eye, or a printer without colours, cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.lint.findings import Finding

if TYPE_CHECKING:
    from coloraide import Color

APART, BESIDE = 4.0, 3.0
"""The least difference (CIEDE2000; in grey, of L*) of two areas anywhere on the map, and of two that are seen side by side."""

EYES = {"deuteranopia": "deutan", "protanopia": "protan", "tritanopia": "tritan"}


class Swatch(NamedTuple):
    """An area as it is printed: what it means, its colour, and what is drawn over it that tells it from others."""

    name: str
    colour: str
    texture: str = ""


def find_alike(kind: str, swatches: Sequence[Swatch], *, in_order: bool = False) -> Iterator[Finding]:
    """Yield a finding for each two areas without different textures that some eye sees alike.

    `in_order`: only neighbors in the row meet, such as levels.
    """
    pairs: Iterable[tuple[Swatch, Swatch]] = pairwise(swatches) if in_order else combinations(swatches, 2)
    least = BESIDE if in_order else APART
    for one, other in pairs:
        if one.texture != other.texture:
            continue
        seen = differences(one.colour, other.colour)
        short = {eye: round(value, 1) for eye, value in seen.items() if value < least}
        if short:
            eyes = ", ".join(f"{eye} {value:g}" for eye, value in short.items())
            figures = {"colours": [one.colour, other.colour], "apart": short, "least": least}
            yield Finding("L-05", f"{kind} {one.name} and {other.name}", f"alike: {eyes} of {least:g}", figures)


@lru_cache(maxsize=4096)
def differences(one: str, other: str) -> dict[str, float]:
    """Return how far apart two colours are for each eye, and in grey."""
    from coloraide import Color

    a, b = Color(one), Color(other)
    found = {"full colour": _apart(a, b), "grey": abs(a.convert("lab-d65")["lightness"] - b.convert("lab-d65")["lightness"])}
    return {**found, **{eye: _apart(a.filter(how), b.filter(how)) for eye, how in EYES.items()}}


def _apart(one: Color, other: Color) -> float:
    return float(one.delta_e(other, method="2000"))


def over(colour: str, opacity: float, below: str) -> str:
    """Return the colour seen where an area covers another in part; `none` covers nothing."""
    from mapsheet.colours import mixed

    return below if colour == "none" else mixed(below, colour, opacity)
