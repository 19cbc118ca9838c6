"""Records whole games, one for every level of victory: `python -m tests.rulebook.record_games bannockburn 40`.

Plays games of some seeds by players of several kinds, and keeps the shortest of each level in `games/`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from rulebook.game import Game
from rulebook.log import Did
from rulebook.players import play_seated

GAMES = Path(__file__).parent / "games"
MIXED = (("random", "random"), ("greedy", "random"), ("random", "greedy"), ("eager", "random"), ("random", "eager"), ("eager", "eager"))


def recorded(game: Game, kinds: tuple[str, str]) -> list[Any]:
    """Return a game as values: what it was and came to, then the actions of each side in their order."""
    score = game.score()
    head = {
        "title": game.title, "seed": game.head.seed, "options": dict(game.head.options), "players": kinds, "level": score["level"],
        "winner": score["winner"], "points": score["points"],
    }  # fmt: skip
    did = (entry for entry in game.entries if isinstance(entry, Did))
    return [head, *([side, *(each.action for each in run)] for side, run in groupby(did, key=lambda each: each.side))]


def file_of(title: str, level: str) -> Path:
    return GAMES / f"{title}-{level.lower().replace(', ', '-')}.jsonl"


def lines(values: list[Any]) -> Iterator[str]:
    return (json.dumps(value, ensure_ascii=False, separators=(",", ":")) for value in values)


def record(title: str, seeds: range, *, mixes: tuple[tuple[str, str], ...] = MIXED) -> None:
    """Play games and keep each that is the first of its level, or shorter than the one there is."""
    GAMES.mkdir(exist_ok=True)
    for seed in seeds:
        for kinds in mixes:
            game = play_seated(title, kinds, seed=seed)
            path, told = file_of(title, game.score()["level"]), "\n".join(lines(recorded(game, kinds))) + "\n"
            print(title, seed, kinds, game.score()["level"], game.score()["points"], len(told), flush=True)
            if not path.exists() or path.stat().st_size > len(told.encode()):
                path.write_text(told)


if __name__ == "__main__":
    record(sys.argv[1], range(int(sys.argv[2]), int(sys.argv[3])))
