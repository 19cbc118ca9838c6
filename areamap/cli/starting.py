"""The command that begins a title: `areamap new`."""

from __future__ import annotations

import click

from mapsheet import shell


@click.command()
@click.argument("folder", type=shell.NAMED, metavar="DIR")
@click.option("--title", default="My board", show_default=True, help="The board's title.")
def new(folder: str, title: str) -> None:
    """Write a starter board of places and ways into DIR; it renders at once."""
    from areamap.starter import starter

    text = starter(title)
    target = shell.new_folder(folder)
    shell.write_file(str(target / "map.toml"), text)
    click.echo(f"next: areamap render {folder} -o {folder}/map.svg")
