"""The command that prints set-ups: `areamap setup`."""

from __future__ import annotations

from itertools import chain
from typing import Any

import click

from areamap.cli.loading import MAP, OVERRIDE, load
from mapsheet import shell
from mapsheet.setup.options import setup_options
from mapsheet.source import files_of, find_source


@click.command("setup")
@MAP
@setup_options
@shell.paper_option
@shell.json_option
@OVERRIDE
def print_setup(map_name: str, output: str | None, as_json: bool, override: str | None, **given: Any) -> None:
    """Print a set-up: a sheet for each side with its counters where they start, and the map with everybody in place.

    The set-ups of MAP are its files scenario-NAME.toml.
    """
    from areamap.draw import Deployed, draw_deployed
    from areamap.scenario import find_scenario, read_scenario
    from areamap.setup import setup_of
    from mapsheet.counters import read_counters
    from mapsheet.setup.printing import Printing, print_sheets

    board = load(map_name, override)
    path = find_scenario(map_name, given["scenario"])
    shell.refuse_inputs(output, chain(files_of(map_name), [override, given["style"], path]))
    counters = read_counters(find_source(map_name).parent, override=override)
    found = read_scenario(path, board, counters)
    style = shell.styled(given["style"] or (board.art.sheet.style if board.art else "classic"), given["text"])
    asked = Printing(output, style, given["paper"], given["way"], given["dpi"], as_json)
    deployed = Deployed(found.stations, counters)
    print_sheets(setup_of(board, found, counters), asked, lambda: draw_deployed(board, style, deployed))
