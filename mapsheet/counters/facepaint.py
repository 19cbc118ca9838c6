"""The items of a layout painted on one face, with notes of what is cut short, out of the safe area or hard to read."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, radians, sin
from pathlib import Path

from mapsheet.box import Box, Point, around
from mapsheet.colours import READABLE, contrast
from mapsheet.counters.faceshapes import arrow, band, front, set_in
from mapsheet.counters.layouts import SLOT, Item, Layout
from mapsheet.counters.palette import Palette
from mapsheet.counters.symbolparts import HOLE, INK, Symbol, ink_box
from mapsheet.counters.symbols import SYMBOLS
from mapsheet.counters.values import Face
from mapsheet.icons import Icon, Picture, Raster, read_picture
from mapsheet.sheet import Layer
from mapsheet.style import Attributes, Colour, Em, Ems, FaceName, Style, Type
from mapsheet.text import SMALLEST, Anchor, missing, outline
from mapsheet.textlayer import characters
from mapsheet.typeset import LEADING, cap_height

SLACK = 0.02  # mm; outlines are rounded to micrometres


class FacePainter:
    """Paints one face into a group; `notes` says what does not print well."""

    def __init__(self, group: Layer, style: Style, palette: Palette, box: Box, bleed: float) -> None:
        self.group, self.style, self.palette, self.box = group, style, palette, box
        self.safe = box.grown(-style.counter.safe)
        self.outer = box.grown(bleed)
        self.corner = 0.0 if bleed else min(style.counter.corner, box.width / 3, box.height / 3)
        self.notes: list[str] = []
        self._beneath: list[tuple[Box, str]] = []
        self._scale, self._origin = 1.0, (box.left, box.top)
        self._symbol_name, self._has_own_place = "", False
        self._picture: Picture | None = None
        self._values: Mapping[str, str] = {}
        self._painters = {
            "text": self._text, "symbol": self._symbol, "image": self._image, "band": self._band, "rule": self._rule,
            "arrow": self._arrow, "front": self._front, "disc": self._disc, "box": self._panel,
        }  # fmt: skip

    def ground(self, *, edge: bool) -> None:
        """Fill the counter with its ground, with the line around it where asked for."""
        self.group.rect(self.outer, rounded=self.corner, fill=self.palette.ground)
        if edge and self.style.counter.edge.width:
            pen = self.style.counter.edge
            half = self.box.grown(-pen.width / 2)
            self.group.rect(half, rounded=max(0.0, self.corner - pen.width / 2), **pen.line())

    def face(self, layout: Layout, face: Face, values: Mapping[str, str], folder: Path) -> None:
        """Paint the items of a layout with the words of a face."""
        wide, high = layout.canvas
        self._scale = min(self.box.width / wide, self.box.height / high)
        x, y = self.box.centre
        self._origin = (x - wide * self._scale / 2, y - high * self._scale / 2)
        self._symbol_name, self._values = face.symbol, values
        self._picture = read_picture(folder, face.image) if face.image else None
        self._has_own_place = any(item.draw == "image" for item in layout.items)
        for item in layout.items:
            if all(self._met(need) for need in item.needs):
                self._painters[item.draw](item)

    def _met(self, need: str) -> bool:
        filled = bool(self._values.get(need.lstrip("!")))
        return filled != need.startswith("!")

    def _at(self, spot: Point) -> Point:
        return (self._origin[0] + spot[0] * self._scale, self._origin[1] + spot[1] * self._scale)

    def _box(self, item: Item) -> Box:
        (x, y), wide, high = self._at(item.at), item.size[0] * self._scale / 2, item.size[1] * self._scale / 2
        return Box(x - wide, y - high, x + wide, y + high)

    def _words(self, text: str) -> str:
        """Return a text with its slots filled; nothing where it has slots and none of them is filled."""
        slots = SLOT.findall(text)
        if slots and not any(self._values.get(slot) for slot in slots):
            return ""
        return SLOT.sub(lambda found: self._values.get(found[1], ""), text).strip()

    def _keep(self, box: Box, what: str) -> None:
        if not self.safe.holds(box, slack=SLACK):
            safe = self.safe
            over = max(safe.left - box.left, safe.top - box.top, box.right - safe.right, box.bottom - safe.bottom)
            self.notes.append(f"{what} reaches {over:.2f} mm outside the safe area")

    def _read(self, box: Box, colour: str, what: str) -> None:
        """Note words that stand out too little from any ground that they lie on."""
        x, y = box.centre
        under = self.palette.ground
        for area, ground in self._beneath:
            if area.left <= x <= area.right and area.top <= y <= area.bottom:
                under = ground
        if (found := contrast(colour, under)) < READABLE:
            self.notes.append(f"{what} has a contrast of {found:.1f}, less than {READABLE}")

    # ---- words

    def _text(self, item: Item) -> None:
        words = self._words(item.text)
        colour = self.palette.of(item.colour)
        if not words or colour in ("", "none"):
            return
        size = max(SMALLEST, item.size[1] * self._scale)
        kind = Type(FaceName(item.face), Em(size), Colour(colour), tracking=Ems(item.tracking))
        lines, kind, cut = set_in(words, kind, self._room(item), item.lines)
        if cut:
            self.notes.append(f"{words!r} is cut to {' '.join(lines)!r}")
        step = LEADING * kind.size
        x, y = self._at(item.at)
        high = cap_height(kind)
        for row, line in enumerate(lines):
            down = high / 2 + (row - (len(lines) - 1) / 2) * step
            turned = radians(item.turn)
            self._line(line, kind, (x - down * sin(turned), y + down * cos(turned)), item)

    def _line(self, words: str, kind: Type, at: Point, item: Item) -> None:
        anchor: Anchor = item.anchor  # type: ignore[assignment]
        if lost := missing(words, kind.face):
            self.notes.append(f"{words!r} has characters that no face has, printed as boxes: {characters(lost)}")
        lettering = outline(words, kind.face, kind.size, at=at, anchor=anchor, tracking=kind.tracking, turn=item.turn)
        self.group.lettering(lettering, kind.colour)
        self._keep(lettering.box, repr(words))
        self._read(lettering.box, kind.colour, repr(words))

    def _room(self, item: Item) -> float:
        """Return how wide a text may be: as the layout says, else as far as the safe area reaches."""
        if item.room:
            return item.room * self._scale
        (x, y), safe = self._at(item.at), self.safe
        before, after = (y - safe.top, safe.bottom - y) if item.turn % 180 else (x - safe.left, safe.right - x)
        rooms = {"start": after, "end": before, "middle": 2 * min(before, after)}
        return max(SMALLEST, rooms[item.anchor])

    # ---- symbols and pictures

    def _symbol(self, item: Item) -> None:
        if self._picture and not item.symbol and not self._has_own_place:
            self._image(item)
            return
        names = (self._words(item.symbol) if item.symbol else self._symbol_name).split() * item.repeat
        for name, place in zip(names, self._places(item, len(names)), strict=True):
            if symbol := SYMBOLS.get(name, ()):
                hole = self.palette.of(item.hole) or self.palette.ground
                _draw_symbol(self.group, symbol, place, item.turn, {INK: self.palette.of(item.colour), HOLE: hole})
                self._keep(_inked(symbol, place, item.turn), f"the symbol {name}")

    def _places(self, item: Item, many: int) -> list[Box]:
        """Return places for so many symbols in a row about the item's middle."""
        first = self._box(item)
        dx, dy = item.step[0] * self._scale, item.step[1] * self._scale
        return [first.moved((k - (many - 1) / 2) * dx, (k - (many - 1) / 2) * dy) for k in range(many)]

    def _image(self, item: Item) -> None:
        """Draw the face's picture as large as fits."""
        picture, box = self._picture, self._box(item)
        if picture is None:
            return
        scale = min(box.width / picture.width, box.height / picture.height)
        wide, high, (x, y) = picture.width * scale / 2, picture.height * scale / 2, box.centre
        place = Box(x - wide, y - high, x + wide, y + high)
        if isinstance(picture, Raster):
            self.group.image(picture.uri, place)
        else:
            _draw_icon(self.group, picture, place, self.palette, item.colour)
        self._keep(place, "the picture")

    # ---- areas and lines

    def _band(self, item: Item) -> None:
        """Fill a band along an edge, out to the end of the bleed."""
        colour = self.palette.of(item.colour)
        if not colour:
            return
        thick, (left, top, right, bottom) = item.thick * self._scale, self.outer
        inner = {
            "top": Box(left, top, right, self.box.top + thick), "bottom": Box(left, self.box.bottom - thick, right, bottom),
            "left": Box(left, top, self.box.left + thick, bottom), "right": Box(self.box.right - thick, top, right, bottom),
        }[item.edge]  # fmt: skip
        self.group.path(band(inner, self.outer, self.corner), fill=colour)
        self._beneath.append((inner, colour))

    def _panel(self, item: Item) -> None:
        self._area(item, self._box(item), item.corner * self._scale)

    def _disc(self, item: Item) -> None:
        self._area(item, self._box(item), min(item.size) * self._scale / 2)

    def _area(self, item: Item, box: Box, rounded: float) -> None:
        colour, rim = self.palette.of(item.colour), self.palette.of(item.line) if item.line else ""
        if not colour:
            return
        pen: Attributes = {"stroke": rim, "stroke_width": item.thick * self._scale} if rim else {}
        self.group.rect(box, rounded=rounded, fill=colour, **pen)
        self._keep(box.grown(item.thick * self._scale / 2 if rim else 0.0), f"a {item.draw}")
        if colour != "none":
            self._beneath.append((box, colour))

    def _rule(self, item: Item) -> None:
        pen: Attributes = {"stroke": self.palette.of(item.colour) or "none", "stroke_width": item.thick * self._scale}
        ends = [self._at(item.at), self._at(item.to)]
        self.group.line(ends, **pen)
        self._keep(around(ends), "a rule")

    def _arrow(self, item: Item) -> None:
        """Draw a shaft with a solid head, `size` long and wide, from `at` to the tip at `to`."""
        head = (item.size[0] * self._scale, item.size[1] * self._scale)
        points = arrow(self._at(item.at), self._at(item.to), item.thick * self._scale, head)
        self.group.polygon(points, fill=self.palette.of(item.colour) or "none")
        self._keep(around(points), "an arrow")

    def _front(self, item: Item) -> None:
        """Draw the edge towards the enemy."""
        place = self._box(item)
        self.group.polygon(front(place, item.thick * self._scale), fill=self.palette.of(item.colour) or "none")
        self._keep(place, "the front edge")


