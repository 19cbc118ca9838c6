"""Maps of Tiled: what goes out comes back, what was changed there comes back changed, what is wrong is refused."""

from __future__ import annotations

import base64
import gzip
import json
import os
import shutil
import struct
import subprocess
import tomllib
import zlib
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import hexmap
from hexmap.asking import HexMap
from hexmap.grid import Hex
from hexmap.position import read_position
from hexmap.reader import loads
from hexmap.tiled import import_file
from hexmap.tiled.cells import Cells
from hexmap.tiled.writing import to_data
from hexmap.tiled.xmlform import from_xml, to_xml
from mapsheet.errors import DataError
from mapsheet.source import data_folder
from tests.commands import hexmap_command
from tests.hexmap.test_vassal import LAYOUTS, world

RICH = '''format = "hexmap/1"
title = "Rich & <Poor>"
[grid]
orientation = "flat"
columns = 6
rows = 5
numbering = "CC.RR"
first = "03.10"
across_flats = "16 mm"
[sight]
run = "either"
[movement]
uphill = "1/2"
[terrain.clear]
code = "."
provenance = "text"
[terrain.deep_wood]
code = "w"
enter = 2
sight = "blocks"
height = 2
[class.horse]
enter = { deep_wood = "prohibited", wall = 3 }
[hexes]
terrain = """
......
..ww..
.www_.
......
......
"""
level = """
001100
001210
000_10
000000
000000
"""
[hex."03.10"]
level = 4
[hexside_kind.wall]
cross = "prohibited"
[[hexside]]
kind = "wall"
sides = ["04.11/N", "05.11/04.11"]
along = "03.12/N > 05.13/NE"
[[hexside]]
kind = "ditch"
sides = ["06.14/S"]
provenance = "derived"
[line_kind.road]
enter = "1/2"
[[line]]
kind = "road"
through = ["03.14", "04.13", "05.13"]
[[course]]
kind = "burn"
name = "The Burn"
through = ["08.10", "08.11"]
[[label]]
text = "One"
at = "05.11"
size = "4 mm"
[[label]]
text = "Long name"
at = ["03.10", "04.10"]
kind = "tract"
[[decoration]]
kind = "meadow"
at = ["03.10-03.14"]
[edges.west]
hexes = ["03.10-03.14"]
[side.blue]
rout = ["NW"]
exit = ["west"]
'''.replace("000_10", "0001_0")
UNITS = '''format = "position/1"
[[unit]]
at = "03.11+04.10"
counter = "blue/long-1"
side = "blue"
movement = 3
[[unit]]
at = "05.13>SE"
code = "Lx"
blocks = false
'''
Data = dict[str, Any]


@pytest.fixture
def rich(tmp_path: Path) -> HexMap:
    (tmp_path / "units.toml").write_text(UNITS, "utf-8")
    return loads(RICH)


def write(folder: Path, data: Data, name: str = "m.tmj") -> Path:
    path = folder / name
    path.write_text(json.dumps(data) if name.endswith("j") else to_xml(data), "utf-8")
    return path


def out(board: HexMap, folder: Path) -> Data:
    position = read_position(folder / "units.toml", board=board)
    return json.loads(json.dumps(to_data(board, "m", position)))  # type: ignore[no-any-return]


def back(data: Data, folder: Path, name: str = "m.tmj") -> HexMap:
    return loads(import_file(write(folder, data, name)).map_toml)


def layer(data: Data, name: str) -> Data:
    return next(one for one in data["layers"] if one["name"] == name)


def index(board: HexMap, number: str) -> int:
    h = board.hex(number)
    return (h.row - 1) * board.grid.columns + h.column - 1


def middle(board: HexMap, number: str) -> tuple[float, float]:
    return tuple(Cells(board.grid).centre(board.hex(number)))  # type: ignore[return-value]


def faults(path: Path) -> str:
    with pytest.raises(DataError) as caught:
        import_file(path)
    return str(caught.value)


