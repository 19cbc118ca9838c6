"""The state of a battle as plain JSON values, and what every phase asks of it and does to it.

    {"turn": 1, "side": "scots", "phase": "move", "by": "scots", "options": {...},
     "units": {id: {"at": "1426+1425", "face": 0, "rout": 0, "lance": true, "charge": "", "moved": false, "shot": false,
                    "fought": false, "out": ""}},
     "leaders": {id: {"at": "1618", "disobeyed": false, "moved": false, "captured": ""}},
     "now": {...}}

`side` is the phasing side (2.0) and `by` the side that must decide, "" while nobody must. `at` is the notation of hexmap, ""
off the map. `charge` is the id of the unit charged at. `out` is eliminated or off (left the map in rout), with the face kept as
it was then; `captured` is the side that took the leader. `now` belongs to the phase that is under way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from mapsheet.errors import NotationError
from rulebook.battles.model import Battle, Face, Piece, hexes_at
from rulebook.rules import State, Table

UnitState = dict[str, Any]


def empty_state(battle: Battle, options: Mapping[str, Any]) -> State:
    """Return the state before set-up: every piece where it starts (15.1)."""
    pieces = battle.pieces
    return {
        "turn": 1,
        "side": battle.first,
        "phase": "setup",
        "by": "",
        "options": dict(options),
        "units": {id_: _unit(pieces[id_]) for id_ in battle.units},
        "leaders": {id_: {"at": pieces[id_].at, "disobeyed": False, "moved": False, "captured": ""} for id_ in battle.leaders},
        "now": {},
    }


def _unit(piece: Piece) -> UnitState:
    return {
        "at": piece.at, "face": piece.face, "rout": 0, "lance": piece.lance, "charge": "", "moved": False, "shot": False,
        "fought": False, "out": "",
    }  # fmt: skip


def copied(state: State) -> State:
    """Return a copy that shares nothing that changes."""
    return {
        **state,
        "units": {id_: unit.copy() for id_, unit in state["units"].items()},
        "leaders": {id_: leader.copy() for id_, leader in state["leaders"].items()},
        "now": _deep(state["now"]),
    }


def _deep(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _deep(inner) for key, inner in value.items()}
    return [_deep(inner) for inner in value] if isinstance(value, list) else value


# -- who is what, and where ------------------------------------------------------------------------------------------------


def face_of(battle: Battle, state: State, id_: str) -> Face:
    """Return the face that a unit shows."""
    face: int = state["units"][id_]["face"]
    return battle.pieces[id_].faces[face]


def on_map(battle: Battle, state: State, side: str = "", *, wagons: bool = False) -> Iterable[str]:
    """Yield the ids of the combat units on the map, of one side or of both; wagons only where they are asked for."""
    for id_, unit in state["units"].items():
        if unit["at"] and (not side or battle.pieces[id_].side == side) and (wagons or id_ not in battle.wagons):
            yield id_


def holders(battle: Battle, state: State) -> dict[str, str]:
    """Return the combat unit in each hex that has one, by number; wagons are none."""
    found = {}
    for id_, unit in state["units"].items():
        if unit["at"] and id_ not in battle.wagons:
            for number in unit["at"].split("+"):
                found[number] = id_
    return found


def wagon_hexes(battle: Battle, state: State) -> dict[str, str]:
    """Return the wagon in each hex that has one."""
    return {number: id_ for id_ in battle.wagons for number in hexes_at(state["units"][id_]["at"])}


def leaders_in(battle: Battle, state: State, numbers: Iterable[str], side: str = "") -> list[str]:
    """Return the leaders in some hexes, of one side or of both, in their fixed order."""
    hexes = set(numbers)
    return [
        id_ for id_, leader in state["leaders"].items() if leader["at"] in hexes and (not side or battle.pieces[id_].side == side)
    ]


def leaders_with(battle: Battle, state: State, id_: str) -> list[str]:
    """Return the leaders of its own side stacked with a unit (6.12)."""
    return leaders_in(battle, state, hexes_at(state["units"][id_]["at"]), battle.pieces[id_].side)


# -- how pieces are written ------------------------------------------------------------------------------------------------


def spell(battle: Battle, state: State, id_: str) -> str:
    """Return how actions name a piece: a leader by his tag, a unit by where it stands, a wagon as `wagon 1709+1609`."""
    if id_ in state["leaders"]:
        return battle.pieces[id_].tag
    at: str = state["units"][id_]["at"]
    return f"wagon {at}" if id_ in battle.wagons else at


def find(battle: Battle, state: State, text: str) -> str:
    """Return the piece that an action names; NotationError where none is so named."""
    leader = battle.by_tag.get(text, "")
    if leader and state["leaders"][leader]["at"]:
        return leader
    for id_ in battle.units:
        if state["units"][id_]["at"] and spell(battle, state, id_) == text:
            return id_
    raise NotationError("a leader's letters or where a unit stands", text)


def nobody(battle: Battle, state: State, text: str, rule: str) -> str:
    """Return that nobody is named so, with the names of those who stand where the text says, and the rule."""
    numbers = set(hexes_at(text.removeprefix("wagon ")))
    pieces = [*state["units"].items(), *state["leaders"].items()]
    there = [spell(battle, state, id_) for id_, piece in pieces if not numbers.isdisjoint(hexes_at(piece["at"]))]
    named = f"; who stands there is named {', '.join(there)}" if there else ""
    return f"nobody stands so: {text[:40]}{named} ({rule})"


def two_units(battle: Battle, state: State, text: str, rule: str) -> list[str] | str:
    """Return the two combat units that `1426 at 1325` names, or why it does not, with the rule."""
    found = []
    for name in text.split(" at "):
        try:
            id_ = find(battle, state, name)
        except NotationError:
            return f"no combat unit stands at {name} ({rule})"
        if id_ in state["leaders"]:
            return f"{name} is a leader, and leaders neither fight nor are targets (6.22)"
        if id_ in battle.wagons:
            return f"{name} neither fights nor is a target (20.0)"
        found.append(id_)
    return found if len(found) == 2 else f"expected who and at whom, such as `1426 at 1325` ({rule})"


# -- what any phase does to pieces ------------------------------------------------------------------------------------------


def enter(battle: Battle, state: State, id_: str, numbers: Iterable[str], table: Table) -> None:
    """Do what a combat unit's coming into hexes does: enemy leaders there are captured, wagons of the enemy go (6.15, 20.22)."""
    if id_ in battle.wagons:
        return
    hexes, side = list(numbers), battle.pieces[id_].side
    for leader in leaders_in(battle, state, hexes, battle.other(side)):
        capture(battle, state, leader, table)
    for wagon in battle.wagons if side != battle.pieces[(battle.wagons or (id_,))[0]].side else ():
        if set(hexes) & set(hexes_at(state["units"][wagon]["at"])):
            table.note(f"wagon {state['units'][wagon]['at']} is overrun", rule="20.22")
            lose(battle, state, wagon)


