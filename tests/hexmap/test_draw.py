"""The drawn sheet: layers, ids, titles, names, margins, crops, styles; and golden pictures of small maps."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from itertools import combinations
from math import cos, radians
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from shapely import Polygon

import hexmap
from hexmap.asking import HexMap
from hexmap.draw.courses import threads
from hexmap.draw.groundcover import Field, Ground, Obstacles, scatter
from hexmap.draw.keyrows import key_notes, key_rows
from hexmap.draw.lettercurves import Curve, Setting, letter_boxes, letter_quads
from hexmap.draw.lettering import ON_NUMBER
from hexmap.draw.margins import draw_margins
from hexmap.draw.numberplaces import settle_numbers
from hexmap.draw.sheet import LAYERS, coordinates, draw_map, find_names, find_shapes
from hexmap.draw.terrainlook import look_of
from hexmap.draw.view import View, rectangle, region
from hexmap.effects import cost_text
from hexmap.position import Position, Unit
from mapsheet.box import Box, around, quads_overlap
from mapsheet.errors import NotationError
from mapsheet.sheet import Sheet
from mapsheet.style import load_style
from tests.hexmap.worlds_draw import FLAT, POINTY, random_map, text_of

SVG = "{http://www.w3.org/2000/svg}"
GOLDEN = Path(__file__).parent / "golden"
CLASSIC = load_style("classic")
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


@pytest.fixture(scope="module", params=["bannockburn", "angorra"])
def battle(request: pytest.FixtureRequest) -> HexMap:
    return hexmap.load(request.param)


@pytest.fixture(scope="module")
def bannockburn() -> HexMap:
    return hexmap.load("bannockburn")


@pytest.fixture(scope="module")
def root(bannockburn: HexMap) -> ET.Element:
    return ET.fromstring(draw_map(bannockburn))


def layer(root: ET.Element, name: str) -> ET.Element:
    found = root.find(f"{SVG}g[@id='layer-{name}']")
    assert found is not None, name
    return found


# -- the document -------------------------------------------------------------------------------------------------


def test_layers_stand_in_their_order(root: ET.Element) -> None:
    groups = [group.get("id", "").removeprefix("layer-") for group in root.findall(f"{SVG}g")]
    assert groups == [name for name in LAYERS if name != "picture"]


def test_every_hex_has_an_id_and_says_what_it_is(root: ET.Element, bannockburn: HexMap) -> None:
    titles = {path.get("id"): path.findtext(f"{SVG}title") for path in layer(root, "hexes")}
    assert len(titles) == len(bannockburn) == 972
    assert titles["hex-1014"] == "1014 marsh, level 0"
    assert titles["hex-0119"] == "0119 clear, level 5"


def test_ids_stand_once(root: ET.Element) -> None:
    counts = Counter(element.get("id") for element in root.iter() if element.get("id"))
    assert [name for name, count in counts.items() if count > 1] == []


def test_each_hexside_is_drawn_once(root: ET.Element, bannockburn: HexMap) -> None:
    drawn = sum(_segments(path.get("d", "")) for path in layer(root, "grid"))
    inner = sum(len(bannockburn.grid.neighbors(h)) for h in bannockburn) // 2
    assert drawn == inner


def _segments(d: str) -> int:
    """Count the straight pieces of path data written relative, letters left out where they repeat."""
    count = 0
    for letter, values in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", d):
        numbers = len(NUMBER.findall(values))
        count += {"l": numbers // 2, "h": numbers, "v": numbers}.get(letter, 0)
    return count


def test_nothing_cairosvg_draws_wrongly_is_used(root: ET.Element) -> None:
    used = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert used <= {"svg", "title", "desc", "defs", "clipPath", "g", "path", "circle", "rect"}


def test_the_same_map_gives_the_same_bytes() -> None:
    program = "import hexmap, hashlib; from hexmap.draw import draw_map; "
    program += f"print(hashlib.sha256(draw_map(hexmap.loads({FLAT!r})).encode()).hexdigest())"
    folder = Path(hexmap.__file__).parent.parent
    seen = {
        subprocess.run([sys.executable, "-c", program], env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(folder)},
                       capture_output=True, check=True).stdout
        for seed in ("1", "2")
    }
    assert len(seen) == 1


def test_a_map_draws_itself() -> None:
    board = hexmap.loads(POINTY)
    assert board.to_svg(style="mono") == draw_map(board, style="mono")
    assert board._repr_svg_() == draw_map(board)


def test_the_sheet_is_true_size(bannockburn: HexMap) -> None:
    root = ET.fromstring(draw_map(bannockburn))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("431.8mm", "558.8mm", "0 0 431.8 558.8")


# -- hex numbers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_numbers_stand_at_the_very_top_of_their_hex(seed: int) -> None:
    view = View(random_map(seed), CLASSIC)
    for h in view.hexes:
        box, hexagon = view.number_box(h), Polygon(view.layout.corners(h))
        assert hexagon.contains(Polygon(box.corners))
        # a half-inch counter pushed against the lower edge leaves them free
        assert box.bottom <= hexagon.bounds[3] - 12.0


def test_numbers_too_small_to_read_are_left_out() -> None:
    view = View(hexmap.loads(FLAT.replace("14.9 mm", "5 mm")), CLASSIC)
    assert view.number_size == 0
    assert draw_map(view.board)


# -- names --------------------------------------------------------------------------------------------------------


def test_names_cover_no_number_no_other_name_and_stay_on_the_map(battle: HexMap) -> None:
    view = View(battle, CLASSIC)
    shapes = find_shapes(view)
    settle_numbers(view, shapes)
    names = find_names(view, shapes)
    assert len(names) == len(battle.art.labels) + sum(bool(course.name) for course in battle.art.courses)
    assert all(name.cost < ON_NUMBER for name in names)
    numbers = [view.number_box(h).corners for h in view.hexes]
    letters = [name.lettering.glyphs for name in names]
    for name, quads in zip(names, letters, strict=True):
        for quad in quads:
            assert not any(quads_overlap(quad, number) for number in numbers), name.lettering.words
            assert all(view.board.hex_at(*corner) for corner in quad), name.lettering.words
    for one, two in combinations(letters, 2):
        assert not any(quads_overlap(a, b) for a in one for b in two)


def test_tract_names_avoid_marsh(bannockburn: HexMap) -> None:
    view = View(bannockburn, CLASSIC)
    carse = next(n for n in find_names(view, find_shapes(view)) if n.lettering.words == "THE CARSE")
    under = {bannockburn.hex_at(sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4) for quad in carse.lettering.glyphs}
    assert {bannockburn.terrain(h).name for h in under if h} == {"clear"}


def test_many_settings_together_take_the_same_boxes_as_one_by_one() -> None:
    bent, spot = Curve([(10.0, 40.0), (30.0, 32.0), (55.0, 45.0), (90.0, 41.0)]), Curve([(20.0, 20.0)])
    settings = [Setting(bent, offset=o, tracking=t, place=p) for o in (-3.0, 2.5) for t in (0.0, 0.2) for p in (0.1, 0.5, 0.85)]
    settings += [Setting(curve, shift, tracking=0.1) for curve in (bent, spot) for shift in ((0.0, 0.0), (3.5, -2.0))]
    settings += [Setting(bent, (dx, 1.0), place=50.0, pitch=9.0) for dx in (0.0, 4.0)]
    kind = CLASSIC.lettering["place"]
    together = letter_boxes("Low Ford", kind, settings)
    for boxes, setting in zip(together.tolist(), settings, strict=True):
        alone = [around(quad) for quad in letter_quads("Low Ford", kind, setting)]
        assert [pytest.approx(box, abs=1e-9) for box in alone] == [tuple(box) for box in boxes]


def test_hostile_words_are_escaped() -> None:
    svg = draw_map(hexmap.loads(FLAT.replace("A small map", "<script>alert(1)</script> & co")))
    assert "<script>" not in svg
    words = [element.get("aria-label") for element in ET.fromstring(svg).iter() if element.get("aria-label")]
    assert "Hill & <Dale>" in words


# -- scattered symbols --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_symbols_touch_no_hexside_and_no_number(seed: int) -> None:
    view = View(random_map(seed), CLASSIC)
    shapes = find_shapes(view)
    for body in shapes.bodies:
        look = body.look
        ground = Ground(shapes.waters, Obstacles())
        for spot in scatter(view, sorted(body.hexes), look, Field(region(body.outlines), ground, body.name)):
            h = view.board.hex_at(spot.x, spot.y)
            assert h in body.hexes
            hexagon = Polygon(view.layout.corners(h))
            box = Box(spot.x - look.size / 2, spot.y - look.size / 2, spot.x + look.size / 2, spot.y + look.size / 2)
            assert hexagon.buffer(-look.size / 2).contains(Polygon(hexagon).centroid)
            assert hexagon.exterior.distance(Polygon(box.corners).centroid) >= look.size / 2
            assert not box.overlaps(view.number_box(h))


def test_unknown_terrain_gets_a_tint_and_a_sign_of_its_own() -> None:
    view = View(hexmap.loads(FLAT), CLASSIC)
    fungus = next(t for t in view.board.terrains if t.name == "fungus")
    look = look_of(fungus, CLASSIC)
    assert look.ground.colour != "none"
    assert look.symbol != "none"
    assert look == look_of(fungus, CLASSIC)


# -- water --------------------------------------------------------------------------------------------------------


def test_a_river_without_a_course_gets_one() -> None:
    grid = 'orientation = "flat"\ncolumns = 3\nrows = 4'
    board = hexmap.loads(text_of(grid, ".~.\n.~.\n.~.\n.~.", "000\n000\n000\n000"))
    found = threads(View(board, CLASSIC))
    assert [[board.number(h) for h in thread.through] for thread in found] == [["0201", "0202", "0203", "0204"]]


def test_the_pelstream_ends_in_a_pool(bannockburn: HexMap) -> None:
    view = View(bannockburn, CLASSIC)
    shapes = find_shapes(view)
    pool, burn = (Polygon(view.layout.corners(bannockburn.hex(number))) for number in ("1013", "0914"))
    joined = shapes.waters.wet.intersection(pool.union(burn).buffer(0.01))
    assert joined.geom_type == "Polygon"


# -- margins ------------------------------------------------------------------------------------------------------


def test_marginalia_stand_beside_the_map_and_on_the_sheet(battle: HexMap) -> None:
    view = View(battle, CLASSIC)
    sheet = Sheet(view.width, view.height, title="x")
    boxes = draw_margins(sheet.layer("margin"), view).boxes
    assert len(boxes) >= 7
    for box in boxes:
        assert Box(0, 0, view.width, view.height).holds(box)
        assert not box.overlaps(view.box)
    for one, two in combinations(boxes, 2):
        assert not one.grown(-0.01).overlaps(two.grown(-0.01)), (one, two)


def test_the_turn_track_holds_half_inch_counters(root: ET.Element) -> None:
    rects = layer(root, "margin").iter(f"{SVG}rect")
    squares = [float(rect.get("width", 0)) for rect in rects if rect.get("width") == rect.get("height")]
    assert len(squares) == 10
    assert min(squares) >= 13.5


def test_the_key_says_what_is_on_the_map(bannockburn: HexMap) -> None:
    view = View(bannockburn, CLASSIC)
    rows = {row.name: row.cost for row in key_rows(view)}
    assert rows == {"Clear": "1", "Marsh": "2", "Pools": "—", "Burn": "—", "River": "—", "Levels 0–5": "", "Uphill": "+1"}
    assert any("schiltrom 1" in note for note in key_notes(view))


def test_points_are_printed_as_fractions() -> None:
    from fractions import Fraction

    costs = (None, 2, Fraction(1, 2), Fraction(3, 2), Fraction(2, 3))
    assert [cost_text(cost) for cost in costs] == ["—", "2", "½", "1½", "2/3"]


@pytest.mark.parametrize("seed", range(12))
def test_any_small_map_keeps_its_margins(seed: int) -> None:
    view = View(random_map(seed), CLASSIC)
    boxes = draw_margins(Sheet(view.width, view.height, title="x").layer("margin"), view).boxes
    assert all(Box(0, 0, view.width, view.height).holds(box) and not box.overlaps(view.box) for box in boxes)


def test_a_map_without_a_column_beside_it_has_its_key_above() -> None:
    board = hexmap.loads(FLAT + '[sheet]\nsize = "128 x 130 mm"\n')
    view = View(board, CLASSIC)
    sheet = Sheet(view.width, view.height, title="x")
    boxes = draw_margins(sheet.layer("margin"), view).boxes
    assert 'aria-label="Marsh"' in sheet.to_svg()
    for one, two in combinations(boxes, 2):
        assert not one.grown(-0.01).overlaps(two.grown(-0.01))
    assert all(Box(0, 0, view.width, view.height).holds(box) and not box.overlaps(view.box) for box in boxes)


# -- crops, coordinates, set-up -----------------------------------------------------------------------------------


def test_a_crop_has_its_own_small_sheet(bannockburn: HexMap) -> None:
    root = ET.fromstring(draw_map(bannockburn, crop="1122-1528"))
    assert len(layer(root, "hexes")) == 5 * 7
    assert float(root.get("width", "").removesuffix("mm")) < 100
    assert len(layer(root, "margin")) == 0


def test_a_crop_is_a_rectangle_whichever_corners_are_named(bannockburn: HexMap) -> None:
    assert rectangle(bannockburn, "1528-1122") == rectangle(bannockburn, "1128-1522") == rectangle(bannockburn, "1122-1528")
    with pytest.raises(NotationError):
        rectangle(bannockburn, "1122-9999")


def test_coordinates_are_those_of_the_picture(bannockburn: HexMap) -> None:
    told = coordinates(bannockburn, dpi=254)
    here = told["hexes"]["1426"]
    assert here["centre_mm"] == [round(value, 3) for value in bannockburn.centre("1426")]
    assert here["centre_px"] == pytest.approx([10 * value for value in here["centre_mm"]], abs=0.01)
    assert len(here["outline_mm"]) == 6
    assert set(coordinates(bannockburn, crop="1122-1124")["hexes"]) == {"1122", "1123", "1124"}


def test_set_up_codes_stand_in_the_hexes(bannockburn: HexMap) -> None:
    units = (Unit("1426+1425", code="Ha1", side="scots"), Unit("1520", counter="english/longbow-1", side="english"))
    root = ET.fromstring(draw_map(bannockburn, position=Position("bannockburn", units)))
    words = [group.get("aria-label") for group in layer(root, "setup").iter(f"{SVG}g") if group.get("aria-label")]
    assert words == ["Ha1", "Ha1", "longbo"]


def test_hexside_features_have_ids_of_their_own() -> None:
    root = ET.fromstring(draw_map(hexmap.loads(FLAT)))
    assert [group.get("id") for group in layer(root, "hexsides")] == ["hexside-0203-N", "hexside-0203-NE"]


def test_styles_are_known_or_refused(bannockburn: HexMap) -> None:
    assert draw_map(bannockburn, style="mono", crop="0101-0303") != draw_map(bannockburn, style="classic", crop="0101-0303")
    with pytest.raises(NotationError):
        draw_map(bannockburn, style="cubist")


@pytest.mark.parametrize("grid", ['orientation = "flat"\ncolumns = 1\nrows = 1', 'orientation = "pointy"\ncolumns = 1\nrows = 1'])
@pytest.mark.parametrize("code", list(".mwo~df"))
def test_one_hex_is_a_map(grid: str, code: str) -> None:
    root = ET.fromstring(draw_map(hexmap.loads(text_of(grid, code, "3"))))
    assert len(layer(root, "hexes")) == 1


def test_many_levels_share_the_tints() -> None:
    grid = 'orientation = "flat"\ncolumns = 4\nrows = 1'
    view = View(hexmap.loads(text_of(grid, "....", "05az")), CLASSIC)
    tints = [view.tint(level) for level in range(36)]
    assert tints[0] == CLASSIC.levels[0]
    assert tints[35] == CLASSIC.levels[-1]
    assert len(set(tints)) == 36


# -- golden pictures ----------------------------------------------------------------------------------------------


def differences(one: str, two: str, *, tolerance: float = 0.011) -> list[str]:
    """Return how two pictures differ: in their elements, attributes and words, or in a number by more than a tolerance."""
    first, second = list(ET.fromstring(one).iter()), list(ET.fromstring(two).iter())
    if len(first) != len(second):
        return [f"{len(first)} elements and {len(second)}"]
    return [text for a, b in zip(first, second, strict=True) for text in _element_differences(a, b, tolerance)]


def _element_differences(a: ET.Element, b: ET.Element, tolerance: float) -> list[str]:
    if a.tag != b.tag or set(a.attrib) != set(b.attrib) or (a.text or "").strip() != (b.text or "").strip():
        return [f"{a.tag} {a.attrib.get('id')} is {b.tag} {b.attrib.get('id')}"]
    return [f"{a.tag} {a.attrib.get('id')} {name}" for name in a.attrib if not _alike(a.attrib[name], b.attrib[name], tolerance)]


def _alike(one: str, two: str, tolerance: float) -> bool:
    if one == two:
        return True
    numbers = [float(n) for n in NUMBER.findall(one)], [float(n) for n in NUMBER.findall(two)]
    same_words = NUMBER.sub("#", one) == NUMBER.sub("#", two)
    return same_words and all(abs(x - y) <= tolerance for x, y in zip(*numbers, strict=True))


@pytest.mark.parametrize(("name", "text"), [("small-flat", FLAT), ("small-pointy", POINTY)])
@pytest.mark.parametrize("style", ["classic", "mono"])
def test_small_maps_look_as_they_did(name: str, text: str, style: str) -> None:
    golden = GOLDEN / f"{name}-{style}.svg"
    assert differences(draw_map(hexmap.loads(text), style=style), golden.read_text(encoding="utf-8")) == []


def test_the_comparer_finds_a_moved_line_a_lost_hex_and_another_colour() -> None:
    svg = draw_map(hexmap.loads(POINTY))
    assert differences(svg, svg) == []
    hexagon = re.search(r'<path d="M([0-9.]+)[^"]*" id="hex-0101"', svg)
    assert hexagon
    moved = svg[: hexagon.start(1)] + f"{float(hexagon[1]) + 0.5:g}" + svg[hexagon.end(1) :]
    assert differences(svg, moved)
    assert differences(svg, svg.replace(CLASSIC.levels[1], "#123456"))
    assert differences(svg, re.sub(r'<path [^>]*id="hex-0101"[^>]*>.*?</path>', "", svg, flags=re.DOTALL))
    assert differences(svg, svg.replace("0201 clear, level 1", "0201 clear, level 2"))


def test_a_pointy_hex_is_regular() -> None:
    view = View(hexmap.loads(POINTY), CLASSIC)
    xs, ys = zip(*view.layout.corners(view.hexes[0]), strict=True)
    assert max(xs) - min(xs) == pytest.approx(14.9)
    assert max(ys) - min(ys) == pytest.approx(14.9 / cos(radians(30)))
