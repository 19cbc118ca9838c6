"""The counters of The Ottomans against what the rulebook names and counts."""

from __future__ import annotations

import tomllib
from collections import Counter as Tally
from io import BytesIO
from itertools import combinations
from typing import Any

import pytest

from areamap import load
from mapsheet.counters import Counter, CounterSet, counter_faults, read_counters
from mapsheet.counters.symbols import SYMBOLS
from mapsheet.source import data_folder
from mapsheet.style import load_style

# by nation, in the order turks, caliphate, orthodox, Holy League
UNITS = {
    "ottomans": 8, "emirates": 3, "rumelia": 3, "seljuks": 2, "krim": 2, "golden_horde": 2,
    "egypt": 5, "syria": 3, "iraq": 4, "persia": 5, "azerbaijan": 2, "luristan": 1, "kurdistan": 2,
    "byzantium": 4, "achaea": 3, "albania": 2, "serbia": 2, "walachia": 2, "moldavia": 2, "trebizond": 2, "georgia": 2,
    "russian_principalities": 3, "moscovy": 3,
    "austria": 5, "tyrol": 1, "bohemia": 2, "hungary": 3, "transylvania": 1, "croatia": 1, "dalmatia": 2, "venice": 6,
    "papacy": 2, "spain": 5, "poland": 3, "lithuania": 2, "germany": 2,
}  # fmt: skip
COLOURS = {"turks": 6, "caliphate": 7, "orthodox": 10, "holy_league": 13}
# what the rules and scenarios call by name
NAMED = {
    "papacy/gendarmes", "byzantium/militia", "achaea/gendarmes", "achaea/fleet", "iraq/siege-train", "iraq/fleet",
    "persia/siege-train", "persia/fleet", "egypt/siege-train", "egypt/feudal-array", "egypt/fleet", "syria/feudal-array",
    "syria/fleet", "trebizond/fleet", "spain/fleet", "spain/garrison", "bohemia/wagenburg", "germany/professional-infantry",
    "austria/gendarmes", "austria/grenzer", "moscovy/feudal-array", "moscovy/siege-train", "moscovy/professional-infantry",
    "venice/garrison-1", "venice/garrison-2",
}  # fmt: skip
MERCENARIES = [
    "swiss",
    "landsknecht-1",
    "landsknecht-2",
    "st-john-1",
    "st-john-2",
    "black-band",
    "cossacks",
    "mamluks",
    "qizilibashi",
    "ghazis",
    "janissary-1",
    "janissary-2",
    "janissary-3",
    "bashi-bazouk-1",
    "bashi-bazouk-2",
]
LEADERS_OF_THE_TEXT = [
    "beyazid",
    "selim-i",
    "selim-ii",
    "suleiman",
    "kaietbai",
    "uzan",
    "jehan",
    "abu-said",
    "haidar",
    "constantine",
    "skanderbeg",
    "brankovic",
    "vlad",
    "hunyadi",
    "matthias",
    "frederick",
    "maximilian",
    "andrea-doria",
]
STRATAGEMS = {
    "administration": 6, "agent": 12, "alliance": 3, "crusade-jihad": 2, "french-alliance": 1, "holy-roman-empire": 1,
    "honors-of-war": 2, "jesuits-sufis": 3, "kaisar-i-rum": 1, "medicis-vizier": 2, "military-advance": 10,
    "portuguese-in-the-east": 1, "trade-agreement": 3, "truce": 2, "uprising": 3, "urbans-gun": 1, "weather": 4, "white-sheep": 1,
}  # fmt: skip
TYPES = "gendarmes feudal-array irregulars professional-infantry militia wagenburg siege-train siege-train-strong fleet leader"
DATES = {"1500-09": 8, "1540-49": 1, "1550-59": 1}


@pytest.fixture(scope="module")
def found() -> CounterSet:
    return read_counters("ottomans")


def group(found: CounterSet, head: str) -> list[Counter]:
    return [counter for name, counter in found.counters.items() if name.startswith(f"{head}/")]


def test_280_in_all_by_group(found: CounterSet) -> None:
    assert found.total == 280
    assert {nation: len(group(found, nation)) for nation in UNITS} == UNITS
    assert sum(UNITS.values()) == 102
    heads = Tally[str]()
    for name, counter in found.counters.items():
        head = name.split("/")[0]
        heads["unit" if head in UNITS else head] += counter.copies
    assert heads == {"unit": 102, "mercenary": 15, "leader": 33, "control": 52, "stratagem": 58, "marker": 20}


def test_nations_are_those_of_the_map(found: CounterSet) -> None:
    regions = {space.id: space.faction for space in load("ottomans").spaces.values() if space.kind == "land"}
    for nation in UNITS:
        emblem = found.sides[nation].emblem.replace("-", "_")
        home = {"papacy": "papal_states", "spain": "two_sicilies"}.get(nation, nation)
        assert regions[home] == emblem
        assert f"control/{nation.replace('_', '-')}" in found.counters
    assert Tally(found.sides[nation].emblem.replace("-", "_") for nation in UNITS) == COLOURS


def test_grounds_are_the_stripes_of_the_map(found: CounterSet) -> None:
    with (data_folder() / "styles" / "classic.toml").open("rb") as file:
        tints = tomllib.load(file)["area"]["factions"]
    for place, faction in enumerate(COLOURS):
        assert found.sides[faction].colour == tints[place]["stripe"]
    for nation in UNITS:
        assert found.sides[nation].colour == found.sides[found.sides[nation].emblem.replace("-", "_")].colour


