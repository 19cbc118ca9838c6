"""A rout under way: at every hex it may go on exactly as the whole ways of least penalty do."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

import hexmap
from hexmap import HexMap
from mapsheet.errors import NotationError


@pytest.fixture(scope="module")
def board() -> HexMap:
    return hexmap.load("bannockburn")


@pytest.mark.parametrize("seed", range(40))
def test_every_beginning_goes_on_as_the_whole_ways_do(board: HexMap, seed: int) -> None:
    dice = random.Random(seed)
    hexes = [board.number(h) for h in board]
    at = dice.choice(hexes)
    others = dice.sample([number for number in hexes if number != at], dice.choice([0, 150, 400]))
    level = dice.randint(1, 3)
    allowance, side = dice.choice([5, 8] if level < 3 else [5]), dice.choice(["english", "scots"])
    whole = board.rout(at, level=level, allowance=allowance, side=side, occupied=others)
    following, ended = defaultdict(set), set()
    for path in whole.paths:
        ended.add(path[1:])
        for k in range(1, len(path)):
            following[path[1:k]].add(path[k])
    beginnings = sorted({path[1:k] for path in whole.paths for k in range(1, len(path) + 1)})
    for taken in dice.sample(beginnings, min(6, len(beginnings))):
        found = board.rout_onward(at, taken, level=level, allowance=allowance, side=side, occupied=others)
        assert whole.paths_omitted or (set(found.steps), found.may_stop) == (following[taken], taken in ended)
        assert (found.level, found.penalty) == (whole.level, whole.penalty)


def test_a_step_that_costs_more_is_refused(board: HexMap) -> None:
    with pytest.raises(NotationError, match="a step of a rout of least penalty from 2010"):
        board.rout_onward("2010", ["1910"], level=1, allowance=5, side="english")


def test_barred_stands_are_not_taken_though_they_are_free(board: HexMap) -> None:
    free = board.rout_onward("2010+2009", level=1, allowance=5, side="english")
    assert free.steps == ("2110+2109", "2111+2110")
    barred = board.rout_onward("2010+2009", level=1, allowance=5, side="english", barred=["2110+2109"])
    assert barred.steps == ("2111+2110",)
    assert board.rout("2010+2009", level=1, allowance=5, side="english", barred=["2110+2109"]).paths == (("2010+2009", "2111+2110"),)


def test_any_edge_may_be_the_way_off(board: HexMap) -> None:
    assert board.rout("1934", level=1, allowance=5, toward=["S", "SW"], exits=["west", "south"]).penalty == 1
    assert board.rout("1934", level=1, allowance=5, toward=["S", "SW"], exits=["any"]).penalty == 0


def test_the_answer_as_json(board: HexMap) -> None:
    answer = board.rout_onward("2010", level=1, allowance=5, side="english").to_json()
    assert answer == {"level": 1, "penalty": 0, "steps": ["2110", "2111"], "may_stop": False}
