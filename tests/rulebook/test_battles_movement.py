"""The Movement Phase of the battles, by the ids of the specification: MV, DC, SC, CH, FT, WG, SQ."""

from __future__ import annotations

from typing import Any

import pytest

import rulebook
from hexmap.position import take_position
from mapsheet.errors import DataError, IllegalAction, NotationError
from mapsheet.fields import Fields
from mapsheet.source import parse_toml
from rulebook.battles.model import battle_of
from rulebook.log import Note
from tests.rulebook.field import Field

WEST = "1426+1425"  # a two-hex unit that faces west


def singles(**put: str) -> Field:
    field = Field()
    for name, at in put.items():
        field.put(name.replace("_", "-"), at)
    return field


def doubled(ground: dict[str, str] | None = None, **told: int) -> Field:
    """Return a field with the Gascons in two hexes facing west, about to move."""
    return Field(ground=ground).put("gascon-crossbow", WEST, **told).begin("english").do(f"pick {WEST}")


# -- movement (5.1, 6.1, 7.2) ----------------------------------------------------------------------------------------------


def test_mv_01_no_more_points_than_the_allowance() -> None:
    field = Field(ground={"1022": "marsh"}).put("keith-1", "1017", face=1).begin("scots").do("pick 1017", "S", "S", "S", "S")
    assert field.spent == 4
    field.refuses("S", "5.12")  # the marsh would make it 6 of 5
    field.do("N")
    assert field["keith-1"]["at"] == "1020"


def test_mv_02_terrain_adds_up() -> None:
    field = Field(ground={"1023": "marsh"}).put("keith-1", "1020").begin("scots").do("pick 1020", "S", "S", "S")
    assert field.spent == 4


@pytest.mark.parametrize("leader", ["DOU", "HE"])
def test_mv_03_a_leader_in_the_hex_costs_nothing_more(leader: str) -> None:
    field = singles(keith_1="1020").put(leader, "1021").begin("scots").do("pick 1020", "S")
    assert field.spent == 1


def test_mv_04_no_way_through_a_friend() -> None:
    field = singles(keith_1="1020", keith_2="1021", hereford_1="1019").begin("scots").do("pick 1020")
    field.refuses("S", "6.11")
    field.refuses("N", "6.11")


@pytest.mark.parametrize("water", ["river", "burn", "pool"])
def test_mv_05_water_is_never_entered(water: str) -> None:
    field = Field(ground={"1021": water}).put("keith-1", "1020").begin("scots").do("pick 1020")
    field.refuses("S", "7.25")


def test_mv_06_no_step_off_the_map() -> None:
    field = singles(keith_1="0101").begin("scots").do("pick 0101")
    field.refuses("N", "7.3")
    assert field.actions() == ["S", "SE"]


def test_mv_07_leaders_pass_friends_and_no_enemy() -> None:
    field = singles(keith_1="1021", hereford_1="1019").put("DOU", "1020").put("HE", "1120").begin("scots").do("pick DOU")
    field.refuses("N", "6.14")
    field.refuses("NE", "6.14")
    field.do("S", "S")
    assert field["DOU"]["at"] == "1022"


def test_mv_08_a_lone_leader_is_captured_and_the_move_goes_on() -> None:
    field = singles(keith_1="1020").put("HE", "1021").put("CL", "1022").begin("scots")
    before = field.rules.score(field.state)["points"]["scots"]
    field.do("pick 1020", "S", "S", "S")
    assert [field[leader]["captured"] for leader in ("HE", "CL")] == ["scots", "scots"]
    assert field["keith-1"]["at"] == "1023"
    assert field.rules.score(field.state)["points"]["scots"] == before + 4  # 20.12
    assert ("HE is captured in 1021 by the scots", "6.15") in field.table.notes


def test_mv_08_with_a_leader_a_unit_may_not_enter() -> None:
    field = singles(keith_1="1020").put("HE", "1021").put("KEI", "1020").begin("scots").do("pick 1020 with KEI")
    field.refuses("S", "6.14")
    field.do("N", "drop KEI", "S", "S")
    assert field["HE"]["captured"] == "scots"
    assert field["KEI"]["at"] == "1019"


@pytest.mark.parametrize(
    ("step", "at"), [("forward-left", "1326"), ("pivot-left", "1326"), ("sideways-left", "1426"), ("about-face", "1425")]
)
def test_mv_09_a_leader_goes_with_his_half(step: str, at: str) -> None:
    field = Field().put("gascon-crossbow", WEST).put("HE", "1425").begin("english").do(f"pick {WEST} with HE", step)
    assert field["HE"]["at"] == at