def test_stripes_tell_the_nations_of_a_colour_apart(found: CounterSet) -> None:
    for faction in COLOURS:
        stripes = [found.sides[n].stripe for n in UNITS if found.sides[n].emblem.replace("-", "_") == faction]
        assert len(set(stripes)) == len(stripes)


def test_every_mercenary_has_one_control_marker(found: CounterSet) -> None:
    assert [counter.id for counter in group(found, "mercenary")] == [f"mercenary/{name}" for name in MERCENARIES]
    for name in (*MERCENARIES, "andrea-doria"):
        control = found.counters[f"control/{name}"]
        unit = found.counters.get(f"mercenary/{name}", found.counters[f"leader/{name}"] if name == "andrea-doria" else None)
        assert unit is not None
        assert control.side == unit.side
        assert unit.back is not None
        assert unit.back.values["code"] == "Merc"


def test_what_is_drawn_blind_has_one_back(found: CounterSet) -> None:
    backs = {
        (counter.back.layout, counter.back.symbol)
        for counter in (*group(found, "control"), *group(found, "stratagem"))
        if counter.back
    }
    assert len(backs) == 1
    assert found.layouts_by_name[backs.pop()[0]].ground.startswith("#")


def test_stratagems_and_their_copies(found: CounterSet) -> None:
    assert {c.id.split("/")[1]: c.copies for c in group(found, "stratagem")} == STRATAGEMS
    assert len({c.front.symbol for c in group(found, "stratagem")}) == len(STRATAGEMS)


def test_status_markers(found: CounterSet) -> None:
    assert {c.id: c.copies for c in group(found, "marker")} == {
        "marker/game-turn": 1, "marker/initiative": 1, "marker/pillage": 8, "marker/colonization-turks": 5,
        "marker/colonization-orthodox": 5,
    }  # fmt: skip


def test_ratings(found: CounterSet) -> None:
    for name in ("venice/garrison-1", "venice/garrison-2", "spain/garrison"):
        counter = found.counters[name]
        assert (counter.front.values["combat"], counter.front.values["mobility"]) == ("2", "1")
        assert counter.origins["front"] == "text"
    stated = {name for name, counter in found.counters.items() if counter.origins.get("front") == "text"}
    assert stated == {"venice/garrison-1", "venice/garrison-2", "spain/garrison"}


def test_what_the_text_names_is_text_and_nothing_else_is(found: CounterSet) -> None:
    units = {c.id for nation in UNITS for c in group(found, nation) if c.origins["id"] == "text"}
    assert units == NAMED
    assert {c.id.split("/")[1] for c in group(found, "leader") if c.origins["id"] == "text"} == set(LEADERS_OF_THE_TEXT)
    assert {c.origins["id"] for c in group(found, "mercenary")} == {"text"}
    assert {c.origins.get("copies") for c in group(found, "stratagem")} == {"reconstructed"}


def test_siege_trains_are_stronger_behind(found: CounterSet) -> None:
    trains = [counter for counter in found.counters.values() if counter.kind.id == "siege_train"]
    assert len(trains) == 9
    for train in trains:
        assert train.back is not None
        assert int(train.back.values["combat"]) > int(train.front.values["combat"])
        assert train.back.symbol != train.front.symbol


def test_dates_stand_on_backs(found: CounterSet) -> None:
    codes = Tally(c.back.values["code"] for nation in UNITS for c in group(found, nation) if c.back and "code" in c.back.values)
    assert codes == DATES
    assert all(c.back and c.back.values.get("code") == "1500-09" for c in group(found, "spain"))


def test_leaders(found: CounterSet) -> None:
    leaders = {c.id.split("/")[1]: c for c in group(found, "leader")}
    codes = Tally(c.back.values["code"] for c in leaders.values() if c.back)
    assert codes == {"1": 9, "2": 15, "-": 8, "Merc": 1}
    assert {name for name, c in leaders.items() if c.front.values.get("marks") == "anchor"} == {
        "barbarossa",
        "grimani",
        "andrea-doria",
    }
    assert all({"combat", "mobility", "command"} <= set(c.front.values) for c in leaders.values())
    regions = {space.name for space in load("ottomans").spaces.values()} | {"Two Sicilies"}
    assert all(c.back.values["region"] in regions for name, c in leaders.items() if c.back and name != "andrea-doria")


def test_all_have_two_sides(found: CounterSet) -> None:
    assert [name for name, counter in found.counters.items() if counter.back is None] == []


@pytest.mark.parametrize("style", ["classic", "mono"])
def test_nothing_prints_badly(found: CounterSet, style: str) -> None:
    assert counter_faults(found, load_style(style)) == []


@pytest.mark.cairo
@pytest.mark.parametrize("names", [TYPES.split(), ["turks", "caliphate", "orthodox", "holy-league"], list(STRATAGEMS)])
def test_symbols_differ_without_colour(names: list[str]) -> None:
    for one, other in combinations(names, 2):
        a, b = ink(one), ink(other)
        assert (a & b).sum() < 0.72 * (a | b).sum(), (one, other)


def ink(name: str) -> Any:
    """Return which pixels of a symbol are dark, drawn black on white 48 by 48."""
    import cairosvg
    import numpy as np
    from PIL import Image

    colours = {"ink": "black", "hole": "white", "none": "none"}
    paths = "".join(
        f'<path d="{part.d}" fill="{colours[part.fill]}" stroke="{colours[part.stroke]}" stroke-width="{part.width}"/>'
        for part in SYMBOLS[name]
    )
    ground = '<rect width="100" height="100" fill="white"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 100 100">{ground}{paths}</svg>'
    png = BytesIO(cairosvg.svg2png(bytestring=svg.encode()))
    return np.asarray(Image.open(png).convert("L")) < 128
