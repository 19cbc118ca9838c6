"""Which counter is cut out where: blocks of equal counters in rows, filled onto leaves of paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil, floor
from typing import NamedTuple

from mapsheet.box import Box, union
from mapsheet.counters.sheetplan import CAPTION, SheetPlan, refuse_plan
from mapsheet.counters.values import Counter, CounterSet
from mapsheet.units import Size

BETWEEN = 1.0
"""From the marks of one block to those of the next, in mm."""
SEAM = 0.25
"""How far a ground runs on under the next one, in mm, so that no hairline of paper shows between the two."""


class Piece(NamedTuple):
    """One counter to be cut out: the how manieth of all, and which copy of its counter (both from 1)."""

    number: int
    counter: Counter
    copy: int


class Cell(NamedTuple):
    """A piece with the box that is left of it when it is cut, and how far its ground runs on at each side."""

    piece: Piece
    trim: Box
    bleeds: Box

    @property
    def inked(self) -> Box:
        """The box that its ground takes."""
        left, top, right, bottom = self.bleeds
        return Box(self.trim.left - left, self.trim.top - top, self.trim.right + right, self.trim.bottom + bottom)


class Block(NamedTuple):
    """Counters of one size in rows, of one side or of several small ones; `across` and `down` are the edges of each."""

    cells: tuple[Cell, ...]
    trim: Box
    across: tuple[tuple[float, float], ...]
    down: tuple[tuple[float, float], ...]

    def moved(self, right: float) -> Block:
        """Return the block further right."""
        cells = tuple(cell._replace(trim=cell.trim.moved(right, 0)) for cell in self.cells)
        across = tuple((start + right, end + right) for start, end in self.across)
        return Block(cells, self.trim.moved(right, 0), across, self.down)

    @property
    def size(self) -> Size:
        """The size of every counter in it."""
        return self.cells[0].piece.counter.size

    @property
    def sides(self) -> list[str]:
        """The names of the sides whose counters it holds."""
        return list(dict.fromkeys(cell.piece.counter.side.name for cell in self.cells))


class Leaf(NamedTuple):
    """One piece of paper with its blocks, as they lie on the front."""

    number: int
    blocks: tuple[Block, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, block after block."""
        return tuple(cell for block in self.blocks for cell in block.cells)

    @property
    def trim(self) -> Box:
        """The box around everything that is cut out."""
        return union(block.trim for block in self.blocks)


def impose(found: CounterSet, plan: SheetPlan) -> list[Leaf]:
    """Return the leaves on which the counters of a title lie, every one as often as it has copies.

    Sides stand in the order of the file, within them sizes, and then types. DataError as `refuse_plan` states.
    """
    refuse_plan(found, plan)
    filling = _Filling(plan)
    for size, pieces in _pooled(groups(found, plan), filling):
        filling.add(size, pieces)
    return [Leaf(number, _centred(blocks, plan)) for number, blocks in enumerate(filling.leaves, 1)]


def _pooled(given: Sequence[tuple[Size, list[Piece]]], filling: _Filling) -> list[tuple[Size, list[Piece]]]:
    """Return the groups, but neighbors of one size that all fill less than a row as one, for a block each would waste paper."""
    pools: list[tuple[Size, list[Piece]]] = []
    was_small = False
    for size, pieces in given:
        is_small = len(pieces) < filling.row(size)
        if is_small and was_small and pools[-1][0] == size:
            pools[-1][1].extend(pieces)
        else:
            pools.append((size, list(pieces)))
        was_small = is_small
    return pools


def _centred(blocks: Sequence[Block], plan: SheetPlan) -> tuple[Block, ...]:
    """Return blocks moved to the middle of the room, all alike, so that cuts which run on from one to the next still do."""
    used = union(block.trim for block in blocks)
    spare = plan.room.right - plan.reach - used.right
    return tuple(block.moved(spare / 2) for block in blocks)


def groups(found: CounterSet, plan: SheetPlan) -> list[tuple[Size, list[Piece]]]:
    """Return the pieces of each side and size, in the order in which they are printed."""
    sides, kinds, sizes = list(found.sides), list(found.kinds), list(dict.fromkeys(c.size for c in found.counters.values()))

    def order(counter: Counter) -> tuple[int, int, int]:
        return sides.index(counter.side.id), sizes.index(counter.size), kinds.index(counter.kind.id)

    printed = sorted((each for each in found.counters.values() if plan.prints(each.side.id)), key=order)
    copies = [(counter, copy) for counter in printed for copy in range(1, counter.copies + 1)]
    pieces = [Piece(number, counter, copy) for number, (counter, copy) in enumerate(copies, 1)]
    return [(key[1], list(group)) for key, group in groupby(pieces, key=lambda piece: (piece.counter.side, piece.counter.size))]


