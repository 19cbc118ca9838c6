"""Every question's answer can be drawn, on a map of regions and on a board."""

from __future__ import annotations

from pathlib import Path

import pytest

from areamap.questions import QUESTIONS
from tests.commands import areamap_command

REGIONS = {
    "show": "serbia", "neighbors": "serbia", "reach": "serbia --allowance 2", "route": "serbia bosnia",
    "distance": "serbia bosnia",
    "nearest": "serbia --among buda,bursa", "why": "serbia bosnia", "sail": "smyrna --allowance 4 --lift ottomans>achaea",
    "retreat": "serbia", "supply": "serbia --sources hungary", "groups": "--by sea", "count": "--trait critical",
    "track": "turn --at turn=2",
}  # fmt: skip
BOARD = {
    "show": "nicaea", "neighbors": "nicaea", "reach": "nicaea --allowance 2", "route": "nicaea amorion",
    "distance": "nicaea amorion",
    "nearest": "nicaea --among persia,syria", "why": "nicaea amorion", "retreat": "nicaea", "supply": "nicaea --sources amorion",
    "groups": "", "count": "--trait mountain", "path": "melitene --front E=3", "track": "omnibus",
}  # fmt: skip
ASKED = [("ottomans", *item) for item in REGIONS.items()] + [("byzantium", *item) for item in BOARD.items()]


def test_no_question_is_left_out() -> None:
    assert {question for _, question, _ in ASKED} == set(QUESTIONS)


@pytest.mark.parametrize(("title", "question", "words"), ASKED)
def test_an_answer_is_drawn(title: str, question: str, words: str, tmp_path: Path) -> None:
    figure = tmp_path / "figure.svg"
    ran = areamap_command(question, title, *words.split(), "-o", str(figure))
    assert (ran.code, ran.errors) == (0, f"wrote {figure}\n")
    assert figure.read_text("utf-8").rstrip().endswith("</svg>")
