"""Modules of area maps: a region in every space, and whatever the reader of modules asks for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from areamap.draw import coordinates, draw_map
from areamap.reader import load
from areamap.scenario import find_scenario, read_scenario
from areamap.vassal import module
from mapsheet.counters import read_counters
from mapsheet.errors import DataError
from mapsheet.vassal import to_bytes
from tests.areamap import worlds
from tests.commands import areamap_command
from tests.mapsheet import vassal_reader as reader

DRAWING = "ssssss\nsabbsh\nsacdsh\nssssss"


@pytest.mark.cairo
def test_every_space_is_a_region_in_its_middle(tmp_path: Path) -> None:
    worlds.board(tmp_path, DRAWING, {"s": "sea"})
    board = load(tmp_path)
    made = module(board, dpi=50)
    read = reader.Module(to_bytes(made))
    told = coordinates(board, dpi=50)["spaces"]
    regions = {region.attrib["name"]: (int(region.attrib["originx"]), int(region.attrib["originy"]))
               for region in read.root.iter(reader.G + "Region")}
    assert set(regions) == {board.spaces[id_].name for id_ in told}
    for id_, one in told.items():
        x, y = regions[board.spaces[id_].name]
        assert abs(x - one["centre_px"][0]) <= 1
        assert abs(y - one["centre_px"][1]) <= 1
        assert read.location(board.spaces[id_].name) == (x, y)
        assert read.name_at(x + 3, y - 3) == board.spaces[id_].name
    assert reader.png_size(read.files["images/map.png"]) == (made.board.width, made.board.height)


@pytest.mark.cairo
def test_spaces_of_one_name_are_told_apart(tmp_path: Path) -> None:
    worlds.board(tmp_path, DRAWING, {"s": "sea"})
    text = (tmp_path / "map.toml").read_text("utf-8")
    board = load(tmp_path)
    names = [space.name for space in board.spaces.values()]
    (tmp_path / "map.toml").write_text(text.replace(f'name = "{names[1]}"', f'name = "{names[0]}"'), "utf-8")
    read = reader.Module(to_bytes(module(load(tmp_path), dpi=50)))
    found = [region.attrib["name"] for region in read.root.iter(reader.G + "Region")]
    assert sum(name.startswith(f"{names[0]} (") for name in found) == 2


@pytest.mark.cairo
def test_a_board_of_paths_has_a_region_for_each_place_and_its_counters_there() -> None:
    board, counters = load("byzantium"), read_counters("byzantium")
    stations = read_scenario(find_scenario("byzantium", "millennium"), board, counters).stations
    read = reader.Module(to_bytes(module(board, dpi=40, counters=counters, stations=stations)))
    names = [region.attrib["name"] for region in read.root.iter(reader.G + "Region")]
    assert len(names) > 30
    assert {"Constantinople 1", "Constantinople 20", "Kiev"} <= set(names)
    stacks = {stack.attrib["name"]: len(stack) for stack in read.root.iter(reader.P + "SetupStack")}
    assert set(stacks) <= set(names)
    bare = {one: sum(n for each, n in stacks.items() if each.rstrip(" 0123456789") == one) for one in ("Constantinople", "Kiev")}
    wanted = {name: sum(s.copies for s in stations if "/" not in s.at and board.space(s.at).name == name) for name in bare}
    assert bare == wanted
    assert wanted["Constantinople"] > 3
    # one to a slot as long as there are slots
    assert max(n for each, n in stacks.items() if each.startswith("Constantinople")) == 1
    # a slot in a palette for each kind of counter, and one for each that starts on the board
    assert len(read.pieces) == len(counters.counters) + sum(stacks.values())


def test_a_picture_too_large_is_told_before_it_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("areamap.draw.draw_map", lambda *_, **__: pytest.fail("drawn"))
    with pytest.raises(DataError, match="the PNG would be"):
        module(load("byzantium"), dpi=9000)


@pytest.mark.cairo
def test_the_command_writes_the_same_module_every_time(tmp_path: Path) -> None:
    (tmp_path / "t").mkdir()
    worlds.board(tmp_path / "t", DRAWING, {"s": "sea"})
    for name in ("a.vmod", "b.vmod"):
        assert areamap_command("export", "t", "--to", "vassal", "--dpi", "40", "-o", name, folder=tmp_path).code == 0
    assert (tmp_path / "a.vmod").read_bytes() == (tmp_path / "b.vmod").read_bytes()
    reader.Module((tmp_path / "a.vmod").read_bytes())


def stacked(read: reader.Module) -> dict[str, int]:
    return {stack.attrib["name"]: len(stack) for stack in read.root.iter(reader.P + "SetupStack")}


@pytest.mark.cairo
@pytest.mark.parametrize("title", ["allies", "byzantium"])
def test_every_counter_of_a_set_up_has_a_place_or_is_told(title: str, tmp_path: Path) -> None:
    ran = areamap_command("export", title, "--to", "vassal", "--dpi", "40", "-o", "m.vmod", folder=tmp_path)
    board, counters = load(title), read_counters(title)
    stations = read_scenario(find_scenario(title), board, counters).stations
    told = [line for line in ran.errors.splitlines() if line.startswith("no place on the sheet for ")]
    read = reader.Module((tmp_path / "m.vmod").read_bytes())
    assert sum(stacked(read).values()) + len(told) == sum(station.copies for station in stations)
    # the aid draws no boxes for the turn, and Byzantium's tray is a sheet of its own
    assert ["marker/turn" in line for line in told] == [True] if title == "allies" else told


@pytest.mark.cairo
def test_the_markers_of_an_aid_lie_in_their_boxes(tmp_path: Path) -> None:
    """Against the drawn sheet: the box of each region has the words of its track's box, found by the letters in it."""
    board = load("allies")
    stations = read_scenario(find_scenario("allies"), board, read_counters("allies")).stations
    made = module(board, dpi=100, counters=read_counters("allies"), stations=stations)
    svg = ET.fromstring(draw_map(board))
    groups = {one.attrib.get("id"): one for one in svg.iter("{http://www.w3.org/2000/svg}g")}
    regions = {region.name: region.at for zone in made.board.zones for region in zone.grid}  # type: ignore[union-attr]
    for name, id_ in (
        ("Influence: Ottoman 1 spain", "track-influence_ottoman"), ("Influence: Empire 3 ottoman", "track-influence_empire"),
        ("England", "power-england"), ("Portugal", "minor-portugal"),
    ):
        rects = groups[id_].iter("{http://www.w3.org/2000/svg}rect")
        inside = [rect for rect in rects if _holds(rect.attrib, regions[name])]
        assert len(inside) >= 1, name
    # beside Spain's there is a disc on its start, and nothing on another box of the row
    discs = [one.attrib for one in groups["track-influence_ottoman"].iter("{http://www.w3.org/2000/svg}circle")]
    x, y = (value * 25.4 / 100 for value in regions["Influence: Ottoman 1 spain"])
    assert any(abs(float(disc["cx"]) - x) < 0.2 and abs(float(disc["cy"]) - y) < 0.2 for disc in discs)
    lying = {stack.location: [placed.piece.id for placed in stack.pieces] for stack in made.stacks}
    assert lying["Influence: Ottoman 1 spain"] == ["influence/spain"]
    assert lying["England"] == ["ally/ottoman"]
    assert lying["Portugal"] == ["minor/portugal"]


def _holds(rect: Mapping[str, str], at: tuple[int, int]) -> bool:
    left, top, wide, high = (float(rect[name]) for name in ("x", "y", "width", "height"))
    x, y = (value * 25.4 / 100 for value in at)
    return left < x < left + wide and top < y < top + high


@pytest.mark.parametrize(
    ("to", "file", "says"),
    [
        ("csv", "a.csv", "graphml, topojson, vassal), got 'csv'"),
        ("vassl", "a.csv", "(did you mean 'vassal'?)"),
        ("topojson", "a.json", "error: Running Allies has no shapes"),
        ("vassal", "a.zip", "error: expected a file name that ends in .vmod, got 'a.zip'"),
    ],
)
def test_what_cannot_be_exported_is_told(to: str, file: str, says: str, tmp_path: Path) -> None:
    ran = areamap_command("export", "allies", "--to", to, "-o", file, folder=tmp_path)
    assert ran.code == 2
    assert says in ran.errors
    assert not list(tmp_path.iterdir())
