"""Where the marks of an answer lie on a map of regions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from areamap.draw.layout import layout_of, seat
from areamap.draw.view import View, rings_of

if TYPE_CHECKING:
    from mapsheet.box import Point

ASIDE = 4.0  # mm from a city's middle to a disc beside it


class Marker:
    """Finds seats, courses and outlines of spaces in a view."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.whole = View(view.board, view.style)
        self.layout = layout_of(self.whole)

    def seat(self, id_: str) -> Point:
        """Return the point that stands for a space."""
        space = self.view.board.spaces[id_]
        if id_ in self.whole.cities:
            return self.whole.cities[id_]
        if id_ in self.whole.shapes:
            return seat(self.whole, self.layout, space)
        return self.whole.place(space.at) if space.at else self.view.frame.centre

    def beside(self, id_: str) -> Point:
        """Return a place for a disc: a space's seat, a little below a city."""
        x, y = self.seat(id_)
        return (x, y + ASIDE) if id_ in self.whole.cities else (x, y)

    def after(self, id_: str) -> Point:
        """Return a place for a disc below the end of an arrow."""
        x, y = self.seat(id_)
        return x, y + ASIDE

    def rings(self, ids: Iterable[str]) -> tuple[tuple[Point, ...], ...]:
        """Return the outlines of spaces, a city's as a square round it."""
        found: list[tuple[Point, ...]] = []
        for id_ in ids:
            if id_ in self.view.shapes:
                found += [tuple(ring) for ring in rings_of(self.view.shapes[id_])]
            elif id_ in self.whole.cities:
                x, y = self.whole.cities[id_]
                found.append(((x - 2.6, y - 2.6), (x + 2.6, y - 2.6), (x + 2.6, y + 2.6), (x - 2.6, y + 2.6)))
        return tuple(found)

    def course(self, ids: Sequence[str]) -> tuple[Point, ...]:
        """Return a smooth way through spaces, over the middle of the border wherever two touch."""
        from mapsheet.paths import flatten

        points = [self.seat(ids[0])]
        for a, b in pairwise(ids):
            gate = self._gate(a, b)
            points += [gate, self.seat(b)] if gate else [self.seat(b)]
        return tuple(flatten(points, step=2.0)) if len(points) > 2 else tuple(points)

    def _gate(self, a: str, b: str) -> Point | None:
        """Return the middle of the longest border of two spaces, or of the strait between them."""
        import shapely

        for crossing in self.layout.crossings:
            if {a, b} == {crossing.link.a, crossing.link.b}:
                return crossing.box.centre
        borders = [shapely.LineString(self.whole.walk(border)) for border in self.view.board.borders_between(a, b)]
        if not borders:
            return None
        line = max(borders, key=lambda part: part.length)
        middle = shapely.line_interpolate_point(line, 0.5, normalized=True)
        return float(middle.x), float(middle.y)
