"""A sheet of paper in millimetres: named layers, groups and shapes, written as SVG; the one module that uses svgwrite.

svgwrite's own checks are slow and let NaN and control characters pass, so they are off and everything that enters is
checked here: ids, attribute names, colours, path data, numbers and words. A wrong attribute name is a TypeError (the
caller's slip); a value that cannot stand on a sheet is a DataError, for values come from files.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from mapsheet.digits import number_path, number_stroke
from mapsheet.errors import DataError, clipped
from mapsheet.fonts import FAMILIES
from mapsheet.paths import number, polyline
from mapsheet.text import missing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from xml.etree.ElementTree import Element

    from svgwrite.base import BaseElement

    from mapsheet.box import Box, Point
    from mapsheet.text import Lettering

__all__ = ["ATTRIBUTES", "Layer", "Sheet", "Value", "number"]

Value = str | float | None
"""What an attribute may be given; None leaves it out."""

INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"

ATTRIBUTES = {
    name.replace("-", "_"): name
    for name in (
        *("fill", "fill-opacity", "fill-rule", "opacity", "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap"),
        *("font-family", "font-size", "font-weight", "font-style", "letter-spacing", "text-anchor", "x", "y"),
        *("stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width", "transform", "class", "role", "aria-label"),
    )
}
"""The attributes that shapes and groups take, by keyword; `data_…` and `clip` (an id) are taken too."""

_ID = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9+\-., \n]*")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}|none")
_PICTURE = re.compile(r"data:image/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}")
_TRANSFORM = re.compile(r"(?:(?:translate|rotate|scale|matrix|skewX|skewY)\([0-9+\-., ]*\) ?)+")
# what XML 1.0 cannot carry, not even escaped
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def _legal_id(name: str) -> str:
    if not _ID.fullmatch(name):
        raise DataError(f"an id is a letter or _ followed by letters, digits, '_', '.' or '-', got {clipped(name)}")
    return name


def _legal_text(text: str) -> str:
    if _UNPRINTABLE.search(text):
        raise DataError(f"control characters cannot be printed: {clipped(text)}")
    return text


def _legal_path(d: str) -> str:
    if not _PATH.fullmatch(d):
        raise DataError(f"not path data: {clipped(d)}")
    return d


@lru_cache(maxsize=4096)
def _attribute(key: str, value: str | float) -> tuple[str, str]:
    if key == "clip":
        return ("clip-path", f"url(#{_legal_id(str(value))})")
    name = ATTRIBUTES.get(key)
    if name is None:
        if not re.fullmatch(r"data_[a-z_]+", key):
            raise TypeError(f"{key!r} is not an attribute of a shape")
        name = key.replace("_", "-")
    if not isinstance(value, str):
        return (name, number(value))
    if name in ("fill", "stroke") and not _COLOUR.fullmatch(value):
        raise DataError(f"a colour is #rrggbb or none, got {clipped(value)}")
    if name == "transform" and not _TRANSFORM.fullmatch(value):
        raise DataError(f"not a transform: {clipped(value)}")
    return (name, _legal_text(value))


class Layer:
    """A group of a sheet; what is drawn later lies on top. All lengths are mm, y grows downwards.

    Every shape takes `id` (unique on the sheet), `title` (shown when a browser points at it) and ATTRIBUTES as keywords.
    """

    def __init__(self, sheet: Sheet, element: BaseElement) -> None:
        self._sheet = sheet
        self._element = element

    def path(self, d: str, *, id: str | None = None, title: str | None = None, **style: Value) -> None:  # noqa: A002
        """Draw path data."""
        self._draw("path", {"d": _legal_path(d)}, id=id, title=title, **style)

    def polygon(self, points: Iterable[Point], *, id: str | None = None, title: str | None = None, **style: Value) -> None:  # noqa: A002
        """Draw a closed shape through the points."""
        self._draw("path", {"d": polyline(points, closed=True)}, id=id, title=title, **style)

    def line(self, points: Iterable[Point], *, id: str | None = None, title: str | None = None, **style: Value) -> None:  # noqa: A002
        """Draw straight from point to point, open and not filled."""
        self._draw("path", {"d": polyline(points)}, id=id, title=title, **{"fill": "none", **style})

    def circle(self, centre: Point, radius: float, *, id: str | None = None, title: str | None = None, **style: Value) -> None:  # noqa: A002
        """Draw a circle."""
        place = {"cx": number(centre[0]), "cy": number(centre[1]), "r": number(radius)}
        self._draw("circle", place, id=id, title=title, **style)

    def rect(self, box: Box, *, rounded: float = 0, id: str | None = None, title: str | None = None, **style: Value) -> None:  # noqa: A002
        """Draw a box, its corners rounded by a radius."""
        place = {"x": number(box.left), "y": number(box.top), "width": number(box.width), "height": number(box.height)}
        if rounded:
            place["rx"] = number(rounded)
        self._draw("rect", place, id=id, title=title, **style)

    def image(self, uri: str, box: Box, *, id: str | None = None, title: str | None = None, **style: Value) -> None:  # noqa: A002
        """Draw a PNG or JPEG, given as a data URI, as large as fits into a box, about its middle."""
        if not _PICTURE.fullmatch(uri):
            raise DataError(f"a picture on a sheet is a data URI of a PNG or JPEG, got {clipped(uri)}")
        place = {"x": number(box.left), "y": number(box.top), "width": number(box.width), "height": number(box.height)}
        self._draw("image", {**place, "xlink:href": uri}, id=id, title=title, **style)

    def group(self, id: str | None = None, title: str | None = None, **style: Value) -> Layer:  # noqa: A002
        """Return a new group inside this one, empty so far."""
        return Layer(self._sheet, self._draw("g", {}, id=id, title=title, **style))

    def lettering(
        self,
        lettering: Lettering,
        fill: str,
        *,
        halo: str | None = None,
        halo_width: float = 0.6,
        id: str | None = None,  # noqa: A002
        **style: Value,
    ) -> None:
        """Draw outlined words, over a halo that reaches `halo_width` mm beyond the letters; the group carries the words."""
        if not lettering.d:
            return
        if self._sheet.fonts is not None:
            self._live(lettering, fill, (halo, halo_width) if halo else None, id=id, **style)
            return
        lost = missing(lettering.words, lettering.live.face)
        group = self.group(id, lettering.words, role="img", aria_label=lettering.words, data_missing=lost or None, **style)
        if halo:
            # its own element, because CairoSVG paints a halo of paint-order over the letters
            group.path(lettering.d, fill=halo, stroke=halo, stroke_width=2 * halo_width, stroke_linejoin="round")
        group.path(lettering.d, fill=fill)

    def _live(self, lettering: Lettering, fill: str, halo: tuple[str, float] | None, *, id: str | None, **style: Value) -> None:  # noqa: A002
        """Write words as text, on a path of its own where they follow a curve."""
        live = lettering.live
        kind = FAMILIES[live.face]
        look: dict[str, Value] = {
            "font_family": self._sheet.family(live.face), "font_size": live.size, "font_weight": kind.weight,
            "font_style": kind.style, "letter_spacing": live.tracking * live.size or None,
        }
        group = Layer(self._sheet, self._draw("g", _checked({**style, **look}), id=id))
        place: dict[str, Value] = {"x": live.start[0], "y": live.start[1]}
        if live.turn:
            place["transform"] = f"rotate({number(live.turn)} {number(live.start[0])} {number(live.start[1])})"
        pens: list[dict[str, Value]] = [{"fill": fill}]
        if halo:
            pens.insert(0, {"fill": halo[0], "stroke": halo[0], "stroke_width": 2 * halo[1], "stroke_linejoin": "round"})
        for pen in pens:
            if live.curve:
                group.words(lettering.words, pen, path=self._sheet.course(polyline(live.curve)))
            else:
                group.words(lettering.words, {**place, **pen})

    def words(self, text: str, style: dict[str, Value], *, path: str | None = None) -> None:
        """Write text that stays text, at `x` and `y` of its style or on a path defined by `Sheet.course`."""
        element = self._sheet.element("text", _checked(style))
        inner = element
        if path is not None:
            inner = self._sheet.element("textPath", {"xlink:href": f"#{path}"})
            element.elements.append(inner)
        inner.text = _legal_text(text)
        self._element.elements.append(element)

    def numbers(self, items: Iterable[tuple[str, float, float]], size: float, ink: str, **style: Value) -> None:
        """Draw numbers in the stroked alphabet as one path, each (text, x, y) centred at x on the baseline y."""
        if self._sheet.fonts is not None:
            group = self.group(font_family=self._sheet.family("sans"), font_size=size, text_anchor="middle", fill=ink)
            for text, x, y in items if "stroke_width" not in style else ():
                group.words(text, {"x": x, "y": y})
            return
        d = number_path(items, size)
        if d:
            pen: dict[str, Value] = {"stroke_width": number_stroke(size), "stroke_linecap": "round", "stroke_linejoin": "round"}
            self._draw("path", {"d": d, **_checked({"fill": "none", "stroke": ink, **pen, **style})})

    def clip(self, id: str, d: str) -> str:  # noqa: A002
        """Define a clipping shape (no holes: CairoSVG fills them) and return its id, for the keyword `clip`."""
        return self._sheet.clip(id, d)

    def embed(self, element: Element) -> None:
        """Put an element of another drawing in here, as it is but for its ids, which must be new on this sheet."""
        self._sheet.claim(element)
        self._element.elements.append(_Embedded(element))

    def define(self, element: Element) -> None:
        """Put a definition of another drawing, such as a clipping shape, among those of this sheet."""
        self._sheet.define(element)

    def _draw(
        self,
        kind: str,
        place: dict[str, str],
        *,
        id: str | None = None,  # noqa: A002
        title: str | None = None,
        **style: Value,
    ) -> BaseElement:
        element = self._sheet.element(kind, {**place, **_checked(style)}, id=id, title=title)
        self._element.elements.append(element)
        return element


def _checked(style: dict[str, Value]) -> dict[str, str]:
    return dict(_attribute(key, value) for key, value in style.items() if value is not None)


class Sheet:
    """A sheet `width` by `height` mm with a title; `paper` colours it, else it is transparent; `layers` fixes their order.

    Where `fonts` is set before drawing, words stay text that can be edited: in the families that it names for `serif` and `sans`,
    else in the shipped ones.
    """

    def __init__(
        self,
        width: float,
        height: float,
        *,
        title: str,
        description: str = "",
        paper: str | None = None,
        layers: Sequence[str] = (),
    ) -> None:
        from svgwrite import Drawing

        if not (0 < width < 1e5 and 0 < height < 1e5):
            raise DataError(f"a sheet is between 0 and 100 metres wide and high, got {width} x {height} mm")
        self.width, self.height, self.title = width, height, title
        across, down = number(width), number(height)
        frame = {"size": (f"{across}mm", f"{down}mm"), "viewBox": f"0 0 {across} {down}"}
        self._drawing = Drawing(profile="full", debug=False, **frame)
        self._drawing.attribs["xmlns:inkscape"] = INKSCAPE
        self._drawing.set_desc(title=_legal_text(title), desc=_legal_text(description) or None)
        self.fonts: Mapping[str, str] | None = None
        self._ids: set[str] = set()
        self._courses: dict[str, str] = {}
        self._layers: dict[str, Layer] = {}
        if paper:
            style = _checked({"fill": paper})
            place = {"x": "0", "y": "0", "width": across, "height": down}
            self._drawing.elements.append(self.element("rect", {**place, **style}, id="paper"))
        for name in layers:
            self.layer(name)

    def layer(self, name: str, *, label: str | None = None, **style: Value) -> Layer:
        """Return the layer of that name, made on top of the others when it is new; Inkscape shows it under its label."""
        found = self._layers.get(name)
        if found is None:
            marks = {"inkscape:groupmode": "layer", "inkscape:label": _legal_text(label or name)}
            element = self.element("g", {**marks, **_checked(style)}, id=f"layer-{name}")
            self._drawing.elements.append(element)
            found = self._layers[name] = Layer(self, element)
        return found

    def family(self, face: str) -> str:
        """Return the font family of a face where text is live: the user's own, else the shipped one's."""
        kind = face.partition("-")[0]
        family = (self.fonts or {}).get(kind) or FAMILIES[face].family
        return f"{family}, {'sans-serif' if kind == 'sans' else 'serif'}"

    def course(self, d: str) -> str:
        """Define a path for words to follow and return its id; the same path is defined once."""
        if d not in self._courses:
            self._courses[d] = f"course-{len(self._courses) + 1}"
            self._drawing.defs.elements.append(self.element("path", {"d": _legal_path(d)}, id=self._courses[d]))
        return self._courses[d]

    def clip(self, id: str, d: str) -> str:  # noqa: A002
        """Define a clipping shape (no holes: CairoSVG fills them) and return its id, for the keyword `clip`."""
        shape = self.element("clipPath", {}, id=id)
        shape.elements.append(self.element("path", {"d": _legal_path(d)}))
        # CairoSVG draws a clipPath outside <defs> as a black shape
        self._drawing.defs.elements.append(shape)
        return id

    def define(self, element: Element) -> None:
        """Put a definition of another drawing, such as a clipping shape, among those of this one."""
        self.claim(element)
        self._drawing.defs.elements.append(_Embedded(element))

    def claim(self, element: Element) -> None:
        """Take the ids of an element of another drawing; DataError for one that is not legal or already taken."""
        for name in (part.attrib["id"] for part in element.iter() if "id" in part.attrib):
            self._take(name)

    def _take(self, name: str) -> None:
        if name in self._ids:
            raise DataError(f"the id {clipped(name)} stands twice on the sheet")
        self._ids.add(_legal_id(name))

    def element(self, kind: str, attributes: dict[str, str], *, id: str | None = None, title: str | None = None) -> BaseElement:  # noqa: A002
        """Return a new element that stands nowhere yet; DataError for an id that is not legal or already taken."""
        made = _bare(kind)
        made.attribs.update(attributes)
        if id is not None:
            self._take(id)
            made.attribs["id"] = id
        if title:
            made.set_desc(title=_legal_text(title))
        return made

    def to_svg(self) -> str:
        """Return the sheet as an SVG document, one element a line; the same drawing gives the same bytes."""
        from xml.etree import ElementTree as ET

        root = self._drawing.get_xml()
        ET.indent(root, space="")
        return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _bare(kind: str) -> BaseElement:
    from svgwrite.text import TSpan

    # svgwrite's one element that carries words as well
    made = TSpan("", debug=False)
    made.elementname = kind
    made.attribs.clear()
    return made


class _Embedded:
    """An element of another drawing among those of svgwrite."""

    def __init__(self, element: Element) -> None:
        self._element = element

    def get_xml(self) -> Element:
        """Return the element."""
        return self._element
