"""An area map as a module for the online table: its sheet, a region for every space, its counters."""

from __future__ import annotations

from collections import Counter as Tally
from typing import TYPE_CHECKING

from mapsheet.vassal import Board, Module, Pieces, Region, TurnTrack, Zone
from mapsheet.vassal.pictures import draw_pieces, one_line

if TYPE_CHECKING:
    from areamap.asking import AreaMap
    from mapsheet.counters import CounterSet
    from mapsheet.style import Style

TURN = "turn"
"""The name of the track whose boxes are the game's turns."""
MAP_IMAGE = "map.png"
MM_PER_INCH = 25.4


def module(board: AreaMap, *, dpi: float = 100, counters: CounterSet | None = None, style: str | None = None) -> Module:
    """Return the map's module: a region in the middle of every space that is drawn, every counter in the palette of its side.

    DataError for a picture too large to draw (before it is drawn), and as from `draw_pieces`.
    """
    from areamap.draw import draw_map, sheet_size
    from mapsheet.export import png, png_size, refuse_size
    from mapsheet.style import load_style

    refuse_size(*sheet_size(board), dpi=dpi)
    look = load_style(style or (board.art.sheet.style if board.art else "classic"))
    pieces = draw_pieces(counters, look, dpi=dpi) if counters else Pieces({}, {}, {})
    svg = draw_map(board, style=style)
    size = png_size(svg, dpi=dpi)
    regions = _regions(board, look, dpi)
    frame = ((0, 0), (size.width, 0), (size.width, size.height), (0, size.height))
    picture = Board(MAP_IMAGE, size.width, size.height, (Zone("Spaces", frame, regions),) if regions else ())
    return Module(
        title=one_line(board.title), description=one_line(board.art.sheet.subtitle) if board.art else "", board=picture,
        images={MAP_IMAGE: png(svg, dpi=dpi), **pieces.images}, sides=pieces.sides, players=_players(board, pieces),
        pieces=tuple(pieces.pieces.values()), turns=_turns(board),
    )


def _players(board: AreaMap, pieces: Pieces) -> tuple[str, ...]:
    """Return who may take a seat: the factions of the map, else all whose pieces there are."""
    return tuple(one_line(faction.name) or faction.id for faction in board.factions.values()) or tuple(pieces.sides.values())


def _turns(board: AreaMap) -> TurnTrack | None:
    track = board.tracks.get(TURN)
    return TurnTrack(one_line(track.title) or "Turn", tuple(one_line(str(box)) for box in track.boxes)) if track else None


def _regions(board: AreaMap, style: Style, dpi: float) -> tuple[Region, ...]:
    """Return a region for each space that is drawn, by its name; by its id too where several have that name."""
    places = _places(board, style)
    count = Tally(one_line(board.spaces[id_].name) for id_ in places)
    taken: set[tuple[int, int]] = set()
    found = []
    for id_, (x, y) in places.items():
        name = one_line(board.spaces[id_].name)
        at = (round(x * dpi / MM_PER_INCH), round(y * dpi / MM_PER_INCH))
        while at in taken:  # the table knows a region by its point
            at = (at[0] + 1, at[1])
        taken.add(at)
        found.append(Region(name if name and count[name] == 1 else f"{name} ({id_})".strip(), at))
    return tuple(found)


def _places(board: AreaMap, style: Style) -> dict[str, tuple[float, float]]:
    """Return the middle of each space on the sheet in mm."""
    if board.topology is not None:
        from areamap.draw import coordinates

        return {id_: (told["centre_mm"][0], told["centre_mm"][1]) for id_, told in coordinates(board)["spaces"].items()}
    from areamap.boardplan import MAP
    from areamap.draw.desk import Desk

    return {id_: placed.box.centre for id_, placed in Desk(board, style, MAP).placed.items()}
