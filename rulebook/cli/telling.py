"""What a person is told of a game: what must be decided, between which actions, what was done, and how things stand."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, NamedTuple

from mapsheet import shell
from mapsheet.errors import NotationError
from rulebook.log import Did, Entry, entry_told

if TYPE_CHECKING:
    from rulebook.game import Game

MANY = 8  # actions that differ by their last number alone are told as one line from so many on
LONG = 10  # actions, more of which stand in columns
WIDE = 100  # characters of a line that goes to no terminal
STEP = "pass"  # a single word that is no step of a move
NO_DIE = "no more dice"  # what a game says it got where a die from a table lacks


class Done(NamedTuple):
    """What a side did, the names of whom it did it with, and what came of it."""

    side: str
    action: str
    name: str
    came: tuple[Entry, ...]


def do(game: Game, action: str | int, *, dice: Sequence[int] | None = None) -> Done:
    """Carry an action out and return what is to be told of it; errors as from `Game.do`."""
    words, side = game.action(action), game.decider
    name = named(game, words)
    try:
        return Done(side, words, name, game.do(words, dice=dice))
    except NotationError as error:
        if error.text != NO_DIE:
            raise
        given = "".join(f"{die}," for die in dice or ())
        raise NotationError(f"`--dice {given}N`, where N is {error.expected}", f"{len(dice or ())} dice") from None


def course_lines(course: Iterable[Done]) -> Iterator[str]:
    """Yield what was done, the steps of a move on one line, and under it what came of it."""
    line = side = ""
    for done in course:
        is_step = " " not in done.action and done.action != STEP
        if line and is_step and done.side == side:
            line += f", {done.action}"
        else:
            yield from [line] if line else []
            line, side = entry_told(Did(done.action, done.side)) + (f"  ({done.name})" if done.name else ""), done.side
        if done.came:
            yield line
            yield from (f"    {entry_told(entry)}" for entry in done.came)
            line = ""
    yield from [line] if line else []


def asked(game: Game) -> str:
    """Return what must be decided now, "" when the game is over and for a title whose rules do not say."""
    asks = getattr(game.rules, "asks", None)
    return str(asks(game.state)) if asks and not game.over else ""


def named(game: Game, action: str) -> str:
    """Return the names of the pieces that an action writes by where they stand, "" for none."""
    names = getattr(game.rules, "named", None)
    return str(names(game.state, action)) if names and not game.over else ""


def heading(game: Game) -> str:
    """Return the turn and the phase, where the rules tell them, and who decides."""
    moment = _moment(game)[: 2 if _has_phases(game) else 1] if hasattr(game.rules, "told") else []
    return " – ".join([*moment, f"{game.decider.capitalize()} to decide"]) if game.decider else "the game is over"


def decision_lines(game: Game, *, columns: bool = False) -> Iterator[str]:
    """Yield the turn and who decides, what, and the numbered actions: a line each, or many in columns."""
    yield heading(game) + ":" * (not game.over)
    yield from question_lines(game, columns=columns)


def question_lines(game: Game, *, columns: bool = False) -> Iterator[str]:
    """Yield what must be decided, and the numbered actions."""
    if question := asked(game):
        yield f"  {question}"
    cells = [*_action_lines(game)]
    yield from in_columns(cells) if columns and len(cells) > LONG else cells


def _action_lines(game: Game) -> Iterator[str]:
    width = max(map(len, game.actions()), default=0)
    for stem, values, rows in _groups(game.actions()):
        if values:
            yield f"       {stem} N, with N from {values[0]} to {values[-1]}"
        else:
            yield from (f"{number:>5}  {action:<{width}}  {named(game, action)}".rstrip() for number, action in rows)


def _groups(actions: Sequence[str]) -> Iterator[tuple[str, range, list[tuple[int, str]]]]:
    """Yield the numbered actions by what they begin with, and the numbers that end them where these alone tell them apart."""
    for (stem, is_number), group in groupby(enumerate(actions, 1), key=lambda numbered: _stem(numbered[1])):
        rows = [*group]
        values = sorted(int(action.rpartition(" ")[2]) for _, action in rows) if is_number else []
        whole = range(values[0], values[-1] + 1) if values else range(0)
        yield stem, whole if len(values) >= MANY and values == [*whole] else range(0), rows


def valued(actions: Sequence[str], number: int) -> str:
    """Return the action that a bare number means where they are told as `vp empire N`, without numbers; "" where it means none.

    NotationError for a number that is not among those told.
    """
    found = [(stem, values) for stem, values, _ in _groups(actions)]
    if len(found) != 1 or not found[0][1]:
        return ""
    stem, values = found[0]
    if number not in values:
        raise NotationError(f"a number from {values[0]} to {values[-1]}", number)
    return f"{stem} {number}"


def _stem(action: str) -> tuple[str, bool]:
    """Return an action without the small number that ends it, and whether one does."""
    stem, _, tail = action.rpartition(" ")
    is_number = bool(stem) and tail.isascii() and tail.isdigit() and len(tail) < 3 and str(int(tail)) == tail
    return (stem, True) if is_number else (action, False)


def in_columns(cells: Sequence[str]) -> Iterator[str]:
    """Yield lines of texts that go down one column after the other, as many as the terminal is wide for."""
    whole = get_terminal_size((WIDE, 24)).columns if sys.stdout.isatty() else WIDE
    width = max(map(len, cells), default=0) + 2
    count = -(-len(cells) // max(1, whole // width))
    for row in range(count):
        yield "".join(f"{cell:<{width}}" for cell in cells[row::count]).rstrip()


def standing(game: Game) -> list[str]:
    """Return how things stand: in the words of the title's rules, else the score."""
    return [f"  {line}" for line in _moment(game)] if hasattr(game.rules, "told") else score_lines(game.score())


def _has_phases(game: Game) -> bool:
    return "phase" in game.state and "side" in game.state


def _moment(game: Game) -> list[str]:
    """Return what the rules tell of a state, line by line."""
    return [*game.rules.told(game.state)]  # type: ignore[attr-defined]


def score_lines(score: dict[str, Any]) -> list[str]:
    """Return a score in lines: a name and a value each."""
    return [f"  {name}: {_plain(value)}" for name, value in score.items()]


def _plain(value: Any) -> str:
    if isinstance(value, dict) and not any(isinstance(inner, dict | list) for inner in value.values()):
        return ", ".join(f"{name} {inner}" for name, inner in value.items()) or "none"
    return shell.to_line(value) if isinstance(value, dict | list) else str(value)
