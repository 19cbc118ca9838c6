"""The tiles of Sword of Orthodoxy against the rulebook's inventory and what it tells of single tiles."""

from __future__ import annotations

import pytest

from areamap import load
from mapsheet.counters import CounterSet, counter_faults, read_counters
from mapsheet.style import load_style

# App. B, then 10.3, then another public source
GROUPS = {
    "chit-": 28, "patriarch-": 10, "faction-": 11, "army-a": 5, "tribe-a-": 5, "army-b": 5, "tribe-b-": 5, "ravenna": 1,
    "army-g": 5, "tribe-g-": 6, "bulgarian-church": 1, "bulgar-thema": 1, "army-d-": 5, "army-e-": 6, "army-z-": 7,
    "mongols-": 2, "basileus-": 7, "golden-basileus": 1, "reforms": 1, "crusades": 1, "pope": 1, "caliph": 1, "kan": 1,
    "colonists": 2, "stolos": 1, "tribute": 1, "kastron": 1, "dynasty-": 14,
    "hospital": 2, "monastery": 2, "akritai": 2,
    "outpost-": 6, "siege": 6, "riot": 6, "social": 6, "kiev": 1, "magyars": 1, "skanderbeg": 1, "zone-a": 1, "zone-b": 1,
    "schism": 1, "solidus": 1, "nike": 1, "ruins": 1, "military-event": 1, "magister": 1,
}  # fmt: skip
STRENGTHS = {  # strong over weak
    "a": ["4/3", "3/2", "3/2", "2/1", "1/1"],
    "b": ["4/3", "3/2", "3/2", "2/1", "1/1"],
    "g": ["4/3", "3/2", "3/2", "3/1", "2/1"],
}
EAST = {
    "d": {"persia": 4, "saracens": 3, "armenia": 2, "seljuks": 4, "ottomans": 4},
    "e": {"persia": 4, "saracens": 3, "buyids": 2, "seljuks": 4, "il-khan": 3, "ottomans": 3},
    "z": {"nomads": 1, "persia": 4, "saracens": 3, "egypt": 2, "seljuks": 4, "il-khan": 2, "ottomans": 4},
}
HORSE = {
    "a": {"vandals", "venice"},
    "b": {"lombards", "serbs", "ottomans"},
    "g": {"slavs", "bulgars-strong", "ottomans"},
}
LETTERS = {"Α": 12, "Β": 10, "Γ": 17, "Δ": 11, "Ε": 16, "Ζ": 15}
BOTH_SIDES = {
    "patriarch-nestorius": ("Nestorius", "University"), "ravenna": ("Ravenna", "Holy Roman Empire"),
    "bulgarian-church": ("EO", "RC"), "golden-basileus": ("Basileus", "Plague"), "pope": ("Nice Pope", "Mean Pope"),
    "caliph": ("Caliph", "Fitna"), "kan": ("Kan!", "Rex"), "colonists": ("Colonists", "Pagan"), "stolos": ("Stolos", "Στόλος"),
    "siege": ("Siege", "Πολιορκία"), "riot": ("Riot", "Latins"),
    "social": ("Christians", "Dynatoi"), "zone-a": ("Africa", "Crete"),
    "zone-b": ("Italy", "Balkans"), "outpost-egypt": ("Egypt", "Fallen Egypt"), "army-z-egypt": ("Egypt", "Muslim"),
    "basileus-theodosius": ("Theodosius", "Justinian"), "basileus-zoe": ("Zoe", "Theodora"),
    "basileus-basil": ("Basil", "Constantine"),
    "dynasty-theodosian": ("Theodosian", "Dyonisid"), "dynasty-macedonian": ("Macedonian", "Lantzid"),
}  # fmt: skip


@pytest.fixture(scope="module")
def found() -> CounterSet:
    return read_counters("byzantium")


def face(found: CounterSet, name: str, *, back: bool = False) -> dict[str, str]:
    side = found.counters[f"byzantium/{name}"].face(back=back)
    assert side is not None
    return dict(side.values)


def symbol(found: CounterSet, name: str) -> str:
    return found.counters[f"byzantium/{name}"].front.symbol


def named(found: CounterSet, head: str) -> list[str]:
    return [name.split("/")[1] for name in found.counters if name.split("/")[1].startswith(head)]


