"""Combat of the battles, case by case: each test bears the id of the case that it judges."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mapsheet.errors import DataError
from rulebook import new
from rulebook.battles.command import is_in_control
from rulebook.battles.model import battle_of
from rulebook.battles.morale import Modifier, check
from rulebook.battles.tables import tables_of
from tests.rulebook.battlefield import (
    AKINJI,
    ARCHERS,
    AZAB,
    CLIFFORD_HORSE,
    COUNTY,
    GUARD,
    HORSE,
    HORSE_ARCHERS,
    JANISSARY,
    KEITH,
    LONGBOW,
    MAIL_COUNTY,
    NAPHTHA,
    SCHILTROM,
    SECOND_LONGBOW,
    SERBIAN,
    SIPAHI,
    SQUADRON,
    WAGON,
    Dice,
    Field,
)


def shooting(target: str = ARCHERS, at: str = "1425", *, control: bool = True, mode: str = "") -> Field:
    """Return a longbow at 1426 about to shoot at a unit."""
    field = Field()
    field.put(LONGBOW, "1426")
    field.put(target, at, mode=mode or ("melee" if target == ARCHERS else ""))
    if control:
        field.lead("HE", "1426")
    return field


# -- fire (8.0) ----------------------------------------------------------------------------------------------------------


def test_fi01_a_second_shot_in_a_phase_is_refused() -> None:
    field = shooting()
    field.put("scots/keith-2", "1427")
    assert field.begin("fire") == ["fire 1426 at 1425", "fire 1426 at 1427", "pass"]
    assert field.do("fire 1426 at 1425", 6, 6) == []


def test_fi01_the_refusal_names_the_rule() -> None:
    field = shooting()
    field.put(SECOND_LONGBOW, "1526")
    field.begin("fire")
    field.do("fire 1426 at 1425", 6, 6)
    assert field.why_not("fire 1426 at 1425") == "1426 has shot in this phase (8.18)"
    assert "(8.0)" in field.why_not("fire 1425 at 1426")
    assert "(8.0)" in field.why_not("fire 9999 at 1426")


def test_fi02_three_shooters_at_one_target_are_resolved_apart() -> None:
    field = shooting()
    field.put(SECOND_LONGBOW, "1525")
    field.put("english/lb-clifford-1", "1326")
    field.begin("fire")
    for at in ("1326", "1426"):
        field.do(f"fire {at} at 1425", 6, 6)
    assert field.do("fire 1525 at 1425", 6, 6) == []
    assert len(field.table.rolled) == 6


@pytest.mark.parametrize(("dice", "hits"), [((3, 3), True), ((3, 4), False)])
def test_fi03_longbow_at_range_two_hits_mail_on_six(dice: tuple[int, int], hits: bool) -> None:
    field = shooting(KEITH, "1424")
    assert "at most 6" in _shot(field, "fire 1426 at 1424", dice, hits=hits)


def _shot(field: Field, action: str, dice: tuple[int, int], *, hits: bool, morale: int = 6) -> str:
    """Fire, compare whether it hits, and return what the dice were for."""
    field.begin("fire")
    assert action in field.actions()
    field.do(action, *dice, *([morale] if hits else []))
    assert ("hits" in field.told, "misses" in field.told) == (hits, not hits)
    return field.purpose(0)


def test_fi04_the_second_of_two_hits_is_checked_at_the_new_level() -> None:
    field = shooting(ARCHERS)  # morale D
    field.put(SECOND_LONGBOW, "1525")
    field.begin("fire")
    field.do("fire 1426 at 1425", 1, 1)
    field.do("fire 1525 at 1425", 1, 1, 4, 5)  # D: 4 is r1, then 5 less 1 is r1 again
    assert field[ARCHERS]["rout"] == 2
    assert "rout level" not in field.purpose(-2)
    assert "−1 rout level" in field.purpose(-1)


@pytest.mark.parametrize(("dice", "hits"), [((3, 3), True), ((3, 4), False)])
def test_fi05_out_of_control_adds_two(dice: tuple[int, int], hits: bool) -> None:
    assert "+2 out of command control" in _shot(shooting(control=False), "fire 1426 at 1425", dice, hits=hits)


@pytest.mark.parametrize(("dice", "hits"), [((4, 4), True), ((4, 5), False)])
def test_fi06_closed_schiltroms_are_easier_to_hit(dice: tuple[int, int], hits: bool) -> None:
    field = shooting(SCHILTROM, "1423", mode="closed")
    assert "−2 at a closed schiltrom" in _shot(field, "fire 1426 at 1423", dice, hits=hits)


def test_fi07_chargers_are_harder_to_hit() -> None:
    field = Field()
    field.put(ARCHERS, "1426")
    field.put(HORSE, "1425", charge=ARCHERS)
    assert "+2 at charging cavalry" in _shot(field, "fire 1426 at 1425", (1, 2), hits=False)  # plate, shortbow: 2-4
    field = Field()
    field.put(ARCHERS, "1426")
    field.put(HORSE, "1425", charge=ARCHERS)
    _shot(field, "fire 1426 at 1425", (1, 1), hits=True)


@pytest.mark.parametrize(("dice", "hits"), [((3, 3), True), ((3, 4), False)])
def test_fi08_at_angorra_the_targets_rout_level_counts(dice: tuple[int, int], hits: bool) -> None:
    field = Field("angorra")
    field.put("serbian/serbian-crossbow", "1714")
    field.put(SQUADRON, "1715", rout=2)
    assert "−2 target's rout level" in _shot(field, "fire 1714 at 1715", dice, hits=hits)


@pytest.mark.parametrize(("dice", "hits"), [((1, 2), True), ((1, 3), False)])
def test_fi09_a_lager_protects(dice: tuple[int, int], hits: bool) -> None:
    field = Field("angorra")
    field.put(WAGON, "1714+1715", mode="lager")
    field.put(JANISSARY, "1715", mode="melee")
    field.put(HORSE_ARCHERS, "1716")
    assert "+2 at a wagon lager" in _shot(field, "fire 1716 at 1715", dice, hits=hits)  # mail: 2-5
    assert ("hits" in field.told) is hits


def test_fi09_a_limbered_wagon_does_not_protect() -> None:
    field = Field("angorra")
    field.put(WAGON, "1714+1715", mode="limbered")
    field.put(JANISSARY, "1715", mode="melee")
    field.put(HORSE_ARCHERS, "1716")
    assert "lager" not in _shot(field, "fire 1716 at 1715", (6, 6), hits=False)


def test_fi10_longbows_reach_three_hexes_and_crossbows_four() -> None:
    field = shooting(KEITH, "1422")
    field.put("english/gascon-crossbow", "1526+1525", mode="crossbow")
    assert field.begin("fire") == ["fire 1526+1525 at 1422", "pass"]
    assert field.why_not("fire 1426 at 1422") == "1422 is 4 hexes from 1426; a longbow reaches 3 (8.3)"


def test_fi10_ranges_of_all_weapons() -> None:
    assert {w: tables_of(Field().battle).range_of(w) for w in ("longbow", "crossbow", "shortbow", "melee")} == {
        "longbow": 3, "crossbow": 4, "shortbow": 2, "melee": 0,
    }  # fmt: skip
    tables = tables_of(Field("angorra").battle)
    assert [tables.range_of(weapon) for weapon in ("cavalry-bow", "shortbow", "crossbow")] == [2, 3, 4]


def test_fi_a_total_below_two_hits_and_a_dash_never_does() -> None:
    field = Field("angorra")
    field.put(JANISSARY, "1715")
    field.put(GUARD, "1718+1818", rout=4)  # range 3 at plate: no effect
    assert "without effect" in _shot(field, "fire 1715 at 1718+1818", (1, 1), hits=False)


# -- the longbow's shot over cavalry (15.4) --------------------------------------------------------------------------------


def over(scots: str, *, cavalry: str = HORSE, infantry: bool = False) -> Field:
    """Return the printed picture: a longbow at 1426, cavalry before it at 1425, Scots two hexes away."""
    field = Field()
    field.put(LONGBOW, "1426")
    field.put(cavalry, "1425")
    field.put(KEITH, scots)
    if infantry:
        field.put(COUNTY, "1226+1326", mode="disorganised")
    return field


def test_los20_over_own_cavalry_as_at_range_three() -> None:
    field = over("1424")
    field.begin("fire")
    assert field.state["now"]["shots"] == {LONGBOW: {KEITH: ["Longbow 3 over cavalry", 5, []]}}


def test_los21_one_of_two_hexes_between_is_enough() -> None:
    field = over("1325", infantry=True)
    field.begin("fire")
    assert field.state["now"]["shots"] == {LONGBOW: {KEITH: ["Longbow 3 over cavalry", 5, []]}}


def test_los22_never_over_infantry() -> None:
    field = over("1225", infantry=True)
    assert field.begin("fire") == []
    field.state["now"]["side"] = "english"
    assert field.why_not("fire 1426 at 1225") == "1426 does not see 1225: 1326 occupied (8.11, 15.41)"


@pytest.mark.parametrize("state", [{"rout": 1}, {"charge": KEITH}])
def test_los23_never_over_routed_or_charging_cavalry(state: dict[str, object]) -> None:
    field = over("1424")
    field[HORSE].update(state)
    assert field.begin("fire") == []


def test_los24_over_another_division_adds_two_once() -> None:
    field = over("1424", cavalry=CLIFFORD_HORSE)
    field.begin("fire")
    assert field.state["now"]["shots"][LONGBOW][KEITH] == ["Longbow 3 over cavalry", 5, [[2, "out of command control", "17.2"]]]
    field.lead("HE", "1426")
    field.begin("fire")
    assert field.state["now"]["shots"][LONGBOW][KEITH] == ["Longbow 3 over cavalry", 5, [[2, "over another division", "15.42"]]]


def test_los25_only_english_longbows() -> None:
    field = Field()
    field.put("english/gascon-crossbow", "1426+1427")
    field.put(HORSE, "1425")
    field.put(KEITH, "1424")
    assert field.begin("fire") == []
    field = Field()
    field.put(ARCHERS, "1426")
    field.put(KEITH, "1425")
    field.put(HORSE, "1424")
    assert field.begin("fire") == []


def test_los26_where_the_line_is_open_the_shot_is_ordinary() -> None:
    field = over("1325")
    field.begin("fire")
    assert field.state["now"]["shots"] == {LONGBOW: {KEITH: ["Longbow 2", 6, []]}}


def test_los27_not_over_two_ranks() -> None:
    field = over("1423")
    field.put("english/hereford-2", "1424")
    assert field.begin("fire") == []


def test_los_over_cavalry_not_through_high_ground() -> None:
    field = Field(levels={"1425": 1})
    field.put(LONGBOW, "1426")
    field.put(HORSE, "1425")
    field.put(KEITH, "1424")
    assert field.begin("fire") == []


# -- command control (17.2) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("case", "horse", "between", "control"),
    [
        ("cc01", "1119", {}, True),
        ("cc02", "1019", {}, True),
        ("cc03", "1018", {}, True),
        ("cc04", "1018", {"english/yorks-1": "1019+0919"}, False),
        ("cc05", "1018", {SECOND_LONGBOW: "1019"}, True),
        ("cc05", "1018", {"english/hereford-2": "1019"}, True),
        ("cc06", "1018", {CLIFFORD_HORSE: "1019"}, False),
        ("cc10", "1017", {}, False),
    ],
)
def test_cc01_to_cc10_by_where_the_cavalry_is(case: str, horse: str, between: dict[str, str], control: bool) -> None:
    field = Field()
    field.put(LONGBOW, "1020")
    field.put(HORSE, horse)
    for id_, at in between.items():
        field.put(id_, at)
    assert is_in_control(field.battle, field.state, LONGBOW) is control


def test_cc08_not_by_routed_cavalry() -> None:
    field = Field()
    field.put(LONGBOW, "1020")
    field.put(HORSE, "1019", rout=1)
    assert not is_in_control(field.battle, field.state, LONGBOW)


def test_cc09_by_the_leader_of_the_division_only() -> None:
    field = Field()
    field.put(LONGBOW, "1020")
    field.lead("ED", "1020")
    assert not is_in_control(field.battle, field.state, LONGBOW)
    field.lead("HE", "1020")
    assert is_in_control(field.battle, field.state, LONGBOW)


def test_cc11_leaders_between_do_not_count() -> None:
    field = Field()
    field.put(LONGBOW, "1020")
    field.put(HORSE, "1219")
    field.lead("BRU", "1120")
    assert is_in_control(field.battle, field.state, LONGBOW)
    field.put(COUNTY, "1120+1121")
    assert not is_in_control(field.battle, field.state, LONGBOW)


# -- melee (9.0) -----------------------------------------------------------------------------------------------------------


def test_me01_who_cannot_attack() -> None:
    field = Field()
    field.put(KEITH, "1426")
    field.put(COUNTY, "1424+1423", mode="melee")
    assert field.begin("melee") == []
    field.state["by"] = "scots"
    assert field.why_not("attack 1426 at 1424+1423") == "1424+1423 is not adjacent to 1426 (9.0)"
    field[KEITH].update(at="1425", rout=1)
    assert field.begin("melee") == []
    field.state["by"] = "scots"
    assert field.why_not("attack 1425 at 1424+1423") == "1425 is routed (10.1)"
    field.put(ARCHERS, "1523", mode="shortbow")
    assert "which does not attack" in field.why_not("attack 1523 at 1424+1423")
    assert "(4.0)" in field.why_not("attack 1424+1423 at 1523")


def test_me01_one_attack_in_a_phase() -> None:
    field = Field()
    field.put(KEITH, "1426")
    field.put(COUNTY, "1425+1424", mode="melee")
    field.put(ARCHERS, "1325", mode="melee")
    field.begin("melee")
    assert field.do("attack 1426 at 1425+1424", 6, 6) == ["attack 1325 at 1425+1424", "pass"]
    assert field.why_not("attack 1426 at 1425+1424") == "1426 has attacked in this phase (9.11)"


def test_me01_disorganised_foot_never_attacks() -> None:
    field = Field(side="english")
    field.put(COUNTY, "1425+1424", mode="disorganised")
    field.put(KEITH, "1325")
    assert field.begin("melee") == []


def test_me02_a_second_attacker_meets_the_raised_level() -> None:
    field = Field()
    field.put(KEITH, "1426")
    field.put(ARCHERS, "1325", mode="melee")
    field.put(COUNTY, "1425+1424", mode="melee")  # leather, D
    field.begin("melee")
    field.do("attack 1426 at 1425+1424", 1, 1, 4)
    assert field[COUNTY]["rout"] == 1
    field.do("attack 1325 at 1425+1424", 1, 1, 5)
    assert "−1 rout level" in field.purpose()
    assert field[COUNTY]["rout"] == 2


@pytest.mark.parametrize(
    ("target", "adds"),
    [("1326", 0), ("1327", 2), ("1325", 2), ("1427", 2), ("1424", 2), ("1527", None), ("1526", None), ("1525", None)],
)
def test_me03_arcs_of_a_double_attacker(target: str, adds: int | None) -> None:
    field = Field(side="english")
    field.put(COUNTY, "1426+1425", mode="melee")
    field.put(KEITH, target)
    field.begin("melee")
    if adds is None:
        field.state["by"] = "english"
        assert field.why_not(f"attack 1426+1425 at {target}") == f"{target} is in the rear of 1426+1425 (9.12)"
        return
    field.do(f"attack 1426+1425 at {target}", 6, 6)
    assert ("+2 front side or flank" in field.purpose()) is bool(adds)


@pytest.mark.parametrize(("target", "adds"), [("1326+1325", 0), ("1424+1525", 2), ("1525+1526", None)])
def test_me03_the_best_arc_counts(target: str, adds: int | None) -> None:
    field = Field(side="english")
    field.put(COUNTY, "1426+1425", mode="melee")
    field.put("scots/moray-1", target)
    assert (field.begin("melee") != []) is (adds is not None)
    if adds is not None:
        field.do(f"attack 1426+1425 at {target}", 6, 6)
        assert ("+2 front side or flank" in field.purpose()) is bool(adds)


def test_me04_pairs_that_cannot_meet_are_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    field = Field(side="english")
    field.put(HORSE, "1425")
    field.put(KEITH, "1424")
    assert field.begin("melee") == ["attack 1425 at 1424", "pass"]
    monkeypatch.setitem(tables_of(field.battle).melee, ("Mail cavalry", "Plate cav."), None)
    assert field.begin("melee") == []
    assert field.why_not("attack 1425 at 1424") == "the table has no result for Plate cav. against Mail cavalry: NA (9.4)"


def test_me04_what_the_printed_tables_call_na() -> None:
    tables = tables_of(Field().battle)
    assert [pair for pair, most in tables.melee.items() if most is None and pair[0] != "Schiltrom"] == [
        ("Plate cavalry", "Plate cav."), ("Plate cavalry", "Unarm. inf."), ("Mail cavalry", "Mail cav."),
        ("Mail cavalry", "Schiltrom"), ("Unarmoured infantry", "Plate cav."), ("Unarmoured infantry", "Unarm. inf."),
    ]  # fmt: skip
    assert tables_of(Field("angorra").battle).band("Mail infantry", "Infantry") is None


def test_me05_morale_is_checked_at_once() -> None:
    field = Field()
    field.put(KEITH, "1426")
    field.put(COUNTY, "1425+1424", mode="melee")
    field.begin("melee")
    field.do("attack 1426 at 1425+1424", 1, 1, 1)
    assert [rule for _, _, rule in field.table.rolled] == ["9.4", "9.4", "10.2"]
    assert field[COUNTY]["rout"] == 2


@pytest.mark.parametrize(("dice", "hits"), [((4, 4), True), ((4, 5), False)])
def test_me06_charge_lance_and_arc_add_up(dice: tuple[int, int], hits: bool) -> None:
    field = Field("angorra", side="ottomans")
    field.put(SERBIAN, "1109+1009", charge=HORSE_ARCHERS, lance=True)  # faces south: front right is 0910
    target = field.battle.arcs("1109+1009").front[2]
    assert target
    field.put(HORSE_ARCHERS, target)  # leather cavalry: 2-6
    field.begin("melee")
    field.do(f"attack 1109+1009 at {target}", *dice, *([6] if hits else []))
    assert "+2 front side or flank, −4 charge with lance" in field.purpose(0)
    assert ("hits" in field.told) is hits
    assert (field[SERBIAN]["lance"], field[SERBIAN]["charge"]) == (False, "")
    assert ("−2 lance" in field.purpose()) is hits


@pytest.mark.parametrize(("dice", "hits"), [((5, 6), True), ((6, 6), False)])
def test_me07_a_closed_schiltrom_attacks_better(dice: tuple[int, int], hits: bool) -> None:
    field = Field()
    field.put(SCHILTROM, "1426", mode="closed")
    field.put(HORSE, "1425")
    field.begin("melee")
    field.do("attack 1426 at 1425", *dice, *([6] if hits else []))
    assert ("hits" in field.told) is hits


def test_me07_a_closed_schiltrom_is_harder_to_hit() -> None:
    field = Field(side="english")
    field.put(SCHILTROM, "1426", mode="closed")
    field.put(MAIL_COUNTY, "1425+1424", mode="melee")
    field.begin("melee")
    action = field.actions()[0]
    field.do(action, 6, 6)
    assert "+2 closed schiltrom" in field.purpose()


def test_me08_tamburlaine_helps_his_unit_attack() -> None:
    field = Field("angorra")
    field.put(SQUADRON, "1715")
    field.lead("TAM", "1715")
    field.put(AKINJI, "1714")
    field.begin("melee")
    field.do("attack 1715 at 1714", 6, 6)
    assert "−1 Tamburlaine" in field.purpose()


def test_me09_longbows_in_fire_mode_are_easier_to_hit() -> None:
    field = Field()
    field.put(KEITH, "1426")
    field.put(LONGBOW, "1425", mode="longbow")
    field.begin("melee")
    field.do("attack 1426 at 1425", 6, 6, 6)
    assert "−2 longbow in fire mode" in field.purpose(0)


def test_me_at_angorra_the_defenders_rout_level_counts_and_the_lager() -> None:
    field = Field("angorra")
    field.put(WAGON, "1714+1614", mode="lager")
    field.put(JANISSARY, "1714", rout=2)
    field.put(SQUADRON, "1715")
    field.begin("melee")
    field.do("attack 1715 at 1714", 6, 6)
    assert "−2 defender's rout level, +2 wagon lager" in field.purpose()


# -- lances (9.3) ------------------------------------------------------------------------------------------------------------


def test_ch11_only_the_attack_on_the_named_target_gains() -> None:
    field = Field(side="english")
    field.put(HORSE, "1426", charge=KEITH, lance=True)
    field.put(KEITH, "1425")
    field.put(ARCHERS, "1427", mode="melee")
    field.begin("melee")
    field.do("attack 1426 at 1427", 6, 6)
    assert "charge" not in field.purpose()
    assert (field[HORSE]["lance"], field[HORSE]["charge"]) == (True, "")


def test_ch12_a_lance_is_used_up_even_by_a_miss() -> None:
    field = Field(side="english")
    field.put(HORSE, "1426", charge=KEITH, lance=True)
    field.put(KEITH, "1425")
    field.begin("melee")
    field.do("attack 1426 at 1425", 6, 6)
    assert "−4 charge with lance" in field.purpose()
    assert not field[HORSE]["lance"]


def test_ch13_a_charger_routed_by_fire_keeps_its_lance() -> None:
    field = Field(side="english")
    field.put(HORSE, "1426", charge=ARCHERS, lance=True)
    field.put(ARCHERS, "1425", mode="shortbow")
    field.begin("fire")
    field.do("fire 1425 at 1426", 1, 1, 1)
    assert field[HORSE]["rout"] == 2
    assert (field[HORSE]["lance"], field[HORSE]["charge"]) == (True, "")
    assert field.begin("melee") == []


def test_ch14_a_lance_does_nothing_without_a_charge() -> None:
    field = Field(side="english")
    field.put(HORSE, "1426", lance=True)
    field.put(KEITH, "1425")
    field.begin("melee")
    field.do("attack 1426 at 1425", 6, 6)
    assert "lance" not in field.purpose()
    assert field[HORSE]["lance"]


# -- morale (10.0) -----------------------------------------------------------------------------------------------------------


def test_mo01_the_die_is_held_to_the_rows_of_the_table() -> None:
    tables = tables_of(Field().battle)
    assert [tables.rout(-4, rating) for rating in "ABCDE"] == [tables.rout(-1, rating) for rating in "ABCDE"] == [2, 3, 3, 3, 3]
    assert [tables.rout(9, rating) for rating in "ABCDE"] == [0] * 5


def test_mo02_levels_add_up_and_above_four_a_unit_is_eliminated() -> None:
    field = Field()
    field.put(KEITH, "1426")
    field.put(COUNTY, "1425+1424", mode="melee", rout=1)
    field.begin("melee")
    field.do("attack 1426 at 1425+1424", 1, 1, 3)  # D at 2: r2
    assert field[COUNTY]["rout"] == 3
    field.begin("melee")
    field.lead("HE", "1424")
    field.do("attack 1426 at 1425+1424", 1, 1, 5)  # D at 2: r2
    assert (field[COUNTY]["at"], field[COUNTY]["out"]) == ("", "eliminated")
    assert field.state["leaders"]["english/he"] == {"at": "1424", "disobeyed": True, "moved": False, "captured": ""}


def rolled(field: Field, id_: str, die: int, *extra: Modifier) -> str:
    """Check a unit's morale and return what the note says of the total."""
    field.table = Dice()
    field.table.waiting = [die]
    check(field.battle, field.state, id_, field.table, extra=extra)
    return field.table.notes[-1][0].partition("morale: ")[2]