def test_mv_10_the_slowest_of_a_stack_sets_its_pace() -> None:
    field = singles(lb_king_1="1020").put("ED", "1020").begin("english").do("pick 1020 with ED", *["S"] * 6)
    assert field["ED"]["at"] == field["lb-king-1"]["at"] == "1026"
    assert field["ED"]["moved"]


def test_mv_11_nobody_moves_twice_or_by_halves() -> None:
    field = singles(keith_1="1020", keith_2="1030").put("KEI", "1020").begin("scots").do("pick 1020 with KEI", "S")
    field.refuses("pick 1030", "5.0")
    field.refuses("pass", "5.0")
    field.do("drop KEI", "S", "end")
    assert field.actions() == ["pass", "pick 1030"]
    field.refuses("pick KEI", "5.0")
    field.refuses("pick 1022", "5.0")


def test_mv_12_only_the_phasing_side_and_nobody_routed_moves() -> None:
    field = singles(hereford_1="1020", keith_2="1029").put("keith-1", "1030", rout=1).begin("scots")
    assert field.actions() == ["pass", "pick 1029"]
    field.refuses("pick 1020", "5.11")
    field.refuses("pick 1030", "10.1")
    field.refuses("pick 0101", "5.11")


def reached(field: Field, name: str) -> dict[str, int]:
    """Return the least points by every stand that the piece under way can come to, by the engine's own steps."""
    words = {"N", "NE", "E", "SE", "S", "SW", "W", "NW", "about-face"} | {
        f"{kind}-{hand}" for kind in ("forward", "pivot", "sideways") for hand in ("left", "right")
    }
    least, waiting = {field[name]["at"]: 0}, [(0, field.state)]
    while waiting:
        waiting.sort(key=lambda item: item[0])
        _, field.state = waiting.pop(0)
        before = field.state
        for step in field.offers(*words) if before["now"]["pick"] else ():
            field.state = field.rules.copied(before)
            field.do(step)
            at, now = field[name]["at"], field.state["now"]
            points = now.get("spent", ALLOWANCE[name])  # a move that ends by itself has spent all
            if points < least.get(at, 99):
                least[at] = points
                waiting.append((points, field.state))
            field.state = before
    return least


ALLOWANCE = {"keith-1": 5, "gascon-crossbow": 6}


def test_mv_13_a_single_reaches_every_hex_of_its_rings() -> None:
    least = reached(Field().put("keith-1", "1517", face=1).begin("scots").do("pick 1517"), "keith-1")
    assert [sum(points <= most for points in least.values()) for most in range(6)] == [1 + 3 * n * (n + 1) for n in range(6)]


# -- two-hex units (5.2, 15.52) --------------------------------------------------------------------------------------------

DC = {
    "DC-03a": ({}, "forward-left", "1327+1326", 1),
    "DC-03b": ({}, "forward-right", "1326+1325", 1),
    "DC-04a": ({}, "pivot-left", "1426+1326", 1),
    "DC-04b": ({}, "pivot-right", "1326+1425", 1),
    "DC-05a": ({}, "sideways-left", "1427+1426", 2),
    "DC-05b": ({}, "sideways-right", "1425+1424", 2),
    "DC-06": ({}, "about-face", "1425+1426", 2),
    "DC-10": ({"1326": "marsh"}, "pivot-right", "1326+1425", 2),
    "DC-11": ({"1327": "marsh"}, "forward-left", "1327+1326", 2),
    "DC-12": ({"1327": "marsh", "1326": "marsh"}, "forward-left", "1327+1326", 2),
    "DC-13": ({"1427": "marsh"}, "sideways-left", "1427+1426", 3),
    "DC-14": ({"1427": "marsh", "1426": "marsh"}, "sideways-left", "1427+1426", 3),
    "DC-16": ({"1425": "marsh"}, "about-face", "1425+1426", 3),
    "DC-17": ({"1425": "marsh", "1426": "marsh"}, "about-face", "1425+1426", 3),
    "DC-20": ({"1326": "1"}, "forward-right", "1326+1325", 2),
    "DC-21": ({"1326": "1", "1327": "1"}, "forward-left", "1327+1326", 2),
    "DC-22": ({"1326": "marsh 1"}, "pivot-left", "1426+1326", 3),
    "DC-23a": ({"1427": "1"}, "sideways-left", "1427+1426", 3),
    "DC-23b": ({"1427": "marsh 1"}, "sideways-left", "1427+1426", 4),
    "DC-25": ({"1425": "1", "1426": "1"}, "forward-left", "1327+1326", 1),
}


