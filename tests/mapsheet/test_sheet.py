"""Sheets: well-formed, named, in order, the same bytes twice; what cannot stand on a sheet is refused."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapsheet.box import Box
from mapsheet.errors import DataError
from mapsheet.paths import smooth
from mapsheet.sheet import INKSCAPE, Sheet
from mapsheet.text import outline

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    '"><script>alert(1)</script>',
    "]]> &lt; &amp; ' \" <!-- -->",
    "<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]> &x;",
    "Łódź — Θεσσαλονίκη \N{SMILING FACE WITH OPEN MOUTH}",
]


def sheet(**named: Any) -> Sheet:
    return Sheet(431.8, 558.8, **{"title": "Test", **named})


def read(made: Sheet) -> ET.Element:
    return ET.fromstring(made.to_svg())


def test_the_root_is_true_size_in_millimetres() -> None:
    root = read(sheet())
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("431.8mm", "558.8mm", "0 0 431.8 558.8")


def test_layers_stand_in_their_order_as_inkscape_layers() -> None:
    made = Sheet(100, 100, title="Order", layers=("ground", "water", "names"))
    made.layer("marks", label="Marks & co")
    made.layer("water").circle((5, 5), 2)
    layers = [group for group in read(made) if group.tag == SVG + "g"]
    assert [group.get("id") for group in layers] == ["layer-ground", "layer-water", "layer-names", "layer-marks"]
    assert [group.get(f"{{{INKSCAPE}}}label") for group in layers] == ["ground", "water", "names", "Marks & co"]
    assert {group.get(f"{{{INKSCAPE}}}groupmode") for group in layers} == {"layer"}
    assert len(layers[1]) == 1


def test_title_and_description_come_first() -> None:
    root = read(sheet(description="A <map> & more"))
    assert [(child.tag, child.text) for child in list(root)[:2]] == [(SVG + "title", "Test"), (SVG + "desc", "A <map> & more")]


def test_paper_covers_the_sheet_below_all_layers() -> None:
    made = sheet(paper="#F6F1E3")
    made.layer("ground")
    rect, layer = (child for child in read(made) if child.tag in (SVG + "rect", SVG + "g"))
    assert (rect.get("fill"), rect.get("width"), rect.get("height")) == ("#F6F1E3", "431.8", "558.8")
    assert layer.get("id") == "layer-ground"


def test_the_same_drawing_gives_the_same_bytes() -> None:
    def drawn() -> str:
        made = sheet(paper="#FFFFFF")
        layer = made.layer("ground")
        layer.polygon([(0, 0), (5, 0.1), (3, 9)], id="hex-0101", title="0101 clear, level 0", fill="#EAE6C8", stroke_width=0.2)
        layer.lettering(outline("Forth", "serif", 5), "#000000", halo="#FFFFFF")
        layer.rect(Box(1, 2, 3, 4), clip=made.clip("window", "M0 0h5v5z"))
        return made.to_svg()

    assert drawn() == drawn()
    assert drawn().endswith("</svg>\n")


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_words_come_back_as_words(words: str) -> None:
    made = sheet(title=words, description=words)
    layer = made.layer("names", label=words)
    layer.group("hex-0101", words).circle((1, 1), 1, title=words, aria_label=words, data_name=words)
    layer.lettering(outline(words, "serif", 4), "#000000")
    root = ET.fromstring(made.to_svg())
    told = [element.text for element in root.iter() if element.tag in (SVG + "title", SVG + "desc")]
    assert told == [words] * 5
    circle = next(root.iter(SVG + "circle"))
    assert (circle.get("aria-label"), circle.get("data-name")) == (words, words)
    known = {SVG + name for name in ("svg", "title", "desc", "defs", "g", "circle", "path")}
    assert {element.tag for element in root.iter()} <= known


@given(st.text(max_size=12))
def test_any_title_either_reads_back_or_is_refused(words: str) -> None:
    try:
        text = Sheet(10, 10, title=words).to_svg()
    except DataError:
        return
    title = ET.fromstring(text).find(SVG + "title")
    # XML itself turns carriage returns into line feeds
    assert (title.text if title is not None else "") in (words, words.replace("\r\n", "\n").replace("\r", "\n"), words or None)


@pytest.mark.parametrize("words", ["a\x00b", "a\x1bb", "\ud800", "\uffff"])
def test_control_characters_are_refused(words: str) -> None:
    with pytest.raises(DataError, match="control characters"):
        sheet(title=words)
    with pytest.raises(DataError, match="control characters"):
        sheet().layer("a").circle((0, 0), 1, title=words)


def test_ids_are_unique_and_legal() -> None:
    layer = sheet().layer("ground")
    layer.group("hex-0101")
    with pytest.raises(DataError, match="'hex-0101' stands twice"):
        layer.path("M0 0", id="hex-0101")
    for bad in ("", "1a", "a b", 'a"b', "é", "a/b"):
        with pytest.raises(DataError, match="an id is"):
            layer.group(bad)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_numbers_that_are_not_finite_are_refused(value: float) -> None:
    layer = sheet().layer("ground")
    with pytest.raises(DataError, match="finite"):
        layer.circle((0, value), 1)
    with pytest.raises(DataError, match="finite"):
        layer.path("M0 0", stroke_width=value)
    with pytest.raises(DataError, match="finite"):
        layer.polygon([(0, 0), (1, value)])


@pytest.mark.parametrize("d", ["M0 nan", "M0 0 url(x)", "M0 1e9", "M0 0\x00"])
def test_what_is_no_path_is_refused(d: str) -> None:
    with pytest.raises(DataError, match="not path data"):
        sheet().layer("a").path(d)


@pytest.mark.parametrize("colour", ["red", "#fff", "url(#x)", "#12345G", "rgb(1,2,3)", "#11223344"])
def test_colours_are_plain(colour: str) -> None:
    with pytest.raises(DataError, match="a colour is"):
        sheet().layer("a").circle((0, 0), 1, fill=colour)


def test_attributes_that_no_shape_has_are_the_callers_slip() -> None:
    with pytest.raises(TypeError, match="'paint_order'"):
        sheet().layer("a").circle((0, 0), 1, paint_order="stroke")
    with pytest.raises(DataError, match="not a transform"):
        sheet().layer("a").group(transform="rotate(1) url(x)")


@pytest.mark.parametrize("size", [(0, 10), (10, -1), (float("nan"), 5), (5, float("inf"))])
def test_sizes_that_are_none_are_refused(size: tuple[float, float]) -> None:
    with pytest.raises(DataError, match="a sheet is"):
        Sheet(*size, title="x")


def test_a_halo_is_its_own_element_below_the_letters() -> None:
    made = sheet()
    made.layer("names").lettering(outline("Pelstream Burn", "serif-italic", 4), "#2E637F", halo="#FFFFFF", halo_width=0.5)
    (group,) = read(made).findall(f"{SVG}g/{SVG}g")
    assert group.get("aria-label") == "Pelstream Burn"
    title, halo, letters = group
    assert title.text == "Pelstream Burn"
    assert halo.get("d") == letters.get("d")
    assert (halo.get("stroke"), halo.get("stroke-width"), letters.get("stroke")) == ("#FFFFFF", "1", None)
    assert letters.get("fill") == "#2E637F"


def test_clips_stand_in_the_first_defs() -> None:
    made = sheet()
    layer = made.layer("ground")
    layer.group(clip=layer.clip("window", "M0 0h9v9z")).circle((0, 0), 30)
    root = read(made)
    first = next(root.iter(SVG + "defs"))
    assert [clip.get("id") for clip in root.iter(SVG + "clipPath")] == [clip.get("id") for clip in first] == ["window"]
    assert root.find(f"{SVG}g/{SVG}g").get("clip-path") == "url(#window)"  # type: ignore[union-attr]


def test_attributes_of_none_are_left_out() -> None:
    made = sheet()
    made.layer("a").circle((0, 0), 1, fill="none", opacity=None)
    assert "opacity" not in made.to_svg()


def test_numbers_are_one_stroked_path() -> None:
    made = sheet()
    made.layer("numbers").numbers([("0101", 10, 10), ("0102", 10, 25)], 2.05, "#3A2F1E", opacity=0.9)
    (path,) = read(made).iter(SVG + "path")
    assert (path.get("fill"), path.get("stroke"), path.get("stroke-linecap")) == ("none", "#3A2F1E", "round")


def test_nothing_that_cairosvg_draws_wrongly_is_written() -> None:
    made = sheet(paper="#FFFFFF")
    layer = made.layer("ground")
    layer.path(smooth([(0, 0), (5, 5), (9, 0)]), stroke="#000000", fill="none")
    layer.lettering(outline("Forth", "serif", 4), "#000000", halo="#FFFFFF")
    names = {element.tag.removeprefix(SVG) for element in read(made).iter()}
    assert not names & {"pattern", "mask", "filter", "text", "textPath", "use", "marker", "style", "symbol"}
    assert "paint-order" not in made.to_svg()
