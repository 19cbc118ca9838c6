"""The rules of sight by their numbers (spec D6), and the inputs that other programs got wrong."""

from __future__ import annotations

import random
from typing import Any

import pytest

import hexmap
from hexmap.ground import Ground
from hexmap.position import Position, Unit
from hexmap.sight import Sight
from mapsheet.errors import NotationError

Blockers = list[tuple[str | None, str]]
TERRAINS = """
[terrain.clear]
code = "."
[terrain.village]
code = "v"
sight = "blocks into"
[terrain.grove]
code = "g"
sight = "blocks"
[terrain.wood]
code = "w"
sight = "blocks"
height = 2
[terrain.tower]
code = "t"
height = "3/2"
[terrain.hedge]
code = "h"
sight = "blocks"
height = "1/2"
"""


def plain(columns: int, rows: int, extra: str = "", *, grid: str = "", orientation: str = "flat") -> hexmap.HexMap:
    """Return a map of clear hexes, level 0; `extra` are further tables."""
    shifted_short = 'short = "shifted"' in grid
    lines = []
    for row in range(rows):
        if orientation == "flat":
            last = row == rows - 1 and shifted_short
            lines.append("".join(" " if last and column % 2 else "." for column in range(columns)))
        else:
            lines.append("." * (columns - (row % 2 if shifted_short else 0)))
    ground = "\n".join(lines)
    return hexmap.loads(f"""
format = "hexmap/1"
title = "Plain"
[grid]
orientation = "{orientation}"
columns = {columns}
rows = {rows}
across_flats = "15 mm"
{grid}
{TERRAINS}
[hexes]
terrain = \"\"\"
{ground}
\"\"\"
{extra}
""")


def field(**hexes: str | int) -> hexmap.HexMap:
    """Return the Bannockburn grid, clear but for hexes such as h1425="village" or h1120=1 (a level)."""
    keys = {name: "level" if isinstance(value, int) else "terrain" for name, value in hexes.items()}
    tables = [f"[hex.{name[1:]}]\n{keys[name]} = {value!r}\n" for name, value in hexes.items()]
    return plain(29, 34, "".join(tables), grid='short = "shifted"')


@pytest.fixture(scope="module")
def clear_field() -> hexmap.HexMap:
    return field()


def why(sight: Sight) -> Blockers:
    return [(number, reason) for number, reason in sight.blocked_by]


# -- spec D6 --------------------------------------------------------------------------------------------------------------


def test_8_11_the_line_joins_two_centres_los_01(clear_field: hexmap.HexMap) -> None:
    sight = clear_field.los("1426", "1424")
    assert (sight.clear, sight.crossed, sight.runs, sight.touched, sight.blocked_by) == (True, ("1425",), (), (), ())


def test_8_11_a_unit_between_blocks_los_02(clear_field: hexmap.HexMap) -> None:
    sight = clear_field.los("1426", "1424", occupied=["1425"])
    assert not sight.clear
    assert why(sight) == [("1425", "occupied")]


@pytest.mark.parametrize("unit", ["1425", "1326"])
def test_8_12_along_a_hexside_one_unit_does_not_block_los_03(clear_field: hexmap.HexMap, unit: str) -> None:
    sight = clear_field.los("1426", "1325", occupied=[unit])
    assert sight.clear
    assert sight.runs == (("1326", "1425"),)
    assert sight.blocked_by == ()


def test_8_12_along_a_hexside_two_units_block_los_04(clear_field: hexmap.HexMap) -> None:
    sight = clear_field.los("1426", "1325", occupied=["1425", "1326"])
    assert why(sight) == [("1326", "occupied"), ("1425", "occupied")]


def test_8_13_a_unit_in_the_crossed_hex_blocks_los_05(clear_field: hexmap.HexMap) -> None:
    assert why(clear_field.los("1426", "1225", occupied=["1326"])) == [("1326", "occupied")]


@pytest.mark.parametrize("side", ["english", "scots"])
def test_8_13_a_leader_alone_does_not_block_los_06(clear_field: hexmap.HexMap, side: str) -> None:
    leader = Unit("1425", side=side, blocks=False)
    assert clear_field.los("1426", "1424", position=Position("plain", (leader,))).clear
    company = Position("plain", (leader, Unit("1425", side=side)))
    assert why(clear_field.los("1426", "1424", position=company)) == [("1425", "occupied")]


