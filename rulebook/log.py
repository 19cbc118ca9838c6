"""The log of a game, which is its save: a header, then a line of JSON for each action, die and note, in order."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from mapsheet.errors import DataError, Fault, clipped
from mapsheet.source import parse_json, read_text
from rulebook.dice import LARGEST_SEED, MOST_SIDES, Die

FORMAT = "game/1"
MOST_LINES = 2_000_000


class Did(NamedTuple):
    """An action that a side took."""

    action: str
    side: str


class Note(NamedTuple):
    """A step that nobody chose, with the rule that makes it."""

    text: str
    rule: str


Entry = Did | Die | Note


class Head(NamedTuple):
    """What a game was begun with: the title, the version of its rules, the seed and the options."""

    title: str
    rules: str
    seed: int
    options: Mapping[str, Any]


class Log(NamedTuple):
    """A game's log as it was read."""

    head: Head
    entries: tuple[Entry, ...]


def to_lines(head: Head, entries: Iterable[Entry]) -> Iterable[str]:
    """Yield the lines of a log."""
    yield _line({"format": FORMAT, "title": head.title, "rules": head.rules, "seed": head.seed, "options": dict(head.options)})
    for entry in entries:
        yield _line(_plain(entry))


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _plain(entry: Entry) -> dict[str, Any]:
    if isinstance(entry, Did):
        return {"do": entry.action, "by": entry.side}
    if isinstance(entry, Note):
        return {"note": entry.text, "rule": entry.rule}
    made: dict[str, Any] = {"die": entry.value, "for": entry.purpose, "rule": entry.rule}
    return made | ({} if entry.sides == 6 else {"sides": entry.sides}) | ({"forced": True} if entry.forced else {})


def read_log(path: Path | str) -> Log:
    """Return the log in a file; DataError with every line that is none, and for a format that is not ours."""
    lines = read_text(path).splitlines()
    faults: list[Fault] = []
    name = str(path)
    if len(lines) > MOST_LINES:
        raise DataError(Fault(f"has more than {MOST_LINES:,} lines", name))
    head = _head(_parsed(lines[0], name, 1, faults) or {}, name, faults)
    entries = []
    for number, line in enumerate(lines[1:], 2):
        if line.strip() and (table := _parsed(line, name, number, faults)) is not None:
            entry = _entry(table)
            if entry is None:
                faults.append(Fault(f"is no action, die or note: {clipped(line)}", name, number, 1))
            else:
                entries.append(entry)
    if faults or head is None:
        raise DataError(faults)
    return Log(head, tuple(entries))


def _parsed(line: str, name: str, number: int, faults: list[Fault]) -> dict[str, Any] | None:
    try:
        return parse_json(line, name)
    except DataError as error:
        faults += [fault._replace(line=number) for fault in error.faults]
        return None


def _head(table: dict[str, Any], name: str, faults: list[Fault]) -> Head | None:
    if table.get("format") != FORMAT:
        faults.append(Fault(f'expected the format "{FORMAT}", got {clipped(table.get("format"))}', name, 1, 1))
        return None
    wanted = {"title": str, "rules": str, "seed": int, "options": dict}
    wrong = [key for key, kind in wanted.items() if not isinstance(table.get(key), kind) or isinstance(table.get(key), bool)]
    faults += [Fault(f"expected {key!r} in the header, got {clipped(table.get(key))}", name, 1, 1) for key in wrong]
    if not wrong and not 0 <= table["seed"] <= LARGEST_SEED:
        wrong = ["seed"]
        faults.append(Fault(f"expected a seed from 0 to 2**63 - 1, got {clipped(table['seed'])}", name, 1, 1))
    return None if wrong else Head(table["title"], table["rules"], table["seed"], table["options"])


def _entry(table: dict[str, Any]) -> Entry | None:
    """Return the entry in a line, None where it is none."""
    if isinstance(table.get("do"), str) and isinstance(table.get("by"), str):
        return Did(table["do"], table["by"])
    if isinstance(table.get("note"), str) and isinstance(table.get("rule"), str):
        return Note(table["note"], table["rule"])
    return _die(table)


def _die(table: dict[str, Any]) -> Die | None:
    value, sides, forced = table.get("die"), table.get("sides", 6), table.get("forced", False)
    purpose, rule = table.get("for", ""), table.get("rule", "")
    if type(value) is not int or type(sides) is not int or not 1 <= value <= sides <= MOST_SIDES:
        return None
    if not (isinstance(purpose, str) and isinstance(rule, str) and isinstance(forced, bool)):
        return None
    return Die(value, purpose, rule, sides, forced)
