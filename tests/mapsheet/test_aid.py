"""Players' aids: read with all faults at once, every panel set once and nothing on another, tables as the rules print them."""

from __future__ import annotations

import json
import re
from io import BytesIO
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from areamap.reader import load as load_areas
from hexmap.effects import terrain_chart
from hexmap.reader import load as load_hexes
from mapsheet.aid import charts_of, read_aid
from mapsheet.aidpages import aid_pages
from mapsheet.box import Box, around
from mapsheet.chartfile import Chart
from mapsheet.errors import DataError
from mapsheet.export import Page, pdf_pages
from mapsheet.source import data_folder
from mapsheet.style import load_style
from mapsheet.units import size
from tests.commands import areamap_command, hexmap_command
from tests.mapsheet.svg_points import pieces

SVG = "{http://www.w3.org/2000/svg}"
BATTLES = ("bannockburn", "angorra")
TITLES = (*BATTLES, "ottomans", "byzantium")


def box_of(group: ET.Element) -> Box:
    """Return the box round all shapes of a group that is not moved."""
    points = [point for path in group.iter(f"{SVG}path") for piece in pieces(path.get("d", "")) for point in piece]
    for rect in group.iter(f"{SVG}rect"):
        x, y, wide, high = (float(rect.get(name, "0")) for name in ("x", "y", "width", "height"))
        points += [(x, y), (x + wide, y + high)]
    return around(points)


def charts(title: str) -> dict[str, Chart]:
    folder = data_folder() / title
    made = terrain_chart(load_hexes(title)) if title in BATTLES else None
    return {**({made.id: made} if made else {}), **charts_of(folder)}


def pages(title: str, paper: str = "a4") -> list[Page]:
    aid = read_aid(data_folder() / title, charts(title), title=title)
    return aid_pages(aid, load_style("classic"), size(paper))


@pytest.mark.parametrize("title", TITLES)
def test_every_table_of_a_title_and_every_panel_is_set_once(title: str) -> None:
    aid = read_aid(data_folder() / title, charts(title), title=title)
    found = [match for page in pages(title) for match in re.findall(r'id="panel-([a-z_]+)"', page.svg)]
    assert sorted(found) == sorted(aid.panels)
    assert set(charts(title)) <= set(found)
    assert "sequence" in found


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nothing_stands_on_another_or_leaves_the_page(title: str, paper: str) -> None:
    made = pages(title, paper)
    assert len(made) <= 2
    for page in made:
        root = ET.fromstring(page.svg)
        wide, high = (float(part) for part in root.get("viewBox", "").split()[2:])
        boxes = [box_of(group) for group in root.iter(f"{SVG}g") if group.get("id", "").startswith("panel-")]
        for box in boxes:
            assert box.left > 5
            assert box.top > 5
            assert box.right < wide - 5
            assert box.bottom < high - 5
        assert not [pair for pair in combinations(boxes, 2) if pair[0].overlaps(pair[1])]


@pytest.mark.cairo
def test_the_pdf_has_a_bookmark_for_each_page_and_asks_not_to_be_scaled() -> None:
    from pypdf import PdfReader

    made = pages("ottomans")
    reader = PdfReader(BytesIO(pdf_pages(made, title="t")))
    assert len(reader.pages) == len(made)
    assert [str(entry["/Title"]) for entry in reader.outline if isinstance(entry, dict)] == [page.label for page in made]
    assert reader.root_object["/ViewerPreferences"]["/PrintScaling"] == "/None"  # type: ignore[index]


# -- what the tables say, written down from the printed rules -----------------------------------------------------------


def rows(chart: Chart) -> dict[str, str]:
    return {row.head.words: " ".join(cell.words for cell in row.cells) for row in chart.rows}


def printed(chart: Chart) -> dict[str, str]:
    """Return the rows whose every cell is stated in the rules."""
    stated = [row for row in chart.rows if {cell.provenance for cell in row.cells} == {"text"}]
    return {row.head.words: " ".join(cell.words for cell in row.cells) for row in stated}


@pytest.mark.parametrize("title", BATTLES)
def test_morale_is_printed_down_to_row_two_and_ours_from_there(title: str) -> None:
    assert printed(charts(title)["morale"]) == {
        "−1": "r2 r3 r3 r3 r3", "0": "r2 r2 r3 r3 r3", "1": "r1 r2 r2 r2 r3", "2": "r1 r1 r2 r2 r2",
    }
    value = {"–": 0, "r1": 1, "r2": 2, "r3": 3}
    levels = [[value[word] for word in row.split()] for row in rows(charts(title)["morale"]).values()]
    assert len(levels) == 9
    assert all(row == sorted(row) for row in levels)
    assert all([*column] == sorted(column, reverse=True) for column in zip(*levels, strict=True))