@pytest.mark.parametrize("case", DC)
def test_dc_manoeuvres_and_their_points(case: str) -> None:
    ground, step, to, points = DC[case]
    field = doubled(ground).do(step)
    assert (field["gascon-crossbow"]["at"], field.spent) == (to, points)


def test_dc_18_a_leader_of_no_half_stays() -> None:
    field = Field().put("gascon-crossbow", WEST).put("HE", "1425").begin("english").do(f"pick {WEST}", "forward-left")
    assert field["HE"]["at"] == "1425"


def test_dc_19_two_points_are_too_few_for_marsh() -> None:
    field = Field(ground={"1427": "marsh"}).put("yorks-1", WEST, face=1).begin("english").do(f"pick {WEST}")
    field.refuses("sideways-left", "5.12")
    field = Field(ground={"1426": "marsh"}).put("yorks-1", WEST, face=1).begin("english").do(f"pick {WEST}")
    field.refuses("about-face", "5.12")


SCHILTROM_DC = {
    "DC-26": ({"1327": "marsh", "1326": "marsh"}, "forward-left", 1),
    "DC-27": ({"1427": "marsh"}, "sideways-left", 2),
    "DC-28": ({"1425": "marsh", "1426": "marsh"}, "about-face", 2),
}


@pytest.mark.parametrize("case", SCHILTROM_DC)
def test_dc_schiltroms_take_marsh_as_clear(case: str) -> None:
    ground, step, points = SCHILTROM_DC[case]
    field = Field(ground=ground).put("douglas-1", WEST).begin("scots").do(f"pick {WEST}", step)
    assert field.spent == points


def test_dc_30_a_unit_in_the_front_centre_bars_all_but_sideways() -> None:
    field = Field().put("gascon-crossbow", WEST).put("keith-1", "1326").begin("english").do(f"pick {WEST}")
    assert field.actions() == ["about-face", "sideways-left", "sideways-right"]


def test_dc_31_a_unit_in_the_front_left_bars_forward_left() -> None:
    field = Field().put("gascon-crossbow", WEST).put("keith-1", "1327").begin("english").do(f"pick {WEST}")
    assert not field.offers("forward-left")
    assert len(field.offers("forward-right", "pivot-left", "pivot-right")) == 3


def test_dc_07_all_that_a_pair_reaches_on_open_ground() -> None:
    least = reached(doubled(), "gascon-crossbow")
    assert [sum(points <= most for points in least.values()) for most in range(7)] == [1, 5, 19, 57, 122, 226, 370]


def test_dc_07_six_pivots_left_are_a_full_turn() -> None:
    field = doubled().do(*["pivot-left"] * 5)
    assert field["gascon-crossbow"]["at"] == "1426+1526"
    field.do("pivot-left")
    assert field["gascon-crossbow"]["at"] == WEST


# -- schiltroms (18.1) -----------------------------------------------------------------------------------------------------


def test_sc_01_a_closed_schiltrom_opens_to_twelve_stands() -> None:
    field = Field().put("douglas-1", "1020", face=1).begin("scots").do("pick 1020")
    near = ("1019", "1120", "1121", "1021", "0921", "0920")
    assert set(field.offers("open")) == {f"open {pair}" for n in near for pair in (f"1020+{n}", f"{n}+1020")}
    field.do("open 1121+1020")
    assert (field["douglas-1"]["at"], field["douglas-1"]["face"], field.spent) == ("1121+1020", 0, 2)


def test_sc_02_units_beside_it_leave_less_room() -> None:
    field = Field().put("douglas-1", "1020", face=1).put("keith-1", "1120").put("hereford-1", "1121").begin("scots")
    field.do("pick 1020")
    assert len(field.offers("open")) == 8
    field.refuses("open 1020+1120", "6.11")


def test_sc_03_closing_leaves_what_is_left_of_the_points() -> None:
    field = Field().put("douglas-1", WEST).put("DOU", "1425").begin("scots")
    field.do(f"pick {WEST} with DOU", "forward-left", "forward-left")
    left, right = field["douglas-1"]["at"].split("+")
    assert set(field.offers("close")) == {f"close {left}", f"close {right}"}
    field.do(f"close {left}")
    assert (field["douglas-1"]["at"], field["DOU"]["at"], field.spent) == (left, left, 4)
    field.refuses("open " + left + "+" + right, "18.11")
    field.do("N")
    assert field["douglas-1"]["moved"]


def test_sc_04_no_room_no_opening() -> None:
    field = Field().put("douglas-1", "0101", face=1).put("keith-1", "0102").put("keith-2", "0201").begin("scots")
    assert field.actions() == ["pass", "pick 0102", "pick 0201"]


