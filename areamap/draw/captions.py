"""Captions under figures: an answer in one or two sentences, with the names of the spaces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from areamap.atlas import Atlas

Answer = Mapping[str, Any]
SHOWN = 6
REASONS = {
    "shut": "{space} is never entered", "closed": "{space} is closed", "entry": "{space} admits only {condition}",
    "condition": "the way is open only while {condition}", "one-way": "the way runs one way only",
    "city-only": "{space} is a city only", "ban": "the mover may not enter {space}", "stop": "the move ends before {space}",
    "kind": "no such link leads to {space}", "allowance": "{space} costs too much", "no-way": "no such links lead to {space}",
}


def caption_of(board: Atlas, ask: str, told: Answer) -> str:
    """Return the caption for the answer to a question; nothing for one without words."""
    return WORDS[ask](board, told) if ask in WORDS else ""


def _name(board: Atlas, id_: str) -> str:
    return board.spaces[id_].name if id_ in board.spaces else id_


def _listed(board: Atlas, ids: Iterable[str]) -> str:
    names = [_name(board, id_) for id_ in ids]
    if not names:
        return "none"
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def _points(cost: Any) -> str:
    return f"{cost} point" if str(cost) == "1" else f"{cost} points"


def _neighbors(board: Atlas, told: Answer) -> str:
    kinds = "; ".join(f"by {kind}: {_listed(board, ids)}" for kind, ids in told["neighbors"].items() if ids)
    return f"Neighbors of {_name(board, told['space'])}: {kinds or 'none'}."


def _reach(board: Atlas, told: Answer) -> str:
    count = len(told["costs"]) - 1
    places = "1 space" if count == 1 else f"{count} spaces"
    return f"Reach from {_name(board, told['from'])} with {_points(told['allowance'])}: {places}, with the least cost of each."


def _route(board: Atlas, told: Answer) -> str:
    ends = f"from {_name(board, told['from'])} to {_name(board, told['to'])}"
    if told["cost"] is None:
        return f"No way {ends}. {_reasons(board, told['left_out'])}".strip()
    count = len(told["paths"])
    ways = f"{count} ways as good" if count > 1 else f"by way of {_listed(board, told['path'][1:-1])}"
    direct = len(told["path"]) == 2
    return f"Cheapest way {ends}: {_points(told['cost'])}, {'one step' if direct else ways}."


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
        filled = words.format(space=_name(board, reason["space"]), condition=reason.get("condition") or "what it says")
        told.append(filled + (f" ({reason['rule']})" if reason.get("rule") else ""))
    text = "; ".join(dict.fromkeys(told))
    return f"{text[0].upper()}{text[1:]}." if text else ""


def _sail(board: Atlas, told: Answer) -> str:
    start = f"Fleet in {_name(board, told['fleet'])} with {_points(told['allowance'])}"
    if told["cost"] is None:
        return f"{start}: no plan."
    landings = f" Landings: {_listed(board, told['landings'])}." if told["landings"] else ""
    return f"{start}: the cheapest plan takes {_points(told['cost'])}.{landings}"


WORDS: dict[str, Callable[[Atlas, Answer], str]] = {
    "show": _neighbors, "neighbors": _neighbors, "reach": _reach, "route": _route, "nearest": _nearest, "why": _why,
    "sail": _sail,
}
