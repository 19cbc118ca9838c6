"""Where hex numbers stand: at the top of their hexes, and beside or below that where a shore, a road or a contour runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from hexmap.draw.outlines import flattened
from hexmap.draw.roads import courses_of_kind, line_way
from hexmap.draw.scenery import icon_boxes
from hexmap.draw.water import polygons_of
from mapsheet.box import Box

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hexmap.draw.sheet import Shapes
    from hexmap.draw.view import View
    from hexmap.grid import Hex
    from mapsheet.style import Colour, Way

APART = 0.12  # mm of ground between a number and a line
BETWEEN, CLOSE = 0.6, 0.25  # mm between the places tried
INSET = 0.45  # mm from a hexside that a number keeps
COUNTER = 12.0  # mm of a hex's foot that a counter covers
COVERED = 4.0  # what it costs to stand under a counter
FIRST = 40  # places that nearly always do

Step = tuple[float, float]


class Strokes(NamedTuple):
    """Lines that numbers keep off, as rows of points, and half the width in which they are drawn."""

    lines: list[Sequence[Step]]
    half: float


def find_strokes(view: View, shapes: Shapes) -> list[Strokes]:
    """Return the lines that are drawn on a map: shores, banks, roads, tracks and contours."""
    return [*_water(view, shapes), *_roads(view), *_contours(view, shapes)]


def _water(view: View, shapes: Shapes) -> Iterator[Strokes]:
    style, waters = view.style, shapes.waters
    yield Strokes(_rings(waters.wet), style.water.shore.width / 2)
    yield Strokes(_rings(waters.dry), style.course["dry"].bank.width / 2)
    if style.water.inset and not waters.wet.is_empty:
        yield Strokes(_rings(waters.wet.buffer(-style.water.inset, quad_segs=2)), style.water.waterline.width / 2)


def _rings(area: Any) -> list[Sequence[Step]]:
    return [list(ring.coords) for p in polygons_of(area) for ring in (p.exterior, *p.interiors)]


def _roads(view: View) -> Iterator[Strokes]:
    for kind, courses in courses_of_kind(view).items():
        yield Strokes([*courses], _half(line_way(view, kind)))


def _half(way: Way) -> float:
    return max(pen.width for pen in (way.casing, way.core)) / 2


def _contours(view: View, shapes: Shapes) -> Iterator[Strokes]:
    runs = [(run, o.ring) for outlines in shapes.levels.values() for o in outlines for run in o.runs if run.curved]
    lines = [[*points, points[0]] if ring else points for run, ring in runs for points in (flattened(run, ring),)]
    yield Strokes([*lines], view.style.contour.line.width / 2)


# -- places -------------------------------------------------------------------------------------------------------


def settle_numbers(view: View, shapes: Shapes) -> None:
    """Move the numbers that lines would cross to the nearest place in their hexes that is clear, on land if there is one.

    A number that finds none stays, and stands on a plate of the ground's or the water's colour.
    """
    if not view.number_size:
        return
    strokes = _Strokes(find_strokes(view, shapes))
    crossed = strokes.crossed([view.number_home(h) for h in view.hexes])
    left = [h for h, hit in zip(view.hexes, crossed.tolist(), strict=True) if hit]
    strokes.add(icon_boxes(view))
    for steps, wet in _tries(view, left, shapes.waters.wet):
        for start, end in ((0, FIRST), (FIRST, len(steps))):
            left = _settled(view, left, strokes, steps[start:end], wet)
    for h in left:
        view.plates[h] = _ground(view, h, shapes.waters.wet)


def _tries(view: View, hexes: Sequence[Hex], wet: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the steps to try and the water to keep off: few on land, then close together, then on water too."""
    from shapely import Polygon

    if hexes:
        for between, area in ((BETWEEN, wet), (CLOSE, wet), (CLOSE, Polygon())):
            yield _steps(view, hexes[0], between * view.scale), area


def _settled(view: View, hexes: list[Hex], strokes: _Strokes, steps: Any, wet: Any) -> list[Hex]:
    """Move numbers to the first of the places that is clear; return the hexes where none is."""
    import numpy as np
    from shapely import contains_xy

    if not hexes or not len(steps):
        return hexes
    homes = np.array([view.number_home(h) for h in hexes])
    boxes = homes[:, None, :] + np.concatenate([steps, steps], axis=1)
    free = ~strokes.crossed(boxes.reshape(-1, 4)).reshape(boxes.shape[:2])
    middles = (boxes[..., :2] + boxes[..., 2:]) / 2
    free &= ~contains_xy(wet, middles[..., 0], middles[..., 1])
    for h, some in zip(hexes, free, strict=True):
        if some.any():
            view.move_number(h, tuple(steps[int(some.argmax())].tolist()))
    return [h for h, some in zip(hexes, free, strict=True) if not some.any()]


class _Strokes:
    """Pieces of lines, to be asked which boxes they cross."""

    def __init__(self, strokes: Iterable[Strokes]) -> None:
        self._trees = [(_tree(group.lines), group.half) for group in strokes if group.lines]

    def add(self, boxes: Sequence[Box]) -> None:
        """Add boxes that numbers keep off too."""
        from shapely import STRtree, box

        self._trees.append((STRtree([box(*b) for b in boxes]), 0.0))

    def crossed(self, boxes: Any) -> Any:
        """Say for each box whether a line comes nearer than APART."""
        import numpy as np
        from shapely import box

        array, hit = np.array(boxes), np.zeros(len(boxes), dtype=bool)
        for tree, half in self._trees:
            left, top, right, bottom = (array + np.array([-1, -1, 1, 1]) * (half + APART)).T
            hit[tree.query(box(left, top, right, bottom), predicate="intersects")[0]] = True
        return hit


def _tree(lines: Iterable[Sequence[Step]]) -> Any:
    """Return an index of all pieces of lines."""
    import numpy as np
    from shapely import STRtree, linestrings

    rows = [np.array(line) for line in lines if len(line) > 1]
    pieces = [np.stack([row[:-1], row[1:]], axis=1) for row in rows]
    return STRtree(linestrings(np.concatenate(pieces)) if pieces else [])


def _steps(view: View, h: Hex, between: float) -> Any:
    """Return the steps to the places in a hex where its number could stand, those nearest to its own first."""
    import numpy as np
    from shapely import box, contains, prepare

    inner = view.polygon(h).buffer(-min(INSET, between) * view.scale)
    prepare(inner)
    reach = int(view.layout.side / between)
    dx, dy = (grid.ravel() * between for grid in np.meshgrid(np.arange(-reach, reach + 1), np.arange(2 * reach)))
    left, top, right, bottom = view.number_home(h)
    # a counter covers the foot of a hex
    covered = bottom + dy > max(p.y for p in view.layout.corners(h)) - COUNTER * view.scale
    order = np.argsort(np.hypot(0.8 * dx, 1.3 * dy) + COVERED * covered, kind="stable")
    dx, dy = dx[order], dy[order]
    return np.stack([dx, dy], axis=1)[contains(inner, box(left + dx, top + dy, right + dx, bottom + dy))]


def _ground(view: View, h: Hex, wet: Any) -> Colour:
    """Return the colour under most of a number."""
    from shapely import box

    home = box(*view.number_home(h))
    return view.style.water.fill.colour if 2 * wet.intersection(home).area > home.area else view.tint(view.level(h))

