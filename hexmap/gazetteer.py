"""The entry of a hex: what it is and what lies round it; and the whole map as a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hexmap.board import Board
from hexmap.grid import Hex
from hexmap.stepcosts import prices_of

if TYPE_CHECKING:
    import networkx as nx


class Entry(NamedTuple):
    """What a hex is: its terrain and level, its neighbors and kinds of hexside by direction, the edges it lies on."""

    hex: str
    terrain: str
    level: int
    neighbors: dict[str, str]
    hexsides: dict[str, tuple[str, ...]]
    edges: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """Return `hex terrain level neighbors hexsides edges` as plain JSON values."""
        hexsides = {direction: [*kinds] for direction, kinds in self.hexsides.items()}
        return {**self._asdict(), "neighbors": {**self.neighbors}, "hexsides": hexsides, "edges": [*self.edges]}


def show(board: Board, h: str | Hex) -> Entry:
    """Return the entry of a hex: neighbors on the map and hexsides clockwise from the first direction, edges as in the file.

    Raises NotationError where no hex of the map has the number.
    """
    here = board.hex(h)
    grid = board.grid
    neighbors, hexsides = {}, {}
    for direction, name in enumerate(grid.direction_names):
        other = grid.step(here, direction)
        if other in board:
            neighbors[name] = board.number(other)
        kinds = board.hexsides.get(grid.hexside(here, direction))
        if kinds:
            hexsides[name] = kinds
    edges = tuple(name for name, hexes in board.edges.items() if here in hexes)
    return Entry(board.number(here), board.terrain(here).name, board.level(here), neighbors, hexsides, edges)


def graph(board: Board, unit_class: str | None = None) -> nx.DiGraph[str]:
    """Return the map as a directed networkx graph of hex numbers.

    Nodes carry `terrain`, `level`, and the centre `x`, `y` in mm; an edge stands for a step that a unit of the class may
    take and carries its `cost`, an int or a Fraction. Raises NotationError for an unknown class.
    """
    import networkx as nx

    prices, grid = prices_of(board, unit_class), board.grid
    found: nx.DiGraph[str] = nx.DiGraph()
    for h in board:
        x, y = board.centre(h)
        found.add_node(board.number(h), terrain=board.terrain(h).name, level=board.level(h), x=x, y=y)
    for h in board:
        cell = grid.cell(h)
        for direction, offset in enumerate(grid.offsets):
            cost = prices.cost(cell, direction)
            if cost is not None:
                found.add_edge(board.number(h), board.number_of_cell(cell + offset), cost=cost)
    return found
