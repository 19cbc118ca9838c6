"""The spaces of a board: stations, panels, boxes, round spaces and the City, each with room for its tiles and its name."""

from __future__ import annotations

from math import cos, pi, radians, sin
from typing import TYPE_CHECKING

from areamap.draw.places import BADGE, BESIDE, RING, SIGN, signs_of
from areamap.draw.signs import draw_badge, draw_die, draw_sign
from areamap.draw.tints import ground_of
from mapsheet.box import Box
from mapsheet.paths import number
from mapsheet.text import along, wrapped
from mapsheet.typeset import LEADING, cap_height, fitted, shortened, width, write

if TYPE_CHECKING:
    from collections.abc import Iterable

    from areamap.draw.desk import Desk
    from areamap.draw.places import Placed
    from mapsheet.box import Point
    from mapsheet.sheet import Layer
    from mapsheet.style import Type

SHADOW = 0.7
ROUNDED = 1.5
TOOTH = 2.2
TWO_LINES = 0.86  # of a name's size, in two lines
AIR = 0.4  # mm at least on either side of a name


def draw_places(desk: Desk) -> None:
    """Draw every space of the sheet."""
    draw_some(desk.sheet.layer("places"), desk, desk.placed.values())


def draw_some(layer: Layer, desk: Desk, spaces: Iterable[Placed]) -> None:
    """Draw some spaces on a layer, each in a group of its own."""
    for placed in spaces:
        group = layer.group(f"{placed.space.kind}-{placed.space.id}", _words(placed))
        _draw(group, desk, placed)


def _words(placed: Placed) -> str:
    space = placed.space
    parts = [space.name, *sorted(space.traits), space.note, placed.form.holds]
    return "; ".join(part for part in parts if part)


def _draw(layer: Layer, desk: Desk, placed: Placed) -> None:
    if placed.is_round:
        _round(layer, desk, placed)
    else:
        _outline(layer, desk, placed)
        _name(layer, desk, placed)
    for box, caption in zip(placed.slots, placed.form.slots or (), strict=True):
        draw_slot(layer, desk, box, caption)
    _lines(layer, desk, placed)


# -- outlines --------------------------------------------------------------------------------------------------------------


def _outline(layer: Layer, desk: Desk, placed: Placed) -> None:
    shape, box, tint = placed.form.shape, placed.box, _tint(desk, placed)
    if shape == "city":
        _walls(layer, desk, placed)
        return
    if shape == "stadium" or placed.band in {None, box}:
        look, rounded = desk.style.board, box.height / 2 if shape == "stadium" else ROUNDED
        layer.rect(box.moved(SHADOW, SHADOW), rounded=rounded, **look.shade.area())
        fill = look.place.colour if shape == "stadium" else tint
        layer.rect(box, rounded=rounded, fill=fill, **look.place_edge.stroke())
        return
    assert placed.band is not None  # looked at above
    draw_card(layer, desk, box, placed.band, tint=tint, rounded=0.0 if shape == "panel" else ROUNDED)
    if shape == "panel":
        layer.rect(box.grown(-0.75), **{**desk.style.board.inner.line(), "stroke_linejoin": "miter"})


def _tint(desk: Desk, placed: Placed) -> str:
    """Return the colour of a space: its path's, its faction's where it is on none."""
    space = placed.space
    return (not space.path and ground_of(desk.board, space.faction, desk.style)) or desk.tint_of(space.path)


def draw_card(layer: Layer, desk: Desk, box: Box, band: Box, *, tint: str, rounded: float = ROUNDED) -> None:
    """Draw a card with a shadow and a tinted band at its head."""
    look = desk.style.board
    edge = {**look.place_edge.stroke(), "stroke_linejoin": "miter"}
    layer.rect(box.moved(SHADOW, SHADOW), rounded=rounded, **look.shade.area())
    layer.rect(box, rounded=rounded, **look.place.area(), **edge)
    layer.path(_band(band, rounded), fill=tint)
    layer.line([(band.left, band.bottom), (band.right, band.bottom)], **look.inner.line())
    layer.rect(box, rounded=rounded, fill="none", **edge)


