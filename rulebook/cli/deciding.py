"""The commands by which a game goes on, decision by decision: list, new, legal, do, undo."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mapsheet import outputs, shell
from mapsheet.errors import DataError, Fault, NotationError
from rulebook.cli.beginning import GAME, SEED, TITLE, game_options, load, seed_or_any
from rulebook.cli.telling import asked, decision_lines

if TYPE_CHECKING:
    from rulebook.game import Game


@click.command("list")
@shell.json_option
def list_titles(as_json: bool) -> None:
    """The titles that can be played, with their sides and scenarios."""
    from rulebook.titles import TITLES, rules_of

    rows = []
    for title in sorted(TITLES):
        rules = rules_of(title)
        scenarios = [*getattr(rules, "scenarios", ())]
        rows.append({"title": title, "rules": rules.version, "sides": [*rules.sides], "scenarios": scenarios})
    more = [", scenarios " + " ".join(row["scenarios"]) if row["scenarios"] else "" for row in rows]
    lines = [
        f"{row['title']:<14}{', '.join(row['sides'])} (rules {row['rules']}{extra})"
        for row, extra in zip(rows, more, strict=True)
    ]
    shell.print_answer({"titles": rows}, lines, as_json=as_json)


@click.command()
@TITLE
@SEED
@click.option("--table", is_flag=True, help="The dice are rolled at a table and entered with each action.")
@click.option("-o", "--output", type=shell.NAMED, metavar="FILE", required=True, help="The log to begin, a file of JSON Lines.")
@game_options
def new(title: str, seed: int | None, table: bool, output: str, options: dict[str, Any]) -> None:
    """Begin a game: write its log."""
    from rulebook.game import Game

    if Path(output).exists():
        raise DataError(Fault("is there already; a game is not written over", output))
    game = Game(title, options, seed=0 if table else seed_or_any(seed), table=table)
    save(game, output)


def save(game: Game, path: str) -> None:
    """Write the log whole or not at all and say so on stderr."""
    game.save(path)
    click.echo(f"wrote {path}", err=True)


@click.command()
@GAME
@shell.json_option
def legal(path: str, as_json: bool) -> None:
    """Every legal action of whoever must decide, numbered."""
    print_decision(load(path), as_json=as_json)


def print_decision(game: Game, *, as_json: bool) -> None:
    """Print who must decide and between which actions."""
    answer = {"decider": game.decider, "over": game.over, "asks": asked(game), "actions": [*game.actions()]}
    shell.print_answer(answer, [*decision_lines(game)], as_json=as_json)


@click.command()
@GAME
@click.argument("actions", metavar="ACTION…", nargs=-1, required=True)
@click.option("--dice", type=shell.NAMED, metavar="N,N,…", help="The dice of one action, rolled at a table.")
@shell.json_option
def do(path: str, actions: tuple[str, ...], dice: str | None, as_json: bool) -> None:
    """Carry out actions, each by its text or its number in `legal`, and say what came of them.

    When one of them is refused, none is carried out.
    """
    from rulebook.log import entry_told, to_json

    hold(path)
    game = load(path)
    values = dice_in(dice, actions)
    length = len(game.entries)
    for action in actions:
        game.do(meant(game, action), dice=values)
    came = game.entries[length:]
    answer = {"decider": game.decider, "over": game.over, "happened": [to_json(entry) for entry in came]}
    lines = [*map(entry_told, came), f"{game.decider} decides" if game.decider else "the game is over"]
    shell.print_answer(answer, lines, as_json=as_json)
    sys.stdout.flush()  # what cannot be told is not done
    game.save(path)


def hold(path: str) -> None:
    """Keep a log from being changed by others until the command ends, and refuse one that cannot be."""
    click.get_current_context().with_resource(outputs.held(path))
    outputs.refuse_path(path)


def dice_in(text: str | None, actions: tuple[str, ...]) -> list[int] | None:
    """Return the dice in a text; NotationError for what is none, and where they are for several actions."""
    if text is None:
        return None
    if len(actions) != 1:
        raise NotationError("one action with --dice", " ".join(actions))
    words = text.replace(",", " ").split()
    if not words or not all(word.isascii() and word.isdigit() and len(word) <= 4 for word in words):
        raise NotationError("dice as whole numbers parted by commas", text)
    return [int(word) for word in words]


def meant(game: Game, words: str) -> str | int:
    """Return an action as the game takes it: a text that is one, else the number that the words are."""
    is_number = words.isascii() and words.isdigit() and len(words) < 4
    return int(words) if is_number and words not in game.actions() else words


@click.command()
@GAME
@click.argument("decisions", metavar="[N]", type=shell.Whole(1), default=1)
def undo(path: str, decisions: int) -> None:
    """Take back the last N decisions (1), none before the last die."""
    hold(path)
    game = load(path)
    game.undo(decisions)
    save(game, path)
