"""Searching for the least cost: over the flat cells of a map, and over any states with moves between them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from hexmap.ground import Cost
from hexmap.stepcosts import StepCosts

UNLIMITED = 1 << 4096  # more than any way costs, however fine its fractions
Move = tuple[Cost, int, int]  # points, a mark by which turns are told, the state it leads to


def spread(steps: StepCosts, start: int, limit: int, closed: Iterable[int]) -> Iterator[tuple[int, list[int]]]:
    """Iterate over the scaled costs up to `limit`, each with the cells whose least cost it is, the start first.

    Dial's buckets: cells wait under their cost, so no queue ever compares two of them.
    """
    # the six directions are written out below, since a loop over them costs a fifth of all the time
    o0, o1, o2, o3, o4, o5 = steps.offsets
    c0, c1, c2, c3, c4, c5 = steps.codes
    least = min(steps.price)
    done = set(closed) - {start}
    buckets = _Buckets()
    beyond: list[int] = []
    buckets[0].append(start)
    while buckets.costs:
        cost = heappop(buckets.costs)
        waiting = buckets[cost]
        if cost + least > limit:  # nobody gets any further
            last = list(set(waiting) - done)
            done.update(last)
            yield cost, last
            continue
        settled: list[int] = []
        joins = [(buckets[cost + price] if cost + price <= limit else beyond).append for price in steps.price] if waiting else []
        for cell in waiting:  # grows while free steps are found
            if cell in done:
                continue
            done.add(cell)
            settled.append(cell)
            if (ahead := cell + o0) not in done:
                joins[c0[ahead]](ahead)
            if (ahead := cell + o1) not in done:
                joins[c1[ahead]](ahead)
            if (ahead := cell + o2) not in done:
                joins[c2[ahead]](ahead)
            if (ahead := cell + o3) not in done:
                joins[c3[ahead]](ahead)
            if (ahead := cell + o4) not in done:
                joins[c4[ahead]](ahead)
            if (ahead := cell + o5) not in done:
                joins[c5[ahead]](ahead)
        if settled:
            yield cost, settled


class _Buckets(dict[int, list[int]]):
    """The cells that wait under each cost, and a heap of the costs."""

    def __init__(self) -> None:
        super().__init__()
        self.costs: list[int] = []

    def __missing__(self, cost: int) -> list[int]:
        heappush(self.costs, cost)
        found: list[int] = []
        self[cost] = found
        return found


class Journey(NamedTuple):
    """A question for a way: from a state, by moves, to any state that is a goal.

    `turn` tells from the marks of two moves in a row (None before the first) whether the second is a turn; `ahead` is
    never more than what is still to pay.
    """

    start: int
    moves: Callable[[int], Iterable[Move]]
    is_goal: Callable[[int], bool]
    name: Callable[[int], str]
    turn: Callable[[int | None, int], bool]
    ahead: Callable[[int], Cost]


class Found(NamedTuple):
    """What a search has seen: the least cost of each state, and the moves by which each is reached at that cost."""

    best: dict[int, Cost]
    came: dict[int, list[tuple[int, int]]]


def explore(journey: Journey, limit: Cost) -> Found:
    """Return all states within `limit` points, or up to the cost of the nearest goal where there is one."""
    start, ahead = journey.start, journey.ahead
    best: dict[int, Cost] = {start: 0}
    came: dict[int, list[tuple[int, int]]] = {start: []}
    heap: list[tuple[Cost, int]] = [(ahead(start), start)]
    done: set[int] = set()
    while heap:
        least, state = heappop(heap)
        if least > limit:
            break
        if state in done:
            continue
        done.add(state)
        cost = best[state]
        if journey.is_goal(state):
            limit = cost
        for price, mark, beyond in journey.moves(state):
            total = cost + price
            known = best.get(beyond)
            if total > limit or (known is not None and total > known):
                continue
            if total == known:
                came[beyond].append((state, mark))
            else:
                best[beyond], came[beyond] = total, [(state, mark)]
                heappush(heap, (total + ahead(beyond), beyond))
    return Found(best, came)


def best_way(journey: Journey, limit: Cost) -> tuple[Cost, list[int]] | None:
    """Return the cost and the states of the best way within `limit`, None where there is none.

    Of ways of least cost the one with the fewest turns, of those the one whose names come first, compared one by one.
    """
    found = explore(journey, limit)
    at_goal = [(cost, state) for state, cost in found.best.items() if journey.is_goal(state)]
    if not at_goal:
        return None
    least = min(cost for cost, _ in at_goal)
    goals = {state for cost, state in at_goal if cost == least}
    return least, _first_of_straightest(journey, found, goals)


def _turns_left(journey: Journey, found: Found, goals: set[int]) -> dict[tuple[int, int | None], int]:
    """Return the least turns still to come, by state and the mark of the move that led there."""
    left: dict[tuple[int, int | None], int] = {}
    marks = {state: _arrivals(journey, found, state) for state in goals}
    queue = deque((state, mark, 0) for state in goals for mark in marks[state])
    while queue:
        state, mark, turns = queue.popleft()
        if (state, mark) in left:
            continue
        left[state, mark] = turns
        for before, leaving in found.came[state]:
            if leaving != mark:
                continue
            if before not in marks:
                marks[before] = _arrivals(journey, found, before)
            for earlier in marks[before]:
                if journey.turn(earlier, leaving):
                    queue.append((before, earlier, turns + 1))
                else:
                    queue.appendleft((before, earlier, turns))
    return left


def _arrivals(journey: Journey, found: Found, state: int) -> set[int | None]:
    marks: set[int | None] = {mark for _, mark in found.came[state]}
    return marks | {None} if state == journey.start else marks


def _first_of_straightest(journey: Journey, found: Found, goals: set[int]) -> list[int]:
    left = _turns_left(journey, found, goals)
    onward: dict[int, list[tuple[int, int]]] = {}
    for state, mark in left:
        for before, leaving in found.came[state]:
            if leaving == mark:
                onward.setdefault(before, []).append((leaving, state))
    way, mark = [journey.start], None
    while way[-1] not in goals:
        here = way[-1]
        turns = left[here, mark]
        best = min(
            (journey.name(state), state, leaving)
            for leaving, state in onward[here]
            if left[state, leaving] + journey.turn(mark, leaving) == turns
        )
        way.append(best[1])
        mark = best[2]
    return way
