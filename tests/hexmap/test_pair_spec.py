"""Two-hex units: arcs, facings, manoeuvres and what they cost (5.2, 7.22, 15.5; spec C)."""

from __future__ import annotations

from fractions import Fraction

import pytest

import hexmap
from hexmap import Grid, HexMap, Pair
from hexmap.ground import Cost
from hexmap.manoeuvres import MANOEUVRES, PairMoves
from hexmap.pair import arc_hexes
from hexmap.stepcosts import costs_of
from mapsheet.errors import NotationError
from tests.hexmap.worlds_move import drawn

TABLES = {
    "bannockburn": """
1020 1019 270 0921 0920 0919 1021 1018 1121 1120 1119
1020 1120 330 0920 1019 1119 0921 1219 1021 1121 1220
1020 1121 30 1019 1120 1220 0920 1221 0921 1021 1122
1020 1021 90 1120 1121 1122 1019 1022 0920 0921 0922
1020 0921 150 1121 1021 0922 1120 0821 1019 0920 0820
1020 0920 210 1021 0921 0820 1121 0819 1120 1019 0919
1119 1118 270 1019 1018 1017 1120 1117 1219 1218 1217
1119 1218 330 1018 1118 1217 1019 1318 1120 1219 1319
1119 1219 30 1118 1218 1319 1018 1320 1019 1120 1220
1119 1120 90 1218 1219 1220 1118 1121 1018 1019 1020
1119 1019 150 1219 1120 1020 1218 0920 1118 1018 0919
1119 1018 210 1120 1019 0919 1219 0918 1218 1118 1017
""",
    "angorra": """
1715 1714 300 1615 1614 1713 1616 1813 1716 1815 1814
1715 1815 0 1614 1714 1814 1615 1915 1616 1716 1816
1715 1716 60 1714 1815 1816 1614 1817 1615 1616 1717
1715 1616 120 1815 1716 1717 1714 1617 1614 1615 1516
1715 1615 180 1716 1616 1516 1815 1515 1714 1614 1514
1715 1614 240 1616 1615 1514 1716 1613 1815 1714 1713
1718 1817 300 1618 1717 1716 1719 1816 1819 1818 1917
1718 1818 0 1717 1817 1917 1618 1918 1719 1819 1919
1718 1819 60 1817 1818 1919 1717 1820 1618 1719 1720
1718 1719 120 1818 1819 1720 1817 1620 1717 1618 1619
1718 1618 180 1819 1719 1619 1818 1518 1817 1717 1617
1718 1717 240 1719 1618 1617 1819 1616 1818 1817 1716
""",
}
CASES = [(name, row) for name, table in TABLES.items() for row in table.strip().splitlines()]
WEST = "1426+1425"  # faces west: 1327 1326 1325 in front, 1427 and 1424 on the flanks, 1527 1526 1525 behind
AFTER = {
    "forward-left": "1327+1326",
    "forward-right": "1326+1325",
    "pivot-left": "1426+1326",
    "pivot-right": "1326+1425",
    "sideways-left": "1427+1426",
    "sideways-right": "1425+1424",
    "about-face": "1425+1426",
}


def ground(marsh: str = "", high: str = "", water: str = "") -> HexMap:
    """Return open level ground with some hexes of marsh, water, or at level 1, by their numbers."""

    def rows(base: str, marks: dict[str, str]) -> str:
        return "\n".join("".join(marks.get(f"{c:02}{r:02}", base) for c in range(1, 17)) for r in range(1, 31))

    terrain = dict.fromkeys(marsh.split(), "m") | dict.fromkeys(water.split(), "~")
    return drawn(rows(".", terrain), rows("0", dict.fromkeys(high.split(), "1")))


