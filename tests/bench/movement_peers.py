"""Movement by networkx and scipy over a generated map: graphs made beforehand, costs on directed edges."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tests.bench.ground import CODES, World

ENTER = {CODES["clear"]: 1, CODES["wood"]: 2, CODES["marsh"]: 2}
# neighbors as (column, row) steps: from unshifted and from shifted columns
STEPS = (((0, -1), (0, 1), (1, -1), (1, 0), (-1, -1), (-1, 0)), ((0, -1), (0, 1), (1, 0), (1, 1), (-1, 0), (-1, 1)))


class Edges(NamedTuple):
    """Steps from node to node with their costs; the node of column c and row r (from 0) is c * rows + r."""

    rows: int
    size: int
    start: Any
    end: Any
    cost: Any


def edges(world: World) -> Edges:
    """Return every possible step of a map: the cost of the hex entered, one more uphill."""
    codes = np.array([list(line) for line in world.terrain]).T
    level = np.array([list(line.replace(" ", "0")) for line in world.level]).astype(int).T
    enter = np.zeros(codes.shape, int)
    for code, points in ENTER.items():
        enter[codes == code] = points
    c, r = np.nonzero(codes != " ")
    parts = [_steps(world, (c, r), k, enter, level) for k in range(6)]
    start, end, cost = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    return Edges(world.rows, world.columns * world.rows, start, end, cost)


def _steps(world: World, hexes: tuple[Any, Any], k: int, enter: Any, level: Any) -> tuple[Any, Any, Any]:
    c, r = hexes
    shifted = c & 1
    to_c = c + np.where(shifted, STEPS[1][k][0], STEPS[0][k][0])
    to_r = r + np.where(shifted, STEPS[1][k][1], STEPS[0][k][1])
    inside = (to_c >= 0) & (to_c < world.columns) & (to_r >= 0) & (to_r < world.rows)
    c, r, to_c, to_r = c[inside], r[inside], to_c[inside], to_r[inside]
    possible = enter[to_c, to_r] > 0
    c, r, to_c, to_r = c[possible], r[possible], to_c[possible], to_r[possible]
    cost = enter[to_c, to_r] + (level[to_c, to_r] > level[c, r])
    return c * world.rows + r, to_c * world.rows + to_r, cost


def matrix(steps: Edges) -> Any:
    """Return scipy's sparse matrix of the steps."""
    from scipy.sparse import csr_matrix

    return csr_matrix((steps.cost.astype(float), (steps.start, steps.end)), shape=(steps.size, steps.size))


def graph(steps: Edges) -> Any:
    """Return networkx's directed graph of the steps."""
    import networkx as nx

    made = nx.DiGraph()
    made.add_weighted_edges_from(zip(steps.start.tolist(), steps.end.tolist(), steps.cost.tolist(), strict=True))
    return made


def window(steps: Edges, node: int, radius: int) -> Edges:
    """Return the steps between nodes whose column and row are at most `radius` from a node's."""
    column, row = divmod(node, steps.rows)
    near = np.ones(len(steps.start), bool)
    for ends in (steps.start, steps.end):
        near &= (abs(ends // steps.rows - column) <= radius) & (abs(ends % steps.rows - row) <= radius)
    return steps._replace(start=steps.start[near], end=steps.end[near], cost=steps.cost[near])
