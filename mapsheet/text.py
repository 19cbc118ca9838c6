"""Text measured and drawn as outlines with the shipped fonts' own metrics and kerning.

Lengths are millimetres, y grows downwards, `size` is the em, `tracking` is added between letters in ems, turns are
degrees clockwise. Words are composed (NFC) first; a character that no face has is drawn as an empty box.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from math import atan2, cos, hypot, isfinite, radians, sin
from typing import TYPE_CHECKING, Literal, NamedTuple, TypedDict, Unpack

from mapsheet.box import Box, Point, Quad, around
from mapsheet.digits import NUMBER_CAP, number_path, number_stroke, number_width
from mapsheet.errors import NotationError
from mapsheet.fonts import FACES, UNITS, Glyph, glyph_of
from mapsheet.fonts import face as face_named
from mapsheet.paths import Course, Trace
from mapsheet.paths import offset as shifted

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "FACES",
    "NUMBER_CAP",
    "SMALLEST",
    "Anchor",
    "Extent",
    "Inked",
    "Lettering",
    "Live",
    "Setting",
    "advance",
    "along",
    "inked",
    "measure",
    "missing",
    "number_path",
    "number_stroke",
    "number_width",
    "outline",
    "wrapped",
]

Anchor = Literal["start", "middle", "end"]
SMALLEST = 1.764
"""The em of 5 point in mm; nothing is printed smaller."""

REPLACEMENT = ".notdef"
SHARE = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Setting(TypedDict, total=False):
    """How letters are set: which point of the text is given, and the tracking in ems (0)."""

    anchor: Anchor
    tracking: float


class Extent(NamedTuple):
    """How much room a text takes with its start at (0, 0) on the baseline; ascent and descent are positive."""

    width: float
    ascent: float
    descent: float
    cap_height: float
    x_height: float
    ink: Box


class Live(NamedTuple):
    """How words are set, for those who write them as text: from the start of their baseline, turned, or on a curve."""

    face: str
    size: float
    tracking: float
    start: Point
    turn: float = 0.0
    curve: tuple[Point, ...] = ()


class Lettering(NamedTuple):
    """Words as path data; `box` is around all ink, `glyphs` a four-sided polygon around the ink of each letter."""

    d: str
    box: Box
    words: str
    glyphs: tuple[Quad, ...]
    live: Live


class Inked(NamedTuple):
    """A letter with ink on a straight baseline: where it starts and ends, and the box of its ink from its own start."""

    start: float
    end: float
    box: Box


class _Placed(NamedTuple):
    """A glyph and where its origin and its end stand on the baseline, in font units."""

    glyph: Glyph
    start: float
    end: float


class _Run(NamedTuple):
    """A text set on a straight baseline, in font units."""

    words: str
    glyphs: tuple[_Placed, ...]
    width: float


def normal(text: str) -> str:
    """Return the words as they are set: composed, any white space a plain space, control characters replaced."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(_settable(character) for character in composed)


def _settable(character: str) -> str:
    if character.isspace():
        return "\N{NO-BREAK SPACE}" if character == "\N{NO-BREAK SPACE}" else " "
    # format characters (Cf: joiners, direction marks) have no ink and no place in print
    category = unicodedata.category(character)
    if category == "Cf":
        return ""
    return "\N{REPLACEMENT CHARACTER}" if category in ("Cc", "Cs", "Cn") else character


@lru_cache(maxsize=4096)
def missing(text: str, face: str) -> str:
    """Return the characters that neither the face nor a relative of it can draw, each once, in order."""
    face_named(face)
    return "".join(dict.fromkeys(c for c in normal(text) if glyph_of(c, face) is None))


