"""A tiny game with dice and with something hidden: a guard hides at a gate, a raider listens, then breaks gates in.

Each side has points; the raider wins with three gates broken, the guard when six attempts are over. At the gate that he keeps
the raider needs a six. Standing at a gate is drawn on the map of Bannockburn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mapsheet.errors import NotationError
from rulebook.rules import Rules, State, Table

GATES = ("1012", "1214", "1416", "1618")
MOST_ATTEMPTS = 6


class Raid:
    title = "raid"
    version = "2"
    sides: tuple[str, ...] = ("guard", "raider")

    def start(self, options: Mapping[str, Any], table: Table) -> State:
        if set(options) - {"scenario"} or options.get("scenario", "night") not in {"night", "noon"}:
            raise NotationError("no option but the scenario, night or noon", dict(options))
        noise = table.roll("the noise of the night", rule="2.1") if options.get("scenario") != "noon" else 1
        return {"turn": 0, "phase": "hide", "kept": "", "noise": noise, "broken": [], "points": {"guard": 0, "raider": 0}}

    def decider(self, state: State) -> str:
        if state["phase"] == "over":
            return ""
        return "guard" if state["phase"] == "hide" else "raider"

    def actions(self, state: State) -> Sequence[str]:
        if state["phase"] == "over":
            return []
        if state["phase"] == "hide":
            return [f"hide {gate}" for gate in GATES]
        listen = ["listen"] if state["phase"] == "listen" else []
        return [f"break {gate}" for gate in GATES if gate not in state["broken"]] + listen

    def refusal(self, state: State, action: str) -> str:
        return "the gate is broken already (3.2)" if action.startswith("break") else "this is not the time for it (3.1)"

    def apply(self, state: State, action: str, table: Table) -> None:
        verb, _, gate = action.partition(" ")
        if verb == "hide":
            state["kept"], state["phase"] = gate, "listen"
        elif verb == "listen":
            self._listen(state, table)
        else:
            self._break(state, gate, table)

    def _listen(self, state: State, table: Table) -> None:
        state["phase"] = "break"
        if table.roll("listening", rule="3.3", sides=10) > state["noise"]:
            table.note("steps are heard", rule="3.3")

    def _break(self, state: State, gate: str, table: Table) -> None:
        rolled = table.roll(f"breaking {gate}", rule="4.1")
        state["turn"], state["phase"] = state["turn"] + 1, "listen"
        if rolled >= (6 if gate == state["kept"] else 4):
            state["broken"] = sorted([*state["broken"], gate])
            state["points"]["raider"] += 1
            table.note(f"{gate} is broken", rule="4.2")
        else:
            state["points"]["guard"] += 1
        if len(state["broken"]) == 3 or state["turn"] == MOST_ATTEMPTS:
            state["phase"] = "over"

    def score(self, state: State) -> dict[str, Any]:
        made: dict[str, Any] = {"points": dict(state["points"])}
        if state["phase"] == "over":
            winner = "raider" if len(state["broken"]) == 3 else "guard"
            made |= {"winner": winner, "level": "clear" if state["turn"] < MOST_ATTEMPTS else "narrow"}
        return made

    def view(self, state: State, side: str) -> State:
        return state if side == "guard" else {**state, "kept": "?" if state["kept"] else ""}

    def copied(self, state: State) -> State:
        return {**state, "broken": list(state["broken"]), "points": dict(state["points"])}

    def broken(self, state: State) -> Iterable[str]:
        if len(state["broken"]) > 3:
            yield "more than three gates are broken"

    def position(self, state: State) -> str:
        units = [f'[[unit]]\nat = "{gate}"\ncode = "X"\n' for gate in state["broken"]]
        return "\n".join(['format = "position/1"\nmap = "bannockburn"\n', *units])


def rules(title: str) -> Rules:
    assert title == "raid"
    return Raid()
