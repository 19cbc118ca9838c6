"""The whole of a title as one PDF: its parts in order, counted, told on the cover, and refused where they do not tally."""

from __future__ import annotations

import json
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from pypdf import PdfReader

from mapsheet.box import Box, union
from mapsheet.counters import CounterSet, SheetPlan
from mapsheet.counters.sheetpages import counter_pages, draw_page
from mapsheet.errors import DataError
from mapsheet.export import Page, page_size
from mapsheet.kit import KitJob, Part, counters_part, refuse_tally
from mapsheet.kit.cover import Told, cover, page_ranges
from mapsheet.kit.parts import map_part, thrifty
from mapsheet.pages import Plan, fewest, snug
from mapsheet.pages.master import read_master
from mapsheet.sheet import Sheet
from mapsheet.style import Style, load_style
from mapsheet.units import Size, told
from tests.commands import Ran, hexmap_command, mapsheet_command
from tests.counters_text import counters_text

pytestmark = pytest.mark.cairo
A4 = Size(210.0, 297.0)
COUNTERS = counters_text(
    "The Ford", {"red": "#B5453C", "blue": "#3C5FA8"}, {"foot": 'size = "1x1/2in"', "bow": 'size = "1/2in"'},
    {"red/foot": 3, "blue/bow": 4}, inventory={"total": 7, "red": 3, "foot": 3},
)  # fmt: skip
SETUP = """
format = "position/1"
map = "ford"
provenance = "reconstructed"
[[unit]]
at = "0302+0301"
counter = "red/foot"
side = "red"
[[unit]]
at = "0505"
counter = "blue/bow"
side = "blue"
"""


@pytest.fixture
def title(tmp_path: Path) -> Path:
    folder = tmp_path / "ford"
    assert hexmap_command("new", str(folder), "--title", "The Ford", "--columns", "22", "--rows", "12").code == 0
    (folder / "counters.toml").write_text(COUNTERS, "utf-8")
    (folder / "setup.toml").write_text(SETUP, "utf-8")
    return folder


def kit(folder: Path, *words: str, name: str = "kit.pdf") -> Ran:
    return mapsheet_command("kit", str(folder), "-o", str(folder / name), *words)


def bookmarks(reader: PdfReader) -> dict[str, list[str]]:
    """Return the chapters of a PDF with the bookmarks under each."""
    found: dict[str, list[str]] = {}
    for item in reader.outline:
        if isinstance(item, list):
            found[[*found][-1]] = [str(each.title) for each in item if not isinstance(each, list)]
        else:
            found[str(item.title)] = []
    return found


def test_a_kit_holds_all_parts_in_order_under_bookmarks(title: Path) -> None:
    ran = kit(title, "--json")
    assert ran.code == 0, ran.errors
    answer = json.loads(ran.output)
    reader = PdfReader(title / "kit.pdf")
    assert answer["pages"] == len(reader.pages)
    assert [part["part"] for part in answer["parts"]] == ["Map", "Counters", "Set-up", "Players' aid"]
    assert bookmarks(reader) == {"Cover": [], **{part["part"]: part["labels"] for part in answer["parts"]}}
    assert answer["parts"][0]["first"] == 2
    for part, after in zip(answer["parts"], [*answer["parts"][1:], {"first": answer["pages"] + 1}], strict=True):
        assert (part["last"] + 1, part["last"] - part["first"] + 1) == (after["first"], part["pages"])
    assert reader.metadata is not None
    assert reader.metadata.title == "The Ford"
    assert str(reader.root_object["/ViewerPreferences"]) == "{'/PrintScaling': '/None'}"
    for page in reader.pages:
        sides = sorted(float(side) * 25.4 / 72 for side in (page.mediabox.width, page.mediabox.height))
        assert sides == pytest.approx(sorted(A4), abs=0.02)


def test_the_counts_are_those_of_the_pages(title: Path) -> None:
    answer = json.loads(kit(title, "--json").output)
    counts = {part["part"]: part["counts"] for part in answer["parts"]}
    assert counts["Counters"] == {"pieces": 7, "pieces of red": 3, "pieces of foot": 3, "pieces of blue": 4}
    assert counts["Set-up"] == {"kinds of counters": 2}
    assert answer["absent"] == []


