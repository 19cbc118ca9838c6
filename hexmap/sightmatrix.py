"""Sight between all pairs of a map at once: the same templates as for one pair, evaluated at every cell together.

A set of cells is one whole number with a bit for each, so `cells >> offset` moves every question by one displacement. What
stops a line is the highest cover on it, and a line is clear when that is no higher than the higher end. So the cover is kept
as planes, one for each level t of the map and S bits apart in one number: the cells whose cover is above t. In what order the
displacements are looked along is the program of `hexmap.sightprogram`.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from hexmap.cover import BLOCKS
from hexmap.sightprogram import CROSSED, program_of
from mapsheet.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hexmap.board import Board
    from hexmap.cover import Cover
    from hexmap.grid import Hex
    from hexmap.lines import Ways
    from hexmap.sightprogram import Event, Program

MOST_HEXES = 20_000
# -- the cells of a map ---------------------------------------------------------------------------------------------------


class Planes:
    """The cover of a map as numbers: planes for each level that it has, `size` bits apart."""

    def __init__(self, cover: Cover) -> None:
        self.cover, self.size = cover, cover.grid.size
        exists = _bits(cover.terrain_at, range(1, 256))
        levels = sorted(set(cover.levels)) if cover.levels.count(0) < self.size else [0]
        self.exists, self.count = exists, len(levels)
        self.every = sum(1 << (k * self.size) for k in range(self.count))
        self.crossed = self.stacked([_bits(cover.tops, range(t + 1, 256)) for t in levels])
        self.touched = self.crossed & (exists * self.every)
        self.ends = self.stacked([exists & _bits(cover.levels, range(t + 1)) for t in levels])
        self.holes = exists.bit_count() < len(cover.grid)
        self.folds = tuple(_folds(self.count, self.size))
        cells = [(1 << code // 3, code % 3) for code in cover.walls]
        self.walls = [sum(bit for bit, direction in cells if direction == d) for d in range(3)]

    def stacked(self, planes: list[int]) -> int:
        """Return planes as one number."""
        return sum(plane << (k * self.size) for k, plane in enumerate(planes))

    def event(self, event: Event) -> int:
        """Return the planes of the cells whose line an event stops."""
        kind, where = event
        if isinstance(where, tuple):
            return self.barrier(where)
        return _moved(self.crossed if kind == CROSSED else self.touched, where)

    def barrier(self, ways: Ways) -> int:
        """Return the planes of the cells whose line hexsides stop, as `Cover.walled`."""
        closed = []
        for way in ways:
            cells = 0
            for code in way:
                cells |= _moved(self.walls[code % 3], code // 3)
            closed.append(cells)
        either = self.cover.policy.touch == BLOCKS
        cells = closed[0]
        for other in closed[1:]:
            cells = cells | other if either else cells & other
        return (cells & ((1 << self.size) - 1)) * self.every

    def clear(self, stopped: int, offset: int, valid: int) -> int:
        """Return the cells that see the cell `offset` on, from the planes of the cells whose line is stopped."""
        stopped &= self.ends & self.ends >> offset
        for low, fold in self.folds:
            stopped = stopped & low | stopped >> fold
        if self.holes:
            valid &= self.exists & self.exists >> offset
        return valid ^ (valid & stopped)


def _folds(count: int, size: int) -> Iterator[tuple[int, int]]:
    """Iterate over the steps that lay all planes over the first: what stays in place, and how far the rest moves."""
    while count > 1:
        count = (count + 1) // 2
        yield (1 << count * size) - 1, count * size


def _run_stops(policy: str, both: int, left: int, right: int) -> int:
    """Return the planes that a policy stops, from those where both, left or right hexes of any hexside would."""
    if policy == "each-side":
        return left & right
    if policy == "either":
        return left | right
    return both if policy == "same-hexside" else 0


def _moved(cells: int, offset: int) -> int:
    return cells >> offset if offset >= 0 else cells << -offset


def _bits(values: bytes, among: range | frozenset[int]) -> int:
    """Return the cells whose byte is among some."""
    return int(values.translate(_digits(among))[::-1], 2)


@lru_cache(maxsize=128)
def _digits(among: range | frozenset[int]) -> bytes:
    return bytes([49 if byte in among else 48 for byte in range(256)])


# -- the answer -----------------------------------------------------------------------------------------------------------


def matrix_of(cover: Cover, occupied: frozenset[int]) -> SightMatrix:
    """Return the sight between all pairs; NotationError with the estimate where the map is too large."""
    hexes = len(cover.board)
    if hexes > MOST_HEXES:
        megabytes = hexes * hexes * 3 // 16 // 10**6
        raise NotationError(f"a map of at most {MOST_HEXES:,} hexes for all pairs (about {megabytes:,} MB for this one)", hexes)
    held = cover.holding(occupied)
    return SightMatrix(held, _pair_by_pair(held) if held.slope else _all_at_once(held))


def _all_at_once(cover: Cover) -> dict[int, int]:
    grid = cover.grid
    shape = (grid.orientation, grid.columns, grid.rows, grid.shifted, grid.short)
    program = program_of(shape, touch=cover.policy.touch == BLOCKS, walls=bool(cover.walls))
    planes = Planes(cover)
    clear, stops = planes.clear, [(planes.event(ahead), planes.event(back)) for ahead, back in program.events]
    table: dict[int, int] = {}
    from_a, from_b = [0] * (program.most + 1), [0] * (program.most + 1)
    for keep, added, offset, valid in program.halves:
        a, b = from_a[keep], from_b[keep]
        for event in added:
            ahead, back = stops[event]
            a |= ahead
            b |= back
            keep += 1
            from_a[keep], from_b[keep] = a, b
        seen = clear(a | b >> offset, offset, valid)
        table[offset] = table[offset] | seen if offset in table else seen
    for offset, seen in _along_hexsides(program, planes):
        table[offset] = table.get(offset, 0) | seen
    return table


def _along_hexsides(program: Program, planes: Planes) -> Iterator[tuple[int, int]]:
    """Iterate over the displacements along hexsides as offsets, each with the cells that see that far."""
    cover, covers = planes.cover, planes.crossed
    crossed = both = left = right = 0
    for line in program.along:
        if line.is_first:
            crossed = both = left = right = 0
        for offset in line.crossed:
            crossed |= _moved(covers, offset)
        for on_left, on_right in line.runs:
            here, there = _moved(covers, on_left), _moved(covers, on_right)
            both, left, right = both | here & there, left | here, right | there
        stopped = crossed | _run_stops(cover.policy.run, both, left, right)
        if cover.walls:
            for barrier in line.template.barriers:
                stopped |= planes.barrier(barrier.ways)
        yield line.offset, planes.clear(stopped, line.offset, line.valid)


def _pair_by_pair(cover: Cover) -> dict[int, int]:
    """Return the same for a slope, whose height differs from line to line."""
    cells = [cell for cell, byte in enumerate(cover.terrain_at) if byte]
    both_ways = cover.seen_into()
    table: dict[int, int] = {}
    for k, a in enumerate(cells):
        for b in cells[k + 1 :]:
            if both_ways.clear(a, b):
                table[b - a] = table.get(b - a, 0) | 1 << a
    return table


class SightMatrix:
    """Which hex of a map sees which.

    The bits of an offset are a whole number: bit c tells whether the hex with cell c sees the one with cell c + offset.
    """

    def __init__(self, cover: Cover, table: dict[int, int]) -> None:
        """Take the bits of offsets above 0; they hold both ways but for targets that nobody sees into."""
        self.board: Board = cover.board
        self._cover, self._table = cover, table
        self._into = _bits(cover.terrain_at, cover.into) if cover.into else 0
        self._bits: dict[int, int] = {}

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of all hexes, in order."""
        return tuple(sorted(self._cell_of))

    @cached_property
    def _cell_of(self) -> dict[str, int]:
        names, terrain_at = self._cover.names, self._cover.terrain_at
        return {names[cell]: cell for cell, byte in enumerate(terrain_at) if byte}

    def __repr__(self) -> str:
        return f"<SightMatrix of {self.board.title!r}, {self.count:,} of {len(self) * (len(self) - 1):,} pairs clear>"

    def __len__(self) -> int:
        return len(self.numbers)

    def clear(self, a: str | Hex, b: str | Hex) -> bool:
        """Return whether a hex sees another; NotationError for what is no hex of the map."""
        return self.clear_cells(self._cell(a), self._cell(b))

    def clear_cells(self, a: int, b: int) -> bool:
        """Return whether the hex with cell a sees the one with cell b."""
        try:
            return self._bits[b - a] >> a & 1 == 1
        except KeyError:
            self._bits[b - a] = self.bits(b - a)
            return self.clear_cells(a, b)

    def _cell(self, given: str | Hex) -> int:
        footing = self._cover.footings.of(given)
        if len(footing.cells) != 1:
            raise NotationError("one hex of the map", given)
        return footing.cells[0]

    def bits(self, offset: int) -> int:
        """Return the cells that see the hex `offset` cells on (`Grid.offset` of a displacement)."""
        if offset > 0:
            return self._table.get(offset, 0) & ~(self._into >> offset)
        if offset < 0:
            return (self._table.get(-offset, 0) & ~self._into) << -offset
        return _bits(self._cover.terrain_at, range(1, 256))

    @property
    def count(self) -> int:
        """How many ordered pairs of different hexes are clear."""
        return sum(self.bits(offset).bit_count() + self.bits(-offset).bit_count() for offset in self._table)

    def rows(self) -> Iterator[tuple[str, bytes]]:
        """Iterate over the hexes by number, each with a byte for every hex of `numbers`: 1 seen (or itself), 0 not."""
        size, square = self._cover.grid.size, self._square()
        cells = [self._cell_of[number] for number in self.numbers]
        for number, cell in zip(self.numbers, cells, strict=True):
            row = square[cell * size : (cell + 1) * size]
            yield number, bytes([row[other] for other in cells])

    def _square(self) -> bytearray:
        """Return a byte for every ordered pair of cells: the pairs of one offset are every (size + 1)th byte of it."""
        size = self._cover.grid.size
        square = bytearray(size * size)
        square[:: size + 1] = b"\1" * size
        for offset in self._table:
            for ahead, first in ((offset, 0), (-offset, offset)):
                seen = f"{self.bits(ahead) >> first:0{size - offset}b}"[::-1].encode().translate(_DIGITS)
                start = first * (size + 1) + ahead
                square[start : start + (size - offset - 1) * (size + 1) + 1 : size + 1] = seen
        return square

    def to_csv(self) -> str:
        """Return `from,to,clear` and a line for every ordered pair of different hexes, by number; clear is 1 or 0."""
        endings = [[f",{number},{value}\n" for number in self.numbers] for value in (0, 1)]
        lines = ["from,to,clear\n"]
        for number, row in self.rows():
            lines += [number + endings[value][k] for k, value in enumerate(row) if self.numbers[k] != number]
        return "".join(lines)

    def to_npy(self) -> bytes:
        """Return a NumPy file: a square of booleans, rows (from) and columns (to) in the order of `numbers`."""
        header = f"{{'descr': '|b1', 'fortran_order': False, 'shape': ({len(self)}, {len(self)}), }}"
        header = header.ljust((len(header) + 10) // 64 * 64 + 64 - 11) + "\n"
        return b"".join((b"\x93NUMPY\1\0", len(header).to_bytes(2, "little"), header.encode(), *(row for _, row in self.rows())))


_DIGITS = bytes.maketrans(b"01", b"\0\1")
