"""The options that queries share, as keywords."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypedDict

from mapsheet.errors import nearest

if TYPE_CHECKING:
    from pathlib import Path

    from hexmap.pair import Stand
    from hexmap.position import Position


class UnitOptions(TypedDict, total=False):
    """What every query takes: hexes or stands of other units, a position, and the class of the unit asked for.

    A position may be the path of its file for the methods of `HexMap`, which read it.
    """

    occupied: Iterable[str | Stand]
    position: Position | Path | str | None
    unit_class: str | None


class PolicyOptions(TypedDict, total=False):
    """Sight policies that replace the map's own for one query."""

    run: str | None
    touch: str | None
    offmap: str | None
    elevation: str | None


class SightOptions(UnitOptions, PolicyOptions, total=False):
    """Options of sight queries."""


def refuse_unknown(options: Mapping[str, object], kind: type) -> None:
    """Raise TypeError for an option that a kind of options does not have, as Python does for an argument."""
    known = kind.__annotations__
    if options.keys() <= known.keys():
        return
    name = next(name for name in options if name not in known)
    raise TypeError(f"unexpected option {name!r}{nearest(name, list(known))}")
