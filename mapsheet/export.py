"""SVG to PNG and PDF at true size, and the files they are written to; the one module that uses CairoSVG.

The SVG is the master: both pictures are drawn from it. Without the cairo library they raise a DataError that says what to
install, and SVG goes on working.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mapsheet.box import Box
from mapsheet.errors import DataError, NotationError, clipped
from mapsheet.outputs import refuse_path, write, write_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pypdf import PdfWriter

LARGEST_SIDE = 32_767
"""Pixels along a side that cairo can draw."""

LARGEST_PICTURE = 2**31
"""Bytes of memory that a PNG may take while it is drawn."""

MM_PER_INCH = 25.4
IN_MM = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_INCH / 72, "px": MM_PER_INCH / 96, "": MM_PER_INCH / 96}
PRODUCER = "mapsheet"
FIGURES = (".svg", ".png", ".pdf")
"""Suffixes of the pictures that are written."""


class PngSize(NamedTuple):
    """What a PNG comes to: pixels, dots per inch and the memory it takes while it is drawn."""

    width: int
    height: int
    dpi: float
    memory: int

    def __str__(self) -> str:
        return f"{self.width} x {self.height} pixels at {self.dpi:g} dpi, about {self.memory / 1e6:,.0f} MB of memory"


def page_size(svg: str) -> tuple[float, float]:
    """Return the width and height in mm that the SVG states for itself; DataError when it states none."""
    root = re.search(r"<svg\b[^>]*>", svg)
    sides = []
    for side in ("width", "height"):
        stated = re.search(rf'\s{side}="\s*([0-9.]+)\s*(mm|cm|in|pt|px|)\s*"', root.group() if root else "")
        if stated is None:
            raise DataError("the picture is no SVG with a width and a height")
        sides.append(float(stated[1]) * IN_MM[stated[2]])
    return sides[0], sides[1]


def png_size(svg: str, *, dpi: float = 300) -> PngSize:
    """Return what `png` would come to; drawing takes 4 bytes a pixel and about as much again for half of them to pack it."""
    return _png_size(*page_size(svg), dpi)


def _png_size(width_mm: float, height_mm: float, dpi: float) -> PngSize:
    _legal_dpi(dpi)
    width, height = (max(1, round(side * dpi / MM_PER_INCH)) for side in (width_mm, height_mm))
    return PngSize(width, height, dpi, width * height * 6)


def refuse_size(width_mm: float, height_mm: float, *, dpi: float = 300) -> None:
    """Raise what `png` would for a sheet of that size, before anything is drawn.

    DataError beyond cairo's 32,767 pixels a side or 2 GiB of memory, with the estimate and the largest dpi that fits.
    """
    size = _png_size(width_mm, height_mm, dpi)
    if max(size.width, size.height) > LARGEST_SIDE or size.memory > LARGEST_PICTURE:
        limits = f"{LARGEST_SIDE:,} pixels a side and {LARGEST_PICTURE / 1e6:,.0f} MB"
        most = _largest_dpi(width_mm, height_mm)
        fits = f"at most {most} dpi fits" if most else "no dpi fits"
        raise DataError(f"the PNG would be {size}; the limits are {limits}: {fits}")


def png(svg: str, *, dpi: float = 300) -> bytes:
    """Return the SVG as a PNG that carries its dpi.

    DataError for a picture beyond cairo's 32,767 pixels a side or 2 GiB of memory, with the estimate and the largest dpi
    that fits; for an SVG that cannot be drawn; and without the cairo library.
    """
    size = png_size(svg, dpi=dpi)
    refuse_size(*page_size(svg), dpi=dpi)
    return _with_dpi(_rendered("svg2png", svg, dpi=dpi, output_width=size.width, output_height=size.height), dpi)


def pixels(svg: str, *, dpi: float) -> Any:
    """Return the SVG on white paper as an array of rows of red, green and blue, 0 to 255; DataError as from `png`."""
    from io import BytesIO

    import numpy as np

    data = png(svg, dpi=dpi)
    from cairocffi import ImageSurface  # after `png`, which tells what is missing

    surface = ImageSurface.create_from_png(BytesIO(data))
    rows = np.frombuffer(surface.get_data(), dtype=np.uint8).reshape(surface.get_height(), -1, 4)
    seen = rows[:, : surface.get_width()].astype(int)
    # cairo holds blue, green, red, each times the opacity
    return (seen[..., 2::-1] + 255 - seen[..., 3:]).astype(np.uint8)


def _legal_dpi(dpi: float) -> None:
    if not 1 <= dpi <= 100_000:
        raise NotationError("dots per inch from 1 to 100000", dpi)


def _largest_dpi(width_mm: float, height_mm: float) -> int:
    width, height = width_mm / MM_PER_INCH, height_mm / MM_PER_INCH
    by_side = (LARGEST_SIDE + 0.5) / max(width, height)
    by_memory = (LARGEST_PICTURE / 6 / (width * height)) ** 0.5
    dpi = int(min(by_side, by_memory))
    # rounding each side to whole pixels may carry the last dot per inch over a limit
    while dpi > 1 and _png_size(width_mm, height_mm, dpi).memory > LARGEST_PICTURE:
        dpi -= 1
    return dpi


def _with_dpi(data: bytes, dpi: float) -> bytes:
    per_metre = round(dpi / MM_PER_INCH * 1000)
    body = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    chunk = struct.pack(">I", 9) + body + struct.pack(">I", zlib.crc32(body))
    # the signature and IHDR, always 13 bytes long, come first
    return data[:33] + chunk + data[33:]


def pdf(svg: str) -> bytes:
    """Return the SVG as a one-page PDF of true size that asks printers not to scale it; the same SVG gives the same bytes.

    DataError for an SVG that cannot be drawn, and without the cairo library.
    """
    page_size(svg)
    return pdf_pages([Page(svg)], title=title_of(svg))


def title_of(svg: str) -> str:
    """Return the title that an SVG states for itself, or nothing."""
    from xml.sax.saxutils import unescape

    found = re.search(r"<title>(.*?)</title>", svg[:10_000], re.DOTALL)
    return unescape(found[1], {"&quot;": '"'}) if found else ""


Each = Callable[["Sequence[Page]"], "Iterable[Page]"]
Refuse = Callable[["Sequence[Path]"], None]


class Page(NamedTuple):
    """A page of a PDF: its drawing, the box in mm that is left when it is cut, the box its ink bleeds to, and its bookmark.

    The bookmarks of neighbors that share a chapter stand under one of its name.
    """

    svg: str
    trim: Box | None = None
    bleed: Box | None = None
    label: str = ""
    chapter: str = ""


def pdf_pages(pages: Sequence[Page], *, title: str, each: Each = iter) -> bytes:
    """Return drawings as one PDF of true size with TrimBox, BleedBox, bookmarks, and words that can be searched.

    The same pages give the same bytes. `each` hands on the pages one by one, to show how far the work is. DataError for a
    drawing that cannot be drawn, and without the cairo library.
    """
    from io import BytesIO

    from pypdf import PdfReader, PdfWriter

    from mapsheet.textlayer import TextLayer

    writer, chapter = PdfWriter(), None
    words = TextLayer(writer)
    for number, page in enumerate(each(pages)):
        size = page_size(page.svg)
        drawn = writer.add_page(PdfReader(BytesIO(_rendered("svg2pdf", page.svg))).pages[0])
        words.add(drawn, page.svg, size)
        trim = page.trim or Box(0, 0, *size)
        for name, box in (("/TrimBox", trim), ("/BleedBox", page.bleed or trim)):
            drawn[_name(name)] = _in_points(box, size[1])
        if page.chapter and (not number or pages[number - 1].chapter != page.chapter):
            chapter = writer.add_outline_item(title=page.chapter, page_number=number)
        if page.label:
            writer.add_outline_item(title=page.label, page_number=number, parent=chapter if page.chapter else None)
    words.finish()
    return _written(writer, title)


def _in_points(box: Box, height: float) -> Any:
    """Return a box in mm from the top of a page as a PDF has it: points from the foot."""
    from pypdf.generic import RectangleObject

    left, top, right, bottom = (side * 72 / MM_PER_INCH for side in (box.left, height - box.top, box.right, height - box.bottom))
    return RectangleObject((round(left, 3), round(bottom, 3), round(right, 3), round(top, 3)))


def _name(text: str) -> Any:
    from pypdf.generic import NameObject

    return NameObject(text)


def _written(writer: PdfWriter, title: str) -> bytes:
    from io import BytesIO

    from pypdf.generic import DictionaryObject, NameObject

    # cairo stamps the second of drawing; nothing of it may stay
    writer.metadata = {"/Producer": PRODUCER, "/Title": title}
    unscaled = DictionaryObject({NameObject("/PrintScaling"): NameObject("/None")})
    writer.root_object[NameObject("/ViewerPreferences")] = unscaled
    # pypdf writes 1.3 by itself, yet cairo's transparency needs 1.4
    writer.pdf_header = "%PDF-1.5"
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


_POINTING = re.compile('<g [^>]*class="pointing"[^>]*>(?:(?!</?g[ >]).)*</g>', re.DOTALL)


def _rendered(how: str, svg: str, **options: float) -> bytes:
    cairosvg = _cairosvg()
    # shapes without ink, there to be pointed at in a browser, cost time and leave no trace
    svg = _POINTING.sub("", svg)
    try:
        # unsafe stays off: no entities, no files, no addresses
        return bytes(getattr(cairosvg, how)(bytestring=svg.encode(), **options))
    except RecursionError:
        raise DataError("the SVG cannot be drawn: it refers to itself or is nested too deeply") from None
    except MemoryError:
        raise DataError("the SVG cannot be drawn: out of memory") from None
    except ArithmeticError:
        raise DataError("the SVG cannot be drawn: something in it has no size") from None
    except Exception as error:
        raise DataError(f"the SVG cannot be drawn: {clipped(str(error) or type(error).__name__, 120)}") from error


def _cairosvg() -> Any:
    try:
        import cairosvg
    except ImportError:
        raise DataError("PNG and PDF need CairoSVG, which is not installed: pip install cairosvg (SVG works without)") from None
    except OSError:
        raise DataError(
            "PNG and PDF need the cairo library, which is not installed: on Debian, apt install libcairo2; "
            "on a Mac, brew install cairo (SVG works without)"
        ) from None
    return cairosvg


def save(svg: str, path: str | Path, *, dpi: float = 300) -> None:
    """Write the SVG as the kind of file that the suffix names: .svg, .png (with its dpi) or .pdf; as SVG into a pipe.

    NotationError for another suffix; DataError as from `png`, `pdf` and `write`.
    """
    write(path, drawn_as(_kind(path, ".svg"), svg, dpi=dpi))


def _kind(path: str | Path, poured: str) -> str:
    """Return the suffix of a drawing's file, `poured` for a pipe or a device without one."""
    return refuse_path(path, FIGURES).suffix.lower() or poured


