"""Holding boxes: room beside the map's crowded parts for pieces that a small region or sea cannot hold, with a leader line."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple

from areamap.draw.blocks import draw_value, region_type, splits
from areamap.draw.ground import draw_pattern
from areamap.draw.quarters import COUNTER, wanted
from areamap.draw.raster import STEP, Piece, Raster
from areamap.draw.view import PALE
from areamap.spaces import WATER, Space
from mapsheet.box import Box, Point
from mapsheet.typeset import cap_height, fitted, shortened, width, write

if TYPE_CHECKING:
    from areamap.draw.view import View
    from mapsheet.sheet import Layer
    from mapsheet.style import Type

RIM = 1.0
LARGEST = 3.4  # mm, the em of a box's name
HEAD = 6.0
AROUND = 1.6  # mm that a box keeps from what else is drawn
NEAREST = 400  # places looked at for the leader's way
CROSSED, ROOM, BOXED, LED = 22.0, 6.0, 60.0, 6.0
"""Mm of way that are better than a leader over a name, room for counters, another box, another leader."""
COVERED = 3.0  # mm of way that are better than covering a letter of a sea's name
DEEP = 4.0  # mm from the border beyond which a leader's end need not go
MOST_ENDS = 90
MOST_PLACES = 30_000
FAR = 70.0  # mm from which a leader costs three times its length
WIDE = 4500.0  # mm², of a region that has room for a box of another
FLAT = 8.0  # mm of way that are better than counters in one row
ABROAD = 40.0  # mm of way that are better than standing in such a region


class Holding(NamedTuple):
    """A box for the pieces of a space, and its leader from the box's edge into the space."""

    space: str
    box: Box
    leader: tuple[Point, Point]

    @property
    def counters(self) -> Box:
        """Return the room for counters."""
        return Box(self.box.left + RIM, self.box.top + RIM + HEAD, self.box.right - RIM, self.box.bottom - RIM)


