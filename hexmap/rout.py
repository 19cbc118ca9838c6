"""Rout: where a beaten unit must run, the least penalty it cannot avoid, and every way that costs no more (11.0-11.26)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, Unpack

from hexmap.board import Board
from hexmap.options import UnitOptions, refuse_unknown
from hexmap.pair import Faced, Pair, Stand, hexes_of
from hexmap.position import HIGHEST_ROUT
from hexmap.stepcosts import costs_of, read_allowance
from mapsheet.errors import NotationError, nearest

SLOW = 6  # movement allowance up to which a level is one hex (11.11)
MOST_PATHS = 10_000  # more are counted, not listed
MOST_PER_LEVEL = 9
MOST_RECENT = 16  # searches kept for routs under way
OFF, ANYWHERE = "off", "any"

Footprint = tuple[int, ...]  # the cell of a single; the left and the right cell of a pair


class RoutOptions(UnitOptions, total=False):
    """What `rout` takes: directions and exits, or a side that names both; hexes a level where the rule does not say it.

    `barred` are stands that it may not take though their hexes are free.
    """

    toward: str | Iterable[str] | None
    exits: str | Iterable[str] | None
    side: str | None
    per: int | None
    barred: Iterable[str | Stand]


class Rout(NamedTuple):
    """Where a routed unit goes.

    `level` is the new one and `penalty` what it rose by. `paths` are all ways of least penalty, as stands from the
    start on and `off` last where they leave the map: fewest deviations first, then by numbers, standing still last.
    `path` is the first of them, `outcome` (moved, stays, eliminated) and `left` are its. `paths_omitted` counts those
    after the first 10,000.
    """

    from_: str
    outcome: str
    level: int
    penalty: int
    left: bool
    path: tuple[str, ...]
    paths: tuple[tuple[str, ...], ...]
    paths_omitted: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values; `paths_omitted` stands only where some are."""
        answer: dict[str, Any] = {
            "from": self.from_,
            "outcome": self.outcome,
            "level": self.level,
            "penalty": self.penalty,
            "left": self.left,
            "path": list(self.path),
            "paths": [list(path) for path in self.paths],
        }
        return answer | ({"paths_omitted": self.paths_omitted} if self.paths_omitted else {})


def rout(board: Board, at: str | Stand, *, level: int, allowance: object, **options: Unpack[RoutOptions]) -> Rout:
    """Return the rout movement of a unit at a rout level from 1 to 4.

    It owes one hex a level where its allowance is at most 6, else two (11.11, 11.12), or `per` hexes, in the directions
    `toward`, at no cost of terrain. Every level whose hexes are not all made in these directions costs one level more
    (11.22, 11.23); a pair's pivot into its front or rear centre counts as a deviation (11.24). Prohibited and occupied
    hexes block (11.21). Only a step in one of these directions from a hex of a stretch in `exits` leaves the map; one
    half so leaving takes the whole pair; `any` is every edge there is. `side` stands for the directions and exits of a
    side of the map.

    Raises NotationError for a stand, level, direction, stretch or side that the map does not know, and when there is
    neither `toward` nor `side`, or both.
    """
    refuse_unknown(options, RoutOptions)
    stand = board.stand(at)
    owed = _whole("rout level", level, HIGHEST_ROUT), _per(allowance, options.get("per"))
    search = _Search(_Moves(board, stand, options), *owed)
    root = _State(tuple(board.grid.cell(h) for h in hexes_of(stand)))
    penalty = search.least_penalty(root)
    paths = tuple(islice(search.paths(root, penalty), MOST_PATHS))
    path, left = paths[0], paths[0][-1] == OFF
    outcome = "eliminated" if left or level + penalty > HIGHEST_ROUT else "stays" if len(path) == 1 else "moved"
    omitted = sum(search.ways(root, penalty).values()) - len(paths)
    return Rout(board.spell(stand), outcome, level + penalty, penalty, left, path, paths, omitted)


class Onward(NamedTuple):
    """Where a routed unit that is under way may go on without a larger penalty than it must bear.

    `steps` are the next stands by their texts, `off` last; `may_stop` says whether it may stay where it is for good. At the
    end of its rout it has no steps and may stop. `penalty` and `level` are those of the whole rout.
    """

    level: int
    penalty: int
    steps: tuple[str, ...]
    may_stop: bool

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {"level": self.level, "penalty": self.penalty, "steps": [*self.steps], "may_stop": self.may_stop}