def drawn_as(suffix: str, svg: str, *, dpi: float = 300) -> bytes | str:
    """Return an SVG as the kind of picture of a suffix in FIGURES; DataError as from `png` and `pdf`."""
    return svg if suffix == ".svg" else png(svg, dpi=dpi) if suffix == ".png" else pdf(svg)


def named_apart(path: str | Path, count: int) -> list[Path]:
    """Return the names of so many files: the path itself for one, else `name-1.svg`, `name-2.svg`, …"""
    target, wide = Path(path), len(str(count))
    return [target] if count == 1 else [target.with_stem(f"{target.stem}-{k:0{wide}}") for k in range(1, count + 1)]


def save_pages(
    pages: Sequence[Page], path: str | Path, *, title: str, dpi: float = 300, each: Each = iter, refuse: Refuse | None = None
) -> list[Path]:
    """Write pages as one .pdf, or each as a .svg or .png of its own (`name-1.svg`, `name-2.svg`), and return what was written.

    `refuse` is given all names before anything is drawn, and raises for one that must not be written. NotationError for
    another suffix; DataError as from `png`, `pdf_pages` and `write_all`. All files are written or none; into a pipe goes a PDF.
    """
    kind = _kind(path, ".pdf")
    paths = named_apart(path, 1 if kind == ".pdf" else len(pages))
    if refuse is not None:
        refuse(paths)
    if kind == ".pdf":
        made: list[bytes | str] = [pdf_pages(pages, title=title, each=each)]
    else:
        made = [page.svg if kind == ".svg" else png(page.svg, dpi=dpi) for page in each(pages)]
    write_all(dict(zip(paths, made, strict=True)))
    return paths
