"""Every help text as it was last looked at: `UPDATE_SNAPSHOTS=1 ./run test tests/house/test_help.py` writes them anew."""

from __future__ import annotations

import os

import click
import pytest

from areamap.cli import door as areamap_door
from hexmap.cli import door as hexmap_door
from mapsheet.cli import door as mapsheet_door
from rulebook.cli import door as rulebook_door
from tests.commands import run_door
from tests.house.tree import ROOT

SNAPSHOTS = ROOT / "tests/house/help"
DOORS = {"hexmap": hexmap_door, "areamap": areamap_door, "mapsheet": mapsheet_door, "rulebook": rulebook_door}
CALLS = [(name, verb) for name, door in DOORS.items() for verb in ("", *door.list_commands(click.Context(door)))]


@pytest.mark.parametrize(("name", "verb"), CALLS, ids=[f"{name} {verb}".strip() for name, verb in CALLS])
def test_help_is_as_it_was(name: str, verb: str) -> None:
    ran = run_door(name, tuple(word for word in (verb, "--help") if word))
    assert ran.code == 0
    path = SNAPSHOTS / f"{name}-{verb or 'door'}.txt"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(ran.output, "utf-8")
    assert ran.output == path.read_text("utf-8")


def test_no_snapshot_is_left_over() -> None:
    assert {path.stem for path in SNAPSHOTS.iterdir()} == {f"{name}-{verb or 'door'}" for name, verb in CALLS}


@pytest.mark.parametrize(("name", "verb"), CALLS)
def test_every_option_is_explained(name: str, verb: str) -> None:
    door = DOORS[name]
    command = door.get_command(click.Context(door), verb) if verb else door
    assert command is not None
    assert command.help
    assert [p.name for p in command.params if isinstance(p, click.Option) and not p.help] == []
