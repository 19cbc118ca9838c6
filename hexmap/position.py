"""Positions: which units stand where, read from a position/1 file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hexmap.standing import note_standing
from mapsheet.fields import Fields
from mapsheet.setup.muster import Muster, take_muster
from mapsheet.source import read_toml

if TYPE_CHECKING:
    from hexmap.board import Board
    from mapsheet.counters import CounterSet

LONGEST_CODE = 10  # characters that a hex can hold
HIGHEST_ROUT = 4  # above it a unit is eliminated (10.1)


class Unit(NamedTuple):
    """A unit on the map. `blocks` is false for leaders, markers and wagons: they stop neither sight nor movement.

    `group` is under whom it stands on a set-up sheet; `back` says that its counter lies with the back up; `charge` is where
    the unit stands at which it charges; `marker` and `spent` are ids of markers, one that lies on it and one that is used up.
    """

    at: str
    counter: str = ""
    side: str = ""
    blocks: bool = True
    unit_class: str | None = None
    movement: int | None = None
    rout: int = 0
    code: str = ""
    group: str = ""
    back: bool = False
    charge: str = ""
    marker: str = ""
    spent: str = ""


class OnTrack(NamedTuple):
    """A counter in a box of a track of the map, by their names; `back` as of a unit."""

    track: str
    box: str
    counter: str
    back: bool = False


class Moment(NamedTuple):
    """What a picture of a game says beside the map: lines under a heading, and the counters on tracks."""

    heading: str
    lines: tuple[str, ...]
    tracks: tuple[OnTrack, ...] = ()


class Position(NamedTuple):
    """The units of one moment of a game, in the order of the file.

    `muster` is what a set-up says besides: who waits off the map and who comes when. With `counters` the units are drawn as
    these, else by their codes. `moment` is what a game says about it.
    """

    map: str
    units: tuple[Unit, ...]
    muster: Muster | None = None
    counters: CounterSet | None = None
    moment: Moment | None = None


def read_position(path: Path | str, *, board: Board | None = None) -> Position:
    """Return the position in a file.

    Raises DataError with every fault: a wrong format, an unknown key, a unit without `at`, a wrong type; with a `board`
    also the name of another map, or where it is this one's a unit that does not or may not stand there, two that block in
    one hex, a side or class that the map does not know.
    """
    fields = Fields(read_toml(path))
    position = take_position(fields, board)
    fields.raise_faults()
    return position


def take_position(fields: Fields, board: Board | None = None) -> Position:
    """Return the position in the fields of a file, which note every fault."""
    fields.choice("format", ("position/1",), required=True)
    name = fields.text("map")
    if board is not None and fields.attempt("map", None, board.own_name, name) is None:
        board = None  # the units of another map stand where this one says nothing about
    units = tuple(take_unit(unit, board) for unit in fields.tables("unit"))
    if board is not None:
        note_standing(fields, board, units)
    muster = take_muster(fields)
    fields.finish()
    return Position(name, units, muster)


def take_unit(fields: Fields, board: Board | None) -> Unit:
    """Return the unit in a table, which notes every fault."""
    unit = Unit(
        _at(fields, board),
        fields.text("counter"),
        fields.text("side"),
        fields.flag("blocks", default=True),
        fields.text("class") or None,
        fields.whole("movement", default=None),
        fields.whole("rout", default=0, most=HIGHEST_ROUT) or 0,
        fields.text("code", longest=LONGEST_CODE),
        fields.text("group"),
        fields.flag("back", default=False),
        _stand(fields, "charge", board),
        fields.text("marker"),
        fields.text("spent"),
    )
    fields.finish()
    return unit


def _at(fields: Fields, board: Board | None) -> str:
    if fields.data.get("at") == "":
        fields.fault("at", "expected where a unit stands, such as a hex number, got ''")
    return _stand(fields, "at", board, required=True)


def _stand(fields: Fields, key: str, board: Board | None, *, required: bool = False) -> str:
    at = fields.text(key, required=required)
    if at and board is not None:
        fields.attempt(key, None, board.stand, at)
    return at