def test_176_in_all_by_group(found: CounterSet) -> None:
    assert found.total == sum(GROUPS.values()) == 176
    for head, count in GROUPS.items():
        exact = [
            name for name in named(found, head) if head.endswith("-") or name == head or (len(head) == 6 and head[:5] == "army-")
        ]
        exact = [name for name in exact if not (head in {"army-a", "army-b", "army-g"} and len(name) != 7)]
        assert sum(found.counters[f"byzantium/{name}"].copies for name in exact) == count, head


def test_every_tile_has_two_sides_of_the_size_of_a_place(found: CounterSet) -> None:
    assert [name for name, counter in found.counters.items() if counter.back is None] == []
    assert {counter.size for counter in found.counters.values()} == {(12.7, 12.7)}


@pytest.mark.parametrize("name", BOTH_SIDES)
def test_two_faces(found: CounterSet, name: str) -> None:
    assert (face(found, name)["title"], face(found, name, back=True)["title"]) == BOTH_SIDES[name]


@pytest.mark.parametrize("path", "abg")
def test_western_armies_are_strong_before_and_weak_behind(found: CounterSet, path: str) -> None:
    names = [f"army-{path}{k}" for k in range(1, 6)]
    assert [f"{face(found, n)['value']}/{face(found, n, back=True)['value']}" for n in names] == STRENGTHS[path]
    for name in names:
        counter = found.counters[f"byzantium/{name}"]
        assert counter.back is not None
        assert (counter.front.symbol, counter.back.symbol) == ("horse-head", "man")


@pytest.mark.parametrize("path", "abg")
def test_tribes_are_horse_or_man(found: CounterSet, path: str) -> None:
    tribes = named(found, f"tribe-{path}-")
    horse = {name.removeprefix(f"tribe-{path}-") for name in tribes if symbol(found, name) == "horse-head"}
    assert horse == HORSE[path]


@pytest.mark.parametrize("path", "dez")
def test_eastern_armies(found: CounterSet, path: str) -> None:
    head = f"army-{path}-"
    assert {name.removeprefix(head): int(face(found, name)["value"]) for name in named(found, head)} == EAST[path]


def test_muslims_have_the_crescent(found: CounterSet) -> None:
    marked = {name.split("/")[1] for name, counter in found.counters.items() if counter.front.values.get("marks") == "muslim"}
    assert marked == {
        "tribe-a-saracens", "tribe-b-ottomans", "tribe-g-ottomans", "army-d-saracens", "army-d-seljuks", "army-d-ottomans",
        "army-e-saracens", "army-e-buyids", "army-e-seljuks", "army-e-il-khan", "army-e-ottomans",
        "army-z-saracens", "army-z-seljuks", "army-z-il-khan", "army-z-ottomans",
    }  # fmt: skip


def test_chits(found: CounterSet) -> None:
    chits = {int(name[-2:]): face(found, name) for name in named(found, "chit-")}
    assert list(chits) == list(range(1, 29))
    assert {letter: sum(letter in chit.get("letters", "") for chit in chits.values()) for letter in LETTERS} == LETTERS
    assert (chits[17]["letters"], chits[3]["letters"]) == ("ΑΒΓΕ", "ΔΖ")
    marks = {k: chit.get("marks", "").split() for k, chit in chits.items()}
    counted = {
        word: sum(word in row for row in marks.values()) for word in ("council", "crusader", "civil-war", "fire", "red-die")
    }
    assert counted == {"council": 7, "crusader": 10, "civil-war": 3, "fire": 11, "red-die": 6}
    assert sum(row.count("red-die") for row in marks.values()) == 8
    assert marks[28].count("white-die") == 3
    assert chits[16]["note"] == "Schism"
    red = {int(n[-2:]) for n in named(found, "chit-") if found.counters[f"byzantium/{n}"].front.layout == "chit_red"}
    assert red == set(range(1, 29, 3))
    rounds = {k: chit["round"] for k, chit in chits.items() if "round" in chit}
    assert "".join(rounds.values()) == "ACDEFGHIKLMNPQ"


def test_backs_drawn_from_a_mug_are_alike(found: CounterSet) -> None:
    backs = [found.counters[f"byzantium/{name}"].back for name in named(found, "chit-")]
    assert all(back and back.layout == "plain" and back.symbol == "chi-rho" and not back.values for back in backs)


