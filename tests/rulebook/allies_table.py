"""A table at which the ally scheme is played: what was entered, with the dice it threw, and what the log then says."""

from __future__ import annotations

from typing import Any

from rulebook import Game, new
from rulebook.allies import AlliesRules
from rulebook.dice import Die
from rulebook.log import Did, Note

# the Empire's check won by one of the players: dice of the Ottoman, Spain, England, France, the Protestant
WINS = {"ottoman": (6, 1, 1, 1, 1), "spain": (1, 6, 1, 1, 1), "england": (1, 1, 6, 1, 1), "france": (1, 1, 1, 6, 1),
        "protestant": (1, 1, 1, 1, 6)}
DEAL = ("deal 4", "biggest hand 6")


def table(*entered: str | tuple[str, tuple[int, ...]], **options: Any) -> Game:
    """Return a game after what was entered; house rulings as `house__rare_case`."""
    game = new("allies", **{name.replace("__", "."): value for name, value in options.items()})
    return enter(game, *entered)


def enter(game: Game, *entered: str | tuple[str, tuple[int, ...]]) -> Game:
    """Enter more."""
    for one in entered:
        action, dice = (one, ()) if isinstance(one, str) else one
        game.do(action, dice=dice)
    return game


def notes(game: Game, *, last: bool = True) -> list[str]:
    """Return the notes of the log as `text (rule)`, those after the last thing entered, or all."""
    entries = list(game.entries)
    if last:
        start = max((k for k, entry in enumerate(entries) if isinstance(entry, Did)), default=-1)
        entries = entries[start + 1 :]
    return [f"{entry.text} ({entry.rule})" for entry in entries if isinstance(entry, Note)]


def says(game: Game, words: str, *, last: bool = True) -> bool:
    """Return whether a note holds some words."""
    return any(words in note for note in notes(game, last=last))


def refusal(game: Game, action: str) -> str:
    """Return why an action is refused."""
    assert action not in game.actions()
    return game.rules.refusal(game.state, action)


def awake_empire(winner: str = "france", **options: Any) -> Game:
    """Return a game in which a player has won the Empire by a card, and its hand is dealt."""
    return table(("card german-intervention", WINS[winner]), "vp empire 8", "declare nobody", *DEAL, **options)


def next_turn(game: Game, **points: int) -> Game:
    """End the turn, the VP of allies that are awake entered."""
    enter(game, "end turn")
    for ally in ("ottoman", "empire"):
        if ally in points:
            enter(game, f"vp {ally} {points[ally]}")
    return game


def rules(game: Game) -> AlliesRules:
    """Return the scheme that a game is played by."""
    assert isinstance(game.rules, AlliesRules)
    return game.rules


def purposes(game: Game) -> list[str]:
    """Return what the dice of a game were for."""
    return [entry.purpose for entry in game.entries if isinstance(entry, Die)]
