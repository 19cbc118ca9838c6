"""The steps that the ground of a battle's map allows, as hexmap prices them, kept by where the piece stands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from hexmap.charge import Runs
from hexmap.manoeuvres import MANOEUVRES, PairMoves
from hexmap.movement import HexMoves
from hexmap.pair import Pair, axis
from hexmap.stepcosts import Ban, compiled_costs
from rulebook.battles.model import Battle, hexes_at


class Step(NamedTuple):
    """A step: its name, where it leads, its points, the directions of its half-steps, the hexes newly entered.

    `run` is the direction in which it goes on with a charge, None where it breaks any; `halves` tells from which hex to which.
    """

    name: str
    to: str
    price: int
    ways: tuple[int, ...]
    entered: frozenset[str]
    run: int | None
    halves: tuple[tuple[str, str], ...]


class Ground:
    """What the map allows a class of unit, one hex or two: steps and what bars them."""

    def __init__(self, battle: Battle, unit_class: str | None, *, is_pair: bool) -> None:
        board = battle.board
        costs = compiled_costs(board, unit_class)
        moves = PairMoves(board, costs) if is_pair else HexMoves(board, costs)
        self.battle, self.moves, self.runs = battle, moves, Runs(board, costs, moves, ())
        self.scale = costs.scale
        self.unit_class, self.is_pair = unit_class, is_pair
        words = [man.name for man in MANOEUVRES] if is_pair else board.grid.direction_names
        self.names = tuple(words)
        self._known: dict[str, tuple[Step, ...]] = {}

    def steps(self, at: str) -> tuple[Step, ...]:
        """Return every step from a stand that the ground allows, whoever is in the way."""
        found = self._known.get(at)
        if found is None:
            found = self._known[at] = tuple(self._found(at))
        return found

    def _found(self, at: str) -> Iterator[Step]:
        state, own = self._state(at), hexes_at(at)
        for price, mark, beyond in self.moves.moves(state):
            to = self.moves.name(beyond)
            ways, halves = self._halves(at, mark)
            entered = frozenset(hexes_at(to)).difference(own)
            yield Step(self.name(mark), to, int(price), ways, entered, self.runs.way_of(state, mark), halves)

    def _state(self, at: str) -> int:
        return self.moves.state(self.battle.board.stand(at))

    def name(self, mark: int) -> str:
        """Return the word of a step: the direction of a single's, the manoeuvre of a pair's."""
        return MANOEUVRES[mark].name if self.is_pair else self.battle.board.grid.direction_names[mark]

    def _halves(self, at: str, mark: int) -> tuple[tuple[int, ...], tuple[tuple[str, str], ...]]:
        """Return the directions of the half-steps of a move, and from which hex to which they go."""
        board = self.battle.board
        if not self.is_pair:
            return (mark,), ((at, board.number(board.grid.step(board.hex(at), mark))),)
        stand = board.stand(at)
        assert isinstance(stand, Pair)
        k = axis(board.grid, stand)
        parts = [(stand[side], (k + way) % 6) for side, way in MANOEUVRES[mark].halves]
        halves = [(board.number(h), board.number(board.grid.step(h, way))) for h, way in parts]
        return tuple(way for _, way in parts), tuple(halves)

    def bans(self, at: str, name: str) -> list[Ban] | None:
        """Return what of the ground forbids a step by its word; None where a unit of this size has no such step."""
        state = self._state(at)
        for mark, _ in self.moves.leads(state):
            if self.name(mark) == name:
                return self.moves.explain(state, mark)[1]
        return None


@cache
def ground_of(battle: Battle, unit_class: str | None, *, is_pair: bool) -> Ground:
    """Return what the map allows a class of unit."""
    return Ground(battle, unit_class, is_pair=is_pair)
