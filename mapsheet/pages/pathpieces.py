"""Path data cut into its subpaths, each with a box that surely holds it, so that those off a page can be left out.

A subpath that lies outside a window adds nothing inside it, whatever the fill rule: around no point of the window does it wind.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.box import Box
from mapsheet.errors import DataError, clipped
from mapsheet.paths import number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


class Piece(NamedTuple):
    """A subpath: path data that begins at an absolute point, and a box around it that may be too large, never too small."""

    d: str
    box: Box


@lru_cache(maxsize=1 << 15)
def pieces(d: str) -> tuple[Piece, ...]:
    """Return the subpaths of path data in order; DataError for what is no path data."""
    # the words of a sheet stand on several of its pages, and are looked at again when their text is laid under them
    return tuple(_Walk(d).pieces())


class _Walk:
    """A pen that follows path data and remembers how far it came."""

    def __init__(self, d: str) -> None:
        self._d = d
        self._x = self._y = self._start_x = self._start_y = 0.0
        self._text: list[str] = []
        self._left = self._top = self._right = self._bottom = 0.0
        self._handle: tuple[float, float] | None = None

    def pieces(self) -> Iterator[Piece]:
        """Yield the subpaths."""
        for letter, rest in _COMMAND.findall(self._d):
            kind, relative = letter.upper(), letter.islower()
            if kind not in _TAKES:
                raise DataError(f"not path data: {clipped(self._d)}")
            if kind == "Z":
                self._text.append("z")
                yield self._done()
                self._x, self._y = self._start_x, self._start_y
                self._handle = None
                continue
            values = [float(n) for n in _NUMBER.findall(rest)]
            if not values or len(values) % _TAKES[kind]:
                raise DataError(f"not path data: {clipped(self._d)}")
            if kind == "M":
                if self._text:
                    yield self._done()
                self._move(values, rest, relative=relative)
                continue
            if not self._text:  # after a z a new subpath may go on from the same start
                self._begin()
            self._text.append(letter + rest)
            self._walk(kind, values, relative=relative)
        if self._text:
            yield self._done()

    def _done(self) -> Piece:
        piece = Piece("".join(self._text), Box(self._left, self._top, self._right, self._bottom))
        self._text = []
        return piece

    def _begin(self) -> None:
        self._start_x, self._start_y = self._x, self._y
        self._text = [f"M{number(self._x)} {number(self._y)}"]
        self._left = self._right = self._x
        self._top = self._bottom = self._y
        self._handle = None

    def _move(self, values: list[float], rest: str, *, relative: bool) -> None:
        base = (self._x, self._y) if relative else (0.0, 0.0)
        # what is written has few decimals: rounding here keeps sums of differences where they were meant
        self._x, self._y = round(base[0] + values[0], 4), round(base[1] + values[1], 4)
        self._begin()
        if len(values) > 2:
            after = [found.end() for found in _NUMBER.finditer(rest)][1]
            self._text.append(("l" if relative else "L") + rest[after:])
            self._walk("L", values[2:], relative=relative)

    def _walk(self, kind: str, values: Sequence[float], *, relative: bool) -> None:
        steps: dict[str, Callable[..., None]] = {
            "H": partial(self._level, upright=False), "V": partial(self._level, upright=True), "A": self._arc,
        }
        step = steps.get(kind, partial(self._curve, kind))
        width = _TAKES[kind]
        for k in range(0, len(values), width):
            step(values[k : k + width], relative=relative)

    def _level(self, values: Sequence[float], *, upright: bool, relative: bool) -> None:
        if upright:
            self._to(self._x, values[0] + (self._y if relative else 0.0))
        else:
            self._to(values[0] + (self._x if relative else 0.0), self._y)
        self._handle = None

    def _curve(self, kind: str, values: Sequence[float], *, relative: bool) -> None:
        x, y = (self._x, self._y) if relative else (0.0, 0.0)
        before = (self._x, self._y)
        points = [(x + values[k], y + values[k + 1]) for k in range(0, len(values), 2)]
        if kind in "ST":
            handle = self._handle or before
            points.insert(0, (2 * before[0] - handle[0], 2 * before[1] - handle[1]))
        for px, py in points:
            self._to(px, py)
        self._handle = points[-2] if len(points) > 1 else None

    def _arc(self, values: Sequence[float], *, relative: bool) -> None:
        rx, ry, *_, dx, dy = values
        x, y = (self._x + dx, self._y + dy) if relative else (dx, dy)
        # the whole ellipse lies within its longest chord of either end; one too small is made as wide as the ends are apart
        reach = max(2 * abs(rx), 2 * abs(ry), hypot(x - self._x, y - self._y))
        for sign in (-1, 1):
            self._to(x + sign * reach, y + sign * reach)
        self._to(x, y)
        self._handle = None

    def _to(self, x: float, y: float) -> None:
        self._x, self._y = x, y
        self._left, self._right = min(self._left, x), max(self._right, x)
        self._top, self._bottom = min(self._top, y), max(self._bottom, y)
