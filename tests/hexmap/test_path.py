"""Paths: least cost, fewest turns, lowest numbers, against every simple path; and why a move costs what it does."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import TypeVar

import pytest

import hexmap
from mapsheet.errors import NotationError
from tests.hexmap.worlds_move import CLASSES, Place, Unit, World, cheapest, drawn, random_world

S = TypeVar("S")
Steps = Callable[[S], list[tuple[Fraction, S]]]


def simple_paths(way: list[S], goal: Callable[[S], bool], steps: Steps[S], left: Fraction) -> Iterator[list[S]]:
    """Iterate over the simple paths on from a way that cost no more than what is left; they end at the first goal."""
    if goal(way[-1]):
        yield way
        return
    for cost, beyond in steps(way[-1]):
        if cost <= left and beyond not in way:
            yield from simple_paths([*way, beyond], goal, steps, left - cost)


def best_by_hand(
    start: S, goal: Callable[[S], bool], steps: Steps[S], turns: Callable[[list[S]], int], spell: Callable[[S], str]
) -> list[str] | None:
    costs = [cost for state, cost in cheapest(start, steps).items() if goal(state)]
    if not costs:
        return None
    ways = simple_paths([start], goal, steps, min(costs))
    return min((turns(way), [spell(state) for state in way]) for way in ways)[1]


def plain_steps(world: World, name: str | None = None, held: frozenset[Place] = frozenset()) -> Steps[Place]:
    return lambda here: world.steps(here, name, held)


def bends(world: World, way: list[Place]) -> int:
    directions = [world.around(a).index(b) for a, b in pairwise(way)]
    return sum(a != b for a, b in pairwise(directions))


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("seed", range(40))
def test_path_is_the_first_of_all_simple_paths(seed: int, plain: bool) -> None:
    world = random_world(seed, 4, 4, plain=plain)
    board, draw = world.board(), random.Random(seed)
    name = draw.choice(list(CLASSES))
    for _ in range(8):
        a, b, other = draw.choices(sorted(world.terrain), k=3)
        held = frozenset({other} - {a, b})
        found = board.path(world.spell(a), world.spell(b), occupied=[world.spell(other)], unit_class=name)

        steps = plain_steps(world, name, held)
        expected = best_by_hand(a, b.__eq__, steps, partial(bends, world), world.spell)
        assert (list(found.path) if found.path else found.path) == expected
        assert found.cost == cheapest(a, steps).get(b)


@pytest.mark.parametrize("seed", range(12))
def test_path_of_open_ground_is_the_first_of_all_simple_paths(seed: int) -> None:
    world = random_world(seed, 6, 6, plain=True)
    world = world._replace(terrain=dict.fromkeys(world.terrain, "clear"), level=dict.fromkeys(world.level, 0))
    board, draw = world.board(), random.Random(seed)
    for _ in range(10):
        a, b = draw.choices(sorted(world.terrain), k=2)
        expected = best_by_hand(a, b.__eq__, plain_steps(world), partial(bends, world), world.spell)
        found = board.path(world.spell(a), world.spell(b))
        assert (None if found.path is None else list(found.path)) == expected


@pytest.mark.parametrize("seed", range(16))
def test_path_of_a_two_hex_unit_turns_as_little_as_it_can(seed: int) -> None:
    world = random_world(seed, 4, 4, plain=True)
    board, draw = world.board(), random.Random(seed)
    pairs = [(a, b) for a in sorted(world.terrain) for b in world.around(a) if b in world.terrain]
    dry = [unit for unit in pairs if all(world.terrain[h] != "deep" for h in unit)]
    if not dry:
        return

    def facing(unit: Unit) -> int:
        return world.around(unit[0]).index(unit[1])

    def turns(way: list[Unit]) -> int:
        return sum(facing(a) != facing(b) for a, b in pairwise(way))

    def spell(unit: Unit) -> str:
        return "+".join(map(world.spell, unit))

    for _ in range(4):
        start, to = draw.choices(dry, k=2)
        holding = [unit for unit in pairs if to[0] in unit]
        for goals, asked in (([to], spell(to)), (holding, world.spell(to[0]))):
            expected = best_by_hand(start, goals.__contains__, lambda u: world.manoeuvres(u, None, frozenset()), turns, spell)
            found = board.path(spell(start), asked)
            assert (None if found.path is None else list(found.path)) == expected


def test_equal_paths_are_told_by_turns_then_numbers() -> None:
    board = drawn(("." * 8 + "\n") * 8)
    # 0505 to 0707: two ways with one turn, S first by the lower number; the other four turn more often
    assert board.path("0505", "0707").path == ("0505", "0506", "0606", "0707")
    assert board.path("0707", "0505").path == ("0707", "0606", "0506", "0505")


@pytest.mark.parametrize("shifted", ["even", "odd"])
def test_path_along_the_edge_stays_on_the_map(shifted: str) -> None:
    board = drawn(("." * 9 + "\n") * 4, head=f'shifted = "{shifted}"')
    found = board.path("0101", "0901")
    assert found.cost == 8
    assert found.path is not None
    assert all(board.distance(a, b) == 1 for a, b in pairwise(found.path))


def test_path_within_an_allowance() -> None:
    board = drawn("......")
    assert board.path("0101", "0601", 5).to_json() == {
        "from": "0101", "to": "0601", "cost": 5, "path": ["0101", "0201", "0301", "0401", "0501", "0601"],
    }  # fmt: skip
    assert board.path("0101", "0601", "9/2").to_json() == {"from": "0101", "to": "0601", "cost": None, "path": None}
    assert board.path("0101", "0101", 0).to_json() == {"from": "0101", "to": "0101", "cost": 0, "path": ["0101"]}


def test_the_ends_of_a_path_never_count_as_occupied() -> None:
    board = drawn("...\n...")
    assert board.path("0101", "0301", occupied=["0101", "0301"]) == board.path("0101", "0301")
    assert board.path("0101", "0301", occupied=["0201", "0202"]).path is None


def test_units_with_a_front_are_sent_to_hexes_or_stands_of_their_kind() -> None:
    board = drawn("....\n....\n....")
    assert board.path("0102+0202", "0402").cost is not None
    assert board.path("0102>S", "0402").to == "0402"
    for start, to in (("0101", "0201+0301"), ("0101", "0201>N"), ("0101+0201", "0301>N"), ("0101>N", "0301+0302")):
        with pytest.raises(NotationError, match="expected a hex"):
            board.path(start, to)


def test_long_paths_on_wide_ground() -> None:
    board = drawn(("." * 60 + "\n") * 60)
    found = board.path("0101", "6060")
    assert found.cost == board.distance("0101", "6060")
    assert found.path is not None
    assert len(found.path) == found.cost + 1


# -- why -----------------------------------------------------------------------------------------------------------------

LEVELS = """
000000
010000
000000
"""
WALL = '[hexside_kind.wall]\ncross = "prohibited"\n[hexside_kind.stream]\ncross = "1/2"\n[line_kind.road]\nenter = "1/2"\n'
SIDES = '[[hexside]]\nkind = "wall"\nsides = ["0101/0102"]\n[[hexside]]\nkind = "stream"\nsides = ["0201/0202"]\n'
ROAD = '[[line]]\nkind = "road"\nthrough = ["0301", "0302"]\n'


def test_7_22_and_5_13_a_step_tells_its_causes() -> None:
    board = drawn("......\n.m....\n......", LEVELS, more=WALL + SIDES + ROAD)
    told = board.why("0201", "0202", 5)
    assert told.to_json() == {
        "from": "0201", "to": "0202", "allowance": 5, "possible": True, "cost": "7/2",
        "steps": [{"from": "0201", "to": "0202", "cost": "7/2", "causes": [
            {"why": "terrain", "name": "marsh", "cost": 2}, {"why": "hexside", "name": "stream", "cost": "1/2"},
            {"why": "uphill", "name": "level 0 to 1", "cost": 1},
        ]}],
        "forbidden": [],
    }  # fmt: skip
    along = board.why("0301", "0302", 5).steps[0]
    assert [cause.to_json() for cause in along.causes] == [{"why": "line", "name": "road", "cost": "1/2"}]


@pytest.mark.parametrize("seed", range(16))
def test_the_causes_of_every_step_add_up_to_the_path(seed: int) -> None:
    world = random_world(seed)
    board = world.board()
    for a in sorted(world.terrain)[::3]:
        for b in sorted(world.terrain)[::4]:
            told, found = board.why(world.spell(a), world.spell(b), 6), board.path(world.spell(a), world.spell(b))
            if b in world.around(a):
                assert told.cost == world.cost(a, b)
            else:
                assert told.cost == found.cost
            assert told.possible == (told.cost is not None and told.cost <= 6)
            assert bool(told.forbidden) == (not told.possible)
            assert told.cost is None or sum(cause.cost for step in told.steps for cause in step.causes) == told.cost
            assert all(sum(cause.cost for cause in step.causes) == step.cost for step in told.steps)


def forbidden(board: hexmap.HexMap, a: str, b: str, allowance: object = 9, occupied: str = "") -> list[object]:
    told = board.why(a, b, allowance, occupied=occupied.split())
    assert not told.possible
    return [ban.to_json() for ban in told.forbidden]


def test_why_names_what_forbids() -> None:
    board = drawn("......\n.~....\n_.....", more=WALL + SIDES)
    assert forbidden(board, "0101", "0102") == [{"why": "hexside", "at": "0102/N", "name": "wall"}]
    assert forbidden(board, "0301", "0302", occupied="0302") == [{"why": "occupied", "at": "0302"}]
    assert forbidden(board, "0601", "0302", occupied="0302") == [{"why": "occupied", "at": "0302"}]
    assert forbidden(board, "0302", "0202") == [{"why": "prohibited", "at": "0202", "name": "water"}]
    assert forbidden(board, "0602", "0202") == [{"why": "prohibited", "at": "0202", "name": "water"}]
    assert forbidden(board, "0102", "0103") == [{"why": "offmap", "at": "0103"}]
    assert forbidden(board, "0101", "0601", 4) == [{"why": "allowance", "cost": 5}]
    with pytest.raises(NotationError):
        board.why("0101", "0701", 4)


def test_why_names_what_cuts_off() -> None:
    board = drawn("......\n......\n......", more=WALL + SIDES)
    closing = [{"why": "cutoff", "at": "0101"}, {"why": "hexside", "at": "0102/N", "name": "wall"}]
    closing.append({"why": "occupied", "at": "0201"})
    # only what closes the smaller region is told, not every obstacle
    assert forbidden(board, "0501", "0101", occupied="0201 0402") == closing
    closing[0]["at"] = "0501"
    assert forbidden(board, "0101", "0501", occupied="0201 0402") == closing
    islands = drawn("._.")
    assert forbidden(islands, "0101", "0301") == [{"why": "cutoff", "at": "0301"}, {"why": "offmap"}]
    assert board.why("0101+0201", "0101+0201", 0).to_json() == {
        "from": "0101+0201", "to": "0101+0201", "allowance": 0, "possible": True, "cost": 0, "steps": [], "forbidden": [],
    }  # fmt: skip


def test_why_with_a_cost_function() -> None:
    board = drawn("...\n...")
    told = board.why("0101", "0301", 9, cost=lambda _, __, b, ___: None if b.row == 1 and b.column == 2 else Fraction(1, 2))
    assert (told.cost, {cause.why for step in told.steps for cause in step.causes}) == (2, {"cost"})
    shut = board.why("0101", "0201", 9, cost=lambda *_: None)
    assert [ban.to_json() for ban in shut.forbidden] == [{"why": "cost", "at": "0201"}]
    assert board.why("0101", "0302", 9, cost=lambda *_: None).forbidden[0].why == "cutoff"
    pair = board.why("0101+0102", "0201+0202", 9, cost=lambda *_: 3)
    assert [(cause.why, cause.name, cause.cost) for cause in pair.steps[0].causes] == [
        ("manoeuvre", "forward-right", 1),
        ("cost", "", 2),
    ]


def test_why_of_faced_units_tells_turns() -> None:
    told = drawn("...\n...\n...").why("0203>N", "0202>NE", 9)
    assert [(step.from_, step.to, [cause.why for cause in step.causes]) for step in told.steps] == [
        ("0203>N", "0202>N", ["terrain"]),
        ("0202>N", "0202>NE", ["turn"]),
    ]
