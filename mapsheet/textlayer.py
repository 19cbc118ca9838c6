"""Words under the outlines of a PDF, invisible, so that it can be searched, copied from and read aloud.

Outlined words are groups with `role="img"` and the words as their `aria-label`. Each is written once more in a font without
shapes, in text render mode 3, stretched over the box of its letters and turned with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from math import atan2, cos, degrees, hypot, radians, sin
from typing import TYPE_CHECKING, Any, NamedTuple

from mapsheet.box import Box, union
from mapsheet.errors import DataError, NotationError
from mapsheet.matrix import Matrix, parse_transform

if TYPE_CHECKING:
    from pypdf import PageObject, PdfWriter

    from mapsheet.box import Point

POINTS = 72 / 25.4
FONT = "/MapsheetWords"
ADVANCE = 500
"""Of every glyph, in thousandths of the type size."""
DEPTH = 0.2
"""Of the type size, what stands below the baseline; readers do not believe a font without descenders."""
LEANING = 8.0
"""Degrees from which words count as turned: letters of one line are not all equally high."""
MOST_CODE = 0xFFFF
_LOST = re.compile('<g [^>]*aria-label="([^"]*)"[^>]*data-missing="([^"]*)"')
_HIDDEN = frozenset({"defs", "clipPath", "symbol", "pattern", "mask"})


class Run(NamedTuple):
    """Words on a page in mm from its top left: where they begin, their whole way, and the height of the type as a way up."""

    words: str
    start: Point
    way: Point
    up: Point


def runs(svg: str, width: float, height: float) -> list[Run]:
    """Return the outlined words of an SVG of so many mm that begin on it, in the order in which they are drawn."""
    reading = _Reading(width, height)
    return [run for run in reading.runs(svg) if -1 <= run.start[0] <= width + 1 and -1 <= run.start[1] <= height + 1]


def boxed(svg: str) -> Iterator[tuple[str, str]]:
    """Yield the words of an SVG with characters that no face can draw, which print as boxes, and these characters."""
    from xml.sax.saxutils import unescape

    for words, lost in _LOST.findall(svg):
        yield unescape(words, {"&quot;": '"'}), unescape(lost, {"&quot;": '"'})


def characters(lost: str) -> str:
    """Return characters with their numbers: `漢 (U+6F22)`."""
    return ", ".join(f"{letter} (U+{ord(letter):04X})" for letter in lost)


class _Reading:
    """Walks through an SVG and collects the path data of outlined words, with the map to the page."""

    def __init__(self, width: float, height: float) -> None:
        self._size = width, height
        self._matrices: list[Matrix] = []
        self._hidden = 0
        self._label: tuple[int, str, Matrix] | None = None
        self._d = ""
        self._found: list[tuple[str, str, Matrix]] = []

    def runs(self, svg: str) -> Iterator[Run]:
        from xml.parsers.expat import ExpatError, ParserCreate

        parser = ParserCreate()
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        try:
            parser.Parse(svg.encode(), True)
        except (ExpatError, NotationError, ValueError):
            return  # a drawing of another program; it can be drawn, and its words are not known
        for words, d, matrix in self._found:
            run = _run(words, d, matrix)
            if run is not None:
                yield run

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        outer = self._matrices[-1] if self._matrices else self._to_page(attributes)
        transform = attributes.get("transform")
        self._matrices.append(outer.after(parse_transform(transform)) if transform else outer)
        self._hidden += name in _HIDDEN
        words = attributes.get("aria-label", "").strip()
        if self._label is None and words and attributes.get("role") == "img" and not self._hidden:
            self._label, self._d = (len(self._matrices), words, self._matrices[-1]), ""
        elif self._label is not None and name == "path":
            self._d = attributes.get("d", "")  # the letters come after their halo

    def _end(self, name: str) -> None:
        if self._label is not None and self._label[0] == len(self._matrices):
            if self._d:
                self._found.append((self._label[1], self._d, self._label[2]))
            self._label = None
        self._hidden -= name in _HIDDEN
        self._matrices.pop()

    def _to_page(self, root: dict[str, str]) -> Matrix:
        width, height = self._size
        seen = [float(value) for value in root.get("viewBox", f"0 0 {width} {height}").replace(",", " ").split()]
        if len(seen) != 4 or min(seen[2:]) <= 0:
            raise ValueError("a drawing that shows nothing")
        x, y = width / seen[2], height / seen[3]
        return Matrix(x, 0.0, 0.0, y, -x * seen[0], -y * seen[1])


def _run(words: str, d: str, matrix: Matrix) -> Run | None:
    from mapsheet.pages.pathpieces import pieces

    try:
        boxes = [piece.box for piece in pieces(d)]
    except DataError:
        return None
    box = union(boxes) if boxes else Box(0, 0, 0, 0)
    if box.width + box.height <= 0:
        return None
    angle = _angle(words, boxes)
    right, down = (cos(angle), sin(angle)), (-sin(angle), cos(angle))
    # how far the middles of the letters reach along and across, and half a letter beyond
    along = [x * right[0] + y * right[1] for x, y in (one.centre for one in boxes)]
    across = [x * down[0] + y * down[1] for x, y in (one.centre for one in boxes)]
    letter = max(max(one.width, one.height) for one in boxes) if angle else 0.0
    if angle:
        left, length = min(along) - letter / 2, max(along) - min(along) + letter
        foot, size = sum(across) / len(across) + letter / 2, letter
    else:
        left, length, foot, size = box.left, box.width, box.bottom, box.height
    at = (left * right[0] + foot * down[0], left * right[1] + foot * down[1])
    origin = matrix(at)
    way = _moved(matrix, at, (right[0] * length, right[1] * length), origin)
    return Run(words, origin, way, _moved(matrix, at, (-down[0] * size, -down[1] * size), origin))


def _moved(matrix: Matrix, at: Point, by: Point, origin: Point) -> Point:
    x, y = matrix((at[0] + by[0], at[1] + by[1]))
    return x - origin[0], y - origin[1]


def _angle(words: str, boxes: list[Box]) -> float:
    """Return in radians how words lean, told by their first and last letter; 0 for those that stand level."""
    (x0, y0), (x1, y1) = boxes[0].centre, boxes[-1].centre
    tallest = max(one.height for one in boxes)
    if len(words) < 2 or hypot(x1 - x0, y1 - y0) < tallest or abs(y1 - y0) < 0.6 * tallest:
        return 0.0
    angle = atan2(y1 - y0, x1 - x0)
    return 0.0 if abs(degrees(angle)) < LEANING else radians(round(degrees(angle)))


# -- writing -------------------------------------------------------------------------------------------------------


class TextLayer:
    """The words of all pages of one PDF, in one font that knows the characters in use."""

    def __init__(self, writer: PdfWriter) -> None:
        self._writer = writer
        self._rows: set[int] = set()

    def add(self, page: PageObject, svg: str, size: tuple[float, float]) -> None:
        """Write the words of a drawing of so many mm into the page that shows it."""
        from pypdf.generic import ArrayObject, DictionaryObject, NameObject

        content = "".join(self._shown(run, size[1]) for run in runs(svg, *size))
        if not content:
            return
        drawn = page["/Contents"]
        parts = [self._stream(b"q\n"), *(drawn if isinstance(drawn, list) else [page.raw_get("/Contents")])]
        parts.append(self._stream(f"\nQ\nBT\n3 Tr\n{FONT} 1 Tf\n{content}ET\n".encode("ascii")))
        page[NameObject("/Contents")] = ArrayObject(parts)
        resources: Any = page["/Resources"].get_object()
        fonts = resources.setdefault(NameObject("/Font"), DictionaryObject()).get_object()
        fonts[NameObject(FONT)] = self._font

    def finish(self) -> None:
        """Tell the font which characters its codes stand for, when all pages are written."""
        from pypdf.generic import NameObject

        if self._rows:
            self._font.get_object()[NameObject("/ToUnicode")] = self._stream(_to_unicode(sorted(self._rows)))

    def _shown(self, run: Run, height: float) -> str:
        codes = [ord(letter) for letter in run.words if ord(letter) <= MOST_CODE]
        if not codes:
            return ""
        self._rows |= {code >> 8 for code in codes}
        # the type is 1 point large: the matrix makes it as wide and as high as the letters are
        scale = POINTS / (len(codes) * ADVANCE / 1000)
        (x, y), (right, down), (up_x, up_y) = run.start, run.way, run.up
        x, y = x + DEPTH * up_x, y + DEPTH * up_y
        matrix = (right * scale, -down * scale, up_x * POINTS, -up_y * POINTS, x * POINTS, (height - y) * POINTS)
        return f"{' '.join(_number(value) for value in matrix)} Tm <{''.join(f'{code:04X}' for code in codes)}> Tj\n"

    def _stream(self, data: bytes) -> Any:
        from pypdf.generic import StreamObject

        made = StreamObject()
        made.set_data(data)
        return self._kept(made.flate_encode() if len(data) > 60 else made)

    def _kept(self, made: Any) -> Any:
        return self._writer._add_object(made)  # noqa: SLF001 - pypdf has no other way to share an object

    @cached_property
    def _font(self) -> Any:
        from pypdf.generic import ArrayObject, DictionaryObject, NameObject, NumberObject, TextStringObject

        def name(text: str) -> NameObject:
            return NameObject(f"/{text}")

        def table(**given: Any) -> Any:
            return self._kept(DictionaryObject({name(key): value for key, value in given.items()}))

        deep, tall = NumberObject(round(-1000 * DEPTH)), NumberObject(round(1000 - 1000 * DEPTH))
        described = table(
            Type=name("FontDescriptor"), FontName=name(FONT[1:]), Flags=NumberObject(5),
            FontBBox=ArrayObject([NumberObject(0), deep, NumberObject(ADVANCE), tall]), ItalicAngle=NumberObject(0),
            Ascent=tall, Descent=deep, CapHeight=tall, StemV=NumberObject(80),
            FontFile2=self._stream(_empty_font()),
        )
        system = DictionaryObject({
            name("Registry"): TextStringObject("Adobe"), name("Ordering"): TextStringObject("Identity"),
            name("Supplement"): NumberObject(0),
        })
        shapes = table(
            Type=name("Font"), Subtype=name("CIDFontType2"), BaseFont=name(FONT[1:]), CIDSystemInfo=system,
            FontDescriptor=described, DW=NumberObject(ADVANCE), CIDToGIDMap=self._stream(bytes(2 * (MOST_CODE + 1))),
        )
        return table(
            Type=name("Font"), Subtype=name("Type0"), BaseFont=name(FONT[1:]), Encoding=name("Identity-H"),
            DescendantFonts=ArrayObject([shapes]),
        )


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") if abs(value) >= 0.0005 else "0"


def _to_unicode(rows: list[int]) -> bytes:
    """Return the map from codes to characters, each to itself, for the rows of 256 characters that are in use."""
    head = (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
    )
    ranges = []
    for k in range(0, len(rows), 100):  # the most that one section may hold
        some = rows[k : k + 100]
        lines = "".join(f"<{row:02X}00> <{row:02X}FF> <{row:02X}00>\n" for row in some)
        ranges.append(f"{len(some)} beginbfrange\n{lines}endbfrange\n")
    return (head + "".join(ranges) + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n").encode("ascii")


def _empty_font() -> bytes:
    """Return a TrueType font with one glyph that has no shape."""
    from io import BytesIO

    from fontTools.fontBuilder import FontBuilder
    from fontTools.ttLib.tables._g_l_y_f import Glyph

    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef"])
    builder.setupCharacterMap({})
    builder.setupGlyf({".notdef": Glyph()})
    builder.setupHorizontalMetrics({".notdef": (ADVANCE, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": FONT[1:], "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    # the hour of making must not be told: the same drawing gives the same bytes
    builder.font.recalcTimestamp = False
    builder.font["head"].created = builder.font["head"].modified = 0
    out = BytesIO()
    builder.save(out)
    return out.getvalue()
