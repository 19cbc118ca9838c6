"""The shipped faces, opened when first used: which glyph draws a character, its advance, outline and kerning.

Everything here is in font units, y growing upwards as in the font; 1000 units are one em.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import NamedTuple

from mapsheet.box import Box, around
from mapsheet.errors import DataError, NotationError, nearest
from mapsheet.kerning import Kerning
from mapsheet.truetype import Stroke, TrueType

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
    """What draws one character: the face it was found in and the glyph's number there."""

    face: Face
    number: int


class Face:
    """One font file, its tables read as they are needed."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._outlines: dict[int, Outline] = {}
        self._pairs: dict[tuple[int, int], int] = {}

    @cached_property
    def _font(self) -> TrueType:
        from importlib.resources import files

        package, file = FILES[self.name]
        try:
            return TrueType((files(package) / "files" / file).read_bytes())
        except (ModuleNotFoundError, FileNotFoundError):
            raise DataError(f"the font {file} is missing; install it with: pip install {package.replace('_', '-')}") from None

    @property
    def characters(self) -> dict[int, int]:
        """Map each code point that the face can draw to its glyph."""
        return self._font.characters

    @property
    def vertical(self) -> tuple[int, int, int, int]:
        """Return ascent, descent (positive), cap height and x height."""
        return self._font.vertical

    def advance(self, glyph: int) -> int:
        """Return how far the pen moves on after the glyph."""
        return self._font.advance(glyph)

    def outline(self, glyph: int) -> Outline:
        """Return the glyph's contours."""
        found = self._outlines.get(glyph)
        if found is None:
            strokes = tuple(self._font.strokes(glyph))
            points = [point for _, some in strokes for point in some]
            found = self._outlines[glyph] = Outline(strokes, around(points) if points else Box(0, 0, 0, 0))
        return found

    @cached_property
    def _kerning(self) -> Kerning:
        return Kerning(self._font.table("GPOS"))

    def kern(self, left: int, right: int) -> int:
        """Return what pair kerning adds between two glyphs (mostly negative)."""
        pair = (left, right)
        found = self._pairs.get(pair)
        if found is None:
            found = self._pairs[pair] = self._kerning.between(left, right)
        return found


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
        glyph = found.characters.get(ord(character))
        if glyph is not None:
            return Glyph(found, glyph)
    return None
