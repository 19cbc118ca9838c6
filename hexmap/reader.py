"""Reading a map file into a HexMap: every fault at once, each with its place."""

from __future__ import annotations

from pathlib import Path

from hexmap.art import read_art, read_sheet
from hexmap.asking import HexMap
from hexmap.chains import parse_chain, parse_hexside
from hexmap.grid import FLAT, POINTY, Grid, Hex, Hexside
from hexmap.ground import POLICIES, Cost, Ground, HexsideKind, Line, LineKind, Policy, Rules, Side, Terrain, UnitClass
from hexmap.layout import Layout
from hexmap.numbering import ORIGINS, Numbering
from hexmap.raster import read_levels, read_terrain
from mapsheet import units
from mapsheet.errors import DataError, Fault, NotationError, nearest
from mapsheet.fields import Fields, cost, points
from mapsheet.lint import take_waivers
from mapsheet.provenance import count_provenance
from mapsheet.source import Source, find_source, parse_toml, plain, read_overlaid

MOST_HEXES = 2_000_000
FORMAT = "hexmap/1"
FREE: Cost = 0
NO_COST: Cost | None = 0
CLEAR_COST: Cost | None = 1
_TAKEN_LATER = (
    *("hexes", "hex", "hexside", "line", "label", "edges", "side", "course", "decoration", "track", "picture", "sheet"),
)


def load(name_or_path: Path | str, *, override: Path | str | None = None, ground: Source | None = None) -> HexMap:
    """Return the map of a title, a folder or a map file, with `overrides.toml` beside it, `override` and `ground` merged in.

    Raises DataError with every fault of the files.
    """
    path = find_source(name_or_path)
    source = read_overlaid(path, override, ground=ground)
    board = read_map(source)
    board.name = path.parent.name if path.name == "map.toml" else path.stem
    return board


def loads(text: str, name: str = "map") -> HexMap:
    """Return the map in a text; DataError with every fault."""
    return read_map(parse_toml(plain(text), name))


def read_map(source: Source) -> HexMap:
    """Return the map in a parsed source; DataError with every fault."""
    return _Reader(source).read()


def check(path: Path | str) -> list[Fault]:
    """Return all faults of a map file, none where it is sound."""
    try:
        load(path)
    except DataError as error:
        return error.faults
    return []


