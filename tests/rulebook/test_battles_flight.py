"""Rout, retreat, advance and elephants of the battles, case by case: each test bears the id of the case that it judges."""

from __future__ import annotations

import pytest

from tests.rulebook.battlefield import (
    AKINJI,
    COUNTY,
    ELEPHANTS,
    HORSE,
    JANISSARY,
    KEITH,
    LONGBOW,
    MONGOLS,
    SERBIAN,
    SIPAHI,
    SQUADRON,
    WAGON,
    Field,
)

CLOSED = "scots/douglas-1"


def routed(id_: str, at: str, level: int, **more: object) -> Field:
    """Return a field with one routed unit, in the turn of its side."""
    terrain = more.pop("terrain", None)
    title = "bannockburn" if id_.partition("/")[0] in ("english", "scots") else "angorra"
    field = Field(title, terrain=terrain)
    field.state["side"] = field.battle.pieces[id_].side
    field.put(id_, at, rout=level, **more)  # type: ignore[arg-type]
    return field


def finals(field: Field, id_: str) -> set[tuple[str, int]]:
    """Return where a unit can end its rout and with which level; off and eliminated by these words."""
    field.begin("rout")
    return field.ends(lambda end: (end[id_]["at"] or end[id_]["out"], end[id_]["rout"]))


# -- rout (11.0) ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("case", "id_", "at", "level", "ends"),
    [
        ("rt01", LONGBOW, "2010", 2, "2209 2210 2211"),
        ("rt02", HORSE, "2010", 2, "2408 2409 2410 2411 2412"),
        ("rt09", LONGBOW, "2910", 1, "off"),
        ("rt10", HORSE, "2810", 2, "off"),
        ("rt13", "scots/ettrick-archers", "1433", 1, "off 1334"),
        ("rt27", AKINJI, "1708", 1, "1606 1706 1806"),
        ("rt29", AKINJI, "1708", 3, "1402 1502 1602 1702 1802 1902 2002"),
        ("rt30", JANISSARY, "0103", 1, "0102"),
        ("rt31", JANISSARY, "3403", 1, "3302"),
        ("rt32", JANISSARY, "0101", 1, "off"),
        ("rt33", SQUADRON, "1727", 1, "1629 1729 1829"),
        ("rt34", SQUADRON, "1729", 1, "off"),
    ],
)
def test_rt_on_an_empty_field(case: str, id_: str, at: str, level: int, ends: str) -> None:
    assert finals(routed(id_, at, level), id_) == {(end, level) for end in ends.split()}


def test_rt11_a_slow_unit_of_the_scots() -> None:
    field = routed(CLOSED, "0625", 2, mode="closed")
    assert finals(field, CLOSED) == {("0627", 2), ("0527", 2), ("0426", 2)}


def test_rt03_the_only_free_way_is_forced() -> None:
    field = routed(LONGBOW, "2010", 1)
    field.fill(["2110"])
    assert field.begin("rout") == []
    assert (field[LONGBOW]["at"], field[LONGBOW]["rout"]) == ("2111", 1)
    assert "goes by 2111" in field.told


def test_rt04_blocked_both_ways() -> None:
    field = routed(LONGBOW, "2010", 1)
    field.fill(["2110", "2111"])
    assert finals(field, LONGBOW) == {(end, 2) for end in ("2010", "2009", "2011", "1910", "1911")}


def test_rt05_one_bad_point_is_the_least() -> None:
    field = routed(LONGBOW, "2010", 2, terrain={"2110": "pool", "2111": "pool"})
    assert finals(field, LONGBOW) == {(end, 3) for end in ("2109", "2112", "2009", "2010", "2011")}
    assert field.begin("rout") == ["1910", "1911", "2009", "2011"]
    assert "(11.26)" in field.why_not("stay")


def test_rt06_rt07_the_owner_chooses_among_equals() -> None:
    field = routed(LONGBOW, "2010", 1)
    field.fill(["2209", "2210", "2211"])
    assert field.begin("rout") == ["2110", "2111"]
    assert finals(field, LONGBOW) == {("2110", 1), ("2111", 1)}


