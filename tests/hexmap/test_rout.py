"""Rout movement: the worked cases of the rules by number (11.0, 15.2), then what a caller may rely on."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from hexmap import HexMap
from hexmap.rout import MOST_PATHS, Rout, rout
from mapsheet.errors import NotationError
from tests.hexmap.worlds_rout import FIELD, Shape, angorra, at, bannockburn, name, named

OFF = "off"


@pytest.fixture(scope="module")
def field() -> HexMap:
    return bannockburn()


@pytest.fixture(scope="module")
def plain() -> HexMap:
    return angorra()


def ends(answer: Rout) -> set[str]:
    return {path[-1] for path in answer.paths}


SINGLES: dict[str, tuple[str, str, int, int, str, int, str]] = {  # case: side, start, level, allowance, occupied, penalty, ends
    "RT-01": ("english", "2010", 2, 5, "", 0, "2209 2210 2211"),
    "RT-02": ("english", "2010", 2, 7, "", 0, "2408 2409 2410 2411 2412"),
    "RT-03": ("english", "2010", 1, 5, "2110", 0, "2111"),
    "RT-04": ("english", "2010", 1, 5, "2110 2111", 1, "2010 2009 2011 1910 1911"),
    "RT-07": ("english", "2010", 1, 5, "2209 2210 2211", 0, "2110 2111"),
    "RT-08": ("english", "2010", 3, 5, "2009 2110 2111 2011 1911 1910", 3, "2010"),
    "RT-08 fast": ("english", "2010", 3, 8, "2009 2110 2111 2011 1911 1910", 3, "2010"),
    "RT-09": ("english", "2910", 1, 5, "", 0, "off"),
    "RT-10": ("english", "2810", 2, 7, "", 0, "off"),
    "RT-11": ("scots", "0625", 2, 4, "", 0, "0627 0527 0426"),
    "RT-12": ("scots", "0625", 1, 4, "0626 0526", 1, "0625 0525 0624 0725 0726"),
    "RT-13": ("scots", "1433", 1, 5, "", 0, "off 1334"),
    "RT-15": ("scots", "1934", 1, 4, "", 1, "1934 1833 1933 2033"),
}
ON_THE_PLAIN: dict[str, tuple[str, str, int, int, int | None, str]] = {
    "RT-27": ("ottomans", "1708", 1, 8, None, "1606 1706 1806"),
    "RT-28": ("ottomans", "1708", 3, 8, 1, "1605 1705 1805 1905"),
    "RT-29": ("ottomans", "1708", 3, 8, None, "1402 1502 1602 1702 1802 1902 2002"),
    "RT-30": ("ottomans", "0103", 1, 5, None, "0102"),
    "RT-31": ("ottomans", "3403", 1, 5, None, "3302"),
    "RT-32": ("ottomans", "0101", 1, 5, None, "off"),
    "RT-33": ("tartars", "1727", 1, 8, None, "1629 1729 1829"),
    "RT-34": ("tartars", "1729", 1, 5, None, "off"),
}


@pytest.mark.parametrize("case", SINGLES)
def test_single_on_the_field(field: HexMap, case: str) -> None:
    side, start, level, allowance, occupied, penalty, legal = SINGLES[case]
    answer = rout(field, start, level=level, allowance=allowance, side=side, occupied=occupied.split())
    assert (answer.penalty, answer.level, ends(answer)) == (penalty, level + penalty, set(legal.split()))


@pytest.mark.parametrize("case", ON_THE_PLAIN)
def test_single_on_the_plain(plain: HexMap, case: str) -> None:
    side, start, level, allowance, per, legal = ON_THE_PLAIN[case]
    answer = rout(plain, start, level=level, allowance=allowance, side=side, per=per)
    assert (answer.penalty, answer.level, ends(answer)) == (0, level, set(legal.split()))


def test_rt_05_one_bad_point_of_two_is_legal_and_standing_still_is_not() -> None:
    world = bannockburn({"2110 2111": "o"})
    answer = rout(world, "2010", level=2, allowance=5, side="english")
    assert (answer.penalty, answer.outcome, answer.level) == (1, "moved", 3)
    assert {path[1:] for path in answer.paths} == {
        ("2009", "2109"), ("2011", "2112"),
        ("1910", "2009"), ("1910", "2010"), ("1911", "2010"), ("1911", "2011"),
    }


def test_rt_08_surrounded_is_eliminated(field: HexMap) -> None:
    ring = ["2009", "2110", "2111", "2011", "1911", "1910"]
    for allowance in (5, 8):
        answer = rout(field, "2010", level=3, allowance=allowance, side="english", occupied=ring)
        assert answer.to_json() == {
            "from": "2010", "outcome": "eliminated", "level": 6, "penalty": 3, "left": False,
            "path": ["2010"], "paths": [["2010"]],
        }


def test_rt_09_and_10_leaving_eliminates_at_no_penalty(field: HexMap) -> None:
    assert rout(field, "2910", level=1, allowance=5, side="english").to_json() == {
        "from": "2910", "outcome": "eliminated", "level": 1, "penalty": 0, "left": True,
        "path": ["2910", OFF], "paths": [["2910", OFF]],
    }
    fast = rout(field, "2810", level=2, allowance=7, side="english")
    assert fast.paths == (("2810", "2910", OFF), ("2810", "2911", OFF))


def test_rt_13_the_owner_may_stay_on_the_map(field: HexMap) -> None:
    answer = rout(field, "1433", level=1, allowance=5, side="scots")
    assert (answer.outcome, answer.left, answer.paths) == ("moved", False, (("1433", "1334"), ("1433", OFF)))


def test_a_way_off_without_penalty_must_be_taken_before_a_penalty(field: HexMap) -> None:
    answer = rout(field, "1433", level=1, allowance=5, side="scots", occupied=["1334"])
    assert (answer.outcome, answer.left, answer.level, answer.paths) == ("eliminated", True, 1, (("1433", OFF),))


def test_rt_16_one_level_whether_it_stays_makes_one_or_two(field: HexMap) -> None:
    answer = rout(field, "2010", level=1, allowance=7, side="english", occupied=["2110", "2111"])
    assert answer.penalty == 1
    assert {"2010", "2009", "2011", "1910", "1911", "2008", "1810", "2109"} <= ends(answer)
    assert {len(path) for path in answer.paths} == {1, 2, 3}
    assert answer.paths[-1] == ("2010",)


def test_rt_19_a_double_goes_backwards_and_keeps_its_facing(field: HexMap) -> None:
    answer = rout(field, "2010+2009", level=1, allowance=5, side="english")
    assert answer.paths == (("2010+2009", "2110+2109"), ("2010+2009", "2111+2110"))


RT_20 = {"2010+2009", "2010+1910", "1910+2009", "2009+2008", "2011+2010", "1910+1909", "1911+1910"}


def test_rt_20_both_ways_need_the_same_hex(field: HexMap) -> None:
    answer = rout(field, "2010+2009", level=1, allowance=5, side="english", occupied=["2110"])
    assert (answer.penalty, answer.level) == (1, 2)
    assert ends(answer) == RT_20  # the rear centre is the occupied hex: no pivot into it
    assert answer.paths[-1] == ("2010+2009",)


def test_rt_21_a_double_may_slide_lengthwise(field: HexMap) -> None:
    answer = rout(field, "2010+2111", level=1, allowance=5, side="english")
    assert (answer.penalty, ends(answer)) == (0, {"2111+2211", "2110+2210"})


def test_rt_22_the_slide_is_forced(field: HexMap) -> None:
    answer = rout(field, "2010+2111", level=1, allowance=5, side="english", occupied=["2110"])
    assert (answer.penalty, ends(answer)) == (0, {"2111+2211"})


def test_rt_23_all_three_hexes_behind_are_held(field: HexMap) -> None:
    answer = rout(field, "2010+2009", level=1, allowance=5, side="english", occupied=["2109", "2110", "2111"])
    assert (answer.penalty, ends(answer)) == (1, RT_20)


def test_a_double_may_pivot_into_its_rear_centre(field: HexMap) -> None:
    held = ["2109", "2111", "2008", "2011", "1909", "1910", "1911"]  # all but the rear centre 2110
    answer = rout(field, "2010+2009", level=1, allowance=5, side="english", occupied=held)
    assert (answer.penalty, ends(answer)) == (1, {"2010+2009", "2010+2110", "2110+2009"})


def test_a_pivot_of_a_fast_double_spoils_one_level_of_two_hexes(field: HexMap) -> None:
    held = ["2109", "2111", "2008", "2011", "1909", "1910", "1911"]
    answer = rout(field, "2010+2009", level=2, allowance=8, side="english", occupied=held)
    assert answer.penalty == 1
    assert all(len(path) >= 3 for path in answer.paths)  # the other level must be made in full


def test_rt_26_the_game_turn_is_no_part_of_the_question(field: HexMap) -> None:
    late = rout(field, "2010", level=2, allowance=7, side="english")
    assert ends(late) == {"2408", "2409", "2410", "2411", "2412"}


def test_one_half_over_the_edge_takes_the_whole_unit_off(field: HexMap) -> None:
    answer = rout(field, "2910+2909", level=1, allowance=5, side="english")
    assert answer.paths == (("2910+2909", OFF),)
    lower = rout(field, "2810+2910", level=1, allowance=5, side="english", occupied=["2809", "2811"])
    assert lower.left


def test_only_a_named_stretch_may_be_left(field: HexMap) -> None:
    for start, leaves in {"2901": False, "2902": True, "2922": True, "2923": False}.items():
        assert rout(field, start, level=1, allowance=5, side="english").left is leaves, start
    for start, leaves in {"0118": False, "0119": True}.items():
        answer = rout(field, start, level=1, allowance=5, toward=["SW"], exits=["west", "south"])
        assert answer.left is leaves, start


def test_the_corner_may_be_left_over_either_edge(field: HexMap) -> None:
    for direction in ("S", "SW", "SE", "NW"):
        assert rout(field, "0134", level=1, allowance=5, toward=[direction], exits=["south"]).left


def test_without_exits_none_may_leave(field: HexMap) -> None:
    answer = rout(field, "2910", level=1, allowance=5, toward=["NE", "SE"])
    assert (answer.outcome, answer.penalty, answer.left) == ("moved", 1, False)


def test_a_deviating_step_never_leaves(field: HexMap) -> None:
    answer = rout(field, "2910", level=1, allowance=5, toward=["N"], exits=["east"], occupied=["2909"])
    assert not any(path[-1] == OFF for path in answer.paths)


def test_a_hole_beside_a_named_stretch_is_off_the_map() -> None:
    shape = Shape("flat", 5, 5)
    world = shape.load({(3, 3): "_"}, extra='[edges.well]\nhexes = ["0302"]\n')
    assert rout(world, "0302", level=1, allowance=5, toward=["S"], exits=["well"]).left
    assert not rout(world, "0302", level=1, allowance=5, toward=["S"]).left


def test_leaving_after_a_spoilt_level_keeps_what_it_cost() -> None:
    world = bannockburn({"2810 2811": "o"})
    held = ["2910", "2911", "2809"]
    answer = rout(world, "2710", level=2, allowance=5, toward=["NE", "SE"], exits=["east"], occupied=held)
    assert answer.penalty == 1
    assert all(path[-1] != OFF for path in answer.paths)
    near = rout(world, "2909", level=3, allowance=5, toward=["S"], exits=["east"], occupied=["2910"])
    assert not near.left


def test_terrain_costs_nothing_but_prohibited_blocks_by_class() -> None:
    world = bannockburn({"2110": "m", "2111": "o"})
    assert ends(rout(world, "2010", level=1, allowance=1, side="english")) == {"2110"}
    assert ends(rout(world, "2010", level=1, allowance=1, side="english", unit_class="otter")) == {"2110", "2111"}


def test_a_prohibited_hexside_blocks() -> None:
    wall = '[hexside_kind.wall]\ncross = "prohibited"\n[[hexside]]\nkind = "wall"\nsides = ["0303/NE"]\n'
    world = Shape("flat", 6, 6).load(extra=wall)
    assert ends(rout(world, "0303", level=1, allowance=5, toward=["NE", "SE"])) == {"0403"}
    assert rout(world, "0402", level=1, allowance=5, toward=["SW"]).penalty == 1


def test_a_single_keeps_its_facing(field: HexMap) -> None:
    answer = rout(field, "2010>NW", level=1, allowance=5, side="english")
    assert answer.paths == (("2010>NW", "2110>NW"), ("2010>NW", "2111>NW"))


def test_own_hexes_never_count_as_occupied(field: HexMap) -> None:
    answer = rout(field, "2010+2111", level=1, allowance=5, side="english", occupied=["2010", "2111", "2110"])
    assert ends(answer) == {"2111+2211"}


def test_above_level_four_is_eliminated(field: HexMap) -> None:
    held = ["2110", "2111"]
    moved = rout(field, "2010", level=3, allowance=5, toward=["NE"], occupied=["2110"])
    assert (moved.penalty, moved.level, moved.outcome) == (1, 4, "moved")
    gone = rout(field, "2010", level=4, allowance=5, side="english", occupied=held)
    assert (gone.penalty, gone.level, gone.outcome, gone.left) == (1, 5, "eliminated", False)
    assert len(gone.path) > 1


def test_order_fewest_deviations_first_then_numbers_then_standing_still(field: HexMap) -> None:
    answer = rout(field, "2010", level=1, allowance=7, side="english", occupied=["2209", "2210", "2211", "2110"])
    assert answer.penalty == 1
    shown = answer.paths

    def deviations(path: tuple[str, ...]) -> int:
        east = {"2010": "2111", "1910": "2009 2010", "1911": "2010 2011", "2009": "2109", "2011": "2111 2112"}
        good = {(a, b) for a, after in east.items() for b in after.split()}
        return sum(step not in good for step in pairwise(path))

    assert shown[0] == ("2010", "2111")  # the second point is unmoved: no deviation
    assert shown[-1] == ("2010",)
    assert list(shown[:-1]) == sorted(shown[:-1], key=lambda path: (deviations(path), path))


def test_side_is_directions_and_exits(field: HexMap) -> None:
    by_side = rout(field, "1433", level=2, allowance=7, side="scots")
    assert by_side == rout(field, "1433", level=2, allowance=7, toward=["SW", "s"], exits=["south", "west"])
    assert by_side == rout(field, "1433", level=2, allowance=7, toward="S,SW", exits="west, south")
    assert by_side == field.rout("1433", level=2, allowance=7, side="scots")


def test_ways_are_counted_exactly_where_they_are_too_many_to_list() -> None:
    world = Shape("flat", 19, 19).load()
    answer = rout(world, "1010", level=4, allowance=8, toward=["N", "NE", "SE", "S", "SW", "NW"])
    assert (answer.penalty, len(answer.paths)) == (0, MOST_PATHS)
    assert len(answer.paths) + answer.paths_omitted == 6**8
    assert answer.to_json()["paths_omitted"] == 6**8 - MOST_PATHS
    assert answer.path == min(answer.paths)
    assert list(answer.paths) == sorted(answer.paths)


def test_the_search_stays_small_where_ways_are_astronomical() -> None:
    from hexmap.pair import Pair
    from hexmap.rout import _Moves, _Search, _State

    world = Shape("flat", 60, 60).load()
    toward = ["N", "NE", "SE", "S", "SW", "NW"]
    pair = world.stand("3030+3029")
    assert isinstance(pair, Pair)
    search = _Search(_Moves(world, pair, {"toward": toward}), 4, 6)
    root = _State(tuple(world.grid.cell(h) for h in pair))
    assert sum(search.ways(root, 0).values()) == 6**24
    assert len(search.known) <= sum(3 * k * (k + 1) + 1 for k in range(25))  # the footprints at each number of points
    first = rout(world, "3030+3029", level=4, allowance=8, toward=toward, per=6)
    assert first.paths_omitted == 6**24 - MOST_PATHS


def test_in_open_ground_two_directions_give_a_binomial_count() -> None:
    world = FIELD.load()
    answer = rout(world, "1020", level=4, allowance=8, toward=["NE", "SE"])
    assert len(answer.paths) == 2**8
    by_end = Counter(path[-1] for path in answer.paths)
    assert sorted(by_end.values()) == sorted(math.comb(8, k) for k in range(9))


@pytest.mark.parametrize(
    ("at", "options", "says"),
    [
        ("9999", {"side": "english"}, "hex"),
        ("2010+2012", {"side": "english"}, "adjacent"),
        ("2010", {"side": "french"}, "side of this map"),
        ("2010", {"side": "english", "toward": ["NE"]}, "either a side"),
        ("2010", {"side": "english", "exits": ["east"]}, "either a side"),
        ("2010", {}, "directions"),
        ("2010", {"toward": []}, "directions"),
        ("2010", {"exits": ["east"]}, "directions"),
        ("2010", {"toward": ["E"]}, "direction of N NE SE S SW NW"),
        ("2010", {"toward": ["NE"], "exits": ["eats"]}, "did you mean 'east'"),
        ("2010", {"toward": ["NE"], "per": 0}, "from 1 to 9"),
        ("2010", {"toward": ["NE"], "per": 1.5}, "from 1 to 9"),
        ("2010", {"toward": ["NE"], "level": 0}, "rout level from 1 to 4"),
        ("2010", {"toward": ["NE"], "level": 5}, "rout level from 1 to 4"),
        ("2010", {"toward": ["NE"], "level": True}, "rout level from 1 to 4"),
        ("2010", {"toward": ["NE"], "allowance": -1}, "number"),
        ("2010", {"toward": ["NE"], "allowance": float("nan")}, "number"),
        ("2010", {"toward": ["NE"], "allowance": "prohibited"}, "allowance"),
        ("2010", {"toward": ["NE"], "unit_class": "camel"}, "class"),
    ],
)
def test_what_cannot_be_read_is_refused(field: HexMap, at: str, options: dict[str, Any], says: str) -> None:
    with pytest.raises(NotationError, match=says):
        rout(field, at, **{"level": 1, "allowance": 5, **options})


def test_an_unknown_option_is_refused(field: HexMap) -> None:
    with pytest.raises(TypeError, match="exit"):
        rout(field, "2010", level=1, allowance=5, toward=["NE"], exit=["east"])  # type: ignore[call-arg]


SLIDES = [("0403", "0404", "N"), ("0404", "0403", "S"), ("0304", "0404", "NW"), ("0404", "0304", "SE")]


@pytest.mark.parametrize("pool", ["", "ahead", "behind", "both"])
@pytest.mark.parametrize(("ahead", "behind", "toward"), SLIDES)
def test_a_wall_between_own_hexes_bars_the_slide_whatever_the_ground(ahead: str, behind: str, toward: str, pool: str) -> None:
    wet = {"ahead": {ahead}, "behind": {behind}, "both": {ahead, behind}}.get(pool, set())
    codes = named(dict.fromkeys(wet, "o"))
    wall = '[hexside_kind.wall]\ncross = "prohibited"\n[[hexside]]\nkind = "wall"\nsides = ["{}/{}"]\n'
    shape = Shape("flat", 9, 9)
    for left, right in ((ahead, behind), (behind, ahead)):
        for extra, is_barred in (("", False), (wall.format(ahead, behind), True)):
            board = shape.load(codes, extra=extra)
            answer = rout(board, f"{left}+{right}", level=1, allowance=5, toward=[toward])
            beyond = name(shape.touching(*at(ahead))[toward])
            slid = f"{beyond}+{ahead}" if left == ahead else f"{ahead}+{beyond}"
            # the half behind enters the other's hex, which its unit holds: the ground there asks nothing
            assert (answer.penalty, slid in ends(answer)) == ((1, False) if is_barred else (0, True))
            assert (slid in board.reach(f"{left}+{right}", 2).costs) is not is_barred, "reach says the same"
            assert board.why(f"{left}+{right}", slid, 2).possible is not is_barred, "and so does why"
