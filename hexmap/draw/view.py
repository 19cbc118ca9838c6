"""What of a map is drawn, where on the sheet, in which style: the value that every drawing room works from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from hexmap.draw.outlines import Outline, ring_of, trace_set
from hexmap.grid import Hex
from hexmap.layout import Layout, Point
from mapsheet.box import Box
from mapsheet.digits import NUMBER_CAP, number_width
from mapsheet.errors import NotationError
from mapsheet.text import SMALLEST

if TYPE_CHECKING:
    from hexmap.board import Board
    from hexmap.ground import Terrain
    from mapsheet.style import Colour, Style

NATURAL = 14.9
"""The hex, in mm across flats, that the styles' sizes are made for."""

ALONE = 1.7
"""Times the room for numbers side by side, the room of one that stands alone."""
RIM = 8.0  # mm of paper round a crop
_LENGTHS = frozenset((
    *("tick_length", "tick_spacing", "inset", "size", "spacing", "gap"),
    *("source", "mouth", "halo_width", "radius", "reach", "head"),
))


class View:
    """The hexes of a map that are drawn, laid out on a sheet.

    `hexes` are drawn; `near` adds the ring round them that shapes the lines at a crop's edge; `clear` are those that a figure
    does not ghost, `tinted` says that it lays tints of an answer over them, `is_panel` that it is one of a diagram, whose
    counters hide the numbers of the `unnumbered`, and whose caption names the hexes that are `told`. `width` and `height` are
    the sheet's in mm.
    """

    def __init__(self, board: Board, style: Style, hexes: Iterable[Hex] | None = None) -> None:
        self.board, self.grid = board, board.grid
        self.whole = hexes is None
        self.hexes: tuple[Hex, ...] = tuple(board) if hexes is None else tuple(hexes)
        self.scale = board.layout.across_flats / NATURAL
        self.style: Style = scaled(style, min(self.scale, 1.6))
        self.margin_style = style
        self.layout = board.layout
        self._number_boxes: dict[Hex, Box] = {}
        self._number_steps: dict[Hex, Point] = {}
        self.plates: dict[Hex, Colour] = {}
        self.width, self.height = board.sheet.width, board.sheet.height
        if hexes is not None:
            self._place_crop()
        self.clear: frozenset[Hex] = frozenset(self.hexes)
        self.tinted = self.is_panel = False
        self.unnumbered: frozenset[Hex] = frozenset()
        self.told: frozenset[Hex] = frozenset()
        self.near: frozenset[Hex] = frozenset(self.hexes if self.whole else self._ringed())

    def _place_crop(self) -> None:
        box = self.box
        origin = self.layout.origin
        self.layout = self.layout.moved_to((origin.x - box.left + RIM, origin.y - box.top + RIM))
        del self.box
        self.width, self.height = box.width + 2 * RIM, box.height + 2 * RIM

    def widen(self, least: float) -> None:
        """Make a crop's sheet at least so many mm wide, the hexes in its middle."""
        more = least - self.width
        if more > 0:
            origin = self.layout.origin
            self.layout = self.layout.moved_to((origin.x + more / 2, origin.y))
            vars(self).pop("box", None)
            self.width = least

    def _ringed(self) -> Iterable[Hex]:
        grown: set[Hex] = set(self.hexes)
        for _ in range(2):
            grown |= {other for h in grown for other in self.grid.neighbors(h) if other in self.board}
        return grown

    @cached_property
    def box(self) -> Box:
        """The box around the hexes that are drawn."""
        columns, rows = [h.column for h in self.hexes], [h.row for h in self.hexes]
        left, right, top, bottom = min(columns) + 1, max(columns) - 1, min(rows) + 1, max(rows) - 1
        # by half a hex a line further in may reach out further
        outer = [h for h in self.hexes if not (left < h.column < right and top < h.row < bottom)]
        points = [point for h in outer for point in self.layout.corners(h)]
        xs, ys = [p.x for p in points], [p.y for p in points]
        return Box(min(xs), min(ys), max(xs), max(ys))

    @cached_property
    def ground(self) -> frozenset[tuple[int, int]]:
        """The terrains (by their place in the map's, from 1) with the levels at which they are drawn."""
        board = self.board
        if self.whole:
            return frozenset(pair for pair in zip(board.terrain_at, board.level_at, strict=True) if pair[0])
        cells = [self.grid.cell(h) for h in self.hexes]
        return frozenset((board.terrain_at[cell], board.level_at[cell]) for cell in cells)

    @cached_property
    def shown(self) -> frozenset[Hex]:
        """The hexes that are drawn, as a set."""
        return frozenset(self.hexes)

    @cached_property
    def rims(self) -> list[Outline]:
        """The outline of all hexes that are drawn."""
        return trace_set(self.layout, self.hexes, self.hexes)

    def terrain(self, h: Hex) -> Terrain:
        """Return the terrain of a hex of the map."""
        return self.board.terrains[self.board.terrain_at[self.grid.cell(h)] - 1]

    def level(self, h: Hex) -> int:
        """Return the level of a hex of the map."""
        return self.board.level_at[self.grid.cell(h)]

    @cached_property
    def _tints(self) -> list[Colour]:
        """The tint of each level; where the map has more levels than the style has tints, mixed from them."""
        given = list(self.style.levels)
        most = max(self.board.level_at, default=0)
        if most < len(given):
            return given
        return [mixed(given, level * (len(given) - 1) / most) for level in range(most + 1)]

    def tint(self, level: int) -> Colour:
        """Return the tint of a level of this map."""
        return self._tints[level]

    def key(self, h: Hex) -> str:
        """Return the text that scattered things in a hex are made from."""
        return self.board.number(h)

    # -- hex numbers ---------------------------------------------------------------------------------------------

    @cached_property
    def number_size(self) -> float:
        """The em of the hex numbers, 0 where they could not be read."""
        size = max(self.style.numbers.size, SMALLEST)
        widest = number_width(self.key(self.hexes[-1]), size) if self.hexes else 0.0
        room = number_room(self.layout)
        # alone, and further down in its hex, a number may be wider
        return size if widest <= room or (self.told and widest <= ALONE * room) else 0.0

    @property
    def is_crowded(self) -> bool:
        """Whether there is no room for the numbers of hexes side by side, so that those that are told stand alone."""
        return bool(self.number_size) and number_width(self.key(self.hexes[-1]), self.number_size) > number_room(self.layout)

    def move_number(self, h: Hex, step: tuple[float, float]) -> None:
        """Let a hex's number stand elsewhere than at the top, by a step."""
        self._number_steps[h] = Point(*step)

    def number_at(self, h: Hex) -> Point:
        """Return the middle of the baseline of a hex's number."""
        box = self.number_box(h)
        return Point(box.centre[0], box.bottom)

    def number_box(self, h: Hex) -> Box:
        """Return the box around a hex's number."""
        step = self._number_steps.get(h)
        return self.number_home(h).moved(*step) if step else self.number_home(h)

    def _top(self, h: Hex) -> Point:
        """Return the middle of the baseline of a number below the north side or the top corner."""
        centre = self.layout.centre(h)
        cap, gap = NUMBER_CAP * self.number_size, self.style.numbers.gap
        if self.grid.is_flat:
            # a hex opens by 2 tan 30 degrees below its north side
            wider = number_width(self.key(h), self.number_size) + gap - self.layout.side
            top = centre.y - self.layout.across_flats / 2 + max(gap, wider * 3**0.5 / 2)
        else:
            # the corner opens by 2 tan 60 degrees, so that the figures' upper corners keep the gap from both hexsides
            half = number_width(self.key(h), self.number_size) / 2 + 0.45 * gap
            top = centre.y - self.layout.side + max(gap, half / 3**0.5 + 0.35 * gap)
        return Point(centre.x, top + cap)

    def number_home(self, h: Hex) -> Box:
        """Return the box where a hex's number stands as long as no line crosses it there."""
        found = self._number_boxes.get(h)
        if found is None:
            x, y = self._top(h)
            half = number_width(self.key(h), self.number_size) / 2
            found = self._number_boxes[h] = Box(x - half, y - NUMBER_CAP * self.number_size, x + half, y)
        return found

    # -- shapes --------------------------------------------------------------------------------------------------

    def polygon(self, h: Hex) -> Any:
        """Return the hex as a polygon."""
        from shapely import Polygon

        return Polygon(self.layout.corners(h))

    def outlines(self, hexes: Iterable[Hex]) -> list[Outline]:
        """Return the outlines of hexes along their hexsides."""
        return trace_exact(self.layout, hexes)

    def area(self, hexes: Iterable[Hex]) -> Any:
        """Return the union of hexes."""
        return region(trace_exact(self.layout, hexes))


