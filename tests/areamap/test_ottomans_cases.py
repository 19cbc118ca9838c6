"""Printed examples and consequences of the Ottomans' rules that are geometry, by the numbers of their cases."""

from __future__ import annotations

from typing import Any

import pytest

from areamap import AreaMap
from areamap.sailing import Sail
from mapsheet.errors import NotationError
from tests.areamap.near_east import COASTS, LAND, PORTS, REGIONS, SEA_LINKS, SEAS, near_east, rows

BOARD = near_east()
FIELDS = ("land", "strait")
HOSTILE_FLEET = ["fleet_hostile(bosporus)"]


def reached(board: AreaMap, start: str, allowance: int, **options: Any) -> dict[int, str]:
    """Return the spaces reached at each cost, as one text."""
    costs = board.reach(start, allowance, **{"by": FIELDS, **options}).costs
    return {int(cost): " ".join(id_ for id_, c in costs.items() if c == cost) for cost in sorted(set(costs.values()))}


def told(sail: Sail) -> list[str]:
    return ["; ".join(f"{a.do} {a.origin} {a.to} {a.cost}" for a in plan) for plan in sail.plans]


# -- the graph -----------------------------------------------------------------------------------------------------


def test_99_the_hand_list_is_sound() -> None:
    assert [len(links) for links in (LAND, COASTS, SEA_LINKS, PORTS)] == [92, 54, 11, 29]
    for table, column, prefix in ((REGIONS, 5, ""), (SEAS, 3, "sea_")):
        both = {(row[0], prefix + other) for row in rows(table, 7) for other in row[column].split()}
        assert {(b, a) for a, b in both} == both
    stated = {frozenset({f"sea_{sea}", row[0]}) for row in rows(REGIONS, 7) for sea in row[6].split()}
    assert {frozenset({row[0], region}) for row in rows(SEAS, 5) for region in row[4].split()} == stated


def test_99_links_of_the_board_are_those_of_the_hand_list() -> None:
    def links(kind: str) -> set[frozenset[str]]:
        return {frozenset({link.a, link.b}) for link in BOARD.links if link.kind == kind}

    assert links("land") == LAND
    assert links("coast") == COASTS
    assert links("sea") == SEA_LINKS
    assert links("port") == PORTS
    assert links("strait") == {frozenset({"byzantium", "ottomans"})}
    assert len(links("city")) == 59


def test_99_one_land_component_of_46_and_four_islands() -> None:
    land = [space.id for space in BOARD.spaces.values() if space.kind in {"land", "island"}]
    sizes = [len(group) for group in BOARD.groups(land, by=FIELDS).groups]
    assert sizes == [46, 1, 1, 1, 1]
    assert BOARD.count(kind="city", traits="critical").all.number == 15
    every = [space.id for space in BOARD.spaces.values() if not space.is_shut]
    assert [len(group) for group in BOARD.groups(every).groups] == [50 + 59 + 12]


def test_the_seas_hang_together_but_for_three() -> None:
    seas = [space.id for space in BOARD.spaces.values() if space.kind == "sea"]
    assert [len(group) for group in BOARD.groups(seas, by="sea").groups] == [9, 1, 1, 1]


def test_100_the_strait_is_one_step_and_the_way_round_nine() -> None:
    assert BOARD.distance("byzantium", "ottomans", by=FIELDS).distance == 1
    assert BOARD.distance("byzantium", "ottomans", by="land").distance == 9
    assert BOARD.distance("ottomans", "byzantium", by=FIELDS, facts=HOSTILE_FLEET).distance == 9


# -- land movement -------------------------------------------------------------------------------------------------


def test_28_a_fourth_region_is_refused_to_a_mobility_of_three() -> None:
    assert max(BOARD.reach("ottomans", 3, by=FIELDS).costs.values()) == 3
    assert BOARD.why("ottomans", "serbia", 3, by=FIELDS).possible
    far = BOARD.why("ottomans", "hungary", 3, by=FIELDS)
    assert (far.possible, far.cost, [reason.why for reason in far.reasons]) == (False, 4, ["allowance"])


