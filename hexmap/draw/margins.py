"""What stands beside a map: title, compass, terrain key made from what is on the map, turn track, scale, ruler, provenance.

Each thing has a place where it stands by custom, and ways to be laid out. Where its place has no room it goes wherever else
the sheet has some, as near to the map as can be; what fits nowhere is left out, and its name is told.
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from hexmap.draw.badges import signs
from hexmap.draw.keyrows import key_notes, key_rows
from mapsheet import legend, tracks
from mapsheet.box import Box, Point, union
from mapsheet.picture import shrunk
from mapsheet.text import SMALLEST
from mapsheet.textpanel import TextPanel, text_panel
from mapsheet.typeset import cap_height, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hexmap.board import Track
    from hexmap.draw.view import View
    from hexmap.position import Position
    from mapsheet.sheet import Layer
    from mapsheet.style import Style

EDGE = 8.0  # mm of every sheet that printers may not reach
LEAST_EDGE = 4.5  # mm that some may
GAP = 5.0
NARROWEST = 27.0  # a column must hold two boxes of a track
WIDEST = 60.0
BESIDE = 10.0  # between the things of a row below the map
COMPASS = 10.5
RULER = 102 + 42
MOMENT = "what the game says"
MOMENT_TYPE = 1.35  # of the type of an aid's panel
MOMENT_ROOMS = (60.0, 90.0, 130.0)  # mm, how wide that may be where no column has room
ABOVE = 6.0  # mm of way to go for standing below or beside the map rather than above
HAIR = 1e-6
SOURCES = {
    "text": "stated in the rules", "derived": "derived", "secondary": "from other sources", "reconstructed": "reconstructed",
}

Draw = Callable[["Layer", "Style", Point], Box]
"""Draws something with its top left corner about at a point; returns the box it takes."""


class Piece(NamedTuple):
    """A thing beside the map: its name, the ways to lay it out, and where the first stands by custom, given its size."""

    name: str
    ways: list[Draw]
    home: Callable[[Box], Point] | None = None


class Lying(NamedTuple):
    """A marker on a track: the number of its box, and what draws it about a point."""

    box: str
    draw: Callable[[Layer, Style, Point], None]


class Margins(NamedTuple):
    """The boxes that are taken beside a map, and the names of what found no room."""

    boxes: list[Box]
    left_out: list[str]


def draw_margins(layer: Layer, view: View, position: Position | None = None) -> Margins:
    """Draw all marginalia of a whole map, and what a game says about its position."""
    desk = _Desk(layer, view)
    column = _column(view)
    homeless = [piece for piece in _foot(view, desk) if not desk.put_home(piece)]
    # without a column the key shares the head with the title
    desk.title(1.0 if column else 0.45)
    homeless += [piece for piece in _beside(view, column, desk, position) if not desk.put_home(piece)]
    # those the play needs come first
    order = [MOMENT, "terrain key", *(_track_name(track) for track in view.board.art.tracks), "scale bar"]
    homeless.sort(key=lambda piece: order.index(piece.name) if piece.name in order else len(order))
    for piece in homeless:
        desk.put_anywhere(piece)
    return Margins(desk.boxes, desk.left_out)


class _Desk:
    """The sheet round the map, and what stands on it so far."""

    def __init__(self, layer: Layer, view: View) -> None:
        self.layer, self.view, self.style = layer, view, view.margin_style
        self.area = Box(min(LEAST_EDGE, view.box.left), 6.0, view.width - EDGE, view.height - LEAST_EDGE)
        self.boxes: list[Box] = []
        self.left_out: list[str] = []

    def title(self, share: float) -> None:
        """Draw the title over the map, over a share of its width."""
        view, above = self.view, self.view.box.top
        if above < 12:
            self.left_out.append("title")
            return
        style = _smaller_title(self.style, (above - 4) / 26)
        at, room = (view.box.left, min(9.0, 0.3 * above)), (view.width - view.box.left - EDGE) * share
        board = view.board
        words = {"title": board.title, "subtitle": board.sheet.subtitle}
        self.boxes.append(legend.title_block(self.layer, style, at, **words, room=room))

    def put_home(self, piece: Piece) -> bool:
        """Draw a thing where it stands by custom; say whether there was room."""
        if piece.home is None:
            return False
        size = self._size(piece.ways[0])
        return self._put(piece.ways[0], size, piece.home(size), gap=0.0)

    def put_anywhere(self, piece: Piece) -> None:
        """Draw a thing where there is room, else note its name."""
        for way in piece.ways:
            size = self._size(way)
            for corner in self._corners(size):
                if self._put(way, size, corner, gap=GAP):
                    return
        self.left_out.append(piece.name)

    def _size(self, way: Draw) -> Box:
        """Return the box that something takes about the point where it is drawn."""
        from mapsheet.sheet import Sheet

        return way(Sheet(9e4, 9e4, title="size").layer("size"), self.style, (0.0, 0.0))

    def _put(self, way: Draw, size: Box, corner: Point, *, gap: float) -> bool:
        box = Box(corner[0], corner[1], corner[0] + size.width, corner[1] + size.height)
        taken = (self.view.box.grown(min(gap, 2.0)), *(other.grown(gap) for other in self.boxes))
        if not self.area.holds(box) or any(box.grown(-HAIR).overlaps(other) for other in taken):
            return False
        self.boxes.append(way(self.layer, self.style, (corner[0] - size.left, corner[1] - size.top)))
        return True

    def _corners(self, size: Box) -> list[Point]:
        """Return the corners that line up with what stands on the sheet, those nearest to the map first."""
        stops = [self.area.grown(GAP), *self.boxes, self.view.box]
        xs = {x for b in stops for x in (b.left, b.right - size.width, b.right + GAP, b.left - GAP - size.width)}
        ys = {y for b in stops for y in (b.top, b.bottom - size.height, b.bottom + GAP, b.top - GAP - size.height)}
        xs |= {self.area.left, self.area.right - size.width}
        ys |= {self.area.top, self.area.bottom - size.height}
        corners = [(x, y) for x in xs for y in ys]
        return sorted(corners, key=lambda at: self._away(Box(at[0], at[1], at[0] + size.width, at[1] + size.height)))

    def _away(self, box: Box) -> tuple[float, float, float]:
        """Return how far a box lies from the map, above it a little further, then from the sheet's top and left."""
        own = self.view.box
        dx = max(0.0, own.left - box.right, box.left - own.right)
        dy = max(0.0, own.top - box.bottom, box.top - own.bottom)
        above = ABOVE if box.bottom <= own.top else 0.0
        return round(hypot(dx, dy) + above), round(box.top, 2), round(box.left, 2)


