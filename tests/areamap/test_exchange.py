"""Maps in the formats of other programs, and back again."""

from __future__ import annotations

import itertools
import json
import tempfile
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings

import areamap
from areamap.asking import AreaMap
from areamap.exporting import export, to_geojson, to_graphml, to_topojson
from areamap.faces import adjacency_hash
from areamap.importing import import_text
from areamap.spaces import Link
from areamap.topology import parse_topology
from areamap.writing import map_tables
from mapsheet.errors import DataError, NotationError
from tests.areamap import worlds
from tests.areamap.test_faces import DRAWINGS
from tests.commands import mapsheet_command, run_door

DRAWING = "sssss\nsabas\nscdes\nsssss"
KINDS = {"s": "sea", "d": "island"}
MORE = """
[faction.turks]
name = "Turks"
code = "T"
colour = "#AA0000"
[space.x]
kind = "city"
name = "İstanbul"
aliases = ["Constantinople", "Tsargrad"]
code = "IST"
value = 3
faction = "turks"
within = "a"
at = [1.5, 2.5]
ports = ["s"]
traits = ["critical", "fortress"]
entry = "any(nation(papal), held(b))"
entry_rule = "3.14"
note = "Papal units only"
class = "city"
provenance = { value = "reconstructed", name = "text" }
[space.box]
kind = "box"
name = "Elsewhere"
provenance = "derived"
[[link]]
kind = "strait"
between = ["d", "a"]
cost = "1/2"
open = "not(held(s))"
rule = "7.63"
class = "narrow"
value = -2
provenance = "text"
[[link]]
kind = "reserve"
between = ["box", "x"]
one_way = "nobody returns"
[kind.strait]
cost = 2
look = "dashed"
[mover.army]
by = ["land", "strait"]
[track.omnibus]
title = "Omnibus"
boxes = ["0", "1", "2"]
markers = ["gold", "peace"]
start = { gold = 1 }
overflow = { gold = "clamp" }
[[corner]]
spaces = ["a", "b", "c", "d"]
joins = [["a", "d"]]
reason = "so printed"
[[corner]]
spaces = ["a", "b", "d", "e"]
[[waiver]]
between = ["a", "b"]
reason = "so printed"
"""


@pytest.fixture
def board(tmp_path: Path) -> AreaMap:
    """A world with something in every table."""
    return worlds.board(tmp_path, DRAWING, KINDS, MORE)


def taken_back(data: bytes, folder: Path) -> AreaMap:
    """Return the map that an export becomes when it is imported."""
    made = import_text(data.decode(), "exported")
    assert made.reports == ()
    (folder / "again").mkdir()
    if made.topology is not None:
        (folder / "again/map.topojson").write_bytes(made.topology)
    (folder / "again/map.toml").write_text(made.map_toml, "utf-8")
    return areamap.load(folder / "again")


def same(one: AreaMap, two: AreaMap) -> bool:
    """Tell whether two maps say the same, whatever order their spaces stand in."""
    names = ("title", "spaces", "factions", "kinds", "movers", "corners", "waivers", "tracks")
    differing = [name for name in names if getattr(one, name) != getattr(two, name)]
    assert differing == []
    return sorted(map(str, one.links)) == sorted(map(str, two.links))


@pytest.mark.parametrize("to", ["geojson", "topojson"])
def test_a_map_comes_back_as_it_was(board: AreaMap, tmp_path: Path, to: str) -> None:
    again = taken_back(export(board, to), tmp_path)
    assert same(board, again)
    assert adjacency_hash(again) == adjacency_hash(board)
    assert again.topology is not None
    assert board.topology is not None
    assert len(again.topology.borders) == len(board.topology.borders)


