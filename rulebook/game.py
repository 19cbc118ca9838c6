"""A game being played: its legal actions, doing and undoing them, its score; the log is the save."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mapsheet import export
from mapsheet.errors import DataError, Fault, IllegalAction, NotationError, clipped
from rulebook.dice import Die, Stream, legal_seed
from rulebook.log import Did, Entry, Head, Log, Note, read_log, to_lines
from rulebook.titles import rules_of

if TYPE_CHECKING:
    from rulebook.rules import Rules, State

MOST_UNDOS = 200  # decisions kept to go back to


class _Recorder:
    """What rules ask for dice and notes: both go into the log. Dice come from the seed unless some wait to be used first."""

    def __init__(self, stream: Stream, entries: list[Entry], forced: list[int]) -> None:
        self.stream, self.entries, self.forced = stream, entries, forced

    def roll(self, purpose: str, *, rule: str, sides: int = 6) -> int:
        """Return the next die; NotationError when the one that waits has not so many sides."""
        if self.forced:
            value = self.forced.pop(0)
            if not 1 <= value <= sides:
                raise NotationError(f"a die from 1 to {sides} for {purpose}", value)
            self.stream.number += 1
            self.entries.append(Die(value, purpose, rule, sides, forced=True))
            return value
        value = self.stream.roll(sides)
        self.entries.append(Die(value, purpose, rule, sides))
        return value

    def note(self, text: str, *, rule: str) -> None:
        """Log a step that nobody chose."""
        self.entries.append(Note(text, rule))


class Game:
    """A game of a title. `state` is plain JSON values; it belongs to the game and is only read from outside."""

    def __init__(self, title: str, *, seed: int = 0, **options: Any) -> None:
        self.rules: Rules = rules_of(title)
        self.head = Head(title, self.rules.version, legal_seed(seed), dict(sorted(options.items())))
        self.entries: list[Entry] = []
        self._stream = Stream(seed)
        self._forced: list[int] = []
        self._past: list[tuple[State, int, int]] = []
        self._actions: tuple[str, ...] | None = None
        self.state: State = self.rules.start(self.head.options, self._recorder())

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

    def actions(self) -> tuple[str, ...]:
        """Return every legal action of whoever must decide, sorted; none when the game is over."""
        if self._actions is None:
            self._actions = tuple(self.rules.actions(self.state))
        return self._actions

    def do(self, action: str | int, *, dice: Sequence[int] = ()) -> None:
        """Carry out a legal action, by its text or its number from 1 in `actions()`; `dice` were rolled on a table.

        IllegalAction, with the rule that forbids it, for any other text; NotationError for a number beyond the list, and when
        the dice are too many, too few are left over, or show what no die has. Nothing has changed then.
        """
        words = self._words(action)
        if words not in self.actions():
            raise IllegalAction(f"{words}: {self.rules.refusal(self.state, words)}")
        before = (self.rules.copied(self.state), len(self.entries), self._stream.number)
        self.entries.append(Did(words, self.decider))
        self._forced, self._actions = [*dice], None
        try:
            self.rules.apply(self.state, words, self._recorder())
            self._refuse_left_over(words, dice)
        except BaseException:
            self._return_to(before)
            raise
        if any(isinstance(entry, Die) for entry in self.entries[before[1] :]):
            self._past.clear()
        else:
            self._past.append(before)
            del self._past[:-MOST_UNDOS]

    def _refuse_left_over(self, words: str, dice: Sequence[int]) -> None:
        if self._forced:
            raise NotationError(f"{len(dice) - len(self._forced)} dice for {words}", [*dice])

    def _words(self, action: str | int) -> str:
        if isinstance(action, str) and not action.isdigit():
            return action
        number = int(action)
        if not 1 <= number <= len(self.actions()):
            raise NotationError(f"an action, or its number from 1 to {len(self.actions())}", action)
        return self.actions()[number - 1]

    def _recorder(self) -> _Recorder:
        return _Recorder(self._stream, self.entries, self._forced)

    def _return_to(self, before: tuple[State, int, int]) -> None:
        self.state, length, self._stream.number = before
        del self.entries[length:]
        self._forced, self._actions = [], None

    def undo(self, decisions: int = 1) -> None:
        """Go back by some decisions; NotationError for more than there are since the last die, which nobody takes back."""
        if not 1 <= decisions <= len(self._past):
            raise NotationError(f"at most {len(self._past)} decisions to take back: none before the last die", decisions)
        before = self._past[-decisions]
        del self._past[-decisions:]
        self._return_to(before)

    def copy(self) -> Game:
        """Return a game that goes on alike and shares nothing; it cannot be taken back beyond here."""
        twin = object.__new__(Game)
        twin.rules, twin.head = self.rules, self.head
        twin.entries, twin._forced, twin._past = list(self.entries), [], []
        twin._stream, twin._actions = self._stream.copy(), self._actions
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
        """Write the log whole or not at all; DataError where it cannot be written."""
        export.write(path, "\n".join(self.lines()) + "\n")


def replayed(log: Log, *, decisions: int | None = None, name: str = "") -> Game:
    """Return the game of a log, played again up to some decisions (all).

    DataError where the log is of other rules, or does not follow from them: an action that is not legal there, a die that the
    seed does not give and that is not marked as forced, a note or die too many.
    """
    rules = rules_of(log.head.title)
    if log.head.rules != rules.version:
        told = f"was played by the rules {clipped(log.head.rules)}; these are {rules.version!r}, which may play it otherwise"
        raise DataError(Fault(told, name, 1))
    game = Game(log.head.title, seed=log.head.seed, **log.head.options)
    ends = [k for k, entry in enumerate(log.entries) if isinstance(entry, Did)] + [len(log.entries)]
    _compare(game.entries, log.entries[: ends[0]], 0, name)
    wanted = len(ends) - 1 if decisions is None else min(decisions, len(ends) - 1)
    for start, end in pairwise(ends[: wanted + 1]):
        did, length = log.entries[start], len(game.entries)
        assert isinstance(did, Did)
        dice = [entry.value for entry in log.entries[start:end] if isinstance(entry, Die) and entry.forced]
        try:
            game.do(did.action if not did.action.isdigit() else "", dice=dice)
        except (IllegalAction, NotationError) as error:
            raise DataError(Fault(str(error), name, start + 2)) from None
        _compare(game.entries[length:], log.entries[start:end], start, name)
    return game


def _compare(made: Sequence[Entry], told: Sequence[Entry], start: int, name: str) -> None:
    """Raise DataError at the first entry of a log that the rules do not give."""
    for k in range(max(len(made), len(told))):
        ours, theirs = (entries[k] if k < len(entries) else None for entries in (made, told))
        if ours != theirs:
            raise DataError(Fault(f"does not follow: the rules give {clipped(ours, 120)}", name, start + k + 2))


def load(path: Path | str) -> Game:
    """Return the game in a log file, as `replayed`; DataError also as from `read_log`."""
    return replayed(read_log(path), name=str(path))


def new(title: str, *, seed: int = 0, **options: Any) -> Game:
    """Return a new game of a title; NotationError for a title or an option that there is not."""
    return Game(title, seed=seed, **options)


