"""What is true of every state of a battle, whatever was played: cheap checks, in words where one fails."""

from __future__ import annotations

from collections.abc import Iterator

from hexmap.position import HIGHEST_ROUT
from rulebook.battles.model import Battle, hexes_at
from rulebook.battles.sequence import ORDER
from rulebook.battles.state import face_of, fits_wagons, holders, on_map, wagon_hexes
from rulebook.rules import State


def broken(battle: Battle, state: State) -> Iterator[str]:
    """Yield each invariant that a state breaks."""
    if not (1 <= state["turn"] <= battle.turns and state["side"] in battle.sides and state["phase"] in ("setup", "over", *ORDER)):
        yield f"no turn, side or phase: {state['turn']} {state['side']} {state['phase']} (4.0)"
    if state["by"] not in (*battle.sides, "") or (not state["by"]) != (state["phase"] == "over"):
        yield f"{state['by'] or 'nobody'} decides in {state['phase']} (4.0)"
    seen: dict[str, str] = {}
    for id_, unit in state["units"].items():
        yield from _unit(battle, state, id_)
        for number in hexes_at(unit["at"]) if id_ not in battle.wagons else ():
            if number in seen:
                yield f"{number} holds {seen[number]} and {id_} (6.11)"
            seen[number] = id_
    yield from _leaders(battle, state)
    yield from _wagons(battle, state)


def _unit(battle: Battle, state: State, id_: str) -> Iterator[str]:
    unit, face = state["units"][id_], face_of(battle, state, id_)
    if bool(unit["at"]) == bool(unit["out"]):
        yield f"{id_} is both on the map and out, or neither"
    if not 0 <= unit["rout"] <= HIGHEST_ROUT and unit["at"]:
        yield f"{id_} has the rout level {unit['rout']} (10.1)"
    if unit["charge"] and unit["charge"] not in battle.units:
        yield f"{id_} charges at {unit['charge']}, who is nobody (5.31)"
    if unit["lance"] and face.kind != "horse":
        yield f"{id_} has a lance on foot (16.24)"
    if unit["rout"] and id_ in battle.wagons:
        yield f"{id_} is a routed wagon (20.0)"
    if unit["at"]:
        yield from _stand(battle, id_, unit["at"], face.size, face.unit_class)


def _stand(battle: Battle, id_: str, at: str, size: int, unit_class: str | None) -> Iterator[str]:
    hexes, passable = hexes_at(at), battle.passable(unit_class)
    if len(hexes) != size or any(number not in battle.cells for number in hexes):
        yield f"{id_} of {size} hexes stands at {at} (5.23)"
    elif size == 2 and hexes[1] not in battle.around[hexes[0]]:
        yield f"{id_} stands at {at}, which do not touch (5.23)"
    for number in hexes:
        if number not in passable:
            yield f"{id_} stands on prohibited ground at {number} (7.25)"


def _leaders(battle: Battle, state: State) -> Iterator[str]:
    held = holders(battle, state)
    alone: dict[str, str] = {}
    for id_, leader in state["leaders"].items():
        side = battle.pieces[id_].side
        if bool(leader["at"]) == bool(leader["captured"]):
            yield f"{id_} is both on the map and captured, or neither"
        if not leader["at"]:
            continue
        if leader["at"] not in battle.cells:
            yield f"{id_} stands at {leader['at']}, which is no hex"
        if leader["at"] in held and battle.pieces[held[leader["at"]]].side != side:
            yield f"{id_} stands under the enemy at {leader['at']} (6.14)"
        if alone.setdefault(leader["at"], side) != side:
            yield f"leaders of both sides stand at {leader['at']} (6.14)"


def _wagons(battle: Battle, state: State) -> Iterator[str]:
    if not battle.wagons:
        return
    held, own, found = holders(battle, state), battle.pieces[battle.wagons[0]].side, wagon_hexes(battle, state)
    if len(found) < sum(len(hexes_at(state["units"][wagon]["at"])) for wagon in battle.wagons):
        yield "two wagons share a hex (6.11)"
    for number, wagon in found.items():
        if number in held and battle.pieces[held[number]].side != own:
            yield f"{held[number]} stands in {number} on the wagon {wagon} (20.22)"
    for id_ in on_map(battle, state, own):
        if not fits_wagons(battle, state, id_, state["units"][id_]["at"]):
            yield f"{id_} lies across a wagon (20.11)"
