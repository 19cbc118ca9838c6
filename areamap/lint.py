"""What prints badly on an area map, a board, its further sheets, and their counters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from mapsheet.lint.alike import Swatch, find_alike
from mapsheet.lint.findings import Finding
from mapsheet.lint.sizes import counters_of, find_counter_faults, find_small_type

if TYPE_CHECKING:
    from areamap.asking import AreaMap
    from mapsheet.counters import CounterSet
    from mapsheet.style import Style

LARGEST = 12.7
"""Millimetres of the counters for which regions are laid out; larger ones stack."""


def find_faults(board: AreaMap, folder: Path, override: str | None = None, style: str | None = None) -> Iterator[Finding]:
    """Yield everything that prints badly; DataError for counters that cannot be read, and without the cairo library."""
    from areamap.draw.sheet import draw_sheet
    from mapsheet.lint.printed import find_printed
    from mapsheet.style import load_style

    loaded = load_style(style or board.style_name)
    counters = counters_of(folder, override)
    yield from find_small_type(loaded)
    for sheet in _sheets(board):
        drawn = draw_sheet(board, style=loaded, sheet=sheet)
        prefix = "" if sheet == "map" else f"sheet {sheet}: "
        for finding in find_printed(drawn.svg):
            yield finding._replace(place=f"{prefix}{finding.place}")
        for name in drawn.left_out:
            yield Finding("L-06", f"{prefix}{name}", "has no room on the sheet")
        if sheet == "map" and board.topology is not None:
            yield from _legend(board, loaded, drawn.svg)
    yield from find_alike("factions", faction_swatches(board, loaded))
    yield from _unused(board)
    if counters is not None:
        if board.topology is not None:
            yield from find_covered(board, counters)
        yield from find_counter_faults(counters, loaded)


def _sheets(board: AreaMap) -> tuple[str, ...]:
    from areamap.draw.board import sheets_of

    has_aid = board.art is not None and board.art.aid is not None
    return ("map",) if board.topology is not None or has_aid else sheets_of(board)


def faction_swatches(board: AreaMap, style: Style) -> list[Swatch]:
    """Return what belongs to each faction as it is printed."""
    from areamap.draw.tints import ground_of
    from areamap.draw.view import View

    if board.topology is None:
        grounds = {faction.name: ground_of(board, id_, style) for id_, faction in board.factions.items()}
        return [Swatch(name, colour) for name, colour in grounds.items() if colour]
    view = View(board, style)
    found: dict[str, Swatch] = {}
    for space in view.lands:
        if space.faction in board.factions and not space.is_shut:
            tint = view.tint(space)
            texture = "" if tint.pattern == "none" else f"{tint.pattern} {tint.spacing:g}"
            found.setdefault(space.faction, Swatch(board.factions[space.faction].name, tint.fill, texture))
    return [*found.values()]


def _legend(board: AreaMap, style: Style, svg: str) -> Iterator[Finding]:
    import re
    from xml.sax.saxutils import unescape

    from areamap.draw.keyrows import key_rows
    from areamap.draw.view import View

    view = View(board, style)
    told = {unescape(words, {"&quot;": '"'}) for words in re.findall(r'aria-label="([^"]*)"', svg)}
    for row in key_rows(view):
        if row.name not in told:
            yield Finding("L-06", f"key row {row.name}", "is on the map and not in the key, or cut short there")


def _unused(board: AreaMap) -> Iterator[Finding]:
    used = {space.faction for space in board.spaces.values()}
    for id_, faction in board.factions.items():
        if id_ not in used:
            yield Finding("L-07", f"faction {faction.name}", "is declared and has no space, so the key leaves it out")


def find_covered(board: AreaMap, counters: CounterSet) -> Iterator[Finding]:
    """Yield a finding for each region and sea where one counter alone hides a name, a value or a city."""
    from areamap.draw.capacity import cramped

    if any(counter.kind.blocks for counter in counters.counters.values()):
        for space in cramped(board):
            yield Finding("L-02", f"space {space.name}", f"no counter of {LARGEST:g} mm lies clear of what is printed")