@pytest.mark.parametrize("id_", [LONGBOW, HORSE])
def test_rt08_surrounded_at_level_three(id_: str) -> None:
    field = routed(id_, "2010", 3)
    field.fill(["2009", "2110", "2111", "2011", "1911", "1910"])
    assert finals(field, id_) == {("eliminated", 3)}


def test_rt12_scots_blocked_both_ways() -> None:
    field = routed(CLOSED, "0625", 1, mode="closed")
    field.fill(["0626", "0526"])
    assert finals(field, CLOSED) == {(end, 2) for end in ("0625", "0525", "0624", "0725", "0726")}


def test_rt15_edges_of_others_are_closed() -> None:
    field = routed(CLOSED, "1934", 1, mode="closed")
    assert finals(field, CLOSED) == {(end, 2) for end in ("1934", "1833", "1933", "2033")}
    free = Field(edges="any")
    free.put(CLOSED, "1934", mode="closed", rout=1)
    assert ("off", 1) in finals(free, CLOSED)


def test_rt16_a_fast_unit_pays_a_level_for_two_hexes() -> None:
    field = routed(HORSE, "2010", 1)
    field.fill(["2110", "2111"])
    found = finals(field, HORSE)
    assert {level for _, level in found} == {2}
    assert ("2010", 2) in found


def test_rt19_doubles_go_backwards_and_keep_their_facing() -> None:
    field = routed(COUNTY, "2010+2009", 1, mode="melee")
    assert finals(field, COUNTY) == {("2110+2109", 1), ("2111+2110", 1)}


@pytest.mark.parametrize("blocked", [["2110"], ["2109", "2110", "2111"]])
def test_rt20_rt23_a_blocked_double_may_pivot_or_deviate_at_a_level_more(blocked: list[str]) -> None:
    field = routed(COUNTY, "2010+2009", 1, mode="melee")
    field.fill(blocked)
    ways = ("2010+2009", "2010+1910", "1910+2009", "2009+2008", "2011+2010", "1910+1909", "1911+1910")
    assert finals(field, COUNTY) == {(end, 2) for end in ways}


def test_rt21_rt22_lengthwise() -> None:
    field = routed(COUNTY, "2010+2111", 1, mode="melee")
    assert finals(field, COUNTY) == {("2111+2211", 1), ("2110+2210", 1)}
    field = routed(COUNTY, "2010+2111", 1, mode="melee")
    field.fill(["2110"])
    assert finals(field, COUNTY) == {("2111+2211", 1)}


def test_rt25_leaders_may_go_along_for_any_part() -> None:
    field = routed(LONGBOW, "2010", 2)
    field.lead("HE", "2010", disobeyed=True)
    field.lead("Gl", "2010", disobeyed=True)
    assert field.begin("rout") == ["rout 2010", "rout 2010 with Gl", "rout 2010 with HE", "rout 2010 with HE,Gl"]
    assert field.do("rout 2010 with HE,Gl") == ["2110", "2111"]
    assert field.do("2111") == ["2210", "2211", "drop Gl", "drop HE"]
    assert field.do("drop Gl") == ["2210", "2211", "drop HE"]
    assert field.do("2211") == []
    leaders = field.state["leaders"]
    assert (leaders["english/he"]["at"], leaders["english/gl"]["at"], leaders["english/he"]["moved"]) == ("2211", "2111", False)


def test_rt25_no_leader_leaves_the_map() -> None:
    field = routed(LONGBOW, "2910", 1)
    field.lead("HE", "2910", disobeyed=True)
    field.begin("rout")
    field.do("rout 2910 with HE")
    assert (field[LONGBOW]["out"], field.state["leaders"]["english/he"]["at"]) == ("off", "2910")


def test_rt25_a_leader_stays_in_his_half() -> None:
    field = routed(COUNTY, "2010+2009", 1, mode="melee")
    field.lead("HE", "2009", disobeyed=True)
    field.begin("rout")
    field.do("rout 2010+2009 with HE")
    field.do("2111+2110")
    assert field.state["leaders"]["english/he"]["at"] == "2110"


