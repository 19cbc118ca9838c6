"""The rules of the battles, case by case: `cases/*.txt` say what is before, what is done and what must be true after."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import rulebook
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


# the numbered tests that the rules are worked out by: every one is a case, or stands in another test
NUMBERED = {
    "MV": range(1, 10), "FI": range(1, 11), "ME": range(1, 10), "MO": range(1, 11), "SC": range(1, 6), "EL": range(1, 9), "WG": range(1, 11),
    "VP": range(1, 6), "SQ": range(1, 17), "FT": (1, 2, 3, 4, 5, 7, 8, 9, 10), "CC": (1, 2, 3, 4, 5, 6, 8, 9, 10, 11), "AD": (*range(1, 8), 9, 10, 11),
    "CH": (*range(1, 9), 9, 11, 12, 13, 14), "DC": (3, 4, 5, 6, 10, 11, 12, 13, 14, *range(16, 24), 25, 26, 27, 28, 30, 31),
    "RT": (1, 2, 3, 4, 5, *range(7, 14), 15, 16, *range(19, 24), *range(25, 35), 36, 37), "LOS": range(1, 29),
}  # fmt: skip
ELSEWHERE = {
    "MO-10": "EL-05: three off the morale of whom elephants attack",
    "SQ-01": "test_who_begins", "SQ-05": "MV-12",
    "DC-24": "", "RT-28": "AD-02: the same retreat",
    "LOS-07": "tests/hexmap: no village on these maps", "LOS-08": "tests/hexmap: no grove",
    "LOS-14": "tests/hexmap: no weapon reaches five hexes", "LOS-17": "no such number", "LOS-28": "tests/hexmap: both ways the same",
}  # fmt: skip


def test_every_numbered_test_is_a_case() -> None:
    there = {re.sub(r"[a-z]+$", "", case.name) for case in CASES} | set(ELSEWHERE)
    wanted = {f"{kind}-{number:02}" for kind, numbers in NUMBERED.items() for number in numbers}
    assert wanted - there == set()


@pytest.mark.parametrize(("title", "first"), [("bannockburn", "scots"), ("angorra", "tartars")])
def test_who_begins(title: str, first: str) -> None:
    """Set-up is over when every unit with two modes has one; then who moves first moves (15.1)."""
    game = rulebook.new(title)
    while game.state["phase"] == "setup":
        game.do(1)
    assert (game.state["turn"], game.state["side"], game.state["phase"], game.decider) == (1, first, "move", first)
