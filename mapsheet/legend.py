"""What stands beside a map: title, terrain key, compass, scale bar, calibration ruler, provenance, frame.

Each function draws on a layer in a style and returns the box that it takes. Lengths are millimetres; `at` is a top left
corner unless it says otherwise.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, floor, log10, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.box import Box, Point, around, union
from mapsheet.errors import NotationError
from mapsheet.paths import number
from mapsheet.typeset import cap_height, fitted, paragraph, width, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from mapsheet.sheet import Layer
    from mapsheet.style import Style, Type

SAMPLE = (10.0, 6.0)
ROW = 7.6
GUTTER = 2.2
BETWEEN = 6.0
BAR = 1.3


class KeyRow(NamedTuple):
    """A row of the terrain key: what draws the sample into a box, the terrain's name, and what it costs."""

    draw: Callable[[Layer, Box], None]
    name: str
    cost: str = ""


class Key(NamedTuple):
    """The terrain key: its rows, filling one column after the other, and a heading (none: no heading)."""

    rows: Sequence[KeyRow]
    columns: int = 1
    title: str = "Terrain"


def title_block(layer: Layer, style: Style, at: Point, *, title: str, subtitle: str = "", room: float = 400.0) -> Box:
    """Draw the title in capitals and a line under it, made smaller where they would be wider than `room`."""
    words = title.upper()
    head = fitted(words, style.lettering["title"], room)
    baseline = at[1] + cap_height(head)
    boxes = [write(layer, words, head, (at[0], baseline))]
    if subtitle:
        line = fitted(subtitle, style.lettering["subtitle"], room)
        boxes.append(write(layer, subtitle, line, (at[0], baseline + 1.45 * line.size)))
    return union(boxes)


def heading(layer: Layer, style: Style, words: str, at: Point, *, room: float) -> Box:
    """Draw a small heading over a hairline `room` mm long."""
    kind = fitted(words, style.lettering["key_head"], room)
    baseline = at[1] + cap_height(kind)
    box = write(layer, words, kind, (at[0], baseline))
    under = baseline + 0.45 * kind.size
    layer.line([(at[0], under), (at[0] + room, under)], **style.margin.hairline.line())
    return union((box, Box(at[0], at[1], at[0] + room, under)))


