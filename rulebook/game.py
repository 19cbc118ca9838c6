"""A game being played: its legal actions, doing and undoing them, its score; the log is the save."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mapsheet import outputs
from mapsheet.errors import DataError, IllegalAction, NotationError, echoed
from rulebook.dice import GAME, Die, Stream, legal_seed
from rulebook.log import NONE, Did, Entry, Head, Log, Note, legal_options, to_lines
from rulebook.titles import rules_of

if TYPE_CHECKING:
    from rulebook.rules import Rules, State

BETWEEN_MARKS = 32  # decisions; going back plays at most so many more again


class _Mark(NamedTuple):
    """A moment to go back to: decisions, entries and dice so far, and a state that nothing changes."""

    decisions: int
    entries: int
    dice: int
    state: State


class _Recorder:
    """What rules ask for dice and notes: both go into the log. Dice come from the seed unless they are `given`."""

    def __init__(self, stream: Stream, entries: list[Entry], given: list[int] | None) -> None:
        self.stream, self.entries, self.given = stream, entries, given

    def roll(self, purpose: str, *, rule: str, sides: int = 6) -> int:
        """Return the next die; NotationError where dice are given and the next lacks, or is none of so many sides."""
        if self.given is None:
            value = self.stream.roll(sides)
        else:
            value = self._next(f"a die from 1 to {sides} for {purpose} ({rule})", sides)
            self.stream.number += 1
        self.entries.append(Die(value, purpose, rule, sides, forced=self.given is not None))
        return value

    def _next(self, what: str, sides: int) -> int:
        if not self.given:
            raise NotationError(what, "no more dice")
        value = self.given.pop(0)
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= sides:
            raise NotationError(what, value)
        return value

    def note(self, text: str, *, rule: str) -> None:
        """Log a step that nobody chose."""
        self.entries.append(Note(text, rule))


class Game:
    """A game of a title. `state` is plain JSON values; it belongs to the game and is only read from outside."""

    def __init__(
        self,
        title: str,
        options: Mapping[str, Any] = NONE,
        *,
        seed: int = 0,
        players: Mapping[str, str] = NONE,
        table: bool = False,
    ) -> None:
        self.rules: Rules = rules_of(title)
        own = placed(self.rules, legal_options(options))
        self.head = Head(title, self.rules.version, legal_seed(seed), own, dict(players), table)
        self.entries: list[Entry] = []
        self._stream = Stream(seed)
        self._starts: list[int] = []  # where in the entries each decision stands
        self._earliest = 0  # the decision before which a die was rolled
        self._marks: list[_Mark] = []
        self._undone: list[str] = []
        self._actions: tuple[str, ...] | None = None
        self.state: State = self.rules.start(self.head.options, _Recorder(self._stream, self.entries, None))

    @property
    def title(self) -> str:
        """The title that is played."""
        return self.head.title

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.decider

    @property
    def decider(self) -> str:
        """The side that must decide, "" when the game is over."""
        return self.rules.decider(self.state)

    @property
    def decisions(self) -> int:
        """How many actions were taken."""
        return len(self._starts)

    @property
    def log(self) -> Log:
        """The log so far, as a value."""
        return Log(self.head, tuple(self.entries))

    def actions(self) -> tuple[str, ...]:
        """Return every legal action of whoever must decide, sorted; none when the game is over."""
        if self._actions is None:
            self._actions = tuple(self.rules.actions(self.state))
        return self._actions

    def do(self, action: str | int, *, dice: Sequence[int] | None = None) -> tuple[Entry, ...]:
        """Carry out a legal action, by its text or its number from 1 in `actions()`, and return what came of it.

        With `dice`, those rolled at a table, none comes from the seed. IllegalAction, with the rule that forbids it, for any
        other text, and for any when the game is over; NotationError for a number beyond the list, for what is neither, and
        when a die lacks, is left over, or shows what no such die can: it says which is wanted. Nothing has changed then.
        """
        words = self.action(action)
        undone, self._undone = self._undone, []
        try:
            return self._carry_out(words, dice if dice is not None or not self.head.table else ())
        except BaseException:
            self._undone = undone
            raise

    def action(self, action: str | int) -> str:
        """Return the text of a legal action that is given as that or by its number; errors as from `do`."""
        known = self.actions()
        if action in known and isinstance(action, str):
            return action
        if self.over:
            raise IllegalAction(f"{echoed(str(action))}: the game is over")
        if isinstance(action, str) and not (action.isascii() and action.isdigit()):
            raise IllegalAction(f"{echoed(action)}: {self.rules.refusal(self.state, action)}")
        if isinstance(action, bool) or not isinstance(action, int) or not 1 <= action <= len(known):
            raise NotationError(f"an action, or its number from 1 to {len(known)}", action)
        return known[action - 1]

    def _carry_out(self, words: str, dice: Sequence[int] | None) -> tuple[Entry, ...]:
        if not self._marks or self.decisions - self._marks[-1].decisions >= BETWEEN_MARKS:
            self._mark()
        length = len(self.entries)
        try:
            self._apply(words, dice)
        except BaseException:
            self._return_to(self.decisions - (len(self.entries) > length))
            raise
        if any(isinstance(entry, Die) for entry in self.entries[length + 1 :]):
            self._earliest = self.decisions
            del self._marks[:-1]
        return tuple(self.entries[length + 1 :])

    def _mark(self) -> None:
        self._marks.append(_Mark(self.decisions, len(self.entries), self._stream.number, self.rules.copied(self.state)))

    def _apply(self, words: str, dice: Sequence[int] | None) -> None:
        decider = self.decider
        self._starts.append(len(self.entries))
        self.entries.append(Did(words, decider))
        self._actions = None
        given = None if dice is None else [*dice]
        self.rules.apply(self.state, words, _Recorder(self._stream, self.entries, given))
        if given:
            raise NotationError(f"{len(dice or ()) - len(given)} dice for {words}", [*(dice or ())])

    def _return_to(self, decisions: int) -> None:
        """Go back to after some decisions: to the last mark before, then forward by what the log says."""
        while self._marks[-1].decisions > decisions:
            self._marks.pop()
        mark = self._marks[-1]
        again = [self._decision(k) for k in range(mark.decisions, decisions)]
        del self._starts[mark.decisions :]
        del self.entries[mark.entries :]
        self.state, self._stream.number, self._actions = self.rules.copied(mark.state), mark.dice, None
        for words, dice in again:
            self._apply(words, dice)

    def _decision(self, number: int) -> tuple[str, list[int] | None]:
        """Return the action of a decision from 0, and its dice where they were entered."""
        end = self._starts[number + 1] if number + 1 < len(self._starts) else len(self.entries)
        did, *rest = self.entries[self._starts[number] : end]
        assert isinstance(did, Did)
        return did.action, entered(rest)

    @property
    def undoable(self) -> int:
        """How many decisions can be taken back: those since the last die."""
        return self.decisions - self._earliest

    def undo(self, decisions: int = 1) -> None:
        """Go back by some decisions; NotationError for more than there are since the last die, which nobody takes back."""
        if isinstance(decisions, bool) or not isinstance(decisions, int) or not 1 <= decisions <= self.undoable:
            raise NotationError(f"at most {self.undoable} decisions to take back: none before the last die", decisions)
        target = self.decisions - decisions
        self._undone += [self._decision(k)[0] for k in reversed(range(target, self.decisions))]
        self._return_to(target)

    def redo(self, decisions: int = 1) -> None:
        """Take again what was taken back last; NotationError for more than was, and after another action was taken."""
        if isinstance(decisions, bool) or not isinstance(decisions, int) or not 1 <= decisions <= len(self._undone):
            raise NotationError(f"at most {len(self._undone)} decisions that were taken back", decisions)
        for _ in range(decisions):
            self._carry_out(self._undone.pop(), None)

    def copy(self, *, dice: int | None = None) -> Game:
        """Return a game that goes on alike and shares nothing that changes.

        With `dice`, a seed, what is to be rolled comes from there: a program that tries what may happen does not see the
        dice of the game. Such a copy is no game to be saved.
        """
        twin = object.__new__(Game)
        twin.rules, twin.head, twin._earliest = self.rules, self.head, self._earliest
        twin.entries, twin._starts, twin._marks = list(self.entries), list(self._starts), list(self._marks)
        twin._stream, twin._actions, twin._undone = self._stream.copy(), self._actions, list(self._undone)
        if dice is not None:
            # from an older mark the dice before this moment would come from the wrong seed
            twin._stream, twin._earliest, twin._marks = Stream(legal_seed(dice), stream="imagined"), self.decisions, []
        twin.state = self.rules.copied(self.state)
        return twin

    def score(self) -> dict[str, Any]:
        """Return the score so far; when the game is over with the winner and the level."""
        return self.rules.score(self.state)

    def view(self, side: str) -> State:
        """Return what a side may see; NotationError for a side that the game does not have."""
        if side not in self.rules.sides:
            raise NotationError(f"a side: {' '.join(self.rules.sides)}", side)
        return self.rules.view(self.state, side)

    def lines(self) -> Iterable[str]:
        """Yield the lines of the log."""
        return to_lines(self.head, self.entries)

    def save(self, path: Path | str) -> None:
        """Write the log whole or not at all; DataError where it cannot be written, and for a copy with dice of its own."""
        if self._stream.stream != GAME:
            raise DataError("this is a copy with dice of its own: its log would not follow from the seed, so it is not saved")
        folder = os.path.realpath(Path(path).parent)
        head = self.head._replace(options=placed(self.rules, self.head.options, beside=folder))
        outputs.write(Path(path), "\n".join(to_lines(head, self.entries)) + "\n")


def placed(rules: Rules, options: Mapping[str, Any], *, beside: str = "") -> dict[str, Any]:
    """Return options whose files are named by their whole paths, or from the folder that they lie in or below."""
    found = dict(options)
    for name in getattr(rules, "files", ()):
        if isinstance(found.get(name), str) and found[name]:
            path = os.path.realpath(found[name])
            found[name] = os.path.relpath(path, beside) if beside and Path(path).is_relative_to(beside) else path
    return found


def entered(entries: Iterable[Entry]) -> list[int] | None:
    """Return the dice among entries where they were entered, None where they come from the seed or there are none."""
    dice = [entry for entry in entries if isinstance(entry, Die)]
    return [die.value for die in dice] if any(die.forced for die in dice) else None


def new(title: str, *, seed: int = 0, table: bool = False, **options: Any) -> Game:
    """Return a new game, its dice from a seed or a table; NotationError for a title or an option that there is not."""
    return Game(title, options, seed=seed, table=table)
