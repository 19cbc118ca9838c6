"""The map as a value: terrain, levels, hexsides, lines, labels, edges and sides over a grid."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from hexmap.grid import Grid, Hex, Hexside
from hexmap.ground import POLICIES, Cost, Ground, Line, Policy, Rules, Side, Terrain, UnitClass
from hexmap.layout import Layout, Point
from hexmap.numbering import Numbering
from hexmap.options import PolicyOptions, SightOptions, UnitOptions
from hexmap.pair import Faced, Pair, Stand, format_stand, hexes_of, parse_stand
from hexmap.position import Position
from mapsheet.errors import NotationError, nearest

T = TypeVar("T")

MOST_STANDS = 100_000  # whose cells are kept


class Label(NamedTuple):
    """A name on the map: set at a hex, or along the centres of several."""

    text: str
    at: tuple[Hex, ...]
    kind: str = "place"
    size: float | None = None
    shift: tuple[float, float] = (0.0, 0.0)


class Course(NamedTuple):
    """Flowing water drawn through the centres of hexes: its width grows from the first to the last value, in mm."""

    kind: str
    through: tuple[Hex, ...]
    name: str = ""
    width: tuple[float, float] = (2.2, 4.2)


class Decoration(NamedTuple):
    """Drawing without effect on play: woods, hamlets, tracks, fields."""

    kind: str
    at: tuple[Hex, ...]
    text: str = ""


class Track(NamedTuple):
    """A row of boxes in the margin, such as the game-turn track."""

    name: str
    label: str
    boxes: tuple[str, ...]
    notes: tuple[str, ...] = ()


class Pin(NamedTuple):
    """A hex, and where its centre lies in a picture, in pixels from its top left corner."""

    hex: Hex
    x: float
    y: float


class Picture(NamedTuple):
    """A picture of one's own under the grid, laid so that both pins lie on their hexes; it replaces the layers it hides."""

    folder: Path
    file: str
    pins: tuple[Pin, Pin]
    opacity: float
    hides: tuple[str, ...]


class Art(NamedTuple):
    """What is drawn and has no effect on play."""

    labels: tuple[Label, ...] = ()
    courses: tuple[Course, ...] = ()
    decorations: tuple[Decoration, ...] = ()
    tracks: tuple[Track, ...] = ()
    picture: Picture | None = None


class SheetPlan(NamedTuple):
    """The sheet the map is printed on: size in mm and the texts of its margin."""

    width: float
    height: float
    subtitle: str = ""
    note: str = ""
    scale_unit: str = ""
    scale_per_hex: Cost | None = None
    style: str = "classic"


class Numbers(dict[int, str]):
    """The numbers of cells, each spelled when it is first asked for."""

    def __init__(self, numbering: Numbering) -> None:
        super().__init__()
        self._numbering = numbering

    def __missing__(self, cell: int) -> str:
        numbering = self._numbering
        found = self[cell] = numbering.format(numbering.grid.hex_of(cell))
        return found


