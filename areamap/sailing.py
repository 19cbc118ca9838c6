"""Naval plans: a fleet that sails, takes units aboard and lands them, at the least cost (16.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, Unpack

from areamap.atlas import Atlas, plain_cost
from areamap.cheapest import Costs, all_ways, least_costs
from areamap.passage import AFLOAT, NO_FIELD, Passage, PassageOptions, Reason, ids_of, in_order, is_city_of, kinds_of
from areamap.spaces import WATER, Cost, Link, Space
from mapsheet.errors import NotationError
from mapsheet.fields import points

MOST_LIFTS = 6
MOST_PLANS = 200
WAITING, ABOARD, LANDED = 0, 1, 2
Lift = tuple[str, str]
"""Where a unit is taken aboard, and where it is landed (empty: anywhere)."""
_WATERWAYS = frozenset({"sea", "port", "coast"})


class Afloat(NamedTuple):
    """Where a fleet is, whether it must stay in this sea, and for each unit whether it waits, is aboard or was landed where."""

    at: str
    is_over: bool
    units: tuple[int, ...]
    landed: tuple[str, ...]


class Action(NamedTuple):
    """One action of a fleet: `sail`, `embark` or `land`, its ends, its cost, and the number of the unit from 0."""

    do: str
    origin: str
    to: str
    cost: Cost
    unit: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return `do from to cost`, and the number of the `unit` where there is one."""
        found = {"do": self.do, "from": self.origin, "to": self.to, "cost": plain_cost(self.cost)}
        return found if self.unit is None else found | {"unit": self.unit}


class Sail(NamedTuple):
    """All plans of least cost that lift every unit; `cost` is None where none is within the allowance.

    `landings` gives for a unit without a goal the least cost of every place where it can be landed within the allowance.
    `left_out` says why there is no plan.
    """

    fleet: str
    allowance: Cost
    lifts: tuple[Lift, ...]
    cost: Cost | None
    plans: tuple[tuple[Action, ...], ...]
    omitted: int
    landings: dict[str, Cost]
    left_out: tuple[Reason, ...]

    def to_json(self) -> dict[str, Any]:
        """Return `fleet allowance lifts cost plans landings left_out`; `plans_omitted` only where some are."""
        found: dict[str, Any] = {
            "fleet": self.fleet, "allowance": plain_cost(self.allowance),
            "lifts": [{"from": origin, "to": to or None} for origin, to in self.lifts], "cost": plain_cost(self.cost),
            "plans": [[action.to_json() for action in plan] for plan in self.plans],
            "landings": {id_: plain_cost(cost) for id_, cost in self.landings.items()},
            "left_out": [reason.to_json() for reason in self.left_out],
        }
        return found | ({"plans_omitted": self.omitted} if self.omitted else {})


class SailOptions(PassageOptions, total=False):
    """What a fleet takes besides who moves: `stops` are seas it may enter and not leave, `to` is where it must end.

    `into_city` names ports that it may still enter after a stop in a sea they open to. It carries `room` units at once (1).
    """

    stops: Iterable[str | Space]
    into_city: Iterable[str | Space]
    to: str | Space | None
    room: int


def sail(
    board: Atlas, fleet: str | Space, allowance: object, lifts: Iterable[str | Sequence[str]] = (), **options: Unpack[SailOptions]
) -> Sail:
    """Return the cheapest plans of a fleet that lifts units, each given as `(from, to)` or as a text `from>to` or `from`.

    Sailing costs what sea and port links cost. A unit is embarked or landed for nothing where the fleet lies in the same
    port, else over a coast link of the fleet's sea at its cost (29-Q1, 29-Q2); each unit once, with no other move (16.33).
    Stops hold a fleet that enters another sea, never one that embarks or lands in the sea where it is (29-Q14). NotationError
    for unknown places, a fleet on land, more than six lifts, or an allowance that is no number.
    """
    most = points(allowance, "allowance")
    voyage = Voyage(board, berth(board, fleet), [read_lift(board, lift) for lift in lifts], options)
    found = least_costs(voyage.start, voyage.steps, most)
    goals = [state for state in found.least if voyage.is_done(state)]
    cost = min((found.least[goal] for goal in goals), default=None)
    ways = all_ways(found, [goal for goal in goals if found.least[goal] == cost], str, MOST_PLANS)
    plans = tuple(tuple(voyage.action(a, b) for a, b in pairwise(way)) for way in ways.listed)
    left_out = () if goals else voyage.against(most)
    return Sail(voyage.start.at, most, tuple(voyage.lifts), cost, plans, ways.omitted, voyage.landings(found), left_out)