class _Reader:
    def __init__(self, source: Source) -> None:
        self.fields = Fields(source)

    def read(self) -> HexMap:
        top = self.fields
        top.family(FORMAT)
        title = top.text("title", required=True)
        grid_fields = top.table("grid")
        grid = read_grid(grid_fields)
        across = grid_fields.read("across_flats", units.length, 15.0, required=True)
        numbering = _read_numbering(grid_fields, grid)
        grid_fields.finish()
        terrains = self._terrains()
        if grid is None or numbering is None or not terrains:
            self._finish_blind(terrains)
        assert grid is not None  # _finish_blind has raised
        assert numbering is not None
        ground = self._ground(grid, numbering, terrains)
        board = HexMap(title, numbering, Layout(grid, across), ground)
        self._fill(board)
        top.finish()
        top.raise_faults()
        return board

    def _finish_blind(self, terrains: tuple[Terrain, ...]) -> None:
        """Raise what is known when the rest cannot be understood without a grid."""
        read_rules(self.fields, terrains)
        count_provenance(self.fields)
        take_waivers(self.fields)
        for name in _TAKEN_LATER:
            self.fields.take(name)
        self.fields.finish()
        self.fields.raise_faults()

    def _fill(self, board: HexMap) -> None:
        top = self.fields
        board.tables = top.data
        places = Places(board, top)
        board.rules = read_rules(top, board.terrains)
        board.edges = {name: _edge(fields, places) for name, fields in top.named("edges")}
        board.sides = {name: _side(fields, name, board) for name, fields in top.named("side")}
        board.hexsides = _hexsides(top, board)
        board.lines = tuple(_line(fields, places) for fields in top.tables("line"))
        board.art = read_art(top, places)
        board.sheet, board.layout = read_sheet(top, board)
        take_waivers(top)
        board.provenance = count_provenance(top)

    # -- terrain -------------------------------------------------------------------------------------------------

    def _terrains(self) -> tuple[Terrain, ...]:
        found = [_terrain(name, fields) for name, fields in self.fields.named("terrain")]
        if not found:
            self.fields.fault("terrain", "a map needs one terrain, such as [terrain.clear]")
        by_code: dict[str, str] = {}
        for terrain in found:
            if terrain.code in by_code:
                message = f"code {terrain.code!r} already stands for {by_code[terrain.code]}"
                self.fields.fault(("terrain", terrain.name, "code"), message)
            by_code.setdefault(terrain.code, terrain.name)
        if len(found) > 200:
            self.fields.fault("terrain", f"{len(found)} kinds of terrain; at most 200 fit")
        return tuple(found)

    def _ground(self, grid: Grid, numbering: Numbering, terrains: tuple[Terrain, ...]) -> Ground:
        hexes = self.fields.table("hexes")
        if "hexes" not in self.fields.data:
            self.fields.fault("hexes", "is missing")
        terrain = read_terrain(hexes, grid, {t.code: k + 1 for k, t in enumerate(terrains)})
        levels = read_levels(hexes, grid, terrain)
        hexes.finish()
        # with faults in the block every hex of the grid is taken to be there, so that the rest is still checked
        cells = terrain if terrain is not None else _all_there(grid)
        self._single_hexes(numbering, cells, levels, terrains)
        return Ground(terrains, bytes(cells), bytes(levels))

    def _single_hexes(self, numbering: Numbering, cells: bytearray, levels: bytearray, terrains: tuple[Terrain, ...]) -> None:
        names = [t.name for t in terrains]
        for number, fields in self.fields.named("hex"):
            h = fields.attempt("", None, numbering.parse, number)
            name = fields.text("terrain")
            level = fields.whole("level", default=None, most=35)
            fields.finish()
            if name and name not in names:
                fields.fault("terrain", f"unknown terrain {name!r}{nearest(name, names)}")
            elif h is not None and name:
                cells[numbering.grid.cell(h)] = names.index(name) + 1
            if h is not None and level is not None:
                levels[numbering.grid.cell(h)] = level


def _all_there(grid: Grid) -> bytearray:
    cells = bytearray(grid.size)
    for u in range(grid.lines):
        first, length = grid.first_cell(u), grid.line_length(u)
        cells[first : first + length] = b"\1" * length
    return cells


def read_grid(fields: Fields) -> Grid | None:
    """Return the grid of a [grid] table, None where it cannot be told."""
    before = len(fields.faults)
    orientation = fields.choice("orientation", (FLAT, POINTY), required=True)
    sizes = {}
    for name in ("columns", "rows"):
        fields.take(name, required=True)
        sizes[name] = fields.whole(name, default=None, least=1, most=10**9)
    shifted = fields.choice("shifted", ("even", "odd"))
    short = fields.choice("short", ("none", "shifted"))
    columns, rows = sizes["columns"], sizes["rows"]
    if columns is None or rows is None or len(fields.faults) > before:
        for name in ("numbering", "first", "origin"):
            fields.take(name)
        return None
    if fields.attempt("columns", False, _is_small, columns, rows) is False:
        return None
    if short == "shifted" and (rows if orientation == FLAT else columns) < 2:
        fields.fault("short", "a shifted line would have no hex left")
        return None
    return Grid(orientation, columns, rows, shifted=shifted, short=short)


def refuse_size(columns: int, rows: int) -> None:
    """Raise NotationError for a map of more hexes than are read, with the memory that it would take."""
    if columns * rows > MOST_HEXES:
        megabytes = columns * rows * 60 // 10**6
        raise NotationError(f"at most {MOST_HEXES:,} hexes, for these would need about {megabytes:,} MB", f"{columns} x {rows}")


