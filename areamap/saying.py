"""Answers in words, for people at a terminal: one function a question, from the answer's JSON values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import groupby
from typing import Any

Answer = dict[str, Any]
REASONS = {
    "shut": "is drawn only, never entered",
    "closed": "is closed",
    "ban": "may not be entered by the mover",
    "city-only": "has no field",
    "entry": "may be entered only by",
    "condition": "is open only if",
    "one-way": "cannot be entered this way",
    "kind": "not by this kind of link",
    "stop": "the move ends before it",
    "hostile": "is held by the enemy",
    "attackers": "the attack came from there",
    "allowance": "costs",
    "immobile": "cannot move",
    "no-way": "no way by such links",
}


def say(question: str, answer: Answer) -> Iterator[str]:
    """Return the lines that tell an answer."""
    return _SAYINGS[question](answer)


def reason_in_words(reason: Answer) -> str:
    """Return a reason as one line."""
    words = REASONS.get(reason["why"], reason["why"])
    note = reason.get("note", "") if reason["why"] == "allowance" else reason.get("note") and f"({reason['note']})"
    more = " ".join(filter(None, [reason.get("condition"), note]))
    link = f" by {reason['link']}" if reason.get("link") else ""
    rule = f" [{reason['rule']}]" if reason.get("rule") else ""
    origin = f" from {reason['from']}" if reason.get("from") else ""
    return f"{reason['space']}{origin}{link}: {words}{' ' * bool(more)}{more}{rule}"


def _left_out(answer: Answer, key: str = "left_out") -> Iterator[str]:
    if answer[key]:
        yield f"{key.replace('_', ' ')}:"
        yield from (f"  {reason_in_words(reason)}" for reason in answer[key])


def _joined(parts: Any, between: str = " ") -> str:
    return between.join(str(part) for part in parts) or "none"


def _many(number: Any, word: str) -> str:
    """Return a number with its word: 1 point, 2 points, 1/2 point."""
    return f"{number} {word}" if number in {1, "1"} or ("/" in str(number) and Fraction(number) < 1) else f"{number} {word}s"


def _show(answer: Answer) -> Iterator[str]:
    marks = [answer["kind"], answer["class"], answer["faction"], *answer["traits"]]
    value = "" if answer["value"] is None else f", value {answer['value']}"
    yield f"{answer['name']} ({answer['space']}): {', '.join(mark for mark in marks if mark)}{value}"
    for key in ("aliases", "cities", "ports"):
        if answer[key]:
            yield f"{key}: {_joined(answer[key], ', ')}"
    if answer["within"]:
        yield f"within {answer['within']}"
    if answer["path"]:
        yield f"path {answer['path']}" + ("" if answer["order"] is None else f", order {answer['order']}")
    yield from _by_kind(answer["neighbors"])
    if answer["entry"]:
        yield f"entry only if {answer['entry']}" + (f" [{answer['entry_rule']}]" if answer["entry_rule"] else "")


def _by_kind(neighbors: Answer) -> Iterator[str]:
    for kind, ids in neighbors.items():
        yield f"{kind}: {_joined(ids)}"


def _neighbors(answer: Answer) -> Iterator[str]:
    yield f"{answer['space']}" + ("" if answer["neighbors"] else ": no neighbors")
    yield from _by_kind(answer["neighbors"])
    yield from _left_out(answer)
    yield from _left_out(answer, "barred")


def _reach(answer: Answer) -> Iterator[str]:
    yield f"{answer['from']} with {_many(answer['allowance'], 'point')} by {_joined(answer['by'])}"
    pairs = sorted(((cost, id_) for id_, cost in answer["costs"].items()), key=lambda p: (Fraction(p[0]), p[1]))
    for cost, group in groupby(pairs, key=lambda p: p[0]):
        yield f"{cost}: {_joined(id_ + '!' * (id_ in answer['stops']) for _, id_ in group)}"
    if answer["stops"]:
        yield "! the move ends there"
    yield from _left_out({"left_out": [reason for reason in answer["left_out"] if reason["why"] != "allowance"]})


def _paths(answer: Answer) -> Iterator[str]:
    yield from (f"  {_joined(path)}" for path in answer["paths"])
    if answer.get("paths_omitted"):
        yield f"  and {answer['paths_omitted']} more ways"


def _route(answer: Answer) -> Iterator[str]:
    if answer["cost"] is None:
        yield f"no way from {answer['from']} to {answer['to']} by {_joined(answer['by'])}"
    else:
        yield f"{answer['from']} to {answer['to']}: {answer['cost']} by {_joined(answer['by'])}"
    yield from _paths(answer)
    yield from _left_out(answer)


def _distance(answer: Answer) -> Iterator[str]:
    distance = "no way" if answer["distance"] is None else answer["distance"]
    yield f"{answer['from']} to {answer['to']}: {distance} by {_joined(answer['by'])}"
    yield from _left_out(answer)


def _nearest(answer: Answer) -> Iterator[str]:
    if answer["cost"] is None:
        yield f"none can be reached from {answer['from']}"
    else:
        yield f"nearest to {answer['from']}: {_joined(answer['nearest'])} at {answer['cost']}"
    yield from _paths(answer)
    yield from _left_out(answer)


def _why(answer: Answer) -> Iterator[str]:
    verdict = f"possible at {answer['cost']}" if answer["possible"] else "not possible"
    yield f"{answer['from']} to {answer['to']}: {verdict} by {_joined(answer['by'])}"
    for step in answer["steps"]:
        on = f" if {step['condition']}" if step.get("condition") else ""
        rule = f" [{step['rule']}]" if step.get("rule") else ""
        yield f"  {step['from']} to {step['to']} by {step['link']}: {step['cost']}{on}{rule}"
    yield from (f"  {reason_in_words(reason)}" for reason in answer["reasons"])
    if answer["around"]:
        yield f"way round: {_joined(answer['around'])}"


def _sail(answer: Answer) -> Iterator[str]:
    cost = "no plan" if answer["cost"] is None else _many(answer["cost"], "point")
    yield f"fleet in {answer['fleet']} with {_many(answer['allowance'], 'point')}: {cost}"
    for plan in answer["plans"]:
        yield "  " + ("; ".join(_action(action) for action in plan) or "nothing to do")
    if answer.get("plans_omitted"):
        yield f"  and {answer['plans_omitted']} more plans"
    if answer["landings"]:
        yield "landings: " + _joined(f"{id_} {cost}" for id_, cost in answer["landings"].items())
    yield from _left_out(answer)


def _action(action: Answer) -> str:
    unit = "" if "unit" not in action else f" unit {action['unit'] + 1}"
    if action["from"] == action["to"]:
        return f"{action['do']}{unit} in {action['to']} {action['cost']}"
    return f"{action['do']}{unit} {action['from']} to {action['to']} {action['cost']}"


def _retreat(answer: Answer) -> Iterator[str]:
    yield f"{answer['space']}: " + (_joined(answer["candidates"]) if answer["candidates"] else "nowhere, eliminated")
    yield from _left_out(answer)


def _supply(answer: Answer) -> Iterator[str]:
    if answer["supplied"]:
        yield f"{answer['space']} is supplied from {answer['source']} at {answer['cost']}: {_joined(answer['path'])}"
    else:
        yield f"{answer['space']} is not supplied"
    yield from _left_out(answer)


def _groups(answer: Answer) -> Iterator[str]:
    yield f"{_many(len(answer['groups']), 'group')} by {_joined(answer['by'])}"
    yield from (f"{len(group)}: {_joined(group)}" for group in answer["groups"])
    yield from _left_out(answer)
    yield from _left_out(answer, "barred")


def _count(answer: Answer) -> Iterator[str]:
    yield f"{_many(answer['count'], 'space')} of value {answer['value']}: {_joined(answer['spaces'])}"
    for name, tally in answer["holders"].items():
        yield f"{name} holds {tally['count']} of value {tally['value']}: {_joined(tally['spaces'])}"
    for name, tally in answer["factions"].items():
        if tally["count"]:
            yield f"of {name}: {tally['count']} of value {tally['value']}"


def _path(answer: Answer) -> Iterator[str]:
    yield f"{answer['space']}: path {answer['path']}, {answer['distance']} from the capital"
    yield f"toward {answer['toward'] or 'none'}, away {answer['away'] or 'none'}, behind {_joined(answer['behind'])}"
    if answer["annexes"]:
        yield f"beside it: {_joined(answer['annexes'])}"
    if answer["front"]:
        yield f"front {answer['front']}, held by the {answer['holder']}, border {answer['border'] or 'none'}"
        yield f"enemy spaces: {_joined(answer['enemy_spaces'])}"


def _track(answer: Answer) -> Iterator[str]:
    boxes = [f"{box} ({note})" if note else box for box, note in zip(answer["boxes"], answer["notes"], strict=True)]
    yield f"{answer['title']}: {_joined(boxes, ' | ')}"
    for event in answer["events"]:
        yield f"  {event['box']}: {event['text']}" + (f" [{event['rule']}]" if event["rule"] else "")
    yield from (f"{marker}: {box or 'off the track'}" for marker, box in answer["markers"].items())
    if "ahead" in answer:
        off = "before the start" if answer["steps"] < 0 else "after the end"
        yield f"{answer['steps']} from {answer['from']}: {answer['ahead'] or off}"
    if "moved" in answer:
        moved = answer["moved"]
        past = "beyond the end" if moved["beyond"] > 0 else "before the start"
        beyond = f", {abs(moved['beyond'])} {past}" if moved["beyond"] else ""
        yield f"{moved['marker']} from {moved['from']} to {moved['to']}{beyond}"
        yield from filter(None, [moved["event"]])


_SAYINGS: dict[str, Callable[[Answer], Iterator[str]]] = {
    "show": _show,
    "neighbors": _neighbors,
    "reach": _reach,
    "route": _route,
    "distance": _distance,
    "nearest": _nearest,
    "why": _why,
    "sail": _sail,
    "retreat": _retreat,
    "supply": _supply,
    "groups": _groups,
    "count": _count,
    "path": _path,
    "track": _track,
}
