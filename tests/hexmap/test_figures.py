"""Answers drawn: each mark lies where the answer says, and every question has a figure with a caption."""

from __future__ import annotations

import re
from math import atan2, degrees, hypot
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from shapely import LineString, Point, Polygon

import hexmap
from hexmap.asking import HexMap
from hexmap.draw.captions import caption_of
from hexmap.draw.figures import MAKERS, draw_figure, figure_size, marks_of
from hexmap.draw.foot import foot_of
from hexmap.draw.gridwork import ON_TINTS
from hexmap.draw.marking import Marker
from hexmap.draw.overlay import draw_overlay, find_struck
from hexmap.draw.sheet import find_names, find_shapes
from hexmap.draw.view import View, rectangle
from hexmap.position import Position, Unit
from mapsheet.box import Box
from mapsheet.errors import NotationError
from mapsheet.marks import Arrow, Cross, Disc, Line, Mark, Outline, Tint, arrow_shape, draw_marks
from mapsheet.paths import number
from mapsheet.sheet import Sheet
from mapsheet.style import load_style

SVG = "{http://www.w3.org/2000/svg}"
BLOCKED = {
    "from": "1426", "to": "1420", "clear": False, "crossed": ["1425", "1424", "1423", "1422", "1421"], "runs": [],
    "touched": [], "blocked_by": [{"hex": "1424", "why": "occupied"}, {"hex": "1422", "why": "terrain"}], "policy": {},
}
CLEAR = {
    "from": "1417", "to": "1817", "clear": True, "crossed": ["1617"], "runs": [["1517", "1518"], ["1717", "1718"]],
    "touched": ["1516"], "blocked_by": [], "policy": {},
}
ANSWERS: dict[str, dict[str, Any]] = {
    "los": BLOCKED,
    "viewshed": {"from": "1426", "visible": ["1425", "1427"], "hidden": ["1424"]},
    "reach": {"from": "1426", "allowance": 2, "costs": {"1426": 0, "1425": 1, "1424": 2}},
    "path": {"from": "1426", "to": "1424", "cost": 2, "path": ["1426", "1425", "1424"]},
    "why": {
        "from": "1426", "to": "1424", "allowance": 2, "possible": True, "cost": 2, "forbidden": [],
        "steps": [
            {"from": "1426", "to": "1425", "cost": 1, "causes": []}, {"from": "1425", "to": "1424", "cost": 1, "causes": []},
        ],
    },
    "charge": {"target": "1421", "lanes": [["1425", "1424", "1423", "1422"]], "why": []},
    "rout": {
        "from": "2901", "outcome": "eliminated", "level": 1, "penalty": 0, "left": True,
        "path": ["2802", "2902", "off"], "paths": [["2802", "2902", "off"], ["2802", "2903", "off"]],
    },
    "arcs": {"front": ["1327", "1326", "1325"], "flanks": ["1427", "1424"], "rear": ["1527", "1526", "1525"], "facing": 270},
    "place": {"placements": ["1426+1425", "1425+1426", "1426+1526"]},
    "show": {"hex": "1426", "terrain": "clear", "level": 0, "neighbors": {"N": "1425", "S": "1427"}, "hexsides": {}, "edges": []},
    "distance": {"from": "1426", "to": "1424", "distance": 2},
}


@pytest.fixture(scope="module")
def board() -> HexMap:
    return hexmap.load("bannockburn")


def hexagon(board: HexMap, number: str) -> Polygon:
    return Polygon(board.layout.corners(board.hex(number)))


def test_every_question_has_marks_a_figure_and_a_caption(board: HexMap) -> None:
    assert set(ANSWERS) == set(MAKERS)
    for ask, answer in ANSWERS.items():
        words = caption_of(ask, answer)
        svg = draw_figure(board, ask, answer)
        root = ET.fromstring(svg)
        assert words
        margin = root.find(f"{SVG}g[@id='layer-margin']")
        assert margin is not None
        assert " ".join(label for group in margin if (label := group.get("aria-label"))) == words
        assert len(root.findall(f"{SVG}g[@id='layer-marks']//{SVG}path")) > 1, ask


def test_a_question_without_a_figure_is_refused(board: HexMap) -> None:
    with pytest.raises(NotationError, match="did you mean 'reach'"):
        draw_figure(board, "reech", {})


