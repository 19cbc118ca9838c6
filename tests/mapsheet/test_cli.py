"""The common door `mapsheet`: each verb goes to the door of its target's format."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from tests.commands import hexmap_command, mapsheet_command


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
