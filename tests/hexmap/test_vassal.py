"""Modules of hex maps: the table's own numbers are ours, on every layout, and units stand where they start."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import hexmap
from hexmap.asking import HexMap
from hexmap.pair import hexes_of
from hexmap.position import read_position
from hexmap.reader import loads
from hexmap.vassal import _zone, module, regular_grid
from mapsheet.errors import DataError
from mapsheet.source import data_folder
from mapsheet.vassal import Board, HexGrid, Module, to_bytes
from tests.commands import hexmap_command
from tests.mapsheet import vassal_reader as reader
from tests.mapsheet.test_vassal import DOT

DPI = 100.0
LAYOUTS = list(product(("flat", "pointy"), ("even", "odd"), ("none", "shifted")))
REGULAR = [
    ("CCRR", "0101"), ("RRCC", "0101"), ("CCRR", "0307"), ("CCCRRR", "001001"), ("CC.RR", "01.01"), ("CC-RR", "00-00"),
    ("ARR", "A01"), ("ARR", "C10"), ("RCC", "101"), ("CCCRR", "01101"),
]
OTHERS = [("AARR", "AA01"), ("RRA", "01A"), ("RRAA", "01AA")]


def world(
    orientation: str, shifted: str, short: str, *, pattern: str = "CCRR", first: str = "0101", more: str = "", holes: str = ""
) -> HexMap:
    columns, rows = (8, 7) if orientation == "flat" else (7, 8)
    lines = columns if orientation == "flat" else rows
    odd = [(u % 2 == 1) == (shifted == "even") for u in range(lines)]

    def there(c: int, r: int) -> bool:
        u, v, most = (c, r, rows) if orientation == "flat" else (r, c, columns)
        return not (short == "shifted" and odd[u] and v == most - 1) and f"{c},{r}" not in holes.split()

    block = "\n".join("".join("." if there(c, r) else "_" for c in range(columns)) for r in range(rows))
    return loads(f'''format = "hexmap/1"
title = "World"
[grid]
orientation = "{orientation}"
columns = {columns}
rows = {rows}
shifted = "{shifted}"
short = "{short}"
numbering = "{pattern}"
first = "{first}"
across_flats = "14.9 mm"
{more}
[terrain.clear]
code = "."
[hexes]
terrain = """
{block}
"""
''')


def bare(board: HexMap, dpi: float = DPI) -> reader.Module:
    """The grid of a map in a module without a picture."""
    return reader.Module(to_bytes(Module("World", "", Board("map.png", 1, 1, (_zone(board, dpi, ()),)), {"map.png": DOT})))


def drops(board: HexMap, dpi: float, seed: int) -> Iterator[tuple[str, int, int]]:
    """Random places in each hex, as far from its middle as the table still takes for it, with the number they have."""
    dice = random.Random(seed)
    for h in board:
        x, y = board.centre(h)
        for _ in range(4):
            far = dice.random() ** 0.5 * 0.40 * board.layout.across_flats
            turn = dice.random() * 2 * math.pi
            yield board.number(h), round((x + far * math.cos(turn)) * dpi / 25.4), round((y + far * math.sin(turn)) * dpi / 25.4)


def check_numbers(board: HexMap, read: reader.Module, dpi: float = DPI) -> None:
    for h in board:
        number, (x, y) = board.number(h), board.centre(h)
        place = read.location(number)
        assert math.dist(place, (x * dpi / 25.4, y * dpi / 25.4)) <= 2, number
        assert read.name_at(*place) == number
    for number, px, py in drops(board, dpi, len(board)):
        assert read.name_at(px, py) == number


@pytest.mark.parametrize(("orientation", "shifted", "short"), LAYOUTS)
@pytest.mark.parametrize(("pattern", "first"), REGULAR)
def test_the_tables_own_numbers_are_ours(orientation: str, shifted: str, short: str, pattern: str, first: str) -> None:
    board = world(orientation, shifted, short, pattern=pattern, first=first)
    assert isinstance(regular_grid(board, DPI), HexGrid)
    check_numbers(board, bare(board))


@pytest.mark.parametrize(("orientation", "shifted", "short"), LAYOUTS)
@pytest.mark.parametrize(
    ("pattern", "first", "more", "holes"),
    [*((p, f, "", "") for p, f in OTHERS), ("CCRR", "0101", 'origin = "south-east"', ""), ("CCRR", "0101", "", "0,0 3,3"),
     ("CCRR", "0101", 'origin = "north-east"', ""), ("CCRR", "0101", 'origin = "south-west"', "4,4"), ("C$R", "1$1", "", "")],
)
def test_what_the_table_cannot_number_gets_a_region_for_each_hex(
    orientation: str, shifted: str, short: str, pattern: str, first: str, more: str, holes: str
) -> None:
    board = world(orientation, shifted, short, pattern=pattern, first=first, more=more, holes=holes)
    assert regular_grid(board, DPI) is None
    read = bare(board)
    assert len(list(read.root.iter(reader.G + "Region"))) == len(board)
    check_numbers(board, read)


def test_the_reader_tells_wrong_settings_apart() -> None:
    """An oracle that takes every grid proves nothing."""
    board = world("flat", "odd", "none")
    zone = _zone(board, DPI, ())
    assert isinstance(zone.grid, HexGrid)
    x, y = zone.grid.first
    changes: list[dict[str, Any]] = [
        {"ahead": False}, {"sideways": True}, {"lines_first": False}, {"apart": zone.grid.apart * 1.05}, {"first": (x, y + 25)},
    ]
    wrong = [zone.grid._replace(**change) for change in changes]
    for grid in wrong:
        data = to_bytes(Module("World", "", Board("map.png", 1, 1, (zone._replace(grid=grid),)), {"map.png": DOT}))
        with pytest.raises(AssertionError):
            check_numbers(board, reader.Module(data))


@pytest.mark.parametrize("dpi", [50, 100, 150])
@pytest.mark.parametrize("title", ["bannockburn", "angorra"])
def test_the_shipped_maps_are_numbered_as_they_are_printed(title: str, dpi: float) -> None:
    board = hexmap.load(title)
    check_numbers(board, bare(board, dpi), dpi)


def test_the_margin_is_free() -> None:
    board = hexmap.load("bannockburn")
    read = bare(board)
    assert read.name_at(5, 5) is None
    assert read.name_at(round(board.sheet.width * DPI / 25.4) - 40, 300) is None


@pytest.mark.cairo
@pytest.mark.parametrize("title", ["bannockburn", "angorra"])
def test_units_stand_where_they_start(title: str) -> None:
    board = hexmap.load(title)
    position = read_position(data_folder() / title / "setup.toml", board=board)
    made = module(board, dpi=60, position=position)
    read = reader.Module(to_bytes(made))
    assert reader.png_size(read.files["images/map.png"]) == (made.board.width, made.board.height)
    assert (made.board.width, made.board.height) == (round(board.sheet.width * 60 / 25.4), round(board.sheet.height * 60 / 25.4))
    stacks = list(read.root.iter(reader.P + "SetupStack"))
    assert sum(len(stack) for stack in stacks) == len(position.units)
    places = {(int(stack.attrib["x"]), int(stack.attrib["y"])) for stack in stacks}
    for unit in position.units:
        stand = board.stand(unit.at)
        points = [board.centre(h) for h in hexes_of(stand)]
        x, y = (sum(values) / len(points) * 60 / 25.4 for values in zip(*points, strict=True))
        assert min(math.dist(place, (x, y)) for place in places) < 1
    sides = {element.attrib["name"] for element in read.root.iter(reader.M + "PrototypeDefinition")}
    assert sides == {side.label for side in board.sides.values()}
    assert [entry.text for entry in read.root.iter("entry")] == [side.label for side in board.sides.values()]
    turns = read.one(reader.M + "turn.ListTurnLevel").attrib["list"]
    assert turns == ",".join(map(str, range(1, 11)))


@pytest.mark.cairo
def test_a_pair_is_turned_to_its_front(tmp_path: Path) -> None:
    board = world("flat", "even", "none")
    (tmp_path / "p.toml").write_text('format = "position/1"\n[[unit]]\nat = "0404+0403"\nside = "red"\n[[unit]]\nat = "0202>SE"\n'
                                     '[[unit]]\nat = "0202"\nblocks = false\n', "utf-8")
    read = reader.Module(to_bytes(module(board, dpi=60, position=read_position(tmp_path / "p.toml", board=board))))
    turned = {piece.slot.attrib["gpid"]: piece.trait("rotate") for piece in read.pieces}
    # left hand in the south, right hand in the north: they look west, 270 degrees
    assert [trait[1] for trait in turned.values() if trait][:3] == ["9", "4", "0"]
    assert read.one(reader.G + "HexGrid").attrib["edgesLegal"] == "true"


def test_too_small_and_too_large_are_told_before_anything_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexmap.draw.draw_map", lambda *_, **__: pytest.fail("drawn"))
    board = world("flat", "even", "none")
    with pytest.raises(DataError, match="fewer than 16 pixels at 20 dpi; at least 28 dpi"):
        module(board, dpi=20)
    with pytest.raises(DataError, match="the PNG would be"):
        module(hexmap.load("bannockburn"), dpi=5000)


@pytest.mark.cairo
def test_the_command_writes_the_same_module_every_time(tmp_path: Path) -> None:
    assert hexmap_command("new", "t", folder=tmp_path).code == 0
    for name in ("a.vmod", "b.vmod"):
        ran = hexmap_command("export", "t", "--to", "vassal", "-o", name, "--dpi", "50", folder=tmp_path)
        assert (ran.code, ran.errors) == (0, f"wrote {name}\n")
    assert (tmp_path / "a.vmod").read_bytes() == (tmp_path / "b.vmod").read_bytes()
    reader.Module((tmp_path / "a.vmod").read_bytes())


def test_the_command_refuses_other_formats(tmp_path: Path) -> None:
    ran = hexmap_command("export", "bannockburn", "--to", "vasal", "-o", str(tmp_path / "x"))
    assert ran.code == 2
    assert "did you mean 'vassal'" in ran.errors
    assert not list(tmp_path.iterdir())
