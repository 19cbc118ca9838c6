"""The coverage index is true: functions and tests that it names exist, and no case is missing from it."""

from __future__ import annotations

import ast
from functools import cache
from importlib import import_module

import pytest

from rulebook.cases import KINDS, SHOWN, Case, cases_of, counts, index_files, read_cases
from rulebook.titles import TITLES
from tests.house.tree import ROOT

CASES = {path.stem: read_cases(path) for path in index_files()}
EVERY = [case for index in CASES.values() for case in index.cases]


@cache
def names_in(file: str) -> frozenset[str]:
    """Return the tests in a file, those of classes as `Class::test`."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    found = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for group in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        found |= {f"{group.name}::{node.name}" for node in group.body if isinstance(node, ast.FunctionDef)}
    return frozenset(found)


def is_function(dotted: str) -> bool:
    parts = dotted.split(".")
    for end in range(len(parts) - 1, 0, -1):
        try:
            value: object = import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for name in parts[end:]:
            value = getattr(value, name, None)
        return callable(value) or value is not None
    return False


def is_test(id_: str) -> bool:
    """Tell whether a test is there: in Python, or as a case of a text file."""
    file, _, name = id_.partition("::")
    if not (name and (ROOT / file).is_file()):
        return False
    if file.endswith(".py"):
        return name.partition("[")[0] in names_in(file)
    return any(line.startswith(f"case {name} ") for line in (ROOT / file).read_text("utf-8").splitlines())


def test_every_title_that_has_an_index_can_be_played() -> None:
    assert {title for index in CASES.values() for title in index.titles} <= set(TITLES)
    assert {"bannockburn", "angorra", "allies"} <= {title for index in CASES.values() for title in index.titles}


def test_how_many_cases_there_are() -> None:
    assert {name: len(index.cases) for name, index in CASES.items()} == {"allies": 67, "battles": 222}
    assert len(cases_of("bannockburn")) == sum(case.id[0] in "SB" for case in CASES["battles"].cases)
    assert {case.kind for case in EVERY} == set(KINDS)


@pytest.mark.parametrize("case", EVERY, ids=[case.id for case in EVERY])
def test_what_the_index_names_is_there(case: Case) -> None:
    assert [name for name in case.by if not is_function(name)] == []
    assert [name for name in case.test if not is_test(name)] == []
    if case.shown:
        assert case.kind in SHOWN
        assert (ROOT / case.shown.partition(":")[0]).exists()


def test_no_case_is_open() -> None:
    assert [case.id for case in EVERY if not case.is_covered] == []


def test_counts() -> None:
    cases = (
        Case("1", "a", "rules", ("f",), ("t",)),
        Case("2", "b", "note", shown="x"),
        Case("3", "c", "rules", ("f",)),
        Case("4", "d", "note"),
    )
    assert counts(cases) == {"cases": 4, "implemented": 1, "shown": 1, "open": 2}


def test_the_guard_sees() -> None:
    assert is_function("rulebook.game.Game.do")
    assert not is_function("rulebook.game.Game.dare")
    assert not is_function("rulebook.gone.Game")
    assert is_test("tests/rulebook/test_cases.py::test_counts")
    assert not is_test("tests/rulebook/test_cases.py::test_gone")
    assert not is_test("tests/rulebook/gone.py::test_counts")
    assert is_test("tests/rulebook/cases/fire.txt::FI-01")
    assert not is_test("tests/rulebook/cases/fire.txt::FI-0")