def onward(
    board: Board, at: str | Stand, taken: Iterable[str] = (), *, level: int, allowance: object, **options: Unpack[RoutOptions]
) -> Onward:
    """Return how the rout of a unit from `at` may go on after the stands it has `taken`, of which `rout` lists every whole way.

    Raises NotationError as `rout`, and for stands that are on no way of least penalty.
    """
    refuse_unknown(options, RoutOptions)
    stand = board.stand(at)
    owed = _whole("rout level", level, HIGHEST_ROUT), _per(allowance, options.get("per"))
    search = _known_search(board, stand, owed, options)
    state = _State(tuple(board.grid.cell(h) for h in hexes_of(stand)))
    budget = penalty = search.least_penalty(state)
    for text in taken:
        found = [(then, left) for move, then, left in search.openings(state, budget) if move.text == text]
        if not found:
            raise NotationError(f"a step of a rout of least penalty from {board.spell(stand)}", text)
        then, budget = found[0]
        if then is None:
            return Onward(level + penalty, penalty, (), may_stop=True)
        state = then
    steps = tuple(move.text for move, _, _ in search.openings(state, budget))
    return Onward(level + penalty, penalty, steps, may_stop=search.unmoved(state) == budget)


def _known_search(board: Board, stand: Stand, owed: tuple[int, int], options: RoutOptions) -> _Search:
    """Return the search of a rout, kept while others are few, since a rout under way asks again at every hex."""
    others, barred = frozenset(board.others(options)), tuple(options.get("barred", ()))
    toward, exits = tuple(_listed(options.get("toward"))), tuple(_listed(options.get("exits")))
    key = (stand, owed, others, barred, toward, exits, options.get("side"), options.get("unit_class"))
    recent: dict[object, _Search] = board.kept("routs under way", dict)
    if key not in recent:
        if len(recent) >= MOST_RECENT:
            recent.clear()
        read: RoutOptions = {**options, "occupied": others, "position": None, "barred": barred, "toward": toward, "exits": exits}
        recent[key] = _Search(_Moves(board, stand, read), *owed)
    return recent[key]


