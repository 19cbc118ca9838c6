"""Tracks on an aid: a row of boxes for each marker, or long strips with a ruler. Lengths are millimetres."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from areamap.draw.tints import letters_on, tint_of
from mapsheet.box import Box
from mapsheet.chartfit import Leaf, broken
from mapsheet.errors import DataError
from mapsheet.picture import Picture, Spot, body, bold, head_onto, smaller, told
from mapsheet.typeset import LEADING, cap_height, width

if TYPE_CHECKING:
    from areamap.aidplan import Strip, StripsPanel, TracksPanel
    from areamap.atlas import Atlas
    from areamap.spaces import TrackPlan
    from mapsheet.style import Colour, Style, Type

ROW = 4.4
TALLEST = 7.6  # the least height of a track, for its name and its flap
FLAG = 7.2
BETWEEN = 1.1
SQUARE = 2.4
STRIP = 7.0
RULER = 3.4


class _Columns(NamedTuple):
    """Where the parts of a track's row stand: the flag, the class of its link, the first box, and a box's width."""

    flag: float
    group: float
    boxes: float
    box: float


def tracks_panel(board: Atlas, style: Style, panel: TracksPanel, room: float) -> Picture:
    """Return tracks with a row for each marker; DataError for a track that the map lacks."""
    picture = Picture()
    top = head_onto(picture, style, (panel.title, panel.rule), room)
    columns = _columns(board, style, panel, room)
    for strip in panel.strips:
        part = picture.part(f"track-{strip.track}", track_of(board, strip.track).title)
        top = _track_onto(_Track(part, board, style, panel), strip, columns, top) + BETWEEN
    if panel.note:
        leaves, kind = broken(panel.note, body(style), room)
        top = picture.lines(leaves, kind, (0.0, top)) + 0.3 * kind.size
    picture.bottom = top
    return picture


def track_of(board: Atlas, name: str) -> TrackPlan:
    """Return a track; DataError where the map has none of that name."""
    if name not in board.tracks:
        raise DataError(f"the aid names a track {name!r} that the map does not have")
    return board.tracks[name]


def _columns(board: Atlas, style: Style, panel: TracksPanel, room: float) -> _Columns:
    kind = body(style)
    names = max(width(track_of(board, strip.track).title, bold(kind)) for strip in panel.strips)
    flap = width(panel.flap, smaller(kind, 0.85)) + SQUARE + 0.8 if panel.flap else 0.0
    flag = max(names, flap) + 1.6
    groups = {link.group for link in board.links if link.kind == panel.links and link.group}
    group = flag + FLAG + 0.8
    boxes = group + max((width(word.capitalize(), kind) for word in groups), default=0.0) + 1.2
    most = max(len(track_of(board, strip.track).boxes) for strip in panel.strips)
    return _Columns(flag, group, boxes, (room - boxes) / most)


class _Track(NamedTuple):
    """What a track is drawn with."""

    picture: Picture
    board: Atlas
    style: Style
    panel: TracksPanel


def _track_onto(track: _Track, strip: Strip, columns: _Columns, top: float) -> float:
    """Draw a track; return where it ends."""
    plan = track_of(track.board, strip.track)
    markers = list(plan.start) or [""]
    height = max(ROW, TALLEST / len(markers))
    _name_onto(track, plan.title, top, is_crossed=strip.is_crossed)
    for row, marker in enumerate(markers):
        line = Box(columns.flag, top + row * height, columns.boxes + len(plan.boxes) * columns.box, top + (row + 1) * height)
        group = _group(track, marker, strip.target)
        if marker:
            _flag_onto(track, marker, group, (columns, line))
        _boxes_onto(track, plan, (columns, line), (marker, strip.default.get(marker), group))
    return top + len(markers) * height


def _name_onto(track: _Track, title: str, top: float, *, is_crossed: bool) -> None:
    kind, picture = bold(body(track.style)), track.picture
    base = picture.lines([Leaf(title)], kind, (0.0, top + 1.0))
    if track.panel.flap:
        small = smaller(body(track.style), 0.85)
        square = Box(0, base + 1.5, SQUARE, base + 1.5 + SQUARE)
        picture.rect(square, **track.style.margin.empty.area(), **track.style.margin.box_edge.stroke())
        picture.words(track.panel.flap, small, (SQUARE + 0.8, square.centre[1] + cap_height(small) / 2))
        if is_crossed:
            inner, edge = square.grown(-0.4), track.style.margin.box_edge
            picture.line([(inner.left, inner.top), (inner.right, inner.bottom)], **edge.line())
            picture.line([(inner.left, inner.bottom), (inner.right, inner.top)], **edge.line())


def _group(track: _Track, marker: str, target: str) -> str:
    for link in track.board.links:
        if link.kind == track.panel.links and (link.a, link.b) == (marker, target):
            return link.group
    return ""


def _flag_onto(track: _Track, marker: str, group: str, place: tuple[_Columns, Box]) -> None:
    columns, line = place
    flag = Box(columns.flag, line.centre[1] - 1.6, columns.flag + FLAG, line.centre[1] + 1.6)
    space = track.board.spaces.get(marker)
    ground = tint_of(track.board, space, track.style) if space else track.style.margin.empty.colour
    track.picture.rect(flag, rounded=0.5, fill=ground, **track.style.margin.hairline.stroke())
    code = (space.code if space else "") or marker[:3].capitalize()
    kind = told(code, bold(body(track.style))._replace(colour=letters_on(ground)), FLAG - 0.8)
    track.picture.words(code, kind, (flag.centre[0], flag.centre[1] + cap_height(kind) / 2), anchor="middle")
    kind = body(track.style)
    track.picture.words(group.capitalize(), kind, (columns.group, flag.centre[1] + cap_height(kind) / 2))


def _boxes_onto(track: _Track, plan: TrackPlan, place: tuple[_Columns, Box], what: tuple[str, int | None, str]) -> None:
    columns, line = place
    marker, default, group = what
    margin, picture = track.style.margin, track.picture
    ground = margin.box_marked if group and group == track.panel.shaded else margin.box
    start = plan.start.get(marker)
    for index, words in enumerate(plan.boxes):
        left = columns.boxes + index * columns.box
        box = Box(left, line.top, left + columns.box, line.bottom)
        picture.spots.append(Spot(f"{plan.id}/{index}", box, marker))
        picture.rect(box, **ground.area(), **{**margin.hairline.stroke(), "stroke_linejoin": "miter"})
        if index == default:
            inner = box.grown(-0.55)
            picture.rect(inner, **{**margin.box_edge.line(), "stroke_dasharray": "0.9 0.6", "stroke_linecap": "butt"})
        kind = body(track.style)
        if index == start:
            kind = bold(kind)
            kind = kind._replace(colour=_disc_onto(track, marker, box))
        kind = told(words, kind, box.width - 0.4)
        picture.words(words, kind, (box.centre[0], box.centre[1] + cap_height(kind) / 2), anchor="middle")


def _disc_onto(track: _Track, marker: str, box: Box) -> Colour:
    space = track.board.spaces.get(marker)
    ground = tint_of(track.board, space, track.style) if space else track.style.margin.solid.colour
    track.picture.circle(box.centre, min(box.width, box.height) / 2 - 0.45, fill=ground, **track.style.margin.hairline.stroke())
    return letters_on(ground)


# -- long strips -----------------------------------------------------------------------------------------------------


def strips_panel(board: Atlas, style: Style, panel: StripsPanel, room: float) -> Picture:
    """Return tracks as long strips; DataError for a track that the map lacks."""
    picture = Picture()
    top = head_onto(picture, style, (panel.title, panel.rule), room)
    plans = [track_of(board, name) for name in panel.tracks]
    label = max(width(plan.title, bold(body(style))) for plan in plans) + 2.0
    for plan in plans:
        part = picture.part(f"strip-{plan.id}", plan.title)
        top = _strip_onto(part, style, (panel, plan), (label, top, room)) + BETWEEN
    if panel.note:
        leaves, kind = broken(panel.note, body(style), room)
        top = picture.lines(leaves, kind, (0.0, top)) + 0.3 * kind.size
    picture.bottom = top
    return picture


def _strip_onto(picture: Picture, style: Style, what: tuple[StripsPanel, TrackPlan], place: tuple[float, float, float]) -> float:
    """Draw a strip and its ruler; return where they end."""
    (panel, plan), (label, top, room) = what, place
    kind, small = bold(body(style)), smaller(body(style), 0.85)
    picture.words(plan.title, kind, (0.0, top + STRIP / 2 + cap_height(kind) / 2))
    across = (room - label) / len(plan.boxes)
    margin = style.margin
    for index, words in enumerate(plan.boxes):
        box = Box(label + index * across, top, label + (index + 1) * across, top + STRIP)
        picture.spots.append(Spot(f"{plan.id}/{index}", box))
        here = [panel.marks.get(marker, marker) for marker, start in plan.start.items() if start == index]
        ground = margin.box_marked if here else margin.box
        picture.rect(box, **ground.area(), **{**margin.hairline.stroke(), "stroke_linejoin": "miter"})
        rise = 0.5 * LEADING * small.size if here else 0.0
        number = told(words, kind, across - 0.4)
        picture.words(words, number, (box.centre[0], box.centre[1] + cap_height(kind) / 2 - rise), anchor="middle")
        if here:
            marks = told("+".join(here), small, across - 0.4)
            picture.words("+".join(here), marks, (box.centre[0], box.bottom - 0.9), anchor="middle")
    zero = plan.start.get(next(iter(panel.marks), ""))
    if not panel.step or zero is None:
        return top + STRIP
    _ruler_onto(picture, style, (zero, panel.step, len(plan.boxes)), (label, top + STRIP, across))
    return top + STRIP + RULER


def _ruler_onto(picture: Picture, style: Style, what: tuple[int, int, int], place: tuple[float, float, float]) -> None:
    """Mark under the boxes how many full steps they stand above or below the start."""
    (zero, step, count), (left, top, across) = what, place
    small: Type = smaller(body(style), 0.85)
    groups: dict[int, list[int]] = {}
    for index in range(count):
        ahead = index - zero
        groups.setdefault(ahead // step if ahead >= 0 else -(-ahead // step), []).append(index)
    for steps, boxes in groups.items():
        start, end = left + boxes[0] * across + 0.5, left + (boxes[-1] + 1) * across - 0.5
        picture.line([(start, top + 0.4), (start, top + 1.0), (end, top + 1.0), (end, top + 0.4)], **style.margin.hairline.line())
        words = f"{steps:+d}".replace("-", "−") if steps else "0"
        told(words, small, end - start + 0.6)
        picture.words(words, small, ((start + end) / 2, top + 1.4 + cap_height(small)), anchor="middle")
