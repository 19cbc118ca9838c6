"""Figures of answers on maps of regions: where arrows, discs and crosses lie, judged by the shapes of the map."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import hypot
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import shapely

from areamap.asking import AreaMap
from areamap.draw import draw_figure, draw_map
from areamap.draw.answers import MAKERS, Shown, letter_of
from areamap.draw.marking import Marker
from areamap.draw.view import View
from areamap.reader import load
from mapsheet.box import Box
from mapsheet.marks import Arrow, Cross, Disc, Outline
from mapsheet.style import load_style
from tests.areamap.worlds_regions import write_world

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def ottomans() -> AreaMap:
    return load("ottomans")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> AreaMap:
    return load(write_world(tmp_path_factory.mktemp("letters")))


def shown(board: AreaMap, ask: str, answer: Any) -> tuple[Marker, Shown]:
    """Return the marks of an answer on the whole map."""
    marker = Marker(View(board, load_style("classic")))
    return marker, MAKERS[ask](marker, answer.to_json())


def printed(marker: Marker) -> Iterator[Box]:
    """Yield what names, values, codes, cities and anchors take, from the layout itself."""
    layout, view = marker.layout, marker.whole
    for home in layout.homes.values():
        yield from home.boxes
        yield from (label.box for label in home.labels)
    for sea in layout.seas.values():
        yield from sea._replace(counters=None).boxes(view.look.sea_value.radius)
    yield from (anchor.box for anchor in layout.anchors)
    for x, y in view.cities.values():
        yield Box(x - 1.1, y - 1.1, x + 1.1, y + 1.1)


REACHES = [("ottomans", 3, "army"), ("sea_aegean", 2, "fleet"), ("hungary", 2, "army"), ("persia", 3, "army")]


@pytest.mark.parametrize(("start", "allowance", "by"), REACHES)
def test_discs_cover_nothing_that_is_printed_nor_each_other(ottomans: AreaMap, start: str, allowance: int, by: str) -> None:
    marker, drawn = shown(ottomans, "reach", ottomans.reach(start, allowance, by=by))
    radius = marker.view.style.marks.letter.radius
    discs = [shapely.Point(mark.at).buffer(radius) for mark in drawn.marks if isinstance(mark, Disc)]
    assert len(discs) > 5
    boxes = shapely.union_all([shapely.box(*box) for box in printed(marker)])
    assert [k for k, disc in enumerate(discs) if disc.intersection(boxes).area > 0.01] == []
    assert not any(one.intersects(other) for one, other in combinations(discs, 2))


def test_costs_do_not_look_like_values(ottomans: AreaMap) -> None:
    _, drawn = shown(ottomans, "reach", ottomans.reach("hungary", 2, by="army"))
    style = load_style("classic")
    assert {mark.name for mark in drawn.marks if isinstance(mark, Disc)} == {"letter"}
    assert style.marks.letter.fill.colour not in {style.area.value.fill.colour, style.area.sea_value.fill.colour}


def test_a_disc_lies_in_its_space(ottomans: AreaMap) -> None:
    answer = ottomans.reach("hungary", 2, by="army")
    marker, drawn = shown(ottomans, "reach", answer)
    costs = answer.to_json()["costs"]
    inside = {
        id_ for id_ in costs if id_ in marker.view.shapes
        for mark in drawn.marks
        if isinstance(mark, Disc) and mark.words == str(costs[id_]) and marker.view.shapes[id_].covers(shapely.Point(mark.at))
    }
    assert inside == {id_ for id_ in costs if id_ in marker.view.shapes} - {"hungary"}


def test_a_stop_has_a_ring_and_a_word(world: AreaMap) -> None:
    answer = world.reach("a", 3, stops=["b"])
    _, drawn = shown(world, "reach", answer)
    rings = [mark for mark in drawn.marks if isinstance(mark, Outline) and mark.name == "blocker"]
    assert len(rings) == 1
    assert [row.key for row in drawn.legend] == ["stop"]
    words = _words(draw_figure(world, "reach", answer))
    assert "entered and not left" in words
    assert "Entered and not left: Great Burgundy" in words
    assert "Entered" not in _words(draw_figure(world, "reach", world.reach("a", 3)))


def _words(svg: str) -> str:
    layer = ET.fromstring(svg).find(f"{SVG}g[@id='layer-margin']")
    assert layer is not None
    return " ".join(group.get("aria-label", "") for group in layer.iter(f"{SVG}g")).replace("\N{NO-BREAK SPACE}", " ")


ROUTES = [("ottomans", "austria"), ("seljuks", "serbia"), ("byzantium", "kazan"), ("egypt", "persia"), ("poland", "achaea")]


@pytest.mark.parametrize(("start", "end"), ROUTES)
def test_a_way_by_land_stays_on_its_spaces_but_for_straits(ottomans: AreaMap, start: str, end: str) -> None:
    answer = ottomans.route(start, end, by="army")
    marker, drawn = shown(ottomans, "route", answer)
    path = answer.to_json()["paths"][0]
    first = next(mark for mark in drawn.marks if isinstance(mark, Arrow) and not mark.faint)
    straits = [shapely.LineString([c.start, c.end]).buffer(3.0) for c in marker.layout.crossings]
    ground = shapely.union_all([*(marker.whole.shapes[id_] for id_ in path), *straits]).buffer(1.5)
    outside = shapely.difference(shapely.LineString(first.points), ground)
    assert outside.length < 2.0
    turns = [_turn(a, b, c) for (a, b), (_, c) in pairwise(list(pairwise(first.points)))]
    assert min(turns) > -0.5, "a hairpin"


def _turn(a: Any, b: Any, c: Any) -> float:
    """Return the cosine of a turn."""
    (ux, uy), (vx, vy) = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
    return float((ux * vx + uy * vy) / ((hypot(ux, uy) * hypot(vx, vy)) or 1.0))


def test_a_barred_strait_is_crossed_out_and_not_ghosted(ottomans: AreaMap) -> None:
    answer = ottomans.why("byzantium", "ottomans", by="army", facts=["fleet_hostile(sea_bosporus)"])
    marker, drawn = shown(ottomans, "why", answer)
    cross = next(mark for mark in drawn.marks if isinstance(mark, Cross))
    crossing = next(c for c in marker.layout.crossings if {c.link.a, c.link.b} == {"byzantium", "ottomans"})
    assert crossing.box.holds(Box(*cross.at, *cross.at))
    assert "The way is closed if fleet hostile (Bosporus) (7.63)." in _words(draw_figure(ottomans, "why", answer))


def test_a_barred_border_is_crossed_out_on_it(world: AreaMap) -> None:
    marker, drawn = shown(world, "why", world.why("a", "x"))
    cross = next(mark for mark in drawn.marks if isinstance(mark, Cross))
    assert marker.whole.shapes["x"].distance(shapely.Point(cross.at)) < 0.1


def test_groups_have_a_letter_in_each_space(world: AreaMap) -> None:
    answer = world.groups(["a", "b", "e"], by=["land"])
    _, drawn = shown(world, "groups", answer)
    letters = sorted(mark.words for mark in drawn.marks if isinstance(mark, Disc))
    assert letters == sorted(letter_of(k) for k, group in enumerate(answer.to_json()["groups"]) for _ in group)
    assert [letter_of(k) for k in (0, 25, 26, 51, 52)] == ["A", "Z", "AA", "AZ", "BA"]


def test_the_steps_of_a_fleet_are_numbered_and_told(ottomans: AreaMap) -> None:
    answer = ottomans.sail("sea_aegean", 4, [("ottomans", "achaea")])
    _, drawn = shown(ottomans, "sail", answer)
    assert {mark.words for mark in drawn.marks if isinstance(mark, Disc)} == {"1", "2", "F"}
    words = _words(draw_figure(ottomans, "sail", answer))
    assert "(1) unit 1 embarks from Ottomans; (2) unit 1 lands in Achaea." in words
    assert "fleet at the start" in words


def test_all_neighbors_are_named(ottomans: AreaMap) -> None:
    for id_ in ("rumelia", "sea_aegean"):
        answer = ottomans.neighbors(id_)
        words = _words(draw_figure(ottomans, "neighbors", answer))
        for name in {one for group in answer.to_json()["neighbors"].values() for one in group}:
            assert ottomans.spaces[name].name in words


def test_a_part_round_a_small_space_shows_its_name(ottomans: AreaMap) -> None:
    root = ET.fromstring(draw_map(ottomans, crop="malta"))
    assert min(float(root.get(side, "")[:-2]) for side in ("width", "height")) >= 60.0
    labels = {group.get("aria-label") for group in root.iter(f"{SVG}g")}
    assert "MALTA" in labels


def test_distances_that_the_ends_do_not_explain_have_no_way(world: AreaMap, tmp_path: Path) -> None:
    told = {**world.distance("a", "c").to_json(), "distance": 99}
    marker = Marker(View(world, load_style("classic")))
    assert not any(isinstance(mark, Arrow) for mark in MAKERS["distance"](marker, told).marks)
