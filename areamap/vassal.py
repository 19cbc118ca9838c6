"""An area map as a module for the online table: its sheet, a region for every space, its counters."""

from __future__ import annotations

from collections import Counter as Tally
from typing import TYPE_CHECKING

from mapsheet.vassal import Board, Module, Pieces, Placed, Region, Stack, TurnTrack, Zone
from mapsheet.vassal.pictures import draw_pieces, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from areamap.asking import AreaMap
    from areamap.scenario import Station
    from mapsheet.box import Box, Point
    from mapsheet.counters import CounterSet
    from mapsheet.style import Style

TURN = "turn"
"""The name of the track whose boxes are the game's turns."""
MAP_IMAGE = "map.png"
MM_PER_INCH = 25.4


def module(
    board: AreaMap,
    *,
    dpi: float = 100,
    counters: CounterSet | None = None,
    stations: Sequence[Station] = (),
    style: str | None = None,
) -> Module:
    """Return the map's module: regions for every space and box of a track that is drawn, each slot one; all counters.

    The counters of a set-up's stations lie in their regions, all of them in the palettes of their sides. DataError for a picture
    too large to draw (before it is drawn), and as from `draw_pieces`.
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
    named = tuple(region for some in regions.values() for region in some)
    frame = ((0, 0), (size.width, 0), (size.width, size.height), (0, size.height))
    picture = Board(MAP_IMAGE, size.width, size.height, (Zone("Spaces", frame, named),) if named else ())
    return Module(
        title=one_line(board.title), description=one_line(board.art.sheet.subtitle) if board.art else "", board=picture,
        images={MAP_IMAGE: png(svg, dpi=dpi), **pieces.images}, sides=pieces.sides, players=_players(board),
        pieces=tuple(pieces.pieces.values()), stacks=tuple(_stacks(board, stations, regions, pieces)), turns=_turns(board),
    )


def _players(board: AreaMap) -> tuple[str, ...]:
    """Return who may take a seat: the factions of the map; a game without them is for one."""
    return tuple(one_line(faction.name) or faction.id for faction in board.factions.values())


def _turns(board: AreaMap) -> TurnTrack | None:
    track = board.tracks.get(TURN)
    return TurnTrack(one_line(track.title) or "Turn", tuple(one_line(str(box)) for box in track.boxes)) if track else None


def _regions(board: AreaMap, style: Style, dpi: float) -> dict[str, tuple[Region, ...]]:
    """Return the regions of each space that is drawn: its name, and a number where it has several slots.

    Where several spaces have a name their ids are added.
    """
    places = _places(board, style)
    count = Tally(name for name, _ in places.values())
    taken: set[tuple[int, int]] = set()
    found = {}
    for id_, (name, points) in places.items():
        own = name if name and count[name] == 1 else f"{name} ({id_})".strip()
        names = [own] if len(points) == 1 else [f"{own} {k}" for k in range(1, len(points) + 1)]
        found[id_] = tuple(Region(each, _free(point, dpi, taken)) for each, point in zip(names, points, strict=True))
    return found


def _free(point: Point, dpi: float, taken: set[tuple[int, int]]) -> tuple[int, int]:
    """Return the pixel of a point, or the nearest to its right that no region has: the table knows a region by its pixel."""
    x, y = round(point[0] * dpi / MM_PER_INCH), round(point[1] * dpi / MM_PER_INCH)
    while (x, y) in taken:
        x += 1
    taken.add((x, y))
    return x, y


def _places(board: AreaMap, style: Style) -> dict[str, tuple[str, list[Point]]]:
    """Return the name of each space and where pieces lie in it, in mm: on a board in its slots, else in its middle.

    On a board the boxes of tracks (`turn/0`) are places, too.
    """
    names = {id_: one_line(space.name) for id_, space in board.spaces.items()}
    if board.topology is not None:
        from areamap.draw import coordinates

        middles = {id_: told["centre_mm"] for id_, told in coordinates(board)["spaces"].items()}
        return {id_: (names[id_], [(x, y)]) for id_, (x, y) in middles.items()}
    from areamap.boardplan import MAP
    from areamap.draw.desk import Desk
    from areamap.draw.strips import find_cells

    desk = Desk(board, style, MAP)
    found = {id_: (names[id_], _middles(placed.slots, placed.box)) for id_, placed in desk.placed.items()}
    for strip in desk.strips:
        title = one_line(board.tracks[strip.track].title) or strip.track
        for cell in find_cells(desk, strip):
            if cell.number >= 0:
                found[f"{strip.track}/{cell.number}"] = (f"{title}: {one_line(cell.text)}", _middles(cell.slots, cell.box))
    return found


def _middles(slots: Sequence[Box], whole: Box) -> list[Point]:
    return [box.centre for box in slots or [whole]]


def _stacks(board: AreaMap, stations: Sequence[Station], regions: dict[str, tuple[Region, ...]], pieces: Pieces) -> list[Stack]:
    """Return a stack for each region where counters start, one to a slot and then on those; the rest wait in the palette."""
    from areamap.scenario import find_place

    standing: dict[Region, list[Placed]] = {}
    held = Tally[str]()
    for station in stations:
        place = find_place(board, station.at)
        key = place.space.id if place.space else f"{place.track}/{place.box}"
        for _ in range(station.copies if key in regions else 0):
            region = regions[key][held[key] % len(regions[key])]
            held[key] += 1
            standing.setdefault(region, []).append(Placed(pieces.pieces[station.counter], back=station.back))
    return [Stack(region.name, region.at, tuple(lying), region.name) for region, lying in standing.items()]
