"""Movement: reach from every hex, from one hex of a huge map, from every two-hex state."""

from __future__ import annotations

from typing import Any

import networkx as nx
from scipy.sparse.csgraph import dijkstra

from tests.bench import movement_peers, ours
from tests.bench.movement_peers import Edges
from tests.bench.rounds import Peer, Row, clock, contest
from tests.bench.run import Run

ALLOWANCE = 12
LEAST_MEMORY = 6 * 2**30  # bytes free before a graph of a million hexes is made


def rows(run: Run) -> list[Row]:
    """Return the rows of movement."""
    found = _every_hex(run)
    found += _every_pair(run)
    return found + _one_hex(run)


def _every_hex(run: Run) -> list[Row]:
    with run.step("reach 12 from every hex", 3) as step:
        steps = movement_peers.edges(run.world)
        graph, matrix = movement_peers.graph(steps), movement_peers.matrix(steps)
        nodes = [_node(steps, place) for place in run.places]
        graph.add_nodes_from(nodes)

        def by_networkx() -> list[Any]:
            return [nx.single_source_dijkstra_path_length(graph, node, cutoff=ALLOWANCE) for node in nodes]

        _check_every_hex(run, steps, by_networkx(), dijkstra(matrix, limit=ALLOWANCE))
        step.advance()
        peers = [
            Peer("networkx single_source_dijkstra_path_length", clock(by_networkx), 45),
            Peer("scipy.sparse.csgraph.dijkstra", clock(lambda: dijkstra(matrix, limit=ALLOWANCE), times=3), 3),
        ]
        note = f"{graph.number_of_nodes():,} hexes, {graph.number_of_edges():,} steps; graphs made beforehand"
        mine = clock(lambda: ours.reach_all(run.board, ALLOWANCE), times=10)
        return contest("reach 12 from every hex, 29x34", mine, peers, rounds=run.rounds, note=note)


def _check_every_hex(run: Run, steps: Edges, by_networkx: list[Any], by_scipy: Any) -> None:
    """Compare every cost from every hex with both peers'."""
    mine = ours.reach_all_costs(run.board, ALLOWANCE)
    node = {run.board.number(run.hex_at(place)): _node(steps, place) for place in run.places}
    wrong = wrong_scipy = 0
    for place, theirs in zip(run.places, by_networkx, strict=True):
        number = run.board.number(run.hex_at(place))
        costs = {node[other]: cost for other, cost in mine[number].items()}
        row = by_scipy[node[number]]
        wrong += sum(costs.get(k) != theirs.get(k) for k in costs.keys() | theirs.keys())
        wrong_scipy += sum(row[k] != costs.get(k, float("inf")) for k in node.values())
    run.check("reach 12 from every hex against networkx", wrong, len(node) ** 2)
    run.check("reach 12 from every hex against scipy", wrong_scipy, len(node) ** 2)


def _every_pair(run: Run) -> list[Row]:
    measure = clock(lambda: ours.reach_all_pairs(run.board, ALLOWANCE))
    with run.step("reach 12 from every two-hex state", run.rounds) as step:
        states = ours.reach_all_pairs(run.board, ALLOWANCE)
        seconds = []
        for _ in range(run.rounds):
            seconds.append(measure())
            step.advance()
    return [Row("reach 12 from every two-hex state, 29x34", sorted(seconds)[len(seconds) // 2], note=f"{states:,} states")]


def _one_hex(run: Run) -> list[Row]:
    with run.step("a map of 1000 x 1000", 3) as step:
        board, steps = run.big_board, movement_peers.edges(run.big)
        step.advance()
        matrix = movement_peers.matrix(steps)
        step.advance()
        places = run.starts(60)
        nodes = [_node(steps, place) for place in places]
        graph, what = _big_graph(run, steps, nodes)
        step.advance()
        hexes = [board.grid.from_point(*place) for place in places]
        first = clock(lambda: ours.reach_one(board, hexes[0], ALLOWANCE))()
        _check_one_hex(run, steps, places, graph)
        by_networkx = _each(nodes, lambda n: nx.single_source_dijkstra_path_length(graph, n, cutoff=ALLOWANCE))
        by_scipy = _each(nodes, lambda n: dijkstra(matrix, indices=n, limit=ALLOWANCE))
        peers = [
            Peer(f"networkx on a ready graph{what}", by_networkx, 4),
            Peer("scipy.sparse.csgraph.dijkstra, ready matrix", by_scipy, 15),
        ]
        note = f"mean of {len(places)} hexes over the map; first question on a fresh map {1000 * first:.1f} ms"
        mine = _each(hexes, lambda h: ours.reach_one(board, h, ALLOWANCE))
        return contest("reach 12 from one hex, 1000x1000, no graph first", mine, peers, rounds=run.rounds, note=note)


def _each(items: list[Any], ask: Any) -> Any:
    """Return a measure of one question, the mean over all items."""
    whole = clock(lambda: [ask(item) for item in items])
    return lambda: whole() / len(items)


def _big_graph(run: Run, steps: Edges, nodes: list[int]) -> tuple[Any, str]:
    """Return networkx's graph of the whole map, or only what lies around the nodes where memory or time are short."""
    import psutil

    if not run.quick and psutil.virtual_memory().available > LEAST_MEMORY:
        return movement_peers.graph(steps), ""
    graph = nx.DiGraph()
    for node in nodes:
        graph.update(movement_peers.graph(movement_peers.window(steps, node, ALLOWANCE + 2)))
    return graph, " of windows round the hexes"


def _check_one_hex(run: Run, steps: Edges, places: list[Any], graph: Any) -> None:
    board, wrong, of = run.big_board, 0, 0
    for place in places:
        theirs = nx.single_source_dijkstra_path_length(graph, _node(steps, place), cutoff=ALLOWANCE)
        costs = ours.reach_one(board, board.grid.from_point(*place), ALLOWANCE)
        hexes = ((board.hex(number), cost) for number, cost in costs.items())
        mine = {(h.column - 1) * steps.rows + h.row - 1: cost for h, cost in hexes}
        wrong += sum(mine.get(k) != theirs.get(k) for k in mine.keys() | theirs.keys())
        of += len(theirs)
    run.check("reach 12 from one hex of 1000x1000 against networkx", wrong, of)


def _node(steps: Edges, place: tuple[int, int]) -> int:
    u, y = place
    return u * steps.rows + y // 2
