"""Captions of a board's figures for answers that have none elsewhere, and what is not on its sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from areamap.draw.boardmarks import letter
from areamap.draw.captions import SHOWN, caption_of

if TYPE_CHECKING:
    from areamap.atlas import Atlas

Answer = Mapping[str, Any]


def words_of(board: Atlas, ask: str, told: Answer) -> str:
    """Return the caption of an answer on a board."""
    return caption_of(board, ask, told) or (WORDS[ask](board, told) if ask in WORDS else "")


def not_shown(board: Atlas, ids: Iterable[str]) -> str:
    """Return a sentence on the spaces of an answer that have no place on the sheet; empty for none."""
    return f" Not on this sheet: {_listed(board, ids)}." if list(ids) else ""


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
    sizes = "; ".join(f"{k + 1}: {_spaces(size)}" for k, size in enumerate(several[:12]))
    more = f" and {len(several) - 12} more" if len(several) > 12 else ""
    rest = [f"{_spaces(alone)} with no such link"] if alone else []
    return ", ".join([f"Groups that hang together: {sizes}{more}"] * bool(several) + rest) + "."


def _count(_board: Atlas, told: Answer) -> str:
    held = [
        f"{letter(k)} {name.capitalize()} holds {tally['count']} of value {tally['value']}"
        for k, (name, tally) in enumerate(told["holders"].items())
    ]
    counted = f"Counted: {_spaces(told['count'])} of value {told['value']}"
    return "; ".join([counted, *held]) + "."


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


def _track(_board: Atlas, told: Answer) -> str:
    title = told["title"]
    if "moved" in told:
        moved = told["moved"]
        beyond = f", {abs(moved['beyond'])} beyond the end" if moved["beyond"] else ""
        event = f": {moved['event']}" if moved["event"] else ""
        return f"{title}: {_marker(moved['marker'])} moves from {moved['from']} to {moved['to']}{beyond}{event}."
    if "ahead" in told:
        return f"{title}: {told['steps']} from {told['from']} is {told['ahead'] or 'after the end'}."
    off = [_marker(marker) for marker, box in told["markers"].items() if box is None]
    return f"{title} with its markers." + (f" Off the track: {', '.join(off)}." if off else "")


def _marker(id_: str) -> str:
    return id_.replace("_", " ").capitalize()


WORDS: dict[str, Callable[[Atlas, Answer], str]] = {
    "distance": _distance, "retreat": _retreat, "supply": _supply, "groups": _groups, "count": _count, "path": _path,
    "track": _track,
}
