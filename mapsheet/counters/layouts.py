"""Layouts of counters as values: what is drawn where on a face.

A layout is drawn on a canvas, 100 by 100 for a square counter and 200 by 100 for a double one. The canvas is scaled to the
counter and centred on it, so that one layout serves counters of all sizes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

Spot = tuple[float, float]
SLOT = re.compile(r"\{([a-z_][a-z0-9_-]*)\}")
GIVEN = ("name", "id", "side", "type", "set", "emblem")
"""What every text may use besides the slots of a face: the counter's name and id, the names of its side, type and title,
its side's emblem."""
COLOURS = ("ground", "ink", "stripe", "pale", "deep", "paper", "black", "white", "none")
"""Colours by their part: the side's own, its pale and deep tints, the style's paper."""


class Item(NamedTuple):
    """One thing drawn: what it is, where and how large in units of the canvas, and in which colours.

    `needs` names slots that must be filled, those with a `!` must not be. What else counts depends on `draw`.
    """

    draw: str
    at: Spot = (50.0, 50.0)
    size: Spot = (10.0, 10.0)
    to: Spot = (50.0, 50.0)
    colour: str = "ink"
    line: str = ""
    hole: str = ""
    thick: float = 1.5
    text: str = ""
    face: str = "sans-bold"
    anchor: str = "middle"
    room: float = 0.0
    lines: int = 1
    tracking: float = 0.0
    turn: float = 0.0
    symbol: str = ""
    edge: str = "top"
    corner: float = 0.0
    repeat: int = 1
    step: Spot = (0.0, 0.0)
    needs: tuple[str, ...] = ()

    @property
    def slots(self) -> set[str]:
        """The slots that this item looks at."""
        return {*SLOT.findall(self.text), *SLOT.findall(self.symbol), *(need.lstrip("!") for need in self.needs)}


class Layout(NamedTuple):
    """Where everything stands on a face. `ground` fills it; `also` names slots that a face may have though none are printed."""

    name: str
    canvas: Spot
    ground: str
    ink: str
    items: tuple[Item, ...]
    also: tuple[str, ...] = ()

    @property
    def slots(self) -> set[str]:
        """Every slot that a face of this layout may fill."""
        return {slot for item in self.items for slot in item.slots} - {*GIVEN} | {*self.also}

    @property
    def symbol_slots(self) -> set[str]:
        """The slots whose words are names of symbols."""
        return {slot for item in self.items for slot in SLOT.findall(item.symbol)} - {*GIVEN}


Layouts = Mapping[str, Layout]
