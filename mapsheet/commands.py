"""Commands of the shell made from questions: their words, options, JSON, figure and exit code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any, NamedTuple

import click

from mapsheet import shell
from mapsheet.questions import Parameter, Question, read_values
from mapsheet.source import files_of

_FAIL = click.option("--fail", is_flag=True, help="Exit 1 when the answer is no.")
OVERRIDE = click.option("--override", type=shell.NAMED, metavar="FILE", help="A file whose keys replace those of the map.")


class Desk(NamedTuple):
    """What a door does with its questions: `load` a map by name, `draw` a figure into a file, `say` an answer in words."""

    load: Callable[[str, str | None], Any]
    draw: Callable[[Any, Question, dict[str, Any], dict[str, Any], str], None]
    say: Callable[[str, dict[str, Any]], Iterable[str]]


def declared(parameter: Parameter) -> click.Parameter:
    """Return a parameter as click has it; its value arrives as `p_NAME`."""
    name, option = f"p_{parameter.name.replace('-', '_')}", f"--{parameter.name.replace('_', '-')}"
    if parameter.positional:
        return click.Argument([name], metavar=parameter.name.upper(), required=parameter.required)
    if parameter.kind == "flag":
        return click.Option([option, name], help=parameter.help, is_flag=True, default=None)
    kind = click.Choice(parameter.choices) if parameter.choices else shell.NAMED
    return click.Option(
        [option, name], help=parameter.help, metavar=None if parameter.choices else parameter.metavar, type=kind,
        required=parameter.required, multiple=True, callback=None if parameter.repeated else _once,
    )


def _once(_context: click.Context, option: click.Parameter, values: tuple[Any, ...]) -> Any:
    """Return the one value of an option; a usage error where it was given again, which would drop what was said first."""
    if len(values) > 1:
        raise click.BadParameter("is given more than once", param=option)
    return values[0] if values else None


def given_values(given: dict[str, Any]) -> dict[str, Any]:
    """Return what was given on the command line by the names of parameters."""
    return {name.removeprefix("p_"): value for name, value in given.items() if value is not None and value != ()}


def question_command(question: Question, desk: Desk) -> click.Command:
    """Return the command that asks a question of a map."""

    def ask(map_name: str, override: str | None, as_json: bool, output: str | None, fail: bool, **given: Any) -> int:
        board = desk.load(map_name, override)
        values = read_values(question, given_values(given))
        answer = question.ask(board, values).to_json()
        if output:
            shell.refuse_inputs(output, chain(files_of(map_name), [override, given.get("p_with")]))
            desk.draw(board, question, answer, values, output)
        shell.print_answer(answer, desk.say(question.name, answer), as_json=as_json)
        return shell.ANSWER_IS_NO if fail and question.is_no(answer) else 0

    command = click.Command(question.name, callback=ask, help=question.help, short_help=question.help)
    parameters = [declared(parameter) for parameter in question.parameters]
    command.params = [click.Argument(["map_name"], metavar="MAP"), *parameters]
    for decorate in (_FAIL, shell.output_option, shell.json_option, OVERRIDE):
        decorate(command)
    return command


class QuestionDoor(click.Group):
    """The questions of a table, built when they are called, and the other commands of a door."""

    def __init__(self, *arguments: Any, questions: Mapping[str, Question], desk: Desk, **given: Any) -> None:
        super().__init__(*arguments, **given)
        self._questions, self._desk = questions, desk

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return all words, sorted."""
        return sorted({*super().list_commands(ctx), *self._questions})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a word."""
        if cmd_name in self._questions:
            return question_command(self._questions[cmd_name], self._desk)
        return super().get_command(ctx, cmd_name)