def test_rt26_no_fatigue_in_rout() -> None:
    field = routed(HORSE, "2010", 2)
    field.state["turn"] = 9
    assert finals(field, HORSE) == {(end, 2) for end in ("2408", "2409", "2410", "2411", "2412")}


def test_rt28_a_retreat_is_one_hex_a_level() -> None:
    field = beaten(1)
    field.do("attack 1709 at 1708", 1, 1, 3)  # D at 2: r2
    ends = field.ends(lambda end: end[AKINJI]["at"])
    assert ends == {"1605", "1705", "1805", "1905"}


def test_rt36_ottomans_may_rout_onto_an_empty_wagon() -> None:
    field = routed(JANISSARY, "1708", 1)
    field.put(WAGON, "1707+1607", mode="lager")
    field.fill(["1807"], "ottomans")
    field.begin("rout")
    assert (field[JANISSARY]["at"], field[WAGON]["at"]) == ("1707", "1707+1607")


def test_rt36_a_double_never_lies_across_a_wagon() -> None:
    field = routed(SIPAHI, "1708+1608", 1)
    field.put(WAGON, "1606+1506", mode="lager")
    assert all(end.split("+")[0] not in ("1506", "1706") for end, _ in finals(field, SIPAHI))


def test_rt37_tartars_rout_over_an_empty_wagon() -> None:
    field = routed(MONGOLS, "1715", 1)
    field.put(WAGON, "1716+1616", mode="limbered")
    field.put(SQUADRON, "1717")
    field.begin("rout")
    while field.state["by"]:
        field.do(next(each for each in field.actions() if each != "stay"))
    assert (field[WAGON]["at"], field[WAGON]["out"]) == ("", "eliminated")
    assert ("wagon" in field.told, "overrun" in field.told) == (True, True)


def test_rt_a_router_captures_a_leader_alone() -> None:
    field = routed(LONGBOW, "2010", 1)
    field.lead("BRU", "2111")
    field.fill(["2110"])
    field.begin("rout")
    assert field.state["leaders"]["scots/bru"]["captured"] == "english"


def test_sq04_the_phasing_side_runs_first_in_any_order() -> None:
    field = routed(LONGBOW, "2010", 1)
    field.put(HORSE, "1010", rout=1)
    field.put(KEITH, "0625", rout=1)
    assert field.begin("rout") == ["rout 1010", "rout 2010"]
    assert field.why_not("pass") == "every routed unit must go (11.14)"
    assert "(11.0)" in field.why_not("rout 0625")
    field.do("rout 2010")
    field.do("2110")
    assert field.state["by"] == "english"
    while field.state["by"] == "english":
        field.do(field.actions()[0])
    assert field.state["by"] == "scots"


# -- retreat and advance after combat (15.4) -----------------------------------------------------------------------------------


def beaten(level: int = 0) -> Field:
    """Return a Tartar at 1709 about to attack light horse at 1708."""
    field = Field("angorra")
    field.put(AKINJI, "1708", rout=level)
    field.put(SQUADRON, "1709")
    field.begin("melee")
    return field


def test_ad01_the_new_level_in_hexes_whatever_the_allowance() -> None:
    field = beaten()
    assert field.do("attack 1709 at 1708", 1, 1, 2) == ["1707", "1807"]
    assert field.state["by"] == "ottomans"
    assert "(15.41)" in field.why_not("pass")
    assert field.ends(lambda end: end[AKINJI]["at"]) == {"1606", "1706", "1806"}


def test_ad02_the_total_level_counts() -> None:
    field = beaten(1)
    field.do("attack 1709 at 1708", 1, 1, 3)
    assert field[AKINJI]["rout"] == 3
    assert field.state["now"]["pursuit"]["flight"]["level"] == 3


def advancing(*steps: str) -> Field:
    """Return the field of `beaten` after the retreat along some hexes."""
    field = beaten()
    field.do("attack 1709 at 1708", 1, 1, 2)
    for step in steps:
        field.do(step)
    return field


