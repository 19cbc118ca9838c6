"""What answers tell besides the plain result: what is in no group, why a move is not possible, cargo that stays aboard."""

from __future__ import annotations

import json
from typing import Any

import networkx as nx
import pytest

from areamap.reader import load
from mapsheet.errors import NotationError
from tests.commands import run_door

BOARD = load("ottomans")


def shell(*words: str, text: str = "") -> str:
    ran = run_door("areamap", words, text=text)
    assert ran.code == 0, ran.errors
    return ran.output


# -- groups --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"by": "land"}, {"by": "sea"}, {"by": "army", "closed": ["serbia"]}])
def test_every_space_is_in_one_group_or_told_as_left_out(options: dict[str, Any]) -> None:
    found = BOARD.groups(**options)
    grouped = [id_ for group in found.groups for id_ in group]
    spaces = [reason.space for reason in found.left_out if not reason.link]
    assert sorted([*grouped, *spaces]) == sorted(BOARD.spaces)
    assert BOARD.groups(BOARD.spaces, **options) == found
    assert {reason.space for reason in found.barred} <= {*grouped}


def test_whom_the_mover_may_not_enter_hangs_together_with_others_all_the_same() -> None:
    """T-99: 46 regions hang together by land, 4 islands are alone."""
    found = BOARD.groups(by="land")
    by_size = [len(group) for group in found.groups]
    assert by_size[0] == 46
    assert {"papal_states", "moscovy", "two_sicilies"} <= {*found.groups[0]}
    assert {"papal_states", "moscovy", "two_sicilies"} <= {reason.space for reason in found.barred}
    assert [*map(len, BOARD.groups(["papal_states", "venice"], by="land").groups)] == [2]
    assert shell("groups", "ottomans", "--by", "land").splitlines()[1].startswith("46: achaea albania")


def test_groups_are_those_of_a_plain_graph_of_the_open_links() -> None:
    for facts in ([], ["fleet_hostile(bosporus)"]):
        graph = nx.Graph()
        graph.add_nodes_from(id_ for id_, space in BOARD.spaces.items() if space.kind not in {"closed", "closed-sea"})
        held = BOARD.facts(facts)
        graph.add_edges_from((x.a, x.b) for x in BOARD.links if x.kind in {"strait", "sea"} and x.open.holds(held))
        want = {frozenset(part) for part in nx.connected_components(graph.subgraph(sorted(graph)))}
        found = BOARD.groups(by=["strait", "sea"], facts=facts)
        assert {frozenset(group) for group in found.groups} >= {part for part in want if len(part) > 1}
        assert any(reason.link == "strait" for reason in found.left_out) == bool(facts)


def test_a_closed_space_is_told_and_in_no_group_even_when_it_is_named() -> None:
    found = BOARD.groups(["serbia", "bosnia"], closed=["serbia"])
    assert found.groups == (("bosnia",),)
    assert [(reason.space, reason.why) for reason in found.left_out] == [("serbia", "closed")]


# -- cargo ---------------------------------------------------------------------------------------------------------


def did(fleet: str, allowance: int, *lifts: str, **options: Any) -> list[str]:
    found = BOARD.sail(fleet, allowance, lifts, **options)
    return [" ".join(f"{action.do}:{action.cost}" for action in plan) for plan in found.plans]


def test_cargo_is_embarked_and_stays_aboard() -> None:
    """T-48, 16.4, 16.9: to take a unit aboard costs one point, and it is then aboard at sea."""
    assert did("sea_aegean", 1, "ottomans>sea_aegean") == did("sea_aegean", 1, "ottomans>aboard") == ["embark:1"]
    assert BOARD.sail("sea_aegean", 0, ["ottomans>aboard"]).left_out[0].note == "1 of 0"
    both = ["embark:1 sail:1", "sail:1 embark:1"]  # the Ottomans lie on the Bosporus too
    assert did("sea_aegean", 2, "ottomans>sea_bosporus") == did("sea_aegean", 2, "ottomans>aboard", to="sea_bosporus") == both


def test_cargo_that_is_aboard_at_the_start_is_landed_or_kept() -> None:
    assert did("sea_aegean", 1, "aboard>achaea") == did("sea_aegean", 1, "sea_aegean>achaea") == ["land:1"]
    assert did("sea_aegean", 1, "aboard>aboard", to="sea_bosporus") == ["sail:1"]
    assert did("sea_aegean", 3, "aboard>achaea", "ottomans>aboard") == ["land:1 embark:1"]
    with pytest.raises(NotationError, match="aboard at the start"):
        BOARD.sail("sea_aegean", 3, ["aboard>achaea", "aboard>ottomans"])
    assert did("sea_aegean", 3, "aboard>achaea", "aboard>ottomans", room=2) == ["land:1 land:1"] * 2


