"""The seven manoeuvres of a two-hex unit and what each costs by its half-steps.

A manoeuvre is a set of half-steps, one for each half of the unit that changes its hex. It costs its base (forward and
pivot 1, sideways and about-face 2), plus the dearest surcharge of its half-steps, plus the climb once if any half
climbs (7.22). A half-step's surcharge is what a single unit would pay for that step, less the cost of clear ground
and without the climb. An about-face adds the larger `turn` of its two hexes (15.52).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hexmap.board import Board
from hexmap.ground import Cost
from hexmap.pair import Pair, Stand, axis
from hexmap.search import Move
from hexmap.stepcosts import Ban, CallableCosts, Cause, Costs


class Manoeuvre(NamedTuple):
    """A manoeuvre in directions relative to that from left to right: where the left hex goes, how the axis turns.

    `halves` are the half-steps: 0 for the left half, 1 for the right, and the direction.
    """

    name: str
    base: int
    left: int | None
    turned: int
    halves: tuple[tuple[int, int], ...]


MOST_KNOWN = 100_000  # states; a battle map has some 5,000
MANOEUVRES = (
    Manoeuvre("forward-left", 1, -2, 0, ((0, -2), (1, -2))),
    Manoeuvre("forward-right", 1, -1, 0, ((0, -1), (1, -1))),
    Manoeuvre("pivot-left", 1, None, -1, ((1, -2),)),
    Manoeuvre("pivot-right", 1, -1, 1, ((0, -1),)),
    Manoeuvre("sideways-left", 2, 3, 0, ((0, 3), (1, 3))),
    Manoeuvre("sideways-right", 2, 0, 0, ((0, 0), (1, 0))),
    Manoeuvre("about-face", 2, 0, 3, ()),
)


class _Half(NamedTuple):
    """A half-step by offsets from the left cell: from, to, the direction, and whether `to` is held by the unit."""

    origin: int
    to: int
    direction: int
    held: bool


class _Way(NamedTuple):
    """A manoeuvre for one axis: its place in MANOEUVRES, the change of state, its half-steps."""

    mark: int
    change: int
    halves: tuple[_Half, ...]


class _Known(dict[int, list[tuple[Move, tuple[int, ...]]]]):
    """The manoeuvres of the states asked for so far: each with the cells it newly enters."""


class PairMoves:
    """Moves of a two-hex unit; a state is 6 times the left cell plus the direction to the right one.

    A move's mark is its place in MANOEUVRES.
    """

    def __init__(self, board: Board, costs: Costs, closed: frozenset[int] = frozenset()) -> None:
        self.board, self.costs, self.closed = board, costs, closed
        self.scale = costs.scale
        self._ways = tuple(self._ways_of(k) for k in range(6))
        # the costs of a class never change, so every query on the map shares what was worked out
        self._known = _Known() if isinstance(costs, CallableCosts) else board.kept(("manoeuvres", costs), _Known)

    def _ways_of(self, k: int) -> tuple[_Way, ...]:
        offsets = self.costs.offsets
        ways = []
        for index, man in enumerate(MANOEUVRES):
            turned = (k + man.turned) % 6
            shift = 0 if man.left is None else offsets[(k + man.left) % 6]
            halves = tuple(self._half(k, side, (k + way) % 6) for side, way in man.halves)
            ways.append(_Way(index, 6 * shift + turned - k, halves))
        return tuple(ways)

    def _half(self, k: int, side: int, direction: int) -> _Half:
        offsets = self.costs.offsets
        origin = offsets[k] if side else 0
        to = origin + offsets[direction]
        return _Half(origin, to, direction, to in (0, offsets[k]))

    def state(self, stand: Stand) -> int:
        """Return the state of a two-hex unit."""
        assert isinstance(stand, Pair)
        grid = self.board.grid
        return 6 * grid.cell(stand.left) + axis(grid, stand)

    def cells(self, state: int) -> tuple[int, int]:
        """Return the cells of the left and the right hex."""
        left, k = divmod(state, 6)
        return left, left + self.costs.offsets[k]

    def hexes(self, state: int) -> tuple[str, str]:
        """Return the numbers of the left and the right hex."""
        left, right = self.cells(state)
        return self.board.number_of_cell(left), self.board.number_of_cell(right)

    def name(self, state: int) -> str:
        """Return the spelling of a state, as 1426+1425."""
        return "+".join(self.hexes(state))

    def facing(self, state: int) -> int:
        """Return the bearing in degrees that a state faces: square to its axis."""
        return (self.board.grid.bearing(state % 6) - 90) % 360

    @staticmethod
    def turn(before: int | None, mark: int) -> bool:  # noqa: ARG004 - the same question for all kinds of moves
        """Return whether a manoeuvre changes the facing."""
        return MANOEUVRES[mark].turned != 0

    def moves(self, state: int) -> Iterable[Move]:
        """Iterate over the manoeuvres that are possible: points, place in MANOEUVRES, the state after it."""
        known = self._known.get(state)
        if known is None:
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            known = self._known[state] = list(self._priced(state))
        closed = self.closed
        return [move for move, entered in known if not closed or closed.isdisjoint(entered)]

    def _priced(self, state: int) -> Iterable[tuple[Move, tuple[int, ...]]]:
        left, k = divmod(state, 6)
        for way in self._ways[k]:
            price = self._price(left, k, way)
            if price is not None:
                entered = tuple(left + half.to for half in way.halves if not half.held)
                yield (price, way.mark, state + way.change), entered

    def _price(self, left: int, k: int, way: _Way) -> Cost | None:
        base: Cost = MANOEUVRES[way.mark].base * self.scale
        if not way.halves:
            return base + max(self._turn_at(left), self._turn_at(left + self.costs.offsets[k]))
        halves = [cost for half in way.halves if (cost := self._half_cost(left, half)) is not None]
        if len(halves) < len(way.halves):
            return None
        dearest = max(cost for cost, _ in halves)
        climbs = any(climb for _, climb in halves)
        return max(0, base + dearest - self.costs.clear) + (self.costs.uphill if climbs else 0)

    def _half_cost(self, left: int, half: _Half) -> tuple[Cost, bool] | None:
        cost = self.costs.half(left + half.origin, half.direction)
        if cost is None and half.held:
            # the unit stands there already: ground it could not enter asks nothing more, but a wall still stops it
            reasons, origin = self.costs.reasons, left + half.origin
            climbs = bool(self.costs.uphill and reasons.climb(origin, half.direction))
            return None if reasons.barrier(origin, half.direction) else (self.costs.clear, climbs)
        return cost

    def _turn_at(self, cell: int) -> Cost:
        turn: Cost = self.costs.turn[self.board.terrain_at[cell] - 1]
        return turn

    def leads(self, state: int) -> list[tuple[int, int]]:
        """Return the place in MANOEUVRES and the state after it of every manoeuvre, allowed or not."""
        return [(way.mark, state + way.change) for way in self._ways[state % 6]]

    # -- reasons -------------------------------------------------------------------------------------------------

    def explain(self, state: int, mark: int) -> tuple[list[Cause], list[Ban]]:
        """Return the causes of a manoeuvre's cost, or all that forbids it."""
        left, k = divmod(state, 6)
        way, man = self._ways[k][mark], MANOEUVRES[mark]
        bans = [ban for half in way.halves for ban in self._bans(left, half)]
        if bans:
            return [], list(dict.fromkeys(bans))
        if not way.halves:
            return [Cause("manoeuvre", man.name, man.base), *self._turn_causes(state)], []
        halves = [self._half_causes(left, half) for half in way.halves]
        dearest = max(halves, key=lambda causes: sum(cause.cost for cause in causes))
        climbs = [self.costs.reasons.climb(left + half.origin, half.direction) for half in way.halves]
        return _joined(man, dearest, self.costs.prices.clear) + max(climbs, key=len), []

    def _bans(self, left: int, half: _Half) -> Iterable[Ban]:
        board, ahead = self.board, left + half.to
        if ahead in self.closed and not half.held:
            yield Ban("occupied", board.number_of_cell(ahead))
        reasons, origin = self.costs.reasons, left + half.origin
        ban = reasons.barrier(origin, half.direction) if half.held else reasons.passage(origin, half.direction)[1]
        if ban:
            yield ban

    def _half_causes(self, left: int, half: _Half) -> list[Cause]:
        return self.costs.reasons.passage(left + half.origin, half.direction)[0]

    def _turn_causes(self, state: int) -> list[Cause]:
        turns = []
        for cell in self.cells(state):
            ground = self.board.terrain_at[cell] - 1
            turns.append(Cause("turn", self.board.terrains[ground].name, self.costs.prices.turn[ground]))
        dearest = max(turns, key=lambda cause: cause.cost)
        return [dearest] if dearest.cost else []


def _joined(man: Manoeuvre, causes: list[Cause], clear: Cost) -> list[Cause]:
    """Return a manoeuvre's causes: its base, and the dearest half-step's cost as far as it exceeds clear ground."""
    surcharge = sum(cause.cost for cause in causes) - clear if causes else 0
    if surcharge <= 0:
        kept = [Cause(cause.why, cause.name, 0) for cause in causes if surcharge < 0]
        return [Cause("manoeuvre", man.name, max(0, man.base + surcharge)), *kept]
    first, *others = causes
    if first.cost < clear:
        # ground cheaper than clear pays for part of the hexside: one sum tells it without a negative part
        return [Cause("manoeuvre", man.name, man.base), Cause(others[0].why, others[0].name, surcharge)]
    above = [first._replace(cost=first.cost - clear)] if first.cost != clear else []
    return [Cause("manoeuvre", man.name, man.base), *above, *others]