def berth(board: Atlas, name: str | Space) -> Space:
    """Return the sea or port city of a name; where a region and its port city share one, the city."""
    space = board.space(name)
    ports = [city for city in board.cities_of(space) if city.ports and city.name == space.name]
    found = ports[0] if ports else space
    if found.kind not in WATER and not found.ports:
        raise NotationError("a sea or a port city for the fleet", name if isinstance(name, str) else name.id)
    return found


def read_lift(board: Atlas, lift: str | Sequence[str]) -> Lift:
    """Return the ends of a lift, `ottomans>city_thessalonica` or a pair; NotationError for anything else."""
    ends = [part.strip() for part in lift.split(">")] if isinstance(lift, str) else list(lift)
    if not 1 <= len(ends) <= 2 or not all(isinstance(end, str) for end in ends):
        raise NotationError("a lift such as ottomans>city_thessalonica", lift)
    origin, goal = board.space(ends[0]).id, board.space(ends[1]).id if ends[1:] and ends[1] else ""
    for id_ in filter(None, (origin, goal)):
        if board.spaces[id_].kind in WATER:
            raise NotationError("a lift from and to land or a port city", lift)
    return origin, goal


class Voyage:
    """The actions of one fleet. Units move by coast links, or step ashore where the fleet lies in port."""

    def __init__(self, board: Atlas, fleet: Space, lifts: list[Lift], options: SailOptions) -> None:
        if len(lifts) > MOST_LIFTS or sum(not goal for _, goal in lifts) > 1:
            raise NotationError(f"at most {MOST_LIFTS} lifts, of which one may be without a goal", len(lifts))
        by = options.get("by")
        self.kinds = AFLOAT if by is None else kinds_of(board, by)
        self.passage = Passage(board, self.kinds | {"coast"}, options)
        self.board, self.lifts = board, lifts
        self.stops = ids_of(board, options.get("stops", ()), "stops")
        self.into = ids_of(board, options.get("into_city", ()), "into_city")
        to = options.get("to")
        self.to = "" if to is None else berth(board, to).id
        self.room = _room(options.get("room", 1))
        self.start = Afloat(fleet.id, False, (WAITING,) * len(lifts), ("",) * len(lifts))

    def is_done(self, state: Afloat) -> bool:
        """Return whether every unit is landed and the fleet is where it must end."""
        return all(unit == LANDED for unit in state.units) and (not self.to or state.at == self.to)

    def steps(self, state: Afloat) -> Iterator[tuple[Cost, Afloat]]:
        """Yield the cost and the outcome of every action."""
        yield from self._sailing(state)
        for k, status in enumerate(state.units):
            origin, goal = self.lifts[k]
            if status == WAITING and state.units.count(ABOARD) < self.room:
                for cost, at in self._shore(state.at, embarks=True):
                    if at == origin:
                        yield cost, _changed(state, k, ABOARD)
            elif status == ABOARD:
                for cost, at in self._shore(state.at, embarks=False):
                    if at == goal or (not goal and at != origin):
                        yield cost, _changed(state, k, LANDED, at)

    def _sailing(self, state: Afloat) -> Iterator[tuple[Cost, Afloat]]:
        for to, cost, link in self.passage.ways(state.at):
            may_sail = link.kind in self.kinds and link.kind != "coast"
            is_refuge = to in self.into and is_city_of(self.board, to, state.at)
            if may_sail and (is_refuge or not state.is_over):
                yield cost, state._replace(at=to, is_over=state.is_over or to in self.stops)

    def _shore(self, at: str, *, embarks: bool) -> Iterator[tuple[Cost, str]]:
        """Yield what it costs to take a unit aboard, or to land it, at each place by a fleet."""
        if self.board.spaces[at].kind not in WATER:
            yield 0, at
            return
        for link in self.board.links_of[at]:
            if link.kind == "coast" and self._against(link, at, embarks=embarks) is None:
                yield link.cost, link.other(at)

    def _against(self, link: Link, at: str, *, embarks: bool) -> Reason | None:
        """Return why nobody is taken aboard, or landed, over a coast link from a sea; the field itself is not entered again."""
        ashore = link.other(at)
        if not embarks:
            return self.passage.reason(link, at)
        if NO_FIELD in self.board.spaces[ashore].traits:
            return Reason(NO_FIELD, ashore, at, link.kind, note="nobody stands outside its city")
        return self.passage.shut(link, ashore)

    def action(self, before: Afloat, after: Afloat) -> Action:
        """Return the action that leads from one state to the next."""
        if before.units == after.units:
            cost = next(way.cost for way in self.passage.ways(before.at) if way.to == after.at)
            return Action("sail", before.at, after.at, cost)
        unit = next(k for k, status in enumerate(after.units) if status != before.units[k])
        embarks = after.units[unit] == ABOARD
        ashore = self.lifts[unit][0] if embarks else after.landed[unit]
        cost = next(cost for cost, at in self._shore(before.at, embarks=embarks) if at == ashore)
        ends = (ashore, before.at) if embarks else (before.at, ashore)
        return Action("embark" if embarks else "land", *ends, cost, unit)

    def landings(self, found: Costs[Afloat]) -> dict[str, Cost]:
        """Return the least cost of landing the unit that has no goal at each place, the others landed too; sorted by id."""
        free = [k for k, (_, goal) in enumerate(self.lifts) if not goal]
        costs: dict[str, Cost] = {}
        for state, cost in found.least.items():
            if len(free) == 1 and self.is_done(state):
                at = state.landed[free[0]]
                costs[at] = min(cost, costs.get(at, cost))
        return dict(sorted(costs.items()))

    def against(self, most: Cost) -> tuple[Reason, ...]:
        """Return why there is no plan: the allowance if there would be one with more, else what is closed."""
        dearer = least_costs(self.start, self.steps)
        costs = [cost for state, cost in dearer.least.items() if self.is_done(state)]
        if costs:
            goal = self.to or next((goal for _, goal in self.lifts if goal), self.start.at)
            return (Reason("allowance", self.start.at, goal, note=f"{plain_cost(min(costs))} of {plain_cost(most)}"),)
        halted = {state.at for state in dearer.least if state.is_over and state.at in self.stops}
        stops = {Reason("stop", at, way.to, way.link.kind) for at in halted for way in self.passage.ways(at)}
        closed = tuple(self._hindrances({state.at for state in dearer.least}))
        return (*closed, *in_order(reason for reason in stops if reason.link in self.kinds and reason.link != "coast"))

    def _hindrances(self, reached: set[str]) -> Iterator[Reason]:
        for at in sorted(reached):
            yield from (reason for reason in self.passage.refused(at) if reason.space not in reached and reason.link != "coast")
        for origin, goal in self.lifts:
            for id_, embarks in ((origin, True), (goal, False)):
                if id_ and not any(id_ == at for where in reached for _, at in self._shore(where, embarks=embarks)):
                    yield self._ashore(id_, reached, embarks=embarks)

    def _ashore(self, id_: str, reached: set[str], *, embarks: bool) -> Reason:
        for link in self.board.links_of[id_]:
            sea = link.other(id_)
            if link.kind == "coast" and sea in reached and (reason := self._against(link, sea, embarks=embarks)):
                return reason
        return Reason("no-way", "", id_, note="no coast or port of a sea that the fleet reaches")


def _changed(state: Afloat, unit: int, status: int, at: str = "") -> Afloat:
    units = (*state.units[:unit], status, *state.units[unit + 1 :])
    return state._replace(units=units, landed=(*state.landed[:unit], at, *state.landed[unit + 1 :]))


def _room(room: object) -> int:
    if isinstance(room, bool) or not isinstance(room, int) or not 1 <= room <= MOST_LIFTS:
        raise NotationError(f"room for 1 to {MOST_LIFTS} units", room)
    return room