@given(DRAWINGS)
@settings(max_examples=40)
def test_any_world_comes_back_through_geojson_and_topojson(drawing: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        world = worlds.board(Path(folder), drawing, {"d": "sea"})
        for data in (to_geojson(world), to_topojson(world)):
            topology = import_text(data.decode(), "x").topology
            assert topology is not None
            assert adjacency_hash(parse_topology(topology.decode())) == adjacency_hash(world)


def test_map_tables_are_read_again_as_they_were(board: AreaMap, tmp_path: Path) -> None:
    import tomli_w

    (tmp_path / "map.toml").write_text(tomli_w.dumps(map_tables(board, topology="map.topojson")), "utf-8")
    again = areamap.load(tmp_path)
    assert same(board, again)
    assert list(again.spaces) == list(board.spaces)


# -- GeoJSON -----------------------------------------------------------------------------------------------------------


def area(ring: list[list[float]]) -> float:
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in itertools.pairwise(ring)) / 2


def test_geojson_follows_the_right_hand_rule(board: AreaMap) -> None:
    features = {feature["id"]: feature for feature in json.loads(to_geojson(board))["features"]}
    outer, hole = features["s"]["geometry"]["coordinates"]
    assert (area(outer), area(hole)) == (20, -6)
    assert features["a"]["geometry"]["type"] == "MultiPolygon"
    assert all(part[0][0] == part[0][-1] and area(part[0]) == 1 for part in features["a"]["geometry"]["coordinates"])
    assert features["x"]["geometry"] == {"type": "Point", "coordinates": [1.5, 2.5]}
    assert features["box"]["geometry"] is None
    assert features["x"]["properties"]["aliases"] == ["Constantinople", "Tsargrad"]


def test_geojson_has_the_links_where_they_are_asked_for(board: AreaMap) -> None:
    lines = [f for f in json.loads(to_geojson(board, links=True))["features"] if "link" in f["properties"]]
    assert len(lines) == len(board.links)
    strait = next(line for line in lines if line["properties"]["kind"] == "strait")
    assert strait["geometry"]["type"] == "LineString"
    assert strait["properties"]["open"] == "not(held(s))"
    assert import_text(to_geojson(board, links=True).decode(), "x") == import_text(to_geojson(board).decode(), "x")


def test_borders_of_a_class_of_their_own_come_back(tmp_path: Path) -> None:
    data = worlds.topojson("aab\naab\nccc")
    for border in data["objects"]["borders"]["geometries"]:
        if {border["properties"]["left"], border["properties"]["right"]} == {"a", "b"}:
            border["properties"]["class"] = "impassable"
    worlds.write(tmp_path, "aab\naab\nccc")
    (tmp_path / "map.topojson").write_text(json.dumps(data), "utf-8")
    board = areamap.load(tmp_path)
    assert board.links_of["a"][0].other("a") != "b"
    again = taken_back(to_geojson(board), tmp_path)
    assert adjacency_hash(again) == adjacency_hash(board)
    assert {border.kind for border in again.borders_between("a", "b")} == {"impassable"}


def test_a_board_without_shapes_is_points_in_geojson_and_nothing_in_topojson() -> None:
    board = areamap.loads('format = "areamap/1"\ntitle = "T"\n[space.a]\nkind = "node"\nname = "A"\nat = [10, 20]\n')
    assert json.loads(to_geojson(board))["features"][0]["geometry"]["coordinates"] == [10, 20]
    with pytest.raises(DataError, match="T has no shapes: export it as geojson or graphml"):
        to_topojson(board)
    with pytest.raises(NotationError, match="expected one of geojson topojson graphml"):
        export(board, "geojsn")


# -- TopoJSON ----------------------------------------------------------------------------------------------------------


def test_topojson_is_the_maps_own_topology_with_properties(board: AreaMap) -> None:
    data = json.loads(to_topojson(board))
    assert data["arcs"] == worlds.topojson(DRAWING, KINDS)["arcs"]
    shapes = {shape["id"]: shape["properties"] for shape in data["objects"]["spaces"]["geometries"]}
    assert shapes["d"] == {"kind": "island", "name": "The D"}
    places = {place["id"]: place for place in data["objects"]["places"]["geometries"]}
    assert places["x"]["properties"]["at"] == [1.5, 2.5]
    assert places["box"]["type"] is None
    assert adjacency_hash(parse_topology(to_topojson(board).decode())) == adjacency_hash(board), "and reads as one"


