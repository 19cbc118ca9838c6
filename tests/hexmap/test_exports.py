"""GeoJSON, GraphML and CSV of hex maps, read back by readers that know nothing of ours."""

from __future__ import annotations

import csv
import io
import json
import math
import shutil
import subprocess
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import hexmap
from hexmap.asking import HexMap
from hexmap.exporting import export
from hexmap.reader import loads
from mapsheet.errors import NotationError
from tests.commands import hexmap_command
from tests.hexmap.test_tiled import RICH
from tests.hexmap.test_vassal import LAYOUTS, world


def features(board: HexMap) -> dict[str, dict[str, Any]]:
    data = json.loads(export(board, "geojson"))
    assert data["type"] == "FeatureCollection"
    assert "millimetres" in data["mapsheet"]["coordinates"]
    found = {one["id"]: one for one in data["features"]}
    assert len(found) == len(data["features"])
    assert all(one["properties"]["id"] == key for key, one in found.items())
    return found


@pytest.mark.parametrize(("orientation", "shifted", "short"), LAYOUTS)
def test_every_hex_is_a_polygon_in_its_place(orientation: str, shifted: str, short: str) -> None:
    board = world(orientation, shifted, short, holes="2,2")
    found = features(board)
    assert set(found) == {f"hex-{board.number(h)}" for h in board}
    for h in board:
        one = found[f"hex-{board.number(h)}"]
        (ring,) = one["geometry"]["coordinates"]
        assert ring[0] == ring[-1]
        assert len(ring) == 7
        x, y = board.centre(h)
        assert math.dist((one["properties"]["x"], one["properties"]["y"]), (x, y)) < 0.001
        assert all(abs(math.dist(point, (x, y)) - board.layout.side) < 0.002 for point in ring)
        # counterclockwise as numbers (RFC 7946)
        assert sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(ring)) > 0


def test_neighbors_share_two_corners() -> None:
    found = features(world("flat", "even", "none"))
    a, b = ({tuple(point) for point in found[f"hex-{n}"]["geometry"]["coordinates"][0]} for n in ("0303", "0403"))
    assert len(a & b) == 2


def test_geojson_says_what_the_map_says() -> None:
    found = features(loads(RICH))
    told = found["hex-05.11"]["properties"]
    assert (told["hex"], told["terrain"], told["level"], told["names"], told["edges"]) == ("05.11", "deep_wood", 1, ["One"], [])
    assert found["hex-03.10"]["properties"]["edges"] == ["west"]
    assert found["hex-03.10"]["properties"]["level"] == 4
    side = found["hexside-04.11-N"]
    assert side["properties"]["kinds"] == ["wall"]
    ring = found["hex-04.11"]["geometry"]["coordinates"][0]
    assert all(point in ring for point in side["geometry"]["coordinates"])
    assert found["line-1"]["properties"]["through"] == ["03.14", "04.13", "05.13"]
    assert found["course-1"]["properties"]["name"] == "The Burn"
    assert found["label-1"]["geometry"]["type"] == "Point"
    assert found["label-2"]["geometry"]["type"] == "LineString"


@pytest.mark.parametrize("unit_class", [None, "horse"])
def test_graphml_has_every_step_and_its_cost(unit_class: str | None) -> None:
    board = loads(RICH)
    graph = nx.parse_graphml(export(board, "graphml", unit_class=unit_class).decode())
    wanted = board.graph(unit_class)
    assert set(graph.nodes) == set(wanted.nodes)
    assert {(a, b): Fraction(points) for a, b, points in graph.edges(data="points")} == {
        (a, b): cost for a, b, cost in wanted.edges(data="cost")
    }
    assert all(float(Fraction(marks["points"])) == marks["cost"] for _, _, marks in graph.edges(data=True))
    assert graph.edges["03.14", "04.13"]["points"] == "1/2"
    assert ("04.11", "04.10") in graph.edges if unit_class else ("04.11", "04.10") not in graph.edges
    assert graph.nodes["03.10"]["edges"] == "west"
    assert graph.nodes["05.11"]["names"] == "One"


def test_the_shipped_map_walks_in_networkx_as_here() -> None:
    board = hexmap.load("bannockburn")
    graph = nx.parse_graphml(export(board, "graphml").decode())
    for a, b in (("0509", "1512"), ("2001", "0534")):
        assert nx.shortest_path_length(graph, a, b, weight="cost") == board.path(a, b).cost


