"""Affine maps of the plane, as the attribute `transform` of an SVG states them."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.errors import NotationError

if TYPE_CHECKING:
    from mapsheet.box import Point

_NUMBER = re.compile(r"[\s,]*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)")
_TRANSFORM = re.compile(r"[\s,]*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)")


class Matrix(NamedTuple):
    """An affine map: x' = a x + c y + e, y' = b x + d y + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def __call__(self, point: Point) -> Point:
        """Return where a point goes."""
        x, y = point
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def after(self, first: Matrix) -> Matrix:
        """Return the map that does `first` and then this."""
        (a, b), (c, d) = self._turned(first.a, first.b), self._turned(first.c, first.d)
        e, f = self((first.e, first.f))
        return Matrix(a, b, c, d, e, f)

    def _turned(self, x: float, y: float) -> Point:
        return self.a * x + self.c * y, self.b * x + self.d * y


def parse_transform(text: str) -> Matrix:
    """Return the map of a transform attribute; NotationError for what is none."""
    matrix, place = Matrix(), 0
    while place < len(text.rstrip(" \t\r\n,")):
        found = _TRANSFORM.match(text, place)
        if found is None:
            raise NotationError("a transform such as translate(3, 4) rotate(30)", text)
        matrix = matrix.after(_single(found[1], _numbers(found[2], text), text))
        place = found.end()
    return matrix


def _numbers(inner: str, text: str) -> list[float]:
    numbers = [float(number) for number in _NUMBER.findall(inner)]
    if not all(map(math.isfinite, numbers)) or _NUMBER.sub("", inner).strip(" \t\r\n,"):
        raise NotationError("numbers in a transform", text)
    return numbers


def _single(word: str, v: list[float], text: str) -> Matrix:
    match word, len(v):
        case "matrix", 6:
            return Matrix(*v)
        case "translate", 1 | 2:
            return Matrix(e=v[0], f=v[1] if len(v) > 1 else 0.0)
        case "scale", 1 | 2:
            return Matrix(a=v[0], d=v[-1])
        case "rotate", 1 | 3:
            sin, cos = math.sin(math.radians(v[0])), math.cos(math.radians(v[0]))
            x, y = v[1:] if len(v) == 3 else (0.0, 0.0)
            return Matrix(e=x, f=y).after(Matrix(cos, sin, -sin, cos)).after(Matrix(e=-x, f=-y))
        case "skewX", 1:
            return Matrix(c=math.tan(math.radians(v[0])))
        case "skewY", 1:
            return Matrix(b=math.tan(math.radians(v[0])))
    raise NotationError("a transform such as translate(3, 4) rotate(30)", text)
