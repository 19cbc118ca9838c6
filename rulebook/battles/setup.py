"""Set-up (15.1, 15.11): everything stands where it starts; a unit with two combat modes starts in the one its owner likes."""

from __future__ import annotations

from rulebook.battles.model import Battle
from rulebook.battles.modes import FIXED, show
from rulebook.battles.state import face_of, spell
from rulebook.rules import State, Table


def begin(battle: Battle, state: State, table: Table) -> None:
    """List the units that may start in either mode, those of the side that moves first in front."""
    table.note("all units stand where they start", rule="15.1")
    state["now"] = {"left": [id_ for side in battle.sides for id_ in battle.units if _has_choice(battle, id_, side)]}
    _ask_next(battle, state)


def _has_choice(battle: Battle, id_: str, side: str) -> bool:
    piece = battle.pieces[id_]
    return piece.side == side and len(piece.faces) > 1 and not any(face.mode in FIXED for face in piece.faces)


def _ask_next(battle: Battle, state: State) -> None:
    left = state["now"]["left"]
    state["by"] = battle.pieces[left[0]].side if left else ""


def actions(battle: Battle, state: State) -> list[str]:
    """Return the two modes of the unit whose turn it is."""
    id_ = state["now"]["left"][0]
    return [f"{spell(battle, state, id_)} {face.mode}" for face in battle.pieces[id_].faces]


def refusal(battle: Battle, state: State, action: str) -> str:  # noqa: ARG001 - as every phase
    """Return why an action is not legal."""
    id_ = state["now"]["left"][0]
    modes = " or ".join(face.mode for face in battle.pieces[id_].faces)
    return f"{spell(battle, state, id_)} chooses its mode now: {modes} (15.1)"


def apply(battle: Battle, state: State, action: str, table: Table) -> None:
    """Let the unit start in a mode."""
    id_ = state["now"]["left"].pop(0)
    mode = action.rpartition(" ")[2]
    if face_of(battle, state, id_).mode != mode:
        show(battle, state, id_, table)
    _ask_next(battle, state)


def finish(battle: Battle, state: State, table: Table) -> None:
    """Do nothing more: lances lie on their cavalry (15.14, 15.1)."""
