"""The tiny game of heaps with one thing wrong, to show that the check kit sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulebook.rules import Rules, State, Table
from tests.rulebook.nim import Nim

WRONG = {
    "unsorted": "the actions are not sorted, each once",
    "twice": "the actions are not sorted, each once",
    "nothing": "nothing may be done, and the game is not over",
    "float": "",
    "tuple": "the state read back from JSON is another",
    "set": "the state is no JSON",
    "offers too much": "is offered and not accepted: pick z",
    "crashes": "ZeroDivisionError",
    "shares": "what copies do changes the game|taking back does not restore the state",
    "memory": "another state",
    "invariant": "broken: a heap is three and two",
    "accepts more": "is not offered and accepted",
    "endless": "has not ended after",
    "no reason": "is refused without a reason",
    "stranger": "decides who is no side: 'middle'",
    "no level": "lacks winner and level",
}
memory: list[int] = []


class Faulty(Nim):
    def __init__(self, wrong: str) -> None:
        self.wrong = wrong

    def actions(self, state: State) -> Sequence[str]:
        actions = [*super().actions(state)]
        if self.wrong == "unsorted" and len(actions) == 3:
            return actions[::-1]
        if self.wrong == "twice" and "end" in actions:
            return [*actions, "take"]
        if self.wrong == "nothing" and sum(state["heaps"]) == 3:
            return []
        if self.wrong == "offers too much" and actions == ["pick a"]:
            return [*actions, "pick z"]
        return actions

    def refusal(self, state: State, action: str) -> str:
        return "" if self.wrong == "no reason" else super().refusal(state, action)

    def decider(self, state: State) -> str:
        side = super().decider(state)
        return "middle" if self.wrong == "stranger" and side and sum(state["heaps"]) < 3 else side

    def apply(self, state: State, action: str, table: Table) -> None:
        if action == "pick z":
            from mapsheet.errors import IllegalAction

            raise IllegalAction("there is no such heap")
        super().apply(state, action, table)
        if self.wrong == "crashes" and state["heaps"][1] == 2:
            table.note(str(1 // 0), rule="")
        if self.wrong == "tuple":
            state["heaps"] = list(state["heaps"])
            state["pair"] = (1, 2)
        if self.wrong == "set":
            state["some"] = {1, 2}
        if self.wrong == "memory":
            memory.append(1)
            state["count"] = len(memory)
        if self.wrong == "endless" and sum(state["heaps"]) == 2:
            state["heaps"] = [3, 3, 3]

    def copied(self, state: State) -> State:
        return {**state} if self.wrong == "shares" else super().copied(state)

    def broken(self, state: State) -> Iterable[str]:
        if self.wrong == "invariant" and {2, 3} <= set(state["heaps"]):
            yield "a heap is three and two"

    def score(self, state: State) -> dict[str, Any]:
        return {} if self.wrong == "no level" else super().score(state)


chosen = ["unsorted"]


def rules(title: str) -> Rules:
    return Faulty(chosen[0])
