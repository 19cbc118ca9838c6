"""The places of hexes: whole numbers whose differences tell displacements and whose sums tell hexsides."""

from __future__ import annotations

from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any

from mapsheet.errors import DataError

if TYPE_CHECKING:
    from hexmap.board import Board
    from hexmap.grid import Hex

Tables = dict[str, Any]
MOST_HEXES = 20_000
FINEST = 2**53  # beyond it a browser's numbers are no longer exact


class Places:
    """The hexes of a map in the order of the page, with their places; DataError for a map too large for a page."""

    def __init__(self, board: Board) -> None:
        if not 0 < len(board) <= MOST_HEXES:
            raise DataError(f"a page holds 1 to {MOST_HEXES:,} hexes, and this map has {len(board):,}")
        self.board, self.grid = board, board.grid
        # lines are farther apart than any two hexes of one line, or the sums of any two
        self.width = 4 * board.grid.places + 12
        self.hexes: list[Hex] = list(board)
        self.cells = [board.grid.cell(h) for h in self.hexes]
        self.index = {cell: k for k, cell in enumerate(self.cells)}

    def at(self, u: int, y: int) -> int:
        """Return the place of a point of the grid's frame, or the difference of places of a displacement."""
        return u * self.width + y

    def of(self, h: Hex) -> int:
        """Return the place of a hex, on the map or not."""
        return self.at(*self.grid.point(h))

    @cached_property
    def around(self) -> list[int]:
        """The six neighbors of each hex in turn, -1 where there is none."""
        return [self.index.get(cell + offset, -1) for cell in self.cells for offset in self.grid.offsets]

    @cached_property
    def height_scale(self) -> int:
        """The parts of a level in which all heights are whole; DataError where a page could not reckon with them."""
        terrains = self.board.terrains
        scale = lcm(*(t.height.denominator for t in terrains))
        top = (35 + max((int(t.height) + 1 for t in terrains), default=0)) * scale
        farthest = 3 * self.grid.lines**2 + (2 * self.grid.places + 2) ** 2
        if top * farthest >= FINEST:
            raise DataError("the heights of the terrain are too large or too fine for a page")
        return scale
