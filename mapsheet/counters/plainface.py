"""Stand-in: a plain ground with the name."""

from __future__ import annotations

from mapsheet.box import Box, Point
from mapsheet.counters.values import Counter, CounterSet
from mapsheet.sheet import Layer
from mapsheet.style import Style
from mapsheet.typeset import fitted, shortened, write


def draw_counter(
    layer: Layer, style: Style, found: CounterSet, counter: Counter, at: Point, *, back: bool = False, turn: float = 0.0, bleed: float = 0.0
) -> None:
    """Draw a plain ground with the name."""
    wide, high = counter.size
    trim = Box(at[0], at[1], at[0] + wide, at[1] + high)
    turned = f"rotate({turn:g} {trim.centre[0]:.4f} {trim.centre[1]:.4f})" if turn else None
    group = layer.group(transform=turned)
    group.rect(trim.grown(bleed), fill=counter.side.colour)
    kind = style.lettering["note"]._replace(colour=counter.side.ink)
    words = shortened(("b " if back else "") + counter.name, kind, wide - 1)
    write(group, words, fitted(words, kind, wide - 1), (trim.centre[0], trim.centre[1]), anchor="middle")
