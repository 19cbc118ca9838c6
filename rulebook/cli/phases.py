"""The phases of a game, also those that go by without a decision: an action done again, with a look whenever a phase begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulebook.dice import Die

if TYPE_CHECKING:
    from rulebook.log import Entry
    from rulebook.rules import Rules, State

KEYS = ("turn", "side", "phase")


def phase_of(state: State) -> tuple[str, ...]:
    """Return what tells a phase from others: turn, side and phase, as far as a title's states have them."""
    return tuple(str(state[key]) for key in KEYS if key in state)


class _Onlooker:
    """A table at which dice fall as they fell, and which keeps the state as it was when each phase was noted."""

    def __init__(self, rules: Rules, state: State, dice: Iterator[int]) -> None:
        self.rules, self.state, self.dice = rules, state, dice
        self.seen: list[tuple[int, State]] = []
        self._last, self._came = phase_of(state), 0

    def roll(self, purpose: str, *, rule: str, sides: int = 6) -> int:  # noqa: ARG002 - as every table
        """Return the die that fell."""
        self._came += 1
        return next(self.dice)

    def note(self, text: str, *, rule: str) -> None:  # noqa: ARG002 - as every table
        """Keep the state, if a phase has just begun."""
        if phase_of(self.state) != self._last:
            self._last = phase_of(self.state)
            self.seen.append((self._came, self.rules.copied(self.state)))
        self._came += 1


def passed(rules: Rules, state: State, action: str, came: Sequence[Entry]) -> list[tuple[int, State]]:
    """Return the state at the start of each phase that an action led into, of those alone that the rules note.

    With each stands how much had come of the action before. `state` is the one before the action, and is used up; `came` is what
    came of the action.
    """
    table = _Onlooker(rules, state, iter([entry.value for entry in came if isinstance(entry, Die)]))
    rules.apply(state, action, table)
    return table.seen
