"""The front door `hexmap`: parses words, calls the library, prints, and ends with the exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from typing import Any, NoReturn

import click

from hexmap.questions import (
    CLASS,
    OCCUPIED,
    POLICY,
    QUESTIONS,
    WITH,
    ask,
    read_value,
    sight_options,
    unit_options,
)
from mapsheet import shell
from mapsheet.commands import OVERRIDE, Desk, declared, given_values, question_command
from mapsheet.errors import DataError, Fault, NotationError
from mapsheet.questions import Parameter, Question
from mapsheet.source import files_of

_MAP = click.argument("map_name", metavar="MAP")


class _Door(click.Group):
    """The questions of the table, built when they are called, and the other commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *QUESTIONS})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in QUESTIONS:
            return question_command(QUESTIONS[cmd_name], _DESK)
        return super().get_command(ctx, cmd_name)


@click.group(cls=_Door, context_settings=shell.CONTEXT)
@click.version_option(package_name="mapsheet")
def door() -> None:
    """Exact answers about hex maps, and the maps on paper.

    MAP is a title (see `hexmap list`), a folder with a map.toml, or a map file.
    """


def main() -> NoReturn:
    """Run the command `hexmap`."""
    shell.run(door, name="hexmap")


def _load(map_name: str, override: str | None = None) -> Any:
    from hexmap.reader import load

    return load(map_name, override=override)


# -- questions -------------------------------------------------------------------------------------------------------


def _draw(board: Any, question: Question, answer: dict[str, Any], values: dict[str, Any], output: str) -> None:
    """Write the figure of an answer, with the units that were given."""
    from hexmap.draw import draw_figure, figure_size
    from hexmap.position import Position, Unit, read_position

    given = read_position(values["with"], board=board).units if "with" in values else ()
    others = tuple(Unit(at, code="unit") for at in values.get("occupied", ()))
    shown = Position(board.name, given + others) if given or others else None
    if output.lower().endswith(".png"):
        shell.refuse_size(*figure_size(board, question.name, answer), dpi=300)
    shell.save_figure(output, draw_figure(board, question.name, answer, position=shown))


def _say(question: str, answer: dict[str, Any]) -> Iterable[str]:
    from hexmap.saying import say

    return say(question, answer)


_DESK = Desk(_load, _draw, _say)


# -- the rest --------------------------------------------------------------------------------------------------------


@door.command("list")
@shell.json_option
def list_titles(as_json: bool) -> None:
    """The titles at hand, with their size and the provenance of their data."""
    from mapsheet.source import data_folder, read_toml, titles

    rows = []
    for name in titles():
        if str(read_toml(data_folder() / name / "map.toml").data.get("format", "")).startswith("hexmap/"):
            board = _load(name)
            rows.append({
                "name": name, "title": board.title, "columns": board.grid.columns, "rows": board.grid.rows,
                "hexes": len(board), "sheet_mm": [round(board.sheet.width, 3), round(board.sheet.height, 3)],
                "provenance": board.provenance,
            })
    if as_json:
        click.echo(shell.to_line({"titles": rows}))
        return
    for row in rows:
        marks = ", ".join(f"{count} {word}" for word, count in row["provenance"].items() if count)
        click.echo(f"{row['name']:<14}{row['title']}: {row['columns']} x {row['rows']}, {row['hexes']} hexes; {marks}")


def _chosen(parameters: tuple[Parameter, ...], given: dict[str, Any]) -> dict[str, Any]:
    return {p.name: read_value(p, given[f"p_{p.name}"]) for p in parameters if given.get(f"p_{p.name}") is not None}


def _parameters(*parameters: Parameter) -> Callable[[click.Command], click.Command]:
    def apply(command: click.Command) -> click.Command:
        command.params += [declared(parameter) for parameter in parameters]
        return command

    return apply


@_parameters(OCCUPIED, WITH, CLASS, *POLICY)
@door.command()
@_MAP
@click.option("-o", "--output", type=shell.NAMED, metavar="FILE", required=True, help="Where to write: .csv or .npy.")
@shell.json_option
@OVERRIDE
def matrix(map_name: str, output: str, as_json: bool, override: str | None, **given: Any) -> None:
    """Sight between all ordered pairs of hexes, as a table of 0 and 1."""
    if not output.endswith((".csv", ".npy")):
        raise NotationError("a file ending in .csv or .npy", output)
    board = _load(map_name, override)
    shell.refuse_inputs(output, chain(files_of(map_name), [override, given.get("p_with")]))
    table = board.los_matrix(**sight_options(_chosen((OCCUPIED, WITH, CLASS, *POLICY), given)))
    shell.write_file(output, table.to_npy() if output.endswith(".npy") else table.to_csv())
    answer = {"hexes": len(board), "pairs": len(board) * (len(board) - 1), "clear": table.count, "file": output}
    shell.print_answer(answer, [f"{answer['clear']} of {answer['pairs']} ordered pairs are clear"], as_json=as_json)