def test_a_unit_without_a_goal_stays_aboard_only_where_no_plan_lands_it() -> None:
    one = BOARD.sail("sea_aegean", 1, ["ottomans"])
    assert ([action.do for action in one.plans[0]], one.landings, one.left_out[0].note) == (["embark"], {}, "2 of 1")
    two = BOARD.sail("sea_aegean", 2, ["ottomans"])
    assert ({len(plan) for plan in two.plans} >= {2}, two.cost, two.left_out) == (True, 2, ())
    assert "achaea" in two.landings
    assert "costs 2 of 1" in shell("sail", "ottomans", "sea_aegean", "--allowance", "1", "--lift", "ottomans")


@pytest.mark.parametrize(
    ("lift", "options", "reasons"),
    [
        ("ottomans>rhodes", {}, [("rhodes", "city-only")]),
        ("ottomans>two_sicilies", {}, [("two_sicilies", "entry")]),
        ("achaea>rumelia", {"stops": ["sea_bosporus"]}, [("sea_black_west", "stop")]),
        ("aboard>achaea", {"closed": ["achaea"]}, [("achaea", "closed")]),
        ("aboard>persia", {}, [("persia", "no-way")]),
        ("achaea>sea_tyrrhenian", {}, [("sea_tyrrhenian", "entry")]),
        ("rhodes>ottomans", {}, [("sea_aegean", "city-only")]),
    ],
)
def test_a_plan_that_is_not_possible_tells_only_what_stands_in_its_way(
    lift: str, options: dict[str, Any], reasons: list[tuple[str, str]]
) -> None:
    found = BOARD.sail("sea_aegean", 9, [lift], **options)
    assert (found.cost, [(reason.space, reason.why) for reason in found.left_out]) == (None, reasons)


# -- a no has its reasons ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        "route malta kiev", "route venice constantinople --by fleet", "route crete cyprus --by land", "distance malta kiev",
        "distance crete cyprus --by land", "nearest serbia --among malta,crete --by land", "why malta kiev",
        "supply serbia --sources crete --by land", "supply baghdad --sources vienna --allowance 3",
        "nearest rhodes --among kiev --by city",
        "why crete cyprus --by land",
    ],
)
def test_every_no_has_a_reason(words: str) -> None:
    word, *rest = words.split()
    answer = json.loads(shell(word, "ottomans", *rest, "--json"))
    assert answer.get("left_out") or answer.get("reasons")
    told = shell(word, "ottomans", *rest).splitlines()
    assert any(line.startswith("  ") for line in told)
    assert run_door("areamap", (word, "ottomans", *rest, "--fail")).code == 1


def test_supply_that_is_too_dear_tells_its_cost() -> None:
    dear = BOARD.supply("baghdad", ["vienna"], allowance=3)
    free = BOARD.supply("baghdad", ["vienna"])
    assert [(reason.why, reason.note) for reason in dear.left_out] == [("allowance", f"{free.cost} of 3")]


@pytest.mark.parametrize(("start", "to"), [("venice", "constantinople"), ("sea_adriatic", "venice")])
def test_a_region_that_has_a_port_is_told_to_the_fleet(start: str, to: str) -> None:
    for found in (BOARD.route(start, to, by="fleet").left_out, BOARD.why(start, to, by="fleet").reasons):
        assert any(reason.why == "no-way" and reason.note.endswith("try city_venice") for reason in found)


# -- tracks --------------------------------------------------------------------------------------------------------


def test_the_turn_record_answers_years_and_turns() -> None:
    track = BOARD.track("turn")
    answer = json.loads(shell("track", "ottomans", "turn", "--json"))
    assert (answer["boxes"], answer["notes"][1]) == ([str(k) for k in range(1, 14)], "1460–69")
    rows = [(row.head.words, row.cells[0].words) for row in BOARD.charts["turn_record"].rows]
    assert [*zip(answer["boxes"], answer["notes"], strict=True)] == rows
    assert [track.plan.boxes[track.place(years)] for years in ("1460-69", "1570–71")] == ["2", "13"]