def costs(board: HexMap, unit_class: str | None = None, occupied: str = "") -> dict[str, Cost | None]:
    """Return the cost of each manoeuvre of the unit facing west, as one step of `why`; None where it is illegal."""
    found = {}
    for name, at in AFTER.items():
        told = board.why(WEST, at, 99, unit_class=unit_class, occupied=occupied.split())
        found[name] = told.cost
        if told.possible:
            assert sum(cause.cost for cause in told.steps[0].causes) == told.cost
            assert told.steps[0].causes[0].name == name
    moves = PairMoves(board, costs_of(board, unit_class), board.occupied_cells({"occupied": occupied.split()}))
    priced = moves.moves(moves.state(board.stand(WEST)))
    by_search = {MANOEUVRES[mark].name: Fraction(cost, moves.scale) for cost, mark, _ in priced}
    assert by_search == {name: cost for name, cost in found.items() if cost is not None}
    return found


BASE: dict[str, Cost | None] = dict(zip(AFTER, (1, 1, 1, 1, 2, 2, 2), strict=True))


def test_5_23_facing_of_the_two_fronts_dc_01() -> None:
    board = hexmap.load("bannockburn")
    assert board.arcs("1426+1425").facing == 270
    assert board.arcs("1425+1426").facing == 90
    with pytest.raises(NotationError, match="two adjacent hexes"):
        board.arcs("1426+1424")
    with pytest.raises(NotationError, match="two-hex unit"):
        board.arcs("1426")


@pytest.mark.parametrize(("name", "row"), CASES)
def test_9_12_front_flanks_and_rear_dc_02(name: str, row: str) -> None:
    left, right, facing, *numbers = row.split()
    found = hexmap.load(name).arcs(f"{left}+{right}")
    assert found.to_json() == {"front": numbers[:3], "flanks": numbers[3:5], "rear": numbers[5:], "facing": int(facing)}


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("shifted", ["even", "odd"])
def test_5_2_eight_hexes_round_every_pair_dc_02b(orientation: str, shifted: str) -> None:
    grid = Grid(orientation, 6, 6, shifted=shifted)
    for left in grid:
        for right in grid.neighbors(left):
            front, flanks, rear = arc_hexes(grid, Pair(left, right))
            around = {grid.step(h, d) for h in (left, right) for d in range(6)} - {left, right}
            assert {*front, *flanks, *rear} == around
            assert len(around) == 8
            touching = [h for h in around if grid.distance(h, left) == grid.distance(h, right) == 1]
            assert {front[1], rear[1]} == set(touching)
            assert arc_hexes(grid, Pair(right, left)) == (rear[::-1], flanks[::-1], front[::-1])


def test_5_2_arcs_are_null_off_the_map() -> None:
    board = hexmap.load("bannockburn")
    assert board.arcs("0101+0102").to_json() == {
        "front": [None, "0201", "0202"], "flanks": [None, "0103"], "rear": [None, None, None], "facing": 90,
    }  # fmt: skip


def test_5_2_to_5_24_where_each_manoeuvre_leads_dc_03_to_dc_06() -> None:
    board = ground()
    assert costs(board) == BASE
    facings = {name: board.arcs(at).facing for name, at in AFTER.items()}
    assert facings == dict(zip(AFTER, (270, 270, 210, 330, 270, 270, 90), strict=True))
    within = {place.at: place.cost for place in board.reach(WEST, 1).positions}
    assert within == {WEST: 0, **{AFTER[name]: 1 for name in ("forward-left", "forward-right", "pivot-left", "pivot-right")}}
    assert all(f"{place.left}+{place.right}" == place.at for place in board.reach(WEST, 2).positions)


def test_5_22_six_pivots_and_two_about_faces_come_home_dc_04() -> None:
    board = ground()
    moves = PairMoves(board, costs_of(board, None))
    by_name = {name: k for k, name in enumerate(AFTER)}

    def turned(at: str, name: str) -> str:
        return next(moves.name(to) for _, mark, to in moves.moves(moves.state(board.stand(at))) if mark == by_name[name])

    way = [WEST]
    for _ in range(6):
        way.append(turned(way[-1], "pivot-left"))
    assert way == ["1426+1425", "1426+1326", "1426+1327", "1426+1427", "1426+1527", "1426+1526", "1426+1425"]
    assert turned(turned(WEST, "about-face"), "about-face") == WEST


