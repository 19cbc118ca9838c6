"""Least costs over states, and all equally cheap ways; exact, and in the same order everywhere."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from heapq import heappop, heappush
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar

from areamap.spaces import Cost

S = TypeVar("S", bound=Any)  # hashable, and comparable with its like
Steps = Callable[[S], Iterable[tuple[Cost, S]]]
MOST_WAYS = 1000
"""More equally cheap ways are counted, not listed."""
MOST_COUNTED = 1_000_000
"""Where links that cost nothing lead in circles, ways are counted by walking them, and no further than this."""


class Costs(NamedTuple, Generic[S]):
    """The least cost of every state that was reached, and the states that are one step before each at that cost."""

    least: dict[S, Cost]
    before: dict[S, list[S]]


class Ways(NamedTuple, Generic[S]):
    """Equally cheap ways from start to goal, both included, and how many more there are."""

    listed: tuple[tuple[S, ...], ...]
    omitted: int


def least_costs(
    start: S, steps: Steps[S], most: Cost | None = None, *, goals: Container[S] = (), traced: bool = True
) -> Costs[S]:
    """Return the least cost of all states within `most` of a start; `steps` gives each step's cost and state.

    With `goals` it ends when all states are known that are as cheap as the nearest goal. States must be comparable. Without
    `traced` the states before each are not kept.
    """
    least: dict[S, Cost] = {start: 0}
    before: dict[S, list[S]] = {start: []}
    queue: list[tuple[Cost, S]] = [(0, start)]
    while queue:
        cost, here = heappop(queue)
        if cost > least[here]:
            continue
        if here in goals and (most is None or cost < most):
            most = cost
        for extra, there in steps(here):
            total = cost + extra
            if most is not None and total > most:
                continue
            known = least.get(there)
            if known is None or total < known:
                least[there] = total
                heappush(queue, (total, there))
                if traced:
                    before[there] = [here]
            elif traced and total == known and there != start and here not in before[there]:
                before[there].append(here)
    return Costs(least, before)


def all_ways(costs: Costs[S], goals: Iterable[S], name: Callable[[S], str], most: int = MOST_WAYS) -> Ways[S]:
    """Return all ways of least cost to the goals, those of fewer steps first, then by the names of their states.

    A way visits no state twice and ends with the first goal it meets.
    """
    found = _Onward(costs, [goal for goal in goals if goal in costs.least], name)
    listed = tuple(islice(found.ways(), most))
    return Ways(listed, found.total() - len(listed) if len(listed) == most else 0)


class _Onward(Generic[S]):
    """The steps that lie on ways of least cost to the goals, and how many ways of each length go on from each state."""

    def __init__(self, costs: Costs[S], goals: list[S], name: Callable[[S], str]) -> None:
        self.goals = set(goals)
        self.onward: dict[S, list[S]] = {goal: [] for goal in goals}
        self.back: dict[S, list[S]] = {}
        todo = [*goals]
        while todo:
            there = todo.pop()
            # a way ends with the first goal it meets
            self.back[there] = [here for here in costs.before[there] if here not in self.goals]
            for here in self.back[there]:
                if here not in self.onward:
                    self.onward[here] = []
                    todo.append(here)
                self.onward[here].append(there)
        for onward in self.onward.values():
            onward.sort(key=name)
        self.start = next((state for state in self.onward if not costs.before[state]), None)
        self.counts = self._counts()
        self.is_endless = bool(self.counts[-1])

    def _counts(self) -> list[dict[S, int]]:
        """Return for each number of steps how many walks of so many lead from each state to a goal."""
        counts = [dict.fromkeys(self.goals, 1)]
        while counts[-1] and len(counts) <= len(self.onward):
            level: dict[S, int] = {}
            for there, count in counts[-1].items():
                for here in self.back[there]:
                    level[here] = level.get(here, 0) + count
            counts.append(level)
        return counts

    def ways(self) -> Iterator[tuple[S, ...]]:
        """Yield the ways in order."""
        for length in range(len(self.counts)):
            if self.start is not None and self.start in self.counts[length]:
                yield from self._of_length(self.start, length)

    def _of_length(self, start: S, length: int) -> Iterator[tuple[S, ...]]:
        way, choices = [start], [iter(self.onward[start])]
        while way:
            if len(way) == length + 1:
                yield tuple(way)
            there = next(choices[-1], None) if len(way) <= length else None
            if there is None:
                way.pop()
                choices.pop()
            elif there in self.counts[length - len(way)] and not (self.is_endless and there in way):
                way.append(there)
                choices.append(iter(self.onward[there]))

    def total(self) -> int:
        """Return how many ways there are."""
        if self.is_endless:
            return sum(1 for _ in islice(self.ways(), MOST_COUNTED))
        return sum(level.get(self.start, 0) for level in self.counts) if self.start is not None else 0
