"""Sight between all pairs of a map at once: the same templates as for one pair, evaluated at every cell together.

A set of cells is one whole number with a bit for each, so `cells >> offset` moves every question by one displacement. What
stops a line is the highest cover on it, and a line is clear when that is no higher than the higher end. So the cover is kept
as planes, one for each level t of the map and S bits apart in one number: the cells whose cover is above t. A line from A to
B is the first half of the line from A and the first half of the line from B, and the first halves of all displacements
share their beginnings: the program lists them sorted, each as how much it keeps of the one before and what it adds.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from hexmap.cover import BLOCKS
from hexmap.grid import Grid
from hexmap.lines import Template, Ways
from mapsheet.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from hexmap.board import Board
    from hexmap.cover import Cover
    from hexmap.grid import Hex

MOST_HEXES = 20_000
Event = tuple[str, int | Ways]
CROSSED, TOUCHED, BARRIER = "crossed", "touched", "barrier"


class Half(NamedTuple):
    """The first half of one displacement: `keep` events of the half before it, then `added` (places in the events)."""

    keep: int
    added: tuple[int, ...]
    offset: int
    valid: int


class Along(NamedTuple):
    """A displacement that runs along hexsides."""

    template: Template
    offset: int
    valid: int


class Program(NamedTuple):
    """How to see from all cells of one shape of grid. `valid` of a displacement are the cells from which it stays on it."""

    events: tuple[Event, ...]
    halves: tuple[Half, ...]
    along: tuple[Along, ...]


Shape = tuple[str, int, int, str, str]


@lru_cache(maxsize=8)
def program_of(shape: Shape, *, touch: bool, walls: bool) -> Program:
    """Return the program of a shape of grid; touched corners and hexsides are in it only where they can matter."""
    orientation, columns, rows, shifted, short = shape
    grid = Grid(orientation, columns, rows, shifted=shifted, short=short)
    places: dict[Event, int] = {}
    halves: list[tuple[list[int], int, int]] = []
    along = []
    for du, dy, valid in _displacements(grid):
        template = Template(grid, du, dy)
        offset = grid.offset(du, dy)
        if template.along:
            along.append(Along(template, offset, valid))
        else:
            events = _first_half(template, touch=touch, walls=walls)
            halves.append(([places.setdefault(event, len(places)) for event in events], offset, valid))
    return Program(tuple(places), tuple(_shared_beginnings(halves)), tuple(along))


def _shared_beginnings(halves: list[tuple[list[int], int, int]]) -> Iterator[Half]:
    last: list[int] = []
    for events, offset, valid in sorted(halves):
        keep = 0
        for old, new in zip(last, events, strict=False):
            if old != new:
                break
            keep += 1
        yield Half(keep, tuple(events[keep:]), offset, valid)
        last = events


def _first_half(template: Template, *, touch: bool, walls: bool) -> list[Event]:
    """Return what a line meets up to its middle, the middle included, in order."""
    norm = template.norm
    events: list[tuple[int, Event]] = []
    for key, side, offset in template.items:
        if 2 * key > norm:
            break
        if touch or not side:
            events.append((2 * key, (TOUCHED if side else CROSSED, offset)))
    if walls:
        events += [(at.place, (BARRIER, at.ways)) for at in template.barriers if at.place <= norm]
        events.sort(key=lambda event: event[0])
    return [event for _, event in events]


def _displacements(grid: Grid) -> Iterator[tuple[int, int, int]]:
    """Iterate over one of each two opposite displacements on a grid, with the cells from which it stays on the grid."""
    on_grid = _cells_between(grid, 0, 0)
    for dy in range(1 - 2 * grid.places, 2 * grid.places):
        inside = [_cells_between(grid, dy, odd) for odd in (0, 1)]
        for du in range(grid.lines):
            if (du + dy) & 1 or (du == 0 and dy <= 0):
                continue
            valid = inside[du & 1] & (on_grid >> grid.offset(du, dy))
            if valid:
                yield du, dy, valid


def _cells_between(grid: Grid, dy: int, odd: int) -> int:
    """Return the cells of the grid from which dy half hexes along still lie in the range of a line `odd` lines off."""
    cells = 0
    for u in range(grid.lines):
        y, end = grid.shift(u), grid.shift(u + odd)
        first = max(0, (end - dy - y + 1) // 2)
        last = min(grid.line_length(u) - 1, (end + 2 * grid.line_length(u + odd) - 2 - dy - y) // 2)
        if last >= first:
            cells |= ((1 << (last - first + 1)) - 1) << (grid.first_cell(u) + first)
    return cells


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

    def along(self, template: Template) -> int:
        """Return the planes of the cells whose line along hexsides is stopped."""
        stopped = 0
        for offset in template.crossed:
            stopped |= _moved(self.crossed, offset)
        lefts = [_moved(self.crossed, left) for left, _ in template.runs]
        rights = [_moved(self.crossed, right) for _, right in template.runs]
        stopped |= _run_stops(self.cover.policy.run, lefts, rights)
        if self.cover.walls:
            for barrier in template.barriers:
                stopped |= self.barrier(barrier.ways)
        return stopped

    def clear(self, stopped: int, offset: int, valid: int) -> int:
        """Return the cells that see the cell `offset` on, from the planes of the cells whose line is stopped."""
        stopped &= self.ends & (self.ends >> offset)
        count = self.count
        while count > 1:
            half = (count + 1) // 2
            stopped |= stopped >> (half * self.size)
            count = half
        if self.holes:
            valid &= self.exists & (self.exists >> offset)
        return valid ^ (valid & stopped)


def _run_stops(policy: str, lefts: list[int], rights: list[int]) -> int:
    if policy == "never":
        return 0
    if policy == "same-hexside":
        return _union(left & right for left, right in zip(lefts, rights, strict=True))
    left, right = _union(lefts), _union(rights)
    return left & right if policy == "each-side" else left | right


def _union(cells: Iterable[int]) -> int:
    found = 0
    for some in cells:
        found |= some
    return found


def _moved(cells: int, offset: int) -> int:
    return cells >> offset if offset >= 0 else cells << -offset


def _bits(values: bytes, among: Container[int]) -> int:
    """Return the cells whose byte is among some."""
    table = bytes([49 if byte in among else 48 for byte in range(256)])
    return int(values.translate(table)[::-1], 2)


def _mirrored(event: Event, grid: Grid) -> Event:
    """Return the event that a line of the opposite displacement meets."""
    kind, where = event
    if isinstance(where, int):
        return kind, -where
    return kind, tuple(tuple(_turned(code, grid) for code in way) for way in where)


def _turned(code: int, grid: Grid) -> int:
    offset, direction = divmod(code, 3)
    return 3 * (-offset - grid.offsets[direction]) + direction


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
    ahead = [planes.event(event) for event in program.events]
    back = [planes.event(_mirrored(event, grid)) for event in program.events]
    table: dict[int, int] = {}
    from_a, from_b = [0], [0]
    for keep, added, offset, valid in program.halves:
        del from_a[keep + 1 :], from_b[keep + 1 :]
        a, b = from_a[keep], from_b[keep]
        for event in added:
            a |= ahead[event]
            b |= back[event]
            from_a.append(a)
            from_b.append(b)
        table[offset] = table.get(offset, 0) | planes.clear(a | (b >> offset), offset, valid)
    for template, offset, valid in program.along:
        table[offset] = table.get(offset, 0) | planes.clear(planes.along(template), offset, valid)
    return table


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
        cells = {cover.names[cell]: cell for cell, byte in enumerate(cover.terrain_at) if byte}
        self.numbers = tuple(sorted(cells))
        self._cells = tuple(cells[number] for number in self.numbers)

    def __repr__(self) -> str:
        return f"<SightMatrix of {self.board.title!r}, {self.count:,} of {len(self) * (len(self) - 1):,} pairs clear>"

    def __len__(self) -> int:
        return len(self.numbers)

    def clear(self, a: str | Hex, b: str | Hex) -> bool:
        """Return whether a hex sees another; NotationError for what is no hex of the map."""
        return self.clear_cells(self._cell(a), self._cell(b))

    def clear_cells(self, a: int, b: int) -> bool:
        """Return whether the hex with cell a sees the one with cell b."""
        if a == b:
            return True
        if self._into >> b & 1:
            return False
        first, offset = (a, b - a) if b > a else (b, a - b)
        return bool(self._table.get(offset, 0) >> first & 1)

    def _cell(self, given: str | Hex) -> int:
        footing = self._cover.footings.of(given)
        if len(footing.cells) != 1:
            raise NotationError("one hex of the map", given)
        return footing.cells[0]

    def bits(self, offset: int) -> int:
        """Return the cells that see the hex `offset` cells on (`Grid.offset` of a displacement; not 0)."""
        if offset > 0:
            return self._table.get(offset, 0) & ~(self._into >> offset)
        return (self._table.get(-offset, 0) & ~self._into) << -offset

    @property
    def count(self) -> int:
        """How many ordered pairs of different hexes are clear."""
        return sum(self.bits(offset).bit_count() + self.bits(-offset).bit_count() for offset in self._table)

    def rows(self) -> Iterator[tuple[str, bytes]]:
        """Iterate over the hexes by number, each with a byte for every hex of `numbers`: 1 seen (or itself), 0 not."""
        size, square = self._cover.grid.size, self._square()
        for number, cell in zip(self.numbers, self._cells, strict=True):
            row = square[cell * size : (cell + 1) * size]
            yield number, bytes([row[other] for other in self._cells])

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
