"""Counters as pieces with a PNG for each of their sides, and plain ones with a code where a title has no counters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.box import Box
from mapsheet.source import find_source
from mapsheet.units import Size
from mapsheet.vassal.values import Piece

if TYPE_CHECKING:
    from mapsheet.counters import CounterSet
    from mapsheet.style import Style

CODE_HIGH = 12.7  # mm


class Pieces(NamedTuple):
    """Pieces by their ids, the pictures that they name, and the names of the sides that have any."""

    pieces: Mapping[str, Piece]
    images: Mapping[str, bytes]
    sides: Mapping[str, str]


class _Pictures:
    """PNG files by name; two pictures that are the same are one file."""

    def __init__(self, dpi: float) -> None:
        self.dpi = dpi
        self.images: dict[str, bytes] = {}
        self._names: dict[str, str] = {}

    def add(self, name: str, svg: str) -> str:
        from mapsheet.export import png

        known = self._names.get(svg)
        if known is None:
            known = self._names[svg] = f"{name}.png"
            self.images[known] = png(svg, dpi=self.dpi)
        return known

    def pixels(self, size: Size) -> tuple[int, int]:
        return round(size.width * self.dpi / 25.4), round(size.height * self.dpi / 25.4)


def counters_of(name: str, override: str | None = None) -> CounterSet | None:
    """Return the counters of a title, None where it has no `counters.toml`; DataError as from `read_counters`."""
    from mapsheet.counters import read_counters

    path = find_source(name).parent / "counters.toml"
    return read_counters(path, override=override) if path.is_file() else None


def draw_pieces(found: CounterSet, style: Style, *, dpi: float) -> Pieces:
    """Return a piece for every counter of a title, drawn in a style; DataError as from `counter_svg` and `export.png`."""
    from mapsheet.counters import counter_svg

    pictures, pieces = _Pictures(dpi), {}
    for k, counter in enumerate(found.counters.values()):
        # ids may hold a slash, and two of them may differ in nothing else
        name = f"{k + 1:03}-{counter.id.replace('/', '-')}"
        front = pictures.add(name, counter_svg(found, counter, style))
        back = pictures.add(f"{name}-back", counter_svg(found, counter, style, back=True)) if counter.back else ""
        wide, high = pictures.pixels(counter.size)
        pieces[counter.id] = Piece(counter.id, one_line(counter.name), front, back, wide, high, counter.side.id)
    return Pieces(pieces, pictures.images, _sides(pieces.values(), {id_: side.name for id_, side in found.sides.items()}))


def _sides(pieces: Iterable[Piece], names: Mapping[str, str]) -> dict[str, str]:
    have = {piece.side for piece in pieces}
    return {id_: one_line(name) or id_ for id_, name in names.items() if id_ in have}


def draw_codes(codes: Mapping[str, tuple[str, str, bool]], sides: Mapping[str, str], style: Style, *, dpi: float) -> Pieces:
    """Return plain pieces by id from (code, side, whether it is twice as wide as high)."""
    pictures, pieces = _Pictures(dpi), {}
    order = {side: k for k, side in enumerate(sides)}
    for k, (id_, (code, side, wide)) in enumerate(codes.items()):
        size = Size(2 * CODE_HIGH if wide else CODE_HIGH, CODE_HIGH)
        front = pictures.add(f"{k + 1:03}-code", _code_svg(code, size, style, order[side]))
        pieces[id_] = Piece(id_, one_line(code) or "unit", front, "", *pictures.pixels(size), side)
    return Pieces(pieces, pictures.images, _sides(pieces.values(), sides))


def _code_svg(code: str, size: Size, style: Style, side: int) -> str:
    """Return a plate with a code, every second side in the colour of water."""
    from mapsheet.sheet import Sheet
    from mapsheet.style import Colour
    from mapsheet.typeset import cap_height, fitted, write

    kind = style.lettering["setup"]
    kind = kind._replace(size=type(kind.size)(0.36 * size.height), halo=Colour("none"))
    if side % 2:
        kind = kind._replace(colour=style.lettering["water"].colour)
    sheet = Sheet(size.width, size.height, title=code or "unit", paper=style.paper)
    layer = sheet.layer("counter")
    layer.rect(Box(0.3, 0.3, size.width - 0.3, size.height - 0.3), fill="none", stroke=kind.colour, stroke_width=0.6)
    kind = fitted(code, kind, size.width - 2.4)
    write(layer, code, kind, (size.width / 2, size.height / 2 + cap_height(kind) / 2), anchor="middle")
    return sheet.to_svg()


def one_line(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())