def test_mo03_the_rout_level_is_subtracted() -> None:
    field = Field()
    field.put(KEITH, "1426", rout=2)
    assert rolled(field, KEITH, 4).startswith("2 ")


@pytest.mark.parametrize(("turn", "total"), [(8, "5 "), (9, "3 "), (10, "3 ")])
def test_mo04_fatigue(turn: int, total: str) -> None:
    field = Field(turn=turn)
    field.put(KEITH, "1426")
    assert rolled(field, KEITH, 5).startswith(total)


@pytest.mark.parametrize(("behind", "total"), [("1526", "4 "), ("1525", "5 "), ("1527", "5 ")])
def test_mo05_an_enemy_in_the_rear_centre(behind: str, total: str) -> None:
    field = Field()
    field.put(COUNTY, "1426+1425", mode="melee")
    field.put(KEITH, behind, rout=1)
    assert rolled(field, COUNTY, 5).startswith(total)


def test_mo05_a_leader_or_a_friend_behind_is_none() -> None:
    field = Field()
    field.put(COUNTY, "1426+1425", mode="melee")
    field.lead("BRU", "1526")
    assert rolled(field, COUNTY, 5).startswith("5 ")
    field.put(LONGBOW, "1526")
    assert rolled(field, COUNTY, 5).startswith("5 ")


