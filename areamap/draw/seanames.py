"""Names of seas, set along curves that follow their long axis, and the room for counters beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from areamap.draw.curves import Curves, Set, Wish, placed
from areamap.draw.quarters import COUNTER, FEW, INSET, forms
from areamap.draw.raster import STEP, Fit, Piece, Raster
from mapsheet.box import Box, Point, around
from mapsheet.text import SMALLEST, Lettering, advance, outline, wrapped
from mapsheet.typeset import LEADING

if TYPE_CHECKING:
    from areamap.draw.view import View
    from areamap.spaces import Space
    from mapsheet.style import Type

SIZES = (1.0, 0.86, 0.74, 0.63, 0.54, 0.46, 0.4, 0.34)
TRACKS = (1.0, 0.6, 0.25)
OFFSHORE = 2.0  # mm that an entry text keeps from what is round it wherever it can: waterlines lie there


class SeaHome(NamedTuple):
    """Where things stand in a sea: the letters of its name and of its entry text, the value's disc, the counters."""

    name: Lettering | None
    kind: Type
    disc: Point | None
    counters: Fit | None
    entry: tuple[Lettering, ...] = ()
    entry_kind: Type | None = None
    score: float = 0.0

    def boxes(self, radius: float) -> list[Box]:
        """Return the boxes that all of it takes, a letter each."""
        found = [around(quad) for lettering in (self.name, *self.entry) if lettering for quad in lettering.glyphs]
        if self.disc:
            x, y = self.disc
            found.append(Box(x - radius, y - radius, x + radius, y + radius))
        return found + (list(self.counters.boxes) if self.counters else [])


