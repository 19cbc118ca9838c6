"""Sheets on pages: joined again they equal the sheet, they are as few as can be, and their PDF says where to cut."""

from __future__ import annotations

import json
import re
from functools import cache
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import areamap
import hexmap
from areamap.draw import draw_sheet as draw_area
from areamap.importing.svgpath import parse_path
from mapsheet.box import Box
from mapsheet.errors import DataError, NotationError
from mapsheet.export import Page, page_size, pdf_pages, png
from mapsheet.pages import Plan, fewest, on_paper, thriftier, tile
from mapsheet.pages.master import read_master
from mapsheet.pages.pathpieces import pieces
from mapsheet.pages.plan import STEP, Tiles
from mapsheet.pages.seams import lettered, part
from mapsheet.sheet import Sheet
from mapsheet.style import Em, FaceName
from mapsheet.text import outline
from mapsheet.units import Size, size
from tests.commands import areamap_command, hexmap_command

DPI = 100
PIXEL = 25.4 / DPI
A4 = Size(827 * PIXEL, 1169 * PIXEL)
"""The paper, its sides rounded to whole pixels as the picture of a page has them: else the picture would be scaled by a hair."""


@cache
def bannockburn() -> str:
    return hexmap.load("bannockburn").to_svg()


@cache
def near_east() -> str:
    return draw_area(areamap.load("ottomans")).svg


def pixels(svg: str) -> Any:
    import cairocffi

    surface = cairocffi.ImageSurface.create_from_png(BytesIO(png(svg, dpi=DPI)))
    rows = np.frombuffer(surface.get_data(), dtype=np.uint8).reshape(surface.get_height(), -1, 4)
    return rows[:, : surface.get_width()].astype(int)


def tiles_of(svg: str, plan: Plan) -> Tiles:
    master = read_master(svg)
    return part(master, plan, fewest(Size(master.width, master.height), plan))


def whole(mm: float) -> int:
    return round(mm / PIXEL)


@pytest.mark.cairo
@pytest.mark.parametrize(("draw", "paper", "overlap"), [
    (bannockburn, A4, 15.0), (bannockburn, size("letter"), 0.0), (near_east, size("letter"), 15.0),
])
def test_pages_joined_again_equal_the_sheet(draw: Any, paper: Size, overlap: float) -> None:
    """Pages are pasted at their places; every pixel printed on a page, overlaps too, is compared with the sheet's."""
    svg = draw()
    plan = Plan(paper, overlap=overlap)
    sheet = pixels(svg)
    tiles, pages = tiles_of(svg, plan), tile(svg, plan)
    seen = np.zeros(sheet.shape[:2], dtype=int)
    x, y = (whole(side) for side in plan.origin)
    for page, (row, column) in zip(pages[1:], product(range(tiles.rows), range(tiles.columns)), strict=True):
        window = tiles.printed(row, column)
        left, top = whole(window.left), whole(window.top)
        assert abs(left * PIXEL - window.left) < 1e-6
        assert abs(top * PIXEL - window.top) < 1e-6
        right, bottom = (min(int(side / PIXEL + 1e-6), most) for side, most in zip(window[2:], sheet.shape[1::-1], strict=True))
        printed = pixels(page.svg)[y : y + bottom - top, x : x + right - left]
        # cairo adds the steps of a path in 1/256 pixel, so a long coast may stand a tenth of a pixel aside on another page
        apart = np.abs(printed - sheet[top:bottom, left:right]).max(axis=2)
        assert apart.max() <= 40
        assert (apart > 8).mean() < 0.005
        seen[top:bottom, left:right] += 1
    # the last part of a pixel at the far edges of the sheet is no whole one
    assert seen[:-1, :-1].min() >= 1


def test_parts_that_pages_show_cover_the_sheet_once_and_overlap_as_asked() -> None:
    plan = Plan(size("a4"))
    tiles = tiles_of(bannockburn(), plan)
    shown = [tiles.shown(row, column) for row in range(tiles.rows) for column in range(tiles.columns)]
    assert sum(box.width * box.height for box in shown) == pytest.approx(431.8 * 558.8)
    assert not any(one.overlaps(other) for k, one in enumerate(shown) for other in shown[:k])
    for row in range(tiles.rows):
        for column in range(1, tiles.columns):
            shared = tiles.printed(row, column - 1).right - tiles.printed(row, column).left
            assert shared == pytest.approx(15)
    room = plan.room(tiles.paper)
    for row in range(tiles.rows):
        for column in range(tiles.columns):
            printed = tiles.printed(row, column)
            assert printed.width <= room.width + 1e-6
            assert printed.height <= room.height + 1e-6


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("sheet", [Size(431.8, 558.8), Size(863.6, 558.8), Size(457.2, 457.2), Size(300, 200), Size(211, 2000)])
def test_no_way_round_needs_fewer_pages(paper: str, sheet: Size) -> None:
    """A slow count lays page after page along each side."""
    plan = Plan(size(paper))

    def laid(length: float, room: float) -> int:
        pages, reached = 1, room
        while reached < length - 1e-9:
            pages, reached = pages + 1, reached + room - plan.overlap
        return pages

    counts = []
    for across, down in (plan.paper, (plan.paper.height, plan.paper.width)):
        room = plan.room(Size(across, down))
        counts.append(laid(sheet.width, room.width) * laid(sheet.height, room.height))
    assert fewest(sheet, plan).pages == min(counts)