# -- sight --------------------------------------------------------------------------------------------------------


def test_a_blocked_line_is_clear_up_to_the_first_blocker(board: HexMap) -> None:
    marks = marks_of(board, "los", BLOCKED)
    clear, blocked = (next(m for m in marks if isinstance(m, Line) and m.name == name) for name in ("clear", "blocked"))
    first = hexagon(board, "1424")
    assert clear.points[0] == pytest.approx(board.centre("1426"))
    assert clear.points[1] == blocked.points[0]
    assert first.exterior.distance(Point(clear.points[1])) < 1e-6
    assert not LineString(clear.points).crosses(first)
    assert blocked.points[1] == pytest.approx(board.centre("1420"))


def test_a_cross_stands_in_each_blocking_hex(board: HexMap) -> None:
    crosses = [mark for mark in marks_of(board, "los", BLOCKED) if isinstance(mark, Cross)]
    assert [board.number(board.hex_at(*cross.at) or board.hex("0101")) for cross in crosses] == ["1424", "1422"]
    outlined = next(m for m in marks_of(board, "los", BLOCKED) if isinstance(m, Outline) and m.name == "blocker")
    assert {Polygon(ring).centroid.coords[0] for ring in outlined.rings} == {
        hexagon(board, number).centroid.coords[0] for number in ("1424", "1422")
    }


def test_the_value_of_a_query_may_say_where_the_line_stops(board: HexMap) -> None:
    class Told(dict[str, Any]):
        stop = 0.25

    line = next(m for m in marks_of(board, "los", Told(BLOCKED)) if isinstance(m, Line) and m.name == "clear")
    a, b = board.centre("1426"), board.centre("1420")
    assert line.points[1] == pytest.approx((a.x + (b.x - a.x) / 4, a.y + (b.y - a.y) / 4))


def test_a_clear_line_shows_the_hexsides_it_runs_along(board: HexMap) -> None:
    marks = marks_of(board, "los", CLEAR)
    runs = [mark for mark in marks if isinstance(mark, Line) and mark.name == "run"]
    for run, pair in zip(runs, (("1517", "1518"), ("1717", "1718")), strict=True):
        shared = hexagon(board, pair[0]).intersection(hexagon(board, pair[1]).buffer(1e-6))
        assert LineString(run.points).hausdorff_distance(LineString(shared.envelope.exterior.coords[:2])) < 9
        assert LineString(run.points).length == pytest.approx(board.layout.side)
    assert not any(isinstance(mark, Cross) for mark in marks)


# -- movement -----------------------------------------------------------------------------------------------------


def test_reach_tints_its_hexes_and_prints_their_costs(board: HexMap) -> None:
    marks = marks_of(board, "reach", ANSWERS["reach"])
    tint = next(m for m in marks if isinstance(m, Tint))
    area = Polygon(tint.rings[0])
    assert area.area == pytest.approx(3 * hexagon(board, "1426").area)
    discs = [m for m in marks if isinstance(m, Disc) and m.name == "cost"]
    costs = {board.number(board.hex_at(*m.at) or board.hex("0101")): m.words for m in discs}
    assert costs == {"1425": "1", "1424": "2"}


def test_the_reach_of_a_pair_prints_the_least_cost_of_each_hex(board: HexMap) -> None:
    answer = {
        "from": "1426+1425", "allowance": 2,
        "positions": [{"at": "1426+1425", "cost": 0}, {"at": "1326+1325", "cost": 1}, {"at": "1326+1327", "cost": 2}],
    }
    costs = {m.words for m in marks_of(board, "reach", answer) if isinstance(m, Disc) and m.name == "cost"}
    assert costs == {"1", "2"}


def test_a_path_goes_through_the_middles_of_its_stands(board: HexMap) -> None:
    arrow = next(m for m in marks_of(board, "path", ANSWERS["path"]) if isinstance(m, Arrow))
    assert [board.number(board.hex_at(*point) or board.hex("0101")) for point in arrow.points] == ["1426", "1425", "1424"]
    missing = marks_of(board, "path", {"from": "1426", "to": "1424", "cost": None, "path": None})
    assert any(isinstance(mark, Cross) for mark in missing)