class Berths:
    """Finds the places in one sea."""

    def __init__(self, view: View, space: Space, taken: Sequence[Box]) -> None:
        self.view, self.space = view, space
        bounds = view.bounds(space.id).grown(2.0)
        self.raster = Raster(view.shapes[space.id], inset=INSET).without(b.grown(0.4) for b in taken if b.overlaps(bounds))
        self.forms = forms(FEW)
        self.radius = view.look.sea_value.radius
        self.words = space.name

    def best(self) -> SeaHome:
        """Return the name along the best curve that leaves room for the counters; a name alone where there is none."""
        bare: SeaHome | None = None
        is_roomy = self.space.kind == "sea" and self._counters(self.raster, self.raster.middle) is not None
        for name, kind, score in self._settings():
            home = self._home(name, kind, score)
            if home.counters or not is_roomy:
                return home
            bare = bare or home
        return bare or SeaHome(None, self._type(SIZES[-1], 0.25), None, None)

    def _settings(self) -> Iterator[Set]:
        """Yield the name along curves, the most pleasing first; where the file says how, only so."""
        plan = self.view.board.art.names.get(self.space.id) if self.view.board.art else None
        if plan and plan.at:
            yield placed(self.view, plan, self.words, self._type(1.0, 1.0))
            return
        wishes = [Wish(s * (0.7 + 0.3 * t), self._type(s, t)) for s in SIZES for t in TRACKS]
        yield from Curves(self.raster, self.words).settings(wishes)

    def _type(self, share: float, tracking: float) -> Type:
        kind = self.view.look.lettering["sea" if self.space.kind == "sea" else "closed_sea"]
        size = max(2.1, share * kind.size)
        return kind._replace(size=type(kind.size)(size), tracking=type(kind.tracking)(tracking * kind.tracking))

    def _home(self, name: Lettering, kind: Type, score: float) -> SeaHome:
        rest = self.raster.without(around(quad).grown(0.8) for quad in name.glyphs)
        entry, entry_kind = self._entry(rest, name)
        rest = rest.without(around(quad).grown(0.5) for lettering in entry for quad in lettering.glyphs)
        disc = self._disc(rest, name) if self.space.value is not None else None
        if disc:
            r = self.radius + 0.6
            rest = rest.without([Box(disc[0] - r, disc[1] - r, disc[0] + r, disc[1] + r)])
        is_whole = (disc is not None or self.space.value is None) and bool(entry or not self.space.note)
        counters = self._counters(rest, name.box.centre) if is_whole and self.space.kind == "sea" else None
        return SeaHome(name, kind, disc, counters, entry, entry_kind, score)

    def _counters(self, rest: Raster, middle: Point) -> Fit | None:
        import numpy as np

        for form in self.forms:
            rows, columns = np.nonzero(rest.fits(form))
            if len(rows):
                width, height = max(p.left + p.width for p in form), max(p.top + p.height for p in form)
                x = rest.left + columns * STEP + width / 2 - middle[0]
                y = rest.top + rows * STEP + height / 2 - middle[1]
                place = int(np.round(np.hypot(x, y), 6).argmin())
                return rest.at(form, int(rows[place]), int(columns[place]))
        return next(filter(None, (rest.packed(COUNTER, FEW, order) for order in range(8))), None)

    def _disc(self, rest: Raster, name: Lettering) -> Point | None:
        """Return a place for the value: after the last letter, before the first, else near the middle of the name."""
        first, last = around(name.glyphs[0]).centre, around(name.glyphs[-1]).centre
        wanted = [_beyond(first, last, name.box.width, 3.4 + self.radius), name.box.centre]
        return self._nearest(rest, wanted)

    def _nearest(self, rest: Raster, wanted: Sequence[Point]) -> Point | None:
        import numpy as np

        side = 2 * self.radius + 0.4
        rows, columns = np.nonzero(rest.fits((Piece(0.0, 0.0, side, side),)))
        if not len(rows):
            return None
        x, y = rest.left + columns * STEP + side / 2, rest.top + rows * STEP + side / 2
        away = np.hypot(x - wanted[0][0], y - wanted[0][1]) + 0.2 * np.hypot(x - wanted[1][0], y - wanted[1][1])
        place = int(np.round(away, 6).argmin())
        return float(x[place]), float(y[place])

    def _entry(self, rest: Raster, name: Lettering) -> tuple[tuple[Lettering, ...], Type | None]:
        """Return the text about who may enter, in level lines below or above the name."""
        if not self.space.note:
            return (), None
        kind = self.view.look.lettering["entry"]
        kind = kind._replace(size=type(kind.size)(max(SMALLEST, 0.92 * kind.size)))
        for pad, room in product((OFFSHORE, 0.0), (48.0, 32.0, 24.0, 18.0)):
            lines = wrapped(self.space.note, kind.face, kind.size, width=room)
            across = max(advance(line, kind.face, kind.size) for line in lines)
            height = LEADING * kind.size * len(lines)
            wanted = name.box.centre[0], name.box.bottom + height / 2 + 0.8
            corner = self._place(rest, (across + 2 * pad, height + 2 * pad), wanted)
            if corner:
                at = corner[0] + pad, corner[1] + pad
                baselines = [at[1] + LEADING * kind.size * k + 0.85 * kind.size for k in range(len(lines))]
                set_ = [
                    outline(line, kind.face, kind.size, at=(at[0] + across / 2, y), anchor="middle")
                    for line, y in zip(lines, baselines, strict=True)
                ]
                return tuple(set_), kind
        return (), None

    def _place(self, rest: Raster, size: tuple[float, float], wanted: Point) -> Point | None:
        import numpy as np

        rows, columns = np.nonzero(rest.fits((Piece(0.0, 0.0, *size),)))
        if not len(rows):
            return None
        x, y = rest.left + columns * STEP, rest.top + rows * STEP
        place = int(np.round(np.hypot(x + size[0] / 2 - wanted[0], y + size[1] / 2 - wanted[1]), 6).argmin())
        return float(x[place]), float(y[place])


def _beyond(first: Point, last: Point, span: float, by: float) -> Point:
    dx, dy = last[0] - first[0], last[1] - first[1]
    length = hypot(dx, dy) or span or 1.0
    return last[0] + dx / length * by, last[1] + dy / length * by