def test_mo06_everything_adds_up() -> None:
    field = Field(turn=9)
    field.put(COUNTY, "1426+1425", mode="melee", rout=1)
    field.put(KEITH, "1526")
    assert rolled(field, COUNTY, 6, Modifier(-2, "lance", "9.31")).startswith("0 ")


@pytest.mark.parametrize(("shooter", "worse"), [(LONGBOW, True), ("english/gascon-crossbow", False)])
def test_mo07_a_closed_schiltrom_under_longbows(shooter: str, worse: bool) -> None:
    field = Field()
    field.put(shooter, "1426" if shooter == LONGBOW else "1426+1427")
    field.put(SCHILTROM, "1425", mode="closed")
    field.begin("fire")
    field.do(field.actions()[0], 1, 1, 6)
    assert ("−2 closed schiltrom under longbows" in field.purpose()) is worse


def test_mo08_bayazid_steadies_his_unit() -> None:
    field = Field("angorra")
    field.put(AZAB, "1714")
    field.lead("BAY", "1714")
    assert rolled(field, AZAB, 6) == "8 is no effect (reconstructed)"


def test_mo09_tamburlaine_steadies_his_unit() -> None:
    field = Field("angorra")
    field.put(SQUADRON, "1714")
    field.lead("TAM", "1714")
    assert rolled(field, SQUADRON, 2).startswith("3 ")


