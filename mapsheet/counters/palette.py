"""The colours of a face: its side's, the tints made of them, greys where the style prints without colour."""

from __future__ import annotations

from mapsheet.colours import grey, mixed
from mapsheet.counters.layouts import Layout
from mapsheet.counters.values import Side
from mapsheet.style import Style

BLACK, WHITE = "#1A1A1A", "#FFFFFF"


class Palette:
    """Gives the colour of a part's name on one face."""

    def __init__(self, side: Side, layout: Layout, style: Style) -> None:
        self._grey = not style.counter.own_colours
        self._named = {
            "ground": side.colour, "ink": side.ink, "stripe": side.stripe, "paper": style.paper,
            "pale": mixed(side.colour, WHITE, 0.7), "deep": mixed(side.colour, "#000000", 0.5),
            "black": BLACK, "white": WHITE, "none": "none",
        }  # fmt: skip
        self.ground, ink = self.of(layout.ground), self.of(layout.ink)
        self._named["ink"] = ink

    def of(self, name: str) -> str:
        """Return the colour of a name, or a colour itself; "" where the side has no stripe."""
        colour = self._named.get(name, name)
        return grey(colour) if self._grey and colour.startswith("#") else colour
