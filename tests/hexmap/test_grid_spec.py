"""The two printed grids: neighbors, distances, bearings, exits (15.2; spec B1 and B2)."""

from __future__ import annotations

import itertools

import pytest

import hexmap
from hexmap import HexMap, Pair
from mapsheet.errors import NotationError
from tests.hexmap.worlds_move import drawn

BANNOCKBURN = """
1425 1424 1525 1526 1426 1326 1325
1426 1425 1526 1527 1427 1327 1326
1325 1324 1424 1425 1326 1225 1224
1326 1325 1425 1426 1327 1226 1225
1225 1224 1325 1326 1226 1126 1125
1226 1225 1326 1327 1227 1127 1126
0101 - - 0201 0102 - -
0134 0133 0233 - - - -
0119 0118 0218 0219 0120 - -
0201 - 0301 0302 0202 0102 0101
1433 1432 1533 1534 - 1334 1333
2901 - - - 2902 2801 -
2902 2901 - - 2903 2802 2801
2922 2921 - - 2923 2822 2821
2923 2922 - - 2924 2823 2822
2934 2933 - - - - 2833
2833 2832 2933 2934 - 2734 2733
1534 1533 1633 - - - 1433
"""
ANGORRA = """
1715 1714 1815 1716 1616 1615 1614
1714 1813 1814 1815 1715 1614 1713
0101 - 0201 0102 - - -
3401 - - - 3302 3301 -
0102 0201 0202 0203 0103 - 0101
3302 3401 - 3403 3303 3202 3301
0129 0128 0229 - - - -
3429 - - - - 3329 3328
0228 0327 0328 0329 0229 0128 0227
1829 1828 1929 - - 1729 1728
"""


@pytest.fixture(scope="module")
def west() -> HexMap:
    return hexmap.load("bannockburn")


@pytest.fixture(scope="module")
def east() -> HexMap:
    return hexmap.load("angorra")


def around(board: HexMap, number: str) -> list[str]:
    steps = [board.grid.neighbor(board.hex(number), d) for d in range(6)]
    return ["-" if h is None else board.number(h) for h in steps]


@pytest.mark.parametrize("row", BANNOCKBURN.strip().splitlines())
def test_15_2_neighbors_gb_01(west: HexMap, row: str) -> None:
    number, *neighbors = row.split()
    assert around(west, number) == neighbors
    named = dict(zip(("N", "NE", "SE", "S", "SW", "NW"), neighbors, strict=True))
    assert west.show(number).neighbors == {name: other for name, other in named.items() if other != "-"}


@pytest.mark.parametrize("name", ["bannockburn", "angorra"])
def test_15_2_steps_go_back_gb_02(name: str) -> None:
    board = hexmap.load(name)
    for h in board:
        for d in range(6):
            other = board.grid.step(h, d)
            assert board.grid.step(other, d + 3) == h
            assert (other in board) == (other in board.grid.neighbors(h))


def test_15_2_size_gb_03(west: HexMap) -> None:
    numbers = [west.number(h) for h in west]
    assert len(numbers) == len(set(numbers)) == 972
    lengths = [sum(n.startswith(f"{c:02}") for n in numbers) for c in range(1, 30)]
    assert lengths == [34, 33] * 14 + [34]
    assert {"0101", "0134", "0233", "2934", "2833"} <= set(numbers)
    for number in ("0234", "0135", "2834", "3001", "0001", "0100"):
        with pytest.raises(NotationError):
            west.hex(number)


def test_15_2_numbers_round_trip(west: HexMap) -> None:
    assert all(west.hex(west.number(h)) == h for h in west)


def test_15_2_census_of_neighbors_gb_04(west: HexMap) -> None:
    counts = {west.number(h): len(west.grid.neighbors(h)) for h in west}
    assert [n for n, count in counts.items() if count == 2] == ["0101", "0134", "2901", "2934"]
    assert sum(counts.values()) % 2 == 0


def test_15_4_directions_from_1426_gb_05(west: HexMap) -> None:
    assert around(west, "1426") == ["1425", "1526", "1527", "1427", "1327", "1326"]


@pytest.mark.parametrize(
    ("a", "b", "between"), [("1426", "1424", {"1425"}), ("1426", "1325", {"1425", "1326"}), ("1426", "1225", {"1326"})]
)
def test_15_4_common_neighbors_gb_06(west: HexMap, a: str, b: str, between: set[str]) -> None:
    assert set(around(west, a)) & set(around(west, b)) == between


def test_15_4_two_hexes_of_the_infantry_touch_gb_07(west: HexMap) -> None:
    assert west.show("1226").neighbors["NE"] == "1326"


DISTANCES = """1426 1425 1, 1426 1424 2, 1426 1325 2, 1426 1225 2, 1226 1326 1, 1426 1226 2, 0101 2901 28, 0101 0134 33,
0134 2934 28, 0101 2934 47, 0134 2901 47, 0119 0134 15, 0134 1433 13, 2902 2922 20, 1020 1423 5, 1020 1420 4, 1019 1519 5,
0201 0302 1, 0101 0201 1"""


