"""The questions of an area map, as a table that the shell and batch share."""

from __future__ import annotations

from typing import Any

from areamap.asking import AreaMap
from areamap.passage import PassageOptions
from areamap.reach import MoveOptions
from mapsheet import questions
from mapsheet.questions import Answer, Parameter, Values, question

BY = Parameter("by", "list", "Kinds of link, or a mover of the map: land,strait or army; all for every kind.", metavar="KIND,…")
FACT = Parameter("fact", "texts", "A fact that holds: 'fleet_hostile(bosporus)'; may be repeated.", metavar="FACT", repeated=True)
CLOSED = Parameter("closed", "list", "Spaces that are not entered.", metavar="SPACE,…")
BAN = Parameter("ban", "list", "Traits of spaces that the mover may not enter: mountain.", metavar="TRAIT,…")
PASSAGE = (BY, FACT, CLOSED, BAN)
STOPS = Parameter("stops", "list", "Spaces that are entered and not left.", metavar="SPACE,…")
INTO = Parameter("into_city", "list", "Cities that may be entered after a stop in their region.", metavar="SPACE,…")
MOVE = (*PASSAGE, STOPS, INTO)
_SPACE = Parameter("space", "text", "A space by its id, name or alias.", positional=True, required=True)
_FROM = Parameter("from", "text", "Where it starts.", positional=True, required=True)
_TO = Parameter("to", "text", "Where it ends.", positional=True, required=True)
_ALLOWANCE = Parameter("allowance", "points", "Movement points: a number or a fraction 1/2.", required=True)
_AMONG = Parameter("among", "list", "The spaces to choose from.", required=True, metavar="SPACE,…")


def passage_options(values: Values) -> PassageOptions:
    """Return the options of a passage from read values."""
    found: PassageOptions = _named(values, _PASSAGE)
    return found


def move_options(values: Values) -> MoveOptions:
    """Return the options of a move from read values."""
    found: MoveOptions = _named(values, _PASSAGE | {"stops": "stops", "into_city": "into_city"})
    return found


# the options of the library by the names of parameters
_PASSAGE = {"by": "by", "fact": "facts", "closed": "closed", "ban": "bans"}


def _named(values: Values, names: dict[str, str]) -> Any:
    return {option: values[name] for name, option in names.items() if name in values}


def _nothing(key: str) -> Any:
    return lambda answer: answer[key] is None or answer[key] == []


QUESTIONS = {
    asked.name: asked
    for asked in (
        question(
            "show", "What a space is: kind, value, faction, cities, ports, neighbors, entry.", takes=(_SPACE,),
            ask=lambda board, v: board.show(v["space"]),
        ),
        question(
            "neighbors", "The neighbors of a space by kind of link.", takes=(_SPACE, *PASSAGE),
            ask=lambda board, v: board.neighbors(v["space"], **passage_options(v)),
            is_no=lambda answer: not answer["neighbors"],
        ),
        question(
            "reach", "The least cost to every space within an allowance.", takes=(_SPACE, _ALLOWANCE, *MOVE),
            ask=lambda board, v: board.reach(v["space"], v["allowance"], **move_options(v)),
        ),
        question(
            "route", "All cheapest ways between two spaces, those of fewer steps first.", takes=(_FROM, _TO, *MOVE),
            ask=lambda board, v: board.route(v["from"], v["to"], **move_options(v)), is_no=_nothing("path"),
        ),
        question(
            "distance", "The cost of the cheapest way between two spaces.", takes=(_FROM, _TO, *MOVE),
            ask=lambda board, v: board.distance(v["from"], v["to"], **move_options(v)), is_no=_nothing("distance"),
        ),
        question(
            "nearest", "The nearest of several spaces, all that tie.", takes=(_SPACE, _AMONG, *MOVE),
            ask=lambda board, v: board.nearest(v["space"], v["among"], **move_options(v)), is_no=_nothing("nearest"),
        ),
    )
}


def ask(board: AreaMap, line: dict[str, Any], defaults: dict[str, Any] | None = None) -> Answer:
    """Return the answer to a question given as a JSON object: `ask`, then its parameters by name.

    Of `defaults` those hold that the question takes and the line does not give. Raises NotationError for an unknown question
    or parameter, a missing one, or one of the wrong kind.
    """
    known = getattr(QUESTIONS.get(str(line.get("ask"))), "known", ())
    return questions.ask(QUESTIONS, board, {**{k: value for k, value in (defaults or {}).items() if k in known}, **line})
