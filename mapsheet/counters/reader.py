"""`counters.toml` and the CSV of its rows read to counters, with all faults at once."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from mapsheet.counters.layoutreader import read_layouts, take_layouts
from mapsheet.counters.layouts import GIVEN, Layouts
from mapsheet.counters.symbols import SYMBOLS
from mapsheet.counters.values import Counter, CounterSet, Face, Kind, Side
from mapsheet.csvsource import read_csv
from mapsheet.errors import DataError, NotationError, clipped, nearest
from mapsheet.fields import Fields
from mapsheet.icons import read_picture
from mapsheet.overrides import OURS, THEIRS
from mapsheet.provenance import PROVENANCE
from mapsheet.source import Source, beside, find_source, read_overlaid
from mapsheet.units import MM_PER, Size

FILE = "counters.toml"
FORMAT = "counters/1"
TABLE = "counter"
T = TypeVar("T")
_ID = re.compile(r"[a-z0-9]+(?:[-_/.][a-z0-9]+)*")
_NUMBER = r"(\d{1,4}(?:\.\d{1,4})?(?:/\d{1,4})?)"
_SIZE = re.compile(rf"\s*{_NUMBER}\s*(?:[x×]\s*{_NUMBER}\s*)?(mm|cm|in)\s*", re.ASCII)
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
MOST_COPIES = 1000
_FACE_KEYS = ("layout", "symbol", "image")


def read_counters(name_or_path: Path | str, *, override: Path | str | None = None) -> CounterSet:
    """Return the counters of a title, a folder or a `counters.toml`.

    `rows = "counters.csv"` names a CSV in the same folder whose rows are read like tables `[counter.ID]`; tables of the same
    id are merged over its rows, and so are those of `overrides.toml` and of `override`. DataError with every fault: an
    unknown key, side, kind or provenance, a size that is none, an id that is not lower case, an inventory that does not tally.
    """
    path = find_source(name_or_path, FILE)
    source = counter_source(path, override)
    fields = Fields(source)
    fields.family(FORMAT)
    fields.take("rows")
    title, own_map, named = fields.text("title"), fields.text("map"), fields.text("layouts", default="plain")
    beneath: Layouts | None = fields.attempt("layouts", None, read_layouts, named, path.parent)
    layouts = take_layouts(fields, beneath or {})
    sides = {name: _side(name, inner) for name, inner in fields.named("side")}
    kinds = {name: _kind(name, inner) for name, inner in fields.named("type")}
    reader = _Rows(sides, kinds, None if beneath is None else layouts, path.parent)
    for name, inner in fields.named("type"):
        reader.check_kind(kinds[name], inner)
    counters = {name: counter for name, inner in fields.named(TABLE) if (counter := reader.counter(name, inner))}
    found = CounterSet(title, own_map, path.parent, sides, kinds, counters, named, layouts)
    _inventory(fields, found)
    fields.finish()
    fields.raise_faults()
    return found


def reconstructed(path: Path) -> dict[str, Any]:
    """Return the printed values of the counters of a file that are our own, as tables by which a user's copy replaces them."""
    found = {}
    for name, row in counter_source(path).data.get(TABLE, {}).items():
        faces = {face: _our_values(row, face) for face in ("front", "back") if isinstance(row.get(face), dict)}
        if any(faces.values()):
            found[name] = {face: values for face, values in faces.items() if values}
    return found


def _our_values(row: dict[str, Any], face: str) -> dict[str, Any]:
    whole, marks = row.get("provenance"), row[face].get("provenance", {})
    values = {key: value for key, value in row[face].items() if key != "provenance" and key not in _FACE_KEYS}
    ours = {key: value for key, value in values.items() if marks == OURS or _mark(marks, key, whole) == OURS}
    return {**ours, "provenance": dict.fromkeys(ours, THEIRS)} if ours else {}


def _mark(marks: Any, key: str, whole: Any) -> Any:
    return marks.get(key, whole) if isinstance(marks, dict) else marks


