"""What stands where on a map of regions: found once for a map and style, drawn as often as asked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from areamap.draw.cities import Anchor, find_anchors, symbol_box
from areamap.draw.holding import Holding, Yard, beads, target_of
from areamap.draw.links import Crossing, find_crossings
from areamap.draw.quarters import Home, Quarters, closed_home
from areamap.draw.raster import middle_of
from areamap.draw.seanames import Berths, SeaHome
from areamap.draw.view import PALE, View
from areamap.draw.wished import wished_home
from areamap.spaces import WATER
from mapsheet.box import Box

if TYPE_CHECKING:
    from areamap.atlas import Atlas
    from areamap.spaces import Space


MOST_BOXES = 60
"""Holding boxes beyond which a map gets none: its spaces are not meant for half-inch counters."""


DASH = 5.0
"""Mm of a sea's border that weigh as much as a letter of its name when boxes are placed."""


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
    if view.own_layout is not None:
        return view.own_layout
    kept = _FOUND.setdefault(view.board, {})
    key = repr(view.style.area)
    if key not in kept:
        kept[key] = _find(View(view.board, view.style))
    return kept[key] if view.window is None else seen(kept[key], view)


def seen(layout: Layout, view: View) -> Layout:
    """Return what stands wholly in the window of a view."""
    frame = view.frame.grown(-0.3)

    def holds(boxes: list[Box]) -> bool:
        return all(frame.holds(box) for box in boxes)

    homes = {
        id_: home._replace(
            block=home.block if holds(home.boxes) else None,
            curved=home.curved if holds(home.boxes) else None,
            labels=tuple(label for label in home.labels if frame.holds(label.box)),
        )
        for id_, home in layout.homes.items() if id_ in view.shapes
    }
    seas = {
        id_: sea for id_, sea in layout.seas.items()
        if id_ in view.shapes and holds(sea._replace(counters=None).boxes(view.look.sea_value.radius))
    }
    holdings = {id_: one for id_, one in layout.holdings.items() if id_ in view.shapes and frame.holds(one.box)}
    return Layout(
        tuple(a for a in layout.anchors if a.city in view.cities and frame.holds(a.box)), homes, seas, holdings, (),
        tuple(c for c in layout.crossings if frame.holds(c.box)),
    )


def _find(view: View) -> Layout:
    anchors = find_anchors(view)
    taken = [anchor.box for anchor in anchors]
    taken += [symbol_box(view, view.board.spaces[id_], at) for id_, at in view.cities.items()]
    crossings = find_crossings(view, taken)
    taken += [crossing.box for crossing in crossings]
    homes = _homes(view, taken)
    taken += [box for home in homes.values() for box in (*home_boxes(home), *(label.box for label in home.labels))]
    seas, holdings = _waters(view, homes, taken)
    short = [s for s in view.played if s.id not in holdings and not room_of(Layout((), homes, seas, {}, ()), s)]
    left_out = (*(space.name for space in lost(view)), *(f"the pieces of {space.name}" for space in short))
    return Layout(tuple(anchors), homes, seas, holdings, left_out, tuple(crossings))


def lost(view: View) -> list[Space]:
    """Return the spaces with a shape or a place that lie wholly beyond what the sheet shows, in the order of the file."""
    shown = {*view.shapes, *view.cities}
    drawn = [s for s in view.board.spaces.values() if s.id in view.topology.shapes or (s.kind == "city" and s.at)]
    return [space for space in drawn if space.id not in shown]


def _homes(view: View, taken: list[Box]) -> dict[str, Home]:
    """Return the homes of the regions, found for the smallest first: they have the least choice."""
    found: dict[str, Home] = {}
    labels: list[Box] = []
    for space in sorted(view.lands, key=lambda s: view.shapes[s.id].area):
        drawn = [*taken, *labels]
        found[space.id] = home = _home(view, space, drawn)
        labels += [label.box for label in home.labels]
    return found


def _home(view: View, space: Space, drawn: list[Box]) -> Home:
    plan = view.board.art.names.get(space.id) if view.board.art else None
    if plan and plan.at and space.kind not in PALE:
        return wished_home(Quarters(view, space, drawn), plan)
    return closed_home(view, space, drawn) if space.kind in PALE else Quarters(view, space, drawn).best()


