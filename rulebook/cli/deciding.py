"""The commands by which a game goes on, decision by decision: list, new, legal, do, undo."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mapsheet import outputs, shell
from mapsheet.errors import DataError, Fault, NotationError
from rulebook.cli.beginning import GAME, SEED, TITLE, game_options, load, refuse_stdin, seed_or_any
from rulebook.cli.telling import asked, course_lines, decision_lines, heading, named, valued
from rulebook.cli.telling import do as done
from rulebook.log import Did, entry_told
from rulebook.replay import replayed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulebook.game import Game

LONGEST = 500  # characters of an action
HEX = 4  # digits of a hex number, which is an action in some phases and the place of none in a list


@click.command("list")
@shell.json_option
def list_titles(as_json: bool) -> None:
    """The titles that can be played, with their sides, scenarios and options."""
    from rulebook.titles import TITLES, options_of, rules_of

    rows = []
    for title in sorted(TITLES):
        rules, options = rules_of(title), options_of(title)
        scenarios = [*getattr(rules, "scenarios", ())]
        row = {"title": title, "rules": rules.version, "sides": [*rules.sides], "scenarios": scenarios, "options": options}
        rows.append(row)
    shell.print_answer({"titles": rows}, [line for row in rows for line in _title_lines(row)], as_json=as_json)


def _title_lines(row: dict[str, Any]) -> Iterator[str]:
    scenarios = f", scenarios {' '.join(row['scenarios'])}" if row["scenarios"] else ""
    yield f"{row['title']:<14}{', '.join(row['sides'])} (rules {row['rules']}{scenarios})"
    yield from (f"  --option {name}={says}" for name, says in row["options"].items())


@click.command()
@TITLE
@SEED
@click.option("--table", is_flag=True, help="The dice are rolled at a table and entered with each action.")
@click.option("-o", "--output", type=shell.NAMED, metavar="FILE", required=True, help="The log to begin, a file of JSON Lines.")
@game_options
def new(title: str, seed: int | None, table: bool, output: str, options: dict[str, Any]) -> None:
    """Begin a game: write its log."""
    from rulebook.game import Game

    if table and seed is not None:
        raise NotationError("either --table or --seed: at a table no die comes from a seed", f"--seed {seed}")
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
    game = load(path)
    names = [named(game, action) for action in game.actions()]
    answer = {"decider": game.decider, "over": game.over, "asks": asked(game), "actions": [*game.actions()]}
    answer |= {"names": names} if any(names) else {}
    shell.print_answer(answer, [*decision_lines(game, columns=sys.stdout.isatty())], as_json=as_json)


@click.command()
@GAME
@click.argument("actions", metavar="ACTION…", nargs=-1, required=True)
@click.option("--dice", type=shell.NAMED, metavar="N,N,…", help="The dice of one action, rolled at a table.")
@shell.json_option
def do(path: str, actions: tuple[str, ...], dice: str | None, as_json: bool) -> None:
    """Carry out actions, each by its text or its number in `legal`, and say what came of them.

    When one of them is refused, none is carried out.
    """
    from rulebook.log import to_json

    hold(path)
    game = load(path)
    values = dice_in(dice, actions)
    length = len(game.entries)
    course = [done(game, meant(game, action), dice=values) for action in actions]
    answer = {"decider": game.decider, "over": game.over, "happened": [to_json(entry) for entry in game.entries[length:]]}
    try:
        shell.print_answer(answer, [*course_lines(course), heading(game)], as_json=as_json)
        sys.stdout.flush()  # what cannot be told is not done
    except BrokenPipeError:  # but who reads no further has asked for it
        game.save(path)
        raise
    game.save(path)


def hold(path: str) -> None:
    """Keep a log from being changed by others until the command ends, and refuse one that cannot be."""
    refuse_stdin(path)
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
    """Return an action as the game takes it: a text that is one, else the number that the words are in the list as it is told.

    NotationError for what can be neither: what cannot be printed, or is too long, or is not among the numbers told.
    """
    if not words.isprintable() or len(words) > LONGEST:
        raise NotationError("an action, or its number", words)
    is_number = words.isascii() and words.isdigit() and len(words) != HEX
    if not is_number or words in game.actions():
        return words
    return valued(game.actions(), int(words)) or int(words)


@click.command()
@GAME
@click.argument("decisions", metavar="[N]", type=shell.Whole(1), default=1)
def undo(path: str, decisions: int) -> None:
    """Take back the last N decisions (1), none before the last die.

    Dice that were entered from a table are taken back too, for they may have been entered wrongly.
    """
    hold(path)
    game = load(path)
    before = [entry for entry in game.entries if isinstance(entry, Did)]
    if game.head.table and decisions <= game.decisions:
        game = replayed(game.log, decisions=game.decisions - decisions, name=path)
    else:
        game.undo(decisions)
    save(game, path)
    for entry in reversed(before[game.decisions :]):
        click.echo(f"taken back: {entry_told(entry)}")
    click.echo(heading(game))
