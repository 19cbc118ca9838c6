"""Positions: which units stand where, read from a position/1 file."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from mapsheet.errors import DataError, NotationError
from mapsheet.fields import Fields
from mapsheet.source import read_toml


class Unit(NamedTuple):
    """A unit on the map. `blocks` is false for leaders, markers and wagons: they stop neither sight nor movement."""

    at: str
    counter: str = ""
    side: str = ""
    blocks: bool = True
    unit_class: str | None = None
    movement: int | None = None
    rout: int = 0
    code: str = ""


class Position(NamedTuple):
    """The units of one moment of a game, in the order of the file."""

    map: str
    units: tuple[Unit, ...]


def read_position(path: Path | str) -> Position:
    """Return the position in a file.

    Raises DataError with every fault: a wrong format, an unknown key, a unit without `at`, a wrong type.
    """
    source = read_toml(path)
    fields = Fields(source)
    fields.choice("format", ("position/1",), required=True)
    name = fields.text("map")
    units = tuple(_unit(unit) for unit in fields.tables("unit"))
    fields.finish()
    fields.raise_faults()
    return Position(name, units)


def _unit(fields: Fields) -> Unit:
    unit = Unit(
        fields.text("at", required=True),
        fields.text("counter"),
        fields.text("side"),
        fields.flag("blocks", default=True),
        fields.text("class") or None,
        fields.whole("movement", default=None),
        fields.whole("rout", default=0, most=9) or 0,
        fields.text("code"),
    )
    fields.finish()
    return unit


__all__ = ["DataError", "NotationError", "Position", "Unit", "read_position"]