def test_dynasties_repeat_their_numbers_in_black(found: CounterSet) -> None:
    names = named(found, "dynasty-")
    for name in names:
        purple, black = face(found, name), face(found, name, back=True)
        assert {key: purple.get(key) for key in ("value", "die", "marks")} == {
            key: black.get(key) for key in ("value", "die", "marks")
        }
    assert sum(face(found, name)["title"] == "Anarchy" for name in names) == 2
    assert all("die" not in face(found, name) for name in names if "anarchy" in name)
    assert (face(found, "dynasty-heraclid")["value"], face(found, "dynasty-macedonian")["die"]) == ("2", "2")


def test_incomes_reach_every_sum_up_to_ten(found: CounterSet) -> None:
    dynasties = {int(face(found, name)["value"]) for name in named(found, "dynasty-")}
    basileis = {int(face(found, name, back=back)["value"]) for name in named(found, "basileus-") for back in (False, True)}
    patriarchs = {int(face(found, name).get("value", 0)) for name in named(found, "patriarch-")}
    # 7.1: nought to ten, ten with an empress and her husband
    assert {a + b + c for a in dynasties for b in basileis | {3} for c in patriarchs} == set(range(11))


def test_outposts(found: CounterSet) -> None:
    sold = {name.removeprefix("outpost-"): face(found, name) for name in named(found, "outpost-")}
    assert {name: f"{words['value']} {words['letters']}" for name, words in sold.items()} == {
        "rome": "3 ΣΣ", "hispania": "3 ΓΣ", "sicily": "4 ΒΣ", "egypt": "5 ΑΣΣ", "lazica": "3 ΔΣ", "holy-land": "4 ΖΣ",
    }  # fmt: skip


ORIGINS = {
    "army-a1": {"front.value": "text", "back.value": "text"},
    "army-g3": {"front.value": "secondary", "back.value": "secondary"},
    "army-g4": {"front.value": "reconstructed", "back.value": "secondary"},
    "army-b5": {"front.value": "secondary", "back.value": "text"},
    "army-e-il-khan": {"front.marks": "derived", "front.value": "secondary"},
    "army-z-egypt": {"front.value": "text", "front.marks": "text", "back.title": "text"},
    "tribe-g-bulgars-strong": {"front.title": "secondary", "front.symbol": "derived"},
    "chit-02": {"front.letters": "secondary", "front.marks": "secondary", "front.fire": "text"},
    "chit-03": {"front.letters": "text"},
    "chit-16": {"front.note": "text", "front.letters": "secondary"},
    "chit-28": {"front.white-die": "text"},
    "basileus-basil": {"front.title": "text", "front.value": "text", "front.marks": "secondary", "back.title": "secondary"},
    "dynasty-heraclid": {"front.title": "text", "front.value": "text", "front.die": "secondary", "back.title": "secondary"},
    "dynasty-anarchy-1": {"front.value": "text", "front.title": "text"},
    "dynasty-anarchy-2": {"front.value": "text", "front.title": "secondary"},
    "outpost-hispania": {"front.value": "text", "front.letters": "text"},
    "outpost-rome": {"front.value": "secondary"},
    "patriarch-nestorius": {"front.title": "text", "front.marks": "text", "back.title": "text"},
    "riot": {"front.value": "secondary"},
    "hospital": {"id": "text"},
    "siege": {"id": "secondary"},
}


@pytest.mark.parametrize("name", ORIGINS)
def test_provenance_is_told_datum_by_datum(found: CounterSet, name: str) -> None:
    origins = found.counters[f"byzantium/{name}"].origins
    assert {key: origins.get(key) for key in ORIGINS[name]} == ORIGINS[name]


def test_every_printed_word_says_where_it_comes_from(found: CounterSet) -> None:
    for name, counter in found.counters.items():
        for place, side in (("front", counter.front), ("back", counter.back)):
            for slot in side.values if side else ():
                assert f"{place}.{slot}" in counter.origins, (name, place, slot)


def test_the_board_has_a_place_for_each_kind(found: CounterSet) -> None:
    spaces = load("byzantium").spaces
    for name in named(found, "outpost-"):
        assert name.removeprefix("outpost-").replace("-", "_") in spaces
    assert {"kiev", "zone_a", "zone_b"} <= set(spaces)


@pytest.mark.parametrize("style", ["classic", "mono"])
def test_nothing_prints_badly(found: CounterSet, style: str) -> None:
    assert counter_faults(found, load_style(style)) == []
