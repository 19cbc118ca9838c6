"""The commands that ask: every question of the table, sight between all pairs, questions in bulk, and the titles at hand."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from typing import Any

import click

from hexmap.cli.loading import MAP, OVERRIDE, load
from hexmap.questions import (
    CLASS,
    OCCUPIED,
    POLICY,
    WITH,
    ask,
    read_value,
    sight_options,
    unit_options,
)
from mapsheet import shell
from mapsheet.commands import Desk, declared, given_values
from mapsheet.questions import Parameter, Question
from mapsheet.source import files_of


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


DESK = Desk(load, _draw, _say)


@click.command("list")
@shell.json_option
def list_titles(as_json: bool) -> None:
    """The titles at hand, with their size and the provenance of their data."""
    from mapsheet.source import data_folder, read_toml, titles

    rows = []
    for name in titles():
        if str(read_toml(data_folder() / name / "map.toml").data.get("format", "")).startswith("hexmap/"):
            board = load(name)
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
@click.command()
@MAP
@click.option(
    "-o", "--output", type=shell.Written(".csv", ".npy"), metavar="FILE", required=True, help="Where to write: .csv or .npy."
)
@shell.json_option
@OVERRIDE
def matrix(map_name: str, output: str, as_json: bool, override: str | None, **given: Any) -> None:
    """Sight between all ordered pairs of hexes, as a table of 0 and 1."""
    board = load(map_name, override)
    shell.refuse_inputs(output, chain(files_of(map_name), [override, given.get("p_with")]))
    table = board.los_matrix(**sight_options(_chosen((OCCUPIED, WITH, CLASS, *POLICY), given)))
    shell.write_file(output, table.to_npy() if output.lower().endswith(".npy") else table.to_csv())
    answer = {"hexes": len(board), "pairs": len(board) * (len(board) - 1), "clear": table.count, "file": output}
    shell.print_answer(answer, [f"{answer['clear']} of {answer['pairs']} ordered pairs are clear"], as_json=as_json)


@_parameters(OCCUPIED, WITH, CLASS)
@click.command()
@MAP
@OVERRIDE
def batch(map_name: str, override: str | None, **given: Any) -> None:
    """Questions as JSON Lines on standard input, answers in the same order on standard output.

    {"ask": "los", "from": "1426", "to": "1225", "occupied": ["1326"]}

    What the options give holds for every line that does not say otherwise itself; a bad line is answered with its error.
    """
    from hexmap.position import read_position
    from mapsheet.batch import answer_lines

    board = load(map_name, override)
    defaults = given_values(given)
    if "with" in defaults:
        defaults["with"] = read_position(defaults["with"], board=board)
    board.occupied_cells(unit_options(_chosen((OCCUPIED, CLASS), given)))
    board.unit_class(defaults.get("class"))
    write = sys.stdout.write
    for line in answer_lines(partial(ask, board), sys.stdin, defaults):
        write(line + "\n")
    sys.stdout.flush()
