"""The questions as commands: the table, batch lines, and the list of titles."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import partial
from typing import Any

import click

from areamap.cli.loading import MAP, OVERRIDE, load
from areamap.questions import PASSAGE, ask, passage_options
from mapsheet import shell
from mapsheet.commands import Desk, declared, given_values
from mapsheet.questions import Question, read_value


def _say(question: str, answer: dict[str, Any]) -> Iterable[str]:
    from areamap.saying import say

    return say(question, answer)


def _draw(board: Any, question: Question, answer: dict[str, Any], _values: dict[str, Any], output: str) -> None:
    """Write the figure of an answer."""
    from areamap.draw import draw_figure, figure_size

    if output.lower().endswith(".png"):
        shell.refuse_size(*figure_size(board, question.name, answer), dpi=300)
    shell.save_figure(output, draw_figure(board, question.name, answer))


DESK = Desk(load, _draw, _say)


@click.command()
@MAP
@OVERRIDE
def batch(map_name: str, override: str | None, **given: Any) -> None:
    """Questions as JSON Lines on standard input, answers in the same order on standard output.

    {"ask": "route", "from": "ottomans", "to": "serbia", "fact": ["fleet_hostile(bosporus)"]}

    What the options give holds for every line that does not say otherwise itself; a bad line is answered with its error.
    """
    from areamap.passage import passage_everywhere, refuse_unheard
    from mapsheet.batch import answer_lines

    board = load(map_name, override)
    read = {parameter.name: parameter for parameter in PASSAGE}
    defaults = {name: read_value(read[name], value) for name, value in given_values(given).items()}
    refuse_unheard(board, defaults.get("fact", ()), defaults.get("ban", ()))
    passage_everywhere(board, passage_options(defaults))
    write = sys.stdout.write
    for line in answer_lines(partial(ask, board, defaults=defaults), sys.stdin):
        write(line + "\n")
    sys.stdout.flush()


batch.params += [declared(parameter) for parameter in PASSAGE]


@click.command("list")
@shell.json_option
def list_titles(as_json: bool) -> None:
    """The titles at hand, with their spaces by kind, their sheet and the provenance of their data."""
    from mapsheet.source import data_folder, read_toml, titles

    formats = {name: str(read_toml(data_folder() / name / "map.toml").data.get("format", "")) for name in titles()}
    rows = [_row(name, load(name)) for name, written in formats.items() if written.startswith("areamap/")]
    if as_json:
        click.echo(shell.to_line({"titles": rows}))
    for row in [] if as_json else rows:
        kinds = ", ".join(f"{count} {kind}" for kind, count in row["kinds"].items())
        marks = ", ".join(f"{count} {word}" for word, count in row["provenance"].items() if count)
        click.echo(f"{row['name']:<14}{row['title']}: {row['spaces']} spaces ({kinds}); {marks}")


def _row(name: str, board: Any) -> dict[str, Any]:
    kinds: dict[str, int] = {}
    for space in board.spaces.values():
        kinds[space.kind] = kinds.get(space.kind, 0) + 1
    sheet = board.art.sheet
    return {
        "name": name, "title": board.title, "spaces": len(board), "kinds": dict(sorted(kinds.items())),
        "links": len(board.links), "sheet_mm": [round(sheet.width, 3), round(sheet.height, 3)],
        "provenance": board.provenance,
    }
