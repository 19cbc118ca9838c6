"""Style files: found, merged with their bases, checked key by key against the fields of `style.Style`."""

from __future__ import annotations

import re
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

from mapsheet.errors import DataError, Fault, NotationError, clipped, nearest
from mapsheet.fonts import FACES
from mapsheet.source import Source, beside, data_folder, read_toml, style_names
from mapsheet.style import (
    AREA_BORDERS,
    AREA_LETTERING,
    BOARD_LETTERING,
    LETTERING,
    LIVE,
    NONE,
    OUTLINES,
    PATTERNS,
    SYMBOLS,
    Colour,
    Em,
    Ems,
    FaceName,
    Family,
    Mm,
    Pattern,
    Share,
    Style,
    Symbol,
    TextMode,
    Tint,
)
from mapsheet.text import SMALLEST

if TYPE_CHECKING:
    from collections.abc import Callable

FORMAT = "style/1"
LARGEST_MM = 1000.0


def read_style(wanted: str) -> Style:
    """Return the style of that name in data/styles or in a TOML file; errors as `style.load_style` states."""
    path = _style_file(wanted)
    return _shipped(path, path.stat().st_mtime_ns) if path.parent == _folder() else _read(path)


@lru_cache(maxsize=16)
def _shipped(path: Path, _saved: int) -> Style:
    return _read(path)


def _read(path: Path) -> Style:
    source = _with_bases(path, seen=())
    table = {key: value for key, value in source.data.items() if key != "base"}
    faults: list[Fault] = []
    _take_header(table, faults)
    style = _Reader(faults).build(Style, {"name": path.stem, **table}, "")
    faults += _absent(table)
    if faults:
        raise DataError([source.fault(_parts(fault.key), fault.message) for fault in faults])
    assert isinstance(style, Style)
    return style


def _parts(key: str) -> list[str | int]:
    """Return the parts of a key path written `levels.tints[2]`."""
    return [int(part) if part.isdigit() else part for part in re.findall(r"[^.\[\]]+", key)]


def _folder() -> Path:
    return data_folder() / "styles"


def _style_file(wanted: str) -> Path:
    if wanted.endswith(".toml"):
        path = Path(wanted)
        if not path.is_file():
            raise NotationError("the name of a style or a .toml file that exists", wanted)
        return path
    if not re.fullmatch(r"[a-z0-9-]+", wanted) or wanted not in style_names():
        raise NotationError("a style" + nearest(wanted, style_names()), wanted)
    return _folder() / f"{wanted}.toml"


def _with_bases(path: Path, seen: tuple[Path, ...]) -> Source:
    """Return a style file merged over its base, and that over its own."""
    source = read_toml(path)
    base = source.data.get("base")
    if path in seen:
        raise DataError(source.fault(("base",), "the styles are each other's base"))
    if base is None:
        return source
    if not isinstance(base, str):
        raise DataError(source.fault(("base",), f"must be the name of a style, got {clipped(base)}"))
    try:
        below = _style_file(str(beside(path.parent, base)) if base.endswith(".toml") else base)
    except NotationError as error:
        raise DataError(source.fault(("base",), str(error))) from None
    whole = _with_bases(below, (*seen, path))
    whole.overlay(source)
    return whole


def _take_header(table: dict[str, Any], faults: list[Fault]) -> None:
    form = table.pop("format", None)
    if form != FORMAT:
        faults.append(Fault(f'must be "{FORMAT}"' + ("" if form is None else f", got {clipped(form)}"), key="format"))
    table.pop("name", None)


def _absent(table: dict[str, Any]) -> list[Fault]:
    owed = {
        ("lettering",): LETTERING, ("area", "lettering"): AREA_LETTERING, ("area", "border"): AREA_BORDERS,
        ("board", "lettering"): BOARD_LETTERING,
    }
    return [
        Fault("is missing", key=".".join((*path, kind)))
        for path, kinds in owed.items()
        for kind in kinds
        if kind not in _held(table, path)
    ]


def _held(table: Any, path: tuple[str, ...]) -> dict[str, Any]:
    for name in path:
        table = table.get(name) if isinstance(table, dict) else None
    return table if isinstance(table, dict) else {}


