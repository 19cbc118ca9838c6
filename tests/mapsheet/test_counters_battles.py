"""The counters of the two battles against their orders of battle, written out here by hand."""

from __future__ import annotations

import tomllib
from collections import Counter as Tally

import pytest

from mapsheet.counters import Counter, CounterSet, read_counters
from mapsheet.source import data_folder

MARKERS = {"rout-1", "rout-2", "rout-3", "rout-4", "disobeyed", "charge", "lance", "game-turn"}

# id: movement morale armour of the front; then those of the back where it is a second mode
BANNOCKBURN = """
english/yorks-1 5CM 2EM · english/yorks-2 5CM 2EM · english/yorks-3 5CM 2EM · english/yorks-4 5DL 2EL
english/lincs-1 5CM 2EM · english/lincs-2 5CM 2EM · english/lincs-3 5DL 2EL
english/northumb-1 5DL 2EL · english/northumb-2 5DL 2EL · english/northumb-3 5DL 2EL
english/durham-1 5CM 2EM · english/durham-2 5DL 2EL · english/notts-derbs-1 5DL 2EL · english/notts-derbs-2 5DL 2EL
english/lancs 5DL 2EL · english/ches-staffs 5DL 2EL · english/warw-leics 5DL 2EL · english/salop 5DL 2EL
english/n-wales-1 5DL 2EL · english/n-wales-2 5DL 2EL · english/s-wales 5DL 2EL · english/gascon-crossbow 6CM 6CM
english/hereford-1 7BP · english/hereford-2 7BP · english/hereford-3 7BP
english/clifford-1 7BP · english/clifford-2 7BP · english/clifford-3 7BP
english/king-1 7AP · english/king-2 7AP · english/king-3 7AP
english/lb-hereford-1 6CN 6CN · english/lb-hereford-2 6CN 6CN · english/lb-clifford-1 6CN 6CN
english/lb-clifford-2 6CN 6CN · english/lb-king-1 6CN 6CN · english/lb-king-2 6CN 6CN
scots/douglas-1 5BL · scots/douglas-2 5BL · scots/moray-1 5BL · scots/moray-2 5BL
scots/e-bruce-1 5BL · scots/e-bruce-2 5BL · scots/king-robert-1 5AL · scots/king-robert-2 5AL
scots/douglas-1-closed 4BL · scots/douglas-2-closed 4BL · scots/moray-1-closed 4BL · scots/moray-2-closed 4BL
scots/e-bruce-1-closed 4BL · scots/e-bruce-2-closed 4BL · scots/king-robert-1-closed 4AL · scots/king-robert-2-closed 4AL
scots/keith-1 8BM 5BM · scots/keith-2 8BM 5BM · scots/ettrick-archers 6DL 6DL
english/ed 9 · english/he 9 · english/cl 9 · english/gl 9 · english/seg 9 · english/lanc 9 · english/war 9 · english/linc 9
english/arg 9 · scots/bru 9 · scots/edb 9 · scots/mor 9 · scots/dou 9 · scots/kei 9
"""
ANGORRA = """
serbian/serbian-plate-1 7AP · serbian/serbian-plate-2 7AP · serbian/serbian-mail 8AM
ottoman/sipahi-1 8CM 8CM · ottoman/sipahi-2 8CM 8CM · ottoman/sipahi-3 8CM 8CM · ottoman/sipahi-4 8CM 8CM
ottoman/sipahi-5 8CM 8CM · ottoman/sipahi-6 8CM 8CM · ottoman/janissary-1 5BM 5BM · ottoman/janissary-2 5BM 5BM
ottoman/wagon-1 4 0 · ottoman/wagon-2 4 0 · indian/elephants 6CL · indian/indian-cavalry 8DM
tartar/guard-plate-1 7AP · tartar/guard-plate-2 7AP · tartar/tartar-mail-1 8BM 8BM · tartar/tartar-mail-2 8BM 8BM
tartar/tartar-mail-3 8BM 8BM · tartar/tartar-mail-4 8BM 8BM · tartar/tartar-mail-5 8BM 8BM · tartar/tartar-mail-6 8BM 8BM
mongol/mongol-mail-1 8CM 8CM · mongol/mongol-mail-2 8CM 8CM · mongol/mongol-mail-3 8CM 8CM · mongol/mongol-mail-4 8CM 8CM
tartar/horse-archers-1 9CL · mongol/horse-archers-2 9CL · tartar/horse-archers-3 9CL
ottoman/janissary-3 5BM 5BM · ottoman/janissary-4 5BM 5BM · ottoman/azab-1 6EN 6EN · ottoman/azab-2 6EN 6EN
ottoman/azab-3 6EN 6EN · ottoman/azab-4 6EN 6EN · serbian/serbian-crossbow 5CL 5CL
ottoman/akinji-1 10DN · ottoman/akinji-2 10DN · ottoman/akinji-3 10DN · ottoman/akinji-4 10DN · tartar/naphtha 5CL
tartar/tartar-horse-archers-1 9CL · tartar/tartar-horse-archers-2 9CL · tartar/tartar-horse-archers-3 9CL
tartar/tartar-horse-archers-4 9CL · tartar/tartar-horse-archers-5 9CL · mongol/mongol-horse-archers-1 9CL
mongol/mongol-horse-archers-2 9CL · mongol/mongol-horse-archers-3 9CL · mongol/mongol-horse-archers-4 9CL
tartar/tartar-mail-squadron-1 8BM 8BM · tartar/tartar-mail-squadron-2 8BM 8BM · tartar/tartar-mail-squadron-3 8BM 8BM
tartar/tartar-mail-squadron-4 8BM 8BM · tartar/tartar-mail-squadron-5 8BM 8BM
ottoman/bay 10 · ottoman/sul 10 · ottoman/meh 10 · ottoman/tim 10 · ottoman/ali 10 · serbian/ste 10 · serbian/vuk 10
tartar/tam 10 · tartar/sha 10 · tartar/mir 10 · tartar/muh 10 · tartar/kha 10 · mongol/mah 10 · mongol/jah 10
"""
LISTED = {"bannockburn": BANNOCKBURN, "angorra": ANGORRA}
# sides, singles and doubles
PIECES = {
    "bannockburn": {"english": (24, 22), "scots": (16, 8)},
    "angorra": {"ottoman": (15, 10), "serbian": (3, 3), "tartar": (16, 10), "mongol": (6, 5), "indian": (0, 2)},
}
WEAPONS = {
    "bannockburn": {"longbow": 6, "crossbow": 1, "shortbow": 1, "schiltrom": 16},
    "angorra": {"cavalry bow": 16, "infantry bow": 8, "crossbow": 1, "naphtha": 1, "elephants": 1, "wagons": 2},
}
LANCES = {"bannockburn": 11, "angorra": 22}


