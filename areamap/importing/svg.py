"""Reading the regions of an SVG drawing: paths, polygons, boxes and ellipses with their names, in millimetres.

Nothing in the file is run or fetched; documents with a DOCTYPE or entities are refused before they are parsed.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

from areamap.importing.drawn import MOST_POINTS, Drawn, Point, Region, Ring
from areamap.importing.svgpath import Subpath, parse_path
from areamap.spaces import KINDS
from areamap.tangles import refuse_tangles
from mapsheet.errors import DataError, Fault, NotationError, clipped
from mapsheet.fields import MOST_FAULTS
from mapsheet.matrix import Matrix, parse_transform

SVG = "{http://www.w3.org/2000/svg}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
MOST_NESTED = 100
MM = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "pc": 25.4 / 6, "px": 25.4 / 96, "": 25.4 / 96}
FORBIDDEN = re.compile(r"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
HIDDEN = frozenset({"defs", "symbol", "clipPath", "mask", "pattern", "marker", "style", "script", "metadata", "foreignObject"})
_NO_AREAS = {
    "use": "a copy of another element is not followed", "line": "no area", "polyline": "no area", "text": "lettering is no area",
    "image": "a picture is no area",
}
_ASIDE = re.compile(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>", re.DOTALL)
_MADE_UP = re.compile(r"(?:path|rect|polygon|polyline|ellipse|circle|g|use|svg|layer)[-_0-9]*", re.IGNORECASE)
_LENGTH = re.compile(r"\s*([0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]+)?)\s*(mm|cm|in|pt|pc|px|)\s*")


class _Group(NamedTuple):
    """What an element takes from those around it."""

    matrix: Matrix
    owner: int = 0
    name: str = ""
    id: str = ""
    kind: str = ""
    fill: str = ""
    hidden: bool = False
    number: int = 0  # of the element among those of its tag


def read_svg(text: str, name: str) -> Drawn:
    """Return the regions of an SVG; DataError for what is none, is damaged, too large, or brings entities."""
    if FORBIDDEN.search(text):
        raise DataError(Fault("holds a DOCTYPE or an ENTITY, which are not read", name))
    try:
        drawn = _Reader(name).read(text)
    except ET.ParseError as error:
        raise DataError(Fault(f"is no SVG: {error}", name)) from None
    except (ValueError, OverflowError) as error:
        raise DataError(Fault(f"is no SVG: {clipped(str(error), 100)}", name)) from None
    drawn.check_size(name)
    return drawn


class _Reader:
    """Reads one drawing, element by element as they end."""

    def __init__(self, name: str) -> None:
        self.name, self.drawn = name, Drawn(is_plane=True, is_painted=True)
        self.stack: list[_Group] = []
        self.titles: list[str] = []
        self.shapes: list[tuple[Any, _Group]] = []
        self.points = 0
        self.groups = 0
        self.text = ""
        self.met: Counter[str] = Counter()  # elements begun, by tag
        self.left: Counter[str] = Counter()  # and those left out
        self.faults: list[Fault] = []

    def read(self, text: str) -> Drawn:
        self.text = text
        parser: Any = ET.XMLPullParser(("start", "end"))
        for at in range(0, len(text), 1 << 16):
            parser.feed(text[at : at + (1 << 16)])
            self._take(parser)
        parser.close()
        self._take(parser)
        if self.faults:
            raise DataError(sorted(dict.fromkeys(self.faults), key=lambda fault: fault.line or 0))
        self.drawn.notes += [_told(tag, count) for tag, count in sorted(self.left.items())]
        self._regions()
        return self.drawn

    def _take(self, parser: Any) -> None:
        for kind, element in parser.read_events():
            if kind == "start":
                if len(self.stack) >= MOST_NESTED:
                    raise DataError(Fault(f"is nested more than {MOST_NESTED} deep", self.name))
                self.met[_tag(element)] += 1
                self.stack.append(self._group(element)._replace(number=self.met[_tag(element)]))
            else:
                self._end(element, self.stack.pop())

    def _group(self, element: ET.Element) -> _Group:
        tag = _tag(element)
        if not self.stack:
            if tag != "svg":
                raise DataError(Fault("is no SVG: its first element is not svg", self.name))
            return _Group(self._page(element))
        above = self.stack[-1]
        matrix = above.matrix.after(self._transform(element))
        style = _style(element)
        hidden = above.hidden or tag in HIDDEN or style.get("display") == "none"
        label, own = element.get(f"{INKSCAPE}label", ""), element.get("id", "")
        fill = style.get("fill") or above.fill
        kind = element.get("data-kind") or (label if label in KINDS else own if own in KINDS else above.kind)
        is_layer = element.get(f"{INKSCAPE}groupmode") == "layer" or tag != "g" or label in KINDS or own in KINDS
        own = "" if _MADE_UP.fullmatch(own or "g") else own
        if is_layer or (not (label or own) and (above.name or above.id)):
            return above._replace(matrix=matrix, fill=fill, kind=kind, hidden=hidden)
        self.groups += 1
        return _Group(matrix, self.groups, label, own, kind, fill, hidden)

    def _transform(self, element: ET.Element) -> Matrix:
        try:
            return parse_transform(element.get("transform", ""))
        except NotationError as error:
            self._fault(element, self.met[_tag(element)], error)
            return parse_transform("")

    def _fault(self, element: ET.Element, number: int, error: NotationError) -> None:
        """Note what is wrong with an element, with its tag, its id and the line that it begins in."""
        if len(self.faults) < MOST_FAULTS:
            tag, own = _tag(element), element.get("id")
            called = f"<{tag} id={clipped(own)}>" if own else f"<{tag}>"
            self.faults.append(Fault(f"{called}: {error}", self.name, _line_of(self.text, tag, number)))

    def _page(self, element: ET.Element) -> Matrix:
        """Return the map from the drawing's units to millimetres, and note the sheet's size."""
        box = [float(part) for part in re.split(r"[\s,]+", element.get("viewBox", "").strip()) if part]
        sides = [_LENGTH.fullmatch(element.get(side, "")) for side in ("width", "height")]
        if len(box) != 4 or min(box[2:]) <= 0:
            box = [0.0, 0.0, *(float(side[1]) if side else 1000.0 for side in sides)]
        wide, high = (
            float(side[1]) * MM[side[2]] if side else extent * MM["px"] for side, extent in zip(sides, box[2:], strict=True)
        )
        if not (0 < wide < 1e5 and 0 < high < 1e5 and min(box[2:]) > 0):
            raise DataError(Fault("is no sheet between 0 and 100 metres wide and high", self.name))
        self.drawn.size = (wide, high)
        scale = min(wide / box[2], high / box[3])
        dx, dy = (wide - scale * box[2]) / 2, (high - scale * box[3]) / 2
        return Matrix(scale, 0, 0, scale, dx - scale * box[0], dy - scale * box[1])

    def _end(self, element: ET.Element, group: _Group) -> None:
        tag = _tag(element)
        if not group.hidden and tag in _NO_AREAS:
            self.left[tag] += 1
        if tag == "title" and len(self.stack) == 1 and not self.drawn.title:
            self.drawn.title = (element.text or "").strip()
        if not group.hidden and tag in _SHAPES:
            lines = self._lines(element, tag, group)
            self.points += sum(len(line.points) for line in lines)
            if lines:
                self.shapes.append(((_named(element), lines), group))
        if tag == "g" and self.stack and self.stack[-1].owner != group.owner:
            self._name_group(element, group)
        if tag not in {"title", "desc"}:
            for child in [child for child in element if _tag(child) != "title"]:
                element.remove(child)

    def _name_group(self, element: ET.Element, group: _Group) -> None:
        """Give the shapes of a group its title, which comes to light when the group ends."""
        title = _title(element)
        if title and not group.name:
            named = group._replace(name=title)
            self.shapes = [(shape, named if of.owner == group.owner else of) for shape, of in self.shapes]

    def _lines(self, element: ET.Element, tag: str, group: _Group) -> list[Subpath]:
        style = _style(element)
        try:
            lines = parse_path(_SHAPES[tag](element), group.matrix, most=MOST_POINTS - self.points)
        except NotationError as error:
            self._fault(element, group.number, error)
            return []
        except DataError as error:  # too many points: no further one is looked at
            raise DataError(Fault(str(error), self.name)) from None
        filled = (style.get("fill") or group.fill) != "none"
        kept = [line for line in lines if len(line.points) > 2 and (line.closed or filled)]
        if len(kept) < len(lines):
            self.drawn.notes.append(f"an open line of {clipped(element.get('id', tag))} is no area: left out")
        elif not lines:
            self.drawn.notes.append(f"{clipped(element.get('id', tag))} has no size: left out")
        return kept

    def _regions(self) -> None:
        """Make a region of every shape that has a name, and of all shapes in a group that has one."""
        found: dict[tuple[int, int], Region] = {}
        for k, (((id_, name), lines), group) in enumerate(self.shapes):
            alone = bool(name or id_) or not (group.name or group.id)
            key = (0, k) if alone else (1, group.owner)
            marks = {"kind": group.kind} if group.kind else {}
            region = found.setdefault(key, Region(id_, name or id_, marks, []) if alone else Region(
                group.id, group.name or group.id, marks, []
            ))
            region.polygons.extend(_polygons([line.points for line in lines], self.name))
        self.drawn.regions = [region for region in found.values() if region.polygons]


def _polygons(rings: list[Ring], name: str) -> list[list[Ring]]:
    """Return the polygons of a path's rings: a ring inside another is its hole, one inside that is land again."""
    if len(rings) == 1:
        return [[[*rings[0], rings[0][0]]]]
    from shapely import LineString, build_area, get_parts, union_all

    closed = [[*ring, ring[0]] for ring in rings]
    refuse_tangles(closed, name)
    parts = get_parts(build_area(union_all([LineString(ring) for ring in closed])))
    return [[[(x, y) for x, y, *_ in ring.coords] for ring in (part.exterior, *part.interiors)] for part in parts]


