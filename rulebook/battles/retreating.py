"""Retreat and advance after combat (15.4): the beaten defender goes at once, and the attacker follows now or never.

Under way in `now["pursuit"]`: `{"attacker": id, "unit": id, "flight": {…} or null, "trail": {…} or null}`. The trail is where
the attacker may follow: `{"path": [stands], "place": 2, "first": [hexes], "free": 2, "past": [hexes]}`; `place` is how far along
the path it is, `free` how many hexes of any kind are left to it after the first, of a unit that was eliminated (15.44).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulebook.battles import flight
from rulebook.battles.model import Battle, hexes_at
from rulebook.battles.state import closed_to, face_of, fits_wagons, leaders_with
from rulebook.battles.steps import Step, ground_of
from rulebook.rules import State, Table

STAY, FREE = "stay", 2

Trail = dict[str, Any]


def begin(state: State, attacker: str, unit: str, where: tuple[str, tuple[str, ...]]) -> None:
    """Note that a defender, attacked at a stand in some hexes of it, was routed or eliminated (15.41, 15.42)."""
    at, hexes = where
    pursuit: dict[str, object] = {"attacker": attacker, "unit": unit, "flight": None, "trail": None}
    if not state["units"][unit]["at"]:
        pursuit["trail"] = _trail([at], hexes, free=FREE)
    state["now"]["pursuit"] = pursuit | {"at": at, "hexes": [*hexes]}


def _trail(path: list[str], hexes: Iterable[str], *, free: int) -> Trail:
    return {"path": path, "place": -1, "first": [*hexes], "free": free, "past": []}


def actions(battle: Battle, state: State) -> list[str]:
    """Return how the defender may retreat, or the attacker advance."""
    pursuit = state["now"]["pursuit"]
    if pursuit["trail"]:
        return sorted([*_advances(battle, state), STAY])
    if pursuit["flight"]:
        return flight.choices(battle, state, pursuit["flight"])
    return sorted(_starts(battle, state))


def refusal(battle: Battle, state: State) -> str:
    """Return what may be done instead of anything else."""
    possible = ", ".join(actions(battle, state))
    if state["now"]["pursuit"]["trail"]:
        return f"the attacker advances now or never: {possible} (15.43-15.47)"
    return f"the defender retreats at once by a way of least penalty: {possible} (15.41)"


def apply(battle: Battle, state: State, action: str, table: Table) -> None:
    """Carry out a choice."""
    pursuit = state["now"]["pursuit"]
    if pursuit["trail"]:
        if action == STAY:
            state["now"]["pursuit"] = None
        else:
            _advance(battle, state, _advances(battle, state)[action], table)
    elif pursuit["flight"]:
        if flight.go(battle, state, pursuit["flight"], action, table):
            _retreated(state)
    else:
        pursuit["flight"] = flight.started(state, pursuit["unit"], _starts(battle, state)[action], per=1)


def go_on(battle: Battle, state: State, table: Table) -> None:
    """Run what nobody chooses, and leave in `by` who decides; there is no pursuit any more when all is done."""
    while pursuit := state["now"]["pursuit"]:
        if pursuit["trail"]:
            if not _advances(battle, state):
                state["now"]["pursuit"] = None
                return
            state["by"] = battle.pieces[pursuit["attacker"]].side
            return
        state["by"] = battle.pieces[pursuit["unit"]].side
        if pursuit["flight"] is None:
            starts = _starts(battle, state)
            if len(starts) > 1:
                return
            pursuit["flight"] = flight.started(state, pursuit["unit"], next(iter(starts.values())), per=1)
        if not flight.run(battle, state, pursuit["flight"], table):
            return
        _retreated(state)


def _starts(battle: Battle, state: State) -> dict[str, tuple[str, ...]]:
    """Return which leaders may go along, by the action that says so."""
    unit = state["now"]["pursuit"]["unit"]
    return {f"retreat{flight.named(battle, leaders)}": leaders for leaders in flight.companies(battle, state, unit)}


def _retreated(state: State) -> None:
    """End a retreat: the attacker may follow along it, or into the hexes of a unit that went under where it stood."""
    pursuit = state["now"]["pursuit"]
    taken, gone = pursuit["flight"]["taken"], not state["units"][pursuit["unit"]]["at"]
    pursuit["flight"] = None
    if taken or gone:
        pursuit["trail"] = _trail([pursuit["at"], *taken], pursuit["hexes"], free=0 if taken else FREE)
    else:
        state["now"]["pursuit"] = None


# -- advance -----------------------------------------------------------------------------------------------------------------


def _advances(battle: Battle, state: State) -> dict[str, Step]:
    """Return the steps open to the attacker, by the action for each (15.43, 15.44, 15.47)."""
    pursuit = state["now"]["pursuit"]
    id_, trail = pursuit["attacker"], pursuit["trail"]
    at, face = state["units"][id_]["at"], face_of(battle, state, id_)
    closed = closed_to(battle, state, id_)
    aims = set(_aims(trail))
    found = {}
    for each in ground_of(battle, face.unit_class, is_pair="+" in at).steps(at):
        follows = bool(each.entered) if not aims and trail["free"] else not aims.isdisjoint(each.entered)
        if follows and closed.isdisjoint(each.entered) and fits_wagons(battle, state, id_, each.to):
            found[f"advance {each.to}"] = each
    return found


def _aims(trail: Trail) -> list[str]:
    """Return the hexes of which the next step must enter one; none when any will do, or none is left."""
    place: int = trail["place"]
    if place < 0:
        return [*trail["first"]]
    if trail["free"]:
        return []
    return [number for stand in trail["path"][place : place + 2] for number in hexes_at(stand) if number not in trail["past"]]


def _advance(battle: Battle, state: State, chosen: Step, table: Table) -> None:
    pursuit = state["now"]["pursuit"]
    id_, trail = pursuit["attacker"], pursuit["trail"]
    table.note(f"{state['units'][id_]['at']} advances to {chosen.to}", rule="15.42")
    reached = [number for number in _aims(trail) if number in chosen.entered]
    flight.step(battle, state, id_, chosen.to, leaders_with(battle, state, id_), table)
    trail["past"] += sorted(chosen.entered)
    if len(trail["path"]) == 1 and trail["place"] >= 0:
        trail["free"] -= 1
    if trail["place"] < 0:
        trail["place"] = 0
    elif reached and trail["place"] + 1 < len(trail["path"]) and set(reached) & set(hexes_at(trail["path"][trail["place"] + 1])):
        trail["place"] += 1
    if len(trail["path"]) == 1 and trail["place"] == 0 and trail["free"] == 0:
        state["now"]["pursuit"] = None
