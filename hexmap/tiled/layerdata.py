"""The numbers of a layer of tiles, in all the ways that Tiled packs them but one."""

from __future__ import annotations

import re
from typing import Any

from mapsheet.errors import NotationError, clipped

FLIPS = 0x0FFFFFFF
"""What is left of a number when its four topmost bits, which turn the tile, are taken off."""
_CSV = re.compile(r"[0-9]{1,10}")
_WINDOWS = {"zlib": 15, "gzip": 31}


def read_numbers(data: Any, encoding: str, compression: str, count: int) -> list[int]:
    """Return `count` numbers of tiles without their flips; NotationError for anything else.

    Data are a list, a CSV, or base64 of 32-bit numbers, plain or packed by zlib or gzip; nothing is unpacked beyond `count`.
    """
    if isinstance(data, list):
        numbers = _checked(data)
    elif not isinstance(data, str):
        raise NotationError("the numbers of a layer's tiles", data)
    elif encoding == "csv":
        numbers = _checked([int(part) if _CSV.fullmatch(part) else part for part in map(str.strip, data.split(","))])
    elif encoding == "base64":
        numbers = _unpacked(data, compression, count)
    else:
        raise NotationError("the encoding csv or base64", encoding)
    if len(numbers) != count:
        raise NotationError(f"{count:,} tiles, as many as the map has", f"{len(numbers):,} tiles")
    return [number & FLIPS for number in numbers]


def _checked(values: list[Any]) -> list[int]:
    for value in values:
        if type(value) is not int or not 0 <= value < 2**32:
            raise NotationError("a tile's number from 0 to 4294967295", value)
    return values


def _unpacked(text: str, compression: str, count: int) -> list[int]:
    import base64
    from array import array

    try:
        raw = base64.b64decode("".join(text.split()), validate=True)
    except ValueError:
        raise NotationError("base64", clipped(text.strip(), 30)) from None
    if compression in _WINDOWS:
        raw = _inflated(raw, compression, 4 * count)
    elif compression:
        raise NotationError("packing by zlib, by gzip or none (in Tiled: Map Properties, Tile Layer Format)", compression)
    if len(raw) != 4 * count:
        raise NotationError(f"{4 * count:,} bytes, 4 for each tile of the map", f"{len(raw):,} bytes")
    numbers = array("I", raw)
    if numbers.itemsize != 4:  # pragma: no cover - no machine of today
        raise NotationError("a machine whose whole numbers have 4 bytes", numbers.itemsize)
    import sys

    if sys.byteorder == "big":
        numbers.byteswap()
    return list(numbers)


def _inflated(raw: bytes, compression: str, most: int) -> bytes:
    """Return packed bytes unpacked, at most one more than there may be."""
    import zlib

    try:
        return zlib.decompressobj(_WINDOWS[compression]).decompress(raw, most + 1)
    except zlib.error:
        raise NotationError(f"bytes packed by {compression}", clipped(raw, 30)) from None
