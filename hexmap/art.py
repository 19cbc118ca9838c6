"""Reading what is drawn and has no effect on play: names, courses of water, decoration, tracks, the sheet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexmap.board import Art, Board, Course, Decoration, Label, Picture, Pin, SheetPlan, Track
from hexmap.layout import Layout
from mapsheet import units
from mapsheet.errors import NotationError, clipped, nearest
from mapsheet.fields import Fields, cost
from mapsheet.icons import picture_path
from mapsheet.source import style_names

if TYPE_CHECKING:
    from hexmap.reader import Places

LABEL_KINDS = ("place", "minor", "water", "tract", "height")
COURSE_KINDS = ("burn", "small-burn", "river", "dry-bed", "pool")
DECORATION_KINDS = ("wood", "meadow", "fields", "hamlet", "church", "tower", "mill", "stone", "camp", "hill", "road", "track")
HIDDEN = ["levels", "contours", "terrain", "water", "scenery", "roads", "hexsides", "names"]
# mm beside the grid where the file names no place for it: a column with the key to its right, the scale below
LEFT, RIGHT, ABOVE, BELOW = 9.0, 44.0, 30.0, 22.0
LEAST = 150.0  # mm along each edge of a sheet that the file does not size


def read_art(top: Fields, places: Places) -> Art:
    """Return labels, courses, decorations and tracks."""
    return Art(
        tuple(_label(fields, places) for fields in top.tables("label")),
        tuple(_course(fields, places) for fields in top.tables("course")),
        tuple(_decoration(fields, places) for fields in top.tables("decoration")),
        tuple(_track(fields) for fields in top.tables("track")),
        _picture(top.table("picture"), places) if top.has("picture") else None,
    )


def _picture(fields: Fields, places: Places) -> Picture | None:
    folder = fields.source.path.parent
    file = fields.text("file", required=True)
    if file:
        fields.attempt("file", None, _pixels_in, folder, file)
    pins = _pins(fields, places)
    hides = fields.texts("hides") if fields.has("hides") else [*HIDDEN]
    for k, name in enumerate(hides):
        if name not in HIDDEN:
            fields.fault(("hides", k), f"expected a layer that a picture can replace, got {clipped(name)}{nearest(name, HIDDEN)}")
    opacity = fields.number("opacity", default=1.0)
    if opacity > 1:
        fields.fault("opacity", f"expected a share from 0 to 1, got {opacity:g}")
    fields.finish()
    return Picture(folder, file, pins, min(1.0, opacity), tuple(hides)) if pins else None


def _pixels_in(folder: Path, file: str) -> None:
    if picture_path(folder, file).suffix.lower() == ".svg":
        raise NotationError("a picture of pixels (.png .jpg .jpeg)", file)


def _pins(fields: Fields, places: Places) -> tuple[Pin, Pin] | None:
    value = fields.take("pins", required=True)
    expected = "expected two pins [HEX, X, Y]: a hex and the pixel where its centre lies"
    if value is None or not isinstance(value, list) or len(value) != 2 or not all(_is_pin(pin) for pin in value):
        if value is not None:
            fields.fault("pins", f"{expected}, got {clipped(value)}")
        return None
    found = [(places.hex(fields, ("pins", k), pin[0]), pin) for k, pin in enumerate(value)]
    pins = [Pin(h, float(pin[1]), float(pin[2])) for h, pin in found if h is not None]
    if len(pins) < 2:
        return None
    if pins[0].hex == pins[1].hex or pins[0][1:] == pins[1][1:]:
        fields.fault("pins", "expected two different hexes at two different pixels")
        return None
    return pins[0], pins[1]


def _is_pin(value: Any) -> bool:
    is_triple = isinstance(value, list) and len(value) == 3 and isinstance(value[0], str)
    return is_triple and all(type(x) in {int, float} and abs(x) <= 100_000 for x in value[1:])


def _label(fields: Fields, places: Places) -> Label:
    at = [places.hex(fields, ("at", k), text) for k, text in enumerate(fields.texts("at", required=True))]
    shift = fields.take("shift")
    if shift is not None and not _is_pair(shift):
        fields.fault("shift", "expected two numbers, mm right and down")
        shift = None
    label = Label(
        fields.text("text", required=True),
        tuple(h for h in at if h is not None),
        fields.choice("kind", LABEL_KINDS),
        fields.read("size", units.length, None),
        (float(shift[0]), float(shift[1])) if shift else (0.0, 0.0),
    )
    fields.finish()
    return label


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(x) in {int, float} and abs(x) <= 1000 for x in value)


def _course(fields: Fields, places: Places) -> Course:
    widths = [fields.attempt(("width", k), 2.0, units.length, text)
              for k, text in enumerate(fields.texts("width"))]
    kind = fields.choice("kind", COURSE_KINDS)
    course = Course(
        kind,
        places.chain(fields, "through"),
        fields.text("name"),
        (widths[0], widths[-1]) if widths else (2.2, 4.2),
    )
    fields.finish()
    return course


def _decoration(fields: Fields, places: Places) -> Decoration:
    kind = fields.choice("kind", DECORATION_KINDS)
    decoration = Decoration(kind, places.ranges(fields, "at"), fields.text("text"))
    fields.finish()
    return decoration


def _track(fields: Fields) -> Track:
    name = fields.text("name", required=True)
    boxes = fields.take("boxes", required=True)
    if isinstance(boxes, int) and not isinstance(boxes, bool) and 1 <= boxes <= 200:
        texts = [str(k) for k in range(1, boxes + 1)]
    else:
        texts = fields.texts("boxes") if isinstance(boxes, list) else []
        if boxes is not None and not texts:
            fields.fault("boxes", "expected a number of boxes (1-200) or a list of texts")
    track = Track(name, fields.text("label", default=name), tuple(texts), tuple(fields.texts("notes")))
    fields.finish()
    return track


def read_sheet(top: Fields, board: Board) -> tuple[SheetPlan, Layout]:
    """Return the sheet and the layout with the grid in its place: in the middle, or where `[sheet] map` says."""
    fields = top.table("sheet")
    width, height = board.layout.extent
    natural = units.Size(max(LEAST, width + LEFT + RIGHT), max(LEAST, height + ABOVE + BELOW))
    paper = fields.read("size", units.size, natural)
    if paper.width < width or paper.height < height:
        fields.fault("size", f"the map of {width:.1f} x {height:.1f} mm does not fit {paper.width:.1f} x {paper.height:.1f} mm")
    left = fields.read("left", units.length, _before(paper.width - width, LEFT, RIGHT))
    above = fields.read("above", units.length, _before(paper.height - height, ABOVE, BELOW))
    if left + width > paper.width or above + height > paper.height:
        fields.fault("size", f"the map of {width:.1f} x {height:.1f} mm at {left:.1f}, {above:.1f} mm leaves the sheet")
    plan = SheetPlan(
        paper.width, paper.height, fields.text("subtitle"), fields.text("note"),
        fields.text("scale_unit"), fields.read("scale_per_hex", cost, None), _style_name(fields),
    )
    fields.finish()
    return plan, board.layout.moved_to((left, above))


def _style_name(fields: Fields) -> str:
    """Return the name of a style; a map file cannot name a file elsewhere."""
    name = fields.text("style", default="classic")
    if name != "classic" and name not in style_names():
        fields.fault("style", f"expected the name of a style, got {clipped(name)}{nearest(name, style_names())}")
    return name


def _before(spare: float, wished: float, after: float) -> float:
    """Return how much of the spare paper lies before the map: as wished, half of what is over, its share of what is not."""
    over = spare - wished - after
    return wished + over / 2 if over >= 0 else max(0.0, spare) * wished / (wished + after)
