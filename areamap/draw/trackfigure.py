"""A track with its markers: the strip of its boxes, a tile for each marker, and what moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist
from typing import TYPE_CHECKING, NamedTuple

from areamap.boardplan import Strip
from areamap.draw.boardwords import marker_name
from areamap.draw.captions import Answer
from areamap.draw.desk import Desk
from areamap.draw.places import plan_of
from areamap.draw.stations import write_centred
from areamap.draw.strips import BOX_HEAD, draw_strip, find_cells, strip_box
from mapsheet.box import Box
from mapsheet.errors import DataError
from mapsheet.marks import Arrow, Cross, Disc, Mark, Outline, draw_marks

if TYPE_CHECKING:
    from areamap.asking import AreaMap
    from areamap.draw.strips import Cell
    from mapsheet.sheet import Layer, Sheet
    from mapsheet.style import Style

PER_ROW = 16
BOX = (15.0, 20.0)  # mm, of a track that stands on no sheet
NO_SHEET = ""


class Tile(NamedTuple):
    """A marker in its box; `was` where it stood before it moved."""

    marker: str
    box: Box
    was: bool = False


def track_box(board: AreaMap, style: Style, track: str) -> Box:
    """Return the box of a track's strip with its heading; DataError for a track that the map lacks."""
    return strip_box(Desk(board, style, NO_SHEET), _strip(board, track))


def draw_markers(page: Sheet, board: AreaMap, style: Style, told: Answer) -> None:
    """Draw a track, its markers as tiles, and an arrow for what moved or lies ahead."""
    desk, strip = Desk(board, style, NO_SHEET), _strip(board, told["track"])
    desk.sheet = page
    draw_strip(desk, strip)
    cells = [cell for cell in find_cells(desk, strip) if cell.number >= 0]
    tiles = list(_tiles(cells, told))
    for tile in tiles:
        _tile(page.layer("told_places"), style, tile, marker_name(board, tile.marker))
    marks = [*_moves(tiles, told), *_looks(cells, told)]
    draw_marks(page.layer("told_ways"), style, [mark for mark in marks if isinstance(mark, Arrow)])
    draw_marks(page.layer("marks"), style, [mark for mark in marks if not isinstance(mark, Arrow)])


def _strip(board: AreaMap, track: str) -> Strip:
    """Return a track's strip on the sheet; boxes in rows for one that has none."""
    if track not in board.tracks:
        raise DataError(f"the map has no track {track}")
    count = len(board.tracks[track].boxes)
    rows = -(-count // PER_ROW)
    own = plan_of(board).strips.get(track)
    return own or Strip(track, NO_SHEET, (0.0, 0.0), BOX, -(-count // rows), "east", (0, 0), "head", "", "")


def _tiles(cells: Sequence[Cell], told: Answer) -> Iterator[Tile]:
    """Yield a tile for each marker on the track, and where one was that has moved."""
    moved = told.get("moved") or {"marker": None, "from": None, "to": None}
    for cell in cells:
        names = [(marker, False) for marker, box in told["markers"].items() if box == cell.text]
        if moved["from"] == cell.text != moved["to"]:
            names.append((moved["marker"], True))
        for (marker, was), box in zip(names, _rooms(cell, len(names)), strict=True):
            yield Tile(marker, box, was)


def _rooms(cell: Cell, count: int) -> list[Box]:
    """Return a room for each of so many tiles: the box's own slots where they are enough, else rows in it."""
    if count <= len(cell.slots):
        return list(cell.slots[:count])
    left, top, right, bottom = cell.box.grown(-0.8)
    top += BOX_HEAD - 0.8
    high = min(6.0, (bottom - top) / count)
    return [Box(left, top + k * high, right, top + (k + 1) * high - 0.3) for k in range(count)]


def _tile(layer: Layer, style: Style, tile: Tile, title: str) -> None:
    look = style.board
    group = layer.group(f"{'was' if tile.was else 'marker'}-{tile.marker}".replace(" ", "-"), title)
    if tile.was:
        group.rect(tile.box, rounded=0.9, fill=look.place.colour, **style.marks.touched.stroke())
        return
    group.rect(tile.box, rounded=0.9, fill=look.crown.colour, **look.place_edge.stroke())
    write_centred(group, look.lettering["caption"], title, tile.box)


def _moves(tiles: Sequence[Tile], told: Answer) -> list[Mark]:
    """Return an arrow from where a marker was, and an outline where it is."""
    moved = told.get("moved")
    if not moved:
        return []
    now = [tile.box for tile in tiles if tile.marker == moved["marker"] and not tile.was]
    was = [tile.box for tile in tiles if tile.was]
    marks: list[Mark] = [Outline(tuple(box.corners for box in now), "footprint")] if now else []
    return marks + [_arrow(start, end) for start in was for end in now]


def _arrow(start: Box, end: Box) -> Mark:
    """Return an arrow from the middle of a box to the edge of another."""
    (x, y), (u, v) = start.centre, end.centre
    share = max(abs(u - x) / end.width, abs(v - y) / end.height)
    stop = 1 - 0.5 / share if share > 0.5 else 1.0
    tip = (x + stop * (u - x), y + stop * (v - y))
    return Arrow((start.centre, tip if dist(tip, start.centre) > 1 else end.centre), "path")


def _looks(cells: Sequence[Cell], told: Answer) -> list[Mark]:
    """Return an arrow from a box to the one that lies ahead, a cross at the last one where none does."""
    if "ahead" not in told:
        return []
    start = next(cell.box for cell in cells if cell.text == told["from"])
    marks: list[Mark] = [Outline((start.corners,), "footprint")]
    if told["ahead"] is None:
        return [*marks, Cross(cells[-1].box.centre)]
    end = next(cell.box for cell in cells if cell.text == told["ahead"])
    more: list[Mark] = [_arrow(start, end)] if start != end else []
    return [*marks, Outline((end.corners,), "reach_edge"), *more, Disc((end.right - 2.6, end.bottom - 2.6), str(told["steps"]))]
