"""Modules of area maps: a region in every space, and whatever the reader of modules asks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from areamap.draw import coordinates
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