class _Filling:
    """Fills leaves from the top: blocks beside each other on shelves, shelves under each other."""

    def __init__(self, plan: SheetPlan) -> None:
        self.plan = plan
        self.leaves: list[list[Block]] = []
        self.shelf = Box(0, 0, 0, 0)  # what is free beside the last block
        self.rest = Box(0, 0, 0, 0)  # what is free under the shelf

    def row(self, size: Size) -> int:
        """Return how many counters of a size the longest row holds."""
        return self._most(size, self.plan.room)[0]

    def add(self, size: Size, pieces: Sequence[Piece]) -> None:
        """Place the pieces: beside the last block if all fit there, else under it, on as many leaves as they need."""
        if not self._beside(size, pieces):
            while pieces:
                pieces = self._under(size, pieces)

    def _beside(self, size: Size, pieces: Sequence[Piece]) -> bool:
        columns, rows = self._most(size, self.shelf)
        if columns * rows < len(pieces):
            return False
        block = self._place(size, pieces, self.shelf, columns)
        self.shelf = self.shelf._replace(left=block.trim.right + self.plan.reach + BETWEEN)
        return True

    def _under(self, size: Size, pieces: Sequence[Piece]) -> Sequence[Piece]:
        columns, rows = self._most(size, self.rest)
        if not rows:
            self.leaves.append([])
            self.rest = self.plan.room
            columns, rows = self._most(size, self.rest)
        block = self._place(size, pieces[: columns * rows], self.rest, columns)
        low, right = block.trim.bottom + self.plan.reach, block.trim.right + self.plan.reach + BETWEEN
        self.shelf = Box(right, self.rest.top, self.rest.right, low)
        self.rest = self.rest._replace(top=low + BETWEEN)
        return pieces[columns * rows :]

    def _most(self, size: Size, room: Box) -> tuple[int, int]:
        """Return how many columns and rows a room holds."""
        plan = self.plan
        wide, high = room.width - 2 * plan.reach + plan.gap, room.height - 2 * plan.reach - CAPTION + plan.gap
        return max(0, floor(wide / (size.width + plan.gap) + 1e-9)), max(0, floor(high / (size.height + plan.gap) + 1e-9))

    def _place(self, size: Size, pieces: Sequence[Piece], room: Box, most: int) -> Block:
        """Return the block of the pieces at the top left of a room, its rows equally long but the last."""
        columns = ceil(len(pieces) / ceil(len(pieces) / most))
        left, top = room.left + self.plan.reach, room.top + self.plan.reach + CAPTION
        block = _block(self.plan, (left, top), size, pieces, columns=columns)
        self.leaves[-1].append(block)
        return block


def _block(plan: SheetPlan, at: tuple[float, float], size: Size, pieces: Sequence[Piece], *, columns: int) -> Block:
    rows = ceil(len(pieces) / columns)
    across = tuple(_edges(at[0], size.width, plan.gap, columns))
    down = tuple(_edges(at[1], size.height, plan.gap, rows))
    inner = min(plan.bleed, plan.gap / 2)
    seam = SEAM if inner == plan.gap / 2 else 0.0
    cells = []
    for k, piece in enumerate(pieces):
        row, column = divmod(k, columns)
        bleeds = Box(
            inner if column else plan.bleed,
            inner if row else plan.bleed,
            inner + seam if column + 1 < columns and k + 1 < len(pieces) else plan.bleed,
            inner + seam if k + columns < len(pieces) else plan.bleed,
        )
        cells.append(Cell(piece, Box(across[column][0], down[row][0], across[column][1], down[row][1]), bleeds))
    return Block(tuple(cells), Box(across[0][0], down[0][0], across[-1][1], down[-1][1]), across, down)


def _edges(start: float, side: float, gap: float, count: int) -> Iterator[tuple[float, float]]:
    for k in range(count):
        yield start + k * (side + gap), start + k * (side + gap) + side