# -- there and back --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["m.tmj", "m.tmx"])
def test_a_map_comes_back_and_is_drawn_the_same(rich: HexMap, tmp_path: Path, name: str) -> None:
    made = import_file(write(tmp_path, out(rich, tmp_path), name))
    again = loads(made.map_toml)
    assert again.to_svg() == rich.to_svg()
    assert again.provenance == rich.provenance
    assert (again.rules, again.sides, again.edges, again.hexsides) == (rich.rules, rich.sides, rich.edges, rich.hexsides)
    assert {key: value for key, value in again.tables.items() if key not in ("hexes", "hex", "provenance", "grid")} == {
        key: value for key, value in rich.tables.items() if key not in ("hexes", "hex", "provenance", "grid")
    }
    (tmp_path / "setup.toml").write_text(made.setup_toml, "utf-8")
    assert read_position(tmp_path / "setup.toml").units == read_position(tmp_path / "units.toml").units
    assert made.left_out == ()


@pytest.mark.parametrize("title", ["bannockburn", "angorra"])
def test_shipped_maps_come_back(title: str, tmp_path: Path) -> None:
    board = hexmap.load(title)
    position = read_position(data_folder() / title / "setup.toml", board=board)
    data = to_data(board, "m", position)
    assert from_xml(to_xml(data), "m")["layers"][1]["data"].replace("\n", "") == ",".join(map(str, data["layers"][1]["data"]))
    made = import_file(write(tmp_path, data))
    assert loads(made.map_toml).to_svg() == board.to_svg()
    (tmp_path / "setup.toml").write_text(made.setup_toml, "utf-8")
    assert read_position(tmp_path / "setup.toml").units == position.units


@pytest.mark.cairo
@pytest.mark.parametrize("folder", ["r", "A Folder.2"])
@pytest.mark.parametrize(("title", "suffix"), [("bannockburn", "tmx"), ("angorra", "tmj")])
def test_a_shipped_title_comes_back_sound_with_its_set_up(title: str, suffix: str, folder: str, tmp_path: Path) -> None:
    assert hexmap_command("export", title, "--to", "tiled", "-o", f"b.{suffix}", folder=tmp_path).code == 0
    ran = hexmap_command("import", f"b.{suffix}", "-o", folder, folder=tmp_path)
    assert ran.code == 0
    assert "left out: aid.toml, charts.toml, counters.csv, counters.toml: copy them beside the map" in ran.output
    before, after = (tomllib.loads((place / "setup.toml").read_text()) for place in (data_folder() / title, tmp_path / folder))
    assert after.pop("map", "") == ("r" if folder == "r" else "")
    before.pop("map")
    assert after == before
    assert hexmap_command("check", folder, folder=tmp_path).code == 0
    for name in ("counters.toml", "counters.csv", "charts.toml", "aid.toml"):
        shutil.copy(data_folder() / title / name, tmp_path / folder)
    ran = hexmap_command("check", folder, folder=tmp_path)
    assert (ran.code, ran.errors) == (0, "")


@pytest.mark.cairo
def test_an_imported_map_file_gets_its_folder(rich: HexMap, tmp_path: Path) -> None:
    write(tmp_path, out(rich, tmp_path))
    assert hexmap_command("import", "m.tmj", "-o", "new/er/map.toml", folder=tmp_path).code == 0
    assert loads((tmp_path / "new/er/map.toml").read_text()).title == rich.title
    ran = hexmap_command("import", "m.tmj", "-o", "m.tmj/map.toml", folder=tmp_path)
    assert (ran.code, ran.errors) == (2, "m.tmj: is a file, not a folder\n")


@pytest.mark.parametrize(("orientation", "shifted", "short"), LAYOUTS)
@pytest.mark.parametrize("suffix", ["tmj", "tmx"])
def test_every_layout_comes_back(orientation: str, shifted: str, short: str, suffix: str, tmp_path: Path) -> None:
    board = world(orientation, shifted, short, holes="2,2")
    again = back(to_data(board, "m"), tmp_path, f"m.{suffix}")
    assert repr(again.grid) == repr(board.grid)
    assert (again.terrain_at, again.level_at) == (board.terrain_at, board.level_at)


