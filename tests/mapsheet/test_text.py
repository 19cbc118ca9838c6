"""Text: advances against the font files, kerning against HarfBuzz, ink inside its box, curves, odd characters."""

from __future__ import annotations

from importlib.resources import files
from itertools import pairwise
from math import cos, dist, radians, sin
from typing import Any

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given, settings
from hypothesis import strategies as st

from mapsheet.box import quads_overlap
from mapsheet.errors import DataError, NotationError
from mapsheet.fonts import FILES
from mapsheet.text import FACES, SMALLEST, Lettering, along, measure, missing, outline, wrapped
from tests.mapsheet.svg_points import pieces, points

# advances that HarfBuzz 15 (kern on, liga off) gave for the same files, in thousandths of an em
HARFBUZZ = {
    ("serif", "AVATAR Tofte Wy"): 7654,
    ("serif", "ROBERT AT BANNOCKBURN"): 12791,
    ("serif", "Pelstream Burn"): 6898,
    ("serif", "Thessaloniki, Τρίκαλα"): 9705,
    ("serif", "To. W, Yé Ľ’Aõ 1714–1717"): 10755,
    ("serif", "Kırkağaç Łódź Ъ"): 7260,
    ("serif", "River Forth (tidal)"): 7928,
    ("serif", "Θεσσαλονίκη"): 5784,
    ("serif", "“V.A.” P, F."): 4552,
    ("serif", "St Ninian's"): 4643,
    ("serif-bold", "AVATAR Tofte Wy"): 7847,
    ("serif-bold", "ROBERT AT BANNOCKBURN"): 13027,
    ("serif-bold", "Pelstream Burn"): 7177,
    ("serif-bold", "Thessaloniki, Τρίκαλα"): 10178,
    ("serif-bold", "To. W, Yé Ľ’Aõ 1714–1717"): 11173,
    ("serif-bold", "Kırkağaç Łódź Ъ"): 7528,
    ("serif-bold", "River Forth (tidal)"): 8291,
    ("serif-bold", "Θεσσαλονίκη"): 6128,
    ("serif-bold", "“V.A.” P, F."): 4552,
    ("serif-bold", "St Ninian's"): 4787,
    ("serif-italic", "AVATAR Tofte Wy"): 7410,
    ("serif-italic", "ROBERT AT BANNOCKBURN"): 12599,
    ("serif-italic", "Pelstream Burn"): 6413,
    ("serif-italic", "To. W, Yé Ľ’Aõ 1714–1717"): 10728,
    ("serif-italic", "River Forth (tidal)"): 7673,
    ("serif-italic", "“V.A.” P, F."): 4673,
    ("serif-italic", "St Ninian's"): 4571,
    ("sans", "AVATAR Tofte Wy"): 6906,
    ("sans", "ROBERT AT BANNOCKBURN"): 11553,
    ("sans", "Pelstream Burn"): 6408,
    ("sans", "Thessaloniki, Τρίκαλα"): 9050,
    ("sans", "To. W, Yé Ľ’Aõ 1714–1717"): 10202,
    ("sans", "Kırkağaç Łódź Ъ"): 6728,
    ("sans", "River Forth (tidal)"): 7276,
    ("sans", "Θεσσαλονίκη"): 5516,
    ("sans", "“V.A.” P, F."): 4025,
    ("sans", "St Ninian's"): 4433,
    ("sans-semibold", "AVATAR Tofte Wy"): 7096,
    ("sans-semibold", "ROBERT AT BANNOCKBURN"): 11777,
    ("sans-semibold", "Pelstream Burn"): 6613,
    ("sans-semibold", "Thessaloniki, Τρίκαλα"): 9360,
    ("sans-semibold", "To. W, Yé Ľ’Aõ 1714–1717"): 10486,
    ("sans-semibold", "Kırkağaç Łódź Ъ"): 6915,
    ("sans-semibold", "River Forth (tidal)"): 7580,
    ("sans-semibold", "Θεσσαλονίκη"): 5697,
    ("sans-semibold", "“V.A.” P, F."): 4259,
    ("sans-semibold", "St Ninian's"): 4582,
    ("sans-italic", "AVATAR Tofte Wy"): 6433,
    ("sans-italic", "ROBERT AT BANNOCKBURN"): 11068,
    ("sans-italic", "Pelstream Burn"): 6305,
    ("sans-italic", "To. W, Yé Ľ’Aõ 1714–1717"): 9683,
    ("sans-italic", "River Forth (tidal)"): 7073,
    ("sans-italic", "“V.A.” P, F."): 3815,
    ("sans-italic", "St Ninian's"): 4327,
}

