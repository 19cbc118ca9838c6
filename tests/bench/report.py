"""The table and the JSON of one run."""

from __future__ import annotations

import json
import platform
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tests.bench.rounds import Row
from tests.bench.run import Run

PEERS = ("numpy", "scipy", "networkx", "shapely", "hexutil", "svgwrite", "cairosvg")
_STEPS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


def amount(value: float | None, unit: str) -> str:
    """Return a measured amount with its unit: seconds in the step that reads best, other units with thousands parted."""
    if value is None:
        return ""
    if unit != "s":
        return f"{value:,.0f} {unit}" if value >= 100 else f"{value:.3g} {unit}"
    for scale, name in _STEPS:
        if value >= scale:
            return f"{value / scale:.3g} {name}" if value < 1000 * scale else f"{value:,.0f} s"
    return "0 s"


def _ratio(row: Row) -> str:
    if row.ratio is None:
        return ""
    return f"{row.ratio:,.1f}x" if row.ratio < 100 else f"{row.ratio:,.0f}x"


def _bound(row: Row) -> str:
    if row.bound is None:
        return ""
    return f"{'under' if row.at_most else 'at least'} {row.bound:,g}x"


def table(rows: list[Row]) -> Table:
    """Return the rows as a table for the terminal."""
    made = Table(title="Ratios of one run (peer / ours; where the bound says under, ours / peer)", title_justify="left")
    made.add_column("operation", overflow="fold")
    made.add_column("ours", justify="right", no_wrap=True)
    made.add_column("peer", overflow="fold")
    made.add_column("peer's", justify="right", no_wrap=True)
    made.add_column("ratio", justify="right", no_wrap=True)
    made.add_column("bound", justify="right", no_wrap=True)
    made.add_column("ok?", no_wrap=True)
    made.add_column("note", overflow="fold")
    marks = {True: "[green]yes[/]", False: "[red]NO[/]", None: ""}
    for row in rows:
        cells = (amount(row.ours, row.unit), row.peer, amount(row.theirs, row.unit), _ratio(row), _bound(row))
        made.add_row(row.operation, *cells, marks[row.holds()], row.note)
    return made


def machine(run: Run) -> dict[str, str]:
    """Return what ran: interpreter, processor count, versions of the peers."""
    import psutil

    memory = psutil.virtual_memory().total / 2**30
    found = {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}, {psutil.cpu_count()} cores, {memory:.0f} GiB",
    }
    found |= {name: version(name) for name in PEERS}
    return found | (run.node.versions if run.node else {})


def show(run: Run, console: Console) -> None:
    """Print everything."""
    console.print("Map: " + run.world.describe())
    console.print("Ran on: " + ", ".join(f"{name} {value}" for name, value in machine(run).items()))
    console.print(
        f"Median of {run.rounds} interleaved rounds (peer, ours, peer, ours …) after one to warm up; "
        "the ratio is the median of the rounds' ratios."
    )
    console.print(table(run.rows))
    for check in run.checks:
        console.print(f"[{'red' if check.wrong else 'green'}]{check}[/]")
    for text in run.skipped:
        console.print(f"[yellow]skipped: {text}[/]")
    bound = [row for row in run.rows if row.holds() is not None]
    console.print(f"{sum(1 for row in bound if row.holds())} of {len(bound)} bounds kept")


def write_json(run: Run, path: Path) -> None:
    """Write everything to a file."""
    found: dict[str, Any] = {
        "map": run.world.describe(),
        "machine": machine(run),
        "rounds": run.rounds,
        "rows": [row.to_json() for row in run.rows],
        "checks": [check._asdict() for check in run.checks],
        "skipped": run.skipped,
        "command": sys.argv[1:],
    }
    path.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
