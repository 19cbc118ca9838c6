"""Printed tables: every word inside its own cell at any width, every fault of the file at once, the signs of provenance."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapsheet.box import Box
from mapsheet.chartfile import Cell, Chart, Head, Row, Saying
from mapsheet.charts import MARKS, chart_height, draw_chart, read_charts
from mapsheet.errors import DataError, NotationError
from mapsheet.sheet import Sheet
from mapsheet.source import data_folder, parse_toml, read_toml
from mapsheet.style import Style, load_style
from mapsheet.text import SMALLEST
from tests.house.tree import ROOT
from tests.mapsheet.drawn import SVG, bounds, shapes

OTTOMANS = read_charts(read_toml(data_folder() / "ottomans/charts.toml"))
CLASSIC = load_style("classic")
CAPITALS = 0.65  # of the em, in the faces of cells


def letterings(sheet: Sheet) -> list[tuple[str, Box]]:
    found = []
    for group in ET.fromstring(sheet.to_svg()).iter(f"{SVG}g"):
        if group.get("aria-label"):
            box = bounds(group.findall(f"{SVG}path")[-1])
            assert box is not None
            found.append((group.get("aria-label", ""), box))
    return found


def rules(sheet: Sheet) -> list[Box]:
    """Return the lines of a table: the paths without a fill, which no lettering is."""
    return [box for element, box in shapes(sheet, "path") if element.get("fill") == "none"]


def drawn(chart: Chart, width: float, style: Style = CLASSIC) -> tuple[Sheet, Box]:
    sheet = Sheet(500, 900, title=chart.title)
    return sheet, draw_chart(sheet.layer("margin"), style, chart, (10, 12), width=width)


def crossings(sheet: Sheet) -> list[str]:
    """List the words that run over a line of the table, over another word, or over the table's edge."""
    found, lines = letterings(sheet), rules(sheet)
    table = next(shapes(sheet, "rect"))[1]
    bad = [words for words, box in found for line in lines if box.grown(0.1).overlaps(line.grown(0.01))]
    bad += [f"{a} on {b}" for (a, one), (b, two) in combinations(found, 2) if one.grown(-0.01).overlaps(two.grown(-0.01))]
    return bad + [words for words, box in found if box.overlaps(table) and not table.grown(-0.2).holds(box)]


@pytest.mark.parametrize("style", ["classic", "mono"])
@pytest.mark.parametrize("width", [69, 75, 96.5, 140, 215, 400])
@pytest.mark.parametrize("name", OTTOMANS)
def test_no_word_leaves_its_cell(name: str, width: float, style: str) -> None:
    sheet, box = drawn(OTTOMANS[name], width, load_style(style))
    assert crossings(sheet) == []
    assert all(box.grown(0.06).holds(ink) for _, ink in shapes(sheet))
    assert (box.left, box.top, round(box.width, 6)) == (10, 12, width)
    assert chart_height(load_style(style), OTTOMANS[name], width) == pytest.approx(box.height)


@pytest.mark.parametrize("width", [69, 140])
def test_every_word_of_a_chart_is_printed_at_five_point_or_more(width: float) -> None:
    chart = OTTOMANS["combat_results"]
    found = letterings(drawn(chart, width)[0])
    printed = [words for words, _ in found]
    assert printed.count("AE") == 11 + 1, "11 cells and the explanation"
    assert printed.count("DE") == 11 + 1
    assert min(box.height for words, box in found if words in ("AE", "BB", "DD", "DE")) > CAPITALS * SMALLEST
    text = " ".join(printed)
    for saying in chart.legend:
        assert all(word in text for word in saying.text.split())


@pytest.mark.parametrize("name", OTTOMANS)
def test_a_chart_is_refused_where_it_cannot_fit_and_cells_grow_where_words_wrap(name: str) -> None:
    chart = OTTOMANS[name]
    with pytest.raises(DataError, match="does not fit 15 mm"):
        drawn(chart, 15)
    with pytest.raises(DataError, match=chart.title):
        chart_height(CLASSIC, chart, 15)


def made(cells: list[list[str]]) -> Chart:
    columns = tuple(Head(f"c{k}", f"c{k}") for k in range(len(cells[0])))
    rows = tuple(Row(Head(f"r{k}", f"r{k}"), tuple(Cell(c, c, "text") for c in line)) for k, line in enumerate(cells))
    return Chart("x", "A chart", "1.1", "", columns, rows, (Saying("a", "a", "what a means"),), (), "reconstructed")