def test_sc_05_not_while_routed_nor_for_less_than_two_points() -> None:
    field = Field().put("douglas-1", WEST, rout=1).put("keith-1", "0101").begin("scots")
    field.refuses(f"pick {WEST}", "10.1")
    field = Field().put("douglas-1", WEST).begin("scots").do(f"pick {WEST}", *["forward-left"] * 4)
    assert not field.offers("close")
    field.refuses("close " + field["douglas-1"]["at"][:4], "18.11")


def test_sc_06_it_may_close_and_open_again_and_move_between() -> None:
    field = Field().put("douglas-1", WEST).begin("scots").do(f"pick {WEST}", "close 1426", "N", "open 1425+1424")
    assert field["douglas-1"]["at"] == "1425+1424"


def test_sc_07_opening_takes_a_lone_leader() -> None:
    field = Field().put("douglas-1", "1020", face=1).put("HE", "1021").begin("scots").do("pick 1020", "open 1020+1021")
    assert field["HE"]["captured"] == "scots"


# -- charges (5.3) ---------------------------------------------------------------------------------------------------------


def charger(ground: dict[str, str] | None = None, *, enemy: str, **told: str) -> Field:
    return Field(ground=ground, **told).put("keith-1", "1020", lance=True).put("lb-king-1", enemy).begin("scots").do("pick 1020")


def test_ch_01_three_hexes_straight_on_are_a_charge() -> None:
    field = charger(enemy="1024").do("S", "S")
    field.refuses("charge 1024", "5.31")
    field.do("S", "charge 1024")
    assert field["keith-1"]["charge"] == "english/lb-king-1"
    assert field["keith-1"]["moved"]


def test_ch_02_two_hexes_are_none() -> None:
    field = charger(enemy="1023").do("S", "S")
    field.refuses("charge 1023", "5.31")


def test_ch_03_what_came_before_the_run_does_not_matter() -> None:
    assert charger(enemy="1124").do("NE", "S", "S", "S").offers("charge") == ["charge 1124"]


def test_ch_04_marsh_breaks_a_run() -> None:
    assert not charger({"1022": "marsh"}, enemy="1024").do("S", "S", "S").offers("charge")
    assert charger({"1021": "marsh"}, enemy="1025").do("S", "S", "S", "S").offers("charge")


def test_ch_05_uphill_yes_downhill_no() -> None:
    field = charger({"1022": "1", "1023": "1"}, enemy="1024").do("S", "S", "S")
    assert (field.spent, field.offers("charge")) == (4, ["charge 1024"])
    assert not charger({"1022": "1"}, enemy="1024").do("S", "S", "S").offers("charge")


def test_ch_06_a_last_turn_ends_the_run() -> None:
    field = charger(enemy="1125").do("S", "S", "S", "SE")
    field.refuses("charge 1125", "5.31")


def test_ch_07_leather_foot_and_leaders_never_charge() -> None:
    field = Field("angorra").put("tartar-horse-archers-1", "1715").put("azab-1", "1719").begin("tartars")
    field.do("pick 1715", *["SE"] * 3)
    field.refuses("charge 1719", "5.33")
    field = Field().put("keith-1", "1020", face=1).put("lb-king-1", "1024").begin("scots").do("pick 1020", "S", "S", "S")
    field.refuses("charge 1024", "5.33")


def ahead_of(field: Field, at: str, *steps: str) -> list[str]:
    """Return where a two-hex unit stands after each of some forward steps, by its front alone."""
    stands = [at]
    for step in steps:
        left, centre, right = field.battle.arcs(stands[-1]).front
        stands.append(f"{left}+{centre}" if step == "forward-left" else f"{centre}+{right}")
    return stands


@pytest.mark.parametrize("step", ["forward-left", "forward-right"])
def test_ch_08_a_pair_charges_by_one_forward_step_repeated(step: str) -> None:
    field = Field("angorra").put("guard-plate-1", "1315+1415")
    *_, last = ahead_of(field, "1315+1415", step, step, step)
    centre = field.battle.arcs(last).front[1]
    assert centre
    field.put("azab-1", centre).begin("tartars").do("pick 1315+1415", step, step, step)
    assert field["guard-plate-1"]["at"] == last
    assert field.offers("charge") == [f"charge {centre}"]


def test_ch_08_mixed_forward_steps_are_no_straight_line() -> None:
    field = Field("angorra").put("guard-plate-1", "1315+1415").begin("tartars")
    field.do("pick 1315+1415", "forward-left", "forward-right", "forward-left")
    assert field.state["now"]["run"] == 1


def test_ch_09_no_charge_at_marsh_or_in_it() -> None:
    field = charger({"1024": "marsh"}, enemy="1024").do("S", "S", "S")
    field.refuses("charge 1024", "15.51")


