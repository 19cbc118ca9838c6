"""Lengths with their units, and paper sizes: the only place where a unit's name is read."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from mapsheet.errors import NotationError

MM_PER = {"mm": 1.0, "cm": 10.0, "in": 25.4, '"': 25.4, "pt": 25.4 / 72}
PAPERS = {
    "a2": (420.0, 594.0),
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
}
LONGEST = 20_000.0  # mm; more is surely a slip of the unit
_LENGTH = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?|\.[0-9]+)\s*(mm|cm|in|pt|\")\s*")
_ZERO = re.compile(r"\s*0+(?:\.0+)?\s*(mm|cm|in|pt|\")?\s*")
_SIZE = re.compile(r"\s*([0-9.]+)\s*(mm|cm|in|pt)?\s*[x×]\s*([0-9.]+)\s*(mm|cm|in|pt)\s*", re.IGNORECASE)


class Size(NamedTuple):
    """Width and height in mm."""

    width: float
    height: float


def length(text: object) -> float:
    """Return a length such as `15.2 mm` or `0.6 in` in mm.

    Raises NotationError when the text has no unit of mm, cm, in or pt, or is not between 0 and 20 m.
    """
    found = _LENGTH.fullmatch(text.lower()) if isinstance(text, str) else None
    if found is None:
        raise NotationError("a length with its unit, such as '15.2 mm' or '0.6 in'", text)
    value = float(found.group(1)) * MM_PER[found.group(2)]
    if not 0 < value <= LONGEST:
        raise NotationError("a length above zero and up to 20 m", text)
    return value


def size(text: object) -> Size:
    """Return a paper's name (`a4`, `letter`) or a size (`17x22in`, `17 in x 22 in`) in mm.

    Raises NotationError when it is neither.
    """
    if isinstance(text, str) and text.strip().lower() in PAPERS:
        return Size(*PAPERS[text.strip().lower()])
    found = _SIZE.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise NotationError(f"a size such as 17x22in, or one of {', '.join(PAPERS)}", text)
    unit = found.group(4)
    return Size(length(f"{found.group(1)} {found.group(2) or unit}"), length(f"{found.group(3)} {unit}"))


def told(measure: Size) -> str:
    """Return a small size in words: `1/2 in (12.7 mm)`, `1 × 1/2 in (25.4 × 12.7 mm)`, `15 mm`.

    Inches are told where both sides are whole sixteenths of one.
    """
    sides = [measure.width] if measure.width == measure.height else [*measure]
    metric = f"{' × '.join(f'{side:g}' for side in sides)} mm"
    sixteenths = [side * 16 / 25.4 for side in sides]
    if any(abs(part - round(part)) > 1e-4 for part in sixteenths):
        return metric
    return f"{' × '.join(_mixed(Fraction(round(part), 16)) for part in sixteenths)} in ({metric})"


def _mixed(inches: Fraction) -> str:
    whole, rest = divmod(inches, 1)
    return " ".join(str(part) for part in (whole, rest) if part)


def distance(text: object, *, signed: bool = False) -> float:
    """Return a length in mm that may be zero, such as `0mm`, and below it where it is `signed`: `-0.2 mm`.

    NotationError as from `length`, and for a length below zero.
    """
    sign, words = (-1, text.strip()[1:]) if signed and isinstance(text, str) and text.strip().startswith("-") else (1, text)
    if isinstance(words, str) and _ZERO.fullmatch(words.lower()):
        return 0.0
    try:
        return sign * length(words)
    except NotationError:
        least = "a length" if signed else "a length of zero or more"
        raise NotationError(f"{least} with its unit, such as {'-0.2mm' if signed else '1mm'}", text) from None