@pytest.fixture(params=["bannockburn", "angorra"])
def found(request: pytest.FixtureRequest) -> CounterSet:
    return read_counters(request.param)


def units(found: CounterSet) -> dict[str, Counter]:
    return {name: counter for name, counter in found.counters.items() if counter.side.id != "marker"}


def is_double(counter: Counter) -> bool:
    return counter.size == (25.4, 12.7)


def short(counter: Counter) -> list[str]:
    faces = [counter.front, *([counter.back] if counter.back and "movement" in counter.back.values else [])]
    return ["".join(face.values.get(slot, "") for slot in ("movement", "morale", "armour")) for face in faces]


def test_every_unit_has_the_values_of_its_order_of_battle(found: CounterSet) -> None:
    listed = [row.split() for row in LISTED[found.map].replace("\n", "·").split("·") if row.strip()]
    assert {name: short(counter) for name, counter in units(found).items()} == {name: values for name, *values in listed}


def test_forty_single_and_thirty_double_counters(found: CounterSet) -> None:
    sizes = Tally((counter.side.id, is_double(counter)) for counter in units(found).values())
    assert {side: (sizes[side, False], sizes[side, True]) for side in PIECES[found.map]} == PIECES[found.map]
    assert sum(single for single, _ in PIECES[found.map].values()) == 40
    assert sum(double for _, double in PIECES[found.map].values()) == 30
    assert all(counter.copies == 1 for counter in units(found).values())
    assert {counter.size for counter in found.counters.values()} == {(12.7, 12.7), (25.4, 12.7)}


def test_counters_are_those_of_the_set_up_both_ways(found: CounterSet) -> None:
    placed = tomllib.loads((data_folder() / found.map / "setup.toml").read_text(encoding="utf-8"))["unit"]
    names = [unit["counter"] for unit in placed]
    assert len(names) == len(set(names))
    # the closed schiltroms wait off the map
    assert set(names) == {name for name in units(found) if not name.endswith("-closed")}
    for unit in placed:
        counter = found.counters[unit["counter"]]
        faces = [face for face in (counter.front, counter.back) if face and "movement" in face.values]
        assert str(unit["movement"]) in {face.values["movement"] for face in faces}
        assert ("+" in unit["at"]) == is_double(counter)


def test_weapons_and_lances(found: CounterSet) -> None:
    weapons = Tally(counter.front.values.get("weapon", "") for counter in units(found).values())
    for weapon, count in WEAPONS[found.map].items():
        assert weapons[weapon] == count, weapon
    lances = [counter for counter in units(found).values() if counter.front.values.get("lance")]
    assert len(lances) == LANCES[found.map] == found.counters["marker/lance"].copies
    assert all(counter.front.values["armour"] in "PM" for counter in lances)


def test_markers(found: CounterSet) -> None:
    markers = {name.removeprefix("marker/"): counter for name, counter in found.counters.items() if counter.side.id == "marker"}
    assert set(markers) == MARKERS
    assert not any(counter.kind.blocks for counter in markers.values())
    assert [markers[f"rout-{level}"].front.values["label"] for level in (1, 2, 3, 4)] == ["1", "2", "3", "4"]
    assert markers["game-turn"].copies == 1
    assert min(markers[f"rout-{level}"].copies for level in (1, 2, 3, 4)) >= 4


def test_leaders_do_not_block_and_schiltroms_have_their_class(found: CounterSet) -> None:
    assert {counter.kind.id for counter in units(found).values() if not counter.kind.blocks} <= {"leader", "wagons"}
    assert {counter.kind.unit_class for counter in found.counters.values() if "schiltrom" in counter.kind.id} <= {"schiltrom"}


def test_every_value_tells_where_it_comes_from(found: CounterSet) -> None:
    assert all(counter.origins.get("") for counter in found.counters.values())
    if found.map == "bannockburn":
        assert found.counters["english/yorks-1"].origins == {
            "": "reconstructed", "back.movement": "text", "back.mode": "text",
        }  # fmt: skip
        assert found.counters["scots/keith-1"].origins["front.movement"] == "derived"
