"""The board of Byzantium on paper: nothing overlaps, all lies within the frame, every space holds its tiles."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations

import pytest
from shapely import STRtree, box
from shapely.geometry.base import BaseGeometry

from areamap.asking import AreaMap
from areamap.draw.board import board_size, draw_board, sheets_of
from areamap.reader import load, loads
from mapsheet.errors import DataError, NotationError
from mapsheet.style import Style, load_style
from tests.areamap.drawn_board import Drawn, Word
from tests.house.tree import ROOT
from tests.mapsheet.colour_science import channels, contrast, lightness

STYLES = ["classic", "mono"]
TILE = 12.7
FIVE_POINT_CAPITAL = 1.764 * 0.48  # a small letter of the smallest type, x-high
# how many tiles may lie in a space at once: 2.2.1, 2.2.2, 6.2.1, 6.1.1, 8.3, 9.2, 10.1, 10.6.5
TILES = {
    "zone-zone_a": 6, "zone-zone_b": 6, "zone-zone_g": 6, "capital-constantinople": 20, "thema-nicaea": 4,
    "homeland-persia": 5, "box-arabia": 2, "box-available_outposts": 6, "box-basileus_box": 2, "box-dynasty_box": 2,
    "box-rome": 1, "box-tribe_a": 1, "box-hippodrome": 1, "box-lurking_box": 1,
}  # fmt: skip


@pytest.fixture(scope="module")
def board() -> AreaMap:
    return load("byzantium")


@pytest.fixture(scope="module", params=STYLES)
def style(request: pytest.FixtureRequest) -> Style:
    return load_style(request.param)


@pytest.fixture(scope="module")
def drawn(board: AreaMap, style: Style) -> Drawn:
    drawing = draw_board(board, style)
    assert drawing.left_out == []
    return Drawn(drawing.svg)


@pytest.fixture(scope="module", params=["tray", "tray_back"])
def tray(request: pytest.FixtureRequest, board: AreaMap, style: Style) -> Drawn:
    drawing = draw_board(board, style, request.param)
    assert drawing.left_out == []
    return Drawn(drawing.svg)


def placed(drawn: Drawn, board: AreaMap) -> dict[str, BaseGeometry]:
    names = {f"{space.kind}-{space.id}" for space in board.spaces.values()}
    bins = {name for name in drawn.groups if name.startswith("bin-")}
    return {name: drawn.outline(name) for name in drawn.groups if name in names | bins}


def strips(drawn: Drawn) -> dict[str, BaseGeometry]:
    return {name: drawn.outline(name) for name in drawn.groups if name.startswith("track-") and name.count("-") == 2}


def overlapping(shapes: dict[str, BaseGeometry], allowed: float = 1e-3) -> list[tuple[str, str]]:
    return [(a, b) for a, b in combinations(shapes, 2) if shapes[a].intersection(shapes[b]).area > allowed]


def clashing(words: list[Word]) -> list[tuple[str, str]]:
    """List the pairs of letterings that run into each other."""
    parts = [(k, letter.buffer(-0.02)) for k, word in enumerate(words) for letter in word.letters]
    tree = STRtree([letter for _, letter in parts])
    pairs = zip(*tree.query([letter for _, letter in parts], predicate="intersects"), strict=True)
    found = {tuple(sorted((parts[i][0], parts[j][0]))) for i, j in pairs if parts[i][0] != parts[j][0]}
    return [(words[i].text, words[j].text) for i, j in sorted(found)]


# -- the map ---------------------------------------------------------------------------------------------------------------


def test_spaces_and_tracks_keep_apart(drawn: Drawn, board: AreaMap) -> None:
    shapes = {**placed(drawn, board), **strips(drawn)}
    assert len(placed(drawn, board)) == 51 - 3 - 4 - 2  # reserves, mugs, discards and the tray are elsewhere
    assert len(strips(drawn)) == 28 + 14 + 14 + 4 + 3
    assert overlapping(shapes) == []


def test_spaces_leave_a_gap(drawn: Drawn, board: AreaMap) -> None:
    shapes = {name: shape.buffer(0.75) for name, shape in placed(drawn, board).items()}
    assert overlapping(shapes) == []


def test_no_words_run_into_each_other(drawn: Drawn) -> None:
    assert clashing(drawn.words()) == []


def test_words_of_a_space_stand_inside_it(drawn: Drawn, board: AreaMap) -> None:
    for name, shape in {**placed(drawn, board), **strips(drawn)}.items():
        for word in drawn.words(name):
            assert all(shape.covers(letter) for letter in word.letters), (name, word.text)


def test_roads_pass_no_other_space_and_no_track(drawn: Drawn, board: AreaMap) -> None:
    shapes = {**placed(drawn, board), **strips(drawn)}
    ends = {f"{space.kind}-{space.id}" for space in board.spaces.values()}
    for name, line in drawn.ways().items():
        _, _, *pair = name.split("-")
        own = {end for end in ends if end.split("-", 1)[1] in pair}
        wide = line.buffer(2.0 if "-path-" in name else 0.3)
        assert [other for other in shapes.keys() - own if shapes[other].intersects(wide)] == [], name


def test_roads_of_different_paths_meet_in_the_city_alone(drawn: Drawn, board: AreaMap) -> None:
    path_of = {space.id: space.path for space in board.spaces.values()}
    city = drawn.outline("capital-constantinople")
    roads: dict[str, list[BaseGeometry]] = {}
    for name, line in drawn.ways().items():
        if "-path-" in name:
            roads.setdefault(path_of[name.split("-")[3]], []).append(line.buffer(2.0).difference(city))
    assert sorted(roads) == ["A", "B", "D", "E", "G", "Z"]
    for one, other in combinations(roads, 2):
        assert not any(a.intersects(b) for a in roads[one] for b in roads[other]), (one, other)


def test_roads_join_their_spaces(drawn: Drawn, board: AreaMap) -> None:
    shapes = {name.split("-", 1)[1]: shape for name, shape in placed(drawn, board).items()}
    ways = drawn.ways()
    assert len([name for name in ways if "-path-" in name]) == 18
    assert len([name for name in ways if "-annex-" in name]) == 13
    for name, line in ways.items():
        _, _, a, b = name.split("-")
        assert line.intersects(shapes[a]), name
        assert line.intersects(shapes[b]), name
        assert line.difference(shapes[a].union(shapes[b])).length > 2, name


def test_all_lies_within_the_frame(drawn: Drawn, board: AreaMap) -> None:
    width, height = board_size(board)
    inside = box(4, 4, width - 4, height - 4)
    assert [shape.bounds for shape in drawn.everything() if not inside.covers(shape) and shape.area < 200_000] == []


@pytest.mark.parametrize("name", TILES)
def test_a_space_has_room_for_its_tiles(drawn: Drawn, name: str) -> None:
    slots, outline = drawn.slots(name), drawn.outline(name)
    assert len(slots) >= TILES[name]
    assert all(outline.covers(slot) for slot in slots)
    assert not any(a.intersects(b) for a, b in combinations(slots, 2))


def test_every_space_has_room_for_a_tile(drawn: Drawn, board: AreaMap) -> None:
    assert [name for name in placed(drawn, board) if not drawn.slots(name)] == []


def test_every_box_says_what_goes_in(drawn: Drawn, board: AreaMap) -> None:
    for name in placed(drawn, board):
        said = {word.text for word in drawn.words(name)}
        assert len(said) >= 2, name  # its name, and what it holds


def test_zones_hold_five_armies_and_a_siege(drawn: Drawn) -> None:
    for name in ("zone-zone_a", "zone-zone_b", "zone-zone_g"):
        said = [word.text for word in drawn.words(name)]
        assert said.count("army") == 5
        assert said.count("siege") == 1


def test_tribes_arabia_lurking_and_religion_are_round(drawn: Drawn) -> None:
    for name in ("tribe_a", "tribe_b", "tribe_g", "arabia", "lurking_box", "egyptian_religion"):
        shape = drawn.outline(f"box-{name}")
        assert shape.area / box(*shape.bounds).area == pytest.approx(0.785, abs=0.01)


def test_stations_show_their_order_and_ends_their_letter(drawn: Drawn) -> None:
    for name, mark in [("thema-nicaea", "1"), ("thema-greater_armenia", "4"), ("homeland-syria", "Ζ"), ("zone-zone_g", "Γ")]:
        assert mark in [word.text for word in drawn.words(name)]


def test_tracks_print_their_years_and_events(drawn: Drawn) -> None:
    said = {word.text for word in drawn.words("track-chronographia-0")}
    assert {"I", "421–460"} <= said
    assert "Ephesus" in drawn.title("track-chronographia-0")
    assert "+1 Α" in {word.text for word in drawn.words("track-strategikon-6")}


def test_the_outposts_and_boxes_lie_where_the_rules_say(drawn: Drawn, board: AreaMap) -> None:
    width, height = board_size(board)
    middle = {name.split("-", 1)[1]: shape.centroid for name, shape in placed(drawn, board).items()}
    assert middle["rome"].x < width / 3  # 10.1: the left side
    assert middle["greek_fire_box"].x > 0.9 * width  # App. E 8: the north-east corner
    assert middle["greek_fire_box"].y < height / 3
    assert middle["basileus_box"].y < height / 4  # 2.5: the upper edge
    assert middle["reforms_box"].x < width / 8  # 5.3.4: lower left
    assert middle["reforms_box"].y > 2 * height / 3
    crusades = drawn.outline("track-crusades-0").centroid  # 5.4.1: lower right
    assert crusades.x > 0.8 * width
    assert crusades.y > 0.6 * height
    for near, to in [("sicily", "zone_b"), ("holy_land", "jerusalem"), ("bulgarian_church", "zone_g")]:
        assert middle[near].distance(middle[to]) < 60
    waiting, strategikon = middle["military_event_waiting"], drawn.outline("track-strategikon-0")
    assert waiting.y > strategikon.bounds[3]  # 11.2: below the Strategikon


def test_ids_and_titles(drawn: Drawn) -> None:
    assert drawn.size() == ("457.2mm", "457.2mm")
    assert drawn.root.findtext("{http://www.w3.org/2000/svg}title") == "Sword of Orthodoxy"
    assert drawn.title("thema-cilicia") == "Cilicia; hostile-see; mountain"
    assert drawn.title("link-path-constantinople-nicaea") == "Constantinople – Nicaea (path; 10.6.6.2)"


def test_no_letter_is_under_five_point(drawn: Drawn) -> None:
    small = [word.text for word in drawn.words() if any(ch.isalnum() for ch in word.text) and word.size < FIVE_POINT_CAPITAL]
    assert small == []


# -- the tray --------------------------------------------------------------------------------------------------------------


def test_the_tray_is_a_letter_sheet_without_overlaps(tray: Drawn, board: AreaMap) -> None:
    assert tray.size() == ("215.9mm", "279.4mm")
    assert overlapping(placed(tray, board)) == []
    assert clashing(tray.words()) == []
    for name, shape in placed(tray, board).items():
        assert all(shape.covers(letter) for word in tray.words(name) for letter in word.letters), name
    inside = box(4, 4, 211.9, 275.4)
    assert all(inside.covers(shape) for shape in tray.everything())


def test_a_slot_for_every_tile(board: AreaMap) -> None:
    style = load_style("classic")
    trays = [Drawn(draw_board(board, style, name).svg) for name in ("tray", "tray_back")]
    slots = sum(len(tray.slots(name)) for tray in trays for name in placed(tray, board) if not name.startswith("box-"))
    assert slots == 176 - 28  # 2.1: the chits lie in their mug
    assert all(len(trays[0].slots(f"reserves-reserves_{p}")) == 6 for p in "abg")


def test_sheets_by_name(board: AreaMap) -> None:
    style = load_style("classic")
    assert sheets_of(board) == ("map", "tray", "tray_back")
    assert draw_board(board, style, "tray-back") == draw_board(board, style, "tray_back")
    with pytest.raises(NotationError, match="a sheet: map, tray, tray_back"):
        draw_board(board, style, "front")


# -- styles and bytes ------------------------------------------------------------------------------------------------------


def test_board_words_are_readable(style: Style) -> None:
    look = style.board
    grounds = {
        "city": [look.crown.colour], "caption": [look.place.colour, look.band.colour], "slot": [look.slot.colour],
        "letter": [look.badge.colour], "figure": [look.badge.colour], "strip": [style.paper], "box": [look.place.colour],
        "date": [look.place.colour], "beside": [look.place.colour], "water": [look.sea.colour],
        "name": [*look.tints, look.band.colour, look.place.colour],
    }  # fmt: skip
    assert grounds.keys() == look.lettering.keys()
    for kind, colours in grounds.items():
        for ground in colours:
            assert contrast(channels(look.lettering[kind].colour), channels(ground)) >= 4.5, (kind, ground)
    for kind, own in look.event.items():
        assert contrast(channels(own.colour), channels(look.place.colour)) >= 4.5, kind


def test_mono_has_no_colour_and_tints_stay_light() -> None:
    look = load_style("mono").board
    colours = [*look.tints, look.land.colour, look.sea.colour, look.wall.colour, *(e.colour for e in look.event.values())]
    assert all(len(set(channels(colour))) == 1 for colour in colours)
    for name in STYLES:
        board = load_style(name).board
        assert all(lightness(channels(tint)) >= 74 for tint in board.tints)
        assert len(set(board.tints)) == 6


PRINT = """
import hashlib
from areamap.draw.board import draw_board
from areamap.reader import load
from mapsheet.style import load_style
print(hashlib.sha256(draw_board(load("byzantium"), load_style("classic")).svg.encode()).hexdigest())
"""


def test_the_same_bytes_on_every_run() -> None:
    printed = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        ran = subprocess.run([sys.executable, "-c", PRINT], check=True, capture_output=True, text=True, env=environment)
        printed.add(ran.stdout)
    assert len(printed) == 1
    assert len(printed.pop()) == 65


# -- point-to-point maps and faults ----------------------------------------------------------------------------------------

SQUARE = """
format = "areamap/1"
title = "Four towns and a hill"
[sheet]
size = "150 mm x 120 mm"
[kind.rail]
look = "rail"
[kind.ferry]
look = "ferry"
[space.a]
kind = "node"
name = "Ayton"
at = [25, 60]
[space.b]
kind = "node"
name = "Beeston"
at = [125, 60]
[space.hill]
kind = "node"
name = "The Hill between"
at = [75, 60]
[space.c]
kind = "node"
name = "Ceres"
at = [75, 100]
[[link]]
kind = "rail"
between = ["a", "b"]
cost = 3
[[link]]
kind = "ferry"
between = ["a", "c"]
open = "not(storm)"
[[link]]
kind = "rail"
between = ["a", "hill"]
"""


def test_links_bend_round_the_boxes_of_others(style: Style) -> None:
    drawn = Drawn(draw_board(loads(SQUARE), style).svg)
    ways = drawn.ways()
    hill = drawn.outline("node-hill")
    assert not ways["link-rail-a-b"].intersects(hill.buffer(1))
    assert ways["link-rail-a-b"].length > 100
    assert ways["link-ferry-a-c"].length == pytest.approx(64, abs=0.5)
    said = [word.text for word in drawn.words()]
    assert {"3", "*", "Ayton", "The Hill between"} <= set(said)
    assert "* Ayton – Ceres: if not(storm)" in said
    assert "if not(storm)" in drawn.title("link-ferry-a-c")
    assert clashing(drawn.words()) == []


def test_the_example_of_a_point_to_point_map(style: Style) -> None:
    board = load(ROOT / "examples/highlands")
    drawn = Drawn(draw_board(board, style).svg)
    shapes = placed(drawn, board)
    assert overlapping(shapes) == []
    assert clashing(drawn.words()) == []
    for name, line in drawn.ways().items():
        _, _, a, b = name.split("-")
        others = [shape for other, shape in shapes.items() if other not in {f"node-{a}", f"node-{b}"}]
        assert not any(line.intersects(shape) for shape in others), name
    width, height = board_size(board)
    assert all(box(4, 4, width - 4, height - 4).covers(shape) for shape in drawn.everything())


def test_the_sample_of_the_page_is_drawn(style: Style) -> None:
    page = (ROOT / "data/README.md").read_text("utf-8")
    sample = page.split("## Boards of paths", 1)[1].split("```toml\n", 1)[1].split("```", 1)[0]
    board = loads(sample)
    for sheet in sheets_of(board):
        drawing = draw_board(board, style, sheet)
        assert drawing.left_out == []
        assert clashing(Drawn(drawing.svg).words()) == []
    shapes = {**placed(drawn := Drawn(draw_board(board, style).svg), board), **strips(drawn)}
    assert len(shapes) == 2 + 5
    assert overlapping(shapes) == []


def test_the_measures_see_what_overlaps() -> None:
    text = SQUARE.replace("at = [75, 100]", "at = [79, 62]")
    drawn = Drawn(draw_board(loads(text), load_style("classic")).svg)
    shapes = placed(drawn, loads(text))
    assert overlapping(shapes) == [("node-hill", "node-c")]
    assert ("The Hill between", "Ceres") in clashing(drawn.words())


def test_what_lies_off_the_sheet_is_told() -> None:
    text = SQUARE.replace("at = [75, 100]", "at = [150, 100]").replace("at = [25, 60]\n", "")
    drawing = draw_board(loads(text), load_style("classic"))
    assert drawing.left_out == ["Ceres", "Ayton"]
    assert not {"node-c", "node-a", "link-rail-a-b"} & Drawn(drawing.svg).groups.keys()


def test_long_words_stay_in_their_places(style: Style) -> None:
    long = "wordy " * 45
    text = f"""
