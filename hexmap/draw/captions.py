"""Captions under figures: an answer in one or two sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Answer = Mapping[str, Any]


def caption_of(ask: str, told: Answer) -> str:
    """Return the caption for the answer to a question; nothing for one without words."""
    return WORDS[ask](told) if ask in WORDS else ""


def _los(told: Answer) -> str:
    ends = f"Line of sight from {told['from']} to {told['to']}"
    if told["clear"]:
        return f"{ends}: clear."
    reasons = [f"{entry['hex']} ({entry['why']})" for entry in told["blocked_by"] if entry["hex"]]
    if not reasons:
        return f"{ends}: blocked off the map."
    beyond = " and off the map" if any(not entry["hex"] for entry in told["blocked_by"]) else ""
    return f"{ends}: blocked by {_listed(reasons)}{beyond}."


def _listed(parts: list[str]) -> str:
    shown = parts[:4]
    more = len(parts) - len(shown)
    text = ", ".join(shown)
    return f"{text} and {more} more" if more else text


def _viewshed(told: Answer) -> str:
    return f"Seen from {told['from']}: {len(told['visible'])} hexes; hidden: {len(told['hidden'])}."


def _reach(told: Answer) -> str:
    positions, hexes = told.get("positions"), told.get("costs", {})
    found = f"{len(positions)} positions" if positions else f"{len(hexes)} hexes"
    return f"Reach from {told['from']} with {_points(told['allowance'])}: {found} and the least cost of each."


def _path(told: Answer) -> str:
    if told["path"] is None:
        return f"No way from {told['from']} to {told['to']}."
    return f"Cheapest path from {told['from']} to {told['to']}: {_points(told['cost'])}."


def _points(cost: Any) -> str:
    return f"{cost} point" if cost == 1 else f"{cost} points"


def _why(told: Answer) -> str:
    move = f"From {told['from']} to {told['to']}"
    if told["possible"]:
        return f"{move}: {_points(told['cost'])}, step by step."
    if told["cost"] is None:
        return f"{move}: not possible."
    return f"{move}: not possible with {_points(told['allowance'])}; it takes {told['cost']}."


def _charge(told: Answer) -> str:
    lanes = len(told["lanes"])
    if not lanes:
        return f"No charge at {told['target']}."
    return f"Charge at {told['target']}: {lanes} straight {'run' if lanes == 1 else 'runs'}."


def _rout(told: Answer) -> str:
    ways = len(told["paths"])
    end = "leaves the map" if told["left"] else told["outcome"]
    return f"Rout from {told['path'][0]}: {end}, level {told['level']}; {ways} {'way' if ways == 1 else 'ways'} of least penalty."


def _arcs(told: Answer) -> str:
    return f"Front, flanks and rear of a two-hex unit facing {told['facing']}°."


def _place(told: Answer) -> str:
    return f"{len(told['placements'])} ways to place a two-hex unit."


def _show(told: Answer) -> str:
    return f"{told['hex']}: {told['terrain']}, level {told['level']}."


def _distance(told: Answer) -> str:
    return f"From {told['from']} to {told['to']}: {told['distance']} hexes."


WORDS: dict[str, Callable[[Answer], str]] = {
    "los": _los, "viewshed": _viewshed, "reach": _reach, "path": _path, "why": _why, "charge": _charge, "rout": _rout,
    "arcs": _arcs, "place": _place, "show": _show, "distance": _distance,
}
