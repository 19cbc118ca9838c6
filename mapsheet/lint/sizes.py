"""Type that is too small to read, and counters that are too large for their place or print badly themselves."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mapsheet.lint.findings import Finding
from mapsheet.text import SMALLEST

if TYPE_CHECKING:
    from mapsheet.counters import CounterSet
    from mapsheet.style import Style

POINT = 25.4 / 72
WIDE = 1.5
"""Times its height from which a counter lies on two hexes."""


def find_small_type(style: Any, place: str = "style") -> Iterator[Finding]:
    """Yield a finding for each kind of lettering of a style, or of a part of one, under 5 point."""
    if hasattr(style, "face"):
        if style.size < SMALLEST - 1e-3:
            yield small(place, style.size)
    elif hasattr(style, "_asdict"):
        for name, part in style._asdict().items():
            yield from find_small_type(part, f"{place}.{name}")
    elif isinstance(style, dict):
        for name, part in style.items():
            yield from find_small_type(part, f"{place}.{name}")


def small(place: str, size: float) -> Finding:
    """Return the finding for type of an em of that many mm."""
    told = f"type of {size / POINT:.1f} pt; 5 pt ({SMALLEST:.2f} mm) is the least"
    return Finding("L-03", place, told, {"mm": round(size, 3), "pt": round(size / POINT, 2)})


def find_big_counters(found: CounterSet, across_flats: float) -> Iterator[Finding]:
    """Yield a finding for each size of counter that is longer from corner to corner than a hex is from side to side.

    Such a counter reaches into the next hex when it is turned. Counters that block no hex, markers, may be laid on others.
    """
    sizes = {counter.size for counter in found.counters.values() if counter.kind.blocks}
    for half in sorted({_half(*size) for size in sizes}):
        diagonal = hypot(*half)
        if diagonal > across_flats:
            yield _too_big(half, diagonal, across_flats)


def _too_big(half: tuple[float, float], diagonal: float, across_flats: float) -> Finding:
    corners, fits, wanted = 2 * across_flats / sqrt(3), _floor(across_flats / sqrt(2)), -_floor(-diagonal)
    figures = {
        "counter_mm": list(half), "diagonal_mm": round(diagonal, 2), "across_flats_mm": round(across_flats, 2),
        "across_corners_mm": round(corners, 2), "counter_that_fits_mm": fits, "hex_that_fits_mm": wanted,
    }
    told = (
        f"{diagonal:.1f} mm from corner to corner, and hexes are {across_flats:g} mm from side to side and {corners:.1f} mm "
        f"from corner to corner: square counters of {fits:g} mm or hexes of {wanted:g} mm would fit, however they lie"
    )
    return Finding("L-01", f"counters of {half[0]:g} x {half[1]:g} mm on a hex", told, figures)


def _half(width: float, height: float) -> tuple[float, float]:
    """Return the part of a counter that lies on one hex."""
    return (round(width / 2, 3), height) if width > WIDE * height else (width, height)


def _floor(mm: float) -> float:
    return int(mm * 10 - (mm < 0)) / 10


def find_counter_faults(found: CounterSet, style: Style) -> Iterator[Finding]:
    """Yield what does not print well on the counters themselves."""
    from mapsheet.counters import counter_faults

    for fault in counter_faults(found, style):
        place, _, told = fault.partition(": ")
        yield Finding("L-10", f"counter {place}", told)


def counters_of(folder: Path, override: str | None = None) -> CounterSet | None:
    """Return the counters of a title's folder, None where it has none; DataError with every fault of the file."""
    from mapsheet.counters import read_counters
    from mapsheet.counters.reader import FILE

    return read_counters(folder, override=override) if (folder / FILE).is_file() else None