# -- victory (20.0, 21.0) ------------------------------------------------------------------------------------------------------


def score(field: Field) -> dict[str, object]:
    from rulebook.battles.victory import score as scored

    return scored(field.battle, field.state)


@pytest.mark.parametrize(
    ("gone", "side", "points"),
    [
        (SCHILTROM, "english", 10), (KEITH, "english", 10), (ARCHERS, "english", 4), (HORSE, "scots", 5), (COUNTY, "scots", 2),
        (LONGBOW, "scots", 2), ("english/gascon-crossbow", "scots", 2),
    ],
)  # fmt: skip
def test_vp01_units_lost_at_bannockburn(gone: str, side: str, points: int) -> None:
    field = Field()
    for out in ("eliminated", "off"):
        field[gone]["out"] = out
        assert score(field)["points"] == {"scots": 0, "english": 0} | {side: points}


def test_vp01_dismounted_horse_counts_as_foot() -> None:
    field = Field()
    field.put(KEITH, "", mode="dismounted", out="eliminated")
    assert score(field)["points"] == {"scots": 0, "english": 4}


@pytest.mark.parametrize(("tag", "points"), [("BRU", 30), ("DOU", 6), ("ED", 10), ("Linc", 2)])
def test_vp01_leaders_captured_at_bannockburn(tag: str, points: int) -> None:
    field = Field()
    taker = "english" if points in (30, 6) else "scots"
    field.lead(tag, "", captured=taker)
    assert score(field)["points"] == {"scots": 0, "english": 0} | {taker: points}