def test_a_smaller_overlap_that_saves_pages_is_told() -> None:
    plan = Plan(size("a4"))
    assert thriftier(Size(431.8, 558.8), plan) == (11.0, 6)
    assert fewest(Size(431.8, 558.8), plan._replace(overlap=11.0)).pages == 6
    assert fewest(Size(431.8, 558.8), plan._replace(overlap=12.0)).pages == 8
    assert thriftier(Size(250, 150), plan) is None


def test_on_small_paper_a_shorter_ruler_leaves_room_for_words() -> None:
    page = tile(Sheet(400, 150, title="Small").to_svg(), Plan(size("a5"), orientation="portrait"))[2]
    assert "Joins A1 on its left" in page.svg
    assert "…" not in page.svg
    assert any(box.width == pytest.approx(50.8, abs=0.6) for box in marks_of(page))


def test_seams_keep_off_numbers_where_the_slack_allows() -> None:
    svg = bannockburn()
    tiles = tiles_of(svg, Plan(size("a4")))
    zones = lettered(read_master(svg))
    cut = [zone for zone in zones for x in tiles.xs[1:-1] if zone.left < x < zone.right]
    even = [zone for zone in zones if zone.left < 431.8 / 2 + 3 < zone.right]
    assert len(cut) < len(even)
    assert sum(zone.height for zone in cut) < 40


def words_sheet() -> str:
    sheet = Sheet(300, 100, title="Words")
    lettering = outline("A long name here", FaceName("sans"), Em(6), at=(140, 50))
    sheet.layer("names").lettering(lettering, "#000000")
    return sheet.to_svg()


def test_a_seam_goes_round_a_name_when_it_can() -> None:
    tiles = tiles_of(words_sheet(), Plan(size("a4"), orientation="portrait"))
    (name,) = lettered(read_master(words_sheet()))
    assert name.left < 150 < name.right
    assert not name.left < tiles.xs[1] < name.right


def test_seams_lie_on_welcome_lines() -> None:
    sheet = Sheet(300, 100, title="Lines").to_svg()
    lines = (137.0, 171.0)
    tiles = tiles_of(sheet, Plan(size("a4"), orientation="portrait", uprights=lines))
    assert min(abs(tiles.xs[1] - line) for line in lines) <= 6 * STEP


@pytest.mark.cairo
def test_pdf_has_boxes_bookmarks_and_is_not_scaled() -> None:
    from pypdf import PdfReader

    pages = tile(words_sheet(), Plan(size("a4"), orientation="portrait"))
    read = PdfReader(BytesIO(pdf_pages(pages, title="Words")))
    assert [str(item.title) for item in read.outline] == ["How the pages join", "A1", "A2"]  # type: ignore[union-attr]
    assert read.trailer["/Root"]["/ViewerPreferences"]["/PrintScaling"] == "/None"  # type: ignore[index]
    for page, drawn in zip(pages[1:], read.pages[1:], strict=True):
        assert [float(side) for side in drawn.mediabox] == pytest.approx([0, 0, 595.276, 841.89], abs=0.01)
        assert page.trim is not None
        assert page.bleed is not None
        for name, box in (("trimbox", page.trim), ("bleedbox", page.bleed)):
            points = [float(side) / 72 * 25.4 for side in getattr(drawn, name)]
            assert points == pytest.approx([box.left, 297 - box.bottom, box.right, 297 - box.top], abs=0.001)
        assert page.bleed.holds(page.trim)


def marks_of(page: Page) -> list[Box]:
    """Return the boxes of what is drawn on the layer of marks."""
    master = read_master(page.svg)
    layer = next(node for node in master.drawn if node.attributes.get("id") == "layer-page-marks")
    return [part.box for node in layer.children for part in (node.pieces or (node,))]


@pytest.mark.parametrize(("draw", "paper"), [(bannockburn, "a4"), (bannockburn, "letter"), (near_east, "letter")])
def test_marks_stand_beside_the_print_and_on_the_paper(draw: Any, paper: str) -> None:
    for page in tile(draw(), Plan(size(paper)))[1:]:
        assert page.bleed is not None
        width, height = page_size(page.svg)
        for box in marks_of(page):
            assert not box.overlaps(page.bleed.grown(-0.01))
            assert Box(3, 3, width - 3, height - 3).holds(box)


