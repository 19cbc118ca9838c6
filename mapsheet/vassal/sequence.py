"""Lists as the table writes them into one text, and the texts of pieces made of such lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Trait(NamedTuple):
    """A trait of a piece: what it is, and the state that it is in."""

    type: str
    state: str = ""


def join(fields: Iterable[object], mark: str) -> str:
    """Return fields with a mark between them: a mark in a field gets a backslash; a field that would be misread, quotes.

    True and false are spelled in lower case. A list without fields and one with a single empty field are the same text.
    """
    return mark.join(_field(_text(value), mark) for value in fields)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _field(text: str, mark: str) -> str:
    escaped = text.replace(mark, "\\" + mark)
    # a backslash at the end would swallow the mark that follows, and quotes around a field would be taken off
    is_misread = text.endswith("\\") or (text.startswith("'") and text.endswith("'"))
    return f"'{escaped}'" if text and is_misread else escaped


def piece_text(traits: Sequence[Trait]) -> str:
    """Return the text of a piece, its outermost trait first and the basic piece last."""
    return "+/" + join(["null", _nested([t.type for t in traits]), _nested([t.state for t in traits])], "/")


def _nested(texts: Sequence[str]) -> str:
    """Return the first text with all others after it, in one field: every level escapes the tabs of those within."""
    if len(texts) == 1:
        return texts[0]
    return join([texts[0], _nested(texts[1:])], "\t")
