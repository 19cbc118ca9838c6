"""Whole games of the battles: recorded ones that end in each level of victory, and games by chance through the check kit."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

import rulebook
from rulebook.check import Limits, check, coverage
from rulebook.game import Game
from tests.rulebook.record_games import GAMES, file_of
from tests.rulebook.slow_ground import DATA

TITLES = ("bannockburn", "angorra")
RECORDED = sorted(GAMES.glob("*.jsonl"))


def levels(title: str) -> list[str]:
    """Return the words of the levels of victory as the title's charts print them."""
    rows = tomllib.loads((DATA / title / "charts.toml").read_text())["chart"]["victory"]["rows"]
    return [row[1] for row in rows]


def replayed(path: Path) -> tuple[dict[str, Any], Game]:
    """Play a recorded game again by its actions."""
    head, *runs = (json.loads(line) for line in path.read_text().splitlines())
    game = rulebook.new(head["title"], seed=head["seed"], **head["options"])
    for side, *actions in runs:
        for action in actions:
            assert game.decider == side, (path.name, game.decisions, action)
            game.do(action)
    return head, game


@pytest.mark.parametrize("path", RECORDED, ids=[path.stem for path in RECORDED])
def test_recorded_game(path: Path) -> None:
    head, game = replayed(path)
    score = game.score()
    assert game.over
    assert {key: score[key] for key in ("level", "winner", "points")} == {key: head[key] for key in ("level", "winner", "points")}
    assert path == file_of(head["title"], score["level"])
    assert path.stat().st_size < 300_000


@pytest.mark.parametrize("title", TITLES)
def test_every_level_of_victory_is_recorded(title: str) -> None:
    assert {file_of(title, level) for level in levels(title)} == {path for path in RECORDED if path.name.startswith(title)}


@pytest.mark.parametrize("title", TITLES)
def test_a_recorded_game_is_its_log(title: str, tmp_path: Path) -> None:
    """Saved and loaded again a whole game is the same, entry by entry."""
    _, game = replayed(next(path for path in RECORDED if path.name.startswith(title)))
    game.save(tmp_path / "game.jsonl")
    again = rulebook.load(tmp_path / "game.jsonl")
    assert again.entries == game.entries
    assert again.state == game.state


def checked(title: str, games: int, *, seed: int, looks: int) -> None:
    found = check(title, games=games, seed=seed, limits=Limits(looks=looks, ahead=30, players=("random",)))
    failed = [each.failure for each in found if each.failure]
    assert failed == [], "\n".join(failed[0].lines[-30:]) + failed[0].what
    # what chance alone brings about in so many games
    assert set(coverage(found)) >= {"4.0", "8.3", "9.4", "10.2", "11.1"}


@pytest.mark.parametrize("title", TITLES)
def test_thirty_games_by_chance(title: str) -> None:
    checked(title, 30, seed=1000, looks=2)


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_two_hundred_games_by_chance(title: str) -> None:
    checked(title, 200, seed=2000, looks=20)
