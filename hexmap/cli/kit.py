"""The command that gathers all of a title in one PDF: `hexmap kit`."""

from __future__ import annotations

from hexmap.cli.loading import load
from mapsheet.kit import KitJob, Part, counters_of, counters_part, map_part, setup_part
from mapsheet.kit.command import kit_command
from mapsheet.source import find_source


def _map(job: KitJob) -> Part:
    from hexmap.draw import draw_sheet, seam_lines

    board = load(job.name, job.override)
    return map_part({"map": draw_sheet(board, style=job.style).svg}, job, seam_lines(board))


def _setup(job: KitJob) -> Part | None:
    from hexmap.draw import draw_sheet
    from hexmap.setup import find_setup, read_setup, setup_of
    from mapsheet.setup.mapfigure import map_pages
    from mapsheet.setup.sheet import setup_sheets
    from mapsheet.style import load_style

    if counters_of(job) is None or not any(find_source(job.name).parent.glob("setup*.toml")):
        return None
    board = load(job.name, job.override)
    position = read_setup(find_setup(job.name, job.scenario), board, job.name, job.override)
    assert position.counters is not None  # read_setup has them
    setup, style = setup_of(board, position, position.counters), load_style(job.style or board.sheet.style)
    figure = draw_sheet(board, style=job.style, position=position).svg
    return setup_part(setup, [*setup_sheets(setup, style, job.paper), *map_pages(figure, style, job.paper, "fit", setup.title)])


def _aid(job: KitJob) -> Part:
    from hexmap.effects import terrain_chart
    from mapsheet.aid import charts_of, read_aid
    from mapsheet.aidpages import aid_pages
    from mapsheet.style import load_style

    board, folder = load(job.name, job.override), find_source(job.name).parent
    chart = terrain_chart(board)
    aid = read_aid(folder, {chart.id: chart, **charts_of(folder, job.override)}, title=board.title)
    pages = aid_pages(aid, load_style(job.style or board.sheet.style), job.paper)
    return Part("Players' aid", pages, f"{len(aid.panels)} panel{'s' * (len(aid.panels) != 1)}")


def _title(job: KitJob) -> tuple[str, str]:
    board = load(job.name, job.override)
    return board.title, board.sheet.note


PARTS = (("map", _map), ("counters", counters_part), ("set-up", _setup), ("players' aid", _aid))
kit = kit_command(PARTS, _title)