def test_8_16_nobody_sees_into_a_village_los_07a() -> None:
    board = field(h1425="village")
    assert why(board.los("1426", "1425")) == [("1425", "target")]
    assert why(board.los("1427", "1425", occupied=["1426"])) == [("1426", "occupied"), ("1425", "target")]


def test_8_16_looking_out_of_a_village_is_free_los_07b() -> None:
    assert field(h1426="village").los("1426", "1424").clear


def test_8_16_nobody_sees_through_a_village_los_07c() -> None:
    assert why(field(h1425="village").los("1426", "1424")) == [("1425", "terrain")]


def test_8_16_nobody_sees_through_a_grove_los_08a() -> None:
    assert why(field(h1425="grove").los("1426", "1424")) == [("1425", "terrain")]


def test_8_16_a_grove_at_either_end_does_not_block_los_08b() -> None:
    assert field(h1424="grove").los("1426", "1424").clear
    assert field(h1426="grove").los("1426", "1424").clear


def test_8_14_a_hex_higher_than_both_blocks_los_09() -> None:
    sight = field(h1120=1).los("1020", "1320")
    assert sight.crossed == ("1120", "1220")
    assert why(sight) == [("1120", "higher")]


def test_8_15_a_hex_as_high_as_the_viewer_does_not_block_los_10a() -> None:
    assert field(h1020=1, h1120=1).los("1020", "1320").clear


def test_8_15_a_hex_as_high_as_the_target_does_not_block_los_10b() -> None:
    assert field(h1320=1, h1220=1).los("1020", "1320").clear


def test_8_15_a_hex_higher_than_the_higher_end_blocks_los_11a() -> None:
    assert why(field(h1020=1, h1320=2, h1220=3).los("1020", "1320")) == [("1220", "higher")]


def test_8_15_a_hex_no_higher_than_the_higher_end_does_not_block_los_11b() -> None:
    assert field(h1020=1, h1320=2, h1220=2).los("1020", "1320").clear


def test_8_13_units_block_at_any_height_los_12() -> None:
    assert why(field(h1020=2, h1320=2).los("1020", "1320", occupied=["1220"])) == [("1220", "occupied")]


def test_8_12_each_hexside_is_judged_by_itself_los_13a(clear_field: hexmap.HexMap) -> None:
    sight = clear_field.los("1020", "1420", occupied=["1120", "1321"])
    assert sight.runs == (("1120", "1121"), ("1320", "1321"))
    assert sight.crossed == ("1220",)
    assert sight.clear


def test_8_12_one_hexside_between_two_units_blocks_los_13b(clear_field: hexmap.HexMap) -> None:
    assert why(clear_field.los("1020", "1420", occupied=["1320", "1321"])) == [("1320", "occupied"), ("1321", "occupied")]


def test_8_11_the_hex_between_two_hexsides_blocks_los_13c(clear_field: hexmap.HexMap) -> None:
    assert why(clear_field.los("1020", "1420", occupied=["1220"])) == [("1220", "occupied")]


def test_a_touched_corner_blocks_under_its_policy_only_los_14a(clear_field: hexmap.HexMap) -> None:
    units = ["1122", "1322"]
    sight = clear_field.los("1020", "1423", occupied=units)
    assert (sight.clear, sight.crossed, sight.touched) == (True, ("1121", "1221", "1222", "1323"), ("1122", "1322"))
    assert why(clear_field.los("1020", "1423", occupied=units, touch="blocks")) == [("1122", "occupied"), ("1322", "occupied")]


def test_8_11_a_crossed_hex_beside_touched_ones_blocks_los_14b(clear_field: hexmap.HexMap) -> None:
    assert why(clear_field.los("1020", "1423", occupied=["1222"])) == [("1222", "occupied")]


@pytest.mark.parametrize("target", ["1522", "1125", "1519", "1417", "1116"])
def test_the_other_nearest_lines_that_touch_two_corners(clear_field: hexmap.HexMap, target: str) -> None:
    assert len(clear_field.los("1020", target).touched) == 2


def test_8_11_a_two_hex_unit_looks_from_either_hex_los_15a(clear_field: hexmap.HexMap) -> None:
    sight = clear_field.los("1426+1425", "1225", occupied=["1326"])
    answer = sight.to_json()
    assert (answer["from"], answer["to"], answer["from_hex"], answer["to_hex"]) == ("1426+1425", "1225", "1425", "1225")
    assert (sight.clear, sight.runs) == (True, (("1326", "1325"),))
    assert clear_field.distance(answer["from_hex"], "1225") == 2
    assert not clear_field.los("1426", "1225", occupied=["1326"]).clear


