"""Live text: every word stays text that can be edited, at the place and size at which its outline stands."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from hexmap.draw import draw_map
from hexmap.reader import load
from mapsheet.errors import DataError
from mapsheet.sheet import Sheet
from mapsheet.style import LIVE, Family, load_style
from mapsheet.text import along, outline

SVG = "{http://www.w3.org/2000/svg}"
LIVE_STYLE = load_style("classic")._replace(text=LIVE, fonts={"serif": Family("EB Garamond")})


def live_sheet() -> Sheet:
    sheet = Sheet(100, 50, title="t")
    sheet.fonts = {}
    return sheet


def test_a_straight_line_stands_where_its_outline_does() -> None:
    sheet = live_sheet()
    sheet.layer("a").lettering(outline("Serbia", "serif-bold", 4.0, at=(50, 20), anchor="end", turn=30), "#112233")
    text = ET.fromstring(sheet.to_svg()).find(f".//{SVG}text")
    assert text is not None
    assert text.text == "Serbia"
    assert text.get("transform", "").startswith("rotate(30 ")
    # the start of the baseline lies the word's advance before its end, at 30 degrees
    x, y = float(text.get("x", "nan")), float(text.get("y", "nan"))
    assert (50 - x) * 0.5 == pytest.approx((20 - y) * 0.75**0.5, abs=0.01)
    assert 8 < ((50 - x) ** 2 + (20 - y) ** 2) ** 0.5 < 14


def test_words_on_a_curve_follow_a_path_that_is_longer_than_they_are() -> None:
    sheet = live_sheet()
    bent = along("River", "serif-italic", 4.0, curve=[(10, 20), (40, 30), (90, 20)])
    sheet.layer("a").lettering(bent, "#112233", halo="#FFFFFF")
    root = ET.fromstring(sheet.to_svg())
    paths = root.findall(f".//{SVG}textPath")
    assert [path.text for path in paths] == ["River", "River"]  # the halo first
    assert len(root.findall(f".//{SVG}defs/{SVG}path")) == 1


def test_a_whole_map_has_all_its_words_as_text_in_the_families_asked_for() -> None:
    board = load("bannockburn")
    root = ET.fromstring(draw_map(board, style=LIVE_STYLE))
    words = {"".join(text.itertext()) for text in root.iter(f"{SVG}text")}
    assert {board.number(h) for h in board} <= words
    assert {label.text.upper() for label in board.art.labels} <= {word.strip().upper() for word in words}
    families = {group.get("font-family") for group in root.iter(f"{SVG}g")} - {None}
    assert families == {"EB Garamond, serif", "Source Sans Pro, sans-serif"}
    outlined = draw_map(board)
    assert "<text" not in outlined


def test_a_family_that_could_break_out_of_the_attribute_is_refused(tmp_path: object) -> None:
    from pathlib import Path

    file = Path(str(tmp_path)) / "s.toml"
    file.write_text('format = "style/1"\nbase = "classic"\ntext = "living"\n[fonts]\nserif = "x\\"; y"\n')
    with pytest.raises(DataError) as error:
        load_style(file)
    assert len(error.value.faults) == 2
