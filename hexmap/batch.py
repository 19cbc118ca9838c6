"""Questions in bulk: a line of JSON each, answers in the same order; a bad line gets an error and the rest go on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from hexmap.asking import HexMap
from hexmap.questions import ask
from mapsheet.errors import MapsheetError, NotationError

MOST_CHARACTERS = 1_000_000  # of one line


def answer_lines(board: HexMap, lines: Iterable[str], defaults: dict[str, Any] | None = None) -> Iterator[str]:
    """Return the answer to each line as a line of JSON, an error for one that is blank or wrong.

    `defaults` are keys that hold for every line that does not give them itself.
    """
    decode, encode = json.JSONDecoder().decode, json.JSONEncoder(ensure_ascii=False).encode
    for line in lines:
        yield encode(_answer(board, line.removeprefix("\ufeff"), decode, defaults or {}))


def _answer(board: HexMap, line: str, decode: Any, defaults: dict[str, Any]) -> dict[str, Any]:
    try:
        if len(line) > MOST_CHARACTERS:
            raise NotationError(f"a line of at most {MOST_CHARACTERS:,} characters", line[:40])
        if not line.strip():
            raise NotationError("a line of JSON", line.strip())
        question = decode(line)
        if not isinstance(question, dict):
            raise NotationError("a JSON object", question)
        return ask(board, {**defaults, **question} if defaults else question).to_json()
    except MapsheetError as error:
        return {"error": {"kind": error.kind, "message": str(error)}}
    except (ValueError, RecursionError):
        return {"error": {"kind": "notation", "message": str(NotationError("a line of JSON", line.strip()))}}
