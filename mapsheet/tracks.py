"""Tracks: rows of numbered boxes, each big enough for a half-inch counter. Lengths are millimetres."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from mapsheet.box import Box, Point, union
from mapsheet.errors import DataError
from mapsheet.legend import heading
from mapsheet.text import wrapped
from mapsheet.typeset import LEADING, cap_height, fitted, write

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mapsheet.sheet import Layer
    from mapsheet.style import Style

COUNTER = 12.7
SMALLEST_BOX = COUNTER + 0.6
INSET = 0.8
Run = Literal["east", "west", "south", "north"]
STEPS = {"east": (1, 0), "west": (-1, 0), "south": (0, 1), "north": (0, -1)}


class TrackBox(NamedTuple):
    """A box of a track: its number, a date or other note, whether it is shaded, and what draws a counter about its middle."""

    number: str
    note: str = ""
    marked: bool = False
    lies: Callable[[Layer, Style, Point], None] | None = None


class Track(NamedTuple):
    """A track: its boxes in order, a heading, the side of a box, where they run to, and how many make a row (0: all).

    Rows follow each other downwards, or to the right where the run is upright.
    """

    boxes: Sequence[TrackBox]
    title: str = ""
    size: float = 15.0
    run: Run = "east"
    per_row: int = 0


def turn_track(layer: Layer, style: Style, at: Point, track: Track) -> Box:
    """Draw a track with its top left corner at `at`.

    DataError for boxes too small for a counter, or a track without a box.
    """
    boxes, title, size, run, per_row = track
    if not boxes:
        raise DataError("a track needs at least one box")
    if not size >= SMALLEST_BOX:
        raise DataError(f"a track's box must be at least {SMALLEST_BOX:g} mm to hold a counter, got {size:g} mm")
    places = _places(len(boxes), per_row or len(boxes), run)
    across = (1 + max(column for column, _ in places)) * size
    head = heading(layer, style, title, at, room=across) if title else None
    left, top = at[0], head.bottom + 1.6 if head else at[1]
    deepest = max(len(_note_lines(style, entry.note, size)) for entry in boxes)
    drawn = []
    for entry, (column, row) in zip(boxes, places, strict=True):
        corner = (left + column * size, top + row * size)
        box = Box(*corner, corner[0] + size, corner[1] + size)
        drawn.append(_box(layer, style, entry, box, lines=deepest))
    return union([*drawn, head] if head else drawn)


def _places(count: int, per_row: int, run: Run) -> list[tuple[int, int]]:
    dx, dy = STEPS[run]
    last = min(count, per_row) - 1
    places = []
    for index in range(count):
        line, step = divmod(index, per_row)
        ahead = step if dx + dy > 0 else last - step
        places.append((ahead, line) if dx else (line, ahead))
    return places


def _note_lines(style: Style, note: str, size: float) -> list[str]:
    kind = style.lettering["track_note"]
    return wrapped(note, kind.face, kind.size, width=size - 2 * INSET) if note else []


def _box(layer: Layer, style: Style, entry: TrackBox, box: Box, *, lines: int) -> Box:
    margin, note = style.margin, style.lettering["track_note"]
    fill = margin.box_marked if entry.marked else margin.box
    layer.rect(box, **fill.area(), **{**margin.box_edge.stroke(), "stroke_linejoin": "miter"})
    room = box.width - 2 * INSET
    cap = cap_height(style.lettering["track"])
    # all numbers of a track stand on one line, as high as the longest note needs
    notes = 0.7 * note.size + cap_height(note) + (lines - 1) * LEADING * note.size if lines else 0.0
    baseline = box.centre[1] + (cap - notes) / 2
    write(layer, entry.number, fitted(entry.number, style.lettering["track"], room), (box.centre[0], baseline), anchor="middle")
    first = baseline + 0.7 * note.size + cap_height(note)
    for row, line in enumerate(_note_lines(style, entry.note, box.width)):
        write(layer, line, fitted(line, note, room), (box.centre[0], first + row * LEADING * note.size), anchor="middle")
    if entry.lies:
        entry.lies(layer, style, box.centre)
    return box
