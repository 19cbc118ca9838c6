"""A map as Tiled has it: two layers of tiles, layers of objects, and what Tiled cannot say as a text among the properties."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from hexmap.chains import format_hexside, parse_chain, parse_hexside
from hexmap.pair import hexes_of
from hexmap.tiled.cells import Cells, stagger
from mapsheet.errors import NotationError

if TYPE_CHECKING:
    from hexmap.board import Board
    from hexmap.grid import Hex, Hexside
    from hexmap.layout import Point
    from hexmap.position import Position, Unit

FORMAT = "hexmap-exchange/1"
OWN = "mapsheet"
"""The property of the map that holds everything else."""
IN_TILES = frozenset({"hexes", "hex"})
"""Tables of a map file that the tiles tell."""
SETUP_KEYS = ("provenance", "unused", "scenario", "pile", "sheet", "reserve")
"""What a set-up says besides its units."""
TERRAIN, LEVEL = "terrain", "level"
OBJECT_LAYERS = ("hexsides", "lines", "courses", "labels", "units")
TABLES = {"hexsides": "hexside", "lines": "line", "courses": "course", "labels": "label"}


class Exported(NamedTuple):
    """The map as a text, and the pictures that belong beside it by their names."""

    text: str
    images: Mapping[str, bytes]


class Beside(NamedTuple):
    """What lies beside a map: the tables of the set-up that its units are of, and the names of files that are not carried."""

    setup: Mapping[str, Any] = MappingProxyType({})
    files: tuple[str, ...] = ()


NOTHING = Beside()


def export(
    board: Board, name: str, *, position: Position | None = None, beside: Beside = NOTHING, style: str | None = None
) -> Exported:
    """Return the map for a file of this name, `.tmj` or `.tmx`, with the pictures of its tiles.

    NotationError for another suffix and for a unit off the map; DataError without the cairo library.
    """
    from hexmap.tiled.art import level_tiles, terrain_tiles
    from hexmap.tiled.xmlform import to_xml

    stem, dot, suffix = name.rpartition(".")
    if not (stem and dot and suffix.lower() in ("tmj", "tmx")):
        raise NotationError("a file name that ends in .tmj or .tmx", name)
    images = {
        f"{stem}-{TERRAIN}.png": terrain_tiles(board, style),
        f"{stem}-{LEVEL}.png": level_tiles(board, _levels(board), style),
    }
    data = to_data(board, stem, position, beside=beside)
    text = _to_json(data) if suffix.lower() == "tmj" else to_xml(data)
    return Exported(text, images)


def _to_json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _levels(board: Board) -> int:
    return max(board.level_at, default=0) + 1


def to_data(board: Board, stem: str, position: Position | None = None, *, beside: Beside = NOTHING) -> dict[str, Any]:
    """Return the map as the values of Tiled's JSON."""
    from hexmap.tiled.art import tile_size
    from hexmap.tiled.cells import SIDE

    writer = _Objects(board)
    layers = [*_tile_layers(board), *writer.layers(position)]
    for number, layer in enumerate(layers, 1):
        layer["id"] = number
    wide, high = tile_size(board)
    return {
        "type": "map", "version": "1.10", "tiledversion": "1.10.2", "orientation": "hexagonal", "renderorder": "right-down",
        "infinite": False, "compressionlevel": -1, "width": board.grid.columns, "height": board.grid.rows,
        "tilewidth": wide, "tileheight": high, "hexsidelength": SIDE, **stagger(board.grid),
        "nextlayerid": len(layers) + 1, "nextobjectid": writer.next_id,
        "properties": [_property("title", board.title), _property(OWN, _own(board, writer.counts, beside))],
        "tilesets": _tilesets(board, stem), "layers": layers,
    }


def _own(board: Board, counts: Mapping[str, list[int]], beside: Beside) -> str:
    kept = {key: value for key, value in board.tables.items() if key not in IN_TILES}
    setup = {key: beside.setup[key] for key in SETUP_KEYS if key in beside.setup}
    own = {"format": FORMAT, "tables": kept, "counts": counts, "setup": setup, "beside": beside.files}
    return json.dumps(own, ensure_ascii=False, default=_jsonable)


