"""What a condition says in words, with the names of what it speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapsheet.wording import load_wording

if TYPE_CHECKING:
    from areamap.atlas import Atlas
    from areamap.conditions import Condition
    from areamap.spaces import Link
    from mapsheet.wording import Wording


def told_condition(board: Atlas, link: Link) -> str:
    """Return what a link's condition says: its note, its kind's note, or the condition in words."""
    kind = board.kinds.get(link.kind)
    return link.note or (kind.note if kind else "") or in_words(board, link.open)


def in_words(board: Atlas, condition: Condition, wording: Wording | None = None) -> str:
    """Return a condition in words: `closed if fleet hostile (Little Belt)`, `open if turn 3 and snow`; in English by default."""
    words = wording or load_wording()
    match condition.word:
        case "always":
            return words.say("condition.open")
        case "never":
            return words.say("condition.closed")
        case "not":
            return words.say("condition.closed_if", clause=_clause(board, condition.parts[0], words))
    return words.say("condition.open_if", clause=_clause(board, condition, words))


def _clause(board: Atlas, condition: Condition, wording: Wording, *, inner: bool = False) -> str:
    if condition.word == "not":
        return wording.say("condition.not", clause=_clause(board, condition.parts[0], wording, inner=True))
    if condition.word in {"any", "all"}:
        parts = [_clause(board, part, wording, inner=True) for part in condition.parts]
        words = wording.say("condition.or" if condition.word == "any" else "condition.and").join(parts)
        return f"[{words}]" if inner and len(parts) > 1 else words
    words = condition.word.replace("_", " ")
    named = ", ".join(_name(board, part.word) for part in condition.parts)
    return f"{words} ({named})" if named else words


def _name(board: Atlas, id_: str) -> str:
    """Return the name of a space or a faction, else an id as a name is written."""
    known = board.spaces.get(id_) or board.factions.get(id_)
    return known.name if known else " ".join(word.capitalize() for word in id_.replace("-", "_").split("_") if word)
