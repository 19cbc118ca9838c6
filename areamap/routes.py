"""Routes: all equally cheap ways, the nearest of several spaces, and why a move is possible or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Unpack

from areamap.atlas import Atlas, plain_cost
from areamap.cheapest import Costs, all_ways, least_costs
from areamap.passage import Passage, Reason, in_order, passage_everywhere, passage_for
from areamap.reach import OVER, MoveOptions, Walk, cheapest_of, limits_of
from areamap.spaces import Cost, Space
from mapsheet.errors import NotationError

Path = tuple[str, ...]


class Route(NamedTuple):
    """The cheapest ways from a space to another: `paths` are all of them, those of fewer steps first, then by ids.

    `cost` is None where there is no way; `left_out` then tells which links and spaces stand against it. `omitted` counts
    the paths beyond the thousandth.
    """

    origin: str
    to: str
    by: tuple[str, ...]
    cost: Cost | None
    paths: tuple[Path, ...]
    omitted: int = 0
    left_out: tuple[Reason, ...] = ()

    @property
    def path(self) -> Path | None:
        """Return the first path, None where there is no way."""
        return self.paths[0] if self.paths else None

    def to_json(self) -> dict[str, Any]:
        """Return `from to by cost path paths left_out` as plain JSON values; `paths_omitted` only where some are."""
        found: dict[str, Any] = {
            "from": self.origin, "to": self.to, "by": [*self.by], "cost": plain_cost(self.cost),
            "path": [*self.path] if self.path else None, "paths": [[*path] for path in self.paths],
            "left_out": [reason.to_json() for reason in self.left_out],
        }
        return found | ({"paths_omitted": self.omitted} if self.omitted else {})


class Distance(NamedTuple):
    """The cost of the cheapest way, None where there is none; `left_out` then tells why, else only of a closed start."""

    origin: str
    to: str
    by: tuple[str, ...]
    distance: Cost | None
    left_out: tuple[Reason, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return `from to by distance left_out` as plain JSON values."""
        return {
            "from": self.origin, "to": self.to, "by": [*self.by], "distance": plain_cost(self.distance),
            "left_out": [reason.to_json() for reason in self.left_out],
        }