def _jsonable(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else str(value)


def _property(name: str, value: object) -> dict[str, Any]:
    kind = "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "string"
    return {"name": name, "type": kind, "value": value}


# -- tiles ---------------------------------------------------------------------------------------------------------------


def _tilesets(board: Board, stem: str) -> list[dict[str, Any]]:
    """Return the tilesets: of terrains by their names, of levels by their numbers."""
    terrain = [{"id": k, "type": t.name, "properties": [_property("code", t.code)]} for k, t in enumerate(board.terrains)]
    level = [{"id": k, "type": f"level {k}", "properties": [_property("level", k)]} for k in range(_levels(board))]
    return [
        _tileset(board, TERRAIN, f"{stem}-{TERRAIN}.png", 1, terrain),
        _tileset(board, LEVEL, f"{stem}-{LEVEL}.png", 1 + len(terrain), level),
    ]


def _tileset(board: Board, name: str, image: str, first: int, tiles: list[dict[str, Any]]) -> dict[str, Any]:
    from hexmap.tiled.art import columns_of, tile_size

    (wide, high), columns = tile_size(board), columns_of(len(tiles))
    return {
        "firstgid": first, "name": name, "tilewidth": wide, "tileheight": high, "tilecount": len(tiles), "columns": columns,
        "margin": 0, "spacing": 0, "image": image.rpartition("/")[2], "imagewidth": columns * wide,
        "imageheight": -(-len(tiles) // columns) * high, "tiles": tiles,
    }


def _tile_layers(board: Board) -> list[dict[str, Any]]:
    levels = 1 + len(board.terrains)
    ground = [levels + board.level_at[cell] if board.terrain_at[cell] else 0 for cell in _cells(board)]
    terrain = [board.terrain_at[cell] for cell in _cells(board)]
    return [_tile_layer(board, LEVEL, ground), _tile_layer(board, TERRAIN, terrain)]


def _cells(board: Board) -> Iterator[int]:
    """Yield the cell of each place of the rectangle, row by row; cell 0, which is no hex, for places off the grid."""
    from hexmap.grid import Hex

    for row in range(1, board.grid.rows + 1):
        for column in range(1, board.grid.columns + 1):
            h = Hex(column, row)
            yield board.grid.cell(h) if h in board.grid else 0


def _tile_layer(board: Board, name: str, data: list[int]) -> dict[str, Any]:
    return {
        "name": name, "type": "tilelayer", "width": board.grid.columns, "height": board.grid.rows, "x": 0, "y": 0,
        "opacity": 1, "visible": True, "data": data,
    }


# -- objects -------------------------------------------------------------------------------------------------------------


class _Objects:
    """The objects of a map; `counts` tells how many there are of each row of a table, for who reads them back."""

    def __init__(self, board: Board) -> None:
        self.board, self.cells = board, Cells(board.grid)
        self.next_id = 1
        self.counts: dict[str, list[int]] = {}

    def layers(self, position: Position | None) -> list[dict[str, Any]]:
        found = {layer: self._rows(table) for layer, table in TABLES.items()}
        found["units"] = [self._unit(unit) for unit in position.units] if position else []
        return [
            {
                "name": name, "type": "objectgroup", "draworder": "index", "x": 0, "y": 0, "opacity": 1, "visible": True,
                "objects": found[name],
            }
            for name in OBJECT_LAYERS
        ]

    def _rows(self, table: str) -> list[dict[str, Any]]:
        rows = self.board.tables.get(table, [])
        made = [self._row(table, number, row) for number, row in enumerate(rows)]
        self.counts[table] = [len(objects) for objects in made]
        return [one for objects in made for one in objects]

    def _row(self, table: str, number: int, row: Mapping[str, Any]) -> list[dict[str, Any]]:
        numbering = self.board.numbering
        kind = str(row.get("kind", "place" if table == "label" else ""))
        row_mark = _property("row", number)
        if table == "hexside":
            sides = [(format_hexside(numbering, side), self.cells.ends(side)) for side in _sides(self.board, row)]
            return [self._line(kind, "", ends, [_property("at", at), row_mark]) for at, ends in sides]
        hexes = self._hexes(row["at"] if table == "label" else row["through"])
        marks = [_property("at", " ".join(map(self.board.number, hexes))), row_mark]
        words = str(row.get("text") or row.get("name") or "")
        if table == "label" and len(hexes) == 1:
            return [self._words(kind, words, hexes[0], marks)]
        return [self._line(kind, words, [self.cells.centre(h) for h in hexes], marks)]

    def _hexes(self, texts: str | Iterable[str]) -> list[Hex]:
        """Return the hexes of numbers and ranges that are on the map, each once."""
        listed = [texts] if isinstance(texts, str) else texts
        found = [h for text in listed for h in self.board.numbering.range(text)]
        return list(dict.fromkeys(h for h in found if h in self.board))

    def _object(self, kind: str, name: str, at: Point, marks: list[dict[str, Any]]) -> dict[str, Any]:
        number, self.next_id = self.next_id, self.next_id + 1
        return {
            "id": number, "name": name, "type": kind, "x": round(at.x, 3), "y": round(at.y, 3), "width": 0, "height": 0,
            "rotation": 0, "visible": True, "properties": sorted(marks, key=lambda mark: str(mark["name"])),
        }

    def _line(self, kind: str, name: str, points: Iterable[Point], marks: list[dict[str, Any]]) -> dict[str, Any]:
        first, *rest = points
        line = [{"x": round(p.x - first.x, 3), "y": round(p.y - first.y, 3)} for p in (first, *rest)]
        return {**self._object(kind, name, first, marks), "polyline": line}

    def _words(self, kind: str, words: str, h: Hex, marks: list[dict[str, Any]]) -> dict[str, Any]:
        made = self._object(kind, words, self.cells.centre(h), marks)
        return {**made, "width": 8 * len(words) + 8, "height": 18, "text": {"text": words, "pixelsize": 14, "wrap": False}}

    def _unit(self, unit: Unit) -> dict[str, Any]:
        stand = self.board.stand(unit.at)
        points = [self.cells.centre(h) for h in hexes_of(stand)]
        at = type(points[0])(sum(p.x for p in points) / len(points), sum(p.y for p in points) / len(points))
        told = {
            "at": self.board.spell(stand), "side": unit.side, "class": unit.unit_class, "movement": unit.movement,
            "rout": unit.rout or None, "code": unit.code, "group": unit.group, "blocks": None if unit.blocks else False,
            "back": unit.back or None, "charge": unit.charge, "marker": unit.marker, "spent": unit.spent,
        }
        marks = [_property(key, value) for key, value in told.items() if value is not None and value != ""]
        return {**self._object("unit", unit.counter, at, marks), "point": True}


def _sides(board: Board, row: Mapping[str, Any]) -> list[Hexside]:
    """Return the hexsides of a row of the map file, each once."""
    sides = [parse_hexside(board.numbering, text) for text in _listed(row.get("sides", []))]
    for text in _listed(row.get("along", [])):
        sides += parse_chain(board.numbering, text)
    return list(dict.fromkeys(sides))


def _listed(value: str | Iterable[str]) -> list[str]:
    return [value] if isinstance(value, str) else list(value)
