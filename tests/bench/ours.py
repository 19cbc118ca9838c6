"""The library's side of every contest, in one place."""

from __future__ import annotations

from hexmap import Hex, HexMap


def reach_all(board: HexMap, allowance: int) -> object:
    """Answer the reach from every hex."""
    return board.reach_matrix(allowance)


def reach_all_costs(board: HexMap, allowance: int) -> dict[str, dict[str, object]]:
    """Return the costs from every hex, by number and number."""
    matrix = board.reach_matrix(allowance)
    return {name: dict(matrix.costs(name)) for name in matrix.names}


def reach_all_pairs(board: HexMap, allowance: int) -> int:
    """Answer the reach from every two-hex state; return how many states there are."""
    return len(board.reach_matrix(allowance, pairs=True).names)


def reach_one(board: HexMap, h: Hex, allowance: int) -> dict[str, object]:
    """Return the costs within reach of one hex, by number."""
    return dict(board.reach(h, allowance).costs)
