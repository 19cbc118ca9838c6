"""A picture that is measured before it is placed: shapes and words from its own top left corner. Lengths are millimetres."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mapsheet.box import Box, Point
from mapsheet.chartfit import Leaf, broken
from mapsheet.errors import DataError, clipped
from mapsheet.text import SMALLEST, Anchor
from mapsheet.typeset import LEADING, cap_height, fitted, width, write

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mapsheet.sheet import Layer
    from mapsheet.style import Style, Type

Attributes = dict[str, Any]


class Spot(NamedTuple):
    """Where a piece may lie: a place by its name, its box, and whose it is where it is a single one's."""

    place: str
    box: Box
    owner: str = ""


class Picture:
    """Collects shapes; `bottom` is how far down they reach, kept by whoever draws."""

    def __init__(self) -> None:
        self._drawn: list[Callable[[Layer, float, float], None]] = []
        self.bottom = 0.0
        self.spots: list[Spot] = []

    def rect(self, box: Box, *, rounded: float = 0.0, **attributes: Any) -> None:
        """Draw a box."""
        self._drawn.append(lambda layer, x, y: layer.rect(box.moved(x, y), rounded=rounded, **attributes))

    def line(self, points: Sequence[Point], **attributes: Any) -> None:
        """Draw from point to point."""
        self._drawn.append(lambda layer, x, y: layer.line([(a + x, b + y) for a, b in points], **attributes))

    def polygon(self, points: Sequence[Point], **attributes: Any) -> None:
        """Draw a closed shape."""
        self._drawn.append(lambda layer, x, y: layer.polygon([(a + x, b + y) for a, b in points], **attributes))

    def circle(self, centre: Point, radius: float, **attributes: Any) -> None:
        """Draw a circle."""
        self._drawn.append(lambda layer, x, y: layer.circle((centre[0] + x, centre[1] + y), radius, **attributes))

    def words(self, words: str, kind: Type, at: Point, *, anchor: Anchor = "start") -> None:
        """Draw one line of words with its baseline at a point."""
        self._drawn.append(lambda layer, x, y: _written(layer, words, kind, (at[0] + x, at[1] + y), anchor))

    def lines(self, leaves: Sequence[Leaf], kind: Type, at: Point, *, anchor: Anchor = "start") -> float:
        """Draw lines under each other, the top of the first one's capitals at a point; return where the last one ends."""
        first = at[1] + cap_height(kind)
        for row, leaf in enumerate(leaves):
            self.words(leaf.words, kind, (at[0], first + row * LEADING * kind.size), anchor=anchor)
        return first + (len(leaves) - 1) * LEADING * kind.size

    def drawn_later(self, draw: Callable[[Layer, float, float], None]) -> None:
        """Draw with a function that is given the layer and the picture's own corner."""
        self._drawn.append(draw)

    def part(self, name: str, title: str) -> Picture:
        """Return a picture that is drawn in its place in this one, in a group with an id and a title."""
        inner = Picture()
        inner.spots = self.spots  # both have one corner
        self._drawn.append(lambda layer, x, y: inner.place(layer.group(name, title), (x, y)))
        return inner

    def place(self, layer: Layer, at: Point) -> None:
        """Draw all of it with its top left corner at a point of a layer."""
        for draw in self._drawn:
            draw(layer, *at)


def _written(layer: Layer, words: str, kind: Type, at: Point, anchor: Anchor) -> None:
    if words.strip():
        write(layer, words, kind, at, anchor=anchor)


def body(style: Style) -> Type:
    """Return the type of running words on an aid: as large as notes, as dark as a key."""
    return style.lettering["key"]._replace(size=style.lettering["note"].size)


def bold(kind: Type) -> Type:
    """Return a sans type in its semibold face."""
    return kind._replace(face=type(kind.face)("sans-semibold"))


def smaller(kind: Type, factor: float) -> Type:
    """Return a type scaled, but never under 5 point."""
    return kind._replace(size=type(kind.size)(max(SMALLEST, kind.size * factor)))


def told(words: str, kind: Type, room: float) -> Type:
    """Return the type in which words fit a room; DataError where they do not at 5 point."""
    kind = fitted(words, kind, room)
    if width(words, kind) > room + 1e-6:
        raise DataError(f"{clipped(words)} is too wide for its {room:.1f} mm at 5 point")
    return kind


def panel_head(style: Style) -> Type:
    """Return the type of a panel's heading."""
    kind = style.lettering["key_head"]
    return smaller(kind, 0.85)._replace(tracking=type(kind.tracking)(0.02))


def shrunk(style: Style, factor: float) -> Style:
    """Return a style with all its lettering scaled, but never under 5 point."""
    return style._replace(lettering={name: smaller(kind, factor) for name, kind in style.lettering.items()})


def head_onto(picture: Picture, style: Style, words: tuple[str, str], room: float) -> float:
    """Draw a title and at its right the rule, over a hairline; return where the panel's own matter may begin."""
    title, rule = words
    if not title:
        return 0.0
    small = style.lettering["note"]
    beside = width(rule, small) + 1.5 if rule else 0.0
    leaves, kind = broken(title, panel_head(style), room - beside)
    base = picture.lines(leaves, kind, (0.0, 0.12 * kind.size))
    if rule:
        picture.words(rule, small, (room, base), anchor="end")
    under = base + 0.4 * kind.size
    picture.line([(0, under), (room, under)], **style.margin.hairline.line())
    return under + 0.5 * body(style).size