@pytest.mark.parametrize(("orientation", "shifted", "short"), LAYOUTS)
def test_tiles_lie_where_tiled_draws_them(orientation: str, shifted: str, short: str) -> None:
    board = world(orientation, shifted, short)
    data = to_data(board, "m")
    wide, high, side = data["tilewidth"], data["tileheight"], data["hexsidelength"]
    assert all(size % 2 == 0 for size in (wide, high, side, (wide if data["staggeraxis"] == "x" else high) - side))
    cells = Cells(board.grid)
    for h in board:
        column, row = h.column - 1, h.row - 1
        if data["staggeraxis"] == "x":
            pushed = (column % 2 == 1) == (data["staggerindex"] == "odd")
            place = (column * ((wide - side) // 2 + side) + wide / 2, row * high + (high / 2 if pushed else 0) + high / 2)
        else:
            pushed = (row % 2 == 1) == (data["staggerindex"] == "odd")
            place = (column * wide + (wide / 2 if pushed else 0) + wide / 2, row * ((high - side) // 2 + side) + high / 2)
        assert tuple(cells.centre(h)) == place
        assert cells.hex_at(cells.centre(h)) == h
        for direction in range(6):
            canonical = board.grid.hexside(h, direction)
            (ax, ay), (bx, by) = cells.ends(canonical)
            assert cells.hexside_at(type(cells.centre(h))((ax + bx) / 2, (ay + by) / 2)) == canonical


def test_what_is_written_is_sound(rich: HexMap, tmp_path: Path) -> None:
    data = out(rich, tmp_path)
    for one in data["layers"][:2]:
        assert len(one["data"]) == data["width"] * data["height"]
        assert max(one["data"]) < data["tilesets"][1]["firstgid"] + data["tilesets"][1]["tilecount"]
    ids = [thing["id"] for one in data["layers"][2:] for thing in one["objects"]]
    assert sorted(ids) == list(range(1, data["nextobjectid"]))
    assert [one["id"] for one in data["layers"]] == list(range(1, data["nextlayerid"]))
    assert data["tilesets"][0]["firstgid"] + data["tilesets"][0]["tilecount"] == data["tilesets"][1]["firstgid"]


@pytest.mark.cairo
def test_the_pictures_have_the_size_that_is_told(tmp_path: Path) -> None:
    assert hexmap_command("new", "t", folder=tmp_path).code == 0
    ran = hexmap_command("export", "t", "--to", "tiled", "-o", "m.tmx", folder=tmp_path)
    assert ran.errors == "wrote m-terrain.png\nwrote m-level.png\nwrote m.tmx\n"
    for image in ET.parse(tmp_path / "m.tmx").getroot().iter("image"):
        width, height = struct.unpack(">II", (tmp_path / image.attrib["source"]).read_bytes()[16:24])
        assert (str(width), str(height)) == (image.attrib["width"], image.attrib["height"])
    ran = hexmap_command("import", "m.tmx", "-o", "back", folder=tmp_path)
    assert (ran.code, ran.output) == (0, "next: hexmap check back/map.toml\n")
    assert hexmap.load(tmp_path / "back").to_svg() == hexmap.load(tmp_path / "t").to_svg()


# -- edited in Tiled -------------------------------------------------------------------------------------------------------


def test_painted_tiles_come_back(rich: HexMap, tmp_path: Path) -> None:
    data = out(rich, tmp_path)
    first = data["tilesets"][1]["firstgid"]
    layer(data, "terrain")["data"][index(rich, "03.10")] = 2
    layer(data, "level")["data"][index(rich, "04.12")] = first + 3
    layer(data, "terrain")["data"][index(rich, "08.14")] = 0
    layer(data, "terrain")["data"][2 * 6 + 4] = 1  # the hole is filled, and has no level yet
    again = back(data, tmp_path)
    assert again.terrain("03.10").name == "deep_wood"
    assert again.level("04.12") == 3
    assert Hex(6, 5) not in again
    assert (again.terrain("07.12").name, again.level("07.12")) == ("clear", 0)
    untouched = [h for h in rich if rich.number(h) not in {"03.10", "04.12", "08.14"}]
    assert all((again.terrain(h), again.level(h)) == (rich.terrain(h), rich.level(h)) for h in untouched)


def test_a_tile_of_a_new_class_is_a_new_terrain(rich: HexMap, tmp_path: Path) -> None:
    data = out(rich, tmp_path)
    data["tilesets"].append({"firstgid": 100, "name": "More", "tilecount": 2, "tiles": [{"id": 1, "class": "Bog (deep)"}]})
    layer(data, "terrain")["data"][0:2] = [101, 100]
    again = back(data, tmp_path)
    assert [again.terrain(number).name for number in ("03.10", "04.10")] == ["bog_deep", "more_0"]
    assert again.terrain("03.10").code == "b"


def move(thing: Data, board: HexMap, a: str, b: str) -> None:
    (ax, ay), (bx, by) = middle(board, a), middle(board, b)
    thing["x"] += bx - ax
    thing["y"] += by - ay


def test_moved_objects_come_back_moved(rich: HexMap, tmp_path: Path) -> None:
    data = out(rich, tmp_path)
    move(layer(data, "lines")["objects"][0], rich, "04.13", "04.12")
    move(layer(data, "labels")["objects"][0], rich, "05.11", "06.12")
    move(layer(data, "hexsides")["objects"][0], rich, "04.11", "06.11")
    pair, faced = layer(data, "units")["objects"]
    move(pair, rich, "03.11", "05.11")
    faced["x"] += 11
    made = import_file(write(tmp_path, data))
    again = loads(made.map_toml)
    assert [again.number(h) for h in again.lines[0].through] == ["03.13", "04.12", "05.12"]
    assert again.number(again.art.labels[0].at[0]) == "06.12"
    assert again.art.labels[0].size == 4
    numbers = {f"{again.number(side.hex)}/{again.grid.direction_names[side.direction]}" for side in again.hexsides}
    before = {f"{rich.number(side.hex)}/{rich.grid.direction_names[side.direction]}" for side in rich.hexsides}
    assert (before - numbers, numbers - before) == ({"04.11/N"}, {"06.11/N"})
    assert again.tables["hexside"][1] == rich.tables["hexside"][1]
    assert [unit["at"] for unit in tomllib.loads(made.setup_toml)["unit"]] == ["05.11+06.10", "05.13>SE"]


def test_new_and_removed_objects_come_back(rich: HexMap, tmp_path: Path) -> None:
    data = out(rich, tmp_path)
    layer(data, "labels")["objects"].pop(1)
    layer(data, "courses")["objects"].clear()
    (ax, ay), (bx, by) = middle(rich, "03.10"), middle(rich, "06.14")
    road = {"id": 90, "name": "", "class": "road", "x": ax, "y": ay, "polyline": [{"x": 0, "y": 0}, {"x": bx - ax, "y": by - ay}]}
    layer(data, "lines")["objects"].append(road)
    words = {"id": 91, "name": "", "type": "", "x": bx, "y": by, "width": 30, "height": 9, "text": {"text": "New"}}
    layer(data, "labels")["objects"].append(words)
    wall = {"id": 92, "type": "wall", "x": 32 - 16, "y": 2 * 56, "rotation": 0, "polyline": [{"x": 0, "y": 0}, {"x": 32, "y": 0}]}
    layer(data, "hexsides")["objects"].append(wall)
    again = back(data, tmp_path)
    assert [label.text for label in again.art.labels] == ["One", "New"]
    assert again.art.courses == ()
    through = again.lines[1].through
    assert (again.number(through[0]), again.number(through[-1])) == ("03.10", "06.14")
    assert len(through) == again.grid.distance(through[0], through[-1]) + 1
    assert again.hexsides[again.grid.hexside(again.hex("03.12"), 0)] == ("wall",)


def test_a_turned_and_shifted_line_lies_where_it_is_seen(rich: HexMap, tmp_path: Path) -> None:
    data = out(rich, tmp_path)
    road = layer(data, "lines")["objects"][0]
    ends = [(road["x"] + p["x"], road["y"] + p["y"]) for p in road["polyline"]]
    road["rotation"], road["x"], road["y"] = 90, ends[0][0] - 7, ends[0][1] - 5
    layer(data, "lines")["offsetx"], layer(data, "lines")["offsety"] = 7, 5
    road["polyline"] = [{"x": y - ends[0][1], "y": -(x - ends[0][0])} for x, y in ends]
    assert back(data, tmp_path).lines == rich.lines


def test_a_larger_map_comes_back_larger(rich: HexMap, tmp_path: Path) -> None:
    data = out(rich, tmp_path)
    data["width"] = 8
    for one in data["layers"][:2]:
        rows = [one["data"][k : k + 6] for k in range(0, 30, 6)]
        one["data"], one["width"] = [n for row in rows for n in [*row, row[0], row[0]]], 8
    again = back(data, tmp_path)
    assert again.grid.columns == 8
    assert again.terrain("10.10").name == "clear"


def test_a_tile_at_the_end_of_a_short_line_makes_all_lines_long(tmp_path: Path) -> None:
    board = world("flat", "even", "shifted")
    data = to_data(board, "m")
    layer(data, "terrain")["data"][-7] = 1
    again = back(data, tmp_path)
    assert again.grid.short == "none"
    assert len(again) == len(board) + 1


# -- packed as Tiled packs ---------------------------------------------------------------------------------------------------


def packed(numbers: list[int], how: str) -> Data:
    raw = struct.pack(f"<{len(numbers)}I", *numbers)
    squeeze: dict[str, Callable[[bytes], bytes]] = {"": bytes, "zlib": zlib.compress, "gzip": gzip.compress}
    return {"encoding": "base64", "compression": how, "data": base64.b64encode(squeeze[how](raw)).decode()}


@pytest.mark.parametrize("how", ["", "zlib", "gzip"])
def test_packed_layers_and_turned_tiles_are_read(rich: HexMap, tmp_path: Path, how: str) -> None:
    data = out(rich, tmp_path)
    for one, flip in product(data["layers"][:2], [0xA0000000]):
        one |= packed([number | flip if number else 0 for number in one["data"]], how)
    assert back(data, tmp_path).to_svg() == rich.to_svg()


def test_xml_of_single_tiles_and_packed_xml_are_read(rich: HexMap, tmp_path: Path) -> None:
    data = out(rich, tmp_path)
    root = ET.fromstring(to_xml(data))
    for one, how in zip(root.findall("layer"), ("tiles", "zlib"), strict=True):
        numbers = [int(part) for part in (one.findtext("data") or "").split(",")]
        element = one.find("data")
        assert element is not None
        element.text = None
        element.attrib.clear()
        if how == "tiles":
            element.extend(ET.Element("tile", {"gid": str(number)} if number else {}) for number in numbers)
        else:
            told = packed(numbers, how)
            element.text = f"\n   {told.pop('data')}\n  "
            element.attrib.update(told)
    (tmp_path / "m.tmx").write_text(ET.tostring(root, encoding="unicode"), "utf-8")
    assert loads(import_file(tmp_path / "m.tmx").map_toml).to_svg() == rich.to_svg()


@pytest.mark.parametrize("suffix", ["tsj", "tsx"])
def test_tilesets_in_files_of_their_own_are_read(rich: HexMap, tmp_path: Path, suffix: str) -> None:
    data = out(rich, tmp_path)
    (tmp_path / "sets").mkdir()
    for tileset in data["tilesets"]:
        first, name = tileset.pop("firstgid"), f"sets/{tileset['name']}.{suffix}"
        text = json.dumps(tileset)
        if suffix == "tsx":
            element = ET.fromstring(to_xml({**data, "layers": [], "tilesets": [{**tileset, "firstgid": 1}]})).find("tileset")
            assert element is not None
            text = ET.tostring(element, encoding="unicode")
        (tmp_path / name).write_text(text, "utf-8")
        data["tilesets"] = [{"firstgid": first, "source": name} if one is tileset else one for one in data["tilesets"]]
    assert back(data, tmp_path).to_svg() == rich.to_svg()


# -- drawn elsewhere ---------------------------------------------------------------------------------------------------------


def foreign(**more: Any) -> Data:
    return {
        "type": "map", "orientation": "hexagonal", "width": 3, "height": 2, "tilewidth": 18, "tileheight": 18, "hexsidelength": 8,
        "staggeraxis": "y", "staggerindex": "even", "tilesets": [
            {
                "firstgid": 1, "name": "Old tiles", "tilecount": 3,
                "tiles": [{"id": 0, "type": "Forest"}, {"id": 1, "type": "Sea"}],
            },
        ],
        "layers": [
            {"type": "tilelayer", "name": "Ground", "data": [1, 1, 2, 3, 0, 2]},
            {"type": "group", "name": "g", "layers": [{"type": "tilelayer", "name": "Top", "data": [0, 2, 0, 0, 0, 0]}]},
            {"type": "tilelayer", "name": "Hidden", "visible": False, "data": [2, 2, 2, 2, 2, 2]},
            {"type": "imagelayer", "name": "paper"},
            {"type": "objectgroup", "name": "Labels", "objects": [{"id": 1, "x": 20, "y": 9, "text": {"text": "Here"}}]},
            {"type": "objectgroup", "name": "spawns", "objects": []},
        ],
    } | more


def test_a_map_drawn_elsewhere_becomes_a_title(tmp_path: Path) -> None:
    made = import_file(write(tmp_path, foreign(), "island.tmj"))
    board = loads(made.map_toml)
    assert (board.title, board.grid.orientation, board.grid.shifted) == ("island", "pointy", "odd")
    assert {board.number(h): board.terrain(h).name for h in board} == {
        "0101": "forest", "0201": "sea", "0301": "sea", "0102": "old_tiles_2", "0302": "sea",
    }
    assert board.art.labels[0].text == "Here"
    assert made.left_out == ("layer 'paper': no tiles and no objects", "layer 'spawns': its name says nothing to a map")
    assert board.to_svg()


# -- refused -----------------------------------------------------------------------------------------------------------------


BAD: dict[str, tuple[Data, str]] = {
    "square": ({"orientation": "orthogonal"}, "orientation: expected one of hexagonal"),
    "endless": ({"infinite": True}, "infinite: an infinite map is not read"),
    "huge": ({"width": 10**6, "height": 10**6}, "at most 2,000,000 hexes"),
    "no size": ({"width": None}, "width: is missing"),
    "negative": ({"width": -3}, "width: expected a whole number from 1"),
    "true": ({"width": True}, "width: expected a whole number"),
    "tile size": ({"tilewidth": 0}, "expected the sizes of the tiles"),
    "hexside": ({"hexsidelength": 99}, "expected the sizes of the tiles"),
    "axis": ({"staggeraxis": "z"}, "staggeraxis: expected one of x y"),
    "no tiles": ({"layers": []}, "no tile stands on the map"),
    "outside": ({"tilesets": [{"firstgid": 1, "source": "../../etc/passwd"}]}, "a tileset outside the map's folder is not read"),
    "absolute": ({"tilesets": [{"firstgid": 1, "source": "/etc/passwd"}]}, "a tileset outside the map's folder is not read"),
    "missing": ({"tilesets": [{"firstgid": 1, "source": "no.tsj"}]}, "no.tsj: no such file"),
    "first": ({"tilesets": [{"name": "x"}]}, "tilesets.0.firstgid: is missing"),
}
LAYERS: dict[str, tuple[Data, str]] = {
    "length": ({"data": [1, 1]}, "layers.0.data: expected 6 tiles, as many as the map has, got '2 tiles'"),
    "number": ({"data": [1, 1, 9, 1, 1, 1]}, "layers.0.data: tile 9 at column 3, row 1 is in no tileset"),
    "below": ({"data": [1, 1, -1, 1, 1, 1]}, "layers.0.data: expected a tile's number"),
    "words": ({"data": [1, 1, "x", 1, 1, 1]}, "layers.0.data: expected a tile's number"),
    "decimal": ({"data": [1, 1, 1.5, 1, 1, 1]}, "layers.0.data: expected a tile's number"),
    "csv": ({"data": "1,1,,1,1,1", "encoding": "csv"}, "layers.0.data: expected a tile's number"),
    "base64": ({"data": "!!!", "encoding": "base64"}, "layers.0.data: expected base64"),
    "zlib": ({"data": "AAAA", "encoding": "base64", "compression": "zlib"}, "layers.0.data: expected bytes packed by zlib"),
    "zstd": ({"data": "AAAA", "encoding": "base64", "compression": "zstd"}, "layers.0.data: expected packing by zlib, by gzip"),
    "encoding": ({"data": "AAAA", "encoding": "rot13"}, "layers.0.data: expected the encoding csv or base64"),
    "chunks": ({"data": None, "chunks": [{}]}, "layers.0.chunks: chunks belong to an infinite map"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_map_is_refused_with_the_place(case: str, tmp_path: Path) -> None:
    more, message = BAD[case]
    assert message in faults(write(tmp_path, foreign(**more)))


@pytest.mark.parametrize("case", LAYERS)
def test_bad_tiles_are_refused_with_the_place(case: str, tmp_path: Path) -> None:
    more, message = LAYERS[case]
    data = foreign()
    data["layers"][0] |= more
    assert message in faults(write(tmp_path, data))


def test_all_faults_come_at_once(tmp_path: Path) -> None:
    data = foreign()
    data["layers"][0]["data"] = [9] * 6
    data["layers"][1]["layers"][0]["data"] = [1]
    data["layers"][4]["objects"] = [{"x": float(10**9), "y": 0}, {"x": "a", "y": 0}]
    told = faults(write(tmp_path, data)).splitlines()
    assert len(told) == 4


def test_objects_off_the_map_are_refused(rich: HexMap, tmp_path: Path) -> None:
    data = out(rich, tmp_path)
    layer(data, "labels")["objects"][0]["x"] = -500
    layer(data, "units")["objects"][0]["y"] = 9999
    layer(data, "hexsides")["objects"][0]["x"] = 9999
    told = faults(write(tmp_path, data))
    assert told.count("where the map has no hex") == 3 + told.count("no hexside") - 1


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    data = foreign()
    bomb = base64.b64encode(zlib.compress(bytes(50_000_000), 9)).decode()
    data["layers"][0] |= {"data": bomb, "encoding": "base64", "compression": "zlib"}
    assert "expected 24 bytes, 4 for each tile of the map, got '25 bytes'" in faults(write(tmp_path, data))


HOSTILE = {
    "entities": '<!DOCTYPE map [<!ENTITY a "aaaa">]><map>&a;</map>',
    "outside": '<!DOCTYPE map SYSTEM "file:///etc/passwd"><map/>',
    "damaged": "<map><layer></map>",
    "other": "<svg/>",
    "json": '{"type": "map", "layers": [], "width": NaN}',
    "deep": "[" * 100_000,
    "empty": " ",
    "list": "[]",
    "tileset": '{"type": "tileset", "layers": []}',
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files_are_refused(case: str, tmp_path: Path) -> None:
    (tmp_path / "m.tmj").write_text(HOSTILE[case], "utf-8")
    ran = hexmap_command("import", str(tmp_path / "m.tmj"), "-o", str(tmp_path / "new"))
    assert ran.code == 2
    assert str(tmp_path / "m.tmj") in ran.errors
    assert not (tmp_path / "new").exists()


def test_deep_groups_are_refused(tmp_path: Path) -> None:
    inner: Data = {"type": "group", "layers": []}
    for _ in range(80):
        inner = {"type": "group", "layers": [inner]}
    assert "groups in groups" in faults(write(tmp_path, foreign(layers=[inner])))


@pytest.mark.parametrize("text", ["[1]", "{}", '{"format": "hexmap-exchange/1", "tables": [], "counts": {}}', "x"])
def test_our_own_property_is_not_trusted(text: str, tmp_path: Path) -> None:
    data = foreign(properties=[{"name": "mapsheet", "type": "string", "value": text}])
    assert "properties" in faults(write(tmp_path, data))


def test_tables_that_are_no_map_are_told(rich: HexMap, tmp_path: Path) -> None:
    data = out(rich, tmp_path)
    own = data["properties"][1]
    told = json.loads(own["value"])
    told["tables"] |= {"sight": {"run": "wild"}, "label": [{"at": 3}], "terrain": {"clear": {"code": "toolong"}}}
    own["value"] = json.dumps(told)
    assert "run" in faults(write(tmp_path, data))


def test_a_picture_is_named_to_be_copied(rich: HexMap, tmp_path: Path) -> None:
    data = out(rich, tmp_path)
    told = json.loads(data["properties"][1]["value"])
    told["tables"]["picture"] = {"file": "own.png", "pins": [["03.10", 1, 1], ["05.12", 90, 90]]}
    data["properties"][1]["value"] = json.dumps(told)
    made = import_file(write(tmp_path, data))
    assert "own.png" in made.map_toml
    assert made.left_out == ("the picture under the grid: copy 'own.png' beside the map",)


def test_an_output_over_the_input_is_refused(rich: HexMap, tmp_path: Path) -> None:
    path = write(tmp_path, out(rich, tmp_path))
    (tmp_path / "map.toml").symlink_to(path)
    assert hexmap_command("import", str(path), "-o", str(tmp_path / "map.toml")).code == 2
    assert json.loads(path.read_text("utf-8"))["type"] == "map"


# -- the editor itself -------------------------------------------------------------------------------------------------------


def program(name: str, *words: str) -> None:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    home = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    ran = subprocess.run([found, *words], env=home, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.slow
@pytest.mark.parametrize("title", ["bannockburn", "angorra"])
@pytest.mark.parametrize("suffix", ["tmj", "tmx"])
def test_the_editor_reads_and_writes_it_and_nothing_is_lost(title: str, suffix: str, tmp_path: Path) -> None:
    assert hexmap_command("export", title, "--to", "tiled", "-o", str(tmp_path / f"m.{suffix}")).code == 0
    for kind, name in (("json", "out.tmj"), ("tmx", "out.tmx")):
        program("tiled", "--export-map", kind, str(tmp_path / f"m.{suffix}"), str(tmp_path / name))
        made = import_file(tmp_path / name)
        assert loads(made.map_toml).to_svg() == hexmap.load(title).to_svg()
        (tmp_path / "setup.toml").write_text(made.setup_toml, "utf-8")
        assert read_position(tmp_path / "setup.toml").units == read_position(data_folder() / title / "setup.toml").units


@pytest.mark.slow
def test_the_editor_draws_it(tmp_path: Path) -> None:
    assert hexmap_command("export", "bannockburn", "--to", "tiled", "-o", str(tmp_path / "m.tmx")).code == 0
    program("tmxrasterizer", str(tmp_path / "m.tmx"), str(tmp_path / "m.png"))
    width, height = struct.unpack(">II", (tmp_path / "m.png").read_bytes()[16:24])
    board = hexmap.load("bannockburn")
    corner = Cells(board.grid).centre(Hex(29, 34))
    assert (width, height) == (corner.x + 32, corner.y + 56)
