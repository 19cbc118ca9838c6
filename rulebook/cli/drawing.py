"""Pictures of games: the map of a title with its counters where they stand."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from mapsheet.errors import DataError

if TYPE_CHECKING:
    from mapsheet.counters import CounterSet
    from rulebook.game import Game


def position_of(game: Game) -> str:
    """Return the position of a game as a file's text; DataError for a game that has none on a map."""
    text = game.rules.position(game.state)
    if not text:
        raise DataError(f"a game of {game.title} has no position on a map")
    return text


def drawn(text: str) -> str:
    """Return a position as an SVG of its title's map with the title's counters."""
    from hexmap.draw import draw_sheet
    from hexmap.position import take_position
    from mapsheet.fields import Fields
    from mapsheet.source import parse_toml

    source = parse_toml(text, "position")
    board, counters = _things(str(source.data.get("map", "")))
    fields = Fields(source)
    position = take_position(fields, board)
    fields.raise_faults()
    return draw_sheet(board, position=position._replace(counters=counters)).svg


@cache
def _things(title: str) -> tuple[Any, CounterSet]:
    from hexmap.reader import load
    from mapsheet.counters import read_counters
    from mapsheet.source import find_source

    return load(title), read_counters(find_source(title).parent)
