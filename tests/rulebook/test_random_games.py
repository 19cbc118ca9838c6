"""Whole games of every title with every invariant on, and what the greedy player makes of chance."""

from __future__ import annotations

import pytest

from rulebook.check import Limits, check, coverage
from rulebook.players import play_seated
from rulebook.titles import TITLES

QUICK = Limits(looks=3, ahead=40, players=("eager",))
ALWAYS = {
    "allies": {"24.4", "24.5", "20.9"},
    "angorra": {"4.0", "6.15", "7.3", "8.3", "9.4", "10.1", "10.2", "11.14", "12.2"},
    "bannockburn": {"4.0", "7.3", "8.3", "9.4", "10.1", "10.2", "11.14", "12.2", "19.0"},
}


@pytest.mark.parametrize("title", sorted(TITLES))
@pytest.mark.parametrize("seed", range(0, 6, 2))
def test_games_that_come_to_blows(title: str, seed: int) -> None:
    found = check(title, games=2, seed=seed, limits=QUICK)
    assert [each.failure for each in found] == [None] * 2


def test_thirty_games_of_allies() -> None:
    found = check("allies", games=30, seed=100, limits=QUICK)
    assert [each.failure for each in found] == [None] * 30


@pytest.mark.slow
@pytest.mark.parametrize("title", sorted(TITLES))
@pytest.mark.parametrize("seed", range(1000, 1200, 20))
def test_two_hundred_games(title: str, seed: int) -> None:
    found = check(title, games=20, seed=seed)
    assert [each.failure for each in found] == [None] * 20
    assert set(coverage(found)) >= ALWAYS[title]
    assert max(each.slowest for each in found) < 20
    assert max(each.copying for each in found) < 1


@pytest.mark.parametrize(
    ("title", "seed"), [("bannockburn", 0), ("bannockburn", 1), ("bannockburn", 2), ("angorra", 0), ("angorra", 1)]
)
def test_greedy_beats_chance_on_either_side(title: str, seed: int) -> None:
    first = play_seated(title, ["greedy", "random"], seed=seed).score()
    second = play_seated(title, ["random", "greedy"], seed=seed).score()
    # the game's own levels favour a side, so that the difference of both is what counts
    assert first["difference"] - second["difference"] > 60
    assert first["difference"] > 10 > -10 > second["difference"]