def counter_source(path: Path, override: Path | str | None = None) -> Source:
    """Return the tables of a counters file over the rows of its CSV, with what goes over both; DataError where one is none."""
    written = read_overlaid(path, override, only=(TABLE,))
    rows = written.data.get("rows")
    if not rows:
        return written
    if not isinstance(rows, str) or Path(rows).name != rows or not rows.endswith(".csv"):
        raise DataError(written.fault(("rows",), f"expected the name of a .csv file in the same folder, got {clipped(rows)}"))
    beneath = read_csv(beside(path.parent, rows), TABLE)
    beneath.overlay(written)
    return beneath


def _side(name: str, fields: Fields) -> Side:
    colour = fields.read("colour", _colour, "#FFFFFF", required=True)
    ink = fields.read("ink", _colour, "#000000")
    side = Side(name, fields.text("name", default=name), colour, ink, fields.read("stripe", _colour, ""), fields.text("emblem"))
    if side.emblem and side.emblem not in SYMBOLS:
        fields.fault("emblem", f"no symbol of this name: {clipped(side.emblem)}{nearest(side.emblem, sorted(SYMBOLS))}")
    fields.finish()
    return side


def _kind(name: str, fields: Fields) -> Kind:
    kind = Kind(
        name, fields.text("name", default=name), fields.text("symbol"), fields.text("layout", default="single"),
        fields.read("size", counter_size, Size(12.7, 12.7)), fields.text("class"), fields.flag("blocks", default=True),
    )
    fields.finish()
    return kind


def counter_size(text: object) -> Size:
    """Return a counter's size in mm: `1/2in` is square, `1x1/2in` wide and high, `12.7mm`, `15x15mm`.

    NotationError for anything else and beyond 5 to 100 mm.
    """
    found = _SIZE.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise NotationError("a counter's size such as 1/2in, 1x1/2in or 15mm", text)
    wide, high = (_decimal(part or found[1]) * MM_PER[found[3]] for part in (found[1], found[2]))
    if not (5 <= wide <= 100 and 5 <= high <= 100):
        raise NotationError("a counter from 5 to 100 mm wide and high", text)
    return Size(round(wide, 6), round(high, 6))


def _decimal(text: str) -> float:
    over, _, under = text.partition("/")
    below = Fraction(under or "1")
    return float(Fraction(over) / below) if below else 0.0


def _colour(text: object) -> str:
    if not isinstance(text, str) or not _COLOUR.fullmatch(text):
        raise NotationError("a colour such as #9E3B33", text)
    return text


class _Rows:
    """Reads the tables of counters by known sides, kinds and layouts; without layouts their names are not looked up."""

    def __init__(self, sides: dict[str, Side], kinds: dict[str, Kind], layouts: Layouts | None, folder: Path) -> None:
        self.sides, self.kinds, self.layouts, self.folder = sides, kinds, layouts, folder

    def check_kind(self, kind: Kind, fields: Fields) -> None:
        """Note a layout or a symbol of a type that nobody knows."""
        self._known_name(fields, "layout", kind.layout, self.layouts)
        self._known_name(fields, "symbol", kind.symbol, SYMBOLS)

    @staticmethod
    def _known_name(fields: Fields, key: str, name: str, known: Mapping[str, object] | None) -> None:
        if (name or key == "layout") and known is not None and name not in known:
            fields.fault(key, f"no {key} of this name: {clipped(name)}{nearest(name, sorted(known))}")

    def check_face(self, face: Face, fields: Fields) -> None:
        """Note a layout, a symbol or a slot of a face that nobody knows."""
        if fields.has("layout"):
            self._known_name(fields, "layout", face.layout, self.layouts)
        if fields.has("symbol"):
            self._known_name(fields, "symbol", face.symbol, SYMBOLS)
        layout = (self.layouts or {}).get(face.layout)
        for slot, words in face.values.items():
            for word in words.split() if layout is not None and slot in layout.symbol_slots else ():
                self._known_name(fields, slot, word, SYMBOLS)
            if layout is not None and slot not in layout.slots and slot not in GIVEN:
                fields.fault(slot, f"the layout {face.layout} has no slot of this name{nearest(slot, sorted(layout.slots))}")

    def counter(self, name: str, fields: Fields) -> Counter | None:
        if not _ID.fullmatch(name):
            fields.fault("", f"an id is lower case letters and digits, joined by '-', '_', '.' or '/', got {clipped(name)}")
        side = self._known(fields, "side", self.sides)
        kind = self._known(fields, "type", self.kinds)
        own = fields.read("size", counter_size, None)
        copies = fields.read("copies", _copies, 1)
        shown = fields.text("name", default=name.rpartition("/")[2])
        origins: dict[str, str] = {}
        _origins(fields, "", origins)
        front = self._face(fields.table("front"), kind, origins)
        back = self._face(fields.table("back"), kind, origins) if fields.has("back") else None
        fields.finish()
        if side is None or kind is None:
            return None
        return Counter(name, shown, side, kind, own or kind.size, copies, front, back, origins)

    def _face(self, fields: Fields, kind: Kind | None, origins: dict[str, str]) -> Face:
        face = _face(fields, kind, origins, self.folder)
        self.check_face(face, fields)
        return face

    @staticmethod
    def _known(fields: Fields, key: str, known: dict[str, T]) -> T | None:
        name = fields.text(key, required=True)
        if name and name not in known:
            fields.fault(key, f"no [{key}.{name}] in the file{nearest(name, sorted(known))}")
        return known.get(name)


