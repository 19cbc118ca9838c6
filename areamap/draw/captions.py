"""Captions under figures: an answer in one or two sentences, with the names of the spaces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from areamap.atlas import Atlas

Answer = Mapping[str, Any]
"""An answer as JSON has it."""
SHOWN = 6
REASONS = {
    "shut": "{space} is never entered", "closed": "{space} is closed", "entry": "{space} is {condition}",
    "condition": "the way is {condition}", "one-way": "the way runs one way only",
    "city-only": "{space} is a city only", "ban": "the mover may not enter {space}", "stop": "the move ends before {space}",
    "kind": "no such link leads to {space}", "allowance": "{space} costs too much", "no-way": "no such links lead to {space}",
}


def as_told(answer: Any) -> Answer:
    """Return an answer as JSON has it, whether a query returned it or it is that already."""
    found: Answer = answer.to_json() if hasattr(answer, "to_json") else answer
    return found


def caption_of(board: Atlas, ask: str, told: Answer) -> str:
    """Return the caption for the answer to a question; nothing for one without words."""
    return WORDS[ask](board, told) if ask in WORDS else ""


def _name(board: Atlas, id_: str) -> str:
    return board.spaces[id_].name if id_ in board.spaces else id_


def _listed(board: Atlas, ids: Iterable[str], most: int = SHOWN) -> str:
    names = [_name(board, id_) for id_ in ids]
    if not names:
        return "none"
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def _points(cost: Any) -> str:
    return f"{cost} point" if str(cost) == "1" else f"{cost} points"


def _neighbors(board: Atlas, told: Answer) -> str:
    kinds = "; ".join(f"by {kind}: {_listed(board, ids, len(ids))}" for kind, ids in told["neighbors"].items() if ids)
    return f"Neighbors of {_name(board, told['space'])}: {kinds or 'none'}."


def _reach(board: Atlas, told: Answer) -> str:
    count = len(told["costs"]) - 1
    places = "1 space" if count == 1 else f"{count} spaces"
    stops = [id_ for id_ in told.get("stops", ()) if id_ in told["costs"] and id_ != told["from"]]
    ringed = f" Entered and not left: {_listed(board, stops, 2 * SHOWN)}." if stops else ""
    start = f"Reach from {_name(board, told['from'])} with {_points(told['allowance'])}"
    return f"{start}: {places}, with the least cost of each.{ringed}"


def _route(board: Atlas, told: Answer) -> str:
    ends = f"from {_name(board, told['from'])} to {_name(board, told['to'])}"
    if told["cost"] is None:
        return f"No way {ends}. {_reasons(board, told['left_out'])}".strip()
    count = len(told["paths"])
    ways = f"{count} ways as good" if count > 1 else f"by way of {_listed(board, told['path'][1:-1])}"
    direct = len(told["path"]) == 2
    return f"Cheapest way {ends}: {_points(told['cost'])}, {'one step' if direct else ways}."


def _distance(board: Atlas, told: Answer) -> str:
    ends = f"from {_name(board, told['from'])} to {_name(board, told['to'])}"
    return f"No way {ends}." if told["distance"] is None else f"Cheapest way {ends}: {_points(told['distance'])}."


def _retreat(board: Atlas, told: Answer) -> str:
    start = f"Retreat from {_name(board, told['space'])}"
    if not told["candidates"]:
        return f"{start}: nowhere. {_reasons(board, told['left_out'])}".strip()
    return f"{start}: to {_listed(board, told['candidates'], 2 * SHOWN)}."


def _supply(board: Atlas, told: Answer) -> str:
    if not told["supplied"]:
        return f"No supply reaches {_name(board, told['space'])}. {_reasons(board, told['left_out'])}".strip()
    source = f" from {_name(board, told['source'])}" if told["source"] and told["source"] != told["space"] else ""
    cost = f", {_points(told['cost'])}" if told["cost"] is not None else ""
    return f"{_name(board, told['space'])} is in supply{source}{cost}."


def _groups(board: Atlas, told: Answer) -> str:
    from areamap.draw.answers import letter_of

    groups = told["groups"]
    listed = "; ".join(f"{letter_of(k)}: {_listed(board, group)}" for k, group in enumerate(groups[:SHOWN]))
    count = "1 group" if len(groups) == 1 else f"{len(groups)} groups"
    return f"{count} of spaces that hang together: {listed}." if groups else "No groups."


def _count(board: Atlas, told: Answer) -> str:
    count = "1 space" if told["count"] == 1 else f"{told['count']} spaces"
    held = "; ".join(f"{name} {part['count']}" for name, part in told["holders"].items())
    listed = f"{count}, together worth {told['value']}: {_listed(board, told['spaces'], 2 * SHOWN)}."
    return f"{listed} Held: {held}." if held else listed


def _nearest(board: Atlas, told: Answer) -> str:
    if told["cost"] is None:
        return f"None of them can be reached from {_name(board, told['from'])}."
    return f"Nearest to {_name(board, told['from'])}: {_listed(board, told['nearest'])}, {_points(told['cost'])} away."


def _why(board: Atlas, told: Answer) -> str:
    move = f"From {_name(board, told['from'])} to {_name(board, told['to'])}"
    if told["possible"]:
        return f"{move}: {_points(told['cost'])}, step by step."
    return f"{move}: not possible. {_reasons(board, told['reasons'])}".strip()


def _reasons(board: Atlas, reasons: Iterable[Answer]) -> str:
    """Return the first reasons as a sentence."""
    told = []
    for reason in list(reasons)[:2]:
        words = str(REASONS.get(reason["why"], reason["why"]))
        filled = words.format(space=_name(board, reason["space"]), condition=_condition(board, reason.get("condition", "")))
        told.append(filled + (f" ({reason['rule']})" if reason.get("rule") else ""))
    text = "; ".join(dict.fromkeys(told))
    return f"{text[0].upper()}{text[1:]}." if text else ""


def _condition(board: Atlas, text: str) -> str:
    from areamap.conditions import parse_condition
    from areamap.draw.wording import in_words

    return in_words(board, parse_condition(text)) if text else "open under a condition"


def _sail(board: Atlas, told: Answer) -> str:
    start = f"Fleet in {_name(board, told['fleet'])} with {_points(told['allowance'])}"
    if told["cost"] is None:
        return f"{start}: no plan."
    steps = [_step(board, k, action) for k, action in enumerate(told["plans"][0] if told["plans"] else (), 1)]
    told_steps = f" {'; '.join(steps)}." if steps else ""
    landings = f" Landings: {_listed(board, told['landings'])}." if told["landings"] else ""
    return f"{start}: the cheapest plan takes {_points(told['cost'])}.{told_steps}{landings}"


def _step(board: Atlas, number: int, action: Answer) -> str:
    """Return a numbered step of a fleet's plan."""
    start, end = _name(board, action["from"]), _name(board, action["to"])
    if action["do"] == "sail":
        return f"({number}) fleet to {end}"
    unit = f"unit {action['unit'] + 1}" if "unit" in action else "unit"
    return f"({number}) {unit} embarks from {start}" if action["do"] == "embark" else f"({number}) {unit} lands in {end}"


WORDS: dict[str, Callable[[Atlas, Answer], str]] = {
    "show": _neighbors, "neighbors": _neighbors, "reach": _reach, "route": _route, "nearest": _nearest, "why": _why,
    "sail": _sail, "distance": _distance, "retreat": _retreat, "supply": _supply, "groups": _groups, "count": _count,
}
