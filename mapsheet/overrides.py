"""The form of a title: every value that is ours alone, to be replaced by what a user's own copy prints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Any

OURS = "reconstructed"
THEIRS = "secondary"
NOTHING: Mapping[str, Any] = MappingProxyType({})
_HEAD = """\
# The reconstructed values of {title}. Replace them by what your own copy prints, delete the rest, and save the file as
# overrides.toml in the title's folder, or name it with --override {name}.
# A single hex can be given alone: [hex.1426] with terrain = "marsh" and level = 0.
"""


def form(data: dict[str, Any], name: str, *, more: Mapping[str, Any] = NOTHING) -> str:
    """Return a TOML text with every table and value of a map file that is marked reconstructed, and the rasters so marked.

    `more` are tables of a title's other files, by which a user's copy replaces what is reconstructed there.
    """
    import tomli_w

    marks = data.get("provenance")
    marked = {key for key, value in marks.items() if value == OURS} if isinstance(marks, dict) else set()
    values = _inner(data)
    for key in sorted(marked):
        if key in data.get("hexes", {}):
            values.setdefault("hexes", {})[key] = data["hexes"][key]
        elif key in data:
            values[key] = data[key]
    if marked:
        values["provenance"] = dict.fromkeys(sorted(marked), THEIRS)
    values |= {name: tables for name, tables in more.items() if tables}
    return _HEAD.format(title=data.get("title", name), name=name) + "\n" + tomli_w.dumps(values, multiline_strings=True)


def checksum(values: Mapping[str, Any]) -> str:
    """Return a short checksum of the values of a file, whatever their order and whatever is remarked beside them."""
    return sha256(json.dumps(values, sort_keys=True, default=str).encode()).hexdigest()[:16]


def _ours(table: dict[str, Any]) -> dict[str, Any]:
    """Return what in a table is marked as reconstructed, all of it or single values, marked as the user's."""
    marks = table.get("provenance")
    if marks == OURS:
        return {**table, "provenance": THEIRS}
    found = _inner(table)
    if isinstance(marks, dict) and (ours := [key for key, mark in marks.items() if mark == OURS and key in table]):
        found |= {key: table[key] for key in ours} | {"provenance": dict.fromkeys(ours, THEIRS)}
    return found


def _inner(table: dict[str, Any]) -> dict[str, Any]:
    found = {key: _ours(value) for key, value in table.items() if isinstance(value, dict) and key != "provenance"}
    return {key: value for key, value in found.items() if value}
