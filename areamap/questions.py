"""The questions of an area map, as a table that the shell and batch share."""

from __future__ import annotations

from typing import Any

from areamap.asking import AreaMap
from areamap.passage import PassageOptions, refuse_unheard
from areamap.reach import MoveOptions
from mapsheet import questions
from mapsheet.questions import Answer, Parameter, Question, Values, question, read_value

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
_HELD = Parameter("holder", "list", "What one holds.")
_VALUE = Parameter("value", "number", "A value.")
_LIFT = (
    "A unit's way, at most six: 'ottomans>achaea'; 'ottomans' to land it anywhere; 'ottomans>aboard' to keep it aboard, or a "
    "sea where the fleet ends with it; 'aboard>achaea' when it is aboard at the start."
)
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


def _sail(board: AreaMap, v: Values) -> Answer:
    more = {name: v[name] for name in ("stops", "into_city", "to", "room") if name in v}
    options: Any = {**passage_options(v), **more}
    return board.sail(v["fleet"], v["allowance"], v.get("lift", ()), **options)


def _retreat(board: AreaMap, v: Values) -> Answer:
    more = {name: v[name] for name in ("hostile", "attackers", "allowance", "overseas") if name in v}
    options: Any = {**passage_options(v), **more}
    return board.retreat(v["space"], **options)


def _supply(board: AreaMap, v: Values) -> Answer:
    options: Any = {**move_options(v), **{name: v[name] for name in ("held", "allowance") if name in v}}
    return board.supply(v["space"], v["sources"], **options)


def _count(board: AreaMap, v: Values) -> Answer:
    names = {"kind": "kind", "trait": "traits", "class": "group", "faction": "faction"}
    options: Any = {option: v[name] for name, option in names.items() if name in v}
    options["holders"] = {name: read_value(_HELD, spaces) for name, spaces in v.get("holder", {}).items()}
    options["values"] = {name: read_value(_VALUE, value) for name, value in v.get("value", {}).items()}
    return board.count(**options)


def _track(board: AreaMap, v: Values) -> Answer:
    track = board.track(v["track"])
    for marker, box in v.get("at", {}).items():
        track = track.put(marker, box)
    if "marker" in v:
        return track.move(v["marker"], v.get("move", 0))
    if "from" in v:
        return track.look(v["from"], v.get("move", 0))
    return track


def _heard(asked: Question) -> Question:
    """Return a question that refuses facts which nothing on the map asks for: they would be slips."""

    def ask(board: AreaMap, values: Values) -> Answer:
        if "fact" in values or "ban" in values:
            refuse_unheard(board, values.get("fact", ()), values.get("ban", ()))
        return asked.ask(board, values)

    return asked._replace(ask=ask) if "fact" in asked.known else asked


def _nothing(key: str) -> Any:
    return lambda answer: answer[key] is None or answer[key] == []


QUESTIONS = {
    asked.name: _heard(asked)
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
        question(
            "why", "Each step of a move, or what stands against it: link, condition, rule.",
            takes=(_FROM, _TO, _ALLOWANCE._replace(required=False), *MOVE),
            ask=lambda board, v: board.why(v["from"], v["to"], v.get("allowance"), **move_options(v)),
            is_no=lambda answer: not answer["possible"],
        ),
        question(
            "sail", "The cheapest plans of a fleet that lifts units from coasts and ports and lands them.",
            takes=(
                Parameter("fleet", "text", "The sea or port where the fleet is.", positional=True, required=True), _ALLOWANCE,
                Parameter("lift", "texts", _LIFT, metavar="FROM>TO", repeated=True),
                Parameter("to", "text", "Where the fleet must end.", metavar="SPACE"),
                Parameter("room", "whole", "Units that it carries at once (1)."), STOPS, INTO, *PASSAGE,
            ),
            ask=_sail, is_no=_nothing("cost"),
        ),
        question(
            "retreat", "Where a beaten force may withdraw to; nowhere means that it is eliminated.",
            takes=(
                _SPACE, Parameter("hostile", "list", "Spaces that hold the enemy.", metavar="SPACE,…"),
                Parameter("attackers", "list", "Spaces from which the attack came.", metavar="SPACE,…"),
                Parameter("allowance", "points", "Its movement points; with 0 it cannot move."),
                Parameter("overseas", "flag", "From a port, to the coasts of its seas."), *PASSAGE,
            ),
            ask=_retreat, is_no=lambda answer: bool(answer["eliminated"]),
        ),
        question(
            "supply", "Whether supply can be traced to a space from a source.",
            takes=(
                _SPACE, Parameter("sources", "list", "Where supply comes from.", required=True, metavar="SPACE,…"),
                Parameter("held", "list", "The spaces that it may pass (all).", metavar="SPACE,…"),
                _ALLOWANCE._replace(required=False, help="The most it may cost."), *MOVE,
            ),
            ask=_supply, is_no=lambda answer: not answer["supplied"],
        ),
        question(
            "groups", "The groups of spaces that hang together, those told that the mover may not enter.",
            takes=(Parameter("spaces", "list", "Of these spaces alone (all).", metavar="SPACE,…"), *PASSAGE),
            ask=lambda board, v: board.groups(v.get("spaces"), **passage_options(v)),
        ),
        question(
            "count", "How many spaces answer a description, their values, and who holds them.",
            takes=(
                Parameter("kind", "text", "Only of this kind: city.", metavar="KIND"),
                Parameter("trait", "list", "Only with these traits: critical.", metavar="TRAIT,…"),
                Parameter("class", "text", "Only of this class.", metavar="NAME"),
                Parameter("faction", "text", "Only of this faction, a city by its region.", metavar="NAME"),
                Parameter("holder", "pairs", "Who holds what: 'turks=buda,cairo'; may be repeated.", metavar="NAME=SPACE,…",
                          repeated=True),
                Parameter("value", "pairs", "Another value of a space: 'syria=1'; may be repeated.", metavar="SPACE=N",
                          repeated=True),
            ),
            ask=_count, is_no=lambda answer: not answer["count"],
        ),
        question(
            "path", "Where a space lies on its path to the capital, and with a front who holds what.",
            takes=(
                _SPACE, Parameter("front", "pairs", "A front: 'E=melitene' or 'E=3'; may be repeated.", metavar="PATH=SPACE",
                                  repeated=True), *PASSAGE,
            ),
            ask=lambda board, v: board.on_path(v["space"], v.get("front"), **passage_options(v)),
        ),
        question(
            "track", "A track with its markers; one of them moved, or a look ahead from a box.",
            takes=(
                Parameter("track", "text", "A track by its id.", positional=True, required=True),
                Parameter("at", "pairs", "Where a marker is now: 'schism=11'; may be repeated.", metavar="MARKER=BOX",
                          repeated=True),
                Parameter("marker", "text", "The marker that moves.", metavar="NAME"),
                Parameter("from", "text", "In place of a marker, a box to look ahead from, by its text, note or place from 1.",
                          metavar="BOX"),
                Parameter("move", "number", "How many boxes, back where below 0."),
            ),
            ask=_track, is_no=lambda answer: answer.get("ahead", "") is None,
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
