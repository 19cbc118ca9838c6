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
ON_BOARD = "aboard"
Lift = tuple[str, str]
"""Where a unit is taken aboard, and where it is landed (empty: anywhere).

It comes from `aboard`, or from the fleet's sea, when it is on the fleet at the start. With `aboard` for its goal it stays
there, with a sea it stays there and the fleet ends in that sea.
"""
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

    `landings` gives for a unit without a goal the least cost of every place where it can be landed within the allowance; with
    none it stays aboard. `left_out` says why there is no plan, or none that lands it.
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

    Cargo may be aboard at the start and stay there (16.4, 16.9), see `Lift`; a unit without a goal stays only where no plan
    lands it.
    Sailing costs what sea and port links cost. A unit is embarked or landed for nothing where the fleet lies in the same
    port, else over a coast link of the fleet's sea at its cost (29-Q1, 29-Q2); each unit once, with no other move (16.33).
    Stops hold a fleet that enters another sea, never one that embarks or lands in the sea where it is (29-Q14). NotationError
    for unknown places, a fleet on land, more than six lifts, or an allowance that is no number.
    """
    most = points(allowance, "allowance")
    voyage = Voyage(board, berth(board, fleet), [*lifts], options)
    found = least_costs(voyage.start, voyage.steps, most)
    landed = [state for state in found.least if voyage.is_done(state)]
    goals = landed or [state for state in found.least if voyage.is_done(state, keeps=True)]
    cost = min((found.least[goal] for goal in goals), default=None)
    ways = all_ways(found, [goal for goal in goals if found.least[goal] == cost], str, MOST_PLANS)
    plans = tuple(tuple(voyage.action(a, b) for a, b in pairwise(way)) for way in ways.listed)
    left_out = () if landed else _reasons(voyage, most)
    return Sail(voyage.start.at, most, tuple(voyage.lifts), cost, plans, ways.omitted, voyage.landings(found), left_out)


def berth(board: Atlas, name: str | Space) -> Space:
    """Return the sea or port city of a name; where a region and its port city share one, the city."""
    space = board.space(name)
    ports = [city for city in board.cities_of(space) if city.ports and city.name == space.name]
    found = ports[0] if ports else space
    if found.kind not in WATER and not found.ports:
        raise NotationError("a sea or a port city for the fleet", name if isinstance(name, str) else name.id)
    return found


def read_lift(board: Atlas, lift: str | Sequence[str], fleet: Space) -> Lift:
    """Return the ends of a lift by a fleet, `ottomans>city_thessalonica` or a pair; NotationError for anything else."""
    ends = [part.strip() for part in lift.split(">")] if isinstance(lift, str) else list(lift)
    if not 1 <= len(ends) <= 2 or not all(isinstance(end, str) for end in ends) or not ends[0]:
        raise NotationError(f"a lift such as ottomans>city_thessalonica, ottomans>{ON_BOARD} or {ON_BOARD}>achaea", lift)
    origin, goal = (end if end in {"", ON_BOARD} else board.space(end).id for end in [*ends, ""][:2])
    if is_afloat(board, origin) and origin not in {ON_BOARD, fleet.id}:
        raise NotationError(f"a lift from land, from a port city, or from {ON_BOARD} the fleet in {fleet.id}", lift)
    return origin, goal


def is_afloat(board: Atlas, end: str) -> bool:
    """Return whether an end of a lift is on the fleet."""
    return end == ON_BOARD or (end in board.spaces and board.spaces[end].kind in WATER)


class Voyage:
    """The actions of one fleet. Units move by coast links, or step ashore where the fleet lies in port."""

    heeds_stops = True

    def __init__(
        self, board: Atlas, fleet: Space, lifts: Sequence[str | Sequence[str]], options: SailOptions
    ) -> None:
        self.lifts = [read_lift(board, lift, fleet) for lift in lifts]
        if len(lifts) > MOST_LIFTS or sum(not goal for _, goal in self.lifts) > 1:
            raise NotationError(f"at most {MOST_LIFTS} lifts, of which one may be without a goal", len(lifts))
        by = options.get("by")
        self.kinds = AFLOAT if by is None else kinds_of(board, by)
        self.passage = Passage(board, self.kinds | {"coast"}, options)
        self.board, self.asked = board, (board, fleet, lifts, options)
        self.stops = ids_of(board, options.get("stops", ()), "stops")
        self.into = ids_of(board, options.get("into_city", ()), "into_city")
        to = options.get("to")
        self.to = "" if to is None else berth(board, to).id
        self.room = _room(options.get("room", 1))
        units = tuple(ABOARD if is_afloat(board, origin) else WAITING for origin, _ in self.lifts)
        if units.count(ABOARD) > self.room:
            raise NotationError(f"room for as many as are aboard at the start, {units.count(ABOARD)}", self.room)
        self.start = Afloat(fleet.id, False, units, ("",) * len(units))

    def is_done(self, state: Afloat, *, keeps: bool = False) -> bool:
        """Return whether the fleet and every unit are where they must end; with `keeps` one without a goal may stay aboard."""
        return (not self.to or state.at == self.to) and all(
            (unit == ABOARD and goal in {ON_BOARD, state.at}) if is_afloat(self.board, goal)
            else unit == LANDED or (keeps and not goal and unit == ABOARD)
            for unit, (_, goal) in zip(state.units, self.lifts, strict=True)
        )

    def steps(self, state: Afloat) -> Iterator[tuple[Cost, Afloat]]:
        """Yield the cost and the outcome of every action."""
        yield from self._sailing(state)
        for k, status in enumerate(state.units):
            origin, goal = self.lifts[k]
            if status == WAITING and state.units.count(ABOARD) < self.room:
                for cost, at in self.shore(state.at, embarks=True):
                    if at == origin:
                        yield cost, _changed(state, k, ABOARD)
            elif status == ABOARD:
                for cost, at in self.shore(state.at, embarks=False):
                    if at == goal or (not goal and at != origin):
                        yield cost, _changed(state, k, LANDED, at)

    def _sailing(self, state: Afloat) -> Iterator[tuple[Cost, Afloat]]:
        for to, cost, link in self.passage.ways(state.at):
            if link.kind in self.kinds and link.kind != "coast" and self.may_leave(state, to):
                yield cost, state._replace(at=to, is_over=state.is_over or to in self.stops)

    def may_leave(self, state: Afloat, to: str) -> bool:
        """Return whether no stop keeps the fleet from a space."""
        return not (state.is_over and self.heeds_stops) or (to in self.into and is_city_of(self.board, to, state.at))

    def shore(self, at: str, *, embarks: bool) -> Iterator[tuple[Cost, str]]:
        """Yield what it costs to take a unit aboard, or to land it, at each place by a fleet."""
        if self.board.spaces[at].kind not in WATER:
            yield 0, at
            return
        for link in self.board.links_of[at]:
            if link.kind == "coast" and self.against(link, at, embarks=embarks) is None:
                yield link.cost, link.other(at)

    def against(self, link: Link, at: str, *, embarks: bool) -> Reason | None:
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
        cost = next(cost for cost, at in self.shore(before.at, embarks=embarks) if at == ashore)
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


def _changed(state: Afloat, unit: int, status: int, at: str = "") -> Afloat:
    units = (*state.units[:unit], status, *state.units[unit + 1 :])
    return state._replace(units=units, landed=(*state.landed[:unit], at, *state.landed[unit + 1 :]))


def _room(room: object) -> int:
    if isinstance(room, bool) or not isinstance(room, int) or not 1 <= room <= MOST_LIFTS:
        raise NotationError(f"room for 1 to {MOST_LIFTS} units", room)
    return room


# -- why there is no plan ------------------------------------------------------------------------------------------

_NEVER_OPEN = frozenset({"kind", "one-way", "shut"})
_HINDRANCE = 10**9  # more than any plan costs: the plan with the fewest hindrances is the cheapest


class _Unhindered(Passage):
    """A passage in which all is open that ever could be."""

    def reason(self, link: Link, here: str) -> Reason | None:
        reason = super().reason(link, here)
        return reason if reason is not None and reason.why in _NEVER_OPEN else None


class _Wished(Voyage):
    """A voyage as if nothing were closed, where an action costs a great deal more that cannot be done."""

    heeds_stops = False

    def __init__(self, real: Voyage) -> None:
        super().__init__(*real.asked)
        self.real, self.passage = real, _Unhindered(self.board, real.passage.by, {})

    def steps(self, state: Afloat) -> Iterator[tuple[Cost, Afloat]]:
        """Yield the cost and the outcome of every action that one could wish for."""
        for cost, after in super().steps(state):
            yield cost + _HINDRANCE * bool(self.hindrances(state, after)), after

    def against(self, link: Link, at: str, *, embarks: bool) -> Reason | None:
        """Return what always bars a coast."""
        return self.passage.reason(link, link.other(at) if embarks else at)

    def hindrances(self, before: Afloat, after: Afloat) -> tuple[Reason, ...]:
        """Return what stands against an action, nothing where one link of several is open."""
        action = self.action(before, after)
        sails, embarks = action.do == "sail", action.do == "embark"
        at, to = before.at, action.origin if embarks else action.to
        if at == to:
            return ()
        kinds = self.kinds - {"coast"} if sails else {"coast"}
        links = [link for link in self.board.links_of[at] if link.other(at) == to and link.kind in kinds]
        passage, real = self.real.passage, self.real
        if sails and not real.may_leave(before, to):
            return (Reason("stop", at, to, links[0].kind),)
        reasons = [passage.reason(link, at) if sails else real.against(link, at, embarks=embarks) for link in links]
        return () if None in reasons else in_order(reason for reason in reasons if reason)


def _reasons(voyage: Voyage, most: Cost) -> tuple[Reason, ...]:
    """Return why there is no plan: the allowance if there would be one with more, else what hinders the plan nearest to one."""
    dearer = least_costs(voyage.start, voyage.steps)
    done = [(cost, state) for state, cost in dearer.least.items() if voyage.is_done(state)]
    if done:
        cost, state = min(done)
        wanted = (goal for _, goal in voyage.lifts if goal in voyage.board.spaces)
        end = next(filter(None, (voyage.to, *wanted, *state.landed, state.at)))
        return (Reason("allowance", voyage.start.at, end, note=f"{plain_cost(cost)} of {plain_cost(most)}"),)
    wished = _Wished(voyage)
    found = least_costs(wished.start, wished.steps)
    goals = [state for state in found.least if wished.is_done(state)]
    if not goals:
        return tuple(_beyond(wished, {state.at for state in found.least}))
    best = min(found.least[goal] for goal in goals)
    plan = all_ways(found, [goal for goal in goals if found.least[goal] == best], str, 1).listed[0]
    return tuple(dict.fromkeys(reason for pair in pairwise(plan) for reason in wished.hindrances(*pair)))


def _beyond(wished: Voyage, reached: set[str]) -> Iterator[Reason]:
    """Yield which of the ends lie beyond all that a fleet could ever reach."""
    board, start = wished.board, wished.start.at
    ashore = {embarks: {at for where in reached for _, at in wished.shore(where, embarks=embarks)} for embarks in (True, False)}
    ends = [(end, k == 0) for lift in wished.lifts for k, end in enumerate(lift) if end and end != ON_BOARD]
    lost = [end for end, embarks in ends if not is_afloat(board, end) and end not in ashore[embarks]]
    far = [end for end, _ in (*ends, (wished.to, False)) if (end == wished.to or is_afloat(board, end)) and end not in reached]
    yield from (Reason("no-way", "", end, note="no coast or port of a sea that the fleet reaches") for end in dict.fromkeys(lost))
    yield from (Reason("no-way", start, end, note=f"by {' '.join(sorted(wished.kinds))}") for end in dict.fromkeys(far) if end)
    if not lost and not any(far):
        yield Reason("no-way", "", start, note="no plan brings the fleet and all its units where they must end")