# -- elements ------------------------------------------------------------------------------------------------------------


def _tag(element: ET.Element) -> str:
    return element.tag.removeprefix(SVG)


def _told(tag: str, count: int) -> str:
    """Return what is said of elements that were left out."""
    many = f"{count:,} <{tag}> elements" if count > 1 else f"1 <{tag}> element"
    return f"{many}: {_NO_AREAS[tag]}, left out"


def _line_of(text: str, tag: str, number: int) -> int | None:
    """Return the line in which the element begins that is this one among those of its tag, None where it is not found."""
    bare = _ASIDE.sub(lambda found: "\n" * found[0].count("\n"), text)
    begun = re.finditer(rf"<(?:[\w.-]+:)?{re.escape(tag)}(?=[\s/>])", bare)
    found = next(itertools.islice(begun, number - 1, None), None)
    return bare.count("\n", 0, found.start()) + 1 if found else None


def _named(element: ET.Element) -> tuple[str, str]:
    """Return an element's own id, empty for one that a program made up, and its label or title."""
    own = element.get("id", "")
    name = element.get(f"{INKSCAPE}label") or _title(element) or element.get("data-name") or ""
    return ("" if _MADE_UP.fullmatch(own) else own), name


def _title(element: ET.Element) -> str:
    return next(((child.text or "").strip() for child in element if _tag(child) == "title"), "")


