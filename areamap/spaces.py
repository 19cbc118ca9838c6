"""Spaces, factions, borders and links: what an area map is made of, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from areamap.conditions import ALWAYS, Condition

Cost = int | Fraction
LonLat = tuple[float, float]

LAND = frozenset({"land", "island", "closed"})
"""Kinds that are ground with a shape."""
WATER = frozenset({"sea", "closed-sea"})
"""Kinds that are water with a shape."""
SHUT = frozenset({"closed", "closed-sea"})
"""Kinds that are drawn and never entered."""
KINDS = (
    *("land", "island", "sea", "city", "box", "zone", "thema", "homeland", "capital", "reserves", "node"),
    *("track", "power", "minor", "closed", "closed-sea"),
)
BORDER_CLASSES = ("land", "coast", "sea", "impassable", "edge")


class Faction(NamedTuple):
    """What regions belong to by colour: its id, its name, a letter code and its tint (empty: the style's)."""

    id: str
    name: str
    code: str = ""
    colour: str = ""


class Space(NamedTuple):
    """A place a unit or a marker can be in, or an area that is only drawn.

    `at` is longitude and latitude, on a board without shapes millimetres on the sheet (x right, y down). `within` is a
    city's region, `ports` the seas it opens to. `neighbors` and `coasts` are what the file declares, None where it declares
    nothing. `group` is the game's own class (the file's `class`). `order` counts along `path`, the capital's is 0.
    """

    id: str
    kind: str
    name: str
    aliases: tuple[str, ...] = ()
    group: str = ""
    code: str = ""
    value: int | None = None
    faction: str = ""
    at: LonLat | None = None
    within: str = ""
    ports: tuple[str, ...] = ()
    path: str = ""
    order: int | None = None
    traits: frozenset[str] = frozenset()
    entry: Condition = ALWAYS
    entry_rule: str = ""
    note: str = ""
    neighbors: tuple[str, ...] | None = None
    coasts: tuple[str, ...] | None = None
    provenance: Mapping[str, str] = {}

    @property
    def is_shut(self) -> bool:
        """Return whether it is drawn only and never entered."""
        return self.kind in SHUT


class Border(NamedTuple):
    """One contact of two spaces: an unbroken line, of one arc, between two junctions, or a ring.

    `left` and `right` are the spaces at either hand of who walks along the arc, empty for the outside.
    """

    kind: str
    left: str
    right: str
    arc: int

    @property
    def pair(self) -> tuple[str, str]:
        """Return both spaces, the lower id first."""
        return (self.left, self.right) if self.left <= self.right else (self.right, self.left)


class Link(NamedTuple):
    """A way from one space to another: its kind, both ends, its cost, the condition on which it is open, and the rule.

    It runs both ways unless `one_way` gives the reason why not. `source` is `drawn` (from a border), `declared`, or
    `corner` (a ruling). `group` and `value` are the game's own class and number (the file's `class`, `value`). `note` says
    in words what the condition is.
    """

    kind: str
    a: str
    b: str
    cost: Cost = 1
    open: Condition = ALWAYS
    rule: str = ""
    one_way: str = ""
    source: str = "declared"
    provenance: str = ""
    path: str = ""
    group: str = ""
    value: int | None = None
    note: str = ""

    def other(self, space: str) -> str:
        """Return the end that `space` is not."""
        return self.b if space == self.a else self.a


class Kind(NamedTuple):
    """What a kind of link costs and how it looks, where the file says so; `note` tells its condition in words."""

    name: str
    cost: Cost = 1
    look: str = ""
    label: str = ""
    note: str = ""


class Mover(NamedTuple):
    """Who moves: the kinds of link it may use."""

    name: str
    by: tuple[str, ...]


class Corner(NamedTuple):
    """A ruling on spaces that meet in one point: which pairs count as neighbors across it (none: nobody)."""

    spaces: frozenset[str]
    joins: tuple[tuple[str, str], ...] = ()
    reason: str = ""


class Waiver(NamedTuple):
    """Two spaces whose declared and drawn contact disagree on purpose."""

    pair: tuple[str, str]
    reason: str


class TrackPlan(NamedTuple):
    """A track as the file has it: its boxes, markers with the box each starts in (None: not on it), and its overflow.

    `overflow` says for each marker what happens past the last box: `clamp`, or a text that tells.
    """

    id: str
    title: str
    boxes: tuple[str, ...]
    notes: tuple[str, ...] = ()
    start: Mapping[str, int | None] = {}
    overflow: Mapping[str, str] = {}
    provenance: str = ""
