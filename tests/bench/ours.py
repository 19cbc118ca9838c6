"""The library's side of every contest, in one place."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hexmap import Hex, HexMap
from hexmap.cover import cover_of
from hexmap.movement import Reach


def sight_all(board: HexMap) -> object:
    """Answer the sight of all ordered pairs; the program of the grid is kept from the first call, no answer is."""
    return board.los_matrix()


def sight_table(board: HexMap) -> dict[str, list[str]]:
    """Return the numbers of the hexes that each hex sees, by number, itself among them."""
    matrix = board.los_matrix()
    return {number: [other for other, byte in zip(matrix.numbers, row, strict=True) if byte] for number, row in matrix.rows()}


def sight_one(board: HexMap, a: Hex, b: Hex) -> bool:
    """Answer one question in full, with its reasons; return whether sight is clear."""
    return board.los(a, b).clear


def sight_of_pair(board: HexMap) -> Callable[[int, int], bool]:
    """Return the question by the kept line of one displacement, looked up hex by hex till one blocks, as `los` asks it."""
    return cover_of(board, board.rules.policy).clear


def sight_of_matrix(board: HexMap) -> Callable[[int, int], bool]:
    """Return the question to the matrix, which keeps for each displacement the bits of all cells."""
    return board.los_matrix().clear_cells


def view(board: HexMap, h: Hex, radius: int | None = None) -> object:
    """Answer what a hex sees, on the whole map or within a radius."""
    return board.viewshed(h, radius)


def reach_all(board: HexMap, allowance: int) -> object:
    """Answer the reach from every hex; the moves of the map are kept from the first call, no answer is."""
    return board.reach_matrix(allowance)


def reach_all_costs(board: HexMap, allowance: int) -> dict[str, dict[str, object]]:
    """Return the costs from every hex, by number and number."""
    matrix = board.reach_matrix(allowance)
    return {name: dict(matrix.costs(name)) for name in matrix.names}


def reach_all_pairs(board: HexMap, allowance: int) -> int:
    """Answer the reach from every two-hex state; return how many states there are."""
    return len(board.reach_matrix(allowance, pairs=True).names)


def reach_one(board: HexMap, h: Hex, allowance: int) -> Mapping[str, object]:
    """Return the costs within reach of one hex, by number."""
    found = board.reach(h, allowance)
    assert isinstance(found, Reach)
    return found.costs
