"""The examples run, and answer what they promise."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from tests.house.tree import ROOT

EXAMPLES = sorted(path.stem for path in (ROOT / "examples").glob("*.py"))


def test_there_are_three_short_examples() -> None:
    assert len(EXAMPLES) >= 3
    assert all(len((ROOT / f"examples/{name}.py").read_text("utf-8").splitlines()) < 90 for name in EXAMPLES)


def test_the_sight_table_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "sight.csv"
    best = importlib.import_module("examples.sight_table").main(str(output))
    lines = output.read_text("utf-8").splitlines()
    assert lines[0] == "hex,seen"
    assert len(lines) == 973
    assert f"{best[0][0]} sees {best[0][1]} hexes" in capsys.readouterr().out


def test_the_reach_of_a_unit_is_drawn_on_a_crop(tmp_path: Path) -> None:
    output = tmp_path / "reach.svg"
    assert importlib.import_module("examples.reach_on_a_crop").main(str(output)) > 50
    text = output.read_text("utf-8")
    assert 'id="hex-1019"' in text
    assert 'id="hex-2934"' not in text


def test_a_map_from_nothing_answers_and_draws(tmp_path: Path) -> None:
    output = tmp_path / "mine.svg"
    clear, cost = importlib.import_module("examples.map_of_my_own").main(str(output))
    assert (clear, cost) == (True, "10")
    assert "The Ford" in output.read_text("utf-8")