@pytest.mark.parametrize("unit", ["1426+1425", "1425+1426"])
def test_8_11_a_units_own_other_hex_does_not_block_los_15b(clear_field: hexmap.HexMap, unit: str) -> None:
    sight = clear_field.los(unit, "1423", occupied=[unit])
    assert (sight.clear, sight.from_hex, sight.crossed) == (True, "1425", ("1424",))
    blocked_near = clear_field.los(unit, "1423", occupied=["1424", unit])
    assert why(blocked_near) == [("1424", "occupied")]


def test_8_11_a_single_unit_is_blocked_where_its_neighbor_stands_los_15c(clear_field: hexmap.HexMap) -> None:
    assert why(clear_field.los("1426", "1423", occupied=["1425"])) == [("1425", "occupied")]


def test_8_11_a_two_hex_target_is_seen_in_either_hex_los_16(clear_field: hexmap.HexMap) -> None:
    sight = clear_field.los("1426", "1225+1325", occupied=["1326"])
    assert (sight.clear, sight.to_hex, sight.runs) == (True, "1325", (("1326", "1425"),))
    assert sight.to_json()["from_hex"] == "1426"


def test_8_16_all_other_terrain_is_transparent_los_19() -> None:
    board = hexmap.load("bannockburn")
    names = {"marsh", "pool", "burn", "river"}
    assert names <= {terrain.name for terrain in board.terrains if terrain.sight == "open"}
    seen = 0
    for h in board:
        north, south = board.grid.neighbor(h, 0), board.grid.neighbor(h, 3)
        if north and south and board.terrain(h).name in names and board.level(h) <= max(board.level(north), board.level(south)):
            assert board.los(north, south).clear
            seen += 1
    assert seen > 50


def test_sight_is_mutual_for_10_000_random_pairs_los_28() -> None:
    board, rng = hexmap.load("bannockburn"), random.Random(28)
    numbers = [board.number(h) for h in board]
    units = rng.sample(numbers, 70)
    for _ in range(10_000):
        a, b = rng.choice(numbers), rng.choice(numbers)
        there, back = (board.los(*ends, occupied=units) for ends in ((a, b), (b, a)))
        assert (there.clear, set(there.crossed), set(there.touched)) == (back.clear, set(back.crossed), set(back.touched))
        assert {tuple(run[::-1]) for run in there.runs} == set(back.runs)
        assert set(there.blocked_by) == set(back.blocked_by)


# -- what other programs got wrong ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("units", "blocking"), [
    (["0204"], {"either"}),
    (["0204", "0205"], {"same-hexside", "either", "each-side"}),
    (["0204", "0405"], {"either", "each-side"}),
    (["0204", "0404"], {"either"}),
    ([], set()),
])  # fmt: skip
@pytest.mark.parametrize("run", ["same-hexside", "either", "each-side", "never"])
def test_a_line_along_four_hexsides_under_every_policy(units: list[str], blocking: set[str], run: str) -> None:
    sight = plain(9, 9).los("0105", "0905", occupied=units, run=run)
    assert sight.runs == (("0204", "0205"), ("0404", "0405"), ("0604", "0605"), ("0804", "0805"))
    assert sight.crossed == ("0305", "0505", "0705")
    assert [number for number, _ in why(sight)] == (units if run in blocking else [])


@pytest.mark.parametrize("shifted", ["even", "odd"])
@pytest.mark.parametrize(("a", "b"), [("0505", "0908"), ("4535", "4938"), ("4534", "4937"), ("0908", "0505"), ("4938", "4535")])
def test_the_same_corners_are_touched_everywhere_and_in_both_directions(shifted: str, a: str, b: str) -> None:
    board = plain(60, 60, grid=f'shifted = "{shifted}"')
    sight = board.los(a, b)
    met = [board.grid.displacement(board.hex(a), board.hex(number)) for number in (*sight.crossed, *sight.touched)]
    expected = [(1, 1), (2, 2), (2, 4), (3, 5), (1, 3), (3, 3)]
    assert met == (expected if a < b else [(-u, -y) for u, y in expected])
    assert sight.runs == ()


@pytest.mark.parametrize(("a", "b"), [("0505", "0908"), ("0908", "0505")])
def test_woods_met_at_one_point_only_do_not_block(a: str, b: str) -> None:
    board = plain(12, 12, "".join(f'[hex.{h}]\nterrain = "grove"\n' for h in ("0606", "0806")))
    sight = board.los(a, b)
    assert sight.clear
    assert set(sight.touched) == {"0606", "0806"}
    assert not {"0606", "0806"} & set(sight.crossed)
    assert why(board.los(a, b, touch="blocks")) == [(number, "terrain") for number in sight.touched]


