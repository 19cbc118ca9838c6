"""The check kit: sound games pass, each kind of fault is seen, and what fails is shrunk to a log that leads there."""

from __future__ import annotations

import re

import pytest

from mapsheet.errors import NotationError
from rulebook.check import Limits, check, check_game, checking, coverage, shrunk
from rulebook.game import Game
from rulebook.log import parse_log
from rulebook.replay import replayed
from rulebook.titles import TITLES
from tests.rulebook import faulty, nim

pytestmark = pytest.mark.usefixtures("tiny_games")
QUICK = Limits(looks=8, ahead=20, steps=400, seconds=20, shrinking=3, players=("random",))


@pytest.mark.parametrize(("title", "rules"), [("nim", {"1.1", "1.4"}), ("raid", {"2.1", "3.3", "4.1", "4.2"})])
def test_sound_games_pass(title: str, rules: set[str]) -> None:
    found = check(title, games=15, seed=3)
    assert [each.failure for each in found] == [None] * 15
    assert set(coverage(found)) == rules
    assert coverage(found)[min(rules)] == 15
    assert all(1 <= each.offered <= each.longest <= 5 and each.decisions for each in found)


def test_a_check_is_the_same_each_time_and_on_any_number_of_cores() -> None:
    def told(cores: int) -> list[tuple[int, str, int]]:
        return [
            (each.seed, each.outcome, each.decisions) for each in checking("raid", games=6, seed=2, limits=QUICK, cores=cores)
        ]

    assert told(1) == told(1)
    # the tiny games are registered in this process alone, which a forked one inherits
    import multiprocessing

    if multiprocessing.get_start_method() == "fork":
        assert told(2) == told(1)


def test_options_reach_the_game() -> None:
    assert check("nim", games=2, options={"heaps": [1]})[0].decisions == 2
    with pytest.raises(NotationError, match="heaps"):
        check("nim", options={"heaps": []})


@pytest.mark.parametrize("wrong", [wrong for wrong, says in faulty.WRONG.items() if says and wrong != "accepts more"])
def test_the_kit_sees(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TITLES, "faulty", "tests.rulebook.faulty")
    monkeypatch.setattr(faulty, "chosen", [wrong])
    found = [check_game("faulty", {}, QUICK, seed) for seed in range(4)]
    failures = [each.failure for each in found if each.failure is not None]
    assert failures
    assert all(re.search(faulty.WRONG[wrong], failure.what) for failure in failures), failures
    assert all(each.outcome == "failed" for each in found if each.failure is not None)


def test_what_is_accepted_beyond_the_list_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "action", lambda _, action: action)
    failure = check_game("nim", {}, QUICK, 1).failure
    assert failure is not None
    assert failure.what.startswith("is not offered and accepted")


def test_a_failing_game_is_shrunk_to_what_leads_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TITLES, "faulty", "tests.rulebook.faulty")
    monkeypatch.setattr(faulty, "chosen", ["crashes"])
    options = {"heaps": [9, 4, 9]}
    failure = next(f for seed in range(9) if (f := check_game("faulty", options, QUICK, seed).failure) is not None)
    # the second heap falls from 4 to 2: picked, one taken, one more or later again
    assert (failure.action, failure.decisions) == ("take", 2)
    game = replayed(parse_log("\n".join(failure.lines)))
    assert game.state["heaps"] == [9, 3, 9]
    with pytest.raises(ZeroDivisionError):
        game.do(failure.action)


def test_shrinking_leaves_what_is_needed_and_nothing_else() -> None:
    tries = []

    def attempt(actions: list[str]) -> tuple[list[str], Exception | None]:
        tries.append(len(actions))
        for k in range(len(actions)):
            if {"c", "q"} <= set(actions[: k + 1]):
                return actions[: k + 1], ValueError("both")
        return actions, None

    error = attempt(list("cq"))[1]
    assert error is not None
    from rulebook.check import signature_of

    best, what = shrunk(list("abcdefghijklmnopqrstuvwxyz"), signature_of(error), attempt, seconds=10)
    assert (best, what) == (["c", "q"], "ValueError: both")
    assert len(tries) < 80


def test_games_that_take_too_long_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    failure = check_game("nim", {"heaps": [500]}, QUICK._replace(seconds=0.0), 1).failure
    assert failure is not None
    assert "takes more than 0 seconds" in failure.what


def test_the_tiny_game_is_what_it_says() -> None:
    assert nim.rules("nim").sides == ("left", "right")
