"""The command that plays whole games: `rulebook play`."""

from __future__ import annotations

import sys
from collections import Counter
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from mapsheet import shell
from mapsheet.errors import MapsheetError, NotationError
from rulebook.cli.beginning import CORES, GAMES, SEED, TITLE, game_options, seed_or_any, shown_progress
from rulebook.cli.deciding import meant, print_decision, save
from rulebook.cli.telling import standing
from rulebook.log import entry_told

if TYPE_CHECKING:
    from rulebook.game import Game

PERSON = "person"


class _Ended(NamedTuple):
    outcome: str
    decisions: int
    points: dict[str, int]


@click.command()
@TITLE
@click.option(
    "--players",
    default="random",
    show_default=True,
    metavar="KIND,…",
    help="random, greedy or person: one for each side, or for all.",
)
@SEED
@GAMES
@CORES
@click.option("-o", "--output", type=shell.NAMED, metavar="FILE", help="The log of the game, where it is one.")
@shell.json_option
@game_options
def play(
    title: str, players: str, seed: int | None, games: int, cores: int | None, output: str | None, as_json: bool, **given: Any
) -> None:
    """Play whole games and say how they ended.

    Of several, each with the next seed, the share of each outcome is told with the interval that holds the true one in 95 of
    100 such studies (Wilson's).
    """
    from rulebook.players import seated

    kinds, first = players.split(","), seed_or_any(seed)
    if games > 1 and (output or PERSON in kinds):
        raise NotationError("one game, for a log or a person", f"--games {games}")
    game = seated(title, kinds, seed=first, options=given["options"])
    if games == 1:
        _play_one(game, output)
        shell.print_answer(_answer(game), _told(game), as_json=as_json)
        return
    started = perf_counter()
    ended = _play_all(title, kinds, range(first, first + games), cores, given["options"])
    seconds = perf_counter() - started
    click.echo(f"{games} games in {seconds:.1f} s: {games / seconds:.2f} a second", err=True)
    answer = study(ended) | {"title": title, "players": kinds, "seed": first}
    shell.print_answer(answer, _study_lines(answer), as_json=as_json)


def _play_one(game: Game, output: str | None) -> None:
    from rulebook.players import Seat
    from rulebook.players import play as play_out

    seats = {side: Seat.parsed(text) for side, text in game.head.players.items()}
    person = _Person()
    chosen = {side: person if seat.kind == PERSON else seat.player(side) for side, seat in seats.items()}
    try:
        play_out(game, chosen)
        if person in chosen.values():
            person.look(game)
    finally:
        if output:
            save(game, output)


class _Person:
    """The people at the terminal, who give a number or the text of an action; `undo` takes back."""

    def __init__(self) -> None:
        self._seen = 0  # entries of the log that were told

    def look(self, game: Game) -> None:
        """Tell what has happened since the last look."""
        for entry in game.entries[self._seen :]:
            click.echo(entry_told(entry))
        self._seen = len(game.entries)

    def choose(self, game: Game) -> str:
        """Return the action that the person gives."""
        while True:
            self.look(game)
            print_decision(game, as_json=False)
            words = _asked(game.decider)
            try:
                if words == "undo":
                    game.undo()
                else:
                    return game.action(meant(game, words))
            except MapsheetError as error:
                click.echo(str(error), err=True)


def _asked(side: str) -> str:
    click.echo(f"{side}> ", nl=False, err=True)
    line = sys.stdin.readline()
    if not line:
        raise click.Abort
    return line.strip()


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


def _play_all(title: str, kinds: list[str], seeds: range, cores: int | None, options: dict[str, Any]) -> list[_Ended]:
    from rulebook.cores import all_cores, over_seeds

    task = partial(_played, title, kinds, options)
    work = over_seeds(task, seeds, cores=cores or all_cores())
    return [*shown_progress(work, len(seeds), "playing")]


def _played(title: str, kinds: list[str], options: dict[str, Any], seed: int) -> _Ended:
    from rulebook.check import outcome
    from rulebook.players import play_seated

    game = play_seated(title, kinds, seed=seed, options=options)
    points = game.score().get("points")
    numbers = points if isinstance(points, dict) else {}
    return _Ended(outcome(game), game.decisions, {name: value for name, value in numbers.items() if isinstance(value, int)})


def study(ended: list[_Ended]) -> dict[str, Any]:
    """Return what many games come to: outcomes with their shares, mean points and decisions."""
    from rulebook.chances import wilson

    games = len(ended)
    counts = Counter(each.outcome for each in ended)
    outcomes = []
    for outcome, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        low, high = wilson(count, games)
        shares = {"share": count / games, "low": low, "high": high}
        outcomes.append({"outcome": outcome, "games": count, **{name: round(value, 4) for name, value in shares.items()}})
    names = sorted({name for each in ended for name in each.points})
    points = {name: round(sum(each.points.get(name, 0) for each in ended) / games, 3) for name in names}
    decisions = round(sum(each.decisions for each in ended) / games, 1)
    return {"games": games, "outcomes": outcomes, "points": points, "decisions": decisions}


def _study_lines(answer: dict[str, Any]) -> list[str]:
    lines = [f"{answer['title']}, {' against '.join(answer['players'])}, {answer['games']} games from seed {answer['seed']}"]
    width = max(len(each["outcome"]) for each in answer["outcomes"])
    for each in answer["outcomes"]:
        share, low, high = (f"{100 * each[name]:.1f}" for name in ("share", "low", "high"))
        lines.append(f"  {each['outcome']:<{width}} {each['games']:>7}  {share:>5} %  ({low} to {high})")
    points = ", ".join(f"{name} {value:g}" for name, value in answer["points"].items())
    return [*lines, *([f"mean points: {points}"] if points else []), f"mean decisions: {answer['decisions']:g}"]
