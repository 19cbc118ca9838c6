"""The run script in a world of its own: a copy in a path with spaces, with only the tools that the test puts there."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.house.tree import ROOT

SCRIPT = (ROOT / "run").read_text()
WORDS = re.findall(r"^([a-z]+)\) *# ", SCRIPT, re.MULTILINE)
TITLES = ("bannockburn", "ottomans", "byzantium")
TOOLS = ("sh", "cat", "cksum", "dirname", "basename", "sed", "mkdir", "rm", "find", "env", "cp", "chmod")

# a python3 that writes down what it is asked, and does as much of it as the script can see
PYTHON = """\
echo "python $*" >>"$LOG"
case "$*" in
*version_info*) exit "${TOO_OLD:-0}" ;;
*ensurepip*) exit "${NO_VENV:-0}" ;;
*cairocffi*) exit "${NO_CAIRO:-0}" ;;
*'-m venv'*)
    mkdir -p .venv/bin
    cp "$0" .venv/bin/python
    printf '#!/bin/sh\\necho "mapsheet $*" >>"$LOG"; case "$*" in *bad*) exit 2 ;; esac' >.venv/bin/mapsheet
    chmod +x .venv/bin/mapsheet ;;
*'-m pip --version'*) [ "$0" != python3 ] ;;
*'-m pytest'*)
    printf 'word %s\\n' "$@" >>"$LOG"
    exit "${TESTS:-0}" ;;
