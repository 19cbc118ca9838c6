"""JSON values on one line each: answers, questions in bulk, logs."""

from __future__ import annotations

import json
import re
from typing import Any

_HALF = re.compile("[\ud800-\udfff]")
_WIDE = json.JSONEncoder(ensure_ascii=False).encode
_CLOSE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def to_line(value: Any, *, compact: bool = False) -> str:
    """Return a JSON value on one line; half a character, which no file can hold, stays the escape that it came as."""
    line = _CLOSE(value) if compact else _WIDE(value)
    return line if line.isascii() else _HALF.sub(spelled, line)


def spelled(half: re.Match[str]) -> str:
    """Return a character as JSON spells it by its code."""
    return f"\\u{ord(half[0]):04x}"