def way(field: Field) -> list[str]:
    """Return the two hexes of some retreat from 1708."""
    first = field.actions()[0]
    twin = advancing(first)
    return [first, twin.actions()[0]]


def test_ad03_now_or_never() -> None:
    field = advancing()
    field.put("tartar/tartar-mail-squadron-2", "1609")
    first, second = way(field)
    for step in (first, second):
        field.do(step)
    assert field.actions() == ["advance 1708", "stay"]
    assert field.state["by"] == "tartars"
    assert "(15.43" in field.why_not("pass")
    assert field.do("stay") == []
    assert field[SQUADRON]["at"] == "1709"


def test_ad04_ad05_along_the_path_and_no_other_way() -> None:
    field = advancing()
    first, second = way(field)
    for step in (first, second):
        field.do(step)
    assert field.actions() == ["advance 1708", "stay"]
    assert field.do("advance 1708") == [f"advance {first}", "stay"]
    assert field.do(f"advance {first}") == []  # the beaten unit stands in the last hex
    assert field[SQUADRON]["at"] == first


def test_ad04_it_may_stop_anywhere() -> None:
    field = advancing()
    for step in way(field):
        field.do(step)
    field.do("advance 1708")
    assert field.do("stay") == []
    assert field[SQUADRON]["at"] == "1708"


def test_ad06_a_hex_taken_again_ends_the_advance() -> None:
    field = advancing()
    first, second = way(field)
    for step in (first, second):
        field.do(step)
    field.put(JANISSARY, first)
    assert field.do("advance 1708") == []
    assert field[SQUADRON]["at"] == "1708"


def test_ad07_after_an_elimination_two_hexes_more() -> None:
    field = beaten(3)
    assert field.do("attack 1709 at 1708", 1, 1, 3) == ["advance 1708", "stay"]
    assert field[AKINJI]["out"] == "eliminated"
    around = field.battle.around
    assert field.do("advance 1708") == sorted([*(f"advance {n}" for n in around["1708"]), "stay"])
    assert field.do("advance 1707") == sorted([*(f"advance {n}" for n in around["1707"]), "stay"])
    assert field.do(f"advance {around['1707'][0]}") == []


def test_ad08_a_double_advances_as_it_moves() -> None:
    field = Field("angorra", side="ottomans")
    front = field.battle.arcs("1109+1009").front
    assert front[1]
    field.put(SERBIAN, "1109+1009")
    field.put(SQUADRON, front[1], rout=3)
    field.begin("melee")
    field.do(f"attack 1109+1009 at {front[1]}", 1, 1, 1)
    assert field[SQUADRON]["out"] == "eliminated"
    expected = [f"{front[0]}+{front[1]}", f"{front[1]}+{front[2]}", f"1109+{front[1]}", f"{front[1]}+1009"]
    assert field.actions() == sorted([*(f"advance {at}" for at in expected), "stay"])


def test_ad09_a_double_retreats_backwards() -> None:
    field = Field("angorra")
    field.put(SIPAHI, "1708+1608")  # faces south
    field.put(SQUADRON, "1709")
    field.begin("melee")
    field.do("attack 1709 at 1708+1608", 1, 1, 3)  # C: r1 or r2
    level = field[SIPAHI]["rout"]
    assert level
    assert field.ends(lambda end: end[SIPAHI]["rout"]) == {level}
    ends = field.ends(lambda end: end[SIPAHI]["at"])
    assert {tuple(int(part[2:]) for part in end.split("+")) for end in ends} == {(8 - level, 8 - level)}


def test_ad10_an_enemy_leader_in_the_way_is_captured() -> None:
    field = beaten(3)
    field.lead("BAY", "1708")
    field.state["turn"] = 9
    field.do("attack 1709 at 1708", 1, 1, 1)
    assert field[AKINJI]["out"] == "eliminated"
    assert field.state["leaders"]["ottoman/bay"] == {"at": "1708", "disobeyed": True, "moved": False, "captured": ""}
    field.do("advance 1708")
    assert field.state["leaders"]["ottoman/bay"]["captured"] == "tartars"


