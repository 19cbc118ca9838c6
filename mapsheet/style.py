"""How a sheet looks, as values read from a style file: colours, pens, faces and sizes. Lengths are millimetres.

A style file is TOML; its tables are the fields of `Style` below and nothing else. With `base = "classic"` it states only
what differs. `data/styles/classic.toml` names every key and is the place to look one up.
"""

from __future__ import annotations

import re
from collections.abc import Callable  # noqa: TC003 - the hints are read when a file is
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NewType, get_args, get_origin, get_type_hints

from mapsheet.errors import DataError, Fault, NotationError, clipped, nearest
from mapsheet.fonts import FACES
from mapsheet.text import SMALLEST

if TYPE_CHECKING:
    from mapsheet.sheet import Value

Colour = NewType("Colour", str)
Mm = NewType("Mm", float)
Ems = NewType("Ems", float)
Share = NewType("Share", float)
FaceName = NewType("FaceName", str)
Em = NewType("Em", float)
Symbol = NewType("Symbol", str)

NONE = Colour("none")
SYMBOLS = ("none", "tufts", "trees", "waves", "furrows", "dots", "stones", "houses", "tents", "hatch")
"""What may be scattered over a terrain."""

FORMAT = "style/1"
LARGEST_MM = 1000.0


class Pen(NamedTuple):
    """A line: width, colour, opacity, and dash lengths (none: solid). No colour: not drawn."""

    width: Mm = Mm(0.0)
    colour: Colour = NONE
    opacity: Share = Share(1.0)
    dash: tuple[Mm, ...] = ()

    def stroke(self) -> dict[str, Value]:
        """Return the attributes that draw with this pen, for a shape that may be filled as well."""
        return {
            "stroke": self.colour,
            "stroke_width": self.width,
            "stroke_opacity": None if self.opacity >= 1 else self.opacity,
            "stroke_dasharray": " ".join(f"{part:g}" for part in self.dash) or None,
            "stroke_linejoin": "round",
            "stroke_linecap": "butt" if self.dash else "round",
        }

    def line(self) -> dict[str, Value]:
        """Return the attributes of a line of this pen without a fill."""
        return {"fill": "none", **self.stroke()}


class Fill(NamedTuple):
    """An area's colour and opacity."""

    colour: Colour = NONE
    opacity: Share = Share(1.0)

    def area(self) -> dict[str, Value]:
        """Return the attributes of an area filled so, without a line."""
        return {"fill": self.colour, "fill_opacity": None if self.opacity >= 1 else self.opacity}


class Type(NamedTuple):
    """How words are set: face, em, colour, tracking in ems, and a halo around the letters."""

    face: FaceName
    size: Em
    colour: Colour
    tracking: Ems = Ems(0.0)
    halo: Colour = NONE
    halo_width: Mm = Mm(0.5)


class Contour(NamedTuple):
    """The line between levels and the ticks on its low side."""

    line: Pen
    tick: Pen
    tick_length: Mm
    tick_spacing: Mm


class Water(NamedTuple):
    """Standing and running water: its area, shore, and a fainter line `inset` mm inside the shore."""

    fill: Fill
    shore: Pen
    waterline: Pen
    inset: Mm


class Look(NamedTuple):
    """A terrain: ground, and what is scattered over it: a symbol `size` mm high, `spacing` apart, in two pens and a fill."""

    ground: Fill = Fill()
    symbol: Symbol = Symbol("none")
    pen: Pen = Pen()
    accent: Pen = Pen()
    fill: Fill = Fill()
    size: Mm = Mm(2.0)
    spacing: Mm = Mm(3.6)


class Course(NamedTuple):
    """A watercourse that grows from `source` to `mouth` mm wide; dry: drawn with `bed` in place of water."""

    source: Mm
    mouth: Mm
    bed: Fill = Fill()
    bank: Pen = Pen()


class Way(NamedTuple):
    """A road or anything else that follows a line: a casing under a core."""

    casing: Pen = Pen()
    core: Pen = Pen()


class Numbers(NamedTuple):
    """Hex numbers: em, ink, and the gap between the hex's top edge and the figures."""

    size: Em
    colour: Colour
    opacity: Share
    gap: Mm


class Disc(NamedTuple):
    """A small round label."""

    fill: Fill
    rim: Pen
    radius: Mm
    type: Type


class Cross(NamedTuple):
    """A cross at what blocks: the arms' reach from the middle and the pen over a halo pen."""

    reach: Mm
    pen: Pen
    halo: Pen


class Arrow(NamedTuple):
    """A line with a head `head` mm long."""

    pen: Pen
    head: Mm


class Marks(NamedTuple):
    """What is drawn over a map to show an answer."""

    clear: Pen
    blocked: Pen
    run: Pen
    cross: Cross
    blocker: Pen
    touched: Pen
    cost: Disc
    letter: Disc
    reach: Fill
    reach_edge: Pen
    visible: Fill
    hidden: Fill
    path: Arrow
    charge: Arrow
    rout: Arrow
    front: Fill
    flank: Fill
    rear: Fill
    footprint: Pen
    ghost: Share


class Margin(NamedTuple):
    """The lines and areas of what stands beside the map."""

    frame: Pen
    inner_frame: Pen
    rule: Pen
    hairline: Pen
    solid: Fill
    empty: Fill
    box: Fill
    box_marked: Fill
    box_edge: Pen