def test_ch_10_the_target_of_a_pair_is_not_behind_it() -> None:
    field = Field("angorra").put("guard-plate-1", "1315+1415")
    *_, last = ahead_of(field, "1315+1415", *["forward-left"] * 3)
    behind = field.battle.arcs(last).rear[0]
    assert behind
    field.put("azab-1", behind).begin("tartars").do("pick 1315+1415", *["forward-left"] * 3)
    field.refuses(f"charge {behind}", "9.12")


def test_ch_11_one_target_of_two() -> None:
    field = charger(enemy="1024").put("lb-king-2", "1124").do("S", "S", "S")
    assert field.offers("charge") == ["charge 1024", "charge 1124"]
    field.do("charge 1124")
    assert field["keith-1"]["charge"] == "english/lb-king-2"


def test_ch_14_by_the_stricter_ruling_the_target_is_ahead() -> None:
    field = charger(enemy="1024", charge_arc="ahead").put("lb-king-2", "0923").do("S", "S", "S")
    assert field.offers("charge") == ["charge 1024"]
    field = charger(enemy="1024").put("lb-king-2", "0923").do("S", "S", "S")
    assert field.offers("charge") == ["charge 0923", "charge 1024"]


# -- fatigue (13.1) --------------------------------------------------------------------------------------------------------


def tired(name: str, at: str, side: str, *, title: str = "bannockburn", turn: int = 9, **told: int) -> Field:
    return Field(title).put(name, at, **told).begin(side, turn=turn).do(f"pick {at}")


def test_ft_01_none_before_turn_nine() -> None:
    assert tired("hereford-1", "2010", "english", turn=8).do(*["NW"] * 6).spent == 6


def test_ft_02_whole_toward_ones_edge() -> None:
    assert tired("hereford-1", "2010", "english").do("NE", "NE", "SE", "SE").spent == 4


def test_ft_03_half_parallel_to_it() -> None:
    field = tired("hereford-1", "2010", "english").do("N", "N")
    assert field.offers("N")
    field = tired("hereford-1", "2010", "english").put("hereford-2", "0101").do("N", "N", "N")
    assert field["hereford-1"]["moved"]  # nothing more is left


def test_ft_04_one_step_aside_halves_all() -> None:
    field = tired("hereford-1", "2010", "english").do("NE", "NE", "NE")
    field.refuses("N", "13.1")
    tired("hereford-1", "2010", "english").do("NE", "NE", "N")


def test_ft_05_scots_go_south_and_south_west() -> None:
    tired("keith-1", "0625", "scots", face=1).do("S", "SW", "S", "SW")
    field = tired("keith-1", "0625", "scots", face=1).do("NW")
    field.do("NW")
    assert field["keith-1"]["moved"]


def test_ft_07_pairs_by_each_half_that_moves() -> None:
    field = tired("gascon-crossbow", "2009+2010", "english").do(*["forward-left"] * 5)
    assert field.spent == 5
    field = tired("gascon-crossbow", "2010+2009", "english").do("about-face")
    assert "end" in field.actions()
    field.do("forward-left", "forward-right", "forward-left", "forward-right")
    assert field["gascon-crossbow"]["moved"]


def test_ft_07_who_turns_about_in_marsh_may_pay_ahead_for_going_home() -> None:
    field = Field(ground={"2010": "marsh"}).put("yorks-1", "2010+2009").begin("english", turn=9)
    field.do("pick 2010+2009", "about-face")
    assert (field.spent, "end" in field.actions()) == (3, False)
    assert field.actions() == ["forward-left", "forward-right", "pivot-left", "pivot-right"]
    field.refuses("end", "13.1")
    assert "end" in field.do("forward-left").actions()


def test_ft_08_disorganised_foot_keeps_its_two_points() -> None:
    field = tired("yorks-1", WEST, "english", face=1).do("forward-left", "forward-left")
    assert field["yorks-1"]["moved"]


def test_ft_09_tartars_go_south() -> None:
    field = tired("tartar-mail-squadron-1", "1715", "tartars", title="angorra").do(*["SE"] * 7)
    assert field.spent == 7
    field = tired("tartar-mail-squadron-1", "1715", "tartars", title="angorra").do(*["E"] * 3)
    field.do("E")
    assert field["tartar-mail-squadron-1"]["moved"]


def test_ft_10_leaders_too() -> None:
    field = Field().put("HE", "2010").begin("english", turn=9).do("pick HE", "NW", "NW", "NW")
    assert field.offers("NW")
    assert field.do("NW")["HE"]["moved"]