def test_csv_has_a_row_for_each_hex() -> None:
    board = loads(RICH)
    rows = {row["hex"]: row for row in csv.DictReader(io.StringIO(export(board, "csv").decode()))}
    assert set(rows) == {board.number(h) for h in board}
    for h in board:
        row = rows[board.number(h)]
        assert (int(row["column"]), int(row["row"])) == h
        assert (row["terrain"], int(row["level"])) == (board.terrain(h).name, board.level(h))
        assert math.dist((float(row["x_mm"]), float(row["y_mm"])), board.centre(h)) < 0.001
        for direction, name in enumerate(board.grid.direction_names):
            assert row[name].split() == list(board.hexsides.get(board.grid.hexside(h, direction), ()))
    assert (rows["05.11"]["names"], rows["03.10"]["names"], rows["04.13"]["lines"]) == ("One", "Long name", "road")


def test_a_name_is_no_formula() -> None:
    board = loads(RICH.replace('text = "One"', 'text = "=1+1"'))
    assert "'=1+1" in export(board, "csv").decode()


@pytest.mark.parametrize("to", ["geojson", "graphml", "csv"])
def test_the_same_map_gives_the_same_bytes(to: str) -> None:
    assert export(loads(RICH), to) == export(loads(RICH), to)


def test_unknown_formats_and_classes_are_refused() -> None:
    board = loads(RICH)
    with pytest.raises(NotationError, match="did you mean 'geojson'"):
        export(board, "geojsn")
    with pytest.raises(NotationError, match="a class of this map"):
        export(board, "graphml", unit_class="hors")


@pytest.mark.parametrize("to", ["geojson", "graphml", "csv", "tiled"])
def test_the_command_never_writes_over_its_map(to: str, tmp_path: Path) -> None:
    assert hexmap_command("new", "t", folder=tmp_path).code == 0
    before = (tmp_path / "t/map.toml").read_bytes()
    link = tmp_path / ("m.tmj" if to == "tiled" else "m.out")
    link.symlink_to(tmp_path / "t/map.toml")
    ran = hexmap_command("export", "t", "--to", to, "-o", link.name, folder=tmp_path)
    assert ran.code == 2
    assert (tmp_path / "t/map.toml").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == [link.name, "t"]


@pytest.mark.slow
@pytest.mark.parametrize("title", ["bannockburn", "angorra"])
def test_gdal_reads_it(title: str, tmp_path: Path) -> None:
    if shutil.which("ogrinfo") is None:
        pytest.skip("ogrinfo is not installed")
    path = tmp_path / "m.geojson"
    assert hexmap_command("export", title, "--to", "geojson", "-o", str(path)).code == 0
    ran = subprocess.run(["ogrinfo", "-al", "-so", str(path)], capture_output=True, text=True, timeout=120, check=True)
    assert f"Feature Count: {len(features(hexmap.load(title)))}" in ran.stdout
    assert "terrain: String" in ran.stdout
    words = ["ogrinfo", "-al", "-geom=NO", "-where", "hex = '0509'", str(path)]
    only = subprocess.run(words, capture_output=True, text=True, timeout=120, check=True)
    assert f"terrain (String) = {hexmap.load(title).terrain('0509').name}" in only.stdout


@pytest.mark.slow
@pytest.mark.cairo
@pytest.mark.parametrize("title", ["bannockburn", "angorra"])
def test_inkscape_draws_the_sheet(title: str, tmp_path: Path) -> None:
    if shutil.which("inkscape") is None:
        pytest.skip("inkscape is not installed")
    assert hexmap_command("render", title, "-o", str(tmp_path / "m.svg")).code == 0
    words = ["--export-type=png", "--export-dpi=50", f"--export-filename={tmp_path / 'm.png'}", str(tmp_path / "m.svg")]
    subprocess.run(["inkscape", *words], capture_output=True, timeout=300, check=True)
    board = hexmap.load(title)
    data = (tmp_path / "m.png").read_bytes()
    size = [int.from_bytes(data[k : k + 4], "big") for k in (16, 20)]
    assert all(abs(a - b * 50 / 25.4) < 2 for a, b in zip(size, (board.sheet.width, board.sheet.height), strict=True))
