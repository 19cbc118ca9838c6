"""The commands that draw hex maps."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from hexmap.cli.loading import MAP, OVERRIDE, load
from mapsheet import shell
from mapsheet.errors import NotationError
from mapsheet.rendering import SheetJob, sheet_options
from mapsheet.source import files_of

if TYPE_CHECKING:
    from hexmap.position import Position


@click.command()
@MAP
@sheet_options(
    "Also write centres and outlines in mm and pixels as JSON.",
    click.option("--crop", type=shell.NAMED, metavar="HEX-HEX", help="Only the rectangle between two hexes, cut along hexes."),
    click.option("--with", "position", type=shell.NAMED, metavar="FILE", help="A position whose codes are printed in the hexes."),
    click.option("--counters", is_flag=True, help="Draw the position's units as the title's counters, not as codes."),
)
@OVERRIDE
def render(map_name: str, job: SheetJob, crop: str | None, override: str | None, **given: Any) -> None:
    """Draw the map at true size."""
    from hexmap.draw import coordinates, draw_sheet, seam_lines, sheet_size
    from hexmap.position import read_position

    board = load(map_name, override)
    position = read_position(given["position"], board=board) if given["position"] else None
    if given["counters"]:
        position = _as_counters(map_name, position, override)
    job.guard(chain(files_of(map_name), [override, given["position"]]))
    job.refuse_size(lambda: sheet_size(board, crop=crop))
    svg, missing = draw_sheet(board, style=job.styled(board.sheet.style), crop=crop, position=position)
    if job.paging:
        job = job._replace(paging=job.paging.along(*seam_lines(board, crop=crop)))
    job.save(svg, missing, lambda: coordinates(board, crop=crop, dpi=job.dpi))


def _as_counters(map_name: str, position: Position | None, override: str | None) -> Position:
    """Return a position with the counters of the title, as which it is drawn."""
    from mapsheet.counters import read_counters
    from mapsheet.source import find_source

    if position is None:
        raise NotationError("a position whose units are drawn, --with FILE", "--counters")
    return position._replace(counters=read_counters(find_source(map_name).parent, override=override))
