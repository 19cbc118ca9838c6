"""What a drawing covers, read back from the SVG."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from mapsheet.box import Box
from mapsheet.sheet import Sheet
from tests.mapsheet.svg_points import points

SVG = "{http://www.w3.org/2000/svg}"


def shapes(sheet: Sheet, kind: str = "") -> Iterator[tuple[ET.Element, Box]]:
    """Return every shape below a layer, or those of one kind, with the box around its points, its stroke left out."""
    for layer in ET.fromstring(sheet.to_svg()).iterfind(f"{SVG}g"):
        for element in layer.iter():
            box = bounds(element)
            if box and kind in ("", element.tag.removeprefix(SVG)):
                yield element, box


def bounds(element: ET.Element) -> Box | None:
    """Return the box around a shape's points; None for what is no shape."""
    if element.tag == SVG + "path":
        xs, ys = zip(*points(element.get("d", "")), strict=True)
        return Box(min(xs), min(ys), max(xs), max(ys))
    if element.tag == SVG + "rect":
        x, y, width, height = (float(element.get(name, "nan")) for name in ("x", "y", "width", "height"))
        return Box(x, y, x + width, y + height)
    if element.tag == SVG + "circle":
        x, y, r = (float(element.get(name, "nan")) for name in ("cx", "cy", "r"))
        return Box(x - r, y - r, x + r, y + r)
    return None


def words(sheet: Sheet) -> dict[str, Box]:
    """Return every lettering on the sheet with its ink's box; the same words twice: the last."""
    found = {}
    for group in ET.fromstring(sheet.to_svg()).iter(f"{SVG}g"):
        if group.get("aria-label"):
            box = bounds(group.findall(f"{SVG}path")[-1])
            assert box is not None
            found[group.get("aria-label", "")] = box
    return found