def _smaller_title(style: Style, factor: float) -> Style:
    if factor >= 1:
        return style
    kinds = {name: style.lettering[name] for name in ("title", "subtitle")}
    smaller = {name: kind._replace(size=type(kind.size)(max(SMALLEST, factor * kind.size))) for name, kind in kinds.items()}
    return style._replace(lettering={**style.lettering, **smaller})


# -- beside the map -----------------------------------------------------------------------------------------------


def _column(view: View) -> Box | None:
    """Return the column to the right of the map, if it is wide enough for anything."""
    left = view.box.right + GAP
    room = view.width - EDGE - left
    return Box(left, view.box.top, left + min(room, WIDEST), view.box.bottom) if room >= NARROWEST else None


def _beside(view: View, column: Box | None, desk: _Desk, position: Position | None) -> Iterator[Piece]:
    """Yield compass and key, what a game says, and the tracks from the column's foot upwards."""
    yield _compass(column)
    yield _key(view, column, _below(desk, column))
    if position and position.moment:
        told = TextPanel(position.moment.heading, "", (*position.moment.lines, *signs(position)))
        yield _moment(told, column, _below(desk, column))
    foot = column.bottom if column else 0.0
    for track in reversed(view.board.art.tracks):
        before = len(desk.boxes)
        yield _track(track, column, foot, _marker_on(track, position))
        if column and len(desk.boxes) > before:
            foot = desk.boxes[-1].top - 2 * GAP


def _below(desk: _Desk, column: Box | None) -> float:
    """Return where the next thing may begin in the column."""
    if column is None:
        return 0.0
    in_it = (box for box in desk.boxes if box.left >= column.left and column.top <= box.top)
    bottoms = (box.bottom for box in in_it if box.bottom < column.bottom)
    return max((bottom + 2 * GAP for bottom in bottoms), default=column.top)


def _moment(panel: TextPanel, column: Box | None, top: float) -> Piece:
    """Return the panel of what a game says: as wide as the column, or wider where there is none."""

    def way(room: float) -> Draw:
        def draw(layer: Layer, style: Style, at: Point) -> Box:
            picture = text_panel(shrunk(style, MOMENT_TYPE), panel, room)
            picture.place(layer, at)
            return Box(at[0], at[1], at[0] + room, at[1] + picture.bottom)

        return draw

    wide = [way(room) for room in MOMENT_ROOMS]
    if column is None:
        return Piece(MOMENT, wide)
    return Piece(MOMENT, [way(column.width), *wide], lambda _: (column.left, top))


def _marker_on(track: Track, position: Position | None) -> Lying | None:
    """Return the box of a track in which a game has a marker, and what draws it."""
    counters, moment = (position.counters, position.moment) if position else (None, None)
    found = next((one for one in moment.tracks if one.track == track.name), None) if moment else None
    if counters is None or found is None or found.counter not in counters.counters:
        return None
    counter = counters.counters[found.counter]

    def lies(layer: Layer, style: Style, middle: Point) -> None:
        from mapsheet.counters import draw_counter

        corner = (middle[0] - counter.size.width / 2, middle[1] - counter.size.height / 2)
        draw_counter(layer, style, counters, counter, corner, back=found.back)

    return Lying(found.box, lies)


