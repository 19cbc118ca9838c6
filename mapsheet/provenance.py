"""Where the data of a map come from: how many are stated, derived, taken from elsewhere, or our own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mapsheet.fields import Fields

PROVENANCE = ("text", "derived", "secondary", "reconstructed")


def count_provenance(top: Fields) -> dict[str, int]:
    """Return how many data of a file have which provenance: `provenance = WORD`, or a table of words for single data.

    Unknown words are faults.
    """
    counts = dict.fromkeys(PROVENANCE, 0)
    top.take("provenance")
    for key, value in _marks(top.data, ()):
        if value in PROVENANCE:
            counts[str(value)] += 1
        else:
            top.fault(key, f"expected one of {' '.join(PROVENANCE)}, got {value!r}")
    return counts


def _marks(value: Any, key: tuple[str | int, ...]) -> list[tuple[tuple[str | int, ...], Any]]:
    items: Iterable[tuple[str | int, Any]] = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    found = []
    for name, inner in items:
        if name == "provenance" and isinstance(inner, dict):
            found += [((*key, name, datum), mark) for datum, mark in inner.items()]
        elif name == "provenance":
            found.append(((*key, name), inner))
        elif isinstance(inner, dict | list):
            found += _marks(inner, (*key, name))
    return found
