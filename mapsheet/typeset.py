"""Words in a style's type on a layer: one line, a line made to fit, a paragraph. Each returns the box its ink takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapsheet.box import Box, Point, union
from mapsheet.text import SMALLEST, Anchor, advance, measure, outline, wrapped

if TYPE_CHECKING:
    from mapsheet.sheet import Layer
    from mapsheet.style import Type

LEADING = 1.25
"""From baseline to baseline, in ems."""


def write(layer: Layer, words: str, kind: Type, at: Point, *, anchor: Anchor = "start", turn: float = 0.0) -> Box:
    """Draw one line with the chosen point of its baseline at `at`, turned clockwise by degrees about it."""
    lettering = outline(words, kind.face, kind.size, at=at, anchor=anchor, tracking=kind.tracking, turn=turn)
    layer.lettering(lettering, kind.colour, halo=None if kind.halo == "none" else kind.halo, halo_width=kind.halo_width)
    return lettering.box


def width(words: str, kind: Type) -> float:
    """Return the advance of the words in mm."""
    return advance(words, kind.face, kind.size, tracking=kind.tracking)


def cap_height(kind: Type) -> float:
    """Return the height of the type's capitals in mm."""
    return measure("", kind.face, kind.size).cap_height


def fitted(words: str, kind: Type, room: float) -> Type:
    """Return the type made smaller so that the words are at most `room` mm wide, but never under 5 point."""
    taken = width(words, kind)
    if taken <= room:
        return kind
    return kind._replace(size=type(kind.size)(max(SMALLEST, kind.size * room / taken)))


def shortened(words: str, kind: Type, room: float, *, least: float = SMALLEST) -> str:
    """Return the words, cut with an ellipsis where even at 5 point, or with an em of `least` mm, they are wider than `room`."""
    smallest = kind._replace(size=type(kind.size)(least))
    # no letter but a dot is narrower than this: what lies beyond need not be measured
    most = max(1, int(room / (0.2 * least)))
    if len(words) <= most and width(words, smallest) <= room:
        return words
    words = words[:most]
    while words and width(f"{words}…", smallest) > room:
        words = words[:-1]
    return f"{words.rstrip()}…"


def paragraph(layer: Layer, words: str, kind: Type, at: Point, *, room: float, anchor: Anchor = "start") -> Box:
    """Draw words broken into lines at most `room` mm wide; `at` is on the first baseline."""
    lines = wrapped(words, kind.face, kind.size, width=room)
    step = LEADING * kind.size
    return union(write(layer, line, kind, (at[0], at[1] + row * step), anchor=anchor) for row, line in enumerate(lines))
