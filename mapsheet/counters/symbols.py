"""Symbols by name. A table of symbols is a module of its own beside this one; here they are joined."""

from __future__ import annotations

from mapsheet.counters.symbolparts import Symbol
from mapsheet.counters.symbols_allies import ALLIES
from mapsheet.counters.symbols_byzantium import BYZANTIUM
from mapsheet.counters.symbols_foot import FOOT
from mapsheet.counters.symbols_markers import MARKERS
from mapsheet.counters.symbols_mounted import MOUNTED
from mapsheet.counters.symbols_ottomans import OTTOMANS
from mapsheet.counters.symbols_things import THINGS

TABLES = (FOOT, MOUNTED, THINGS, MARKERS, OTTOMANS, BYZANTIUM, ALLIES)

SYMBOLS: dict[str, Symbol] = {name: symbol for table in TABLES for name, symbol in table.items()}