def test_fire_and_melee_of_bannockburn() -> None:
    assert printed(charts("bannockburn")["fire"]) == {
        "Plate": "2–6 2–5 2–4 2–3 2–4 2–3", "Mail": "2–7 2–6 2–5 2–4 2–5 2–4", "Leather": "2–8 2–7 2–6 2–5 2–6 2–5",
    }
    assert charts("bannockburn")["fire"].cell("Unarmoured", "Longbow 1") == ("2–9", "2–9", "text", "")
    assert printed(charts("bannockburn")["melee"]) == {
        "Plate cavalry": "NA 2–5 2–6 NA 2–9", "Mail cavalry": "2–6 NA 2–7 2–4 NA", "Mail infantry": "2–7 2–6 2–6 2–4 2–6",
        "Leather infantry": "2–9 2–8 2–7 2–5 2–7",
    }


def test_fire_and_melee_of_angorra() -> None:
    assert printed(charts("angorra")["fire"]) == {
        "Plate": "2–4 2 2–4 2–3 – 2–3", "Mail": "2–5 2–3 2–5 2–4 2 2–4", "Leather": "2–6 2–4 2–6 2–5 2–3 2–4",
    }
    assert printed(charts("angorra")["melee"]) == {
        "Plate cavalry": "2–4 2–3 2–5 2–8", "Mail cavalry": "2–5 2–4 2–6 2–7", "Leather cavalry": "2–6 2–5 2–7 2–6",
        "Unarmoured cavalry": "2–7 2–6 2–8 2–5", "Mail infantry": "2–4 2–3 NA 2–4",
    }


def test_terrain_effects_are_those_of_the_map() -> None:
    assert {name: words.split()[0] for name, words in rows(charts("bannockburn")["terrain_effects"]).items()} == {
        "Clear": "1", "Marsh": "2", "Pools": "no", "Burn": "no", "River": "no", "Uphill hexside": "+1",
    }


def test_the_odds_of_a_siege_are_counted_dice() -> None:
    chart = charts("byzantium")["siege_odds"]
    for count in range(1, 12):
        ways = sum(one + two > count for one in range(1, 7) for two in range(1, 7))
        assert chart.cell(str(count), "With the Walls").words == f"{ways}/36"


# -- reading -----------------------------------------------------------------------------------------------------------


def test_all_faults_of_an_aid_come_at_once(tmp_path: Path) -> None:
    (tmp_path / "aid.toml").write_text(
        'format = "aid/1"\npanels = ["one", "two", "one", "thre"]\nextra = 1\n'
        '[panel.one]\ntitle = "One"\nlines = []\n[panel.fire]\nrule = "1"\nlines = ["x"]\nrulle = "1"\n'
    )
    fire = charts("bannockburn")["fire"]
    with pytest.raises(DataError) as error:
        read_aid(tmp_path, {"fire": fire}, title="t")
    found = [(fault.line, fault.key) for fault in error.value.faults]
    assert found == [
        (2, "panels.1"), (2, "panels.2"), (2, "panels.3"), (3, "extra"), (6, "panel.one.lines"), (7, "panel.fire"),
        (7, "panel.fire.title"), (10, "panel.fire.rulle"),
    ]


def test_a_users_own_cells_replace_ours(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    table = json.dumps([["1", "hit"]])
    own.write_text(f'[chart.crusade]\nrows = {table}\nprovenance = "secondary"\n[space.rome]\nname = "Roma"\n')
    assert charts_of(data_folder() / "byzantium", own)["crusade"].cell("1", "Result") == ("hit", "hit", "secondary", "")
    assert load_areas("byzantium", override=own).charts["crusade"].provenance == "secondary"


def test_a_title_without_an_aid_says_so_and_writes_nothing(tmp_path: Path) -> None:
    made = areamap_command("aid", "examples/point-to-point", "-o", str(tmp_path / "a.pdf"))
    assert made.code == 2
    assert "has no aid" in made.errors
    assert not [*tmp_path.iterdir()]


def test_a_panel_higher_than_the_paper_is_refused(tmp_path: Path) -> None:
    made = hexmap_command("aid", "bannockburn", "--paper", "60x60mm", "-o", str(tmp_path / "a.pdf"))
    assert made.code == 2
    assert "has no room on this paper" in made.errors
