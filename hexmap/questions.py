"""The questions a map answers, as one table: the shell builds its commands from it and `batch` its lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from hexmap.asking import HexMap
from hexmap.ground import POLICIES, Cost
from hexmap.options import SightOptions, UnitOptions
from hexmap.position import Position
from mapsheet.errors import NotationError, clipped, nearest
from mapsheet.fields import points

Values = dict[str, Any]


class Answer(Protocol):
    """What every query returns."""

    def to_json(self) -> dict[str, Any]:
        """Return the answer as plain JSON values."""
        ...


class Parameter(NamedTuple):
    """One thing a question takes: its key in JSON, how its text is read, and its help."""

    name: str
    kind: str
    help: str
    positional: bool = False
    required: bool = False
    choices: tuple[str, ...] = ()


class Question(NamedTuple):
    """A question by its word, what it takes, how it is asked, and whether its answer is a no.

    `known` are its parameters by name, `needed` those it cannot do without.
    """

    name: str
    help: str
    parameters: tuple[Parameter, ...]
    ask: Callable[[HexMap, Values], Answer]
    is_no: Callable[[dict[str, Any]], bool] = lambda _: False
    known: dict[str, Parameter] = {}  # noqa: RUF012 - made by `_question`, never changed
    needed: tuple[str, ...] = ()


def _question(
    name: str, help: str, parameters: tuple[Parameter, ...], ask: Callable[[HexMap, Values], Answer],  # noqa: A002
    is_no: Callable[[dict[str, Any]], bool] = lambda _: False,
) -> Question:
    known = {parameter.name: parameter for parameter in parameters}
    needed = tuple(parameter.name for parameter in parameters if parameter.required)
    return Question(name, help, parameters, ask, is_no, known, needed)


class Distance(NamedTuple):
    """The distance between two units."""

    origin: str
    to: str
    distance: int

    def to_json(self) -> dict[str, Any]:
        """Return `from to distance`."""
        return {"from": self.origin, "to": self.to, "distance": self.distance}


def read_value(parameter: Parameter, value: Any) -> Any:
    """Return a value as its question takes it, from the shell's text or a JSON value.

    Raises NotationError when it is of another kind.
    """
    return _READERS[parameter.kind](parameter, value)


def _text(parameter: Parameter, value: Any) -> str:
    if not isinstance(value, str):
        raise NotationError(f"a text for {parameter.name}", value)
    return value


def _list(parameter: Parameter, value: Any) -> list[str]:
    if isinstance(value, str):
        return [part for part in (part.strip() for part in value.split(",")) if part]
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return value
    raise NotationError(f"a list of texts for {parameter.name}", value)


def _points(parameter: Parameter, value: Any) -> Cost:
    return points(value, parameter.name)


def _whole(parameter: Parameter, value: Any) -> int:
    text = str(value)
    if isinstance(value, bool) or not isinstance(value, int | str) or not (text.isascii() and text.isdigit() and len(text) < 7):
        raise NotationError(f"a whole number up to 999999 for {parameter.name}", value)
    return int(text)


def _choice(parameter: Parameter, value: Any) -> str:
    if value not in parameter.choices:
        raise NotationError(f"for {parameter.name} one of {' '.join(parameter.choices)}", value)
    return str(value)


def _position(parameter: Parameter, value: Any) -> Position | str:
    return value if isinstance(value, Position) else _text(parameter, value)


_READERS: dict[str, Callable[[Parameter, Any], Any]] = {
    "text": _text,
    "list": _list,
    "points": _points,
    "whole": _whole,
    "choice": _choice,
    "position": _position,
}

OCCUPIED = Parameter("occupied", "list", "Hexes that other units hold: 0204,0205 (their own and both ends never count).")
WITH = Parameter("with", "position", "A position file whose units stand on the map.")
CLASS = Parameter("class", "text", "Class of the unit: costs of the map's [class.NAME].")
UNITS = (OCCUPIED, WITH, CLASS)
_POLICY_HELP = {
    "run": "When a line along hexsides is blocked (the map's own policy).",
    "touch": "Whether a hex met at one corner only blocks (the map's own policy).",
    "offmap": "Whether missing hexes block (the map's own policy).",
    "elevation": "How high ground blocks (the map's own policy).",
}
POLICY = tuple(Parameter(name, "choice", _POLICY_HELP[name], choices=values) for name, values in POLICIES.items())
_FROM = Parameter("from", "text", "Where it starts.", positional=True, required=True)
_TO = Parameter("to", "text", "Where it ends.", positional=True, required=True)
_AT = Parameter("at", "text", "Where the unit stands: 1426, 1426+1425 (left+right) or 1426>NE.", positional=True, required=True)
_HEX = Parameter("hex", "text", "A hex by its number.", positional=True, required=True)
_ALLOWANCE = Parameter("allowance", "points", "Movement points: a number or a fraction 1/2.", required=True)


# a move asked for its reasons minds who stands where it ends
_MINDED = "Hexes that other units hold: 0204,0205 (the unit's own never count)."


def unit_options(values: Values) -> UnitOptions:
    """Return the options that every query takes from read values."""
    return {
        "occupied": values.get("occupied") or (),
        "position": values.get("with"),
        "unit_class": values.get("class"),
    }


def sight_options(values: Values) -> SightOptions:
    """Return the options of the sight queries from read values; policies only where they are given."""
    options: SightOptions = {"occupied": values.get("occupied") or (), "position": values.get("with")}
    if "class" in values:
        options["unit_class"] = values["class"]
    if not POLICIES.keys().isdisjoint(values):
        options.update({name: values[name] for name in POLICIES if name in values})  # type: ignore[typeddict-item]
    return options


def _distance(board: HexMap, values: Values) -> Answer:
    return Distance(values["from"], values["to"], board.distance(values["from"], values["to"]))


def _rout(board: HexMap, values: Values) -> Answer:
    return board.rout(
        values["at"],
        level=values["level"],
        allowance=values["allowance"],
        toward=values.get("toward"),
        exits=values.get("exit"),
        side=values.get("side"),
        per=values.get("per"),
        **unit_options(values),
    )


QUESTIONS = {
    question.name: question
    for question in (
        _question("show", "What a hex is: terrain, level, neighbors, hexsides, edges.", (_HEX, *UNITS),
                 lambda board, v: board.show(v["hex"])),
        _question("distance", "The distance in hexes, of units the least over their hexes.", (_FROM, _TO, *UNITS), _distance),
        _question("arcs", "Front, flanks and rear of a two-hex unit.", (_AT, *UNITS), lambda board, v: board.arcs(v["at"])),
        _question(
            "place", "Every two-hex unit that holds a hex, on free ground.",
            (_HEX, Parameter("as", "choice", "What is placed.", choices=("pair",)), *UNITS),
            lambda board, v: board.placements(v["hex"], **unit_options(v)),
            lambda answer: not answer["placements"],
        ),
        _question(
            "los", "The line of sight between two hexes or units, with what it crosses and what blocks it.",
            (_FROM, _TO, *UNITS, *POLICY),
            lambda board, v: board.los(v["from"], v["to"], **sight_options(v)),
            lambda answer: not answer["clear"],
        ),
        _question(
            "viewshed", "What can be seen from a hex.",
            (_FROM, Parameter("radius", "whole", "Look no further than this many hexes."), *UNITS, *POLICY),
            lambda board, v: board.viewshed(v["from"], radius=v.get("radius"), **sight_options(v)),
            lambda answer: not answer["visible"],
        ),
        _question(
            "reach", "The least cost to every hex within an allowance.",
            (_AT, _ALLOWANCE, Parameter("turn", "points", "Points to turn a facing single by one hexside (1)."), *UNITS),
            lambda board, v: board.reach(v["at"], v["allowance"], turn=v.get("turn", 1), **unit_options(v)),
        ),
        _question(
            "path", "The cheapest path; of equal ones the one with fewer turns, then with lower numbers.",
            (_FROM, _TO, _ALLOWANCE._replace(required=False), *UNITS),
            lambda board, v: board.path(v["from"], v["to"], allowance=v.get("allowance"), **unit_options(v)),
            lambda answer: answer["path"] is None,
        ),
        _question(
            "why", "What each step of a move costs by cause, or what forbids it.",
            (_FROM, _TO, _ALLOWANCE, OCCUPIED._replace(help=_MINDED), WITH, CLASS),
            lambda board, v: board.why(v["from"], v["to"], v["allowance"], **unit_options(v)),
            lambda answer: not answer["possible"],
        ),
        _question(
            "charge", "The straight runs that a charge at a target can end with.",
            (_AT, Parameter("target", "text", "The hex that is charged.", required=True), _ALLOWANCE, *UNITS),
            lambda board, v: board.charges(v["at"], v["target"], v["allowance"], **unit_options(v)),
            lambda answer: not answer["lanes"],
        ),
        _question(
            "rout", "Where a routed unit must go: all ways of least penalty.",
            (
                _AT,
                Parameter("level", "whole", "Its rout level.", required=True),
                _ALLOWANCE,
                Parameter("toward", "list", "Directions of its rout: S,SW."),
                Parameter("exit", "list", "Named edges where it may leave: west,south."),
                Parameter("side", "text", "A side of the map, in place of --toward and --exit."),
                Parameter("per", "whole", "Hexes a level (1 up to an allowance of 6, else 2)."),
                *UNITS,
            ),
            _rout,
            lambda answer: answer["outcome"] == "eliminated",
        ),
    )
}


def ask(board: HexMap, line: dict[str, Any]) -> Answer:
    """Return the answer to a question given as a JSON object: `ask`, then its parameters by name.

    Raises NotationError for an unknown question or parameter, a missing one, or one of the wrong kind.
    """
    word = line.get("ask")
    question = QUESTIONS.get(word) if isinstance(word, str) else None
    if question is None:
        raise NotationError(f"for ask one of {' '.join(QUESTIONS)}", word)
    return question.ask(board, read_values(question, line))


def read_values(question: Question, given: dict[str, Any]) -> Values:
    """Return the read values of a question's parameters; keys that it does not take raise NotationError."""
    known = question.known
    values: Values = {}
    for name, raw in given.items():
        parameter = known.get(name)
        if parameter is None:
            if name != "ask":
                raise NotationError(f"no key {clipped(name)} for {question.name}{nearest(name, list(known))}", name)
        elif raw is not None:
            values[name] = _READERS[parameter.kind](parameter, raw)
    for name in question.needed:
        if name not in values:
            raise NotationError(f"a value for {name!r} of {question.name}", None)
    return values
