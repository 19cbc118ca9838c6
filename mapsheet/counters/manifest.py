"""What sheets of counters hold, in numbers: pages, and pieces by side and type."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Sequence
from typing import Any

from mapsheet.counters.imposing import Cell
from mapsheet.counters.sheetpages import CounterPage
from mapsheet.counters.sheetplan import SheetPlan
from mapsheet.counters.values import CounterSet


def manifest(found: CounterSet, plan: SheetPlan, pages: Sequence[CounterPage]) -> dict[str, Any]:
    """Return what the pages hold as JSON values."""
    fronts = [cell for page in pages if page.face != "backs" for cell in page.leaf.cells]
    return {
        "title": found.title,
        "paper_mm": [round(side, 3) for side in plan.paper],
        "duplex": "fold" if plan.fold else plan.duplex,
        "total": len(fronts),
        "sides": _tallied(fronts),
        "pages": [
            {
                "page": number, "label": page.label, "leaf": page.leaf.number, "face": page.face,
                "pieces": len(page.leaf.cells), "sides": _tallied(page.leaf.cells),
            }
            for number, page in enumerate(pages, 1)
        ],
    }


def _tallied(cells: Iterable[Cell]) -> dict[str, dict[str, int]]:
    """Return the number of pieces by side and type."""
    sides: dict[str, Tally[str]] = {}
    for cell in cells:
        sides.setdefault(cell.piece.counter.side.id, Tally())[cell.piece.counter.kind.id] += 1
    return {side: dict(kinds) for side, kinds in sides.items()}
