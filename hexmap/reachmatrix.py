"""Reach from everywhere at once: one big integer for each state and cost, a bit for each state that can be reached.

The states within k points of u are u itself and, for each move from u to v that costs w, the states within k - w of v.
Taken for all u together, cost by cost, that is a row of ORs and needs no queue.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import floor
from operator import itemgetter, or_
from typing import NamedTuple, Unpack

from hexmap.board import Board
from hexmap.ground import Cost
from hexmap.manoeuvres import PairMoves
from hexmap.movement import HexMoves
from hexmap.options import UnitOptions, refuse_unknown
from hexmap.stepcosts import StepCosts, compiled_costs, exact, points, read_allowance
from mapsheet.errors import NotationError

MOST_BYTES = 2_000_000_000
MOST_LAYERS = 20_000  # different costs, which odd fractions multiply
Row = Sequence[int]


class _Plan(NamedTuple):
    """The moves of all states, slot by slot, as gathers from rows: `paid` for each price above 0, and `free` ones."""

    states: tuple[int, ...]
    names: tuple[str, ...]
    prices: tuple[int, ...]
    paid: tuple[Callable[[list[int]], Row], ...]
    free: tuple[Callable[[list[int]], Row], ...]


class ReachMatrix:
    """The reach of every state within one allowance.

    `names` are the states by their spelling; a mask is an integer whose bit i stands for `names[i]`. `layers` holds,
    for each of the rising `costs_of_layers`, the mask of every state in the order of `names`.
    """

    def __init__(self, allowance: Cost, names: tuple[str, ...], layers: list[tuple[Cost, Row]]) -> None:
        self.allowance, self.names = allowance, names
        self.costs_of_layers = tuple(cost for cost, _ in layers)
        self.layers = tuple(row for _, row in layers)
        self._places = {name: place for place, name in enumerate(names)}

    def __repr__(self) -> str:
        return f"<ReachMatrix of {len(self.names)} states within {self.allowance}>"

    def place(self, name: str) -> int:
        """Return the place of a state in `names`, which is its bit; NotationError for an unknown one."""
        if name not in self._places:
            raise NotationError("a state of this matrix", name)
        return self._places[name]

    @property
    def masks(self) -> Row:
        """The masks of what each state reaches within the whole allowance, in the order of `names`."""
        return self.layers[-1]

    def mask(self, name: str, within: object = None) -> int:
        """Return the mask of what a state reaches within some points, at most and by default the whole allowance."""
        place = self.place(name)
        limit = self.allowance if within is None else read_allowance(within)
        return self.layers[bisect_right(self.costs_of_layers, limit) - 1][place]

    def reaches(self, name: str, to: str) -> bool:
        """Return whether a state reaches another within the allowance."""
        return bool(self.masks[self.place(name)] >> self.place(to) & 1)

    def costs(self, name: str) -> dict[str, Cost]:
        """Return the least cost to every state that one reaches, the start at 0, by cost, then by place."""
        place, before = self.place(name), 0
        found: dict[str, Cost] = {}
        for cost, row in zip(self.costs_of_layers, self.layers, strict=True):
            found |= dict.fromkeys((self.names[k] for k in _bits(row[place] & ~before)), cost)
            before = row[place]
        return found

    def to_json(self) -> dict[str, object]:
        """Return `allowance costs`: the costs from each state by its spelling."""
        costs = {name: {to: points(cost) for to, cost in self.costs(name).items()} for name in self.names}
        return {"allowance": points(self.allowance), "costs": costs}


def reach_matrix(
    board: Board, allowance: object, *, pairs: bool = False, **options: Unpack[UnitOptions]
) -> ReachMatrix:
    """Return the reach from every hex of the map, or with `pairs` of every two-hex unit, within an allowance.

    From a hex it is what `reach` answers. Hexes that other units hold are closed; a unit may start on one, but two-hex
    units that would stand on one, or on a prohibited hex, are left out. States come in the order of the map's hexes,
    two-hex units by their left hex, then clockwise by the right one. Raises NotationError for a bad allowance, occupied
    hex or class, and where the answer would not fit in 2 GB or has too many different costs.
    """
    refuse_unknown(options, UnitOptions)
    limit = read_allowance(allowance)
    costs = compiled_costs(board, options.get("unit_class"))
    closed = board.occupied_cells(options)
    _refuse_huge(len(board) * (6 if pairs else 1), 1)
    plan = _plan_of(board, costs, closed, pairs=pairs)
    layers = [(exact(total, costs.scale), row) for total, row in _layers(plan, floor(limit * costs.scale))]
    return ReachMatrix(limit, plan.names, layers)


def _refuse_huge(states: int, layers: int) -> None:
    size = states * (states // 8 + 40) * layers
    if size > MOST_BYTES or layers > MOST_LAYERS:
        few = "few enough states and costs to be held at once"
        raise NotationError(f"{few}: {states:,} states would need {size // 10**6:,} MB or more", f"{layers} costs")


def _plan_of(board: Board, costs: StepCosts, closed: frozenset[int], *, pairs: bool) -> _Plan:
    """Return the moves of all states; those without other units are kept with the map."""

    def make() -> _Plan:
        if pairs:
            return _compile(PairMoves(board, costs, closed), tuple(_pair_states(board, costs, closed)))
        return _compile(HexMoves(board, costs, closed), tuple(map(board.grid.cell, board)))

    return make() if closed else board.kept(("matrix", costs, pairs), make)


def _pair_states(board: Board, costs: StepCosts, closed: frozenset[int]) -> Iterable[int]:
    enter = costs.prices.enter
    ground = board.terrain_at

    def is_free(cell: int) -> bool:
        return ground[cell] != 0 and enter[ground[cell] - 1] is not None and cell not in closed

    for cell in map(board.grid.cell, board):
        if is_free(cell):
            yield from (6 * cell + k for k, offset in enumerate(costs.offsets) if is_free(cell + offset))


def _compile(moves: HexMoves | PairMoves, states: tuple[int, ...]) -> _Plan:
    place = {state: k for k, state in enumerate(states)}
    steps = [[(int(price), place[to]) for price, _, to in moves.moves(state) if to in place] for state in states]
    prices = tuple(sorted({price for row in steps for price, _ in row if price}))
    rank = {price: k * len(states) for k, price in enumerate(prices)}
    none = len(prices) * len(states)  # where a row of gathered masks has its 0
    paid = [[rank[price] + to for price, to in row if price] for row in steps]
    free = [[to for price, to in row if not price] for row in steps]
    names = tuple(map(moves.name, states))
    return _Plan(states, names, prices, tuple(_gathers(paid, none)), tuple(_gathers(free, len(states))))


def _gathers(rows: list[list[int]], none: int) -> Iterable[Callable[[list[int]], Row]]:
    """Iterate over gathers of the k-th entry of every row, `none` where a row is shorter."""
    for k in range(max(map(len, rows), default=0)):
        places = [row[k] if k < len(row) else none for row in rows]
        yield itemgetter(*places, none)  # one more than the rows, so that a map of one hex gathers a tuple too


def _totals(plan: _Plan, limit: int) -> list[int]:
    """Return every sum of prices up to a limit, in order; NotationError where a mask for each would not fit."""
    found, fresh = {0}, {0}
    while fresh:
        fresh = {a + b for a, b in product(fresh, plan.prices) if a + b <= limit} - found
        found |= fresh
        _refuse_huge(len(plan.states), len(found))
    return sorted(found)


def _layers(plan: _Plan, limit: int) -> Iterable[tuple[int, Row]]:
    totals = _totals(plan, limit)
    own = [1 << k for k in range(len(plan.states))]
    nothing = [0] * len(own)
    rows: list[list[int]] = []
    for total in totals:
        flat: list[int] = []
        for price in plan.prices:
            flat += rows[bisect_right(totals, total - price) - 1] if price <= total else nothing
        flat.append(0)
        row = own
        for gather in plan.paid if total else ():
            row = list(map(or_, row, gather(flat)))
        rows.append(_with_free(plan, row))
        yield total, rows[-1]


def _with_free(plan: _Plan, row: list[int]) -> list[int]:
    """Return a row with what its states reach by free moves, again and again until nothing is added."""
    while plan.free:
        wider = row
        for gather in plan.free:
            wider = list(map(or_, wider, gather([*row, 0])))
        if wider == row:
            break
        row = wider
    return row


def _bits(mask: int) -> Iterable[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
