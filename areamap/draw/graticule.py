"""Degrees: fine lines over the map, and the band around it with their figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from areamap.draw.view import BAND, lines_of
from mapsheet.box import Box
from mapsheet.paths import number, polylines
from mapsheet.typeset import cap_height, write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from areamap.draw.view import View
    from mapsheet.box import Point
    from mapsheet.sheet import Layer

EVERY = 5
"""Degrees between two lines."""
FINE = 0.25  # degrees between the points of a line
CLEAR = 1.2  # mm between two figures


def draw_graticule(layer: Layer, view: View) -> None:
    """Draw a line for every fifth meridian and parallel."""
    strokes = [stroke for line in meshes(view) for stroke in _inside(view, line)]
    if strokes:
        layer.path(polylines(strokes), id="graticule", **view.look.graticule.line())


def meshes(view: View) -> Iterator[list[Point]]:
    """Yield the lines of whole fives of degrees across the frame."""
    west, east, south, north = _extent(view)
    for lon in _fives(west, east):
        yield [view.place((lon, south + (north - south) * k / 120)) for k in range(121)]
    for lat in _fives(south, north):
        yield [view.place((west + (east - west) * k / 240, lat)) for k in range(241)]


def _fives(low: float, high: float) -> list[int]:
    return [d for d in range(int(low // EVERY) * EVERY, int(high) + EVERY, EVERY) if low < d < high]


def _extent(view: View) -> tuple[float, float, float, float]:
    """Return the degrees that the frame reaches: west, east, south, north."""
    frame, places = view.frame, []
    for k in range(41):
        x, y = frame.left + frame.width * k / 40, frame.top + frame.height * k / 40
        places += [view.degrees(p) for p in ((x, frame.top), (x, frame.bottom), (frame.left, y), (frame.right, y))]
    lons, lats = zip(*places, strict=True)
    return min(lons), max(lons), min(lats), max(lats)


def _inside(view: View, line: list[Point]) -> list[list[Point]]:
    import shapely

    return lines_of(shapely.intersection(shapely.LineString(line), shapely.box(*view.frame)))


# -- the frame -----------------------------------------------------------------------------------------------------


def draw_frame(layer: Layer, view: View) -> Box:
    """Draw the double line around the map with ticks and figures of degrees between; returns the box of it all."""
    margin, outer = view.style.margin, view.frame.grown(0.0 if view.window else view.band)
    layer.rect(view.frame, id="neatline", **{**margin.inner_frame.line(), "stroke_linejoin": "miter"})
    layer.rect(outer, **{**margin.frame.line(), "stroke_linejoin": "miter"})
    if view.band == BAND and view.window is None:
        kind = view.look.lettering["degree"]
        ends: dict[int, float] = {}
        ticks = ""
        for side, along, degree in sorted(_crossings(view)):
            is_long = degree % EVERY == 0
            ticks += _tick(view, side, along, BAND if is_long else 0.9)
            words = f"{abs(degree)}°"
            if is_long and along > ends.get(side, -1e9) + CLEAR:
                ends[side] = _figure(layer, view, side, along, words, kind)
        layer.path(ticks, **{**margin.hairline.line(), "stroke_linecap": "butt"})
    return outer.grown(margin.frame.width / 2)


def _tick(view: View, side: int, along: float, size: float) -> str:
    frame = view.frame
    if side < 2:
        return f"M{number(along)} {number(frame.bottom if side else frame.top)}v{number(size if side else -size)}"
    return f"M{number(frame.right if side == 3 else frame.left)} {number(along)}h{number(size if side == 3 else -size)}"


def _figure(layer: Layer, view: View, side: int, along: float, words: str, kind: Any) -> float:
    """Draw the figure of a degree after its tick; return where it ends along the side."""
    frame, cap = view.frame, cap_height(kind)
    if side < 2:
        baseline = (frame.bottom + BAND / 2 if side else frame.top - BAND / 2) + cap / 2
        if along + 6 > frame.right:
            return along
        return write(layer, words, kind, (along + 0.6, baseline)).right
    if along + 6 > frame.bottom:
        return along
    middle = frame.right + BAND / 2 if side == 3 else frame.left - BAND / 2
    turn = 90.0 if side == 3 else -90.0
    start = along + 0.6
    anchor: Any = "start" if side == 3 else "end"
    return write(layer, words, kind, (middle + (-cap / 2 if side == 3 else cap / 2), start), anchor=anchor, turn=turn).bottom


def _crossings(view: View) -> Iterator[tuple[int, float, int]]:
    """Yield where whole degrees cross the sides: 0 above and 1 below by longitude, 2 left and 3 right by latitude."""
    frame = view.frame
    ends = (
        (0, (frame.left, frame.top), (frame.right, frame.top)), (1, (frame.left, frame.bottom), (frame.right, frame.bottom)),
        (2, (frame.left, frame.top), (frame.left, frame.bottom)), (3, (frame.right, frame.top), (frame.right, frame.bottom)),
    )
    for side, start, end in ends:
        axis = 0 if side < 2 else 1
        span = end[axis] - start[axis]
        steps = int(span)
        before: tuple[float, float] | None = None
        for k in range(steps + 1):
            along = start[axis] + span * k / steps
            degree = view.degrees((along, start[1]) if side < 2 else (start[0], along))[axis]
            if before is not None and abs(degree - before[1]) < 20:
                yield from _whole(side, before, (along, degree))
            before = (along, degree)


def _whole(side: int, before: tuple[float, float], now: tuple[float, float]) -> Iterator[tuple[int, float, int]]:
    low, high = sorted((before[1], now[1]))
    for degree in range(int(-(-low // 1)), int(high // 1) + 1):
        if low < degree <= high:
            share = (degree - before[1]) / (now[1] - before[1])
            yield side, before[0] + share * (now[0] - before[0]), degree
