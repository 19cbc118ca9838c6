"""The commands that show a hex map on a screen."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from hexmap.cli.loading import MAP, OVERRIDE, load
from mapsheet import shell
from mapsheet.source import files_of, find_source

if TYPE_CHECKING:
    from mapsheet.counters import CounterSet


@click.command()
@MAP
@click.option("-o", "--output", type=shell.Written(".html", ".htm"), metavar="FILE", required=True, help="Where to write: .html.")
@click.option("--style", type=shell.NAMED, metavar="NAME", help="A style of data/styles or a style file (the map's own).")
@click.option("--with", "position", type=shell.NAMED, metavar="FILE", help="A position that stands on the map when it opens.")
@OVERRIDE
def view(map_name: str, output: str, style: str | None, position: str | None, override: str | None) -> None:
    """Write one page to look at the map: what hexes see, where units reach, and lines with their reasons."""
    from hexmap.position import read_position
    from hexmap.webview import draw_page

    board = load(map_name, override)
    shown = read_position(position, board=board) if position else None
    shell.refuse_inputs(output, chain(files_of(map_name), [override, style, position]))
    counters = _counters(map_name, override) if shown else None
    shell.write_file(output, draw_page(board, style=style, position=shown, counters=counters))


def _counters(map_name: str, override: str | None) -> CounterSet | None:
    """Return the counters of a title, None where it has none."""
    from mapsheet.counters import read_counters

    path = find_source(map_name).parent / "counters.toml"
    return read_counters(path, override=override) if path.is_file() else None


@click.command()
@click.argument("map_name", metavar="DIR")
@click.option("--style", type=shell.NAMED, metavar="NAME", help="A style of data/styles or a style file (the map's own).")
@click.option("--with", "position", type=shell.NAMED, metavar="FILE", help="A position whose codes are printed in the hexes.")
@OVERRIDE
@shell.preview_options
def preview(map_name: str, style: str | None, position: str | None, override: str | None, **given: Any) -> None:
    """Show a map in a browser and draw it anew whenever one of its files is saved; Ctrl-C ends."""
    from hexmap.draw import draw_map
    from hexmap.position import read_position

    def draw() -> str:
        board = load(map_name, override)
        return draw_map(board, style=style, position=read_position(position, board=board) if position else None)

    shell.run_preview(map_name, draw, [override, style, position], **given)
