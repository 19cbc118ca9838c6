"""A tiny game without dice: a side picks a heap and takes stones from it one by one; who takes the last of all wins."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mapsheet.errors import NotationError
from rulebook.rules import Rules, State, Table

LETTERS = "abcdefgh"


class Nim:
    title = "nim"
    version = "1"
    sides: tuple[str, ...] = ("left", "right")

    def start(self, options: Mapping[str, Any], table: Table) -> State:
        heaps = options.get("heaps", [3, 4, 5])
        if set(options) - {"heaps"} or not isinstance(heaps, list) or not 0 < len(heaps) <= len(LETTERS):
            raise NotationError("heaps, one to eight numbers", options)
        table.note(f"{sum(heaps)} stones lie there", rule="1.1")
        return {"heaps": list(heaps), "side": "left", "picked": None, "taken": 0}

    def decider(self, state: State) -> str:
        return state["side"] if any(state["heaps"]) else ""

    def actions(self, state: State) -> Sequence[str]:
        if not self.decider(state):
            return []
        if state["picked"] is None:
            return [f"pick {LETTERS[k]}" for k, heap in enumerate(state["heaps"]) if heap]
        return ["end", "take"] if state["taken"] else ["take"]

    def refusal(self, state: State, action: str) -> str:
        return "a stone must be taken first (1.3)" if action == "end" else "there is no such heap (1.2)"

    def apply(self, state: State, action: str, table: Table) -> None:
        if action.startswith("pick"):
            state["picked"] = LETTERS.index(action[-1])
            return
        if action == "take":
            state["heaps"][state["picked"]] -= 1
            state["taken"] += 1
            if not any(state["heaps"]):
                return
            if state["heaps"][state["picked"]]:
                return
            table.note("nothing is left of the heap, which ends the turn", rule="1.4")
        state["side"] = "right" if state["side"] == "left" else "left"
        state["picked"], state["taken"] = None, 0

    def score(self, state: State) -> dict[str, Any]:
        if self.decider(state):
            return {"stones": sum(state["heaps"])}
        return {"stones": 0, "winner": state["side"], "level": "won"}

    def view(self, state: State, side: str) -> State:
        return state

    def copied(self, state: State) -> State:
        copy: State = json.loads(json.dumps(state))
        return copy

    def broken(self, state: State) -> Iterable[str]:
        if any(heap < 0 for heap in state["heaps"]):
            yield "a heap has less than nothing"

    def position(self, state: State) -> str:
        return ""


def rules(title: str) -> Rules:
    assert title == "nim"
    return Nim()
