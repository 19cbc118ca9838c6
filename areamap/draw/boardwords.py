"""Captions of a board's figures for answers that have none elsewhere, and what is not on its sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from areamap.draw.captions import Answer, Telling, caption_of
from areamap.draw.wording import told_condition

if TYPE_CHECKING:
    from areamap.atlas import Atlas

SMALL = frozenset({"of", "the", "and"})


def words_of(telling: Telling, ask: str, told: Answer) -> str:
    """Return the caption of an answer on a board."""
    if ask in OWN:
        return OWN[ask](telling, told)
    plain = {**told, **{key: [_in_words(telling.board, reason) for reason in told[key]] for key in REASONS if key in told}}
    return caption_of(telling, ask, plain) or (WORDS[ask](telling, told) if ask in WORDS else "")


def not_shown(telling: Telling, ids: Iterable[str]) -> str:
    """Return a sentence on the spaces of an answer that have no place on the sheet; empty for none."""
    missing = list(ids)
    return telling.say("board.missing", spaces=telling.listed(missing)) if missing else ""


def _in_words(board: Atlas, reason: Answer) -> Answer:
    """Return a reason whose condition is told as on the board's sheet."""
    ends, kind = {reason["space"], reason.get("from")}, reason.get("link")
    links = [link for link in board.links if reason.get("condition") and {link.a, link.b} == ends and link.kind == kind]
    words = [told_condition(board, link) for link in links if str(link.open) == reason["condition"]]
    return {**reason, "told": words[0]} if words else reason


def _neighbors(t: Telling, told: Answer) -> str:
    kinds = [
        t.say("neighbors.board_kind", kind=_label(t, kind), spaces=t.listed(ids))
        for kind, ids in told["neighbors"].items() if ids
    ]
    listed = t.say("list.clauses").join(kinds) or t.say("neighbors.none")
    return t.say("neighbors.board", space=t.name(told["space"]), kinds=listed)


def _label(t: Telling, name: str) -> str:
    """Return what a kind of link is called at the beginning of a sentence."""
    words = t.kind(name)
    return words[:1].upper() + words[1:]


def _path(t: Telling, told: Answer) -> str:
    words = t.say("lane.where", space=t.name(told["space"]), count=told["distance"])
    if told["toward"] and told["away"]:
        words += t.say("lane.both", toward=t.name(told["toward"]), away=t.name(told["away"]))
    elif told["toward"]:
        words += t.say("lane.toward", toward=t.name(told["toward"]))
    if not told["front"]:
        return words + (t.say("lane.behind", spaces=t.listed(told["behind"])) if told["behind"] else "")
    words += t.say("lane.front", front=t.name(told["front"]), spaces=t.listed(told["enemy_spaces"]))
    return words + (t.say("lane.border", border=t.name(told["border"])) if told["border"] else "")


def _track(t: Telling, told: Answer) -> str:
    title = told["title"]
    if "moved" in told:
        moved = told["moved"]
        beyond = t.say("track.beyond", count=abs(moved["beyond"])) if moved["beyond"] else ""
        event = t.say("track.event", event=moved["event"]) if moved["event"] else ""
        ends = {"from": moved["from"], "to": moved["to"]}
        name = marker_name(t.board, moved["marker"])
        return t.say("track.moves", title=title, marker=name, **ends, beyond=beyond, event=event)
    if "ahead" in told:
        ahead = told["ahead"] or t.say("track.end")
        return t.say("track.ahead", title=title, steps=told["steps"], **{"from": told["from"]}, ahead=ahead)
    off = [marker_name(t.board, marker) for marker, box in told["markers"].items() if box is None]
    return t.say("track.all", title=title) + (t.say("track.off", markers=t.wording.listed(off)) if off else "")


def marker_name(board: Atlas, id_: str) -> str:
    """Return a marker's name: that of the space of its id, else its id as a title is written, two letters as a short form."""
    if id_ in board.spaces:
        return board.spaces[id_].name
    words = id_.replace("-", "_").split("_")
    return " ".join(word.upper() if len(id_) < 3 else word if word in SMALL else word.capitalize() for word in words)


REASONS = ("left_out", "reasons", "barred")
OWN: dict[str, Callable[[Telling, Answer], str]] = {"show": _neighbors, "neighbors": _neighbors}
WORDS: dict[str, Callable[[Telling, Answer], str]] = {"path": _path, "track": _track}
