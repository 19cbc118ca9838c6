"""What stops sight on a map under one policy: whether one cell sees another, and why not.

`Cover` holds a byte for each cell and asks one question of it: may the line of a template pass? The all-pairs matrix asks
the same of all cells at once (`hexmap.sightmatrix`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hexmap.lines import Templates
from hexmap.pair import hexes_of
from mapsheet.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hexmap.board import Board
    from hexmap.ground import Cost, Policy
    from hexmap.lines import Template, Ways
    from hexmap.options import SightOptions
    from hexmap.pair import Stand

ALWAYS = 255  # blocks at every level; levels end at 35
BLOCKS, INTO, SLOPE = "blocks", "blocks into", "slope"
REASONS = ("occupied", "terrain", "target", "higher", "hexside", "offmap")


class Gaze(NamedTuple):
    """One line of sight to judge: its template and the cells and levels of its ends."""

    template: Template
    a: int
    b: int
    level_a: int
    level_b: int


class Footing(NamedTuple):
    """A stand as cells, and its notation."""

    cells: tuple[int, ...]
    text: str


class Footings(dict[object, Footing]):
    """Footings by the text or value that a caller gives; what is not spelled as the map spells it is not remembered."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board

    def __missing__(self, given: str | Stand) -> Footing:
        board = self._board
        stand = board.stand(given)
        found = Footing(tuple(board.grid.cell(h) for h in hexes_of(stand)), board.spell(stand))
        if not isinstance(given, str) or given == found.text:
            self[given] = found
        return found

    def of(self, given: str | Stand) -> Footing:
        """Return the footing of a stand; NotationError when it cannot be read."""
        if not isinstance(given, str | tuple):
            raise NotationError("where a unit stands, such as a hex number", given)
        return self[given]


