"""The command that draws: `areamap render`."""

from __future__ import annotations

import click

from areamap.cli.loading import MAP, OVERRIDE, load
from mapsheet import shell


@click.command()
@MAP
@click.option("-o", "--output", type=shell.NAMED, required=True, metavar="FILE", help="Where to write: .svg, .png or .pdf.")
@click.option("--dpi", type=shell.Whole(10, 2400), default=300, show_default=True, help="Pixels per inch of a PNG.")
@click.option("--style", type=shell.NAMED, metavar="NAME", help="A style of data/styles or a style file (the map's own).")
@click.option("--sheet", type=shell.NAMED, default="map", show_default=True, metavar="NAME", help="Which sheet of the map.")
@shell.json_option
@OVERRIDE
def render(map_name: str, output: str, dpi: int, style: str | None, sheet: str, as_json: bool, override: str | None) -> None:
    """Draw a sheet of the map at true size."""
    from areamap.draw import draw_map
    from areamap.draw.board import board_size

    board = load(map_name, override)
    if output.lower().endswith(".png"):
        shell.refuse_size(*board_size(board, sheet), dpi=dpi)
    svg, missing = draw_map(board, style=style, sheet=sheet)
    shell.save_figure(output, svg, dpi=dpi)
    if missing:
        click.echo(f"no room on the sheet for: {', '.join(missing)}", err=True)
    if as_json:
        click.echo(shell.to_line({"file": output, "title": board.title, "left_out": missing}))
