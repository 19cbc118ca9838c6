"""Counters as diagrams show them: the symbol on its side's ground, without type that would be too small on a figure."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mapsheet.errors import NotationError
from mapsheet.source import data_folder, is_title
from mapsheet.units import Size

if TYPE_CHECKING:
    from mapsheet.counters import Counter, CounterSet

SMALLER = 0.8  # than true, so that a hex's number stands free beside a counter
FILE, LAYOUTS = "counters.toml", "figure"


def counters_of(map_path: str, name: str = "", beside: Path | None = None) -> CounterSet | None:
    """Return the counters that a script means: those it names, a title's or a file beside it; else its map's, None without.

    NotationError for a name that is neither; DataError with every fault of the file.
    """
    from mapsheet.counters import read_counters

    if not name:
        known = is_title(map_path) and (data_folder() / map_path / FILE).is_file()
        return for_figures(read_counters(map_path)) if known else None
    if is_title(name) and (data_folder() / name / FILE).is_file():
        return for_figures(read_counters(name))
    file = (beside or Path()) / name
    if "\0" in name or Path(name).name != name or not file.is_file():
        raise NotationError("a title with counters, or a file of counters beside the script", name)
    return for_figures(read_counters(file))


def for_figures(found: CounterSet) -> CounterSet:
    """Return counters with the layouts of figures in place of their own."""
    from mapsheet.counters.layoutreader import read_layouts

    layouts = read_layouts(LAYOUTS, found.folder)
    counters = {id_: _for_figures(counter) for id_, counter in found.counters.items()}
    return found._replace(counters=counters, layouts_by_name={**found.layouts_by_name, **layouts}, layouts=LAYOUTS)


def _for_figures(counter: Counter) -> Counter:
    layout = "double" if counter.size.width > 1.5 * counter.size.height else "single"
    size = Size(SMALLER * counter.size.width, SMALLER * counter.size.height)
    back = counter.back._replace(layout=layout, values={}) if counter.back else None
    return counter._replace(front=counter.front._replace(layout=layout, values={}), back=back, size=size)
