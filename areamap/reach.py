"""Reach: the least cost to every space within an allowance, with stops, and why the spaces beyond are left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Unpack

from areamap.atlas import Atlas, plain_cost
from areamap.cheapest import Costs, least_costs
from areamap.passage import Passage, PassageOptions, Reason, ids_of, in_order, is_city_of, passage_for
from areamap.spaces import Cost, Space
from mapsheet.fields import points

Stand = tuple[str, bool]
"""A space, and whether the move must end in it because its region is a stop."""


class MoveOptions(PassageOptions, total=False):
    """What a move takes besides who moves.

    `stops` are entered and not left; leaving the start is free, and from a city of its region too. `into_city` names cities
    that may still be entered after a stop in their region or sea, where the move then ends.
    """

    stops: Iterable[str | Space]
    into_city: Iterable[str | Space]


class Reach(NamedTuple):
    """The least cost to every space within an allowance; `stops` are those of them that must not be left.

    `left_out` tells of every space next to one that was reached why it was not.
    """

    origin: str
    allowance: Cost
    by: tuple[str, ...]
    costs: dict[str, Cost]
    stops: tuple[str, ...]
    left_out: tuple[Reason, ...]

    def to_json(self) -> dict[str, Any]:
        """Return `from allowance by costs stops left_out` as plain JSON values; costs by id."""
        return {
            "from": self.origin, "allowance": plain_cost(self.allowance), "by": [*self.by],
            "costs": {id_: plain_cost(cost) for id_, cost in self.costs.items()},
            "stops": [*self.stops], "left_out": [reason.to_json() for reason in self.left_out],
        }


class Walk:
    """A move from a start: the steps a passage opens, without those that go on from a stop."""

    def __init__(self, passage: Passage, start: Space, options: MoveOptions) -> None:
        board = passage.board
        self.passage, self.start = passage, (start.id, False)
        # who leaves a city has started in its region
        self.stops = ids_of(board, options.get("stops", ()), "stops") - {start.id, start.within}
        self.into = ids_of(board, options.get("into_city", ()), "into_city")

    def steps(self, stand: Stand) -> Iterator[tuple[Cost, Stand]]:
        """Yield the cost and the end of every step from where the mover stands."""
        here, is_over = stand
        is_stop = here in self.stops
        for to, cost, _ in () if is_over else self.passage.ways(here):
            if not is_stop or self._is_refuge(here, to):
                yield cost, (to, is_stop)

    def _is_refuge(self, stop: str, to: str) -> bool:
        return to in self.into and is_city_of(self.passage.board, to, stop)

    def refused(self, stand: Stand) -> Iterator[Reason]:
        """Yield why each of the other steps is not taken, one for each link."""
        here, is_over = stand
        yield from self.passage.refused(here)
        if is_over or here in self.stops:
            for to, _, link in self.passage.ways(here):
                if is_over or not self._is_refuge(here, to):
                    yield Reason("stop", here, to, link.kind)


def reach(board: Atlas, start: str | Space, allowance: object, **options: Unpack[MoveOptions]) -> Reach:
    """Return the least cost to every space within an allowance, the start at 0, sorted by id.

    Regions and cities are entered at the costs of their links (7.1, 7.61), a stop is not left (7.7). NotationError for
    unknown spaces, kinds of link, or an allowance that is no number.
    """
    most, here = points(allowance, "allowance"), board.space(start)
    walk = Walk(passage_for(board, options, here), here, options)
    found = least_costs(walk.start, walk.steps, most)
    costs = cheapest_of(found)
    stops = tuple(id_ for id_ in costs if id_ in walk.stops or ((id_, True) in found.least and (id_, False) not in found.least))
    return Reach(here.id, most, walk.passage.by, costs, stops, _left_out(walk, found, costs, most))


def cheapest_of(found: Costs[Stand]) -> dict[str, Cost]:
    """Return the least cost of every space, sorted by id."""
    costs: dict[str, Cost] = {}
    for (id_, _), cost in found.least.items():
        costs[id_] = min(cost, costs.get(id_, cost))
    return dict(sorted(costs.items()))


def _left_out(walk: Walk, found: Costs[Stand], costs: dict[str, Cost], most: Cost) -> tuple[Reason, ...]:
    reasons: set[Reason] = set()
    for stand, cost in found.least.items():
        reasons.update(reason for reason in walk.refused(stand) if reason.space not in costs)
        for extra, (to, _) in walk.steps(stand):
            if to not in costs:
                reasons.add(Reason("allowance", stand[0], to, note=f"{plain_cost(cost + extra)} of {plain_cost(most)}"))
    return in_order(reasons)