def test_a_way_off_the_map_ends_beyond_its_edge(board: HexMap) -> None:
    arrows = [mark for mark in marks_of(board, "rout", ANSWERS["rout"]) if isinstance(mark, Arrow)]
    assert [arrow.faint for arrow in arrows] == [True, True, False]
    assert [board.hex_at(*arrow.points[-1]) for arrow in arrows] == [board.hex("2903"), None, None]


def test_steps_that_many_ways_share_are_drawn_once(board: HexMap) -> None:
    ways = [["1426", "1425", "1424"], ["1426", "1425", "1524"], ["1426", "1526", "1525", "1524"]]
    answer = {"from": "1426", "outcome": "moved", "level": 1, "penalty": 0, "left": False, "path": ways[0], "paths": ways}
    faint = [mark.points for mark in marks_of(board, "rout", answer) if isinstance(mark, Arrow) and mark.faint]
    assert len(faint) == len(set(faint)) == 4


@pytest.mark.parametrize("bearing", range(0, 360, 30))
def test_an_arrow_head_points_along_its_last_stretch(bearing: int) -> None:
    from math import cos, radians, sin

    ahead = (cos(radians(bearing)), sin(radians(bearing)))
    shaft, head = arrow_shape([(3, 4), (10, 10), (10 + 7 * ahead[0], 10 + 7 * ahead[1])], 3.2)
    tip, neck = head[0], head[2]
    turn = degrees(atan2(tip[1] - neck[1], tip[0] - neck[0])) - bearing
    assert abs((turn + 180) % 360 - 180) < 1e-6
    assert hypot(tip[0] - shaft[-1][0], tip[1] - shaft[-1][1]) < 3.2
    assert hypot(head[1][0] - tip[0], head[1][1] - tip[1]) == pytest.approx(hypot(head[3][0] - tip[0], head[3][1] - tip[1]))


# -- two-hex units ------------------------------------------------------------------------------------------------


def test_arcs_find_their_unit_and_the_way_it_faces(board: HexMap) -> None:
    marks = marks_of(board, "arcs", ANSWERS["arcs"])
    footprint = next(m for m in marks if isinstance(m, Outline) and m.name == "footprint")
    both = hexagon(board, "1426").union(hexagon(board, "1425"))
    assert Polygon(footprint.rings[0]).symmetric_difference(both).area < 0.01
    (x0, y0), (x1, y1) = next(m for m in marks if isinstance(m, Arrow)).points
    assert x1 < x0
    assert y1 == pytest.approx(y0)
    letters = {m.words for m in marks if isinstance(m, Disc)}
    assert letters == {"FL", "FC", "FR", "L", "R", "RL", "RC", "RR"}


def test_arcs_at_the_edge_of_the_map_leave_out_what_is_not_there(board: HexMap) -> None:
    answer = {"front": [None, None, None], "flanks": ["0104", "0101"], "rear": ["0203", "0202", "0201"], "facing": 270}
    letters = {m.words for m in marks_of(board, "arcs", answer) if isinstance(m, Disc)}
    assert letters == {"L", "R", "RL", "RC", "RR"}


def test_placements_face_the_way_their_spelling_says(board: HexMap) -> None:
    up, down = (Marker(board).facing(stand) for stand in ("1426+1425", "1425+1426"))
    assert up[1][0] < up[0][0]
    assert down[1][0] > down[0][0]


# -- drawing ------------------------------------------------------------------------------------------------------


def test_marks_lie_on_each_other_in_a_fixed_order() -> None:
    tint = Tint((((0, 0), (9, 0), (9, 9)),), "reach")
    marks: list[Mark] = [Disc((5, 5), "7"), Cross((5, 5)), Line(((0, 0), (9, 9)), "clear"), tint]
    drawn = []
    for order in (marks, marks[::-1]):
        sheet = Sheet(20, 20, title="x")
        draw_marks(sheet.layer("marks"), load_style("classic"), order)
        drawn.append(sheet.to_svg())
    assert drawn[0] == drawn[1]
    assert drawn[0].index("#F2B632") < drawn[0].index("#1E7A3A") < drawn[0].index("#B3261E") < drawn[0].index("<circle")


