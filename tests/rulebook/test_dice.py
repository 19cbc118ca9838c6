"""Dice: each as likely, each from its number alone, the same everywhere and for good."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.dice import Stream, rolled


def test_the_stream_is_the_same_for_good() -> None:
    assert [rolled(1314, number) for number in range(20)] == FIRST_OF_1314
    assert [rolled(1314, number, 1000) for number in range(4)] == LARGE_OF_1314


FIRST_OF_1314 = [1, 3, 5, 1, 3, 1, 6, 5, 2, 6, 4, 5, 5, 4, 1, 2, 6, 2, 3, 1]
LARGE_OF_1314 = [651, 281, 61, 245]


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 36])
def test_each_side_is_as_likely(sides: int) -> None:
    many = 400 * sides
    counts = Counter(rolled(seed, number, sides) for seed in range(20) for number in range(many // 20))
    assert sorted(counts) == list(range(1, sides + 1))
    chi_squared = sum((count - 400) ** 2 / 400 for count in counts.values())
    # six standard deviations of chi squared beyond its mean
    assert chi_squared < (sides - 1) + 6 * (2 * (sides - 1)) ** 0.5


def test_dice_do_not_hang_together() -> None:
    pairs = Counter((rolled(seed, k), rolled(seed, k + 1)) for seed in range(60) for k in range(120))
    assert len(pairs) == 36
    assert sum((count - 200) ** 2 / 200 for count in pairs.values()) < 35 + 6 * 70**0.5
    neighbors = Counter((rolled(seed, 5), rolled(seed + 1, 5)) for seed in range(7200))
    assert sum((count - 200) ** 2 / 200 for count in neighbors.values()) < 35 + 6 * 70**0.5


@given(st.integers(0, 2**63 - 1), st.permutations(range(12)), st.integers(1, 1000))
def test_dice_do_not_depend_on_the_order_in_which_they_are_asked_for(seed: int, order: list[int], sides: int) -> None:
    asked = {number: rolled(seed, number, sides) for number in order}
    stream = Stream(seed)
    assert [stream.roll(sides) for _ in range(12)] == [asked[number] for number in range(12)]
    assert all(1 <= value <= sides for value in asked.values())


def test_streams_are_apart_and_copies_go_on_alike() -> None:
    game, player = Stream(5), Stream(5, stream="player left")
    assert [game.roll() for _ in range(30)] != [player.roll() for _ in range(30)]
    twin = game.copy()
    assert [twin.roll() for _ in range(10)] == [game.roll() for _ in range(10)]
    assert {Stream(9).choice(1) for _ in range(3)} == {0}
