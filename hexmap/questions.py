"""The questions a map answers, as one table: the shell builds its commands from it and `batch` its lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from hexmap.asking import HexMap
from hexmap.ground import POLICIES
from hexmap.options import SightOptions, UnitOptions
from hexmap.position import Position
from mapsheet import questions
from mapsheet.questions import READERS, Answer, Parameter, Question, Values, question, text


class Distance(NamedTuple):
    """The distance between two units."""

    origin: str
    to: str
    distance: int

    def to_json(self) -> dict[str, Any]:
        """Return `from to distance`."""
        return {"from": self.origin, "to": self.to, "distance": self.distance}


def _position(parameter: Parameter, value: Any) -> Position | str:
    return value if isinstance(value, Position) else text(parameter, value)


_READERS = {**READERS, "position": _position}


def _question(
    name: str, help: str, parameters: tuple[Parameter, ...], ask: Callable[[HexMap, Values], Answer],  # noqa: A002
    is_no: Callable[[dict[str, Any]], bool] = lambda _: False,
) -> Question:
    return question(name, help, takes=parameters, ask=ask, is_no=is_no, readers=_READERS)


def read_value(parameter: Parameter, value: Any) -> Any:
    """Return a value as its question takes it; NotationError when it is of another kind."""
    return _READERS[parameter.kind](parameter, value)


_HELD = "Hexes that other units hold: 0204,0205 (their own and both ends never count)."
OCCUPIED = Parameter("occupied", "list", _HELD, metavar="HEX,…")
WITH = Parameter("with", "position", "A position file whose units stand on the map.", metavar="FILE")
CLASS = Parameter("class", "text", "Class of the unit: costs of the map's [class.NAME].", metavar="NAME")
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
    asked.name: asked
    for asked in (
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
            (_AT, Parameter("target", "text", "The hex that is charged.", required=True, metavar="HEX"), _ALLOWANCE, *UNITS),
            lambda board, v: board.charges(v["at"], v["target"], v["allowance"], **unit_options(v)),
            lambda answer: not answer["lanes"],
        ),
        _question(
            "rout", "Where a routed unit must go: all ways of least penalty.",
            (
                _AT,
                Parameter("level", "whole", "Its rout level.", required=True),
                _ALLOWANCE,
                Parameter("toward", "list", "Directions of its rout: S,SW.", metavar="DIR,…"),
                Parameter("exit", "list", "Named edges where it may leave: west,south.", metavar="EDGE,…"),
                Parameter("side", "text", "A side of the map, in place of --toward and --exit.", metavar="NAME"),
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
    return questions.ask(QUESTIONS, board, line)
