"""Styles: the shipped ones keep the printed page's rules, and a bad file is told all its faults."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

from mapsheet.errors import DataError, NotationError
from mapsheet.source import style_names
from mapsheet.style import Colour, Pen, Share, Style, load_style
from mapsheet.text import SMALLEST
from tests.mapsheet.colour_science import channels, contrast, lightness, over

SHIPPED = ["classic", "mono"]


@pytest.fixture(params=SHIPPED)
def style(request: pytest.FixtureRequest) -> Style:
    return load_style(request.param)


def leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        value = list(value.values())
    return [leaf for entry in value for leaf in leaves(entry)] if isinstance(value, list | tuple) else [value]


def test_the_formulas_give_known_values() -> None:
    assert contrast(channels("#000000"), channels("#FFFFFF")) == pytest.approx(21)
    assert contrast(channels("#777777"), channels("#FFFFFF")) == pytest.approx(4.48, abs=0.005)
    assert lightness(channels("#777777")) == pytest.approx(50.03, abs=0.02)
    assert over("#000000", 0.5, "#FFFFFF") == (0.5, 0.5, 0.5)


def test_shipped_styles_are_listed() -> None:
    assert style_names() == SHIPPED


def test_each_level_is_at_least_five_darker_than_the_one_below(style: Style) -> None:
    lights = [lightness(channels(tint)) for tint in style.levels]
    assert len(lights) >= 6
    assert all(below - above >= 5 for below, above in pairwise(lights)), lights


def test_hex_numbers_are_readable_on_every_tint_and_terrain(style: Style) -> None:
    grounds = [over(look.ground.colour, look.ground.opacity, tint) for look in style.look.values() for tint in style.levels]
    grounds += [channels(style.water.fill.colour), channels(style.paper)]
    ink = style.numbers
    for ground in grounds:
        under = "#" + "".join(f"{round(channel * 255):02X}" for channel in ground)
        assert contrast(over(ink.colour, ink.opacity, under), ground) >= 4.5, under


def test_words_beside_the_map_are_readable_on_its_paper(style: Style) -> None:
    for kind in ("title", "subtitle", "key_head", "key", "note", "scale", "compass", "track_head", "caption"):
        assert contrast(channels(style.lettering[kind].colour), channels(style.paper)) >= 4.5, kind


def test_names_are_readable_on_their_halo(style: Style) -> None:
    for name, kind in style.lettering.items():
        if kind.halo != "none":
            assert contrast(channels(kind.colour), channels(kind.halo)) >= 4.5, name


def test_track_words_are_readable_in_shaded_boxes(style: Style) -> None:
    for kind in ("track", "track_note"):
        for box in (style.margin.box, style.margin.box_marked):
            assert contrast(channels(style.lettering[kind].colour), channels(box.colour)) >= 4.5


def test_terrains_differ_by_symbol_or_lightness(style: Style) -> None:
    ground = style.levels[0]
    for (one, a), (other, b) in combinations(style.look.items(), 2):
        lights = [lightness(over(look.ground.colour, look.ground.opacity, ground)) for look in (a, b)]
        same = a.symbol == b.symbol and abs(lights[0] - lights[1]) < 5 and (a.size, a.spacing) == (b.size, b.spacing)
        assert not same, (one, other)


def test_mono_is_grey_and_tells_terrain_by_symbol() -> None:
    mono = load_style("mono")
    colours = [leaf for leaf in leaves(mono) if isinstance(leaf, str) and leaf.startswith("#")]
    assert len(colours) > 100
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours)
    symbols = [look.symbol for name, look in mono.look.items() if name not in ("clear", "grove")]
    assert len(symbols) == len(set(symbols))
    assert "none" not in symbols


def test_mono_takes_little_ink() -> None:
    mono, classic = load_style("mono"), load_style("classic")
    darkness = [sum(100 - lightness(channels(tint)) for tint in style.levels) for style in (mono, classic)]
    assert darkness[0] < darkness[1]
    assert mono.paper == mono.levels[0] == mono.water.fill.colour == "#FFFFFF"


def test_nothing_is_printed_under_five_points(style: Style) -> None:
    assert all(kind.size >= SMALLEST for kind in style.lettering.values())
    assert min(style.numbers.size, style.marks.cost.type.size, style.marks.letter.type.size) >= SMALLEST


def test_clear_and_blocked_differ_without_colour(style: Style) -> None:
    assert not style.marks.clear.dash
    assert style.marks.blocked.dash


def test_levels_beyond_the_tints_take_the_last(style: Style) -> None:
    assert style.level(0) == style.levels[0]
    assert style.level(99) == style.levels[-1]
    assert style.level(-1) == style.levels[0]


def test_pens_give_attributes_of_lines() -> None:
    line = Pen(colour=Colour("#112233"), opacity=Share(0.5)).line()
    assert (line["fill"], line["stroke"], line["stroke_opacity"]) == ("none", "#112233", 0.5)
    assert line["stroke_dasharray"] is None


# ---- files


def saved(folder: Path, text: str, name: str = "own.toml") -> Path:
    path = folder / name
    path.write_bytes(text.encode())
    return path


def test_a_base_gives_all_that_is_not_stated(tmp_path: Path) -> None:
    own = load_style(saved(tmp_path, 'format = "style/1"\nbase = "classic"\n[lettering.place]\nsize = 5\n'))
    classic = load_style("classic")
    assert own.lettering["place"] == classic.lettering["place"]._replace(size=5)  # type: ignore[arg-type]
    assert own._replace(name="classic", lettering=classic.lettering) == classic


def test_a_base_may_be_a_file_beside(tmp_path: Path) -> None:
    saved(tmp_path, 'format = "style/1"\nbase = "mono"\nink = "#123456"\n', "first.toml")
    own = load_style(saved(tmp_path, 'format = "style/1"\nbase = "first.toml"\npaper = "#FEFEFE"\n'))
    assert (own.ink, own.paper, own.levels) == ("#123456", "#FEFEFE", load_style("mono").levels)


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = saved(tmp_path, 'format = "style/1"\nbase = "classic"\nink = "#111111"\n')
    assert load_style(path).ink == "#111111"
    saved(tmp_path, 'format = "style/1"\nbase = "classic"\nink = "#222222"\n')
    assert load_style(path).ink == "#222222"


def test_harmless_variants_of_the_file_are_the_same(tmp_path: Path) -> None:
    text = 'format = "style/1"\nbase = "classic"\nink = "#111111"\n'
    plain = load_style(saved(tmp_path, text))
    assert load_style(saved(tmp_path, "\ufeff" + text.replace("\n", "\r\n"))) == plain


def test_all_faults_come_at_once_with_key_path_and_nearest_name(tmp_path: Path) -> None:
    path = saved(
        tmp_path,
        """
        format = "style/2"
        base = "classic"
        papr = "#FFFFFF"
        ink = "red"
        levels = ["#FFF", 3]
        grid = { width = -1, opaciti = 0.4 }
        [numbers]
        size = 1.2
        [look.heath]
        ground = { colour = "#11223344" }
        symbol = "tuft"
        size = nan
        [lettering]
        title = { face = "serif-bod" }
        place = "big"
        [marks]
        ghost = true
        """,
    )
    with pytest.raises(DataError) as caught:
        load_style(path)
    told = {fault.key: fault.message for fault in caught.value.faults}
    assert set(told) == {
        *("format", "papr", "ink", "levels.0", "levels.1", "grid.width", "grid.opaciti", "numbers.size"),
        *("look.heath.ground.colour", "look.heath.symbol", "look.heath.size", "lettering.title.face", "lettering.place"),
        "marks.ghost",
    }
    assert "did you mean 'paper'" in told["papr"]
    assert "did you mean 'opacity'" in told["grid.opaciti"]
    assert "5 point" in told["numbers.size"]
    assert {fault.key: (fault.line, fault.column) for fault in caught.value.faults}["look.heath.size"] == (13, 16)
    assert all(fault.file == str(path) and fault.line for fault in caught.value.faults)


def test_a_style_without_a_base_must_be_whole(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        load_style(saved(tmp_path, 'format = "style/1"\npaper = "#FFFFFF"\nlettering = {}\n'))
    missing = {fault.key for fault in caught.value.faults if fault.message.endswith("is missing")}
    assert {"ink", "levels", "grid", "marks", "lettering.title", "lettering.caption"} <= missing
    assert "paper" not in missing


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('base = "clasic"', "base"),
        ("base = 3", "base"),
        ('base = "own.toml"', "base"),
        ('base = "none.toml"', "base"),
        ("ink = ", ""),
    ],
)
def test_bad_bases_and_broken_files_are_data_errors(text: str, key: str, tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        load_style(saved(tmp_path, text))
    (fault,) = caught.value.faults
    assert (fault.key, fault.file) == (key, str(tmp_path / "own.toml"))


@pytest.mark.parametrize("name", ["clasic", "../classic", "/etc/passwd", "none.toml", "", "classic\n"])
def test_names_that_are_no_style_are_refused(name: str) -> None:
    with pytest.raises(NotationError, match="style"):
        load_style(name)


def test_a_halo_grows_with_its_letters() -> None:
    from mapsheet.panelstyle import with_least_type

    kind = load_style("classic").lettering["place"]
    grown = with_least_type(kind, 3 * kind.size)
    assert (grown.size, grown.halo_width) == (pytest.approx(3 * kind.size), pytest.approx(3 * kind.halo_width))
    assert with_least_type(kind, 0.5 * kind.size) == kind
