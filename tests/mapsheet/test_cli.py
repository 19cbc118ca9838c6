"""The common door `mapsheet`: each verb goes to the door of its target's format."""

from __future__ import annotations

import json
import tomllib
from itertools import permutations
from pathlib import Path

from mapsheet.source import data_folder
from tests.commands import hexmap_command, mapsheet_command, run_door


def test_a_verb_is_handed_to_the_door_of_its_target() -> None:
    words = ("los", "bannockburn", "1426", "1225", "--occupied", "1326", "--json")
    assert mapsheet_command(*words) == hexmap_command(*words)


def test_a_no_and_bad_input_come_through() -> None:
    assert mapsheet_command("los", "bannockburn", "1426", "1225", "--occupied", "1326", "--fail").code == 1
    ran = mapsheet_command("los", "bannockburn", "1426", "3001")
    assert (ran.code, "Traceback" in ran.errors) == (2, False)


def test_only_the_target_chooses_the_door(tmp_path: Path) -> None:
    figure = str(tmp_path / "figure.svg")
    words = ("los", "bannockburn", "1426", "1225", "-o", figure)
    assert [mapsheet_command(*words).code for _ in range(2)] == [0, 0]
    assert "nosuch" in mapsheet_command("render", "nosuch", "-o", figure).errors


def test_an_unknown_verb_is_refused() -> None:
    assert mapsheet_command("fly", "bannockburn").code == 2


def test_a_format_that_no_door_reads_is_named(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text('format = "cubemap/1"\n')
    ran = mapsheet_command("render", str(tmp_path), "-o", "x.svg")
    assert ran.code == 2
    assert "cubemap" in ran.errors


def test_list_names_the_titles() -> None:
    titles = json.loads(mapsheet_command("list", "--json").output)["titles"]
    assert {"bannockburn", "angorra"} <= {title["name"] for title in titles}


def test_help_lists_the_verbs_of_every_door() -> None:
    output = mapsheet_command("--help").output
    assert all(verb in output for verb in ("los", "render", "overrides", "check"))


def test_overrides_writes_a_form_that_loads_as_the_users_own(tmp_path: Path) -> None:
    form = tmp_path / "form.toml"
    assert mapsheet_command("overrides", "bannockburn", "-o", str(form)).code == 0
    form.write_text(form.read_text("utf-8") + '\n[hex.1426]\nterrain = "marsh"\n', "utf-8")
    shown = json.loads(hexmap_command("show", "bannockburn", "1426", "--override", str(form), "--json").output)
    assert shown["terrain"] == "marsh"
    import hexmap

    assert hexmap.load("bannockburn", override=form).provenance["reconstructed"] == 0
    assert hexmap.load("bannockburn").provenance["reconstructed"] > 0


def test_a_starter_is_a_hex_map_unless_the_other_door_is_asked(tmp_path: Path) -> None:
    assert mapsheet_command("new", str(tmp_path / "one")).code == 0
    assert "hexmap/1" in (tmp_path / "one" / "map.toml").read_text("utf-8")


def test_single_values_that_are_ours_stand_in_the_form(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text("""
format = "areamap/1"
title = "A shire"
[space.shire]
kind = "land"
name = "Shire"
value = 3
provenance = { name = "text", value = "reconstructed", border = "reconstructed" }
""", "utf-8")
    form = tmp_path / "form.toml"
    assert mapsheet_command("overrides", str(tmp_path), "-o", str(form)).code == 0
    assert tomllib.loads(form.read_text("utf-8")) == {"space": {"shire": {"value": 3, "provenance": {"value": "secondary"}}}}


def test_a_map_of_another_door_is_answered_with_that_door() -> None:
    for door, words, other in (
        ("areamap", ("show", "bannockburn", "1426"), "is a hexmap/1 map: use hexmap"),
        ("hexmap", ("show", "ottomans", "1426"), "is an areamap/1 map: use areamap"),
        ("areamap", ("check", "bannockburn"), "is a hexmap/1 map: use hexmap"),
        ("hexmap", ("check", "ottomans"), "is an areamap/1 map: use areamap"),
        ("areamap", ("show", str(data_folder() / "ottomans/source.toml"), "x"), "is an areamap-source/1 file"),
        ("hexmap", ("show", str(data_folder() / "styles/mono.toml"), "x"), "is a style/1 file, not a map"),
    ):
        ran = run_door(door, words)
        assert (ran.code, len(ran.errors.splitlines())) == (2, 1)
        assert other in ran.errors


def test_a_format_of_no_family_is_still_told_with_all_else(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text('format = "hexmap/2"\n')
    for door in ("hexmap", "areamap"):
        ran = run_door(door, ("show", str(tmp_path), "x"))
        assert (ran.code, len(ran.errors.splitlines()) > 1) == (2, door == "hexmap")
    (tmp_path / "map.toml").write_text('format = "cubemap/1"\n')
    assert len(run_door("areamap", ("show", str(tmp_path), "x")).errors.splitlines()) > 1


def test_each_path_is_checked_by_the_door_of_its_own_format(tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    bad.mkdir()
    (bad / "map.toml").write_text('format = "areamap/1"\n', "utf-8")
    for paths in permutations(("ottomans", "bannockburn", "styles/mono.toml")):
        named = [str(data_folder() / path) for path in paths]
        ran = mapsheet_command("check", *named)
        assert (ran.code, ran.output.count(": sound")) == (0, 3)
        answer = json.loads(mapsheet_command("check", "--json", *named).output)
        assert (answer["faults"], answer["sound"].keys()) == ([], {*named})
    for words in (("bannockburn", str(bad), "ottomans"), (str(bad), "bannockburn"), ("bannockburn", str(bad))):
        ran = mapsheet_command("check", *words)
        assert (ran.code, str(bad) in ran.errors, "bannockburn: sound" in ran.output) == (2, True, True)
        answer = json.loads(mapsheet_command("check", *words, "--json").output)
        assert {str(bad / "map.toml")} == {fault["file"] for fault in answer["faults"]}
        assert "bannockburn" in answer["sound"]
    degrees = json.loads(mapsheet_command("check", "--degrees", "bannockburn", "ottomans", "--json").output)["degrees"]
    assert degrees.keys() == {"ottomans"}
