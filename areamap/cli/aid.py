"""The command that sets a title's players' aid: `areamap aid`."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import click

from areamap.cli.loading import MAP, OVERRIDE, load
from mapsheet import shell
from mapsheet.source import files_of, find_source

if TYPE_CHECKING:
    from areamap.asking import AreaMap
    from mapsheet.export import Page


@click.command()
@MAP
@shell.pages_option
@shell.paper_option
@shell.style_option
@shell.json_option
@OVERRIDE
def aid(map_name: str, output: str, paper: str, style: str | None, as_json: bool, override: str | None) -> None:
    """Set the players' aid: the sequence of play and every printed table, on as few pages as stay readable.

    A map that is drawn as an aid of its own stands first, on its own size of paper.
    """
    from mapsheet.aid import FILE, read_aid
    from mapsheet.aidpages import aid_pages
    from mapsheet.style import load_style
    from mapsheet.units import size

    board, folder = load(map_name, override), find_source(map_name).parent
    shell.refuse_inputs(output, chain(files_of(map_name), [override, style]))
    pages = _own_sheet(board, style)
    if not pages or board.charts or (folder / FILE).is_file():
        plan = read_aid(folder, board.charts, title=board.title)
        pages += aid_pages(plan, load_style(style or board.style_name), size(paper))
    shell.save_pages(output, pages, title=f"{board.title}: players' aid")
    if as_json:
        click.echo(shell.to_line({"file": output, "title": board.title, "pages": len(pages)}))


def _own_sheet(board: AreaMap, style: str | None) -> list[Page]:
    """Return the sheet of a map that is itself an aid."""
    from areamap.draw import draw_sheet
    from mapsheet.export import Page

    if board.art is None or board.art.aid is None:
        return []
    return [Page(draw_sheet(board, style=style).svg, label="Players' aid")]
