"""What drawing needs of a TrueType file, read straight from its bytes: characters, advances, outlines.

fontTools reads all this too, but importing it and building its objects takes a third of the time of drawing a whole map.
Names and numbers are those of the OpenType specification. Everything is in font units, y growing upwards.
"""

from __future__ import annotations

from functools import cached_property
from struct import unpack_from
from typing import NamedTuple

Point = tuple[float, float]
Stroke = tuple[str, tuple[Point, ...]]

UNICODE_TABLES = ((3, 10), (0, 4), (3, 1), (0, 3))  # platform and encoding, those with more characters first
ON_CURVE, X_SHORT, Y_SHORT, REPEAT, X_SAME, Y_SAME = 1, 2, 4, 8, 16, 32
WORDS, OFFSETS, SCALE, MORE, TWO_SCALES, MATRIX = 1, 2, 8, 32, 64, 128


class _Dot(NamedTuple):
    x: float
    y: float
    on: bool  # the curve passes it; else it is a control point


class TrueType:
    """One font, its glyphs by their numbers; glyph 0 stands for what is missing."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        (count,) = unpack_from(">H", data, 4)
        records = (unpack_from(">4s4xII", data, 12 + 16 * k) for k in range(count))
        self._tables = {tag.decode("latin-1"): (start, size) for tag, start, size in records}

    def table(self, tag: str) -> bytes:
        """Return the bytes of a table, none where the font has no such table."""
        start, size = self._tables.get(tag, (0, 0))
        return self._data[start : start + size]

    # -- characters and measures ----------------------------------------------------------------------------------

    @cached_property
    def characters(self) -> dict[int, int]:
        """Map each code point that the font can draw to its glyph."""
        cmap = self.table("cmap")
        records = (unpack_from(">HHI", cmap, 4 + 8 * k) for k in range(unpack_from(">H", cmap, 2)[0]))
        places = {(platform, encoding): at for platform, encoding, at in records}
        start = next(places[key] for key in UNICODE_TABLES if key in places)
        wide = unpack_from(">H", cmap, start)[0] == 12
        found = _groups(cmap[start:]) if wide else _segments(cmap[start:])
        return {character: glyph for character, glyph in found.items() if glyph}

    def advance(self, glyph: int) -> int:
        """Return how far the pen moves on after the glyph."""
        width: int = unpack_from(">H", self._metrics, 4 * min(glyph, self._measured - 1))[0]
        return width

    @cached_property
    def _metrics(self) -> bytes:
        return self.table("hmtx")

    @cached_property
    def _measured(self) -> int:
        count: int = unpack_from(">H", self.table("hhea"), 34)[0]
        return count

    @cached_property
    def vertical(self) -> tuple[int, int, int, int]:
        """Return ascent, descent (positive), cap height and x height."""
        ascent, descent = unpack_from(">hh", self.table("hhea"), 4)
        x_height, cap = unpack_from(">hh", self.table("OS/2"), 86)
        return ascent, -descent, cap, x_height

    # -- outlines -------------------------------------------------------------------------------------------------

    @cached_property
    def _places(self) -> tuple[int, ...]:
        loca = self.table("loca")
        if unpack_from(">h", self.table("head"), 50)[0]:
            return unpack_from(f">{len(loca) // 4}I", loca)
        return tuple(2 * half for half in unpack_from(f">{len(loca) // 2}H", loca))

    def strokes(self, glyph: int) -> list[Stroke]:
        """Return the glyph's contours as pen words and points: moveTo, lineTo, qCurveTo with one control, closePath."""
        moved = self._moved(glyph)
        contours = [[_Dot(x + moved, y, on) for x, y, on in contour] for contour in self._contours(glyph)]
        return [stroke for contour in contours for stroke in _drawn(contour)]

    def _glyph(self, glyph: int) -> bytes:
        """Return the bytes of a glyph, none for one without ink."""
        begin, end = self._places[glyph : glyph + 2]
        start = self._tables["glyf"][0]
        return self._data[start + begin : start + end]

    def _contours(self, glyph: int) -> list[list[_Dot]]:
        data = self._glyph(glyph)
        (count,) = unpack_from(">h", data) if data else (0,)
        return _simple(data, count) if count >= 0 else self._composed(data)

    def _moved(self, glyph: int) -> int:
        """Return how far the metrics move a glyph: they say where its ink begins, whatever its coordinates are."""
        data = self._glyph(glyph)
        count, left = unpack_from(">hh", data) if data else (-1, 0)
        measured = self._measured
        at = 4 * glyph + 2 if glyph < measured else 4 * measured + 2 * (glyph - measured)
        return unpack_from(">h", self._metrics, at)[0] - left if count >= 0 else 0

    def _composed(self, data: bytes) -> list[list[_Dot]]:
        """Return the contours of a glyph made of others, such as a letter with its accent."""
        found: list[list[_Dot]] = []
        at, flags = 10, MORE
        while flags & MORE:
            flags, glyph = unpack_from(">HH", data, at)
            dx, dy = unpack_from(">hh" if flags & WORDS else ">bb", data, at + 4) if flags & OFFSETS else (0, 0)
            at += 8 if flags & WORDS else 6
            (xx, xy, yx, yy), used = _matrix(data, at, flags)
            at += used
            part = self._contours(glyph)
            found += [[_Dot(xx * x + yx * y + dx, xy * x + yy * y + dy, on) for x, y, on in contour] for contour in part]
        return found


