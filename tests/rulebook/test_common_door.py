"""The common door hands games to the door of games, and leaves to the map doors what they know."""

from __future__ import annotations

from pathlib import Path

import pytest

import areamap.cli
import hexmap.cli
import mapsheet.cli
import rulebook.cli
from tests.commands import mapsheet_command


@pytest.fixture(autouse=True)
def three_doors(monkeypatch: pytest.MonkeyPatch, tiny_games: None) -> None:
    doors = {"hexmap": hexmap.cli.door, "areamap": areamap.cli.door, "rulebook": rulebook.cli.door}
    monkeypatch.setattr(mapsheet.cli, "doors", lambda: doors)


def test_a_log_goes_to_the_door_of_games(tmp_path: Path) -> None:
    path = str(tmp_path / "g.jsonl")
    assert mapsheet_command("play", "raid", "--seed", "3", "-o", path).code == 0
    ran = mapsheet_command("replay", path)
    assert (ran.code, ran.output.splitlines()[0]) == (0, "raid, rules 2, seed 3, guard: random 3, raider: random 3")
    assert mapsheet_command("legal", path).output == "the game is over\n"
    assert mapsheet_command("undo", path).code == 2


def test_a_title_with_a_map_can_be_played() -> None:
    ran = mapsheet_command("rules", "bannockburn")
    assert ran.code == 0
    assert "0 open" in ran.output.splitlines()[-1]


def test_verbs_that_map_doors_know_stay_theirs(tmp_path: Path) -> None:
    assert mapsheet_command("check", "bannockburn", "allies").code == 0
    assert mapsheet_command("new", str(tmp_path / "map")).code == 0
    assert (tmp_path / "map" / "map.toml").is_file()
    assert "no door knows check for the format 'rulebook'" in mapsheet_command("check", "game.jsonl").errors
    assert mapsheet_command("diagram", "examples/diagrams/the-charge.toml", "--check").code == 0