TABLES = st.integers(1, 5).flatmap(
    lambda columns: st.lists(
        st.lists(st.text("abim WM", max_size=40), min_size=columns, max_size=columns), min_size=1, max_size=4
    )
)


@settings(max_examples=60, deadline=None)
@given(TABLES, st.floats(12, 260))
def test_any_table_is_whole_or_refused(cells: list[list[str]], width: float) -> None:
    try:
        sheet, box = drawn(made(cells), width)
    except DataError as error:
        assert "does not fit" in str(error)  # noqa: PT017 - either is right
        return
    assert crossings(sheet) == []
    assert all(box.grown(0.1).holds(ink) for _, ink in shapes(sheet))


def test_a_reconstructed_table_carries_a_dagger_and_a_line_that_says_so() -> None:
    printed = [words for words, _ in letterings(drawn(OTTOMANS["combat_results"], 120)[0])]
    assert printed.count("†") == 1
    assert printed.count("*") == 1, "the one cell that the rules state"
    assert "† reconstructed; * stated in the rules (9.12)" in printed


def test_a_table_from_the_rules_carries_no_sign() -> None:
    printed = [words for words, _ in letterings(drawn(OTTOMANS["stratagem_timing"], 160)[0])]
    assert not any(sign in words for words in printed for sign in "†‡§*")


# ---- the file

GOOD = """\
format = "charts/1"
[chart.fire]
title = "Fire"
rule = "9.1"
corner = "Die"
columns = ["near", 2]
rows = [[1, "hit", ""], [2, "miss", "hit"]]
notes = ["A note."]
provenance = "reconstructed"
[chart.fire.words]
hit = "Hit!"
near = "Near by"
[chart.fire.legend]
hit = "One unit is lost."
[[chart.fire.cell]]
row = 2
provenance = "derived"
[[chart.fire.cell]]
row = 2
column = "near"
provenance = "text"
rule = "9.2"
"""


def faults(old: str, new: str) -> list[str]:
    assert old in GOOD
    with pytest.raises(DataError) as caught:
        read_charts(parse_toml(GOOD.replace(old, new), "f.toml"))
    return [str(fault) for fault in caught.value.faults]


def test_cells_are_found_by_their_heads_with_what_is_said_of_them() -> None:
    chart = read_charts(parse_toml(GOOD))["fire"]
    assert chart.cell("1", "near") == Cell("hit", "Hit!", "reconstructed")
    assert chart.cell("2", "near") == Cell("miss", "miss", "text", "9.2")
    assert chart.cell("2", "2") == Cell("hit", "Hit!", "derived")
    assert chart.columns[0] == Head("near", "Near by")
    assert chart.legend == (Saying("hit", "Hit!", "One unit is lost."),)
    with pytest.raises(NotationError, match=r"a row of Fire .*, got '3'"):
        chart.cell("3", "near")
    with pytest.raises(NotationError, match=r"a column of Fire \(did you mean 'near'\?\), got 'nea'"):
        chart.cell("1", "nea")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("charts/1", "charts/2", "f.toml:1:10: format: expected one of charts/1, got 'charts/2'"),
        ('"near", 2]', '"near", "near"]', "f.toml:6:20: chart.fire.columns.1: stands twice: 'near'"),
        ('[1, "hit", ""]', '[1, "hit"]', "f.toml:7:9: chart.fire.rows.0: expected a head and 2 cells, got 2 in all"),
        ('[1, "hit", ""]', '[1, "hit", 1.5]', "f.toml:7:20: chart.fire.rows.0.2: expected a text, got 1.5"),
        ('[1, "hit", ""]', '[2, "hit", ""]', "f.toml:7:25: chart.fire.rows.1: stands twice: '2'"),
        ('"A note."', "7.5", "f.toml:8:10: chart.fire.notes.0: expected a text, got 7.5"),
        ('provenance = "text"', 'provenance = "guess"', "expected one of text derived secondary reconstructed, got 'guess'"),
        ("[chart.fire.legend]\nhit", "[chart.fire.legend]\nhitt", "nothing in the table has this code (did you mean 'hit'?)"),
        ('column = "near"', 'column = "far"', "no column has this head: 'far'"),
        ("row = 2\nprovenance", "provenance", "expected a row, a column or both"),
        ("corner", "cornr", "unknown key (did you mean 'corner'?)"),
    ],
)
def test_a_fault_is_told_with_its_place(old: str, new: str, said: str) -> None:
    assert any(said in fault for fault in faults(old, new)), faults(old, new)


