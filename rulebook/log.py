"""The log of a game, which is its save: a header, then a line of JSON for each action, die and note, in order."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from mapsheet.errors import DataError, Fault, NotationError, clipped
from mapsheet.jsonline import to_line
from mapsheet.source import parse_json, plain, read_text
from rulebook.dice import LARGEST_SEED, MOST_SIDES, Die

FORMAT = "game/1"
MOST_LINES = 1_000_000
MOST_FAULTS = 50  # told of one log
LONGEST_TEXT = 4_000
MOST_LEVELS = 8  # of lists in lists in an option
NONE: Mapping[str, Any] = MappingProxyType({})


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
    """What a game was begun with: the title, the version of its rules, the seed and the options.

    `players` tells which programs play which sides, with the seeds of their own dice; in a game from a `table` every die was
    rolled there and is entered.
    """

    title: str
    rules: str
    seed: int
    options: Mapping[str, Any]
    players: Mapping[str, str] = NONE
    table: bool = False


class Log(NamedTuple):
    """A game's log as it was read."""

    head: Head
    entries: tuple[Entry, ...]

    def decisions(self) -> int:
        """Return how many actions were taken."""
        return sum(isinstance(entry, Did) for entry in self.entries)


def to_lines(head: Head, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the lines of a log."""
    made: dict[str, Any] = {"format": FORMAT, "title": head.title, "rules": head.rules, "seed": head.seed}
    made["options"] = dict(head.options)
    if head.players:
        made["players"] = dict(head.players)
    yield to_line(made | ({"table": True} if head.table else {}), compact=True)
    for entry in entries:
        yield to_line(to_json(entry), compact=True)


def to_json(entry: Entry) -> dict[str, Any]:
    """Return an entry as the object that stands in its line."""
    if isinstance(entry, Did):
        return {"do": entry.action, "by": entry.side}
    if isinstance(entry, Note):
        return {"note": entry.text, "rule": entry.rule}
    made: dict[str, Any] = {"die": entry.value, "for": entry.purpose, "rule": entry.rule}
    return made | ({} if entry.sides == 6 else {"sides": entry.sides}) | ({"forced": True} if entry.forced else {})


def told(log: Log) -> Iterator[str]:
    """Yield a log in words: what it is of, then each action with its number and under it what came of it."""
    head = log.head
    by = "".join(f", {side}: {player}" for side, player in head.players.items())
    options = "".join(f", {name}: {value}" for name, value in head.options.items())
    dice = "dice from a table" if head.table else f"seed {head.seed}"
    yield f"{head.title}, rules {head.rules}, {dice}{options}{by}"
    number = 0
    for entry in log.entries:
        number += isinstance(entry, Did)
        yield f"{number:>5} {entry_told(entry)}" if isinstance(entry, Did) else f"        {entry_told(entry)}"


def entry_told(entry: Entry) -> str:
    """Return an entry in words."""
    if isinstance(entry, Did):
        return f"{entry.side}: {entry.action}"
    rule = f" ({entry.rule})" if entry.rule else ""
    if isinstance(entry, Note):
        return f"{entry.text}{rule}"
    return f"die {entry.value}{f' of {entry.sides}' * (entry.sides != 6)}: {entry.purpose}{rule}{' (entered)' * entry.forced}"


def read_log(path: Path | str) -> Log:
    """Return the log in a file; DataError as from `parse_log`, and as from `read_text`."""
    return parse_log(read_text(path), str(path))


def parse_log(text: str, name: str = "") -> Log:
    """Return the log in a text.

    DataError with every line that is no action, die or note, for a text that a line may not hold, and for another format.
    """
    lines = plain(text).rstrip("\n").split("\n")
    if len(lines) > MOST_LINES:
        raise DataError(Fault(f"has more than {MOST_LINES:,} lines", name))
    faults: list[Fault] = []
    head = _head(_parsed(lines[0], name, 1, faults), name, faults)
    entries = []
    for number, line in enumerate(lines[1:], 2):
        if len(faults) > MOST_FAULTS:
            break
        if (table := _parsed(line, name, number, faults)) is not None:
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
        faults += [fault._replace(line=number, column=fault.column or 1) for fault in error.faults]
        return None


_HEAD = {"title": str, "rules": str, "seed": int, "options": dict, "players": dict, "table": bool}
_OWED = ("title", "rules", "seed", "options")


def _head(table: dict[str, Any] | None, name: str, faults: list[Fault]) -> Head | None:
    if table is None:
        return None
    if table.get("format") != FORMAT:
        raise DataError(Fault(_other_format(table), name, 1, 1))
    wrong = [f"knows no {clipped(key)}" for key in table if key not in _HEAD and key != "format"]
    wrong += [f"lacks {key!r}" for key in _OWED if key not in table]
    wrong += [f"{key!r} cannot be {clipped(table[key])}" for key in table if key in _HEAD and type(table[key]) is not _HEAD[key]]
    if not wrong:
        wrong = [*_head_values(table)]
    faults += [Fault(f"the header {message}", name, 1, 1) for message in wrong]
    if wrong:
        return None
    return Head(
        table["title"], table["rules"], table["seed"], table["options"], table.get("players", {}), table.get("table", False)
    )


def _other_format(table: dict[str, Any]) -> str:
    """Return what is said of a log, or something else, that is written in another way."""
    given = table.get("format")
    if isinstance(given, str) and given.partition("/")[0] == FORMAT.partition("/")[0]:
        of = f", a game of {clipped(table['title'])}" if isinstance(table.get("title"), str) else ""
        return f'is a log of the format {clipped(given)}{of}; these rules read none but "{FORMAT}", so it is not played'
    return f'expected the format "{FORMAT}", got {clipped(given)}'


def _head_values(table: dict[str, Any]) -> Iterator[str]:
    if not 0 <= table["seed"] <= LARGEST_SEED:
        yield f"needs a seed from 0 to 2**63 - 1, got {clipped(table['seed'])}"
    for key in ("title", "rules"):
        if not _legal_text(table[key]):
            yield f"needs plain text as {key!r}, got {clipped(table[key])}"
    for side, player in table.get("players", {}).items():
        if not (_legal_text(side) and isinstance(player, str) and _legal_text(player)):
            yield f"needs a player's name for each side, got {clipped(player)} for {clipped(side)}"
    try:
        legal_options(table["options"])
    except NotationError as error:
        yield str(error)


def legal_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options sorted by name; NotationError unless they are texts, whole numbers, true, false, null and lists of these."""
    for name, value in options.items():
        if not (_legal_text(name) and _legal_value(value, MOST_LEVELS)):
            raise NotationError("options that are texts, whole numbers, true, false or lists of these", {name: value})
    return dict(sorted(options.items()))


def _legal_value(value: Any, levels: int) -> bool:
    if isinstance(value, str):
        return _legal_text(value)
    if isinstance(value, list):
        return levels > 0 and all(_legal_value(each, levels - 1) for each in value)
    return value is None or isinstance(value, bool) or (isinstance(value, int) and abs(value) <= LARGEST_SEED)


def _legal_text(text: str) -> bool:
    """Return whether a text can stand in a log: not endless, without control characters and halves of characters."""
    return len(text) <= LONGEST_TEXT and ((text.isascii() and text.isprintable()) or not _unprintable(text))


def _unprintable(text: str) -> bool:
    return any(unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} for character in text)


def _entry(table: dict[str, Any]) -> Entry | None:
    """Return the entry in a line, None where it is none."""
    if not all(_legal_text(value) for value in table.values() if isinstance(value, str)):
        return None
    if "die" in table:
        return _die(table)
    if not all(isinstance(value, str) for value in table.values()):
        return None
    if table.keys() == {"do", "by"}:
        return Did(table["do"], table["by"])
    return Note(table["note"], table["rule"]) if table.keys() == {"note", "rule"} else None


def _die(table: dict[str, Any]) -> Die | None:
    value, sides, forced = table["die"], table.get("sides", 6), table.get("forced", False)
    purpose, rule = table.get("for"), table.get("rule")
    if table.keys() - {"die", "for", "rule", "sides", "forced"} or type(value) is not int or type(sides) is not int:
        return None
    if not 1 <= value <= sides <= MOST_SIDES:
        return None
    if not (isinstance(purpose, str) and isinstance(rule, str) and isinstance(forced, bool)):
        return None
    return Die(value, purpose, rule, sides, forced)
