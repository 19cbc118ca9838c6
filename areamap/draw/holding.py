"""Holding boxes: room beside the map's crowded parts for pieces that a small region or sea cannot hold, with a leader line."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple

from areamap.draw.blocks import draw_value, region_type
from areamap.draw.raster import STEP, Piece, Raster
from areamap.draw.room import COUNTER, wanted
from areamap.draw.view import PALE
from areamap.spaces import WATER, Space
from mapsheet.box import Box, Point
from mapsheet.typeset import cap_height, fitted, paragraph, write

if TYPE_CHECKING:
    from areamap.draw.view import View
    from mapsheet.sheet import Layer

RIM = 1.0
HEAD = 6.0
AROUND = 1.6  # mm that a box keeps from what else is drawn
NEAREST = 600  # places looked at for the leader's way
CROSSED = 12.0  # mm of way that are better than crossing something


class Holding(NamedTuple):
    """A box for the pieces of a space, and its leader from the box's edge into the space."""

    space: str
    box: Box
    leader: tuple[Point, Point]

    @property
    def counters(self) -> Box:
        """Return the room for counters."""
        return Box(self.box.left + RIM, self.box.bottom - RIM - 2 * COUNTER, self.box.right - RIM, self.box.bottom - RIM)


def size_of(view: View, space: Space) -> tuple[float, float]:
    """Return the width and height of a space's box: counters in two rows under its name and value."""
    return (wanted(view, space) // 2) * COUNTER + 2 * RIM, HEAD + 2 * COUNTER + 2 * RIM


class Yard:
    """The part of the sheet where boxes may stand: water and land that nobody enters, clear of all that is drawn."""

    def __init__(self, view: View, taken: Sequence[Box]) -> None:
        self.view = view
        self.taken = list(taken)
        self.open = Raster(_open(view)).without(box.grown(AROUND) for box in taken)

    def find(self, space: Space, target: Point) -> Holding | None:
        """Return a box for a space as near to it as can be, its leader over as little as can be; None where none fits."""
        import numpy as np

        width, height = size_of(self.view, space)
        wished = self.view.board.art.holdings.get(space.id) if self.view.board.art else None
        if wished:
            x, y = self.view.place(wished)
            return self._taken(space, Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2), target)
        rows, columns = np.nonzero(self.open.fits((Piece(0.0, 0.0, width, height),)))
        if not len(rows):
            return None
        x, y = self.open.left + columns * STEP, self.open.top + rows * STEP
        away = np.round(np.hypot(x + width / 2 - target[0], y + height / 2 - target[1]), 6)
        nearest = np.argsort(away, kind="stable")
        spread = nearest[:: max(1, min(len(nearest), 30_000) // NEAREST)][:NEAREST]
        boxes = [Box(float(x[k]), float(y[k]), float(x[k]) + width, float(y[k]) + height) for k in spread]
        return self._taken(space, min(boxes, key=lambda box: self._cost(box, target)), target)

    def _taken(self, space: Space, box: Box, target: Point) -> Holding:
        holding = Holding(space.id, box, (_edge(box, target), target))
        self.open = self.open.without([box.grown(AROUND)])
        self.taken += [box]
        return holding

    def _cost(self, box: Box, target: Point) -> float:
        """Return the length of a leader, and much more for each thing that it would cross."""
        import numpy as np

        (x0, y0), (x1, y1) = _edge(box, target), target
        crossed = int(np.count_nonzero(_meets(np.array(self.taken), (x0, y0), (x1, y1)))) if self.taken else 0
        return round(hypot(x0 - x1, y0 - y1) + CROSSED * crossed, 6)


def _meets(boxes: Any, start: Point, end: Point) -> Any:
    """Return for each of an array of boxes whether a straight line runs through it."""
    import numpy as np

    low, high = np.zeros(len(boxes)), np.ones(len(boxes))
    for axis in (0, 1):
        way = end[axis] - start[axis]
        step = way if abs(way) > 1e-9 else 1e-9
        first, last = ((boxes[:, k] - start[axis]) / step for k in (axis, axis + 2))
        low, high = np.maximum(low, np.minimum(first, last)), np.minimum(high, np.maximum(first, last))
    return low < high


def _edge(box: Box, target: Point) -> Point:
    """Return the point of a box that is nearest to the target."""
    return min(max(target[0], box.left), box.right), min(max(target[1], box.top), box.bottom)


def _open(view: View) -> Any:
    import shapely

    shut = [view.shapes[s.id] for s in view.lands if s.kind in PALE]
    wet = view.water.buffer(-1.6)
    land = shapely.union_all(shut).buffer(-1.6) if shut else shapely.Point()
    inside = shapely.box(*view.frame.grown(-2.5))
    return shapely.intersection(shapely.union_all([wet, land]), inside)


def target_of(view: View, space: Space) -> Point:
    """Return the point in a space that a leader ends at: the middle of its widest part."""
    import shapely

    part = max(shapely.get_parts(view.shapes[space.id]), key=lambda p: p.area)
    (x, y), _ = shapely.maximum_inscribed_circle(part, tolerance=0.25).coords
    return float(x), float(y)


def draw_leader(layer: Layer, view: View, holding: Holding) -> None:
    """Draw the line from a box into its space, a dot at its end."""
    layer.line(holding.leader, **view.look.leader.line())
    layer.circle(holding.leader[1], 0.6, fill=view.look.leader.colour)


def draw_holding(layer: Layer, view: View, holding: Holding) -> None:
    """Draw a box with the name and value of its space above the room for counters, in the space's tint."""
    space = view.board.spaces[holding.space]
    is_sea = space.kind in WATER
    box = holding.box
    group = layer.group(f"holding-{space.id}", f"{space.name}: room for its pieces")
    group.rect(box, rounded=1.2, **view.look.holding.area())
    fill = view.look.sea.colour if is_sea else view.tint(space).fill
    group.rect(box.grown(-0.35), rounded=0.9, fill=fill)
    group.rect(box, rounded=1.2, **view.look.holding_edge.line())
    radius = (view.look.sea_value if is_sea else view.look.value).radius
    left, right = box.left + 1.4, box.right - 1.0 - (2 * radius if space.value is not None else 0.0)
    kind = view.look.lettering["sea"]._replace(tracking=0.03) if is_sea else region_type(view.style, 3.4)  # type: ignore[arg-type]
    kind = fitted(space.name if is_sea else space.name.upper(), kind._replace(size=type(kind.size)(3.4)), right - left - 0.8)
    middle = box.top + 0.6 + radius
    write(group, space.name if is_sea else space.name.upper(), kind, (left, middle + cap_height(kind) / 2))
    if space.value is not None:
        draw_value(group, view, str(space.value), (box.right - 1.0 - radius, middle), sea=is_sea)


def note_below(layer: Layer, view: View, holding: Holding) -> Box | None:
    """Draw the entry text of a box's space inside its room, where counters may cover it."""
    space = view.board.spaces[holding.space]
    if not space.note:
        return None
    kind = view.look.lettering["entry"]
    room = holding.counters
    return paragraph(layer, space.note, kind, (room.left + 0.6, room.top + 0.6 + cap_height(kind)), room=room.width - 1.2)
