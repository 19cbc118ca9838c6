"""The group of all commands on hex maps; each kind of work has a module beside this one."""

from __future__ import annotations

from typing import NoReturn

import click

from hexmap.cli import asking
from hexmap.cli.aid import aid
from hexmap.cli.checking import check
from hexmap.cli.diagrams import diagram
from hexmap.cli.drawing import render
from hexmap.cli.exchange import export_map, import_map
from hexmap.cli.kit import kit
from hexmap.cli.linting import lint
from hexmap.cli.setups import print_setup
from hexmap.cli.starting import new
from hexmap.cli.viewing import preview, view
from hexmap.questions import QUESTIONS
from mapsheet import shell
from mapsheet.commands import QuestionDoor
from mapsheet.counters.command import counters


@click.group(cls=QuestionDoor, questions=QUESTIONS, desk=asking.DESK, context_settings=shell.CONTEXT)
@click.version_option(package_name="mapsheet")
def door() -> None:
    """Exact answers about hex maps, and the maps on paper.

    MAP is a title (see `hexmap list`), a folder with a map.toml, or a map file.
    """


for command in (
    *(aid, asking.batch, asking.list_titles, asking.matrix, check, counters, diagram, export_map, import_map, kit),
    *(lint, new, preview, print_setup, render, view),
):
    door.add_command(command)


def main() -> NoReturn:
    """Run the command `hexmap`."""
    shell.run(door, name="hexmap")
