"""Where the title, the key and the tables stand: in the part of the sheet beside the map that holds most of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from areamap.draw.keyrows import key_rows
from areamap.draw.panel import GUTTER, charts_of, draw_panel, key_height, provenance_words, scaled
from mapsheet import legend
from mapsheet.box import Box
from mapsheet.typeset import LEADING, cap_height, paragraph

if TYPE_CHECKING:
    from areamap.draw.view import View
    from mapsheet.sheet import Layer
    from mapsheet.style import Style

    Fill = Callable[[Layer, View, Box], list[str] | None]

CLOSE = 3.0  # mm between the frame and a strip
PANELS = (60.0, 80.0, 100.0, 130.0, 170.0, 220.0, 280.0)
"""Widths in mm of a panel that the sheet is made for, the first that holds everything."""
LOW = 120.0
SHARES = (0.5, 0.4, 0.32, 0.26)
STRIP_SIZES = (1.0, 0.85, 0.7, 0.6)
KEY_COLUMN = 14.0  # ems of the key's type


def draw_margins(layer: Layer, view: View) -> list[str]:
    """Draw everything beside the map where most of it has room; return the names of what found none."""
    tried: list[tuple[list[str], Fill, Box]] = []
    for fill, room in _ways(view):
        missing = fill(_scratch(), view, room)
        tried += [(missing, fill, room)] if missing is not None else []
        if missing == []:
            break
    if not tried:
        return _all(view)
    _, fill, room = min(tried, key=lambda way: len(way[0]))
    return fill(layer, view, room) or []


def size_with_margins(view: View) -> tuple[float, float]:
    """Return the width and height in mm of a sheet that holds the frame with a panel at its right, and a margin around both."""
    outer = view.frame.grown(view.band)
    box = outer
    for width in PANELS:
        left = outer.right + GUTTER
        box = Box(left, outer.top, left + width, max(outer.bottom, outer.top + LOW))
        if draw_panel(_scratch(), view, box) == []:
            break
    return box.right + view.edge, box.bottom + view.edge


def _all(view: View) -> list[str]:
    """Return the names of all that stands beside a map."""
    tables = [f"table {chart.title}" for chart in charts_of(view)]
    return ["title", "key", *tables, *(["credit"] if provenance_words(view) else [])]


def _scratch() -> Layer:
    """Return a layer that nobody sees, to try what fits."""
    from mapsheet.sheet import Sheet

    return Sheet(10.0, 10.0, title="", paper="#FFFFFF").layer("scratch")


def _ways(view: View) -> Iterator[tuple[Fill, Box]]:
    """Yield the parts of the sheet beside the frame, each with what fills it."""
    outer, edge = view.frame.grown(view.band), view.edge
    right, bottom = (side - edge for side in view.size)
    beside = [
        Box(outer.right + GUTTER, outer.top, right, outer.bottom), Box(edge, outer.top, outer.left - GUTTER, outer.bottom),
    ]
    strips = [Box(edge, outer.bottom + CLOSE, right, bottom), Box(edge, edge, right, outer.top - CLOSE)]
    yield from ((draw_panel, box) for box in sorted(beside, key=lambda box: -box.width))
    for box in sorted(strips, key=lambda box: -box.height):
        yield draw_panel, box
        yield draw_strip, box


# -- strips --------------------------------------------------------------------------------------------------------


class Strip(NamedTuple):
    """How a strip is set: the style with type of a size, the width of the title, the columns of the key (0: no key)."""

    style: Style
    room: float
    columns: int


def draw_strip(layer: Layer, view: View, box: Box) -> list[str] | None:
    """Draw title and credit at the left of a low strip and the key at their right; return as `draw_panel` does."""
    strip = next(_strips(view, box), None)
    tables = [f"table {chart.title}" for chart in charts_of(view)]
    if strip is None:
        return ["title", "key", *tables] if _credit(layer, view, box, view.style) else None
    head = _head(layer, view, box, strip)
    _credit(layer, view, Box(box.left, head.bottom, box.left + strip.room, box.bottom), strip.style)
    if not strip.columns:
        return ["key", *tables]
    left = box.left + strip.room + GUTTER
    key = legend.Key(key_rows(view), strip.columns, "Key")
    legend.terrain_key(layer, strip.style, (left, box.top), key, room=box.right - left)
    return tables


def _strips(view: View, box: Box) -> Iterator[Strip]:
    """Yield the ways to set a strip that fit, those with a key and with larger type first."""
    rows = len(key_rows(view))
    for size in STRIP_SIZES:
        style = scaled(view.style, size)
        for share in SHARES:
            room = share * box.width
            columns = int((box.width - room - GUTTER) / (KEY_COLUMN * style.lettering["key"].size))
            fits = columns and key_height(style, rows, columns) <= box.height
            if fits and _is_headed(view, box, Strip(style, room, columns)):
                yield Strip(style, room, min(columns, rows))
    for size in STRIP_SIZES:
        strip = Strip(scaled(view.style, size), box.width, 0)
        if _is_headed(view, box, strip):
            yield strip


def _is_headed(view: View, box: Box, strip: Strip) -> bool:
    """Say whether the title and the credit fit one above the other."""
    if strip.room < 30.0 or box.height < 4.0:
        return False
    head = _head(_scratch(), view, box, strip)
    return _credit(_scratch(), view, Box(box.left, head.bottom, box.left + strip.room, box.bottom), strip.style)


def _head(layer: Layer, view: View, box: Box, strip: Strip) -> Box:
    words = {"title": view.board.title, "subtitle": view.plan.subtitle}
    return legend.title_block(layer, strip.style, (box.left, box.top), room=strip.room, **words)


def _credit(layer: Layer, view: View, box: Box, style: Style) -> bool:
    """Draw the line about the data at the foot of a box; say whether it has room."""
    from mapsheet.text import wrapped

    kind, words = style.lettering["note"], provenance_words(view)
    if box.width < 30.0 or box.height < 0:
        return False
    lines = wrapped(words, kind.face, kind.size, width=box.width) if words else []
    high = cap_height(kind) + LEADING * kind.size * (len(lines) - 1) + 2.0 if lines else 0.0
    if high > box.height:
        return False
    if lines:
        paragraph(layer, words, kind, (box.left, box.bottom - high + 2.0 + cap_height(kind)), room=box.width)
    return True