def _is_small(columns: int, rows: int) -> bool:
    refuse_size(columns, rows)
    return True


def _read_numbering(fields: Fields, grid: Grid | None) -> Numbering | None:
    pattern = fields.text("numbering", default="CCRR")
    first = fields.text("first", default=first_number(pattern))
    origin = fields.choice("origin", ORIGINS)
    if grid is None:
        return None
    return fields.attempt("numbering", None, Numbering, grid, pattern, first, origin)


def first_number(pattern: str) -> str:
    """Return the first number of a pattern: 0101 of CCRR, AA01 of AARR, 01.01 of CC.RR."""
    lasts = (k + 1 == len(pattern) or pattern[k + 1] != character for k, character in enumerate(pattern))
    digits = {"C": "01", "R": "01", "A": "AA"}
    return "".join(digits.get(character, 2 * character)[last] for character, last in zip(pattern, lasts, strict=True))


def _terrain(name: str, fields: Fields) -> Terrain:
    code = fields.text("code", required=True)
    if fields.has("code") and (len(code) != 1 or not "!" <= code <= "~" or code in '_\\"'):
        fields.fault("code", f"expected one printable ASCII character other than space, _, \\ and \", got {code[:40]!r}")
    terrain = Terrain(
        name,
        code,
        fields.read("enter", cost, CLEAR_COST),
        fields.choice("sight", ("open", "blocks", "blocks into")),
        fields.read("height", points, FREE),
        fields.flag("run", default=True),
        fields.flag("charge", default=True),
        fields.read("turn", points, FREE),
        fields.text("label", default=name.replace("_", " ").capitalize()),
        fields.text("draw", default=name),
    )
    fields.finish()
    return terrain


def read_rules(top: Fields, terrains: tuple[Terrain, ...]) -> Rules:
    """Return what the file says of sight, movement, classes, and kinds of hexsides and lines."""
    sight = top.table("sight")
    policy = Policy(*(sight.choice(name, values) for name, values in POLICIES.items()))
    sight.finish()
    movement = top.table("movement")
    uphill = movement.read("uphill", points, FREE)
    movement.finish()
    hexside_kinds = {name: _hexside_kind(name, fields) for name, fields in top.named("hexside_kind")}
    line_kinds = {name: _line_kind(name, fields) for name, fields in top.named("line_kind")}
    known = {"enter": [t.name for t in terrains], "cross": list(hexside_kinds), "line": list(line_kinds)}
    classes = {name: _unit_class(name, fields, known) for name, fields in top.named("class")}
    return Rules(policy, uphill, classes, hexside_kinds, line_kinds)


def _hexside_kind(name: str, fields: Fields) -> HexsideKind:
    kind = HexsideKind(
        name,
        fields.read("cross", cost, NO_COST),
        fields.choice("sight", ("open", "blocks")) == "blocks",
        label=fields.text("label", default=name.replace("_", " ").capitalize()),
    )
    fields.finish()
    return kind


def _line_kind(name: str, fields: Fields) -> LineKind:
    kind = LineKind(
        name,
        fields.read("enter", cost, None),
        fields.text("label", default=name.replace("_", " ").capitalize()),
    )
    fields.finish()
    return kind


def _unit_class(name: str, fields: Fields, known: dict[str, list[str]]) -> UnitClass:
    tables: dict[str, dict[str, Cost | None]] = {kind: {} for kind in known}
    every = [key for names in known.values() for key in names]
    own = {kind: fields.table(kind) for kind in known}
    for kind, table in own.items():
        for key in list(table.data):
            # `enter` may name whatever is entered: a terrain, else a kind of hexside, else a kind of line
            kinds = list(known) if kind == "enter" else [kind]
            home = next((other for other in kinds if key in known[other]), None)
            if home is None:
                table.fault(key, f"unknown name{nearest(key, every if kind == 'enter' else known[kind])}")
            elif home != kind and key in own[home].data:
                table.fault(key, f"stands in {home} too")
            found = table.read(key, cost, NO_COST)
            tables[home or kind][key] = found
    fields.finish()
    return UnitClass(name, tables["enter"], tables["cross"], tables["line"])


