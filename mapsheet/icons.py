"""Pictures that a user's file names: PNG and JPEG to be embedded, and SVG icons reduced to paths with plain fills and lines.

Nothing in a picture may run, fetch or grow: what is not a shape is refused, with its place. Of an SVG only the outlines and
their colours are taken over; `currentColor` stays open and is filled in where the icon is drawn.
"""

from __future__ import annotations

import base64
import io
import re
import stat
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.errors import DataError, Fault, NotationError, clipped

if TYPE_CHECKING:
    from PIL import Image

MOST_SVG_BYTES = 200_000
ENDINGS = (".png", ".jpg", ".jpeg", ".svg")
SPAN = 100.0
"""How long the longer side of an icon is, in its own units."""


class Limits(NamedTuple):
    """How large a picture of pixels may be."""

    bytes: int = 2_000_000
    pixels: int = 16_000_000


LIMITS = Limits()
"""Of a picture on a counter."""
SHEET_LIMITS = Limits(40_000_000, 80_000_000)
"""Of a picture that fills a sheet."""


class IconShape(NamedTuple):
    """A path of an icon with its fill and line, each #rrggbb, `currentColor` or none."""

    d: str
    fill: str
    stroke: str
    width: float
    opacity: float
    evenodd: bool


class Icon(NamedTuple):
    """An icon as paths, `width` by `height` units large with its corner at (0, 0)."""

    width: float
    height: float
    shapes: tuple[IconShape, ...]


class Raster(NamedTuple):
    """A picture of `width` by `height` pixels as a data URI."""

    width: int
    height: int
    uri: str


Picture = Icon | Raster


def picture_path(folder: Path, name: object) -> Path:
    """Return the file of a picture in a title's folder.

    NotationError for a name that is absolute, leaves the folder or has none of ENDINGS; DataError where a link leaves it, and
    where there is no such file.
    """
    expected = f"the name of a picture in the title's folder ({' '.join(ENDINGS)})"
    if not isinstance(name, str) or not name or len(name) > 200 or not name.isprintable():
        raise NotationError(expected, name)
    parts = name.split("/")
    if "\\" in name or ":" in name or PureWindowsPath(name).is_absolute() or any(part in ("", ".", "..") for part in parts):
        raise NotationError(expected, name)
    path = folder / name
    if path.suffix.lower() not in ENDINGS:
        raise NotationError(expected, name)
    try:
        real = path.resolve(strict=True)
        inside = real.is_relative_to(folder.resolve())
        regular = stat.S_ISREG(real.stat().st_mode)
    except (OSError, RuntimeError):
        raise DataError(Fault("no such picture", str(path))) from None
    if not inside:
        raise DataError(Fault("is a link that leaves the title's folder", str(path)))
    if not regular:
        raise DataError(Fault("is no file", str(path)))
    return real


def read_picture(folder: Path, name: str, *, limits: Limits = LIMITS) -> Picture:
    """Return a picture in a title's folder; errors as `picture_path`, and DataError for one that is refused."""
    path = picture_path(folder, name)
    try:
        found = path.stat()
        return _read(path, found.st_mtime_ns, found.st_size, limits)
    except OSError as error:
        raise DataError(Fault(f"cannot be read: {error.strerror}", str(path))) from None


@lru_cache(maxsize=256)
def _read(path: Path, _changed: int, size: int, limits: Limits) -> Picture:
    most = MOST_SVG_BYTES if path.suffix.lower() == ".svg" else limits.bytes
    if size > most:
        raise DataError(Fault(f"has {size:,} bytes; a picture may have {most:,}", str(path)))
    raw = path.read_bytes()
    if path.suffix.lower() == ".svg":
        from mapsheet.iconreader import read_icon

        return read_icon(raw, str(path))
    return _raster(raw, path, limits.pixels)


def _raster(raw: bytes, path: Path, most: int) -> Raster:
    from PIL import UnidentifiedImageError

    kind = "PNG" if path.suffix.lower() == ".png" else "JPEG"
    try:
        with _opened(raw, kind) as image:
            width, height = image.size
            if width * height > most:
                raise DataError(Fault(f"has {width:,} x {height:,} pixels; at most {most:,} are drawn", str(path)))
            image.load()
    except UnidentifiedImageError:
        raise DataError(Fault(f"is no {kind} picture", str(path))) from None
    except (OSError, ValueError, SyntaxError) as error:
        raise DataError(Fault(f"is no {kind} picture, or a broken one: {clipped(str(error))}", str(path))) from None
    return Raster(width, height, f"data:image/{kind.lower()};base64,{base64.b64encode(raw).decode('ascii')}")


def _opened(raw: bytes, kind: str) -> Image.Image:
    """Return a picture of which only the head has been read, whatever its size, which the caller judges."""
    from PIL import Image

    theirs, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
    try:
        return Image.open(io.BytesIO(raw), formats=(kind,))
    finally:
        Image.MAX_IMAGE_PIXELS = theirs


def lengths(text: str) -> Iterator[float]:
    """Yield the numbers of an attribute such as a viewBox; a trailing `px` is dropped, any other unit is a ValueError."""
    for word in re.split(r"[\s,]+", text.strip()):
        yield float(word.removesuffix("px"))