def test_a_track_tells_dates_and_what_is_printed_in_its_boxes() -> None:
    answer = json.loads(shell("track", "byzantium", "chronographia", "--json"))
    assert answer["notes"][9] == "781–820"
    boxes = [answer["boxes"].index(event["box"]) for event in answer["events"]]
    assert boxes == sorted(boxes)
    assert {(event["box"], event["text"]) for event in answer["events"]} >= {("VI", "Islam"), ("XXI", "Mongols")}
    told = shell("track", "byzantium", "chronographia")
    assert "X (781–820)" in told
    assert "  XXI: Mongols [5.2.3]" in told


def test_boxes_are_told_in_their_order_and_counted_from_one() -> None:
    with pytest.raises(NotationError, match=r"\(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13\)"):
        BOARD.track("turn").place("14")
    kingdom = load("byzantium")
    chronographia, banking = kingdom.track("chronographia"), kingdom.track("banking")
    assert [chronographia.place(box) for box in ("X", "10", "1", "27")] == [9, 9, 0, 26]
    assert banking.place("3") == 1
    for track, box in ((chronographia, "0"), (chronographia, "28"), (banking, "2")):
        with pytest.raises(NotationError, match="a box of"):
            track.place(box)
    with pytest.raises(NotationError, match=r"did you mean 'Iconoclasm'"):
        kingdom.track("strategikon").place("Iconoclam")


def test_both_ends_of_a_track_are_told() -> None:
    assert shell("track", "byzantium", "chronographia", "--from", "I", "--move", "-1").endswith("-1 from I: before the start\n")
    assert shell("track", "byzantium", "chronographia", "--from", "27", "--move", "1").endswith("1 from XXVII: after the end\n")
    there = ("track", "byzantium", "crusades", "--marker", "crusade", "--move")
    assert shell(*there, "-1", "--at", "crusade=A").endswith("from A to A, 1 before the start\n")
    assert shell(*there, "5", "--at", "crusade=A").endswith("from A to D, 2 beyond the end\n")
    refused = run_door("areamap", (*there, "1"))
    assert (refused.code, "crusade=A" in refused.errors, "--at" in refused.errors) == (2, True, True)


# -- what is wrong, and small words --------------------------------------------------------------------------------


def test_no_space_has_two_holders() -> None:
    with pytest.raises(NotationError, match="one holder of city_buda"):
        BOARD.count(holders={"turks": ["buda"], "league": ["city_buda"]})
    assert BOARD.count(holders={"turks": ["buda", "city_buda"]}).holders["turks"].number == 1


def test_a_kind_that_the_map_lacks_is_answered_with_those_that_it_has() -> None:
    with pytest.raises(NotationError, match="known: city, closed, closed-sea, island, land, sea"):
        BOARD.count(kind="nix")
    with pytest.raises(NotationError, match="for kind"):
        BOARD.count(kind="thema")


def test_names_that_are_told_stand_once() -> None:
    with pytest.raises(NotationError) as caught:
        load("byzantium").space("qqqqqq")
    told = str(caught.value).partition("known: ")[2].partition(")")[0].split(", ")
    assert len(told) == len({*told}) == 12


def test_a_closed_start_is_told_and_may_be_left() -> None:
    there: dict[str, Any] = {"by": "land", "closed": ["serbia"]}
    route, distance = BOARD.route("serbia", "bosnia", **there), BOARD.distance("serbia", "bosnia", **there)
    assert (route.cost, distance.distance) == (1, 1)
    for found in (route, distance, BOARD.reach("serbia", 0, **there), BOARD.nearest("serbia", ["bosnia"], **there)):
        assert [reason.why for reason in found.left_out if reason.space == "serbia"] == ["closed"]
    assert "may be left" in shell("route", "ottomans", "serbia", "bosnia", "--closed", "serbia")


def test_one_is_told_as_one() -> None:
    assert shell("reach", "ottomans", "crete", "--allowance", "1").startswith("crete with 1 point by")
    assert shell("reach", "ottomans", "crete", "--allowance", "1/2").startswith("crete with 1/2 point by")
    assert shell("reach", "ottomans", "crete", "--allowance", "2").startswith("crete with 2 points by")
    assert shell("groups", "ottomans", "--spaces", "crete").startswith("1 group by")


def test_a_place_on_a_path_without_an_order_is_told_plainly() -> None:
    kingdom = load("byzantium")
    for space in kingdom.spaces.values():
        assert "None" not in shell("show", "byzantium", space.id)
