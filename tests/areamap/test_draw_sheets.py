"""Sheets of any size: what the frame shows, what stands beside it, and what is told to have no room."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from areamap.asking import AreaMap
from areamap.draw import draw_sheet, sheet_size
from areamap.draw.layout import layout_of
from areamap.draw.view import View
from areamap.reader import load
from mapsheet.box import Box
from mapsheet.errors import DataError
from mapsheet.style import load_style
from tests.areamap.worlds_regions import SPACES, write_world

SVG = "{http://www.w3.org/2000/svg}"
CREDIT = "Coast drawn from letters."


def lettered(folder: Path, size: str, more: str = "") -> AreaMap:
    """Return the world of letters, its frame 320 x 200 mm, on a sheet of a size (none: what it needs) with a credit."""
    text = SPACES.replace('size = "500x230mm"\n', f'size = "{size}"\n{more}' if size else more)
    file = write_world(folder, text)
    shapes = json.loads((folder / "map.topojson").read_text())
    shapes["mapsheet"]["credit"] = CREDIT
    (folder / "map.topojson").write_text(json.dumps(shapes))
    return load(file)


def margin_words(svg: str) -> str:
    root = ET.fromstring(svg)
    layer = root.find(f"{SVG}g[@id='layer-margin']")
    assert layer is not None
    return " ".join(group.get("aria-label", "") for group in layer.iter(f"{SVG}g")).replace("\N{NO-BREAK SPACE}", " ")


SIZES = ("11x8.5in", "30x30mm", "60x60mm", "90x400mm", "400x70mm", "340x230mm", "340x255mm", "400x250mm", "700x700mm")


@pytest.mark.parametrize("size", SIZES)
def test_a_sheet_of_any_size_is_drawn_and_tells_what_it_cuts_off(tmp_path: Path, size: str) -> None:
    board = lettered(tmp_path, size)
    drawn = draw_sheet(board)
    view = View(board, load_style("classic"))
    layout = layout_of(view)
    shown = {*view.shapes, *view.cities}
    lost = [space.name for space in board.spaces.values() if space.id not in shown]
    assert [name for name in drawn.left_out if name in {space.name for space in board.spaces.values()}] == lost
    assert set(layout.holdings) <= set(view.shapes)
    assert all(view.frame.holds(holding.box) for holding in layout.holdings.values())


@pytest.mark.parametrize("size", ["11x8.5in", "6x4in"])
def test_the_ottomans_is_drawn_on_a_smaller_sheet(tmp_path: Path, size: str) -> None:
    (tmp_path / "over.toml").write_text(f'[sheet]\nsize = "{size}"\n')
    drawn = draw_sheet(load("ottomans", override=tmp_path / "over.toml"))
    assert "credit" in drawn.left_out
    assert "Persia" in drawn.left_out


def test_a_sheet_without_room_for_a_frame_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no room for the map's frame"):
        draw_sheet(lettered(tmp_path, "15x15mm"))


@pytest.mark.parametrize(
    ("size", "more"),
    [("340x260mm", ""), ("340x260mm", 'above = "50 mm"\n'), ("450x214mm", ""), ("450x214mm", 'left = "120 mm"\n'), ("", ""),
     ("", 'left = "30 mm"\nabove = "20 mm"\n')],
)
def test_title_key_and_credit_stand_wherever_there_is_room(tmp_path: Path, size: str, more: str) -> None:
    board = lettered(tmp_path, size, more)
    drawn = draw_sheet(board)
    assert drawn.left_out == []
    words = margin_words(drawn.svg)
    for name in ("LETTERS", "Key", "Border of a march", "Fortress", CREDIT):
        assert name in words


def test_a_sheet_without_a_size_holds_the_whole_frame(tmp_path: Path) -> None:
    board = lettered(tmp_path, "")
    view = View(board, load_style("classic"))
    assert sheet_size(board) == view.size
    assert Box(0, 0, *view.size).holds(view.frame.grown(view.band + view.edge - 0.001))
    assert view.frame.width + 2 * view.band == pytest.approx(320)


@pytest.mark.parametrize("size", ["332x212mm", "340x214mm", "340x224mm", "340x230mm", "340x240mm", "380x212mm"])
def test_the_credit_is_printed_or_told_to_have_no_room(tmp_path: Path, size: str) -> None:
    drawn = draw_sheet(lettered(tmp_path, size))
    assert (CREDIT in margin_words(drawn.svg)) != ("credit" in drawn.left_out)
    assert ("LETTERS" in margin_words(drawn.svg)) != ("title" in drawn.left_out)
    assert ("Fortress" in margin_words(drawn.svg)) != ("key" in drawn.left_out)


def test_land_out_of_play_is_ruled_where_there_is_no_colour(tmp_path: Path) -> None:
    board = lettered(tmp_path, "")
    for style, is_ruled in (("mono", True), ("classic", False)):
        ids = {element.get("id") for element in ET.fromstring(draw_sheet(board, style=style).svg).iter()}
        assert ("pattern-closed" in ids) == is_ruled
        assert ("key-pattern-closed" in ids) == is_ruled
