"""The map as a value: terrain, levels, hexsides, lines, labels, edges and sides over a grid; and the questions it answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from mapsheet.errors import NotationError, nearest

from hexmap.grid import Grid, Hex, Hexside
from hexmap.layout import Layout, Point
from hexmap.numbering import Numbering
from hexmap.pair import Faced, Pair, Stand, format_stand, hexes_of, parse_stand

if TYPE_CHECKING:
    from hexmap.position import Position

Cost = int | Fraction


class Terrain(NamedTuple):
    """A kind of hex. `enter` None is prohibited; `sight` is open, blocks, or blocks into (8.16)."""

    name: str
    code: str
    enter: Cost | None
    sight: str = "open"
    height: Cost = 0
    run: bool = True
    charge: bool = True
    turn: Cost = 0
    label: str = ""
    draw: str = ""


class HexsideKind(NamedTuple):
    """A kind of hexside. `cross` is added to the step over it, None is prohibited; `blocks` stops sight over or along it."""

    name: str
    cross: Cost | None = 0
    blocks: bool = False
    rules: bool = True
    label: str = ""


class LineKind(NamedTuple):
    """A kind of line through centres. `enter` replaces the terrain's cost for a step along it; None: drawing only."""

    name: str
    enter: Cost | None = None
    label: str = ""


class UnitClass(NamedTuple):
    """Points of a class of unit where they differ: terrain, hexside kind and line kind by name."""

    name: str
    enter: dict[str, Cost | None]
    cross: dict[str, Cost | None]
    line: dict[str, Cost | None]


class Policy(NamedTuple):
    """How sight treats what the rules of a game leave open; the names are those of the map file's [sight]."""

    run: str = "same-hexside"
    touch: str = "ignore"
    offmap: str = "open"
    elevation: str = "higher-than-both"


POLICIES = {
    "run": ("same-hexside", "either", "each-side", "never"),
    "touch": ("ignore", "blocks"),
    "offmap": ("open", "blocks"),
    "elevation": ("higher-than-both", "slope", "none"),
}


class Side(NamedTuple):
    """What belongs to a player's side: its rout directions (indexes) and the named stretches where it may leave."""

    name: str
    rout: tuple[int, ...] = ()
    exit: tuple[str, ...] = ()
    label: str = ""


class Line(NamedTuple):
    """A line through the centres of hexes that touch one by one."""

    kind: str
    through: tuple[Hex, ...]


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


class Art(NamedTuple):
    """What is drawn and has no effect on play."""

    labels: tuple[Label, ...] = ()
    courses: tuple[Course, ...] = ()
    decorations: tuple[Decoration, ...] = ()
    tracks: tuple[Track, ...] = ()


class SheetPlan(NamedTuple):
    """The sheet the map is printed on: size in mm and the texts of its margin."""

    width: float
    height: float
    subtitle: str = ""
    note: str = ""
    scale_unit: str = ""
    scale_per_hex: Cost | None = None
    style: str = "classic"


class Rules(NamedTuple):
    """What a game says about the map as a whole."""

    policy: Policy = Policy()
    uphill: Cost = 0
    classes: dict[str, UnitClass] = {}  # noqa: RUF012 - a NamedTuple's default is never changed
    hexside_kinds: dict[str, HexsideKind] = {}  # noqa: RUF012
    line_kinds: dict[str, LineKind] = {}  # noqa: RUF012


class UnitOptions(TypedDict, total=False):
    """What every query takes: hexes or stands of other units, a position, and the class of the unit asked for."""

    occupied: Iterable[str | Stand]
    position: Position | None
    unit_class: str | None


class PolicyOptions(TypedDict, total=False):
    """Sight policies that replace the map's own for one query."""

    run: str | None
    touch: str | None
    offmap: str | None
    elevation: str | None


class SightOptions(UnitOptions, PolicyOptions, total=False):
    """Options of sight queries."""


class HexMap:
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
        self._numbers: dict[int, str] = {}
        self._engines: dict[Any, Any] = {}

    def __repr__(self) -> str:
        return f"<HexMap {self.title!r}, {len(self)} hexes>"

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
        found = self._numbers.get(cell)
        if found is None:
            found = self._numbers[cell] = self.numbering.format(self.grid.hex_of(cell))
        return found

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

    def occupied_cells(self, options: UnitOptions | SightOptions, own: Iterable[Stand] = ()) -> frozenset[int]:
        """Return the cells that other units hold; the hexes of `own` never count."""
        stands = [self.stand(text) for text in options.get("occupied") or ()]
        position = options.get("position")
        if position is not None:
            stands += [self.stand(unit.at) for unit in position.units if unit.blocks]
        free = {self.grid.cell(h) for stand in own for h in hexes_of(stand)}
        return frozenset(self.grid.cell(h) for stand in stands for h in hexes_of(stand)) - free

    # -- drawing (the room `draw`) -------------------------------------------------------------------------------

    def to_svg(self, *, style: str | None = None, crop: str | None = None, position: Position | None = None) -> str:
        """Return the map drawn at true size as SVG; see `hexmap.draw.draw_map`."""
        from hexmap.draw import draw_map

        return draw_map(self, style=style, crop=crop, position=position)

    def _repr_svg_(self) -> str:
        """Return the map for a notebook."""
        return self.to_svg()


class Ground(NamedTuple):
    """Terrain and level of every cell."""

    terrains: tuple[Terrain, ...]
    terrain_at: bytes
    level_at: bytes


__all__ = ["Faced", "Ground", "HexMap", "Pair", "Stand"]
