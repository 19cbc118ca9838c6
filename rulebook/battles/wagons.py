"""Ottoman wagons (20.0): they move limbered, and change their mode instead of moving."""

from __future__ import annotations

from rulebook.battles.model import Battle
from rulebook.battles.state import face_of
from rulebook.rules import State

VERBS = {"limber": "lager", "unlimber": "limbered"}
"""What changes a wagon, and the mode that it has before."""


def changes(battle: Battle, state: State) -> list[str]:
    """Return the changes of mode of the wagons that have not moved."""
    return [
        f"{verb} {state['units'][id_]['at']}"
        for id_ in battle.wagons
        for verb, mode in VERBS.items()
        if not bar(state, id_) and battle.pieces[id_].side == state["side"] and face_of(battle, state, id_).mode == mode
    ]


def bar(state: State, id_: str) -> str:
    """Return why a wagon may not change its mode, "" where it may."""
    unit = state["units"][id_]
    if not unit["at"]:
        return "is destroyed (20.22)"
    return "has moved, and a change takes its whole allowance (20.0)" if unit["moved"] else ""


def change(battle: Battle, state: State, action: str) -> None:
    """Change a wagon's mode; it does not move in this phase any more."""
    id_ = _at(battle, state, action.partition(" ")[2])
    state["units"][id_].update(face=1 - state["units"][id_]["face"], moved=True)


def _at(battle: Battle, state: State, at: str) -> str:
    return next((id_ for id_ in battle.wagons if state["units"][id_]["at"] == at), "")


def refusal(battle: Battle, state: State, action: str) -> str:
    """Return why a change is not legal."""
    at = action.partition(" ")[2]
    id_ = _at(battle, state, at)
    if not id_ or not at:
        return f"no wagon stands at {at} (20.0)"
    if battle.pieces[id_].side != state["side"]:
        return f"only the {state['side']} move now (5.11)"
    told = bar(state, id_) or f"is {face_of(battle, state, id_).mode} already (20.0)"
    return f"the wagon at {at} {told}"
