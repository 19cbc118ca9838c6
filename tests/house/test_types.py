"""mypy --strict and ruff, with this project's settings, have nothing to say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.tree import ROOT


def ask(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *words], cwd=ROOT, check=False, capture_output=True, text=True)


@pytest.mark.parametrize("words", [("mypy",), ("ruff", "check", ".")], ids=["mypy", "ruff"])
def test_has_nothing_to_say(words: tuple[str, ...]) -> None:
    done = ask(*words)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("words", "text", "says"),
    [
        (("mypy", "--config-file"), "def f(x): return x\n", "no-untyped-def"),
        (("ruff", "check", "--output-format", "concise", "--config"), '"""Doc."""\n\nimport os\n', "F401"),
    ],
    ids=["mypy", "ruff"],
)
def test_would_say_something(words: tuple[str, ...], text: str, says: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text(text)
    done = ask(*words, str(ROOT / "pyproject.toml"), str(bad))
    assert done.returncode == 1, done.stdout + done.stderr
    assert says in done.stdout
