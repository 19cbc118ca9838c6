"""The commands that hand maps to other programs and take them over: `areamap export` and `areamap import`."""

from __future__ import annotations

import shlex
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from areamap.cli.loading import MAP, OVERRIDE, load
from mapsheet import shell
from mapsheet.errors import DataError, NotationError, nearest
from mapsheet.source import files_of, find_source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from areamap.asking import AreaMap
    from areamap.scenario import Station


@click.command("export")
@MAP
@click.option("--to", "to", type=shell.NAMED, required=True, metavar="FORMAT", help="geojson, topojson, graphml or vassal.")
@click.option("-o", "--output", type=shell.WRITTEN, required=True, metavar="FILE", help="Where to write.")
@click.option("--links", is_flag=True, help="Put the links as lines into GeoJSON.")
@click.option("--dpi", type=shell.Whole(30, 600), default=100, show_default=True, help="Pixels per inch of pictures.")
@click.option("--style", type=shell.NAMED, metavar="NAME", help="A style of the module's pictures (the map's own).")
@click.option("--scenario", type=shell.NAMED, metavar="NAME", help="Whose counters the module has on the map (the first).")
@OVERRIDE
def export_map(map_name: str, to: str, output: str, links: bool, override: str | None, **given: Any) -> None:
    """Write a map in the format of other programs, with everything it says of its spaces.

    `areamap import` reads each of them back, but for vassal: a module for the online table.
    """
    from areamap.exporting import FORMATS, export

    known = [*FORMATS, "vassal"]
    if to not in known:
        raise NotationError(f"one of {' '.join(known)}{nearest(to, known)}", to)
    if to == "vassal":
        shell.MODULE.allowed(output)
    board = load(map_name, override)
    shell.refuse_inputs(output, chain(files_of(map_name), [override, given["style"], given["scenario"]]))
    data = _vassal(map_name, board, override, given) if to == "vassal" else export(board, to, links=links)
    shell.write_file(output, data)


def _vassal(map_name: str, board: AreaMap, override: str | None, given: dict[str, Any]) -> bytes:
    from areamap.scenario import find_scenario, read_scenario, scenarios
    from areamap.vassal import module
    from mapsheet.vassal import counters_of, to_bytes

    counters = counters_of(map_name, override)
    name = given.pop("scenario")
    stations: Sequence[Station] = ()
    if counters and (name or scenarios(find_source(map_name).parent)):
        stations = read_scenario(find_scenario(map_name, name), board, counters).stations
    made = module(board, counters=counters, stations=stations, **given)
    for words in made.left_out:
        click.echo(words, err=True)
    return to_bytes(made)


@click.command("import")
@click.argument("file", type=shell.NAMED, metavar="FILE")
@click.option("-o", "--output", "folder", type=shell.NAMED, required=True, metavar="DIR", help="The folder of the new title.")
@click.option("--close", type=shell.NAMED, metavar="LENGTH", help="Fill gaps narrower than this: 2 km, in a drawing 0.5 mm.")
@click.option("--title", type=shell.NAMED, metavar="TEXT", help="The map's title (the file's own).")
@shell.json_option
def import_map(file: str, folder: str, close: str | None, title: str | None, as_json: bool) -> None:
    """Make a title of regions drawn elsewhere: GeoJSON, TopoJSON, SVG or GraphML.

    Regions need not share vertices. Gaps and overlaps are told with their size and place; an overlap goes to the first region
    that has it, in an SVG to the topmost. Whatever is wrong with the new map is told as `areamap check` tells it.
    """
    from areamap.checking import examine
    from areamap.importing import import_text
    from mapsheet.source import read_text, read_toml

    made = import_text(read_text(file), file, title=title or "", close=close or "")
    for written in ("map.toml", "map.topojson"):
        shell.refuse_inputs(str(Path(folder) / written), [file])
    target = shell.new_folder(folder)
    if made.topology is not None:
        shell.write_file(str(target / "map.topojson"), made.topology)
    shell.write_file(str(target / "map.toml"), made.map_toml)
    verdict = examine(target)
    if as_json:
        told = [report.to_json() for report in made.reports]
        faults = [str(fault) for fault in verdict.faults]
        click.echo(shell.to_line({"folder": folder, "reports": told, "faults": faults}))
        return
    kinds = list(dict.fromkeys(report.what for report in made.reports))
    for report in sorted(made.reports, key=lambda report: kinds.index(report.what)):
        click.echo(" ".join(str(report).split()))
    if verdict.faults:
        shell.say_faults(DataError(verdict.faults))
    click.echo(_next(folder, len(read_toml(target / "map.toml").data["space"]), len(verdict.faults)))


def _next(folder: str, spaces: int, faults: int) -> str:
    """Return what an import ends with: what was made, what is wrong with it, and the command that says so again."""
    many = "1 fault" if faults == 1 else f"{faults:,} faults"
    found = f"areamap check finds {many}: " if faults else "next: "
    quoted = shlex.quote(folder)
    proof = "" if faults else f" --proof {shlex.quote(f'{folder}/proof.svg')}"
    return f"{spaces:,} spaces; {found}areamap check {quoted}{proof}"
