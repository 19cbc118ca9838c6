"""The command that plays whole games: `rulebook play`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mapsheet import outputs, shell
from mapsheet.errors import DataError, Fault, NotationError
from rulebook.cli import studying
from rulebook.cli.beginning import CORES, GAMES, SEED, game_options, load, seed_or_any
from rulebook.cli.deciding import save
from rulebook.cli.seating import PERSON, kinds_in
from rulebook.cli.telling import standing
from rulebook.cli.terminal import Terminal, refuse_there
from rulebook.dice import legal_seed

if TYPE_CHECKING:
    from rulebook.game import Game

STOPPED = 130


@click.command()
@click.argument("what", metavar="TITLE|GAME", type=shell.NAMED)
@click.option(
    "--players", type=shell.NAMED, metavar="KIND,…",
    help="random, eager, greedy or person: one for each side, or for all; `random 17` has dice of its own.  [default: random, or "
    "those of the log]",
)
@SEED
@GAMES
@CORES
@click.option(
    "-o", "--output", type=shell.NAMED, metavar="FILE",
    help="The log of one game, written while it is played; of several a .csv, a row each.",
)
@shell.json_option
@game_options
def play(
    what: str, players: str | None, seed: int | None, games: int, cores: int | None, output: str | None, as_json: bool,
    options: dict[str, Any],
) -> int:
    """Play whole games and say how they ended, or go on with the GAME in a log.

    A person gives numbers or actions, and words such as `undo`, `score`, `map` and `quit` (`help` tells them).

    Of several games, each with the next seed, the share of each winner and outcome is told with the interval that holds the true
    one in 95 of 100 such studies (Wilson's). Ctrl-C ends a study early: what was played is told.
    """
    kinds = kinds_in(players) if players else []
    if _is_log(what):
        if seed is not None or games > 1 or options:
            raise NotationError("neither a seed, --games nor options with a log, which has its own", what)
        return _one(_gone_on(what, kinds), output or what, log=what, as_json=as_json)
    first, kinds = seed_or_any(seed), kinds or ["random"]
    if games > 1 and PERSON in kinds:
        raise NotationError("one game, for a person", f"--games {games}")
    legal_seed(first + games - 1)  # before hours of play, not after
    game = _seated(what, kinds, options, first)
    if games == 1:
        return _one(game, output or "", as_json=as_json)
    task = partial(studying.played, what, kinds, options)
    return _several(game, task, range(first, first + games), cores=cores, output=output, as_json=as_json)


def _is_log(what: str) -> bool:
    """Return whether a word is the file of a log rather than a title."""
    from rulebook.titles import TITLES

    return what not in TITLES and (Path(what).exists() or Path(what).suffix != "" or Path(what).name != what)


def _seated(title: str, kinds: list[str], options: Mapping[str, Any], seed: int) -> Game:
    from rulebook.players import seated

    return seated(title, kinds, seed=seed, options=options)


def _gone_on(path: str, kinds: list[str]) -> Game:
    """Return the game of a log with its own players, or with those that are given; NotationError where nobody is."""
    game = load(path)
    if game.head.table:
        raise DataError(Fault("has its dice from a table: `rulebook do --dice` goes on with it", path))
    if kinds:
        seats = _seated(game.title, kinds, game.head.options, game.head.seed).head.players
        if seats != game.head.players:
            told = ", ".join(f"{side} {seat}" for side, seat in seats.items())
            click.echo(f"from here on the log's players are {told}", err=True)
        game.head = game.head._replace(players=seats)
    elif not game.head.players:
        raise NotationError("--players, for the log tells none", path)
    return game


def _one(game: Game, output: str, *, as_json: bool, log: str = "") -> int:
    """Play one game to its end, or until a person leaves, and say how it ended."""
    from rulebook.players import Seat
    from rulebook.players import play as play_out

    seats = {side: Seat.parsed(text) for side, text in game.head.players.items()}
    people = {side for side, seat in seats.items() if seat.kind == PERSON}
    chosen = {side: seat.player(side) for side, seat in seats.items() if side not in people}
    _begin_log(game, output, log, keeps=bool(people))
    if people:
        if not Terminal(game, people, output).play(chosen):
            return 0
    else:
        try:
            play_out(game, chosen)
        finally:
            if output:
                save(game, output)
    shell.print_answer(_answer(game), _told(game), as_json=as_json)
    return 0


def _begin_log(game: Game, output: str, log: str, *, keeps: bool) -> None:
    """Begin the file of a game before anything is played; DataError where it cannot be kept there, or another is there.

    `log` is the file that the game is gone on with from, which may be written over.
    """
    if output and outputs.pours(output):
        if keeps:
            raise DataError(Fault("is no file in which a person's game can be kept", output))
    elif output:
        if not log or Path(output).absolute() != Path(log).absolute():
            refuse_there(output)
        game.save(output)


def _several(
    game: Game, task: Callable[[int], studying.Ended], seeds: range, *, cores: int | None, output: str | None, as_json: bool
) -> int:
    """Play a study of many games, the first of which is given before it is begun, and tell it."""
    if output:
        outputs.refuse_path(output, (".csv",))
    ended = studying.play_all(task, seeds, cores)
    head = {"title": game.title, "players": dict(_seats(game)), "seed": seeds[0], "options": dict(game.head.options)}
    answer = {**head, **studying.study(ended)}
    if output:
        shell.write_file(output, studying.rows(ended))
    shell.print_answer(answer, studying.study_lines(answer), as_json=as_json)
    return STOPPED if len(ended) < len(seeds) else 0


def _seats(game: Game) -> Iterator[tuple[str, str]]:
    """Yield each side with the kind of its player."""
    from rulebook.players import Seat

    yield from ((side, Seat.parsed(text).kind) for side, text in game.head.players.items())


def _answer(game: Game) -> dict[str, Any]:
    return {
        "title": game.title,
        "seed": game.head.seed,
        "players": dict(game.head.players),
        "decisions": game.decisions,
        "score": game.score(),
    }


def _told(game: Game) -> list[str]:
    from rulebook.check import outcome

    return [f"{game.title}, seed {game.head.seed}: {outcome(game)} after {game.decisions} decisions", *standing(game)]
