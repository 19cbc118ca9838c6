"""The command that prints set-ups: `hexmap setup`."""

from __future__ import annotations

from itertools import chain
from typing import Any

import click

from hexmap.cli.loading import MAP, OVERRIDE, load
from mapsheet import shell
from mapsheet.setup.options import setup_options
from mapsheet.source import files_of


@click.command("setup")
@MAP
@setup_options
@shell.paper_option
@shell.json_option
@OVERRIDE
def print_setup(map_name: str, output: str | None, as_json: bool, override: str | None, **given: Any) -> None:
    """Print a set-up: a sheet for each side with its counters where they start, and the map with everybody in place.

    MAP's own set-up is its setup.toml; another is named by --scenario.
    """
    from hexmap.draw import draw_sheet
    from hexmap.setup import find_setup, read_setup, setup_of
    from mapsheet.setup.printing import Printing, print_sheets

    board = load(map_name, override)
    path = find_setup(map_name, given["scenario"])
    shell.refuse_inputs(output, chain(files_of(map_name), [override, given["style"], path]))
    position = read_setup(path, board, map_name, override)
    assert position.counters is not None  # read_setup has them
    setup = setup_of(board, position, position.counters)
    style = shell.styled(given["style"] or board.sheet.style, given["text"])
    asked = Printing(output, style, given["paper"], given["way"], given["dpi"], as_json)
    print_sheets(setup, asked, lambda: [draw_sheet(board, style=style, position=position).svg])
