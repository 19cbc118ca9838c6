"""The command that begins a title: `hexmap new`."""

from __future__ import annotations

from typing import Any

import click

from mapsheet import shell


@click.command()
@click.argument("folder", type=shell.NAMED, metavar="DIR")
@click.option("--columns", type=shell.Whole(1, 10_000), help="Columns of hexes (12).")
@click.option("--rows", type=shell.Whole(1, 10_000), help="Rows of hexes (10).")
@click.option("--paper", type=shell.NAMED, metavar="SIZE", help="As many hexes as fit a sheet: a4, 17x22in.")
@click.option("--hex", "across", metavar="LENGTH", default="16 mm", show_default=True, help="Distance between opposite hexsides.")
@click.option("--pointy", is_flag=True, help="Rows of hexes with a corner to the north.")
@click.option("--title", default="My map", show_default=True, help="The map's title.")
def new(folder: str, **given: Any) -> None:
    """Write a starter map into DIR; it renders at once."""
    from hexmap.starter import starter

    text = starter(**given)
    target = shell.new_folder(folder)
    shell.write_file(str(target / "map.toml"), text)
    click.echo(f"next: hexmap render {folder} -o {folder}/map.svg")