def test_every_page_carries_a_ruler_of_true_length_and_its_name() -> None:
    for page in tile(bannockburn(), Plan(size("a4"))):
        assert any(box.width == pytest.approx(101.6, abs=0.6) for box in marks_of(page))
        name = "Assembly" if page.label.startswith("How") else page.label
        assert f'aria-label="{name}"' in page.svg


def test_pages_say_what_they_join() -> None:
    pages = {page.label: page.svg for page in tile(bannockburn(), Plan(size("a4")))}
    assert "Joins B1 on its left and A2 above" in pages["B2"]
    assert "Lay C2 over its foot." in pages["B2"]
    assert "Joins" not in pages["A1"]


def test_what_lies_off_a_page_is_left_out() -> None:
    svg = bannockburn()
    pages = tile(svg, Plan(size("a4")))
    assert sum(len(page.svg) for page in pages[1:]) < 2 * len(svg)


def test_a_sheet_that_fits_lies_in_the_middle() -> None:
    page = on_paper(Sheet(150, 100, title="Small").to_svg(), size("a4"))
    assert page.trim is not None
    assert page_size(page.svg) == (297, 210)
    assert page.trim.centre == pytest.approx((148.5, 105), abs=STEP)


def test_a_sheet_that_does_not_fit_is_refused_whole() -> None:
    with pytest.raises(DataError, match="does not fit"):
        on_paper(Sheet(300, 100, title="Long").to_svg(), size("a4"))


@pytest.mark.parametrize("plan", [
    Plan(size("a4"), margin=1), Plan(size("a4"), margin=90), Plan(size("a4"), overlap=170), Plan(size("a4"), margin=float("nan")),
])
def test_plans_without_room_are_refused(plan: Plan) -> None:
    with pytest.raises(NotationError):
        plan.checked()


def test_too_many_pages_are_refused() -> None:
    with pytest.raises(DataError, match="the most is 400"):
        tile(Sheet(10_000, 10_000, title="Huge").to_svg(), Plan(size("a4")))


# -- the master read ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("d", [
    "M1 2l3 4 5 6z m1 1h3v4H2zM0 0L5 5",
    "M10 10c1 2 3 4 5 6s7 8 9 10m3-4q1 2 3 4t5 6",
    "M10 10a5 3 0 0 1 4 4zl2 2",
    "M1-2-3.5.5.25-1z",
])
def test_pieces_hold_their_curves_and_draw_the_same(d: str) -> None:
    found = pieces(d)
    assert len(found) == len(parse_path(d))
    for piece, wanted in zip(found, parse_path(d), strict=True):
        (drawn,) = parse_path(piece.d)
        assert drawn.closed == wanted.closed
        assert np.allclose(drawn.points, wanted.points, atol=1e-6)
        assert all(piece.box.holds(Box(x, y, x, y)) for x, y in wanted.points)


@pytest.mark.parametrize("svg", [
    "<svg", "<svg width='10mm' height='10mm'><path d='Mx'/></svg>", "<svg width='10mm' height='10mm' viewBox='0 0 20 20'/>",
    "<!DOCTYPE s [<!ENTITY a 'b'>]><svg width='10mm' height='10mm'>&a;</svg>",
])
def test_what_is_no_sheet_is_refused(svg: str) -> None:
    with pytest.raises(DataError):
        read_master(svg)


# -- the doors ------------------------------------------------------------------------------------------------------


def test_a_sheet_larger_than_the_paper_says_so_and_offers_pages(tmp_path: Path) -> None:
    result = hexmap_command("render", "bannockburn", "--paper", "a4", "-o", str(tmp_path / "x.pdf"))
    assert result.code == 2
    assert "does not fit a4" in result.errors
    assert "2 x 4 = 8 pages" in result.errors
    assert not [*tmp_path.iterdir()]


def test_pages_as_files_of_their_own(tmp_path: Path) -> None:
    result = hexmap_command("render", "bannockburn", "--paper", "a3", "--tile", "-o", str(tmp_path / "x.svg"), "--json")
    assert result.code == 0
    answer = json.loads(result.output.splitlines()[0])
    assert answer["pages"] == ["How the pages join", "A1", "A2", "B1", "B2"]
    assert [Path(file).name for file in answer["files"]] == [f"x-{k}.svg" for k in range(1, 6)]
    for file in answer["files"]:
        assert re.search(r'width="(297|420)mm"', Path(file).read_text())


@pytest.mark.parametrize("words", [
    ("--tile",), ("--paper", "a9"), ("--paper", "a4", "--tile", "--overlap", "-1 mm"),
    ("--paper", "a4", "--tile", "--margin", "0 mm"),
    ("--paper", "a4", "--orientation", "upright"),
])
def test_bad_words_about_paper(words: tuple[str, ...], tmp_path: Path) -> None:
    result = areamap_command("render", "allies", *words, "-o", str(tmp_path / "x.svg"))
    assert result.code == 2
    assert not [*tmp_path.iterdir()]