def test_ft_11_who_stays_has_half_by_one_ruling_and_all_by_another() -> None:
    for ruling, rooms in (("halved", []), ("full", ["mode 0920"])):
        field = Field(stationary=ruling).put("keith-1", "0920").begin("scots", phase="modes", turn=9)
        assert field.offers("mode") == rooms


# -- wagons (20.0) ---------------------------------------------------------------------------------------------------------


def test_wg_01_a_limbered_wagon_moves_and_a_lager_does_not() -> None:
    field = Field("angorra").put("wagon-1", "1715+1815").put("wagon-2", "2015+2115", face=1).begin("ottomans")
    assert field.actions() == ["limber 2015+2115", "pass", "pick wagon 1715+1815", "unlimber 1715+1815"]
    field.refuses("pick wagon 2015+2115", "20.0")
    field.do("pick wagon 1715+1815", "forward-left", "pivot-right")
    assert field.spent == 2


def test_wg_02_a_change_takes_the_whole_allowance() -> None:
    field = Field("angorra").put("wagon-1", "1715+1815").put("wagon-2", "2015+2115", face=1).begin("ottomans")
    field.do("pick wagon 1715+1815", "forward-left", "end")
    field.refuses("unlimber " + field["wagon-1"]["at"], "20.0")
    field.do("limber 2015+2115")
    assert (field["wagon-2"]["face"], field["wagon-2"]["moved"]) == (0, True)
    field.refuses("unlimber 2015+2115", "20.0")


def test_wg_03_a_pair_lies_on_both_hexes_of_a_wagon_or_on_none() -> None:
    field = Field("angorra").put("wagon-1", "1714+1814", face=1).put("janissary-1", "1715+1815").begin("ottomans")
    field.do("pick 1715+1815")
    arcs = field.battle.arcs("1715+1815")
    assert (arcs.front[1], arcs.front[2]) == ("1714", "1814")
    field.refuses("forward-left", "20.11")
    field.refuses("pivot-left", "20.11")
    field.do("forward-right", "about-face")
    assert field["janissary-1"]["at"] == "1814+1714"


def test_wg_04_two_singles_one_in_each_hex() -> None:
    field = Field("angorra").put("wagon-1", "1714+1814").put("azab-1", "1714").put("azab-2", "1815").begin("ottomans")
    field.do("pick 1815", "NE")
    assert field["azab-2"]["at"] == "1814"


def tartar_beside(**told: int) -> Field:
    field = Field("angorra").put("wagon-1", "1715+1815", **told).put("tartar-horse-archers-1", "1716")
    assert {"1715", "1815"} & set(field.battle.around["1716"])
    return field


def test_wg_06_a_held_lager_is_closed_to_tartars() -> None:
    field = tartar_beside(face=1).put("azab-1", "1715").begin("tartars").do("pick 1716")
    field.refuses("NE", "20.12")


def test_wg_07_of_a_limbered_wagon_the_other_hex_is_open() -> None:
    field = tartar_beside().put("azab-1", "1715").begin("tartars").do("pick 1716", "NE")
    assert field["tartar-horse-archers-1"]["at"] == "1815"
    assert (field["wagon-1"]["out"], field["azab-1"]["at"]) == ("eliminated", "1715")


@pytest.mark.parametrize("face", [0, 1])
def test_wg_08_an_empty_wagon_is_overrun(face: int) -> None:
    field = tartar_beside(face=face).begin("tartars").do("pick 1716", "NE")
    assert field["wagon-1"]["out"] == "eliminated"
    assert ("wagon 1715+1815 is overrun", "20.22") in field.table.notes


def test_wg_09_a_wagon_leaves_its_passengers_but_not_across_a_pair() -> None:
    field = Field("angorra").put("wagon-1", "1715+1815").put("janissary-1", "1715+1815").put("BAY", "1715").begin("ottomans")
    field.do("pick wagon 1715+1815 with BAY")
    field.refuses("pivot-left", "20.11")
    field.do("forward-left")
    assert (field["wagon-1"]["at"], field["BAY"]["at"]) == ("1614+1714", "1614")
    assert field["janissary-1"]["at"] == "1715+1815"


def test_wg_11_wagons_move_onto_nobody() -> None:
    field = Field("angorra").put("wagon-1", "1715+1815").put("azab-1", "1714").begin("ottomans").do("pick wagon 1715+1815")
    field.refuses("forward-left", "6.11")
    assert field.actions() == ["about-face", "sideways-left", "sideways-right"]


# -- the sequence, organising, modes (4.0, 16.0, 19.0) ---------------------------------------------------------------------


def test_sq_01_who_moves_first() -> None:
    assert (rulebook.new("bannockburn").state["side"], rulebook.new("angorra").state["side"]) == ("scots", "tartars")


