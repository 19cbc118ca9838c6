"""Measuring figures: the size of every letter on them, from their SVG alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from xml.etree import ElementTree as ET

from fontTools.pens.boundsPen import BoundsPen
from fontTools.svgLib.path import parse_path

from mapsheet.diagram.values import Diagram

FOLDER = Path(__file__).parent.parent / "examples" / "diagrams"
SIX_POINT = 6 * 25.4 / 72
CAPITALS = 0.66  # of an em, at most 0.02 less or more in the shipped faces
_SCALE = re.compile(r"scale\(([0-9.]+)\)")


def scripts(*maps: str, key: str = "map") -> list[Path]:
    """Return the scripts of diagrams on some maps or of some games, sorted."""
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        if 'format = "diagram/1"' in text and any(f'{key} = "{name}"' in text for name in maps):
            found.append(path)
    return found


def holds(drawn: Diagram) -> None:
    """Hold a diagram to a caption that ends with its rule, and to letters of 6 point and more."""
    assert drawn.caption.rstrip(".").endswith(")")
    found = list(ems(drawn.svg))
    assert found
    assert all(em >= 0.96 * SIX_POINT for _, em in found), min(found, key=lambda one: one[1])


def ems(svg: str) -> Iterator[tuple[str, float]]:
    """Yield the words on a figure that are capitals or digits alone, or begin with a capital, with their em in mm."""
    root = ET.fromstring(svg)
    yield from _ems(root, 1.0)


def _ems(element: ET.Element, scale: float) -> Iterator[tuple[str, float]]:
    found = _SCALE.search(element.get("transform", ""))
    scale *= float(found[1]) if found else 1.0
    words = element.get("aria-label", "")
    if words and re.fullmatch(r"[A-Z0-9 ]+", words):
        path = [child for child in element if child.tag.endswith("path")][-1]
        pen = BoundsPen({})
        parse_path(path.get("d", ""), pen)
        # turned words are taller than their letters, and never smaller
        yield words, scale * (pen.bounds[3] - pen.bounds[1]) / CAPITALS
    for child in element:
        yield from _ems(child, scale)


def number_strokes(svg: str) -> Iterator[float]:
    """Yield the widths in mm of the strokes of hex numbers."""
    root = ET.fromstring(svg)
    for layer in root.iter("{http://www.w3.org/2000/svg}g"):
        if (layer.get("id") or "").endswith("layer-numbers"):
            scale = next((float(m[1]) for g in root.iter() if (m := _SCALE.search(g.get("transform", "")))), 1.0)
            for path in layer.iter("{http://www.w3.org/2000/svg}path"):
                yield scale * float(path.get("stroke-width", "0"))


def grey(colour: str) -> float:
    """Return the lightness of #rrggbb without its hue, from 0 to 1."""
    r, g, b = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return sqrt(0.299 * r * r + 0.587 * g * g + 0.114 * b * b)
