"""The Rout Movement phase: rampant elephants, then the routed units of the phasing side, then those of the other (4.0, 11.0).

`now` is `{"mover": side, "left": [units that still have to go], "flight": {…} or null, "rampage": {…} or null}`.
"""

from __future__ import annotations

from rulebook.battles import elephants, flight
from rulebook.battles.model import Battle
from rulebook.battles.state import on_map
from rulebook.rules import State, Table


def begin(battle: Battle, state: State, table: Table) -> None:
    """Begin with the elephants that run amok, and go on to the first choice."""
    state["now"] = {"mover": "", "left": [], "flight": None, "rampage": None}
    elephants.begin(battle, state, table)
    _go_on(battle, state, table)


def actions(battle: Battle, state: State) -> list[str]:
    """Return who may go next and with whom, or how the unit under way may go on."""
    now = state["now"]
    if now["rampage"]:
        return elephants.actions(battle, state)
    if now["flight"]:
        return flight.choices(battle, state, now["flight"])
    return sorted(_starts(battle, state))


def refusal(battle: Battle, state: State, action: str) -> str:
    """Return why an action is none of these."""
    now = state["now"]
    if now["rampage"]:
        return f"the elephants run amok before anything else: {', '.join(actions(battle, state))} (18.0)"
    if now["flight"]:
        unit = state["units"][now["flight"]["unit"]]
        return f"{unit['at']} must go on by a way of least penalty: {', '.join(actions(battle, state))} (11.26)"
    if action == "pass":
        return "every routed unit must go (11.14)"
    return f"expected the routed unit of the {now['mover']} that goes next: {', '.join(actions(battle, state))} (11.0)"


def apply(battle: Battle, state: State, action: str, table: Table) -> None:
    """Carry out a choice, and what follows from it."""
    now = state["now"]
    if now["rampage"]:
        elephants.apply(battle, state, action, table)
    elif now["flight"]:
        if flight.go(battle, state, now["flight"], action, table):
            now["flight"] = None
    else:
        _start(battle, state, action)
    _go_on(battle, state, table)


def finish(battle: Battle, state: State, table: Table) -> None:
    """End the phase, of which nothing stays."""


def _starts(battle: Battle, state: State) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the units that may set out and the leaders with them, by the action that says so."""
    return {
        f"rout {state['units'][id_]['at']}{flight.named(battle, leaders)}": (id_, leaders)
        for id_ in state["now"]["left"]
        for leaders in flight.companies(battle, state, id_)
    }


def _start(battle: Battle, state: State, action: str) -> None:
    id_, leaders = _starts(battle, state)[action]
    state["now"]["left"].remove(id_)
    state["now"]["flight"] = flight.started(state, id_, leaders)


def _go_on(battle: Battle, state: State, table: Table) -> None:
    """Run what nobody chooses; leave with the side that must decide in `by`, "" when the phase is over."""
    now = state["now"]
    while not now["rampage"]:
        if now["flight"]:
            if not flight.run(battle, state, now["flight"], table):
                break
            now["flight"] = None
        elif not now["left"]:
            if not _next_side(battle, state):
                state["by"] = ""
                return
        else:
            starts = list(_starts(battle, state))
            if len(starts) > 1:
                break
            table.note(starts[0], rule="11.14")
            _start(battle, state, starts[0])
    if now["rampage"]:
        state["by"] = battle.pieces[now["rampage"]["unit"]].side
    else:
        state["by"] = now["mover"]


def _next_side(battle: Battle, state: State) -> bool:
    now = state["now"]
    if now["mover"] == battle.other(state["side"]):
        return False
    now["mover"] = battle.other(state["side"]) if now["mover"] else state["side"]
    now["left"] = [
        id_
        for id_ in on_map(battle, state, now["mover"])
        if state["units"][id_]["rout"] and not elephants.is_rampant(battle, state, id_)
    ]
    return True
