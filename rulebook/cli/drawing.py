"""Pictures of games: the map of a title with its counters where they stand, and beside it how the game stands."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from mapsheet.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hexmap.position import Moment
    from mapsheet.counters import CounterSet
    from rulebook.game import Game

MOST_WORDS = 160  # characters of what was done last


class Look(NamedTuple):
    """What a picture of a game is made of: where the units stand and what is said beside the map, or what its aid shows.

    `override` is the file of the user's own values by which it is played.
    """

    title: str
    position: str
    moment: Moment
    shown: dict[str, Any] | None
    override: str = ""


def position_of(game: Game) -> str:
    """Return the position of a game as a file's text; DataError for a game that has none on a map."""
    text = game.rules.position(game.state)
    if not text:
        raise DataError(f"a game of {game.title} has no position on a map")
    return text


def look_of(game: Game) -> Look:
    """Return what a picture of a game is made of; DataError for a game that stands neither on a map nor on tracks."""
    shown = getattr(game.rules, "shown", None)
    position = "" if shown else position_of(game)
    override = str(game.head.options.get("overrides", ""))
    return Look(game.title, position, _moment(game), shown(game.state) if shown else None, override)


def _moment(game: Game) -> Moment:
    """Return what the rules say of a state, else who decides and the points, and after it what was done last."""
    tells = getattr(game.rules, "moment", None)
    found: Moment = tells(game.state) if tells else _plainly(game)
    return found._replace(lines=(*found.lines, *_last(game)))


def _plainly(game: Game) -> Moment:
    from hexmap.position import Moment

    score = game.score()
    points = score.get("points")
    turn = score.get("turn", game.state.get("turn"))
    lines = [f"{game.decider.capitalize()} decides" if game.decider else "The game is over"]
    if isinstance(points, dict):
        lines.append("Points: " + ", ".join(f"{side.capitalize()} {count}".replace("-", "−") for side, count in points.items()))
    return Moment(f"Turn {turn}" if isinstance(turn, int) else game.title.capitalize(), tuple(lines))


def _last(game: Game) -> Iterator[str]:
    """Yield the number of the last decision, and what it was."""
    from rulebook.log import Did

    done = next((entry for entry in reversed(game.entries) if isinstance(entry, Did)), None)
    if done:
        yield _short(f"Decision {game.decisions}: {done.side.capitalize()}, {done.action}")


def _short(words: str) -> str:
    """Return words, cut where they are too many for a picture."""
    return words if len(words) <= MOST_WORDS else words[:MOST_WORDS] + "…"


def drawn(look: Look) -> tuple[str, list[str]]:
    """Return a game's look as an SVG, and what found no room on it.

    It is its title's map with the title's counters, or its aid with the markers in their boxes.
    """
    return _position_drawn(look) if look.shown is None else _aid_drawn(look)


def _aid_drawn(look: Look) -> tuple[str, list[str]]:
    from areamap import load
    from areamap.draw import draw_sheet
    from areamap.marked import marked

    assert look.shown is not None
    board = marked(load(look.title), **look.shown)
    assert board.art is not None
    # an aid has no margin: how the game stands takes the subtitle's place
    words = _short(" · ".join((look.moment.heading, *look.moment.lines)))
    board.art = board.art._replace(sheet=board.art.sheet._replace(subtitle=words))
    drawing = draw_sheet(board)
    return drawing.svg, drawing.left_out


def _position_drawn(look: Look) -> tuple[str, list[str]]:
    from hexmap.draw import draw_sheet
    from hexmap.position import take_position
    from mapsheet.fields import Fields
    from mapsheet.source import parse_toml

    source = parse_toml(look.position, "position")
    board, counters = _things(str(source.data.get("map", "")), look.override or None)
    fields = Fields(source)
    position = take_position(fields, board)
    fields.raise_faults()
    drawing = draw_sheet(board, position=position._replace(counters=counters, moment=look.moment))
    return drawing.svg, drawing.left_out


def tell_left_out(names: list[str]) -> None:
    """Say on stderr what found no room on pictures."""
    if names:
        click.echo(f"no room on the sheet for: {', '.join(dict.fromkeys(names))}", err=True)


@cache
def _things(title: str, override: str | None) -> tuple[Any, CounterSet]:
    from hexmap.reader import load
    from mapsheet.counters import read_counters
    from mapsheet.source import find_source

    return load(title, override=override), read_counters(find_source(title).parent, override=override)
