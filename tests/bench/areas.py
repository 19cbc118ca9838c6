"""Area maps: the Near East loaded in a cold process, distances, reach and routes beside networkx on a ready graph."""

from __future__ import annotations

from statistics import median
from typing import Any

import networkx as nx

import areamap
from areamap import AreaMap
from tests.areamap.near_east import near_east
from tests.bench import children
from tests.bench.rounds import Peer, Row, clock, contest
from tests.bench.run import Run

TITLE = "ottomans"
BY = ("land", "strait", "city")
ALLOWANCE = 3


def rows(run: Run) -> list[Row]:
    """Return the rows of area maps."""
    board = title()
    return [*_cold(run), *_distances(run, board), *_reach(run, board), *_routes(run, board)]


def title() -> AreaMap:
    """Return the Ottomans, or the hand list of their spaces where the title is not there."""
    from mapsheet.source import titles

    return areamap.load(TITLE) if TITLE in titles() else near_east()


def fields(board: AreaMap) -> list[str]:
    """Return the spaces that armies stand in, every fourth of which will be a stop."""
    return [space.id for space in board.spaces.values() if space.kind in {"land", "island"}]


def _cold(run: Run) -> list[Row]:
    """Measure whole processes that load the map and answer one question each."""
    from mapsheet.source import titles

    if TITLE not in titles():
        run.skipped.append(f"cold loads: no title {TITLE}")
        return []
    asked = (["show", TITLE, "serbia"], ["reach", TITLE, "ottomans", "--allowance", "3"])
    found = []
    with run.step("areamap in a cold process", len(asked) * run.rounds) as step:
        for words in asked:
            seconds = []
            for _ in range(run.rounds):
                seconds.append(children.run(children.areamap(*words)).seconds)
                step.advance()
            found.append(Row(f"areamap {' '.join(words)}, cold process", median(seconds), note="aim 0.4 s"))
    return found


def _distances(run: Run, board: AreaMap) -> list[Row]:
    graph, starts = board.graph(BY, facts=()), fields(board)

    def by_networkx() -> Any:
        return {start: nx.single_source_dijkstra_path_length(graph, start, weight="cost") for start in starts}

    with run.step("distances of an area map"):
        mine = board.reach_matrix(None, starts, by=BY).table()
        run.check("distances of all regions against networkx", _wrong(mine, by_networkx()), len(starts) ** 2)
        note = f"from {len(starts)} regions to {len(board)} spaces"
        ours = clock(lambda: board.reach_matrix(None, starts, by=BY).table(), times=10)
        peer = Peer("networkx single_source_dijkstra_path_length, ready graph", clock(by_networkx, times=10))
        return contest("distances of all pairs, Ottomans", ours, [peer], rounds=run.rounds, note=note)


def _reach(run: Run, board: AreaMap) -> list[Row]:
    starts = fields(board)
    stops = starts[::4]
    graph = _with_stops(board, stops)

    def by_networkx() -> Any:
        return {s: nx.single_source_dijkstra_path_length(graph, (s, "start"), ALLOWANCE, weight="cost") for s in starts}

    with run.step("reach over an area map"):
        mine = board.reach_matrix(ALLOWANCE, starts, by=BY, stops=stops).table()
        theirs = {start: _least(costs) for start, costs in by_networkx().items()}
        run.check("reach 3 with stops against networkx", _wrong(mine, theirs), len(starts) ** 2)
        note = f"{len(stops)} of {len(starts)} regions are stops"
        peer = Peer("networkx on a ready graph with starts parted from stops", clock(by_networkx, times=10))
        ours = clock(lambda: board.reach_matrix(ALLOWANCE, starts, by=BY, stops=stops).table(), times=10)
        single = clock(lambda: [board.reach(start, ALLOWANCE, by=BY, stops=stops).costs for start in starts], times=10)
        together = contest("reach 3 from every region with stops, together", ours, [peer], rounds=run.rounds, note=note)
        apart = contest("reach 3 from every region with stops, one by one", single, [peer], rounds=run.rounds, note=note)
        return together + apart


def _with_stops(board: AreaMap, stops: list[str]) -> Any:
    """Return a graph in which every space stands twice: as a start, which is left freely, and as a space on the way."""
    graph, plain = nx.DiGraph(), board.graph(BY, facts=())
    for a, b, cost in [(a, b, e["cost"]) for x, y, e in plain.edges(data=True) for a, b in ((x, y), (y, x))]:
        # the graph is directed where some spaces can be left and not entered
        if plain.is_directed() and not plain.has_edge(a, b):
            continue
        graph.add_edge((a, "start"), b, cost=cost)
        if a not in stops:
            graph.add_edge(a, b, cost=cost)
    graph.add_nodes_from((id_, "start") for id_ in plain)
    return graph


def _least(costs: dict[Any, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for node, cost in costs.items():
        id_ = node[0] if isinstance(node, tuple) else node
        found[id_] = min(cost, found.get(id_, cost))
    return found


def _routes(run: Run, board: AreaMap) -> list[Row]:
    graph, starts = board.graph(BY, facts=()), fields(board)
    goals = [goal for goal in starts if nx.has_path(graph, starts[0], goal)]

    def by_networkx() -> Any:
        return [sorted(nx.all_shortest_paths(graph, a, b, weight="cost")) for a in goals for b in goals]

    def mine() -> Any:
        return [route.paths for a in goals for route in board.routes_from(a, goals, by=BY)]

    with run.step("all routes of an area map"):
        pairs = zip(mine(), by_networkx(), strict=True)
        wrong = sum(list(map(list, paths)) != theirs for paths, theirs in pairs)
        run.check("all equally cheap routes against networkx", wrong, len(goals) ** 2)
        note = f"{len(goals) ** 2:,} pairs, {sum(map(len, mine())):,} routes"
        return contest("all routes between all regions", clock(mine), [Peer("networkx all_shortest_paths", clock(by_networkx))],
                       rounds=run.rounds, note=note)


def _wrong(mine: dict[str, Any], theirs: dict[str, Any]) -> int:
    return sum(mine[start].get(k) != theirs[start].get(k) for start in mine for k in mine[start].keys() | theirs[start].keys())
