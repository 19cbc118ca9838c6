"""Symbols of the men, beasts and things of two medieval battles."""

from __future__ import annotations

from mapsheet.counters.symbolparts import Symbol, solid

BATTLES: dict[str, Symbol] = {
    "shield": (solid("M14 10C34 14 66 14 86 10V46C86 72 66 88 50 96C34 88 14 72 14 46Z"),),
}