class _Reader:
    """Builds the values of a style from tables, guided by the fields' types, and collects what is wrong."""

    def __init__(self, faults: list[Fault]) -> None:
        self._faults = faults

    def build(self, kind: Any, table: dict[str, Any], at: str) -> Any:
        """Return a value of the named tuple `kind`; None when something in the table is wrong."""
        fields = _hints(kind)
        before = len(self._faults)
        for key in table.keys() - fields.keys():
            self._fault(f"is not known{nearest(key, list(fields))}", at, key)
        for key in fields.keys() - table.keys() - kind._field_defaults.keys():
            self._fault("is missing", at, key)
        values = {key: self._value(fields[key], table[key], _path(at, key)) for key in fields if key in table}
        self._faults[before:] = sorted(self._faults[before:], key=lambda fault: fault.key)
        return kind(**values) if len(self._faults) == before else None

    def _fault(self, message: str, at: str, key: str = "") -> None:
        self._faults.append(Fault(message, key=_path(at, key) if key else at))

    def _value(self, kind: Any, value: Any, at: str) -> Any:
        if get_origin(kind) is tuple:
            return self._row(get_args(kind)[0], value, at)
        if get_origin(kind) is dict or hasattr(kind, "_fields"):
            return self._table(kind, value, at)
        expected, fits = CHECKS[kind]
        if not fits(value):
            self._fault(f"must be {expected}, got {clipped(value)}", at)
        return value

    def _table(self, kind: Any, value: Any, at: str) -> Any:
        if not isinstance(value, dict):
            self._fault(f"must be a table, got {clipped(value)}", at)
            return None
        if hasattr(kind, "_fields"):
            return self.build(kind, value, at)
        of = get_args(kind)[1]
        return {name: self._value(of, entry, _path(at, name)) for name, entry in value.items()}

    def _row(self, kind: Any, value: Any, at: str) -> Any:
        if not isinstance(value, list):
            self._fault(f"must be a list, got {clipped(value)}", at)
            return ()
        if kind in (Colour, Tint) and not value:
            self._fault("must hold at least one colour", at)
        return tuple(self._value(kind, entry, f"{at}[{index}]") for index, entry in enumerate(value))


@lru_cache(maxsize=64)
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _path(at: str, key: str) -> str:
    return f"{at}.{key}" if at else key


def _number(low: float, high: float) -> Callable[[object], bool]:
    def fits(value: object) -> bool:
        return type(value) in (int, float) and isfinite(value) and low <= value <= high  # type: ignore[arg-type, operator]

    return fits


def _colour(value: object) -> bool:
    return isinstance(value, str) and (value == NONE or re.fullmatch("#[0-9A-Fa-f]{6}", value) is not None)


def _is_family(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 -]{0,79}", value) is not None


CHECKS: dict[Any, tuple[str, Callable[[object], bool]]] = {
    bool: ("true or false", lambda value: isinstance(value, bool)),
    str: ("a text", lambda value: isinstance(value, str)),
    Colour: ('a colour "#rrggbb" or "none"', _colour),
    Mm: (f"a length in mm from 0 to {LARGEST_MM:g}", _number(0, LARGEST_MM)),
    Ems: ("a number of ems from -0.5 to 5", _number(-0.5, 5)),
    Share: ("a share from 0 to 1", _number(0, 1)),
    Em: (f"a type size in mm from {SMALLEST} (5 point) to {LARGEST_MM:g}", _number(SMALLEST, LARGEST_MM)),
    FaceName: (f"a face: {', '.join(FACES)}", lambda value: value in FACES),
    Family: ("a font family: letters, digits, spaces and hyphens", _is_family),
    TextMode: (f"{OUTLINES} or {LIVE}", lambda value: value in (OUTLINES, LIVE)),
    Pattern: (f"a pattern: {', '.join(PATTERNS)}", lambda value: value in PATTERNS),
    Symbol: (f"a symbol: {', '.join(SYMBOLS)}", lambda value: value in SYMBOLS),
}
