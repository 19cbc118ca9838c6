"""What a source asks for, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from areamap.projection import Place, Projection

LAND, WATER = "land", "water"
LAND_KINDS = ("land", "island", "closed")
WATER_KINDS = ("sea", "closed-sea")


class Area(NamedTuple):
    """An area on the paper (`mm2`) or on the ground (`km2`)."""

    value: float
    unit: str


NOTHING = Area(0.0, "mm2")


class Wanted(NamedTuple):
    """A space that is to get a shape: the places that are its own."""

    id: str
    on: str
    kind: str
    seeds: tuple[Place, ...]


class BorderLine(NamedTuple):
    """A border where the author cares: the spaces at its left and right, and what it runs through."""

    between: tuple[str, str]
    through: tuple[Place, ...]
    kind: str = ""
    start: tuple[str, str] | None = None
    end: tuple[str, str] | None = None
    name: str = ""


class Channel(NamedTuple):
    """Water carved through land, `width` mm wide on the sheet."""

    through: tuple[Place, ...]
    width: float


@dataclass(frozen=True)
class CoastPlan:
    """How the coastline is taken over; lengths in mm on the sheet."""

    file: str = ""
    drop_below: Area = NOTHING
    divide_above: Area = NOTHING
    keep: tuple[Place, ...] = ()
    simplify: float = 0.2


@dataclass(frozen=True)
class Plan:
    """A whole source; `text` is what it was read from."""

    title: str
    projection: Projection
    coast: CoastPlan
    spaces: dict[str, Wanted]
    lines: tuple[BorderLine, ...] = ()
    channels: tuple[Channel, ...] = ()
    roughness: float = 0.0
    credit: str = ""
    text: str = field(default="", repr=False)
    path: str = ""
    needs_coastline: bool = True
    bends: float = 0.0

    def on(self, ground: str) -> list[Wanted]:
        """Return the spaces on land or on water, by id."""
        return [self.spaces[name] for name in sorted(self.spaces) if self.spaces[name].on == ground]

    def is_water(self, name: str) -> bool:
        """Tell whether a space lies on water."""
        return self.spaces[name].on == WATER
