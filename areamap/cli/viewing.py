"""The commands that show an area map on a screen."""

from __future__ import annotations

from itertools import chain
from typing import Any

import click

from areamap.cli.loading import MAP, OVERRIDE, load
from mapsheet import shell
from mapsheet.source import files_of


@click.command()
@MAP
@click.option("-o", "--output", type=shell.Written(".html", ".htm"), metavar="FILE", required=True, help="Where to write: .html.")
@click.option("--style", type=shell.NAMED, metavar="NAME", help="A style of data/styles or a style file (the map's own).")
@OVERRIDE
def view(map_name: str, output: str, style: str | None, override: str | None) -> None:
    """Write one page to look at the map: neighbors, where one gets, and ways with their reasons."""
    from areamap.webview import draw_page

    board = load(map_name, override)
    shell.refuse_inputs(output, chain(files_of(map_name), [override, style]))
    shell.write_file(output, draw_page(board, style=style))


@click.command()
@click.argument("map_name", metavar="DIR")
@click.option("--style", type=shell.NAMED, metavar="NAME", help="A style of data/styles or a style file (the map's own).")
@click.option("--sheet", type=shell.NAMED, metavar="NAME", default="map", show_default=True, help="Which sheet of the title.")
@OVERRIDE
@shell.preview_options
def preview(map_name: str, style: str | None, sheet: str, override: str | None, **given: Any) -> None:
    """Show a map in a browser and draw it anew whenever one of its files is saved; Ctrl-C ends."""
    from areamap.draw import draw_sheet

    def draw() -> str:
        return draw_sheet(load(map_name, override), style=style, sheet=sheet).svg

    shell.run_preview(map_name, draw, [override, style], **given)