def capture(battle: Battle, state: State, leader: str, table: Table, *, rule: str = "6.15") -> None:
    """Take a leader off the map as captured by the other side."""
    piece = battle.pieces[leader]
    taker = battle.other(piece.side)
    table.note(f"{piece.tag} is captured in {state['leaders'][leader]['at']} by the {taker}", rule=rule)
    state["leaders"][leader].update(at="", captured=taker, disobeyed=False)


def lose(battle: Battle, state: State, id_: str, *, out: str = "eliminated") -> None:  # noqa: ARG001 - as all that is done
    """Take a unit off the map for good; its leaders stay where they are (6.22)."""
    state["units"][id_].update(at="", out=out, charge="", lance=False)


# -- where a piece may go ---------------------------------------------------------------------------------------------------


class Closures(NamedTuple):
    """The hexes that the pieces of a side may not enter for those who are there, their own among them.

    Units: every other combat unit's (6.11); of lagers held by Ottomans both hexes to Tartars (20.22). Leaders: enemy units',
    leaders' and wagons'. Wagons: units', wagons' and enemy leaders'. `rivals` are the hexes of enemy leaders, into which no
    leader is carried (6.14).
    """

    unit: frozenset[str]
    leader: frozenset[str]
    wagon: frozenset[str]
    rivals: frozenset[str]


def closures(battle: Battle, state: State, side: str) -> Closures:
    """Return the hexes closed to the pieces of a side."""
    held, pieces = holders(battle, state), battle.pieces
    units = frozenset(held)
    rivals = frozenset(leader["at"] for id_, leader in state["leaders"].items() if leader["at"] and pieces[id_].side != side)
    hostile = rivals.union(number for number, id_ in held.items() if pieces[id_].side != side)
    if not battle.wagons:
        return Closures(units, hostile, units, rivals)
    wagons = wagon_hexes(battle, state)
    theirs = {number for number, id_ in wagons.items() if pieces[id_].side != side}
    lagers = {number for number in theirs if _is_held_lager(battle, state, wagons[number], held)}
    return Closures(units | lagers, hostile | theirs, units | wagons.keys() | rivals, rivals)


def _is_held_lager(battle: Battle, state: State, wagon: str, held: Mapping[str, str]) -> bool:
    in_lager = face_of(battle, state, wagon).mode == "lager"
    return in_lager and any(number in held for number in hexes_at(state["units"][wagon]["at"]))


def closed_to(battle: Battle, state: State, id_: str) -> frozenset[str]:
    """Return the hexes closed to a unit, without its own."""
    return closures(battle, state, battle.pieces[id_].side).unit.difference(hexes_at(state["units"][id_]["at"]))


def fits_wagons(battle: Battle, state: State, id_: str, at: str) -> bool:
    """Return whether a unit or wagon would lie rightly `at`: a two-hex unit on both hexes of a wagon or on none (20.11)."""
    if not battle.wagons or battle.pieces[id_].side != battle.pieces[battle.wagons[0]].side or "+" not in at:
        return True
    own = set(hexes_at(at))
    others = on_map(battle, state, battle.pieces[id_].side) if id_ in battle.wagons else battle.wagons
    for other in others:
        where = state["units"][other]["at"]
        if "+" in where and other != id_ and (shared := own.intersection(hexes_at(where))) and shared != own:
            return False
    return True
