"""Set-ups of area maps: every fault at its place, the shipped ones against the rulebooks, sheets and map from one list."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

import areamap
from areamap.checking import examine
from areamap.cli.door import door
from areamap.draw import Deployed, draw_deployed
from areamap.scenario import Scenario, find_scenario, read_scenario, scenario_faults, scenarios
from areamap.setup import setup_of
from mapsheet.box import Box
from mapsheet.counters import CounterSet, read_counters
from mapsheet.errors import DataError
from mapsheet.pages.master import Node, read_master
from mapsheet.setup.plan import Setup
from mapsheet.setup.sheet import setup_sheets
from mapsheet.source import data_folder
from mapsheet.style import load_style
from mapsheet.units import PAPERS, Size
from tests.areamap.test_formats import MAP, PAGE, TOPOLOGY
from tests.counters_text import counters_text

SAMPLE = next(text for text in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL) if 'format = "scenario/1"' in text)
COUNTERS = counters_text(
    "The Gulf", {"north": "#9CB4D9", "south": "#D9B49C"}, {"foot": 'class = "army"', "fleet": 'class = "fleet"'},
    {"north/foot": 3, "south/foot": 1, "south/fleet": 1},
)  # fmt: skip
SHIPPED = [(title, name) for title in ("ottomans", "byzantium", "allies") for name in scenarios(data_folder() / title)]


def gulf(folder: Path, text: str = SAMPLE) -> Path:
    title = folder / "gulf"
    title.mkdir(exist_ok=True)
    land = MAP.replace('entry = "any(nation(north), not(held(moor)))"', 'entry = "nation(north)"')
    extra = '[space.waste]\nkind = "closed"\nname = "The Waste"\n'
    for name, words in (("map.toml", land.replace("[[link]]", f"{extra}[[link]]", 1)), ("map.topojson", TOPOLOGY),
                        ("counters.toml", COUNTERS), ("scenario-landing.toml", text)):
        (title / name).write_text(words, "utf-8")
    return title


# -- what is wrong -------------------------------------------------------------------------------------------------------

FAULTS: dict[str, tuple[tuple[str, str], str, str]] = {
    "no such space": (('at = "haven"', 'at = "havn"'), "unit.2.at", "haven"),
    "no such box": (('at = "haven"', 'at = "turn/9"'), "unit.2.at", "a box of turn"),
    "no such track": (('at = "haven"', 'at = "tern/1"'), "unit.2.at", "turn"),
    "closed": (('at = "haven"', 'at = "waste"'), "unit.2.at", "The Waste is closed"),
    "closed to that side": (('at = "haven"', 'at = "vale"'), "unit.2.at", "The Vale is closed to south (18.5)"),
    "fleet on land": (('at = "gulf"', 'at = "moor"'), "unit.1.at", "land, where no fleet can be"),
    "army at sea": (('at = "haven"', 'at = "gulf"'), "unit.2.at", "water, where no army can be"),
    "over its limit": (('at = "vale", copies = 2', 'at = "haven", copies = 2'), "unit.2.at", "holds 2, and this makes 3"),
    "unknown counter": (('"south/foot"', '"south/foote"'), "unit.2.counter", "south/foot"),
    "too often": (("copies = 2", "copies = 3"), "reserve.0.counter", "places north/foot 4 times, and there is 3"),
    "forgotten": (("copies = 2", "copies = 1"), "scenario", "north/foot (1 of 3)"),
    "wider space": (('within = "moor"', 'within = "moot"'), "unit.2.within", "moor"),
    "another map": (('map = "gulf"', 'map = "golf"'), "map", "expected gulf"),
    "no fact": (('"nation(south)"', '"nation("'), "facts.south.0", "fact"),
    "limit nowhere": (("haven = 2", "heaven = 2"), "limit.heaven", "haven"),
    "entry nowhere": (('turn = 2, at = "vale"', 'turn = 2, at = "vail"'), "reserve.0.at", "vale"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_stands_at_its_place(tmp_path: Path, name: str) -> None:
    (old, new), key, says = FAULTS[name]
    assert old in SAMPLE
    text = SAMPLE.replace(old, new, 1)
    path = gulf(tmp_path, text) / "scenario-landing.toml"
    found = {fault.key: fault for fault in scenario_faults(path)}
    assert key in found, found
    fault = found[key]
    assert says in fault.message
    assert (fault.file, fault.line is not None, fault.column is not None) == (str(path), True, True)
    value = key.split(".")[-1]
    assert value.isdigit() or value in text.splitlines()[(fault.line or 1) - 1]


def test_all_faults_at_once_also_by_check_and_setup(tmp_path: Path) -> None:
    text = SAMPLE.replace('at = "haven"', 'at = "havn"').replace('at = "gulf"', 'at = "moor"').replace("copies = 2", "copies = 9")
    title = gulf(tmp_path, text)
    path = title / "scenario-landing.toml"
    keys = ["unit.0.counter", "unit.1.at", "unit.2.at"]
    assert [fault.key for fault in scenario_faults(path)] == keys
    assert [fault.key for fault in examine(path).faults] == keys
    assert [fault.key for fault in examine(title).faults if fault.file == str(path)] == keys
    ran = CliRunner().invoke(door, ["setup", str(title)])
    assert isinstance(ran.exception, DataError)
    assert [fault.key for fault in ran.exception.faults] == keys


def test_the_sample_is_sound_and_printed(tmp_path: Path) -> None:
    title = gulf(tmp_path)
    assert scenario_faults(title / "scenario-landing.toml") == []
    told = CliRunner().invoke(door, ["setup", str(title)]).stdout
    assert told.splitlines()[0] == "The Gulf · The landing"
    assert "Haven*" in told
    with pytest.raises(DataError, match="no scenario of this title"):
        find_scenario(title, "landings")


# -- the shipped ones ------------------------------------------------------------------------------------------------------


@cache
def given(title: str, name: str) -> tuple[areamap.AreaMap, Scenario, CounterSet, Setup]:
    board, counters = areamap.load(title), read_counters(title)
    found = read_scenario(find_scenario(title, name), board, counters)
    return board, found, counters, setup_of(board, found, counters)


@pytest.mark.parametrize(("title", "name"), SHIPPED)
def test_every_counter_of_a_title_is_accounted_for(title: str, name: str) -> None:
    _, found, counters, setup = given(title, name)
    unused = sum(
        c.copies for c in counters.counters.values() if {c.id, c.side.id, c.kind.id} & set(found.muster.unused)
    )
    assert sum(sum(side.counts) for side in setup.sides) + unused == counters.total


def where(title: str, name: str) -> dict[str, str]:
    return {station.counter: station.at for station in given(title, name)[1].stations}


def pile(title: str, name: str, id_: str) -> set[str]:
    return {reserve.counter for reserve in given(title, name)[1].muster.reserves if reserve.pile == id_}


def test_the_first_scenario_of_the_ottomans_as_the_rules_have_it() -> None:
    at = where("ottomans", "s1")
    assert {at[f"mercenary/janissary-{k}"] for k in (1, 2)} == {"city_bursa", "city_thessalonica"}
    assert at["mercenary/st-john-1"] == "rhodes"
    assert {at["venice/garrison-1"], at["venice/garrison-2"]} == {"crete", "cyprus"}
    byzantine = {place for counter, place in at.items() if counter.startswith("byzantium/") and "fleet" not in counter}
    assert byzantine == {"city_constantinople"}, "none in Thessalonica"
    assert pile("ottomans", "s1", "dead") == {
        "papacy/gendarmes", "byzantium/militia", "achaea/gendarmes", "iraq/siege-train", "iraq/fleet", "persia/fleet",
        "persia/siege-train", "egypt/siege-train",
    }
    assert not any(counter.startswith(("spain/", "moscovy/")) for counter in at)
    assert "leader/selim-ii" in pile("ottomans", "s1", "out")


def test_the_second_scenario_of_the_ottomans_as_the_rules_have_it() -> None:
    at = where("ottomans", "s2")
    assert {at[f"mercenary/janissary-{k}"] for k in (1, 2, 3)} == {"byzantium"}
    assert at["spain/garrison"] == "city_malta"
    assert at["spain/tercio"] == "two_sicilies"
    assert pile("ottomans", "s2", "dead") == {
        "bohemia/wagenburg", "byzantium/militia", "byzantium/feudal-array", "byzantium/irregulars", "byzantium/fleet",
        "achaea/gendarmes", "achaea/fleet", "trebizond/fleet", "spain/fleet", "egypt/feudal-array", "egypt/fleet",
        "syria/feudal-array", "syria/fleet",
    }
    assert len(pile("ottomans", "s2", "fallen")) == 16, "fifteen by name, and Mehmed II"
    assert all(station.back for station in given("ottomans", "s2")[1].stations if station.counter.endswith("siege-train"))


@pytest.mark.parametrize("name", ["s1", "s2", "s3", "s4"])
def test_neutral_units_are_spread_evenly_over_their_cities(name: str) -> None:
    board, found, _, _ = given("ottomans", name)
    for region in {station.within for station in found.stations if station.within}:
        held = Counter(s.at for s in found.stations if s.within == region and s.counter.split("/")[0] != "mercenary")
        counts = [held[city.id] for city in board.cities_of(region)]
        assert not counts or max(counts) - min(counts) <= 1, region


def test_what_comes_by_turn_in_the_long_scenario() -> None:
    _, found, _, _ = given("ottomans", "s4")
    by_turn: dict[int, set[str]] = {}
    for reserve in found.muster.reserves:
        if reserve.turn is not None:
            by_turn.setdefault(reserve.turn, set()).add(reserve.counter)
    assert by_turn[4] == {"control/landsknecht-1", "control/landsknecht-2"}
    assert by_turn[10] == {"austria/gendarmes"}
    assert by_turn[11] == {"moscovy/professional-infantry"}
    assert {"control/spain", "control/moscovy", "leader/selim-ii", "germany/professional-infantry"} <= by_turn[6]


def test_the_campaign_as_its_sheet_has_it() -> None:
    _, found, _, _ = given("byzantium", "campaign")
    at = Counter(station.at for station in found.stations)
    place = {station.counter.removeprefix("byzantium/"): station for station in found.stations}
    assert [s.at for s in found.stations if s.counter.startswith("byzantium/faction-")].count("constantinople") == 9
    assert at["omnibus/5"] == 2
    for path, back in (("a", False), ("b", True), ("g", True)):
        armies = [s for s in found.stations if s.counter.startswith(f"byzantium/army-{path}")]
        assert Counter(s.at for s in armies) == {f"zone_{path}": 1, f"reserves_{path}": 4}
        assert {s.back for s in armies} == {back}
    assert (place["army-d-persia"].at, place["army-e-persia"].at, place["army-z-nomads"].at) == ("iberia", "persia", "syria")
    assert (place["kan"].at, place["dynasty-justinian"].at) == ("chronographia/V", "chronographia/III")
    sizes = [len(pile("byzantium", "campaign", f"mug_{name}")) for name in ("chits", "dynasty", "basileus", "patriarch")]
    assert sizes == [28, 12, 6, 9]


def test_the_millennium_as_its_sheet_has_it() -> None:
    _, found, _, _ = given("byzantium", "millennium")
    armies = Counter(s.at for s in found.stations if re.match(r"byzantium/army-[abg]\d", s.counter))
    assert [armies[f"zone_{path}"] for path in "abg"] == [2, 3, 2]
    at = where("byzantium", "millennium")
    assert [at[f"byzantium/{name}"] for name in ("army-d-armenia", "army-e-buyids", "army-z-saracens")] == [
        "lesser_armenia", "melitene", "cilicia",
    ]
    assert {s.at for s in found.stations if s.counter == "byzantium/akritai"} == {"cappadocia", "ephesus"}
    assert pile("byzantium", "millennium", "mug_chits") == {f"byzantium/chit-{k}" for k in range(15, 29)}
    assert (found.muster.first_turn, found.muster.last_turn) == (15, 27)


# -- drawn ---------------------------------------------------------------------------------------------------------------


def grounds(svg: str) -> list[Node]:
    """Return for each counter of a picture the shape that it is printed on: the first thing drawn of it."""
    found = [node for node in read_master(svg).walk() if node.attributes.get("id", "").startswith("piece-")]
    return [next(child for part in node.children if part.name == "g" for child in part.children) for node in found]


def pieces(svg: str) -> Counter[str]:
    """Return how many counters of each kind a picture shows, by the groups' own ids."""
    found: Counter[str] = Counter()
    for before, after in re.findall(r'<g ([^>]*?)id="piece-[^"]*"([^>]*)>', svg):
        attributes = dict(re.findall(r'([\w-]+)="([^"]*)"', before + after))
        found[attributes["data-counter"]] += int(attributes.get("data-copies", 1))
    return found


