"""Symbols by name. A table of symbols is a module of its own beside this one; here they are joined."""

from __future__ import annotations

from mapsheet.counters.symbolparts import Symbol
from mapsheet.counters.symbols_battles import BATTLES
from mapsheet.counters.symbols_markers import MARKERS
from mapsheet.counters.symbols_ottomans import OTTOMANS

TABLES = (BATTLES, MARKERS, OTTOMANS)

SYMBOLS: dict[str, Symbol] = {name: symbol for table in TABLES for name, symbol in table.items()}
