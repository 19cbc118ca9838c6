"""A state as a position of the map: the units with the counters and faces they show, for drawing and for every query."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulebook.battles.model import Battle
from rulebook.battles.state import face_of
from rulebook.rules import State

LANCE, DISOBEYED = "marker/lance", "marker/disobeyed"
"""The counters of what lies on a unit and on a leader (3.3)."""


def position_text(battle: Battle, state: State) -> str:
    """Return a position/1 file of the units and leaders on the map; wagons lie beneath, leaders above."""
    lines = ['format = "position/1"', f'map = "{battle.title}"']
    for table in _tables(battle, state):
        lines += ["", "[[unit]]", *(f"{key} = {_toml(value)}" for key, value in table.items() if value not in ("", None))]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else f'"{value}"'


def _tables(battle: Battle, state: State) -> Iterator[dict[str, Any]]:
    below = {id_: number for number, id_ in enumerate(battle.wagons)}
    for id_ in sorted(battle.units, key=lambda one: (one not in below, battle.units.index(one))):
        unit = state["units"][id_]
        if unit["at"]:
            face = face_of(battle, state, id_)
            yield {
                "at": unit["at"], "counter": face.counter, "back": face.back or None, "side": battle.pieces[id_].side,
                "movement": face.movement, "class": face.unit_class, "rout": unit["rout"] or None,
                "blocks": False if id_ in below else None, "code": battle.pieces[id_].code,
                "charge": state["units"][unit["charge"]]["at"] if unit["charge"] else None,
                "spent": LANCE if _has_spent(battle, state, id_) else None,
            }  # fmt: skip
    for id_ in battle.leaders:
        if at := state["leaders"][id_]["at"]:
            face = battle.pieces[id_].faces[0]
            yield {
                "at": at, "counter": face.counter, "side": battle.pieces[id_].side, "movement": face.movement, "blocks": False,
                "code": battle.pieces[id_].code,
                "marker": DISOBEYED if state["leaders"][id_]["disobeyed"] else None,
            }  # fmt: skip


def _has_spent(battle: Battle, state: State, id_: str) -> bool:
    """Return whether a unit has used its lance up; who dismounted laid it down (9.32, 16.24)."""
    return battle.pieces[id_].lance and not state["units"][id_]["lance"] and face_of(battle, state, id_).kind == "horse"
