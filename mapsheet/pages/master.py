"""A sheet's SVG read once, so that a part of it can be written again and again without what lies elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from mapsheet.box import Box, around, union
from mapsheet.errors import DataError, NotationError, clipped
from mapsheet.matrix import Matrix, parse_transform
from mapsheet.pages.pathpieces import Piece, pieces

SPLIT = 1500
"""Characters of path data from which a path is cut into its subpaths."""

Keep = Callable[[Box], bool]
"""Says of a box whether what lies in it is wanted."""

_REFERENCE = re.compile(r"url\(#([^)]+)\)|^#(.+)$")
_ENDLESS = Box(-1e9, -1e9, 1e9, 1e9)
_NOWHERE = frozenset({"title", "desc", "metadata", "defs", "clipPath", "style"})


class Node(NamedTuple):
    """An element: its tag, attributes, words, box on the sheet (stroke included), what is in it, and a long path's subpaths."""

    name: str
    attributes: dict[str, str]
    words: str
    box: Box
    children: tuple[Node, ...] = ()
    pieces: tuple[Piece, ...] = ()

    @property
    def refers(self) -> set[str]:
        """Return the ids that the attributes refer to."""
        found = (_REFERENCE.findall(value) for name, value in self.attributes.items() if name not in {"d", "id"})
        return {one or other for pairs in found for one, other in pairs}


class Master(NamedTuple):
    """A sheet: width and height in mm, its title, definitions by id, and what is drawn, in order."""

    width: float
    height: float
    title: str
    definitions: dict[str, Node]
    drawn: tuple[Node, ...]

    @property
    def box(self) -> Box:
        """Return the box of the whole sheet."""
        return Box(0, 0, self.width, self.height)

    def part(self, keep: Keep) -> str:
        """Return the elements whose boxes are wanted, with the definitions that they need."""
        out: list[str] = []
        used: set[str] = set()
        for node in self.drawn:
            _write(node, keep, out, used)
        return "\n".join([*self._defined(used), *out])

    def _defined(self, used: set[str]) -> list[str]:
        found: dict[str, list[str]] = {}
        waiting = sorted(used)
        while waiting:
            name = waiting.pop()
            if name in self.definitions and name not in found:
                more: set[str] = set()
                _write(self.definitions[name], lambda _: True, found.setdefault(name, []), more)
                waiting += sorted(more)
        lines = [line for name in self.definitions if name in found for line in found[name]]
        return ["<defs>", *lines, "</defs>"] if lines else []

    def walk(self) -> Iterator[Node]:
        """Yield all that is drawn, groups before what is in them."""
        waiting = [*reversed(self.drawn)]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)


def _escaped(text: str) -> str:
    for sign, written in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("\n", "&#10;")):
        text = text.replace(sign, written)
    return text


def _write(node: Node, keep: Keep, out: list[str], used: set[str]) -> None:
    """Add the lines of a node, if any of it is wanted, and note what it refers to."""
    attributes = node.attributes
    inner: list[str] = []
    if node.name == "g":
        if node.box != _ENDLESS and not keep(node.box):
            return
        for child in node.children:
            _write(child, keep, inner, used)
        if not any(line.startswith("<") and not line.startswith(("<title", "<desc")) for line in inner):
            return
    else:
        if node.name not in _NOWHERE and not keep(node.box):
            return
        if node.pieces:
            d = "".join(piece.d for piece in node.pieces if keep(piece.box))
            if not d:
                return
            attributes = {**attributes, "d": d}
        for child in node.children:
            _write(child, keep, inner, used)
    used |= node.refers
    head = " ".join([f"<{node.name}", *(f'{name}="{_escaped(value)}"' for name, value in attributes.items())])
    if inner:
        out += [f"{head}>{_escaped(node.words)}", *inner, f"</{node.name}>"]
    else:
        out.append(f"{head}>{_escaped(node.words)}</{node.name}>" if node.words else f"{head}/>")


# -- reading -------------------------------------------------------------------------------------------------------


class _Raw:
    """An element while it is read."""

    def __init__(self, name: str, attributes: dict[str, str]) -> None:
        self.name, self.attributes = name, attributes
        self.words = ""
        self.children: list[_Raw] = []


