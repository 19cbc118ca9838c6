"""The page on bots: every action that the games offer is in its grammar, every question in its table, and its bot plays."""

from __future__ import annotations

import re

import pytest

import rulebook
from examples import bot_in_python
from rulebook.players import Chance
from rulebook.serving import ASKED
from tests.house.tree import ROOT

PAGE = (ROOT / "docs/bots.md").read_text(encoding="utf-8")
STAND = r"(?:wagon )?\d{4}(?:\+\d{4})?"
WORDS = {
    "UNIT": STAND, "LEADERS": r"[A-Z][A-Za-z]+(?:,[A-Z][A-Za-z]+)*", "MODE": "[a-z-]+", "N": r"\d+", "POWER": "[a-z]+",
    "CARD": "[a-z-]+", "DIRECTION": "(?:N|NE|E|SE|S|SW|W|NW)",
}  # fmt: skip


def patterns(heading: str) -> list[re.Pattern[str]]:
    """Return the actions of the table under a line of the page as patterns."""
    table = PAGE.partition(f"\n{heading}")[2].partition("\n|---|---|\n")[2].partition("\n\n")[0]
    cells = [cell for line in table.splitlines() for cell in re.findall(r"`([^`]+)`", line.split("|")[1])]
    assert len(cells) > 20
    return [re.compile(re.sub("|".join(WORDS), lambda word: WORDS[word[0]], _spelled(cell))) for cell in cells]


def _spelled(cell: str) -> str:
    return re.sub(r" \[(.+)\]", r"(?: \1)?", cell)


@pytest.mark.parametrize(
    ("title", "heading"), [("bannockburn", "The battles"), ("angorra", "The battles"), ("allies", "The ally scheme")]
)
def test_every_action_is_in_the_grammar(title: str, heading: str) -> None:
    known = patterns(heading)
    for seed in range(2 if title != "allies" else 12):
        game = rulebook.new(title, seed=seed)
        players = {side: Chance(seed, side) for side in game.rules.sides}
        while not game.over and game.decisions < 900:
            assert [action for action in game.actions() if not any(each.fullmatch(action) for each in known)] == []
            game.do(players[game.decider].choose(game))


def test_every_question_and_key_is_in_the_table() -> None:
    rows = PAGE.partition("| `ask` |")[2].partition("\n\n")[0].splitlines()[2:]
    cells = [[set(re.findall(r"`(\w+)`", cell)) for cell in row.split("|")[1:3]] for row in rows]
    told = {ask: keys for asks, keys in cells for ask in asks}
    assert told == {ask: set(keys) for ask, (keys, _) in ASKED.items()}


def test_the_bot_of_the_examples_plays(capsys: pytest.CaptureFixture[str]) -> None:
    game = bot_in_python.main("7", "60")
    assert game.decisions == 60
    assert "after 60 decisions" in capsys.readouterr().out
