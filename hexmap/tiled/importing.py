"""A map file from a map of Tiled: one of our exports with what was changed there, or a title begun from one drawn there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from hexmap.grid import Grid, Hex
from hexmap.numbering import Numbering
from hexmap.tiled.reading import Drawn, Tile, read_file
from hexmap.tiled.things import Things
from hexmap.tiled.writing import LEVEL, OBJECT_LAYERS, TERRAIN
from mapsheet.errors import DataError, Fault, NotationError, clipped, nearest
from mapsheet.fields import Fields

CODES = [c for c in map(chr, range(33, 127)) if c not in '_\\"']
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_NO_ID = re.compile(r"[^a-z0-9]+")
_FILE = re.compile(r"[\w-][\w.-]{0,60}", re.ASCII)
LEVEL_NAMES = frozenset({LEVEL, "levels", "elevation", "height"})


class Imported(NamedTuple):
    """The text of a map file, that of a set-up (empty without units), and what was left out."""

    map_toml: str
    setup_toml: str
    left_out: tuple[str, ...]


def import_file(path: Path | str, *, title: str = "", name: str = "") -> Imported:
    """Return the files of a title from a `.tmj` or `.tmx`.

    What our export says beyond Tiled is taken back; rows of hexsides, lines, names and the like stay as they were written
    where their objects were not touched. `name` is what the set-up calls its map. A map drawn elsewhere gets a terrain for
    each class of tile. DataError with every fault: those of `read_file`, objects off the map, and those of the map that would
    come of it.
    """
    from hexmap.reader import loads

    drawn, fields = read_file(Path(path))
    maker = _Maker(drawn, fields)
    tables, units = maker.make(title)
    if units and name:
        units = {"format": units.pop("format"), "map": name, **units}
    fields.raise_faults()
    text = _toml(tables, str(path))
    # a picture is not carried, so it does not lie beside the map yet
    loads(_toml({key: value for key, value in tables.items() if key != "picture"}, str(path)), f"{path} as a map")
    if isinstance(tables.get("picture"), dict):
        drawn.left_out.append(f"the picture under the grid: copy {clipped(tables['picture'].get('file'))} beside the map")
    drawn.left_out.extend(_beside(drawn.own or {}))
    return Imported(text, _toml(units, str(path)) if units else "", tuple(drawn.left_out))


def _beside(own: Mapping[str, Any]) -> list[str]:
    """Return what is said of the files that lay beside the map and are not carried."""
    names = own.get("beside")
    known = [name for name in names if isinstance(name, str) and _FILE.fullmatch(name)] if isinstance(names, list) else []
    return [f"{', '.join(known[:20])}: copy them beside the map"] if known else []


def _toml(tables: Mapping[str, Any], name: str) -> str:
    import tomli_w

    try:
        return tomli_w.dumps(tables, multiline_strings=True)
    except (TypeError, ValueError, RecursionError):
        raise DataError(Fault("its property mapsheet holds what a map file cannot", name)) from None


class _Maker:
    def __init__(self, drawn: Drawn, fields: Fields) -> None:
        self.drawn, self.fields = drawn, fields
        self.tables: dict[str, Any] = dict(drawn.own["tables"]) if drawn.own else {}
        self.known: dict[str, Any] = dict(self.tables.get("terrain") or {})

    def make(self, title: str) -> tuple[dict[str, Any], dict[str, Any]]:
        drawn = self.drawn
        names = self._terrains()
        codes = self._codes(names)
        levels = self._levels()
        grid = self._grid(names)
        head = {
            "format": "hexmap/1", "title": title or self.tables.get("title") or drawn.title or self.fields.source.path.stem,
            "grid": grid,
        }
        own = {key: value for key, value in self.tables.items() if key not in (*head, "terrain", "hexes", "provenance")}
        hexes = {"terrain": self._raster([codes.get(name, "_") for name in names])}
        if any(levels) or "level" in (self.tables.get("hexes") or {}):
            hexes["level"] = self._raster([_DIGITS[k] if name else "_" for k, name in zip(levels, names, strict=True)])
        made = {**head, "terrain": self.known, "hexes": hexes, **own}
        if drawn.own is None or "provenance" in self.tables:
            made["provenance"] = self.tables.get("provenance", {"terrain": "reconstructed"})
        numbering = self._numbering(grid)
        there = {h for h, name in zip(self._places(), names, strict=True) if name}
        things = Things(drawn, self.fields, numbering, there)
        made |= things.rows(self.tables)
        strange = [name for name in drawn.things if name not in OBJECT_LAYERS]
        drawn.left_out.extend(f"layer {name!r}: its name says nothing to a map" for name in strange)
        return {key: value for key, value in made.items() if value != []}, things.units(drawn.own)

    def _places(self) -> list[Hex]:
        return [Hex(column, row) for row in range(1, self.drawn.rows + 1) for column in range(1, self.drawn.columns + 1)]

    def _raster(self, characters: list[str]) -> str:
        wide = self.drawn.columns
        return "".join("".join(characters[k : k + wide]) + "\n" for k in range(0, len(characters), wide))

    # -- tiles -------------------------------------------------------------------------------------------------------

    def _terrains(self) -> list[str]:
        """Return the name of each place's terrain, row by row, empty where there is no hex: the topmost tile that is seen."""
        drawn = self.drawn
        names = [""] * (drawn.columns * drawn.rows)
        for layer in drawn.tile_layers:
            is_ground = layer.name.lower() not in LEVEL_NAMES and (layer.visible or layer.name == TERRAIN)
            for place, number in enumerate(layer.numbers) if is_ground else ():
                if number:
                    names[place] = self._name(drawn.tile_of[number])
        if not any(names):
            self.fields.fault("layers", "no tile stands on the map")
            self.fields.raise_faults()
        return names

    def _name(self, tile: Tile) -> str:
        return tile.kind if tile.kind in self.known else _NO_ID.sub("_", (tile.kind or tile.name).lower()).strip("_") or "tile"

    def _levels(self) -> list[int]:
        drawn = self.drawn
        levels = [0] * (drawn.columns * drawn.rows)
        for number, layer in enumerate(drawn.tile_layers):
            for place, tile in enumerate(layer.numbers) if layer.name.lower() in LEVEL_NAMES else ():
                if tile:
                    level = drawn.tile_of[tile].level
                    if level is None:
                        row, column = divmod(place, drawn.columns)
                        place_words = f"{layer.name}: the tile at column {column + 1}, row {row + 1}"
                        self.fields.fault(("layers", number), f"{place_words} has no property `level` from 0 to 35")
                    levels[place] = level or 0
        return levels

    def _codes(self, names: list[str]) -> dict[str, str]:
        """Return the character of each terrain; those that the map did not know get a table of their own."""
        used = {str(table.get("code")) for table in self.known.values() if isinstance(table, dict)}
        for name in dict.fromkeys(name for name in names if name):
            if name not in self.known:
                wished = [*("." if not self.known else ""), *name, *name.upper(), *CODES]
                code = next((c for c in wished if c in CODES and c not in used), "")
                if not code:
                    self.fields.fault("tilesets", f"{len(CODES)} kinds of terrain are the most")
                    self.fields.raise_faults()
                used.add(code)
                self.known[name] = {"code": code, "enter": 1}
        return {name: str(table["code"]) for name, table in self.known.items() if isinstance(table, dict) and "code" in table}

    # -- the grid ----------------------------------------------------------------------------------------------------

    def _grid(self, names: list[str]) -> dict[str, Any]:
        drawn = self.drawn
        told = self.tables.get("grid")
        table: dict[str, Any] = dict(told) if isinstance(told, dict) else {"across_flats": "15 mm", **_numbered(drawn)}
        table |= {"orientation": drawn.orientation, "columns": drawn.columns, "rows": drawn.rows, "shifted": drawn.shifted}
        if table.get("short") == "shifted" and self._is_beyond(names):
            table["short"] = "none"
        return table

    def _is_beyond(self, names: list[str]) -> bool:
        """Return whether a tile stands at the end of a line that was one hex shorter."""
        drawn = self.drawn
        grid = Grid(drawn.orientation, drawn.columns, drawn.rows, shifted=drawn.shifted, short="shifted")
        return any(name and h not in grid for h, name in zip(self._places(), names, strict=True))

    def _numbering(self, table: dict[str, Any]) -> Numbering:
        drawn = self.drawn
        grid = Grid(drawn.orientation, drawn.columns, drawn.rows, shifted=drawn.shifted, short=str(table.get("short", "none")))
        from hexmap.reader import first_number

        pattern = str(table.get("numbering", "CCRR"))
        try:
            first, origin = table.get("first", first_number(pattern)), table.get("origin", "north-west")
            return Numbering(grid, pattern, str(first), str(origin))
        except NotationError as error:
            self.fields.fault("properties", f"the map's numbers: {error}{nearest(pattern, ['CCRR', 'CCCRRR'])}")
            self.fields.raise_faults()
            raise


def _numbered(drawn: Drawn) -> dict[str, str]:
    """Return a scheme of numbers that is wide enough."""
    wide = max(2, len(str(max(drawn.columns, drawn.rows))))
    return {"numbering": wide * "C" + wide * "R", "first": 2 * "1".zfill(wide)}