@pytest.mark.parametrize(
    ("allowance", "states", "footprints", "hexes"),
    [(0, 1, 1, 2), (1, 5, 5, 5), (2, 19, 18, 11), (3, 57, 46, 23), (4, 122, 92, 41), (5, 226, 158, 65), (6, 370, 242, 95)],
)
def test_5_2_reach_of_a_pair_on_open_ground_dc_07(allowance: int, states: int, footprints: int, hexes: int) -> None:
    board = drawn(("." * 25 + "\n") * 25)
    found = board.reach("1213+1212", allowance).positions
    assert len(found) == states
    assert len({frozenset((place.left, place.right)) for place in found}) == footprints
    assert len({h for place in found for h in (place.left, place.right)}) == hexes
    assert list(found) == sorted(found, key=lambda place: (place.cost, place.at))


TERRAIN = [
    ("dc_10", {"marsh": "1326"}, {"forward-left": 2, "forward-right": 2, "pivot-left": 2, "pivot-right": 2}),
    ("dc_11", {"marsh": "1327"}, {"forward-left": 2}),
    ("dc_12", {"marsh": "1327 1326"}, {"forward-left": 2, "forward-right": 2, "pivot-left": 2, "pivot-right": 2}),
    ("dc_13", {"marsh": "1427"}, {"sideways-left": 3}),
    ("dc_14", {"marsh": "1427 1426"}, {"sideways-left": 3, "about-face": 3, "sideways-right": 2}),
    ("dc_16", {"marsh": "1425"}, {"about-face": 3, "sideways-right": 3}),
    ("dc_17", {"marsh": "1426 1425"}, {"about-face": 3, "sideways-left": 3, "sideways-right": 3}),
    ("dc_18", {}, {"about-face": 2}),
    ("dc_20", {"high": "1326"}, {"forward-left": 2, "forward-right": 2, "pivot-left": 2, "pivot-right": 2}),
    ("dc_21", {"high": "1327 1326"}, {"forward-left": 2, "forward-right": 2, "pivot-left": 2, "pivot-right": 2}),
    ("dc_22", {"high": "1326", "marsh": "1326"}, {"forward-left": 3, "forward-right": 3, "pivot-left": 3, "pivot-right": 3}),
    ("dc_23", {"high": "1427"}, {"sideways-left": 3}),
    ("dc_23", {"high": "1427", "marsh": "1427"}, {"sideways-left": 4}),
    ("dc_25", {"high": "1426 1425"}, {}),
]


@pytest.mark.parametrize(("case", "where", "changed"), TERRAIN, ids=[case for case, _, _ in TERRAIN])
def test_15_52_and_7_22_surcharges(case: str, where: dict[str, str], changed: dict[str, Cost | None]) -> None:
    found = costs(ground(**where))
    if case in ("dc_14", "dc_16", "dc_17"):  # the half-steps inside the unit's own hexes count too
        changed = {"sideways-left": found["sideways-left"], "sideways-right": found["sideways-right"], **changed}
    assert found == BASE | changed


def test_15_52_a_slide_pays_for_the_hex_slid_through_dc_14() -> None:
    assert costs(ground(marsh="1426"))["sideways-left"] == 3
    assert costs(ground(marsh="1426"))["sideways-right"] == 2


@pytest.mark.parametrize("allowance", [2])
def test_15_52_disorganised_dc_19(allowance: int) -> None:
    board = ground(marsh="1427")
    assert AFTER["sideways-left"] not in {place.at for place in board.reach(WEST, allowance).positions}
    told = board.why(WEST, AFTER["sideways-left"], allowance)
    assert (told.possible, told.cost) == (False, 3)
    assert [ban.to_json() for ban in told.forbidden] == [{"why": "allowance", "cost": 3}]
    assert AFTER["about-face"] not in {place.at for place in ground(marsh="1425").reach(WEST, allowance).positions}


@pytest.mark.parametrize(
    ("marsh", "manoeuvre", "cost"),
    [("1327 1326", "forward-left", 1), ("1427", "sideways-left", 2), ("1426 1425", "about-face", 2)],
)
def test_15_53_schiltrom_treats_marsh_as_clear_dc_26_to_dc_28(marsh: str, manoeuvre: str, cost: int) -> None:
    assert costs(ground(marsh=marsh), "schiltrom")[manoeuvre] == cost
    assert costs(ground(marsh=marsh))[manoeuvre] == cost + 1