def test_sq_05_and_08_ten_turns_of_twelve_phases_and_then_no_more() -> None:
    game = rulebook.new("bannockburn", seed=4)
    while not game.over:
        game.do("pass" if "pass" in game.actions() else 1)
    phases = [entry.text for entry in game.entries if isinstance(entry, Note) and entry.rule == "4.0"]
    assert len(phases) == 120 == len(set(phases))
    assert phases[:7] == [
        f"Game-Turn 1, {side}: {phase}"
        for side in ("scots", "english")
        for phase in ("rout removal", "rout movement", "movement", "fire combat", "melee", "second melee")
    ][:7]
    assert game.actions() == ()
    assert game.score()["winner"] == "english"  # no points at all are a victory of theirs (20.2)
    with pytest.raises(IllegalAction, match="over"):
        game.do("pass")


def test_sq_10_modes_change_at_the_end_and_once() -> None:
    field = singles(lb_king_1="1020", keith_1="0101").begin("english")
    field.refuses("mode 1020", "16.12")
    field.do("pick 1020", "S", "end").do("pass", "mode 1021")
    assert field["lb-king-1"]["face"] == 1
    field = Field().put("lb-king-1", "1020", rout=1).put("lb-king-2", "1030").begin("english", phase="modes")
    assert field.actions() == ["mode 1030", "pass"]
    field.refuses("mode 1020", "16.14")


def test_sq_11_scottish_horse_dismounts_once_for_a_whole_move() -> None:
    field = singles(keith_1="0920", keith_2="0921").begin("scots").do("pick 0921", "S", "end", "pass")
    field["keith-1"]["lance"] = True
    assert field.actions() == ["mode 0920", "pass"]
    field.refuses("mode 0922", "16.22")
    field.do("mode 0920")
    assert (field["keith-1"]["face"], field["keith-1"]["lance"]) == (1, False)
    field.begin("scots", phase="modes")
    field["keith-2"]["moved"] = False
    field.begin("scots", phase="modes")
    field.refuses("mode 0920", "16.21")


def test_sq_12_the_gascons_change_instead_of_moving_and_again_later() -> None:
    field = Field().put("gascon-crossbow", WEST).begin("english").do("pass", f"mode {WEST}")
    assert field["gascon-crossbow"]["face"] == 1
    field.begin("english").do("pass", f"mode {WEST}")
    assert field["gascon-crossbow"]["face"] == 0
    field = Field().put("gascon-crossbow", WEST).put("lb-king-1", "0101").begin("english")
    field.do(f"pick {WEST}", "about-face", "end", "pass")
    field.refuses("mode 1425+1426", "16.3")


@pytest.mark.parametrize(("die", "face"), [(1, 0), (2, 0), (3, 1), (6, 1)])
def test_sq_13_organising_is_a_move_and_lasts(die: int, face: int) -> None:
    field = Field().put("yorks-1", WEST, face=1).put("yorks-2", "2010+2009", face=1).begin("english")
    field.do(f"organise {WEST}", dice=[die])
    assert (field["yorks-1"]["face"], field["yorks-1"]["moved"]) == (face, True)
    field.refuses(f"organise {WEST}", "19.0")
    field.refuses(f"pick {WEST}", "5.0")
    field.do("pick 2010+2009", "forward-left", "end")
    assert field["yorks-2"]["moved"]


def test_sq_13_not_while_routed_nor_when_organised() -> None:
    field = Field().put("yorks-1", WEST, face=1, rout=1).put("yorks-2", "2010+2009").begin("english")
    field.refuses(f"organise {WEST}", "10.1")
    field.refuses("organise 2010+2009", "19.0")


def test_sq_14_a_charger_of_the_steppe_may_take_the_bow() -> None:
    field = Field("angorra").put("tartar-mail-1", "1315+1415").begin("tartars")
    field.do("pick 1315+1415", "forward-left", "forward-left")
    front = field.battle.arcs(field["tartar-mail-1"]["at"]).front
    field.put("azab-1", str(field.battle.arcs(f"{front[0]}+{front[1]}").front[1]))
    field.do("forward-left", "charge " + field["azab-1"]["at"])
    field.put("azab-2", "0101", face=1).do("pass")
    field.put("tartar-mail-2", "0520+0620").do("mode " + field["tartar-mail-1"]["at"])
    assert (field["tartar-mail-1"]["charge"], field["tartar-mail-1"]["face"]) == ("ottoman/azab-1", 1)  # the marker stays


# -- set-up, options, positions --------------------------------------------------------------------------------------------


