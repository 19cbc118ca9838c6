"""What hexes, hexsides and lines are to the rules: terrain, kinds, costs by class of unit, sight policies, sides."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from hexmap.grid import Hex

Cost = int | Fraction


class Terrain(NamedTuple):
    """A kind of hex. `enter` None is prohibited; `sight` is open, blocks, or blocks into (8.16)."""

    name: str
    code: str
    enter: Cost | None
    sight: str = "open"
    height: Cost = 0
    run: bool = True
    charge: bool = True
    turn: Cost = 0
    label: str = ""
    draw: str = ""


class HexsideKind(NamedTuple):
    """A kind of hexside. `cross` is added to the step over it, None is prohibited; `blocks` stops sight over or along it."""

    name: str
    cross: Cost | None = 0
    blocks: bool = False
    label: str = ""


class LineKind(NamedTuple):
    """A kind of line through centres. `enter` replaces the terrain's cost for a step along it; None: drawing only."""

    name: str
    enter: Cost | None = None
    label: str = ""


class UnitClass(NamedTuple):
    """Points of a class of unit where they differ: terrain, hexside kind and line kind by name."""

    name: str
    enter: dict[str, Cost | None]
    cross: dict[str, Cost | None]
    line: dict[str, Cost | None]


class Policy(NamedTuple):
    """How sight treats what the rules of a game leave open; the names are those of the map file's [sight]."""

    run: str = "same-hexside"
    touch: str = "ignore"
    offmap: str = "open"
    elevation: str = "higher-than-both"


POLICIES = {
    "run": ("same-hexside", "either", "each-side", "never"),
    "touch": ("ignore", "blocks"),
    "offmap": ("open", "blocks"),
    "elevation": ("higher-than-both", "slope", "none"),
}


class Side(NamedTuple):
    """What belongs to a player's side: its rout directions (indexes) and the named stretches where it may leave."""

    name: str
    rout: tuple[int, ...] = ()
    exit: tuple[str, ...] = ()
    label: str = ""


class Line(NamedTuple):
    """A line through the centres of hexes that touch one by one."""

    kind: str
    through: tuple[Hex, ...]


class Rules(NamedTuple):
    """What a game says about the map as a whole."""

    policy: Policy = Policy()
    uphill: Cost = 0
    classes: dict[str, UnitClass] = {}  # noqa: RUF012 - a NamedTuple's default is never changed
    hexside_kinds: dict[str, HexsideKind] = {}  # noqa: RUF012
    line_kinds: dict[str, LineKind] = {}  # noqa: RUF012


class Ground(NamedTuple):
    """Terrain and level of every cell."""

    terrains: tuple[Terrain, ...]
    terrain_at: bytes
    level_at: bytes
