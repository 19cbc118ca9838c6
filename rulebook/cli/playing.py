"""The command that plays whole games: `rulebook play`."""

from __future__ import annotations

import csv
import io
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from mapsheet import outputs, shell
from mapsheet.errors import MapsheetError, NotationError
from rulebook.cli.beginning import CORES, GAMES, SEED, TITLE, game_options, seed_or_any, shown_progress
from rulebook.cli.deciding import meant, print_decision, save
from rulebook.cli.telling import standing
from rulebook.log import entry_told

if TYPE_CHECKING:
    from rulebook.game import Game

PERSON = "person"
STOPPED = 130


class _Ended(NamedTuple):
    seed: int
    winner: str
    level: str
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
    help="random, eager, greedy or person: one for each side, or for all.",
)
@SEED
@GAMES
@CORES
@click.option("-o", "--output", type=shell.NAMED, metavar="FILE", help="The log of one game; of several a .csv, a row each.")
@shell.json_option
@game_options
def play(
    title: str, players: str, seed: int | None, games: int, cores: int | None, output: str | None, as_json: bool, **given: Any
) -> int:
    """Play whole games and say how they ended.

    Of several, each with the next seed, the share of each winner and outcome is told with the interval that holds the true one
    in 95 of 100 such studies (Wilson's). Ctrl-C ends a study early: what was played is told.
    """
    from rulebook.dice import legal_seed
    from rulebook.players import seated

    kinds, first = players.split(","), seed_or_any(seed)
    if games > 1 and PERSON in kinds:
        raise NotationError("one game, for a person", f"--games {games}")
    if output:
        outputs.refuse_path(output, (".csv",) if games > 1 else ())
    legal_seed(first + games - 1)  # before hours of play, not after
    game = seated(title, kinds, seed=first, options=given["options"])
    if games == 1:
        _play_one(game, output)
        shell.print_answer(_answer(game), _told(game), as_json=as_json)
        return 0
    task = partial(_played, title, kinds, given["options"])
    ended = _play_all(task, range(first, first + games), cores)
    answer = {"title": title, "players": dict(_seats(game)), "seed": first, **study(ended)}
    if output:
        shell.write_file(output, _rows(ended))
    shell.print_answer(answer, _study_lines(answer), as_json=as_json)
    return STOPPED if len(ended) < games else 0


def _seats(game: Game) -> Iterator[tuple[str, str]]:
    """Yield each side with the kind of its player."""
    from rulebook.players import Seat

    yield from ((side, Seat.parsed(text).kind) for side, text in game.head.players.items())


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


def _play_all(task: Callable[[int], _Ended], seeds: range, cores: int | None) -> list[_Ended]:
    """Return how games ended, and say on stderr how fast they were; Ctrl-C ends them early once there is one."""
    from rulebook.cores import all_cores, over_all

    ended: list[_Ended] = []
    started = perf_counter()
    with closing(over_all(task, seeds, cores=cores or all_cores())) as work:
        try:
            for each in shown_progress(work, len(seeds), "playing"):
                ended.append(each)  # noqa: PERF402 - what came before an interruption is kept
        except KeyboardInterrupt:
            if not ended:
                raise
            click.echo(f"stopped after {len(ended)} of {len(seeds)} games", err=True)
    seconds = perf_counter() - started
    click.echo(f"{len(ended)} games in {seconds:.1f} s: {len(ended) / seconds:.2f} a second", err=True)
    return ended


def _played(title: str, kinds: list[str], options: dict[str, Any], seed: int) -> _Ended:
    from rulebook.check import outcome
    from rulebook.players import play_seated

    game = play_seated(title, kinds, seed=seed, options=options)
    score = game.score()
    points = score.get("points")
    numbers = points if isinstance(points, dict) else {}
    whole = {name: value for name, value in numbers.items() if isinstance(value, int)}
    return _Ended(seed, str(score["winner"] or ""), str(score["level"] or ""), outcome(game), game.decisions, whole)


def study(ended: Sequence[_Ended]) -> dict[str, Any]:
    """Return what many games come to: winners and outcomes with their shares, mean points and decisions."""
    games = len(ended)
    names = sorted({name for each in ended for name in each.points})
    return {
        "games": games,
        "winners": _shares("winner", [each.winner for each in ended]),
        "outcomes": _shares("outcome", [each.outcome for each in ended]),
        "points": {name: round(sum(each.points.get(name, 0) for each in ended) / games, 3) for name in names},
        "decisions": round(sum(each.decisions for each in ended) / games, 1),
    }


def _shares(what: str, found: Sequence[str]) -> list[dict[str, Any]]:
    """Return how often each of some outcomes was, the commonest first, with the interval of its share."""
    from rulebook.chances import wilson

    shares = []
    for name, count in sorted(Counter(found).items(), key=lambda item: (-item[1], item[0])):
        low, high = wilson(count, len(found))
        told = {"share": count / len(found), "low": low, "high": high}
        shares.append({what: name, "games": count, **{key: round(value, 4) for key, value in told.items()}})
    return shares


def _rows(ended: Sequence[_Ended]) -> str:
    """Return a study as the text of a table, a row a game."""
    names = sorted({name for each in ended for name in each.points})
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["seed", "winner", "level", "decisions", *names])
    for each in ended:
        table.writerow([each.seed, each.winner, each.level, each.decisions, *(each.points.get(name, "") for name in names)])
    return text.getvalue()


def _study_lines(answer: dict[str, Any]) -> list[str]:
    seats = ", ".join(f"{side} {kind}" for side, kind in answer["players"].items())
    lines = [f"{answer['title']}, {answer['games']} games from seed {answer['seed']}: {seats}"]
    won = [(each["winner"] or "none", each) for each in answer["winners"]]
    came = [(each["outcome"], each) for each in answer["outcomes"]]
    width = max(len(name) for name, _ in won + came)
    lines += ["winners:", *(_share_line(name, each, width) for name, each in won)]
    if len(came) > len(won):
        lines += ["outcomes:", *(_share_line(name, each, width) for name, each in came)]
    points = ", ".join(f"{name} {value:g}" for name, value in answer["points"].items())
    return [*lines, *([f"mean points: {points}"] if points else []), f"mean decisions: {answer['decisions']:g}"]


def _share_line(name: str, told: dict[str, Any], width: int) -> str:
    share, low, high = (f"{100 * told[key]:.1f}" for key in ("share", "low", "high"))
    return f"  {name:<{width}} {told['games']:>7}  {share:>5} %  ({low} to {high})"
