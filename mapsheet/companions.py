"""The files that stand beside a title's map, each with its reader: what `check` reads of them, alone and with their title."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from mapsheet.aid import CHARTS, charts_of, read_aid
from mapsheet.aid import FILE as AID
from mapsheet.chartfile import Chart
from mapsheet.counters import read_counters
from mapsheet.counters.reader import FILE as COUNTERS
from mapsheet.errors import DataError, Fault
from mapsheet.style import load_style

Override = Path | str | None


def _charts(path: Path, override: Override) -> None:
    charts_of(path.parent, override)


def _counters(path: Path, override: Override) -> None:
    read_counters(path, override=override)


def _style(path: Path, _override: Override) -> None:
    load_style(str(path))


READERS: dict[str, Callable[[Path, Override], None]] = {
    "charts": _charts, "counters": _counters, "style": _style,
}
"""Readers by the family of a file's format; each raises DataError with every fault."""
WITH_TITLE = ("aid",)  # families that can only be checked with their whole title


def companion_faults(folder: Path, override: Override, made: Mapping[str, Chart]) -> Iterator[Fault]:
    """Yield what is wrong with the charts, the counters and the aid in a title's folder; `made` are tables of its map."""
    charts: dict[str, Chart] = dict(made)
    try:
        charts |= charts_of(folder, override)
        if (folder / AID).is_file():
            read_aid(folder, charts, title=folder.name)
    except DataError as error:
        yield from error.faults
    try:
        if (folder / COUNTERS).is_file():
            read_counters(folder, override=override)
    except DataError as error:
        yield from error.faults


__all__ = ["AID", "CHARTS", "COUNTERS", "READERS", "WITH_TITLE", "companion_faults"]