def test_vp02_levels_of_bannockburn() -> None:
    tables = tables_of(Field().battle)
    assert [tables.level(n) for n in (50, 49, 30, 29, 20, 19, 10, 9, 0, -1)] == [
        "Scottish, decisive", "Scottish, substantive", "Scottish, substantive", "Scottish, marginal", "Scottish, marginal",
        "English, marginal", "English, marginal", "English, substantive", "English, substantive", "English, decisive",
    ]  # fmt: skip


def test_vp03_units_lost_at_angorra() -> None:
    field = Field("angorra")
    field[SIPAHI]["out"] = "off"  # a double of morale C
    assert score(field)["points"] == {"tartars": 6, "ottomans": 0}
    field[WAGON]["out"] = "eliminated"
    field[AZAB]["out"] = "eliminated"  # E
    field[SQUADRON]["out"] = "eliminated"  # B
    assert score(field)["points"] == {"tartars": 7, "ottomans": 4}
    field.lead("TAM", "", captured="ottomans")
    field.lead("BAY", "", captured="tartars")
    field.lead("VUK", "", captured="tartars")
    assert score(field)["points"] == {"tartars": 42, "ottomans": 39}


def test_vp04_camp_hexes_count_at_the_end() -> None:
    field = Field("angorra", terrain={"1725": "camp", "1726": "camp", "1727": "camp"})
    field.put(SIPAHI, "1725+1726")
    field.put(SQUADRON, "1727")
    assert score(field)["points"] == {"tartars": 0, "ottomans": 0}
    field.state["phase"] = "over"
    assert score(field) == {"points": {"tartars": 0, "ottomans": 8}, "difference": -8, "level": "Draw", "winner": ""}
    field.put(AZAB, "1728", rout=3)
    field.lead("BAY", "1726")
    assert score(field)["points"] == {"tartars": 0, "ottomans": 8}


