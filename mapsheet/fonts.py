"""The shipped faces, opened when first used: which glyph draws a character, its advance, outline and kerning.

Everything here is in font units, y growing upwards as in the font; 1000 units are one em.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from mapsheet.box import Box
from mapsheet.errors import DataError, NotationError, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

UNITS = 1000

FILES = {
    "serif": ("font_source_serif_pro", "SourceSerifPro-Regular.otf"),
    "serif-bold": ("font_source_serif_pro", "SourceSerifPro-Bold.otf"),
    "serif-semibold": ("font_source_serif_pro", "SourceSerifPro-Semibold.otf"),
    "serif-italic": ("font_source_serif_pro", "SourceSerifPro-It.otf"),
    "sans": ("font_source_sans_pro", "SourceSansPro-Regular.otf"),
    "sans-bold": ("font_source_sans_pro", "SourceSansPro-Bold.otf"),
    "sans-semibold": ("font_source_sans_pro", "SourceSansPro-Semibold.otf"),
    "sans-italic": ("font_source_sans_pro", "SourceSansPro-It.otf"),
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

    strokes: tuple[tuple[str, tuple[tuple[float, float], ...]], ...]
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
        strokes = tuple((word, tuple(points)) for word, points in pen.value if word != "endPath")
        points = [point for _, some in strokes for point in some]
        if not points:
            return Outline((), Box(0, 0, 0, 0))
        xs, ys = zip(*points, strict=True)
        return Outline(strokes, Box(min(xs), min(ys), max(xs), max(ys)))

    @cached_property
    def _kerning(self) -> list[list[_PairTable]]:
        if "GPOS" not in self._font:
            return []
        table = self._font["GPOS"].table
        features = [record.Feature for record in table.FeatureList.FeatureRecord if record.FeatureTag == "kern"]
        numbers = sorted({number for feature in features for number in feature.LookupListIndex})
        lookups = [[_unwrapped(sub) for sub in table.LookupList.Lookup[number].SubTable] for number in numbers]
        return [[_PairTable(sub) for sub in subs if sub.LookupType == 2] for subs in lookups]

    def kern(self, left: str, right: str) -> int:
        """Return what pair kerning adds between two glyphs (mostly negative)."""
        pair = (left, right)
        found = self._pairs.get(pair)
        if found is None:
            found = self._pairs[pair] = sum(_first(tables, left, right) for tables in self._kerning)
        return found


def _unwrapped(sub: Any) -> Any:
    return sub.ExtSubTable if hasattr(sub, "ExtSubTable") else sub


class _PairTable:
    """A pair-positioning subtable of GPOS, by single pairs (format 1) or by classes (format 2)."""

    def __init__(self, sub: Any) -> None:
        self._sub = sub
        self._covered = {glyph: i for i, glyph in enumerate(sub.Coverage.glyphs)}
        self._sets: dict[str, dict[str, Any]] = {}

    def value(self, left: str, right: str) -> int | None:
        """Return the kerning of the pair; None when this table does not speak of it."""
        if left not in self._covered:
            return None
        if self._sub.Format == 1:
            record = self._single(left).get(right)
            return None if record is None else _x_advance(record.Value1)
        # a class table speaks of every pair whose left glyph it covers: class 0 holds all others
        first = self._sub.ClassDef1.classDefs.get(left, 0)
        second = self._sub.ClassDef2.classDefs.get(right, 0)
        return _x_advance(self._sub.Class1Record[first].Class2Record[second].Value1)

    def _single(self, left: str) -> dict[str, Any]:
        if left not in self._sets:
            records = self._sub.PairSet[self._covered[left]].PairValueRecord
            self._sets[left] = {record.SecondGlyph: record for record in records}
        return self._sets[left]


def _x_advance(value: Any) -> int:
    return int(getattr(value, "XAdvance", 0) or 0) if value else 0


def _first(tables: Sequence[_PairTable], left: str, right: str) -> int:
    for table in tables:
        value = table.value(left, right)
        if value is not None:
            return value
    return 0


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
