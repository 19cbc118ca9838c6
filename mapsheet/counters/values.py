"""Counters as values: what is printed on each of their two sides, and who owns them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from mapsheet.counters.layouts import Layout
from mapsheet.units import Size


class Side(NamedTuple):
    """Who counters belong to: a player's side, a nation, a kind of markers. Colours are #rrggbb.

    `emblem` is the symbol that tells its counters apart where there are no colours.
    """

    id: str
    name: str
    colour: str
    ink: str
    stripe: str = ""
    emblem: str = ""


class Kind(NamedTuple):
    """A type of counter: its name, the symbol that is drawn for it, and the layout, size and class its counters have."""

    id: str
    name: str
    symbol: str
    layout: str
    size: Size
    unit_class: str
    blocks: bool


class Face(NamedTuple):
    """One printed side: the layout that places what is printed, the symbol, and the words by slot (`movement`, `morale`).

    `image` names a picture in the title's folder that is drawn in place of the symbol.
    """

    layout: str
    symbol: str
    values: Mapping[str, str]
    image: str = ""


class Counter(NamedTuple):
    """A counter, of which there are `copies`; `origins` tells provenance by dotted key (`front.movement`), "" for the rest."""

    id: str
    name: str
    side: Side
    kind: Kind
    size: Size
    copies: int
    front: Face
    back: Face | None
    origins: Mapping[str, str]

    def face(self, *, back: bool = False) -> Face | None:
        """Return the front or the back."""
        return self.back if back else self.front


class CounterSet(NamedTuple):
    """All counters of a title by id, in the order of the file, with its sides and kinds; `folder` is where it lies.

    `layouts` is the name of the file of layouts, `layouts_by_name` holds those under the file's own.
    """

    title: str
    map: str
    folder: Path
    sides: Mapping[str, Side]
    kinds: Mapping[str, Kind]
    counters: Mapping[str, Counter]
    layouts: str
    layouts_by_name: Mapping[str, Layout] = MappingProxyType({})

    @property
    def total(self) -> int:
        """The number of pieces, each copy counted."""
        return sum(counter.copies for counter in self.counters.values())