@lru_cache(maxsize=4096)
def _run(text: str, face: str, tracking: float) -> _Run:
    own = face_named(face)
    words = normal(text)
    placed: list[_Placed] = []
    pen, before = 0.0, None
    for character in words:
        glyph = glyph_of(character, face) or Glyph(own, REPLACEMENT)
        if before is not None:
            pen += tracking * UNITS + _kern(before, glyph)
        end = pen + glyph.face.advance(glyph.name)
        placed.append(_Placed(glyph, pen, end))
        pen, before = end, glyph
    return _Run(words, tuple(placed), pen)


def _kern(left: Glyph, right: Glyph) -> int:
    return left.face.kern(left.name, right.name) if left.face is right.face else 0


def _checked(size: float, tracking: float) -> None:
    if not (isfinite(size) and size > 0):
        raise NotationError("a type size in mm above 0", size)
    if not isfinite(tracking):
        raise NotationError("a finite tracking in ems", tracking)


def advance(text: str, face: str, size: float, *, tracking: float = 0.0) -> float:
    """Return how wide a text is, as `measure` does with everything else; errors as there."""
    _checked(size, tracking)
    return _run(text, face, tracking).width * (size / UNITS)


def measure(text: str, face: str, size: float, *, tracking: float = 0.0) -> Extent:
    """Return the extent of a text; NotationError for an unknown face or a size that is not above 0."""
    _checked(size, tracking)
    run, scale = _run(text, face, tracking), size / UNITS
    ascent, descent, cap, x_height = (value * scale for value in face_named(face).vertical)
    inked = [(place.start, place.glyph.face.outline(place.glyph.name)) for place in run.glyphs]
    boxes = [_flipped(shape.box.moved(start, 0), scale) for start, shape in inked if shape.strokes]
    ink = around([corner for box in boxes for corner in box.corners]) if boxes else Box(0, 0, 0, 0)
    return Extent(run.width * scale, ascent, descent, cap, x_height, ink)


def _flipped(box: Box, scale: float) -> Box:
    return Box(box.left * scale, -box.bottom * scale, box.right * scale, -box.top * scale)


class _Stand(NamedTuple):
    """Where a glyph's origin stands on paper, and the sizes of its unit along and down the baseline."""

    x: float
    y: float
    along: float
    down: float

    def point(self, x: float, y: float) -> Point:
        return (self.x + x * self.along + y * self.down, self.y + x * self.down - y * self.along)


class _Setter:
    """Collects glyphs into one path and their polygons."""

    def __init__(self, words: str, size: float) -> None:
        # small type keeps micrometres: a stem is only a sixth of a millimetre wide there
        self._trace = Trace(3 if size < 4 else 2)
        self._quads: list[Quad] = []
        self._words = words

    def set(self, glyph: Glyph, stand: _Stand) -> None:
        shape = glyph.face.outline(glyph.name)
        if not shape.strokes:
            return
        trace, point = self._trace, stand.point
        for word, points in shape.strokes:
            if word == "closePath":
                trace.close()
            elif word == "qCurveTo":
                trace.bend([point(x, y) for x, y in points])
            else:
                (trace.move if word == "moveTo" else trace.line)(*point(*points[0]))
        (a, b, c, d) = shape.box.corners
        self._quads.append((point(*a), point(*b), point(*c), point(*d)))

    def lettering(self, at: Point, live: Live) -> Lettering:
        corners = [corner for quad in self._quads for corner in quad]
        # rounding may carry a point half a step beyond the exact box
        slack = 0.5 * 10**-self._trace.decimals
        box = around(corners).grown(slack) if corners else Box(*at, *at)
        return Lettering(self._trace.d(), box, self._words, tuple(self._quads), live)


def inked(text: str, face: str, size: float, *, tracking: float = 0.0) -> tuple[Inked, ...]:
    """Return the letters that have ink, to try places for a text without drawing it; errors as in `measure`."""
    _checked(size, tracking)
    scale = size / UNITS
    shapes = [(place, place.glyph.face.outline(place.glyph.name)) for place in _run(text, face, tracking).glyphs]
    return tuple(
        Inked(place.start * scale, place.end * scale, _flipped(shape.box, scale)) for place, shape in shapes if shape.strokes
    )