def sizes_of(view: View, space: Space) -> list[tuple[float, float]]:
    """Return the widths and heights of a space's box: counters in two rows under its name and value, two columns, or one row."""
    count = wanted(view, space)
    ways = dict.fromkeys((2, count // 2, 1))
    return [((count // rows) * COUNTER + 2 * RIM, HEAD + rows * COUNTER + 2 * RIM) for rows in ways]


class Offer(NamedTuple):
    """A place for a box, and what it costs."""

    box: Box
    cost: float


class Yard:
    """The part of the sheet where boxes may stand: water and land that nobody enters, and the wide empty parts of others."""

    def __init__(
        self, view: View, taken: Sequence[Box], *, room: Sequence[Box] = (), soft: Sequence[Box] = (), shut: Collection[str] = ()
    ) -> None:
        """Keep boxes clear of `taken` and out of the seas in `shut`; cover `soft` only where that saves a long way.

        Leaders keep off what is taken, less so where it is `room` for counters.
        """
        self.view, self.soft = view, list(soft)
        self.drawn, self.taken = list(taken), list(taken)
        self._places: dict[tuple[int, tuple[float, float]], tuple[Any, Any]] = {}
        self.weights = [ROOM if box in set(room) else CROSSED for box in taken]
        around = [box.grown(AROUND) for box in taken]
        self.open = [(Raster(shape).without(around), cost) for shape, cost in _grounds(view, shut) if not shape.is_empty]

    def place(self, spaces: Sequence[Space]) -> dict[str, Holding]:
        """Return boxes for spaces, those with the shortest leaders placed first; no box for a space where none fits."""
        targets = {space.id: target_of(self.view, space, self.taken) for space in spaces}
        offers = {space.id: self._offer(space, targets[space.id]) for space in spaces}
        placed: dict[str, Holding] = {}
        while any(offers.values()):
            ordered = sorted((offer.cost, id_) for id_, offer in offers.items() if offer)
            id_ = ordered[0][1]
            offer = offers.pop(id_)
            assert offer is not None  # only those with an offer are ordered
            placed[id_] = self._take(id_, offer.box, targets[id_])
            for other, old in offers.items():
                if old and self._is_touched(old.box, targets[other], placed[id_]):
                    offers[other] = self._offer(self.view.board.spaces[other], targets[other])
        wished = self.view.board.art.holdings if self.view.board.art else {}
        placed = self._swapped(placed, [id_ for id_ in placed if not wished.get(id_)])
        return {id_: self._landed(holding, placed) for id_, holding in placed.items()}

    def _landed(self, holding: Holding, placed: Mapping[str, Holding]) -> Holding:
        """Return a box with its leader ending where the way is short and clear and the border not too near."""
        import shapely

        shape = self.view.shapes[holding.space]
        left, top, right, bottom = shape.bounds
        step = max(1.5, min(right - left, bottom - top) / 14)
        places = [
            (left + step * (k + 0.5), top + step * (j + 0.5))
            for k in range(int((right - left) / step)) for j in range(int((bottom - top) / step))
        ]
        inside = [p for p in places if shapely.contains_xy(shape, *p) and not any(_holds(box, p) for box in self.drawn)]
        edge = shape.boundary

        def cost(place: Point) -> float:
            depth = min(DEEP, float(edge.distance(shapely.Point(place))))
            return round(self._way(holding.box, place, placed) - 4.0 * depth, 6)

        ends = [holding.leader[1], *inside]
        near = sorted(ends, key=lambda p: round(hypot(p[0] - holding.box.centre[0], p[1] - holding.box.centre[1]), 6))
        best = min([holding.leader[1], *near[:MOST_ENDS]], key=cost)
        return Holding(holding.space, holding.box, (_edge(holding.box, best), best))

    def _swapped(self, placed: dict[str, Holding], free: Sequence[str]) -> dict[str, Holding]:
        """Return the boxes with those of one size exchanged for as long as that makes leaders shorter or clearer."""
        costs = {id_: self._way(placed[id_].box, placed[id_].leader[1], placed) for id_ in free}
        for a, b in [pair for _ in range(3) for pair in combinations(free, 2)]:
            one, other = placed[a].box, placed[b].box
            if abs(one.width - other.width) + abs(one.height - other.height) > 0.01:
                continue
            ends = placed[a].leader[1], placed[b].leader[1]
            swapped = self._way(other, ends[0], placed), self._way(one, ends[1], placed)
            if sum(swapped) < costs[a] + costs[b] - 0.5:
                placed[a] = Holding(a, other, (_edge(other, ends[0]), ends[0]))
                placed[b] = Holding(b, one, (_edge(one, ends[1]), ends[1]))
                costs[a], costs[b] = swapped
        return placed

    def _way(self, box: Box, target: Point, placed: Mapping[str, Holding]) -> float:
        """Return what the leader from a box costs by its length and by what it runs over, other leaders left aside."""
        import numpy as np

        start = _edge(box, target)
        others = [holding.box for holding in placed.values() if holding.box != box]
        boxes = np.array([*self.drawn, *others])
        weights = np.array([*self.weights[: len(self.drawn)], *[BOXED] * len(others)])
        crossed = _crossings(boxes, np.array([start]), target)[0] @ weights
        away = hypot(start[0] - target[0], start[1] - target[1])
        return round(float(away + 2.0 * max(0.0, away - FAR) + crossed), 6)

    def _is_touched(self, box: Box, target: Point, holding: Holding) -> bool:
        import numpy as np

        near = holding.box.grown(AROUND)
        return box.overlaps(near) or bool(_meets(np.array([near]), _edge(box, target), target)[0])

    def _take(self, id_: str, box: Box, target: Point) -> Holding:
        start = _edge(box, target)
        strung = beads(start, target)
        self.taken += [box, *strung]
        self.weights += [BOXED, *[LED] * len(strung)]
        self._places.clear()
        for raster, _ in self.open:
            raster.take(box.grown(AROUND))
            for bead in beads(start, target):
                raster.take(bead)
        return Holding(id_, box, (start, target))

    def _offer(self, space: Space, target: Point) -> Offer | None:
        """Return the best place for a box: near its space, the leader over as little as can be."""
        sizes = sizes_of(self.view, space)
        wished = self.view.board.art.holdings.get(space.id) if self.view.board.art else None
        frame = self.view.frame.grown(-AROUND)
        sizes = [size for size in sizes if size[0] <= frame.width and size[1] <= frame.height]
        if wished and sizes:
            return Offer(self._wished(self.view.place(wished), sizes), -1.0)
        found = [
            offer for k, size in enumerate(sizes) for ground in range(len(self.open))
            for offer in self._offers(ground, size, target, k * FLAT)
        ]
        return min(found, key=lambda offer: offer.cost) if found else None

    def _wished(self, at: Point, sizes: Sequence[tuple[float, float]]) -> Box:
        """Return the box about a place, inside the frame and in the form that covers least of the spaces in play."""
        import shapely

        (x, y), frame = at, self.view.frame.grown(-AROUND)
        play = shapely.union_all([self.view.shapes[one.id] for one in self.view.played])

        def inside(width: float, height: float) -> Box:
            box = Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            dx = max(0.0, frame.left - box.left) - max(0.0, box.right - frame.right)
            dy = max(0.0, frame.top - box.top) - max(0.0, box.bottom - frame.bottom)
            return box.moved(dx, dy)

        return min((inside(*size) for size in sizes), key=lambda box: round(play.intersection(shapely.box(*box)).area, 3))

    def _free(self, ground: int, size: tuple[float, float]) -> tuple[Any, Any]:
        """Return the corners at which a box fits on a ground, as x and y; kept until the next box is placed."""
        import numpy as np

        if (ground, size) not in self._places:
            raster = self.open[ground][0]
            rows, columns = np.nonzero(raster.fits((Piece(0.0, 0.0, *size),)))
            self._places[ground, size] = raster.left + columns * STEP, raster.top + rows * STEP
        return self._places[ground, size]

    def _offers(self, ground: int, size: tuple[float, float], target: Point, cost: float) -> list[Offer]:
        import numpy as np

        x, y = self._free(ground, size)
        if not len(x):
            return []
        cost += self.open[ground][1]
        ax = np.clip(target[0], x, x + size[0])
        ay = np.clip(target[1], y, y + size[1])
        away = np.round(np.hypot(ax - target[0], ay - target[1]), 6)
        nearest = np.argsort(away, kind="stable")[:MOST_PLACES]
        chosen = nearest[:: max(1, len(nearest) // NEAREST)]
        crossed = _crossings(np.array(self.taken), np.column_stack([ax[chosen], ay[chosen]]), target) @ np.array(self.weights)
        far = np.maximum(0.0, away[chosen] - FAR)
        covered = self._covered(x[chosen], y[chosen], size)
        total = np.round(cost + away[chosen] + 2.0 * far + crossed + COVERED * covered, 6)
        best = int(total.argmin())
        left, top = float(x[chosen[best]]), float(y[chosen[best]])
        return [Offer(Box(left, top, left + size[0], top + size[1]), float(total[best]))]


    def _covered(self, x: Any, y: Any, size: tuple[float, float]) -> Any:
        """Return for each corner how many of the soft boxes a box there covers."""
        import numpy as np

        if not self.soft:
            return 0
        left, top, right, bottom = np.array(self.soft).T[:, None, :]
        x, y = x[:, None], y[:, None]
        return ((left < x + size[0]) & (x < right) & (top < y + size[1]) & (y < bottom)).sum(axis=1)


def _holds(box: Box, place: Point) -> bool:
    return box.left - 0.8 < place[0] < box.right + 0.8 and box.top - 0.8 < place[1] < box.bottom + 0.8


def beads(start: Point, end: Point) -> list[Box]:
    """Return small boxes along a line."""
    count = int(hypot(end[0] - start[0], end[1] - start[1]) / 1.5) + 1
    places = [(start[0] + (end[0] - start[0]) * k / count, start[1] + (end[1] - start[1]) * k / count) for k in range(count + 1)]
    return [Box(x - 0.9, y - 0.9, x + 0.9, y + 0.9) for x, y in places]


def _crossings(boxes: Any, starts: Any, end: Point) -> Any:
    """Return for each start and each box whether the straight line to the end runs through it."""
    import numpy as np

    low, high = np.zeros((len(starts), len(boxes))), np.ones((len(starts), len(boxes)))
    for axis in (0, 1):
        way = (end[axis] - starts[:, axis])[:, None]
        step = np.where(np.abs(way) > 1e-9, way, 1e-9)
        first, last = ((boxes[None, :, k] - starts[:, axis][:, None]) / step for k in (axis, axis + 2))
        low, high = np.maximum(low, np.minimum(first, last)), np.minimum(high, np.maximum(first, last))
    return low < high


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


def _grounds(view: View, shut: Collection[str]) -> list[tuple[Any, float]]:
    """Return where boxes may stand with what that costs in mm of leader: water and closed land, then wide regions."""
    import shapely

    inside = shapely.box(*view.frame.grown(-2.5))
    pale = [view.shapes[s.id] for s in view.lands if s.kind in PALE]
    wet = shapely.union_all([view.shapes[s.id] for s in view.waters if s.id not in shut])
    free = shapely.union_all([wet.buffer(-1.6), *[shape.buffer(-1.6) for shape in pale]])
    wide = [view.shapes[s.id].buffer(-3.5) for s in view.lands if s.kind not in PALE and view.shapes[s.id].area > WIDE]
    return [(shapely.intersection(free, inside), 0.0), (shapely.intersection(shapely.union_all(wide), inside), ABROAD)]


def target_of(view: View, space: Space, taken: Sequence[Box] = ()) -> Point:
    """Return the point that a leader into a space ends at: the middle of the widest part that nothing else covers."""
    import shapely

    shape = view.shapes[space.id]
    bounds = view.bounds(space.id)
    near = [shapely.box(*box.grown(0.5)) for box in taken if box.overlaps(bounds)]
    rest = shapely.difference(shape, shapely.union_all(near)) if near else shape
    whole = [part for part in shapely.get_parts(rest) if part.geom_type == "Polygon" and not part.is_empty]
    parts = whole or list(shapely.get_parts(shape))
    part = max(parts, key=lambda p: p.area)
    (x, y), _ = shapely.maximum_inscribed_circle(part, tolerance=0.25).coords
    return float(x), float(y)


def draw_leader(layer: Layer, view: View, holding: Holding) -> None:
    """Draw the line from a box into its space, a dot at its end."""
    layer.line(holding.leader, **view.look.leader.line())
    layer.circle(holding.leader[1], 0.6, fill=view.look.leader.colour)


def draw_holding(layer: Layer, view: View, holding: Holding) -> None:
    """Draw a box with the name and value of its space above the room for counters, in the space's tint."""
    import shapely

    space = view.board.spaces[holding.space]
    is_sea = space.kind in WATER
    box = holding.box
    group = layer.group(f"holding-{space.id}", f"{space.name}: room for its pieces")
    group.rect(box, rounded=1.2, **view.look.holding.area())
    fill = view.look.sea.colour if is_sea else view.tint(space).fill
    group.rect(box.grown(-0.35), rounded=0.9, fill=fill)
    if not is_sea and view.tint(space).pattern != "none":
        draw_pattern(group, view.tint(space), shapely.box(*box.grown(-0.6)), name=f"pattern-holding-{space.id}")
    group.rect(box, rounded=1.2, **view.look.holding_edge.line())
    radius = (view.look.sea_value if is_sea else view.look.value).radius
    middle = box.top + 0.6 + radius
    room = box.width - 3.2 - (2 * radius if space.value is not None else 0.0)
    lines, kind = head_of(view, space, room)
    step = 1.1 * kind.size
    first = middle - (len(lines) - 1) * step / 2 + cap_height(kind) / 2
    for k, line in enumerate(lines):
        write(group, line, kind, (box.left + 1.4, first + k * step))
    if space.value is not None:
        draw_value(group, view, str(space.value), (box.right - 1.0 - radius, middle), sea=is_sea)


def head_of(view: View, space: Space, room: float) -> tuple[list[str], Type]:
    """Return the lines of a box's name and their type, the largest that fits beside the value, cut where none does."""
    is_sea = space.kind in WATER
    words = (space.name if is_sea else space.name.upper()).split()
    base = view.look.lettering["sea"] if is_sea else region_type(view.style, LARGEST)
    kind = base._replace(size=type(base.size)(LARGEST), tracking=type(base.tracking)(min(base.tracking, 0.05)))
    tried = []
    for lines in splits(words):
        most = kind._replace(size=type(kind.size)(min(LARGEST, (HEAD - 0.4) / (1.1 * len(lines)))))
        widest = max(lines, key=lambda line: width(line, kind))
        tried.append((fitted(widest, most, room), lines))
    best, lines = max(tried, key=lambda one: (width_of(one[1], one[0]) <= room + 0.01, one[0].size))
    return [shortened(line, best, room) if width(line, best) > room + 0.01 else line for line in lines], best


def width_of(lines: Sequence[str], kind: Type) -> float:
    """Return the width of the widest line."""
    return max(width(line, kind) for line in lines)
