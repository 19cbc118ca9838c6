"""What of counters a title has, for its cover."""

from __future__ import annotations

from collections import Counter as Tally

from mapsheet.counters.values import CounterSet
from mapsheet.units import told


def counted_sides(found: CounterSet | None) -> list[tuple[str, int, str]]:
    """Return for each side its name, its number of pieces, and in words how many of each size; none without counters."""
    sides: dict[str, Tally[str]] = {}
    for counter in found.counters.values() if found else ():
        sides.setdefault(counter.side.name, Tally())[told(counter.size)] += counter.copies
    return [
        (name, sum(sizes.values()), ", ".join(f"{many} of {size}" for size, many in sizes.items()))
        for name, sizes in sides.items()
    ]
