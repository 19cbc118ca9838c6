"""Cavalry charges: the straight runs over open ground that end beside a target (5.31-5.33, 7.24, 15.51)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Unpack

from hexmap.board import Board
from hexmap.ground import Cost
from hexmap.manoeuvres import PairMoves
from hexmap.movement import HexMoves, Moves, journey_of, moves_of
from hexmap.options import UnitOptions, refuse_unknown
from hexmap.pair import Stand, hexes_of
from hexmap.search import Move, explore
from hexmap.stepcosts import Costs, costs_of, read_allowance
from mapsheet.errors import NotationError

SHORTEST = 3  # hexes of a run (5.31)
Cells = tuple[int, ...]
Leads = dict[int, dict[int | None, Cost]]


class Obstacle(NamedTuple):
    """What spoils a run.

    why is short (no run of three hexes within the allowance), occupied, blocked (a hex or hexside that may not be
    passed), downhill (the hex is the lower one), arc (the target would be behind), or the name of the terrain that
    breaks a run or bars a charge.
    """

    why: str
    hex: str | None = None

    def to_json(self) -> dict[str, str]:
        """Return `why`, and `hex` where it is at one."""
        return {"why": self.why} | ({"hex": self.hex} if self.hex is not None else {})


class Charges(NamedTuple):
    """The lanes of all charges at a target: each the stands of a run from the first hex entered, cheapest first.

    Without a lane `why` holds what spoils the runs that come nearest to being one.
    """

    from_: str
    target: str
    lanes: tuple[tuple[str, ...], ...]
    why: tuple[Obstacle, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return `from target lanes why` as plain JSON values."""
        lanes = [list(lane) for lane in self.lanes]
        return {"from": self.from_, "target": self.target, "lanes": lanes, "why": [reason.to_json() for reason in self.why]}


def charges(
    board: Board, at: str | Stand, target: str | Stand, allowance: object, **options: Unpack[UnitOptions]
) -> Charges:
    """Return the lanes along which a unit can charge a target within an allowance.

    A lane is all of the straight run that ends a move: at least three hexes entered in one direction, of a two-hex unit
    by the same forward manoeuvre, over terrain that does not break a run and no hexside downhill (7.24). It ends beside
    the target, which a two-hex unit must not have behind it (9.12); neither unit's hexes may bar a charge (15.51). Any
    movement may come before it, as long as the whole costs no more than the allowance. Lanes come by least cost of the
    whole movement, then by their stands. The target's hexes count as occupied. Whether this kind of unit may charge at
    all (5.33) is not asked.

    Raises NotationError for a bad stand, allowance or class, and for a target on the unit's own hexes.
    """
    refuse_unknown(options, UnitOptions)
    stand, aim = board.stand(at), board.stand(target)
    if set(hexes_of(stand)) & set(hexes_of(aim)):
        raise NotationError("a target off the unit's own hexes", target)
    aimed = tuple(board.grid.cell(h) for h in hexes_of(aim))
    closed = board.occupied_cells(options, (stand,)) | set(aimed)
    costs = costs_of(board, options.get("unit_class"))
    runs = Runs(board, costs, moves_of(board, stand, costs, closed=closed), aimed)
    limit = read_allowance(allowance) * runs.moves.scale
    start = runs.moves.state(stand)
    reached = explore(journey_of(runs.moves, start, lambda _: False), limit).best
    lanes = sorted(_lanes(runs, _leads(runs, start, reached, limit), limit))
    why = () if lanes else _obstacles(runs, reached, limit)
    return Charges(board.spell(stand), board.spell(aim), tuple(lane for _, lane in lanes), why)


