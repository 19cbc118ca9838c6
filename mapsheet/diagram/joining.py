"""Pictures put together on one sheet, their ids kept apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mapsheet.paths import number
from mapsheet.sheet import INKSCAPE

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from mapsheet.box import Box, Point
    from mapsheet.sheet import Layer

_LEFT_OUT = frozenset({"title", "desc", "defs"})
_URL = re.compile(r"url\(#([^)]+)\)")


def put(layer: Layer, svg: str, *, box: Box, at: Point, scale: float, prefix: str) -> None:
    """Draw the part of a picture in `box`, in its mm, on a layer with its corner at `at`; ids begin with `prefix`.

    Its paper and what a browser points at are left out.
    """
    from xml.etree import ElementTree as ET

    root = ET.fromstring(svg)  # drawn by this library
    for element in root.iter():
        _rename(element, prefix)
    for clip in _children(root, "defs"):
        for shape in clip:
            layer.define(shape)
    x, y = (number(place - scale * corner) for place, corner in zip(at, (box.left, box.top), strict=True))
    group = layer.group(transform=f"translate({x} {y}) scale({round(scale, 6):g})", id=f"{prefix}picture" if prefix else None)
    for element in root:
        if element.tag not in _LEFT_OUT and element.get("class") != "pointing" and element.get("id") != f"{prefix}paper":
            group.embed(element)


def _children(root: Element, tag: str) -> Iterator[Any]:
    return (element for element in root if element.tag == tag)


def _rename(element: Element, prefix: str) -> None:
    """Take the namespaces off an element and put the prefix before its ids."""
    element.tag = element.tag.rpartition("}")[2]
    for name, value in [*element.attrib.items()]:
        if name.startswith(f"{{{INKSCAPE}}}"):
            del element.attrib[name]
            element.attrib[f"inkscape:{name.rpartition('}')[2]}"] = value
        elif name == "id":
            element.attrib[name] = prefix + value
        elif "url(#" in value:
            element.attrib[name] = _URL.sub(lambda found: f"url(#{prefix}{found[1]})", value)
