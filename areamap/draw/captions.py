"""Captions under figures: an answer in one or two sentences of a wording, with the names of the spaces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from mapsheet.wording import Wording, load_wording

if TYPE_CHECKING:
    from areamap.atlas import Atlas

Answer = Mapping[str, Any]
"""An answer as JSON has it."""
SHOWN = 6


class Telling:
    """How an answer is told: the map for names of spaces, the wording, names that stand for spaces (`A`)."""

    def __init__(self, board: Atlas, wording: Wording | None = None, names: Mapping[str, str] | None = None) -> None:
        self.board, self.wording, self.names = board, wording or load_wording(), names or {}
        self.say, self.points = self.wording.say, self.wording.points

    def name(self, id_: str) -> str:
        """Return what a space is called."""
        return self.names.get(id_) or (self.board.spaces[id_].name if id_ in self.board.spaces else id_)

    def kind(self, name: str) -> str:
        """Return what a kind of link is called: as the wording has it, else as the map does."""
        if self.wording.knows(f"kind.{name}"):
            return self.say(f"kind.{name}")
        known = self.board.kinds.get(name)
        return (known.label if known else "") or name.replace("_", " ").replace("-", " ")

    def listed(self, ids: Iterable[str], most: int = SHOWN) -> str:
        """Return the names of spaces, of more than `most` only so many."""
        return self.wording.listed(map(self.name, ids), most)

    def ends(self, told: Answer) -> dict[str, str]:
        """Return the names of the spaces that an answer goes from and to."""
        return {"from": self.name(told["from"]), "to": self.name(told["to"])}


def as_told(answer: Any) -> Answer:
    """Return an answer as JSON has it, whether a query returned it or it is that already."""
    found: Answer = answer.to_json() if hasattr(answer, "to_json") else answer
    return found


def caption_of(telling: Telling, ask: str, told: Answer) -> str:
    """Return the caption for the answer to a question; nothing for one without words."""
    return WORDS[ask](telling, told) if ask in WORDS else ""


def _neighbors(t: Telling, told: Answer) -> str:
    kinds = [
        t.say("neighbors.kind", kind=t.kind(kind), spaces=t.listed(ids, len(ids)))
        for kind, ids in told["neighbors"].items() if ids
    ]
    return t.say("neighbors.all", space=t.name(told["space"]), kinds=t.say("list.clauses").join(kinds) or t.say("list.none"))


def _reach(t: Telling, told: Answer) -> str:
    stops = [id_ for id_ in told.get("stops", ()) if id_ in told["costs"] and id_ != told["from"]]
    ringed = t.say("reach.stops", spaces=t.listed(stops, 2 * SHOWN)) if stops else ""
    found = t.say("count.space", count=len(told["costs"]) - 1)
    start = {"from": t.name(told["from"])}
    return t.say("reach.spaces", **start, points=t.points(told["allowance"]), found=found, stops=ringed)


def _route(t: Telling, told: Answer) -> str:
    ends = t.ends(told)
    if told["cost"] is None:
        return _with_reasons(t, "route", told["left_out"], **ends)
    points, count = t.points(told["cost"]), len(told["paths"])
    if len(told["path"]) == 2:
        return t.say("route.step", **ends, points=points)
    if count > 1:
        return t.say("route.several", **ends, points=points, count=count)
    return t.say("route.through", **ends, points=points, spaces=t.listed(told["path"][1:-1]))


def _distance(t: Telling, told: Answer) -> str:
    if told["distance"] is None:
        return t.say("distance.none", **t.ends(told))
    return t.say("distance.cost", **t.ends(told), points=t.points(told["distance"]))


def _retreat(t: Telling, told: Answer) -> str:
    space = t.name(told["space"])
    if not told["candidates"]:
        return _with_reasons(t, "retreat", told["left_out"], space=space)
    return t.say("retreat.found", space=space, spaces=t.listed(told["candidates"], 2 * SHOWN))


def _supply(t: Telling, told: Answer) -> str:
    space = t.name(told["space"])
    if not told["supplied"]:
        return _with_reasons(t, "supply", told["left_out"], space=space)
    cost = {} if told["cost"] is None else {"points": t.points(told["cost"])}
    is_own = not told["source"] or told["source"] == told["space"]
    source = {} if is_own else {"source": t.name(told["source"])}
    key = f"supply.{'own' if is_own else 'source'}{'_cost' if cost else ''}"
    return t.say(key, space=space, **source, **cost)


def _groups(t: Telling, told: Answer) -> str:
    from areamap.draw.answers import letter_of

    groups = told["groups"]
    if not groups:
        return t.say("groups.none")
    listed = [t.say("groups.group", letter=letter_of(k), spaces=t.listed(group)) for k, group in enumerate(groups[:SHOWN])]
    return t.say("groups.found", count=len(groups), groups=t.say("list.clauses").join(listed))


def _count(t: Telling, told: Answer) -> str:
    held = [f"{name} {part['count']}" for name, part in told["holders"].items()]
    values = {
        "count": t.say("count.space", count=told["count"]), "value": told["value"],
        "spaces": t.listed(told["spaces"], 2 * SHOWN),
    }
    return t.say("tally.held", **values, held=t.say("list.clauses").join(held)) if held else t.say("tally.all", **values)


def _nearest(t: Telling, told: Answer) -> str:
    start = {"from": t.name(told["from"])}
    if told["cost"] is None:
        return t.say("nearest.none", **start)
    return t.say("nearest.found", **start, spaces=t.listed(told["nearest"]), points=t.points(told["cost"]))


def _why(t: Telling, told: Answer) -> str:
    if told["possible"]:
        return t.say("why.possible", **t.ends(told), points=t.points(told["cost"]))
    reasons = in_reasons(t, told["reasons"])
    return t.say("why.reasons", **t.ends(told), reasons=reasons) if reasons else t.say("why.impossible", **t.ends(told))


def _with_reasons(t: Telling, table: str, reasons: Iterable[Answer], **values: Any) -> str:
    """Return that something cannot be, with the first reasons where there are some."""
    words = in_reasons(t, reasons)
    return t.say(f"{table}.reasons", **values, reasons=words) if words else t.say(f"{table}.none", **values)


def in_reasons(t: Telling, reasons: Iterable[Answer]) -> str:
    """Return the first reasons as a sentence."""
    told = [_reason(t, reason) for reason in list(reasons)[:2]]
    text = t.say("list.clauses").join(dict.fromkeys(told))
    return f"{text[0].upper()}{text[1:]}." if text else ""


def _reason(t: Telling, reason: Answer) -> str:
    rule = t.say("reason.rule", rule=reason["rule"]) if reason.get("rule") else ""
    if "told" in reason:
        return t.say("reason.told", condition=reason["told"]) + rule
    key = f"reason.{reason['why']}"
    if not t.wording.knows(key):
        return str(reason["why"]) + rule
    return t.say(key, space=t.name(reason["space"]), condition=_condition(t, reason.get("condition", ""))) + rule


def _condition(t: Telling, text: str) -> str:
    from areamap.conditions import parse_condition
    from areamap.draw.wording import in_words

    return in_words(t.board, parse_condition(text), t.wording) if text else t.say("reason.unnamed")


def _sail(t: Telling, told: Answer) -> str:
    start = {"fleet": t.name(told["fleet"]), "points": t.points(told["allowance"])}
    if told["cost"] is None:
        return t.say("sail.none", **start)
    steps = [_step(t, k, action) for k, action in enumerate(told["plans"][0] if told["plans"] else (), 1)]
    told_steps = t.say("sail.steps", steps=t.say("list.clauses").join(steps)) if steps else ""
    landings = t.say("sail.landings", spaces=t.listed(told["landings"])) if told["landings"] else ""
    return t.say("sail.found", **start, cost=t.points(told["cost"]), steps=told_steps, landings=landings)


def _step(t: Telling, number: int, action: Answer) -> str:
    """Return a numbered step of a fleet's plan."""
    unit = t.say("sail.units", count=action["unit"] + 1) if "unit" in action else t.say("sail.unit")
    return t.say(f"sail.{action['do']}", number=number, unit=unit, **t.ends(action))


WORDS: dict[str, Callable[[Telling, Answer], str]] = {
    "show": _neighbors, "neighbors": _neighbors, "reach": _reach, "route": _route, "nearest": _nearest, "why": _why,
    "sail": _sail, "distance": _distance, "retreat": _retreat, "supply": _supply, "groups": _groups, "count": _count,
}