def test_set_up_asks_for_modes_and_lances_follow() -> None:
    game = rulebook.new("bannockburn")
    assert game.actions() == ("0920 cavalry", "0920 dismounted")
    with pytest.raises(IllegalAction, match=r"15\.1\)"):
        game.do("0920 crossbow")
    game.do("0920 dismounted")
    game.do("0921 cavalry")
    units = game.state["units"]
    assert [units[f"scots/keith-{n}"]["lance"] for n in (1, 2)] == [False, True]
    assert sum(unit["lance"] for unit in units.values()) == 10  # 15.14
    pieces = battle_of("bannockburn").pieces
    assert sum(pieces[id_].faces[unit["face"]].mode == "disorganised" for id_, unit in units.items()) == 21
    chosen = 2
    while game.state["phase"] == "setup":
        game.do(1)
        chosen += 1
    assert chosen == 10


def test_set_up_of_angorra() -> None:
    game = rulebook.new("angorra")
    assert sum(unit["lance"] for unit in game.state["units"].values()) == 22
    asked = []
    while game.state["phase"] == "setup":
        asked.append(game.decider)
        game.do(1)
    assert asked == ["tartars"] * 15 + ["ottomans"] * 17


def test_strict_play_refuses_our_own_cells_and_names_them() -> None:
    with pytest.raises(DataError, match=r"40 cells .*Schiltrom.*Morale effects: 3 / A"):
        rulebook.new("bannockburn", strict=True)


@pytest.mark.parametrize("options", [{"charge_arc": "behind"}, {"chargearc": "ahead"}, {"strict": 1}, {"overrides": 7}])
def test_options_are_read_with_care(options: dict[str, Any]) -> None:
    with pytest.raises(NotationError):
        rulebook.new("bannockburn", **options)


@pytest.mark.parametrize("title", ["bannockburn", "angorra"])
def test_a_state_is_a_position_of_its_map(title: str) -> None:
    game = rulebook.new(title, seed=3)
    for _ in range(150):
        game.do(1 + game.state["turn"] % len(game.actions()))
    fields = Fields(parse_toml(game.rules.position(game.state), title))
    position = take_position(fields, battle_of(title).board)
    fields.raise_faults()
    here = [*game.state["units"].values(), *game.state["leaders"].values()]
    assert sorted(unit.at for unit in position.units) == sorted(piece["at"] for piece in here if piece["at"])


def test_a_position_tells_charges_used_lances_and_who_is_disobeyed() -> None:
    """9.32, 12.3, 5.31: what markers show at the table; horse on foot has laid its lances down (16.24)."""
    field = Field().put("hereford-1", "1618", lance=True, charge="scots/keith-1").put("hereford-2", "1620")
    field.put("keith-1", "1619", face=1)
    field.put("HE", "1618", disobeyed=True)
    fields = Fields(parse_toml(field.rules.position(field.state), "position"))
    units = {unit.counter: unit for unit in take_position(fields, field.battle.board).units}
    fields.raise_faults()
    told = {name: (unit.charge, unit.spent, unit.marker) for name, unit in units.items() if unit.at.startswith("16")}
    assert told == {
        "english/hereford-1": ("1619", "", ""), "english/hereford-2": ("", "marker/lance", ""), "scots/keith-1": ("", "", ""),
        "english/he": ("", "", "marker/disobeyed"),
    }


def test_a_picture_says_whose_phase_it_is_and_who_is_gone() -> None:
    field = Field().put("hereford-1", "1618").begin("english", turn=3)
    field["keith-1"].update(out="off")
    field["CL"].update(captured="scots")
    moment = field.rules.moment(field.state)
    assert (moment.heading, moment.lines[:2]) == ("Game-Turn 3", ("English: movement", "English decide"))
    assert "Scots fled off the map: Keith 1" in moment.lines
    assert next(line for line in moment.lines if line.startswith("English captured: ")).count("Clifford") == 1
    assert moment.tracks == (("turn", "3", "marker/game-turn", True),)
    assert {track.name for track in field.battle.board.art.tracks} == {"turn"}


@pytest.mark.parametrize(
    "words", ["", "pick", "pick ", "go", "pick 1618 with", "pick 1618 with XX", "charge 1024", "end", "N", "é" * 500, "\x1b[31m"]
)
def test_nonsense_is_refused_with_a_rule(words: str) -> None:
    game = rulebook.new("bannockburn")
    while game.state["phase"] == "setup":
        game.do(1)
    with pytest.raises((IllegalAction, NotationError)) as caught:
        game.do(words)
    assert "(" in str(caught.value)
    assert len(str(caught.value)) < 800
    assert game.rules.refusal(game.state, words).isprintable()
