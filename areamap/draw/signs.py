"""Small pictures on a board: what a trait or an event is, a die, a path's letter. Drawn about a middle, in millimetres."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from mapsheet.box import Box
from mapsheet.typeset import cap_height, fitted, write

if TYPE_CHECKING:
    from collections.abc import Callable

    from mapsheet.box import Point
    from mapsheet.sheet import Layer
    from mapsheet.style import Style

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def draw_sign(layer: Layer, style: Style, shape: str, at: Point, size: float, *, ink: str = "") -> None:
    """Draw a sign `size` mm high; nothing for `none`."""
    if shape in _SIGNS:
        _SIGNS[shape](_Pen(layer, style, at, size, ink or style.board.badge.colour))


class _Pen:
    """Draws in units of half a sign's height about its middle, y growing downwards."""

    def __init__(self, layer: Layer, style: Style, at: Point, size: float, ink: str) -> None:
        self.layer, self.style, self.at, self.half, self.ink = layer, style, at, size / 2, ink

    def to(self, points: list[Point]) -> list[Point]:
        x, y = self.at
        return [(x + self.half * dx, y + self.half * dy) for dx, dy in points]

    def solid(self, points: list[Point]) -> None:
        self.layer.polygon(self.to(points), fill=self.ink)

    def bar(self, box: tuple[float, float, float, float]) -> None:
        left, top, right, bottom = box
        self.solid([(left, top), (right, top), (right, bottom), (left, bottom)])

    def stroke(self, points: list[Point], wide: float = 0.22) -> None:
        self.layer.line(self.to(points), stroke=self.ink, stroke_width=wide * self.half, stroke_linecap="round")


def _mountain(pen: _Pen) -> None:
    pen.solid([(-1.05, 0.75), (-0.4, -0.7), (-0.05, 0.0), (0.32, -0.45), (1.05, 0.75)])
    snow: list[Point] = [(-0.4, -0.62), (-0.62, -0.22), (-0.45, -0.32), (-0.36, -0.16), (-0.2, -0.26)]
    pen.layer.polygon(pen.to(snow), fill=pen.style.board.place.colour)


def _column(pen: _Pen) -> None:
    pen.bar((-0.75, -0.95, 0.75, -0.65))
    pen.bar((-0.75, 0.65, 0.75, 0.95))
    for x in (-0.45, -0.09, 0.27):
        pen.bar((x, -0.52, x + 0.18, 0.52))


def _see(pen: _Pen) -> None:
    pen.bar((-0.13, -1.0, 0.13, 1.0))
    pen.bar((-0.42, -0.72, 0.42, -0.48))
    pen.bar((-0.7, -0.28, 0.7, -0.02))
    pen.solid([(-0.5, 0.38), (0.5, 0.62), (0.5, 0.84), (-0.5, 0.6)])


def _sword(pen: _Pen) -> None:
    pen.solid([(0.95, -0.95), (0.62, -0.9), (-0.5, 0.22), (-0.22, 0.5), (0.9, -0.62)])
    pen.stroke([(-0.78, 0.0), (0.0, 0.78)], 0.26)
    pen.stroke([(-0.42, 0.42), (-0.9, 0.9)], 0.34)


def _horde(pen: _Pen) -> None:
    for dx in (-0.85, -0.05):
        pen.solid([(dx, -0.75), (dx + 0.95, 0.0), (dx, 0.75), (dx + 0.3, 0.0)])


def _council(pen: _Pen) -> None:
    dome = [(0.75 * cos(pi + pi * k / 8), 0.1 + 0.7 * sin(pi + pi * k / 8)) for k in range(9)]
    pen.solid([*dome, (0.75, 0.1)])
    pen.bar((-0.95, 0.1, 0.95, 0.32))
    for x in (-0.8, -0.12, 0.56):
        pen.bar((x, 0.32, x + 0.24, 0.9))
    pen.bar((-0.07, -1.05, 0.07, -0.55))
    pen.bar((-0.24, -0.92, 0.24, -0.78))


def _star(pen: _Pen) -> None:
    tips = [(r * sin(pi * k / 5), -r * cos(pi * k / 5)) for k in range(10) for r in ((1.0, 0.42)[k % 2],)]
    pen.solid(tips)


def _tower(pen: _Pen) -> None:
    pen.bar((-0.62, -0.35, 0.62, 0.95))
    for x in (-0.8, -0.22, 0.36):
        pen.bar((x, -0.95, x + 0.44, -0.3))
    pen.bar((-0.8, -0.5, 0.8, -0.25))
    gate: list[Point] = [(-0.2, 0.95), (-0.2, 0.4), (0.0, 0.2), (0.2, 0.4), (0.2, 0.95)]
    pen.layer.polygon(pen.to(gate), fill=pen.style.board.place.colour)


def _anchor(pen: _Pen) -> None:
    ring = [(0.2 * sin(pi * k / 8), -0.75 - 0.2 * cos(pi * k / 8)) for k in range(17)]
    arms = [(0.8 * sin(pi * k / 10), 0.05 + 0.8 * cos(pi * k / 10)) for k in range(-5, 6)]
    pen.stroke(ring, 0.16)
    pen.stroke(arms, 0.26)
    pen.stroke([(0.0, -0.55), (0.0, 0.8)], 0.26)
    pen.stroke([(-0.45, -0.25), (0.45, -0.25)], 0.22)
    for side in (-1, 1):
        pen.solid([(side * 0.8, -0.25), (side * 0.55, 0.2), (side * 1.05, 0.2)])


def _number(pen: _Pen) -> None:
    draw_badge(pen.layer, pen.style, "2", pen.at, pen.half)


def _die(pen: _Pen) -> None:
    draw_die(pen.layer, pen.style, 5, pen.at, 1.8 * pen.half)


def _tie(pen: _Pen) -> None:
    pen.layer.line(pen.to([(-1.25, 0.0), (1.25, 0.0)]), **pen.style.board.way_of("tie").core.line())


_SIGNS: dict[str, Callable[[_Pen], None]] = {
    "mountain": _mountain, "column": _column, "see": _see, "sword": _sword,
    "horde": _horde, "council": _council, "star": _star,
    "tower": _tower, "anchor": _anchor, "number": _number, "die": _die, "tie": _tie,
}  # fmt: skip


def draw_badge(layer: Layer, style: Style, words: str, at: Point, radius: float) -> None:
    """Draw a letter or a number in a dark disc."""
    layer.circle(at, radius, **style.board.badge.area())
    kind = style.board.lettering["letter" if not words.isdigit() else "figure"]
    kind = fitted(words, kind._replace(size=type(kind.size)(min(kind.size, 1.35 * radius))), 1.6 * radius)
    write(layer, words, kind, (at[0], at[1] + cap_height(kind) / 2), anchor="middle")


def draw_die(layer: Layer, style: Style, face: int, at: Point, size: float) -> None:
    """Draw the face of a die."""
    half = size / 2
    box = Box(at[0] - half, at[1] - half, at[0] + half, at[1] + half)
    group = layer.group(title=f"die {face}")
    group.rect(box, rounded=0.2 * size, **style.board.place.area(), **style.board.inner.stroke())
    for dx, dy in PIPS[face]:
        group.circle((at[0] + 0.27 * size * dx, at[1] + 0.27 * size * dy), 0.095 * size, **style.board.badge.area())
