"""Counters drawn: golden pictures, true sizes, type never under 5 point, contrast, the live area, turns and bleed."""

from __future__ import annotations

import io
import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image, ImageChops

from mapsheet.box import Box
from mapsheet.counters import CounterSet, counter_faults, counter_svg, draw_counter, read_counters
from mapsheet.counters.layoutreader import layout_names, read_layouts
from mapsheet.counters.symbolparts import ink_box
from mapsheet.counters.symbols import SYMBOLS, TABLES
from mapsheet.counters.symbols_foot import FOOT
from mapsheet.counters.symbols_mounted import MOUNTED
from mapsheet.counters.symbols_things import THINGS
from mapsheet.export import png
from mapsheet.sheet import Sheet
from mapsheet.style import Style, load_style
from tests.mapsheet.colour_science import channels, contrast, lightness
from tests.mapsheet.small_counters import GOLDEN, SHOWN, TEXT, small

SVG = "{http://www.w3.org/2000/svg}"
FIVE_POINTS = 5 * 25.4 / 72
CAPITALS = 0.66  # of an em, the height of the sans face's capitals
TITLES = ("bannockburn", "angorra")


@pytest.fixture(params=["classic", "mono"])
def style(request: pytest.FixtureRequest) -> Style:
    return load_style(request.param)


def drawn(found: CounterSet, style: Style, id_: str, *, dpi: int = 254, **how: object) -> Image.Image:
    """Draw a counter in the middle of an empty sheet of 40 by 40 mm, ten pixels a mm."""
    counter = found.counters[id_]
    sheet = Sheet(40, 40, title="t", paper="#0000FF")
    at = (20 - counter.size.width / 2, 20 - counter.size.height / 2)
    draw_counter(sheet.layer("a"), style, found, counter, at, **how)  # type: ignore[arg-type]
    return Image.open(io.BytesIO(png(sheet.to_svg(), dpi=dpi))).convert("RGB")


def covered(image: Image.Image) -> tuple[int, int, int, int] | None:
    """Return the box around all that is not the sheet's blue."""
    difference = ImageChops.difference(image, Image.new("RGB", image.size, "#0000FF")).convert("L")
    return difference.point(lambda v: 255 * (v > 20)).getbbox()


@pytest.mark.parametrize("name", SHOWN)
def test_counters_equal_their_golden_pictures(name: str, style: Style) -> None:
    found = small()
    golden = (GOLDEN / f"counter-{name}-{style.name}.svg").read_text(encoding="utf-8")
    assert counter_svg(found, found.counters[SHOWN[name]], style) == golden, "python -m tests.mapsheet.small_counters"


@pytest.mark.parametrize(
    ("size", "wide", "high"),
    [("1/2in", "12.7", "12.7"), ("9/16in", "14.287", "14.287"), ("5/8in", "15.875", "15.875"), ("3/4x1/2in", "19.05", "12.7")],
)
def test_one_layout_serves_all_sizes(size: str, wide: str, high: str, style: Style) -> None:
    found = small(TEXT.replace('symbol = "levy"', f'symbol = "levy"\nsize = "{size}"'))
    root = ET.fromstring(counter_svg(found, found.counters["red/foot"], style))
    assert (root.get("width"), root.get("height")) == (f"{wide}mm", f"{high}mm")
    assert [fault for fault in counter_faults(found, style) if fault.startswith("red/foot")] == []


@pytest.mark.cairo
def test_a_counter_measures_half_an_inch(style: Style) -> None:
    left, top, right, bottom = covered(drawn(small(), style, "red/foot")) or (0, 0, 0, 0)
    assert (right - left, bottom - top) == pytest.approx((127, 127), abs=1)
    left, top, right, bottom = covered(drawn(small(), style, "red/horse", turn=90)) or (0, 0, 0, 0)
    assert (right - left, bottom - top) == pytest.approx((127, 254), abs=1)


