"""Many games at once, a study of balance: played on all cores, counted, told."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from statistics import pstdev
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from rulebook.cli.beginning import shown_progress

if TYPE_CHECKING:
    from collections.abc import Mapping


class Ended(NamedTuple):
    """How one game of a study ended."""

    seed: int
    winner: str
    level: str
    outcome: str
    decisions: int
    points: dict[str, int]


def play_all(task: Callable[[int], Ended], seeds: range, cores: int | None) -> list[Ended]:
    """Return how games ended, and say on stderr how fast they were; Ctrl-C ends them early once there is one."""
    from rulebook.cores import all_cores, over_all

    ended: list[Ended] = []
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


def played(title: str, kinds: list[str], options: Mapping[str, Any], seed: int) -> Ended:
    """Return how the game of a seed ends."""
    from rulebook.check import outcome
    from rulebook.players import play_seated

    game = play_seated(title, kinds, seed=seed, options=options)
    score = game.score()
    points = score.get("points")
    numbers = points if isinstance(points, dict) else {}
    whole = {name: value for name, value in numbers.items() if isinstance(value, int)}
    return Ended(seed, str(score["winner"] or ""), str(score["level"] or ""), outcome(game), game.decisions, whole)


def study(ended: Sequence[Ended]) -> dict[str, Any]:
    """Return what many games come to: winners and outcomes with their shares, mean points, their spread, and decisions."""
    games = len(ended)
    names = sorted({name for each in ended for name in each.points})
    points = {name: [each.points.get(name, 0) for each in ended] for name in names}
    return {
        "games": games,
        "winners": _shares("winner", [each.winner for each in ended]),
        "outcomes": _shares("outcome", [each.outcome for each in ended]),
        "points": {name: round(sum(values) / games, 3) for name, values in points.items()},
        "spread": {name: round(pstdev(values), 3) for name, values in points.items()},
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


def rows(ended: Sequence[Ended]) -> str:
    """Return a study as the text of a table, a row a game."""
    names = sorted({name for each in ended for name in each.points})
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["seed", "winner", "level", "decisions", *names])
    for each in ended:
        table.writerow([each.seed, each.winner, each.level, each.decisions, *(each.points.get(name, "") for name in names)])
    return text.getvalue()


def study_lines(answer: dict[str, Any]) -> list[str]:
    """Return a study in lines."""
    seats = ", ".join(f"{side} {kind}" for side, kind in answer["players"].items())
    options = "".join(f", {name} {value}" for name, value in answer["options"].items())
    lines = [f"{answer['title']}, {answer['games']} games from seed {answer['seed']}{options}: {seats}"]
    won = [(each["winner"] or "none", each) for each in answer["winners"]]
    came = [(each["outcome"], each) for each in answer["outcomes"]]
    width = max(len(name) for name, _ in won + came)
    lines += ["winners:", *(_share_line(name, each, width) for name, each in won)]
    if len(came) > len(won):
        lines += ["outcomes:", *(_share_line(name, each, width) for name, each in came)]
    points = ", ".join(f"{name} {value:g} (spread {answer['spread'][name]:g})" for name, value in answer["points"].items())
    return [*lines, *([f"mean points: {points}"] if points else []), f"mean decisions: {answer['decisions']:g}"]


def _share_line(name: str, told: dict[str, Any], width: int) -> str:
    share, low, high = (f"{100 * told[key]:.1f}" for key in ("share", "low", "high"))
    return f"  {name:<{width}} {told['games']:>7}  {share:>5} %  ({low} to {high})"