letters = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=20)


def opened(face: str) -> Any:
    package, file = FILES[face]
    return TTFont(str(files(package) / "files" / file))


@pytest.mark.parametrize("face", FACES)
def test_single_letters_advance_as_the_file_says(face: str) -> None:
    font = opened(face)
    for letter in "AgÉßłőŠ1,–":
        advance = font["hmtx"][font.getBestCmap()[ord(letter)]][0]
        assert measure(letter, face, 10).width == pytest.approx(advance / font["head"].unitsPerEm * 10)


@pytest.mark.parametrize("face", FACES)
def test_heights_are_the_files(face: str) -> None:
    font = opened(face)
    extent = measure("x", face, 1000)
    assert (extent.ascent, extent.descent) == pytest.approx((font["hhea"].ascent, -font["hhea"].descent))
    assert (extent.cap_height, extent.x_height) == pytest.approx((font["OS/2"].sCapHeight, font["OS/2"].sxHeight))


@pytest.mark.parametrize(("face", "words"), HARFBUZZ)
def test_kerned_width_is_what_harfbuzz_sets(face: str, words: str) -> None:
    assert measure(words, face, 1000).width == pytest.approx(HARFBUZZ[face, words])


def test_kerning_pulls_a_and_v_together() -> None:
    assert measure("AV", "serif", 10).width < measure("A", "serif", 10).width + measure("V", "serif", 10).width


def test_tracking_stands_between_letters_only() -> None:
    plain, spaced = measure("CARSE", "serif", 8), measure("CARSE", "serif", 8, tracking=0.5)
    assert spaced.width == pytest.approx(plain.width + 4 * 0.5 * 8)


def test_ink_of_h_stands_on_the_baseline_as_high_as_capitals() -> None:
    extent = measure("H", "sans", 10)
    assert extent.ink.bottom == pytest.approx(0)
    assert -extent.ink.top == pytest.approx(extent.cap_height, rel=0.01)
    assert 0 < extent.ink.left < extent.ink.right < extent.width


def inside(lettering: Lettering) -> None:
    box = lettering.box
    for x, y in points(lettering.d):
        assert box.left - 1e-9 <= x <= box.right + 1e-9
        assert box.top - 1e-9 <= y <= box.bottom + 1e-9


@settings(max_examples=60)
@given(letters, st.sampled_from(FACES), st.floats(1.8, 12), st.floats(-180, 180))
def test_every_point_lies_in_the_box(words: str, face: str, size: float, turn: float) -> None:
    inside(outline(words, face, size, at=(100, 50), turn=turn, anchor="middle"))
    inside(along(words, face, size, curve=[(0, 0), (20, 10), (40, 5)]))


def test_outline_is_the_fonts_own_contours() -> None:
    from fontTools.pens.recordingPen import RecordingPen

    font = opened("serif")
    pen = RecordingPen()
    font.getGlyphSet()["B"].draw(pen)
    expected = [(10 + x * 0.003, 20 - y * 0.003) for _, some in pen.value for x, y in some]
    read = points(outline("B", "serif", 3, at=(10, 20)).d)
    # every point of the file is drawn, and what is drawn besides lies midway between two controls
    assert all(min(dist(there, here) for here in read) < 0.001 for there in expected)
    others = [here for here in read if min(dist(there, here) for there in expected) > 0.001]
    halfway = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(expected)]
    assert all(min(dist(there, here) for there in halfway) < 0.001 for here in others)
    assert len(pieces(outline("B", "serif", 3).d)) == sum(word == "moveTo" for word, _ in pen.value) == 3


@pytest.mark.parametrize(("anchor", "left"), [("start", 30.0), ("middle", 30 - 0.5), ("end", 30 - 1.0)])
def test_anchors_shift_by_shares_of_the_advance(anchor: Any, left: float) -> None:
    extent = measure("Forth", "serif", 5)
    box = outline("Forth", "serif", 5, at=(30, 0), anchor=anchor).box
    expected = 30 + (left - 30) * extent.width + extent.ink.left
    assert box.left == pytest.approx(expected, abs=0.02)


def test_turn_is_clockwise_about_the_anchor() -> None:
    flat, turned = points(outline("Lx", "sans", 4, at=(5, 7)).d), points(outline("Lx", "sans", 4, at=(5, 7), turn=30).d)
    c, s = cos(radians(30)), sin(radians(30))
    for (x, y), there in zip(flat, turned, strict=True):
        expected = (5 + c * (x - 5) - s * (y - 7), 7 + s * (x - 5) + c * (y - 7))
        assert there == pytest.approx(expected, abs=0.02)


