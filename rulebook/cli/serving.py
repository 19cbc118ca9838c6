"""The command that keeps a game and answers lines of JSON: `rulebook serve`."""

from __future__ import annotations

import sys
from typing import Any

import click

from rulebook.cli.beginning import SEED, TITLE, game_options, seed_or_any


@click.command()
@TITLE
@SEED
@game_options
def serve(title: str, seed: int | None, options: dict[str, Any]) -> None:
    """Keep a game and answer a line of JSON for each line of JSON on standard input.

    {"ask": "new", "seed": 7}, {"ask": "legal"}, {"ask": "do", "action": "pass"}, {"ask": "undo"}; also redo, state, view, score,
    log, save and load. A wrong line gets an error, and the game goes on.
    """
    from rulebook.serving import Desk

    for line in Desk(title, options, seed=seed_or_any(seed)).lines(sys.stdin):
        click.echo(line)
        sys.stdout.flush()
