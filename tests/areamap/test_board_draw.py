"""The board of Byzantium on paper: nothing overlaps, all lies within the frame, every space holds its tiles."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations
from statistics import median

import pytest
import shapely
from shapely import STRtree, box, unary_union
from shapely.geometry.base import BaseGeometry

from areamap.asking import AreaMap
from areamap.boardplan import Backdrop
from areamap.conditions import parse_condition
from areamap.draw.board import board_size, draw_board, sheets_of
from areamap.draw.tints import ground_of
from areamap.draw.wording import in_words
from areamap.reader import load, loads
from mapsheet.errors import DataError, NotationError
from mapsheet.style import Style, load_style
from tests.areamap.drawn_board import SVG, Drawn, Word, geometries
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
    assert "* Ayton – Ceres: closed if storm" in said
    assert "closed if storm" in drawn.title("link-ferry-a-c")
    assert clashing(drawn.words()) == []


@pytest.fixture(scope="module")
def example() -> AreaMap:
    return load(ROOT / "examples/point-to-point")


@pytest.fixture(scope="module")
def example_drawn(example: AreaMap, style: Style) -> Drawn:
    drawing = draw_board(example, style)
    assert drawing.left_out == []
    return Drawn(drawing.svg)


def breadths(drawn: Drawn) -> dict[str, float]:
    """Return how broad each way is, its edges included: the road 4 mm, the railway 1.3, the ferry 0.7."""
    by_kind = {"road": 4.0, "rail": 1.3, "ferry": 0.7}
    return {name: by_kind[name.split("-")[1]] for name in drawn.ways()}


def test_the_example_of_a_point_to_point_map(example: AreaMap, example_drawn: Drawn) -> None:
    shapes = {**placed(example_drawn, example), **strips(example_drawn)}
    assert overlapping(shapes) == []
    assert clashing(example_drawn.words()) == []
    for name, line in example_drawn.ways().items():
        _, _, a, b = name.split("-")[:4]
        others = [shape for other, shape in shapes.items() if other.split("-", 1)[1] not in {a, b}]
        assert not any(line.intersects(shape) for shape in others), name
    width, height = board_size(example)
    assert all(box(4, 4, width - 4, height - 4).covers(shape) for shape in example_drawn.everything())


def test_ways_of_the_example_are_seen_in_full(example: AreaMap, example_drawn: Drawn) -> None:
    ways, wide = example_drawn.ways(), breadths(example_drawn)
    places = unary_union([shape.buffer(0.4) for shape in placed(example_drawn, example).values()])
    bands = {name: line.buffer(wide[name] / 2, cap_style="flat").difference(places) for name, line in ways.items()}
    assert all(band.area > 2 for band in bands.values())
    # none crosses another on this map, and none lies on another at the place that both come from
    assert overlapping(bands, 0.05) == []


def test_a_cost_stands_on_its_own_way_alone(example_drawn: Drawn) -> None:
    ways, wide = example_drawn.ways(), breadths(example_drawn)
    costs = {name: title.split("cost ")[1] for name in ways if "cost " in (title := example_drawn.title(name))}
    assert len(costs) > 25
    discs = discs_of(example_drawn)
    for disc in discs:
        met = [name for name, line in ways.items() if disc.intersects(line.buffer(wide[name] / 2 - 0.05))]
        assert len(met) == 1, met
    assert overlapping({str(k): disc for k, disc in enumerate(discs)}) == []


def discs_of(drawn: Drawn) -> list[BaseGeometry]:
    """Return the shapes of the costs: rectangles as round as they can be, in the layer of the roads."""
    layer = drawn.groups["layer-roads"]
    shapes = [shape for element in layer.iter() if element.get("rx") == "2.2" for shape in geometries(element)]
    return [shape.buffer(-2.1).buffer(2.1) if shape.area > 19.4 else shape.centroid.buffer(2.2) for shape in shapes]


def test_ways_between_the_same_places_run_side_by_side(style: Style) -> None:
    kinds = ("road", "rail", "rail", "ferry")
    more = "".join(f"[[link]]\nkind = '{kind}'\nbetween = ['hill', 'c']\ncost = 2\n" for kind in kinds)
    back = "[[link]]\nkind = 'ferry'\nbetween = ['c', 'hill']\none_way = 'current'\n"
    text = f"{SQUARE}[kind.road]\nlook = 'road'\n{more}{back}"
    drawing = draw_board(loads(text), style)
    drawn = Drawn(drawing.svg)
    names = ["link-road-hill-c", "link-rail-hill-c", "link-rail-hill-c-2", "link-ferry-hill-c", "link-ferry-c-hill"]
    bands = {name: drawn.ways()[name].buffer({"road": 2, "rail": 0.65, "ferry": 0.35}[name.split("-")[1]]) for name in names}
    middle = box(0, 74, 150, 88)
    assert overlapping({name: band.intersection(middle) for name, band in bands.items()}) == []
    discs = [disc for disc in discs_of(drawn) if 66 < disc.centroid.y < 96 and disc.centroid.x > 55]
    assert len(discs) == 4
    assert overlapping({str(k): disc for k, disc in enumerate(discs)}) == []


def test_many_ways_between_the_same_places_stay_on_the_sheet(style: Style) -> None:
    text = SQUARE + "[[link]]\nkind = 'rail'\nbetween = ['hill', 'c']\n" * 120
    drawn = Drawn(draw_board(loads(text), style).svg)
    width, height = board_size(loads(text))
    assert all(box(0, 0, width, height).covers(way) for way in drawn.ways().values())


def test_the_key_names_each_kind_of_way_with_its_points(example_drawn: Drawn) -> None:
    said = {word.text for word in example_drawn.words("key")}
    assert {"Road, 2 points", "Railway, 1 point", "Ferry, 2 points", "Fortress", "Port", "Denmark"} <= said
    text = SQUARE.replace('look = "ferry"', 'cost = "3/2"\nlabel = "Ship"')
    fraction = Drawn(draw_board(loads(text), load_style("classic")).svg)
    assert {"rail, 1 point", "Ship, 3/2 points"} <= {word.text for word in fraction.words("key")}


def test_a_full_sheet_tells_what_has_no_room() -> None:
    track = '[track.t]\nboxes = 1\n[strip.t]\nat = ["8 mm", "14 mm"]\nbox = ["134 mm", "90 mm"]\n'
    assert draw_board(loads(SQUARE + track), load_style("classic")).left_out == ["conditions of the ways", "key"]


def test_conditions_are_said_in_words_and_broken_into_lines(example: AreaMap, example_drawn: Drawn) -> None:
    said = " ".join(word.text for word in example_drawn.words())
    assert "Dybbøl – Sønderborg: closed once the bridges are broken" in said
    assert "Fredericia – Middelfart, Nyborg – Korsør: closed while a hostile fleet holds the Belt" in said
    assert "Reserve – Altona: from turn 3 on" in said
    links = "".join(f'[[link]]\nkind = "rail"\nbetween = ["b", "c"]\nopen = "all(fact_{k}, not(near(hill)))"\n' for k in range(9))
    drawing = draw_board(loads(SQUARE.replace("120 mm", "220 mm") + links), load_style("classic"))
    lines = [word for word in Drawn(drawing.svg).words() if word.text not in {"*", "3"}]
    assert drawing.left_out == []
    assert all(max(letter.bounds[2] for letter in line.letters) <= 150 - 9.5 for line in lines)
    assert "Beeston – Ceres: open if fact 0 and not near (The Hill between)" in " ".join(line.text for line in lines)


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("always", "open"),
        ("never", "closed"),
        ("snow", "open if snow"),
        ("not(fleet_hostile(little_belt))", "closed if fleet hostile (Little Belt)"),
        ("holds(hill, blue)", "open if holds (The Hill between, Blue)"),
        ("any(snow, all(ice, not(thaw_of(c))))", "open if snow or [ice and not thaw of (Ceres)]"),
        ("not(any(snow, ice))", "closed if snow or ice"),
        ("not(not(snow))", "closed if not snow"),
        ("all(snow)", "open if snow"),
    ],
)
def test_a_condition_in_words(condition: str, words: str) -> None:
    assert in_words(loads(SQUARE), parse_condition(condition)) == words


def test_a_kind_says_what_its_conditions_are() -> None:
    text = SQUARE.replace('look = "ferry"', 'look = "ferry"\nnote = "never in a storm"')
    assert "never in a storm" in Drawn(draw_board(loads(text), load_style("classic")).svg).title("link-ferry-a-c")


def test_a_long_cost_lies_inside_its_disc(style: Style) -> None:
    for cost in ("3/2", "13/12", "123456/7"):
        drawn = Drawn(draw_board(loads(SQUARE.replace("cost = 3", f'cost = "{cost}"')), style).svg)
        word = next(word for word in drawn.words() if word.text == cost)
        assert any(all(disc.covers(letter) for letter in word.letters) for disc in discs_of(drawn)), cost


def test_traits_and_values_stand_beside_the_name_of_a_place(style: Style) -> None:
    sign = '[board.sign.fort]\nshape = "tower"\ntext = "Fort"\n[board.sign.port]\nshape = "anchor"\ntext = "Port"\n'
    text = SQUARE.replace('name = "Ceres"', 'name = "Ceres"\nvalue = 12\ntraits = ["port", "fort", "plain"]') + sign
    plain, drawn = (Drawn(draw_board(loads(some), style).svg) for some in (SQUARE, text))
    assert "12" in {word.text for word in drawn.words("node-c")}
    wider = drawn.outline("node-c").bounds[2] - plain.outline("node-c").bounds[2]
    assert wider > 5
    shapes = [shape for element in drawn.groups["node-c"].iter() for shape in geometries(element)]
    assert all(drawn.outline("node-c").buffer(1).covers(shape) for shape in shapes)
    assert len(shapes) > len([shape for element in plain.groups["node-c"].iter() for shape in geometries(element)]) + 6


@pytest.mark.parametrize("shape", ["", 'shape = "node"\n'])
def test_slots_make_a_box_of_what_has_no_shape(style: Style, shape: str) -> None:
    text = SQUARE.replace('[space.c]\nkind = "node"', '[space.c]\nkind = "box"')
    drawn = Drawn(draw_board(loads(f'{text}[place.c]\n{shape}slots = ["2 corps"]\n'), style).svg)
    assert len(drawn.slots("box-c")) == 2
    assert all(drawn.outline("box-c").covers(slot) for slot in drawn.slots("box-c"))


def test_places_show_whose_they_are(example: AreaMap, style: Style) -> None:
    fills = set()
    for faction in example.factions:
        fill = ground_of(example, faction, style)
        assert fill is not None
        assert contrast(channels(style.board.lettering["name"].colour), channels(fill)) >= 4.5
        fills.add(round(lightness(channels(fill))))
    assert max(fills) - min(fills) > 5  # told apart without colour


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


def test_no_board_of_ours_prints_a_condition_as_code(example: AreaMap) -> None:
    from areamap.starter import starter

    for board in (example, loads(starter())):
        assert [link for link in board.links if link.open.word != "always" and not link.note] == []


def test_names_of_seas_and_headings_of_tracks_keep_off_coastlines(example: AreaMap, board: AreaMap) -> None:
    for each in (example, board):
        assert each.art is not None
        backdrop = each.art.board.backdrop
        assert backdrop is not None
        drawn = Drawn(draw_board(each, load_style("classic")).svg)
        shores = shapely.MultiLineString(shores_of(backdrop))
        for words in each.art.board.words:
            letters = next(word.letters for word in drawn.words("layer-words") if word.text == words.text)
            assert all(letter.distance(shores) > 0 for letter in letters), words.text
        for name in each.art.board.strips:
            title = next(word for word in drawn.words(f"track-{name}") if word.text == each.tracks[name].title.upper())
            plates = [shape for e in drawn.groups[f"track-{name}"].findall(f"{SVG}rect") for shape in geometries(e)]
            crosses = any(letter.buffer(0.8).intersects(shores) for letter in title.letters)
            assert not crosses or all(any(plate.covers(letter) for plate in plates) for letter in title.letters), name


def shores_of(backdrop: Backdrop) -> list[list[tuple[float, float]]]:
    """Return the coastlines behind a board in mm on its sheet."""
    from areamap.projection import from_dict

    assert backdrop.topology is not None
    project, (left, top) = from_dict(backdrop.topology.meta["projection"]), backdrop.panel.at
    arcs = [backdrop.topology.arcs[border.arc] for border in backdrop.topology.borders if border.kind == "coast"]
    walks = [[project.forward(*at) for at in arc] for arc in arcs]
    return [[(float(x) + left, float(y) + top) for x, y in walk] for walk in walks]


def test_names_of_stations_are_about_as_large_as_each_other(board: AreaMap, style: Style) -> None:
    drawn = Drawn(draw_board(board, style).svg)
    thema = [space for space in board.spaces.values() if space.kind == "thema"]
    names = {s.id: [w.size for w in drawn.words(f"thema-{s.id}") if w.text in {s.name, *s.name.split()}] for s in thema}
    assert all(names.values())
    sizes = [max(found) for found in names.values()]
    assert min(sizes) > 0.78 * median(sizes), names