def test_30_entering_a_hostile_field_ends_the_move() -> None:
    found = BOARD.reach("ottomans", 4, by=FIELDS, stops=["emirates", "seljuks", "byzantium"])
    assert list(found.costs) == ["byzantium", "emirates", "ottomans", "seljuks"]
    assert found.stops == ("byzantium", "emirates", "seljuks")
    assert {reason.why for reason in found.left_out} == {"stop"}


def test_31_leaving_a_hostile_field_is_free() -> None:
    assert reached(BOARD, "ottomans", 2, stops=["ottomans"]) == reached(BOARD, "ottomans", 2)


def test_32_from_hostile_to_hostile_is_one_step_and_a_stop() -> None:
    found = BOARD.reach("ottomans", 3, by=FIELDS, stops=["ottomans", "byzantium"])
    assert found.costs["byzantium"] == 1
    assert "rumelia" not in found.costs


def test_36_two_points_from_the_ottoman_field() -> None:
    assert reached(BOARD, "ottomans", 2) == {
        0: "ottomans",
        1: "byzantium emirates seljuks",
        2: "achaea albania armenia kurdistan rumelia syria trebizond",
    }


def test_37_an_enemy_in_byzantium_stops_there() -> None:
    found = reached(BOARD, "ottomans", 2, stops=["byzantium"])
    assert found[1] == "byzantium emirates seljuks"
    assert found[2] == "armenia kurdistan syria trebizond"


@pytest.mark.parametrize("facts", [HOSTILE_FLEET, [*HOSTILE_FLEET, "fleet_friendly(bosporus)"]], ids=["T-38", "T-39"])
def test_38_39_a_hostile_fleet_closes_the_strait(facts: list[str]) -> None:
    found = BOARD.reach("ottomans", 2, by=FIELDS, facts=facts)
    assert set(found.costs) == {"ottomans", "emirates", "seljuks", "armenia", "kurdistan", "syria", "trebizond"}
    reason = next(reason for reason in found.left_out if reason.space == "byzantium")
    assert (reason.why, reason.link, reason.rule) == ("condition", "strait", "7.63")
    assert reason.condition == "not(fleet_hostile(sea_bosporus))"


def test_40_a_hostile_fleet_in_port_leaves_the_strait_open() -> None:
    assert "byzantium" in BOARD.reach("ottomans", 1, facts=["fleet_hostile(city_constantinople)"]).costs


def test_42_a_city_is_entered_and_left_among_enemies() -> None:
    stops = ["serbia"]
    assert BOARD.route("serbia", "city_belgrade", stops=stops).cost == 1
    assert BOARD.route("city_belgrade", "serbia", stops=stops).cost == 1


def test_r20_after_a_stop_only_a_named_city_of_the_region() -> None:
    options: dict[str, Any] = {"by": "army", "stops": ["byzantium"]}
    assert "city_thessalonica" not in BOARD.reach("ottomans", 3, **options).costs
    found = BOARD.reach("ottomans", 3, into_city=["city_thessalonica"], **options)
    assert found.costs["city_thessalonica"] == 2
    assert "city_constantinople" not in found.costs
    assert "rumelia" not in found.costs
    assert found.stops == ("byzantium", "city_thessalonica")


def test_r21_who_leaves_a_city_into_a_hostile_field_goes_on() -> None:
    assert BOARD.route("city_belgrade", "hungary", stops=["serbia"]).path == ("city_belgrade", "serbia", "hungary")


def test_43_an_occupied_city_is_not_entered() -> None:
    found = BOARD.why("serbia", "city_belgrade", closed=["city_belgrade"])
    assert (found.possible, found.reasons[0].why) == (False, "closed")


def test_44_a_truce_passes_hostile_fields_but_no_hostile_city() -> None:
    found = BOARD.reach("ottomans", 3, by="army", closed=["city_belgrade"])
    assert found.costs["serbia"] == 3
    assert "city_belgrade" not in BOARD.reach("ottomans", 4, by="army", closed=["city_belgrade"]).costs


