"""Facing: single counters with a front that turn and move ahead; a two-hex unit's arcs, and where one can form up."""

from __future__ import annotations

from collections.abc import Iterable
from math import lcm
from typing import NamedTuple, Unpack

from hexmap.board import Board
from hexmap.grid import Hex
from hexmap.ground import Cost
from hexmap.options import UnitOptions, refuse_unknown
from hexmap.pair import Faced, Pair, Stand, arc_hexes, facing, pairs_on
from hexmap.search import Move
from hexmap.stepcosts import Ban, Cause, Costs, exact, prices_of
from mapsheet.errors import NotationError


class FacedMoves:
    """Moves of a single counter with a front: into the hex it faces, or a turn by 60 degrees; a state is 6 cell + direction."""

    def __init__(self, board: Board, costs: Costs, closed: frozenset[int] = frozenset(), *, turn: Cost = 1) -> None:
        self.board, self.costs, self.closed = board, costs, closed
        self.scale = lcm(costs.scale, turn.denominator)
        self._factor = self.scale // costs.scale
        self._turn = exact(turn * self.scale, 1)

    def state(self, stand: Stand) -> int:
        """Return the state of a faced hex."""
        assert isinstance(stand, Faced)
        return 6 * self.board.grid.cell(stand.hex) + stand.direction

    def moves(self, state: int) -> Iterable[Move]:
        """Iterate over the step ahead and both turns."""
        cell, direction = divmod(state, 6)
        price = self.costs.toll(cell, direction)
        ahead = cell + self.costs.offsets[direction]
        if price is not None and ahead not in self.closed:
            yield price * self._factor, 0, 6 * ahead + direction
        yield self._turn, 1, 6 * cell + (direction + 1) % 6
        yield self._turn, 2, 6 * cell + (direction + 5) % 6

    def leads(self, state: int) -> list[tuple[int, int]]:
        """Return a mark and the state of the step ahead, of the turn right and of the turn left, allowed or not."""
        cell, direction = divmod(state, 6)
        ahead = 6 * (cell + self.costs.offsets[direction]) + direction
        return [(0, ahead), (1, 6 * cell + (direction + 1) % 6), (2, 6 * cell + (direction + 5) % 6)]

    def explain(self, state: int, mark: int) -> tuple[list[Cause], list[Ban]]:
        """Return the causes of a move's cost, or what forbids it."""
        cell, direction = divmod(state, 6)
        if mark:
            turned = (direction + (1 if mark == 1 else 5)) % 6
            return [Cause("turn", self.board.grid.direction_names[turned], exact(self._turn, self.scale))], []
        ahead = cell + self.costs.offsets[direction]
        if ahead in self.closed:
            return [], [Ban("occupied", self.board.number_of_cell(ahead))]
        causes, ban = self.costs.reasons.step(cell, direction)
        return causes, [ban] if ban else []

    @staticmethod
    def turn(before: int | None, mark: int) -> bool:  # noqa: ARG004 - the same question for all kinds of moves
        """Return whether a move is a turn."""
        return mark != 0

    def hexes(self, state: int) -> tuple[str]:
        """Return the number of a state's hex."""
        return (self.board.number_of_cell(state // 6),)

    def name(self, state: int) -> str:
        """Return the spelling of a state, as 1426>NE."""
        return f"{self.board.number_of_cell(state // 6)}>{self.board.grid.direction_names[state % 6]}"

    def facing(self, state: int) -> int:
        """Return the bearing in degrees that a state faces."""
        return self.board.grid.bearing(state % 6)


class Arcs(NamedTuple):
    """The numbers of the hexes round a two-hex unit, None off the map, and the bearing it faces (5.2, 9.12, 10.33)."""

    front: tuple[str | None, str | None, str | None]
    flanks: tuple[str | None, str | None]
    rear: tuple[str | None, str | None, str | None]
    facing: int

    def to_json(self) -> dict[str, object]:
        """Return `front flanks rear facing` as plain JSON values."""
        return {"front": [*self.front], "flanks": [*self.flanks], "rear": [*self.rear], "facing": self.facing}


def arcs(board: Board, pair: str | Pair) -> Arcs:
    """Return front left, centre, right; left and right flank; rear left, centre, right of a two-hex unit.

    Raises NotationError where `pair` is no two-hex unit on the map.
    """
    stand = board.stand(pair)
    if not isinstance(stand, Pair):
        raise NotationError("a two-hex unit, left+right", pair)

    def number(h: Hex) -> str | None:
        return board.number(h) if h in board else None

    found = arc_hexes(board.grid, stand)
    (fl, fc, fr), (lf, rf), (rl, rc, rr) = (map(number, part) for part in found)
    return Arcs((fl, fc, fr), (lf, rf), (rl, rc, rr), facing(board.grid, stand))


class Placements(NamedTuple):
    """Two-hex units by their spelling, clockwise by the other hex, first with the asked hex on the left."""

    placements: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """Return `placements` as plain JSON values."""
        return {"placements": [*self.placements]}


def placements(board: Board, h: str | Hex, **options: Unpack[UnitOptions]) -> Placements:
    """Return every two-hex unit that holds a hex and stands on passable hexes free of other units: at most 12 (18.13).

    Who stands on the hex itself never counts. Raises NotationError for a bad hex, occupied hex or class.
    """
    refuse_unknown(options, UnitOptions)
    here = board.hex(h)
    enter = prices_of(board, options.get("unit_class")).enter
    closed = board.occupied_cells(options, (here,))

    def is_free(other: Hex) -> bool:
        cell = board.grid.cell(other)
        ground = board.terrain_at[cell]
        return ground != 0 and enter[ground - 1] is not None and cell not in closed

    found = [board.spell(pair) for pair in pairs_on(board.grid, here) if is_free(pair.left) and is_free(pair.right)]
    return Placements(tuple(found))
