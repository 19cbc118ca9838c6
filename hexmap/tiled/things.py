"""The objects of a map of Tiled as rows of a map file: what was not touched stays as it was written."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from itertools import pairwise
from math import ceil
from typing import Any

from hexmap.chains import format_hexside
from hexmap.grid import Hex
from hexmap.layout import Point
from hexmap.numbering import Numbering
from hexmap.pair import Faced, Pair, Stand, axis, format_stand, parse_stand
from hexmap.tiled.cells import Cells
from hexmap.tiled.reading import Drawn, Thing
from hexmap.tiled.writing import SETUP_KEYS, TABLES
from mapsheet.errors import NotationError
from mapsheet.fields import Fields

UNIT_KEYS = {
    "side": str, "class": str, "movement": int, "rout": int, "code": str, "group": str, "blocks": bool, "back": bool,
    "charge": str, "marker": str, "spent": str,
}  # fmt: skip
MOST_PIECES = 1000  # hexsides of one stretch of a line


class Things:
    """Reads the objects of a map; those off it are faults."""

    def __init__(self, drawn: Drawn, fields: Fields, numbering: Numbering, there: Collection[Hex]) -> None:
        self.drawn, self.fields, self.numbering, self.there = drawn, fields, numbering, there
        self.grid = numbering.grid
        self.cells = Cells(self.grid, drawn.tiles)

    def rows(self, tables: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
        """Return the rows of hexsides, lines, courses and labels, the old ones first and in their order."""
        return {table: self._rows(table, self.drawn.things.get(layer, []), tables.get(table)) for layer, table in TABLES.items()}

    def _rows(self, table: str, things: list[Thing], told: Any) -> list[dict[str, Any]]:
        before = [row for row in told if isinstance(row, dict)] if isinstance(told, list) else []
        counts = self.drawn.own["counts"].get(table, []) if self.drawn.own else []
        by_row: dict[int, list[Thing]] = {}
        for thing in things:
            row = thing.marks.get("row")
            by_row.setdefault(row if type(row) is int and 0 <= row < len(before) else -1, []).append(thing)
        rows = []
        for number, row in enumerate(before):
            expected = counts[number] if number < len(counts) else 0
            if number in by_row or expected == 0:
                rows.append(self._row(table, row, by_row.get(number, []), expected))
        return rows + self._new(table, by_row.get(-1, []))

    def _row(self, table: str, row: dict[str, Any], things: list[Thing], expected: int) -> dict[str, Any]:
        said = [self._said(table, thing) for thing in things]
        kind = str(row.get("kind", "place" if table == "label" else ""))
        is_same = len(things) == expected and all(" ".join(at) == t.marks.get("at") for at, t in zip(said, things, strict=True))
        if is_same and all(t.kind == kind and _words(t) in (None, row.get("text") or row.get("name") or "") for t in things):
            return row
        return {**{key: value for key, value in row.items() if key != "along"}, **self._told(table, things, said)}

    def _new(self, table: str, things: list[Thing]) -> list[dict[str, Any]]:
        """Return rows for objects that were drawn in Tiled: a row each, but one for all hexsides of a kind."""
        groups: dict[Any, list[Thing]] = {}
        for thing in things:
            if not thing.kind and table != "label":
                self.fields.fault(thing.key, "an object of this layer needs a class")
            groups.setdefault(thing.kind if table == "hexside" else thing.key, []).append(thing)
        return [self._told(table, some, [self._said(table, thing) for thing in some]) for some in groups.values()]

    def _told(self, table: str, things: list[Thing], said: list[list[str]]) -> dict[str, Any]:
        """Return the keys of a row that objects tell."""
        first, all_said = things[0], list(dict.fromkeys(text for texts in said for text in texts))
        key = {"hexside": "sides", "line": "through", "course": "through"}.get(table, "at")
        chain = said[0] if key == "through" else all_said
        told: dict[str, Any] = {"kind": first.kind or "place", key: chain}
        words = _words(first)
        if table == "label" or words:
            told[{"course": "name"}.get(table, "text")] = words or first.kind or "?"
        if table in ("hexside", "line"):
            told.pop("text", None)
        return told

    # -- places ------------------------------------------------------------------------------------------------------

    def _said(self, table: str, thing: Thing) -> list[str]:
        """Return where an object lies, in numbers of hexes or hexsides."""
        if table == "hexside":
            return self._sides(thing)
        hexes = [self._hex(thing, point) for point in thing.points]
        found = [h for h in hexes if h is not None]
        if table in ("line", "course"):
            found = self._filled(found)
            if len(found) < 2:
                self.fields.fault(thing.key, "a line needs two hexes")
        return [self.numbering.format(h) for h in found]

    def _hex(self, thing: Thing, point: Point) -> Hex | None:
        h = self.cells.hex_at(point)
        if h is None or h not in self.there:
            self.fields.fault(thing.key, f"lies at {point.x:g}, {point.y:g} where the map has no hex")
            return None
        return h

    def _filled(self, hexes: list[Hex]) -> list[Hex]:
        """Return hexes that touch one by one: between two that do not, the straightest way."""
        found = hexes[:1]
        for h in hexes[1:]:
            while found[-1] != h:
                here = found[-1]
                nearer = [n for n in self.grid.neighbors(here) if self.grid.distance(n, h) < self.grid.distance(here, h)]
                if not nearer:  # a line that winds out of the grid
                    break
                a, b = self.cells.centre(here), self.cells.centre(h)
                found.append(min(nearer, key=lambda n: (_gap(self.cells.centre(n), a, b), n)))
        return found

    def _sides(self, thing: Thing) -> list[str]:
        if len(thing.points) < 2:
            self.fields.fault(thing.key, "a hexside is a line")
            return []
        found = []
        for a, b in pairwise(thing.points):
            length = ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5
            pieces = min(MOST_PIECES, max(1, ceil(length / max(1, self.drawn.tiles.side) - 0.5)))
            for k in range(pieces):
                part = (k + 0.5) / pieces
                side = self.cells.hexside_at(Point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part))
                if side is None or not {side.hex, self.grid.step(side.hex, side.direction)} & set(self.there):
                    self.fields.fault(thing.key, f"lies at {a.x:g}, {a.y:g} where the map has no hexside")
                else:
                    found.append(format_hexside(self.numbering, side))
        return list(dict.fromkeys(found))

    # -- units -------------------------------------------------------------------------------------------------------

    def units(self, own: Mapping[str, Any] | None) -> dict[str, Any]:
        """Return the set-up: the objects of the layer of units, and what our export says besides; nothing without either."""
        units = [unit for unit in map(self._unit, self.drawn.things.get("units", [])) if unit]
        told = (own or {}).get("setup")
        kept = {key: told[key] for key in SETUP_KEYS if key in told} if isinstance(told, Mapping) else {}
        return {"format": "position/1", "provenance": "reconstructed", **kept, "unit": units} if units or kept else {}

    def _unit(self, thing: Thing) -> dict[str, Any]:
        at = self._stand(thing)
        if at is None:
            return {}
        marks = {key: thing.marks[key] for key, kind in UNIT_KEYS.items() if type(thing.marks.get(key)) is kind}
        return {"at": at, **({"counter": thing.name} if thing.name else {}), **marks}

    def _stand(self, thing: Thing) -> str | None:
        """Return where a unit stands now; a pair keeps its line, and one that faces its direction."""
        before: Stand | None = None
        with suppress(NotationError):
            before = parse_stand(self.numbering, str(thing.marks.get("at", "")))
        if isinstance(before, Pair):
            return self._pair(thing, before)
        h = self._hex(thing, thing.points[0])
        if h is None:
            return None
        return format_stand(self.numbering, Faced(h, before.direction) if isinstance(before, Faced) else h)

    def _pair(self, thing: Thing, before: Pair) -> str | None:
        way, point = axis(self.grid, before), thing.points[0]
        a, b = (self.cells.centre(h) for h in before)
        shift = Point((b.x - a.x) / 2, (b.y - a.y) / 2)
        left = self._hex(thing, Point(point.x - shift.x, point.y - shift.y))
        right = self.grid.step(left, way) if left else None
        if left is None or right not in self.there:
            self.fields.fault(thing.key, "a unit of two hexes with one off the map")
            return None
        assert right is not None  # it is on the map
        return format_stand(self.numbering, Pair(left, right))


def _words(thing: Thing) -> str | None:
    """Return the words of an object: its lettering, else its name."""
    return thing.words if thing.words is not None else thing.name


def _gap(p: Point, a: Point, b: Point) -> float:
    """Return how far a point lies from the line through two, up to a factor."""
    return round(abs((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)), 6)
