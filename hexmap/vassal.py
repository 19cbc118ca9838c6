"""A hex map as a module for the online table: its sheet, a grid with its own numbers, its units where they start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexmap.pair import Faced, Pair, facing, hexes_of
from mapsheet.errors import DataError
from mapsheet.vassal import Board as Picture
from mapsheet.vassal import HexGrid, Module, Pieces, Placed, Region, Stack, TurnTrack, Zone
from mapsheet.vassal.pictures import draw_codes, draw_pieces, one_line
from mapsheet.vassal.values import Numbers

if TYPE_CHECKING:
    from hexmap.board import Board
    from hexmap.numbering import NumberField
    from hexmap.pair import Stand
    from hexmap.position import Position, Unit
    from mapsheet.counters import CounterSet
    from mapsheet.style import Style

MM_PER_INCH = 25.4
SMALLEST = 16
"""Pixels between opposite hexsides: the table reckons in whole pixels, and smaller hexes would lose their own middles."""
TURN = "turn"
"""The name of the track whose boxes are the game's turns."""
MAP_IMAGE = "map.png"


def module(
    board: Board,
    *,
    dpi: float = 100,
    position: Position | None = None,
    counters: CounterSet | None = None,
    style: str | None = None,
) -> Module:
    """Return the map's module: every counter in the palette of its side, the units of a position on their hexes.

    A unit whose counter is not among `counters` is a plain piece with its code. DataError where the hexes would be smaller than
    16 pixels, for a picture too large to draw (before it is drawn), and as from `draw_pieces`; NotationError for a unit off the
    map.
    """
    from hexmap.draw import draw_map
    from mapsheet.export import png, png_size, refuse_size
    from mapsheet.style import load_style

    _refuse_small(board, dpi)
    refuse_size(board.sheet.width, board.sheet.height, dpi=dpi)
    look = load_style(style or board.sheet.style)
    units = position.units if position else ()
    pieces = _pieces(board, units, counters, look, dpi)
    svg = draw_map(board, style=style)
    size = png_size(svg, dpi=dpi)
    picture = Picture(MAP_IMAGE, size.width, size.height, (_zone(board, dpi, units),))
    return Module(
        title=one_line(board.title), description=one_line(board.sheet.subtitle), board=picture,
        images={MAP_IMAGE: png(svg, dpi=dpi), **pieces.images}, sides=pieces.sides, players=_players(board, pieces),
        pieces=tuple(pieces.pieces.values()), stacks=tuple(_stacks(board, units, pieces, dpi)), turns=_turns(board),
    )


