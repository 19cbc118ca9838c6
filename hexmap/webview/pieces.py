"""The counters of a position as small drawings that a page puts on hexes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexmap.position import Position
    from hexmap.webview.places import Tables
    from mapsheet.counters import CounterSet
    from mapsheet.style import Style

_ID = re.compile(r'\b(id="|href="#|url\(#)')


def piece_tables(position: Position, counters: CounterSet, style: Style) -> Tables:
    """Return the front of each counter in a position by its id: its drawing and its size in mm."""
    from mapsheet.counters import counter_svg

    known = counters.counters
    used = [name for name in dict.fromkeys(unit.counter for unit in position.units) if name in known]
    return {
        name: {
            "svg": _apart(counter_svg(counters, known[name], style), f"piece-{k}-"),
            "width": known[name].size.width, "height": known[name].size.height, "name": known[name].name,
        }
        for k, name in enumerate(used)
    }


def _apart(svg: str, prefix: str) -> str:
    """Return a drawing whose ids are nobody else's on the page."""
    return _ID.sub(lambda found: found[1] + prefix, svg[svg.index("<svg") :])
