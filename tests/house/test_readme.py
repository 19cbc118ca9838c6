"""The shell sessions of the README, run as they are written, with what they print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.commands import run_door
from tests.house.tree import ROOT

README = "\n".join((ROOT / page).read_text(encoding="utf-8") for page in ("README.md", "docs/bots.md"))
SESSIONS = [block for block in re.findall(r"^```\n(.*?)^```", README, re.MULTILINE | re.DOTALL) if block.startswith("$ ")]


def calls(session: str) -> list[tuple[str, str]]:
    parts = re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]
    return [(command, printed) for command, _, printed in (part.partition("\n") for part in parts)]


SESSION_CALLS = [calls(session) for session in SESSIONS]


def test_the_game_of_the_page_can_be_played_as_it_stands(tmp_path: Path) -> None:
    """From `new` on, line by line, up to the first command that plays whole games."""
    told = README.partition("## Play by the rules")[2].partition("rulebook play ")[0]
    lines = [line.partition(" #")[0] for line in re.findall(r"^(?:\$ )?(rulebook (?:new|do) .*)$", told, re.MULTILINE)]
    assert len(lines) >= 3
    assert run_door("mapsheet", ("overrides", "bannockburn", "-o", "mine.toml"), folder=tmp_path).code == 0
    for door, *words in map(shlex.split, lines):
        ran = run_door(door, tuple(words), folder=tmp_path)
        assert ran.code == 0, ran.errors


def test_there_are_sessions() -> None:
    assert sum(map(len, SESSION_CALLS)) >= 9


@pytest.mark.parametrize("session", SESSION_CALLS, ids=[session[0][0] for session in SESSION_CALLS])
def test_a_session_prints_what_stands_under_its_commands(session: list[tuple[str, str]], tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for command, printed in session:
        assert_runs(command, printed, tmp_path)


def assert_runs(command: str, printed: str, folder: Path) -> None:
    feed, _, rest = command.rpartition(" | ")
    text = shlex.split(feed)[1].replace("\\n", "\n") + "\n" if feed else ""
    door, *words = shlex.split(rest)
    before = {path.name for path in folder.iterdir()}
    ran = run_door(door, tuple(words), text=text, folder=folder)
    assert ran.code == 0, ran.errors
    if printed:
        assert ran.output == printed
    made = {path.name for path in folder.iterdir()} - before
    wanted = {words[words.index("-o") + 1]} if "-o" in words else set()
    assert wanted <= made
    # a map for Tiled has its pictures beside it, named after it
    assert {re.sub("-(terrain|level)$", "", Path(name).stem) for name in made} == {Path(name).stem for name in wanted}
