"""An area map as a module for the online table: its sheet, a region for every space, its counters."""

from __future__ import annotations

from collections import Counter as Tally
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.vassal import Board, Module, Pieces, Placed, Region, Stack, TurnTrack, Zone
from mapsheet.vassal.pictures import draw_pieces, one_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from areamap.asking import AreaMap
    from areamap.scenario import Station
    from mapsheet.box import Box, Point
    from mapsheet.counters import CounterSet
    from mapsheet.style import Style
    from mapsheet.vassal import Piece

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
    places = _places(board, look)
    regions = _regions(places, dpi)
    table = _Table(board, places, regions)
    for station in stations:
        table.lay(station, pieces.pieces[station.counter])
    named = tuple(region for some in regions.values() for region in some)
    frame = ((0, 0), (size.width, 0), (size.width, size.height), (0, size.height))
    picture = Board(MAP_IMAGE, size.width, size.height, (Zone("Spaces", frame, named),) if named else ())
    return Module(
        title=one_line(board.title), description=one_line(board.art.sheet.subtitle) if board.art else "", board=picture,
        images={MAP_IMAGE: png(svg, dpi=dpi), **pieces.images}, sides=pieces.sides, players=_players(board),
        pieces=tuple(pieces.pieces.values()), stacks=table.stacks(), turns=_turns(board),
        left_out=tuple(table.left_out),
    )


class _Spread(NamedTuple):
    """A place on the sheet: its name, the middles of its slots in mm, and whose each slot is, on an aid alone."""

    name: str
    points: list[Point]
    owners: list[str] = []  # noqa: RUF012


def _players(board: AreaMap) -> tuple[str, ...]:
    """Return who may take a seat: the factions of the map; a game without them is for one."""
    return tuple(one_line(faction.name) or faction.id for faction in board.factions.values())


def _turns(board: AreaMap) -> TurnTrack | None:
    track = board.tracks.get(TURN)
    return TurnTrack(one_line(track.title) or "Turn", tuple(one_line(str(box)) for box in track.boxes)) if track else None


def _regions(places: Mapping[str, _Spread], dpi: float) -> dict[str, tuple[Region, ...]]:
    """Return the regions of each place: its name, and a number, or whose it is, where it has several slots.

    Where several places have a name their ids are added.
    """
    count = Tally(place.name for place in places.values())
    taken: set[tuple[int, int]] = set()
    found = {}
    for id_, (name, points, owners) in places.items():
        own = name if name and count[name] == 1 else f"{name} ({id_})".strip()
        marks = owners or range(1, len(points) + 1)
        names = [own] if len(points) == 1 else [f"{own} {mark}" for mark in marks]
        found[id_] = tuple(Region(each, _free(point, dpi, taken)) for each, point in zip(names, points, strict=True))
    return found


def _free(point: Point, dpi: float, taken: set[tuple[int, int]]) -> tuple[int, int]:
    """Return the pixel of a point, or the nearest to its right that no region has: the table knows a region by its pixel."""
    x, y = round(point[0] * dpi / MM_PER_INCH), round(point[1] * dpi / MM_PER_INCH)
    while (x, y) in taken:
        x += 1
    taken.add((x, y))
    return x, y


def _places(board: AreaMap, style: Style) -> dict[str, _Spread]:
    """Return the places of a map: each space in its middle, on a board in its slots.

    On a board and on an aid the boxes of tracks (`turn/0`) are places, too.
    """
    names = {id_: one_line(space.name) for id_, space in board.spaces.items()}
    if board.topology is not None:
        from areamap.draw import coordinates

        middles = {id_: told["centre_mm"] for id_, told in coordinates(board)["spaces"].items()}
        return {id_: _Spread(names[id_], [(x, y)]) for id_, (x, y) in middles.items()}
    if board.art and board.art.aid is not None:
        return _on_aid(board, style, names)
    return _on_board(board, style, names)


def _on_aid(board: AreaMap, style: Style, names: Mapping[str, str]) -> dict[str, _Spread]:
    """Return the boxes of an aid's tracks, for each marker's row its own, and the spaces of its ring."""
    from areamap.draw.aid import aid_spots

    assert board.art is not None  # an aid is there
    assert board.art.aid is not None
    found: dict[str, _Spread] = {}
    for panel, spot in aid_spots(board, style):
        track, _, box = spot.place.partition("/")
        name = names.get(spot.place, "")
        if box:
            heading = one_line(board.art.aid.panels[panel].title)
            name = f"{heading}: {one_line(board.tracks[track].title)} {one_line(str(board.tracks[track].boxes[int(box)]))}"
        place = found.setdefault(spot.place, _Spread(name, [], []))
        place.points.append(spot.box.centre)
        place.owners.append(spot.owner)
    return found


def _on_board(board: AreaMap, style: Style, names: Mapping[str, str]) -> dict[str, _Spread]:
    from areamap.boardplan import MAP
    from areamap.draw.desk import Desk
    from areamap.draw.strips import find_cells

    desk = Desk(board, style, MAP)
    found = {id_: _Spread(names[id_], _middles(placed.slots, placed.box)) for id_, placed in desk.placed.items()}
    for strip in desk.strips:
        title = one_line(board.tracks[strip.track].title) or strip.track
        for cell in find_cells(desk, strip):
            if cell.number >= 0:
                name = f"{title}: {one_line(cell.text)}"
                found[f"{strip.track}/{cell.number}"] = _Spread(name, _middles(cell.slots, cell.box))
    return found


def _middles(slots: Sequence[Box], whole: Box) -> list[Point]:
    return [box.centre for box in slots or [whole]]


class _Table:
    """Lays the counters of a set-up in regions, one to a slot and then on those; the rest waits in the palettes."""

    def __init__(self, board: AreaMap, places: Mapping[str, _Spread], regions: Mapping[str, tuple[Region, ...]]) -> None:
        self.board, self.places, self.regions = board, places, regions
        self.standing: dict[Region, list[Placed]] = {}
        self.held = Tally[str]()
        self.left_out: list[str] = []

    def lay(self, station: Station, piece: Piece) -> None:
        """Lay the copies of a station, or note that they have no place."""
        key = self._key(station)
        if key not in self.regions:
            many = f"{station.copies} x " if station.copies > 1 else ""
            self.left_out.append(f"no place on the sheet for {many}{station.counter} at {station.at}: in the palette alone")
            return
        for _ in range(station.copies):
            self.standing.setdefault(self._region(key, station.counter), []).append(Placed(piece, back=station.back))

    def _key(self, station: Station) -> str:
        """Return the place of a station; a box of a track that is not drawn is the space it names, else the counter's own."""
        from areamap.scenario import find_place

        place = find_place(self.board, station.at)
        if place.space:
            return place.space.id
        key = f"{place.track}/{place.box}"
        if key in self.regions or any(id_.startswith(f"{place.track}/") for id_ in self.regions):
            return key
        named = (str(self.board.tracks[place.track].boxes[place.box]), station.counter.rpartition("/")[2])
        return next((name for name in named if name in self.regions and self.places[name].owners), key)

    def _region(self, key: str, counter: str) -> Region:
        own, regions = counter.rpartition("/")[2], self.regions[key]
        if own in self.places[key].owners:
            return regions[self.places[key].owners.index(own)]
        self.held[key] += 1
        return regions[(self.held[key] - 1) % len(regions)]

    def stacks(self) -> tuple[Stack, ...]:
        """Return a stack for each region where counters start."""
        return tuple(Stack(region.name, region.at, tuple(lying), region.name) for region, lying in self.standing.items())
