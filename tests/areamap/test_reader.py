"""Map files: what is read, and every fault at once with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

import areamap
from mapsheet.errors import DataError, NotationError

SMALL = """\
format = "areamap/1"
title = "Straits"
[faction.greeks]
name = "Greeks"
colour = "#CCD9B0"
[space.thrace]
kind = "land"
name = "Thrace"
aliases = ["Trakya", "Θράκη"]
faction = "greeks"
value = 2
neighbors = []
coasts = ["sea_marmara"]
[space.bithynia]
kind = "land"
name = "Bithynia"
coasts = ["sea_marmara"]
entry = "not(plague(Trakya))"
[space.sea_marmara]
kind = "sea"
name = "Propontis"
[space.city_constantinople]
kind = "city"
name = "Constantinople"
aliases = ["İstanbul", "Царьград"]
within = "thrace"
ports = ["sea_marmara"]
at = [28.97, 41.01]
traits = ["critical"]
[[link]]
kind = "strait"
between = ["Trakya", "bithynia"]
cost = "1/2"
open = "not(fleet_hostile(propontis))"
rule = "7.63"
[mover.army]
by = ["land", "strait", "city"]
[track.turn]
boxes = ["1450-59", "1460-69"]
markers = ["turn"]
start = { turn = 0 }
overflow = { turn = "the game ends" }
"""


def faults(text: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        areamap.loads(text, "map.toml")
    return [str(fault) for fault in caught.value.faults]


def test_a_small_map() -> None:
    board = areamap.loads(SMALL)
    assert [(link.kind, link.a, link.b, str(link.cost)) for link in board.links] == [
        ("coast", "bithynia", "sea_marmara", "1"),
        ("coast", "thrace", "sea_marmara", "1"),
        ("city", "thrace", "city_constantinople", "1"),
        ("port", "city_constantinople", "sea_marmara", "1"),
        ("strait", "thrace", "bithynia", "1/2"),
    ]
    assert str(board.links[-1].open) == "not(fleet_hostile(sea_marmara))"
    assert str(board.spaces["bithynia"].entry) == "not(plague(thrace))"
    assert board.tracks["turn"].start == {"turn": 0}
    assert board.cities_of("Trakya") == (board.spaces["city_constantinople"],)


@pytest.mark.parametrize("name", [
    "city_constantinople", "Constantinople", "CONSTANTINOPLE", "constantinople", "İstanbul", "ISTANBUL", "istanbul", "ıstanbul",
    "İSTANBUL", "İstanbul".casefold(), "царьград", "I\u0307stanbul",
])
def test_names_and_aliases_under_any_case(name: str) -> None:
    assert areamap.loads(SMALL).space(name).id == "city_constantinople"


def test_the_region_before_its_namesake_city() -> None:
    board = areamap.loads(SMALL.replace('name = "Constantinople"', 'name = "Thrace"'))
    assert board.space("Thrace").id == "thrace"


def test_a_name_of_two_regions_is_no_answer() -> None:
    board = areamap.loads(SMALL.replace('name = "Bithynia"', 'name = "Thrace"'))
    with pytest.raises(NotationError, match="thrace, bithynia have this name"):
        board.space("Thrace")


def test_an_unknown_name_with_the_nearest() -> None:
    with pytest.raises(NotationError, match="did you mean 'Bithynia'"):
        areamap.loads(SMALL).space("Bythinia")


FAULTS = [
    ('kind = "sea"', 'kind = "ocean"', "space.sea_marmara.kind: expected one of"),
    ('faction = "greeks"', 'faction = "greek"', "unknown faction 'greek' (did you mean 'greeks'?)"),
    ("[space.bithynia]", "[space.Bithynia]", "expected an id of a-z"),
    ('coasts = ["sea_marmara"]\nentry', 'coasts = ["marmara"]\nentry', "unknown space 'marmara' (did you mean 'sea_marmara'?)"),
    ('coasts = ["sea_marmara"]\nentry', 'coasts = ["thrace"]\nentry', "thrace is no sea"),
    ('within = "thrace"', 'within = "sea_marmara"', "only a city lies within a space, and only within land"),
    ('within = "thrace"', "", "space.city_constantinople.within: is missing"),
    ("at = [28.97, 41.01]", "at = [28.97]", "expected two numbers"),
    ("at = [28.97, 41.01]", "at = [nan, 1]", "expected two numbers"),
    ('between = ["Trakya", "bithynia"]', 'between = ["Trakya"]', "link.0.between: expected two spaces"),
    ('between = ["Trakya", "bithynia"]', 'between = ["Trakya", "bithynia", "Propontis"]', "link.0.between: expected two spaces"),
    ('between = ["Trakya", "bithynia"]', 'between = ["Thrace", "Trakya"]', "link.0.between: expected two spaces"),
    ('between = ["Trakya", "bithynia"]', "", "link.0.between: is missing"),
    ('open = "not(fleet_hostile(propontis))"', 'open = "not(a, b)"', "link.0.open: expected a condition"),
    ('cost = "1/2"', 'cost = "half"', "link.0.cost: expected for points a number"),
    ('by = ["land", "strait", "city"]', 'by = ["land", "straight"]', "unknown kind of link 'straight' (did you mean 'strait'?)"),
    ("start = { turn = 0 }", "start = { turn = 2 }", "expected a box from 0 to 1, got 2"),
    ('overflow = { turn = "the game ends" }', 'overflow = { trn = "x" }', "no marker of this track (did you mean 'turn'?)"),
    ('boxes = ["1450-59", "1460-69"]', "boxes = 0", "track.turn.boxes: expected how many boxes"),
    ('colour = "#CCD9B0"', 'colour = "red"', "faction.greeks.colour: expected a colour"),
    ("value = 2", "valeu = 2", "unknown key (did you mean 'value'?)"),
    ('title = "Straits"', "", "title: is missing"),
    ('title = "Straits"', 'title = "Straits"\ntopology = "../map.topojson"', "expected the name of a file beside the map"),
]


@pytest.mark.parametrize(("old", "new", "message"), FAULTS)
def test_each_fault_with_its_place(old: str, new: str, message: str) -> None:
    assert old in SMALL
    found = faults(SMALL.replace(old, new))
    assert any(message in fault for fault in found), found
    assert all(fault.startswith("map.toml") for fault in found)


def test_all_faults_at_once() -> None:
    text = SMALL
    for old, new, _ in (FAULTS[1], FAULTS[7], FAULTS[13], FAULTS[15]):
        text = text.replace(old, new)
    assert len(faults(text)) == 4


def test_a_link_one_way_needs_its_reason() -> None:
    board = areamap.loads(SMALL.replace('rule = "7.63"', 'rule = "7.63"\none_way = "the current"'))
    assert [link.kind for link in board.links_of["bithynia"]] == ["coast"]
    assert any("one_way: expected a text" in fault for fault in faults(SMALL.replace('rule = "7.63"', "one_way = true")))


def test_a_topology_is_looked_for_beside_the_map(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text(SMALL.replace('title = "Straits"', 'title = "Straits"\ntopology = "map.topojson"'), encoding="utf-8")
    with pytest.raises(DataError, match=r"map\.topojson: no such file"):
        areamap.load(path)


def test_overrides_merge_deeply(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text(SMALL, encoding="utf-8")
    (tmp_path / "overrides.toml").write_text("[space.thrace]\nvalue = 5\n", encoding="utf-8")
    assert areamap.load(path).spaces["thrace"].value == 5
