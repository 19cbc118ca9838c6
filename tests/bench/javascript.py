"""JavaScript peers: one node process that is asked line by line; the packages live in a cache folder, not in the tree."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

HERE = Path(__file__).parent
FILES = ("package.json", "peers.mjs")


class NoNodeError(Exception):
    """The JavaScript peers cannot run here, and why."""


def cache_folder() -> Path:
    """Return where the packages are kept from run to run: in the user's cache, else in the folder for temporary files."""
    base = os.environ.get("XDG_CACHE_HOME") or (Path.home() / ".cache")
    folder = Path(base) / "mapsheet-bench"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.gettempdir()) / "mapsheet-bench"
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def install() -> Path:
    """Return the folder with the packages in it, installed on the first run; NoNodeError with the reason when that fails."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise NoNodeError(f"{program} is not installed")
    folder = cache_folder()
    wanted = (HERE / "package.json").read_bytes()
    stamp = folder / "installed.json"
    for name in FILES:
        shutil.copyfile(HERE / name, folder / name)
    if not stamp.is_file() or stamp.read_bytes() != wanted:
        done = subprocess.run(
            ["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=folder, capture_output=True, text=True, check=False
        )
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise NoNodeError(f"npm could not install the packages: {reason}")
        stamp.write_bytes(wanted)
    return folder


class Node:
    """A running node process with the peers loaded; use as a context."""

    def __init__(self) -> None:
        folder = install()
        self._process = subprocess.Popen(
            ["node", "peers.mjs"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout.strip()
        names = json.loads((HERE / "package.json").read_text())["dependencies"]
        self.versions = {"node": version, **names}

    def __enter__(self) -> Node:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._process.stdin:
            self._process.stdin.close()
        self._process.wait(timeout=10)

    def ask(self, question: str, **values: Any) -> dict[str, Any]:
        """Return the answer to one question; NoNodeError when node has stopped."""
        to_node, from_node = self._process.stdin, self._process.stdout
        assert to_node is not None
        assert from_node is not None
        to_node.write(json.dumps({"ask": question, **values}) + "\n")
        to_node.flush()
        answer = from_node.readline()
        if not answer:
            raise NoNodeError("node stopped without an answer")
        found: dict[str, Any] = json.loads(answer)
        return found

    def seconds(self, question: str, **values: Any) -> float:
        """Return the seconds that node itself measured for a question."""
        return float(self.ask(question, **values)["seconds"])