@_parameters(OCCUPIED, WITH, CLASS)
@door.command()
@_MAP
@OVERRIDE
def batch(map_name: str, override: str | None, **given: Any) -> None:
    """Questions as JSON Lines on standard input, answers in the same order on standard output.

    {"ask": "los", "from": "1426", "to": "1225", "occupied": ["1326"]}

    What the options give holds for every line that does not say otherwise itself; a bad line is answered with its error.
    """
    from hexmap.position import read_position
    from mapsheet.batch import answer_lines

    board = _load(map_name, override)
    defaults = given_values(given)
    if "with" in defaults:
        defaults["with"] = read_position(defaults["with"], board=board)
    board.occupied_cells(unit_options(_chosen((OCCUPIED, CLASS), given)))
    board.unit_class(defaults.get("class"))
    write = sys.stdout.write
    for line in answer_lines(partial(ask, board), sys.stdin, defaults):
        write(line + "\n")
    sys.stdout.flush()


@door.command()
@_MAP
@click.option("-o", "--output", type=shell.NAMED, metavar="FILE", required=True, help="Where to write: .svg, .png or .pdf.")
@click.option("--dpi", type=shell.Whole(10, 2400), default=300, show_default=True, help="Pixels per inch of a PNG.")
@click.option("--crop", type=shell.NAMED, metavar="HEX-HEX", help="Only the rectangle between two hexes, cut along hexes.")
@click.option("--style", type=shell.NAMED, metavar="NAME", help="A style of data/styles or a style file (the map's own).")
@click.option("--with", "position", type=shell.NAMED, metavar="FILE", help="A position whose codes are printed in the hexes.")
@click.option("--coords", type=shell.NAMED, metavar="FILE", help="Also write centres and outlines in mm and pixels as JSON.")
@shell.json_option
@OVERRIDE
def render(map_name: str, output: str, dpi: int, coords: str | None, as_json: bool, override: str | None, **given: Any) -> None:
    """Draw the map at true size."""
    from hexmap.draw import coordinates, draw_sheet, sheet_size
    from hexmap.position import read_position

    board = _load(map_name, override)
    position = read_position(given["position"], board=board) if given["position"] else None
    if coords and os.path.realpath(coords) == os.path.realpath(output):
        raise NotationError("two different files for the drawing and its coordinates", coords)
    for path in (output, coords):
        shell.refuse_inputs(path, chain(files_of(map_name), [override, given["style"], given["position"]]))
    if output.lower().endswith(".png"):
        shell.refuse_size(*sheet_size(board, crop=given["crop"]), dpi=dpi)
    svg, missing = draw_sheet(board, style=given["style"], crop=given["crop"], position=position)
    if coords:
        shell.write_file(coords, shell.to_line(coordinates(board, crop=given["crop"], dpi=dpi)) + "\n")
    shell.save_sheet(output, svg, missing, title=board.title, dpi=dpi, as_json=as_json)


@door.command()
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


@door.command()
@click.argument("paths", metavar="PATH…", nargs=-1, required=True)
@shell.json_option
@OVERRIDE
def check(paths: tuple[str, ...], as_json: bool, override: str | None) -> int:
    """Report every fault of maps, positions and styles, with file, line and column.

    A map is checked with the overrides.toml beside it and with --override.
    """
    from hexmap.checking import check_path

    faults: list[Fault] = []
    counts: dict[str, Any] = {}
    for path in paths:
        try:
            counts[path] = check_path(path, override)
        except DataError as error:
            faults += error.faults
    if as_json:
        shown = [{"file": f.file, "line": f.line, "column": f.column, "key": f.key, "message": f.message} for f in faults]
        click.echo(shell.to_line({"faults": shown, "sound": counts}))
    for path, count in [] if as_json else counts.items():
        marks = ", ".join(f"{number} {word}" for word, number in count.items() if number)
        click.echo(f"{path}: sound" + (f" ({marks})" if marks else ""))
    if faults and not as_json:
        shell.say_faults(DataError(faults))
    return shell.BAD_INPUT if faults else 0
