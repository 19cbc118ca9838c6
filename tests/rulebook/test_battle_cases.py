"""The rules of the battles, case by case: `cases/*.txt` say what is before, what is done and what must be true after."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.rulebook.case_run import Run
from tests.rulebook.casebook import Case, all_cases

CASES = all_cases()


@pytest.fixture(scope="session")
def grounds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("grounds")


@pytest.mark.parametrize("case", CASES, ids=[f"{case.name} {case.rule}" for case in CASES])
def test_case(case: Case, grounds: Path) -> None:
    Run(case, grounds).go()


def test_every_case_has_a_name_of_its_own() -> None:
    assert [name for name, times in Counter(case.name for case in CASES).items() if times > 1] == []
