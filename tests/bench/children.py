"""Whole processes: their seconds, peak memory and what they imported."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
HEXMAP = [sys.executable, "-c", "import sys; from hexmap.cli import main; sys.argv[0] = 'hexmap'; main()"]
LAUNCHER = Path(__file__).parent / "launcher.py"


class Child(NamedTuple):
    """What a process took: seconds from start to end, peak resident memory in MB, exit code and the end of its error output."""

    seconds: float
    megabytes: float
    code: int
    error: str


def hexmap(*words: str) -> list[str]:
    """Return the command line of `hexmap WORDS…`: the command installed beside this interpreter, else its function."""
    installed = Path(sys.executable).parent / "hexmap"
    return [str(installed), *words] if installed.is_file() else [*HEXMAP, *words]


def areamap(*words: str) -> list[str]:
    """Return the command line of `areamap WORDS…`, found likewise."""
    installed = Path(sys.executable).parent / "areamap"
    door = [str(installed)] if installed.is_file() else [word.replace("hexmap", "areamap") for word in HEXMAP]
    return [*door, *words]


def run(command: list[str], feed: Path | None = None, *, patience: float = 900.0) -> Child:
    """Run a process to its end with its output thrown away, or stop it when `patience` seconds are over."""
    launcher = [sys.executable, "-S", str(LAUNCHER), str(feed or os.devnull), *command]
    process = subprocess.Popen(
        launcher, cwd=ROOT, env=_environment(), stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        answer, _ = process.communicate(timeout=patience)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return Child(patience, 0.0, -9, f"not done after {patience:.0f} s")
    seconds, peak, code, error = json.loads(answer)
    # the kernel counts in kB, but macOS in bytes
    return Child(seconds, peak / (1e6 if sys.platform == "darwin" else 1e3), code, error)


def _environment() -> dict[str, str]:
    """Return the environment without what keeps Python from remembering compiled modules, as they are after any first run."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def imported(command: list[str]) -> set[str]:
    """Return the names of all modules that a hexmap command imports."""
    python = [sys.executable, "-X", "importtime", *HEXMAP[1:], *command]
    done = subprocess.run(python, cwd=ROOT, capture_output=True, text=True, check=False)
    marked = (line.rsplit("|", 1) for line in done.stderr.splitlines() if line.startswith("import time:"))
    return {parts[1].strip() for parts in marked if len(parts) == 2}
