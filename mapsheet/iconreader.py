"""SVG icons read to paths: a parser that knows no entities, a short list of elements, and everything else refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import isfinite, radians, sqrt
from typing import TYPE_CHECKING, Any, NoReturn
from xml.parsers import expat

from mapsheet.errors import DataError, Fault, clipped
from mapsheet.icons import SPAN, Icon, IconShape, lengths
from mapsheet.paths import number

if TYPE_CHECKING:
    from fontTools.misc.transform import Transform

SVG = "http://www.w3.org/2000/svg "
SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
GROUPS = ("svg", "g", "defs", "use")
SILENT = ("title", "desc", "metadata")
EDITORS = ("inkscape", "sodipodi")  # whose own elements draw nothing
MOST_NODES, DEEPEST = 4_000, 40
MOST_SHAPES, DEEPEST_USE = 1_000, 8
MOST_LETTERS = 120_000
INHERITED = ("fill", "stroke", "stroke-width", "fill-rule", "fill-opacity", "stroke-opacity", "visibility")
EFFECTS = ("clip-path", "mask", "filter", "marker-start", "marker-mid", "marker-end", "marker")
FARTHEST, MOST_TRANSFORM = 1e5, 2_000
Paint = dict[str, str]
START: Paint = {}
_TRANSFORM = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)")
_TRANSFORMS = re.compile(rf"\s*(?:{_TRANSFORM.pattern}[\s,]*)*")


class Node:
    """An element: its name, attributes, children, and where it begins in the file."""

    def __init__(self, tag: str, attributes: dict[str, str], place: tuple[int, int]) -> None:
        self.tag, self.attributes, self.place = tag, attributes, place
        self.children: list[Node] = []


def read_icon(raw: bytes, name: str) -> Icon:
    """Return the icon in an SVG document; DataError with the place of the first thing that an icon may not hold."""
    return _Icon(name).read(raw)


class _Tree:
    """Reads elements; nothing that a document declares or refers to is followed."""

    def __init__(self, refuse: Callable[[str, tuple[int, int] | None], NoReturn]) -> None:
        self.refuse = refuse
        self.ids: dict[str, Node] = {}
        self._open: list[Node] = []
        self._roots: list[Node] = []
        self._count = 0
        self._parser = parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = lambda _: self._open.pop()
        parser.EntityDeclHandler = self._refused("declares an entity; none is read")
        parser.ExternalEntityRefHandler = self._refused("refers to an external entity; none is read")
        parser.SkippedEntityHandler = self._refused("refers to an unknown entity")
        parser.ProcessingInstructionHandler = self._refused("has a processing instruction; none is followed")

    def parse(self, raw: bytes) -> Node:
        try:
            self._parser.Parse(raw, True)
        except expat.ExpatError as error:
            self.refuse(f"is no XML: {expat.ErrorString(error.code)}", (error.lineno, error.offset + 1))
        except (ValueError, LookupError) as error:
            self.refuse(f"is no XML: {error}", None)
        return self._roots[0]

    def _place(self) -> tuple[int, int]:
        return self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        node = Node(tag, attributes, self._place())
        self._count += 1
        if self._count > MOST_NODES or len(self._open) >= DEEPEST:
            self.refuse(f"has more than {MOST_NODES:,} elements or {DEEPEST} levels of them", node.place)
        (self._open[-1].children if self._open else self._roots).append(node)
        self._open.append(node)
        self.ids.setdefault(attributes.get("id", ""), node)

    def _refused(self, what: str) -> Any:
        return lambda *_: self.refuse(what, self._place())


class _Icon:
    """Reads one icon; `refuse` stops at the first fault, for what follows it cannot be trusted."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.ids: dict[str, Node] = {}
        self.shapes: list[IconShape] = []
        self.letters = self.uses = 0

    def refuse(self, what: str, place: tuple[int, int] | None = None) -> NoReturn:
        raise DataError(Fault(what, self.name, *(place or (1, 1))))

    def read(self, raw: bytes) -> Icon:
        root = self._parsed(raw)
        if root.tag != f"{SVG}svg":
            self.refuse(f"is no SVG: its root is {clipped(root.tag)}", root.place)
        left, top, width, height = self._frame(root)
        from fontTools.misc.transform import Transform

        scale = SPAN / max(width, height)
        self._walk(root, Transform(scale, 0, 0, scale, -left * scale, -top * scale), START, 1.0, 0)
        if not self.shapes:
            self.refuse("holds no shape that is drawn", root.place)
        return Icon(width * scale, height * scale, tuple(self.shapes))

    def _frame(self, root: Node) -> tuple[float, float, float, float]:
        """Return the corner and size of what the icon shows."""
        given = root.attributes
        try:
            box = tuple(lengths(given["viewBox"])) if "viewBox" in given else (
                0.0, 0.0, *lengths(f"{given['width']} {given['height']}"),
            )  # fmt: skip
            left, top, width, height = box
        except (KeyError, ValueError):
            self.refuse("has no size: expected a viewBox of four numbers, or width and height in px", root.place)
        if not all(isfinite(value) and abs(value) < 1e6 for value in box) or min(width, height) <= 0.001:
            self.refuse("has no size that can be drawn", root.place)
        if max(width, height) / min(width, height) > 50:
            self.refuse("is more than fifty times as long as wide", root.place)
        return left, top, width, height

    def _parsed(self, raw: bytes) -> Node:
        tree = _Tree(self.refuse)
        root = tree.parse(raw)
        self.ids = tree.ids
        return root

    # ---- walking

    def _walk(self, node: Node, turn: Transform, paint: Paint, opacity: float, used: int) -> None:
        """Take over what a node draws, in the properties and under the transform of what it stands in."""
        space, _, kind = node.tag.rpartition(" ")
        if f"{space} " != SVG:
            if not any(editor in space for editor in EDITORS):
                self.refuse(f"holds an element that is not of SVG: {clipped(kind)}", node.place)
            return
        if kind in SILENT:
            return
        if kind not in (*SHAPES, *GROUPS) or (kind == "svg" and paint is not START):
            self.refuse(f"holds <{clipped(kind)[1:-1]}>, which an icon may not", node.place)
        own = self._properties(node)
        if kind == "defs" or own.get("display") == "none":
            return
        turn = self._turned(node, turn)
        opacity *= self._number(own.get("opacity", "1"), node, most=1.0)
        paint = {**paint, **{key: own[key] for key in INHERITED if key in own and own[key] != "inherit"}}
        if kind in SHAPES:
            self._shape(node, kind, turn, paint, opacity)
        for child in [self._target(node, used)] if kind == "use" else node.children:
            self._walk(child, turn, paint, opacity, used + (kind == "use"))

    def _properties(self, node: Node) -> dict[str, str]:
        """Return the attributes of a node under the declarations of its style; what could run or fetch is refused."""
        own = {key.rpartition(" ")[2]: value.strip() for key, value in node.attributes.items()}
        for key, value in own.items():
            if key.lower().startswith("on"):
                self.refuse(f"has a script in the attribute {clipped(key)}", node.place)
            if key == "href" and not (value.startswith("#") and node.tag == f"{SVG}use"):
                self.refuse(f"refers to something outside: {clipped(value)}", node.place)
        own.update(_declared(own.get("style", "")))
        for key, value in own.items():
            if "url(" in value.lower() or "@import" in value.lower():
                self.refuse(f"fills or draws by reference, {clipped(key)}: icons have plain colours", node.place)
            if key in EFFECTS and value != "none":
                self.refuse(f"has an effect that is not drawn: {clipped(key)}", node.place)
        return own

    def _target(self, node: Node, used: int) -> Node:
        href = next((value for key, value in node.attributes.items() if key.rpartition(" ")[2] == "href"), "")
        found = self.ids.get(href.removeprefix("#")) if len(href) > 1 else None
        if found is None:
            self.refuse(f"uses what it does not hold: {clipped(href)}", node.place)
        self.uses += 1
        if used >= DEEPEST_USE or self.uses > MOST_SHAPES:
            self.refuse(f"has uses inside uses more than {DEEPEST_USE} deep, or more than {MOST_SHAPES:,}", node.place)
        return found

    def _turned(self, node: Node, turn: Transform) -> Transform:
        own = node.attributes.get("transform", "")
        if len(own) > MOST_TRANSFORM or not _TRANSFORMS.fullmatch(own):
            self.refuse(f"has a transform that cannot be read: {clipped(own)}", node.place)
        try:
            for name, numbers in _TRANSFORM.findall(own):
                turn = _transformed(turn, name, list(lengths(numbers)))
            if node.tag == f"{SVG}use":
                turn = turn.translate(*(next(lengths(node.attributes.get(key, "0"))) for key in ("x", "y")))
        except (ValueError, TypeError, IndexError, OverflowError):
            self.refuse(f"has a transform that cannot be read: {clipped(own)}", node.place)
        return turn

    # ---- drawing

    def _shape(self, node: Node, kind: str, turn: Transform, paint: Paint, opacity: float) -> None:
        fill = self._colour(paint.get("fill", "currentColor"), node)
        stroke = self._colour(paint.get("stroke", "none"), node)
        fill_share, stroke_share = (self._number(paint.get(f"{key}-opacity", "1"), node, most=1.0) for key in ("fill", "stroke"))
        scale = sqrt(abs(turn[0] * turn[3] - turn[1] * turn[2]))
        width = self._number(paint.get("stroke-width", "1"), node, most=1e6) * scale
        if paint.get("visibility") in ("hidden", "collapse") or (fill == stroke == "none"):
            return
        self.letters += len(node.attributes.get("d", "")) + len(node.attributes.get("points", ""))
        if len(self.shapes) >= MOST_SHAPES or self.letters > MOST_LETTERS:
            self.refuse(f"has more than {MOST_SHAPES:,} shapes, or outlines of more than {MOST_LETTERS:,} letters", node.place)
        d = self._outline(node, kind, turn)
        evenodd = paint.get("fill-rule") == "evenodd"
        if fill != "none" and d:
            self.shapes.append(IconShape(d, fill, "none", 0.0, opacity * fill_share, evenodd))
        if stroke != "none" and width > 0 and d:
            self.shapes.append(IconShape(d, "none", stroke, width, opacity * stroke_share, evenodd))

    def _outline(self, node: Node, kind: str, turn: Transform) -> str:
        """Return the outline of a shape as path data on the icon's own square."""
        from fontTools.pens.boundsPen import BoundsPen
        from fontTools.pens.recordingPen import RecordingPen
        from fontTools.pens.svgPathPen import SVGPathPen
        from fontTools.pens.transformPen import TransformPen
        from fontTools.svgLib.path import parse_path

        pen, record, bounds = SVGPathPen(None, ntos=number), RecordingPen(), BoundsPen(None)
        try:
            parse_path(written(kind, node.attributes), TransformPen(record, turn))
            record.replay(bounds)
            if bounds.bounds and not all(isfinite(value) and abs(value) <= FARTHEST for value in bounds.bounds):
                self.refuse("reaches far outside what it shows", node.place)
            record.replay(pen)
        except (ValueError, IndexError, KeyError, TypeError, AssertionError, ArithmeticError, RuntimeError) as error:
            self.refuse(f"has a <{kind}> that cannot be read: {clipped(str(error))}", node.place)
        return str(pen.getCommands())

    def _colour(self, text: str, node: Node) -> str:
        from tinycss2.color3 import parse_color

        if text == "none":
            return text
        colour = parse_color(text[:100])
        if colour is None:
            self.refuse(f"has a colour that cannot be read: {clipped(text)}", node.place)
        if isinstance(colour, str):
            return "currentColor"
        if colour.alpha == 0:
            return "none"
        return "#" + "".join(f"{round(255 * min(1.0, max(0.0, part))):02X}" for part in colour[:3])

    def _number(self, text: str, node: Node, *, most: float) -> float:
        try:
            value = float(text.removesuffix("px").removesuffix("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            self.refuse(f"expected a number, got {clipped(text)}", node.place)
        if not 0 <= value <= most:
            self.refuse(f"expected a number from 0 to {most:g}, got {clipped(text)}", node.place)
        return value


def _declared(style: str) -> Iterator[tuple[str, str]]:
    """Yield the declarations of a style attribute."""
    for declaration in style.split(";"):
        key, _, value = declaration.partition(":")
        if key.strip():
            yield key.strip().lower(), value.replace("!important", "").strip()


def _transformed(turn: Transform, name: str, values: list[float]) -> Transform:
    """Return a transform followed by one more; errors for numbers that do not belong to it."""
    if not all(isfinite(value) and abs(value) < 1e9 for value in values):
        raise ValueError("a number that is not finite")
    if name == "matrix":
        a, b, c, d, e, f = values
        return turn.transform((a, b, c, d, e, f))
    if name == "rotate" and len(values) == 3:
        return turn.translate(*values[1:]).rotate(radians(values[0])).translate(-values[1], -values[2])
    if name == "scale" and len(values) == 1:
        values *= 2
    if name in ("rotate", "skewX", "skewY"):
        (angle,) = (radians(value) for value in values)
        return turn.rotate(angle) if name == "rotate" else turn.skew(*((angle, 0) if name == "skewX" else (0, angle)))
    return turn.translate(*values) if name == "translate" else turn.scale(*values)


def written(kind: str, given: dict[str, str]) -> str:
    """Return a shape as path data in its own units; ValueError for a number that is none."""

    def value(*keys: str, default: str = "0") -> float:
        return next(lengths(next((given[key] for key in keys if key in given), default)))

    if kind == "path":
        return given.get("d", "")
    if kind == "line":
        return f"M{value('x1')} {value('y1')}L{value('x2')} {value('y2')}"
    if kind in ("polyline", "polygon"):
        numbers = " ".join(str(number) for number in lengths(given.get("points", "")))
        return f"M{numbers}{'Z' if kind == 'polygon' else ''}" if numbers else ""
    if kind == "rect":
        return _rect(value("x"), value("y"), (value("width"), value("height")), (value("rx", "ry"), value("ry", "rx")))
    across, down = (value("r"), value("r")) if kind == "circle" else (value("rx"), value("ry"))
    x, y = value("cx"), value("cy")
    if across <= 0 or down <= 0:
        return ""
    arc = f"A{across} {down} 0 1 1 "
    return f"M{x - across} {y}{arc}{x + across} {y}{arc}{x - across} {y}Z"


def _rect(x: float, y: float, size: tuple[float, float], corner: tuple[float, float]) -> str:
    wide, high = size
    if wide <= 0 or high <= 0:
        return ""
    a, b = min(max(corner[0], 0.0), wide / 2), min(max(corner[1], 0.0), high / 2)
    if not (a and b):
        return f"M{x} {y}H{x + wide}V{y + high}H{x}Z"
    arc = f"A{a} {b} 0 0 1 "
    return (
        f"M{x + a} {y}H{x + wide - a}{arc}{x + wide} {y + b}V{y + high - b}{arc}{x + wide - a} {y + high}"
        f"H{x + a}{arc}{x} {y + high - b}V{y + b}{arc}{x + a} {y}Z"
    )
