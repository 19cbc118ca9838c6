"""Where the spaces, tracks and pieces of a path board lie on its sheets: the drawing tables that boards without shapes have.

`[form.X]` says how all spaces of a class or kind are drawn, `[place.X]` what differs for one space; `[strip.X]` lays out a
track, `[[event]]` is printed in one of its boxes, `[bin.X]` is a group of pieces on a tray.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from areamap.topology import Topology, topology_beside
from mapsheet import units
from mapsheet.errors import NotationError, clipped, nearest
from mapsheet.fields import Fields

Point = tuple[float, float]
T = TypeVar("T")
MAP = "map"
"""The name of the first sheet."""
SHAPES = ("box", "station", "panel", "round", "city", "stadium", "node")
SIGNS = ("mountain", "column", "see", "sword", "horde", "council", "star", "tower", "anchor", "number", "die", "tie", "none")
RUNS = ("east", "south")
LABELS = ("head", "beside")
MOST_SLOTS = 100
NOWHERE: Point | None = None
UNSIZED: Point | None = None
NO_TEXTS: tuple[str, ...] | None = None
NO_TILES: tuple[str, ...] = ()
NO_TOPOLOGY: Topology | None = None


class Form(NamedTuple):
    """How a space is drawn; None or empty: as the form of its class, of its kind, or by itself.

    `at` is the middle in mm on the sheet, `slots` are the captions of the places for tiles, `per_row` of them beside each
    other, `holds` a line that says what goes in, `title` stands for the name.
    """

    sheet: str = ""
    shape: str = ""
    at: Point | None = None
    size: Point | None = None
    slots: tuple[str, ...] | None = None
    per_row: int = 0
    holds: str = ""
    title: str = ""

    def over(self, base: Form) -> Form:
        """Return this form with what it leaves open taken from another."""
        open_ = {name: value for name, value in base._asdict().items() if getattr(self, name) in (None, "", 0)}
        return self._replace(**open_)


class PathPlan(NamedTuple):
    """A path by its id: letter, name, region, the die face that picks it (0: none), and points its road runs through."""

    id: str
    letter: str
    name: str
    region: str = ""
    die: int = 0
    via: tuple[Point, ...] = ()


class Event(NamedTuple):
    """What is printed in a box of a track: its kind (a sign may belong to it), the words and the rule."""

    track: str
    box: str
    text: str
    kind: str = "note"
    rule: str = ""
    optional: bool = False
    provenance: str = ""


class Strip(NamedTuple):
    """A track on paper: its top left corner, the size of a box, boxes in a row, and slots for tiles (columns, rows) in each.

    `label` says whether a box's text stands at its head or beside the slots, `caption` stands in each slot, `beyond` in a box
    after the last: what is before its colon in large type.
    """

    track: str
    sheet: str
    at: Point
    box: Point
    per_row: int = 0
    run: str = "east"
    slots: tuple[int, int] = (1, 1)
    label: str = "head"
    caption: str = ""
    beyond: str = ""


class Sign(NamedTuple):
    """A small picture beside what has a trait or an event of a kind, and what it means."""

    name: str
    shape: str
    text: str


class Bin(NamedTuple):
    """A group of tiles on a tray: a heading, one caption a tile, a line that says more, and the path it belongs to."""

    id: str
    sheet: str
    name: str
    tiles: tuple[str, ...]
    note: str = ""
    path: str = ""


class Panel(NamedTuple):
    """A rectangle of the sheet by its top left corner and size in mm."""

    at: Point
    size: Point


class SheetOf(NamedTuple):
    """A further sheet: its size in mm, title and subtitle, and where its groups of tiles lie (none: all of it)."""

    id: str
    size: Point
    title: str
    subtitle: str = ""
    bins: Panel | None = None


class Words(NamedTuple):
    """Words on the ground, such as the name of a sea: the middle of their baseline, em, tracking in ems and turn in degrees."""

    text: str
    at: Point
    kind: str = "water"
    size: float = 0.0
    tracking: float = 0.3
    turn: float = 0.0


class Backdrop(NamedTuple):
    """The land behind a board: the frame it fills, and its shapes with their projection (none: paper)."""

    panel: Panel
    topology: Topology | None = None


class BoardPlan(NamedTuple):
    """Everything about the layout of a board; `tile` is the side of a tile in mm."""

    tile: float = 12.7
    forms: Mapping[str, Form] = {}
    places: Mapping[str, Form] = {}
    paths: Mapping[str, PathPlan] = {}
    strips: Mapping[str, Strip] = {}
    events: tuple[Event, ...] = ()
    signs: Mapping[str, Sign] = {}
    bins: Mapping[str, Bin] = {}
    sheets: Mapping[str, SheetOf] = {}
    words: tuple[Words, ...] = ()
    backdrop: Backdrop | None = None
    key: Panel | None = None

    def form_of(self, space: str, kind: str, group: str) -> Form:
        """Return how a space of a kind and class is drawn."""
        form = self.places.get(space, Form())
        for name in (group, kind):
            form = form.over(self.forms.get(name, Form()))
        return form.over(Form(sheet=MAP))

    def events_in(self, track: str, box: str) -> list[Event]:
        """Return what is printed in a box of a track, in the order of the file."""
        return [event for event in self.events if (event.track, event.box) == (track, box)]


def read_board(top: Fields) -> BoardPlan:
    """Return the layout tables of a map file; what is wrong becomes a fault."""
    return _Reader(top).plan()


class _Reader:
    def __init__(self, top: Fields) -> None:
        self.top = top
        self.spaces, self.tracks = _names(top, "space"), _names(top, "track")
        self.sheets = {name: _sheet_of(name, fields) for name, fields in top.named("sheet_of")}

    def plan(self) -> BoardPlan:
        top, board = self.top, self.top.table("board")
        places = {}
        for name, fields in top.named("place"):
            self._known(fields, "", name, self.spaces)
            places[name] = self._form(fields)
        plan = BoardPlan(
            board.read("tile", units.length, 12.7),
            {name: self._form(fields) for name, fields in top.named("form")},
            places,
            {name: _path(name, fields) for name, fields in top.named("path")},
            {name: self._strip(name, fields) for name, fields in top.named("strip")},
            tuple(self._event(fields) for fields in top.tables("event")),
            {name: _sign(name, fields) for name, fields in board.named("sign")},
            {name: self._bin(name, fields) for name, fields in top.named("bin")},
            self.sheets,
            tuple(_words(fields) for fields in board.tables("words")),
            _backdrop(board.table("backdrop")) if board.has("backdrop") else None,
            _panel(board.table("key")) if board.has("key") else None,
        )
        board.finish()
        return plan

    def _known(self, fields: Fields, key: str, name: str, names: list[str]) -> None:
        if name not in names:
            fields.fault(key, f"unknown name {clipped(name)}{nearest(name, names)}")

    def _sheet(self, fields: Fields, default: str) -> str:
        name = fields.text("sheet", default=default)
        if name:
            self._known(fields, "sheet", name, [MAP, *self.sheets])
        return name

    def _form(self, fields: Fields) -> Form:
        shape = fields.choice("shape", SHAPES) if fields.has("shape") else ""
        form = Form(
            self._sheet(fields, ""), shape,
            fields.read("at", place, NOWHERE), fields.read("size", place, UNSIZED),
            fields.read("slots", _slots, NO_TEXTS), fields.whole("per_row", default=0, most=MOST_SLOTS) or 0,
            fields.text("holds"), fields.text("title"),
        )  # fmt: skip
        fields.finish()
        return form

    def _strip(self, name: str, fields: Fields) -> Strip:
        self._known(fields, "", name, self.tracks)
        strip = Strip(
            name, self._sheet(fields, MAP),
            fields.read("at", place, (10.0, 10.0), required=True), fields.read("box", place, (15.0, 15.0), required=True),
            fields.whole("per_row", default=0, most=1000) or 0, fields.choice("run", RUNS),
            fields.read("slots", _grid, (1, 1)), fields.choice("label", LABELS), fields.text("caption"),
            fields.text("beyond"),
        )  # fmt: skip
        fields.finish()
        return strip

    def _event(self, fields: Fields) -> Event:
        track, box = fields.text("track", required=True), fields.text("box", required=True)
        self._known(fields, "track", track, self.tracks)
        boxes = self._boxes(track)
        if boxes and box not in boxes:
            fields.fault("box", f"no box of this track: {clipped(box)}{nearest(box, boxes)}")
        event = Event(
            track, box, fields.text("text", required=True), fields.text("kind", default="note"), fields.text("rule"),
            fields.flag("optional", default=False), str(fields.data.get("provenance", "")),
        )  # fmt: skip
        fields.finish()
        return event

    def _boxes(self, track: str) -> list[str]:
        tracks = self.top.data.get("track")
        table = tracks.get(track) if isinstance(tracks, dict) else None
        boxes = table.get("boxes") if isinstance(table, dict) else None
        if isinstance(boxes, int) and not isinstance(boxes, bool) and 0 < boxes <= 1000:
            return [str(k) for k in range(1, boxes + 1)]
        return [box for box in boxes if isinstance(box, str)] if isinstance(boxes, list) else []

    def _bin(self, name: str, fields: Fields) -> Bin:
        group = Bin(
            name, self._sheet(fields, MAP), fields.text("name", required=True),
            fields.read("tiles", _slots, NO_TILES, required=True), fields.text("note"), fields.text("path"),
        )  # fmt: skip
        if not group.tiles and fields.has("tiles"):
            fields.fault("tiles", "expected at least one caption")
        fields.finish()
        return group


def _names(top: Fields, table: str) -> list[str]:
    value = top.data.get(table)
    return [str(name) for name in value] if isinstance(value, dict) else []


def _path(name: str, fields: Fields) -> PathPlan:
    found = PathPlan(
        name, fields.text("letter", required=True, longest=4), fields.text("name", required=True), fields.text("region"),
        fields.whole("die", default=0, most=6) or 0, fields.read("via", _course, ()),
    )  # fmt: skip
    fields.finish()
    return found


def _sign(name: str, fields: Fields) -> Sign:
    found = Sign(name, fields.choice("shape", SIGNS, required=True), fields.text("text", required=True))
    fields.finish()
    return found


def _sheet_of(name: str, fields: Fields) -> SheetOf:
    width, height = fields.read("size", units.size, units.Size(215.9, 279.4))
    bins = _panel(fields.table("bins")) if fields.has("bins") else None
    found = SheetOf(name, (width, height), fields.text("title", required=True), fields.text("subtitle"), bins)
    fields.finish()
    return found


def _words(fields: Fields) -> Words:
    found = Words(
        fields.text("text", required=True), fields.read("at", place, (0.0, 0.0), required=True),
        fields.text("kind", default="water"), fields.read("size", units.length, 0.0),
        fields.number("tracking", default=0.3), fields.number("turn", default=0.0, least=-90.0),
    )  # fmt: skip
    fields.finish()
    return found


def _panel(fields: Fields) -> Panel:
    panel = _corner_and_size(fields)
    fields.finish()
    return panel


def _corner_and_size(fields: Fields) -> Panel:
    at = fields.read("at", place, (0.0, 0.0), required=True)
    return Panel(at, fields.read("size", place, (100.0, 100.0), required=True))


def _backdrop(fields: Fields) -> Backdrop:
    panel, name = _corner_and_size(fields), fields.text("topology")
    fields.finish()
    if not name:
        return Backdrop(panel)
    if Path(name).name != name or name.startswith("."):
        fields.fault("topology", f"expected the name of a file beside the map, got {clipped(name)}")
        return Backdrop(panel)
    folder = fields.source.path.parent
    return Backdrop(panel, fields.attempt("topology", NO_TOPOLOGY, topology_beside, folder, name))


# -- values ----------------------------------------------------------------------------------------------------------------


def place(value: Any) -> Point:
    """Return two lengths with units as mm, such as `["210 mm", "8.5 in"]`; NotationError for anything else."""
    return _two(value, units.length, 'two lengths such as ["210 mm", "250 mm"]')


def _grid(value: Any) -> tuple[int, int]:
    return _two(value, _count, "columns and rows such as [2, 2]")


def _two(value: Any, one: Callable[[Any], T], expected: str) -> tuple[T, T]:
    if not isinstance(value, list) or len(value) != 2:
        raise NotationError(expected, value)
    return one(value[0]), one(value[1])


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 20:
        raise NotationError("a whole number from 0 to 20", value)
    return value


def _course(value: Any) -> tuple[Point, ...]:
    if not isinstance(value, list) or len(value) > 50:
        raise NotationError("a list of up to 50 places", value)
    return tuple(place(one) for one in value)


def _slots(value: Any) -> tuple[str, ...]:
    """Return captions; `["5 army", "siege"]` is five of one and one of the other."""
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise NotationError('a list of captions such as ["5 army", "siege"]', value)
    found: list[str] = []
    for one in value:
        head, _, rest = one.partition(" ")
        many = int(head) if head.isascii() and head.isdigit() and rest and len(head) <= 3 else 1
        found += [rest if many > 1 or head == "1" else one] * many
    if len(found) > MOST_SLOTS:
        raise NotationError(f"up to {MOST_SLOTS} captions", len(found))
    return tuple(found)
