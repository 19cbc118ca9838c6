"""The markers of Running Allies against the powers and tracks of its map."""

from __future__ import annotations

import pytest

from areamap import load
from mapsheet.counters import CounterSet, counter_faults, read_counters
from mapsheet.style import load_style

FLAGS = {"ottoman": 3, "spain": 3, "england": 3, "france": 3, "empire": 3, "protestant": 2}


@pytest.fixture(scope="module")
def found() -> CounterSet:
    return read_counters("allies")


def test_a_flag_for_every_track_that_a_power_has_one_on(found: CounterSet) -> None:
    board = load("allies")
    flags = dict.fromkeys(FLAGS, 0)
    for link in board.links:
        if link.kind == "influence":
            flags[link.a] += 1
    assert flags == FLAGS
    assert {power: found.counters[f"influence/{power}"].copies for power in FLAGS} == FLAGS


def test_powers_and_minors_are_those_of_the_map(found: CounterSet) -> None:
    board = load("allies")
    powers = {space.id for space in board.spaces.values() if space.kind == "power"}
    minors = {space.id for space in board.spaces.values() if space.kind == "minor"}
    for kind in ("influence", "control", "score"):
        assert {name.split("/")[1] for name in found.counters if name.startswith(f"{kind}/")} == powers
    assert {name.split("/")[1] for name in found.counters if name.startswith("minor/")} == minors
    for power in powers:
        assert found.sides[power].colour == board.factions[power].colour


def test_control_is_square_before_and_a_hexagon_behind(found: CounterSet) -> None:
    for power in FLAGS:
        counter = found.counters[f"control/{power}"]
        assert counter.back is not None
        assert (counter.front.layout, counter.back.layout) == ("control", "control_hex")


def test_96_in_all_with_two_sides(found: CounterSet) -> None:
    assert found.total == 96
    assert all(counter.back for counter in found.counters.values())
    assert {found.counters[f"{kind}/{ally}"].copies for kind in ("baseline", "ally") for ally in ("ottoman", "empire")} == {1}


@pytest.mark.parametrize("style", ["classic", "mono"])
def test_nothing_prints_badly(found: CounterSet, style: str) -> None:
    assert counter_faults(found, load_style(style)) == []
