"""Set-ups of hex maps: every fault at its place, the sheets and the map from one list, and nothing over anything else."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import hexmap
from hexmap.checking import check_path
from hexmap.cli.door import door
from hexmap.draw import draw_sheet
from hexmap.setup import find_setup, read_setup, setup_of
from mapsheet.box import Box
from mapsheet.errors import DataError, Fault
from mapsheet.pages.master import read_master
from mapsheet.setup.plan import Setup
from mapsheet.setup.sheet import setup_sheets
from mapsheet.style import load_style
from mapsheet.units import PAPERS, Size
from tests.hexmap.worlds_setup import SETUP, made

BATTLES = ("bannockburn", "angorra")
GOLDEN = Path(__file__).parent / "golden"


@cache
def setup(name: Path | str) -> tuple[Setup, str]:
    """Return a title's set-up and its map figure."""
    board = hexmap.load(name)
    position = read_setup(find_setup(name), board, name)
    assert position.counters is not None
    return setup_of(board, position, position.counters), draw_sheet(board, position=position).svg


def faults_of(path: Path) -> list[Fault]:
    with pytest.raises(DataError) as caught:
        check_path(str(path))
    return caught.value.faults


# -- what is wrong -------------------------------------------------------------------------------------------------------

FAULTS: dict[str, tuple[tuple[str, str], str, str]] = {
    "off the map": (('at = "0205"', 'at = "0909"'), "unit.2.at", "hex"),
    "shared": (('at = "0205"', 'at = "0202"'), "unit.2.at", "0202 is held by unit.0"),
    "prohibited": (('at = "0203+0202"', 'at = "0303+0302"'), "unit.0.at", "prohibited"),
    "unknown counter": (('"red/foot-1"', '"red/foot-9"'), "unit.2.counter", "no counter of this name"),
    "too often": (('"blue/foot-1"', '"red/foot-1"'), "unit.3.counter", "places red/foot-1 twice, and there is a single one"),
    "too many copies": (("copies = 2", "copies = 4"), "reserve.1.counter", "places blue/levy 5 times, and there is 3"),
    "forgotten": (("copies = 2", "copies = 1"), "scenario", "blue/levy (1 of 3)"),
    "wide in one hex": (('at = "0203+0202"', 'at = "0203"'), "unit.0.at", "is a counter for two hexes"),
    "narrow in two": (('at = "0205"', 'at = "0205+0204"'), "unit.2.at", "is a counter for one hex"),
    "no pile": (('pile = "camp"', 'pile = "tent"'), "reserve.1.pile", "no [pile.tent]"),
    "no such entry": (('at = "west"', 'at = "nowhere"'), "reserve.0.at", "expected"),
    "after the last turn": (("\nturn = 3", "\nturn = 99"), "reserve.0.turn", "the set-up has the turns 1 to 4, got 99"),
    "last turn first": (("last_turn = 4", "first_turn = 5\nlast_turn = 4"), "scenario.last_turn", "before the first"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_stands_at_its_place(tmp_path: Path, name: str) -> None:
    (old, new), key, says = FAULTS[name]
    assert old in SETUP
    text = SETUP.replace(old, new, 1)
    path = made(tmp_path, text) / "setup.toml"
    found = {fault.key: fault for fault in faults_of(path)}
    assert key in found, found
    fault = found[key]
    assert says in fault.message
    assert fault.file == str(path)
    assert fault.line is not None
    line = text.splitlines()[fault.line - 1]
    assert key.rpartition(".")[2] in line, "the line holds the key"


def test_all_faults_at_once_also_from_the_map_and_the_command(tmp_path: Path) -> None:
    text = SETUP.replace('at = "0205"', 'at = "0909"', 1).replace("copies = 2", "copies = 9")
    text = text.replace('"blue/foot-1"', '"blue/feet"', 1)
    title = made(tmp_path, text)
    keys = [fault.key for fault in faults_of(title / "setup.toml")]
    assert keys == ["scenario", "unit.2.at", "unit.3.counter", "reserve.1.counter"]
    assert [fault.key for fault in faults_of(title)] == keys, "check reads a title's set-ups"
    ran = CliRunner().invoke(door, ["setup", str(title)])
    assert isinstance(ran.exception, DataError)
    assert [fault.key for fault in ran.exception.faults] == keys
    lines = [str(fault) for fault in ran.exception.faults]
    assert all(re.match(rf"{re.escape(str(title))}/setup.toml:\d+:\d+: ", line) for line in lines)


def test_a_set_up_without_faults_is_sound(tmp_path: Path) -> None:
    assert check_path(str(made(tmp_path) / "setup.toml")) == {}
    for title in BATTLES:
        check_path(title)


def test_reserves_need_a_scenario(tmp_path: Path) -> None:
    text = re.sub(r"\[scenario\].*?(?=\[pile)", "", SETUP, flags=re.DOTALL)
    keys = [fault.key for fault in faults_of(made(tmp_path, text) / "setup.toml")]
    assert sorted(keys) == ["pile", "reserve"]


def test_a_position_that_is_no_set_up_may_leave_counters_out(tmp_path: Path) -> None:
    text = 'format = "position/1"\nmap = "ford"\n[[unit]]\nat = "0205"\ncounter = "red/foot-1"\n'
    assert check_path(str(made(tmp_path, text) / "setup.toml")) == {}


def test_queries_refuse_what_check_refuses(tmp_path: Path) -> None:
    title = made(tmp_path, SETUP.replace('at = "0205"', 'at = "0202"', 1))
    with pytest.raises(DataError, match=r"held by unit\.0"):
        hexmap.load(title).los("0101", "0501", position=title / "setup.toml")


def test_an_unknown_scenario_names_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no set-up of this title"):
        find_setup(made(tmp_path), "dusk")


# -- one list ------------------------------------------------------------------------------------------------------------


def pieces(svg: str) -> dict[str, int]:
    """Return how many counters of each kind a picture shows, by the ids of their groups."""
    found: dict[str, int] = {}
    for name, rest in re.findall(r'<g ([^>]*?)id="piece-[^"]*"([^>]*)>', svg):
        attributes = dict(re.findall(r'([\w-]+)="([^"]*)"', name + rest))
        id_ = attributes["data-counter"]
        found[id_] = found.get(id_, 0) + int(attributes.get("data-copies", 1))
    return found


def on_sheets(given: Setup) -> dict[str, int]:
    """Return the counters of the section of the map, by the sheets' own ids and places."""
    found: dict[str, int] = {}
    for page in setup_sheets(given, load_style("classic"), Size(*PAPERS["a4"])):
        for id_, count in pieces(page.svg).items():
            found[id_] = found.get(id_, 0) + count
    waiting = [entry for side in given.sides for block in (*side.turns, *side.piles) for entry in block.entries]
    for entry in waiting:
        found[entry.counter.id] -= entry.copies
    return {id_: count for id_, count in found.items() if count}


@pytest.mark.parametrize("name", [*BATTLES, "ford"])
def test_the_sheets_and_the_map_show_the_same_counters(tmp_path: Path, name: str) -> None:
    given, figure = setup(made(tmp_path) if name == "ford" else name)
    assert pieces(figure) == on_sheets(given)


def test_the_numbers_of_the_battles_are_the_orders_of_battle() -> None:
    told = {name: {side.name: (sum(side.counts), side.counts) for side in setup(name)[0].sides} for name in BATTLES}
    assert told == {
        "bannockburn": {"English": (46, (46, 0, 0)), "Scots": (24, (16, 0, 8))},
        "angorra": {"Ottomans": (31, (31, 0, 0)), "Tartars": (39, (39, 0, 0))},
    }


def test_the_command_lists_and_prints(tmp_path: Path) -> None:
    title = made(tmp_path)
    run = CliRunner().invoke
    answer: dict[str, Any] = json.loads(run(door, ["setup", str(title), "--json"]).stdout)
    assert [(side["side"], side["counters"]) for side in answer["sides"]] == [("red", 3), ("blue", 5)]
    blue = answer["sides"][1]
    assert [block["group"] for block in blue["by_turn"]] == ["Turn 1", "Turn 2", "Turn 3", "Turn 4"]
    assert blue["by_turn"][2]["counters"][0]["at"] == "west"
    assert blue["off_map"][0]["counters"] == [{"counter": "blue/levy", "copies": 2, "at": "", "where": "", "back": False}]
    words = run(door, ["setup", str(title)]).stdout.splitlines()
    assert words[1] == "red: 3 counters: 3 on the map"
    out = tmp_path / "out.svg"
    run(door, ["setup", str(title), "-o", str(out)])
    assert sorted(path.name for path in tmp_path.glob("out*.svg")) == ["out-1.svg", "out-2.svg", "out-3.svg"]
    assert "1 : " not in (tmp_path / "out-3.svg").read_text("utf-8"), "the small map fits at true size"
    assert "true size" in (tmp_path / "out-3.svg").read_text("utf-8")


def test_a_map_made_smaller_says_by_how_much() -> None:
    from mapsheet.setup.mapfigure import map_pages

    (page,) = map_pages(setup("bannockburn")[1], load_style("classic"), Size(210, 297), "fit", "Bannockburn")
    assert re.search(r'aria-label="Bannockburn: the set-up, 1 : 2\.\d\d of true size"', page.svg)
    assert re.search(r'<svg [^>]*(width|height)="210mm"', page.svg)


# -- drawn ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.parametrize("name", BATTLES)
def test_nothing_on_a_sheet_is_clipped_or_covers_anything(name: str, paper: str) -> None:
    size = Size(*PAPERS[paper])
    for page in setup_sheets(setup(name)[0], load_style("classic"), size):
        master = read_master(page.svg)
        found = list(master.walk())
        lying = [node.box for node in found if node.attributes.get("id", "").startswith("piece-")]
        (layer,) = (node for node in found if node.attributes.get("id") == "layer-words")
        words = [child.box for child in layer.children if "aria-label" in child.attributes]
        assert lying, "there are counters"
        for box in (*lying, *words):
            assert Box(8, 8, size.width - 8, size.height - 8).holds(box)
        for k, one in enumerate(lying):
            assert not any(one.grown(-0.1).overlaps(other) for other in lying[k + 1 :])
            assert not any(one.grown(-0.1).overlaps(other) for other in words)
        for k, one in enumerate(words):
            assert not any(one.grown(-0.05).overlaps(other.grown(-0.05)) for other in words[k + 1 :])


def test_a_paper_too_small_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="too small"):
        setup_sheets(setup(made(tmp_path))[0], load_style("classic"), Size(60, 60))


def test_the_golden_sheet(tmp_path: Path) -> None:
    given, _ = setup(made(tmp_path))
    page = setup_sheets(given, load_style("classic"), Size(*PAPERS["a5"]))[1]
    assert page.svg == (GOLDEN / "setup-ford-blue.svg").read_text("utf-8")
