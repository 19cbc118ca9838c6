"""Answers in words, for people at a terminal: one function a question, from the answer's JSON values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

Answer = dict[str, Any]
BLOCKS = {
    "occupied": "held by a unit",
    "terrain": "its terrain blocks",
    "target": "nothing is seen in it",
    "higher": "higher ground",
    "hexside": "its hexside blocks",
    "offmap": "off the map",
}


_FORBIDS = {
    "occupied": "held by a unit",
    "prohibited": "may not be entered",
    "hexside": "the hexside may not be crossed",
    "offmap": "off the map",
    "allowance": "more than the allowance: a cost",
    "cutoff": "cut off",
}


def say(question: str, answer: Answer) -> Iterator[str]:
    """Return the lines that tell an answer."""
    return _SAYINGS[question](answer)


def _joined(parts: Any) -> str:
    return " ".join(str(part) for part in parts) or "none"


def _show(answer: Answer) -> Iterator[str]:
    yield f"{answer['hex']}: {answer['terrain']}, level {answer['level']}"
    yield "neighbors: " + _joined(f"{name} {number}" for name, number in answer["neighbors"].items())
    if answer["hexsides"]:
        yield "hexsides: " + "; ".join(f"{name} {', '.join(kinds)}" for name, kinds in answer["hexsides"].items())
    if answer["edges"]:
        yield "edges: " + _joined(answer["edges"])


def _distance(answer: Answer) -> Iterator[str]:
    yield f"{answer['from']} to {answer['to']}: {answer['distance']}"


def _arcs(answer: Answer) -> Iterator[str]:
    yield f"faces {answer['facing']} degrees"
    for name in ("front", "flanks", "rear"):
        yield f"{name}: " + _joined(number or "-" for number in answer[name])


def _place(answer: Answer) -> Iterator[str]:
    yield f"{len(answer['placements'])} placements: " + _joined(answer["placements"])


def _los(answer: Answer) -> Iterator[str]:
    ends = f"{answer.get('from_hex', answer['from'])} to {answer.get('to_hex', answer['to'])}"
    yield f"{ends}: {'clear' if answer['clear'] else 'blocked'}"
    for block in answer["blocked_by"]:
        yield f"  by {block['hex'] or 'the map edge'}: {BLOCKS[block['why']]}"
    yield "crosses: " + _joined(answer["crossed"])
    if answer["runs"]:
        yield "runs between: " + ", ".join("|".join(pair) for pair in answer["runs"])
    if answer["touched"]:
        yield "touches corners of: " + _joined(answer["touched"])


def _viewshed(answer: Answer) -> Iterator[str]:
    yield f"{answer['from']} sees {len(answer['visible'])} hexes, {len(answer['hidden'])} are hidden"
    yield "visible: " + _joined(answer["visible"])


def _reach(answer: Answer) -> Iterator[str]:
    yield f"{answer['from']} with {answer['allowance']} points"
    if "positions" in answer:
        pairs = [(p["cost"], p["at"]) for p in answer["positions"]]
    else:
        pairs = [(points, number) for number, points in answer["costs"].items()]
    for points, group in groupby(sorted(pairs, key=lambda p: (_value(p[0]), p[1])), key=lambda p: p[0]):
        yield f"{points}: " + _joined(at for _, at in group)


def _value(points: Any) -> float:
    whole, _, part = str(points).partition("/")
    return int(whole) / int(part or 1)


def _path(answer: Answer) -> Iterator[str]:
    if answer["path"] is None:
        yield f"no way from {answer['from']} to {answer['to']}"
    else:
        yield f"{answer['cost']} points: " + " ".join(answer["path"])


def _why(answer: Answer) -> Iterator[str]:
    possible = "possible" if answer["possible"] else "not possible"
    yield f"{answer['from']} to {answer['to']} with {answer['allowance']} points: {possible}"
    for step in answer["steps"]:
        causes = ", ".join(f"{cause.get('name') or cause['why']} {cause['cost']}" for cause in step["causes"])
        yield f"  {step['from']} to {step['to']}: {step['cost']} ({causes})"
    for reason in answer["forbidden"]:
        yield f"  {_forbidden(reason)}"


def _forbidden(reason: Answer) -> str:
    words = _FORBIDS.get(reason["why"], reason["why"])
    at = f"{reason['at']}: " if reason.get("at") else ""
    name = f" ({reason['name']})" if reason.get("name") else ""
    points = f" of {reason['cost']} points" if "cost" in reason else ""
    return f"{at}{words}{points}{name}"


def _charge(answer: Answer) -> Iterator[str]:
    if not answer["lanes"]:
        yield f"no charge at {answer['target']}: " + _joined(_reason(reason) for reason in answer["why"])
    for lane in answer["lanes"]:
        yield " ".join(lane)


def _reason(reason: Any) -> str:
    if isinstance(reason, dict):
        return " ".join(str(value) for value in reason.values() if value is not None)
    return str(reason)


def _rout(answer: Answer) -> Iterator[str]:
    left = ", off the map" if answer["left"] else ""
    yield f"{answer['outcome']}{left}; rout level {answer['level']} (penalty {answer['penalty']})"
    for path in answer["paths"]:
        yield "  " + " ".join(path)
    if answer.get("paths_omitted"):
        yield f"  and {answer['paths_omitted']} more ways"


_SAYINGS: dict[str, Callable[[Answer], Iterator[str]]] = {
    "show": _show,
    "distance": _distance,
    "arcs": _arcs,
    "place": _place,
    "los": _los,
    "viewshed": _viewshed,
    "reach": _reach,
    "path": _path,
    "why": _why,
    "charge": _charge,
    "rout": _rout,
}