class Nearest(NamedTuple):
    """The nearest of several spaces, all that tie, with the cheapest ways to each.

    `cost` is None where none can be reached; `left_out` then tells why, else only of a closed start.
    """

    origin: str
    by: tuple[str, ...]
    cost: Cost | None
    nearest: tuple[str, ...]
    paths: tuple[Path, ...]
    omitted: int = 0
    left_out: tuple[Reason, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return `from by cost nearest paths left_out` as plain JSON values; `paths_omitted` only where some are."""
        found: dict[str, Any] = {
            "from": self.origin, "by": [*self.by], "cost": plain_cost(self.cost), "nearest": [*self.nearest],
            "paths": [[*path] for path in self.paths], "left_out": [reason.to_json() for reason in self.left_out],
        }
        return found | ({"paths_omitted": self.omitted} if self.omitted else {})


def route(board: Atlas, start: str | Space, to: str | Space, **options: Unpack[MoveOptions]) -> Route:
    """Return all cheapest ways from a space to another, the first of them `path`.

    A stop is passed by no way, it may be its end. NotationError for unknown spaces or kinds of link.
    """
    here, there = board.space(start), board.space(to)
    walk = Walk(passage_for(board, options, here, there), here, limits_of(board, options))
    found = least_costs(walk.start, walk.steps, goals=stands([there.id]))
    cost, paths, omitted = ways_to(found, [there.id])
    left_out = tuple(walk.noted()) if paths else against(walk, found, there)
    return Route(here.id, there.id, walk.passage.by, cost, paths, omitted, left_out)


def routes_from(
    board: Atlas, start: str | Space, among: Iterable[str | Space] | None = None, **options: Unpack[MoveOptions]
) -> Iterator[Route]:
    """Yield the route from a space to each of several others (all), in their order, by one search.

    Without `by` the kinds of link are those of a move from the start. NotationError as for `route`.
    """
    here = board.space(start)
    goals = [board.space(name) for name in (board.spaces.values() if among is None else among)]
    walk = Walk(passage_for(board, options, here), here, limits_of(board, options))
    found = least_costs(walk.start, walk.steps)
    shut: set[Reason] | None = None
    for goal in goals:
        cost, paths, omitted = ways_to(found, [goal.id])
        if not paths and shut is None:
            shut = _shut(walk, found)
        left_out = tuple(walk.noted()) if paths else _told(walk, shut or set(), [goal])
        yield Route(here.id, goal.id, walk.passage.by, cost, paths, omitted, left_out)


def distance(board: Atlas, start: str | Space, to: str | Space, **options: Unpack[MoveOptions]) -> Distance:
    """Return the cost of the cheapest way from a space to another; NotationError as for `route`."""
    here, there = board.space(start), board.space(to)
    walk = Walk(passage_for(board, options, here, there), here, limits_of(board, options))
    found = least_costs(walk.start, walk.steps, goals=stands([there.id]), traced=False)
    cost = cheapest_of(found).get(there.id)
    left_out = against(walk, found, there) if cost is None else tuple(walk.noted())
    return Distance(here.id, there.id, walk.passage.by, cost, left_out)


def nearest(board: Atlas, start: str | Space, among: Iterable[str | Space], **options: Unpack[MoveOptions]) -> Nearest:
    """Return the nearest of several spaces (15.8): all that tie, sorted by id, with all cheapest ways to them.

    Without `by` every kind of link counts but `annex`. NotationError for unknown spaces, or none.
    """
    here = board.space(start)
    goals = sorted({board.space(name).id for name in ([among] if isinstance(among, str | Space) else among)})
    if not goals:
        raise NotationError("one space or more to choose the nearest from", among)
    walk = Walk(passage_everywhere(board, options), here, limits_of(board, options))
    found = least_costs(walk.start, walk.steps, goals=stands(goals))
    costs = cheapest_of(found)
    reached = [costs[goal] for goal in goals if goal in costs]
    ties = tuple(goal for goal in goals if reached and costs.get(goal) == min(reached))
    cost, paths, omitted = ways_to(found, ties)
    left_out = tuple(walk.noted()) if ties else against(walk, found, *(board.spaces[goal] for goal in goals))
    return Nearest(here.id, walk.passage.by, cost, ties, paths, omitted, left_out)


def stands(goals: Iterable[str]) -> set[str]:
    """Return how a mover can stand in spaces."""
    return {goal + end for goal in goals for end in ("", OVER)}


def ways_to(found: Costs[str], goals: Iterable[str]) -> tuple[Cost | None, tuple[Path, ...], int]:
    """Return the least cost to the nearest of some spaces, all ways of that cost, and how many are not listed."""
    ends = [stand for stand in stands(goals) if stand in found.least]
    if not ends:
        return None, (), 0
    cost = min(found.least[stand] for stand in ends)
    ways = all_ways(found, [stand for stand in ends if found.least[stand] == cost], str)
    return cost, tuple(tuple(stand.removesuffix(OVER) for stand in way) for way in ways.listed), ways.omitted


def against(walk: Walk, found: Costs[str], *goals: Space) -> tuple[Reason, ...]:
    """Return why none of some goals is reached: what bars each space beyond those that were, by that space, and `no_way`."""
    return _told(walk, _shut(walk, found), goals)


def no_way(walk: Walk, goals: Iterable[Space]) -> set[Reason]:
    """Return which of the start and the goals have no link of the mover's kinds, and their cities that have one."""
    passage = walk.passage
    start = passage.board.spaces[walk.start]
    lost = {Reason("no-way", "", start.id, note=_hint(passage, start))} if not _has_way(passage, start.id) else set()
    return lost | {Reason("no-way", walk.start, goal.id, note=_hint(passage, goal)) for goal in goals
                   if not _has_way(passage, goal.id) and goal != start}


def nowhere(walk: Walk, goals: Iterable[Space]) -> set[Reason]:
    """Return that no links lead to some goals where nothing bars them."""
    return {Reason("no-way", walk.start, goal.id, note=_by(walk.passage)) for goal in goals}


def _told(walk: Walk, shut: set[Reason], goals: Sequence[Space]) -> tuple[Reason, ...]:
    return in_order((shut | no_way(walk, goals) or nowhere(walk, goals)) | walk.noted())


def _shut(walk: Walk, found: Costs[str]) -> set[Reason]:
    reached = {stand.removesuffix(OVER) for stand in found.least}
    return {reason for stand in found.least for reason in walk.refused(stand) if reason.space not in reached}


def _has_way(passage: Passage, id_: str) -> bool:
    return any(link.kind in passage.by for link in passage.touching(id_))


def _hint(passage: Passage, space: Space) -> str:
    cities = [city.id for city in passage.board.cities_of(space) if _has_way(passage, city.id)]
    return f"{_by(passage)}; try {' or '.join(cities)}" if cities else _by(passage)


def _by(passage: Passage) -> str:
    return f"by {' '.join(passage.by)}"
