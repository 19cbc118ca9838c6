"""The pages say what is true: each word once, and the rooms that are there."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.house.tree import ROOT, modules

WORDS = (ROOT / "docs/words.md").read_text(encoding="utf-8")
HOUSE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
DOCS = ("docs/architecture.md", "docs/bots.md", "docs/rulings.md", "docs/words.md")
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", *DOCS, "data/README.md")
FIELD = (
    "action border box chart corner counter crossing direction flank front hex hexside layer level log mark page pair path port "
    "power rear region run scenario sheet side sight stack strait terrain thema title touch track zone"
)
PHRASES = ("combat results table", "hex number", "line of sight", "order of battle", "zone of control")


def rows(page: str) -> list[list[str]]:
    """Split the rows of all tables of a page into cells, heads left out."""
    lines = page.splitlines()
    heads = {at - 1 for at, line in enumerate(lines) if line.startswith("|---")}
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for at, line in enumerate(lines)
        if line.startswith("| ") and at not in heads
    ]


def rooms(*, planned: bool) -> list[str]:
    """List the rooms of the house's page that are marked as planned, or those that are not."""
    found = re.findall(r"^\| `(\w+/\w+)`( \*planned\*)? \|", HOUSE, re.MULTILINE)
    return [room for room, mark in found if bool(mark) is planned]


def test_each_word_stands_once_in_order_with_a_meaning() -> None:
    words = [word for word, meaning in rows(WORDS) if meaning]
    assert len(words) == len(rows(WORDS))
    assert words == sorted(set(words))
    assert {*FIELD.split(), *PHRASES} <= set(words)


def test_a_word_has_one_meaning() -> None:
    assert [word for word, meaning in rows(WORDS) if ";" in meaning.replace("; as a file", "")] == []


def test_the_rooms_of_the_page_are_the_rooms_of_the_house() -> None:
    built = {module.room for module in modules() if "/" in module.room and not module.room.endswith("__main__")}
    assert sorted(rooms(planned=False)) == sorted(built), "add the room's line to docs/architecture.md, or take *planned* off it"


def test_no_room_is_named_twice_and_none_that_stands_is_planned() -> None:
    named = rooms(planned=True) + rooms(planned=False)
    assert len(named) == len(set(named)) > 40
    built = {module.room for module in modules()}
    assert [room for room in rooms(planned=True) if room in built] == []


def test_every_dependency_is_explained_and_no_other() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *(name for extra in project["optional-dependencies"].values() for name in extra)]
    explained = HOUSE.partition("## Dependencies")[2]
    listed = [name for cells in rows(explained) for name in re.sub(r"\*.*?\*", "", cells[0]).replace(" ", "").split(",")]
    assert sorted(listed) == sorted({re.split(r"[<>=\[ ]", name)[0] for name in wanted})


@pytest.mark.parametrize("page", PAGES)
def test_links_of_a_page_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    targets = [target.partition("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in target]
    assert [target for target in targets if target and not ((ROOT / page).parent / target).exists()] == []


def test_the_changes_have_an_unreleased_heading() -> None:
    assert re.search(r"^## Unreleased\n\n- ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
