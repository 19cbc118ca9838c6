"""The lint of the print: every finding has a sample that brings it up, and a near one that does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mapsheet.box import Box
from mapsheet.counters import read_counters
from mapsheet.errors import DataError
from mapsheet.fields import Fields
from mapsheet.lint import CODES, Finding, Waiver, take_waivers, weigh
from mapsheet.lint.alike import APART, Swatch, differences, find_alike, over
from mapsheet.lint.printed import Print, find_low_contrast, find_overlaps, find_printed, find_unsafe_ink
from mapsheet.lint.sizes import find_big_counters, find_counter_faults, find_small_type
from mapsheet.sheet import Sheet
from mapsheet.source import parse_toml
from mapsheet.style import Em, load_style
from mapsheet.text import outline
from tests.commands import areamap_command, hexmap_command, mapsheet_command
from tests.mapsheet.colour_science import channels, contrast, lightness
from tests.mapsheet.colour_vision import apart

TITLES = [
    "bannockburn", "examples/point-to-point",
    *(pytest.param(title, marks=pytest.mark.slow) for title in ("angorra", "ottomans", "byzantium", "allies")),
]


def sheet_of_words(ink: str, ground: str, *, halo: str | None = None, at: float = 20.0) -> Sheet:
    sheet = Sheet(80, 40, title="Words", paper="#FFFFFF")
    sheet.layer("ground").rect(Box(10, 10, 70, 30), fill=ground)
    sheet.layer("names").lettering(outline("Carse", "serif", 5, at=(at, 22)), ink, halo=halo)
    return sheet


# -- contrast --------------------------------------------------------------------------------------------------------


@pytest.mark.cairo
@pytest.mark.parametrize(("ink", "ground", "is_found"), [
    ("#6B4A22", "#CAAB71", True), ("#493217", "#CAAB71", False), ("#777777", "#FFFFFF", True), ("#757575", "#FFFFFF", False),
])
def test_low_contrast_is_found_by_the_published_formula(ink: str, ground: str, is_found: bool) -> None:
    found = [*find_low_contrast(Print(sheet_of_words(ink, ground).to_svg()))]
    assert bool(found) == is_found == (contrast(channels(ink), channels(ground)) < 4.5)
    for finding in found:
        assert (finding.code, finding.place) == ("L-04", "Carse")
        assert finding.figures["contrast"] == pytest.approx(contrast(channels(ink), channels(ground)), abs=0.01)


@pytest.mark.cairo
def test_words_on_a_halo_stand_on_that() -> None:
    assert not [*find_low_contrast(Print(sheet_of_words("#6B4A22", "#CAAB71", halo="#FFFFFF").to_svg()))]
    assert [*find_low_contrast(Print(sheet_of_words("#6B4A22", "#FFFFFF", halo="#CAAB71").to_svg()))]


@pytest.mark.cairo
def test_words_are_looked_at_on_every_tint_they_stand_on() -> None:
    sheet = sheet_of_words("#6B4A22", "#F4EFE0")
    sheet.layer("ground").rect(Box(24, 10, 70, 30), fill="#CAAB71")
    assert [finding.figures["ground"] for finding in find_low_contrast(Print(sheet.to_svg()))] == ["#CAAB71"]


@pytest.mark.cairo
@pytest.mark.parametrize(("opacity", "is_found"), [(1.0, False), (0.4, True)])
def test_numbers_are_looked_at_one_by_one(opacity: float, is_found: bool) -> None:
    sheet = Sheet(80, 40, title="Numbers", paper="#EFECD6")
    sheet.layer("numbers").numbers([("0101", 20, 20), ("0201", 50, 20)], 3, "#3A2F1E", stroke_opacity=opacity)
    found = [*find_low_contrast(Print(sheet.to_svg()))]
    assert bool(found) == is_found
    if found:
        assert found[0].figures["count"] >= 2


# -- room ------------------------------------------------------------------------------------------------------------


@pytest.mark.cairo
@pytest.mark.parametrize(("down", "is_found"), [(1.5, True), (8.0, False)])
def test_words_over_words(down: float, is_found: bool) -> None:
    sheet = sheet_of_words("#000000", "#FFFFFF")
    sheet.layer("names").lettering(outline("Burn", "serif", 5, at=(21, 22 + down)), "#000000")
    found = [*find_overlaps(Print(sheet.to_svg()))]
    assert bool(found) == is_found
    assert all(finding.place.startswith("Carse over Burn") for finding in found)


@pytest.mark.cairo
@pytest.mark.parametrize(("at", "edges"), [(20.0, []), (2.0, ["left edge"])])
def test_ink_near_the_edge(at: float, edges: list[str]) -> None:
    found = [*find_unsafe_ink(Print(sheet_of_words("#000000", "#FFFFFF", at=at).to_svg()))]
    assert [finding.place for finding in found] == edges


@pytest.mark.cairo
def test_an_even_ground_may_reach_the_edge() -> None:
    sheet = Sheet(82.3, 41.7, title="Ground", paper="#CAAB71")
    assert find_printed(sheet.to_svg()) == []


# -- type and colour -------------------------------------------------------------------------------------------------


def test_type_under_five_point() -> None:
    style = load_style("classic")
    assert [*find_small_type(style)] == []
    note = style.lettering["note"]._replace(size=Em(1.7))
    (found,) = find_small_type(style._replace(lettering={**style.lettering, "note": note}))
    assert (found.code, found.place) == ("L-03", "style.lettering.note")
    assert found.figures["pt"] == pytest.approx(4.82, abs=0.01)
    least = style.lettering["note"]._replace(size=Em(1.764))
    assert [*find_small_type(style._replace(lettering={**style.lettering, "note": least}))] == []


@pytest.mark.parametrize(("one", "other", "eyes"), [
    ("#D08060", "#D08060", {"full colour", "grey", "deuteranopia", "protanopia", "tritanopia"}),
    ("#F4F4F4", "#202020", set()),
    ("#C3563F", "#7E7B2F", {"deuteranopia"}),
])
def test_colours_that_an_eye_sees_alike(one: str, other: str, eyes: set[str]) -> None:
    (*found,) = find_alike("terrains", [Swatch("a", one), Swatch("b", other)])
    seen = set(found[0].figures["apart"]) if found else set()
    assert eyes <= seen if eyes else not seen
    # another texture tells them apart
    assert not [*find_alike("terrains", [Swatch("a", one, "dots"), Swatch("b", other, "waves")])]


@pytest.mark.parametrize(("one", "other"), [
    ("#E2AE99", "#B9C4E1"), ("#CFE0BE", "#F2DC9C"), ("#3C8357", "#B8352F"), ("#EFECD6", "#E7DBB8"), ("#101010", "#F0F0F0"),
])
def test_what_is_alike_here_is_alike_by_other_formulas(one: str, other: str) -> None:
    """The matrices of Machado and others, and CIE 1976, judge colours that are told far apart as far apart, too."""
    seen = differences(one, other)
    assert seen["grey"] == pytest.approx(abs(lightness(channels(one)) - lightness(channels(other))), abs=0.1)
    for eye in ("deuteranopia", "protanopia", "tritanopia"):
        if seen[eye] > 3 * APART:
            assert apart(channels(one), channels(other), eye) > APART


def test_neighbors_in_a_row_alone_are_compared() -> None:
    swatches = [Swatch("0", "#FFFFFF"), Swatch("1", "#808080"), Swatch("2", "#FEFEFE")]
    assert not [*find_alike("levels", swatches, in_order=True)]
    assert [finding.place for finding in find_alike("levels", swatches)] == ["levels 0 and 2"]


def test_a_tint_over_a_ground() -> None:
    assert over("none", 1.0, "#ABCDEF") == "#ABCDEF"
    assert over("#FFFFFF", 0.5, "#000000") == "#808080"


# -- counters --------------------------------------------------------------------------------------------------------


def counters(tmp_path: Path, size: str, *, ink: str = "#000000") -> object:
    (tmp_path / "counters.toml").write_text(
        f'format = "counters/1"\ntitle = "T"\n[side.red]\nname = "Red"\ncolour = "#FFFFFF"\nink = "{ink}"\n'
        f'[type.foot]\nname = "Foot"\nsize = "{size}"\nsymbol = "banner"\n'
        '[counter.one]\nname = "One"\nside = "red"\ntype = "foot"\n'
    )
    return read_counters(tmp_path / "counters.toml")


@pytest.mark.parametrize(("size", "across", "is_found"), [
    ("1/2in", 17.9, True), ("1/2in", 18.0, False), ("1x1/2in", 17.9, True),
    ("1x1/2in", 18.0, False), ("10mm", 14.1, True), ("10mm", 14.2, False),
])
def test_a_counter_longer_than_a_hex(size: str, across: float, is_found: bool, tmp_path: Path) -> None:
    found = [*find_big_counters(counters(tmp_path, size), across)]  # type: ignore[arg-type]
    assert bool(found) == is_found
    for finding in found:
        fits, wanted = finding.figures["counter_that_fits_mm"], finding.figures["hex_that_fits_mm"]
        assert fits * 2**0.5 <= across < (fits + 0.1) * 2**0.5
        assert wanted - 0.1 < finding.figures["diagonal_mm"] <= wanted + 0.005


@pytest.mark.parametrize(("ink", "is_found"), [("#FFFF00", True), ("#000000", False)])
def test_faults_of_counters_are_findings(ink: str, is_found: bool, tmp_path: Path) -> None:
    found = [*find_counter_faults(counters(tmp_path, "1/2in", ink=ink), load_style("classic"))]  # type: ignore[arg-type]
    assert bool(found) == is_found
    assert {finding.code for finding in found} <= {"L-10"}


# -- waivers ---------------------------------------------------------------------------------------------------------

GREY = Finding("L-05", "factions Reds and Greens", "alike: grey 1 of 4")
FAINT = Finding("L-04", "Carse", "#6B4A22 on #CAAB71")


def test_a_waiver_covers_what_it_is_about_and_nothing_else() -> None:
    waiver = Waiver("L-05", "told by pattern elsewhere", "grey")
    assert [f.waived for f in weigh([GREY, FAINT], [waiver])] == ["", waiver.reason]
    other = GREY._replace(message="alike: tritanopia 1 of 4")
    assert not any(f.waived for f in weigh([other], [waiver]))


def test_a_waiver_of_nothing_is_a_finding_itself() -> None:
    waiver = Waiver("L-05", "told by pattern elsewhere")
    assert [f.code for f in weigh([FAINT], [waiver])] == ["L-04", "L-11"]
    assert [f.code for f in weigh([GREY], [waiver])] == ["L-05"]
    assert [f.code for f in weigh([FAINT], [waiver], idle=False)] == ["L-04"]


@pytest.mark.parametrize("text", [
    'code = "L-99"\nreason = "because it is so"', 'code = "L-05"', 'code = "L-05"\nreason = "so"',
    'code = "L-11"\nreason = "because it is so"', 'code = "L-05"\nreason = "because it is so"\nwhat = 1',
])
def test_bad_waivers_are_faults(text: str) -> None:
    fields = Fields(parse_toml(f"[[lint.waive]]\n{text}", "map.toml"))
    take_waivers(fields)
    with pytest.raises(DataError):
        fields.raise_faults()


def test_codes_are_in_order_and_named() -> None:
    assert [*CODES] == [f"L-{k:02}" for k in range(1, len(CODES) + 1)]
    assert len(set(CODES.values())) == len(CODES)


# -- maps ------------------------------------------------------------------------------------------------------------

SMALL = """format = "hexmap/1"
title = "Small"
[grid]
orientation = "{orientation}"
columns = 6
rows = 4
across_flats = "{across}"
[sheet]
size = "{size}"
[terrain.clear]
code = "."
[terrain.marsh]
code = "m"
{more}
[hexes]
terrain = \"\"\"
......
..mm..
......
......
\"\"\"
{after}
"""


def lint(tmp_path: Path, **changes: str) -> tuple[int, dict[str, list[str]]]:
    words = {"orientation": "flat", "across": "20 mm", "size": "a4", "more": "", "after": ""}
    (tmp_path / "map.toml").write_text(SMALL.format(**{**words, **changes}))
    result = hexmap_command("lint", str(tmp_path), "--json")
    places: dict[str, list[str]] = {}
    for finding in json.loads(result.output)["findings"]:
        places.setdefault(finding["code"], []).append(finding["place"])
    return result.code, places


@pytest.mark.cairo
def test_a_sound_map_prints_well(tmp_path: Path) -> None:
    counters(tmp_path, "1/2in")
    assert lint(tmp_path) == (0, {})


@pytest.mark.cairo
def test_a_map_with_faults(tmp_path: Path) -> None:
    counters(tmp_path, "1/2in")
    unused = '[terrain.sand]\ncode = "s"\n[terrain.bog]\ncode = "b"\ndraw = "marsh"'
    code, found = lint(tmp_path, across="14 mm", orientation="pointy", more=unused)
    assert code == 2
    assert found["L-07"] == ["terrain bog", "terrain sand"]
    assert len(found["L-01"]) == 1
    assert len(found["L-02"]) == 1


@pytest.mark.cairo
def test_terrains_drawn_alike(tmp_path: Path) -> None:
    rows = "......\n..mb..\n......\n......"
    text = SMALL.replace("......\n..mm..\n......\n......", rows)
    words = {"orientation": "flat", "across": "20 mm", "size": "a4", "after": ""}
    for draw, expected in (("marsh", 2), ("wood", 0)):
        (tmp_path / "map.toml").write_text(text.format(more=f'[terrain.bog]\ncode = "b"\ndraw = "{draw}"', **words))
        assert hexmap_command("lint", str(tmp_path)).code == expected


@pytest.mark.cairo
def test_small_names_and_a_key_without_room(tmp_path: Path) -> None:
    label = '[[label]]\ntext = "Tiny"\nat = "0102"\nsize = "{}"\n'
    assert "L-03" in lint(tmp_path, after=label.format("1.5 mm"))[1]
    assert "L-03" not in lint(tmp_path, after=label.format("1.8 mm"))[1]
    assert "L-06" in lint(tmp_path, size="125x100mm")[1]
    assert "L-06" not in lint(tmp_path)[1]


@pytest.mark.cairo
def test_a_waived_finding_is_told_and_does_no_harm(tmp_path: Path) -> None:
    waive = '[[lint.waive]]\ncode = "L-07"\nreason = "kept for the scenarios"\n'
    code, found = lint(tmp_path, more='[terrain.sand]\ncode = "s"', after=waive)
    assert (code, found) == (0, {"L-07": ["terrain sand"]})
    assert lint(tmp_path, after=waive) == (2, {"L-11": ["lint.waive 1"]})


@pytest.mark.cairo
@pytest.mark.parametrize("title", TITLES)
def test_shipped_titles_print_well_or_say_why_not(title: str) -> None:
    result = mapsheet_command("lint", title, "--json")
    told = json.loads(result.output)
    assert [finding for finding in told["findings"] if not finding["waived"]] == []
    assert result.code == 0


@pytest.mark.cairo
def test_factions_without_a_space_and_alike(tmp_path: Path) -> None:
    assert areamap_command("new", str(tmp_path / "b")).code == 0
    clean = areamap_command("lint", str(tmp_path / "b"), "--json")
    assert json.loads(clean.output)["findings"] == []
    path = tmp_path / "b" / "map.toml"
    more = '\n[faction.zz]\nname = "Nobody"\ncolour = "#808080"\n[faction.yy]\nname = "None"\ncolour = "#828282"\n'
    path.write_text(path.read_text() + more)
    found = json.loads(areamap_command("lint", str(tmp_path / "b"), "--json").output)["findings"]
    assert {finding["code"] for finding in found} == {"L-05", "L-07"}
