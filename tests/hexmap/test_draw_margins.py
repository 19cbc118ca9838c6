"""What stands beside a map finds room wherever the sheet has some, and what finds none is told."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest

import hexmap
from hexmap.asking import HexMap
from hexmap.draw import draw_map, draw_sheet
from hexmap.draw.keyrows import key_notes, key_rows
from hexmap.draw.margins import draw_margins, provenance_words
from hexmap.draw.view import View
from hexmap.draw.water import find_rills, find_waters
from hexmap.starter import starter
from mapsheet.box import Box, around
from mapsheet.legend import Scale, scale_bar
from mapsheet.sheet import Sheet
from mapsheet.style import Em, load_style
from mapsheet.text import SMALLEST
from mapsheet.typeset import shortened, width
from tests.hexmap.worlds_draw import random_map

CLASSIC = load_style("classic")
TRACK = '[[track]]\nname = "turn"\nlabel = "Game-Turn"\nboxes = 10\n'


def ford() -> str:
    readme = (Path(hexmap.__file__).parent.parent / "data" / "README.md").read_text(encoding="utf-8")
    found = re.search(r"```toml\n(.*?)```", readme, re.DOTALL)
    assert found
    return found[1]


def started(columns: int | None, rows: int | None, paper: str | None = None, size: str = "") -> str:
    text = starter(columns=columns, rows=rows, paper=paper, across="14.9 mm", pointy=False)
    sheet = f'[sheet]\nsize = "{size}"\n[movement]' if size else "[movement]"
    return text.replace("[movement]", sheet) + TRACK


TEXTS = {
    "new": started(None, None), "a4": started(None, None, "a4"), "6x4 on 17x22in": started(6, 4, None, "17x22in"), "ford": ford(),
}


@pytest.mark.parametrize("name", TEXTS)
def test_all_marginalia_stand_where_the_sheet_has_room(name: str) -> None:
    board = hexmap.loads(TEXTS[name])
    assert draw_sheet(board).left_out == []
    view = View(board, CLASSIC)
    sheet = Sheet(view.width, view.height, title="x")
    boxes = draw_margins(sheet.layer("margin"), view).boxes
    assert len(boxes) == 7
    assert all(Box(0, 0, view.width, view.height).holds(box) and not box.overlaps(view.box) for box in boxes)
    assert not any(one.grown(-0.01).overlaps(two) for one, two in combinations(boxes, 2))
    assert all(f'aria-label="{words}"' in sheet.to_svg() for words in ("Game-Turn", "N", "100 mm"))


def test_what_finds_no_room_is_told() -> None:
    assert draw_sheet(hexmap.loads(started(None, None, None, "190x190mm"))).left_out != []
    tight = hexmap.loads(started(2, 2, None, "45x50mm"))
    told = draw_sheet(tight, style="mono").left_out
    assert {"title", "turn track", "compass", "calibration ruler"} <= set(told)


def test_the_provenance_line_is_made_of_sentences() -> None:
    words = provenance_words(View(hexmap.loads(ford()), CLASSIC))
    assert words == "Try it. Data: 1 reconstructed. Hexes 16 mm across flats."


@pytest.mark.parametrize("across", [0.1, 1.0, 8.0, 14.9])
@pytest.mark.parametrize("hexes", [1, 2, 3, 10])
def test_figures_of_a_scale_bar_stand_apart(across: float, hexes: int) -> None:
    sheet = Sheet(900, 300, title="x")
    scale_bar(sheet.layer("a"), CLASSIC, (10, 10), Scale(across, across, "mm", hexes))
    starts: dict[str, list[tuple[float, float]]] = {}
    for group in re.findall(r'<g role="img"[^>]*>.*?</g>', sheet.to_svg(), re.DOTALL):
        xs = [float(x) for x in re.findall(r"M(-?[0-9.]+)", group)]
        y = re.findall(r"M-?[0-9.]+[ ,]?(-?[0-9.]+)", group)[0]
        starts.setdefault(str(float(y) > 13), []).append((min(xs), max(xs)))
    for row in starts.values():
        assert all(right < left for (_, right), (left, _) in pairwise(sorted(row)))


def test_tiny_hexes_have_a_scale_of_many(tmp_path: Path) -> None:
    board: HexMap = hexmap.loads(started(40, 30).replace("14.9 mm", "0.1 mm"))
    assert "scale bar" not in draw_sheet(board).left_out


def test_a_hexside_that_alone_is_prohibited_has_its_dash_explained() -> None:
    view = View(hexmap.loads(ford()), CLASSIC)
    assert [row.name for row in key_rows(view) if row.cost == "—"] == ["Wall"]
    assert key_notes(view)[0] == "Figures are points to enter. — no entry."


def test_decoration_stays_out_of_the_key() -> None:
    names = {row.name.lower() for row in key_rows(View(hexmap.load("bannockburn"), CLASSIC))}
    kinds = {decoration.kind for decoration in hexmap.load("bannockburn").art.decorations}
    assert kinds
    assert names.isdisjoint(kinds)


@pytest.mark.parametrize("key", ['name = "The Burn"', 'text = "Ford Wood"', 'title = "The Ford"', 'label = "Grove"'])
def test_words_without_ink_are_none(key: str) -> None:
    board = hexmap.loads(ford().replace(key, f'{key.split(" = ", maxsplit=1)[0]} = "\u200b"'))
    svg = draw_map(board)
    assert f'aria-label={key.split(" = ")[1]}' in draw_map(hexmap.loads(ford())) or "title" in key
    assert f'aria-label={key.split(" = ")[1]}' not in svg


def test_long_words_are_cut_to_the_width_of_the_key() -> None:
    words = "Grove of many trees " * 10
    view = View(hexmap.loads(ford().replace('label = "Grove"', f'label = "{words.strip()}"')), CLASSIC)
    sheet = Sheet(view.width, view.height, title="x")
    boxes = draw_margins(sheet.layer("margin"), view).boxes
    assert all(Box(0, 0, view.width, view.height).holds(box) for box in boxes)
    kind = CLASSIC.lettering["key"]
    cut = shortened("m" * 100_000, kind, 40)
    assert cut.endswith("m…")
    assert width(cut, kind._replace(size=Em(SMALLEST))) <= 40
    assert shortened("Marsh", kind, 40) == "Marsh"


def test_a_course_without_water_under_it_is_a_thin_line_of_decoration() -> None:
    view = View(hexmap.loads(ford()), CLASSIC)
    waters = find_waters(view)
    assert waters.wet.intersection(view.area(view.hexes)).area < 0.01
    (rill,) = find_rills(view, waters)
    assert rill.width == pytest.approx(0.7 * view.scale)
    narrow = View(hexmap.loads(ford().replace('width = ["2 mm", "4 mm"]', 'width = ["0.3 mm"]')), CLASSIC)
    assert [found.width for found in find_rills(narrow, find_waters(narrow))] == [0.3]


@pytest.mark.parametrize("seed", range(20))
def test_the_box_of_a_map_holds_all_corners_and_touches_some(seed: int) -> None:
    view = View(random_map(seed), CLASSIC)
    corners = [corner for h in view.hexes for corner in view.layout.corners(h)]
    assert view.box == around(corners)
