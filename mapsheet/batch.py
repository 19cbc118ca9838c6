"""Questions in bulk: a line of JSON each, answers in the same order; a bad line gets an error and the rest go on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from mapsheet.errors import MapsheetError, NotationError
from mapsheet.jsonline import to_line
from mapsheet.questions import Answer

MOST_CHARACTERS = 1_000_000  # of one line
LONGEST = 60  # characters of a value that an error repeats
Ask = Callable[[dict[str, Any]], Answer]


def answer_lines(ask: Ask, lines: Iterable[str], defaults: dict[str, Any] | None = None) -> Iterator[str]:
    """Return the answer to each line as a line of JSON, an error with its number from 1 for one that is blank or wrong.

    `ask` answers a question given as a JSON object; `defaults` are keys that hold for every line that does not give them. The
    `id` of a line, a text or a whole number, comes back in its answer or its error.
    """
    decode = json.JSONDecoder(object_pairs_hook=_once).decode
    for number, line in enumerate(lines, 1):
        yield to_line(_answer(ask, line.removeprefix("\ufeff"), decode, defaults or {}, number))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise NotationError("each key once", next(name for name in names if names.count(name) > 1))
    return found


def _answer(ask: Ask, line: str, decode: Any, defaults: dict[str, Any], number: int) -> dict[str, Any]:
    mark: dict[str, Any] = {}
    try:
        if len(line) > MOST_CHARACTERS:
            raise NotationError(f"a line of at most {MOST_CHARACTERS:,} characters", line[:40])
        if not line.strip():
            raise NotationError("a line of JSON", line.strip())
        question = decode(line)
        if not isinstance(question, dict):
            raise NotationError("a JSON object", question)
        if "id" in question:
            mark = {"id": _id(question.pop("id"))}
        return {**ask({**defaults, **question} if defaults else question).to_json(), **mark}
    except MapsheetError as error:
        return _error(error.kind, _told(error), number, mark)
    except (ValueError, RecursionError):
        return _error("notation", str(NotationError("a line of JSON", line.strip())), number, mark)


def _told(error: MapsheetError) -> str:
    """Return what an error says; a value that is no text is told as the JSON that it came as."""
    if not isinstance(error, NotationError) or isinstance(error.text, str):
        return str(error)
    try:
        shown = to_line(error.text)
    except (TypeError, ValueError, RecursionError):
        return str(error)
    return f"expected {error.expected}, got {shown if len(shown) <= LONGEST else f'{shown[:LONGEST]}…'}"


def _id(value: Any) -> str | int:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise NotationError("a text or a whole number for id", value)
    return value


def _error(kind: str, message: str, number: int, mark: dict[str, Any]) -> dict[str, Any]:
    return {"error": {"kind": kind, "message": message, "line": number}, **mark}
