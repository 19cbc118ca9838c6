"""A hex map's set-up: who stands where, by side and division, gathered from a position for the sheets and the map figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexmap.pair import Faced, Pair, facing
from mapsheet.errors import DataError
from mapsheet.setup import Saying, Setup, Standing, gather

if TYPE_CHECKING:
    from hexmap.board import Board
    from hexmap.position import Position, Unit
    from mapsheet.counters import CounterSet

WINDS = ("N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW")


def setup_of(board: Board, position: Position, counters: CounterSet) -> Setup:
    """Return the set-up that a position gives.

    DataError naming the units whose counter is none of the title's.
    """
    strange = [unit.counter or f"a unit at {unit.at}" for unit in position.units if unit.counter not in counters.counters]
    if strange:
        raise DataError(f"no counters of the title: {', '.join(strange[:12])}")
    standing = [_standing(board, unit) for unit in position.units]
    return gather(board.title, counters, standing, position.muster, Saying(lambda at: at, lambda turn: f"Turn {turn}"))


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
