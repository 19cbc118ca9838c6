"""Kerning read from the bytes is what fontTools reads from the same table, for every pair of common letters."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from mapsheet.fonts import FACES, FILES
from mapsheet.kerning import Kerning

LETTERS = "".join(map(chr, range(32, 127))) + "ÄÉŁßßàçéïőšžΑΤαλ“”’–—"


def slow(font: Any, left: str, right: str) -> int:
    """Walk the table as fontTools builds it, lookup by lookup."""
    table, total = font["GPOS"].table, 0
    kern = [record.Feature for record in table.FeatureList.FeatureRecord if record.FeatureTag == "kern"]
    for index in sorted({index for feature in kern for index in feature.LookupListIndex}):
        for sub in table.LookupList.Lookup[index].SubTable:
            sub = getattr(sub, "ExtSubTable", sub)
            if sub.LookupType != 2 or left not in sub.Coverage.glyphs:
                continue
            if sub.Format == 2:
                row = sub.Class1Record[sub.ClassDef1.classDefs.get(left, 0)]
                value = row.Class2Record[sub.ClassDef2.classDefs.get(right, 0)].Value1
            else:
                pairs = sub.PairSet[sub.Coverage.glyphs.index(left)].PairValueRecord
                found = [pair.Value1 for pair in pairs if pair.SecondGlyph == right]
                if not found:
                    continue
                value = found[0]
            total += getattr(value, "XAdvance", 0) if value else 0
            break
    return total


@pytest.mark.parametrize("face", FACES)
def test_every_pair_is_kerned_as_fonttools_reads_it(face: str) -> None:
    package, file = FILES[face]
    font = TTFont(str(files(package) / "files" / file))
    names = font.getBestCmap()
    glyphs = list(dict.fromkeys(names[ord(letter)] for letter in LETTERS if ord(letter) in names))
    kerning = Kerning(font.reader["GPOS"])
    kerned = 0
    for left in glyphs:
        for right in glyphs[::3]:
            value = kerning.between(font.getGlyphID(left), font.getGlyphID(right))
            assert value == slow(font, left, right), (left, right)
            kerned += value != 0
    assert kerned > 100


def test_a_font_without_the_table_kerns_nothing() -> None:
    assert Kerning(b"").between(1, 2) == 0