[track.t]
boxes = ["1", "2"]
[strip.t]
at = ["10 mm", "18 mm"]
box = ["30 mm", "20 mm"]
[[event]]
track = "t"
box = "1"
text = "{long}"
[place.c]
shape = "round"
holds = "{long}"
[place.hill]
shape = "box"
slots = ["{long}"]
title = "{long}"
"""
    board = loads(SQUARE + text)
    drawn = Drawn(draw_board(board, style).svg)
    for name, shape in {**placed(drawn, board), **strips(drawn)}.items():
        for word in drawn.words(name):
            assert all(shape.buffer(0.3).covers(letter) for letter in word.letters), (name, word.text)


def test_a_track_off_the_sheet_is_told() -> None:
    text = '[track.t]\ntitle = "Turns"\nboxes = 9\n[strip.t]\nat = ["10 mm", "18 mm"]\nbox = ["30 mm", "20 mm"]\n'
    assert draw_board(loads(SQUARE + text), load_style("classic")).left_out == ["Turns"]


def test_many_places_and_links_are_drawn_in_time_that_grows_with_them() -> None:
    names = [(k % 30, k // 30) for k in range(900)]
    spaces = [f'[space.s{x}_{y}]\nkind = "node"\nname = "{x}"\nat = [{20 + 30 * x}, {20 + 30 * y}]\n' for x, y in names]
    links = [f'[[link]]\nkind = "rail"\nbetween = ["s{x}_{y}", "s{x + 1}_{y}"]\n' for x, y in names if x < 29]
    head = 'format = "areamap/1"\ntitle = "Grid"\n[sheet]\nsize = "920 mm x 920 mm"\n[kind.rail]\nlook = "rail"\n'
    drawn = Drawn(draw_board(loads(head + "".join(spaces + links)), load_style("classic")).svg)
    assert len(drawn.ways()) == 870
    assert all(way.length == pytest.approx(30, abs=0.05) for way in drawn.ways().values())


def test_tiles_set_the_least_size_of_a_space(style: Style) -> None:
    text = "[place.a]\nshape = 'panel'\nslots = ['4 army']\nper_row = 2\nsize = ['5 mm', '5 mm']\n[board]\ntile = '16 mm'\n"
    drawn = Drawn(draw_board(loads(SQUARE + text), style).svg)
    left, top, right, bottom = drawn.outline("node-a").bounds
    assert right - left > 2 * 16
    assert bottom - top > 2 * 16


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[place.z]\nshape = 'box'", "unknown name 'z'"),
        ("[place.a]\nshape = 'oval'", "expected one of box station"),
        ("[place.a]\nat = [1, 2]", 'expected a length with its unit'),
        ("[place.a]\nat = '3 mm'", "expected two lengths"),
        ("[place.a]\nsheet = 'tray'", "unknown name 'tray'"),
        ("[place.a]\nslots = ['999 army']", "expected up to 100 captions"),
        ("[strip.x]\nat = ['1 mm', '1 mm']\nbox = ['1 mm', '1 mm']", "unknown name 'x'"),
        ("[[event]]\ntrack = 't'\nbox = '9'\ntext = 'x'", "no box of this track: '9'"),
        ("[path.A]\nletter = 'A'", "is missing"),
        ("[path.A]\nletter = 'A'\nname = 'Alpha'\ndie = 7", "expected a whole number from 0 to 6"),
        ("[bin.x]\nname = 'x'\ntiles = []", "expected at least one caption"),
        ("[board]\nbackdrop = { at = ['1 mm', '1 mm'], size = ['9 mm', '9 mm'], topology = '../x' }", "a file beside the map"),
        ("[board]\nfoo = 1", "unknown key"),
    ],
)
def test_faults_of_the_layout(text: str, fault: str) -> None:
    with pytest.raises(DataError) as caught:
        loads(f"{SQUARE}\n[track.t]\nboxes = 3\n{text}\n")
    assert any(fault in str(found) for found in caught.value.faults), caught.value.faults