class Board:
    """A map that has been read; it never changes.

    `terrain_at` and `level_at` hold a byte for each cell of the grid: 0 where there is no hex, else the place of its
    terrain in `terrains` plus one; and its level. A hex is accepted wherever its number is.
    """

    def __init__(self, title: str, numbering: Numbering, layout: Layout, ground: Ground) -> None:
        self.title, self.numbering, self.layout = title, numbering, layout
        self.grid: Grid = numbering.grid
        self.terrains, self.terrain_at, self.level_at = ground.terrains, ground.terrain_at, ground.level_at
        self.hexsides: dict[Hexside, tuple[str, ...]] = {}
        self.lines: tuple[Line, ...] = ()
        self.rules = Rules()
        self.edges: dict[str, tuple[Hex, ...]] = {}
        self.sides: dict[str, Side] = {}
        self.art = Art()
        self.sheet = SheetPlan(0.0, 0.0)
        self.provenance: dict[str, int] = {}
        self.name = ""
        self.tables: Mapping[str, Any] = {}  # the map file's, as they are written there
        self.numbers = Numbers(numbering)
        self._engines: dict[Any, Any] = {}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.title!r}, {len(self)} hexes>"

    def __len__(self) -> int:
        return len(self.terrain_at) - self.terrain_at.count(0)

    def __iter__(self) -> Iterator[Hex]:
        """Iterate over the hexes of the map, line by line."""
        return (h for h in self.grid if h in self)

    def __contains__(self, h: Hex) -> bool:
        return h in self.grid and self.terrain_at[self.grid.cell(h)] != 0

    # -- names ---------------------------------------------------------------------------------------------------

    def hex(self, number: str | Hex) -> Hex:
        """Return the hex of a number; NotationError when no hex of the map has it."""
        h = number if isinstance(number, Hex) else self.numbering.parse(number)
        if h not in self:
            raise NotationError(f"a hex on the map ({self.numbering.example()})", number)
        return h

    def stand(self, text: str | Stand) -> Stand:
        """Return where a unit stands, read from `1426`, `1426+1425` or `1426>NE`; NotationError as in `parse_stand`."""
        if not isinstance(text, str | Hex | Pair | Faced):
            raise NotationError("where a unit stands, such as a hex number", text)
        stand = parse_stand(self.numbering, text) if isinstance(text, str) else text
        for h in hexes_of(stand):
            self.hex(h)
        if isinstance(stand, Pair) and self.grid.direction(*stand) is None:
            raise NotationError("two adjacent hexes, left+right", format_stand(self.numbering, stand))
        return stand

    def number(self, h: Hex) -> str:
        """Return the number of a hex of the grid."""
        return self.numbering.format(h)

    def number_of_cell(self, cell: int) -> str:
        """Return the number of the hex with a dense index."""
        return self.numbers[cell]

    def spell(self, stand: Stand) -> str:
        """Return the notation of a stand."""
        return format_stand(self.numbering, stand)

    # -- what is there -------------------------------------------------------------------------------------------

    def terrain(self, h: str | Hex) -> Terrain:
        """Return the terrain of a hex."""
        return self.terrains[self.terrain_at[self.grid.cell(self.hex(h))] - 1]

    def level(self, h: str | Hex) -> int:
        """Return the level of a hex: the highest shown in it (7.12)."""
        return self.level_at[self.grid.cell(self.hex(h))]

    def centre(self, h: str | Hex) -> Point:
        """Return the centre of a hex on the sheet in mm."""
        return self.layout.centre(self.hex(h))

    def hex_at(self, x_mm: float, y_mm: float) -> Hex | None:
        """Return the hex at a point of the sheet, None where there is none."""
        h = self.layout.hex_at(x_mm, y_mm)
        return h if h is not None and h in self else None

    def distance(self, a: str | Stand, b: str | Stand) -> int:
        """Return the distance in hexes, of units the least over their hexes."""
        return min(self.grid.distance(x, y) for x in hexes_of(self.stand(a)) for y in hexes_of(self.stand(b)))

    def unit_class(self, name: str | None) -> UnitClass | None:
        """Return a class of unit; NotationError for an unknown one."""
        if name is None:
            return None
        if name not in self.rules.classes:
            raise NotationError(f"a class of this map{nearest(name, list(self.rules.classes))}", name)
        return self.rules.classes[name]

    def policy(self, options: PolicyOptions | SightOptions) -> Policy:
        """Return the map's sight policy with the given options in place; NotationError for an unknown value."""
        chosen = {}
        for name, values in POLICIES.items():
            value = options.get(name)
            if value is None:
                continue
            if value not in values:
                raise NotationError(f"for {name} one of {' '.join(values)}", value)
            chosen[name] = str(value)
        return self.rules.policy._replace(**chosen)

    def others(self, options: UnitOptions | SightOptions) -> list[str | Stand]:
        """Return where the units of `occupied` and those of `position` that block stand, as they are given."""
        stands, position = _listed(options.get("occupied")), options.get("position")
        if position is not None:
            stands += [unit.at for unit in self.own_position(position).units if unit.blocks]
        return stands

    def own_position(self, position: object) -> Position:
        """Return a position; NotationError for what is none, and for one of another map."""
        if not isinstance(position, Position):
            raise NotationError("a position, as read_position returns it", position)
        self.own_name(position.map)
        return position

    def own_name(self, name: str) -> str:
        """Return the name of a position's map; NotationError for another one's, but nobody's name goes with any."""
        if name and self.name and name != self.name:
            raise NotationError(f"a position of the map {self.name}", name)
        return name

    def occupied_cells(self, options: UnitOptions | SightOptions, own: Iterable[Stand] = ()) -> frozenset[int]:
        """Return the cells that other units hold; the hexes of `own` never count."""
        cells = {cell for given in self.others(options) for cell in self.cells_of(given)}
        free = {self.grid.cell(h) for stand in own for h in hexes_of(stand)}
        return frozenset(cells - free)

    def cells_of(self, given: str | Stand) -> tuple[int, ...]:
        """Return the cells of a stand, which is read once; NotationError as `stand`."""
        known: dict[object, tuple[int, ...]] = self.kept("cells of stands", dict)
        found = known.get(given) if isinstance(given, str | tuple) else None
        if found is None:
            found = tuple(self.grid.cell(h) for h in hexes_of(self.stand(given)))
            if len(known) >= MOST_STANDS:
                known.clear()
            known[given] = found
        return found

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what is kept for this map under a key, made the first time it is asked for."""
        if key not in self._engines:
            self._engines[key] = make()
        found: T = self._engines[key]
        return found


def _listed(occupied: object) -> list[str | Stand]:
    """Return the stands of an option: several, or a text with commas between them; NotationError for anything else."""
    if isinstance(occupied, str):
        return [part.strip() for part in occupied.split(",") if part.strip()]
    if occupied is None:
        return []
    if isinstance(occupied, Hex | Pair | Faced) or not isinstance(occupied, Iterable):
        raise NotationError("several hexes or stands for occupied", occupied)
    return list(occupied)