def _refuse_small(board: Board, dpi: float) -> None:
    across = board.layout.across_flats
    if across * dpi / MM_PER_INCH < SMALLEST:
        least = -(-SMALLEST * MM_PER_INCH // across)
        few = f"hexes of {across:g} mm have fewer than {SMALLEST} pixels at {dpi:g} dpi"
        raise DataError(f"{few}; at least {least:g} dpi are needed")


def _players(board: Board, pieces: Pieces) -> tuple[str, ...]:
    """Return who may take a seat: the sides of the map, else all whose pieces there are."""
    return tuple(one_line(side.label) or side.name for side in board.sides.values()) or tuple(pieces.sides.values())


def _turns(board: Board) -> TurnTrack | None:
    track = next((track for track in board.art.tracks if track.name == TURN), None)
    return TurnTrack(one_line(track.label), tuple(map(one_line, track.boxes))) if track else None


# -- the grid ------------------------------------------------------------------------------------------------------------


def _pixel(point: tuple[float, float], dpi: float) -> tuple[int, int]:
    return round(point[0] * dpi / MM_PER_INCH), round(point[1] * dpi / MM_PER_INCH)


def _zone(board: Board, dpi: float, units: tuple[Unit, ...]) -> Zone:
    """Return the field of hexes: outside it, on the sheet's margin, pieces lie wherever they are put."""
    grid = regular_grid(board, dpi, edges=any(isinstance(board.stand(unit.at), Pair) for unit in units))
    if grid is not None:
        from hexmap.draw.outlines import ring_of, trace_set

        outline = trace_set(board.layout, board, board)[0]
        return Zone("Hexes", tuple(dict.fromkeys(_pixel(point, dpi) for point in ring_of(outline))), grid)
    corners = [corner for h in board for corner in board.layout.corners(h)]
    (left, right), (top, bottom) = ((min(values), max(values)) for values in zip(*corners, strict=True))
    box = tuple(_pixel(corner, dpi) for corner in ((left, top), (right, top), (right, bottom), (left, bottom)))
    return Zone("Hexes", box, tuple(Region(board.number(h), _pixel(board.layout.centre(h), dpi)) for h in board))


def regular_grid(board: Board, dpi: float, *, edges: bool = False) -> HexGrid | None:
    """Return the grid whose numbers the table makes by itself, None where it cannot make those of the map.

    It counts from the north-west, has one letter at most and that before the digits, and knows no holes. With `edges` pieces
    also lie on hexsides, where the middle of a two-hex unit is.
    """
    grid, numbering = board.grid, board.numbering
    fields = numbering.fields
    if len(board) != len(grid) or numbering.origin != "north-west" or not _is_spelled(fields, numbering.separator):
        return None
    by_axis = {field.axis: Numbers(field.width, field.letters, field.first) for field in fields}
    lines, places = ("column", "row") if grid.is_flat else ("row", "column")
    return HexGrid(
        sideways=not grid.is_flat,
        first=_pixel(board.layout.centre(grid.at(0, 0)), dpi),
        apart=1.5 * board.layout.side * dpi / MM_PER_INCH,
        pitch=board.layout.across_flats * dpi / MM_PER_INCH,
        ahead=grid.shift(0) == 1,
        across=by_axis[lines], along=by_axis[places],
        lines_first=fields[0].axis == lines,
        separator=numbering.separator, edges=edges,
    )


def _is_spelled(fields: tuple[NumberField, ...], separator: str) -> bool:
    """Return whether the table spells such numbers: its second letters are AA BB CC, and digits before letters fail."""
    first, second = fields
    letters = [field for field in fields if field.letters]
    return all(field.width == 1 for field in letters) and not (second.letters and not first.letters) and "$" not in separator


# -- units ---------------------------------------------------------------------------------------------------------------


def _pieces(board: Board, units: tuple[Unit, ...], counters: CounterSet | None, style: Style, dpi: float) -> Pieces:
    """Return the pieces of all counters, and plain ones for units that have none."""
    drawn = draw_pieces(counters, style, dpi=dpi) if counters else Pieces({}, {}, {})
    bare = {_key(unit, k): unit for k, unit in enumerate(units) if unit.counter not in drawn.pieces}
    labels = {name: side.label for name, side in board.sides.items()}
    sides = {unit.side: labels.get(unit.side, unit.side or "Units") for unit in bare.values()}
    codes = {
        key: (unit.code or unit.counter.rpartition("/")[2] or "unit", unit.side, isinstance(board.stand(unit.at), Pair))
        for key, unit in bare.items()
    }
    plain = draw_codes(codes, sides, style, dpi=dpi)
    return Pieces({**drawn.pieces, **plain.pieces}, {**drawn.images, **plain.images}, {**plain.sides, **drawn.sides})


def _key(unit: Unit, number: int) -> str:
    """Return what a unit's piece is known by: its counter, else a text that no counter has as its id."""
    return unit.counter or f"#{number}"


def _stacks(board: Board, units: tuple[Unit, ...], pieces: Pieces, dpi: float) -> list[Stack]:
    """Return a stack for each place that is held, in the order of the units."""
    standing: dict[tuple[int, int], list[tuple[Stand, Placed]]] = {}
    for k, unit in enumerate(units):
        stand = board.stand(unit.at)
        placed = Placed(pieces.pieces[_key(unit, k)], _turned(board, stand), back=unit.back)
        standing.setdefault(_middle(board, stand, dpi), []).append((stand, placed))
    return [_stack(board, at, held) for at, held in standing.items()]


def _stack(board: Board, at: tuple[int, int], held: list[tuple[Stand, Placed]]) -> Stack:
    stand = held[0][0]
    hexes = hexes_of(stand)
    name = "+".join(board.number(h) for h in hexes)
    return Stack(name, at, tuple(placed for _, placed in held), location=name if len(hexes) == 1 else "")


def _middle(board: Board, stand: Stand, dpi: float) -> tuple[int, int]:
    points = [board.layout.centre(h) for h in hexes_of(stand)]
    return _pixel((sum(p.x for p in points) / len(points), sum(p.y for p in points) / len(points)), dpi)


def _turned(board: Board, stand: Stand) -> int:
    """Return by how many times 30 degrees clockwise a unit is turned: its upper edge is its front."""
    if isinstance(stand, Pair):
        return facing(board.grid, stand) // 30
    return board.grid.bearing(stand.direction) // 30 if isinstance(stand, Faced) else 0
