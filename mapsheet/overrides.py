"""The form of a title: every value that is ours alone, to be replaced by what a user's own copy prints."""

from __future__ import annotations

from typing import Any

OURS = "reconstructed"
THEIRS = "secondary"
_HEAD = """\
# The reconstructed values of {title}. Replace them by what your own copy prints, delete the rest, and save the file as
# overrides.toml in the title's folder, or name it with --override {name}.
# A single hex can be given alone: [hex.1426] with terrain = "marsh" and level = 0.
"""


def form(data: dict[str, Any], name: str) -> str:
    """Return a TOML text with every table and value of a map file that is marked reconstructed, and the rasters so marked."""
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
    return _HEAD.format(title=data.get("title", name), name=name) + "\n" + tomli_w.dumps(values, multiline_strings=True)


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
