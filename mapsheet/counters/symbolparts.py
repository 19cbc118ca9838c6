"""What symbols are made of: paths in a box of 100 by 100 units, y growing downwards, in two colours."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from mapsheet.box import Box, union

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


def seamed(d: str, width: float = 3.0) -> Part:
    """Return a path filled with ink that a seam of ground parts from what lies beneath."""
    return Part(d, INK, HOLE, width)


@lru_cache(maxsize=512)
def ink_box(symbol: Symbol) -> Box:
    """Return the box around all ink of a symbol in its units, the width of its lines included."""
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.svgLib.path import parse_path

    boxes = []
    for part in symbol:
        pen = BoundsPen(None)
        parse_path(part.d, pen)
        if pen.bounds and INK in (part.fill, part.stroke):
            boxes.append(Box(*pen.bounds).grown(part.width / 2 if part.stroke == INK else 0.0))
    return union(boxes) if boxes else Box(50.0, 50.0, 50.0, 50.0)