def test_45_one_point_more_enters_a_fourth_region() -> None:
    assert BOARD.reach("ottomans", 3 + 1, by=FIELDS).costs["hungary"] == 4


# -- entry ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("region", "other", "nation", "rule"),
    [
        ("papal_states", "venice", "papal", "18.1"),
        ("city_rome", "papal_states", "papal", "18.1"),
        ("two_sicilies", "papal_states", "spanish", "18.22"),
        ("moscovy", "kazan", "muscovite", "18.3"),
    ],
)
def test_entry_is_for_one_nation(region: str, other: str, nation: str, rule: str) -> None:
    refused = BOARD.why(other, region, facts=["nation(venetian)"])
    assert [(reason.why, reason.condition, reason.rule) for reason in refused.reasons] == [("entry", f"nation({nation})", rule)]
    assert BOARD.why(other, region, facts=[f"nation({nation})"]).possible


def test_both_bans_shut_the_two_sicilies_off() -> None:
    for nation in ("papal", "spanish", "venetian"):
        assert BOARD.route("venice", "two_sicilies", facts=[f"nation({nation})"]).cost is None


def test_northwest_italy_has_no_way_in() -> None:
    assert BOARD.show("northwest_italy").neighbors == {}
    assert BOARD.route("venice", "northwest_italy").cost is None


def test_58_the_tyrrhenian_is_for_spain_and_the_pope() -> None:
    venetian = BOARD.why("sea_ionian", "sea_tyrrhenian", facts=["nation(venetian)"])
    assert (venetian.possible, venetian.reasons[0].rule) == (False, "18.5")
    assert BOARD.why("sea_ionian", "sea_tyrrhenian", facts=["nation(spanish)", "nation(papal)"]).possible


def test_60_malta_opens_with_spain() -> None:
    assert not BOARD.why("sea_ionian", "city_malta").possible
    assert BOARD.why("sea_ionian", "city_malta", facts=["spain_in_play"]).possible


def test_without_a_word_movers_go_by_what_fits_their_ends() -> None:
    walking, sailing = ("city", "land", "strait"), ("port", "sea")
    assert BOARD.route("venice", "serbia").by == BOARD.route("city_venice", "city_vienna").by == walking
    for start, to in (("sea_aegean", "city_smyrna"), ("city_smyrna", "sea_aegean"), ("city_rhodes", "city_smyrna")):
        assert BOARD.route(start, to).by == BOARD.route(to, start).by == sailing


def test_r23_malta_and_rhodes_are_cities_without_a_field() -> None:
    refused = BOARD.sail("sea_aegean", 9, ["ottomans>rhodes"])
    assert (refused.cost, refused.left_out[-1].why) == (None, "city-only")
    assert BOARD.sail("sea_aegean", 9, ["ottomans>city_rhodes"]).cost == 2
    nobody = BOARD.sail("sea_aegean", 9, ["rhodes>ottomans"])
    assert (nobody.cost, nobody.left_out[-1].why) == (None, "city-only")
    assert BOARD.reach("city_rhodes", 5, by="army").costs == {"city_rhodes": 0}


# -- the sea -------------------------------------------------------------------------------------------------------


def test_48_embarking_over_a_coast_costs_one() -> None:
    plan = BOARD.sail("sea_aegean", 2, ["ottomans>achaea"]).plans[0]
    assert [(action.do, action.cost) for action in plan] == [("embark", 1), ("land", 1)]


def test_29_q1_port_to_port_is_two_points_in_all() -> None:
    found = BOARD.sail("city_smyrna", 2, ["city_smyrna>city_thessalonica"])
    assert told(found)[0].split("; ") == [
        "embark city_smyrna city_smyrna 0",
        "sail city_smyrna sea_aegean 1",
        "sail sea_aegean city_thessalonica 1",
        "land city_thessalonica city_thessalonica 0",
    ]


