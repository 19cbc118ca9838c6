"""Whole processes: a question from a cold shell, all pairs from nothing, and many questions down a pipe."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import hexmap
from tests.bench import children
from tests.bench.ground import draw
from tests.bench.rounds import Measure, Peer, Row, contest
from tests.bench.run import Run

HEAVY = ("numpy", "shapely", "networkx")
QUESTION = ("los", "bannockburn", "1426", "1225")
ALL_PAIRS = "import sys, hexmap; hexmap.load(sys.argv[1]).los_matrix()"


def rows(run: Run) -> list[Row]:
    """Return the rows of whole processes."""
    with tempfile.TemporaryDirectory() as folder, run.step("whole processes", 4) as step:
        found = _cold_question(run)
        step.advance()
        found += _all_pairs(run, Path(folder))
        step.advance()
        for kind in ("los", "reach"):
            found += _batch(run, kind, Path(folder))
            step.advance()
    return found


def _timed(command: list[str], feed: Path | None = None) -> Measure:
    """Return a measure of a whole process; ChildProcessError when it fails."""

    def measure() -> float:
        child = children.run(command, feed)
        if child.code:
            raise ChildProcessError(f"{' '.join(command[-5:])}: exit {child.code}, {child.error}")
        return child.seconds

    return measure


def _cold_question(run: Run) -> list[Row]:
    bare = Peer("python3 -c pass", _timed([sys.executable, "-c", "pass"]), 8)
    operation = f"hexmap {' '.join(QUESTION)}, cold shell"
    try:
        loaded = [name for name in HEAVY if name in children.imported([*QUESTION])]
        note = f"imports {', '.join(loaded)}" if loaded else f"imports none of {', '.join(HEAVY)}"
        return contest(operation, _timed(children.hexmap(*QUESTION)), [bare], rounds=3 * run.rounds, at_most=True, note=note)
    except ChildProcessError as error:
        run.skipped.append(f"{operation}: {error}")
        return []


def _all_pairs(run: Run, folder: Path) -> list[Row]:
    file = folder / "map.toml"
    file.write_text(run.world.text(), encoding="utf-8")
    return _alone(run, "all ordered pairs, cold process from the map file", [sys.executable, "-c", ALL_PAIRS, str(file)])


def _alone(run: Run, operation: str, command: list[str], *, feed: Path | None = None, lines: int = 0) -> list[Row]:
    """Return a row without a peer: the least seconds of a process, or its lines a second."""
    found = [children.run(command, feed) for _ in range(run.rounds)]
    if found[0].code:
        run.skipped.append(f"{operation}: exit {found[0].code}, {found[0].error}")
        return []
    seconds, megabytes = min(child.seconds for child in found), max(child.megabytes for child in found)
    note = f"best of {run.rounds}, peak {megabytes:.0f} MB"
    return [Row(operation, lines / seconds, unit="lines/s", note=note)] if lines else [Row(operation, seconds, note=note)]


def _batch(run: Run, kind: str, folder: Path) -> list[Row]:
    count = (2_000 if run.quick else 40_000) if kind == "los" else (500 if run.quick else 5_000)
    file = folder / f"{kind}.jsonl"
    file.write_text("".join(json.dumps(q) + "\n" for q in _questions(kind, count)), encoding="utf-8")
    what = "los" if kind == "los" else "reach 6"
    operation = f"hexmap batch bannockburn, {count:,} x {what}, eight other units in each"
    return _alone(run, operation, children.hexmap("batch", "bannockburn"), feed=file, lines=count)


def _questions(kind: str, count: int) -> Iterator[dict[str, object]]:
    board = hexmap.load("bannockburn")
    numbers = [board.number(h) for h in board if board.terrain(h).enter is not None]
    for k in range(count):
        a, b, *others = dict.fromkeys(numbers[draw("batch", k, n) % len(numbers)] for n in range(12))
        los: dict[str, object] = {"ask": "los", "from": a, "to": b}
        yield {**(los if kind == "los" else {"ask": "reach", "at": a, "allowance": 6}), "occupied": others[:8]}
