"""Small worlds, exhaustively: one answer, all answers of a hex and all pairs at once against the slow reference."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hexmap import reference_sight as reference
from tests.hexmap.reference_sight import Policy
from tests.hexmap.worlds_sight import POLICIES, STAGGERS, Pair, Shape, Stagger, random_world

SEEDS = (1, 2, 3)
RADIUS = 6


def three_worlds(stagger: Shape, side: int) -> list[Pair]:
    """Return three worlds; the third has neither holes nor hexsides that block."""
    return [random_world(Stagger(*stagger, side, side), seed, holes=seed < 3, walls=12 if seed < 3 else 0) for seed in SEEDS]


def some_units(pair: Pair, seed: int) -> list[str]:
    return random.Random(seed).sample(sorted(pair.at), min(5, len(pair.at)))


def check_against_reference(pair: Pair, policy: Policy, occupied: list[str], pairs: list[tuple[str, str]]) -> None:
    cells = frozenset(pair.at[number] for number in occupied)
    for a, b in pairs:
        expected = reference.los(pair.world, pair.at[a], pair.at[b], policy, cells)
        assert pair.board.los(a, b, occupied=occupied, **policy).to_json() == expected


def check_agreement(pair: Pair, policy: Policy, occupied: list[str]) -> None:
    matrix = pair.board.los_matrix(occupied=occupied, **policy)
    for a in pair.at:
        others = sorted(set(pair.at) - {a})
        seen = [b for b in others if pair.board.los(a, b, occupied=occupied, **policy).clear]
        assert pair.board.viewshed(a, occupied=occupied, **policy).visible == tuple(seen)
        assert [b for b in others if matrix.clear(a, b)] == seen


@pytest.mark.parametrize("stagger", STAGGERS, ids="-".join)
def test_every_pair_within_radius_6_has_the_answer_of_the_reference(stagger: Shape) -> None:
    worlds = three_worlds(stagger, 7)
    for k, policy in enumerate(POLICIES):
        pair = worlds[(k // 3 + k) % 3]
        # each unordered pair once a policy, now one way, now the other; a hex and itself too
        pairs = [(a, b) for a in pair.at for b in pair.at if (a < b) == (k % 2 == 0)]
        near = [(a, b) for a, b in pairs if reference.distance(pair.at[a], pair.at[b]) <= RADIUS]
        check_against_reference(pair, policy, some_units(pair, k), near)


@pytest.mark.parametrize("stagger", STAGGERS, ids="-".join)
def test_one_line_one_viewshed_and_the_matrix_never_contradict_each_other(stagger: Shape) -> None:
    worlds = three_worlds(stagger, 6)
    for k, policy in enumerate(POLICIES):
        pair = worlds[(k // 3 + k) % 3]
        check_agreement(pair, policy, some_units(pair, k))


@pytest.mark.slow
@pytest.mark.parametrize("stagger", STAGGERS, ids="-".join)
def test_every_ordered_pair_of_every_world_under_every_policy(stagger: Shape) -> None:
    for seed in range(4, 10):
        pair = random_world(Stagger(*stagger, 7, 7), seed, holes=seed % 3 < 2, walls=12 if seed % 2 else 0)
        for k, policy in enumerate(POLICIES):
            occupied = some_units(pair, k)
            check_against_reference(pair, policy, occupied, [(a, b) for a in pair.at for b in pair.at])
            check_agreement(pair, policy, occupied)


@settings(max_examples=150, deadline=None)
@given(
    stagger=st.sampled_from(STAGGERS),
    size=st.tuples(st.integers(2, 26), st.integers(2, 26)),
    seed=st.integers(0, 10**6),
    policy=st.sampled_from(POLICIES),
    data=st.data(),
)
def test_larger_worlds_have_the_answers_of_the_reference(
    stagger: Shape, size: tuple[int, int], seed: int, policy: Policy, data: st.DataObject
) -> None:
    pair = random_world(Stagger(*stagger, *size), seed, holes=seed % 3 > 0, walls=3 * (seed % 7))
    numbers = st.sampled_from(sorted(pair.at))
    a, b = data.draw(numbers), data.draw(numbers)
    check_against_reference(pair, policy, data.draw(st.lists(numbers, max_size=20)), [(a, b), (b, a)])


@settings(max_examples=25, deadline=None)
@given(
    stagger=st.sampled_from(STAGGERS),
    size=st.tuples(st.integers(1, 9), st.integers(2, 14)),
    seed=st.integers(0, 10**6),
    policy=st.sampled_from(POLICIES),
)
def test_worlds_of_any_shape_agree_with_themselves(stagger: Shape, size: tuple[int, int], seed: int, policy: Policy) -> None:
    pair = random_world(Stagger(*stagger, *(size if stagger[0] == "flat" else size[::-1])), seed, walls=seed % 30)
    check_agreement(pair, policy, some_units(pair, seed))
