"""The rules of the battles, case by case: `cases/*.txt` say what is before, what is done and what must be true after."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import rulebook
from tests.rulebook.case_run import Run
from tests.rulebook.casebook import Case, all_cases, read_cases

CASES = all_cases()


@pytest.fixture(scope="session")
def grounds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("grounds")


@pytest.mark.parametrize("case", CASES, ids=[f"{case.name} {case.rule}" for case in CASES])
def test_case(case: Case, grounds: Path) -> None:
    Run(case, grounds).go()


def test_every_case_has_a_name_of_its_own() -> None:
    assert [name for name, times in Counter(case.name for case in CASES).items() if times > 1] == []


WRONG = """
case X-1 5.12 what is said here is not so
bannockburn scots move 1
plain
unit keith-1 1020 face 1
unit keith-2 1022 rout 1
leader DOU 1020
"""


@pytest.mark.parametrize(
    "line",
    [
        "offers pick 1022", "lacks pick 1020", "only pass", "each pick : 1020", "steps N", "refuse pick 1020 : 5.11",
        "refuse pick 1022 : 9.9", "do pick 1022", "at keith-1 1021", "rout keith-2 2", "face keith-1 0", "lance keith-1 yes",
        "disobeyed DOU yes", "captured DOU english", "ends keith-1 : 1021", "phase fire", "by english", "turn 2", "over yes",
        "points scots 1", "level nobody", "rolled 1", "noted 9.9", "dice 1",
    ],
)  # fmt: skip
def test_the_runner_sees_what_is_not_so(line: str, tmp_path: Path) -> None:
    (tmp_path / "wrong.txt").write_text(f"{WRONG}{line}\n")
    with pytest.raises(AssertionError):
        Run(next(read_cases(tmp_path / "wrong.txt")), tmp_path).go()


@pytest.mark.parametrize("line", ["pick 1020", "unti keith-1 1020", "unit nobody 1020", "unit keith-1 1020 with DOU"])
def test_a_line_that_says_nothing_known_is_refused(line: str, tmp_path: Path) -> None:
    (tmp_path / "wrong.txt").write_text(f"{WRONG}{line}\n")
    with pytest.raises((ValueError, KeyError)):
        Run(next(read_cases(tmp_path / "wrong.txt")), tmp_path).go()


# the numbered tests that the rules are worked out by: every one is a case, or stands in another test
NUMBERED = {
    "MV": range(1, 10), "FI": range(1, 11), "ME": range(1, 10), "MO": range(1, 11), "SC": range(1, 6), "EL": range(1, 9),
    "WG": range(1, 11), "VP": range(1, 6), "SQ": range(1, 17), "FT": (*range(1, 6), *range(7, 11)), "AD": range(1, 12),
    "CC": (*range(1, 7), *range(8, 12)), "CH": (*range(1, 10), *range(11, 15)), "LOS": (*range(1, 17), *range(18, 29)),
    "DC": (*range(3, 7), *range(10, 15), *range(16, 24), *range(25, 29), 30, 31),
    "RT": (*range(1, 6), *range(7, 14), 15, 16, *range(19, 24), *range(25, 32), 32, 33, 34, 36, 37),
}  # fmt: skip
ELSEWHERE = {
    "MO-10": "EL-05: three off the morale of whom elephants attack",
    "SQ-01": "test_who_begins",
    "SQ-05": "MV-12",
    "RT-28": "AD-02: the same retreat",
    "LOS-07": "tests/hexmap: these maps have no village",
    "LOS-08": "tests/hexmap: and no grove",
    "LOS-14": "tests/hexmap: no weapon reaches five hexes",
    "LOS-28": "tests/hexmap: both ways the same",
}


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