class Places:
    """Reading hexes and ranges of the map being read, faults noted at their key."""

    def __init__(self, board: HexMap, top: Fields) -> None:
        self.board, self.top = board, top

    def hex(self, fields: Fields, name: str | tuple[str | int, ...], text: str) -> Hex | None:
        """Return a hex of the map, None with a fault noted."""
        return fields.attempt(name, None, self.board.hex, text)

    def ranges(self, fields: Fields, name: str, *, required: bool = True) -> tuple[Hex, ...]:
        """Return the hexes of a list of numbers and ranges, without repeats."""
        found: dict[Hex, None] = {}
        none: list[Hex] = []
        for k, text in enumerate(fields.texts(name, required=required)):
            for h in fields.attempt((name, k), none, self.board.numbering.range, text):
                if h in self.board:
                    found[h] = None
                else:
                    fields.fault((name, k), f"{self.board.number(h)} is no hex of the map")
        return tuple(found)

    def chain(self, fields: Fields, name: str) -> tuple[Hex, ...]:
        """Return hexes that touch one by one; a fault where two do not."""
        texts = fields.texts(name, required=True)
        hexes = [self.hex(fields, (name, k), text) for k, text in enumerate(texts)]
        for k in range(len(hexes) - 1):
            a, b = hexes[k], hexes[k + 1]
            if a is not None and b is not None and self.board.grid.direction(a, b) is None:
                fields.fault((name, k + 1), f"{texts[k + 1]} does not touch {texts[k]}")
        return tuple(h for h in hexes if h is not None)


def _edge(fields: Fields, places: Places) -> tuple[Hex, ...]:
    hexes = places.ranges(fields, "hexes")
    fields.finish()
    return hexes


def _side(fields: Fields, name: str, board: HexMap) -> Side:
    directions = []
    for k, text in enumerate(fields.texts("rout")):
        index = board.grid.direction_index(text)
        if index is None:
            fields.fault(("rout", k), f"expected a direction of {' '.join(board.grid.direction_names)}, got {text!r}")
        else:
            directions.append(index)
    exits = fields.texts("exit")
    for k, text in enumerate(exits):
        if text not in board.edges:
            fields.fault(("exit", k), f"unknown edge {text!r}{nearest(text, list(board.edges))}")
    side = Side(name, tuple(directions), tuple(exits), fields.text("label", default=name.capitalize()))
    fields.finish()
    return side


def _hexsides(top: Fields, board: HexMap) -> dict[Hexside, tuple[str, ...]]:
    found: dict[Hexside, tuple[str, ...]] = {}
    for fields in top.tables("hexside"):
        kind = fields.text("kind", required=True)
        for side in _sides_of(fields, board):
            if kind not in found.get(side, ()):
                found[side] = (*found.get(side, ()), kind)
        fields.finish()
    return found


def _sides_of(fields: Fields, board: HexMap) -> list[Hexside]:
    sides: list[Hexside] = []
    for name, read in (("sides", _one_side), ("along", parse_chain)):
        for k, text in enumerate(fields.texts(name)):
            found: list[Hexside] = fields.attempt((name, k), [], read, board.numbering, text)
            if any(h not in board and board.grid.step(h, d) not in board for h, d in found):
                fields.fault((name, k), f"{text} touches no hex of the map")
            sides += found
    if not fields.has("sides") and not fields.has("along"):
        fields.fault("sides", "is missing: give sides or along")
    return sides


def _one_side(numbering: Numbering, text: str) -> list[Hexside]:
    return [parse_hexside(numbering, text)]


def _line(fields: Fields, places: Places) -> Line:
    line = Line(fields.text("kind", required=True), places.chain(fields, "through"))
    fields.finish()
    return line
