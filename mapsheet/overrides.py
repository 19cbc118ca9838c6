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
    """Return a TOML text with every table of a map file that is marked reconstructed, and the rasters so marked."""
    import tomli_w

    marks = data.get("provenance")
    marked = {key for key, value in marks.items() if value == OURS} if isinstance(marks, dict) else set()
    values = _ours(data)
    for key in sorted(marked):
        if key in data.get("hexes", {}):
            values.setdefault("hexes", {})[key] = data["hexes"][key]
        elif key in data:
            values[key] = data[key]
    if marked:
        values["provenance"] = dict.fromkeys(sorted(marked), THEIRS)
    return _HEAD.format(title=data.get("title", name), name=name) + "\n" + tomli_w.dumps(values, multiline_strings=True)


def _ours(table: dict[str, Any]) -> dict[str, Any]:
    """Return the tables inside a table that are marked as reconstructed, marked as the user's."""
    if table.get("provenance") == OURS:
        return {**table, "provenance": THEIRS}
    found = {key: _ours(value) for key, value in table.items() if isinstance(value, dict)}
    return {key: value for key, value in found.items() if value}