def _whole(what: str, value: object, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise NotationError(f"a {what} from 1 to {most}", value)
    return value


def _per(allowance: object, per: int | None) -> int:
    points = read_allowance(allowance)
    return _whole("number of hexes a level", per, MOST_PER_LEVEL) if per is not None else 1 if points <= SLOW else 2


def _listed(value: str | Iterable[str] | None) -> list[str]:
    names = value.split(",") if isinstance(value, str) else list(value or ())
    return [name.strip() for name in names]


def _aims(board: Board, options: RoutOptions) -> tuple[frozenset[int], frozenset[int]]:
    """Return the designated directions, and the cells that may be left from."""
    directions, exits = _listed(options.get("toward")), _listed(options.get("exits"))
    side = options.get("side")
    if side is not None:
        if directions or exits:
            raise NotationError("either a side, or directions and exits of one's own", side)
        if side not in board.sides:
            raise NotationError(f"a side of this map{nearest(str(side), list(board.sides))}", side)
        return frozenset(board.sides[side].rout), _cells(board, board.sides[side].exit)
    if not directions:
        raise NotationError("a side, or directions to rout toward", options.get("toward"))
    return frozenset(_direction(board, name) for name in directions), _cells(board, exits)


def _direction(board: Board, name: str) -> int:
    index = board.grid.direction_index(name)
    if index is None:
        raise NotationError(f"a direction of {' '.join(board.grid.direction_names)}", name)
    return index


def _cells(board: Board, exits: Sequence[str]) -> frozenset[int]:
    if ANYWHERE in exits:
        return frozenset(range(board.grid.size))
    for name in exits:
        if name not in board.edges:
            raise NotationError(f"a stretch of the edge of this map{nearest(name, list(board.edges))}", name)
    return frozenset(board.grid.cell(h) for name in exits for h in board.edges[name])


class _Move(NamedTuple):
    """One point of rout: how the unit then stands, nowhere when it has left, and whether it went as designated."""

    text: str
    footprint: Footprint
    good: bool


class _Moves:
    """The moves open to a footprint, by the text of where they lead; leaving the map comes last."""

    def __init__(self, board: Board, stand: Stand, options: RoutOptions) -> None:
        self.board, self.offsets = board, board.grid.offsets
        self.toward, self.exits = _aims(board, options)
        self.facing = stand.direction if isinstance(stand, Faced) else None
        self.costs = costs_of(board, options.get("unit_class"))
        self.occupied = board.occupied_cells(options, (stand,))
        barred = [board.stand(text) for text in options.get("barred", ())]
        self.barred = {tuple(board.grid.cell(h) for h in hexes_of(each)) for each in barred}
        self.known: dict[Footprint, list[_Move]] = {}

    def spell(self, footprint: Footprint) -> str:
        """Return the notation; a unit keeps the way it faces (11.25)."""
        hexes = [self.board.grid.hex_of(cell) for cell in footprint]
        if len(hexes) == 2:
            return self.board.spell(Pair(*hexes))
        return self.board.spell(hexes[0] if self.facing is None else Faced(hexes[0], self.facing))

    def __call__(self, footprint: Footprint) -> list[_Move]:
        found = self.known.get(footprint)
        if found is None:
            found = self.known[footprint] = self._found(footprint)
        return found

    def _found(self, footprint: Footprint) -> list[_Move]:
        moves, leaves = [], False
        for d, offset in enumerate(self.offsets):
            if d in self.toward and self._leaves(footprint, offset):
                leaves = True
            elif all(self.is_free(cell, d, footprint) for cell in footprint):
                moved = tuple(cell + offset for cell in footprint)
                moves.append(_Move(self.spell(moved), moved, d in self.toward))
        moves += [_Move(self.spell(turned), turned, good=False) for turned in self._pivots(footprint)]
        if self.barred:
            moves = [move for move in moves if move.footprint not in self.barred]
        return sorted(moves) + ([_Move(OFF, (), good=True)] if leaves else [])

    def is_open(self, cell: int, direction: int) -> bool:
        """Return whether a half may be moved: not over what is prohibited, not into another unit (11.21)."""
        return cell + self.offsets[direction] not in self.occupied and self.costs.toll(cell, direction) is not None

    def is_free(self, cell: int, direction: int, footprint: Footprint) -> bool:
        """Return whether a half may be moved along with the whole; between the unit's own hexes only a wall stops it."""
        if cell + self.offsets[direction] not in footprint:
            return self.is_open(cell, direction)
        return self.costs.reasons.barrier(cell, direction) is None

    def _leaves(self, footprint: Footprint, offset: int) -> bool:
        return any(cell in self.exits and not self.board.terrain_at[cell + offset] for cell in footprint)

    def _pivots(self, footprint: Footprint) -> Iterator[Footprint]:
        """Yield a pair's four pivots: one half into the front or rear centre, the other its hinge."""
        if len(footprint) == 1:
            return
        left, right = footprint
        k = self.offsets.index(right - left)
        for turn in (-1, 1):
            centre = left + self.offsets[(k + turn) % 6]
            if self.is_open(left, (k + turn) % 6):
                yield centre, right
            if self.is_open(right, (k + 2 * turn) % 6):
                yield left, centre


class _State(NamedTuple):
    """A footprint, the points used, and whether the level now being worked off is spoilt, and paid for, already."""

    at: Footprint
    used: int = 0
    spoilt: bool = False


class _Search:
    """Every way to spend the points of a rout, as a graph of states whose ways are counted before they are listed.

    A budget is the penalty still to come; a way uses it up exactly.
    """

    def __init__(self, moves: _Moves, level: int, per: int) -> None:
        self.moves, self.per, self.points = moves, per, level * per
        self.known: dict[tuple[_State, int], dict[int, int]] = {}

    def least_penalty(self, root: _State) -> int:
        """Return the least penalty of any way: budgets are tried from 0 up, so a smaller one has been ruled out."""
        budget = 0
        while not self.ways(root, budget):
            budget += 1
        return budget

    def unmoved(self, state: _State) -> int:
        """Return the penalty of stopping: the levels not made, without one that is paid already."""
        whole, part = divmod(self.points - state.used, self.per)
        return whole + (1 if part and not state.spoilt else 0)

    def ways(self, state: _State, budget: int) -> dict[int, int]:
        """Return how many ways go on from a state, by their number of deviations."""
        found = self.known.get((state, budget))
        if found is None:
            found = self.known[state, budget] = {0: 1} if self.unmoved(state) == budget else {}
            for move, then, left in self._onward(state, budget):
                for deviations, count in ({0: 1} if then is None else self.ways(then, left)).items():
                    total = deviations + (not move.good)
                    found[total] = found.get(total, 0) + count
        return found

    def _onward(self, state: _State, budget: int) -> Iterator[tuple[_Move, _State | None, int]]:
        """Yield each move that the budget allows, the state after it (None off the map) and what is left of the budget."""
        if state.used == self.points:
            return
        for move in self.moves(state.at):
            price = 0 if move.good or state.spoilt else 1
            if not move.footprint and budget == 0:
                yield move, None, 0
            elif move.footprint and price <= budget:
                ends_level = (state.used + 1) % self.per == 0
                spoilt = not ends_level and (state.spoilt or not move.good)
                yield move, _State(move.footprint, state.used + 1, spoilt), budget - price

    def openings(self, state: _State, budget: int) -> list[tuple[_Move, _State | None, int]]:
        """Return the moves from which some way uses the budget up."""
        return [found for found in self._onward(state, budget) if found[1] is None or self.ways(found[1], found[2])]

    def paths(self, root: _State, penalty: int) -> Iterator[tuple[str, ...]]:
        """Yield all ways of a penalty: fewest deviations first, then by their texts, standing still last."""
        start = (self.moves.spell(root.at),)
        for deviations in sorted(self.ways(root, penalty)):
            yield from (start + rest for rest in self._rests(root, penalty, deviations) if rest)
        if self.unmoved(root) == penalty:
            yield start

    def _rests(self, state: _State, budget: int, deviations: int) -> Iterator[tuple[str, ...]]:
        if deviations == 0 and self.unmoved(state) == budget:
            yield ()
        for move, then, left in self._onward(state, budget):
            fewer = deviations - (not move.good)
            if then is None:
                yield from [(move.text,)] if fewer == 0 else []
            elif fewer in self.ways(then, left):
                yield from ((move.text, *rest) for rest in self._rests(then, left, fewer))