def _waters(view: View, homes: dict[str, Home], taken: list[Box]) -> tuple[dict[str, SeaHome], dict[str, Holding]]:
    """Return the homes of the seas and the holding boxes.

    Boxes choose first, for seas have more places for their names; a sea that a box would rob of its room is closed to them.
    """
    alone = _seas(view, taken, {})
    full = {id_ for id_, sea in alone.items() if sea.counters}
    wished = view.board.art.holdings if view.board.art else {}
    short = [
        s for s in view.played
        if s.id in wished or (s.id not in full if s.kind in WATER else homes[s.id].counters is None)
    ]
    if len(short) > MOST_BOXES:
        return alone, {}
    shut: set[str] = set()
    radius = view.look.sea_value.radius
    room = [box for home in homes.values() if home.counters for box in home.counters.boxes]
    soft = [box for sea in alone.values() for box in sea.boxes(radius)] + _sea_borders(view)
    while short:
        holdings = Yard(view, taken, room=room, soft=soft, shut=shut).place(short)
        drawn = [box for holding in holdings.values() for box in (holding.box.grown(0.8), *beads(*holding.leader))]
        seas = _seas(view, [*taken, *drawn], {id_: sea for id_, sea in alone.items() if _is_clear(sea.boxes(radius), drawn)})
        robbed = {id_ for id_, sea in seas.items() if id_ in full and not sea.counters} - shut
        if not robbed:
            return seas, holdings
        shut |= robbed
    return alone, {}


def _sea_borders(view: View) -> list[Box]:
    """Return small boxes along the borders of seas, which a holding box had better not hide."""
    import shapely

    lines = [shapely.LineString(view.walk(border)) for border in view.topology.borders if border.kind == "sea"]
    places = [line.interpolate(DASH * (k + 0.5)) for line in lines for k in range(int(line.length / DASH))]
    return [Box(p.x - 0.5, p.y - 0.5, p.x + 0.5, p.y + 0.5) for p in places]


def _seas(view: View, taken: list[Box], kept: Mapping[str, SeaHome]) -> dict[str, SeaHome]:
    """Return the homes of all seas, some of them as they are."""
    return {s.id: kept[s.id] if s.id in kept else Berths(view, s, taken).best() for s in view.waters}


def _is_clear(boxes: list[Box], others: list[Box]) -> bool:
    return not any(box.grown(0.5).overlaps(other) for box in boxes for other in others)


def home_boxes(home: Home) -> list[Box]:
    """Return the boxes that a region's name and counters take."""
    found = list(home.counters.boxes) if home.counters else []
    return found + home.boxes


def only(layout: Layout, ids: Collection[str], *, named: bool) -> Layout:
    """Return what belongs to some spaces, or else to all others, without the boxes."""
    return Layout(
        tuple(a for a in layout.anchors if (a.sea in ids) == named),
        {id_: home for id_, home in layout.homes.items() if (id_ in ids) == named},
        {id_: sea for id_, sea in layout.seas.items() if (id_ in ids) == named},
        {}, (), tuple(c for c in layout.crossings if ({c.link.a, c.link.b} <= set(ids)) == named),
    )


def room_of(layout: Layout, space: Space) -> list[Box]:
    """Return the boxes where the counters of a space lie: in it, else in its holding box; none where there is no room."""
    if space.id in layout.holdings:
        return [layout.holdings[space.id].counters]
    home = layout.seas.get(space.id) or layout.homes.get(space.id)
    return list(home.counters.boxes) if home and home.counters else []


def seat(view: View, layout: Layout, space: Space) -> tuple[float, float]:
    """Return the point that stands for a space: the middle of its counters in it, else of its widest part."""
    boxes = [] if space.id in layout.holdings else room_of(layout, space)
    return middle_of(boxes) if boxes else target_of(view, space)


def printed(view: View, layout: Layout) -> list[Box]:
    """Return the boxes of names, values, cities, anchors and crossings, as they stand on the map."""
    boxes = [anchor.box for anchor in layout.anchors] + [crossing.box for crossing in layout.crossings]
    boxes += [symbol_box(view, view.board.spaces[id_], at) for id_, at in view.cities.items()]
    for home in layout.homes.values():
        boxes += [*home.boxes, *(label.box for label in home.labels)]
    for sea in layout.seas.values():
        boxes += sea._replace(counters=None).boxes(view.look.sea_value.radius)
    return boxes
