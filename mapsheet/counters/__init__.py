"""Counters: what is printed on them, read from `counters.toml` and CSV, drawn, and laid out for cutting."""

from mapsheet.counters.draw import counter_faults, counter_svg, draw_counter, load_layouts
from mapsheet.counters.facepaint import draw_symbol
from mapsheet.counters.layouts import Item, Layout
from mapsheet.counters.reader import counter_size, read_counters
from mapsheet.counters.sheetpages import sheets
from mapsheet.counters.sheetplan import SheetPlan
from mapsheet.counters.values import Counter, CounterSet, Face, Kind, Side

__all__ = [
    "Counter",
    "CounterSet",
    "Face",
    "Item",
    "Kind",
    "Layout",
    "SheetPlan",
    "Side",
    "counter_faults",
    "counter_size",
    "counter_svg",
    "draw_counter",
    "draw_symbol",
    "load_layouts",
    "read_counters",
    "sheets",
]
