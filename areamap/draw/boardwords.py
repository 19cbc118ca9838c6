"""Captions of a board's figures for answers that have none elsewhere, and what is not on its sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from areamap.draw.boardmarks import letter
from areamap.draw.captions import SHOWN, Answer, caption_of
from areamap.draw.wording import told_condition

if TYPE_CHECKING:
    from areamap.atlas import Atlas

SMALL = frozenset({"of", "the", "and"})


def words_of(board: Atlas, ask: str, told: Answer) -> str:
    """Return the caption of an answer on a board."""
    if ask in OWN:
        return OWN[ask](board, told)
    plain = {**told, **{key: [_in_words(board, reason) for reason in told[key]] for key in REASONS if key in told}}
    return caption_of(board, ask, plain) or (WORDS[ask](board, told) if ask in WORDS else "")


def not_shown(board: Atlas, ids: Iterable[str]) -> str:
    """Return a sentence on the spaces of an answer that have no place on the sheet; empty for none."""
    return f" Not on this sheet: {_listed(board, ids)}." if list(ids) else ""


def _in_words(board: Atlas, reason: Answer) -> Answer:
    """Return a reason whose condition is told as on the board's sheet."""
    ends, kind = {reason["space"], reason.get("from")}, reason.get("link")
    links = [link for link in board.links if reason.get("condition") and {link.a, link.b} == ends and link.kind == kind]
    words = [told_condition(board, link) for link in links if str(link.open) == reason["condition"]]
    # the caption fills names into braces
    return {**reason, "why": f"the way: {words[0].replace('{', '{{').replace('}', '}}')}"} if words else reason


def _neighbors(board: Atlas, told: Answer) -> str:
    kinds = [f"{_label(board, kind)}: {_listed(board, ids)}" for kind, ids in told["neighbors"].items() if ids]
    return f"Neighbors of {_name(board, told['space'])}. " + ("; ".join(kinds) or "None") + "."


def _label(board: Atlas, name: str) -> str:
    """Return what a kind of link is called on the sheet."""
    kind = board.kinds.get(name)
    words = (kind.label if kind else "") or name.replace("_", " ").replace("-", " ")
    return words[:1].upper() + words[1:]


def _name(board: Atlas, id_: str) -> str:
    return board.spaces[id_].name if id_ in board.spaces else id_


def _listed(board: Atlas, ids: Iterable[str]) -> str:
    names = [_name(board, id_) for id_ in ids]
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return (", ".join(names[:SHOWN]) or "none") + more


def _spaces(count: int) -> str:
    return "1 space" if count == 1 else f"{count} spaces"


def _distance(board: Atlas, told: Answer) -> str:
    ends = f"from {_name(board, told['from'])} to {_name(board, told['to'])}"
    return f"No way {ends}." if told["distance"] is None else f"Distance {ends}: {told['distance']}."


def _retreat(board: Atlas, told: Answer) -> str:
    here = _name(board, told["space"])
    if told["eliminated"]:
        return f"From {here} there is nowhere to withdraw to: the force is eliminated."
    return f"From {here} a force may withdraw to {_listed(board, told['candidates'])}."


def _supply(board: Atlas, told: Answer) -> str:
    here = _name(board, told["space"])
    if not told["supplied"]:
        return f"{here} is out of supply."
    return f"{here} is supplied from {_name(board, told['source'])}, at a cost of {told['cost']}."


def _groups(_board: Atlas, told: Answer) -> str:
    several = [len(group) for group in told["groups"] if len(group) > 1]
    alone = len(told["groups"]) - len(several)
    sizes = ", ".join(f"{size} (number {k + 1})" for k, size in enumerate(several[:SHOWN]))
    more = f" and {len(several) - SHOWN} more" if len(several) > SHOWN else ""
    rest = f"{_spaces(alone)} without such a link." if alone else ""
    return f"Spaces that hang together: {sizes}{more}. {rest}".strip() if several else rest


def _count(_board: Atlas, told: Answer) -> str:
    held = [f"{letter(k)} {name}: {_tally(tally)}" for k, (name, tally) in enumerate(told["holders"].items())]
    return "; ".join([f"Counted (shaded): {_tally(told)}", *held]) + "."


def _tally(told: Answer) -> str:
    return _spaces(told["count"]) + (f" of value {told['value']}" if told["value"] else "")


def _path(board: Atlas, told: Answer) -> str:
    here, steps = _name(board, told["space"]), told["distance"]
    away = f", away (broken arrow): {_name(board, told['away'])}" if told["away"] else ""
    toward = f" Toward it: {_name(board, told['toward'])}{away}." if told["toward"] else ""
    where = f"{here} lies {steps} {'step' if steps == 1 else 'steps'} from the capital.{toward}"
    if not told["front"]:
        return where + (f" Behind (shaded): {_listed(board, told['behind'])}." if told["behind"] else "")
    border = f" The border lies at {_name(board, told['border'])}." if told["border"] else ""
    held = f" The front is {_name(board, told['front'])}; the enemy holds (shaded) {_listed(board, told['enemy_spaces'])}."
    return f"{where}{held}{border}"


def _track(board: Atlas, told: Answer) -> str:
    title = told["title"]
    if "moved" in told:
        moved = told["moved"]
        beyond = f", {abs(moved['beyond'])} beyond the end" if moved["beyond"] else ""
        event = f": {moved['event']}" if moved["event"] else ""
        return f"{title}: {marker_name(board, moved['marker'])} moves from {moved['from']} to {moved['to']}{beyond}{event}."
    if "ahead" in told:
        return f"{title}: {told['steps']} from {told['from']} is {told['ahead'] or 'after the end'}."
    off = [marker_name(board, marker) for marker, box in told["markers"].items() if box is None]
    return f"{title} with its markers." + (f" Off the track: {', '.join(off)}." if off else "")


def marker_name(board: Atlas, id_: str) -> str:
    """Return a marker's name: that of the space of its id, else its id as a title is written, two letters as a short form."""
    if id_ in board.spaces:
        return board.spaces[id_].name
    words = id_.replace("-", "_").split("_")
    return " ".join(word.upper() if len(id_) < 3 else word if word in SMALL else word.capitalize() for word in words)


REASONS = ("left_out", "reasons", "barred")
OWN: dict[str, Callable[[Atlas, Answer], str]] = {"show": _neighbors, "neighbors": _neighbors}
WORDS: dict[str, Callable[[Atlas, Answer], str]] = {
    "distance": _distance, "retreat": _retreat, "supply": _supply, "groups": _groups, "count": _count, "path": _path,
    "track": _track,
}
