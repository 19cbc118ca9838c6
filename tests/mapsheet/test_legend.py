"""Marginalia: each lies in the box it says, measures are true, words fit their room."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mapsheet import legend
from mapsheet.box import Box, union
from mapsheet.errors import NotationError
from mapsheet.legend import Key, KeyRow, Scale
from mapsheet.sheet import Layer, Sheet
from mapsheet.style import Style, load_style
from mapsheet.text import SMALLEST, measure
from mapsheet.typeset import cap_height, fitted, paragraph, width
from tests.mapsheet.drawn import shapes, words

STYLE = load_style("classic")
LONG = "Terrain and levels reconstructed from the rules and from nineteenth-century surveys; every hex says its own. " * 2


def plain(layer: Layer, box: Box) -> None:
    layer.rect(box, fill="#EFECD6")


COSTS = {"Clear": "1", "Marsh": "2", "River, burn, pools": "prohibited", "Road": ""}
ROWS = [KeyRow(plain, name, cost) for name, cost in COSTS.items()]
TITLE = "Robert at Bannockburn"

PARTS: dict[str, Callable[[Layer, Style], Box]] = {
    "title": lambda layer, style: legend.title_block(layer, style, (10, 12), title=TITLE, subtitle="24 June 1314"),
    "narrow title": lambda layer, style: legend.title_block(layer, style, (10, 12), title=TITLE, room=60),
    "key": lambda layer, style: legend.terrain_key(layer, style, (10, 12), Key(ROWS, 2), room=120),
    "key without heading": lambda layer, style: legend.terrain_key(layer, style, (10, 12), Key(ROWS, 1, ""), room=60),
    "compass": lambda layer, style: legend.compass(layer, style, (50, 50), radius=14),
    "turned compass": lambda layer, style: legend.compass(layer, style, (50, 50), radius=14, north=155),
    "scale": lambda layer, style: legend.scale_bar(layer, style, (20, 20), Scale(14.9, 70)),
    "odd scale": lambda layer, style: legend.scale_bar(layer, style, (20, 20), Scale(9.3, 333.3, "metres", 7)),
    "ruler": lambda layer, style: legend.ruler(layer, style, (20, 20)),
    "provenance": lambda layer, style: legend.provenance(layer, style, LONG, (20, 20), room=90),
    "frame": lambda layer, style: legend.frame(layer, style, Box(5, 5, 200, 100)),
}


def drawn(part: str, style: Style = STYLE) -> tuple[Sheet, Box]:
    sheet = Sheet(300, 200, title=part)
    return sheet, PARTS[part](sheet.layer("margin"), style)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", ["classic", "mono"])
def test_the_box_is_what_the_drawing_covers(part: str, name: str) -> None:
    sheet, box = drawn(part, load_style(name))
    covered = union(box for _, box in shapes(sheet))
    assert box.grown(0.06).holds(covered)
    # the box may have air where a heading's ascenders or a short last column could be, not more
    assert covered.grown(3.5).holds(box)


def test_a_long_title_is_made_to_fit() -> None:
    sheet, box = drawn("narrow title")
    assert box.width <= 60
    assert words(sheet)["ROBERT AT BANNOCKBURN"].height < cap_height(STYLE.lettering["title"])


def test_every_row_of_the_key_has_its_sample_its_name_and_its_cost_beside_it() -> None:
    given: list[Box] = []
    sheet = Sheet(200, 100, title="key")
    rows = [KeyRow(lambda _, box: given.append(box), f"name {k}", f"cost {k}") for k in range(5)]
    box = legend.terrain_key(sheet.layer("margin"), STYLE, (10, 10), Key(rows, 2), room=130)
    found = words(sheet)
    assert len(given) == 5
    assert not any(a.overlaps(b) for i, a in enumerate(given) for b in given[i + 1 :])
    for k, sample in enumerate(given):
        name, cost = found[f"name {k}"], found[f"cost {k}"]
        assert box.holds(sample)
        assert sample.right < name.left < name.right < cost.left
        assert sample.top < name.top < name.bottom < sample.bottom
    assert not any(a.overlaps(b) for a in found.values() for b in given)


def test_a_long_name_in_the_key_leaves_the_cost_alone() -> None:
    sheet = Sheet(200, 100, title="key")
    row = KeyRow(plain, "Enclosures, orchards, and gardens", "prohibited")
    legend.terrain_key(sheet.layer("margin"), STYLE, (10, 10), Key([row]), room=70)
    assert words(sheet)[row.name].right < words(sheet)["prohibited"].left


@pytest.mark.parametrize(("north", "x", "y"), [(0, 50, 36), (90, 64, 50), (180, 50, 64), (-30, 50 - 7, 50 - 14 * 3**0.5 / 2)])
def test_the_compass_points_north(north: float, x: float, y: float) -> None:
    sheet = Sheet(100, 100, title="compass")
    legend.compass(sheet.layer("margin"), STYLE, (50, 50), radius=14, north=north)
    tips = [box for element, box in shapes(sheet, "path")]
    assert any(abs(box.left - x) < 0.02 or abs(box.right - x) < 0.02 for box in tips)
    assert any(abs(box.top - y) < 0.02 or abs(box.bottom - y) < 0.02 for box in tips)
    letter = words(sheet)["N"].centre
    # N stands beyond the tip, on the same line from the middle
    assert (letter[0] - 50) * (y - 50) == pytest.approx((letter[1] - 50) * (x - 50), abs=12)
    assert (letter[0] - 50) ** 2 + (letter[1] - 50) ** 2 > 15**2


def test_the_scale_is_ten_hexes_and_seven_hundred_yards() -> None:
    sheet, _ = drawn("scale")
    bars = [box for element, box in shapes(sheet, "rect") if element.get("fill") == "none"]
    assert [box.width for box in bars] == [pytest.approx(149), pytest.approx(149)]
    found = words(sheet)
    assert {"0", "2", "10", "100", "700", "hexes", "yards"} <= set(found)
    assert found["10"].centre[0] == pytest.approx(20 + 149, abs=0.3)
    assert found["700"].centre[0] == pytest.approx(20 + 149, abs=0.3)
    assert found["200"].centre[0] == pytest.approx(20 + 200 / 70 * 14.9, abs=0.3)


@pytest.mark.parametrize("scale", [Scale(0, 70), Scale(14.9, -1), Scale(14.9, 70, "yards", 0), Scale(float("nan"), 70)])
def test_scales_that_are_none_are_refused(scale: Scale) -> None:
    with pytest.raises(NotationError, match="above 0"):
        legend.scale_bar(Sheet(10, 10, title="x").layer("a"), STYLE, (0, 0), scale)


@pytest.mark.parametrize(("hexes", "per_hex"), [(1, 1), (3, 0.004), (10, 70), (12, 1e6), (40, 184)])
def test_scale_marks_never_run_over_each_other(hexes: int, per_hex: float) -> None:
    sheet = Sheet(2000, 100, title="scale")
    legend.scale_bar(sheet.layer("a"), STYLE, (20, 20), Scale(30, per_hex, "yards", hexes))
    found = list(words(sheet).values())
    assert len(found) >= 4
    assert not any(a.overlaps(b) for i, a in enumerate(found) for b in found[i + 1 :])


def test_the_ruler_is_exactly_a_hundred_millimetres_and_four_inches() -> None:
    sheet, _ = drawn("ruler")
    widths = sorted(box.width for _, box in shapes(sheet, "path") if box.width > 90)
    assert widths == [pytest.approx(100, abs=0.001), pytest.approx(101.6, abs=0.001), pytest.approx(101.6, abs=0.001)]
    assert {"100 mm", "4 in"} <= set(words(sheet))


def test_provenance_stands_on_one_line_where_it_can_and_is_never_under_five_points() -> None:
    sheet = Sheet(300, 100, title="note")
    box = legend.provenance(sheet.layer("a"), STYLE, "Terrain: reconstructed.", (5, 5), room=120)
    assert box.height < STYLE.lettering["note"].size
    sheet, box = drawn("provenance")
    assert box.width <= 90
    assert len(words(sheet)) > 1
    smallest = measure("x", "sans", SMALLEST).cap_height
    assert all(line.height > 0.9 * smallest for line in words(sheet).values())


def test_fitted_never_grows_and_never_goes_under_five_points() -> None:
    kind = STYLE.lettering["place"]
    assert fitted("Forth", kind, 500) == kind
    assert width("Forth", fitted("Forth", kind, 8)) == pytest.approx(8)
    assert fitted("Forth", kind, 0.1).size == 1.764


def test_paragraphs_stay_in_their_room() -> None:
    sheet = Sheet(300, 100, title="text")
    box = paragraph(sheet.layer("a"), LONG, STYLE.lettering["caption"], (10, 10), room=80)
    assert box.width <= 80.1
    assert box.height > 10
