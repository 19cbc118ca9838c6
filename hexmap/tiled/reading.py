"""A file of Tiled as values: its grid, its tiles by number, its layers; every fault with its place in the file."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hexmap.grid import FLAT, POINTY
from hexmap.layout import Point
from hexmap.reader import refuse_size
from hexmap.tiled.cells import Tiles
from hexmap.tiled.layerdata import FLIPS, read_numbers
from hexmap.tiled.writing import FORMAT, OWN
from hexmap.tiled.xmlform import MOST_NESTED, from_xml
from mapsheet.errors import DataError, Fault, NotationError, clipped
from mapsheet.fields import Fields
from mapsheet.source import Source, parse_json, read_text

MOST_PIXELS = 10**7
MOST_LAYERS = 200
MOST_OBJECTS = 100_000


class Tile(NamedTuple):
    """A tile: its class, empty where it has none, its level, and a name of its own from tileset and number."""

    kind: str
    level: int | None
    name: str


class TileLayer(NamedTuple):
    """A layer of tiles, row by row, 0 where there is none."""

    name: str
    visible: bool
    numbers: list[int]


class Thing(NamedTuple):
    """An object: its class, name, points in pixels (one for a point), whether it is lettering, its words and properties."""

    kind: str
    name: str
    points: tuple[Point, ...]
    words: str | None
    marks: dict[str, Any]
    key: tuple[str | int, ...]


class Drawn(NamedTuple):
    """What a file of Tiled holds."""

    columns: int
    rows: int
    orientation: str
    shifted: str
    tiles: Tiles
    tile_of: dict[int, Tile]
    tile_layers: list[TileLayer]
    things: dict[str, list[Thing]]
    own: dict[str, Any] | None
    title: str
    left_out: list[str]


def read_file(path: Path) -> tuple[Drawn, Fields]:
    """Return a map and the fields in which further faults are noted.

    DataError with every fault: no Tiled map, other than hexagonal, infinite, too large, damaged numbers of tiles, a tileset
    outside the map's folder.
    """
    data = _read_data(path)
    fields = Fields(Source(path, "", data))
    reader = _Reader(fields, path)
    return reader.read(), fields


def _read_data(path: Path) -> dict[str, Any]:
    text = read_text(path)
    return from_xml(text, str(path)) if text.lstrip().startswith("<") else parse_json(text, str(path))


class _Reader:
    def __init__(self, fields: Fields, path: Path) -> None:
        self.fields, self.path = fields, path
        self.left_out: list[str] = []
        self.count = 0

    def read(self) -> Drawn:
        fields = self.fields
        if fields.data.get("type", "map") != "map" or "layers" not in fields.data:
            raise DataError(Fault("is no map of Tiled", str(self.path)))
        columns, rows = self._size()
        flat = fields.choice("staggeraxis", ("x", "y"), required=True) == "x"
        tiles = self._tiles(flat)
        shifted = "even" if fields.choice("staggerindex", ("odd", "even")) == "odd" else "odd"
        marks = self._marks(fields)
        tile_of = self._tilesets()
        self.count = columns * rows
        tile_layers: list[TileLayer] = []
        things: dict[str, list[Thing]] = {}
        for layer in self._layers(fields, 0):
            if layer.data.get("type") == "tilelayer":
                tile_layers += self._tile_layer(layer, tile_of)
            elif layer.data.get("type") == "objectgroup":
                things.setdefault(layer.text("name").strip().lower(), []).extend(self._things(layer))
            else:
                self.left_out.append(f"layer {clipped(layer.data.get('name', ''))}: no tiles and no objects")
        own = self._own(marks)
        fields.raise_faults()
        return Drawn(
            columns, rows, FLAT if flat else POINTY, shifted, tiles, tile_of, tile_layers, things, own,
            str(marks.get("title") or ""), self.left_out,
        )

    def _size(self) -> tuple[int, int]:
        fields = self.fields
        fields.choice("orientation", ("hexagonal",), required=True)
        if fields.data.get("infinite"):
            fields.fault("infinite", "an infinite map is not read: in Tiled, Map Properties, take Infinite off")
        sizes = []
        for name in ("width", "height"):
            before = len(fields.faults)
            size = fields.whole(name, default=None, least=1, most=10**9)
            if size is None and len(fields.faults) == before:
                fields.fault(name, "is missing")
            sizes.append(size or 1)
        fields.attempt("width", None, refuse_size, *sizes)
        fields.raise_faults()
        return sizes[0], sizes[1]

    def _tiles(self, flat: bool) -> Tiles:
        fields = self.fields
        names = ("tilewidth", "tileheight", "hexsidelength")
        wide, high, side = (fields.whole(name, default=None, most=10_000) for name in names)
        across, along = (wide, high) if flat else (high, wide)
        if not across or not along or side is None or side > across:
            fields.fault("hexsidelength", "expected the sizes of the tiles, and a hexside no longer than a tile")
            fields.raise_faults()
        assert across is not None  # the fault above was raised
        assert along is not None
        assert side is not None
        return Tiles(along, across, side)

    def _own(self, marks: dict[str, Any]) -> dict[str, Any] | None:
        """Return what our export says beyond Tiled, None in a map that was drawn elsewhere."""
        text = marks.get(OWN)
        if not isinstance(text, str):
            return None
        try:
            own = parse_json(text, f"{self.path}: properties.{OWN}")
        except DataError as error:
            self.fields.faults += error.faults
            return None
        if own.get("format") != FORMAT or not isinstance(own.get("tables"), dict) or not isinstance(own.get("counts"), dict):
            self.fields.fault("properties", f"the property {OWN} is none of format {FORMAT}")
            return None
        return own

    # -- properties --------------------------------------------------------------------------------------------------

    @staticmethod
    def _marks(fields: Fields) -> dict[str, Any]:
        """Return the properties of something by name: texts, whole numbers, true and false."""
        listed = fields.take("properties")
        if not isinstance(listed, list):
            return {}
        pairs = ((one.get("name"), one.get("value")) for one in listed if isinstance(one, dict))
        return {name: value for name, value in pairs if isinstance(name, str) and isinstance(value, str | int | float)}

    # -- tilesets ----------------------------------------------------------------------------------------------------

    def _tilesets(self) -> dict[int, Tile]:
        found: dict[int, Tile] = {}
        for fields in self.fields.tables("tilesets"):
            first = fields.whole("firstgid", default=None, least=1, most=FLIPS)
            if first is None:
                fields.fault("firstgid", "is missing")
                continue
            source = fields.text("source")
            inner = self._elsewhere(fields, source) if source else fields
            if inner is not None:
                self._tileset(inner, first, found)
        return found

    def _elsewhere(self, fields: Fields, source: str) -> Fields | None:
        """Return the fields of a tileset in a file of its own, which lies in the map's folder or below it."""
        folder = self.path.resolve().parent
        target = (folder / source).resolve()
        if "\0" in source or not target.is_relative_to(folder):
            fields.fault("source", f"a tileset outside the map's folder is not read: {clipped(source)}")
            return None
        data = fields.attempt("source", None, _read_data, target)
        return Fields(Source(target, "", data), faults=self.fields.faults) if data is not None else None

    def _tileset(self, fields: Fields, first: int, found: dict[int, Tile]) -> None:
        name = fields.text("name", default="tiles")
        special: dict[int, Fields] = {}
        for tile in fields.tables("tiles"):
            number = tile.whole("id", default=None, most=FLIPS)
            if number is not None:
                special[number] = tile
        count = fields.whole("tilecount", default=0, most=65_536) or 0
        for number in {*range(count), *special}:
            found[first + number] = self._tile(special.get(number), f"{name} {number}")

    def _tile(self, fields: Fields | None, name: str) -> Tile:
        if fields is None:
            return Tile("", None, name)
        level = self._marks(fields).get("level")
        kind = fields.text("type") or fields.text("class")
        return Tile(kind.strip(), level if type(level) is int and 0 <= level <= 35 else None, name)

    # -- layers ------------------------------------------------------------------------------------------------------

    def _layers(self, parent: Fields, depth: int) -> Iterator[Fields]:
        """Yield the layers, those of groups in their place."""
        for number, layer in enumerate(parent.tables("layers")):
            if depth > MOST_NESTED or number >= MOST_LAYERS:
                layer.fault("", f"more than {MOST_NESTED} groups in groups or {MOST_LAYERS} layers are not read")
                return
            if layer.data.get("type") == "group":
                yield from self._layers(layer, depth + 1)
            else:
                yield layer

    def _tile_layer(self, layer: Fields, tile_of: dict[int, Tile]) -> list[TileLayer]:
        if layer.data.get("chunks"):
            layer.fault("chunks", "chunks belong to an infinite map, which is not read")
            return []
        data, packing = layer.take("data"), (layer.text("encoding", default="csv"), layer.text("compression"), self.count)
        numbers = layer.attempt("data", None, read_numbers, data, *packing)
        if numbers is None:
            return []
        for unknown in [number for number in set(numbers) if number and number not in tile_of]:
            row, column = divmod(numbers.index(unknown), self.fields.data["width"])
            layer.fault("data", f"tile {unknown} at column {column + 1}, row {row + 1} is in no tileset")
        return [TileLayer(layer.text("name").strip(), layer.data.get("visible", True) is not False, numbers)]

    def _things(self, layer: Fields) -> Iterator[Thing]:
        shift = (layer.read("offsetx", _pixels, 0.0), layer.read("offsety", _pixels, 0.0))
        listed = layer.tables("objects")
        if len(listed) > MOST_OBJECTS:
            layer.fault("objects", f"{len(listed):,} objects; more than {MOST_OBJECTS:,} are not read")
            return
        for fields in listed:
            if fields.data.get("template"):
                self.left_out.append(f"object {fields.data.get('id', '')}: made from a template")
            else:
                yield self._thing(fields, shift)

    def _thing(self, fields: Fields, shift: tuple[float, float]) -> Thing:
        x, y = (fields.read(name, _pixels, 0.0, required=True) + by for name, by in zip("xy", shift, strict=True))
        turn = math.radians(fields.read("rotation", _pixels, 0.0))
        line = fields.take("polyline")
        points = [Point(0.0, 0.0)]
        if line is not None:
            points = fields.attempt("polyline", points, _line, line)
        elif fields.data.get("gid") or (fields.data.get("width") and "text" not in fields.data):
            points = [self._middle(fields)]
        cos, sin = math.cos(turn), math.sin(turn)
        turned = [Point(x + p.x * cos - p.y * sin, y + p.x * sin + p.y * cos) for p in points]
        text = fields.table("text").text("text") if "text" in fields.data else None
        kind = fields.text("type") or fields.text("class")
        return Thing(kind.strip(), fields.text("name"), tuple(turned), text, self._marks(fields), fields.key)

    @staticmethod
    def _middle(fields: Fields) -> Point:
        """Return the middle of a box from its corner; of a tile, which stands on its lower left corner, too."""
        wide, high = (fields.read(name, _pixels, 0.0) for name in ("width", "height"))
        return Point(wide / 2, -high / 2 if fields.data.get("gid") else high / 2)


def _pixels(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or abs(value) > MOST_PIXELS:
        raise NotationError(f"pixels from -{MOST_PIXELS:,} to {MOST_PIXELS:,}", value)
    return float(value)


def _line(value: object) -> list[Point]:
    if not isinstance(value, list) or not 1 <= len(value) <= 10_000 or not all(isinstance(p, dict) for p in value):
        raise NotationError("a line of 1 to 10,000 points", json.dumps(value, default=str)[:60])
    return [Point(_pixels(p.get("x")), _pixels(p.get("y"))) for p in value]