def _band(band: Box, rounded: float) -> str:
    """Return a rectangle whose upper corners are rounded."""
    width, height = number(band.width - 2 * rounded), number(band.height - rounded)
    r = number(rounded)
    corner = f"a{r} {r} 0 0 1 " if rounded else "l"
    start = f"M{number(band.left)} {number(band.bottom)}v-{height}"
    return f"{start}{corner}{r} -{r}h{width}{corner}{r} {r}v{height}z"


def _walls(layer: Layer, desk: Desk, placed: Placed) -> None:
    """Draw the City: teeth along the wall, a tower at each corner, the ground within."""
    look, box = desk.style.board, placed.box
    edge = {**look.wall_edge.stroke(), "stroke_linejoin": "miter"}
    layer.polygon([(x + SHADOW, y + SHADOW) for x, y in box.corners], **look.shade.area())
    layer.polygon(_teeth(box.grown(-0.9)), **look.wall.area(), **edge)
    layer.rect(placed.inside, **look.place.area(), **edge)
    if placed.band:
        layer.rect(placed.band, **look.crown.area())
    for x, y in _corners(box.grown(-2.2)):
        layer.rect(Box(x - 2.6, y - 2.6, x + 2.6, y + 2.6), **look.wall.area(), **edge)
        layer.rect(Box(x - 1.5, y - 1.5, x + 1.5, y + 1.5), **look.place.area(), **look.inner.stroke())
    band = placed.band
    assert band is not None
    layer.line([(band.left, band.bottom), (band.right, band.bottom)], **look.inner.line())


def _corners(box: Box) -> list[Point]:
    return [(box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)]


def _teeth(box: Box) -> list[Point]:
    corners = _corners(box)
    points: list[Point] = []
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        span = abs(x1 - x0) + abs(y1 - y0)
        ux, uy = (x1 - x0) / span, (y1 - y0) / span
        count = 2 * int(span / (2 * TOOTH)) + 1
        step = span / count
        for k in range(count):
            out = 0.9 if k % 2 else 0.0
            # outwards is to the left of a clockwise walk
            points += [(x0 + ux * far + uy * out, y0 + uy * far - ux * out) for far in (k * step, (k + 1) * step)]
    return points


def _round(layer: Layer, desk: Desk, placed: Placed) -> None:
    look, (centre, radius) = desk.style.board, (placed.box.centre, placed.radius)
    layer.circle((centre[0] + SHADOW, centre[1] + SHADOW), radius, **look.shade.area())
    layer.circle(centre, radius, fill=desk.tint_of(placed.space.path), **look.place_edge.stroke())
    layer.circle(centre, radius - RING, **look.place.area(), **look.inner.stroke())
    words = placed.title.upper()
    kind = look.lettering["name"]
    kind = kind._replace(size=type(kind.size)(2.4), tracking=type(kind.tracking)(0.14))
    kind = fitted(words, kind, 1.5 * pi * (radius - RING))
    rim = radius - RING / 2 - cap_height(kind) / 2
    arc = [(centre[0] + rim * sin(radians(a)), centre[1] - rim * cos(radians(a))) for a in range(-170, 171, 5)]
    layer.lettering(along(words, kind.face, kind.size, curve=arc, tracking=kind.tracking), kind.colour)


# -- names, slots, lines ---------------------------------------------------------------------------------------------------


