"""Comparing an answer with what a script expects of it: only the keys that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import isfinite
from typing import Any, NamedTuple

from mapsheet.errors import clipped, nearest

IDENTITY = ("hex", "space", "at", "to", "id")
"""The keys by which a table in a list of an answer may be named."""
_FRACTION = re.compile("[0-9]{1,18}/0*[1-9][0-9]{0,17}")
COUNT, HAS, LACKS, ENDS = "_count", "_has", "_lacks", "ends"


class Difference(NamedTuple):
    """Where an answer is not as expected: the keys down to the place, and what is wrong there."""

    key: tuple[str | int, ...]
    message: str


def differences(expected: Mapping[str, Any], told: Mapping[str, Any]) -> list[Difference]:
    """Return where an answer is not as expected.

    Keys that are not named may be anything. A list must be equal in number and order, its tables may be named by their
    `hex`, `space`, `at`, `to` or `id`. `KEY_count` is the number of things under a key, `KEY_has` and `KEY_lacks` name some
    that are or are not there, and `ends` are the last places of all `paths`, in any order.
    """
    return list(_table(expected, told, ()))


def _table(expected: Mapping[str, Any], told: Mapping[str, Any], key: tuple[str | int, ...]) -> Iterator[Difference]:
    for name, value in expected.items():
        at = (*key, name)
        if name in told:
            yield from _value(value, told[name], at)
        elif name == ENDS and "paths" in told:
            ends = sorted({path[-1] for path in told["paths"] if path})
            yield from _value(sorted(value, key=str) if isinstance(value, list) else value, ends, at)
        elif name.endswith((COUNT, HAS, LACKS)) and name.rpartition("_")[0] in told:
            yield from _about(name, value, told[name.rpartition("_")[0]], at)
        else:
            yield Difference(at, f"the answer has no key {clipped(name)}{nearest(name, [*told])}")


def _about(name: str, value: Any, held: Any, at: tuple[str | int, ...]) -> Iterator[Difference]:
    """Compare the number of things under a key, or which are there."""
    things = [*held] if isinstance(held, Mapping | list | tuple) else [] if held is None else [held]
    if name.endswith(COUNT):
        yield from _value(value, len(things), at)
        return
    for wanted in value if isinstance(value, list) else [value]:
        is_there = any(_same(wanted, thing) for thing in things)
        if is_there != name.endswith(HAS):
            yield Difference(at, f"{_shown(wanted)} is {'' if is_there else 'not '}among {_shown(things)}")


def _value(expected: Any, told: Any, key: tuple[str | int, ...]) -> Iterator[Difference]:
    if isinstance(expected, Mapping) and isinstance(told, Mapping):
        yield from _table(expected, told, key)
    elif not _same(expected, told):
        yield Difference(key, f"expected {_shown(expected)}, the answer is {_shown(told)}")


def _same(expected: Any, told: Any) -> bool:
    if isinstance(expected, Mapping):
        return isinstance(told, Mapping) and not any(_table(expected, told, ()))
    if isinstance(expected, list):
        is_list = isinstance(told, Sequence) and not isinstance(told, str) and len(told) == len(expected)
        return is_list and all(_same(one, other) for one, other in zip(expected, told, strict=True))
    if isinstance(told, Mapping):
        return any(_same(expected, told[name]) for name in IDENTITY if told.get(name) is not None)
    if isinstance(expected, bool) or isinstance(told, bool) or told is None:
        return expected is told or (told is None and expected == "none")
    return bool(_plain(expected) == _plain(told))


def _plain(value: Any) -> Any:
    """Return a number as a fraction where it is one, so that 1, 1.0 and 2/2 are alike, but never a hex's number."""
    if isinstance(value, int):
        return Fraction(value)
    if isinstance(value, float):
        return Fraction(str(value)) if isfinite(value) else value
    if isinstance(value, str) and _FRACTION.fullmatch(value):
        return Fraction(value)
    return value


def _shown(value: Any) -> str:
    """Return a value as a script would write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return '"none"'
    if isinstance(value, list | tuple):
        some = [_shown(part) for part in value[:12]]
        return f"[{', '.join(some)}{', …' if len(value) > len(some) else ''}]"
    if isinstance(value, Mapping):
        known = next((value[name] for name in IDENTITY if value.get(name) is not None), None)
        return clipped(dict(value)) if known is None else _shown(known)
    return f'"{value}"' if isinstance(value, str) else str(value)
