"""The command that sets a title's players' aid: `hexmap aid`."""

from __future__ import annotations

from itertools import chain

import click

from hexmap.cli.loading import MAP, OVERRIDE, load
from mapsheet import shell
from mapsheet.source import files_of, find_source


@click.command()
@MAP
@shell.pages_option
@shell.paper_option
@shell.style_option
@shell.json_option
@OVERRIDE
def aid(map_name: str, output: str, paper: str, style: str | None, as_json: bool, override: str | None) -> None:
    """Set the players' aid: the sequence of play, terrain effects and every printed table, on as few pages as stay readable."""
    from hexmap.effects import terrain_chart
    from mapsheet.aid import charts_of, read_aid
    from mapsheet.aidpages import aid_pages
    from mapsheet.style import load_style
    from mapsheet.units import size

    board, folder = load(map_name, override), find_source(map_name).parent
    shell.refuse_inputs(output, chain(files_of(map_name), [override, style]))
    chart = terrain_chart(board)
    plan = read_aid(folder, {chart.id: chart, **charts_of(folder, override)}, title=board.title)
    pages = aid_pages(plan, load_style(style or board.sheet.style), size(paper))
    shell.save_pages(output, pages, title=f"{board.title}: players' aid")
    if as_json:
        click.echo(shell.to_line({"file": output, "title": plan.title, "pages": len(pages), "panels": [*plan.panels]}))