def _inked(symbol: Symbol, place: Box, turn: float) -> Box:
    """Return the box around a symbol's ink where it is placed and turned."""
    scale, (x, y), angle = min(place.width, place.height) / 100, place.centre, radians(turn)
    ink = ink_box(symbol)
    corners = [((a - ink.centre[0]) * scale, (b - ink.centre[1]) * scale) for a, b in ink.corners]
    return around((x + a * cos(angle) - b * sin(angle), y + a * sin(angle) + b * cos(angle)) for a, b in corners)


def draw_symbol(layer: Layer, name: str, place: Box, *, ink: str, ground: str) -> None:
    """Draw a symbol by its name as large as its place, in one colour over the colour of its holes; nothing for none."""
    if symbol := SYMBOLS.get(name, ()):
        _draw_symbol(layer, symbol, place, 0.0, {INK: ink, HOLE: ground})


def _draw_symbol(group: Layer, symbol: Symbol, place: Box, turn: float, colours: Mapping[str, str]) -> None:
    """Draw a symbol with the middle of its ink in the middle of its place."""
    scale = min(place.width, place.height) / 100
    (x, y), (a, b) = place.centre, ink_box(symbol).centre
    move = f"translate({x - a * scale:.4f} {y - b * scale:.4f}) scale({scale:.6f})"
    inner = group.group(transform=f"rotate({turn:g} {x:.4f} {y:.4f}) {move}" if turn else move)
    for part in symbol:
        pen: Attributes = {"stroke_width": part.width, "stroke_linejoin": "round", "stroke_linecap": "round"}
        lined = {"stroke": colours[part.stroke], **pen} if part.stroke in colours else {}
        inner.path(part.d, fill=colours.get(part.fill, "none"), **lined)


def _draw_icon(group: Layer, icon: Icon, place: Box, palette: Palette, colour: str) -> None:
    scale, ink = place.width / icon.width, palette.of(colour)
    inner = group.group(transform=f"translate({place.left:.4f} {place.top:.4f}) scale({scale:.6f})")
    for shape in icon.shapes:
        fill, stroke = (ink if paint == "currentColor" else palette.of(paint) for paint in (shape.fill, shape.stroke))
        pen: Attributes = {"stroke": stroke, "stroke_width": shape.width} if stroke != "none" else {}
        opacity = None if shape.opacity >= 1 else shape.opacity
        inner.path(shape.d, fill=fill, fill_rule="evenodd" if shape.evenodd else None, opacity=opacity, **pen)
