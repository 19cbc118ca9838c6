"""Pictures of games: the map of a title with its counters where they stand."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from mapsheet.errors import DataError

if TYPE_CHECKING:
    from mapsheet.counters import CounterSet
    from rulebook.game import Game

    Shown = dict[str, Any]


def position_of(game: Game) -> str:
    """Return the position of a game as a file's text; DataError for a game that has none on a map."""
    text = game.rules.position(game.state)
    if not text:
        raise DataError(f"a game of {game.title} has no position on a map")
    return text


def look_of(game: Game) -> str | Shown:
    """Return what a picture of a game is made of: its position, or for a game on tracks what its title's aid shows.

    DataError for a game that has neither.
    """
    shown = getattr(game.rules, "shown", None)
    return {"map": game.title, **shown(game.state)} if shown else position_of(game)


def drawn(look: str | Shown) -> str:
    """Return a game's look as an SVG: its title's map with the title's counters, or its aid with the markers in their boxes."""
    return _position_drawn(look) if isinstance(look, str) else _aid_drawn(**look)


def _aid_drawn(map: str, **shown: Any) -> str:  # noqa: A002 - the key of a position file
    from areamap import load
    from areamap.draw import draw_sheet
    from areamap.marked import marked

    return draw_sheet(marked(load(map), **shown)).svg


def _position_drawn(text: str) -> str:
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
