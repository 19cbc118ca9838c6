"""Positions against the map they are of: every fault of a file at once with its place, and no other map's units."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hexmap
from hexmap import HexMap, Position, Unit
from hexmap.checking import check_path
from mapsheet.errors import DataError, Fault, NotationError
from mapsheet.source import data_folder, titles
from tests.hexmap.test_options import ASKED, QUERIES, TEXT, ask

HEAD = 'format = "position/1"\nmap = "{}"\n'
MAP = TEXT.replace("[terrain.clear]", '[terrain.pool]\ncode = "o"\nenter = "prohibited"\n[terrain.clear]').replace(
    "'''\n.....\n", "'''\n..oo.\n", 1
)
MORE = """
[class.otter]
enter = { pool = 1 }
[line_kind.bridge]
enter = 1
[[line]]
kind = "bridge"
through = ["0301", "0302"]
[side.scots]
[side.english]
"""
UNREADABLE = ["9999", "0101+0303", "0101+0101", "0101>UP", "somewhere", "0101+", "", "0601", "0101+0102+0103"]


@pytest.fixture
def ford(tmp_path: Path) -> HexMap:
    """Return a map called ford, in a folder of this name."""
    (tmp_path / "ford").mkdir()
    (tmp_path / "ford/map.toml").write_text(MAP + MORE, "utf-8")
    return hexmap.load(tmp_path / "ford")


def written(folder: Path, text: str, name: str = "ford") -> Path:
    path = folder / "position.toml"
    path.write_text(HEAD.format(name) + text, "utf-8")
    return path


def faults_of(read: Callable[..., object], *given: Any, **named: Any) -> list[Fault]:
    """Return the faults that a reading finds, none where it succeeds."""
    try:
        read(*given, **named)
    except DataError as error:
        return error.faults
    return []


@pytest.mark.parametrize("at", UNREADABLE)
def test_a_stand_off_the_map_is_a_fault_with_its_place(ford: HexMap, tmp_path: Path, at: str) -> None:
    path = written(tmp_path, f'[[unit]]\nat = "0101"\n\n[[unit]]\n  at = "{at}"\n')
    for faults in (
        faults_of(hexmap.read_position, path, board=ford),
        faults_of(check_path, str(path)),
        faults_of(ford.reach, "0505", 1, position=path),
    ):
        assert [(f.file, f.line, f.column, f.key) for f in faults] == [(str(path), 7, 8, "unit.1.at")]
        assert "expected" in faults[0].message


UNFORMED = """[[unit]]
at = "9999"
side = 5
[[unit]]
blocks = true
[[unit]]
at = "0101+0303"
ruot = 1
rout = 5
"""


def test_faults_of_form_and_of_place_come_together(ford: HexMap, tmp_path: Path) -> None:
    path = written(tmp_path, UNFORMED)
    of_form = [(5, "unit.0.side"), (6, "unit.1.at"), (10, "unit.2.ruot"), (11, "unit.2.rout")]
    for faults in (faults_of(hexmap.read_position, path, board=ford), faults_of(check_path, str(path))):
        assert [(f.line, f.key) for f in faults] == sorted([*of_form, (4, "unit.0.at"), (9, "unit.2.at")])
    assert [(f.line, f.key) for f in faults_of(hexmap.read_position, path)] == of_form, "without a map"


FAULTS: dict[str, tuple[str, list[str]]] = {  # what stands in the file after its head, and the keys of the faults
    "sound": ('[[unit]]\nat = "0101+0201"\nside = "scots"\nclass = "otter"\nrout = 4\n', []),
    "unknown class": ('[[unit]]\nat = "0101"\nclass = "oter"\n', ["unit.0.class"]),
    "unknown side": ('[[unit]]\nat = "0101"\nside = "scotts"\n', ["unit.0.side"]),
    "too far routed": ('[[unit]]\nat = "0101"\nrout = 5\n', ["unit.0.rout"]),
    "two in a hex": ('[[unit]]\nat = "0101"\n[[unit]]\nat = "0101"\n', ["unit.1.at"]),
    "two in half a pair's": ('[[unit]]\nat = "0101+0201"\n[[unit]]\nat = "0201>N"\n', ["unit.1.at"]),
    "a leader with a unit": ('[[unit]]\nat = "0101"\n[[unit]]\nat = "0101"\nblocks = false\n', []),
    "three in a hex": ('[[unit]]\nat = "0101"\n' * 3, ["unit.1.at", "unit.2.at"]),
    "in the pool": ('[[unit]]\nat = "0401"\n', ["unit.0.at"]),
    "half in the pool": ('[[unit]]\nat = "0402+0401"\n', ["unit.0.at"]),
    "a wagon in the pool": ('[[unit]]\nat = "0401"\nblocks = false\n', []),
    "an otter in the pool": ('[[unit]]\nat = "0401"\nclass = "otter"\n', []),
    "on the bridge over the pool": ('[[unit]]\nat = "0301"\n', []),
}


@pytest.mark.parametrize("case", FAULTS)
@pytest.mark.usefixtures("ford")
def test_what_a_check_finds(tmp_path: Path, case: str) -> None:
    text, expected = FAULTS[case]
    for path in (written(tmp_path, text), written(tmp_path / "ford", text)):
        faults = faults_of(check_path, str(path))
        assert [fault.key for fault in faults] == expected
        assert all(fault.line and fault.file == str(path) for fault in faults)


AMISS = """[[unit]]
at = "0101"
class = "oter"
side = "scotts"
rout = 5
[[unit]]
at = "0101+0402"
[[unit]]
at = "0402+0401"
class = "ottr"
[[unit]]
at = "0101"
[[unit]]
blocks = 3
"""


@pytest.mark.usefixtures("ford")
def test_a_check_finds_everything_at_once(tmp_path: Path) -> None:
    faults = faults_of(check_path, str(written(tmp_path, AMISS)))
    assert [(f.line, f.key) for f in faults] == [
        (5, "unit.0.class"), (6, "unit.0.side"), (7, "unit.0.rout"), (9, "unit.1.at"), (11, "unit.2.at"), (12, "unit.2.class"),
        (14, "unit.3.at"), (15, "unit.4.at"), (16, "unit.4.blocks"),
    ]
    words = ("mean 'otter'", "mean 'scots'", "0 to 4", "adjacent", "0401 is pool", "otter", "by unit.0", "missing", "false")
    assert all(word in fault.message for word, fault in zip(words, faults, strict=True))


def test_a_map_without_sides_knows_all_sides(tmp_path: Path) -> None:
    (tmp_path / "ford").mkdir()
    (tmp_path / "ford/map.toml").write_text(MAP, "utf-8")
    assert check_path(str(written(tmp_path, '[[unit]]\nat = "0101"\nside = "picts"\n'))) == {}


def test_faults_of_units_stand_beside_a_map_that_is_not_there(tmp_path: Path) -> None:
    faults = faults_of(check_path, str(written(tmp_path, "[[unit]]\nrout = 7\n", name="banockburn")))
    assert [(f.line, f.key) for f in faults] == [(2, "map"), (3, "unit.0.at"), (4, "unit.0.rout")]
    assert "did you mean 'bannockburn'" in faults[0].message


@pytest.mark.parametrize("title", titles("setup.toml"))
def test_the_shipped_setups_are_sound(title: str) -> None:
    path = data_folder() / title / "setup.toml"
    assert check_path(str(path)) == {}
    assert hexmap.read_position(path, board=hexmap.load(title)).map == title


# -- whose map it is -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", QUERIES)
def test_a_position_of_another_map_is_refused(ford: HexMap, query: str, tmp_path: Path) -> None:
    units = (Unit("0404"),)
    for name in ("ford", ""):
        assert ask(ford, query, position=Position(name, units)) is not None
    for name in ("bannockburn", "angorra", "Ford", "ford2"):
        with pytest.raises(NotationError, match=f"the map ford, got '{name}'"):
            ask(ford, query, position=Position(name, units))
    with pytest.raises(DataError, match=r"position\.toml:2:7: map: expected a position of the map ford, got 'angorra'"):
        ask(ford, query, position=written(tmp_path, '[[unit]]\nat = "3401"\n', name="angorra"))


def test_a_map_without_a_name_takes_every_position() -> None:
    board = hexmap.loads(TEXT)
    assert ASKED.keys() == {*QUERIES}
    assert board.path("0101", "0103", position=Position("ford", (Unit("0102"),))).cost == 3


def test_a_sheet_shows_no_position_of_another_map(ford: HexMap) -> None:
    wrong: Any = Position("angorra", (Unit("0101"),))
    with pytest.raises(NotationError, match="the map ford, got 'angorra'"):
        ford.to_svg(position=wrong)


def test_every_key_of_a_unit_is_known_wherever_positions_go() -> None:
    """To Tiled and back, and on the page for a browser, which reads and writes positions by itself."""
    import re

    from hexmap.tiled.things import UNIT_KEYS
    from hexmap.tiled.writing import to_data
    from mapsheet.webpage import page_part

    keys = {"class" if name == "unit_class" else name for name in Unit._fields}
    assert set(UNIT_KEYS) == keys - {"at", "counter"}
    script = page_part("positions.js").split("function positionOf")[0]
    assert keys <= set(re.findall(r"[a-z]+", script.split("const TEXTS")[1]))
    told = {"side": "scots", "rout": 2, "code": "X", "group": "G", "blocks": False, "back": True, "movement": 3}
    unit = Unit("1426", "scots/keith-1", unit_class="schiltrom", charge="1425", marker="m/a", spent="m/b", **told)  # type: ignore[arg-type]
    board = hexmap.load("bannockburn")
    units = next(one for one in to_data(board, "m", Position("bannockburn", (unit,)))["layers"] if one["name"] == "units")
    assert {one["name"] for one in units["objects"][0]["properties"]} == keys - {"counter"}
