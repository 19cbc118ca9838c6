"""The group of all commands on area maps; each kind of work has a module beside this one."""

from __future__ import annotations

from typing import NoReturn

import click

from areamap.cli import asking
from areamap.cli.aid import aid
from areamap.cli.building import build
from areamap.cli.checking import check
from areamap.cli.diagrams import diagram
from areamap.cli.drawing import render
from areamap.cli.exchange import export_map, import_map
from areamap.cli.kit import kit
from areamap.cli.linting import lint
from areamap.cli.setups import print_setup
from areamap.cli.starting import new
from areamap.cli.viewing import preview, view
from areamap.questions import QUESTIONS
from mapsheet import shell
from mapsheet.commands import QuestionDoor
from mapsheet.counters.command import counters


@click.group(cls=QuestionDoor, questions=QUESTIONS, desk=asking.DESK, context_settings=shell.CONTEXT)
@click.version_option(package_name="mapsheet")
def door() -> None:
    """Exact answers about area maps, and the maps on paper.

    MAP is a title (see `areamap list`), a folder with a map.toml, or a map file.
    """


for command in (
    *(aid, asking.batch, asking.list_titles, build, check, counters, diagram, export_map, import_map, kit),
    *(lint, new, preview, print_setup, render, view),
):
    door.add_command(command)


def main() -> NoReturn:
    """Run the command `areamap`."""
    shell.run(door, name="areamap")
