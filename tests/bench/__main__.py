"""`python -m tests.bench [--quick] [--json FILE] [--only SECTION,…]`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tests.bench import areabuild, areas, drawing, movement, report, rules, shell, sight
from tests.bench.run import Run

SECTIONS = {
    "sight": sight.rows, "movement": movement.rows, "shell": shell.rows, "areas": areas.rows, "build": areabuild.rows,
    "drawing": drawing.rows, "rules": rules.rows,
}  # fmt: skip


def options(words: list[str]) -> argparse.Namespace:
    """Return the options of a command line."""
    parser = argparse.ArgumentParser(prog="bench", description="Prints ratios to other libraries, all measured in one run.")
    parser.add_argument("--quick", action="store_true", help="two rounds, small samples, no slow drawings")
    parser.add_argument("--rounds", type=int, help="rounds of each comparison (5, quick 2)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers to a file as well")
    parser.add_argument("--only", default=",".join(SECTIONS), metavar="SECTION,…", help=f"of {' '.join(SECTIONS)}")
    found = parser.parse_args(words)
    unknown = set(found.only.split(",")) - set(SECTIONS)
    if unknown:
        parser.error(f"unknown section {', '.join(sorted(unknown))}: expected {' '.join(SECTIONS)}")
    return found


def main(words: list[str]) -> int:
    """Run the chosen sections; return 1 when an answer is wrong, else 0."""
    chosen = options(words)
    bars = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*bars, console=Console(stderr=True), transient=True) as progress:
        run = Run(progress, rounds=chosen.rounds or (2 if chosen.quick else 5), quick=chosen.quick)
        try:
            for name, rows_of in SECTIONS.items():
                if name in chosen.only.split(","):
                    run.rows += rows_of(run)
            console = Console() if sys.stdout.isatty() else Console(width=200)
            report.show(run, console)
            if chosen.json:
                report.write_json(run, chosen.json)
        finally:
            run.close()
    return 1 if any(check.wrong for check in run.checks) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
