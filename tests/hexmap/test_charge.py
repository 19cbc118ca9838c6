"""Charges: the worked cases of the rules by number (5.31, 7.24, 15.51), then what a caller may rely on."""

from __future__ import annotations

from typing import Any

import pytest

from hexmap import HexMap
from hexmap.charge import charges
from mapsheet.errors import NotationError
from tests.hexmap.worlds_rout import FIELD, Shape, bannockburn, name


@pytest.fixture(scope="module")
def field() -> HexMap:
    return bannockburn()


def why(board: HexMap, at: str, target: str, allowance: object, **options: Any) -> list[dict[str, str]]:
    answer = charges(board, at, target, allowance, **options)
    assert answer.lanes == ()
    return [reason.to_json() for reason in answer.why]


SOUTH = ("1021", "1022", "1023")
BESIDE = ["1019", "0920", "0921", "0922", "0923", "0924", "1120", "1121", "1122", "1123", "1124"]  # all round that lane


def test_ch_01_three_clear_hexes_in_a_straight_line(field: HexMap) -> None:
    assert charges(field, "1020", "1024", 3).to_json() == {
        "from": "1020", "target": "1024", "lanes": [["1021", "1022", "1023"]], "why": [],
    }
    assert charges(field, "1020", "1024", 8).lanes[0] == SOUTH


def test_ch_02_two_hexes_are_no_charge(field: HexMap) -> None:
    assert why(field, "1020", "1023", 2) == [{"why": "short"}]
    for lane in charges(field, "1020", "1023", 8).lanes:
        assert len(lane) >= 3
        assert lane != ("1021", "1022")


def test_ch_03_a_run_of_three_after_a_turn(field: HexMap) -> None:
    assert ("1121", "1122", "1123") in charges(field, "1020", "1124", 4).lanes
    assert ("1121", "1122", "1123") not in charges(field, "1020", "1124", 3).lanes


def test_ch_04_marsh_breaks_the_run() -> None:
    middle = bannockburn({"1022": "m"})
    assert SOUTH not in charges(middle, "1020", "1024", 8).lanes
    assert why(middle, "1020", "1024", 4, occupied=BESIDE) == [{"why": "marsh", "hex": "1022"}]
    first = bannockburn({"1021": "m"})
    lanes = charges(first, "1020", "1025", 8).lanes
    assert ("1022", "1023", "1024") in lanes
    assert not any("1021" in lane for lane in lanes)
    ring = [*BESIDE, "0925", "1125"]
    assert charges(first, "1020", "1025", 5, occupied=ring).lanes == (("1022", "1023", "1024"),)  # marsh costs 2


def test_ch_05_uphill_costs_and_downhill_ends_the_run() -> None:
    up = bannockburn(levels={"1022": 1, "1023": 1})
    assert SOUTH in charges(up, "1020", "1024", 4).lanes
    assert SOUTH not in charges(up, "1020", "1024", 3).lanes
    over = bannockburn(levels={"1022": 1})
    assert SOUTH not in charges(over, "1020", "1024", 8).lanes
    assert why(over, "1020", "1024", 4, occupied=BESIDE) == [{"why": "downhill", "hex": "1023"}]


def test_ch_06_a_turn_at_the_end_leaves_a_run_of_one(field: HexMap) -> None:
    way = {"1020", "1021", "1022", "1023", "1124", "1125"}
    others = [name(h) for h in FIELD.hexes() if name(h) not in way]
    assert why(field, "1020", "1125", 8, occupied=others) != []
    assert charges(field, "1020", "1024", 8, occupied=[*others, "1125"]).lanes == (SOUTH,)


def test_ch_08_a_double_forward_left(field: HexMap) -> None:
    lane = ("1327+1326", "1227+1226", "1128+1127")
    assert charges(field, "1426+1425", "1027", 3).lanes == (lane,)


def test_ch_08b_a_double_forward_right(field: HexMap) -> None:
    lane = ("1326+1325", "1225+1224", "1125+1124")
    assert charges(field, "1426+1425", "1024", 3).lanes == (lane,)


def test_a_double_that_changes_between_left_and_right_runs_anew(field: HexMap) -> None:
    lanes = charges(field, "1426+1425", "0926", 4).lanes
    for lane in lanes:
        assert len(lane) >= 3
    zigzag = ("1327+1326", "1226+1225", "1127+1126")  # left, right, left
    assert zigzag not in charges(field, "1426+1425", "1026", 3).lanes


def test_ch_09_no_charge_at_a_target_in_marsh() -> None:
    assert why(bannockburn({"1024": "m"}), "1020", "1024", 8) == [{"why": "marsh", "hex": "1024"}]
    assert why(bannockburn({"1024": "m"}), "1020", "1024", 2) == [{"why": "marsh", "hex": "1024"}]


def test_no_charge_from_ground_that_bars_it() -> None:
    board = Shape("flat", 3, 8).load({(2, 5): "m"})
    held = [f"{column:02}{row:02}" for column in (1, 3) for row in range(1, 9)]
    assert why(board, "0202", "0206", 9, occupied=held) == [{"why": "marsh", "hex": "0205"}]