@pytest.mark.parametrize(("title", "name"), [one for one in SHIPPED if one[0] == "byzantium" or one[1] == "s2"])
def test_the_sheets_and_the_map_show_the_same_counters(title: str, name: str) -> None:
    board, found, counters, setup = given(title, name)
    drawn: Counter[str] = Counter()
    for svg in draw_deployed(board, None, Deployed(found.stations, counters)):
        drawn += pieces(svg)
    printed: Counter[str] = Counter()
    for page in setup_sheets(setup, load_style("classic"), Size(*PAPERS["a4"])):
        printed += pieces(page.svg)
    for side in setup.sides:
        for block in (*side.turns, *side.piles):
            for entry in block.entries:
                printed[entry.counter.id] -= entry.copies
    assert drawn == +printed


@pytest.mark.parametrize(("title", "name"), [("ottomans", "s3"), ("byzantium", "millennium"), ("allies", "start")])
def test_nothing_on_a_sheet_is_clipped_or_covers_anything(title: str, name: str) -> None:
    size = Size(*PAPERS["a4"])
    for page in setup_sheets(given(title, name)[3], load_style("classic"), size):
        found = list(read_master(page.svg).walk())
        lying = [ground.box for ground in grounds(page.svg)]
        (layer,) = (node for node in found if node.attributes.get("id") == "layer-words")
        words = [child.box for child in layer.children if "aria-label" in child.attributes]
        for box in (*lying, *words):
            assert Box(8, 8, size.width - 8, size.height - 8).holds(box)
        for k, one in enumerate(lying):
            assert not any(one.grown(-0.1).overlaps(other) for other in (*lying[k + 1 :], *words))
        for k, one in enumerate(words):
            assert not any(one.grown(-0.05).overlaps(other.grown(-0.05)) for other in words[k + 1 :])


def test_tiles_of_a_board_lie_in_their_slots() -> None:
    board, found, counters, _ = given("byzantium", "campaign")
    svg = draw_deployed(board, None, Deployed(found.stations, counters))[0]
    every = [ground.box for ground in grounds(svg)]
    assert not any(one.grown(-0.1).overlaps(other) for k, one in enumerate(every) for other in every[k + 1 :])
    slots = [node.box for node in read_master(svg).walk() if node.name == "rect" and 13 < node.box.width < 14.5]
    assert all(any(slot.holds(one, slack=0.3) for slot in slots) for one in every)
