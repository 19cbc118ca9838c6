"""Layout files, and layouts inside a counters file, read with every fault in its place."""

from __future__ import annotations

import re
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Any

from mapsheet.counters.layouts import COLOURS, SLOT, Item, Layout, Layouts, Spot
from mapsheet.counters.symbols import SYMBOLS
from mapsheet.errors import NotationError, clipped, nearest
from mapsheet.fields import Fields
from mapsheet.fonts import FACES
from mapsheet.source import beside, data_folder, read_toml

FORMAT = "counter-layout/1"
FOLDER = "layouts"
MOST_ITEMS = 100
FARTHEST = 1000.0
EDGES = ("top", "bottom", "left", "right")
ANCHORS = ("middle", "start", "end")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
CHOICES = {"face": ("sans-bold", *FACES), "anchor": ANCHORS, "edge": EDGES}
_NAME = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")

KEYS: dict[str, tuple[str, ...]] = {
    "text": ("text", "at", "size", "colour", "face", "anchor", "room", "lines", "tracking", "turn"),
    "symbol": ("symbol", "at", "size", "colour", "hole", "repeat", "step", "turn"),
    "image": ("at", "size"),
    "band": ("edge", "thick", "colour"),
    "rule": ("at", "to", "thick", "colour"),
    "arrow": ("at", "to", "thick", "size", "colour"),
    "front": ("at", "size", "thick", "colour"),
    "disc": ("at", "size", "colour", "line", "thick"),
    "box": ("at", "size", "colour", "line", "thick", "corner"),
}
"""What may be drawn, and the keys of each besides `draw` and `if`."""
_PLACED = ("at", "size")
OWED = {"text": ("text", *_PLACED), "rule": ("at", "to"), "arrow": ("at", "to"), "box": _PLACED, "disc": _PLACED}


def read_layouts(name: str, folder: Path) -> Layouts:
    """Return the layouts of a shipped file by its name, or of a `.toml` file in a title's folder.

    NotationError for a name that is neither; DataError with every fault of the file.
    """
    if name.endswith(".toml") and Path(name).name == name:
        return _file(beside(folder, name))
    names = layout_names()
    if not _NAME.fullmatch(name) or name not in names:
        raise NotationError(f"the name of layouts, or of a .toml file in the same folder{nearest(name, names)}", name)
    return _shipped(data_folder() / FOLDER / f"{name}.toml")


def layout_names() -> list[str]:
    """Return the names of the shipped files of layouts, sorted."""
    return sorted(path.stem for path in (data_folder() / FOLDER).glob("*.toml"))


@lru_cache(maxsize=16)
def _shipped(path: Path) -> Layouts:
    return _file(path)


def _file(path: Path) -> Layouts:
    fields = Fields(read_toml(path))
    fields.family(FORMAT)
    found = take_layouts(fields, {})
    if not found and not fields.faults:
        fields.fault("layout", "is missing")
    fields.finish()
    fields.raise_faults()
    return found


def take_layouts(fields: Fields, beneath: Layouts) -> Layouts:
    """Return the layouts in the tables `[layout.X]` over those `beneath`; the fields note every fault."""
    found = dict(beneath)
    for name, inner in fields.named("layout"):
        if not _NAME.fullmatch(name):
            inner.fault("", f"a layout's name is lower case letters and digits, joined by '-' or '_', got {clipped(name)}")
        found[name] = _layout(name, inner, found)
    return found


def _layout(name: str, fields: Fields, known: Layouts) -> Layout:
    base = known.get(fields.text("like"))
    if fields.has("like") and base is None:
        fields.fault("like", f"no layout of this name stands before it{nearest(fields.text('like'), sorted(known))}")
    base = base or Layout(name, (100.0, 100.0), "ground", "ink", ())
    canvas = fields.read("canvas", _canvas, base.canvas)
    ground, ink = fields.read("ground", _colour, base.ground), fields.read("ink", _colour, base.ink)
    also = (*base.also, *fields.texts("also"))
    items = [item for inner in fields.tables("item") if (item := _item(inner))]
    if len(items) > MOST_ITEMS:
        fields.fault("item", f"expected at most {MOST_ITEMS} items, got {len(items)}")
    fields.finish()
    return Layout(name, canvas, ground, ink, (*base.items, *items), also)


def _item(fields: Fields) -> Item | None:
    draw = fields.choice("draw", tuple(KEYS), required=True)
    if fields.data.get("draw") != draw:
        return None
    values: dict[str, Any] = {"draw": draw, "needs": tuple(fields.texts("if"))}
    for key in KEYS[draw]:
        if fields.has(key):
            values[key] = _value(fields, key)
    for key in OWED.get(draw, ()):
        if not fields.has(key):
            fields.fault(key, "is missing")
    fields.finish()
    return Item(**values)


def _value(fields: Fields, key: str) -> Any:
    if key in ("at", "to", "step"):
        return fields.read(key, _spot, (0.0, 0.0))
    if key == "size":
        return fields.read(key, _size, (10.0, 10.0))
    if key in ("colour", "line", "hole"):
        return fields.read(key, _colour, "ink")
    if key in CHOICES:
        return fields.choice(key, CHOICES[key])
    if key in ("repeat", "lines"):
        return fields.whole(key, default=1, least=1, most=20) or 1
    if key in ("tracking", "turn"):
        return fields.number(key, least=-360.0)
    if key == "symbol":
        return fields.read(key, _symbol, "")
    return fields.text(key) if key == "text" else fields.number(key)


def _symbol(value: object) -> str:
    """Return a symbol's name, or a slot in braces whose word names one."""
    if not isinstance(value, str) or not (value in SYMBOLS or SLOT.fullmatch(value)):
        raise NotationError(f"the name of a symbol{nearest(str(value)[:60], sorted(SYMBOLS))}", value)
    return value


def _colour(value: object) -> str:
    if not isinstance(value, str) or not (value in COLOURS or _COLOUR.fullmatch(value)):
        raise NotationError(f"a colour such as #9E3B33, or one of {' '.join(COLOURS)}", value)
    return value


def _spot(value: object) -> Spot:
    if not isinstance(value, list) or len(value) != 2 or not all(_is_number(part) for part in value):
        raise NotationError("two numbers such as [50, 82.5]", value)
    return float(value[0]), float(value[1])


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value) and abs(value) <= FARTHEST


def _size(value: object) -> Spot:
    """Return a width and a height; one number stands for both."""
    both = _spot(value if isinstance(value, list) else [value, value])
    if min(both) <= 0:
        raise NotationError("a size above 0", value)
    return both


def _canvas(value: object) -> Spot:
    both = _size(value)
    if not isinstance(value, list) or min(both) < 10:
        raise NotationError("a canvas of at least [10, 10], such as [200, 100]", value)
    return both
