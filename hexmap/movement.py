"""Reach: the least cost to every hex, or every position of a unit with a front, within an allowance."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import floor
from typing import NamedTuple, Unpack

from hexmap.board import Cost, HexMap, UnitOptions
from hexmap.facing import FacedMoves
from hexmap.grid import Hex
from hexmap.manoeuvres import PairMoves
from hexmap.pair import Faced, Pair, Stand
from hexmap.search import Journey, Move, explore, spread
from hexmap.stepcosts import Costs, StepCost, StepCosts, costs_of, exact, points, read_allowance


class Reach(NamedTuple):
    """Where a unit that may face anywhere can go: the least cost by number, the start at 0, by cost, then by number."""

    from_: str
    allowance: Cost
    costs: dict[str, Cost]

    def to_json(self) -> dict[str, object]:
        """Return `from allowance costs` as plain JSON values."""
        costs = {number: points(cost) for number, cost in self.costs.items()}
        return {"from": self.from_, "allowance": points(self.allowance), "costs": costs}


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


class Positions(NamedTuple):
    """Where a unit with a front can go: the cheapest of each position, the start at 0, by cost, then by spelling."""

    from_: str
    allowance: Cost
    positions: tuple[Place, ...]

    def to_json(self) -> dict[str, object]:
        """Return `from allowance positions` as plain JSON values."""
        positions = [place.to_json() for place in self.positions]
        return {"from": self.from_, "allowance": points(self.allowance), "positions": positions}


class HexMoves:
    """Moves of a unit that may face anywhere, one hex at a time; a state is a cell, a move's mark its direction (5.25)."""

    def __init__(self, board: HexMap, costs: Costs, closed: frozenset[int] = frozenset()) -> None:
        self.board, self.costs, self.closed = board, costs, closed
        self.scale = costs.scale
        self.name = board.number_of_cell

    def state(self, stand: Stand) -> int:
        """Return the state of a hex."""
        return self.board.grid.cell(stand)  # type: ignore[arg-type]

    def moves(self, state: int) -> Iterable[Move]:
        """Iterate over the steps from a cell."""
        for direction, offset in enumerate(self.costs.offsets):
            price = self.costs.toll(state, direction)
            if price is not None and state + offset not in self.closed:
                yield price, direction, state + offset

    @staticmethod
    def turn(before: int | None, mark: int) -> bool:
        """Return whether the direction changes."""
        return before is not None and before != mark


Moves = HexMoves | PairMoves | FacedMoves


def moves_of(
    board: HexMap, stand: Stand, costs: Costs, *, closed: frozenset[int] = frozenset(), turn: Cost = 1
) -> HexMoves | PairMoves | FacedMoves:
    """Return the moves that the kind of stand allows: by hexes, by manoeuvres, or straight ahead with turns."""
    if isinstance(stand, Pair):
        return PairMoves(board, costs, closed)
    if isinstance(stand, Faced):
        return FacedMoves(board, costs, closed, turn=turn)
    return HexMoves(board, costs, closed)


def journey_of(moves: Moves, start: int, is_goal: Callable[[int], bool], ahead: Callable[[int], Cost] = lambda _: 0) -> Journey:
    """Return the question for a way by these moves."""
    return Journey(start, moves.moves, is_goal, moves.name, moves.turn, ahead)


def reach(
    board: HexMap,
    start: str | Stand,
    allowance: object,
    *,
    turn: Cost = 1,
    cost: StepCost | None = None,
    **options: Unpack[UnitOptions],
) -> Reach | Positions:
    """Return the least cost to everything within an allowance: Reach for a hex, Positions for a unit with a front.

    `allowance` is a number or a text such as "7/2"; no more than it is spent (5.12). Hexes that other units hold are
    closed (5.15), the unit's own are not. `turn` is what a faced single unit (`1426>NE`) pays for each 60 degrees.
    `cost` replaces the map's prices: called with the map, both hexes and the direction's index, it returns the points of
    the step, or None where it is forbidden. Raises NotationError for a bad stand, allowance, class or cost.
    """
    stand = board.stand(start)
    limit = read_allowance(allowance)
    costs = costs_of(board, options.get("unit_class"), cost)
    closed = board.occupied_cells(options, (stand,))
    if isinstance(stand, Hex):
        return Reach(board.number(stand), limit, _hex_costs(board, costs, stand, limit, closed))
    moves = moves_of(board, stand, costs, closed=closed, turn=read_allowance(turn))
    assert not isinstance(moves, HexMoves)
    found = explore(journey_of(moves, moves.state(stand), lambda _: False), limit * moves.scale)
    places = [_place(moves, state, cost) for state, cost in found.best.items()]
    return Positions(board.spell(stand), limit, tuple(sorted(places, key=lambda place: (place.cost, place.at))))


def _place(moves: PairMoves | FacedMoves, state: int, scaled: Cost) -> Place:
    cost = exact(scaled, moves.scale)
    if isinstance(moves, PairMoves):
        left, right = moves.hexes(state)
        return Place(f"{left}+{right}", moves.facing(state), cost, left, right)
    return Place(moves.name(state), moves.facing(state), cost, hex=moves.hexes(state)[0])


def _hex_costs(board: HexMap, costs: Costs, start: Hex, limit: Cost, closed: frozenset[int]) -> dict[str, Cost]:
    cell, scale, number = board.grid.cell(start), costs.scale, board.number_of_cell
    if isinstance(costs, StepCosts):
        found = spread(costs, cell, floor(limit * scale), closed)
        return {name: at for at, name in _named((exact(cost, scale), map(number, cells)) for cost, cells in found)}
    moves = HexMoves(board, costs, closed)
    best = explore(journey_of(moves, cell, lambda _: False), limit).best
    ordered = sorted((cost, number(state)) for state, cost in best.items())
    return {name: exact(cost, 1) for cost, name in ordered}


def _named(groups: Iterable[tuple[Cost, Iterable[str]]]) -> Iterable[tuple[Cost, str]]:
    return ((cost, name) for cost, names in groups for name in sorted(names))
