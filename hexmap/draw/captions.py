"""Captions under figures: an answer in one or two sentences of a wording."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from mapsheet.wording import Wording, load_wording

if TYPE_CHECKING:
    from hexmap.board import Board

Answer = Mapping[str, Any]
SHOWN = 4
_FULLER = {"terrain": "ground", "target": "into", "occupied": "held", "higher": "height"}
"""The reasons that are told more fully where the map is known."""


class Telling:
    """How an answer is told: the wording, names that stand for numbers of hexes (`A`), and the map for names of terrain."""

    def __init__(self, wording: Wording, names: Mapping[str, str] | None = None, board: Board | None = None) -> None:
        self.wording, self.names, self.board = wording, names or {}, board
        self.say = wording.say

    def name(self, stand: str) -> str:
        """Return what a stand is called."""
        return self.names.get(stand, stand)

    def terrain(self, number: str) -> str:
        """Return the terrain of a hex as it is told, nothing where the map is not known."""
        if self.board is None:
            return ""
        terrain = self.board.terrain(number)
        return str(terrain.label or terrain.name).lower()

    def reason(self, entry: Answer) -> str:
        """Return what blocks a line of sight."""
        number, why = str(entry["hex"]), str(entry["why"])
        name, terrain = self.name(number), self.terrain(number)
        if why == "occupied" and name != number:
            return self.say("los.unit", hex=name)
        if terrain and why in _FULLER:
            return self.say(f"los.{_FULLER[why]}", hex=number, terrain=terrain)
        return self.say(f"los.{why}", hex=number)


def caption_of(ask: str, told: Answer, telling: Telling | None = None) -> str:
    """Return the caption for the answer to a question, in English where nothing else is asked for; nothing without words."""
    return WORDS[ask](telling or Telling(load_wording()), told) if ask in WORDS else ""


def _los(t: Telling, told: Answer) -> str:
    ends = {"from": t.name(told["from"]), "to": t.name(told["to"])}
    if told["clear"]:
        return t.say("los.clear", **ends)
    reasons = [t.reason(entry) for entry in told["blocked_by"] if entry["hex"]]
    if not reasons:
        return t.say("los.offmap", **ends)
    beyond = any(not entry["hex"] for entry in told["blocked_by"])
    return t.say("los.both" if beyond else "los.blocked", **ends, what=t.wording.listed(reasons, SHOWN))


def _viewshed(t: Telling, told: Answer) -> str:
    counts = {"visible": len(told["visible"]), "hidden": len(told["hidden"])}
    return t.say("viewshed.seen", **{"from": t.name(told["from"])}, **counts)


def _reach(t: Telling, told: Answer) -> str:
    positions, hexes = told.get("positions"), told.get("costs", {})
    found = t.say("count.position", count=len(positions)) if positions else t.say("count.hex", count=len(hexes))
    points = t.wording.points(told["allowance"])
    return t.say("reach.hexes", **{"from": t.name(told["from"])}, points=points, found=found)


def _path(t: Telling, told: Answer) -> str:
    ends = {"from": t.name(told["from"]), "to": t.name(told["to"])}
    if told["path"] is None:
        return t.say("path.none", **ends)
    return t.say("path.found", **ends, points=t.wording.points(told["cost"]))


def _why(t: Telling, told: Answer) -> str:
    ends = {"from": t.name(told["from"]), "to": t.name(told["to"])}
    if told["possible"]:
        return t.say("why.possible", **ends, points=t.wording.points(told["cost"]))
    if told["cost"] is not None:
        points = t.wording.points(told["allowance"])
        return t.say("why.costly", **ends, points=points, cost=told["cost"], count=told["allowance"])
    reasons = list(dict.fromkeys(_ban(t, ban) for ban in told.get("forbidden", ())))
    if not reasons:
        return t.say("why.impossible", **ends)
    text = t.wording.listed(reasons, SHOWN)
    return t.say("why.reasons", **ends, reasons=f"{text[0].upper()}{text[1:]}.")


def _ban(t: Telling, ban: Answer) -> str:
    """Return what forbids a step."""
    at, name = str(ban.get("at") or ""), str(ban.get("name") or "")
    if not at:
        return t.say("ban.beyond")
    if ban["why"] == "prohibited" and t.board is not None:
        name = t.terrain(at)
    return t.say(f"ban.{ban['why']}", at=t.name(at), name=name)


def _charge(t: Telling, told: Answer) -> str:
    lanes, target = len(told["lanes"]), t.name(told["target"])
    return t.say("charge.found", target=target, count=lanes) if lanes else t.say("charge.none", target=target)


def _rout(t: Telling, told: Answer) -> str:
    end = "left" if told["left"] else told["outcome"]
    start = t.name(told["path"][0])
    words = t.say(f"rout.{end}", **{"from": start}, level=told["level"], count=len(told["paths"]))
    off = sum(path[-1:] == ["off"] for path in told["paths"])
    return words + (t.say("rout.off", count=off) if off and not told["left"] else "")


def _arcs(t: Telling, told: Answer) -> str:
    return t.say("arcs.facing", facing=told["facing"])


def _place(t: Telling, told: Answer) -> str:
    return t.say("place.found", count=len(told["placements"]))


def _show(t: Telling, told: Answer) -> str:
    return t.say("show.hex", hex=t.name(told["hex"]), terrain=told["terrain"], level=told["level"])


def _distance(t: Telling, told: Answer) -> str:
    ends = {"from": t.name(told["from"]), "to": t.name(told["to"])}
    return t.say("distance.hexes", **ends, hexes=t.say("count.hex", count=told["distance"]))


WORDS: dict[str, Callable[[Telling, Answer], str]] = {
    "los": _los, "viewshed": _viewshed, "reach": _reach, "path": _path, "why": _why, "charge": _charge, "rout": _rout,
    "arcs": _arcs, "place": _place, "show": _show, "distance": _distance,
}
