"""What a board's drawing covers, read back from its SVG: outlines, slots, words and ways as shapes of shapely."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree as ET

from shapely import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from tests.mapsheet.svg_points import pieces

SVG = "{http://www.w3.org/2000/svg}"


class Word(NamedTuple):
    """A lettering: its words and the boxes around its letters' contours."""

    text: str
    letters: tuple[BaseGeometry, ...]

    @property
    def size(self) -> float:
        """Return the height of its tallest contour in mm."""
        return max(float(letter.bounds[3] - letter.bounds[1]) for letter in self.letters)


class Drawn:
    """A drawing that can be asked for its shapes."""

    def __init__(self, svg: str) -> None:
        self.root = ET.fromstring(svg)
        self.groups = {e.get("id", ""): e for e in self.root.iter() if e.get("id")}

    def size(self) -> tuple[str, str]:
        """Return the width and height that the drawing states."""
        return self.root.get("width", ""), self.root.get("height", "")

    def title(self, name: str) -> str:
        """Return what is shown when somebody points at an element."""
        return self.groups[name].findtext(f"{SVG}title", "")

    def outline(self, name: str) -> BaseGeometry:
        """Return the largest shape with a line in a group: its outline."""
        shapes = [shape for element in self.groups[name].iter() if stroked(element) for shape in geometries(element)]
        return max(shapes, key=lambda shape: shape.area)

    def slots(self, name: str) -> list[BaseGeometry]:
        """Return the places for tiles in a group: squares with rounded corners, between 12.7 and 15 mm."""
        found = []
        for element in self.groups[name].iter(f"{SVG}rect"):
            wide, high = float(element.get("width", "0")), float(element.get("height", "0"))
            if element.get("rx") == "0.9" and 12.7 <= wide <= 15 and 12.7 <= high <= 15:
                found += geometries(element)
        return found

    def words(self, inside: str = "") -> list[Word]:
        """Return every lettering below a group, or on the whole sheet."""
        top = self.groups[inside] if inside else self.root
        return [
            Word(group.get("aria-label", ""), tuple(letters(group.findall(f"{SVG}path")[-1])))
            for group in top.iter(f"{SVG}g") if group.get("aria-label")
        ]  # fmt: skip

    def ways(self) -> dict[str, LineString]:
        """Return the line of every way by its id."""
        found = {}
        for name, element in self.groups.items():
            if name.startswith("link-"):
                found[name] = LineString([point for piece in pieces(element.get("d", "")) for point in piece])
        return found

    def everything(self) -> Iterator[BaseGeometry]:
        """Yield the bounds of all shapes that are not clipped to a window."""
        for layer in self.root.findall(f"{SVG}g"):
            if layer.get("id") == "layer-land":
                continue
            for element in layer.iter():
                for shape in geometries(element):
                    yield box(*shape.bounds).buffer(float(element.get("stroke-width", "0")) / 2)


def stroked(element: ET.Element) -> bool:
    return element.get("stroke", "none") != "none"


def geometries(element: ET.Element) -> list[BaseGeometry]:
    """Return what an element covers: rectangles, circles, and paths as polygons or lines."""
    number = {key: float(element.get(key, "0")) for key in ("x", "y", "width", "height", "cx", "cy", "r")}
    if element.tag == f"{SVG}rect":
        left, top = number["x"], number["y"]
        return [box(left, top, left + number["width"], top + number["height"])]
    if element.tag == f"{SVG}circle":
        return [Point(number["cx"], number["cy"]).buffer(number["r"], 64)]
    if element.tag == f"{SVG}path" and "a" not in element.get("d", ""):
        parts = pieces(element.get("d", ""))
        return [Polygon(part) if len(part) > 3 else LineString(part) for part in parts if len(part) > 1]
    return []


def letters(path: ET.Element) -> list[BaseGeometry]:
    found = []
    for piece in pieces(path.get("d", "")):
        xs, ys = zip(*piece, strict=True)
        found.append(box(min(xs), min(ys), max(xs), max(ys)))
    return found
