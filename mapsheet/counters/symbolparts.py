"""What symbols are made of: paths in a box of 100 by 100 units, y growing downwards, in two colours."""

from __future__ import annotations

from typing import NamedTuple

INK, HOLE, NONE = "ink", "hole", "none"


class Part(NamedTuple):
    """A path of a symbol: filled and stroked in its ink, or in the colour of the ground that shows through (`hole`)."""

    d: str
    fill: str = INK
    stroke: str = NONE
    width: float = 0.0


Symbol = tuple[Part, ...]


def solid(d: str) -> Part:
    """Return a path filled with ink."""
    return Part(d)


def hole(d: str) -> Part:
    """Return a path that shows the ground."""
    return Part(d, HOLE)


def line(d: str, width: float, colour: str = INK) -> Part:
    """Return a line of ink (or another part's colour), not filled, with round ends."""
    return Part(d, NONE, colour, width)
