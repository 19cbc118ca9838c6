"""The commands that draw area maps."""

from __future__ import annotations

import os
from itertools import chain
from typing import Any

import click

from areamap.cli.loading import MAP, OVERRIDE, load
from mapsheet import shell
from mapsheet.errors import NotationError
from mapsheet.paging import Paging, page_options, save_sheet
from mapsheet.source import files_of


@click.command()
@MAP
@click.option("-o", "--output", type=shell.FIGURE, metavar="FILE", required=True, help="Where to write: .svg, .png or .pdf.")
@click.option("--dpi", type=shell.Whole(10, 2400), default=300, show_default=True, help="Pixels per inch of a PNG.")
@click.option("--crop", type=shell.NAMED, metavar="PART", help="Only a part: LON,LAT,LON,LAT, or round SPACE,….")
@shell.style_option
@shell.text_option
@click.option("--sheet", type=shell.NAMED, metavar="NAME", default="map", show_default=True, help="Which sheet of the title.")
@click.option("--coords", type=shell.WRITTEN, metavar="FILE", help="Also write middles and outlines in mm and pixels as JSON.")
@page_options
@shell.json_option
@OVERRIDE
def render(  # the options of paper come as one
    map_name: str,
    output: str,
    dpi: int,
    coords: str | None,
    as_json: bool,
    override: str | None,
    paging: Paging | None,
    **given: Any,
) -> None:
    """Draw the map at true size."""
    from areamap.draw import coordinates, draw_sheet, sheet_size

    board = load(map_name, override)
    if coords and os.path.realpath(coords) == os.path.realpath(output):
        raise NotationError("two different files for the drawing and its coordinates", coords)
    for path in (output, coords):
        shell.refuse_inputs(path, chain(files_of(map_name), [override, given["style"]]))
    if output.lower().endswith(".png") and paging is None:
        shell.refuse_size(*sheet_size(board, sheet=given["sheet"], crop=given["crop"]), dpi=dpi)
    style = shell.styled(given["style"] or board.style_name, given["text"])
    svg, missing = draw_sheet(board, style=style, sheet=given["sheet"], crop=given["crop"])
    if coords:
        shell.write_file(coords, shell.to_line(coordinates(board, crop=given["crop"], dpi=dpi)) + "\n")
    save_sheet(output, svg, missing, paging=paging, dpi=dpi, as_json=as_json)
