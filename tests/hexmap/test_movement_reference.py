"""Reach, graph and matrix against the slow reference, on small worlds of every stagger."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import partial

import networkx as nx
import pytest

from hexmap import Hex, HexMap
from hexmap.options import UnitOptions
from tests.hexmap.worlds_move import CLASSES, Place, World, cheapest, random_world

SEEDS = range(24)


def other_units(world: World, seed: int, count: int = 4) -> frozenset[tuple[int, int]]:
    return frozenset(random.Random(seed).sample(sorted(world.terrain), count))


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("seed", SEEDS)
def test_reach_is_the_least_cost_of_every_hex(seed: int, name: str | None) -> None:
    world = random_world(seed)
    board, held = world.board(), other_units(world, seed)
    allowance = Fraction(seed % 15, 2)
    for start in sorted(world.terrain)[seed % 5 :: 5]:
        closed = held - {start}
        best = cheapest(start, partial(world.steps, name=name, held=closed))
        expected = {world.spell(a): cost for a, cost in best.items() if cost <= allowance}
        found = board.reach(world.spell(start), allowance, occupied=[world.spell(a) for a in held], unit_class=name)
        assert found.costs == expected
        assert list(found.costs) == sorted(expected, key=lambda number: (expected[number], number))
        assert found.costs[world.spell(start)] == 0


@pytest.mark.parametrize("seed", range(200))
def test_reach_on_200_random_maps_with_budgets_1_to_12(seed: int) -> None:
    world = random_world(1000 + seed, 9, 8, plain=True)
    board, budget = world.board(), 1 + seed % 12
    start = sorted(world.terrain)[seed % len(world.terrain)]
    best = cheapest(start, lambda a: world.steps(a, None, frozenset()))
    expected = {world.spell(a): cost for a, cost in best.items() if cost <= budget}
    assert board.reach(world.spell(start), budget).costs == expected


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("seed", SEEDS)
def test_reach_of_two_hex_units_is_the_least_cost_of_every_position(seed: int, name: str | None) -> None:
    world = random_world(seed, 6, 5)
    board, held = world.board(), other_units(world, seed, 2)
    starts = [(a, b) for a in sorted(world.terrain) for b in world.around(a) if b in world.terrain and not {a, b} & held]
    for start in starts[seed % 7 :: 29]:
        best = cheapest(start, lambda unit: world.manoeuvres(unit, name, held))
        expected = {"+".join(map(world.spell, unit)): cost for unit, cost in best.items() if cost <= 5}
        at = "+".join(map(world.spell, start))
        found = board.reach(at, 5, occupied=[world.spell(a) for a in held], unit_class=name)
        assert {place.at: place.cost for place in found.positions} == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_reach_of_faced_units_is_the_least_cost_of_every_hex_and_facing(seed: int) -> None:
    world = random_world(seed, 8, 8)
    board, turn = world.board(), (1, Fraction(1, 2), 0, 2)[seed % 4]
    names = board.grid.direction_names

    def moves(state: tuple[Place, int]) -> list[tuple[Fraction, tuple[Place, int]]]:
        a, d = state
        ahead = world.around(a)[d]
        cost = world.cost(a, ahead)
        turns = [(Fraction(turn), (a, (d + n) % 6)) for n in (1, 5)]
        return turns + ([(cost, (ahead, d))] if cost is not None else [])

    start = (sorted(world.terrain)[seed % 8], seed % 6)
    expected = {f"{world.spell(a)}>{names[d]}": cost for (a, d), cost in cheapest(start, moves).items() if cost <= 4}
    found = board.reach(f"{world.spell(start[0])}>{names[start[1]]}", 4, turn=turn)
    assert {place.at: place.cost for place in found.positions} == expected
    assert all(place.facing == board.grid.bearing(names.index(place.at[5:])) for place in found.positions)


@pytest.mark.parametrize("seed", SEEDS)
def test_matrix_is_the_reach_of_every_hex(seed: int) -> None:
    world = random_world(seed)
    board = world.board()
    others = [world.spell(a) for a in other_units(world, seed)]
    options: UnitOptions = {"unit_class": (None, "horse", "foot")[seed % 3], "occupied": others}
    matrix = board.reach_matrix("7/2", **options)
    for number in matrix.names:
        costs = board.reach(number, "7/2", **options).costs
        assert matrix.costs(number) == costs
        assert matrix.mask(number).bit_count() == len(costs)
        within_one = {to for to, cost in costs.items() if cost <= 1}
        assert matrix.mask(number, 1) == sum(1 << matrix.place(to) for to in within_one)
        assert all(matrix.reaches(number, to) == (to in costs) for to in matrix.names)


@pytest.mark.parametrize("seed", range(8))
def test_matrix_of_two_hex_units_is_the_reach_of_each(seed: int) -> None:
    board = random_world(seed, 5, 5).board()
    matrix = board.reach_matrix(3, pairs=True, unit_class="foot")
    assert set(matrix.names) == {at for h in board for at in board.placements(h, unit_class="foot").placements}
    passable = set(matrix.names)
    for at in matrix.names:
        found = {place.at: place.cost for place in board.reach(at, 3, unit_class="foot").positions}
        # along a bridge a unit can stand where its class could not form up
        if set(found) <= passable:
            assert matrix.costs(at) == found


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("seed", SEEDS)
def test_graph_has_the_cost_of_every_step(seed: int, name: str | None) -> None:
    world = random_world(seed)
    board = world.board()
    graph = board.graph(name)
    arcs = {(world.spell(a), world.spell(b)): cost for a in world.terrain for cost, b in world.steps(a, name, frozenset())}
    assert {(a, b): cost for a, b, cost in graph.edges(data="cost")} == arcs
    assert {n: (d["terrain"], d["level"]) for n, d in graph.nodes(data=True)} == {
        world.spell(a): (world.terrain[a], world.level[a]) for a in world.terrain
    }
    for number in sorted(graph)[::9]:
        lengths = nx.single_source_dijkstra_path_length(graph, number, cutoff=4, weight="cost")
        assert board.reach(number, 4, unit_class=name).costs == lengths
        assert (graph.nodes[number]["x"], graph.nodes[number]["y"]) == tuple(board.centre(number))


def test_a_cost_function_replaces_the_prices() -> None:
    world = random_world(3)
    board = world.board()

    def cost(asked: HexMap, a: Hex, b: Hex, direction: int) -> Fraction | None:
        assert asked is board
        assert world.around((a.column, a.row))[direction] == b
        return None if (a.column + b.row) % 4 == 0 else Fraction(a.row + b.column, 3)

    def steps(a: Place) -> list[tuple[Fraction, Place]]:
        near = [b for b in world.around(a) if b in world.terrain and (a[0] + b[1]) % 4]
        return [(Fraction(a[1] + b[0], 3), b) for b in near]

    start = sorted(world.terrain)[4]
    expected = {world.spell(a): cost for a, cost in cheapest(start, steps).items() if cost <= 6}
    assert board.reach(world.spell(start), 6, cost=cost).costs == expected