def number_room(layout: Layout) -> float:
    """Return the width in mm that a hex has for its number."""
    return layout.side * (0.92 if layout.grid.is_flat else 1.2)


def trace_exact(layout: Layout, hexes: Iterable[Hex]) -> list[Outline]:
    """Return the outlines of hexes along their hexsides, not rounded."""
    some = tuple(hexes)
    return trace_set(layout, some, some)


def region(outlines: Sequence[Outline]) -> Any:
    """Return outlines as one polygon with its holes, or several."""
    from shapely import MultiPolygon, Polygon, union_all

    shells: list[Any] = []
    holes: list[Any] = []
    for outline in outlines:
        ring = ring_of(outline)
        (shells if _clockwise(ring) else holes).append(Polygon(ring))
    if not shells:
        return MultiPolygon()
    whole = union_all(shells)
    return whole.difference(union_all(holes)) if holes else whole


def _clockwise(ring: list[Point]) -> bool:
    """Say whether a ring runs clockwise as seen on the sheet."""
    return sum(a.x * b.y - b.x * a.y for a, b in zip(ring, ring[1:] + ring[:1], strict=True)) > 0


def rectangle(board: Board, text: str) -> list[Hex]:
    """Return the hexes of the map between two numbers, `1122-1528`, in columns and rows; NotationError when there are none."""
    a, b = board.numbering.span(text)
    columns, rows = sorted((a.column, b.column)), sorted((a.row, b.row))
    found = [h for h in board if columns[0] <= h.column <= columns[1] and rows[0] <= h.row <= rows[1]]
    if not found:
        raise NotationError("two hexes with some of the map between them, like 1122-1528", text)
    return found


def mixed(tints: Sequence[Colour], at: float) -> Colour:
    """Return the colour at a place, from 0, along a row of colours."""
    from mapsheet.style import Colour

    k = min(int(at), len(tints) - 2)
    pairs = [(int(tints[k][i : i + 2], 16), int(tints[k + 1][i : i + 2], 16)) for i in (1, 3, 5)]
    return Colour("#" + "".join(f"{round(a + (b - a) * (at - k)):02X}" for a, b in pairs))


def scaled(style: Any, factor: float) -> Any:
    """Return a style, or a part of one, with the lengths of what lies in the hexes made larger or smaller."""
    if abs(factor - 1) < 1e-9:
        return style
    return style._replace(**{name: _scaled(name, value, factor) for name, value in style._asdict().items() if name != "margin"})


def _scaled(name: str, value: Any, factor: float) -> Any:
    if hasattr(value, "_asdict"):
        return scaled(value, factor)
    if isinstance(value, dict):
        return {key: _scaled(key, part, factor) for key, part in value.items()}
    if name == "dash":
        return tuple(part * factor for part in value)
    if name == "width" or name in _LENGTHS:
        return value * factor
    return value