def test_vp05_levels_of_angorra() -> None:
    tables = tables_of(Field("angorra").battle)
    assert [tables.level(n) for n in (31, 30, 21, 20, 11, 10, -9, -10, -19, -20, -29, -30)] == [
        "Tartar, decisive", "Tartar, substantive", "Tartar, substantive", "Tartar, marginal", "Tartar, marginal", "Draw", "Draw",
        "Ottoman, marginal", "Ottoman, marginal", "Ottoman, substantive", "Ottoman, substantive", "Ottoman, decisive",
    ]  # fmt: skip


# -- the sequence ----------------------------------------------------------------------------------------------------------------


def test_sq06_fire_is_simultaneous() -> None:
    field = Field()
    field.put(ARCHERS, "1424", mode="shortbow")
    field.put(LONGBOW, "1425")
    field.lead("HE", "1425")
    field.begin("fire")
    field.do("fire 1424 at 1425", 1, 1)
    assert field.actions() == ["fire 1425 at 1424", "pass"]
    field.do("fire 1425 at 1424", 1, 1, 1, 1)
    assert field[LONGBOW]["rout"] == field[ARCHERS]["rout"] == 2
    assert field.state["leaders"]["english/he"]["disobeyed"]


def test_sq07_the_first_melee_binds_the_second() -> None:
    field = Field()
    field.put(KEITH, "1426")
    field.put(COUNTY, "1425+1424", mode="melee")
    field.begin("melee")
    field.do("attack 1426 at 1425+1424", 1, 1, 1)
    assert field.begin("reply") == []


