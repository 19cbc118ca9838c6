"""What is exported comes back whole: every table, every byte of the shapes, and the same drawing."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import networkx as nx
import pytest

import areamap
from areamap.asking import AreaMap
from areamap.draw import draw_sheet
from areamap.exporting import export
from areamap.faces import adjacency_hash
from areamap.importing import Imported, import_text
from areamap.topology import parse_topology
from mapsheet.errors import DataError
from mapsheet.source import find_source, read_toml
from tests.areamap import worlds
from tests.areamap.test_exchange import DRAWING, KINDS, MORE
from tests.house.tree import ROOT

TITLES = {"ottomans": True, "byzantium": False, "allies": False, str(ROOT / "examples/point-to-point"): False}
FORMATS = ("geojson", "topojson", "graphml")
WAYS = [(name, to) for name, has_shapes in TITLES.items() for to in FORMATS if has_shapes or to != "topojson"]
DRAWN = """
[sheet]
size = "a4"
note = "Our own note"
[name.b]
turn = -20
[panel]
graticule = false
"""


def written(made: Imported, folder: Path) -> Path:
    folder.mkdir(parents=True)
    if made.topology is not None:
        (folder / "map.topojson").write_bytes(made.topology)
    (folder / "map.toml").write_text(made.map_toml, "utf-8")
    return folder


def plain(path: Path) -> dict[str, object]:
    """Return the tables of a map file but for its spaces, which are compared as values."""
    data = read_toml(path).data
    return {key: value for key, value in data.items() if key not in {"space", "topology"}}


@pytest.mark.parametrize(("name", "to"), WAYS)
def test_a_title_comes_back_with_the_same_drawing(name: str, to: str, tmp_path: Path) -> None:
    source = find_source(name)
    board = areamap.load(name)
    made = import_text(export(board, to).decode(), "exported")
    assert made.reports == ()
    folder = written(made, tmp_path / board.name)
    if (source.parent / "charts.toml").is_file():
        shutil.copy(source.parent / "charts.toml", folder)
    again = areamap.load(folder)
    assert plain(folder / "map.toml") == plain(source)
    assert list(again.spaces.items()) == list(board.spaces.items())
    assert again.links == board.links
    assert again.provenance == board.provenance
    if (source.parent / "map.topojson").is_file():
        assert (folder / "map.topojson").read_bytes() == (source.parent / "map.topojson").read_bytes()
    assert draw_sheet(again) == draw_sheet(board)


@pytest.fixture
def board(tmp_path: Path) -> AreaMap:
    (tmp_path / "overrides.toml").write_text('[space.b]\nvalue = 7\n[sheet]\nsubtitle = "As overridden"\n', "utf-8")
    more = MORE.replace('look = "dashed"', 'look = "dashed"\nnote = "in summer"')
    more = more.replace("value = -2", 'value = -2\nnote = "by ship"')
    return worlds.board(tmp_path, DRAWING, KINDS, more + DRAWN)


@pytest.mark.parametrize("to", ["geojson", "topojson", "graphml"])
def test_every_table_comes_back_with_its_overrides(board: AreaMap, to: str, tmp_path: Path) -> None:
    again = areamap.load(written(import_text(export(board, to).decode(), "x"), tmp_path / "again"))
    for name in ("title", "spaces", "factions", "kinds", "movers", "corners", "waivers", "tracks", "links", "art", "provenance"):
        assert getattr(again, name) == getattr(board, name), name
    assert again.art is not None
    assert (again.art.sheet.subtitle, again.spaces["b"].value) == ("As overridden", 7)
    assert again.kinds["strait"].note == "in summer"


# -- changed by another program --------------------------------------------------------------------------------------


def test_changed_shapes_are_made_anew(board: AreaMap, tmp_path: Path) -> None:
    for to in ("geojson", "topojson"):
        data = json.loads(export(board, to))
        if to == "geojson":
            data["features"] = [feature for feature in data["features"] if feature["id"] != "e"]
        else:
            arc = next(arc for arc in data["arcs"] if len(arc) > 2)
            arc[1:3] = [[arc[1][0] + arc[2][0], arc[1][1] + arc[2][1]]]
        made = import_text(json.dumps(data), "x")
        assert made.topology is not None
        assert made.topology != import_text(export(board, to).decode(), "x").topology
        assert ("e" in parse_topology(made.topology.decode()).shapes) == (to == "topojson")
        assert '"Our own note"' in made.map_toml


def test_a_changed_kind_changes_the_borders(board: AreaMap, tmp_path: Path) -> None:
    data = json.loads(export(board, "geojson"))
    next(feature for feature in data["features"] if feature["id"] == "b")["properties"]["kind"] = "sea"
    made = import_text(json.dumps(data), "x")
    borders = json.loads(made.topology or b"")["objects"]["borders"]["geometries"]
    marks = [border["properties"] for border in borders]
    assert {mark["class"] for mark in marks if {mark["left"], mark["right"]} == {"b", "s"}} == {"sea"}


ROADS = (
    'format = "areamap/1"\ntitle = "Roads"\n[kind.road]\ncost = 2\n[mover.cart]\nby = ["road"]\n[track.turn]\nboxes = 3\n'
    '[space.a]\nkind = "node"\nname = "A"\nat = [10, 20]\n[space.b]\nkind = "node"\nname = "B"\n'
    '[space.c]\nkind = "box"\nname = "C"\n[[link]]\nkind = "road"\nbetween = ["b", "a"]\ncost = 1\nprovenance = "text"\n'
)


def test_no_place_is_invented_in_graphml() -> None:
    board = areamap.loads(ROADS)
    again = areamap.loads(import_text(export(board, "graphml").decode(), "x").map_toml)
    assert [space.at for space in again.spaces.values()] == [(10, 20), None, None]
    assert again.links == board.links
    assert (again.movers, again.tracks, again.kinds) == (board.movers, board.tracks, board.kinds)


def test_a_moved_node_and_a_new_edge_are_taken() -> None:
    graph = nx.parse_graphml(export(areamap.loads(ROADS), "graphml").decode(), force_multigraph=True)
    graph.nodes["a"]["x"] = 50.0
    graph.add_edge("a", "c", kind="road", cost="3")
    again = areamap.loads(import_text("\n".join(nx.generate_graphml(graph)), "x").map_toml)
    assert again.spaces["a"].at == (50, 20)
    assert {(link.a, link.b, link.cost) for link in again.links} == {("b", "a", 1), ("a", "c", 3)}
    assert again.movers["cart"].by == ("road",)


def test_graphml_of_regions_with_a_node_more_keeps_its_shapes(board: AreaMap, tmp_path: Path) -> None:
    graph = nx.parse_graphml(export(board, "graphml").decode(), force_multigraph=True)
    graph.add_node("more", kind="box", name="More")
    made = import_text("\n".join(nx.generate_graphml(graph)), "x")
    again = areamap.load(written(made, tmp_path / "again"))
    assert adjacency_hash(again) == adjacency_hash(board)
    assert "more" in again.spaces
    assert [link for link in again.links if link.source == "declared"] == [k for k in board.links if k.source == "declared"]


@pytest.mark.parametrize("to", ["geojson", "topojson", "graphml"])
def test_a_damaged_member_does_no_harm(board: AreaMap, to: str) -> None:
    text = export(board, to).decode()
    for was, now in (
        (r"areamap-exchange/1", "other/1"), (r'"spaces": ?\{"a"', '"spaces":{"zz":"land","a"'), (r'"arcs":', '"arc":'),
        (r'"arcs":\[\[\[\d+', '"arcs":[[["x"'), (r'"tables": ?\{', '"tables":{"board":{"backdrop":{"topology":"../../secret"}},'),
    ):
        changed = re.sub(was, now, text, count=1)
        try:
            made = import_text(changed, "x")
        except DataError:
            continue
        assert "secret" not in made.map_toml
