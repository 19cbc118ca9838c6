"""What commands on games begin with: titles, logs, the options with which a game is begun."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mapsheet import shell
from mapsheet.errors import NotationError

if TYPE_CHECKING:
    from rulebook.game import Game
    from rulebook.log import Log

T = TypeVar("T")
STDIN = "-"
TITLE = click.argument("title", metavar="TITLE")
GAME = click.argument("path", metavar="GAME", type=shell.NAMED)
SEED = click.option("--seed", type=shell.Whole(0, 2**63 - 1), metavar="N", help="Where the dice come from (any).")
GAMES = click.option("--games", type=shell.Whole(1, 1_000_000), default=1, show_default=True, metavar="N", help="How many games.")
CORES = click.option("--cores", type=shell.Whole(1, 1024), metavar="N", help="On how many cores (all).")


def load(path: str) -> Game:
    """Return the game in a log; of `-` it is read from stdin."""
    from rulebook.replay import replayed

    return replayed(log_in(path), name=path)


def log_in(path: str) -> Log:
    """Return the log in a file, or on stdin for `-`."""
    from rulebook.log import parse_log, read_log

    return parse_log(sys.stdin.read(), STDIN) if path == STDIN else read_log(path)


def refuse_stdin(path: str) -> None:
    """Raise NotationError where a log is to be written into that comes from stdin."""
    if path == STDIN:
        raise NotationError("the file of a log, which is written into", path)


def game_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options with which a game is begun; the command gets them as one, `options`."""

    @wraps(function)
    def gathered(scenario: str | None, strict: bool, override: str | None, **given: Any) -> Any:
        options: dict[str, Any] = {"scenario": scenario} if scenario else {}
        options |= {"strict": True} if strict else {}
        options |= {"overrides": override} if override else {}
        return function(options=options | dict(map(option, given.pop("option"))), **given)

    made: Callable[..., Any] = shell.options(
        click.option("--scenario", type=shell.NAMED, metavar="NAME", help="Which set-up, where a title has several."),
        click.option("--strict", is_flag=True, help="Refuse tables that are reconstructed, and say which."),
        click.option("--override", type=shell.NAMED, metavar="FILE", help="Your own values over the title's, a TOML file."),
        click.option("--option", multiple=True, metavar="NAME=VALUE", help="Another option, as `rulebook list` names them."),
    )(gathered)
    return made


def option(text: str) -> tuple[str, Any]:
    """Return an option of a game from NAME=VALUE; NotationError for another text."""
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise NotationError("an option as NAME=VALUE", text)
    words = {"true": True, "false": False}
    number = value.isascii() and value.isdigit() and len(value) < 19
    return name, words[value] if value in words else int(value) if number else value


def seed_or_any(seed: int | None) -> int:
    """Return the seed, or a fresh one."""
    from rulebook.dice import fresh_seed

    return fresh_seed() if seed is None else seed


def shown_progress(work: Iterable[T], total: int, what: str) -> Iterable[T]:
    """Yield the parts of a long job, with a bar on stderr where that is a terminal."""
    if total < 2 or not sys.stderr.isatty():
        return work
    from rich.console import Console
    from rich.progress import track

    return track(work, what, total=total, console=Console(stderr=True), transient=True)
