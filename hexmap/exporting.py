"""A map in the formats of other programs: GeoJSON, GraphML and a flat CSV of hexes, each as bytes, all under the hexes' numbers.

Places are millimetres on the sheet, x to the right, y downwards.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from hexmap.chains import format_hexside
from hexmap.stepcosts import points
from mapsheet.errors import NotationError, nearest

if TYPE_CHECKING:
    from hexmap.board import Board
    from hexmap.grid import Hex
    from hexmap.layout import Point

DIGITS = 3  # after the point of a millimetre


def export(board: Board, to: str, *, unit_class: str | None = None) -> bytes:
    """Return a map as `geojson`, `graphml` or `csv`; the steps of GraphML cost what they cost a class of unit.

    NotationError for another format or an unknown class.
    """
    if to not in FORMATS:
        raise NotationError(f"one of {' '.join(FORMATS)}{nearest(to, list(FORMATS))}", to)
    return to_graphml(board, unit_class) if to == "graphml" else FORMATS[to](board)


def _mm(point: Point) -> list[float]:
    return [round(point.x, DIGITS), round(point.y, DIGITS)]


def _names(board: Board) -> dict[Hex, list[str]]:
    """Return the names that stand at each hex."""
    found: dict[Hex, list[str]] = {}
    for label in board.art.labels:
        for h in label.at:
            found.setdefault(h, []).append(label.text)
    return found


def _edges(board: Board) -> dict[Hex, list[str]]:
    """Return the named stretches that each hex lies on."""
    found: dict[Hex, list[str]] = {}
    for name, hexes in board.edges.items():
        for h in hexes:
            found.setdefault(h, []).append(name)
    return found


# -- GeoJSON -------------------------------------------------------------------------------------------------------------


def to_geojson(board: Board) -> bytes:
    """Return a FeatureCollection: a polygon `hex-0304` for each hex, then hexsides, lines, courses and names, each with an id.

    Rings run counterclockwise as the numbers are read, that is with y upwards (RFC 7946).
    """
    features = [*_hex_features(board), *_hexside_features(board), *_line_features(board), *_label_features(board)]
    about = {"title": board.title, "coordinates": "millimetres on the sheet, x to the right, y downwards"}
    head = {"type": "FeatureCollection", "mapsheet": about}
    rows = ",\n".join(_line(feature) for feature in features)
    return f'{_line(head)[:-1]},"features":[\n{rows}\n]}}\n'.encode()


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _feature(id_: str, shape: str, coordinates: Any, **properties: Any) -> dict[str, Any]:
    geometry = {"type": shape, "coordinates": coordinates}
    return {"type": "Feature", "id": id_, "geometry": geometry, "properties": {"id": id_, **properties}}


def _hex_features(board: Board) -> Iterator[dict[str, Any]]:
    names, edges = _names(board), _edges(board)
    for h in board:
        # corners run clockwise on paper, where y goes down, so counterclockwise as numbers
        ring = [_mm(corner) for corner in board.layout.corners(h)]
        number, (x, y) = board.number(h), _mm(board.layout.centre(h))
        yield _feature(
            f"hex-{number}", "Polygon", [[*ring, ring[0]]], what="hex", hex=number, column=h.column, row=h.row, x=x, y=y,
            terrain=board.terrain(h).name, level=board.level(h), names=names.get(h, []), edges=edges.get(h, []),
        )


def _hexside_features(board: Board) -> Iterator[dict[str, Any]]:
    for side, kinds in board.hexsides.items():
        text = format_hexside(board.numbering, side)
        ends = [_mm(board.layout.place(*corner)) for corner in board.grid.ends(side)]
        yield _feature(f"hexside-{text.replace('/', '-')}", "LineString", ends, what="hexside", hexside=text, kinds=[*kinds])


def _line_features(board: Board) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(board.lines, 1):
        yield _way(board, f"line-{number}", line.through, what="line", kind=line.kind)
    for number, course in enumerate(board.art.courses, 1):
        yield _way(board, f"course-{number}", course.through, what="course", kind=course.kind, name=course.name)


def _way(board: Board, id_: str, through: tuple[Hex, ...], **properties: str) -> dict[str, Any]:
    way = [_mm(board.layout.centre(h)) for h in through]
    return _feature(id_, "LineString", way, **properties, through=[board.number(h) for h in through])


def _label_features(board: Board) -> Iterator[dict[str, Any]]:
    for number, label in enumerate(board.art.labels, 1):
        at = [board.number(h) for h in label.at]
        places = [_mm(board.layout.centre(h)) for h in label.at]
        shape, coordinates = ("Point", places[0]) if len(places) == 1 else ("LineString", places)
        yield _feature(f"label-{number}", shape, coordinates, what="label", text=label.text, kind=label.kind, at=at)


# -- GraphML -------------------------------------------------------------------------------------------------------------


def to_graphml(board: Board, unit_class: str | None = None) -> bytes:
    """Return the hexes as nodes and every step that a unit of the class may take as a directed edge.

    `cost` is a decimal number for programs that reckon with it, `points` the exact text (`1/2`). NotationError for an unknown
    class.
    """
    import networkx as nx

    from hexmap.gazetteer import graph

    names, edges = _names(board), _edges(board)
    found = nx.DiGraph(title=board.title, coordinates="millimetres", unit_class=unit_class or "")
    priced = graph(board, unit_class)
    for number, marks in priced.nodes(data=True):
        h = board.hex(number)
        found.add_node(
            number, terrain=marks["terrain"], level=marks["level"], x=round(marks["x"], DIGITS), y=round(marks["y"], DIGITS),
            names="; ".join(names.get(h, [])), edges=" ".join(edges.get(h, [])),
        )
    for a, b, cost in priced.edges(data="cost"):
        kinds = board.hexsides.get(_between(board, a, b), ())
        found.add_edge(a, b, cost=float(cost), points=str(points(cost)), hexside=" ".join(kinds))
    return ("\n".join(nx.generate_graphml(found)) + "\n").encode()


def _between(board: Board, a: str, b: str) -> Any:
    one, other = board.hex(a), board.hex(b)
    direction = board.grid.direction(one, other)
    assert direction is not None  # a step leads to a neighbor
    return board.grid.hexside(one, direction)


# -- CSV -----------------------------------------------------------------------------------------------------------------


def to_csv(board: Board) -> bytes:
    """Return a table with a row for each hex: number, places, terrain, level, names, edges, and the kinds of its six hexsides."""
    import csv
    from io import StringIO

    names, edges, grid = _names(board), _edges(board), board.grid
    out = StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(
        ["hex", "column", "row", "x_mm", "y_mm", "terrain", "level", "names", "edges", *grid.direction_names, "lines"],
    )
    lines: dict[Hex, list[str]] = {}
    for line in board.lines:
        for h in line.through:
            lines.setdefault(h, []).append(line.kind)
    for h in board:
        sides = [" ".join(board.hexsides.get(grid.hexside(h, d), ())) for d in range(6)]
        where = [board.number(h), h.column, h.row, *_mm(board.layout.centre(h))]
        what = [board.terrain(h).name, board.level(h), _safe("; ".join(names.get(h, []))), " ".join(edges.get(h, []))]
        table.writerow([*where, *what, *sides, " ".join(dict.fromkeys(lines.get(h, [])))])
    return out.getvalue().encode()


def _safe(text: str) -> str:
    """Return words that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


FORMATS: dict[str, Callable[[Board], bytes]] = {"geojson": to_geojson, "graphml": to_graphml, "csv": to_csv}
"""The formats that `export` writes."""
