"""The Movement Phase (5.0): pieces are picked one by one, alone or stacked, moved, and have then moved.

`now` is `{"pick": ""}` between two moves, and else the move under way as `stepping` has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from mapsheet.errors import NotationError
from rulebook.battles import stepping, wagons
from rulebook.battles.model import Battle
from rulebook.battles.state import closures, face_of, find, leaders_with, nobody, on_map, spell
from rulebook.battles.stepping import Budget, picked
from rulebook.rules import State, Table

ORGANISED_BY = 2  # a die of at most as much (19.0)


def begin(battle: Battle, state: State, table: Table) -> None:  # noqa: ARG001 - as every phase
    """Let nobody have moved, and the phasing side decide."""
    for piece in (*state["units"].values(), *state["leaders"].values()):
        piece["moved"] = False
    state["now"] = {"pick": ""}
    state["by"] = state["side"] if any(_idle(battle, state)) else ""


def actions(battle: Battle, state: State) -> list[str]:
    """Return what can be picked, organised and limbered, or what the piece under way can do."""
    return stepping.actions(battle, state) if state["now"]["pick"] else [*_idle(battle, state), "pass"]


def _idle(battle: Battle, state: State) -> Iterator[str]:
    return chain(_organisable(battle, state), _picks(battle, state), wagons.changes(battle, state))


def _picks(battle: Battle, state: State) -> Iterator[str]:
    """Yield each stack that can move: a unit alone and with any of the leaders on it, a leader alone."""
    found = closures(battle, state, state["side"])

    def can(id_: str, *leaders: str) -> bool:
        now = picked(battle, state, id_, leaders)
        return Budget(battle, state, now, found).goes_on()

    for id_ in on_map(battle, state, state["side"], wagons=True):
        unit = state["units"][id_]
        if unit["moved"] or unit["rout"] or not face_of(battle, state, id_).movement:
            continue
        text = f"pick {spell(battle, state, id_)}"
        if can(id_):
            yield text
        fresh = [leader for leader in leaders_with(battle, state, id_) if not state["leaders"][leader]["moved"]]
        if fresh and can(id_, *fresh):
            for stack in _stacks(fresh):
                yield f"{text} with {','.join(battle.pieces[leader].tag for leader in stack)}"
    for id_, leader in state["leaders"].items():
        if leader["at"] and not leader["moved"] and battle.pieces[id_].side == state["side"] and can(id_):
            yield f"pick {battle.pieces[id_].tag}"


def _stacks(leaders: list[str]) -> Iterator[tuple[str, ...]]:
    for count in range(1, len(leaders) + 1):
        yield from combinations(leaders, count)


def _organisable(battle: Battle, state: State) -> Iterator[str]:
    """Yield a try for each disorganised unit that has not moved and is not routed (19.0)."""
    for id_ in on_map(battle, state, state["side"]):
        unit = state["units"][id_]
        if unit["face"] and not unit["moved"] and not unit["rout"] and face_of(battle, state, id_).mode == "disorganised":
            yield f"organise {unit['at']}"


def apply(battle: Battle, state: State, action: str, table: Table) -> None:
    """Carry an action out; a move with nothing more to do ends by itself, and so does the phase."""
    verb, _, text = action.partition(" ")
    if action == "pass":
        state["by"] = ""
        return
    if action == "end":
        stepping.end(state)
    elif verb == "pick":
        unit, _, tags = text.partition(" with ")
        leaders = [battle.by_tag[tag] for tag in tags.split(",")] if tags else []
        state["now"] = picked(battle, state, find(battle, state, unit), leaders)
    elif verb == "organise":
        _organise(battle, state, text, table)
    elif verb in wagons.VERBS:
        wagons.change(battle, state, action)
    else:
        _go_on(battle, state, action, table)
    if not state["now"]["pick"] and not any(_idle(battle, state)):
        state["by"] = ""


def _go_on(battle: Battle, state: State, action: str, table: Table) -> None:
    stepping.apply(battle, state, action, table)
    if action.startswith("charge ") or stepping.is_spent(battle, state):
        stepping.end(state)


def _organise(battle: Battle, state: State, at: str, table: Table) -> None:
    id_ = find(battle, state, at)
    state["units"][id_]["moved"] = True
    if table.roll(f"to organise {at}: 1 or 2", rule="19.0") <= ORGANISED_BY:
        state["units"][id_]["face"] = 0
        table.note(f"{at} is organised", rule="19.0")


def refusal(battle: Battle, state: State, action: str) -> str:
    """Return why an action is not legal."""
    if state["now"]["pick"]:
        return stepping.refusal(battle, state, action)
    verb, _, text = action.partition(" ")
    if verb in wagons.VERBS:
        return wagons.refusal(battle, state, action)
    if verb not in ("pick", "organise"):
        return "a unit or a leader is picked first, or pass (5.0)"
    unit, _, tags = text.partition(" with ")
    try:
        id_ = find(battle, state, unit)
    except NotationError:
        return nobody(battle, state, unit, "5.11")
    told = _refuse_piece(battle, state, id_, "5.0" if verb == "pick" else "19.0")
    return told or (_refuse_leaders(battle, state, id_, tags) if verb == "pick" else f"{unit} is not disorganised (19.0)")


def _refuse_piece(battle: Battle, state: State, id_: str, rule: str) -> str:
    """Return why a piece may do nothing in this phase, "" where it may; `rule` is for what has moved."""
    name, piece = spell(battle, state, id_), state["leaders"].get(id_) or state["units"][id_]
    if battle.pieces[id_].side != state["side"]:
        return f"{name} is not of the {state['side']}, who alone move now (5.11)"
    if piece.get("rout"):
        return f"{name} is routed (10.1)"
    if piece["moved"]:
        return f"{name} has moved already ({rule})"
    return f"{name} is in lager, and does not move (20.0)" if id_ in battle.wagons and piece["face"] else ""


def _refuse_leaders(battle: Battle, state: State, id_: str, tags: str) -> str:
    """Return why a stack cannot be picked."""
    name, told = spell(battle, state, id_), tags.split(",") if tags else []
    if told and id_ in state["leaders"]:
        return f"{name} is a leader, and leaders move one by one or with a unit (5.0)"
    own = [] if id_ in state["leaders"] else leaders_with(battle, state, id_)
    for tag in told:
        leader = battle.by_tag.get(tag, "")
        if leader not in own:
            return f"{tag[:40]} is not stacked with {name} (6.12)"
        if state["leaders"][leader]["moved"]:
            return f"{tag} has moved already (5.0)"
    spelled = [tag for tag in (battle.pieces[leader].tag for leader in own) if tag in told]
    if told != spelled:
        return f"each leader is named once and in this order: {','.join(spelled)} (5.0)"
    return f"{name} cannot take a step: every hex is closed to it or costs too much (5.12, 6.11)"


def finish(battle: Battle, state: State, table: Table) -> None:
    """Leave the rest to the changes of mode, which end the Movement Phase (16.11)."""
