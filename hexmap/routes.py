"""Paths between two places, and the reasons of a move: what each step costs by cause, or what forbids it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import NamedTuple, Unpack

from hexmap.board import Board
from hexmap.grid import Hex, span
from hexmap.ground import Cost
from hexmap.movement import HexMoves, Moves, journey_of, moves_of
from hexmap.options import refuse_unknown
from hexmap.pair import Faced, Stand, hexes_of, parse_stand
from hexmap.search import UNLIMITED, Journey, best_way, explore
from hexmap.stepcosts import (
    Ban,
    Costs,
    MoveOptions,
    Step,
    StepCosts,
    costs_of,
    exact,
    points,
    read_allowance,
)
from mapsheet.errors import NotationError


class Path(NamedTuple):
    """The cheapest path as the stands it passes, both ends included; cost and path None where there is none."""

    from_: str
    to: str
    cost: Cost | None
    path: tuple[str, ...] | None

    def to_json(self) -> dict[str, object]:
        """Return `from to cost path` as plain JSON values."""
        path = None if self.path is None else [*self.path]
        return {"from": self.from_, "to": self.to, "cost": points(self.cost), "path": path}


class Why(NamedTuple):
    """The reasons of a move: the steps with their causes, and what forbids it where it is not possible.

    `cost` is what the move takes whatever the allowance, None where there is no way.
    """

    from_: str
    to: str
    allowance: Cost | None
    possible: bool
    cost: Cost | None
    steps: tuple[Step, ...]
    forbidden: tuple[Ban, ...]

    def to_json(self) -> dict[str, object]:
        """Return `from to allowance possible cost steps forbidden` as plain JSON values."""
        steps = [step.to_json() for step in self.steps]
        forbidden = [ban.to_json() for ban in self.forbidden]
        told = {"from": self.from_, "to": self.to, "allowance": points(self.allowance), "possible": self.possible}
        return {**told, "cost": points(self.cost), "steps": steps, "forbidden": forbidden}


def path(
    board: Board, start: str | Stand, to: str | Stand, allowance: object = None, **options: Unpack[MoveOptions]
) -> Path:
    """Return the path of least cost; of equal ones that with the fewest turns, of those that with the lowest numbers.

    A turn is a change of direction; of a two-hex unit a manoeuvre that changes its facing, of a faced one a turn on the
    spot. Numbers are compared one by one from the start, as text. A unit with a front may be sent to a hex: to whatever
    position on it comes cheapest. Who stands at either end never counts. Raises NotationError for a bad stand,
    allowance, class or cost, and where the unit cannot take the form asked for.
    """
    refuse_unknown(options, MoveOptions)
    unit, goal = board.stand(start), board.stand(to)
    closed = board.occupied_cells(options, (unit, goal))
    moves = _moves(board, unit, closed, options)
    limit = UNLIMITED if allowance is None else read_allowance(allowance) * moves.scale
    way = best_way(_journey(board, moves, unit, goal), limit)
    if way is None:
        return Path(board.spell(unit), board.spell(goal), None, None)
    return Path(board.spell(unit), board.spell(goal), exact(way[0], moves.scale), tuple(map(moves.name, way[1])))


def _moves(board: Board, unit: Stand, closed: frozenset[int], options: MoveOptions) -> Moves:
    costs = costs_of(board, options.get("unit_class"), options.get("cost"))
    return moves_of(board, unit, costs, closed=closed, turn=read_allowance(options.get("turn", 1)))


def _journey(board: Board, moves: Moves, unit: Stand, goal: Stand) -> Journey:
    is_goal = _goal_test(board, moves, unit, goal)
    if isinstance(moves, HexMoves) and isinstance(goal, Hex):
        return journey_of(moves, moves.state(unit), is_goal, _least_ahead(board, moves.costs, goal))
    return journey_of(moves, moves.state(unit), is_goal)


def _goal_test(board: Board, moves: Moves, unit: Stand, goal: Stand) -> Callable[[int], bool]:
    """Return whether a state is where the unit shall go."""
    if type(goal) is type(unit):
        wanted = moves.state(goal)
        return lambda state: state == wanted
    if not isinstance(goal, Hex):
        expected = "a hex to go to" if isinstance(unit, Hex) else "a hex, or a stand of the same kind"
        raise NotationError(expected, board.spell(goal))
    cell = board.grid.cell(goal)
    if isinstance(unit, Faced):
        return lambda state: state // 6 == cell
    offsets = board.grid.offsets
    return lambda state: cell in (state // 6, state // 6 + offsets[state % 6])


def _least_ahead(board: Board, costs: Costs, goal: Hex) -> Callable[[int], Cost]:
    """Return the cost that every way to the goal has at least: its distance at the cheapest price of the map."""
    cheapest = min(costs.flat) if isinstance(costs, StepCosts) else 0
    grid = board.grid
    if not cheapest:
        return lambda _: 0
    return lambda cell: cheapest * span(*grid.displacement(grid.hex_of(cell), goal))


def why(
    board: Board, start: str | Stand, to: str | Stand, allowance: object = None, **options: Unpack[MoveOptions]
) -> Why:
    """Return the cost of each step by its causes, or what forbids the move.

    For a place one move away that move is judged; for others the best path. What forbids, in `forbidden`: the
    destination is `offmap`, `occupied` or `prohibited`; the one move meets one of these or a `hexside`; the `allowance`
    is less than `cost`; or the destination is `cutoff`, followed by all that closes the smaller of the two regions it
    parts. Unlike `path` it minds who stands at the destination (5.15). Steps priced by a function of another game tell
    one cause, `cost`. Raises NotationError as `path` does.
    """
    refuse_unknown(options, MoveOptions)
    unit = board.stand(start)
    goal = parse_stand(board.numbering, to) if isinstance(to, str) else to
    limit = None if allowance is None else read_allowance(allowance)
    spelled = (board.spell(unit), board.spell(goal))
    holes = [Ban("offmap", board.number(h)) for h in hexes_of(goal) if h not in board]
    if holes:
        return Why(*spelled, limit, possible=False, cost=None, steps=(), forbidden=tuple(holes))
    closed = board.occupied_cells(options, (unit,))
    moves = _moves(board, unit, closed, options)
    steps, bans = _reasons(board, moves, unit, goal)
    total = None if bans else sum(step.cost for step in steps)
    if total is not None and limit is not None and total > limit:
        bans = [Ban("allowance", cost=total)]
    return Why(*spelled, limit, possible=not bans, cost=total, steps=tuple(steps), forbidden=tuple(bans))


def _reasons(board: Board, moves: Moves, unit: Stand, goal: Stand) -> tuple[list[Step], list[Ban]]:
    """Return the steps of the move, or what forbids it at any allowance."""
    journey = _journey(board, moves, unit, goal)
    single = type(goal) is type(unit) and [state for _, state in moves.leads(journey.start) if journey.is_goal(state)]
    if single:
        step, bans = _told(moves, journey.start, single[0])
        return ([], bans) if bans else ([step], [])
    way = best_way(journey, UNLIMITED)
    if way is None:
        return [], _diagnosis(board, moves, journey, goal)
    return [_told(moves, a, b)[0] for a, b in pairwise(way[1])], []


def _told(moves: Moves, state: int, beyond: int) -> tuple[Step, list[Ban]]:
    mark = next(mark for mark, other in moves.leads(state) if other == beyond)
    causes, bans = moves.explain(state, mark)
    total = exact(sum(cause.cost for cause in causes), 1)
    return Step(moves.name(state), moves.name(beyond), total, tuple(causes)), bans


def _diagnosis(board: Board, moves: Moves, journey: Journey, goal: Stand) -> list[Ban]:
    """Return why there is no way at all."""
    enter = moves.costs.prices.enter if isinstance(moves.costs, StepCosts) else (0,) * len(board.terrains)
    bans = []
    for h in hexes_of(goal):
        cell = board.grid.cell(h)
        if cell in moves.closed:
            bans.append(Ban("occupied", board.number(h)))
        elif enter[board.terrain_at[cell] - 1] is None:
            bans.append(Ban("prohibited", board.number(h), board.terrain(h).name))
    return bans or [Ban("cutoff", board.spell(goal)), *_closing(board, moves, journey, goal)]


def _closing(board: Board, moves: Moves, journey: Journey, goal: Stand) -> list[Ban]:
    """Return what closes the region round the start, or that round the goal where it is the smaller."""
    region = set(explore(journey, UNLIMITED).best)
    bans = _bans_out_of(moves, region)
    if isinstance(moves, HexMoves) and isinstance(goal, Hex):
        pocket, others = _pocket(board, moves, board.grid.cell(goal))
        bans = others if len(pocket) < len(region) else bans
    known = sorted({ban for ban in bans if ban.why != "offmap"}, key=lambda ban: (ban.at or "", ban.why, ban.name))
    return known or [Ban("offmap")]


def _bans_out_of(moves: Moves, region: set[int]) -> list[Ban]:
    return [
        ban
        for state in region
        for mark, beyond in moves.leads(state)
        if beyond not in region
        for ban in moves.explain(state, mark)[1]
    ]


def _pocket(board: Board, moves: HexMoves, goal: int) -> tuple[set[int], list[Ban]]:
    """Return the cells from which there is a way to the goal, and what stops the steps into them from outside."""
    region, fresh, stopped = {goal}, [goal], []
    while fresh:
        ahead = fresh.pop()
        for direction, before in _steps_into(board, ahead):
            if before in moves.closed:
                stopped.append((before, Ban("occupied", board.number_of_cell(before))))
                continue
            bans = moves.explain(before, direction)[1]
            if not bans and before not in region:
                region.add(before)
                fresh.append(before)
            stopped += [(before, ban) for ban in bans]
    return region, [ban for before, ban in stopped if before not in region]


def _steps_into(board: Board, ahead: int) -> Iterable[tuple[int, int]]:
    """Iterate over the directions in which a cell is entered, with the cells it is entered from."""
    steps = ((direction, ahead - offset) for direction, offset in enumerate(board.grid.offsets))
    return ((direction, before) for direction, before in steps if board.terrain_at[before])

