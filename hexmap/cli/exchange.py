"""The commands that hand maps to other programs and take them over: `hexmap export` and `hexmap import`."""

from __future__ import annotations

import shlex
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexmap.cli.loading import MAP, OVERRIDE, load
from mapsheet import shell
from mapsheet.errors import NotationError, nearest
from mapsheet.source import files_of, find_source, is_title

if TYPE_CHECKING:
    from hexmap.asking import HexMap
    from hexmap.position import Position
    from hexmap.tiled import Beside

SETUP = "setup.toml"
FORMATS = ("vassal", "tiled", "geojson", "graphml", "csv")


@click.command("export")
@MAP
@click.option("--to", "to", type=shell.NAMED, required=True, metavar="FORMAT", help="vassal, tiled, geojson, graphml or csv.")
@click.option("-o", "--output", type=shell.WRITTEN, required=True, metavar="FILE", help="Where to write.")
@click.option("--dpi", type=shell.Whole(30, 600), default=100, show_default=True, help="Pixels per inch of pictures.")
@click.option("--style", type=shell.NAMED, metavar="NAME", help="A style of data/styles or a style file (the map's own).")
@click.option("--with", "position", type=shell.NAMED, metavar="FILE", help="A position with the units (the title's setup.toml).")
@click.option("--class", "unit_class", type=shell.NAMED, metavar="NAME", help="Whose points the steps of GraphML cost.")
@OVERRIDE
def export_map(map_name: str, to: str, output: str, override: str | None, **given: Any) -> None:
    """Write a map in the format of other programs, under the numbers of its hexes.

    vassal: a module for the online table. tiled: a map of the Tiled editor, .tmj or .tmx, which `hexmap import` reads back.
    """
    if to not in FORMATS:
        raise NotationError(f"one of {' '.join(FORMATS)}{nearest(to, list(FORMATS))}", to)
    if to == "vassal":
        shell.MODULE.allowed(output)
    board = load(map_name, override)
    shell.refuse_inputs(output, chain(files_of(map_name), [override, given["style"], given["position"]]))
    if to == "vassal":
        shell.write_file(output, _vassal(map_name, board, override, given))
    elif to == "tiled":
        _tiled(map_name, board, output, given)
    else:
        from hexmap.exporting import export

        shell.write_file(output, export(board, to, unit_class=given["unit_class"]))


def _tiled(map_name: str, board: HexMap, output: str, given: dict[str, Any]) -> None:
    """Write the map and, before it, the pictures of its tiles, all beside each other."""
    from hexmap.tiled import export

    target = Path(output)
    position, beside = _position(map_name, board, given["position"]), _beside(map_name, given["position"])
    made = export(board, target.name, position=position, beside=beside, style=given["style"])
    pictures = {str(target.with_name(name)): data for name, data in made.images.items()}
    shell.write_files({**pictures, output: made.text})


def _beside(map_name: str, position: str | None) -> Beside:
    """Return what lies beside a map: its set-up's tables, and its other files, whose names are told on the way back."""
    from hexmap.tiled import Beside
    from mapsheet.source import OVERRIDES, read_toml

    source = find_source(map_name)
    setup = Path(position) if position else source.parent / SETUP
    kinds = (".toml", ".csv") if source.name == "map.toml" else ()
    others = [path.name for path in source.parent.iterdir() if path.suffix in kinds]
    names = sorted({*others} - {source.name, setup.name, OVERRIDES})
    return Beside(read_toml(setup).data if setup.is_file() else {}, tuple(names))


def _vassal(map_name: str, board: HexMap, override: str | None, given: dict[str, Any]) -> bytes:
    from hexmap.vassal import module
    from mapsheet.vassal import counters_of, to_bytes

    made = module(
        board, dpi=given["dpi"], position=_position(map_name, board, given["position"]), counters=counters_of(map_name, override),
        style=given["style"],
    )
    return to_bytes(made)


def _position(map_name: str, board: HexMap, name: str | None) -> Position | None:
    """Return the units that are asked for, else those of the title's own set-up, None where it has none."""
    from hexmap.position import read_position

    beside = find_source(map_name).parent / SETUP
    if name is None and not beside.is_file():
        return None
    return read_position(name or beside, board=board)


@click.command("import")
@click.argument("file", type=shell.NAMED, metavar="FILE")
@click.option("-o", "--output", type=shell.NAMED, required=True, metavar="FILE|DIR", help="The map file, or a new folder.")
@click.option("--title", type=shell.NAMED, metavar="TEXT", help="The map's title (the file's own).")
@shell.json_option
def import_map(file: str, output: str, title: str | None, as_json: bool) -> None:
    """Make a map of one from the Tiled editor, .tmj or .tmx.

    What was exported comes back with what was changed in Tiled. Into a folder also come the units, as setup.toml.
    """
    from hexmap.tiled import import_file

    is_file = output.lower().endswith(".toml")
    name = "" if is_file else Path(output).resolve().name
    made = import_file(file, title=title or "", name=name if is_title(name) else "")
    shell.refuse_inputs(output, [file])
    target = shell.in_folder(output) if is_file else shell.new_folder(output) / "map.toml"
    left_out = list(made.left_out)
    if made.setup_toml and is_file:
        left_out.append("the units: name a folder to have them as its setup.toml")
    elif made.setup_toml:
        shell.write_file(str(target.with_name(SETUP)), made.setup_toml)
    shell.write_file(str(target), made.map_toml)
    lines = [f"left out: {words}" for words in left_out]
    answer = {"file": str(target), "left_out": left_out}
    shell.print_answer(answer, [*lines, f"next: hexmap check {shlex.quote(str(target))}"], as_json=as_json)
