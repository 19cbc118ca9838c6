"""Room for pieces: where four half-inch counters (six with a critical city) lie in a region beside its name, value and cities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from math import hypot, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from areamap.draw.blocks import Block, blocks, closed_blocks, region_type, value_block
from areamap.draw.cities import CRITICAL, Label, costs, labels
from areamap.draw.curves import Curves, Set, Wish
from areamap.draw.raster import STEP, Duet, Fit, Form, Piece, Raster, cells_of
from mapsheet.box import Box, Point, around
from mapsheet.text import SMALLEST

if TYPE_CHECKING:
    from areamap.draw.view import View
    from areamap.spaces import Space

COUNTER = 12.7
FEW, MANY = 4, 6
INSET = 0.6  # mm between a counter and the border of its region
CLEAR = 0.7  # mm round a name, symbol or label that no counter comes to
LEAST = 2.35  # mm, the em of the smallest name of a region
LADDER = (1.0, 0.88, 0.78, 0.69, 0.61, 0.54, 0.48, 0.43, 0.38)
"""The sizes tried for a name, of the largest that a region of its area gets."""
TRIED = 36  # sets of places for the city names of one region
FEWER = 8  # of those sets, where counters must be packed
CROWDED = 5.2  # of 10: a solution so poor that the name is tried along curves too
ENOUGH = 8.2  # of 10: a solution that needs no better


class Home(NamedTuple):
    """Where things stand in a space: counters, its name's block and corner, its cities' names; how well that is (10: best).

    A name that is `curved` is set by itself and not in the block.
    """

    counters: Fit | None
    block: Block | None
    at: Point
    labels: tuple[Label, ...]
    score: float = 0.0
    curved: Set | None = None

    @property
    def boxes(self) -> list[Box]:
        """Return the boxes that the name and the value take, a letter each where the name is curved."""
        letters = [around(quad) for quad in self.curved.name.glyphs] if self.curved else []
        return letters + ([self.block_box] if self.block_box else [])

    @property
    def block_box(self) -> Box | None:
        """Return the box of the name and value."""
        if self.block is None:
            return None
        return Box(self.at[0], self.at[1], self.at[0] + self.block.width, self.at[1] + self.block.height)


def wanted(view: View, space: Space) -> int:
    """Return how many counters a space needs room for."""
    critical = any(CRITICAL in city.traits for city in view.board.cities_of(space))
    return MANY if critical else FEW


def forms(count: int) -> list[Form]:
    """Return the ways to lay counters beside each other in one or two rows or columns, the most compact first."""
    found = [_rows((across,), (0,), count // across) for across in range(2, count + 1) if count % across == 0]
    for first in range(count - 1, 0, -1):
        second = count - first
        shifts = range(1 - second, first)
        found += [_rows((first, second), (max(0, -shift), max(0, shift)), 1) for shift in shifts]
    found += [_turned(form) for form in found]
    unique = dict.fromkeys(found)
    return sorted(unique, key=_spread)


def _rows(lengths: Sequence[int], lefts: Sequence[int], height: int) -> Form:
    return tuple(
        Piece(left * COUNTER, row * height * COUNTER, length * COUNTER, height * COUNTER)
        for row, (length, left) in enumerate(zip(lengths, lefts, strict=True))
    )


def _turned(form: Form) -> Form:
    return tuple(Piece(p.top, p.left, p.height, p.width) for p in form)


def _spread(form: Form) -> float:
    """Return how far a form is from a compact block; upright ones are liked less."""
    right, bottom = max(p.left + p.width for p in form), max(p.top + p.height for p in form)
    return round(hypot(right, bottom) + 4 * (len(form) - 1) + (2 if bottom > right else 0), 3)


def closed_home(view: View, space: Space, taken: Sequence[Box]) -> Home:
    """Return the place of the name of land that nobody enters, as large as it fits; without a block where it does not."""
    quarters = Quarters(view, space, taken)
    kind = view.look.lettering["closed"]
    tries = [
        (share, block) for share in LADDER if share * kind.size >= SMALLEST
        for block in closed_blocks(view, space, share * kind.size)
    ]
    for _, block in sorted(tries, key=lambda one: (one[1].rank >= 9.0, -one[0])):
        at = quarters.lone(quarters.raster, block)
        if at:
            return Home(None, block, at, ())
    return Home(None, None, quarters.centre, ())


class Quarters:
    """Finds the places in one region for its counters, its name and value, and the names of its cities."""

    def __init__(self, view: View, space: Space, taken: Sequence[Box]) -> None:
        self.view, self.space = view, space
        self.shape = view.shapes[space.id]
        near = view.bounds(space.id).grown(30.0)
        self.taken = [box for box in taken if box.overlaps(near)]
        self.raster = Raster(self.shape, inset=INSET).without(box.grown(0.3) for box in self.taken)
        self.forms = forms(wanted(view, space))
        self.centre = _centre(self.shape)
        self.largest = min(view.look.lettering["region"].size, max(3.0, 0.088 * sqrt(self.shape.area)))

    def best(self) -> Home:
        """Return the best home; without counters where there is no room for them, without a block where not even for the name."""
        found: list[Home] = []
        for chosen in self.label_sets():
            home = self._home(chosen)
            if home:
                found.append(home)
                if home.score >= ENOUGH:
                    break
        found = found or [home for chosen in islice(self.label_sets(), FEWER) for home in self._scattered(chosen)]
        best = max(found, key=lambda home: home.score, default=None)
        if best is None or best.score < CROWDED:
            found += [home for chosen in islice(self.label_sets(), FEWER) for home in self._curved(chosen)]
            best = max(found, key=lambda home: home.score, default=None)
        return best or self._bare()

    def _curved(self, chosen: tuple[Label, ...]) -> Iterator[Home]:
        """Yield a home with the name along a curve, in what counters and value leave."""
        raster = self.raster.without(label.box.grown(CLEAR) for label in chosen)
        block = value_block(self.view, self.space, 0.6 * self.largest)
        duets = [duet for duet in (Duet(raster, form) for form in self.forms) if duet.total]
        pair = self.pair(raster, duets, block)
        for counters, at in self.ways(raster, block, pair):
            box = Box(at[0], at[1], at[0] + block.width, at[1] + block.height)
            rest = raster.without(one.grown(CLEAR) for one in (*counters.boxes, box))
            found = next(Curves(rest, self.space.name.upper()).settings(self._wishes()), None)
            if found:
                score = 8.5 * (found.kind.size / self.largest) ** 0.7 - 0.5 * sum(label.cost for label in chosen)
                yield Home(counters, block, at, chosen, score, found)

    def ways(self, raster: Raster, block: Block, pair: tuple[Fit, Point] | None) -> Iterator[tuple[Fit, Point]]:
        """Yield places for the counters and a block: side by side, else packed in the corners."""
        if pair:
            yield pair
            return
        for order in range(8):
            counters = raster.packed(COUNTER, wanted(self.view, self.space), order)
            at = self.lone(raster.without(box.grown(CLEAR) for box in counters.boxes), block) if counters else None
            if counters and at:
                yield counters, at

    def _wishes(self) -> list[Wish]:
        sizes = dict.fromkeys(max(LEAST, share * self.largest) for share in LADDER)
        return [Wish(size / self.largest, region_type(self.view.style, size)) for size in sizes]

    def label_sets(self) -> Iterator[tuple[Label, ...]]:
        """Yield places for the names of the cities, none over another, those of least cost first."""
        choices = []
        for city in self.view.board.cities_of(self.space):
            at = self.view.cities.get(city.id)
            if at is not None:
                choices.append(costs(self.view, self.space, labels(self.view, city, at), self.taken)[:6])
        sets = sorted(product(*[c for c in choices if c]), key=lambda some: round(sum(label.cost for label in some), 6))
        good = (some for some in sets if not _clash(some))
        yield from islice(good, TRIED)

    def _home(self, chosen: tuple[Label, ...]) -> Home | None:
        raster = self.raster.without(label.box.grown(CLEAR) for label in chosen)
        duets = [duet for duet in (Duet(raster, form) for form in self.forms) if duet.total]
        cost = sum(label.cost for label in chosen)
        if not duets:
            return None
        for size, block in self._settings(1.0):
            pair = self.pair(raster, duets, block)
            if pair:
                score = 10.0 * (size / self.largest) ** 0.7 - 0.8 * cost - block.rank
                return Home(pair[0], block, pair[1], chosen, score)
        return None

    def _scattered(self, chosen: tuple[Label, ...]) -> Iterator[Home]:
        """Yield homes with the counters apart, packed from each corner, and the name in what they leave."""
        raster = self.raster.without(label.box.grown(CLEAR) for label in chosen)
        cost = sum(label.cost for label in chosen)
        for order in range(8):
            counters = raster.packed(COUNTER, wanted(self.view, self.space), order)
            if counters is None:
                continue
            rest = raster.without(box.grown(CLEAR) for box in counters.boxes)
            for size, block in self._settings(0.62):
                at = self.lone(rest, block)
                if at:
                    score = 8.0 * (size / self.largest) ** 0.7 - 0.8 * cost - block.rank
                    yield Home(counters, block, at, chosen, score)
                    break

    def _settings(self, most: float, *, with_value: bool = True) -> Iterator[tuple[float, Block]]:
        """Yield the sizes and settings of the name, the largest first, from a share of the largest size on."""
        for share in LADDER:
            size = max(LEAST, share * self.largest)
            if share <= most or size <= LEAST:
                for block in blocks(self.view, self.space, size, with_value=with_value):
                    yield size, block
            if size <= LEAST:
                break

    def pair(self, raster: Raster, duets: Sequence[Duet], block: Block) -> tuple[Fit, Point] | None:
        """Return places for a form and a block that are clear of each other, the block as near to the middle as can be."""
        import numpy as np

        grown = Piece(0.0, 0.0, block.width + 2 * CLEAR, block.height + 2 * CLEAR)
        rows, columns = np.nonzero(raster.fits((grown,)))
        keep = (rows % 2 == 0) & (columns % 2 == 0) if len(rows) > 400 else slice(None)
        rows, columns = rows[keep], columns[keep]
        if not len(rows):
            return None
        size = cells_of(grown.width, grown.height)
        away = self._away(raster, rows, columns, grown)
        best: tuple[float, int, Duet] | None = None
        for k, duet in enumerate(duets):
            free = duet.left_beside(rows, columns, size) > 0
            if free.any():
                cost = np.where(free, away, np.inf)
                place = int(cost.argmin())
                total = float(cost[place]) + 1.5 * k
                best = (total, place, duet) if best is None or total < best[0] - 1e-9 else best
        if best is None:
            return None
        row, column = int(rows[best[1]]), int(columns[best[1]])
        at = (raster.left + column * STEP + CLEAR, raster.top + row * STEP + CLEAR)
        return self._counters(raster, best[2], (row, column), size), at

    def _away(self, raster: Raster, rows: Any, columns: Any, size: Piece) -> Any:
        """Return how far the middle of a block would be from the region's, in mm, up and down counting more."""
        import numpy as np

        x = raster.left + columns * STEP + size.width / 2 - self.centre[0]
        y = raster.top + rows * STEP + size.height / 2 - self.centre[1]
        return np.round(np.hypot(x, 1.3 * (y + 0.12 * sqrt(self.shape.area))), 6)

    def _counters(self, raster: Raster, duet: Duet, corner: tuple[int, int], size: tuple[int, int]) -> Fit:
        """Return the form nearest to a block, below or above it rather than beside."""
        import numpy as np

        rows, columns = np.nonzero(duet.clear_of(*corner, size))
        form = duet.form
        right, bottom = max(p.left + p.width for p in form), max(p.top + p.height for p in form)
        dx = (columns - corner[1]) * STEP + right / 2 - size[1] * STEP / 2
        dy = (rows - corner[0]) * STEP + bottom / 2 - size[0] * STEP / 2
        place = int(np.round(np.hypot(1.2 * dx, dy) + (dy < 0) * 2.0, 6).argmin())
        return raster.at(form, int(rows[place]), int(columns[place]))

    def _bare(self) -> Home:
        """Return a home without counters: the name where it fits, as large as it does, and the names of the cities."""
        chosen = next(self.label_sets(), ())
        raster = self.raster.without(label.box.grown(0.4) for label in chosen)
        for _, block in self._settings(1.0, with_value=False):
            at = self.lone(raster, block)
            if at:
                return Home(None, block, at, chosen)
        curved = next(Curves(raster, self.space.name.upper()).settings(self._wishes()), None)
        return Home(None, None, self.centre, chosen, curved=curved)

    def lone(self, raster: Raster, block: Block) -> Point | None:
        """Return the corner of a block as near to the middle of the region as it is free; None where it does not fit."""
        import numpy as np

        grown = Piece(0.0, 0.0, block.width + 0.6, block.height + 0.6)
        rows, columns = np.nonzero(raster.fits((grown,)))
        if not len(rows):
            return None
        place = int(self._away(raster, rows, columns, grown).argmin())
        return raster.left + int(columns[place]) * STEP + 0.3, raster.top + int(rows[place]) * STEP + 0.3


def _clash(some: Sequence[Label]) -> bool:
    return any(one.box.grown(0.4).overlaps(other.box) for k, one in enumerate(some) for other in some[:k])


def _centre(shape: Any) -> Point:
    """Return the middle of the widest part of a shape."""
    import shapely

    part = max(shapely.get_parts(shape), key=lambda p: p.area)
    inner = shapely.maximum_inscribed_circle(part, tolerance=0.5)
    (x, y), _ = inner.coords
    middle = part.centroid
    if part.buffer(-4).contains(middle):
        return float(middle.x), float(middle.y)
    return float(x), float(y)