def test_ad11_fire_makes_nobody_retreat() -> None:
    field = Field("angorra")
    field.put(AKINJI, "1708")
    field.put("tartar/tartar-horse-archers-1", "1709")
    field.begin("fire")
    field.do("fire 1709 at 1708", 1, 1)
    assert field.do("fire 1708 at 1709", 6, 6, 1) == []
    assert (field[AKINJI]["at"], field[AKINJI]["rout"]) == ("1708", 2)


def test_wg09_an_advance_onto_an_empty_wagon_removes_it() -> None:
    field = Field("angorra")
    field.put(WAGON, "1708+1608", mode="lager")
    field.put(JANISSARY, "1708", mode="melee", rout=3)
    field.put(SQUADRON, "1709")
    field.begin("melee")
    assert field.do("attack 1709 at 1708", 1, 1, 1) == ["advance 1708", "stay"]
    assert "+2 wagon lager" in field.purpose(0)
    field.do("advance 1708")
    assert field[WAGON]["out"] == "eliminated"


def test_wg06_nobody_advances_into_a_lager_that_is_held() -> None:
    field = Field("angorra")
    field.put(WAGON, "1708+1608", mode="lager")
    field.put(JANISSARY, "1708", mode="melee", rout=3)
    field.put(AKINJI, "1608")
    field.put(SQUADRON, "1709")
    field.begin("melee")
    assert field.do("attack 1709 at 1708", 1, 1, 1) == []
    assert field[WAGON]["at"] == "1708+1608"


def test_wg10_a_wagon_is_neither_shot_at_nor_attacked() -> None:
    field = Field("angorra")
    field.put(WAGON, "1708+1608", mode="lager")
    field.put(SQUADRON, "1709")
    field.put("tartar/tartar-horse-archers-1", "1809")
    assert field.begin("melee") == []
    assert field.begin("fire") == []


def test_ad_leaders_choose_whether_to_retreat_along() -> None:
    field = beaten()
    field.lead("BAY", "1708")
    field.begin("melee")
    assert field.do("attack 1709 at 1708", 1, 1, 1) == ["retreat", "retreat with BAY"]  # 1 and 2 for Bayazid
    field.do("retreat with BAY")
    while field.state["by"] == "ottomans":
        field.do(next(each for each in field.actions() if not each.startswith("drop")))
    assert field.state["leaders"]["ottoman/bay"]["at"] == field[AKINJI]["at"]


def test_ad_bannockburn_has_no_retreat() -> None:
    field = Field()
    field.put(KEITH, "1426")
    field.put(LONGBOW, "1425", mode="melee")
    field.begin("melee")
    assert field.do("attack 1426 at 1425", 1, 1, 1) == []
    assert (field[LONGBOW]["at"], field[LONGBOW]["rout"]) == ("1425", 2)


# -- rampant elephants (18.0) ------------------------------------------------------------------------------------------------


def amok(level: int = 3, at: str = "1718+1818") -> Field:
    """Return elephants with a rout level, facing north."""
    field = Field("angorra")
    field.put(ELEPHANTS, at, rout=level)
    return field


def test_el01_at_level_two_they_rout_as_others_do() -> None:
    field = amok(2)
    assert all(action[:2] != "el" for action in field.begin("rout"))
    assert field.table.rolled == []
    assert {end for end, _ in finals(field, ELEPHANTS)} == {"1620+1720", "1720+1820", "1820+1920"}


@pytest.mark.parametrize("side", ["tartars", "ottomans"])
def test_el02_they_move_first_in_either_turn(side: str) -> None:
    field = amok()
    field.state["side"] = side
    field.put(AKINJI, "1010", rout=1)
    assert field.begin("rout", 3) == ["elephants left", "elephants right"]
    assert field.state["by"] == "tartars"
    assert field.why_not("rout 1010") == "the elephants run amok before anything else: elephants left, elephants right (18.0)"


@pytest.mark.parametrize(
    ("die", "at"), [(1, "1718+1817"), (2, "1718+1817"), (3, "1718+1818"), (4, "1718+1818"), (5, "1817+1818"), (6, "1817+1818")]
)
def test_el03_the_die_turns_them(die: int, at: str) -> None:
    field = amok()
    field.begin("rout", die)
    assert field[ELEPHANTS]["at"] == at


