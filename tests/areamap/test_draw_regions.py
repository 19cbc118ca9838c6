"""The drawn sheet of a map of regions: what the eye reads equals the data, nothing overlaps, pieces have room."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import dist
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import shapely

import areamap
from areamap.asking import AreaMap
from areamap.draw import coordinates, draw_figure, draw_map, draw_sheet, figure_size, room_for, sheet_size
from areamap.draw.cities import symbol_box
from areamap.draw.coast import border_look
from areamap.draw.layout import Layout, layout_of, room_of
from areamap.draw.quarters import COUNTER, wanted
from areamap.draw.sheet import LAYERS
from areamap.draw.view import PALE, View
from areamap.reader import load
from areamap.spaces import LAND, WATER
from mapsheet.box import Box, around, quads_overlap
from mapsheet.errors import DataError, NotationError
from mapsheet.export import png
from mapsheet.source import data_folder
from mapsheet.style import load_style
from mapsheet.text import SMALLEST
from tests.areamap.worlds_regions import SPACES, WORLD, topology, write_world
from tests.mapsheet.svg_points import pieces

SVG = "{http://www.w3.org/2000/svg}"
HAIR = 1e-6


def _ottomans() -> AreaMap:
    if not (data_folder() / "ottomans" / "map.topojson").is_file():
        pytest.skip("the shapes of The Ottomans are not here")
    return load("ottomans")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> AreaMap:
    return load(write_world(tmp_path_factory.mktemp("letters")))


@pytest.fixture(scope="module", params=["letters", "ottomans"])
def board(request: pytest.FixtureRequest, world: AreaMap) -> AreaMap:
    return world if request.param == "letters" else _ottomans()


@pytest.fixture(scope="module")
def view(board: AreaMap) -> View:
    return View(board, load_style("classic"))


@pytest.fixture(scope="module")
def layout(view: View) -> Layout:
    return layout_of(view)


@pytest.fixture(scope="module")
def svg(board: AreaMap) -> str:
    return draw_map(board, style="classic")


@pytest.fixture(scope="module")
def root(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def layer(root: ET.Element, name: str) -> ET.Element:
    found = root.find(f"{SVG}g[@id='layer-{name}']")
    assert found is not None, name
    return found


# -- the document -------------------------------------------------------------------------------------------------


def test_layers_stand_in_their_order(root: ET.Element) -> None:
    assert [group.get("id", "").removeprefix("layer-") for group in root.findall(f"{SVG}g")] == list(LAYERS)


def test_ids_stand_once(root: ET.Element) -> None:
    counts = Counter(element.get("id") for element in root.iter() if element.get("id"))
    assert [name for name, count in counts.items() if count > 1] == []


def test_only_what_every_renderer_draws_alike_is_used(root: ET.Element) -> None:
    used = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert used <= {"svg", "title", "desc", "defs", "clipPath", "g", "path", "circle", "rect"}


def test_every_space_has_its_id_and_says_what_it_is(root: ET.Element, view: View) -> None:
    titles = {element.get("id"): element.findtext(f"{SVG}title") for element in root.iter() if element.get("id")}
    for space in (*view.lands, *view.waters):
        name = f"{'sea' if space.kind in WATER else 'region'}-{space.id.removeprefix('sea_')}"
        assert (titles[name] or "").startswith(space.name), name
    for id_ in view.cities:
        assert (titles[f"city-{id_.removeprefix('city_')}"] or "").startswith(view.board.spaces[id_].name)


def test_titles_tell_faction_value_and_who_may_enter(world: AreaMap) -> None:
    root = ET.fromstring(draw_map(world))
    titles = {element.get("id"): element.findtext(f"{SVG}title") for element in root.iter() if element.get("id")}
    assert titles["region-d"] == "Dorset: Blue, value 1, Dukes only"
    assert titles["sea-w"] == "Western Sea: value 2"
    assert titles["border-a-b"] == "Albany and Great Burgundy: land"
    assert titles["strait-a-k"] == "Strait between Albany and Kos: 1 (7)"


def test_the_sheet_is_of_true_size(root: ET.Element, board: AreaMap) -> None:
    assert board.art is not None
    width, height = sheet_size(board)
    assert (width, height) == (board.art.sheet.width, board.art.sheet.height)
    assert (root.get("width"), root.get("height")) == (f"{width:g}mm", f"{height:g}mm")


def test_every_border_is_drawn_once(root: ET.Element, view: View) -> None:
    drawn = [path for name in ("borders", "coast") for path in layer(root, name) if (path.get("id") or "").startswith("border-")]
    lengths = sorted(round(sum(_length(piece) for piece in pieces(path.get("d", ""))), 1) for path in drawn)
    frame = shapely.box(*view.frame)
    cut = [shapely.LineString(view.walk(b)).intersection(frame).length for b in view.topology.borders if b.kind != "edge"]
    # a border through the frame's very corner is no line
    expected = sorted(round(length, 1) for length in cut if length > 0.05)
    assert len(lengths) >= len(expected)
    assert sum(lengths) == pytest.approx(sum(expected), rel=2e-3)
    assert lengths[-20:] == pytest.approx(expected[-20:], abs=0.3)


def _length(piece: list[tuple[float, float]]) -> float:
    return sum(dist(a, b) for a, b in pairwise(piece))


def test_borders_look_as_their_class_says(world: AreaMap) -> None:
    view = View(world, load_style("classic"))
    looks = {"-".join(b.pair): border_look(view, b) for b in view.topology.borders if b.kind not in {"edge", "coast"}}
    assert looks == {
        "a-b": "nation", "b-c": "march", "b-d": "special", "c-d": "special", "c-x": "closed", "d-e": "special",
        "d-x": "impassable", "e-x": "closed",
    }


# -- what the eye reads equals the data ------------------------------------------------------------------------------


def _ink(view: View, layout: Layout) -> list[Box]:
    """Return the boxes of all that is drawn over the tints."""
    found = [box for _, box in _boxes(view, layout)]
    return found + [Box(*shapely.LineString(h.leader).buffer(1).bounds) for h in layout.holdings.values()]


def _pixels(svg: str, dpi: int) -> Any:
    from PIL import Image

    return Image.open(io.BytesIO(png(svg, dpi=dpi))).convert("RGB")


def test_the_tint_inside_every_region_is_its_factions(board: AreaMap, view: View, layout: Layout) -> None:
    bare = board.art._replace(panel=board.art.panel._replace(graticule=False)) if board.art else None
    kept, board.art = board.art, bare
    try:
        image = _pixels(draw_map(board, style="classic"), 100)
    finally:
        board.art = kept
    ink = shapely.union_all([shapely.box(*box.grown(0.6)) for box in _ink(view, layout)])
    for space in (*view.lands, *view.waters):
        around_it = view.look.step * 4 if space.kind in WATER else view.look.stripe + 0.8
        free = shapely.difference(view.shapes[space.id].buffer(-around_it), ink)
        for part in list(shapely.get_parts(free))[:6]:
            if part.area > 1.0:
                at = part.representative_point()
                expected = _expected(view, space)
                seen = image.getpixel((round(at.x / 25.4 * 100), round(at.y / 25.4 * 100)))
                assert max(abs(a - b) for a, b in zip(seen, expected, strict=True)) <= 3, (space.id, at.x, at.y)


def _expected(view: View, space: Any) -> tuple[int, ...]:
    if space.kind in WATER:
        colour = (view.look.closed_sea if space.kind in PALE else view.look.sea).colour
    else:
        colour = view.tint(space).fill
    return tuple(int(colour[k : k + 2], 16) for k in (1, 3, 5))


def test_a_faction_takes_its_own_colour_where_the_style_lets_it(tmp_path: Path) -> None:
    text = SPACES.replace('name = "Red"', 'name = "Red"\ncolour = "#C8A0F0"')
    board = load(write_world(tmp_path, text))
    classic, mono = load_style("classic"), load_style("mono")
    assert View(board, classic).tint(board.space("a"))[:2] == ("#C8A0F0", "#A080C0")
    assert View(board, classic).tint(board.space("b")) == classic.area.factions[1]
    assert View(board, mono).tint(board.space("a")) == mono.area.factions[0]


def test_the_stripe_is_inside_its_region_and_not_along_the_frame(world: AreaMap) -> None:
    image = _pixels(draw_map(world, style="classic"), 254)
    view = View(world, load_style("classic"))

    def at(x: float, y: float) -> str:
        px = image.getpixel((round((x + view.origin[0]) * 10), round((y + view.origin[1]) * 10)))
        return "#" + "".join(f"{c:02X}" for c in px)

    red, blue = view.look.factions[:2]
    assert at(119.0, 40.0) == red.stripe  # Albany, at Great Burgundy
    assert at(121.0, 40.0) == blue.stripe
    assert at(20.0, view.frame.top - view.origin[1] + 1.0) == red.fill  # along the frame
    assert at(241.0, 70.0) == red.fill  # a march has none


# -- nothing overlaps ------------------------------------------------------------------------------------------------


def _boxes(view: View, layout: Layout) -> Iterator[tuple[str, Box]]:
    """Yield everything that must stand clear, with a name."""
    for id_, home in layout.homes.items():
        if home.block_box:
            yield f"name {id_}", home.block_box
        yield from ((f"letters {id_}", around(quad)) for quad in (home.curved.name.glyphs if home.curved else ()))
        yield from ((f"counter {id_}", box) for box in (home.counters.boxes if home.counters else ()))
        yield from ((f"label {label.city}", label.box) for label in home.labels)
    for id_, sea in layout.seas.items():
        for lettering in (sea.name, *sea.entry):
            yield from ((f"letters {id_}", around(quad)) for quad in (lettering.glyphs if lettering else ()))
        if sea.disc:
            r = view.look.sea_value.radius
            yield f"value {id_}", Box(sea.disc[0] - r, sea.disc[1] - r, sea.disc[0] + r, sea.disc[1] + r)
        yield from ((f"counter {id_}", box) for box in (sea.counters.boxes if sea.counters else ()))
    yield from ((f"anchor {a.city} {a.sea}", a.box) for a in layout.anchors)
    yield from ((f"city {id_}", symbol_box(view, view.board.spaces[id_], at)) for id_, at in view.cities.items())
    yield from ((f"box {id_}", holding.box) for id_, holding in layout.holdings.items())


def test_no_two_things_overlap(view: View, layout: Layout) -> None:
    found = list(_boxes(view, layout))
    clashes = [
        (one, other)
        for (one, a), (other, b) in combinations(found, 2)
        if a.grown(-HAIR).overlaps(b) and not (one == other and one.startswith("letters"))
    ]
    assert clashes == []


def test_letters_of_a_sea_do_not_run_over_each_other(layout: Layout) -> None:
    for sea in layout.seas.values():
        quads = sea.name.glyphs if sea.name else ()
        for one, other in zip(quads, quads[2:], strict=False):
            assert not quads_overlap(one, other)


def test_nothing_stands_outside_the_frame(view: View, layout: Layout) -> None:
    assert [name for name, box in _boxes(view, layout) if not view.frame.holds(box)] == []


def test_names_of_regions_stand_inside_them_or_have_a_leader(view: View, layout: Layout) -> None:
    for space in view.lands:
        home = layout.homes[space.id]
        if home.boxes:
            inner = view.shapes[space.id].buffer(0.05)
            assert all(inner.covers(shapely.box(*box)) for box in home.boxes), space.id
        elif space.kind not in PALE:
            assert space.id in layout.holdings, space.id


def test_names_of_seas_stand_on_their_water(view: View, layout: Layout) -> None:
    for id_, sea in layout.seas.items():
        for quad in sea.name.glyphs if sea.name else ():
            assert view.shapes[id_].covers(shapely.Polygon(quad)), id_


def test_every_playable_space_is_named(view: View, layout: Layout) -> None:
    for space in view.played:
        home = layout.seas.get(space.id)
        has_name = (home.name is not None) if home else bool(layout.homes[space.id].boxes)
        assert has_name or space.id in layout.holdings, space.id


def test_every_city_is_named(view: View, layout: Layout) -> None:
    named = {label.city for home in layout.homes.values() for label in home.labels}
    assert set(view.cities) - named == set()


def test_anchors_lie_in_their_seas(view: View, layout: Layout) -> None:
    for anchor in layout.anchors:
        assert view.shapes[anchor.sea].contains(shapely.Point(anchor.at))
    owed = {(id_, sea) for id_ in view.cities for sea in view.board.spaces[id_].ports if sea in view.shapes}
    assert owed - {(a.city, a.sea) for a in layout.anchors} == set()


def test_nothing_is_printed_under_five_points(layout: Layout) -> None:
    kinds = [line.kind for home in layout.homes.values() if home.block for line in home.block.lines]
    kinds += [home.curved.kind for home in layout.homes.values() if home.curved]
    kinds += [label.kind for home in layout.homes.values() for label in home.labels]
    kinds += [kind for sea in layout.seas.values() for kind in (sea.kind, sea.entry_kind) if kind]
    assert min(kind.size for kind in kinds) >= SMALLEST


# -- pieces ----------------------------------------------------------------------------------------------------------


def test_every_playable_region_and_sea_holds_its_counters(view: View, layout: Layout) -> None:
    assert layout.left_out == ()
    for space in view.played:
        boxes = room_of(layout, space)
        count = sum(round(box.width / COUNTER) * round(box.height / COUNTER) for box in boxes)
        assert count >= wanted(view, space), space.id
        assert all(box.width >= COUNTER - HAIR and box.height >= COUNTER - HAIR for box in boxes)
        if space.id not in layout.holdings:
            assert all(view.shapes[space.id].covers(shapely.box(*box)) for box in boxes), space.id


def test_the_room_of_a_space_is_at_least_what_it_is_owed(board: AreaMap, view: View) -> None:
    for space in view.played[::7]:
        assert room_for(board, space, style="classic") >= wanted(view, space), space.id


def test_a_large_region_holds_more_and_no_more_than_its_area(world: AreaMap) -> None:
    view = View(world, load_style("classic"))
    assert 6 < room_for(world, "b") <= view.shapes["b"].area / COUNTER**2
    assert room_for(world, "city_alba") == 0


def test_six_have_room_where_a_city_is_critical(world: AreaMap) -> None:
    view = View(world, load_style("classic"))
    assert wanted(view, world.space("a")) == 6
    assert wanted(view, world.space("b")) == wanted(view, world.space("w")) == 4


def test_leaders_end_in_their_spaces(view: View, layout: Layout) -> None:
    for id_, holding in layout.holdings.items():
        assert view.shapes[id_].covers(shapely.Point(holding.leader[1])), id_
        assert shapely.box(*holding.box).boundary.distance(shapely.Point(holding.leader[0])) < HAIR


def test_boxes_stand_in_no_small_region(view: View, layout: Layout) -> None:
    played = [s for s in view.lands if s.kind in LAND and s.kind not in PALE]
    for holding in layout.holdings.values():
        box = shapely.box(*holding.box)
        for space in played:
            shape = view.shapes[space.id]
            assert not shape.intersects(box) or shape.covers(box), (holding.space, space.id)


@pytest.mark.parametrize("across", [0.0, 3.0, 1e4])
def test_a_wished_box_stays_in_the_frame_whatever_its_place(world: AreaMap, tmp_path: Path, across: float) -> None:
    frame = View(world, load_style("classic")).frame
    lon, lat = View(world, load_style("classic")).projection.inverse(min(across, frame.width), frame.height / 2)
    override = tmp_path / "override.toml"
    override.write_text(f"[holding.a]\nat = [{float(lon)}, {float(lat)}]\n", "utf-8")
    wished = load(write_world(tmp_path), override=override)
    assert frame.holds(layout_of(View(wished, load_style("classic"))).holdings["a"].box)


# -- parts, coordinates, figures -------------------------------------------------------------------------------------


def test_the_same_map_gives_the_same_bytes(tmp_path: Path) -> None:
    file = write_world(tmp_path)
    program = "import sys, hashlib; from areamap.reader import load; from areamap.draw import draw_map; "
    program += f"print(hashlib.sha256(draw_map(load({str(file)!r})).encode()).hexdigest())"
    folder = Path(areamap.__file__).parent.parent
    seen = {
        subprocess.run([sys.executable, "-c", program], env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(folder)},
                       capture_output=True, check=True).stdout
        for seed in ("1", "2")
    }
    assert len(seen) == 1


@pytest.mark.parametrize("crop", ["b", "a, city_alba", "Cumbria,d", "40,20,200,120"])
def test_a_part_of_the_map_has_a_sheet_of_its_own(world: AreaMap, crop: str) -> None:
    root = ET.fromstring(draw_map(world, crop=crop))
    width, height = sheet_size(world, crop=crop)
    assert (float(root.get("width", "")[:-2]), float(root.get("height", "")[:-2])) == pytest.approx((width, height), abs=1e-3)
    whole = sheet_size(world)
    assert width < whole[0]
    assert height <= whole[1]


@pytest.mark.parametrize("crop", ["nowhere", "900,900,950,950", "1,2,3", "city_nowhere"])
def test_a_part_that_is_none_is_told(world: AreaMap, crop: str) -> None:
    with pytest.raises(NotationError):
        draw_map(world, crop=crop)


def test_an_unknown_sheet_is_told(world: AreaMap) -> None:
    with pytest.raises(NotationError, match="sheet"):
        draw_map(world, sheet="mapp")


def test_coordinates_are_those_of_the_drawing(world: AreaMap) -> None:
    view = View(world, load_style("classic"))
    told = coordinates(world, dpi=254)
    corner = (view.frame.left, view.frame.top)
    ring = [tuple(p) for p in told["spaces"]["a"]["outline_mm"][0]]
    assert corner in ring
    pixels = [value for point in told["spaces"]["a"]["outline_px"][0] for value in point]
    assert pixels == pytest.approx([10 * value for point in told["spaces"]["a"]["outline_mm"][0] for value in point])
    x, y = told["spaces"]["city_alba"]["centre_mm"]
    assert (x - view.origin[0], y - view.origin[1]) == pytest.approx((72.0, 100.0))
    assert told["spaces"]["city_alba"]["centre_px"] == pytest.approx([10 * x, 10 * y])
    part = coordinates(world, crop="a", dpi=254)
    moved = part["spaces"]["city_alba"]["centre_mm"]
    assert moved != [x, y]
    assert moved[0] > 0
    assert moved[0] < part["width_mm"]


FIGURES = {
    "reach": lambda b: b.reach("a", 2), "route": lambda b: b.route("a", "c"), "nearest": lambda b: b.nearest("a", ["c", "d"]),
    "neighbors": lambda b: b.neighbors("b"), "show": lambda b: b.show("b"), "why": lambda b: b.why("a", "x"),
    "distance": lambda b: b.distance("a", "c"), "retreat": lambda b: b.retreat("b"), "supply": lambda b: b.supply("a", ["c"]),
    "groups": lambda b: b.groups(["a", "b", "e"]), "count": lambda b: b.count(faction="red"),
}


@pytest.mark.parametrize("ask", FIGURES)
def test_an_answer_is_drawn_with_its_caption(world: AreaMap, ask: str) -> None:
    answer = FIGURES[ask](world)
    drawn = draw_figure(world, ask, answer)
    assert drawn == draw_figure(world, ask, answer.to_json())
    root = ET.fromstring(drawn)
    assert [*layer(root, "marks"), *layer(root, "tints")], "no marks"
    assert layer(root, "ghost").find(f"{SVG}path") is not None
    words = " ".join(group.get("aria-label", "") for group in layer(root, "margin").iter(f"{SVG}g"))
    assert any(name in words for name in ("Albany", "Great\N{NO-BREAK SPACE}Burgundy", "Great Burgundy"))
    assert (float(root.get("width", "")[:-2]), float(root.get("height", "")[:-2])) == pytest.approx(
        figure_size(world, ask, answer), abs=1e-3
    )


def test_a_question_without_a_figure_is_told(world: AreaMap) -> None:
    with pytest.raises(NotationError, match="figure"):
        draw_figure(world, "rech", {})


def test_a_reach_shows_the_cost_of_each_space(world: AreaMap) -> None:
    answer = world.reach("a", 2)
    root = ET.fromstring(draw_figure(world, "reach", answer))
    shown = Counter(group.get("aria-label") for group in layer(root, "marks").iter(f"{SVG}g") if group.get("aria-label"))
    expected = Counter(str(cost) for id_, cost in answer.to_json()["costs"].items() if id_ != "a")
    assert shown == expected


# -- the file --------------------------------------------------------------------------------------------------------


def test_a_name_stands_where_the_file_wants_it(tmp_path: Path) -> None:
    text = SPACES + "\n[name.b]\nlines = ['Great', 'Burgundy']\n[holding.e]\nat = [20.0, 180.0]\n"
    board = load(write_world(tmp_path, text))
    layout = layout_of(View(board, load_style("classic")))
    block = layout.homes["b"].block
    assert block is not None
    assert [line.words for line in block.lines][:2] == ["GREAT", "BURGUNDY"]
    view = View(board, load_style("classic"))
    x, y = layout.holdings["e"].box.centre
    assert (x - view.origin[0], y - view.origin[1]) == pytest.approx((20.0, 180.0))


@pytest.mark.parametrize("turn", [0, 30])
def test_a_name_is_set_about_its_place(tmp_path: Path, turn: int) -> None:
    text = SPACES + f"\n[name.e]\nat = [200.0, 180.0]\nsize = '4 mm'\nturn = {turn}\n[name.w]\nat = [90.0, 150.0]\nturn = -20\n"
    board = load(write_world(tmp_path, text))
    view = View(board, load_style("classic"))
    layout = layout_of(view)
    home, sea = layout.homes["e"], layout.seas["w"]
    box = home.curved.name.box if home.curved else home.block_box
    assert box is not None
    assert (home.curved is not None) == bool(turn)
    assert dist((box.centre[0] - view.origin[0], box.centre[1] - view.origin[1]), (200.0, 180.0)) < 1.5
    assert sea.name is not None
    assert dist((sea.name.box.centre[0] - view.origin[0], sea.name.box.centre[1] - view.origin[1]), (90.0, 150.0)) < 2.0
    assert home.counters is not None
    assert all(not box.overlaps(counter) for counter in home.counters.boxes for box in home.boxes)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("[name.zz]\nsize = '3 mm'\n", "unknown space"),
        ("[name.a]\nturn = 120\n", "turn"),
        ("[holding.a]\nat = [1]\n", "two numbers"),
        ("[holding.a]\nwhere = 1\n", "unknown key"),
    ],
)
def test_faults_of_the_drawing_tables_are_told(tmp_path: Path, more: str, says: str) -> None:
    with pytest.raises(DataError, match=says):
        load(write_world(tmp_path, SPACES + more))


def test_what_finds_no_room_beside_the_map_is_told(tmp_path: Path) -> None:
    board = load(write_world(tmp_path, SPACES.replace("500x230mm", "340x212mm")))
    assert draw_sheet(board).left_out == ["title", "key"]


def test_shapes_without_a_projection_are_told(tmp_path: Path) -> None:
    file = write_world(tmp_path)
    shapes = json.loads((tmp_path / "map.topojson").read_text())
    del shapes["mapsheet"]["projection"]
    (tmp_path / "map.topojson").write_text(json.dumps(shapes))
    with pytest.raises(DataError, match="projection"):
        draw_map(load(file))


def test_regions_too_small_for_pieces_are_told(tmp_path: Path) -> None:
    file = write_world(tmp_path)
    shapes = topology(WORLD, 6.0)
    (tmp_path / "map.topojson").write_text(json.dumps(shapes))
    drawn = draw_sheet(load(file))
    assert "the pieces of Kos" in drawn.left_out
    assert drawn.svg.startswith("<?xml")


def test_the_command_writes_what_it_is_asked_for(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from areamap.cli import door

    file = write_world(tmp_path)
    out, coords = tmp_path / "map.svg", tmp_path / "map.json"
    done = CliRunner().invoke(door, ["render", str(file), "-o", str(out), "--coords", str(coords), "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout.splitlines()[-1])["left_out"] == []
    assert set(json.loads(coords.read_text())["spaces"]) >= {"a", "w", "city_alba"}
    assert out.read_text().startswith("<?xml")
    picture = tmp_path / "map.pdf"
    assert CliRunner().invoke(door, ["render", str(file), "-o", str(picture), "--crop", "a,b", "--style", "mono"]).exit_code == 0
    assert picture.read_bytes().startswith(b"%PDF")


def test_the_letters_say_what_the_test_believes() -> None:
    assert len(WORLD.split()) == 5