def test_sq09_charge_markers_go_at_the_end_of_the_phasing_melee() -> None:
    field = Field(side="english")
    field.put(HORSE, "1426", charge=KEITH, lance=True)
    field.put(KEITH, "1425")
    field.begin("melee")
    field.do("pass")
    field.phase.finish(field.battle, field.state, field.table)
    assert (field[HORSE]["charge"], field[HORSE]["lance"]) == ("", True)


def test_sq02_a_leader_rallies_whatever_the_level() -> None:
    field = Field()
    field.put(KEITH, "1426", rout=4)
    field.put(LONGBOW, "1420", rout=1)
    field.put(HORSE, "1422", rout=2)
    field.lead("DOU", "1426")
    field.lead("Arg", "1420")
    field.begin("removal")
    assert [field[id_]["rout"] for id_ in (KEITH, LONGBOW, HORSE)] == [0, 0, 2]


def test_sq03_who_is_disobeyed_rallies_a_turn_later() -> None:
    field = Field()
    field.put(KEITH, "1426", rout=1)
    field.lead("DOU", "1426", disobeyed=True)
    field.begin("removal")
    assert field[KEITH]["rout"] == 1
    assert not field.state["leaders"]["scots/dou"]["disobeyed"]
    field.begin("removal")
    assert field[KEITH]["rout"] == 0


