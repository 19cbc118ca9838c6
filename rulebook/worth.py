"""How well a side stands, as a number that a player one step ahead goes by; it asks the public game alone."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulebook.game import Game

WON = 1_000_000.0
OWN = {"angorra": "rulebook.battles.judging", "bannockburn": "rulebook.battles.judging"}
"""Titles whose worth is more than points, and the module that says it."""


def worth(game: Game, side: str) -> float:
    """Return how well a side stands: won or lost where the game is over, else its points less those of the others.

    Some titles have a finer measure of their own.
    """
    if not game.over and game.title in OWN:
        return float(import_module(OWN[game.title]).worth(game, side))
    score = game.score()
    if game.over:
        winner = score.get("winner")
        return (WON if winner == side else -WON if winner else 0.0) + _lead(score, side)
    return _lead(score, side)


def _lead(score: dict[str, object], side: str) -> float:
    points = score.get("points")
    if not isinstance(points, dict):
        return 0.0
    numbers = {name: value for name, value in points.items() if isinstance(value, int)}
    return float(numbers.get(side, 0) - sum(value for name, value in numbers.items() if name != side))
