"""What is read straight from a font's bytes is what fontTools reads from the same file, for every glyph of every face."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
from fontTools.pens.basePen import decomposeQuadraticSegment
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

from mapsheet.fonts import FACES, FILES
from mapsheet.truetype import Stroke, TrueType


def both(face: str) -> tuple[TrueType, Any]:
    package, file = FILES[face]
    path = files(package) / "files" / file
    return TrueType(path.read_bytes()), TTFont(str(path))


def slow(font: Any, glyphs: Any, name: str) -> list[Stroke]:
    """Draw a glyph with fontTools' own pens, runs of controls taken apart."""
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    strokes: list[Stroke] = []
    for word, points in pen.value:
        parts = decomposeQuadraticSegment(points) if word == "qCurveTo" else [points]
        strokes += [(word, tuple(tuple(point) for point in part)) for part in parts]
    return strokes


def begun_alike(strokes: list[Stroke]) -> list[tuple[str, Any]]:
    """Return the pieces of each contour as a sorted list: readers may begin a contour at different dots of it."""
    pieces: list[list[tuple[str, Any]]] = []
    at: Any = None
    start: Any = None
    for word, points in strokes:
        if word == "moveTo":
            pieces.append([])
            start = points[-1]
        elif word == "closePath" and at != start:
            pieces[-1].append(("lineTo", (at, start)))
        elif points:
            pieces[-1].append((word, (at, *points)))
        at = points[-1] if points else start
    return [piece for contour in pieces for piece in sorted(contour)]


@pytest.mark.parametrize("face", FACES)
def test_every_glyph_has_the_outline_and_the_advance_that_fonttools_reads(face: str) -> None:
    ours, font = both(face)
    glyphs, order = font.getGlyphSet(), font.getGlyphOrder()
    drawn = 0
    for number, name in enumerate(order):
        assert ours.advance(number) == font["hmtx"].metrics[name][0], name
        assert begun_alike(ours.strokes(number)) == begun_alike(slow(font, glyphs, name)), name
        drawn += bool(ours.strokes(number))
    assert drawn > 0.9 * len(order)


@pytest.mark.parametrize("face", FACES)
def test_every_character_has_the_glyph_that_fonttools_finds(face: str) -> None:
    ours, font = both(face)
    assert ours.characters == {character: font.getGlyphID(name) for character, name in font.getBestCmap().items()}
    assert ours.vertical == (font["hhea"].ascent, -font["hhea"].descent, font["OS/2"].sCapHeight, font["OS/2"].sxHeight)