@pytest.mark.cairo
def test_bleed_is_ground_beyond_square_corners(style: Style) -> None:
    found = small()
    plain, bled = drawn(found, style, "buff/parts"), drawn(found, style, "buff/parts", bleed=2.0)
    left, top, right, bottom = covered(bled) or (0, 0, 0, 0)
    assert (right - left, bottom - top) == pytest.approx((167, 167), abs=1)
    ground, deep = bled.getpixel((280, 280)), bled.getpixel((118, 200))
    assert bled.getpixel((left + 1, top + 1)) == deep != ground  # the band along the left edge bleeds as well
    assert plain.getpixel((138, 138)) == (0, 0, 255)  # the round corner
    inner = (150, 150, 250, 250)
    assert ImageChops.difference(plain.crop(inner), bled.crop(inner)).getbbox() is None


@pytest.mark.cairo
def test_turns_are_clockwise_about_the_middle(style: Style) -> None:
    found = small()
    for turn in (90, 180, 270):
        upright, turned = drawn(found, style, "red/horse"), drawn(found, style, "red/horse", turn=float(turn))
        difference = ImageChops.difference(upright.rotate(-turn), turned).convert("L")
        assert sum(difference.histogram()[64:]) < 0.004 * 400 * 400


@pytest.mark.cairo
def test_the_front_of_a_double_is_marked_at_its_top(style: Style) -> None:
    image = drawn(small(), style, "red/horse").convert("L")
    paper = int(image.getpixel((80, 200)))  # type: ignore[arg-type]
    inked = [sum(abs(int(image.getpixel((x, y))) - paper) > 60 for x in range(100, 300)) for y in range(145, 255)]  # type: ignore[arg-type]
    bar = [row for row, count in enumerate(inked) if count == 200]
    assert bar
    assert max(bar) < 15


def test_a_back_that_is_not_printed_is_ground_alone(style: Style) -> None:
    found = small()
    groups = ET.fromstring(counter_svg(found, found.counters["red/foot"], style, back=True)).findall(f".//{SVG}g[@data-face]")
    assert [group.get("data-face") for group in groups] == ["back"]
    assert {element.tag.removeprefix(SVG) for element in groups[0]} == {"rect"}


def test_what_does_not_print_is_told() -> None:
    own = TEXT.replace("at = [20, 50]", "at = [2, 50]").replace("room = 66", "room = 20")
    own = own.replace('ink = "#2B1B10"', 'ink = "#C9BB90"')
    faults = counter_faults(small(own), load_style("classic"))
    assert any(re.fullmatch(r"buff/foot front: 'A name that .*' is cut to 'A name .*…'", fault) for fault in faults)
    assert any("'House' reaches" in fault and "outside the safe area" in fault for fault in faults)
    assert "buff/foot front: '5' has a contrast of 1.4, less than 4.5" in faults
    assert any("is cut to" in fault for fault in faults if fault.startswith("buff/parts"))
    assert counter_faults(small(TEXT.replace("A name that is far too long for any counter", "Name")), load_style("classic")) == []


def test_the_same_counter_gives_the_same_bytes(style: Style) -> None:
    one, other = small(), small()
    assert counter_svg(one, one.counters["red/horse"], style) == counter_svg(other, other.counters["red/horse"], style)


# ---- the shipped counters


@pytest.mark.parametrize("title", TITLES)
def test_shipped_counters_print_well(title: str, style: Style) -> None:
    assert counter_faults(read_counters(title), style) == []


@pytest.mark.parametrize("title", TITLES)
def test_shipped_type_is_never_under_five_points(title: str, style: Style) -> None:
    found = read_counters(title)
    for counter in found.counters.values():
        for back in (False, True):
            for words, height in capitals(counter_svg(found, counter, style, back=back)):
                assert height >= CAPITALS * FIVE_POINTS * 0.97, (counter.id, words, height)


def capitals(svg: str) -> list[tuple[str, float]]:
    """Return the height of the tallest letter of every group of words that has a capital, a figure or an ascender."""
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.svgLib.path import parse_path

    found = []
    for group in ET.fromstring(svg).iterfind(f".//{SVG}g[@aria-label]"):
        pen = BoundsPen(None)
        parse_path(group.findall(f"{SVG}path")[-1].get("d", ""), pen)
        words = group.get("aria-label", "")
        if any(letter.isupper() or letter.isdigit() or letter in "bdfhkl" for letter in words):
            found.append((words, pen.bounds[3] - pen.bounds[1]))
    return found