@pytest.mark.parametrize(("offmap", "expected"), [("open", []), ("blocks", [(None, "offmap"), ("0201", "occupied")])])
def test_past_the_edge_a_missing_hex_is_open_or_blocks(offmap: str, expected: Blockers) -> None:
    board = plain(5, 5)
    sight = board.los("0101", "0301", occupied=["0201"], offmap=offmap)
    assert sight.runs == (("0201",),)
    assert why(sight) == expected
    assert board.los("0101", "0301", offmap=offmap).clear


def test_a_missing_hex_in_the_way_blocks_only_under_its_policy() -> None:
    text = 'terrain = """\n...\n._.\n...\n"""'
    board = hexmap.loads(
        f'format = "hexmap/1"\ntitle = "Hole"\n[grid]\norientation = "flat"\ncolumns = 3\nrows = 3\nacross_flats = "15 mm"\n'
        f'[terrain.clear]\ncode = "."\n[hexes]\n{text}'
    )
    assert board.los("0201", "0203").to_json()["crossed"] == []
    assert why(board.los("0201", "0203", offmap="blocks")) == [(None, "offmap")]
    assert board.los("0102", "0302").runs == (("0201",),)


def test_range_67_half_a_hex_off_a_run_has_no_hexside_pair() -> None:
    sight = plain(70, 3).los("0101", "6801")
    assert (sight.runs, sight.touched, len(sight.crossed)) == ((), (), 66)


WALL = '[hexside_kind.wall]\nsight = "blocks"\n[[hexside]]\nkind = "wall"\nsides = {!r}\n'


def test_a_wall_blocks_along_it_and_across_it() -> None:
    board = plain(9, 9, WALL.format(["0604/0605"]))
    along = board.los("0505", "0705")
    assert (along.runs, why(along)) == ((("0604", "0605"),), [("0605", "hexside")])
    assert along.stop == pytest.approx(1 / 3)
    across = board.los("0603", "0606")
    assert (across.crossed, why(across)) == (("0604", "0605"), [("0605", "hexside")])
    assert across.stop == pytest.approx(1 / 2)
    assert why(board.los("0604", "0605")) == [("0605", "hexside")]
    assert board.los("0504", "0704").clear


def test_a_wall_crossed_slantwise_is_named_by_its_canonical_hex() -> None:
    board = plain(9, 9, WALL.format(["0604/SE"]))
    assert board.grid.hexside(board.hex("0604"), 2).hex == board.hex("0604")
    assert why(board.los("0604", "0705")) == [("0604", "hexside")]
    assert why(board.los("0705", "0604")) == [("0604", "hexside")]
    assert why(board.los("0504", "0805")) == [("0604", "hexside")]
    assert board.los("0603", "0606").clear


def test_a_wall_on_the_edge_of_the_map_is_named_by_its_only_hex() -> None:
    board = plain(5, 5, WALL.format(["0201/N"]))
    assert why(board.los("0101", "0301")) == [("0201", "hexside")]
    assert board.los("0201", "0203").clear


def test_walls_between_missing_hexes_block_and_have_no_name() -> None:
    board = plain(5, 9, WALL.format(["0303/0304", "0306/0307"]) + '[hex.0301]\nlevel = 1\n')
    holed = hexmap.HexMap(board.title, board.numbering, board.layout, _without(board, "0303", "0304", "0306", "0307"))
    holed.hexsides, holed.rules = board.hexsides, board.rules
    assert why(holed.los("0301", "0309")) == [(None, "hexside"), (None, "hexside")]
    assert [stop.why for stop in holed.los("0301", "0309", offmap="blocks").blocked_by] == [
        "offmap", "hexside", "offmap", "offmap", "hexside", "offmap",
    ]  # fmt: skip


def _without(board: hexmap.HexMap, *numbers: str) -> Ground:
    cells = bytearray(board.terrain_at)
    for number in numbers:
        cells[board.grid.cell(board.hex(number))] = 0
    return Ground(board.terrains, bytes(cells), board.level_at)


