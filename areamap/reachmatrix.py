"""Reach from many spaces at once: one bit for each start, all of them moved together, level by level."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import lcm
from typing import NamedTuple, Unpack

from areamap.atlas import Atlas
from areamap.cheapest import least_costs
from areamap.passage import Passage, is_city_of, passage_everywhere
from areamap.reach import OVER, Limits, MoveOptions, Walk, cheapest_of, limits_of
from areamap.spaces import Cost, Space
from mapsheet.errors import NotationError
from mapsheet.fields import points

MOST_LEVELS = 64
"""Costs of links that differ more finely are searched start by start."""
Bits = int


class Wave(NamedTuple):
    """Who arrives in a stand first at a cost: bit k for the k-th start."""

    cost: Cost
    stand: str
    arrived: Bits


class ReachMatrix:
    """The least cost from each of several spaces to every space within an allowance."""

    def __init__(self, starts: tuple[str, ...], waves: list[Wave]) -> None:
        self.starts = starts
        self._waves = waves
        self._bit = {id_: 1 << k for k, id_ in enumerate(starts)}
        self._table: dict[str, dict[str, Cost]] | None = None

    def cost(self, start: str, to: str) -> Cost | None:
        """Return the least cost between two spaces, by their ids, None where it is beyond the allowance."""
        return self.costs(start).get(to)

    def costs(self, start: str) -> dict[str, Cost]:
        """Return the least cost of every space that is reached from a start, as `reach` does; NotationError for no start."""
        if start not in self._bit:
            raise NotationError("the id of a start", start)
        if self._table is not None:
            return self._table[start]
        bit = self._bit[start]
        found: dict[str, Cost] = {}
        for cost, stand, arrived in self._waves:
            if arrived & bit:
                found.setdefault(stand.removesuffix(OVER), cost)
        return dict(sorted(found.items()))

    def table(self) -> dict[str, dict[str, Cost]]:
        """Return the costs from every start."""
        if self._table is None:
            table: list[dict[str, Cost]] = [{} for _ in self.starts]
            # sorted by stand once, so that every row is; then the dearest first, so that the cheapest stays
            for cost, stand, arrived in sorted(self._waves, key=lambda wave: (wave.stand.removesuffix(OVER), -wave.cost)):
                id_ = stand.removesuffix(OVER)
                for k in _ones(arrived):
                    table[k][id_] = cost
            self._table = dict(zip(self.starts, table, strict=True))
        return self._table


def reach_matrix(
    board: Atlas, allowance: object = None, starts: Iterable[str | Space] | None = None, **options: Unpack[MoveOptions]
) -> ReachMatrix:
    """Return the reach from many spaces (all), within an allowance (any): the same costs as of `reach` with the same options.

    Without `by` every kind of link counts but `annex`. NotationError for unknown spaces or kinds of link.
    """
    most = None if allowance is None else points(allowance, "allowance")
    spaces = [board.space(name) for name in (board.spaces.values() if starts is None else starts)]
    unique = {space.id: space for space in spaces}
    passage = passage_everywhere(board, options)
    limits = limits_of(board, options)
    scale = _scale(passage)
    if scale:
        waves = _together(_Crowd(passage, limits, unique, scale), None if most is None else int(most * scale))
    else:
        waves = _one_by_one([Walk(passage, space, limits) for space in unique.values()], most)
    return ReachMatrix(tuple(unique), waves)


def _scale(passage: Passage) -> int:
    """Return what makes every cost a whole number of levels, 0 where levels would be too many or a step costs nothing."""
    costs = {link.cost for link in passage.board.links if link.kind in passage.by}
    scale = lcm(*(Fraction(cost).denominator for cost in costs))
    return scale if all(0 < cost * scale <= MOST_LEVELS for cost in costs) else 0


def _one_by_one(walks: list[Walk], most: Cost | None) -> list[Wave]:
    waves = []
    for k, walk in enumerate(walks):
        found = least_costs(walk.start, walk.steps, most, traced=False)
        waves += [Wave(cost, id_, 1 << k) for id_, cost in cheapest_of(found).items()]
    return waves


def _together(crowd: _Crowd, end: int | None) -> list[Wave]:
    """Move all starts together: at each level whoever arrives somewhere first goes on from there."""
    pending: dict[int, dict[str, Bits]] = {0: {**crowd.bits}}
    waves, level = [], 0
    while pending:
        cost = _cost(level, crowd.scale)
        for stand, bits in pending.pop(level, {}).items():
            arrived = bits & ~crowd.been.get(stand, 0)
            if arrived:
                crowd.been[stand] = crowd.been.get(stand, 0) | arrived
                waves.append(Wave(cost, stand, arrived))
                for levels, to, goes in crowd.steps(stand, arrived):
                    at = level + levels
                    if end is None or at <= end:
                        there = pending.setdefault(at, {})
                        there[to] = there.get(to, 0) | goes
        level += 1
    return waves


class _Crowd:
    """All movers at once: where each has been, and who may go on from a stop."""

    def __init__(self, passage: Passage, limits: Limits, starts: dict[str, Space], scale: int) -> None:
        self.passage, self.limits, self.scale = passage, limits, scale
        self.bits: dict[str, Bits] = {id_: 1 << k for k, id_ in enumerate(starts)}
        self.been: dict[str, Bits] = {}
        self._steps: dict[str, list[tuple[int, str]]] = {}
        self.free: dict[str, Bits] = {stop: self.bits.get(stop, 0) for stop in limits.stops}
        # who leaves a city has started in its region
        for space in starts.values():
            if space.within in self.free:
                self.free[space.within] |= self.bits[space.id]

    def steps(self, stand: str, arrived: Bits) -> Iterator[tuple[int, str, Bits]]:
        """Yield each step from a stand, in levels, and who takes it."""
        if stand.endswith(OVER):
            return
        if stand not in self._steps:
            self._steps[stand] = [(int(cost * self.scale), to) for cost, to in self.passage.steps(stand)]
        goes = arrived & self.free.get(stand, arrived)
        if goes:
            yield from ((levels, to, goes) for levels, to in self._steps[stand])
        if goes != arrived and self.limits.into:
            for levels, to in self._steps[stand]:
                if to in self.limits.into and is_city_of(self.passage.board, to, stand):
                    yield levels, to + OVER, arrived & ~goes


def _cost(level: int, scale: int) -> Cost:
    return level // scale if level % scale == 0 else Fraction(level, scale)


_ONES = [[k for k in range(8) if byte >> k & 1] for byte in range(256)]


def _ones(bits: Bits) -> list[int]:
    """Return the places of the ones, from the lowest."""
    eights = enumerate(bits.to_bytes((bits.bit_length() + 7) // 8, "little"))
    return [8 * eight + k for eight, byte in eights if byte for k in _ONES[byte]]
