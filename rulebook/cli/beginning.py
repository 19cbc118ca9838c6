"""What commands on games begin with: titles, logs, the options with which a game is begun."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mapsheet import shell
from mapsheet.errors import NotationError

if TYPE_CHECKING:
    from rulebook.game import Game

T = TypeVar("T")
TITLE = click.argument("title", metavar="TITLE")
GAME = click.argument("path", metavar="GAME", type=shell.NAMED)
SEED = click.option("--seed", type=shell.Whole(0, 2**63 - 1), metavar="N", help="Where the dice come from (any).")
GAMES = click.option("--games", type=shell.Whole(1, 1_000_000), default=1, show_default=True, metavar="N", help="How many games.")
CORES = click.option("--cores", type=shell.Whole(1, 1024), metavar="N", help="On how many cores (all).")


def load(path: str) -> Game:
    """Return the game in a log."""
    from rulebook.replay import load as replayed

    return replayed(path)


def game_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options with which a game is begun; the command gets them as one, `options`."""

    @wraps(function)
    def gathered(scenario: str | None, strict: bool, override: str | None, option: tuple[str, ...], **given: Any) -> Any:
        options: dict[str, Any] = {"scenario": scenario} if scenario else {}
        options |= {"strict": True} if strict else {}
        options |= {"overrides": override} if override else {}
        return function(options=options | dict(map(_option, option)), **given)

    made: Callable[..., Any] = shell.options(
        click.option("--scenario", type=shell.NAMED, metavar="NAME", help="Which set-up, where a title has several."),
        click.option("--strict", is_flag=True, help="Refuse tables that are reconstructed, and say which."),
        click.option("--override", type=shell.NAMED, metavar="FILE", help="Your own values over the title's, a TOML file."),
        click.option("--option", multiple=True, metavar="NAME=VALUE", help="Any other option of the title."),
    )(gathered)
    return made


def _option(text: str) -> tuple[str, Any]:
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
    import sys

    if total < 2 or not sys.stderr.isatty():
        return work
    from rich.console import Console
    from rich.progress import track

    return track(work, what, total=total, console=Console(stderr=True), transient=True)