def test_el04_a_unit_bars_the_turn() -> None:
    field = amok()
    field.put(SQUADRON, "1817")
    field.begin("rout", 1, 6, 6)
    assert field[ELEPHANTS]["at"] == "1718+1818"
    assert "cannot turn: 1817 is closed" in field.told


@pytest.mark.parametrize(("line", "at"), [("left", "1514+1614"), ("right", "1914+2014")])
def test_el05_four_hexes_straight_on(line: str, at: str) -> None:
    field = amok()
    field.begin("rout", 3)
    field.do(f"elephants {line}")
    assert field[ELEPHANTS]["at"] == at
    assert field[ELEPHANTS]["rout"] == 3


@pytest.mark.parametrize(("unit", "stop"), [("1714", "1615+1715"), ("1716", "1717+1817"), ("1717", "1718+1818")])
def test_el05_they_stop_before_any_unit(unit: str, stop: str) -> None:
    field = amok()
    field.put(SQUADRON, unit)
    dice = (6, 6)
    if unit == "1717":
        field.begin("rout", 3, *dice)
    else:
        field.begin("rout", 3)
        field.do("elephants left", *dice)
    assert field[ELEPHANTS]["at"] == stop


def test_el05_a_river_stops_them_and_an_edge_loses_them() -> None:
    field = Field("angorra", terrain={"1616": "river"})
    field.put(ELEPHANTS, "1718+1818", rout=4)
    field.begin("rout", 3)
    field.do("elephants left")
    assert field[ELEPHANTS]["at"] == "1717+1817"
    field = amok(at="1702+1802")
    field.begin("rout", 3)
    field.do("elephants left")
    assert (field[ELEPHANTS]["at"], field[ELEPHANTS]["out"]) == ("", "off")


def test_el06_el07_they_attack_everybody_in_front_friend_or_foe() -> None:
    field = amok()
    field.put(SQUADRON, "1717")  # front left, their own side
    field.put(AKINJI, "1817")  # straight ahead
    field.begin("rout", 3, 1, 1, 6, 1, 1, 6)
    assert [rule for _, _, rule in field.table.rolled] == ["18.0", "9.4", "9.4", "10.2", "9.4", "9.4", "10.2"]
    assert "−3 rampant elephants, +2 not straight ahead" in field.purpose(1)
    assert field.purpose(4).endswith("at most 5, −3 rampant elephants: first die")
    assert "−3 rampant elephants" in field.purpose(-1)  # MO-10
    assert field.purpose(3).startswith("morale of 1717")
    assert (field[SQUADRON]["rout"], field[AKINJI]["rout"]) == (1, 2)


def test_el06_a_double_in_two_of_the_hexes_is_attacked_once() -> None:
    field = amok()
    field.put(SIPAHI, "1717+1817")
    field.begin("rout", 3, 6, 6)
    assert "not straight ahead" not in field.purpose()


def test_el08_nobody_rallies_them_and_they_can_be_destroyed() -> None:
    field = amok()
    field.lead("TAM", "1718")
    field.begin("removal")
    assert field[ELEPHANTS]["rout"] == 3
    field = Field("angorra", side="ottomans")
    field.put(ELEPHANTS, "1718+1818", rout=3)
    field.put(SERBIAN, "1717+1617")
    target = next(each for each in field.begin("melee") if each != "pass")
    field.do(target, 1, 1, 1)
    assert field[ELEPHANTS]["out"] == "eliminated"
    field = amok(2)
    field.lead("TAM", "1718")
    field.begin("removal")
    assert field[ELEPHANTS]["rout"] == 0


def test_el_the_lines_by_a_die_where_that_is_chosen() -> None:
    field = Field("angorra", elephants="die")
    field.put(ELEPHANTS, "1718+1818", rout=3)
    field.begin("rout", 3, 5)
    assert field[ELEPHANTS]["at"] == "1514+1614"
