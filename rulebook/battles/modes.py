"""Changes of mode at the end of one's own Movement Phase (16.0): free, but for Scottish cavalry and the Gascons (16.2, 16.3)."""

from __future__ import annotations

from mapsheet.errors import NotationError
from rulebook.battles.fatigue import allowance
from rulebook.battles.model import Battle
from rulebook.battles.state import face_of, find, nobody, on_map, spell
from rulebook.rules import State, Table

FIXED = frozenset({"open", "closed", "disorganised"})  # no modes: formations (18.1) and a state (19.0)
WHOLE_MOVE = {"dismounted": "16.22", "crossbow": "16.3"}  # modes of Bannockburn's units that pay for a change


def begin(battle: Battle, state: State, table: Table) -> None:  # noqa: ARG001 - as every phase
    """Let the phasing side change modes where a unit can."""
    state["now"] = {"changed": []}
    state["by"] = state["side"] if _changeable(battle, state) else ""


def actions(battle: Battle, state: State) -> list[str]:
    """Return a change for each unit that can, and `pass`."""
    return [f"mode {spell(battle, state, id_)}" for id_ in _changeable(battle, state)] + ["pass"]


def _changeable(battle: Battle, state: State) -> list[str]:
    own = on_map(battle, state, state["side"])
    return [id_ for id_ in own if len(battle.pieces[id_].faces) > 1 and not _bar(battle, state, id_)]


def _bar(battle: Battle, state: State, id_: str) -> str:
    """Return why a unit may not change its mode, "" where it may."""
    piece, unit = battle.pieces[id_], state["units"][id_]
    modes = [face.mode for face in piece.faces]
    if piece.kind == "wagon":
        return "changes its mode instead of moving (20.0)"
    if len(modes) < 2 or modes[0] in FIXED or modes[-1] in FIXED:
        return "has no second mode (16.0)"
    if unit["rout"]:
        return "is routed (16.14)"
    if id_ in state["now"]["changed"]:
        return "has changed already (16.11)"
    if battle.title == "bannockburn" and (paying := next((mode for mode in modes if mode in WHOLE_MOVE), "")):
        return _price_bar(battle, state, id_, WHOLE_MOVE[paying])
    return ""


def _price_bar(battle: Battle, state: State, id_: str, rule: str) -> str:
    """Return what bars a change that costs a whole move, of Scottish horse (once) and the Gascons."""
    face = face_of(battle, state, id_)
    if face.mode == "dismounted":
        return "never mounts again (16.21)"
    if state["units"][id_]["moved"]:
        return f"has moved, and the change takes its whole move ({rule})"
    price = 8 if face.mode == "cavalry" else 6
    if allowance(state, face, moves=False, toward=False) < price:
        return f"has not {price} points to spend while fatigued ({rule}, 13.1)"
    return ""


def show(battle: Battle, state: State, id_: str, table: Table) -> None:
    """Turn a unit to its other face; who dismounts lays the lance down (16.24)."""
    unit = state["units"][id_]
    unit["face"] = 1 - unit["face"]
    if unit["lance"] and face_of(battle, state, id_).kind != "horse":
        unit["lance"], unit["charge"] = False, ""
        table.note(f"{spell(battle, state, id_)} lays its lances down", rule="16.24")


def refusal(battle: Battle, state: State, action: str) -> str:
    """Return why an action is not legal."""
    verb, _, text = action.partition(" ")
    if verb != "mode":
        return "modes are changed now, or pass: all movement is over (16.11)"
    try:
        id_ = find(battle, state, text)
    except NotationError:
        return nobody(battle, state, text, "16.0")
    if battle.pieces[id_].side != state["side"]:
        return f"{text} is not of the {state['side']}, whose Movement Phase it is (16.12)"
    if battle.pieces[id_].is_leader:
        return f"{text} is a leader (16.0)"
    return f"{text} {_bar(battle, state, id_)}"


def apply(battle: Battle, state: State, action: str, table: Table) -> None:
    """Change a mode, or end the phase."""
    if action == "pass":
        state["by"] = ""
        return
    id_ = find(battle, state, action.partition(" ")[2])
    show(battle, state, id_, table)
    state["now"]["changed"].append(id_)
    if not _changeable(battle, state):
        state["by"] = ""


def finish(battle: Battle, state: State, table: Table) -> None:
    """End the Movement Phase."""
