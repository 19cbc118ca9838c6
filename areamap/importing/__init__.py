"""A starter title from regions drawn elsewhere: GeoJSON, TopoJSON, SVG or GraphML."""

from __future__ import annotations

import re
from typing import NamedTuple

from areamap.importing.drawn import Drawn
from areamap.importing.reports import Report
from areamap.importing.starter import Made, ascii_id, make
from mapsheet import units
from mapsheet.errors import DataError, Fault, NotationError

__all__ = ["Drawn", "Imported", "Report", "ascii_id", "import_text", "read_drawn"]

_KM = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?|\.[0-9]+)\s*(km|m)\s*")


class Imported(NamedTuple):
    """The text of map.toml, the bytes of map.topojson (None for a board without shapes), and what is to be told."""

    map_toml: str
    topology: bytes | None
    reports: tuple[Report, ...]


def import_text(text: str, name: str, *, title: str = "", close: str = "") -> Imported:
    """Return the files of a title from the text of a GeoJSON, TopoJSON, SVG or GraphML.

    Polygons need not share vertices: they are snapped to a grid of 1e-6 degrees or 0.001 mm. An overlap goes to the first
    region, in an SVG to the topmost; a gap narrower than `close` (`2 km`, for a drawing `0.5 mm`) goes to the neighbor with
    the longest contact.
    DataError for a text that cannot be read; NotationError for a bad length.
    """
    drawn = read_drawn(text, name)
    made = make(drawn, title=title, close=closing(close, is_plane=drawn.is_plane), name=name)
    return Imported(_toml(made, name), _bytes(made), made.reports)


def read_drawn(text: str, name: str) -> Drawn:
    """Return what a text draws; what it is shows in its first characters."""
    head = text.lstrip()[:2000]
    if not head.startswith("<"):
        from areamap.importing.geojson import read_geojson

        return read_geojson(text, name)
    if re.search(r"<(?:\w+:)?graphml\b", text[:100_000]):
        from areamap.importing.graphml import read_graphml

        return read_graphml(text, name)
    from areamap.importing.svg import read_svg

    return read_svg(text, name)


def closing(text: str, *, is_plane: bool) -> float:
    """Return a width in km, or in mm on a plane, 0 for an empty text; NotationError for what is none."""
    if not text:
        return 0.0
    if is_plane:
        return units.length(text)
    found = _KM.fullmatch(text)
    if found is None or not 0 < float(found[1]) <= 20_000:
        raise NotationError("a width on the ground, such as '2 km'", text)
    return float(found[1]) / (1 if found[2] == "km" else 1000)


def _toml(made: Made, name: str) -> str:
    import tomli_w

    try:
        return tomli_w.dumps(made.tables)
    except (TypeError, ValueError, RecursionError):
        raise DataError(Fault("its member mapsheet holds what a map file cannot", name)) from None


def _bytes(made: Made) -> bytes | None:
    from areamap.build.writing import to_bytes

    return None if made.topology is None else to_bytes(made.topology)

