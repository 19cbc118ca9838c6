"""The command that plays by chance with every invariant on: `rulebook check`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mapsheet import shell
from rulebook.cli.beginning import CORES, GAMES, TITLE, game_options, shown_progress
from rulebook.cli.folders import new_folder, refuse_folder
from rulebook.cli.seating import kinds_in
from rulebook.cli.telling import in_columns

if TYPE_CHECKING:
    from rulebook.check import Checked


@click.command()
@TITLE
@GAMES
@click.option("--seed", type=shell.Whole(0, 2**62), default=0, show_default=True, metavar="N", help="The seed of the first game.")
@CORES
@click.option("--players", default="random,eager", show_default=True, metavar="KIND,…", help="Who plays, game after game.")
@click.option("-o", "--output", type=shell.NAMED, metavar="DIR", help="A folder for the logs of games that fail.")
@shell.json_option
@game_options
def check(title: str, games: int, seed: int, cores: int | None, output: str | None, as_json: bool, **given: Any) -> int:
    """Play games by chance, and by players who look a step ahead, and report whatever no game may do.

    What fails is shrunk to a short log. Tells also how long games and lists of actions are, and in how many games each rule
    came up.
    """
    from rulebook.check import Limits, checking
    from rulebook.cores import all_cores

    if output:
        refuse_folder(output)
    limits = Limits(players=tuple(kinds_in(given["players"], people=False)))
    work = checking(title, games=games, seed=seed, options=given["options"], limits=limits, cores=cores or all_cores())
    found = [*shown_progress(work, games, "playing")]
    failed = [each for each in found if each.failure is not None]
    answer = _summary(found)
    shell.print_answer(answer, _lines(answer), as_json=as_json)
    for each in failed:
        assert each.failure is not None
        action = f" by {each.failure.action!r}" if each.failure.action else ""
        click.echo(f"seed {each.seed}: {each.failure.what} (after {each.failure.decisions} decisions{action})", err=True)
    if output and failed:
        _save(failed, output)
    return shell.BAD_INPUT if failed else 0


def _save(failed: list[Checked], folder: str) -> None:
    new_folder(folder)
    for each in failed:
        assert each.failure is not None
        shell.write_file(str(Path(folder) / f"failed-{each.seed}.jsonl"), "\n".join(each.failure.lines) + "\n")


def _summary(found: list[Checked]) -> dict[str, Any]:
    from rulebook.check import coverage

    total = sum(each.decisions for each in found) or 1
    return {
        "games": len(found),
        "failed": sum(each.failure is not None for each in found),
        "outcomes": dict(Counter(each.outcome for each in found).most_common()),
        "decisions": round(total / len(found), 1),
        "actions_mean": round(sum(each.offered * each.decisions for each in found) / total, 2),
        "actions_longest": max(each.longest for each in found),
        "list_ms_95": round(max(each.slowest for each in found), 3),
        "copy_ms": round(max(each.copying for each in found), 4),
        "seconds": round(sum(each.seconds for each in found) / len(found), 3),
        "rules": dict(sorted(coverage(found).items())),
    }


def _lines(answer: dict[str, Any]) -> list[str]:
    outcomes = ", ".join(f"{outcome} {count}" for outcome, count in answer["outcomes"].items())
    return [
        f"{counted(answer['games'], 'game')}, {answer['failed']} failed: {outcomes}",
        f"{answer['decisions']:g} decisions a game, of {answer['actions_mean']:g} actions, at most {answer['actions_longest']}",
        f"95 % of the lists within {answer['list_ms_95']:g} ms, a copy {answer['copy_ms']:g} ms, {answer['seconds']:g} s a game",
        "rules, each with the number of games in which it came up:",
        *in_columns([f"  {rule}: {count}" for rule, count in answer["rules"].items()]),
    ]


def counted(number: int, what: str) -> str:
    """Return a number of things: `1 game`, `2 games`."""
    return f"{number} {what}{'s' * (number != 1)}"
