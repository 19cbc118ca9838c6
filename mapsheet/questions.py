"""Questions that a map answers, as a table: doors build their commands from it, and `batch` reads its lines by it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from mapsheet.errors import NotationError, clipped, nearest
from mapsheet.fields import points

Values = dict[str, Any]


class Answer(Protocol):
    """What every query returns."""

    def to_json(self) -> dict[str, Any]:
        """Return the answer as plain JSON values."""
        ...


class Parameter(NamedTuple):
    """One thing a question takes: its key in JSON, how its text is read, its help, and what the shell calls its value.

    A `repeated` one may be given several times in the shell; `flag`s are given without a value.
    """

    name: str
    kind: str
    help: str
    positional: bool = False
    required: bool = False
    choices: tuple[str, ...] = ()
    metavar: str = "N"
    repeated: bool = False


Reader = Callable[[Parameter, Any], Any]


class Question(NamedTuple):
    """A question by its word, what it takes, how it is asked, and whether its answer is a no.

    `known` are its parameters by name, `needed` those it cannot do without, `readers` read each kind of parameter.
    """

    name: str
    help: str
    parameters: tuple[Parameter, ...]
    ask: Callable[[Any, Values], Answer]
    is_no: Callable[[dict[str, Any]], bool]
    known: Mapping[str, Parameter]
    needed: tuple[str, ...]
    readers: Mapping[str, Reader]


def question(
    name: str,
    help: str,  # noqa: A002 - the word that click has for it
    *,
    takes: tuple[Parameter, ...],
    ask: Callable[[Any, Values], Answer],
    is_no: Callable[[dict[str, Any]], bool] = lambda _: False,
    readers: Mapping[str, Reader] | None = None,
) -> Question:
    """Return a question; `readers` are those of `READERS` where none are given."""
    known = {parameter.name: parameter for parameter in takes}
    needed = tuple(parameter.name for parameter in takes if parameter.required)
    return Question(name, help, takes, ask, is_no, known, needed, readers or READERS)


def read_values(asked: Question, given: Mapping[str, Any]) -> Values:
    """Return the read values of a question's parameters; keys that it does not take raise NotationError."""
    known, readers = asked.known, asked.readers
    values: Values = {}
    for name, raw in given.items():
        parameter = known.get(name)
        if parameter is None:
            if name != "ask":
                raise NotationError(f"no key {clipped(name)} for {asked.name}{nearest(name, list(known))}", name)
        elif raw is not None:
            values[name] = readers[parameter.kind](parameter, raw)
    for name in asked.needed:
        if name not in values:
            raise NotationError(f"a value for {name!r} of {asked.name}", None)
    return values


def read_value(parameter: Parameter, value: Any, readers: Mapping[str, Reader] | None = None) -> Any:
    """Return a value as its question takes it, from the shell's text or a JSON value.

    Raises NotationError when it is of another kind.
    """
    return (readers or READERS)[parameter.kind](parameter, value)


def ask(table: Mapping[str, Question], board: Any, line: dict[str, Any]) -> Answer:
    """Return the answer to a question given as a JSON object: `ask`, then its parameters by name.

    Raises NotationError for an unknown question or parameter, a missing one, or one of the wrong kind.
    """
    word = line.get("ask")
    asked = table.get(word) if isinstance(word, str) else None
    if asked is None:
        raise NotationError(f"for ask one of {' '.join(table)}", word)
    return asked.ask(board, read_values(asked, line))


# -- readers ---------------------------------------------------------------------------------------------------------


def text(parameter: Parameter, value: Any) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise NotationError(f"a text for {parameter.name}", value)
    return value


def _list(parameter: Parameter, value: Any) -> list[str]:
    if isinstance(value, str):
        return [part for part in (part.strip() for part in value.split(",")) if part]
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return value
    raise NotationError(f"a list of texts for {parameter.name}", value)


def _texts(parameter: Parameter, value: Any) -> list[str]:
    """Return texts that may hold commas: one, or a list of them."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
        return [*value]
    raise NotationError(f"a text or a list of texts for {parameter.name}", value)


def _pairs(parameter: Parameter, value: Any) -> dict[str, Any]:
    """Return texts NAME=VALUE, or an object of texts, whole numbers and lists of texts, as a table of texts and lists."""
    pairs = _object(value) if isinstance(value, dict) else [_split(parameter, text) for text in _texts(parameter, value)]
    if pairs is None or len({name for name, _ in pairs}) < len(pairs):
        raise NotationError(f"for {parameter.name} {parameter.metavar}, each name once", value)
    return dict(pairs)


def _split(parameter: Parameter, text: str) -> tuple[str, Any]:
    name, _, value = (part.strip() for part in text.partition("="))
    if not name or not value:
        raise NotationError(f"for {parameter.name} {parameter.metavar}", text)
    return name, value


def _object(table: dict[str, Any]) -> list[tuple[str, Any]] | None:
    """Return the pairs of a JSON object, numbers as texts; None where a value is of another kind."""
    is_good = all(
        (isinstance(value, str | int) and not isinstance(value, bool))
        or (isinstance(value, list) and all(isinstance(part, str) for part in value))
        for value in table.values()
    )
    return [(name, str(v) if isinstance(v, int) else v) for name, v in table.items()] if is_good else None


def _points(parameter: Parameter, value: Any) -> Any:
    return points(value, parameter.name)


def _whole(parameter: Parameter, value: Any) -> int:
    written = str(value)
    is_whole = isinstance(value, int | str) and not isinstance(value, bool)
    if not is_whole or not (written.isascii() and written.isdigit() and len(written) < 7):
        raise NotationError(f"a whole number up to 999999 for {parameter.name}", value)
    return int(written)


def _number(parameter: Parameter, value: Any) -> int:
    """Return a whole number that may be below 0."""
    if isinstance(value, str) and value[:1] in {"+", "-"}:
        return _whole(parameter, value[1:]) * (-1 if value[0] == "-" else 1)
    if isinstance(value, int) and not isinstance(value, bool) and value < 0:
        return -_whole(parameter, -value)
    return _whole(parameter, value)


def _flag(parameter: Parameter, value: Any) -> bool:
    if not isinstance(value, bool):
        raise NotationError(f"true or false for {parameter.name}", value)
    return value


def _choice(parameter: Parameter, value: Any) -> str:
    if value not in parameter.choices:
        raise NotationError(f"for {parameter.name} one of {' '.join(parameter.choices)}", value)
    return str(value)


READERS: Mapping[str, Reader] = {
    "text": text,
    "list": _list,
    "texts": _texts,
    "pairs": _pairs,
    "points": _points,
    "whole": _whole,
    "number": _number,
    "flag": _flag,
    "choice": _choice,
}
"""How each kind of parameter is read."""