def test_5_15_a_unit_in_the_front_centre_dc_30() -> None:
    found = costs(ground(), occupied="1326")
    assert [name for name, cost in found.items() if cost is None] == [*AFTER][:4]


def test_5_15_a_unit_in_the_front_left_dc_31() -> None:
    found = costs(ground(), occupied="1327")
    assert {name for name, cost in found.items() if cost is None} == {"forward-left"}


def test_7_25_prohibited_hexes_bar_as_units_do() -> None:
    assert costs(ground(water="1326")) == costs(ground(), occupied="1326")
    told = ground(water="1326").why(WEST, "1326+1325", 9)
    assert [ban.to_json() for ban in told.forbidden] == [{"why": "prohibited", "at": "1326", "name": "water"}]


def test_7_3_no_manoeuvre_off_the_map_mv_06() -> None:
    board = drawn("...\n...\n...")
    found = {place.at for place in board.reach("0101+0102", 9).positions}
    assert found <= {at for h in board for at in board.placements(h).placements}
    assert "0101+0102" in found


def test_5_15_own_hexes_never_count() -> None:
    board = ground()
    assert board.reach(WEST, 3, occupied=["1426", "1425"]) == board.reach(WEST, 3)
    assert board.reach(WEST, 3, occupied=[WEST]) == board.reach(WEST, 3)


def test_hexsides_join_the_surcharge_of_their_half_step() -> None:
    kinds = '[hexside_kind.wall]\ncross = "prohibited"\n[hexside_kind.ditch]\ncross = "1/2"\n[hexside_kind.stream]\ncross = 1\n'
    sides = '[[hexside]]\nkind = "{}"\nsides = ["{}"]\n'
    rows = ("." * 16 + "\n") * 30
    wall = drawn(rows, more=kinds + sides.format("wall", "1426/1327"))
    assert {name for name, cost in costs(wall).items() if cost is None} == {"forward-left"}
    assert wall.why(WEST, "1327+1326", 9).forbidden[0].to_json() == {"why": "hexside", "at": "1327/NE", "name": "wall"}
    between = drawn(rows, more=kinds + sides.format("wall", "1426/1425"))
    assert {name for name, cost in costs(between).items() if cost is None} == {"sideways-left", "sideways-right"}
    ditch = drawn(rows, more=kinds + sides.format("ditch", "1425/1326") + sides.format("stream", "1426/1327"))
    found = costs(ditch)
    assert (found["forward-left"], found["pivot-left"], found["pivot-right"]) == (2, Fraction(3, 2), 1)


SC_01 = "1020+1019 1019+1020 1020+1120 1120+1020 1020+1121 1121+1020 1020+1021 1021+1020 1020+0921 0921+1020 1020+0920 0920+1020"


def test_18_13_twelve_placements_sc_01() -> None:
    board = drawn(("." * 12 + "\n") * 24)
    found = board.placements("1020")
    assert found.to_json() == {"placements": SC_01.split()}
    assert [board.arcs(at).facing for at in found.placements] == [270, 90, 330, 150, 30, 210, 90, 270, 150, 330, 210, 30]


def test_18_13_units_beside_it_leave_eight_sc_02() -> None:
    board = drawn(("." * 12 + "\n") * 24)
    found = board.placements("1020", occupied=["1120", "1121", "1020"]).placements
    assert list(found) == [at for at in SC_01.split() if "1120" not in at and "1121" not in at]
    assert len(found) == 8


def test_18_13_no_room_to_open_sc_04() -> None:
    board = drawn(("." * 12 + "\n") * 24)
    assert board.placements("1020", occupied=["1019", "1120", "1121", "1021", "0921", "0920"]).placements == ()


def test_18_13_no_placement_on_prohibited_ground_or_off_the_map() -> None:
    board = drawn("..\n~.")
    assert board.placements("0101").placements == ("0101+0201", "0201+0101")
    assert board.placements("0102").placements == ()