def terrain_key(layer: Layer, style: Style, at: Point, key: Key, *, room: float) -> Box:
    """Draw the key in columns that share `room` mm."""
    column_width = (room - (key.columns - 1) * BETWEEN) / key.columns
    box = heading(layer, style, key.title, at, room=room) if key.title else Box(*at, *at)
    top = box.bottom + 1.6 if key.title else at[1]
    depth = -(-len(key.rows) // key.columns)
    boxes = [box]
    for index, row in enumerate(key.rows):
        column, line = divmod(index, depth)
        place = (at[0] + column * (column_width + BETWEEN), top + line * ROW)
        boxes.append(_key_row(layer, style, row, place, room=column_width))
    return union(boxes)


def _key_row(layer: Layer, style: Style, row: KeyRow, at: Point, *, room: float) -> Box:
    sample = Box(at[0], at[1], at[0] + SAMPLE[0], at[1] + SAMPLE[1])
    row.draw(layer, sample)
    layer.rect(sample, **style.margin.hairline.line())
    kind = style.lettering["key"]
    middle = (sample.top + sample.bottom + cap_height(kind)) / 2
    left, right = sample.right + GUTTER, at[0] + room
    cost_width = width(row.cost, kind) if row.cost else 0.0
    name_room = right - left - (cost_width + GUTTER if row.cost else 0)
    write(layer, row.name, fitted(row.name, kind, name_room), (left, middle))
    if row.cost:
        write(layer, row.cost, kind, (right, middle), anchor="end")
    return Box(at[0], sample.top, right, sample.bottom)


def compass(layer: Layer, style: Style, centre: Point, *, radius: float, north: float = 0.0) -> Box:
    """Draw a four-pointed rose that points to north, `north` degrees clockwise from the top of the sheet, with its letter."""
    turned = _Turned(centre, north)
    margin, kind = style.margin, style.lettering["compass"]
    ring = 0.52 * radius
    layer.circle(centre, ring, **margin.hairline.line())
    layer.circle(centre, 0.44 * radius, **margin.hairline.line())
    for step in range(16):
        reach = 0.58 if step % 2 == 0 else 0.55
        layer.line([turned.point(step * 22.5, ring), turned.point(step * 22.5, reach * radius)], **margin.hairline.line())
    for bearing, length in ((45, 0.42), (135, 0.42), (225, 0.42), (315, 0.42), (90, 0.8), (180, 0.8), (270, 0.8), (0, 1.0)):
        _rose_point(layer, style, turned, bearing, length * radius)
    gap = radius + 0.3 * kind.size + cap_height(kind) / 2
    middle = turned.point(0, gap)
    lower = turned.point(0, gap - cap_height(kind) / 2)
    letter = write(layer, "N", kind, lower, anchor="middle", turn=north)
    points = [turned.point(bearing, 0.8 * radius) for bearing in (90, 180, 270)]
    return union((around([middle, turned.point(0, radius), *points]), letter))


class _Turned(NamedTuple):
    """Bearings about a centre, on a sheet whose north is turned."""

    centre: Point
    north: float

    def point(self, bearing: float, distance: float) -> Point:
        angle = radians(self.north + bearing)
        return (self.centre[0] + distance * sin(angle), self.centre[1] - distance * cos(angle))


def _rose_point(layer: Layer, style: Style, turned: _Turned, bearing: float, length: float) -> None:
    tip, waist = turned.point(bearing, length), 0.2 * length if length else 0.0
    pen = style.margin.hairline.stroke()
    for side, fill in ((-45, style.margin.solid), (45, style.margin.empty)):
        layer.polygon([turned.centre, turned.point(bearing + side, waist), tip], **fill.area(), **pen)


class Scale(NamedTuple):
    """What a scale bar measures: the size of a hex on paper, how many units of ground that is, and how many hexes to draw."""

    across_flats: float
    per_hex: float
    unit: str = "yards"
    hexes: int = 10


def scale_bar(layer: Layer, style: Style, at: Point, scale: Scale) -> Box:
    """Draw a bar of hexes over a bar of the unit in round steps.

    NotationError when a length or the number of hexes is not above 0.
    """
    across, per_hex, _, hexes = scale
    if not (across > 0 and per_hex > 0 and hexes > 0):
        raise NotationError("a hex size, a scale and a number of hexes above 0", tuple(scale))
    kind = style.lettering["scale"]
    top = at[1] + cap_height(kind) + 0.5 * kind.size
    step = _round_step(hexes / 5)
    marks = [(f"{k * step:g}", k * step * across) for k in range(_whole(hexes / step) + 1)]
    upper = _bar(layer, style, Box(at[0], top, at[0] + hexes * across, top + BAR), marks=marks, unit="hexes")
    step = _round_step(hexes * per_hex / 5)
    marks = [(f"{k * step:,g}", k * step / per_hex * across) for k in range(_whole(hexes * per_hex / step) + 1)]
    below = Box(at[0], top + BAR, at[0] + hexes * across, top + 2 * BAR)
    return union((upper, _bar(layer, style, below, marks=marks, unit=scale.unit, hanging=True)))


def _whole(steps: float) -> int:
    # a tenth of seven hundred comes out a hair under a whole number
    return floor(steps + 1e-9)


def _round_step(about: float) -> float:
    power = 10.0 ** floor(log10(about))
    return float(min((factor * power for factor in (1, 2, 5, 10)), key=lambda step: abs(log10(step / about))))


def _bar(layer: Layer, style: Style, bar: Box, *, marks: Sequence[tuple[str, float]], unit: str, hanging: bool = False) -> Box:
    margin, kind = style.margin, style.lettering["scale"]
    edges = [mark for _, mark in marks] + ([bar.width] if bar.width - marks[-1][1] > 1e-6 else [])
    for index, (start, end) in enumerate(pairwise(edges)):
        # the two rows stand against each other like a chequer
        fill = margin.solid if (index % 2 == 0) != hanging else margin.empty
        layer.rect(Box(bar.left + start, bar.top, bar.left + end, bar.bottom), **fill.area())
    layer.rect(bar, **margin.hairline.line())
    lead = 0.5 * kind.size
    baseline = bar.bottom + lead + cap_height(kind) if hanging else bar.top - lead
    told = _legible(marks, kind)
    boxes = [write(layer, words, kind, (bar.left + mark, baseline), anchor="middle") for words, mark in told]
    after = max(bar.right, boxes[-1].right) + 0.5 * kind.size
    return union((bar, *boxes, write(layer, unit, kind, (after, baseline))))


def _legible(marks: Sequence[tuple[str, float]], kind: Type) -> Sequence[tuple[str, float]]:
    """Return the figures that stand clear of each other: all, the first and the last, or the last alone."""
    for some in (marks, [marks[0], marks[-1]]):
        room = [(mark - width(words, kind) / 2, mark + width(words, kind) / 2) for words, mark in some]
        if all(right + 0.3 * kind.size < left for (_, right), (left, _) in pairwise(room)):
            return some
    return [marks[-1]]


def ruler(layer: Layer, style: Style, at: Point) -> Box:
    """Draw 100 mm over 4 inches with true ticks, to be measured on the print."""
    kind, margin = style.lettering["note"], style.margin
    cap = cap_height(kind)
    line = at[1] + cap + 0.8 + 3.2
    boxes = [_ticks(layer, style, (at[0], line), sizes=_millimetres(), up=True)]
    boxes.append(_ticks(layer, style, (at[0], line), sizes=_inches(), up=False))
    layer.line([(at[0], line), (at[0] + 101.6, line)], **margin.rule.line())
    boxes.append(write(layer, "100 mm", kind, (at[0] + 100, line - 3.2 - 0.8), anchor="middle"))
    boxes.append(write(layer, "4 in", kind, (at[0] + 101.6, line + 3.2 + 0.8 + cap), anchor="middle"))
    words = "Measure me: printed at true size, both rows are exact."
    boxes.append(write(layer, words, kind, (at[0], line + 3.2 + 0.8 + cap)))
    return union(boxes)


def _millimetres() -> list[tuple[float, float]]:
    return [(mark, 3.2 if mark % 50 == 0 else 2.2 if mark % 10 == 0 else 1.6 if mark % 5 == 0 else 1.0) for mark in range(101)]


def _inches() -> list[tuple[float, float]]:
    return [(mark * 25.4 / 8, 3.2 if mark % 8 == 0 else 2.2 if mark % 4 == 0 else 1.2) for mark in range(33)]


def _ticks(layer: Layer, style: Style, at: Point, *, sizes: Iterable[tuple[float, float]], up: bool) -> Box:
    trunk = style.margin.hairline.line()
    sign = -1 if up else 1
    d = "".join(f"M{number(at[0] + mark)} {number(at[1])}v{number(sign * size)}" for mark, size in sizes)
    layer.path(d, **{**trunk, "stroke_linecap": "butt"})
    return Box(at[0], at[1] - 3.2 if up else at[1], at[0] + 101.6, at[1] if up else at[1] + 3.2)


def provenance(layer: Layer, style: Style, words: str, at: Point, *, room: float) -> Box:
    """Draw the line that says where the data come from: on one line if 5 point allows, else on as many as it needs."""
    kind = fitted(words, style.lettering["note"], room)
    return paragraph(layer, words, kind, (at[0], at[1] + cap_height(kind)), room=room)


def frame(layer: Layer, style: Style, box: Box, *, gap: float = 1.4) -> Box:
    """Draw a double line: the outer on the box, the inner `gap` mm inside; returns the box with the outer line's width."""
    outer = style.margin.frame
    layer.rect(box, **{**outer.line(), "stroke_linejoin": "miter"})
    layer.rect(box.grown(-gap), **{**style.margin.inner_frame.line(), "stroke_linejoin": "miter"})
    return box.grown(outer.width / 2)
