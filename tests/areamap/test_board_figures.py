"""Figures of answers on boards, aids and tracks, read back from their SVG and compared with the answers."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import areamap
from areamap.asking import AreaMap
from areamap.draw import draw_figure, draw_sheet, figure_size
from areamap.draw.boardfigures import board_figure_size, draw_board_figure
from areamap.questions import QUESTIONS, ask
from areamap.starter import starter
from mapsheet.errors import DataError, NotationError
from tests.areamap.drawn_board import SVG, Drawn

ASKED: dict[str, list[dict[str, Any]]] = {
    "byzantium": [
        {"ask": "show", "space": "melitene"}, {"ask": "neighbors", "space": "zone_a"},
        {"ask": "reach", "space": "zone_b", "allowance": "2"}, {"ask": "route", "from": "persia", "to": "syria"},
        {"ask": "distance", "from": "persia", "to": "kiev"},
        {"ask": "nearest", "space": "melitene", "among": ["persia", "syria"]},
        {"ask": "why", "from": "melitene", "to": "kiev"}, {"ask": "path", "space": "melitene", "front": {"E": "3"}},
        {"ask": "path", "space": "iberia"}, {"ask": "retreat", "space": "melitene", "hostile": ["nisibis"]},
        {"ask": "supply", "space": "melitene", "sources": ["constantinople"]}, {"ask": "groups", "by": ["path"]},
        {"ask": "count", "kind": "thema", "holder": {"turks": ["melitene"]}},
        {"ask": "track", "track": "omnibus", "marker": "schism", "move": 7},
    ],
    "allies": [
        {"ask": "neighbors", "space": "ottoman"}, {"ask": "show", "space": "empire"},
        {"ask": "why", "from": "spain", "to": "ottoman"},
        {"ask": "reach", "space": "spain", "allowance": "1"}, {"ask": "route", "from": "france", "to": "scotland"},
        {"ask": "track", "track": "baseline_ottoman", "marker": "vp", "move": 7}, {"ask": "track", "track": "influence_ottoman"},
    ],
    "examples/point-to-point": [
        {"ask": "route", "from": "aarhus", "to": "nyborg"}, {"ask": "groups", "by": ["rail"]},
        {"ask": "why", "from": "fredericia", "to": "middelfart", "fact": ["fleet_hostile(little_belt)"]},
        {"ask": "retreat", "space": "flensburg", "hostile": ["schleswig", "husum"]},
        {"ask": "supply", "space": "fehmarn", "sources": ["altona"], "by": ["rail"]},
        {"ask": "track", "track": "turn", "from": "3", "move": 4},
    ],
    "starter": [
        {"ask": "reach", "space": "castle", "allowance": "2"}, {"ask": "route", "from": "harbor", "to": "summit"},
        {"ask": "track", "track": "turn"}, {"ask": "distance", "from": "harbor", "to": "summit"},
    ],
}
CASES = [
    pytest.param(name, line, id=f"{name.split('/')[-1]}-{line['ask']}-{k}")
    for name, lines in ASKED.items() for k, line in enumerate(lines)
]  # fmt: skip


@cache
def board_of(name: str) -> AreaMap:
    return areamap.loads(starter()) if name == "starter" else areamap.load(name)


def answered(name: str, line: dict[str, Any]) -> tuple[AreaMap, Any]:
    board = board_of(name)
    answer = ask(board, line)
    return board, answer.to_json() if hasattr(answer, "to_json") else answer


def layer(svg: str, name: str) -> ET.Element:
    return next(e for e in ET.fromstring(svg).iter(f"{SVG}g") if e.get("id") == f"layer-{name}")


def spaces_in(element: ET.Element, board: AreaMap) -> set[str]:
    """Return the spaces that have a group in a layer."""
    ids = {f"{space.kind}-{space.id}": space.id for space in board.spaces.values()}
    return {ids[e.get("id", "")] for e in element.iter(f"{SVG}g") if e.get("id") in ids}


def words_in(element: ET.Element) -> list[str]:
    return [e.get("aria-label", "") for e in element.iter(f"{SVG}g") if e.get("aria-label")]


@pytest.mark.parametrize(("name", "line"), CASES)
def test_every_question_has_a_figure_on_a_board(name: str, line: dict[str, Any]) -> None:
    board, told = answered(name, line)
    svg = draw_figure(board, line["ask"], told)
    root = ET.fromstring(svg)
    size = tuple(float(root.get(side, "")[:-2]) for side in ("width", "height"))
    assert size == pytest.approx(figure_size(board, line["ask"], told), abs=1e-3)
    assert svg == draw_board_figure(board, line["ask"], told)
    assert size == pytest.approx(board_figure_size(board, line["ask"], told), abs=1e-3)
    assert words_in(layer(svg, "margin")), "no caption"
    drawn = [list(layer(svg, part).iter())[1:] for part in ("tints", "marks", "told_places", "discs")]
    assert any(drawn), "nothing but the board"


@pytest.mark.parametrize(("name", "line"), CASES)
def test_figures_are_drawn_in_mono_too(name: str, line: dict[str, Any]) -> None:
    board, told = answered(name, line)
    colours = {value for e in ET.fromstring(draw_figure(board, line["ask"], told, style="mono")).iter()
               for key, value in e.attrib.items() if key in {"fill", "stroke"} and value.startswith("#")}
    # a faction's own colour is the map's, not the style's; boards here have none in mono but on the aid
    assert name == "allies" or all(c[1:3] == c[3:5] == c[5:7] for c in colours), colours


def test_no_question_of_the_table_is_refused_a_figure() -> None:
    with pytest.raises(NotationError) as caught:
        draw_board_figure(board_of("starter"), "nothing", {})
    assert "figure" in str(caught.value)
    from areamap.draw.boardmarks import MAKERS

    assert set(QUESTIONS) == {*MAKERS, "track"}


def test_what_is_reached_stands_above_the_ghost_with_its_cost() -> None:
    board, told = answered("starter", ASKED["starter"][0])
    svg = draw_figure(board, "reach", told)
    assert spaces_in(layer(svg, "told_places"), board) == set(told["costs"])
    assert spaces_in(layer(svg, "places"), board) == set(board.spaces) - set(told["costs"])
    costs = Counter(str(cost) for id_, cost in told["costs"].items() if id_ != "castle")
    assert Counter(words_in(layer(svg, "discs"))) == costs + Counter("A")


def test_a_route_is_arrows_along_the_drawn_ways() -> None:
    board, told = answered("examples/point-to-point", {"ask": "route", "from": "aarhus", "to": "nyborg"})
    svg = draw_figure(board, "route", told)
    ways = {e.get("id") for e in layer(svg, "told_ways").iter(f"{SVG}path")} - {None}
    steps = [frozenset(pair) for pair in zip(told["path"], told["path"][1:], strict=False)]
    assert {frozenset(str(way).split("-")[2:4]) for way in ways} == set(steps)
    arrows = layer(svg, "marks").findall(f"{SVG}g")
    assert len(arrows) == len(steps)
    whole = Drawn(draw_sheet(board).svg).ways()
    for way in ways:
        assert str(way) in whole


def test_a_barred_way_is_crossed_where_it_runs() -> None:
    line = {"ask": "why", "from": "fredericia", "to": "middelfart", "fact": ["fleet_hostile(little_belt)"]}
    board, told = answered("examples/point-to-point", line)
    svg = draw_figure(board, "why", told)
    from tests.mapsheet.svg_points import pieces

    arms = [points for e in layer(svg, "discs").iter(f"{SVG}path") for points in pieces(e.get("d", "")) if len(points) == 2]
    assert len(arms) == 4  # two strokes, each over a halo
    way = Drawn(draw_sheet(board).svg).ways()["link-ferry-fredericia-middelfart"]
    from shapely import Point

    middle = Point((arms[0][0][0] + arms[0][1][0]) / 2, (arms[0][0][1] + arms[0][1][1]) / 2)
    assert way.distance(middle) < 0.2


def test_who_holds_what_of_a_path_is_shaded() -> None:
    board, told = answered("byzantium", {"ask": "path", "space": "cappadocia", "front": {"E": "3"}})
    svg = draw_figure(board, "path", told)
    tint = next(layer(svg, "tints").iter(f"{SVG}path"))
    assert tint.get("d", "").lower().count("z") == len(told["enemy_spaces"]) == 3
    caption = " ".join(words_in(layer(svg, "margin")))
    assert all(board.spaces[id_].name in caption for id_ in (told["front"], told["toward"], *told["enemy_spaces"]))


def test_a_track_shows_each_marker_in_its_box_and_what_moved() -> None:
    board, told = answered("byzantium", {"ask": "track", "track": "omnibus", "marker": "schism", "move": 7})
    drawn = Drawn(draw_figure(board, "track", told))
    on = {marker: box for marker, box in told["markers"].items() if box is not None}
    for marker, box in on.items():
        cell = drawn.outline(f"track-omnibus-{told['boxes'].index(box)}")
        assert cell.buffer(0.1).contains(drawn.outline(f"marker-{marker}")), marker
    assert drawn.outline("track-omnibus-0").buffer(0.1).contains(drawn.outline("was-schism"))
    assert not any(f"marker-{marker}" in drawn.groups for marker in told["markers"].keys() - on)


def test_spaces_on_another_sheet_are_told_of() -> None:
    board, told = answered("byzantium", {"ask": "reach", "space": "zone_b", "allowance": "2"})
    assert "reserves_b" in told["costs"]
    caption = " ".join(words_in(layer(draw_figure(board, "reach", told), "margin"))).replace("\N{NO-BREAK SPACE}", " ")
    assert "Not on this sheet: Reserves" in caption


def test_a_board_that_places_no_space_has_figures_of_tracks_alone() -> None:
    plain = 'format = "areamap/1"\ntitle = "T"\n[space.a]\nkind = "node"\nname = "A"\n[track.t]\ntitle = "T"\nboxes = 40\n'
    board = areamap.loads(plain)
    with pytest.raises(DataError, match="place on the sheet"):
        draw_figure(board, "show", board.show("a"))
    assert "</svg>" in draw_figure(board, "track", board.track("t"))


def test_names_with_braces_and_conditions_stand_in_captions() -> None:
    text = (
        'format = "areamap/1"\ntitle = "T"\n[space.a]\nkind = "node"\nname = "A {b}"\nat = [50, 50]\n'
        '[space.b]\nkind = "node"\nname = "{}"\nat = [90, 50]\n'
        '[[link]]\nkind = "road"\nbetween = ["a", "b"]\nopen = "day"\nnote = "by {day}"\n'
    )
    board = areamap.loads(text)
    svg = draw_figure(board, "why", board.why("a", "b"))
    assert "by {day}" in " ".join(words_in(layer(svg, "margin")))