# 1020 to 1423 passes from 1121 to 1221 through their common corner with 1122
@pytest.mark.parametrize(("walls", "touch", "blocked"), [
    (["1121/1221"], "ignore", False),
    (["1121/1122"], "ignore", False),
    (["1121/1122", "1221/1122"], "ignore", False),
    (["1121/1221", "1221/1122"], "ignore", True),
    (["1121/1221", "1121/1122"], "ignore", True),
    (["1121/1221"], "blocks", True),
    (["1121/1122"], "blocks", True),
])  # fmt: skip
def test_walls_that_end_in_a_passed_corner_block_when_no_way_is_open(walls: list[str], touch: str, blocked: bool) -> None:
    board = plain(29, 34, WALL.format(walls))
    assert board.los("1020", "1423").crossed[:2] == ("1121", "1221")
    assert board.los("1020", "1423", touch=touch).clear != blocked
    assert board.los("1423", "1020", touch=touch).clear != blocked


@pytest.mark.parametrize(("walls", "blocked"), [
    (["1426/1425"], False),
    (["1426/1326"], False),
    (["1426/1425", "1426/1326"], True),
    (["1425/1325", "1326/1325"], True),
    (["1426/1425", "1326/1325"], False),
])  # fmt: skip
def test_walls_at_either_end_of_a_run(walls: list[str], blocked: bool) -> None:
    assert plain(29, 34, WALL.format(walls)).los("1426", "1325").clear != blocked


# -- elevation along a slope ----------------------------------------------------------------------------------------------


def slope(levels: dict[str, int], terrains: dict[str, str] | None = None) -> hexmap.HexMap:
    tables = {number: f"level = {level}\n" for number, level in levels.items()}
    for number, terrain in (terrains or {}).items():
        tables[number] = tables.get(number, "") + f'terrain = "{terrain}"\n'
    return plain(9, 9, "".join(f"[hex.{number}]\n{text}" for number, text in tables.items()))


@pytest.mark.parametrize(("levels", "terrains", "expected"), [
    ({"0501": 4, "0502": 3, "0503": 2, "0504": 1}, {}, []),
    ({"0501": 4, "0502": 4}, {}, [("0502", "higher")]),
    ({"0501": 4, "0502": 2, "0503": 3}, {}, [("0503", "higher")]),
    ({"0501": 4}, {"0504": "tower"}, [("0504", "higher")]),
    ({"0501": 4}, {"0503": "tower"}, []),
    ({"0501": 4}, {"0504": "wood"}, [("0504", "terrain")]),
    ({"0501": 4}, {"0503": "wood"}, []),
    ({"0501": 4, "0503": 3}, {"0503": "wood"}, [("0503", "terrain"), ("0503", "higher")]),
    ({}, {"0503": "hedge"}, [("0503", "terrain")]),
    ({"0501": 1}, {"0503": "hedge"}, []),
    ({"0501": 9}, {"0502": "grove"}, [("0502", "terrain")]),
    ({"0501": 9}, {"0502": "village"}, [("0502", "terrain")]),
])  # fmt: skip
def test_a_hex_blocks_a_slope_when_it_rises_above_the_line(
    levels: dict[str, int], terrains: dict[str, str], expected: Blockers
) -> None:
    board = slope(levels, terrains)
    assert why(board.los("0501", "0505", elevation="slope")) == expected
    assert why(board.los("0505", "0501", elevation="slope")) == expected


@pytest.mark.parametrize(("levels", "expected"), [
    ({"0605": 9, "0606": 5}, []),
    ({"0605": 10}, [("0605", "higher")]),
    ({"0606": 6}, [("0606", "higher")]),
])  # fmt: skip
def test_a_slope_is_measured_at_the_foot_of_each_centre(levels: dict[str, int], expected: Blockers) -> None:
    # the feet lie 5/14 and 9/14 of the way down from 14 to 0
    board = slope({"0505": 14, **levels})
    assert board.los("0505", "0707").crossed == ("0605", "0606")
    assert why(board.los("0505", "0707", elevation="slope")) == expected


def test_terrain_height_counts_on_a_slope_only() -> None:
    board = slope({"0503": 5}, {"0504": "tower"})
    assert board.los("0501", "0505", elevation="none").clear
    assert why(board.los("0501", "0505")) == [("0503", "higher")]
    assert why(board.los("0501", "0505", elevation="slope")) == [("0503", "higher"), ("0504", "higher")]


# -- what is asked and what is answered -----------------------------------------------------------------------------------


