"""The group of all commands on games; each kind of work has a module beside this one."""

from __future__ import annotations

from typing import NoReturn

import click

from mapsheet import shell
from rulebook.cli.checking import check
from rulebook.cli.covering import rules
from rulebook.cli.deciding import do, legal, list_titles, new, undo
from rulebook.cli.diagrams import diagram
from rulebook.cli.odds import odds
from rulebook.cli.playing import play
from rulebook.cli.replaying import replay
from rulebook.cli.serving import serve


@click.group(context_settings=shell.CONTEXT)
@click.version_option(package_name="mapsheet")
def door() -> None:
    """Games by their printed rules: legal actions, logs that replay, scores.

    TITLE is a game that can be played (see `rulebook list`), GAME the log of one, a file of JSON Lines.
    """


for command in (check, diagram, do, legal, list_titles, new, odds, play, replay, rules, serve, undo):
    door.add_command(command)


def main() -> NoReturn:
    """Run the command `rulebook`."""
    shell.run(door, name="rulebook")
