"""A hex map's set-up: who stands where, by side and division, gathered from a position for the sheets and the map figure."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hexmap.pair import Faced, Pair, facing
from hexmap.position import Position, take_position
from mapsheet.counters import read_counters
from mapsheet.errors import DataError, Fault, nearest
from mapsheet.fields import Fields
from mapsheet.setup import Saying, Setup, Standing, gather
from mapsheet.source import find_source, read_toml

if TYPE_CHECKING:
    from hexmap.board import Board
    from hexmap.position import Unit
    from mapsheet.counters import CounterSet

WINDS = ("N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW")

FACING = "After a unit's hexes stands the wind that it faces; of two hexes the left one comes first."


def setup_of(board: Board, position: Position, counters: CounterSet) -> Setup:
    """Return the set-up that a position gives.

    DataError naming the units whose counter is none of the title's.
    """
    strange = [unit.counter or f"a unit at {unit.at}" for unit in position.units if unit.counter not in counters.counters]
    if strange:
        raise DataError(f"no counters of the title: {', '.join(strange[:12])}")
    standing = [_standing(board, unit) for unit in position.units]
    made = gather(board.title, counters, standing, position.muster, Saying(lambda at: at, lambda turn: f"Turn {turn}"))
    return made._replace(notes=(*made.notes, FACING)) if any(" " in one.where for one in standing) else made


def _standing(board: Board, unit: Unit) -> Standing:
    return Standing(unit.counter, unit.at, where_of(board, unit.at), unit.group, "", unit.back)


def where_of(board: Board, at: str) -> str:
    """Return where a unit stands in words: its hexes, and the wind towards which it faces (`2218+2217 W`)."""
    stand = board.stand(at)
    if isinstance(stand, Pair):
        return f"{at} {wind(facing(board.grid, stand))}"
    if isinstance(stand, Faced):
        return f"{at.partition('>')[0]} {wind(board.grid.bearing(stand.direction))}"
    return at


def wind(bearing: int) -> str:
    """Return the nearest of the sixteen winds to a bearing in degrees (north 0, clockwise)."""
    return WINDS[round(bearing / 22.5) % 16]


def find_setup(map_name: Path | str, scenario: str | None = None) -> Path:
    """Return the file of a title's set-up: `setup.toml` beside the map, `setup-NAME.toml` or `NAME.toml`, or a path.

    DataError when there is none.
    """
    folder = find_source(map_name).parent
    name = scenario or "setup"
    known = {path.stem.removeprefix("setup-"): path for path in sorted(folder.glob("setup*.toml"))}
    if name in known:
        return known[name]
    if scenario and Path(scenario).is_file():
        return Path(scenario)
    raise DataError(Fault(f"no set-up of this title{nearest(name, list(known))}", name))


def read_setup(path: Path, board: Board, map_name: Path | str, override: str | None = None) -> Position:
    """Return a set-up with the title's counters; DataError with every fault of the file, as `hexmap check` finds them."""
    from hexmap.checking import note_counters

    counters = read_counters(find_source(map_name).parent, override=override)
    fields = Fields(read_toml(path))
    position = take_position(fields, board)
    note_counters(fields, board, position, counters)
    for k, unit in enumerate(position.units):
        if not unit.counter:
            fields.fault(("unit", k), "has no counter, so that it cannot stand on a set-up sheet")
    fields.raise_faults()
    return position._replace(counters=counters)