def test_the_answer_has_the_keys_of_the_command_in_their_order(clear_field: hexmap.HexMap) -> None:
    answer = clear_field.los("1426", "1225", occupied=["1326"]).to_json()
    assert list(answer) == ["from", "to", "clear", "crossed", "runs", "touched", "blocked_by", "policy"]
    assert answer["blocked_by"] == [{"hex": "1326", "why": "occupied"}]
    assert answer["policy"] == {"run": "same-hexside", "touch": "ignore", "offmap": "open", "elevation": "higher-than-both"}


def test_a_hex_is_accepted_wherever_its_number_is(clear_field: hexmap.HexMap) -> None:
    a, b, unit = (clear_field.hex(number) for number in ("1426", "1225", "1326"))
    assert clear_field.los(a, b, occupied=[unit]) == clear_field.los("1426", "1225", occupied=["1326"])
    assert clear_field.viewshed(a, occupied=[unit]) == clear_field.viewshed("1426", occupied=["1326"])
    assert clear_field.los_matrix(occupied=[unit]).clear(a, b) is False


def test_a_faced_unit_looks_from_its_hex_in_every_direction(clear_field: hexmap.HexMap) -> None:
    for direction in clear_field.grid.direction_names:
        faced = clear_field.los(f"1426>{direction}", "1225").to_json()
        assert faced == clear_field.los("1426", "1225").to_json() | {"from": f"1426>{direction}"}
        assert clear_field.viewshed(f"1426>{direction}").visible == clear_field.viewshed("1426").visible


def test_a_unit_at_both_ends_gives_the_nearest_clear_pair_of_hexes(clear_field: hexmap.HexMap) -> None:
    sight = clear_field.los("1426+1425", "1422+1421")
    assert (sight.from_hex, sight.to_hex, sight.crossed) == ("1425", "1422", ("1424", "1423"))
    tied = clear_field.los("1426", "1325+1425", occupied=["1325+1425"])
    assert (tied.to_hex, tied.crossed) == ("1425", ())


def test_a_blocked_unit_names_its_nearest_hexes_with_fewest_blockers(clear_field: hexmap.HexMap) -> None:
    sight = clear_field.los("1426+1427", "1423+1422", occupied=["1424", "1425"])
    assert (sight.from_hex, sight.to_hex) == ("1426", "1423")
    assert [number for number, _ in why(sight)] == ["1425", "1424"]


def test_a_hex_sees_itself_whatever_it_is() -> None:
    board = field(h1425="village")
    assert board.los("1425", "1425").clear
    assert board.los_matrix().clear("1425", "1425")


@pytest.mark.parametrize(("ends", "options"), [
    (("1426", "9999"), {}),
    (("1426", "0234"), {}),
    (("1426", ""), {}),
    ((1426, "1225"), {}),
    (("1426", None), {}),
    ((["1426"], "1225"), {}),
    (("1426+1428", "1225"), {}),
    (("1426", "1225"), {"occupied": ["12"]}),
    (("1426", "1225"), {"occupied": [12]}),
    (("1426", "1225"), {"run": "sometimes"}),
    (("1426", "1225"), {"unit_class": "dragons"}),
])  # fmt: skip
def test_what_cannot_be_read_is_a_notation_error(
    clear_field: hexmap.HexMap, ends: tuple[Any, Any], options: dict[str, Any]
) -> None:
    with pytest.raises(NotationError):
        clear_field.los(*ends, **options)


def test_policies_of_the_map_file_hold_until_a_query_replaces_them() -> None:
    board = plain(5, 5, '[sight]\nrun = "either"\noffmap = "blocks"\n')
    assert not board.los("0101", "0301").clear
    assert board.los("0101", "0301", offmap="open").clear
    assert board.los("0101", "0301", run="never").policy == ("never", "ignore", "blocks", "higher-than-both")


def test_a_large_map_answers_without_lists_of_its_hexes() -> None:
    rows = "\n".join(["." * 1000] * 1000)
    board = hexmap.loads(
        f'format = "hexmap/1"\ntitle = "Large"\n[grid]\norientation = "flat"\ncolumns = 1000\nrows = 1000\n'
        f'numbering = "CCCCRRRR"\nfirst = "00010001"\nacross_flats = "15 mm"\n[terrain.clear]\ncode = "."\n[hexes]\n'
        f'terrain = """\n{rows}\n"""\n'
    )
    assert len(board.los("00010001", "10001000").crossed) > 1400
    seen = board.viewshed("05000500", 30)
    assert (len(seen.visible), seen.hidden) == (2790, ())
    with pytest.raises(NotationError, match="MB"):
        board.los_matrix()
