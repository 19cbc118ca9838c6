"""Symbols of markers."""

from __future__ import annotations

from mapsheet.counters.symbolparts import Symbol, hole, solid

MARKERS: dict[str, Symbol] = {
    "hourglass": (
        solid("M22 6H78V16H72C72 34 58 42 56 50C58 58 72 66 72 84H78V94H22V84H28C28 66 42 58 44 50C42 42 28 34 28 16H22Z"),
        hole("M35 18H65C64 28 56 36 50 41C44 36 36 28 35 18ZM35 84C36 72 46 68 50 60C54 68 64 72 65 84Z"),
    ),
}