@pytest.mark.parametrize(
    ("tag", "unit", "rallies"),
    [
        ("SUL", SIPAHI, True), ("STE", SIPAHI, False), ("STE", SERBIAN, True), ("SUL", SERBIAN, False), ("BAY", SERBIAN, True),
        ("MUH", SQUADRON, True), ("MAH", SQUADRON, False), ("MAH", "mongol/mongol-mail-1", True),
        ("MUH", "mongol/mongol-mail-1", False),
        ("TAM", "mongol/mongol-mail-1", True), ("MUH", "indian/indian-cavalry", False), ("MAH", "indian/indian-cavalry", False),
        ("TAM", "indian/indian-cavalry", True),
    ],
)  # fmt: skip
def test_sq15_contingents(tag: str, unit: str, rallies: bool) -> None:
    field = Field("angorra")
    size = field.battle.pieces[unit].faces[0].size
    field.put(unit, "1714+1715" if size == 2 else "1714", rout=2)
    field.lead(tag, "1714")
    field.begin("removal")
    assert (field[unit]["rout"] == 0) is rallies


@pytest.mark.parametrize("target", [AZAB, "serbian/serbian-crossbow"])
def test_sq16_naphtha_needs_no_dice(target: str) -> None:
    field = Field("angorra")
    field.put(NAPHTHA, "1715")
    field.put(target, "1714", rout=1)
    field.begin("melee")
    field.do("attack 1715 at 1714")
    assert field[target]["rout"] == 3
    assert field.table.rolled == []
    assert field.state["now"]["pursuit"]["flight"]["level"] == 3


def test_me_every_die_stands_under_a_rule() -> None:
    field = Field()
    field.put(KEITH, "1426")
    field.put(COUNTY, "1425+1424", mode="melee")
    field.begin("melee")
    field.do("attack 1426 at 1425+1424", 1, 1, 6)
    assert all(purpose and rule for _, purpose, rule in field.table.rolled)
    assert all(text and rule for text, rule in field.table.notes)


# -- the tables (10.2, 8.3, 9.4) -------------------------------------------------------------------------------------------


def test_strict_play_refuses_reconstructed_cells_and_names_them() -> None:
    with pytest.raises(DataError, match=r"40 cells .* reconstructed.*Fire combat: Unarmoured / Longbow 2"):
        new("bannockburn", strict=True)
    with pytest.raises(DataError, match=r"42 cells .* reconstructed"):
        new("angorra", strict=True)


def test_a_users_copy_replaces_cells_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('[chart.fire.printed.Unarmoured]\n"Longbow 2" = "2–7"\n', encoding="utf-8")
    game = new("bannockburn", overrides=str(path))
    tables = tables_of(battle_of("bannockburn", str(path)))
    assert (tables.shot("longbow", 2, "N").most, tables.shot("longbow", 3, "N").most) == (7, 7)
    assert game.rules.battle(game.state).tables["fire"].cell("Unarmoured", "Longbow 2").provenance == "secondary"  # type: ignore[attr-defined]
    with pytest.raises(DataError, match="39 cells"):
        new("bannockburn", overrides=str(path), strict=True)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[chart.fire.printed.Plate]\n"Longbow 1" = "often"', "expected a band such as 2–6, – or NA, got 'often'"),
        ('[chart.morale.printed.3]\nA = "r9"', "expected r1 to r4 or –, got 'r9'"),
        ('[chart.points_scots.printed.Cavalry]\nPoints = "many"', "expected a whole number of points, got 'many'"),
        ('[chart.melee.printed.Horse]\nSchiltrom = "2"', "no row has this head: 'Horse'"),
    ],
)
def test_tables_that_nobody_can_play_by_are_refused_at_the_start(text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=re.escape(told)):
        new("bannockburn", overrides=str(path))
