"""What is drawn over a map to show an answer, as plain values in millimetres; the style says how each looks.

Names are those of a style's `[marks]`. Tints lie lowest, then outlines, lines, arrows, leaders, crosses, bars and discs,
whatever their order.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Literal, NamedTuple

from mapsheet.typeset import cap_height, fitted, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mapsheet.box import Point
    from mapsheet.sheet import Layer
    from mapsheet.style import Style


class Tint(NamedTuple):
    """Areas filled alike: reach, visible, hidden, front, flank, rear."""

    rings: tuple[tuple[Point, ...], ...]
    name: Literal["reach", "visible", "hidden", "front", "flank", "rear"]


class Outline(NamedTuple):
    """Closed lines: reach_edge, footprint, blocker, touched."""

    rings: tuple[tuple[Point, ...], ...]
    name: Literal["reach_edge", "footprint", "blocker", "touched"]


class Line(NamedTuple):
    """An open line: clear, blocked, run."""

    points: tuple[Point, ...]
    name: Literal["clear", "blocked", "run"]


class Arrow(NamedTuple):
    """A line with a head at its end: path, charge, rout. `faint` is for ways that are equally good and not taken.

    A move that is not allowed is `struck`: grey and broken, whatever its name.
    """

    points: tuple[Point, ...]
    name: Literal["path", "charge", "rout"]
    faint: bool = False
    struck: bool = False


class Leader(NamedTuple):
    """A fine line from what stands beside its place to a dot in it."""

    points: tuple[Point, Point]


class Bar(NamedTuple):
    """The sign of a move that is not allowed: a ring with a bar across, on a struck arrow that runs `along` this way."""

    at: Point
    along: Point = (1.0, 0.0)


class Cross(NamedTuple):
    """A cross at what blocks."""

    at: Point


class Disc(NamedTuple):
    """A few characters in a disc: cost (white) or letter (black)."""

    at: Point
    words: str
    name: Literal["cost", "letter"] = "cost"


Mark = Tint | Outline | Line | Leader | Arrow | Cross | Bar | Disc

_ORDER: tuple[type[Mark], ...] = (Tint, Outline, Line, Arrow, Leader, Cross, Bar, Disc)
FAINT = 0.4
STRUCK, DASHES = "#5F6368", (2.2, 1.3)
"""The colour of a struck arrow, and its dashes in widths of its pen."""


def draw_marks(layer: Layer, style: Style, marks: Sequence[Mark]) -> None:
    """Draw the marks, each kind above the one before it."""
    for kind in _ORDER:
        for mark in marks:
            if isinstance(mark, kind):
                _draw(layer, style, mark)


def _draw(layer: Layer, style: Style, mark: Mark) -> None:
    if isinstance(mark, Tint):
        layer.path(_rings(mark.rings), **getattr(style.marks, mark.name).area())
    elif isinstance(mark, Outline):
        layer.path(_rings(mark.rings), **getattr(style.marks, mark.name).line())
    elif isinstance(mark, Line):
        layer.line(mark.points, **{**getattr(style.marks, mark.name).line(), "stroke_linecap": "butt"})
    elif isinstance(mark, Arrow):
        _arrow(layer, style, mark)
    elif isinstance(mark, Leader):
        pen = style.marks.letter.rim._replace(colour=style.marks.letter.fill.colour)
        layer.line(mark.points, **pen.line())
        layer.circle(mark.points[-1], 1.6 * pen.width, fill=pen.colour)
    elif isinstance(mark, Bar):
        _bar(layer, style, mark.at)
    elif isinstance(mark, Cross):
        _cross(layer, style, mark.at)
    else:
        _disc(layer, style, mark)


def _rings(rings: Sequence[Sequence[Point]]) -> str:
    from mapsheet.paths import polygons

    return polygons(rings)


def _arrow(layer: Layer, style: Style, mark: Arrow) -> None:
    look = getattr(style.marks, mark.name)
    shaft, head = arrow_shape(mark.points, look.head)
    group = layer.group(opacity=FAINT if mark.faint else None)
    if len(shaft) > 1:
        dashes = " ".join(f"{part * look.pen.width:.3g}" for part in DASHES)
        own = {"stroke": STRUCK, "stroke_dasharray": dashes} if mark.struck else {}
        group.line(shaft, **{**look.pen.line(), "stroke_linecap": "butt", **own})
    group.polygon(head, fill=STRUCK if mark.struck else look.pen.colour)


def arrow_shape(points: Sequence[Point], size: float) -> tuple[list[Point], list[Point]]:
    """Return the shaft, which ends inside the head, and the head as a polygon."""
    # no SVG marker: CairoSVG turns it wrongly at the end of a curve
    tip = points[-1]
    before = next((p for p in reversed(points[:-1]) if hypot(tip[0] - p[0], tip[1] - p[1]) > 1e-6), (tip[0] - 1, tip[1]))
    span = hypot(tip[0] - before[0], tip[1] - before[1])
    ux, uy = (tip[0] - before[0]) / span, (tip[1] - before[1]) / span
    base = (tip[0] - size * ux, tip[1] - size * uy)
    neck = (tip[0] - 0.8 * size * ux, tip[1] - 0.8 * size * uy)
    half = 0.42 * size
    head = [tip, (base[0] - half * uy, base[1] + half * ux), neck, (base[0] + half * uy, base[1] - half * ux)]
    shaft = [*points[:-1], neck] if span > 0.8 * size else list(points[:-1])
    return shaft, head


def _cross(layer: Layer, style: Style, at: Point) -> None:
    look = style.marks.cross
    x, y = at
    for pen in (look.halo, look.pen):
        for slope in (1, -1):
            arm = [(x - look.reach, y - slope * look.reach), (x + look.reach, y + slope * look.reach)]
            layer.line(arm, **pen.line())


def _bar(layer: Layer, style: Style, at: Point) -> None:
    look = style.marks.cross
    x, y, arm = *at, 0.7 * look.reach
    layer.circle(at, look.reach, fill=look.halo.colour, stroke=look.halo.colour, stroke_width=look.halo.width)
    layer.circle(at, look.reach, fill="none", stroke=look.pen.colour, stroke_width=look.pen.width)
    layer.line([(x - arm, y - arm), (x + arm, y + arm)], **look.pen.line())


def _disc(layer: Layer, style: Style, mark: Disc) -> None:
    look = getattr(style.marks, mark.name)
    layer.circle(mark.at, look.radius, **look.fill.area(), **look.rim.stroke())
    kind = fitted(mark.words, look.type, 1.7 * look.radius)
    write(layer, mark.words, kind, (mark.at[0], mark.at[1] + cap_height(kind) / 2), anchor="middle")
