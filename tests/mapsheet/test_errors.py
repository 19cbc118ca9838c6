"""Errors: how a fault is told, and that noise stays readable."""

from __future__ import annotations

import pickle

import pytest

from mapsheet.errors import DataError, Fault, IllegalAction, MapsheetError, NotationError, clipped, nearest


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (Fault("is missing"), "is missing"),
        (Fault("is missing", "map.toml"), "map.toml: is missing"),
        (Fault("is missing", "map.toml", key="grid.rows"), "map.toml: grid.rows: is missing"),
        (Fault("wrong", "map.toml", 3, 7, "grid.rows"), "map.toml:3:7: wrong"),
        (Fault("wrong", "map.toml", 3), "map.toml:3:1: wrong"),
    ],
)
def test_a_fault_is_told_with_its_place(fault: Fault, told: str) -> None:
    assert str(fault) == told


def test_a_data_error_holds_all_faults() -> None:
    both = [Fault("one", "a", 1, 1), Fault("two", "a", 2, 1)]
    assert DataError(both).faults == both
    assert str(DataError(both)) == "a:1:1: one\na:2:1: two"
    assert DataError("text").faults == [Fault("text")]
    assert DataError(Fault("one")).faults == [Fault("one")]


def test_a_notation_error_says_what_was_expected_then_the_text() -> None:
    error = NotationError("a hex number", "9999")
    assert str(error) == "expected a hex number, got '9999'"
    assert (error.expected, error.text) == ("a hex number", "9999")


@pytest.mark.parametrize(
    "error",
    [DataError([Fault("one", "a", 1, 1), Fault("two", "a", 2)]), NotationError("a hex number", 99), IllegalAction("no (1.1)")],
)
def test_errors_travel_between_processes(error: MapsheetError) -> None:
    twin = pickle.loads(pickle.dumps(error))
    assert (type(twin), str(twin), vars(twin)) == (type(error), str(error), vars(error))


def test_all_are_of_one_family_with_their_kind() -> None:
    for family, kind in ((DataError, "data"), (NotationError, "notation"), (IllegalAction, "illegal")):
        assert issubclass(family, MapsheetError)
        assert family.kind == kind


def test_noise_is_clipped() -> None:
    assert clipped("short") == "'short'"
    assert len(clipped("x" * 10_000)) < 70
    assert clipped(16**5000) == "a number of thousands of digits"
    assert "\n" not in clipped("a\nb")


def test_the_nearest_known_name_is_offered() -> None:
    assert nearest("marhs", ["marsh", "clear"]) == " (did you mean 'marsh'?)"
    assert nearest("zzz", ["marsh", "clear"]) == " (known: clear, marsh)"
    assert nearest("zzz", []) == ""
    assert len(nearest("zzz", [f"name{k}" for k in range(1000)])) < 200