class Runs:
    """Single steps of a run: a shift of the whole unit in one direction, whatever kind of unit it is."""

    def __init__(self, board: Board, costs: Costs, moves: Moves, aimed: Cells) -> None:
        self.board, self.costs, self.moves, self.aimed = board, costs, moves, aimed
        self.offsets = board.grid.offsets
        self.is_pair = isinstance(moves, PairMoves)
        self.factor = 1 if isinstance(moves, HexMoves) else 6  # a state with a front is six times a cell, and a direction

    def cells(self, state: int) -> Cells:
        """Return the cells a unit holds."""
        cell = state // self.factor
        return (cell, cell + self.offsets[state % 6]) if self.is_pair else (cell,)

    def ways(self, state: int) -> tuple[int, ...]:
        """Return the directions in which a run can go on, by the marks of their moves: forward left and right of a pair."""
        if self.factor == 1:
            return (0, 1, 2, 3, 4, 5)
        ahead = state % 6
        return ((ahead + 4) % 6, (ahead + 5) % 6) if self.is_pair else (ahead,)

    def shifted(self, state: int, way: int) -> int:
        """Return the state one step of a run further on."""
        return state + self.offsets[way] * self.factor

    def step(self, state: int, way: int) -> Move | None:
        """Return the move that makes a step of a run, None where it is not open."""
        mark = self.ways(state).index(way)
        return next((move for move in self.moves.moves(state) if move[1] == mark), None)

    def way_of(self, state: int, mark: int) -> int | None:
        """Return the direction of the run that a move belongs to, None where it breaks any run."""
        ways = self.ways(state)
        return ways[mark] if mark < len(ways) and self.is_clear(state, ways[mark]) else None

    def is_clear(self, state: int, way: int) -> bool:
        """Return whether a step breaks no run: the ground is open and nothing goes downhill."""
        return not any(self.breaks(state, way))

    def breaks(self, state: int, way: int) -> Iterator[Obstacle]:
        """Yield what breaks a run in a step: the terrain of a hex entered, a hexside downhill."""
        board = self.board
        for cell in self.cells(state):
            ahead = cell + self.offsets[way]
            terrain = board.terrains[board.terrain_at[ahead] - 1]
            if not terrain.run:
                yield Obstacle(terrain.name, board.number_of_cell(ahead))
            if board.level_at[ahead] < board.level_at[cell]:
                yield Obstacle("downhill", board.number_of_cell(ahead))

    def bars(self, state: int, way: int) -> Iterator[Obstacle]:
        """Yield what forbids a step that is not open."""
        for cell in self.cells(state):
            ahead = cell + self.offsets[way]
            if ahead in self.moves.closed:
                yield Obstacle("occupied", self.board.number_of_cell(ahead))
            elif self.costs.toll(cell, way) is None:
                yield Obstacle("blocked", self.board.number_of_cell(ahead))

    def is_beside(self, state: int) -> bool:
        """Return whether a unit touches the target."""
        cells = self.cells(state)
        return any(cell + offset in self.aimed for cell in cells for offset in self.offsets)

    def ends(self, state: int) -> Iterator[Obstacle]:
        """Yield what forbids a charge from beside the target: the terrain of either, the target behind a two-hex unit."""
        yield from self.bans((*self.cells(state), *self.aimed))
        if self.is_pair and not any(cell in self.aimed for cell in self._before(state)):
            yield Obstacle("arc", self.board.number_of_cell(self.aimed[0]))

    def bans(self, cells: Cells) -> Iterator[Obstacle]:
        """Yield the terrain that bars a charge, by hex (15.51)."""
        for cell in cells:
            terrain = self.board.terrains[self.board.terrain_at[cell] - 1]
            if not terrain.charge:
                yield Obstacle(terrain.name, self.board.number_of_cell(cell))

    def _before(self, state: int) -> Cells:
        """Return the front and flank cells of a two-hex unit."""
        (left, right), k = self.cells(state), state % 6
        front = (left + self.offsets[k - 2], left + self.offsets[k - 1], right + self.offsets[k - 1])
        return (*front, left - self.offsets[k], right + self.offsets[k])


def _leads(runs: Runs, start: int, reached: dict[int, Cost], limit: Cost) -> Leads:
    """Return the least cost of each state by the direction of the run that arrives there, None where none does."""
    leads: Leads = {start: {None: 0}}
    for state, cost in reached.items():
        for price, mark, beyond in runs.moves.moves(state):
            if cost + price <= limit:
                arrivals = leads.setdefault(beyond, {})
                way = runs.way_of(state, mark)
                arrivals[way] = min(cost + price, arrivals.get(way, limit))
    return leads


def _lanes(runs: Runs, leads: Leads, limit: Cost) -> Iterator[tuple[Cost, tuple[str, ...]]]:
    """Yield every lane with the least cost of its movement; a lane starts where no step of the same run came before."""
    for state, arrivals in leads.items():
        for way in runs.ways(state):
            others = [cost for came, cost in arrivals.items() if came != way]
            if others:
                yield from _along(runs, state, way, min(others), limit)


def _along(runs: Runs, state: int, way: int, cost: Cost, limit: Cost) -> Iterator[tuple[Cost, tuple[str, ...]]]:
    lane: list[str] = []
    step = runs.step(state, way)
    while step and runs.is_clear(state, way) and cost + step[0] <= limit:
        cost, state = cost + step[0], step[2]
        lane.append(runs.moves.name(state))
        if len(lane) >= SHORTEST and runs.is_beside(state) and not any(runs.ends(state)):
            yield cost, tuple(lane)
        step = runs.step(state, way)


def _obstacles(runs: Runs, reached: dict[int, Cost], limit: Cost) -> tuple[Obstacle, ...]:
    """Return what spoils the runs of three hexes within the allowance that the fewest obstacles spoil."""
    spoilt = [
        reasons
        for state, cost in reached.items()
        for way in runs.ways(state)
        if (reasons := _spoilers(runs, state, way, limit - cost)) is not None
    ]
    fewest = min(map(len, spoilt), default=0)
    found = {reason for reasons in spoilt if len(reasons) == fewest for reason in reasons}
    found = found or set(runs.bans(runs.aimed)) or {Obstacle("short")}
    return tuple(sorted(found, key=lambda reason: (reason.why, reason.hex or "")))


def _spoilers(runs: Runs, state: int, way: int, left: Cost) -> set[Obstacle] | None:
    """Return all that spoils a run of three hexes, None where it does not end beside the target or costs too much."""
    reasons: set[Obstacle] = set()
    for _ in range(SHORTEST):
        beyond = runs.shifted(state, way)
        if not all(runs.board.terrain_at[cell] and cell not in runs.aimed for cell in runs.cells(beyond)):
            return None
        step = runs.step(state, way)
        reasons.update(runs.breaks(state, way), () if step else runs.bars(state, way))
        left -= step[0] if step else 0
        state = beyond
    if left < 0 or not runs.is_beside(state):
        return None
    return reasons | set(runs.ends(state))
