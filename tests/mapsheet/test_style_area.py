"""The part of a style that draws maps of regions: readable on every tint, and factions that no eye takes for each other."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from mapsheet.errors import DataError
from mapsheet.style import AREA_BORDERS, AREA_LETTERING, PATTERNS, Area, Style, Tint, load_style
from tests.mapsheet.colour_science import channels, contrast, lightness
from tests.mapsheet.colour_vision import EYES, apart, lab

ON_LAND = ("region", "city", "critical", "code", "entry")


@pytest.fixture(params=["classic", "mono"])
def area(request: pytest.FixtureRequest) -> Area:
    return load_style(request.param).area


def test_the_formulas_give_known_values() -> None:
    assert lab((1.0, 1.0, 1.0)) == pytest.approx((100.0, 0.0, 0.0), abs=0.02)
    assert lab(channels("#777777"))[0] == pytest.approx(lightness(channels("#777777")), abs=0.01)
    # red and green of one lightness, which an eye without the middle cones takes for each other
    red, green = channels("#D98A7A"), channels("#A0A878")
    assert apart(red, green) > 30
    assert apart(red, green, "deuteranopia") < 12


@pytest.mark.parametrize("eye", EYES)
def test_every_pair_of_the_first_four_factions_differs_for_every_eye(eye: str) -> None:
    tints = load_style("classic").area.factions[:4]
    for one, other in combinations(tints, 2):
        assert apart(channels(one.fill), channels(other.fill), eye) >= 10, (one.fill, other.fill)


def test_every_pair_of_factions_differs_in_grey_or_pattern() -> None:
    for one, other in combinations(load_style("mono").area.factions, 2):
        apart_in_grey = abs(lightness(channels(one.fill)) - lightness(channels(other.fill)))
        assert apart_in_grey >= 5 or one.pattern != other.pattern, (one, other)


def test_mono_has_no_colour() -> None:
    area = load_style("mono").area
    used = [colour for tint in area.factions for colour in (tint.fill, tint.stripe)] + [pen.colour for pen in area.waterlines]
    used += [kind.colour for kind in area.lettering.values()] + [pen.colour for pen in area.border.values()]
    used += [area.sea.colour, area.special, area.coast.colour, area.city.anchor, area.city.ring.colour, area.strait.pen.colour]
    assert all(colour == "none" or colour[1:3] == colour[3:5] == colour[5:7] for colour in used)


def test_a_stripe_is_darker_than_its_tint(area: Area) -> None:
    for tint in (*area.factions, area.neutral):
        assert lightness(channels(tint.fill)) - lightness(channels(tint.stripe)) >= 5


def test_words_are_readable_on_every_tint(area: Area) -> None:
    grounds = [tint.fill for tint in area.factions] + [area.neutral.fill]
    for name in ON_LAND:
        for ground in grounds:
            assert contrast(channels(area.lettering[name].colour), channels(ground)) >= 4.5, (name, ground)
    for name, fill in (("sea", area.sea), ("entry", area.sea), ("closed_sea", area.closed_sea), ("closed", area.closed)):
        assert contrast(channels(area.lettering[name].colour), channels(fill.colour)) >= 4.5, name
    for disc in (area.value, area.sea_value):
        assert contrast(channels(disc.type.colour), channels(disc.fill.colour)) >= 4.5


@pytest.mark.parametrize("name", ["classic", "mono"])
def test_degrees_are_readable_on_the_paper(name: str) -> None:
    style: Style = load_style(name)
    assert contrast(channels(style.area.lettering["degree"].colour), channels(style.paper)) >= 4.5


def test_waterlines_thin_outwards(area: Area) -> None:
    widths = [area.coast.width, *(pen.width for pen in area.waterlines)]
    assert widths == sorted(widths, reverse=True)
    assert len(area.waterlines) == 3


def test_borders_differ_without_colour(area: Area) -> None:
    looks = {name: (pen.dash, round(pen.width, 1)) for name, pen in area.border.items() if name not in {"impassable", "closed"}}
    assert len(set(looks.values())) == len(looks), looks


def test_every_kind_is_there(area: Area) -> None:
    assert set(area.border) >= set(AREA_BORDERS)
    assert set(area.lettering) >= set(AREA_LETTERING)


def test_tints_go_by_id_else_by_place() -> None:
    area = load_style("classic").area
    own = Tint(area.sea.colour, area.special)
    named = area._replace(faction={"turks": own})
    assert named.tint("turks", 2) is own
    assert named.tint("others", 1) is area.factions[1]
    assert named.tint("others", len(area.factions) + 1) is area.factions[1]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("[area]\nfactions = []", "at least one colour"),
        ('[area]\nfactions = [{ fill = "#FFFFFF", stripe = "#000000", pattern = "stars" }]', "must be a pattern"),
        ("[area]\ncoats = 1", "is not known"),
        ("[area.lettering]\nregion = 1", "must be a table"),
    ],
)
def test_faults_are_told(tmp_path: Path, more: str, says: str) -> None:
    file = tmp_path / "own.toml"
    file.write_text(f'format = "style/1"\nbase = "classic"\n{more}\n', encoding="utf-8")
    with pytest.raises(DataError, match=says):
        load_style(file)


def test_patterns_are_told() -> None:
    assert PATTERNS[0] == "none"
