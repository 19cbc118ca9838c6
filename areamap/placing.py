"""Where spaces stand on a plain sheet: by the map's own projection, without one by a plain cylinder, or as the file has it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import cos, radians
from typing import NamedTuple

from areamap.atlas import Atlas
from areamap.faces import Node, is_plane
from areamap.projection import from_dict
from areamap.spaces import Space
from mapsheet.box import Box, Point, around
from mapsheet.errors import DataError

EDGE = 8.0
LEAST = 1e-6


class Placement(NamedTuple):
    """A function from places of the map to mm on the sheet, and how much room the map takes there."""

    place: Callable[[Node], Point]
    width: float
    height: float


def placement(board: Atlas, room: tuple[float, float]) -> Placement:
    """Return where everything of a map stands when it fills the room (mm) inside an edge of 8 mm."""
    project = _projection(board)
    places = [p for arc in (board.topology.arcs if board.topology else ()) for p in arc]
    places += [space.at for space in board.spaces.values() if space.at is not None]
    box = around(map(project, places)) if places else Box(0, 0, 1, 1)
    wide, high = max(box.width, LEAST), max(box.height, LEAST)
    scale = min(room[0] / wide, room[1] / high)

    def place(node: Node) -> Point:
        x, y = project(node)
        return EDGE + (x - box.left) * scale, EDGE + (y - box.top) * scale

    return Placement(place, wide * scale, high * scale)


def _projection(board: Atlas) -> Callable[[Node], Point]:
    if board.topology is None or is_plane(board.topology):
        return lambda node: node
    try:
        forward = from_dict(board.topology.meta["projection"]).forward
    except (DataError, KeyError, TypeError, ValueError):
        lats = [lat for arc in board.topology.arcs for _, lat in arc]
        share = max(0.01, cos(radians((min(lats) + max(lats)) / 2))) if lats else 1.0
        return lambda node: (node[0] * share, -node[1])
    return lambda node: forward(node[0], node[1])


def anchors(board: Atlas, place: Callable[[Node], Point], *, only: Iterable[Space] | None = None) -> dict[str, Point]:
    """Return where each space is marked: at its place, else well inside the largest part of its shape; none has no entry."""
    found = {}
    for space in board.spaces.values() if only is None else only:
        if space.at is not None:
            found[space.id] = place(space.at)
        elif board.topology is not None and space.id in board.topology.shapes:
            found[space.id] = place(_inside(board, space.id))
    return found


def _inside(board: Atlas, id_: str) -> Node:
    import shapely

    assert board.topology is not None  # the caller has looked
    made = [shapely.Polygon(rings[0], rings[1:]) for rings in board.topology.polygons(id_) if len(rings[0]) > 3]
    sound = [shapely.make_valid(polygon) for polygon in made]
    if not sound:
        return board.topology.polygons(id_)[0][0][0]
    point = max(sound, key=lambda polygon: polygon.area).representative_point()
    return point.x, point.y