def _style(element: ET.Element) -> Mapping[str, str]:
    found = dict(element.attrib)
    for part in element.get("style", "").split(";"):
        key, _, value = part.partition(":")
        found[key.strip()] = value.strip()
    return found


def _number(element: ET.Element, key: str) -> float:
    found = _LENGTH.fullmatch(element.get(key, "0").lstrip("+-")) or _LENGTH.fullmatch("0")
    assert found is not None
    sign = -1.0 if element.get(key, "").startswith("-") else 1.0
    return sign * float(found[1]) * (MM[found[2]] / MM["px"] if found[2] else 1.0)


def _box(element: ET.Element) -> str:
    x, y, wide, high = (_number(element, key) for key in ("x", "y", "width", "height"))
    return f"M{x!r} {y!r}h{wide!r}v{high!r}h{-wide!r}z" if wide > 0 and high > 0 else ""


def _ellipse(element: ET.Element) -> str:
    (x, y), r = (_number(element, "cx"), _number(element, "cy")), _number(element, "r")
    rx, ry = (r, r) if r else (_number(element, "rx"), _number(element, "ry"))
    half = f"{rx!r} {ry!r} 0 0 1"
    return f"M{x - rx!r} {y!r}A{half} {x + rx!r} {y!r}A{half} {x - rx!r} {y!r}z" if rx > 0 and ry > 0 else ""


_SHAPES: dict[str, Any] = {
    "path": lambda element: element.get("d", ""),
    "polygon": lambda element: f"M{element.get('points')}z" if element.get("points", "").strip() else "",
    "rect": _box,
    "circle": _ellipse,
    "ellipse": _ellipse,
}

__all__ = ["Point", "read_svg"]