def test_along_a_straight_line_is_the_plain_outline() -> None:
    straight = along("Pelstream", "serif-italic", 3, curve=[(0, 10), (100, 10)], anchor="start")
    plain = outline("Pelstream", "serif-italic", 3, at=(0, 10))
    assert all(a == pytest.approx(b, abs=0.002) for a, b in zip(points(straight.d), points(plain.d), strict=True))


def test_a_leftward_curve_is_read_from_its_other_end() -> None:
    curve = [(0.0, 0.0), (30.0, 8.0), (60.0, 0.0)]
    assert along("Burn", "serif", 4, curve=curve).d == along("Burn", "serif", 4, curve=curve[::-1]).d


def test_offset_lifts_the_letters_off_the_curve() -> None:
    curve = [(0.0, 0.0), (80.0, 0.0)]
    above = along("Burn", "serif", 4, curve=curve, offset=1.5)
    assert above.box.bottom == pytest.approx(-1.5, abs=0.1)
    assert along("Burn", "serif", 4, curve=curve, offset=-6).box.top > 2


def test_letters_on_a_gentle_curve_keep_apart_and_follow_it() -> None:
    arc = [(50 * sin(radians(a)), -50 * cos(radians(a))) for a in range(-40, 41)]
    glyphs = along("BANNOCK", "serif", 5, curve=arc, tracking=0.2).glyphs
    assert len(glyphs) == 7
    assert not any(quads_overlap(a, b) for i, a in enumerate(glyphs) for b in glyphs[i + 1 :])
    for bottom_left, bottom_right, *_ in glyphs:
        # the baseline side of each letter stands on the circle
        assert all(abs((x * x + y * y) ** 0.5 - 50) < 0.35 for x, y in (bottom_left, bottom_right))


def test_a_curve_without_length_is_refused() -> None:
    with pytest.raises(DataError, match="two different points"):
        along("Burn", "serif", 4, curve=[(1, 1), (1, 1)])


def test_composed_and_decomposed_letters_are_the_same() -> None:
    assert outline("Łódź é", "serif", 4) == outline("Ło\u0301dz\u0301 e\u0301", "serif", 4)


def test_greek_in_italics_is_set_in_roman() -> None:
    assert missing("Θεσσαλονίκη", "serif-italic") == ""
    assert outline("Θ", "serif-italic", 4).d == outline("Θ", "serif", 4).d


def test_what_no_font_has_is_named_and_drawn() -> None:
    assert missing("Niš 漢字漢 x", "serif") == "漢字"
    assert outline("漢", "serif", 4).d


def test_control_characters_are_replaced_and_do_not_stay_in_the_words() -> None:
    words = outline("a\x00b\tc\nd\u202ee", "sans", 4).words
    assert words == "a\N{REPLACEMENT CHARACTER}b c de"


def test_no_words_no_ink() -> None:
    assert outline("", "serif", 4).d == outline("   ", "serif", 4).d == ""
    assert measure("", "serif", 4).width == 0
    assert outline(" ", "serif", 4).glyphs == ()


def test_same_words_same_bytes() -> None:
    assert outline("Same", "serif", 4) == outline("Same", "serif", 4)


@pytest.mark.parametrize("size", [0, -1, float("nan"), float("inf")])
def test_sizes_that_are_none_are_refused(size: float) -> None:
    with pytest.raises(NotationError, match="size"):
        measure("x", "serif", size)


def test_unknown_faces_and_anchors_are_refused_with_help() -> None:
    with pytest.raises(NotationError, match="did you mean 'serif-bold'"):
        outline("x", "serif-bod", 4)
    with pytest.raises(NotationError, match="start, middle or end"):
        outline("x", "serif", 4, anchor="left")  # type: ignore[arg-type]


def test_wrapped_lines_fit_and_lose_no_word() -> None:
    words = "Terrain, levels and names are reconstructed from the rules and from surveys"
    lines = wrapped(words, "sans", 3, width=30)
    assert " ".join(lines) == words
    assert len(lines) > 2
    assert all(measure(line, "sans", 3).width <= 30 for line in lines)


def test_smallest_is_five_points() -> None:
    assert pytest.approx(5 * 25.4 / 72, abs=1e-3) == SMALLEST
