"""The commands that draw area maps."""

from __future__ import annotations

from itertools import chain

import click

from areamap.cli.loading import MAP, OVERRIDE, load
from mapsheet import shell
from mapsheet.rendering import SheetJob, sheet_options
from mapsheet.source import files_of


@click.command()
@MAP
@sheet_options(
    "Also write middles and outlines in mm and pixels as JSON.",
    click.option("--crop", type=shell.NAMED, metavar="PART", help="Only a part: LON,LAT,LON,LAT, or round SPACE,…."),
    click.option("--sheet", type=shell.NAMED, metavar="NAME", default="map", show_default=True, help="Which sheet of the title."),
)
@OVERRIDE
def render(map_name: str, job: SheetJob, crop: str | None, sheet: str, override: str | None) -> None:
    """Draw the map at true size."""
    from areamap.draw import coordinates, draw_sheet, sheet_size

    board = load(map_name, override)
    job.guard(chain(files_of(map_name), [override]))
    job.refuse_size(lambda: sheet_size(board, sheet=sheet, crop=crop))
    svg, missing = draw_sheet(board, style=job.styled(board.style_name), sheet=sheet, crop=crop)
    job.save(svg, missing, lambda: coordinates(board, crop=crop, dpi=job.dpi))
