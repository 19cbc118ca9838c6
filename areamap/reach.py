"""Reach: the least cost to every space within an allowance, with stops, and why the spaces beyond are left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple, Unpack

from areamap.atlas import Atlas, plain_cost
from areamap.cheapest import Costs, least_costs
from areamap.passage import Passage, PassageOptions, Reason, ids_of, in_order, is_city_of, passage_for
from areamap.spaces import Cost, Space
from mapsheet.fields import points

OVER = "!"
"""What follows the id of a city where the move must end, because the mover came to it from a stop."""
_NO_STEPS: tuple[tuple[Cost, str], ...] = ()


class MoveOptions(PassageOptions, total=False):
    """What a move takes besides who moves.

    `stops` are entered and not left; leaving the start is free, and from a city of its region too. `into_city` names cities
    that may still be entered after a stop in their region or sea, where the move then ends.
    """

    stops: Iterable[str | Space]
    into_city: Iterable[str | Space]


class Limits(NamedTuple):
    """The ids of stops, and of the cities that may be entered after one."""

    stops: frozenset[str]
    into: frozenset[str]


NO_LIMITS = Limits(frozenset(), frozenset())


def limits_of(board: Atlas, options: MoveOptions) -> Limits:
    """Return the stops of a move; NotationError for unknown spaces."""
    stops, into = ids_of(board, options.get("stops", ()), "stops"), ids_of(board, options.get("into_city", ()), "into_city")
    return Limits(stops, into)


class Walk:
    """A move from a start: the steps a passage opens, without those that go on from a stop.

    A mover stands in a space, by its id, or in a city where its move is over, by the id with `!`.
    """

    def __init__(self, passage: Passage, start: Space, limits: Limits = NO_LIMITS) -> None:
        self.passage, self.start, self.into = passage, start.id, limits.into
        # who leaves a city has started in its region
        self.stops = limits.stops - {start.id, start.within}

    def steps(self, stand: str) -> Iterable[tuple[Cost, str]]:
        """Return the cost and the end of every step from where the mover stands."""
        if stand in self.stops:
            return [(cost, to + OVER) for cost, to in self.passage.steps(stand) if self._is_refuge(stand, to)]
        return _NO_STEPS if stand.endswith(OVER) else self.passage.steps(stand)

    def noted(self) -> set[Reason]:
        """Return that the start is one of the closed spaces, which does not hold the mover."""
        start = {Reason("closed", "", self.start, note="it is the start, and may be left")}
        return start if self.start in self.passage.closed else set()

    def _is_refuge(self, stop: str, to: str) -> bool:
        return to in self.into and is_city_of(self.passage.board, to, stop)

    def refused(self, stand: str) -> Iterator[Reason]:
        """Yield why each of the other steps is not taken, one for each link."""
        here = stand.removesuffix(OVER)
        yield from self.passage.refused(here)
        if stand != here or here in self.stops:
            for to, _, link in self.passage.ways(here):
                if stand != here or not self._is_refuge(here, to):
                    yield Reason("stop", here, to, link.kind)


class Reach:
    """The least cost to every space within an allowance, sorted by id; `stops` are those that must not be left.

    `left_out` tells of every space next to one that was reached why it was not, and of a start that is closed; it is worked
    out when it is asked for.
    """

    def __init__(self, walk: Walk, allowance: Cost) -> None:
        self.origin, self.by, self.allowance = walk.start, walk.passage.by, allowance
        self._walk, self._found = walk, least_costs(walk.start, walk.steps, allowance, traced=False)
        self.costs = cheapest_of(self._found)

    def __repr__(self) -> str:
        return f"<Reach from {self.origin} with {self.allowance}: {len(self.costs)} spaces>"

    @cached_property
    def stops(self) -> tuple[str, ...]:
        """Return the spaces that were reached and where the move then ends, sorted."""
        least, stops = self._found.least, self._walk.stops
        return tuple(id_ for id_ in self.costs if id_ in stops or (id_ not in least and id_ + OVER in least))

    @cached_property
    def left_out(self) -> tuple[Reason, ...]:
        """Return why each space is left out that a step from one that was reached would lead to."""
        most = self.allowance
        reasons: set[Reason] = self._walk.noted()
        for stand, cost in self._found.least.items():
            reasons.update(reason for reason in self._walk.refused(stand) if reason.space not in self.costs)
            for extra, end in self._walk.steps(stand):
                to = end.removesuffix(OVER)
                if to not in self.costs:
                    note = f"{plain_cost(cost + extra)} of {plain_cost(most)}"
                    reasons.add(Reason("allowance", stand.removesuffix(OVER), to, note=note))
        return in_order(reasons)

    def to_json(self) -> dict[str, Any]:
        """Return `from allowance by costs stops left_out` as plain JSON values; costs by id."""
        return {
            "from": self.origin, "allowance": plain_cost(self.allowance), "by": [*self.by],
            "costs": {id_: plain_cost(cost) for id_, cost in self.costs.items()},
            "stops": [*self.stops], "left_out": [reason.to_json() for reason in self.left_out],
        }


def reach(board: Atlas, start: str | Space, allowance: object, **options: Unpack[MoveOptions]) -> Reach:
    """Return the least cost to every space within an allowance, the start at 0, sorted by id.

    Regions and cities are entered at the costs of their links (7.1, 7.61), a stop is not left (7.7). NotationError for
    unknown spaces, kinds of link, or an allowance that is no number.
    """
    most, here = points(allowance, "allowance"), board.space(start)
    return Reach(Walk(passage_for(board, options, here), here, limits_of(board, options)), most)


def cheapest_of(found: Costs[str]) -> dict[str, Cost]:
    """Return the least cost of every space, sorted by id."""
    costs: dict[str, Cost] = {}
    for stand, cost in found.least.items():
        id_ = stand.removesuffix(OVER)
        costs[id_] = min(cost, costs.get(id_, cost))
    return dict(sorted(costs.items()))