def test_a_title_with_a_map_alone_is_a_smaller_kit(title: Path) -> None:
    (title / "counters.toml").unlink()
    (title / "setup.toml").unlink()
    answer = json.loads(kit(title, "--json", "--paper", "letter").output)
    assert [part["part"] for part in answer["parts"]] == ["Map", "Players' aid"]
    assert answer["absent"] == ["counters", "set-up"]


def test_what_does_not_tally_is_refused_and_nothing_written(title: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lossy(found: CounterSet, style: Style, plan: SheetPlan) -> list[Page]:
        pages = [draw_page(found, style, plan, page) for page in counter_pages(found, plan)]
        return [page._replace(svg=page.svg.replace('id="front-2"', 'id="lost"')) for page in pages]

    monkeypatch.setattr("mapsheet.counters.sheetpages.sheets", lossy)
    ran = kit(title)
    assert (ran.code, ran.output) == (2, "")
    assert "Counters: 6 pieces on its pages, 7 in the inventory" in ran.errors
    assert "2 pieces of red on its pages, 3 in the inventory" in ran.errors
    assert not (title / "kit.pdf").exists()


@pytest.mark.parametrize(("words", "name"), [
    (("--paper", "40x30mm"), "kit.pdf"), (("--bleed", "-1mm"), "kit.pdf"), (("--duplex", "both"), "kit.pdf"), ((), "kit.svg"),
    ((), "kit"), (("--style", "none-such"), "kit.pdf"), (("--margin", "90mm"), "kit.pdf"),
], ids=str)  # fmt: skip
def test_bad_input_is_refused_and_nothing_written(title: Path, words: tuple[str, ...], name: str) -> None:
    before = sorted(title.iterdir())
    ran = kit(title, *words, name=name)
    assert (ran.code, ran.output) == (2, "")
    assert "Traceback" not in ran.errors
    assert sorted(title.iterdir()) == before


def test_a_false_inventory_is_refused(title: Path) -> None:
    (title / "counters.toml").write_text(COUNTERS.replace("total = 7", "total = 8"), "utf-8")
    ran = kit(title)
    assert ran.code == 2
    assert "the rows have 7, the inventory says 8" in ran.errors


def test_a_tally_names_every_difference() -> None:
    one = Part("Map", [], "", holds={"hexes": 3}, due={"hexes": 4, "seas": 1})
    with pytest.raises(DataError) as caught:
        refuse_tally([one, Part("Aid", [], "", holds={"tables": 2}, due={"tables": 2})])
    assert [fault.message for fault in caught.value.faults] == [
        "Map: 3 hexes on its pages, 4 in the inventory", "Map: 0 seas on its pages, 1 in the inventory",
    ]


def told_words(page: Page) -> list[str]:
    return [label for element in ET.fromstring(page.svg).iter() if (label := element.get("aria-label"))]


@pytest.mark.parametrize("paper", [A4, Size(215.9, 279.4), Size(148.0, 210.0), Size(297.0, 420.0)], ids=str)
def test_the_cover_says_what_is_on_which_page_and_fits(paper: Size) -> None:
    empty = Page(Sheet(10, 10, title="empty").to_svg())
    given = [
        Part("Map", [empty] * 9, "9 pages", making=("Cut.", "Glue.")),
        Part("Counters", [empty] * 2, "70 counters", "both sides, turned about the long edge"),
        Part("Players' aid", [empty], "1 panel"),
    ]
    tale = Told("The Ford", given, [("Reds", 70, "70 of 1 × 1 mm")], "Where the data come from.")
    (page,) = cover(tale, load_style("classic"), paper)
    words = " ".join(told_words(page))
    for said in ("THE FORD", "2–10", "11–12", "13", "70 counters", "Reds", "Where the data come from.", "100 mm", "Glue."):
        assert said in words, said
    assert page_ranges(given) == [(2, 10), (11, 12), (13, 13)]
    assert page.trim is not None
    assert (page.trim.right, page.trim.bottom) == paper


@pytest.mark.parametrize("paper", [A4, Size(215.9, 279.4), Size(148.0, 210.0), Size(105.0, 148.0)], ids=str)
@pytest.mark.parametrize("nations", [1, 45])
def test_a_cover_of_many_nations_goes_on_overleaf(nations: int, paper: Size) -> None:
    empty = Page(Sheet(10, 10, title="empty").to_svg())
    given = [Part("Map", [empty] * 9, "9 pages", making=("Cut.", "Glue.")), Part("Counters", [empty] * 2, "70 counters")]
    sides = [(f"Nation {k}", k, f"{k} of 1/2 in (12.7 mm)") for k in range(1, nations + 1)]
    pages = cover(Told("The Ford", given, sides, "Where the data come from."), load_style("classic"), paper)
    words = [word for page in pages for word in told_words(page)]
    assert [word for word in words if word.startswith("Nation")] == [name for name, _, _ in sides]
    first = len(pages) + 1
    assert f"{first}–{first + 8}" in words
    for page in pages:
        master = read_master(page.svg)
        assert Box(0, 0, *paper).holds(union(node.box for node in master.walk() if node.is_lettering))
        assert sum("100 mm" in word or "50 mm" in word for word in told_words(page)) == 1
    assert all("continued" in " ".join(told_words(page)).lower() for page in pages[1:])


@pytest.mark.parametrize(("size", "words"), [
    ((12.7, 12.7), "1/2 in (12.7 mm)"), ((14.2875, 14.2875), "9/16 in (14.2875 mm)"),
    ((25.4, 12.7), "1 × 1/2 in (25.4 × 12.7 mm)"),
    ((38.1, 19.05), "1 1/2 × 3/4 in (38.1 × 19.05 mm)"), ((15, 15), "15 mm"), ((15, 12.7), "15 × 12.7 mm"),
])
def test_sizes_are_told_as_they_are_written(size: tuple[float, float], words: str) -> None:
    assert told(Size(*size)) == words


def test_the_overlap_is_the_one_that_needs_fewest_pages() -> None:
    sheet = Size(558.8, 431.8)
    plan = Plan(A4)
    found = thrifty([sheet], plan)
    counts = {overlap: fewest(sheet, plan._replace(overlap=float(overlap))).pages for overlap in range(10, 16)}
    assert counts[int(found)] == min(counts.values())
    assert all(counts[overlap] > counts[int(found)] for overlap in counts if overlap > found)


def test_sheets_are_told_apart_and_bare_edges_run_off() -> None:
    job = KitJob("x", None, None, SheetPlan(paper=A4))
    tray, wide = Sheet(215.9, 279.4, title="Tray", paper="#EEEEEE"), Sheet(350, 190, title="Board")
    tray.layer("ink").rect(Box(20, 20, 195.9, 259.4), fill="#000000")
    part = map_part({"board": wide.to_svg(), "tray_back": tray.to_svg()}, job)
    assert [page.label for page in part.pages[1:]] == ["board A1", "board A2", "tray back"]
    assert part.holds == part.due
    assert page_size(part.pages[-1].svg) == A4
    full = Sheet(215.9, 279.4, title="Tray")
    full.layer("ink").rect(Box(3, 3, 212.9, 276.4), fill="#000000")
    full.layer("ink").rect(Box(9, 3, 12.9, 276.4), fill="#000000")
    assert snug(full.to_svg(), A4) is None


def test_a_cover_without_room_is_refused() -> None:
    with pytest.raises(DataError, match="no room"):
        cover(Told("The Ford", [Part("Map", [], "1 page")]), load_style("classic"), Size(60.0, 60.0))


def test_counters_that_are_not_there_are_no_part(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text('format = "hexmap/1"\n', "utf-8")
    assert counters_part(KitJob(str(tmp_path), None, None, SheetPlan())) is None


def test_bannockburn_is_at_most_sixteen_pages_and_quick(tmp_path: Path) -> None:
    start = time.process_time()
    ran = hexmap_command("kit", "bannockburn", "-o", str(tmp_path / "kit.pdf"), "--json")
    assert ran.code == 0, ran.errors
    assert time.process_time() - start < 20
    assert len(PdfReader(tmp_path / "kit.pdf").pages) <= 16
