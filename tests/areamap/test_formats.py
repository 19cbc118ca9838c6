"""The page of formats is true of area maps: its sample is sound and all its keys are read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import areamap
from areamap.checking import examine
from areamap.faces import space_at
from areamap.spaces import BORDER_CLASSES, KINDS
from mapsheet.errors import DataError
from tests.house.tree import ROOT

PAGE = (ROOT / "data/README.md").read_text("utf-8")
SECTION = PAGE.split("## Area maps", 1)[1].split("\n## ", 1)[0]
MAP = SECTION.split("```toml\n", 1)[1].split("```", 1)[0]
TOPOLOGY = SECTION.split("```json\n", 1)[1].split("```", 1)[0]


def folder(path: Path, text: str = MAP) -> Path:
    (path / "map.toml").write_text(text, "utf-8")
    (path / "map.topojson").write_text(TOPOLOGY, "utf-8")
    return path


def test_the_sample_is_sound(tmp_path: Path) -> None:
    verdict = examine(folder(tmp_path))
    assert (verdict.faults, verdict.warnings) == ([], [])
    board = areamap.load(tmp_path)
    assert {space.id for space in board.spaces.values()} == {"vale", "moor", "gulf", "haven"}
    found = [space_at(board, x, y) for x, y in [(1, 1.5), (1, 0.5), (2.5, 1)]]
    assert [space and space.id for space in found] == ["vale", "moor", "gulf"]


@pytest.mark.parametrize("line", sorted({line for line in MAP.splitlines() if re.match(r"\w+ = ", line)}))
def test_every_key_of_the_sample_is_read(tmp_path: Path, line: str) -> None:
    with pytest.raises(DataError, match=f"x{line.split(maxsplit=1)[0]}"):
        areamap.load(folder(tmp_path, f"\n{MAP}".replace(f"\n{line}", f"\nx{line}", 1)))


def test_every_kind_and_class_stands_on_the_page() -> None:
    assert [word for word in (*KINDS, *BORDER_CLASSES) if word not in SECTION] == []
