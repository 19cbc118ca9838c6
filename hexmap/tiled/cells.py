"""Where Tiled has the hexes of a map, in pixels: its whole-number geometry, and the hex or hexside at a point."""

from __future__ import annotations

from typing import NamedTuple

from hexmap.grid import FLAT, Grid, Hex, Hexside
from hexmap.layout import Layout, Point

ALONG, ACROSS, SIDE = 56, 64, 32
"""Pixels of a tile that we write: between opposite hexsides, between opposite corners, of a hexside; even, or Tiled is off by
one."""


class Tiles(NamedTuple):
    """The sizes of a map's tiles in pixels: `along` and `across` the lines, and of the hexside that lies across."""

    along: int
    across: int
    side: int


OURS = Tiles(ALONG, ACROSS, SIDE)


class Cells:
    """The bridge between a grid and the pixels of a Tiled map."""

    def __init__(self, grid: Grid, tiles: Tiles = OURS) -> None:
        self.grid, self.tiles = grid, tiles
        self.pitch = (tiles.across - tiles.side) // 2 + tiles.side  # Tiled halves whole numbers
        self._layout = Layout(grid, 2.0)  # in which a point of the frame is found again

    def place(self, x: int, y: int) -> Point:
        """Return the pixel of a centre or a corner of the integer frame."""
        tiles = self.tiles
        # centres and corners lie on a line or beside it, where its hexsides across end
        line, beside = divmod(x + 1, 3)
        across = line * self.pitch + tiles.across / 2 + (beside - 1) * tiles.side / 2
        along = y * tiles.along / 2 + tiles.along / 2
        return Point(across, along) if self.grid.is_flat else Point(along, across)

    def centre(self, h: Hex) -> Point:
        """Return the middle of a hex."""
        u, y = self.grid.point(h)
        return self.place(3 * u, y)

    def ends(self, side: Hexside) -> tuple[Point, Point]:
        """Return the corners of a hexside."""
        a, b = self.grid.ends(side)
        return self.place(*a), self.place(*b)

    def hex_at(self, point: Point) -> Hex | None:
        """Return the hex at a pixel, None off the grid."""
        across, along = point if self.grid.is_flat else (point.y, point.x)
        fx = 3 * (across - self.tiles.across / 2) / self.pitch
        fy = 2 * (along - self.tiles.along / 2) / self.tiles.along
        return self._layout.hex_at(*self._layout.place(fx, fy))

    def hexside_at(self, point: Point) -> Hexside | None:
        """Return the hexside whose middle is nearest to a pixel, None off the grid."""
        near = self.hex_at(point)
        around = [near] if near else [h for h in map(self.hex_at, self._about(point)) if h]
        sides = {self.grid.hexside(h, d) for h in around for d in range(6)}

        def gap(side: Hexside) -> tuple[float, Hexside]:
            middle = self._middle(side)
            return round((middle.x - point.x) ** 2 + (middle.y - point.y) ** 2, 6), side

        return min(sides, key=gap) if sides else None

    def _about(self, point: Point) -> list[Point]:
        """Return points a little around one that lies on the rim of the map or outside it."""
        step = self.tiles.side / 3
        return [Point(point.x + dx * step, point.y + dy * step) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]

    def _middle(self, side: Hexside) -> Point:
        (ax, ay), (bx, by) = self.ends(side)
        return Point((ax + bx) / 2, (ay + by) / 2)


def stagger(grid: Grid) -> dict[str, object]:
    """Return the keys by which Tiled knows how lines are shifted."""
    return {
        "staggeraxis": "x" if grid.orientation == FLAT else "y",
        "staggerindex": "odd" if grid.shifted == "even" else "even",  # Tiled counts from 0
    }