def test_figures_show_the_hexes_of_the_answer_and_one_more_around(board: HexMap) -> None:
    root = ET.fromstring(draw_figure(board, "distance", {"from": "1424", "to": "1626", "distance": 3}))
    layer = root.find(f"{SVG}g[@id='layer-hexes']")
    assert layer is not None
    numbers = [(path.get("id") or "").removeprefix("hex-") for path in layer]
    assert sorted({number[:2] for number in numbers}) == ["13", "14", "15", "16", "17"]
    assert sorted({number[2:] for number in numbers}) == ["23", "24", "25", "26", "27"]
    assert root.find(f".//{SVG}path[@id='ghost']") is not None


def layer_of(svg: str, name: str) -> ET.Element:
    found = ET.fromstring(svg).find(f"{SVG}g[@id='layer-{name}']")
    assert found is not None
    return found


def labels(element: ET.Element) -> list[str]:
    return [label for group in element.iter() if (label := group.get("aria-label"))]


def test_tints_lie_under_the_numbers_and_their_meaning_is_told(board: HexMap) -> None:
    svg = draw_figure(board, "viewshed", ANSWERS["viewshed"])
    assert svg.index('id="layer-tints"') < svg.index('id="layer-numbers"')
    assert len(list(layer_of(svg, "tints").iter(f"{SVG}path"))) == 2
    samples = next(group for group in layer_of(svg, "margin") if group.get("id") == "samples")
    assert labels(samples) == ["seen", "hidden"]


@pytest.mark.parametrize("style", ["classic", "mono"])
def test_numbers_can_be_read_on_every_tint_over_every_level(style: str) -> None:
    look = load_style(style)
    for name in ("visible", "hidden", "reach", "front", "flank", "rear"):
        tint = getattr(look.marks, name)
        for level in look.levels:
            pairs = zip(rgb(level), rgb(tint.colour), strict=True)
            ground = [under * (1 - tint.opacity) + over * tint.opacity for under, over in pairs]
            assert (luminance(ground) + 0.05) / (luminance(rgb(ON_TINTS)) + 0.05) >= 4.5, (name, level)


def rgb(colour: str) -> list[float]:
    return [int(colour[k : k + 2], 16) for k in (1, 3, 5)]