def outline(
    text: str,
    face: str,
    size: float,
    *,
    at: Point = (0.0, 0.0),
    turn: float = 0.0,
    **setting: Unpack[Setting],
) -> Lettering:
    """Return the text as one path with its anchor (start) on the baseline at `at`, turned about that point.

    NotationError for an unknown face or anchor, or a size that is not above 0.
    """
    tracking = setting.get("tracking", 0.0)
    _checked(size, tracking)
    run, scale = _run(text, face, tracking), size / UNITS
    angle = radians(turn)
    along_, down = cos(angle) * scale, sin(angle) * scale
    back = run.width * _share(setting.get("anchor", "start"))
    setter = _Setter(run.words, size)
    for place in run.glyphs:
        ahead = place.start - back
        setter.set(place.glyph, _Stand(at[0] + ahead * along_, at[1] + ahead * down, along_, down))
    start = (at[0] - back * along_, at[1] - back * down)
    return setter.lettering(at, Live(face, size, tracking, start, turn))


def _share(anchor: str) -> float:
    if anchor not in SHARE:
        raise NotationError("an anchor: start, middle or end", anchor)
    return SHARE[anchor]


def along(
    text: str,
    face: str,
    size: float,
    *,
    curve: Sequence[Point],
    offset: float = 0.0,
    **setting: Unpack[Setting],
) -> Lettering:
    """Return the text with its letters set one by one along a polyline, each turned with the curve under it.

    Its anchor (middle) stands at the curve's start, middle or end.
    `offset` lifts the letters off the curve (negative: hangs them below). A curve that runs leftwards is read from its other
    end, so that no text stands on its head. A text longer than its curve runs straight on at the ends: compare
    `measure(…).width` with `paths.length`. DataError for a curve of less than two different points.
    """
    tracking = setting.get("tracking", 0.0)
    _checked(size, tracking)
    run, scale = _run(text, face, tracking), size / UNITS
    course = Course(shifted(_upright(curve), offset))
    start = (course.length - run.width * scale) * _share(setting.get("anchor", "middle"))
    setter = _Setter(run.words, size)
    for place in run.glyphs:
        middle = start + (place.start + place.end) / 2 * scale
        half = (place.end - place.start) / 2
        setter.set(place.glyph, _stand(course, middle, half, scale))
    live = Live(face, size, tracking, course.at(start), 0.0, _stretch(course, start, run.width * scale))
    return setter.lettering(course.at(course.length / 2), live)


def _stretch(course: Course, start: float, width: float) -> tuple[Point, ...]:
    """Return the part of a course that letters stand on, and half as much beyond for a font that runs wider."""
    room = 1.5 * width
    steps = max(2, int(room / 2.0))
    return tuple(course.at(start + room * k / steps) for k in range(steps + 1))


def _upright(curve: Sequence[Point]) -> Sequence[Point]:
    (x0, y0), (x1, y1) = curve[0], curve[-1]
    # straight up or down: read from below, as on the spine of a map's left edge
    leftwards = x1 < x0 or (x1 == x0 and y1 > y0)
    return curve[::-1] if leftwards else curve


def _stand(course: Course, middle: float, half: float, scale: float) -> _Stand:
    reach = max(half, UNITS / 5) * scale
    (x0, y0), (x1, y1) = course.at(middle - reach), course.at(middle + reach)
    span = hypot(x1 - x0, y1 - y0)
    angle = atan2(y1 - y0, x1 - x0) if span else 0.0
    along_, down = cos(angle) * scale, sin(angle) * scale
    x, y = course.at(middle)
    return _Stand(x - half * along_, y - half * down, along_, down)


def wrapped(text: str, face: str, size: float, *, width: float) -> list[str]:
    """Return the text broken at spaces into lines no wider than `width` mm; a longer single word stands alone."""
    lines: list[str] = []
    for word in normal(text).split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and advance(longer, face, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