def test_49a_the_shuttle_between_ports_costs_four() -> None:
    shuttle = ["city_smyrna>city_thessalonica"]
    assert BOARD.sail("sea_aegean", 4, shuttle, to="sea_aegean").cost == 4
    found = BOARD.sail("sea_aegean", 3, shuttle, to="sea_aegean")
    assert (found.cost, found.left_out[0].why, found.left_out[0].note) == (None, "allowance", "4 of 3")


def test_49b_two_units_from_coast_to_coast_for_four() -> None:
    found = BOARD.sail("sea_aegean", 4, ["ottomans>achaea", "ottomans>byzantium"])
    assert (found.cost, len(found.plans)) == (4, 2)
    assert BOARD.sail("sea_aegean", 3, ["ottomans>achaea", "ottomans>byzantium"]).cost is None


def test_50_only_entering_another_sea_stops_a_fleet() -> None:
    stops = ["sea_aegean", "sea_bosporus"]
    found = BOARD.sail("sea_aegean", 9, ["achaea>ottomans"], stops=stops)
    assert found.cost == 2
    assert BOARD.reach("sea_aegean", 9, by="fleet", stops=stops).costs.get("sea_black_west") is None
    across = BOARD.sail("sea_aegean", 9, ["achaea>byzantium"], to="sea_bosporus", stops=stops)
    assert told(across) == [
        "embark achaea sea_aegean 1; land sea_aegean byzantium 1; sail sea_aegean sea_bosporus 1",
        "embark achaea sea_aegean 1; sail sea_aegean sea_bosporus 1; land sea_bosporus byzantium 1",
    ]
    assert BOARD.sail("sea_aegean", 9, ["achaea>rumelia"], stops=stops).cost is None


def test_51_a_hostile_constantinople_stops_nobody() -> None:
    found = BOARD.route("sea_aegean", "sea_black_west", closed=["city_constantinople"])
    assert (found.cost, found.by) == (2, ("port", "sea"))


def test_52_from_venice_to_constantinople_by_sea() -> None:
    found = BOARD.route("city_venice", "city_constantinople", by="fleet")
    assert found.cost == 5
    assert found.paths == (
        ("city_venice", "sea_adriatic", "sea_ionian", "sea_aegean", "sea_bosporus", "city_constantinople"),
    )


def test_54_one_unit_in_a_fleet() -> None:
    both = ["ottomans>achaea", "ottomans>achaea"]
    lift = "embark ottomans sea_aegean 1; land sea_aegean achaea 1"
    assert told(BOARD.sail("sea_aegean", 9, both)) == [f"{lift}; {lift}"] * 2
    two = told(BOARD.sail("sea_aegean", 9, both, room=2))
    assert any("embark ottomans sea_aegean 1; embark ottomans sea_aegean 1" in plan for plan in two)


def test_r39_a_fleet_at_sea_takes_nobody_from_a_port() -> None:
    plan = BOARD.sail("sea_aegean", 9, ["city_smyrna>achaea"]).plans[0]
    assert [action.do for action in plan] == ["sail", "embark", "sail", "land"]


def test_57_a_fleet_assaults_ports_of_its_sea_alone() -> None:
    assert BOARD.neighbors("sea_aegean", by="port").neighbors == {
        "port": ("city_rhodes", "city_smyrna", "city_thessalonica")
    }
    assert BOARD.show("sea_aegean").ports == ("city_rhodes", "city_smyrna", "city_thessalonica")
    assert BOARD.show("city_bursa").ports == ()


def test_the_landings_of_one_unit() -> None:
    found = BOARD.sail("sea_red", 3, ["egypt"])
    assert found.landings == {"arabia": 2, "palestine": 2}


def test_a_region_named_as_its_port_stands_for_the_port() -> None:
    assert BOARD.sail("Venice", 5, [], to="Constantinople").cost == 5
    with pytest.raises(NotationError, match="a sea or a port city"):
        BOARD.sail("serbia", 5)