def _compass(column: Box | None) -> Piece:
    radius = min(COMPASS, column.width / 3) if column else COMPASS

    def way(layer: Layer, style: Style, at: Point) -> Box:
        return legend.compass(layer, style, at, radius=radius)

    if column is None or column.height <= 120:
        return Piece("compass", [way])
    return Piece("compass", [way], lambda size: (column.centre[0] + size.left, column.top + radius + 6 + size.top))


def _key(view: View, column: Box | None, top: float) -> Piece:
    rows, notes = key_rows(view), key_notes(view)

    def way(columns: int, width: float, told: list[str], title: str = "Terrain") -> Draw:
        def draw(layer: Layer, style: Style, at: Point) -> Box:
            box = legend.terrain_key(layer, style, at, legend.Key(rows, columns, title), room=width)
            return union([box, *_notes(layer, style, told, (at[0], box.bottom + 2.4), width)])

        return draw

    wide = [(n, n * NARROWEST + (n - 1) * legend.BETWEEN) for n in range(1, len(rows) + 1)]
    first = [way(1, column.width, notes)] if column else []
    others = [way(n, room, told, title) for told, title in ((notes, "Terrain"), ([], "Terrain"), ([], "")) for n, room in wide]
    if column is None:
        return Piece("terrain key", others)
    return Piece("terrain key", [*first, *others], lambda _: (column.left, top))


def _notes(layer: Layer, style: Style, notes: list[str], at: Point, room: float) -> Iterator[Box]:
    kind = style.lettering["note"]
    top = at[1]
    for words in notes:
        box = paragraph(layer, words, kind, (at[0], top + cap_height(kind)), room=room)
        yield box
        top = box.bottom + 1.1


def _track_name(track: Track) -> str:
    return f"{track.name} track"


def _track(track: Track, column: Box | None, foot: float, lying: Lying | None = None) -> Piece:
    notes = _padded(track.notes, len(track.boxes))
    boxes = [
        tracks.TrackBox(text, note, lies=lying.draw if lying and lying.box == text else None)
        for text, note in zip(track.boxes, notes, strict=True)
    ]

    def way(across: int, size: float) -> Draw:
        drawn = tracks.Track(boxes, track.label, size, per_row=across)
        return lambda layer, style, at: tracks.turn_track(layer, style, at, drawn)

    counts = dict.fromkeys(-(-len(boxes) // rows) for rows in range(1, len(boxes) + 1))
    others = [way(across, size) for size in (15.0, tracks.SMALLEST_BOX) for across in counts]
    if column is None:
        return Piece(_track_name(track), others)
    across = max(1, int(column.width / tracks.SMALLEST_BOX))
    own = way(across, min(column.width / across, 16.0))
    return Piece(_track_name(track), [own, *others], lambda size: (column.left, foot - size.height))


def _padded(notes: tuple[str, ...], count: int) -> list[str]:
    return [*notes[:count], *([""] * (count - len(notes)))]


# -- below the map ------------------------------------------------------------------------------------------------


def _foot(view: View, desk: _Desk) -> Iterator[Piece]:
    top, left, right = view.box.bottom + 3.0, view.box.left, view.width - EDGE
    words = provenance_words(view)
    lines: list[Draw] = [
        lambda layer, style, at: legend.provenance(layer, style, words, at, room=right - left),
        lambda layer, style, at: legend.provenance(layer, style, words, at, room=(right - left) / 2),
    ]
    yield Piece("provenance line", lines, lambda size: (left, view.height - LEAST_EDGE - size.height))
    scale = _scale(view, (right - left) * 0.45)
    if scale:
        bar: Draw = lambda layer, style, at: legend.scale_bar(layer, style, at, scale)  # noqa: E731
        yield Piece("scale bar", [bar], lambda size: (left + size.left, top))
    beside = max((box.right + BESIDE for box in desk.boxes if box.top < top + GAP), default=left)
    yield Piece("calibration ruler", [legend.ruler], lambda size: (max(beside, right - RULER) + size.left, top))


def _scale(view: View, room: float) -> legend.Scale | None:
    plan, across = view.board.sheet, view.layout.across_flats
    most = room - 20
    counts = (10, 8, 6, 5, 4, 3, 2, 1) if 10 * across > most / 4 else (10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10)
    hexes = next((count for count in counts if count * across <= most), 0)
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
    parts = [_sentence(view.board.sheet.note), f"Data: {told}." if told else "", size]
    return " ".join(part for part in parts if part)


def _sentence(words: str) -> str:
    """Return words closed with a full stop."""
    words = words.strip()
    return words if not words or words[-1] in ".!?…" else f"{words}."
