"""Charges (5.31-5.33, 7.24, 15.51): plate or mail cavalry that ends a straight run of three open hexes beside its target."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hexmap.charge import SHORTEST, Obstacle, Runs
from hexmap.pair import Pair
from rulebook.battles.model import Battle, Face, hexes_at
from rulebook.battles.state import face_of, holders, spell
from rulebook.battles.steps import ground_of
from rulebook.rules import State

HEAVY = frozenset("PM")


def may_charge(face: Face) -> bool:
    """Return whether a unit charges at all: plate or mail cavalry in the saddle (5.31, 5.33)."""
    return face.kind == "horse" and face.armour in HEAVY


def targets(battle: Battle, state: State, now: dict[str, Any]) -> list[str]:
    """Return the units that the unit under way can charge where it stands now."""
    id_ = now["pick"]
    if now["run"] < SHORTEST or id_ in state["leaders"] or not may_charge(face_of(battle, state, id_)):
        return []
    return [target for target in beside(battle, state, id_) if not obstacles(battle, state, now, target)]


def beside(battle: Battle, state: State, id_: str) -> list[str]:
    """Return the enemy combat units next to a unit, in their order."""
    held, side = holders(battle, state), battle.pieces[id_].side
    near = {held[number] for number in battle.touching(state["units"][id_]["at"]) if number in held}
    return [other for other in battle.units if other in near and battle.pieces[other].side != side]


def obstacles(battle: Battle, state: State, now: dict[str, Any], target: str) -> list[Obstacle]:
    """Return what forbids a charge at a unit beside the charger: marsh under either, the target behind, or not ahead."""
    id_ = now["pick"]
    at, aim = state["units"][id_]["at"], state["units"][target]["at"]
    face = face_of(battle, state, id_)
    ground = ground_of(battle, face.unit_class, is_pair=face.size == 2)
    board = battle.board
    runs = Runs(board, ground.runs.costs, ground.moves, tuple(battle.cells[number] for number in hexes_at(aim)))
    found = list(runs.ends(ground.moves.state(board.stand(at))))
    if state["options"]["charge_arc"] == "ahead" and not set(hexes_at(aim)) & set(_ahead(battle, at, now["way"])):
        found.append(Obstacle("arc", hexes_at(aim)[0]))
    return found


def _ahead(battle: Battle, at: str, way: int) -> Iterable[str | None]:
    """Return the three hexes before a charger: of a single in the direction of its run and on either side of that."""
    board = battle.board
    stand = board.stand(at)
    if isinstance(stand, Pair):
        return battle.arcs(at).front
    return [board.number(h) for turn in (-1, 0, 1) if (h := board.grid.step(board.hex(at), way + turn)) in board]


def refusal(battle: Battle, state: State, now: dict[str, Any], text: str) -> str:
    """Return why the unit under way cannot charge at a stand."""
    id_ = now["pick"]
    name = spell(battle, state, id_)
    if id_ in state["leaders"] or not may_charge(face_of(battle, state, id_)):
        return f"{name} is no cavalry in plate or mail, and never charges (5.33)"
    near = {spell(battle, state, target): target for target in beside(battle, state, id_)}
    if text not in near:
        return f"no enemy unit stands at {text}, next to {name} (5.31)"
    if now["run"] < SHORTEST:
        return f"{name} has run {now['run']} clear hexes straight on and nowhere downhill, and needs {SHORTEST} (5.31, 7.24)"
    return f"{name} cannot charge {text}: " + ", ".join(map(_told, obstacles(battle, state, now, near[text])))


def _told(obstacle: Obstacle) -> str:
    return f"{obstacle.hex} is not before it (9.12)" if obstacle.why == "arc" else f"{obstacle.hex} is {obstacle.why} (15.51)"