# -- after combat --------------------------------------------------------------------------------------------------


def test_75_the_nearest_of_own_units() -> None:
    found = BOARD.nearest("serbia", ["hungary", "poland"])
    assert (found.cost, found.nearest, found.paths) == (1, ("hungary",), (("serbia", "hungary"),))


def test_r43_all_ties_and_every_kind_of_link() -> None:
    found = BOARD.nearest("cyprus", ["egypt", "syria", "serbia"])
    assert (found.cost, found.nearest) == (2, ("egypt", "syria"))
    assert found.paths == (("cyprus", "sea_levantine", "egypt"), ("cyprus", "sea_levantine", "syria"))


def test_r42_one_step_by_land_strait_or_sea() -> None:
    assert BOARD.retreat("ottomans").candidates == ("byzantium", "emirates", "seljuks")
    assert BOARD.retreat("ottomans", facts=HOSTILE_FLEET, hostile=["seljuks"]).candidates == ("emirates",)
    assert BOARD.retreat("sea_bosporus").candidates == ("city_constantinople", "sea_aegean", "sea_black_west")
    assert BOARD.retreat("city_bursa").candidates == ("ottomans",)


def test_r42_nowhere_to_go_is_the_end() -> None:
    found = BOARD.retreat("two_sicilies", facts=["nation(spanish)"])
    assert (found.candidates, found.eliminated) == ((), True)
    assert [(reason.space, reason.why, reason.rule) for reason in found.left_out] == [("papal_states", "entry", "18.1")]


def test_what_cannot_move_never_retreats() -> None:
    found = BOARD.retreat("serbia", allowance=0)
    assert (found.eliminated, found.left_out[0].why) == (True, "immobile")


def test_a_retreat_keeps_the_bans_of_the_mover() -> None:
    board = near_east()
    spaces = {**board.spaces, "bosnia": board.spaces["bosnia"]._replace(traits=frozenset({"mountain"}))}
    mountains = AreaMap("Near East", spaces, board.links)
    assert "bosnia" not in mountains.retreat("dalmatia", bans=["mountain"]).candidates
    assert "bosnia" in mountains.retreat("dalmatia").candidates


def test_honors_of_war_lead_to_the_coasts_of_both_seas() -> None:
    found = BOARD.retreat("city_rhodes", overseas=True, hostile=["egypt"])
    assert found.candidates == ("achaea", "byzantium", "crete", "cyprus", "emirates", "ottomans", "palestine", "syria")
    assert [reason.space for reason in found.left_out] == ["egypt"]


def test_seas_have_no_faction_and_never_bar_a_withdrawal() -> None:
    assert {space.faction for space in BOARD.spaces.values() if space.kind == "sea"} == {""}


# -- counting ------------------------------------------------------------------------------------------------------


def test_the_value_of_each_faction_is_its_threshold() -> None:
    regions = BOARD.count(kind="land").factions
    islands = BOARD.count(kind="island").factions
    assert {name: tally.value + islands[name].value for name, tally in regions.items()} == {
        "turks": 15, "caliphate": 25, "orthodox": 25, "holy_league": 35,
    }


def test_the_critical_cities_at_home_and_held() -> None:
    held = ["Bursa", "Adrianople", "Constantinople", "Belgrade", "Buda", "Damascus", "Cairo", "Baghdad", "Smyrna"]
    found = BOARD.count(kind="city", traits=["critical"], holders={"turks": [f"city_{name.lower()}" for name in held]})
    assert {name: tally.number for name, tally in found.factions.items()} == {
        "turks": 2, "caliphate": 5, "orthodox": 2, "holy_league": 6,
    }
    assert found.holders["turks"].number == 8


def test_a_pillaged_region_has_its_other_value() -> None:
    assert BOARD.count(faction="turks", kind="land", values={"Ottomans": 1}).all.value == 15 - 3


def test_the_two_fortresses() -> None:
    assert BOARD.count(traits="fortress").all.spaces == ("city_agram", "city_buda")