def _copies(value: object) -> int:
    written = str(value)
    if isinstance(value, bool) or not (written.isascii() and written.isdigit() and 1 <= int(written[:9]) <= MOST_COPIES):
        raise NotationError(f"a number of copies from 1 to {MOST_COPIES:,}", value)
    return int(written)


def _face(fields: Fields, kind: Kind | None, origins: dict[str, str], folder: Path) -> Face:
    """Return one printed side; every key but layout, symbol and image is a slot with its words."""
    _origins(fields, str(fields.key[-1]), origins)
    layout = fields.text("layout", default=kind.layout if kind else "")
    symbol = fields.text("symbol", default=kind.symbol if kind else "")
    image = fields.read("image", partial(_picture, folder), "")
    slots = [key for key in fields.data if key not in (*_FACE_KEYS, "provenance")]
    return Face(layout, "" if symbol == "none" else symbol, {slot: _words(fields, slot) for slot in slots}, image)


def _picture(folder: Path, name: object) -> str:
    """Return the name of a picture that can be drawn."""
    read_picture(folder, str(name) if isinstance(name, str) else "")
    return str(name)


def _words(fields: Fields, slot: str) -> str:
    value = fields.take(slot)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**6:
        return str(value)
    return fields.text(slot)


def _origins(fields: Fields, place: str, origins: dict[str, str]) -> None:
    """Note a table's provenance: one word for all of it, or a table of words by key."""
    stated: Any = fields.take("provenance")
    table = {"": stated} if not isinstance(stated, dict) else stated
    for key, word in table.items():
        if word is not None and word not in PROVENANCE:
            fields.fault("provenance", f"expected one of {' '.join(PROVENANCE)}, got {clipped(word)}")
        elif word is not None:
            origins[".".join(part for part in (place, key) if part)] = word


def _inventory(fields: Fields, found: CounterSet) -> None:
    """Compare the pieces with the numbers that the file states: in all, by side, by type, or of several types together."""
    inner = fields.table("inventory")
    have = Tally[str]({"total": 0, **dict.fromkeys(found.sides, 0), **dict.fromkeys(found.kinds, 0)})
    for counter in found.counters.values():
        for name in {"total", counter.side.id, counter.kind.id}:
            have[name] += counter.copies
    for name, value in inner.data.items():
        if isinstance(value, dict):
            _group(inner.table(name), found, have)
            continue
        stated = inner.whole(name, default=None)
        if name not in have:
            inner.fault(name, f"no side or type of this name{nearest(name, sorted(have))}")
        elif stated is not None and stated != have[name]:
            inner.fault(name, f"the rows have {have[name]}, the inventory says {stated}")


def _group(fields: Fields, found: CounterSet, have: Tally[str]) -> None:
    stated, names = fields.whole("count", default=None), fields.texts("types", required=True)
    unknown = [name for name in names if name not in found.kinds]
    for name in unknown:
        fields.fault("types", f"no type {clipped(name)}{nearest(name, sorted(found.kinds))}")
    total = sum(have[name] for name in dict.fromkeys(names))
    if stated is not None and not unknown and stated != total:
        fields.fault("count", f"the rows have {total}, the inventory says {stated}")
    fields.finish()


__all__ = ["FILE", "FORMAT", "counter_size", "read_counters"]
