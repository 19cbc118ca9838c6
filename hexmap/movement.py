"""Reach: the least cost to every hex, or every position of a unit with a front, within an allowance."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import floor
from typing import NamedTuple, Unpack

from hexmap.board import Board
from hexmap.facing import FacedMoves
from hexmap.grid import Hex
from hexmap.ground import Cost
from hexmap.manoeuvres import PairMoves
from hexmap.options import refuse_unknown
from hexmap.pair import Faced, Pair, Stand
from hexmap.search import Journey, Move, explore, spread
from hexmap.stepcosts import (
    Ban,
    Cause,
    Costs,
    MoveOptions,
    StepCosts,
    costs_of,
    exact,
    points,
    read_allowance,
)


class Place(NamedTuple):
    """A position within reach: of a two-hex unit with `left` and `right`, of a faced one with `hex`; facing in degrees."""

    at: str
    facing: int
    cost: Cost
    left: str | None = None
    right: str | None = None
    hex: str | None = None

    def to_json(self) -> dict[str, object]:
        """Return `at left right facing cost` or `at hex facing cost` as plain JSON values."""
        hexes = {"hex": self.hex} if self.hex is not None else {"left": self.left, "right": self.right}
        return {"at": self.at, **hexes, "facing": self.facing, "cost": points(self.cost)}


class Reach(NamedTuple):
    """Where a unit can go: the least cost by the spelling of the stand, the start at 0, by cost, then by spelling.

    Of a unit with a front `positions` tells the same with hexes and facing; for others it is empty.
    """

    from_: str
    allowance: Cost
    costs: dict[str, Cost]
    positions: tuple[Place, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return `from allowance costs`, of a unit with a front `from allowance positions`, as plain JSON values."""
        told = {"from": self.from_, "allowance": points(self.allowance)}
        if self.positions:
            return {**told, "positions": [place.to_json() for place in self.positions]}
        return {**told, "costs": {at: points(cost) for at, cost in self.costs.items()}}


class HexMoves:
    """Moves of a unit that may face anywhere, one hex at a time; a state is a cell, a move's mark its direction (5.25)."""

    def __init__(self, board: Board, costs: Costs, closed: frozenset[int] = frozenset()) -> None:
        self.board, self.costs, self.closed = board, costs, closed
        self.scale = costs.scale
        self.name = board.number_of_cell

    def state(self, stand: Stand) -> int:
        """Return the state of a hex."""
        assert isinstance(stand, Hex)
        return self.board.grid.cell(stand)

    def moves(self, state: int) -> Iterable[Move]:
        """Iterate over the steps from a cell."""
        for direction, offset in enumerate(self.costs.offsets):
            price = self.costs.toll(state, direction)
            if price is not None and state + offset not in self.closed:
                yield price, direction, state + offset

    def leads(self, state: int) -> list[tuple[int, int]]:
        """Return the direction and the cell of every step, allowed or not."""
        return [(direction, state + offset) for direction, offset in enumerate(self.costs.offsets)]

    def explain(self, state: int, mark: int) -> tuple[list[Cause], list[Ban]]:
        """Return the causes of a step's cost, or what forbids it."""
        ahead = state + self.costs.offsets[mark]
        if ahead in self.closed:
            return [], [Ban("occupied", self.name(ahead))]
        causes, ban = self.costs.reasons.step(state, mark)
        return causes, [ban] if ban else []

    @staticmethod
    def turn(before: int | None, mark: int) -> bool:
        """Return whether the direction changes."""
        return before is not None and before != mark


Moves = HexMoves | PairMoves | FacedMoves


def moves_of(
    board: Board, stand: Stand, costs: Costs, *, closed: frozenset[int] = frozenset(), turn: Cost = 1
) -> Moves:
    """Return the moves that the kind of stand allows: by hexes, by manoeuvres, or straight ahead with turns."""
    if isinstance(stand, Pair):
        return PairMoves(board, costs, closed)
    if isinstance(stand, Faced):
        return FacedMoves(board, costs, closed, turn=turn)
    return HexMoves(board, costs, closed)


def journey_of(moves: Moves, start: int, is_goal: Callable[[int], bool], ahead: Callable[[int], Cost] = lambda _: 0) -> Journey:
    """Return the question for a way by these moves."""
    return Journey(start, moves.moves, is_goal, moves.name, moves.turn, ahead)


def reach(board: Board, start: str | Stand, allowance: object, **options: Unpack[MoveOptions]) -> Reach:
    """Return the least cost to everything within an allowance.

    `allowance` is a number or a text such as "7/2"; no more than it is spent (5.12). Hexes that other units hold are
    closed (5.15), the unit's own are not. A faced single (`1426>NE`) moves into the hex it faces and pays `turn` for each
    60 degrees. Raises NotationError for a bad stand, allowance, class or cost.
    """
    refuse_unknown(options, MoveOptions)
    stand = board.stand(start)
    limit = read_allowance(allowance)
    costs = costs_of(board, options.get("unit_class"), options.get("cost"))
    closed = board.occupied_cells(options, (stand,))
    if isinstance(stand, Hex):
        return Reach(board.number(stand), limit, _hex_costs(board, costs, stand, limit, closed))
    moves = moves_of(board, stand, costs, closed=closed, turn=read_allowance(options.get("turn", 1)))
    assert not isinstance(moves, HexMoves)  # a stand with a front has other moves
    found = explore(journey_of(moves, moves.state(stand), lambda _: False), limit * moves.scale)
    places = [_place(moves, state, scaled) for state, scaled in found.best.items()]
    places.sort(key=lambda place: (place.cost, place.at))
    return Reach(board.spell(stand), limit, {place.at: place.cost for place in places}, tuple(places))


def _place(moves: PairMoves | FacedMoves, state: int, scaled: Cost) -> Place:
    cost = exact(scaled, moves.scale)
    if isinstance(moves, PairMoves):
        left, right = moves.hexes(state)
        return Place(f"{left}+{right}", moves.facing(state), cost, left, right)
    return Place(moves.name(state), moves.facing(state), cost, hex=moves.hexes(state)[0])


def _hex_costs(board: Board, costs: Costs, start: Hex, limit: Cost, closed: frozenset[int]) -> dict[str, Cost]:
    cell, scale, number = board.grid.cell(start), costs.scale, board.numbers.__getitem__
    if isinstance(costs, StepCosts):
        found = [(exact(cost, scale), cells) for cost, cells in spread(costs, cell, floor(limit * scale), closed)]
        return {name: cost for cost, cells in found for name in sorted(map(number, cells))}
    moves = HexMoves(board, costs, closed)
    best = explore(journey_of(moves, cell, lambda _: False), limit).best
    ordered = sorted((cost, number(state)) for state, cost in best.items())
    return {name: exact(cost, 1) for cost, name in ordered}
