"""What stands where on a map of regions: found once for a map and style, drawn as often as asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from areamap.draw.cities import Anchor, find_anchors, symbol_box
from areamap.draw.holding import Holding, Yard
from areamap.draw.links import Crossing, find_crossings
from areamap.draw.room import Home, Quarters
from areamap.draw.seanames import Berths, SeaHome
from areamap.draw.view import PALE
from areamap.spaces import WATER

if TYPE_CHECKING:
    from areamap.atlas import Atlas
    from areamap.draw.view import View
    from areamap.spaces import Space
    from mapsheet.box import Box


class Layout(NamedTuple):
    """Everything that has a place: homes of regions and seas, anchors, holding boxes, and what found no room."""

    anchors: tuple[Anchor, ...]
    homes: dict[str, Home]
    seas: dict[str, SeaHome]
    holdings: dict[str, Holding]
    left_out: tuple[str, ...]
    crossings: tuple[Crossing, ...] = ()


_FOUND: WeakKeyDictionary[Atlas, dict[str, Layout]] = WeakKeyDictionary()


def layout_of(view: View) -> Layout:
    """Return where everything stands; found once for each map and style."""
    kept = _FOUND.setdefault(view.board, {})
    key = repr(view.style.area)
    if key not in kept:
        kept[key] = _find(view)
    return kept[key]


def _find(view: View) -> Layout:
    anchors = find_anchors(view)
    taken = [anchor.box for anchor in anchors]
    taken += [symbol_box(view, view.board.spaces[id_], at) for id_, at in view.cities.items()]
    crossings = find_crossings(view, taken)
    taken += [crossing.box for crossing in crossings]
    homes: dict[str, Home] = {}
    # the smallest first: they have the least choice
    for space in sorted(view.lands, key=lambda s: (s.kind in PALE, view.shapes[s.id].area)):
        if space.kind not in PALE:
            homes[space.id] = home = Quarters(view, space, taken).best()
            taken += [label.box for label in home.labels]
    taken += [box for home in homes.values() for box in home_boxes(home)]
    seas: dict[str, SeaHome] = {}
    for space in sorted(view.waters, key=lambda s: (s.kind in PALE, view.shapes[s.id].area)):
        seas[space.id] = berth = Berths(view, space, taken).best()
        taken += berth.boxes(view.look.sea_value.radius)
    holdings, left_out = _holdings(view, [*view.played], (homes, seas), taken)
    return Layout(tuple(anchors), homes, seas, holdings, tuple(left_out), tuple(crossings))


def home_boxes(home: Home) -> list[Box]:
    """Return the boxes that a region's name and counters take."""
    found = list(home.counters.boxes) if home.counters else []
    return found + ([home.block_box] if home.block_box else [])


def _holdings(
    view: View, spaces: list[Space], found: tuple[dict[str, Home], dict[str, SeaHome]], taken: list[Box]
) -> tuple[dict[str, Holding], list[str]]:
    homes, seas = found
    wished = view.board.art.holdings if view.board.art else {}
    short = [s for s in spaces if s.id in wished or not (seas[s.id].counters if s.kind in WATER else homes[s.id].counters)]
    boxes = Yard(view, taken).place(short)
    return boxes, [f"the pieces of {space.name}" for space in short if space.id not in boxes]