class _Pen(NamedTuple):
    """What an element inherits: the map to the sheet, and its stroke."""

    matrix: Matrix = Matrix()
    stroke: str = "none"
    width: str = "1"

    def inside(self, attributes: dict[str, str]) -> _Pen:
        """Return the pen within an element."""
        transform = attributes.get("transform")
        matrix = self.matrix.after(parse_transform(transform)) if transform else self.matrix
        return _Pen(matrix, attributes.get("stroke", self.stroke), attributes.get("stroke-width", self.width))

    @property
    def reach(self) -> float:
        """Return how far a stroke can reach beyond its line, mitres and square caps included."""
        return 0.0 if self.stroke == "none" else 2 * float(self.width)


def read_master(svg: str) -> Master:
    """Return a sheet that was written by `Sheet.to_svg`; DataError for what is no SVG of a size in mm."""
    from mapsheet.export import page_size

    root = _raw(svg)
    width, height = page_size(svg)
    definitions = [child for part in root.children if part.name == "defs" for child in part.children]
    named = {one.attributes["id"]: _node(one, _Pen()) for one in definitions if "id" in one.attributes}
    drawn = [child for child in root.children if child.name not in {"defs", "title", "desc"}]
    title = next((child.words for child in root.children if child.name == "title"), "")
    scaled = _Pen(_to_mm(root.attributes, width, height))
    # areas to be pointed at have no ink
    inked = [one for one in drawn if one.attributes.get("class") != "pointing"]
    return Master(width, height, title, named, tuple(_node(one, scaled) for one in inked))


def _to_mm(attributes: dict[str, str], width: float, height: float) -> Matrix:
    seen = [float(value) for value in attributes.get("viewBox", f"0 0 {width} {height}").split()]
    if seen[:2] != [0, 0] or abs(seen[2] - width) > 1e-3 or abs(seen[3] - height) > 1e-3:
        raise DataError("only a sheet whose units are mm can be laid out on pages")
    return Matrix()


def _raw(svg: str) -> _Raw:
    from xml.parsers.expat import ExpatError, ParserCreate

    top = _Raw("", {})
    path = [top]

    def start(name: str, attributes: dict[str, str]) -> None:
        made = _Raw(name, attributes)
        path[-1].children.append(made)
        path.append(made)

    def words(text: str) -> None:
        path[-1].words += text

    def refuse(*_: object) -> None:
        raise DataError("an SVG with entities of its own cannot be laid out on pages")

    parser = ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, lambda _: path.pop()
    parser.CharacterDataHandler, parser.EntityDeclHandler = words, refuse
    try:
        parser.Parse(svg.encode(), True)
    except ExpatError as error:
        raise DataError(f"not an SVG: {error}") from None
    return top.children[0]


def _node(raw: _Raw, pen: _Pen) -> Node:
    inside = pen.inside(raw.attributes)
    children = tuple(_node(child, inside) for child in raw.children)
    words = raw.words if raw.words.strip() else ""
    try:
        box, parts = _measured(raw, inside, children)
    except (ValueError, KeyError, NotationError) as error:
        raise DataError(f"an element that cannot be measured: <{raw.name}>: {clipped(str(error))}") from None
    return Node(raw.name, raw.attributes, words, box, children, parts)


def _measured(raw: _Raw, pen: _Pen, children: tuple[Node, ...]) -> tuple[Box, tuple[Piece, ...]]:
    """Return the box of an element on the sheet and a long path's subpaths; an endless box for what is not known here."""
    attributes = raw.attributes
    if raw.name == "path":
        found = pieces(attributes["d"])
        placed = tuple(Piece(d, _on_sheet(box, pen)) for d, box in found)
        box = union(piece.box for piece in placed) if placed else Box(0, 0, 0, 0)
        return box, placed if len(attributes["d"]) > SPLIT and len(placed) > 1 else ()
    if raw.name in {"rect", "image"}:
        x, y, width, height = (float(attributes.get(key, 0)) for key in ("x", "y", "width", "height"))
        return _on_sheet(Box(x, y, x + width, y + height), pen), ()
    if raw.name == "circle":
        x, y, radius = (float(attributes[key]) for key in ("cx", "cy", "r"))
        return _on_sheet(Box(x, y, x, y).grown(radius), pen), ()
    if raw.name == "g":
        inked = [child.box for child in children if child.name not in _NOWHERE]
        return (union(inked) if inked and _ENDLESS not in inked else _ENDLESS if inked else Box(0, 0, 0, 0)), ()
    return _ENDLESS, ()


def _on_sheet(box: Box, pen: _Pen) -> Box:
    grown = box.grown(pen.reach)
    return grown if pen.matrix == Matrix() else around(pen.matrix(corner) for corner in grown.corners)