# -- GraphML -----------------------------------------------------------------------------------------------------------


def told(link: Link) -> tuple[Any, ...]:
    return (link.kind, link.a, link.b, str(link.cost), str(link.open), link.rule, link.one_way, link.source, link.path)


def of_graph(marks: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(marks[key] for key in ("kind", "from", "to", "cost", "open", "rule", "one_way", "source", "path"))


def test_networkx_reads_every_link(board: AreaMap) -> None:
    graph = nx.parse_graphml(to_graphml(board).decode(), force_multigraph=True)
    assert graph.is_directed(), "for one link runs one way"
    found = sorted(of_graph(marks) for _, _, marks in graph.edges(data=True) if not marks.get("back"))
    assert found == sorted(told(link) for link in board.links)
    ways = sorted((a, b) for a, b, marks in graph.edges(data=True) if marks["kind"] == "reserve")
    assert ways == [("box", "x")]
    assert sorted((a, b) for a, b, marks in graph.edges(data=True) if marks["kind"] == "strait") == [("a", "d"), ("d", "a")]
    assert graph.nodes["x"]["name"] == "İstanbul"
    assert (graph.nodes["x"]["x"], graph.nodes["x"]["y"]) == (1.5, 2.5)


def test_without_one_way_links_the_graph_is_undirected(tmp_path: Path) -> None:
    board = worlds.board(tmp_path, "ab")
    graph = nx.parse_graphml(to_graphml(board).decode(), force_multigraph=True)
    assert not graph.is_directed()
    assert [of_graph(marks) for _, _, marks in graph.edges(data=True)] == [told(link) for link in board.links]
    assert [marks["from_name"] for *_, marks in graph.edges(data=True)] == ["The A"]


def test_a_point_to_point_map_comes_back_from_graphml(tmp_path: Path) -> None:
    board = areamap.loads(
        'format = "areamap/1"\ntitle = "Roads"\n'
        '[space.a]\nkind = "node"\nname = "A"\nat = [10, 20]\ntraits = ["hill"]\n'
        '[space.b]\nkind = "capital"\nname = "B"\nat = [30, 5]\n'
        '[[link]]\nkind = "road"\nbetween = ["b", "a"]\ncost = "3/2"\nopen = "not(winter)"\nrule = "4.1"\n'
        '[[link]]\nkind = "tie"\nbetween = ["a", "b"]\nclass = "activate"\nvalue = -2\n'
        '[[link]]\nkind = "rail"\nbetween = ["a", "b"]\none_way = "a ferry"\n'
    )
    again = taken_back(to_graphml(board), tmp_path)
    assert same(board, again)


# -- commands ------------------------------------------------------------------------------------------------------------


def test_the_commands(board: AreaMap, tmp_path: Path) -> None:
    file, folder = str(tmp_path / "x.geojson"), str(tmp_path / "new")
    ran = mapsheet_command("export", str(tmp_path), "--to", "geojson", "-o", file)
    assert (ran.code, ran.errors) == (0, f"wrote {file}\n")
    assert Path(file).read_bytes() == to_geojson(board)
    ran = run_door("areamap", ("import", file, "-o", folder, "--title", "Another"))
    assert ran.code == 0
    assert areamap.load(folder).title == "Another"
    ran = run_door("areamap", ("import", file, "-o", folder))
    assert (ran.code, "already holds a map.toml" in ran.errors) == (2, True)


def test_the_same_map_gives_the_same_bytes(board: AreaMap) -> None:
    for make in (to_geojson, to_topojson, to_graphml):
        assert make(board) == make(board)