class Style(NamedTuple):
    """A whole style."""

    name: str
    paper: Colour
    ink: Colour
    levels: tuple[Colour, ...]
    contour: Contour
    water: Water
    grid: Pen
    edge: Pen
    numbers: Numbers
    lettering: dict[str, Type]
    look: dict[str, Look]
    course: dict[str, Course]
    way: dict[str, Way]
    hexside: dict[str, Way]
    margin: Margin
    marks: Marks

    def level(self, number: int) -> Colour:
        """Return the tint of a level; above the highest that has one, that one's."""
        return self.levels[min(max(number, 0), len(self.levels) - 1)]


LETTERING = (
    *("title", "subtitle", "water", "stream", "place", "minor", "tract", "hill", "setup"),
    *("key_head", "key", "note", "scale", "compass", "track_head", "track", "track_note", "caption"),
)
"""The kinds of lettering that every style holds."""


def load_style(name_or_path: str | Path) -> Style:
    """Return the style of that name in data/styles, or the one in a TOML file.

    NotationError for a name that is neither; DataError with every fault of the file (and of its base).
    """
    path = _style_file(str(name_or_path))
    return _shipped(path) if path.parent == _styles_folder() else _read(path)


@lru_cache(maxsize=16)
def _shipped(path: Path) -> Style:
    return _read(path)


def _read(path: Path) -> Style:
    table = _with_bases(path, seen=())
    faults: list[Fault] = []
    _take_header(table, str(path), faults)
    style = _Reader(str(path), faults).build(Style, {"name": path.stem, **table}, "")
    faults += _absent(table, str(path))
    if faults:
        raise DataError(faults)
    assert isinstance(style, Style)
    return style


def _styles_folder() -> Path:
    here = Path(__file__).parent
    packed = here / "_data" / "styles"
    return packed if packed.is_dir() else here.parent / "data" / "styles"


def style_names() -> list[str]:
    """Return the names of the shipped styles, in order of the alphabet."""
    return sorted(path.stem for path in _styles_folder().glob("*.toml"))


def _style_file(wanted: str) -> Path:
    if wanted.endswith(".toml"):
        path = Path(wanted)
        if not path.is_file():
            raise NotationError("the name of a style or a .toml file that exists", wanted)
        return path
    if not re.fullmatch(r"[a-z0-9-]+", wanted) or wanted not in style_names():
        raise NotationError("a style" + nearest(wanted, style_names()), wanted)
    return _styles_folder() / f"{wanted}.toml"


def _read_toml(path: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(Fault(str(error), str(path))) from None


def _with_bases(path: Path, seen: tuple[Path, ...]) -> dict[str, Any]:
    if path in seen:
        raise DataError(Fault("the styles are each other's base", str(path), key="base"))
    table = _read_toml(path)
    base = table.pop("base", None)
    if base is None:
        return table
    if not isinstance(base, str):
        raise DataError(Fault(f"must be the name of a style, got {clipped(base)}", str(path), key="base"))
    try:
        below = _style_file(str(path.parent / base) if base.endswith(".toml") else base)
    except NotationError as error:
        raise DataError(Fault(str(error), str(path), key="base")) from None
    return _merged(_with_bases(below, (*seen, path)), table)


def _merged(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    result = dict(below)
    for key, value in above.items():
        under = result.get(key)
        result[key] = _merged(under, value) if isinstance(under, dict) and isinstance(value, dict) else value
    return result


def _take_header(table: dict[str, Any], file: str, faults: list[Fault]) -> None:
    form = table.pop("format", None)
    if form != FORMAT:
        faults.append(Fault(f'must be "{FORMAT}"' + ("" if form is None else f", got {clipped(form)}"), file, key="format"))
    table.pop("name", None)


def _absent(table: dict[str, Any], file: str) -> list[Fault]:
    lettering = table.get("lettering")
    held = lettering if isinstance(lettering, dict) else {}
    return [Fault("is missing", file, key=f"lettering.{kind}") for kind in LETTERING if kind not in held]


class _Reader:
    """Builds the values of a style from tables, guided by the fields' types, and collects what is wrong."""

    def __init__(self, file: str, faults: list[Fault]) -> None:
        self._file = file
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
        self._faults.append(Fault(message, self._file, key=_path(at, key) if key else at))

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
        if kind is Colour and not value:
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


CHECKS: dict[Any, tuple[str, Callable[[object], bool]]] = {
    str: ("a text", lambda value: isinstance(value, str)),
    Colour: ('a colour "#rrggbb" or "none"', _colour),
    Mm: (f"a length in mm from 0 to {LARGEST_MM:g}", _number(0, LARGEST_MM)),
    Ems: ("a number of ems from -0.5 to 5", _number(-0.5, 5)),
    Share: ("a share from 0 to 1", _number(0, 1)),
    Em: (f"a type size in mm from {SMALLEST} (5 point) to {LARGEST_MM:g}", _number(SMALLEST, LARGEST_MM)),
    FaceName: (f"a face: {', '.join(FACES)}", lambda value: value in FACES),
    Symbol: (f"a symbol: {', '.join(SYMBOLS)}", lambda value: value in SYMBOLS),
}
