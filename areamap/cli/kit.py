"""The command that gathers all of a title in one PDF: `areamap kit`."""

from __future__ import annotations

from areamap.cli.loading import load
from mapsheet.kit import KitJob, Part, counters_of, counters_part, map_part, setup_part
from mapsheet.kit.command import kit_command
from mapsheet.source import find_source


def _map(job: KitJob) -> Part | None:
    from areamap.draw import draw_sheet
    from areamap.draw.board import sheets_of

    board = load(job.name, job.override)
    if board.art is not None and board.art.aid is not None:
        return None
    sheets = ("map",) if board.topology is not None else sheets_of(board)
    drawn = {"board" if sheet == "map" else sheet: draw_sheet(board, style=job.style, sheet=sheet).svg for sheet in sheets}
    return map_part(drawn, job)


def _setup(job: KitJob) -> Part | None:
    from areamap.draw import draw_sheet
    from areamap.draw.pieces import Deployed
    from areamap.scenario import find_scenario, read_scenario
    from areamap.setup import setup_of
    from mapsheet.setup.mapfigure import map_pages
    from mapsheet.setup.sheet import setup_sheets
    from mapsheet.style import load_style

    counters = counters_of(job)
    if counters is None or not any(find_source(job.name).parent.glob("scenario*.toml")):
        return None
    board = load(job.name, job.override)
    found = read_scenario(find_scenario(job.name, job.scenario), board, counters)
    setup, style = setup_of(board, found, counters), load_style(job.style or board.style_name)
    figure = draw_sheet(board, style=job.style, deployed=Deployed(found.stations, counters)).svg
    return setup_part(setup, [*setup_sheets(setup, style, job.paper), *map_pages(figure, style, job.paper, "fit", setup.title)])


def _aid(job: KitJob) -> Part | None:
    from areamap.cli.aid import has_aid, pages_of

    board = load(job.name, job.override)
    if not has_aid(board, job.name):
        return None
    return Part("Players' aid", pages_of(board, job.name, job.style, job.paper), "sequence of play and tables")


def _title(job: KitJob) -> tuple[str, str]:
    board = load(job.name, job.override)
    return board.title, board.art.sheet.note if board.art else ""


PARTS = (("map", _map), ("counters", counters_part), ("set-up", _setup), ("players' aid", _aid))
kit = kit_command(PARTS, _title)
