"""Why a move is possible or not: each step of it, or what stands against it, with link, condition and rule."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple, Unpack

from areamap.atlas import Atlas, plain_cost
from areamap.cheapest import least_costs
from areamap.conditions import ALWAYS
from areamap.passage import Passage, Reason, in_order, passage_for
from areamap.reach import MoveOptions, Walk, limits_of
from areamap.routes import Path, no_way, nowhere, stands, ways_to
from areamap.spaces import Cost, Link, Space
from mapsheet.fields import points


class StepTaken(NamedTuple):
    """One step of a move: its ends, its link and cost, and the condition on which the link is open."""

    origin: str
    to: str
    link: Link
    cost: Cost

    def to_json(self) -> dict[str, Any]:
        """Return `from to link cost`, and `condition` and `rule` where the link has them."""
        found = {"from": self.origin, "to": self.to, "link": self.link.kind, "cost": plain_cost(self.cost)}
        more = {"condition": "" if self.link.open == ALWAYS else str(self.link.open), "rule": self.link.rule}
        return found | {name: text for name, text in more.items() if text}


class Why(NamedTuple):
    """Whether a move is possible: its steps, or the reasons against it.

    Of spaces that a link joins the step between them is asked for; where it is closed `around` is the cheapest way round, None
    where there is none. Of others it is the cheapest way.
    """

    origin: str
    to: str
    by: tuple[str, ...]
    possible: bool
    cost: Cost | None
    steps: tuple[StepTaken, ...]
    reasons: tuple[Reason, ...]
    around: Path | None = None

    def to_json(self) -> dict[str, Any]:
        """Return `from to by possible cost steps reasons around` as plain JSON values."""
        return {
            "from": self.origin, "to": self.to, "by": [*self.by], "possible": self.possible, "cost": plain_cost(self.cost),
            "steps": [step.to_json() for step in self.steps], "reasons": [reason.to_json() for reason in self.reasons],
            "around": [*self.around] if self.around else None,
        }


def why(
    board: Atlas, start: str | Space, to: str | Space, allowance: object = None, **options: Unpack[MoveOptions]
) -> Why:
    """Return whether a move is possible within an allowance (none: at any cost), and each step of it or why not.

    NotationError for unknown spaces or kinds of link, or an allowance that is no number.
    """
    here, there = board.space(start), board.space(to)
    most = None if allowance is None else points(allowance, "allowance")
    walk = Walk(passage_for(board, options, here, there), here, limits_of(board, options))
    cost, paths, _ = ways_to(least_costs(walk.start, walk.steps, goals=stands([there.id])), [there.id])
    direct = [link for link in walk.passage.touching(here.id) if link.other(here.id) == there.id]
    if direct and (not paths or len(paths[0]) != 2):
        reasons = in_order({reason for link in direct if (reason := walk.passage.reason(link, here.id))})
        if reasons and all(walk.passage.reason(link, here.id) for link in direct):
            if all(reason.why == "kind" for reason in reasons):
                reasons = in_order({*reasons, *no_way(walk, [there])})
            return Why(here.id, there.id, walk.passage.by, False, None, (), reasons, paths[0] if paths else None)
    if paths:
        steps = steps_of(walk.passage, paths[0])
        dear = [Reason("allowance", here.id, there.id, note=f"{plain_cost(cost)} of {plain_cost(most)}")]
        is_dear = most is not None and cost is not None and cost > most
        return Why(here.id, there.id, walk.passage.by, not is_dear, cost, steps, tuple(dear if is_dear else ()))
    return Why(here.id, there.id, walk.passage.by, False, None, (), _against(walk, here, there))


def steps_of(passage: Passage, path: Path) -> tuple[StepTaken, ...]:
    """Return the steps of a path."""
    steps = []
    for here, there in pairwise(path):
        way = next(way for way in passage.ways(here) if way.to == there)
        steps.append(StepTaken(here, there, way.link, way.cost))
    return tuple(steps)


class _Unhindered(Passage):
    """A passage in which nothing is closed, to find the way that would be taken."""

    def reason(self, link: Link, here: str) -> Reason | None:
        reason = super().reason(link, here)
        return reason if reason is not None and reason.why in {"kind", "one-way"} else None


def _against(walk: Walk, start: Space, goal: Space) -> tuple[Reason, ...]:
    """Return what hinders each step of the cheapest way there would be if nothing were closed."""
    passage = walk.passage
    free = Walk(_Unhindered(passage.board, passage.by, {}), start)
    _, paths, _ = ways_to(least_costs(free.start, free.steps, goals=stands([goal.id])), [goal.id])
    if not paths:
        return in_order(no_way(walk, [goal]) or nowhere(walk, [goal]))
    found: list[Reason] = []
    for here, there in pairwise(paths[0]):
        reasons = {reason for link in passage.touching(here) if link.other(here) == there
                   if (reason := passage.reason(link, here)) and reason.why != "kind"}
        if reasons and there not in {way.to for way in passage.ways(here)}:
            found += in_order(reasons)
        if here in walk.stops:
            found.append(Reason("stop", here, there))
    return tuple(found)
