"""What prints badly on a hex map and its counters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from hexmap.draw.terrainlook import look_of, water_kind
from mapsheet.box import Box
from mapsheet.lint.alike import Swatch, find_alike, over
from mapsheet.lint.findings import Finding
from mapsheet.lint.sizes import counters_of, find_big_counters, find_counter_faults, find_small_type, small

if TYPE_CHECKING:
    from hexmap.board import Board
    from hexmap.draw.view import View
    from mapsheet.counters import CounterSet

COVERED = 0.05
"""Square mm of a number that may lie under a counter."""


def find_faults(board: Board, folder: Path, override: str | None = None, style: str | None = None) -> Iterator[Finding]:
    """Yield everything that prints badly; DataError for counters that cannot be read, and without the cairo library."""
    from hexmap.draw.numberplaces import settle_numbers
    from hexmap.draw.sheet import draw_sheet, find_shapes
    from hexmap.draw.view import View
    from mapsheet.lint.printed import find_printed
    from mapsheet.style import load_style

    loaded = load_style(style or board.sheet.style)
    view = View(board, loaded)
    settle_numbers(view, find_shapes(view))
    drawn = draw_sheet(board, style=loaded)
    counters = counters_of(folder, override)
    yield from find_small_type(loaded)
    yield from _small_names(board)
    yield from find_alike("terrains", terrain_swatches(view))
    yield from find_alike("levels", level_swatches(view), in_order=True)
    yield from _legend(board, view, drawn.svg, drawn.left_out)
    yield from find_printed(drawn.svg)
    if counters is not None:
        yield from find_big_counters(counters, board.layout.across_flats)
        yield from find_covered(view, counters)
        yield from find_counter_faults(counters, loaded)


def _small_names(board: Board) -> Iterator[Finding]:
    from mapsheet.text import SMALLEST

    for k, label in enumerate(board.art.labels):
        if label.size is not None and label.size < SMALLEST:
            yield small(f"label {k + 1} ({label.text})", label.size)


def terrain_swatches(view: View) -> list[Swatch]:
    """Return the terrains on the map as they look on level ground; land without sign or tint is one ground."""
    there = {place for place, _ in view.ground}
    return [_swatch(view, place) for place in sorted(there)]


def _swatch(view: View, place: int) -> Swatch:
    terrain = view.board.terrains[place - 1]
    kind = water_kind(terrain)
    if kind in {"standing", "running"}:
        # standing water is a shape, running water a band of its course's width
        course = view.style.course.get(terrain.draw or terrain.name)
        return Swatch(terrain.label, view.style.water.fill.colour, f"{kind} {course.mouth:g} mm" if course else kind)
    if kind == "dry":
        return Swatch(terrain.label, view.style.course["dry"].bed.colour, kind)
    look = look_of(terrain, view.style)
    colour = over(look.ground.colour, look.ground.opacity, view.tint(0))
    return Swatch(terrain.label, colour, look.symbol if look.symbol != "none" else "")


def level_swatches(view: View) -> list[Swatch]:
    """Return the levels that are on the map, from the lowest."""
    return [Swatch(str(level), view.tint(level)) for level in sorted({level for _, level in view.ground})]


def _legend(board: Board, view: View, svg: str, left_out: list[str]) -> Iterator[Finding]:
    from xml.sax.saxutils import unescape

    from hexmap.draw.keyrows import key_rows

    if any("key" in name or "terrain" in name.lower() for name in left_out):
        yield Finding("L-06", "terrain key", "has no room on the sheet")
    else:
        told = {unescape(words, {"&quot;": '"'}) for words in _labels(svg)}
        for row in key_rows(view):
            if row.name not in told:
                yield Finding("L-06", f"key row {row.name}", "is on the map and not in the key, or cut short there")
    there = {place for place, _ in view.ground}
    for place, terrain in enumerate(board.terrains, 1):
        if place not in there:
            yield Finding("L-07", f"terrain {terrain.name}", "is declared and on no hex, so the key leaves it out")


def _labels(svg: str) -> list[str]:
    import re

    return re.findall(r'aria-label="([^"]*)"', svg)


def find_covered(view: View, counters: CounterSet) -> Iterator[Finding]:
    """Yield a finding for the hex numbers that a counter hides even when it lies at the foot of its hex."""
    sizes = [counter.size for counter in counters.counters.values() if counter.kind.blocks]
    single = [size.width for size in sizes if size.width == size.height]
    if not single or not view.number_size:
        return
    side = max(single)
    hidden = [h for h in view.hexes if _hidden(view.number_box(h), _lain(view, h, side)) > COVERED]
    if hidden:
        names = ", ".join(view.key(h) for h in hidden[:6]) + (f" and {len(hidden) - 6} more" if len(hidden) > 6 else "")
        told = f"numbers of {len(hidden)} of {len(view.hexes)} hexes lie under a counter of {side:g} mm"
        yield Finding("L-02", f"hexes {names}", told, {"hexes": [view.key(h) for h in hidden], "counter_mm": side})


def _lain(view: View, h: object, side: float) -> Box:
    """Return where a counter lies in a hex: against the lower side (on a corner: as far down as its corners allow)."""
    x, _ = view.layout.centre(h)  # type: ignore[arg-type]
    foot = max(point.y for point in view.layout.corners(h))  # type: ignore[arg-type]
    if not view.grid.is_flat:
        foot -= side / 2 / 3**0.5
    return Box(x - side / 2, foot - side, x + side / 2, foot)


def _hidden(number: Box, counter: Box) -> float:
    across = min(number.right, counter.right) - max(number.left, counter.left)
    down = min(number.bottom, counter.bottom) - max(number.top, counter.top)
    return max(0.0, across) * max(0.0, down)