def _name(layer: Layer, desk: Desk, placed: Placed) -> None:
    band = placed.band
    if band is None:
        return
    city = placed.form.shape == "city"
    if city:
        left, right = band.left + 4, band.right - 4
    else:
        left, right = (band.left, band.right) if desk.least else _beside_name(layer, desk, placed)
    kind = desk.style.board.lettering["city" if city else "name"]
    words = placed.title.upper() if city else placed.title
    room = right - left - 2 * AIR
    lines, kind = _set_name(words, kind, room)
    if kind.size < desk.least:
        kind = kind._replace(size=type(kind.size)(desk.least))
        lines = [shortened(words, kind, room, least=desk.least)]
    for row, line in enumerate(lines):
        y = band.centre[1] + (row - (len(lines) - 1) / 2) * kind.size + cap_height(kind) / 2
        write(layer, line, kind, ((left + right) / 2, y), anchor="middle")


def _set_name(words: str, kind: Type, room: float) -> tuple[list[str], Type]:
    """Return a name in one line, or in two where one would be much smaller than other names; shortened where neither fits."""
    one = fitted(words, kind, room)
    two = kind._replace(size=type(kind.size)(TWO_LINES * kind.size))
    lines = wrapped(words, two.face, two.size, width=room)
    if one.size < two.size and len(lines) == 2 and all(width(line, two) <= room for line in lines):
        return lines, two
    return [shortened(words, one, room)], one


def _beside_name(layer: Layer, desk: Desk, placed: Placed) -> tuple[float, float]:
    """Draw the badge before a name and the signs after it; return the ends of the room between them."""
    band, space = placed.band, placed.space
    assert band is not None
    y, left, right = band.centre[1], band.left + 0.9, band.right - 0.9
    badge, die = _badge(desk, placed)
    if badge:
        draw_badge(layer, desk.style, badge, (left + BADGE, y), BADGE)
        left += 2 * BADGE + 0.7
    if die:
        draw_die(layer, desk.style, die, (right - 2.1, y), 4.0)
        right -= 4.8
    for shape in reversed(signs_of(desk.plan, space)):
        draw_sign(layer, desk.style, shape, (right - SIGN / 2, y), SIGN)
        right -= SIGN + BESIDE
    return left, right


def _badge(desk: Desk, placed: Placed) -> tuple[str, int]:
    """Return what stands in the badge, and the die face.

    The end of a path tells its letter, a station its number along the path, a place that is no more than its name its value.
    """
    space, path = placed.space, desk.plan.paths.get(placed.space.path)
    if placed.form.shape == "node" and space.value is not None:
        return str(space.value), 0
    if path is None or placed.form.shape not in {"station", "panel"}:
        return "", 0
    if placed.form.shape == "station":
        return str(space.order or ""), 0
    return path.letter, path.die


def draw_slot(layer: Layer, desk: Desk, box: Box, caption: str) -> None:
    """Draw the place for a tile with what goes there in small letters."""
    look = desk.style.board
    layer.rect(box, rounded=0.9, **look.slot.area(), **look.slot_edge.stroke())
    if not desk.least:
        write_centred(layer, look.lettering["slot"], caption, box)


def write_centred(layer: Layer, kind: Type, words: str, box: Box) -> None:
    """Write words in lines about the middle of a box."""
    room = box.width - 1.8
    step = LEADING * kind.size
    lines = wrapped(words, kind.face, kind.size, width=room)[: max(1, int(box.height / step))] if words else []
    first = box.centre[1] - (len(lines) - 1) * step / 2 + cap_height(kind) / 2
    for row, line in enumerate(lines):
        own = fitted(line, kind, room)
        write(layer, shortened(line, own, room), own, (box.centre[0], first + row * step), anchor="middle")


def _lines(layer: Layer, desk: Desk, placed: Placed) -> None:
    kind = desk.style.board.lettering["caption"]
    step = LEADING * kind.size
    bottom = max((slot.bottom for slot in placed.slots), default=placed.box.centre[1] - (len(placed.lines) + 1) * step / 2)
    for row, line in enumerate(() if desk.least else placed.lines):
        at = (placed.box.centre[0], bottom + 0.8 + cap_height(kind) + 0.2 + row * step)
        write(layer, line, fitted(line, kind, placed.box.width - 1.6), at, anchor="middle")
