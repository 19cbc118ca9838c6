"""What a person is told of a game: what must be decided, between which actions, and how things stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from mapsheet import shell

if TYPE_CHECKING:
    from rulebook.game import Game

MANY = 8  # actions that differ by their last number alone are told as one line from so many on


def asked(game: Game) -> str:
    """Return what must be decided now, "" when the game is over and for a title whose rules do not say."""
    asks = getattr(game.rules, "asks", None)
    return str(asks(game.state)) if asks and not game.over else ""


def decision_lines(game: Game) -> Iterator[str]:
    """Yield who must decide, what, and the numbered actions."""
    yield f"{game.decider} decides:" if game.decider else "the game is over"
    if question := asked(game):
        yield f"  {question}"
    yield from _action_lines(game.actions())


def _action_lines(actions: Iterable[str]) -> Iterator[str]:
    for (stem, is_number), group in groupby(enumerate(actions, 1), key=lambda numbered: _stem(numbered[1])):
        rows = [*group]
        values = sorted(int(action.rpartition(" ")[2]) for _, action in rows) if is_number else []
        if len(values) >= MANY and values == [*range(values[0], values[-1] + 1)]:
            yield f"       {stem} N, with N from {values[0]} to {values[-1]}"
        else:
            yield from (f"{number:>5}  {action}" for number, action in rows)


def _stem(action: str) -> tuple[str, bool]:
    """Return an action without the small number that ends it, and whether one does."""
    stem, _, tail = action.rpartition(" ")
    is_number = bool(stem) and tail.isascii() and tail.isdigit() and len(tail) < 3 and str(int(tail)) == tail
    return (stem, True) if is_number else (action, False)


def standing(game: Game) -> list[str]:
    """Return how things stand: in the words of the title's rules, else the score."""
    told = getattr(game.rules, "told", None)
    return [f"  {line}" for line in told(game.state)] if told else score_lines(game.score())


def score_lines(score: dict[str, Any]) -> list[str]:
    """Return a score in lines: a name and a value each."""
    return [f"  {name}: {shell.to_line(value) if isinstance(value, dict | list) else value}" for name, value in score.items()]
