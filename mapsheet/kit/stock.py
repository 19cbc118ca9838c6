"""What of counters a title has, for its cover."""

from __future__ import annotations

from collections import Counter as Tally

from mapsheet.counters.reader import FILE, read_counters
from mapsheet.kit.parts import KitJob
from mapsheet.source import find_source


def counted_sides(job: KitJob) -> list[tuple[str, int, str]]:
    """Return for each side its name, its number of pieces, and in words how many of each size; none without counters."""
    folder = find_source(job.name).parent
    if not (folder / FILE).is_file():
        return []
    sides: dict[str, Tally[str]] = {}
    for counter in read_counters(folder, override=job.override).counters.values():
        size = f"{counter.size.width:g} × {counter.size.height:g} mm"
        sides.setdefault(counter.side.name, Tally())[size] += counter.copies
    return [
        (name, sum(sizes.values()), ", ".join(f"{many} of {size}" for size, many in sizes.items()))
        for name, sizes in sides.items()
    ]
