"""The page of formats is true: its samples load and draw, and it names every key that the readers take."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hexmap
from hexmap.art import COURSE_KINDS, DECORATION_KINDS, LABEL_KINDS
from hexmap.checking import check_path
from hexmap.ground import POLICIES
from hexmap.position import read_position
from mapsheet.errors import DataError
from tests.house.tree import ROOT

PAGE = (ROOT / "data/README.md").read_text("utf-8")
SAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def test_the_sample_map_loads_and_draws() -> None:
    board = hexmap.loads(SAMPLES[0], "sample.toml")
    assert (board.title, len(board)) == ("The Ford", 24)
    assert board.level("0101") == 1, "single hexes override the raster"
    assert board.terrain("0302").name == "grove"
    assert board.to_svg().startswith("<?xml")


def test_the_sample_position_loads(tmp_path: Path) -> None:
    path = tmp_path / "position.toml"
    plain, setup = [text for text in SAMPLES if 'format = "position/1"' in text]
    path.write_text(setup, "utf-8")
    assert check_path(str(path)) == {}, "the sample of a set-up is sound"
    path.write_text(plain, "utf-8")
    position = read_position(path)
    unit = position.units[0]
    assert (unit.at, unit.side, unit.unit_class, unit.movement, unit.code) == ("1426+1425", "scots", "schiltrom", 5, "Do1")
    assert check_path(str(path)) == {}, "and is sound"


def test_every_word_that_a_key_may_have_stands_on_the_page() -> None:
    words = {word for values in POLICIES.values() for word in values}
    assert [word for word in (*words, *LABEL_KINDS, *COURSE_KINDS, *DECORATION_KINDS) if word not in PAGE] == []


@pytest.mark.parametrize("line", [line for line in SAMPLES[0].splitlines() if re.match(r"\w+ = ", line)])
def test_every_key_of_the_sample_is_read(line: str) -> None:
    """A key is known when its misspelling is a fault."""
    key = line.split(" = ", maxsplit=1)[0]
    if any(f"{key} = " in other for other in SAMPLES[0].split("[provenance]")[1].splitlines()):
        pytest.skip("a word of [provenance]")
    with pytest.raises(DataError) as caught:
        hexmap.loads(f"\n{SAMPLES[0]}".replace(f"\n{line}", f"\nx{line}", 1), "sample.toml")
    assert any(f"x{key}" in str(fault) for fault in caught.value.faults)