def luminance(colour: list[float]) -> float:
    parts = [v / 255 / 12.92 if v / 255 <= 0.03928 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


LINES = [("1426", "1420", "1424"), ("1417", "1817", "1717"), ("0522", "0914", "0719")]


@pytest.mark.parametrize(("start", "end", "blocker"), LINES)
def test_a_cross_covers_no_number(board: HexMap, start: str, end: str, blocker: str) -> None:
    answer = {**BLOCKED, "from": start, "to": end, "blocked_by": [{"hex": blocker, "why": "occupied"}]}
    hexes = [board.hex(number) for number in (start, end)]
    view = View(board, load_style("classic"), rectangle(board, f"{start}-{end}"))
    marks = [m for m in marks_of(board, "los", answer) if isinstance(m, Cross | Line)]
    sheet = Sheet(view.width, view.height, title="x")
    draw_overlay(sheet.layer("tints"), sheet.layer("marks"), view, marks)
    arms = re.findall(r'd="M([0-9.]+) ([0-9.]+)l-?[0-9.]+ ?-?[0-9.]+"[^>]*#FFFFFF', sheet.to_svg())
    assert hexes
    assert len(arms) == 2
    reach = view.style.marks.cross.reach
    left, ys = min(float(x) for x, _ in arms), [float(y) for _, y in arms]
    origin, whole = view.layout.origin, board.layout.origin
    x, y = left + reach + origin.x - whole.x, sum(ys) / 2 + origin.y - whole.y
    cross = Box(x - reach, y - reach, x + reach, y + reach)
    assert view.key(view.layout.hex_at(x, y) or hexes[0]) == blocker
    assert not any(cross.overlaps(view.number_box(h)) for h in view.hexes)


@pytest.mark.parametrize(("start", "end", "blocker"), LINES)
@pytest.mark.parametrize("ask", ["los", "path"])
def test_a_number_that_a_line_runs_over_stands_above_it(board: HexMap, ask: str, start: str, end: str, blocker: str) -> None:
    """The line of sight or the way goes through the numbers of hexes: each is written again after the line is drawn."""
    import shapely

    told: Any = {**BLOCKED, "from": start, "to": end, "blocked_by": [{"hex": blocker, "why": "occupied"}]}
    if ask == "path":
        told = board.path(start, end)
    view = View(board, load_style("classic"), rectangle(board, f"{start}-{end}"))
    marks = [mark for mark in marks_of(board, ask, told) if isinstance(mark, Line | Arrow)]
    origin, whole = view.layout.origin, board.layout.origin
    shift = (origin.x - whole.x, origin.y - whole.y)
    lines = [shapely.LineString([(x + shift[0], y + shift[1]) for x, y in mark.points]) for mark in marks]
    struck = {h for h in view.hexes if any(line.intersects(shapely.box(*view.number_box(h))) for line in lines)}
    found = find_struck(view, marks, shift)
    assert struck <= {*found}
    assert struck or start != "1426"
    sheet = Sheet(view.width, view.height, title="x")
    draw_overlay(sheet.layer("tints"), sheet.layer("marks"), view, marks)
    drawn = sheet.to_svg()
    plates = re.findall(r'stroke-width="0.697"', drawn)
    assert len(plates) == len({view.tint(view.level(h)) for h in found})
    assert not plates or drawn.rindex("translate") < drawn.index(plates[0]), "above the lines"
    view.clear = frozenset()
    assert find_struck(view, marks, shift) == [], "those that are ghosted stay as they are"


def test_a_charge_is_drawn_from_where_its_unit_stands(board: HexMap) -> None:
    lanes = [["1121", "1122", "1123"], ["1222", "1123", "1023"], ["1020", "1021", "1022"]]
    told = {"from": "1120", "target": "1124", "lanes": lanes, "why": []}
    starts = [mark.points[0] for mark in marks_of(board, "charge", told) if isinstance(mark, Arrow)]
    assert starts == [tuple(board.layout.centre(board.hex(number))) for number in ("1120", "1222", "1020")]


def test_a_line_blocked_off_the_map_says_so() -> None:
    off = {**BLOCKED, "blocked_by": [{"hex": None, "why": "offmap"}]}
    assert caption_of("los", off) == "Line of sight from 1426 to 1420: blocked off the map."
    both = {**BLOCKED, "blocked_by": [{"hex": "1424", "why": "occupied"}, {"hex": None, "why": "offmap"}]}
    assert caption_of("los", both).endswith("blocked by 1424 (occupied) and off the map.")


def test_names_are_whole_and_off_the_ghosted_hexes(board: HexMap) -> None:
    answer = {"from": "1120", "to": "1222", "distance": 3}
    view = View(board, load_style("classic"), rectangle(board, "1019-1323"))
    view.clear = frozenset(rectangle(board, "1120-1222"))
    for name in find_names(view, find_shapes(view)):
        corners = [corner for quad in name.lettering.glyphs for corner in quad]
        assert {view.layout.hex_at(*corner) for corner in corners} <= view.clear, name.lettering.words
    assert "Balquhiderock Wood" not in labels(layer_of(draw_figure(board, "distance", answer), "names"))
    wide = draw_figure(board, "distance", {"from": "0918", "to": "1624", "distance": 9})
    assert "Balquhiderock Wood" in labels(layer_of(wide, "names"))


def test_units_of_a_position_are_shown_but_for_the_one_asked_about(board: HexMap) -> None:
    units = (Unit("1426", code="own"), Unit("1425", side="english"), Unit("1424"))
    svg = draw_figure(board, "reach", ANSWERS["reach"], position=Position("bannockburn", units))
    assert labels(layer_of(svg, "setup")) == ["englis", "unit"]


def test_captions_fit_under_narrow_figures_at_6_point_or_more(board: HexMap) -> None:
    for ask, answer in ANSWERS.items():
        svg = draw_figure(board, ask, answer)
        width = float(ET.fromstring(svg).get("width", "").removesuffix("mm"))
        assert width >= 70
        size = figure_size(board, ask, answer)
        assert f'viewBox="0 0 {number(size[0])} {number(size[1])}"' in svg
        lines = [group for group in layer_of(svg, "margin") if group.get("aria-label")]
        assert 1 <= len(lines) <= 2, ask
    kind = foot_of(View(board, load_style("classic"), [board.hex("1426")]), "Words", ()).kind
    assert kind.size >= 6 * 25.4 / 72
