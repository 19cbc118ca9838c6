"""Names on the map: set straight, along the centres of hexes or along a course, where they cover no number and no other name.

For each name a fixed row of places is tried, nearest to the wished one first; the first of least cost is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import atan2, inf, pi
from typing import TYPE_CHECKING, NamedTuple

from hexmap.draw.groundcover import Obstacles
from hexmap.draw.lettercurves import Point, Setting, letter_boxes, letter_quads, set_words
from hexmap.draw.terrainlook import look_name, water_kind
from hexmap.draw.wishes import Wish, label_wishes, water_wishes
from mapsheet.box import Box, Quad, around

if TYPE_CHECKING:
    from hexmap.draw.courses import Ribbon
    from hexmap.draw.view import View
    from hexmap.grid import Hex
    from mapsheet.sheet import Layer
    from mapsheet.style import Type
    from mapsheet.text import Lettering

FORBIDDEN = 1000.0
ON_NUMBER = 40.0
ON_NAME = 200.0
ON_LINE = 2.0
ON_UNIT = 6.0
BENT = 2.5  # for each radian that a name turns
CLEAR = 0.45  # mm between a name and a number or another name
HAIR = 1e-6  # mm

Way = tuple[float, Setting]
"""A way to set a name, and what it costs."""


class Name(NamedTuple):
    """A name in its place; a cost of ON_NUMBER or more says that it covers something."""

    lettering: Lettering
    kind: Type
    cost: float


class Surroundings(NamedTuple):
    """What names meet: courses that have names, points of lines and boxes of units to keep off if they can, boxes to keep off."""

    ribbons: Sequence[Ribbon] = ()
    lines: Sequence[Point] = ()
    boxes: Sequence[Box] = ()
    units: Sequence[Box] = ()


def place_names(view: View, around_them: Surroundings) -> list[Name]:
    """Return all names in their places, those with least choice first; one that fits nowhere on the map is left out."""
    table = _Table(view, around_them)
    names = []
    for wish in [*water_wishes(view, around_them.ribbons), *label_wishes(view)]:
        found = _best(table, wish)
        if found is not None:
            names.append(found)
            table.take(found.lettering.glyphs)
    return names


def draw_names(layer: Layer, names: Sequence[Name], *, halos: bool = True) -> None:
    """Draw the names, over their halos if they have any."""
    for name in names:
        kind = name.kind
        halo = kind.halo if halos and kind.halo != "none" else None
        # a halo must not eat into a number or another name
        layer.lettering(name.lettering, kind.colour, halo=halo, halo_width=min(kind.halo_width, CLEAR))


def boxes_of(names: Sequence[Name]) -> list[Box]:
    """Return a box round each letter, with its halo."""
    return [around(quad).grown(0.35) for name in names for quad in name.lettering.glyphs]


# -- what is in the way -------------------------------------------------------------------------------------------


class _Table:
    """What names must keep clear of and what they would rather not lie on."""

    def __init__(self, view: View, around_it: Surroundings) -> None:
        from shapely import STRtree, box

        self.view = view
        self.lines = Obstacles([Box(x - 0.4, y - 0.4, x + 0.4, y + 0.4) for x, y in around_it.lines])
        numbers = [view.number_box(h).grown(CLEAR) for h in view.hexes] if view.number_size else []
        self.numbers = Obstacles(numbers)
        self._numbers = STRtree([box(*number) for number in numbers])
        self.taken = Obstacles(around_it.boxes)
        self.units = Obstacles(around_it.units)
        self._inner: dict[Hex, bool] = {}
        self._soft = {t.name: _dislike(view, t.name) for t in view.board.terrains}

    def take(self, quads: Sequence[Quad]) -> None:
        """Keep later names off these letters."""
        for quad in quads:
            self.taken.add(around(quad).grown(CLEAR))

    def clear(self, wish: Wish, ways: Sequence[Way]) -> list[Way]:
        """Return the ways in which no letter covers a number, in their order: most fall out here, all looked at together."""
        from numpy import arange, delete
        from shapely import box

        boxes = letter_boxes(wish.words, wish.kind, [setting for _, setting in ways])
        # a hair smaller, so that what only touches here is left to be judged exactly
        boxes += (HAIR, HAIR, -HAIR, -HAIR)
        left = arange(len(ways))
        for k in range(boxes.shape[1]):
            hit, _ = self._numbers.query(box(*boxes[left, k].T))
            left = delete(left, hit)
        return [ways[k] for k in left.tolist()]

    def cost(self, letters: Iterable[Quad], wish: Wish, most: float) -> float:
        """Return what it costs to set letters there, infinite where that is at least `most`."""
        total, seen = 0.0, []
        for quad in letters:
            box = around(quad)
            total += self._meets(box)
            if total < most:
                total += self._ground(quad, box, wish)
            if total >= most:
                return inf
            seen.append(quad)
        return total + BENT * _bend(seen)

    def _meets(self, box: Box) -> float:
        on_unit = ON_UNIT if self.units.hit(box) else 0.0
        return (ON_NUMBER if self.numbers.hit(box) else 0.0) + (ON_NAME if self.taken.hit(box) else 0.0) + on_unit

    def _ground(self, quad: Quad, box: Box, wish: Wish) -> float:
        at = self.view.layout.hex_at
        h = at(*box.centre)
        if h not in self.view.clear or h is None:
            return FORBIDDEN
        if not self._is_inner(h) and any(at(*corner) not in self.view.clear for corner in quad):
            return FORBIDDEN
        crossed = ON_LINE if self.lines.hit(box) else 0.0
        # a name in its own water keeps off the shores, one beside it must not stand in it
        return 2 * crossed if wish.wet else crossed + self._soft[self.view.terrain(h).name]

    def _is_inner(self, h: Hex) -> bool:
        """Say whether a hex has neighbors all round where names may stand."""
        if h not in self._inner:
            self._inner[h] = all(self.view.grid.step(h, direction) in self.view.clear for direction in range(6))
        return self._inner[h]


def _bend(quads: Sequence[Quad]) -> float:
    """Return by how many radians the letters turn from the first to the last, and back again."""
    angles = [atan2(q[1][1] - q[0][1], q[1][0] - q[0][0]) for q in quads]
    turns = [abs((b - a + pi) % (2 * pi) - pi) for a, b in pairwise(angles)]
    return sum(turns)


def _dislike(view: View, name: str) -> float:
    terrain = next(t for t in view.board.terrains if t.name == name)
    if water_kind(terrain):
        return 3.0
    return 0.0 if look_name(terrain, view.style) == "clear" else 1.6


def _best(table: _Table, wish: Wish) -> Name | None:
    """Return the name in the best of its places, one that covers nothing if there is any."""
    best = _tried(table, wish, wish.ways(False), ON_NUMBER) or _tried(table, wish, wish.ways(True), ON_NUMBER)
    best = best or _tried(table, wish, wish.ways(False), FORBIDDEN)
    return Name(set_words(wish.words, wish.kind, best[1]), wish.kind, best[0]) if best else None


def _tried(table: _Table, wish: Wish, ways: Iterable[Way], most: float) -> Way | None:
    """Return the way of least cost with that cost, the first of equal ones; none where all cost `most` or more."""
    best: Way | None = None
    for some in _batches(sorted(ways, key=lambda way: way[0])):
        for cost, setting in table.clear(wish, some) if most <= ON_NUMBER else some:
            if cost < most:
                total = cost + table.cost(letter_quads(wish.words, wish.kind, setting), wish, most - cost)
                best, most = ((total, setting), total) if total < most else (best, most)
        if some[-1][0] >= most:
            break
    return best


def _batches(ways: Sequence[Way]) -> Iterator[Sequence[Way]]:
    """Yield the ways in larger and larger parts: few are needed where the first are good, most where they are not."""
    start, size = 0, 8
    while start < len(ways):
        yield ways[start : start + size]
        start, size = start + size, 4 * size