esac
"""
NOTES_IT = 'echo "$(basename "$0") $*" >>"$LOG"'


class World:
    """A checkout and a PATH, both made for one test."""

    def __init__(self, folder: Path) -> None:
        self.checkout = folder / "a check out"
        self.tools = folder / "tools"
        self.log = folder / "log"
        self.checkout.mkdir()
        self.tools.mkdir()
        shutil.copy(ROOT / "run", self.checkout)
        (self.checkout / "pyproject.toml").write_text("[project]\n")
        for tool in TOOLS:
            (self.tools / tool).symlink_to(shutil.which(tool) or "absent")
        self.add("python3", PYTHON)
        self.add("id", "echo 1000")

    def add(self, tool: str, text: str) -> None:
        path = self.tools / tool
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def run(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        """Call the script from another folder, without standard input; the log starts anew."""
        self.log.write_text("")
        return subprocess.run(
            [self.checkout / "run", *words],
            cwd=self.tools,
            env={"PATH": str(self.tools), "LOG": str(self.log), "CI": "true", **env},
            stdin=subprocess.DEVNULL,
            check=False,
            capture_output=True,
            text=True,
        )

    def did(self, *parts: str) -> list[str]:
        """List the logged calls that hold one of the parts."""
        return [line for line in self.log.read_text().splitlines() if any(part in line for part in parts)]


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def shells() -> Iterable[str]:
    return [shell for shell in ("sh", "dash", "bash") if shutil.which(shell)]


@pytest.mark.parametrize("shell", shells())
def test_every_shell_can_read_it(shell: str) -> None:
    assert subprocess.run([shell, "-n", ROOT / "run"], check=False).returncode == 0


def test_every_word_is_listed_with_a_line(world: World) -> None:
    cases = re.findall(r"^([a-z]+)\)", SCRIPT, re.MULTILINE)
    assert cases == WORDS
    assert {"maps", "test", "slow", "bench", "lint", "docs", "clean"} <= set(WORDS)
    bare = world.run()
    assert bare.returncode == 0
    assert re.findall(r"^  ([a-z]+) +\S", bare.stdout, re.MULTILINE) == WORDS
    assert world.run("help").stdout == bare.stdout
    assert world.did("") == []


def test_an_unknown_word_is_refused_with_the_list(world: World) -> None:
    done = world.run("teleport")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("run: no word 'teleport'\n")
    assert "  maps " in done.stderr


@pytest.mark.parametrize("absent", [True, False], ids=["absent", "old"])
def test_without_a_new_enough_python_it_says_so_in_one_line(world: World, absent: bool) -> None:
    if absent:
        (world.tools / "python3").unlink()
    done = world.run("maps", TOO_OLD="1")
    assert done.returncode == 2
    assert re.fullmatch(r"run: needs Python 3\.11 or newer .*\n", done.stderr)
    assert not (world.checkout / ".venv").exists()


def test_another_interpreter_can_be_named(world: World) -> None:
    (world.tools / "python3").rename(world.tools / "python3.13")
    assert world.run("install", PYTHON="python3.13").returncode == 0


def test_maps_draws_three_kinds_and_says_where(world: World) -> None:
    done = world.run("maps")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        str(world.checkout / "out" / f"{title}.{kind}") for title in TITLES for kind in ("svg", "png", "pdf")
    ]
    assert world.did("mapsheet render") == [
        call
        for title in TITLES
        for call in (
            f"mapsheet render {title} -o out/{title}.svg",
            f"mapsheet render {title} -o out/{title}.png --dpi 300",
            f"mapsheet render {title} -o out/{title}.pdf",
        )
    ]


def test_maps_takes_titles_and_stops_at_a_bad_one(world: World) -> None:
    assert world.run("maps", "angorra", "data/my map").stdout.count(f"{world.checkout}/out/my map.") == 3
    done = world.run("maps", "bad", "angorra")
    assert done.returncode == 2
    assert len(world.did("mapsheet")) == 1


def test_a_second_call_installs_nothing(world: World) -> None:
    world.run("test")
    assert world.did("pip install") == ["python -m pip install -qq --disable-pip-version-check --editable .[test]"]
    world.run("test")
    world.run("maps")
    assert world.did("pip", "-m venv", "version_info") == []


def test_what_a_word_needs_is_installed_when_it_is_asked(world: World) -> None:
    installs = []
    for word in ("maps", "test", "bench", "lint", "slow"):
        world.run(word)
        installs += [line.rpartition(" ")[2] for line in world.did("pip install")]
    assert installs == [".", ".[test]", ".[bench]"]


def test_a_changed_pyproject_a_moved_checkout_and_a_failed_install_install_again(world: World) -> None:
    world.run("maps")
    (world.checkout / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    world.run("maps")
    assert len(world.did("pip install")) == 1
    world.checkout = world.checkout.rename(world.checkout.with_name("moved"))
    world.run("maps")
    assert len(world.did("pip install")) == 1
    world.add("python3", PYTHON.replace("esac", "*'pip install'*) exit 1 ;;\nesac"))
    shutil.rmtree(world.checkout / ".venv")
    assert [world.run("maps").returncode for _ in range(2)] == [1, 1]


def test_arguments_go_on_to_pytest_and_its_exit_code_comes_back(world: World) -> None:
    assert world.run("test", "-k", "a b", TESTS="1").returncode == 1
    assert world.did("-m pytest") == ["python -m pytest -n auto -k a b"]
    assert world.did("word")[-2:] == ["word -k", "word a b"]
    assert world.run("test").returncode == 0
    world.run("slow", "-x")
    assert world.did("-m pytest") == ["python -m pytest -n auto -m slow -x"]


def test_as_root_what_lacks_is_installed_without_a_question(world: World) -> None:
    world.add("id", "echo 0")
    world.add("apt-get", f'{NOTES_IT}; [ "$DEBIAN_FRONTEND" = noninteractive ]')
    done = world.run("maps", NO_VENV="1", NO_CAIRO="1")
    assert done.returncode == 0, done.stderr
    calls = [re.sub(r"-(qq|y|o \S+|-no-\S+) ", "", line) for line in world.did("apt-get")]
    assert calls == ["apt-get update", "apt-get install python3-venv", "apt-get update", "apt-get install libcairo2"]
    assert len(done.stdout.splitlines()) == 3 * len(TITLES)


def test_with_passwordless_sudo_likewise(world: World) -> None:
    world.add("sudo", f'{NOTES_IT}; shift; exec "$@"')
    world.add("true", "exit 0")
    world.add("apt-get", NOTES_IT)
    world.run("maps", NO_CAIRO="1")
    assert [line.split()[-1] for line in world.did("apt-get ") if line.startswith("apt-get")] == ["update", "libcairo2"]
    assert world.did("sudo")[0] == "sudo -n true"


@pytest.mark.parametrize(
    ("manager", "command"),
    [
        ("apt-get", "sudo apt-get install libcairo2"),
        ("dnf", "sudo dnf install cairo"),
        ("apk", "sudo apk add cairo"),
        ("pacman", "sudo pacman -S cairo"),
        ("brew", "brew install cairo"),
    ],
)
def test_elsewhere_one_line_says_the_command_and_the_svg_is_drawn(world: World, manager: str, command: str) -> None:
    world.add(manager, NOTES_IT)
    world.add("sudo", "exit 1")
    world.run("install")
    done = world.run("maps", NO_CAIRO="1")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [str(world.checkout / "out" / f"{title}.svg") for title in TITLES]
    assert done.stderr == f"run: libcairo is missing: SVG only, no PNG and PDF; the command that installs it: {command}\n"
    assert world.did(manager) == []


def test_without_venv_nothing_is_made(world: World) -> None:
    world.add("apt-get", NOTES_IT)
    done = world.run("maps", NO_VENV="1")
    assert done.returncode == 2
    assert done.stderr.endswith("virtual environments; the command that installs it: sudo apt-get install python3-venv\n")
    assert done.stderr.count("\n") == 1
    assert not (world.checkout / ".venv").exists()


def test_clean_removes_what_was_made_and_nothing_else(world: World) -> None:
    before = sorted(world.checkout.rglob("*"))
    world.run("maps")
    (world.checkout / "hexmap/__pycache__").mkdir(parents=True)
    world.run("clean")
    assert sorted(world.checkout.rglob("*")) == sorted([*before, world.checkout / "hexmap"])


def test_the_makefile_forwards_every_target(world: World) -> None:
    assert len((ROOT / "Makefile").read_text().splitlines()) == 2
    make = shutil.which("make")
    if make is None:
        pytest.skip("make is missing")
    shutil.copy(ROOT / "Makefile", world.checkout)
    (world.checkout / "run").write_text('#!/bin/sh\necho "forwarded $*"\n')
    (world.checkout / "docs").mkdir()
    for target, says in {"docs": "docs", "maps": "maps", "": "help", "teleport": "teleport"}.items():
        done = subprocess.run([make, *target.split()], cwd=world.checkout, check=True, capture_output=True, text=True)
        assert done.stdout == f"forwarded {says}\n"


def test_ci_runs_the_tests_and_nothing_else(world: World) -> None:
    [shebang, only] = (ROOT / ".ci/run").read_text().splitlines()
    assert (shebang, only) == ("#!/usr/bin/env bash", 'exec "$(dirname -- "$0")/../run" test')
    (world.checkout / ".ci").mkdir()
    shutil.copy(ROOT / ".ci/run", world.checkout / ".ci")
    (world.checkout / "run").write_text('#!/bin/sh\necho "asked $*"; exit 7\n')
    done = subprocess.run(["bash", ".ci/run"], cwd=world.checkout, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (7, "asked test\n")
