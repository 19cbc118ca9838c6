"""A user's own values: every one of ours stands in the form, faults are told in his file, logs find it and see changes."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest

from mapsheet.errors import DataError
from rulebook.cli.drawing import drawn, look_of
from rulebook.game import Game
from rulebook.players import play_seated
from rulebook.replay import load
from tests.commands import Ran, mapsheet_command, run_door


def rulebook_command(*words: str, folder: Path | None = None) -> Ran:
    return run_door("rulebook", words, folder=folder)


@pytest.mark.parametrize(("title", "cells"), [("bannockburn", 40), ("angorra", 42)])
def test_the_form_holds_every_cell_and_makes_strict_play_possible(title: str, cells: int, tmp_path: Path) -> None:
    form = tmp_path / "form.toml"
    assert mapsheet_command("overrides", title, "-o", str(form)).code == 0
    data = tomllib.loads(form.read_text("utf-8"))
    # 'points' and the levels are stated; what the rules roll on is not wholly
    printed = [cell for chart in data["chart"].values() for row in chart["printed"].values() for cell in row]
    assert len(printed) == cells
    assert len(data["counter"]) > 50
    assert Game(title, {"overrides": str(form), "strict": True}).decider
    with pytest.raises(DataError, match="reconstructed"):
        Game(title, {"strict": True})


def test_a_value_of_a_counter_is_the_users(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('[counter."english/yorks-1".front]\nmovement = "9"\n', "utf-8")
    game = Game("bannockburn", {"overrides": str(path)})
    assert game.rules.battle(game.state).pieces["english/yorks-1"].faces[0].movement == 9  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[chart.morale.printed.3]\nA = "r9"\n', "own.toml:2:5: chart.morale.printed.3.A: expected r1 to r4 or –, got 'r9'"),
        ('[chart.fire.printed.Mail]\n"Longbow 1" = "x"\n', "own.toml:2:15: chart.fire.printed.Mail.Longbow 1: expected a band"),
        ('[chart.points_units.printed.x]\ny = "z"\n', "own.toml:"),
        (f"[chart.morale]\nrows = {[[str(die), *['r1'] * 5] for die in range(-1, 9)]}\n", "own.toml:1:2: chart.morale: the"),
    ],
)
def test_faults_stand_in_the_users_file(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(DataError) as caught:
        Game("bannockburn", {"overrides": str(path)})
    assert says in str(caught.value)
    assert "charts.toml" not in str(caught.value)


def begun(folder: Path, *, below: str = "") -> Path:
    (folder / "own.toml").write_text('[chart.morale.printed.3]\nA = "r2" # mine\n', "utf-8")
    log = folder / "g.jsonl"
    ran = rulebook_command("new", "bannockburn", "--seed", "1", "--override", "own.toml", "-o", f"{below}g.jsonl", folder=folder)
    assert ran.code == 0, ran.errors
    return log


def test_a_log_finds_the_file_from_any_folder_and_after_a_move(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    begun(one)
    assert rulebook_command("do", "one/g.jsonl", "1", folder=tmp_path).code == 0
    one.rename(other)
    assert rulebook_command("do", str(other / "g.jsonl"), "1", folder=Path("/")).code == 0
    assert load(other / "g.jsonl").decisions == 2
    assert '"overrides":"own.toml"' in (other / "g.jsonl").read_text("utf-8")


def test_a_file_in_another_folder_than_the_log_is_named_whole(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    begun(tmp_path, below="below/")
    log = tmp_path / "below" / "g.jsonl"
    assert f'"overrides":"{os.path.realpath(tmp_path)}/own.toml"' in log.read_text("utf-8")
    assert load(log).decider == "scots"


def test_a_changed_file_is_told_and_a_remark_changes_nothing(tmp_path: Path) -> None:
    log = begun(tmp_path)
    path = tmp_path / "own.toml"
    path.write_text(path.read_text("utf-8").replace("mine", "from my copy"), "utf-8")
    assert load(log).decider == "scots"
    path.write_text(path.read_text("utf-8").replace("r2", "r1"), "utf-8")
    with pytest.raises(DataError, match=r"g\.jsonl:2:1: does not follow: .*overrides .* checksum .*, the log has: .* checksum"):
        load(log)
    path.unlink()
    with pytest.raises(DataError, match=r"own\.toml: no such file"):
        load(log)


def test_a_picture_shows_the_map_that_is_played_on(tmp_path: Path) -> None:
    """The counters and the map of the user's file, not those of the title."""
    path = tmp_path / "own.toml"
    path.write_text('[hex.0101]\nterrain = "marsh"\n[counter."english/yorks-1".front]\nmovement = "9"\n', "utf-8")
    plain, own = (drawn(look_of(Game("bannockburn", options)))[0] for options in ({}, {"overrides": str(path)}))
    assert own.count("marsh") > plain.count("marsh")


def test_every_command_that_begins_a_game_takes_the_file(tmp_path: Path) -> None:
    begun(tmp_path)
    for words in (("play", "bannockburn"), ("check", "bannockburn"), ("serve", "bannockburn")):
        ran = rulebook_command(*words, "--override", "none.toml", folder=tmp_path)
        assert (ran.code, "none.toml: no such file" in ran.errors) == (2, True)


def test_what_rests_on_a_reconstructed_cell_says_so() -> None:
    """The rows from 3 on of the morale table are ours, those before are printed (10.2)."""
    game = play_seated("bannockburn", ["random"], seed=3)
    lines = "\n".join(game.lines())
    checks = [line for line in lines.splitlines() if "checks morale" in line]
    totals = [int(line.split("checks morale: ")[1].split(" is ")[0].replace("−", "-")) for line in checks]
    marked = ["(reconstructed)" in line for line in checks]
    assert marked == [total >= 3 for total in totals]
    assert {*marked} == {True, False}


def test_what_the_user_printed_is_not_marked(tmp_path: Path) -> None:
    form = tmp_path / "form.toml"
    assert mapsheet_command("overrides", "bannockburn", "-o", str(form)).code == 0
    game = play_seated("bannockburn", ["random"], seed=3, options={"overrides": str(form)})
    assert "(reconstructed)" not in "\n".join(game.lines())


@pytest.mark.parametrize(
    ("key", "value", "wanted"),
    [
        ("movement", '"fast"', "an allowance from 0 to 20"), ("movement", '"-3"', "an allowance from 0 to 20"),
        ("movement", '"99999"', "an allowance from 0 to 20"), ("morale", '"Z"', "a morale from A to E"),
        ("armour", '"Q"', "an armour: P M L N"), ("weapon", '"nuke"', "a weapon: infantry bow"),
    ],
)  # fmt: skip
def test_what_no_rule_knows_on_a_counter_is_a_fault_of_the_users_file(tmp_path: Path, key: str, value: str, wanted: str) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(f'[counter."scots/keith-1".front]\n{key} = {value}\n', encoding="utf-8")
    with pytest.raises(DataError) as caught:
        Game("bannockburn", {"overrides": str(mine)})
    (fault,) = caught.value.faults
    assert (fault.file, fault.line) == (str(mine), 2)
    assert f"expected {wanted}" in fault.message
