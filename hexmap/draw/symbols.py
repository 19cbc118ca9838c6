"""The small drawings that are scattered over terrain: tufts, trees, houses, tents, stones and the rest, as path data.

Each is made round a middle point and stays within half its size of it; `chances` varies it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.paths import joined, polylines

if TYPE_CHECKING:
    from mapsheet.sheet import Layer
    from mapsheet.style import Look

Chances = Iterator[float]


class Drawing(NamedTuple):
    """A symbol's parts as path data: what is filled and outlined, what is a line, what is a line of the second pen."""

    filled: str = ""
    lines: str = ""
    accents: str = ""


def path(*strokes: tuple[tuple[float, float], ...], closed: bool = False) -> str:
    """Return short path data for polylines."""
    return polylines(strokes, closed)


def disc(x: float, y: float, r: float) -> str:
    """Return the path data of a circle as two arcs."""
    left, across = round(100 * r), round(200 * r)
    start = joined("M", (round(100 * x) - left, round(100 * y)), 2)
    return f"{start}{_bow(left, across, 0, '1 0')}{_bow(left, -across, 0, '1 0')}z"


def _bow(radius: int, dx: int, dy: int, flags: str) -> str:
    """Return an arc of a circle, all in hundredths of a mm."""
    return f"{joined('a', (radius, radius), 2)} 0 {flags} {joined('', (dx, dy), 2)}"


def tufts(x: float, y: float, size: float, chances: Chances) -> Drawing:
    """Draw a tuft of reeds over a stroke of water."""
    h, lean = size * (0.72 + 0.2 * next(chances)), (next(chances) - 0.5) * 0.2 * size
    base = y + 0.36 * size
    blades = path(
        ((x, base), (x + lean, base - h)),
        ((x - 0.06 * size, base), (x - 0.3 * size + lean, base - 0.72 * h)),
        ((x + 0.06 * size, base), (x + 0.3 * size + lean, base - 0.72 * h)),
        ((x - 0.12 * size, base), (x - 0.5 * size, base - 0.34 * h)),
        ((x + 0.12 * size, base), (x + 0.5 * size, base - 0.34 * h)),
    )
    water = path(((x - 0.42 * size, base + 0.14 * size), (x + 0.42 * size, base + 0.14 * size)))
    return Drawing(lines=blades, accents=water if next(chances) < 0.6 else "")


def ripple(x: float, y: float, size: float, chances: Chances) -> Drawing:
    """Draw one or two short strokes of water."""
    half, shift = size * (0.26 + 0.2 * next(chances)), (next(chances) - 0.5) * 0.4 * size
    strokes = [((x - half, y), (x + half, y))]
    if next(chances) < 0.5:
        strokes.append(((x - 0.6 * half + shift, y + 0.3 * size), (x + 0.6 * half + shift, y + 0.3 * size)))
    return Drawing(accents=path(*strokes))


def trees(x: float, y: float, size: float, chances: Chances) -> Drawing:
    """Draw a broad-leaved tree: crown, trunk and a stroke of shade."""
    r = size * (0.29 + 0.05 * next(chances))
    top = y - 0.12 * size
    bumps = 5 + int(2 * next(chances))
    start = next(chances)
    points = [
        (x + r * cos(2 * pi * (k + start) / bumps), top + 0.95 * r * sin(2 * pi * (k + start) / bumps)) for k in range(bumps)
    ]
    steps = [(round(100 * px), round(100 * py)) for px, py in points]
    crown = joined("M", steps[0], 2)
    for (ax, ay), (bx, by) in zip(steps, steps[1:] + steps[:1], strict=True):
        crown += _bow(round(hypot(bx - ax, by - ay) * 0.56), bx - ax, by - ay, "0 1")
    shade = ((x + 0.15 * r, top + 0.55 * r), (x + 0.6 * r, top + 0.1 * r))
    trunk = ((x, top + r * 1.08), (x, y + 0.46 * size))
    return Drawing(crown + "z", path(shade, trunk))


def waves(x: float, y: float, size: float, chances: Chances) -> Drawing:
    """Draw a small wave."""
    half = 0.5 * size
    lift = 0.22 * size * (0.8 + 0.4 * next(chances))
    start = joined("M", (round(100 * (x - half)), round(100 * y)), 2)
    bows = joined("q", (round(50 * half), -round(100 * lift), round(100 * half), 0), 2) * 2
    return Drawing(lines=start + bows)


