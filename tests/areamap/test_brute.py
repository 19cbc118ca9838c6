"""Answers equal slow enumeration on small random boards, and all queries agree with each other."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from areamap import AreaMap
from areamap.cheapest import all_ways, least_costs
from areamap.conditions import parse_condition
from areamap.spaces import Cost, Link, Space
from mapsheet.errors import NotationError
from tests.areamap.near_east import near_east
from tests.areamap.worlds_walk import World, slow_steps, slow_walks, worlds


def options(world: World, *, stops: bool = True) -> Any:
    found: dict[str, Any] = {"by": world.by, "facts": world.facts, "closed": world.closed}
    return {**found, "stops": world.stops} if stops else found


@given(worlds(), st.sampled_from([0, 1, 2, Fraction(5, 6), 3, 9]))
def test_reach_is_the_least_over_all_walks(world: World, allowance: Cost) -> None:
    for start in world.board.spaces:
        least: dict[str, Cost] = {}
        for cost, way in slow_walks(world, start):
            if cost <= allowance:
                least[way[-1]] = min(cost, least.get(way[-1], cost))
        found = world.board.reach(start, str(allowance), **options(world))
        assert found.costs == least
        assert list(found.costs) == sorted(found.costs)
        assert set(found.stops) == (least.keys() & world.stops) - {start}
        for reason in found.left_out:
            if reason.space == start:
                assert (start in world.closed, reason.why) == (True, "closed")
                continue
            assert reason.space not in least
            assert reason.origin in least
            if reason.why == "allowance":
                assert reason.space in slow_steps(world, reason.origin)
            elif reason.why != "stop":
                links = [k for k in world.board.links if {k.a, k.b} == {reason.origin, reason.space} and k.kind in world.by]
                assert links


@given(worlds(), st.sampled_from([None, 0, 1, "1/3", 2]))
def test_reach_from_everywhere_is_reach_from_each(world: World, allowance: object) -> None:
    found = world.board.reach_matrix(allowance, **options(world))
    for start in world.board.spaces:
        each = world.board.reach(start, 999 if allowance is None else allowance, **options(world)).costs
        assert found.costs(start) == each
        assert list(found.costs(start)) == list(each)
    assert found.table() == {start: found.costs(start) for start in world.board.spaces}


@pytest.mark.parametrize("into", [[], ["city_buda", "city_belgrade", "city_constantinople"]])
def test_reach_with_stops_from_everywhere(into: list[str]) -> None:
    board = near_east()
    moved: Any = {"by": "army", "stops": ["serbia", "hungary", "byzantium", "syria"], "into_city": into}
    lands = [space.id for space in board.spaces.values() if space.kind in {"land", "city"}]
    found = board.reach_matrix(3, lands, **moved)
    assert found.table() == {start: board.reach(start, 3, **moved).costs for start in lands}
    assert found.cost("ottomans", "city_constantinople") == (2 if into else None)
    with pytest.raises(NotationError, match="the id of a start"):
        found.costs("sea_aegean")


@given(worlds())
def test_routes_are_all_cheapest_walks_in_order(world: World) -> None:
    start = "a"
    walks = list(slow_walks(world, start))
    for to in world.board.spaces:
        ways = [(cost, way) for cost, way in walks if way[-1] == to]
        best = min((cost for cost, _ in ways), default=None)
        cheapest = sorted((way for cost, way in ways if cost == best), key=lambda way: (len(way), way))
        found = world.board.route(start, to, **options(world))
        assert (found.cost, list(found.paths), found.omitted) == (best, cheapest, 0)
        assert world.board.distance(start, to, **options(world)).distance == best
        assert [*world.board.routes_from(start, [to], **options(world))] == [found]


@given(worlds(), st.data())
def test_the_nearest_are_those_of_least_distance(world: World, data: st.DataObject) -> None:
    among = data.draw(st.lists(st.sampled_from(sorted(world.board.spaces)), min_size=1))
    best: dict[str, Cost] = {}
    for cost, way in slow_walks(world, "a"):
        best[way[-1]] = min(cost, best.get(way[-1], cost))
    least = min((best[id_] for id_ in among if id_ in best), default=None)
    found = world.board.nearest("a", among, **options(world))
    assert found.cost == least
    assert list(found.nearest) == sorted({id_ for id_ in among if id_ in best and best[id_] == least})
    assert {path[-1] for path in found.paths} <= set(found.nearest)


def agree(board: AreaMap, start: str, moved: Any) -> None:
    """All queries say the same of every other space."""
    reach = board.reach(start, 999_999, **moved)
    graph = board.graph(moved["by"], moved["facts"])
    graph.remove_nodes_from(set(moved.get("closed", ())) - {start})
    lengths = nx.single_source_dijkstra_path_length(graph, start, weight=lambda _a, _b, e: min(x["cost"] for x in e.values()))
    assert reach.costs == lengths
    for to in board.spaces:
        cost = reach.costs.get(to)
        route = board.route(start, to, **moved)
        why = board.why(start, to, **moved)
        assert route.cost == board.distance(start, to, **moved).distance == cost
        assert board.nearest(start, [to], **moved).cost == cost
        assert board.supply(to, [start], **moved).cost == cost
        assert why.possible == (cost is not None) or why.around == route.path
        assert why.possible or why.reasons
        assert not why.possible or sum(step.cost for step in why.steps) == cost
        if board.spaces[to].kind != "city":
            assert (to in board.retreat(start, **moved).candidates) == (to in slow_neighbors(board, start, moved))


def slow_neighbors(board: AreaMap, start: str, moved: Any) -> set[str]:
    found = board.neighbors(start, **moved)
    barred = {reason.space for reason in found.barred}
    return {id_ for kind, ids in found.neighbors.items() for id_ in ids if id_ not in barred}


@given(worlds(with_stops=False))
def test_all_queries_agree(world: World) -> None:
    agree(world.board, "a", options(world, stops=False))


@pytest.mark.parametrize("facts", [[], ["fleet_hostile(bosporus)"], ["nation(papal)", "fleet_hostile(sea_bosporus)"]])
@pytest.mark.parametrize(("start", "by"), [("ottomans", "army"), ("sea_aegean", "fleet"), ("byzantium", ["land", "strait"])])
def test_all_queries_agree_with_a_closed_strait(facts: list[str], start: str, by: Any) -> None:
    agree(near_east(), start, {"by": by, "facts": facts})


def test_a_closed_strait_is_closed_for_everything() -> None:
    board = near_east()
    moved: Any = {"by": ["strait"], "facts": ["fleet_hostile(bosporus)"]}
    assert board.neighbors("ottomans", **moved).neighbors == {}
    assert board.reach("ottomans", 9, **moved).costs == {"ottomans": 0}
    assert board.route("ottomans", "byzantium", **moved).cost is None
    assert board.distance("ottomans", "byzantium", **moved).distance is None
    assert board.nearest("ottomans", ["byzantium"], **moved).cost is None
    assert board.retreat("ottomans", **moved).eliminated
    assert not board.supply("byzantium", ["ottomans"], **moved).supplied
    assert not board.why("ottomans", "byzantium", **moved).possible
    assert len(board.groups(["ottomans", "byzantium"], **moved).groups) == 2
    assert board.graph(**moved).number_of_edges() == 0
    reasons = [
        board.neighbors("ottomans", **moved).left_out, board.reach("ottomans", 9, **moved).left_out,
        board.route("ottomans", "byzantium", **moved).left_out, board.retreat("ottomans", **moved).left_out,
        board.supply("byzantium", ["ottomans"], **moved).left_out, board.why("ottomans", "byzantium", **moved).reasons,
    ]
    assert {(reason.why, reason.rule) for found in reasons for reason in found} == {("condition", "7.63")}


def test_a_closed_sea_link_is_closed_for_transport() -> None:
    board = near_east()
    links = [link._replace(open=parse_condition("not(chain(sea_bosporus))")) if "sea_bosporus" in {link.a, link.b} else link
             for link in board.links]
    chained = AreaMap("Near East", board.spaces, links)
    assert chained.sail("sea_aegean", 9, ["achaea>rumelia"]).cost == 4
    shut = chained.sail("sea_aegean", 9, ["achaea>rumelia"], facts=["chain(sea_bosporus)"])
    assert shut.cost is None
    assert {reason.space for reason in shut.left_out if reason.why == "condition"} == {"sea_bosporus", "sea_black_west"}
    assert chained.retreat("sea_bosporus", facts=["chain(bosporus)"]).eliminated


# -- fleets --------------------------------------------------------------------------------------------------------


@st.composite
def coasts(draw: st.DrawFn) -> tuple[AreaMap, frozenset[str]]:
    """Return three seas, three regions and two port cities, joined by chance, and seas that are stops."""
    spaces = {id_: Space(id_, "sea", id_) for id_ in ("s1", "s2", "s3")} | {id_: Space(id_, "land", id_) for id_ in "xyz"}
    spaces |= {f"c{k}": Space(f"c{k}", "city", f"c{k}", within="x", ports=(f"s{k}",)) for k in (1, 2)}
    links = [Link("port", f"c{k}", f"s{k}") for k in (1, 2)]
    links += [Link("sea", a, b, cost=draw(st.sampled_from([1, 2]))) for a, b in (("s1", "s2"), ("s2", "s3"), ("s1", "s3"))
              if draw(st.booleans())]
    links += [Link("coast", land, sea, cost=draw(st.sampled_from([1, 1, Fraction(1, 2)])))
              for land, sea in product("xyz", ("s1", "s2", "s3")) if draw(st.booleans())]
    return AreaMap("Coasts", spaces, links), draw(st.frozensets(st.sampled_from(["s1", "s2", "s3"]), max_size=1))


Plan = tuple[tuple[str, str, str], ...]


def slow_links(board: AreaMap, here: str, kinds: set[str]) -> dict[str, Cost]:
    return {link.other(here): link.cost for link in board.links if here in {link.a, link.b} and link.kind in kinds}


Seen = tuple[str, bool, tuple[str, ...]]


def slow_actions(
    board: AreaMap, stops: frozenset[str], lifts: list[tuple[str, str]], seen: Seen
) -> Iterator[tuple[tuple[str, str, str], Cost, Seen]]:
    """Yield what a fleet can do: the action, its cost, and where the fleet is, whether it is halted and the units after it."""
    at, halted, state = seen
    for to, cost in () if halted else slow_links(board, at, {"sea", "port"}).items():
        yield ("sail", at, to), cost, (to, to in stops, state)
    shore: dict[str, Cost] = {at: 0} if at.startswith("c") else slow_links(board, at, {"coast"})
    for k, (origin, goal) in enumerate(lifts):
        if state[k] == "waits" and origin in shore and "aboard" not in state:
            yield ("embark", origin, at), shore[origin], (at, halted, (*state[:k], "aboard", *state[k + 1 :]))
        if state[k] == "aboard" and goal in shore and goal not in {"s1", "s2", "aboard"}:
            yield ("land", at, goal), shore[goal], (at, halted, (*state[:k], "landed", *state[k + 1 :]))


def slow_plans(board: AreaMap, stops: frozenset[str], lifts: list[tuple[str, str]], most: Cost) -> dict[Plan, Cost]:
    """Return every plan within the allowance that repeats no state, with its cost."""
    found: dict[Plan, Cost] = {}

    def onward(seen: tuple[Seen, ...], plan: Plan, spent: Cost) -> None:
        at, _, state = seen[-1]
        if all(
            status == "aboard" and goal in {"aboard", at} if goal in {"aboard", "s1", "s2"} else status == "landed"
            for status, (_, goal) in zip(state, lifts, strict=True)
        ):
            found[plan] = spent
            return
        for action, cost, after in slow_actions(board, stops, lifts, seen[-1]):
            if spent + cost <= most and after not in seen:
                onward((*seen, after), (*plan, action), spent + cost)

    onward((("s1", False, tuple("aboard" if origin in {"aboard", "s1"} else "waits" for origin, _ in lifts)),), (), 0)
    return found


GOALS = st.sampled_from(["y", "z", "c1", "c2", "aboard", "s1", "s2"])
LIFTS = st.tuples(st.sampled_from(["x", "y", "c1", "c2"]), GOALS)
CARGO = st.tuples(st.sampled_from(["aboard", "s1"]), GOALS)


@given(coasts(), st.lists(LIFTS, max_size=2) | st.tuples(CARGO, LIFTS).map(list))
def test_naval_plans_are_all_cheapest_plans(drawn: tuple[AreaMap, frozenset[str]], lifts: list[tuple[str, str]]) -> None:
    board, stops = drawn
    every = slow_plans(board, stops, lifts, 6)
    least = min(every.values(), default=None)
    found = board.sail("s1", 6, lifts, stops=stops)
    assert found.cost == least
    assert {tuple((a.do, a.origin, a.to) for a in plan) for plan in found.plans} == {p for p, c in every.items() if c == least}
    assert all(sum(action.cost for action in plan) == least for plan in found.plans)
    assert found.plans or found.left_out
    assert [len(plan) for plan in found.plans] == sorted(len(plan) for plan in found.plans)


# -- many ways -----------------------------------------------------------------------------------------------------


def lattice(side: int) -> AreaMap:
    """Return a square of spaces in which every step leads east or south."""
    ids = {(x, y): f"n{x:02}{y:02}" for x in range(side) for y in range(side)}
    pairs = [((x, y), (x + dx, y + dy)) for x, y in ids for dx, dy in ((1, 0), (0, 1)) if (x + dx, y + dy) in ids]
    links = [Link("road", ids[here], ids[there]) for here, there in pairs]
    return AreaMap("Lattice", {id_: Space(id_, "node", id_) for id_ in ids.values()}, links)


def test_more_than_a_thousand_ways_are_counted() -> None:
    found = lattice(12).route("n0000", "n1111")
    assert (found.cost, len(found.paths), found.omitted) == (22, 1000, 705_432 - 1000)
    assert list(found.paths) == sorted(found.paths)
    assert found.to_json()["paths_omitted"] == 704_432


def test_a_long_chain_has_one_way() -> None:
    ids = [f"n{k:05}" for k in range(5000)]
    board = AreaMap("Chain", {id_: Space(id_, "node", id_) for id_ in ids}, [Link("road", a, b) for a, b in pairwise(ids)])
    found = board.route(ids[0], ids[-1])
    assert (found.cost, found.paths) == (4999, (tuple(ids),))


def test_free_circles_end() -> None:
    ids = [f"n{k}" for k in range(9)]
    links = [Link("road", a, b, cost=0) for k, a in enumerate(ids) for b in ids[k + 1 :]]
    found = AreaMap("Circle", {id_: Space(id_, "node", id_) for id_ in ids}, links).route("n0", "n8")
    assert (found.cost, len(found.paths), found.path) == (0, 1000, ("n0", "n8"))
    assert found.omitted == 13_700 - 1000


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 2)), max_size=14))
def test_ways_over_plain_states(arcs: list[tuple[int, int, int]]) -> None:
    def steps(here: int) -> list[tuple[Cost, int]]:
        return [(cost, b) for a, b, cost in arcs if a == here]

    found = least_costs(0, steps)
    for goal, cost in found.least.items():
        ways = all_ways(found, [goal], str)
        assert len(set(ways.listed)) == len(ways.listed) >= 1
        for way in ways.listed:
            assert sum(min(c for c, b in steps(a) if b == to) for a, to in pairwise(way)) == cost
