"""What the rules of a game are to everything else: where it starts, what may be done, what that does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

State = dict[str, Any]
"""A position in a game, as plain JSON values: tables, lists, texts, whole numbers, true and false, null."""


class Table(Protocol):
    """What rules may ask for while they carry an action out: dice, and a line in the log."""

    def roll(self, purpose: str, *, rule: str, sides: int = 6) -> int:
        """Return a die, which stands in the log with what it is for and the rule that calls for it."""
        ...

    def note(self, text: str, *, rule: str) -> None:
        """Log a step that nobody chose, with its reason."""
        ...


class Rules(Protocol):
    """The rules of one title. A state belongs to the caller: only `start` makes one, only `apply` changes one, in place."""

    title: str
    version: str
    sides: tuple[str, ...]

    def start(self, options: Mapping[str, Any], table: Table) -> State:
        """Return the state at the start; NotationError for an option that the title does not have."""
        ...

    def decider(self, state: State) -> str:
        """Return the side that must decide, "" when the game is over."""
        ...

    def actions(self, state: State) -> Sequence[str]:
        """Return every legal action of the decider, sorted, each once; none only when the game is over."""
        ...

    def refusal(self, state: State, action: str) -> str:
        """Return why an action that is not among the legal ones is not, with the rule: `1426 holds a unit (6.11)`."""
        ...

    def apply(self, state: State, action: str, table: Table) -> None:
        """Carry a legal action out, and every forced step that follows it, up to the next decision."""
        ...

    def score(self, state: State) -> dict[str, Any]:
        """Return the score so far as JSON values; when the game is over with `winner` and `level`."""
        ...

    def view(self, state: State, side: str) -> State:
        """Return what a side may see of a state."""
        ...

    def copied(self, state: State) -> State:
        """Return a copy that shares nothing that `apply` changes."""
        ...

    def broken(self, state: State) -> Iterable[str]:
        """Yield each invariant that a state breaks, in words."""
        ...

    def position(self, state: State) -> str:
        """Return the units of a state as a position file of the title's map, "" for a game without one."""
        ...