def _groups(table: bytes) -> dict[int, int]:
    """Return a table of format 12: characters to glyphs."""
    found: dict[int, int] = {}
    for k in range(unpack_from(">I", table, 12)[0]):
        first, last, glyph = unpack_from(">III", table, 16 + 12 * k)
        found.update(zip(range(first, last + 1), range(glyph, glyph + last - first + 1), strict=True))
    return found


def _segments(table: bytes) -> dict[int, int]:
    """Return a table of format 4: characters to glyphs."""
    twice = unpack_from(">H", table, 6)[0]
    columns = (14, 16 + twice, 16 + 2 * twice, 16 + 3 * twice)
    lasts, firsts, shifts, ranges = (unpack_from(f">{twice // 2}H", table, at) for at in columns)
    found: dict[int, int] = {}
    for k, (first, last, shift, reach) in enumerate(zip(firsts, lasts, shifts, ranges, strict=True)):
        for character in range(first, min(last, 0xFFFE) + 1):
            # a range counts in bytes from its own place in the table
            glyph = unpack_from(">H", table, 16 + 3 * twice + 2 * k + reach + 2 * (character - first))[0] if reach else character
            found[character] = (glyph + shift) & 0xFFFF if glyph else 0
    return found


def _matrix(data: bytes, at: int, flags: int) -> tuple[tuple[float, float, float, float], int]:
    """Return how a part of a glyph is scaled, and how many bytes say so."""
    kind = flags & (SCALE | TWO_SCALES | MATRIX)
    if not kind:
        return (1, 0, 0, 1), 0
    if kind == MATRIX:
        xx, xy, yx, yy = (value / 16384 for value in unpack_from(">hhhh", data, at))
        return (xx, xy, yx, yy), 8
    if kind == TWO_SCALES:
        xx, yy = (value / 16384 for value in unpack_from(">hh", data, at))
        return (xx, 0, 0, yy), 4
    scale = unpack_from(">h", data, at)[0] / 16384
    return (scale, 0, 0, scale), 2


def _simple(data: bytes, count: int) -> list[list[_Dot]]:
    if not count:
        return []
    ends = unpack_from(f">{count}H", data, 10)
    at = 10 + 2 * count
    at += 2 + unpack_from(">H", data, at)[0]  # past the hints
    flags: list[int] = []
    while len(flags) <= ends[-1]:
        times, used = (data[at + 1] + 1, 2) if data[at] & REPEAT else (1, 1)
        flags += [data[at]] * times
        at += used
    xs, at = _coordinates(data, at, flags, (X_SHORT, X_SAME))
    ys, _ = _coordinates(data, at, flags, (Y_SHORT, Y_SAME))
    dots = [_Dot(x, y, bool(flag & ON_CURVE)) for x, y, flag in zip(xs, ys, flags, strict=True)]
    return [dots[start:end] for start, end in zip((0, *(e + 1 for e in ends)), (e + 1 for e in ends), strict=False)]


def _coordinates(data: bytes, at: int, flags: list[int], bits: tuple[int, int]) -> tuple[list[int], int]:
    """Return one coordinate of each dot, written as steps from the one before, and where the next data begin."""
    short, same = bits
    value, found = 0, []
    for flag in flags:
        if flag & short:
            value += data[at] if flag & same else -data[at]
            at += 1
        elif not flag & same:
            value += unpack_from(">h", data, at)[0]
            at += 2
        found.append(value)
    return found, at


def _drawn(contour: list[_Dot]) -> list[Stroke]:
    """Return the strokes of one contour, begun at its first dot on the curve."""
    first = next((k for k, dot in enumerate(contour) if dot.on), None)
    if first is None:
        contour, first = [_between(contour[-1], contour[0]), *contour], 0
    start = contour[first]
    strokes: list[Stroke] = [("moveTo", (start[:2],))]
    control: _Dot | None = None
    for dot in (*contour[first + 1 :], *contour[:first], start):
        if control is None:
            if not dot.on:
                control = dot
            elif dot is not start:
                strokes.append(("lineTo", (dot[:2],)))
            continue
        # between two control points the curve passes their middle
        end = dot if dot.on else _between(control, dot)
        strokes.append(("qCurveTo", (control[:2], end[:2])))
        control = None if dot.on else dot
    return [*strokes, ("closePath", ())]


def _between(a: _Dot, b: _Dot) -> _Dot:
    return _Dot((a.x + b.x) / 2, (a.y + b.y) / 2, True)
