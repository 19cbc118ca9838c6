"""What stands beside a map: title, compass, terrain key made from what is on the map, turn track, scale, ruler, provenance.

Everything stands in the margins; where a margin has no room for its things they are left out, those the play needs last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hexmap.draw.keyrows import key_notes, key_rows
from mapsheet import legend, tracks
from mapsheet.box import Box
from mapsheet.text import SMALLEST
from mapsheet.typeset import cap_height, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hexmap.board import Track
    from hexmap.draw.view import View
    from mapsheet.sheet import Layer
    from mapsheet.style import Style

EDGE = 8.0  # mm of every sheet that printers may not reach
GAP = 5.0
NARROWEST = 27.0  # a column must hold two boxes of a track
BESIDE = 10.0  # between the things of a row below the map
COMPASS = 10.5
SOURCES = {
    "text": "stated in the rules", "derived": "derived", "secondary": "from other sources", "reconstructed": "reconstructed",
}
HEADING = 6.1  # over a track


class Place(NamedTuple):
    """A layer of the sheet, and the style of what stands on it."""

    layer: Layer
    style: Style


def draw_margins(layer: Layer, view: View) -> list[Box]:
    """Draw all marginalia of a whole map; return the boxes they take."""
    place = Place(layer, view.margin_style)
    left = view.box.right + GAP
    room = view.width - EDGE - left
    # without a column the key shares the head with the title
    share = 1.0 if room >= NARROWEST else 0.45
    boxes = [*_head(place, view, share), *_foot(place, view)]
    if room >= NARROWEST:
        boxes += _column(place, view, Box(left, view.box.top, left + min(room, 60.0), view.box.bottom))
    else:
        title = max((box.right for box in boxes if box.bottom <= view.box.top), default=view.box.left)
        boxes += _key_above(place, view, Box(title + BESIDE, 6.0, view.width - EDGE, view.box.top - 2.0))
    return boxes


def _head(place: Place, view: View, share: float) -> Iterator[Box]:
    above = view.box.top
    if above < 12:
        return
    room = (view.width - view.box.left - EDGE) * share
    style = _smaller_title(place.style, (above - 4) / 26)
    at = (view.box.left, min(9.0, 0.3 * above))
    yield legend.title_block(place.layer, style, at, title=view.board.title, subtitle=view.board.sheet.subtitle, room=room)


def _smaller_title(style: Style, factor: float) -> Style:
    if factor >= 1:
        return style
    kinds = {name: style.lettering[name] for name in ("title", "subtitle")}
    smaller = {name: kind._replace(size=type(kind.size)(max(SMALLEST, factor * kind.size))) for name, kind in kinds.items()}
    return style._replace(lettering={**style.lettering, **smaller})


def _column(place: Place, view: View, room: Box) -> Iterator[Box]:
    """Draw compass, key and tracks one below the other, as far as the column reaches."""
    top = room.top
    radius = min(COMPASS, room.width / 3)
    if room.height > 120:
        centre = ((room.left + room.right) / 2, top + radius + 6)
        box = legend.compass(place.layer, place.style, centre, radius=radius)
        yield box
        top = box.bottom + 2 * GAP
    for box in _key(place, view, Box(room.left, top, room.right, room.bottom)):
        yield box
        top = max(top, box.bottom)
    bottom = room.bottom
    for track in reversed(view.board.art.tracks):
        drawn = _track(place, track, Box(room.left, top + 2 * GAP, room.right, bottom))
        if drawn is not None:
            yield drawn
            bottom = drawn.top - 2 * GAP


def _key_above(place: Place, view: View, room: Box) -> Iterator[Box]:
    """Draw the key beside the title where there is no column for it."""
    rows, deep = key_rows(view), int(room.height / legend.ROW)
    columns = int((room.width + legend.BETWEEN) / (NARROWEST + legend.BETWEEN))
    if deep < 1 or columns < 1:
        return
    fitting = rows[: deep * columns]
    used = -(-len(fitting) // deep)
    width = used * NARROWEST + (used - 1) * legend.BETWEEN
    yield legend.terrain_key(place.layer, place.style, (room.right - width, room.top), legend.Key(fitting, used, ""), room=width)


def _key(place: Place, view: View, room: Box) -> Iterator[Box]:
    rows = key_rows(view)
    fitting = rows[: max(0, int((room.height - 8) / legend.ROW))]
    if not fitting:
        return
    box = legend.terrain_key(place.layer, place.style, (room.left, room.top), legend.Key(fitting), room=room.width)
    yield box
    kind = place.style.lettering["note"]
    top = box.bottom + 2.4
    for words in key_notes(view):
        if top + 2 * kind.size > room.bottom:
            return
        box = paragraph(place.layer, words, kind, (room.left, top + cap_height(kind)), room=room.width)
        yield box
        top = box.bottom + 1.1


def _track(place: Place, track: Track, room: Box) -> Box | None:
    across = max(1, int(room.width / tracks.SMALLEST_BOX))
    size = min(room.width / across, 16.0)
    top = room.bottom - -(-len(track.boxes) // across) * size - HEADING
    if top < room.top:
        return None
    boxes = [tracks.TrackBox(text, note) for text, note in zip(track.boxes, _padded(track.notes, len(track.boxes)), strict=True)]
    drawn = tracks.Track(boxes, track.label, size, per_row=across)
    return tracks.turn_track(place.layer, place.style, (room.left, top), drawn)


def _padded(notes: tuple[str, ...], count: int) -> list[str]:
    return [*notes[:count], *([""] * (count - len(notes)))]


def _foot(place: Place, view: View) -> Iterator[Box]:
    below = view.height - view.box.bottom
    top, left, right = view.box.bottom + 3.0, view.box.left, view.width - EDGE
    if below >= 18:
        scale = _scale(view, (right - left) * 0.45)
        box = Box(left, top, left, top)
        if scale:
            box = legend.scale_bar(place.layer, place.style, (left, top), scale)
            yield box
        if right - box.right - BESIDE > 104:
            yield legend.ruler(place.layer, place.style, (max(box.right + BESIDE, right - 102 - 42), top))
    line = cap_height(place.style.lettering["note"])
    if below >= EDGE:
        words = provenance_words(view)
        yield legend.provenance(place.layer, place.style, words, (left, view.height - 4.5 - line), room=right - left)


def _scale(view: View, room: float) -> legend.Scale | None:
    plan, across = view.board.sheet, view.layout.across_flats
    hexes = next((count for count in (10, 8, 6, 5, 4, 3, 2, 1) if count * across <= room - 20), 0)
    if not hexes:
        return None
    # a map without a scale of its own shows how long its hexes are on paper
    per_hex, unit = (float(plan.scale_per_hex), plan.scale_unit) if plan.scale_per_hex else (across, "mm")
    return legend.Scale(across, per_hex, unit, hexes)


def provenance_words(view: View) -> str:
    """Return the one line that says where the map's data come from."""
    counts = view.board.provenance
    told = ", ".join(f"{counts[name]} {words}" for name, words in SOURCES.items() if counts.get(name))
    size = f"Hexes {view.layout.across_flats:g} mm across flats."
    parts = [view.board.sheet.note, f"Data: {told}." if told else "", size]
    return " ".join(part for part in parts if part)
