"""The page of rulings: every switch there is with its values, the usual one first, and rules that are printed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from rulebook.allies.state import HOUSE
from rulebook.battles.options import RULINGS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/rulings.md").read_text(encoding="utf-8")
CASES = tomllib.loads((ROOT / "data/rules/battles.toml").read_text(encoding="utf-8"))["case"]
SETS = {"Both battles": "SBT", "Robert at Bannockburn": "SB", "Tamburlaine the Great": "ST"}
TITLES = (*SETS, "Running Allies")


def rows(title: str) -> list[list[str]]:
    """Return the cells of the table under a heading: rule, question, answer, switch."""
    part = PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ") and not line.startswith("| rule ")]
    return [[cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")] for line in lines]


def switches(*titles: str) -> dict[str, tuple[str, ...]]:
    """Return the switches of tables with their values; one that stands twice has the same values."""
    found: dict[str, tuple[str, ...]] = {}
    for _, _, _, told in (row for title in titles for row in rows(title)):
        if told:
            name, *values = re.findall(r"`([^`]+)`", told)
            assert found.setdefault(name, tuple(values)) == tuple(values)
    return found


@pytest.mark.parametrize("title", TITLES)
def test_every_ruling_has_a_rule_a_question_and_an_answer(title: str) -> None:
    found = rows(title)
    assert len(found) > 10
    assert [row for row in found if len(row) != 4 or not all(row[:3])] == []


def test_the_switches_of_the_battles_are_on_the_page() -> None:
    assert switches(*SETS) == dict(RULINGS)


def test_the_switches_of_the_allies_are_on_the_page() -> None:
    values = {f"house.{name}": ("true", "false") if usual else ("false", "true") for name, usual in HOUSE.items()}
    assert switches("Running Allies") == values | {"flags": ()}


@pytest.mark.parametrize("title", list(SETS))
def test_the_rules_are_printed_ones(title: str) -> None:
    numbers = {number for row in rows(title) for number in row[0].split(", ")}
    assert {number for number in numbers if not any(f"{one}-{number}" in CASES for one in SETS[title])} == set()


def test_the_rules_of_the_allies_are_those_that_its_code_names() -> None:
    written = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "rulebook/allies").glob("*.py"))
    assert {rule for row in rows("Running Allies") for rule in row[0].split(", ") if rule not in written} == set()