def test_ground_that_breaks_a_run_may_hold_the_target() -> None:
    assert SOUTH in charges(bannockburn({"1024": "d"}), "1020", "1024", 3).lanes
    assert SOUTH not in charges(bannockburn({"1023": "d"}), "1020", "1024", 8).lanes


def test_other_units_and_prohibited_ground_stand_in_the_way(field: HexMap) -> None:
    assert why(field, "1020", "1024", 3, occupied=["1022"]) == [{"why": "occupied", "hex": "1022"}]
    pool = bannockburn({"1022": "o"})
    assert why(pool, "1020", "1024", 3) == [{"why": "blocked", "hex": "1022"}]
    assert charges(pool, "1020", "1024", 3, unit_class="otter").lanes == (SOUTH,)


def test_the_whole_run_is_the_lane_however_long(field: HexMap) -> None:
    # whoever comes to 1022 along the column has run through 1021 already
    assert charges(field, "1020", "1026", 5).lanes == (("1021", "1022", "1023", "1024", "1025"),)
    assert ("1023", "1024", "1025") in charges(field, "1020", "1026", 6).lanes  # by 1121 and 1122


def test_a_run_after_a_detour_counts_from_the_turn(field: HexMap) -> None:
    lanes = charges(field, "1020", "1024", 8).lanes
    assert ("1020", "1021", "1022", "1023") in lanes  # a step north first, then four hexes south


def test_a_double_does_not_charge_what_it_has_behind_it(field: HexMap) -> None:
    board = Shape("flat", 9, 9).load()
    lanes = charges(board, "0405+0404", "0605", 8).lanes
    assert lanes
    for lane in lanes:
        arcs = board.arcs(lane[-1])
        assert "0605" in (*arcs.front, *arcs.flanks)
    assert charges(field, "1426+1425", "1129", 3).lanes == (("1327+1326", "1227+1226", "1128+1127"),)  # on its left flank
    assert why(field, "1426+1425", "1228", 3) == [{"why": "arc", "hex": "1228"}]  # behind its left half


def test_a_faced_single_runs_ahead_and_pays_for_turns(field: HexMap) -> None:
    ahead = ("1021>S", "1022>S", "1023>S")
    assert charges(field, "1020>S", "1024", 3).lanes == (ahead,)
    assert charges(field, "1020>N", "1024", 6).lanes == (ahead,)
    assert why(field, "1020>N", "1024", 5) == [{"why": "short"}]


def test_a_target_of_two_hexes(field: HexMap) -> None:
    answer = charges(field, "1020", "1024+1025", 3)
    assert (answer.target, answer.lanes) == ("1024+1025", (SOUTH,))
    half = bannockburn({"1025": "m"})
    assert why(half, "1020", "1024+1025", 3) == [{"why": "marsh", "hex": "1025"}]


def test_lanes_come_by_cost_of_the_whole_movement_then_by_numbers(field: HexMap) -> None:
    lanes = charges(field, "1020", "1024", 5).lanes
    assert lanes[0] == SOUTH
    assert lanes == field.charges("1020", "1024", 5).lanes
    five = [lane for lane in lanes if lane not in charges(field, "1020", "1024", 4).lanes]
    assert five == sorted(five)
    assert lanes[-len(five) :] == tuple(five)


def test_fractions_are_exact() -> None:
    road = '[line_kind.road]\nenter = "1/3"\n[[line]]\nkind = "road"\nthrough = ["0401", "0402", "0403", "0404", "0405"]\n'
    board = Shape("flat", 7, 7).load(extra=road)
    lane = ("0402", "0403", "0404")
    assert lane in charges(board, "0401", "0405", 1).lanes
    assert charges(board, "0401", "0405", "9/10").lanes == ()


def test_a_surrounded_unit_gets_reasons(field: HexMap) -> None:
    ring = ["1019", "1120", "1121", "1021", "0921", "0920"]
    assert why(field, "1020", "1024", 8, occupied=ring) == [{"why": "occupied", "hex": "1021"}]


@pytest.mark.parametrize(
    ("at", "target", "allowance", "options", "says"),
    [
        ("1020", "1020", 8, {}, "off the unit's own"),
        ("1426+1425", "1425", 8, {}, "off the unit's own"),
        ("9999", "1024", 8, {}, "hex number"),
        ("1020", "9999", 8, {}, "hex number"),
        ("1020", "1024", -1, {}, "number"),
        ("1020", "1024", "lots", {}, "number"),
        ("1020", "1024", 8, {"unit_class": "camel"}, "class"),
        ("1020", "1024", 8, {"occupied": ["xx"]}, "hex number"),
    ],
)
def test_what_cannot_be_read_is_refused(
    field: HexMap, at: str, target: str, allowance: object, options: dict[str, Any], says: str
) -> None:
    with pytest.raises(NotationError, match=says):
        charges(field, at, target, allowance, **options)