def furrows(x: float, y: float, size: float, chances: Chances) -> Drawing:
    """Draw three furrows side by side."""
    turn = 0.25 * pi + 0.2 * (next(chances) - 0.5)
    cx, cy = cos(turn) * 0.5 * size, -sin(turn) * 0.5 * size
    gap = 0.3 * size
    strokes = [
        ((x - cx * 0.8 + k * gap * sin(turn), y - cy * 0.8 + k * gap * cos(turn)),
         (x + cx * 0.8 + k * gap * sin(turn), y + cy * 0.8 + k * gap * cos(turn)))
        for k in (-1, 0, 1)
    ]
    return Drawing(lines=path(*strokes))


def dots(x: float, y: float, size: float, chances: Chances) -> Drawing:
    """Draw a dot of the pen's width."""
    del size, chances
    return Drawing(lines=path(((x, y), (x + 0.01, y))))


def stones(x: float, y: float, size: float, chances: Chances) -> Drawing:
    """Draw a boulder and its shadow."""
    r = 0.5 * size
    start = next(chances)
    count = 6
    ring = tuple(
        (x + r * (0.7 + 0.28 * next(chances)) * cos(2 * pi * (k + start) / count),
         y + 0.78 * r * (0.75 + 0.25 * next(chances)) * sin(2 * pi * (k + start) / count))
        for k in range(count)
    )
    return Drawing(path(ring, closed=True), path(((x - 0.1 * r, y + 0.3 * r), (x + 0.35 * r, y + 0.1 * r))))


def houses(x: float, y: float, size: float, chances: Chances) -> Drawing:
    """Draw the roof of a house from above, its ridge along its length."""
    turn = pi * next(chances)
    half, deep = size * (0.36 + 0.08 * next(chances)), size * 0.22
    ux, uy = cos(turn), sin(turn)
    corners = tuple(
        (x + a * half * ux - b * deep * uy, y + a * half * uy + b * deep * ux) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )
    ridge = path(((x - half * ux, y - half * uy), (x + half * ux, y + half * uy)))
    return Drawing(path(corners, closed=True), ridge)


def tents(x: float, y: float, size: float, chances: Chances) -> Drawing:
    """Draw a tent: a gable with its opening, and a pennant on some."""
    half, top, base = 0.44 * size, y - 0.4 * size, y + 0.36 * size
    shell = path(((x - half, base), (x, top + 0.08 * size), (x + half, base)), closed=True)
    lines = path(((x, top + 0.08 * size), (x - 0.12 * size, base)), ((x, top + 0.08 * size), (x + 0.12 * size, base)))
    if next(chances) < 0.3:
        mast = ((x, top + 0.08 * size), (x, top - 0.1 * size), (x + 0.2 * size, top - 0.03 * size), (x, top + 0.02 * size))
        lines += path(mast)
    return Drawing(shell, lines)


def hatch(x: float, y: float, size: float, chances: Chances) -> Drawing:
    """Draw a slanting stroke."""
    reach = size * (0.3 + 0.12 * next(chances))
    return Drawing(lines=path(((x - reach, y + reach), (x + reach, y - reach))))


SYMBOLS: dict[str, Callable[[float, float, float, Chances], Drawing]] = {
    "tufts": tufts, "trees": trees, "waves": waves, "furrows": furrows, "dots": dots, "stones": stones,
    "houses": houses, "tents": tents, "hatch": hatch, "ripple": ripple,
}


class Bundle:
    """Symbols of one look gathered into three paths."""

    def __init__(self) -> None:
        self._filled: list[str] = []
        self._lines: list[str] = []
        self._accents: list[str] = []

    def add(self, drawing: Drawing) -> None:
        """Add a symbol."""
        self._filled.append(drawing.filled)
        self._lines.append(drawing.lines)
        self._accents.append(drawing.accents)

    def parts(self) -> tuple[str, str, str]:
        """Return the path data of the fills, the lines and the accents."""
        return "".join(self._filled), "".join(self._lines), "".join(self._accents)


def draw_bundle(layer: Layer, bundle: Bundle, look: Look) -> None:
    """Draw the gathered symbols in the pens and fill of a look: accents below, then fills, then lines."""
    filled, lines, accents = bundle.parts()
    draw = layer.path
    if accents:
        draw(accents, **look.accent.line())
    if filled:
        draw(filled, **look.fill.area(), **look.pen.stroke())
    if lines:
        draw(lines, **look.pen.line())
