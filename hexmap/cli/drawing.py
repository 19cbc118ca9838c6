"""The commands that draw hex maps."""

from __future__ import annotations

import os
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from hexmap.cli.loading import MAP, OVERRIDE, load
from mapsheet import shell
from mapsheet.errors import NotationError
from mapsheet.paging import Paging, page_options, save_sheet
from mapsheet.source import files_of

if TYPE_CHECKING:
    from hexmap.position import Position


@click.command()
@MAP
@click.option("-o", "--output", type=shell.FIGURE, metavar="FILE", required=True, help="Where to write: .svg, .png or .pdf.")
@click.option("--dpi", type=shell.Whole(10, 2400), default=300, show_default=True, help="Pixels per inch of a PNG.")
@click.option("--crop", type=shell.NAMED, metavar="HEX-HEX", help="Only the rectangle between two hexes, cut along hexes.")
@shell.style_option
@shell.text_option
@click.option("--with", "position", type=shell.NAMED, metavar="FILE", help="A position whose codes are printed in the hexes.")
@click.option("--counters", is_flag=True, help="Draw the position's units as the title's counters, not as codes.")
@click.option("--coords", type=shell.WRITTEN, metavar="FILE", help="Also write centres and outlines in mm and pixels as JSON.")
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
    from hexmap.draw import coordinates, draw_sheet, seam_lines, sheet_size
    from hexmap.position import read_position

    board = load(map_name, override)
    position = read_position(given["position"], board=board) if given["position"] else None
    if given["counters"]:
        position = _as_counters(map_name, position, override)
    if coords and os.path.realpath(coords) == os.path.realpath(output):
        raise NotationError("two different files for the drawing and its coordinates", coords)
    for path in (output, coords):
        shell.refuse_inputs(path, chain(files_of(map_name), [override, given["style"], given["position"]]))
    if output.lower().endswith(".png") and paging is None:
        shell.refuse_size(*sheet_size(board, crop=given["crop"]), dpi=dpi)
    style = shell.styled(given["style"] or board.sheet.style, given["text"])
    svg, missing = draw_sheet(board, style=style, crop=given["crop"], position=position)
    if paging:
        paging = paging.along(*seam_lines(board, crop=given["crop"]))
    if coords:
        shell.write_file(coords, shell.to_line(coordinates(board, crop=given["crop"], dpi=dpi)) + "\n")
    save_sheet(output, svg, missing, paging=paging, dpi=dpi, as_json=as_json)


def _as_counters(map_name: str, position: Position | None, override: str | None) -> Position:
    """Return a position with the counters of the title, as which it is drawn."""
    from mapsheet.counters import read_counters
    from mapsheet.source import find_source

    if position is None:
        raise NotationError("a position whose units are drawn, --with FILE", "--counters")
    return position._replace(counters=read_counters(find_source(map_name).parent, override=override))