def test_all_faults_come_at_once() -> None:
    found = faults('title = "Fire"\nrule = "9.1"', "rule = 9\nbogus = 1")
    assert len(found) == 3
    assert [part in "".join(found) for part in ("title: is missing", "rule: expected a text", "bogus: unknown key")] == [True] * 3


@pytest.mark.parametrize("text", ['format = "charts/1"', 'format = "charts/1"\nchart = 1', 'format = "charts/1"\n[chart]\na = 1'])
def test_a_file_without_a_chart_is_refused(text: str) -> None:
    with pytest.raises(DataError, match="chart"):
        read_charts(parse_toml(text))


PAGE = (ROOT / "data/README.md").read_text("utf-8")
SAMPLE = next(sample for sample in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL) if "charts/1" in sample)


def test_the_sample_of_the_page_of_formats_loads_and_draws() -> None:
    chart = read_charts(parse_toml(SAMPLE))["fire"]
    assert chart.cell("2", "near") == Cell("hit", "Hit", "text", "9.3")
    printed = " ".join(words for words, _ in letterings(drawn(chart, 90)[0]))
    assert chart.cell("2", "far") == Cell("miss", "–", "secondary")
    assert "Hit * – §" in printed
    assert all(sign in PAGE for sign in MARKS.values())


@pytest.mark.parametrize(
    "line", [line for line in SAMPLE.splitlines() if re.match(r"(title|rule|corner|notes|row|column) = ", line)]
)
def test_every_key_of_the_sample_is_read(line: str) -> None:
    with pytest.raises(DataError, match=f"x{line.split(maxsplit=1)[0]}"):
        read_charts(parse_toml(f"\n{SAMPLE}".replace(f"\n{line}", f"\nx{line}", 1)))


# ---- The Ottomans, against what its rules say and what no table may break

ODDS = ("0.25:1", "0.5:1", "1:1", "2:1", "3:1", "4:1", "5:1", "6+:1")


def test_the_combat_table_agrees_with_the_printed_example_and_grows_with_die_and_odds() -> None:
    chart = OTTOMANS["combat_results"]
    assert chart.cell("2", "3:1") == Cell("BB", "BB", "text", "9.12")
    grades = {code: grade for grade, code in enumerate(("AE", "BB", "DD", "DE"))}
    lines = [[grades[chart.cell(str(die), odds).code] for odds in ODDS] for die in range(1, 7)]
    assert all(line == sorted(line) for line in [*lines, *map(list, zip(*lines, strict=True))])


def test_two_dice_name_each_of_36_nations_once_and_every_event_is_explained() -> None:
    regions = [cell.code for row in OTTOMANS["region_determination"].rows for cell in row.cells]
    assert len(set(regions)) == len(regions) == 36
    events = {cell.code for row in OTTOMANS["random_events"].rows for cell in row.cells}
    assert events - {saying.code for saying in OTTOMANS["random_events"].legend} == {"none"}
    assert sum(cell.code == "region_out" for row in OTTOMANS["random_events"].rows for cell in row.cells) == 6


def test_the_turns_run_from_1450_to_1571() -> None:
    turns = OTTOMANS["turn_record"]
    years = [row.cells[0].words for row in turns.rows]
    assert years == ["1450–59", "1460–69", "1470–79", "1480–89", "1490–99", "1500–09", "1510–19", *years[7:]]
    assert years[7:] == ["1520–29", "1530–39", "1540–49", "1550–59", "1560–69", "1570–71"]
    assert turns.cell("2", "Years").rule == "28-2", "a correction that the rules print"


def test_agents_reach_further_with_a_higher_die() -> None:
    chart = OTTOMANS["agent_operations"]
    got = {head.words: "".join(row.cells[k].code for row in chart.rows) for k, head in enumerate(chart.columns)}
    assert got == {
        "Assassination": "RRNNAAAA",
        "Espionage": "RNNEEEEE",
        "Coup": "RRNNNCCC",
        "Treachery": "RRNT1T1T2T2T2",
        "Diplomacy": "RNNNNDDD",
    }


def test_cells_of_another_copy_lie_over_those_of_the_table() -> None:
    text = """
format = "charts/1"
[chart.x]
title = "X"
columns = ["a", "b"]
rows = [[1, "p", "q"], [2, "r", "s"]]
provenance = "text"
[[chart.x.cell]]
row = 1
provenance = "reconstructed"
[chart.x.printed.1]
b = "t"
"""
    chart = read_charts(parse_toml(text, "x"))["x"]
    cells = [[(cell.code, cell.provenance) for cell in row.cells] for row in chart.rows]
    assert cells == [[("p", "reconstructed"), ("t", "secondary")], [("r", "text"), ("s", "text")]]
