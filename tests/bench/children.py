"""Whole processes: their seconds, peak memory and what they imported."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
HEXMAP = [sys.executable, "-c", "import sys; from hexmap.cli import main; sys.argv[0] = 'hexmap'; main()"]


class Child(NamedTuple):
    """What a process took: seconds from start to end, peak resident memory in MB, exit code and the end of its error output."""

    seconds: float
    megabytes: float
    code: int
    error: str


def hexmap(*words: str) -> list[str]:
    """Return the command line of `hexmap WORDS…`: the installed command where it stands beside this interpreter, else its function."""
    installed = Path(sys.executable).parent / "hexmap"
    return [str(installed), *words] if installed.is_file() else [*HEXMAP, *words]


def run(command: list[str], feed: Path | None = None) -> Child:
    """Run a process to its end with its output thrown away."""
    with tempfile.TemporaryFile() as errors, open(feed or os.devnull, "rb") as source:
        start = perf_counter()
        process = subprocess.Popen(command, cwd=ROOT, stdin=source, stdout=subprocess.DEVNULL, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        lines = errors.read().decode(errors="replace").strip().splitlines()
    # the kernel counts in kB, but macOS in bytes
    scale = 1e6 if sys.platform == "darwin" else 1e3
    return Child(seconds, usage.ru_maxrss / scale, process.returncode, lines[-1] if lines else "")


def imported(command: list[str]) -> set[str]:
    """Return the names of all modules that a hexmap command imports."""
    python = [sys.executable, "-X", "importtime", *HEXMAP[1:], *command]
    done = subprocess.run(python, cwd=ROOT, capture_output=True, text=True, check=False)
    marked = (line.rsplit("|", 1) for line in done.stderr.splitlines() if line.startswith("import time:"))
    return {parts[1].strip() for parts in marked if len(parts) == 2}
