"""The shipped faces, opened when first used: which glyph draws a character, its advance, outline and kerning.

Everything here is in font units, y growing upwards as in the font; 1000 units are one em.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any, NamedTuple

from mapsheet.box import Box, Point
from mapsheet.errors import DataError, NotationError, nearest
from mapsheet.kerning import Kerning

Stroke = tuple[str, tuple[Point, ...]]
UNITS = 1000

FILES = {
    "serif": ("font_source_serif_pro", "SourceSerifPro-Regular.ttf"),
    "serif-bold": ("font_source_serif_pro", "SourceSerifPro-Bold.ttf"),
    "serif-semibold": ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
    "serif-italic": ("font_source_serif_pro", "SourceSerifPro-It.ttf"),
    "sans": ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    "sans-bold": ("font_source_sans_pro", "SourceSansPro-Bold.ttf"),
    "sans-semibold": ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    "sans-italic": ("font_source_sans_pro", "SourceSansPro-It.ttf"),
}
FACES = tuple(FILES)


class Family(NamedTuple):
    """What a face is called where text stays text: the family, its weight and its style (none: upright)."""

    family: str
    weight: str | None = None
    style: str | None = None


_WEIGHTS = {"bold": "700", "semibold": "600"}
FAMILIES = {
    name: Family(
        "Source Serif Pro" if name.startswith("serif") else "Source Sans Pro",
        _WEIGHTS.get(name.partition("-")[2]), "italic" if name.endswith("italic") else None,
    )
    for name in FILES
}

# the italics hold no Greek, and serif and sans differ in a few signs
FALLBACK = {
    "serif": ("sans",),
    "serif-bold": ("sans-bold", "serif"),
    "serif-semibold": ("sans-semibold", "serif"),
    "serif-italic": ("serif", "sans-italic", "sans"),
    "sans": ("serif",),
    "sans-bold": ("serif-bold", "sans"),
    "sans-semibold": ("serif-semibold", "sans"),
    "sans-italic": ("sans", "serif-italic", "serif"),
}


class Outline(NamedTuple):
    """A glyph's contours as (pen word, points) and the box around all their points; no contours: nothing to draw."""

    strokes: tuple[Stroke, ...]
    box: Box


class Glyph(NamedTuple):
    """What draws one character: the face it was found in and the glyph's name there."""

    face: Face
    name: str


class Face:
    """One font file, its tables read as they are needed."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._outlines: dict[str, Outline] = {}
        self._pairs: dict[tuple[str, str], int] = {}

    @cached_property
    def _font(self) -> Any:
        from importlib.resources import files

        package, file = FILES[self.name]
        try:
            # fontTools keeps the handle, as it reads the tables one by one
            handle = (files(package) / "files" / file).open("rb")
        except (ModuleNotFoundError, FileNotFoundError):
            raise DataError(f"the font {file} is missing; install it with: pip install {package.replace('_', '-')}") from None
        from fontTools.ttLib import TTFont

        return TTFont(handle, lazy=True)

    @cached_property
    def glyph_names(self) -> dict[int, str]:
        """Map each code point that the face can draw to its glyph."""
        names: dict[int, str] = self._font.getBestCmap()
        return names

    @cached_property
    def _advances(self) -> Any:
        return self._font["hmtx"].metrics

    @cached_property
    def _glyphs(self) -> Any:
        return self._font.getGlyphSet()

    @cached_property
    def vertical(self) -> tuple[int, int, int, int]:
        """Return ascent, descent (positive), cap height and x height."""
        line, os2 = self._font["hhea"], self._font["OS/2"]
        return line.ascent, -line.descent, os2.sCapHeight, os2.sxHeight

    def advance(self, glyph: str) -> int:
        """Return how far the pen moves on after the glyph."""
        width: int = self._advances[glyph][0]
        return width

    def outline(self, glyph: str) -> Outline:
        """Return the glyph's contours."""
        found = self._outlines.get(glyph)
        if found is None:
            found = self._outlines[glyph] = self._draw(glyph)
        return found

    def _draw(self, glyph: str) -> Outline:
        from fontTools.pens.recordingPen import DecomposingRecordingPen

        pen = DecomposingRecordingPen(self._glyphs)
        self._glyphs[glyph].draw(pen)
        strokes = tuple(stroke for word, points in pen.value for stroke in _single(word, tuple(points)))
        points = [point for _, some in strokes for point in some]
        if not points:
            return Outline((), Box(0, 0, 0, 0))
        xs, ys = zip(*points, strict=True)
        return Outline(strokes, Box(min(xs), min(ys), max(xs), max(ys)))

    @cached_property
    def _kerning(self) -> Kerning:
        reader = self._font.reader
        return Kerning(reader["GPOS"] if "GPOS" in reader else b"")  # noqa: SIM401 - the reader has no get

    def kern(self, left: str, right: str) -> int:
        """Return what pair kerning adds between two glyphs (mostly negative)."""
        pair = (left, right)
        found = self._pairs.get(pair)
        if found is None:
            number = self._font.getGlyphID
            found = self._pairs[pair] = self._kerning.between(number(left), number(right))
        return found


def _single(word: str, points: tuple[Point, ...]) -> list[Stroke]:
    if word != "qCurveTo":
        return [(word, points)]
    from fontTools.pens.basePen import decomposeQuadraticSegment

    # a run of controls leaves out the points midway between them
    return [(word, tuple(piece)) for piece in decomposeQuadraticSegment(points)]


@cache
def _opened(name: str) -> Face:
    return Face(name)


def face(name: str) -> Face:
    """Return the face of that name; NotationError for a name not in FACES."""
    if name not in FILES:
        raise NotationError("the name of a face" + nearest(str(name), list(FACES)), name)
    return _opened(name)


@cache
def glyph_of(character: str, name: str) -> Glyph | None:
    """Return the glyph for a character in the named face or the nearest of its relatives that has it, else None."""
    for relative in (name, *FALLBACK[name]):
        found = face(relative)
        glyph = found.glyph_names.get(ord(character))
        if glyph is not None:
            return Glyph(found, glyph)
    return None