class Cover:
    """The cover of a map under one policy. `tops` holds for each cell the level that must be exceeded to see over it.

    A hex that blocks at every level has 255. Under the slope policy the other hexes have 0 and are judged by `_rises`.
    """

    def __init__(self, board: Board, policy: Policy) -> None:
        self.board, self.policy, self.grid = board, policy, board.grid
        self.names = board.numbers
        # all covers of a map share these
        self.footings = board.kept(Footings, lambda: Footings(board))
        self.templates = board.kept(Templates, lambda: Templates(board.grid))
        self.terrain_at, self.levels = board.terrain_at, board.level_at
        self.into = frozenset(byte for byte, t in enumerate(board.terrains, 1) if t.sight == INTO)
        self.slope = policy.elevation == SLOPE
        # how high terrain stands above its level where that alone decides
        self.rises: dict[int, Cost] = {byte: t.height for byte, t in enumerate(board.terrains, 1)}
        always = self._always()
        self.tops = self.terrain_at.translate(always)
        if policy.elevation == "none":
            self.levels = bytes(len(self.levels))
        elif not self.slope:
            self.tops = _united(self.tops, self.levels)
        self.walls = _walls(board)
        self.lean = not self.walls and not self.slope and policy.touch == "ignore"

    def _always(self) -> bytes:
        """Return the table from terrain bytes to 255 where the hex blocks at every level, else 0."""
        table = bytearray(256)
        table[0] = ALWAYS if self.policy.offmap == BLOCKS else 0
        for byte, terrain in enumerate(self.board.terrains, 1):
            if terrain.sight != "open" and not (self.slope and terrain.height > 0):
                table[byte] = ALWAYS
        return bytes(table)

    def occupied(self, options: SightOptions, own: Iterable[int] = ()) -> frozenset[int]:
        """Return the cells that other units hold; the cells of `own` never count."""
        stands = self.board.others(options)
        if not stands:
            return frozenset()
        cells = {cell for stand in stands for cell in self.footings.of(stand).cells}
        return frozenset(cells.difference(own))

    def holding(self, occupied: frozenset[int]) -> Cover:
        """Return the same cover with units in these cells."""
        if not occupied:
            return self
        tops = bytearray(self.tops)
        for cell in occupied:
            tops[cell] = ALWAYS
        held = self._copied()
        held.tops = bytes(tops)
        return held

    def seen_into(self) -> Cover:
        """Return the same cover without the rule that nobody sees into some terrain (8.16), so that sight is mutual."""
        mutual = self._copied()
        mutual.into = frozenset()
        return mutual

    def _copied(self) -> Cover:
        copied = object.__new__(Cover)
        copied.__dict__.update(self.__dict__)
        return copied

    # -- yes or no -----------------------------------------------------------------------------------------------

    def clear(self, a: int, b: int) -> bool:
        """Return whether the hex with cell a sees the one with cell b, both on the map."""
        template = self.templates.between(a, b)
        levels, tops = self.levels, self.tops
        top = levels[a] if levels[a] > levels[b] else levels[b]  # noqa: FURB136 - faster than max
        if self.slope:
            top = ALWAYS - 1
        for offset in template.crossed:
            if tops[a + offset] > top:
                return False
        if self.terrain_at[b] in self.into and a != b:
            return False
        if self.lean and not template.runs:
            return True
        return self._clear_beside(template, a, b, top)

    def _clear_beside(self, template: Template, a: int, b: int, top: int) -> bool:
        """Return whether runs, touched corners, hexsides and slopes let the line pass too."""
        gaze = Gaze(template, a, b, self.levels[a], self.levels[b])
        stops = {
            offset
            for key, _, offset in template.items
            if self.tops[a + offset] > top or (self.slope and self._rises_over(gaze, key, a + offset))
        }
        if self.slope and not stops.isdisjoint(template.crossed):
            return False
        if run_blocks(self.policy.run, [(left in stops, right in stops) for left, right in template.runs]):
            return False
        # a touched hex that is missing never counts
        if self.policy.touch == BLOCKS and any(self.terrain_at[a + offset] for offset in stops.intersection(template.touched)):
            return False
        return not (self.walls and any(self.walled(barrier.ways, a) for barrier in template.barriers))

    def _rises_over(self, gaze: Gaze, key: int, cell: int) -> bool:
        """Return whether ground and terrain of a hex rise above the line at the foot of the hex's centre."""
        terrain = self.terrain_at[cell]
        return terrain != 0 and self._above(gaze, key, self.levels[cell] + self.rises[terrain])

    @staticmethod
    def _above(gaze: Gaze, key: int, height: Cost) -> bool:
        norm = gaze.template.norm
        return height * norm > gaze.level_a * (norm - key) + gaze.level_b * key

    def walled(self, ways: Ways, a: int) -> bool:
        """Return whether hexsides that block close every way past one place of a line from cell a.

        At a corner one open way, a hair to either hand, is open (as in 8.12); where touching blocks, any hexside of the
        corner closes it.
        """
        walls, base = self.walls, 3 * a
        closed = (any(base + code in walls for code in way) for way in ways)
        return any(closed) if self.policy.touch == BLOCKS else all(closed)

    # -- why -----------------------------------------------------------------------------------------------------

    def reasons(self, gaze: Gaze, key: int, cell: int, occupied: frozenset[int]) -> list[str]:
        """Return why a hex on the line blocks it, none where it does not."""
        byte = self.terrain_at[cell]
        if byte == 0:
            return ["offmap"] if self.policy.offmap == BLOCKS else []
        terrain, level = self.board.terrains[byte - 1], self.levels[cell]
        why = ["occupied"] if cell in occupied else []
        screens = terrain.sight != "open"
        if self.slope:
            high = self._above(gaze, key, level if screens else level + terrain.height)
            if screens and (terrain.height == 0 or self._above(gaze, key, level + terrain.height)):
                why.append("terrain")
        else:
            high = level > gaze.level_a and level > gaze.level_b
            if screens:
                why.append("terrain")
        return [*why, "higher"] if high else why


def run_blocks(policy: str, pairs: list[tuple[bool, bool]]) -> bool:
    """Return whether the hexes left and right of the hexsides that a line runs along block it under a policy."""
    if policy == "same-hexside":
        return any(left and right for left, right in pairs)
    if policy == "either":
        return any(left or right for left, right in pairs)
    if policy == "each-side":
        return any(left for left, _ in pairs) and any(right for _, right in pairs)
    return False


def cover_of(board: Board, policy: Policy) -> Cover:
    """Return the cover of a map under a policy, made once."""
    return board.kept(policy, lambda: Cover(board, policy))


def _united(blocks: bytes, levels: bytes) -> bytes:
    """Return 255 where blocks are 255, else the level; as whole numbers, which is the fast way for a million cells."""
    both = int.from_bytes(blocks, "little") | int.from_bytes(levels, "little")
    return both.to_bytes(len(blocks), "little")


def _walls(board: Board) -> frozenset[int]:
    """Return the hexsides that block sight as 3 * cell + direction N, NE or SE (pointy NE, E, SE)."""
    blocking = {name for name, kind in board.rules.hexside_kinds.items() if kind.blocks}
    codes = []
    for side, kinds in board.hexsides.items():
        if blocking.isdisjoint(kinds):
            continue
        cell, direction = board.grid.cell(side.hex), side.direction
        if direction >= 3:
            cell, direction = cell + board.grid.offsets[direction], direction - 3
        codes.append(3 * cell + direction)
    return frozenset(codes)


__all__ = ["ALWAYS", "REASONS", "Cover", "Footing", "Gaze", "cover_of", "run_blocks"]
