"""Counters: what is printed on them, read from `counters.toml` and CSV, drawn, and laid out for cutting."""

from mapsheet.counters.reader import counter_size, read_counters
from mapsheet.counters.sheetpages import sheets
from mapsheet.counters.sheetplan import SheetPlan
from mapsheet.counters.values import Counter, CounterSet, Face, Kind, Side

__all__ = ["Counter", "CounterSet", "Face", "Kind", "SheetPlan", "Side", "counter_size", "read_counters", "sheets"]