@pytest.mark.parametrize("case", DISTANCES.replace("\n", " ").split(", "))
def test_8_0_distances_gb_08(west: HexMap, case: str) -> None:
    a, b, distance = case.split()
    assert west.distance(a, b) == west.distance(b, a) == int(distance)


def test_15_2_bearings_gb_09(west: HexMap) -> None:
    assert west.grid.direction_names == ("N", "NE", "SE", "S", "SW", "NW")
    assert [west.grid.bearing(d) for d in range(6)] == [0, 60, 120, 180, 240, 300]


@pytest.mark.parametrize(
    ("number", "off"),
    [("2910", "NE SE"), ("0134", "SE S SW NW"), ("0119", "SW NW"), ("1433", "S"), ("1334", "SE S SW")],
)
def test_15_2_exits_gb_10(west: HexMap, number: str, off: str) -> None:
    on = west.show(number).neighbors
    assert [name for name in west.grid.direction_names if name not in on] == off.split()


def test_15_22_designated_stretches_gb_11(west: HexMap) -> None:
    east = [west.number(h) for h in west.edges["east"]]
    assert east == [f"29{row:02}" for row in range(2, 23)]
    scots = {west.number(h) for name in west.sides["scots"].exit for h in west.edges[name]}
    bottom = ["0134", "0233", "0334", "0433", "0534", "0633", "0734", "0833", "0934", "1033", "1134", "1233", "1334", "1433"]
    assert scots == {f"01{row}" for row in range(19, 35)} | set(bottom)
    assert len(scots) == 29
    assert west.show("0134").edges == ("west", "south")


def test_15_2_rout_directions_lead_home_gb_12(west: HexMap) -> None:
    for h in west:
        north_east, south_east, south, south_west = (west.grid.step(h, d) for d in (1, 2, 3, 4))
        assert north_east.column > h.column < south_east.column
        half = [2 * other.row + (other.column % 2 == 0) - 2 * h.row - (h.column % 2 == 0) for other in (south, south_west)]
        assert half == [2, 1]


@pytest.mark.parametrize("row", ANGORRA.strip().splitlines())
def test_15_2_neighbors_ga_01(east: HexMap, row: str) -> None:
    number, *neighbors = row.split()
    assert around(east, number) == neighbors


def test_15_2_size_ga_02(east: HexMap) -> None:
    numbers = [east.number(h) for h in east]
    assert len(set(numbers)) == 972
    assert [sum(n.endswith(f"{r:02}") for n in numbers) for r in range(1, 30)] == [34, 33] * 14 + [34]
    for number in ("3402", "0130", "3501"):
        with pytest.raises(NotationError):
            east.hex(number)


@pytest.mark.parametrize(
    "case",
    ["1715 1815 1", "1715 1714 1", "0101 3401 33", "0101 0129 28", "0101 3429 47", "3401 0129 47", "1715 1719 4", "1715 2219 7"],
)
def test_8_0_distances_ga_03(east: HexMap, case: str) -> None:
    a, b, distance = case.split()
    assert east.distance(a, b) == int(distance)


def test_15_2_bearings_ga_04(east: HexMap) -> None:
    assert [east.grid.bearing(d) for d in range(6)] == [30, 90, 150, 210, 270, 330]


def test_15_2_north_edge_ga_05(east: HexMap) -> None:
    rows = {"NE": -1, "NW": -1, "E": 0, "W": 0, "SE": 1, "SW": 1}
    for h in east:
        for name, change in rows.items():
            assert east.grid.step(h, east.grid.direction_names.index(name)).row == h.row + change
        on = east.show(h).neighbors
        assert ("NE" in on or "NW" in on) == (h.row > 1)
    assert around(east, "0103")[0] == "0102"
    assert around(east, "3403")[5] == "3302"


def test_5_2_armies_stand_square_ga_06(west: HexMap, east: HexMap) -> None:
    for board, direction, facings in ((east, "E", {0, 180}), (west, "N", {90, 270})):
        d = board.grid.direction_names.index(direction)
        pairs = [(h, board.grid.step(h, d)) for h in board if board.grid.step(h, d) in board]
        found = {board.arcs(Pair(*ends)).facing for a, b in pairs for ends in itertools.permutations((a, b))}
        assert found == facings


@pytest.mark.parametrize(("shifted", "cases"), [("even", {"0202": 2, "0203": 3}), ("odd", {"0202": 1, "0203": 2})])
def test_range_follows_the_stagger(shifted: str, cases: dict[str, int]) -> None:
    board = drawn("....\n" * 5, head=f'shifted = "{shifted}"')
    assert {b: board.distance("0101", b) for b in cases} == cases


def test_range_of_a_unit_is_from_its_nearer_hex() -> None:
    board = drawn("........\n" * 9)
    assert board.distance("0505+0506", "0508") == 2
    assert board.distance("0508", "0506+0505") == 2
