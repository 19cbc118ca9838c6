"""Questions in bulk: a line of JSON each, answers in the same order; a bad line gets an error and the rest go on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from mapsheet.errors import MapsheetError, NotationError
from mapsheet.questions import Answer

MOST_CHARACTERS = 1_000_000  # of one line
Ask = Callable[[dict[str, Any]], Answer]


def answer_lines(ask: Ask, lines: Iterable[str], defaults: dict[str, Any] | None = None) -> Iterator[str]:
    """Return the answer to each line as a line of JSON, an error for one that is blank or wrong.

    `ask` answers a question given as a JSON object; `defaults` are keys that hold for every line that does not give them.
    """
    decode, encode = json.JSONDecoder().decode, json.JSONEncoder(ensure_ascii=False).encode
    for line in lines:
        yield encode(_answer(ask, line.removeprefix("\ufeff"), decode, defaults or {}))


def _answer(ask: Ask, line: str, decode: Any, defaults: dict[str, Any]) -> dict[str, Any]:
    try:
        if len(line) > MOST_CHARACTERS:
            raise NotationError(f"a line of at most {MOST_CHARACTERS:,} characters", line[:40])
        if not line.strip():
            raise NotationError("a line of JSON", line.strip())
        question = decode(line)
        if not isinstance(question, dict):
            raise NotationError("a JSON object", question)
        return ask({**defaults, **question} if defaults else question).to_json()
    except MapsheetError as error:
        return {"error": {"kind": error.kind, "message": str(error)}}
    except (ValueError, RecursionError):
        return {"error": {"kind": "notation", "message": str(NotationError("a line of JSON", line.strip()))}}