@pytest.mark.cairo
@pytest.mark.parametrize("title", TITLES)
def test_shipped_ink_keeps_clear_of_the_edge(title: str) -> None:
    """Beyond the live area of 10.9 mm nothing but ground is drawn: seen in the pixels, one counter of each type and face."""
    found, look = read_counters(title), load_style("classic")
    for counter in {counter.kind.id: counter for counter in found.counters.values()}.values():
        for back in (False, True):
            image = drawn(found, look, counter.id, back=back, bleed=1.0)
            left, top = round(200 - counter.size.width * 5), round(200 - counter.size.height * 5)
            right, bottom = 400 - left, 400 - top
            for x, y in [(x, y) for x in range(left, right) for y in (top + 4, top + 8, bottom - 5, bottom - 9)] + [
                (x, y) for y in range(top, bottom) for x in (left + 4, left + 8, right - 5, right - 9)
            ]:
                assert image.getpixel((x, y)) == image.getpixel((left - 5, top - 5)), (counter.id, back, x, y)


@pytest.mark.parametrize("title", TITLES)
def test_words_stand_out_from_the_colour_of_their_side(title: str) -> None:
    for side in read_counters(title).sides.values():
        assert contrast(channels(side.colour), channels(side.ink)) >= 4.5


@pytest.mark.parametrize("title", TITLES)
def test_sides_differ_in_grey(title: str) -> None:
    light = sorted(lightness(channels(side.colour)) for side in read_counters(title).sides.values())
    assert min(b - a for a, b in pairwise(light)) >= 5


@pytest.mark.parametrize("title", TITLES)
def test_backs_differ_from_fronts(title: str, style: Style) -> None:
    found = read_counters(title)
    for counter in found.counters.values():
        front, back = (re.sub("front|back", "", counter_svg(found, counter, style, back=back)) for back in (False, True))
        assert front != back, counter.id


def test_shipped_layouts_load() -> None:
    assert {"plain", "battles"} <= {*layout_names()}
    for name in layout_names():
        assert read_layouts(name, Path())


# ---- symbols


@pytest.mark.parametrize("name", sorted(SYMBOLS))
def test_symbols_keep_to_their_box(name: str) -> None:
    box = ink_box(SYMBOLS[name])
    assert Box(0, 0, 100, 100).holds(box, slack=2.5)  # a fortieth of it, at most
    assert max(box.width, box.height) >= 50, "too small to be seen beside the others"


def test_no_symbol_stands_in_two_tables() -> None:
    assert sum(len(table) for table in TABLES) == len(SYMBOLS)


@pytest.mark.cairo
def test_symbols_differ_when_six_millimetres_large() -> None:
    """Black on white at 300 dpi, as an office printer has it: any two differ in a fair part of their ink."""
    pictures = {name: small_picture(name) for table in (FOOT, MOUNTED, THINGS) for name in table}
    for name, one in pictures.items():
        for other_name, other in pictures.items():
            if name < other_name:
                ink = min(dark(one), dark(other))
                share = Fraction(dark(ImageChops.difference(one, other).point(lambda v: 255 - v)), ink)
                assert share > 0.08, (name, other_name, float(share))


def dark(image: Image.Image) -> int:
    return sum(image.histogram()[:128])


def small_picture(name: str) -> Image.Image:
    colours = {"ink": "#000000", "hole": "#FFFFFF"}
    sheet = Sheet(6, 6, title=name, paper="#FFFFFF")
    layer = sheet.layer("a").group(transform="scale(0.06)")
    for part in SYMBOLS[name]:
        pen = {"stroke": colours[part.stroke], "stroke_width": part.width} if part.stroke in colours else {}
        layer.path(part.d, fill=colours.get(part.fill, "none"), **pen)  # type: ignore[arg-type]
    return Image.open(io.BytesIO(png(sheet.to_svg(), dpi=300))).convert("L")
