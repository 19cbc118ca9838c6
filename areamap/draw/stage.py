"""What a board's figure is drawn on: its places and ways in millimetres, drawn pale, those of the answer full."""

from __future__ import annotations

from functools import cached_property
from math import cos, pi, sin
from typing import TYPE_CHECKING, NamedTuple, Protocol

from areamap.aidplan import RingPanel
from areamap.boardplan import MAP
from areamap.draw.backdrop import draw_backdrop
from areamap.draw.courses import STEP
from areamap.draw.desk import Desk
from areamap.draw.ring import find_ring, ring_onto
from areamap.draw.roads import draw_discs, draw_ways, find_roads, names_of
from areamap.draw.stations import draw_some
from areamap.draw.strips import draw_strips
from mapsheet.box import Box, union
from mapsheet.errors import DataError
from mapsheet.picture import Picture

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from areamap.asking import AreaMap
    from areamap.draw.ring import Curve
    from areamap.draw.roads import Road
    from areamap.spaces import Link
    from mapsheet.box import Point
    from mapsheet.sheet import Sheet
    from mapsheet.style import Style

PALE = ("sea", "land", "words", "ties", "roads", "places", "strips")
"""Layers below the ghost, in their order."""
FULL = ("told_ways", "told_places", "tints", "marks", "told_discs", "discs")
"""Layers above it."""
SHORT = 13.0  # mm, of a way that has no room for an arrow and a disc
ROOM = 120.0  # mm, of a ring of powers
EDGE = 6.0


class Way(NamedTuple):
    """A link as it is drawn: all its points, and those outside both ends; from the link's first space to its second."""

    link: Link
    points: tuple[Point, ...]
    open: tuple[Point, ...]


class Stage(Protocol):
    """Places and ways of a board, and how they are drawn."""

    boxes: Mapping[str, Box]
    extent: Box

    @property
    def ways(self) -> list[Way]:
        """The links that are drawn."""

    def outline(self, id_: str) -> tuple[Point, ...]:
        """Return the outline of a place."""

    def draw(self, page: Sheet, told: Collection[str], ways: Mapping[int, bool]) -> None:
        """Draw everything: the places and the ways (by identities of links) of an answer above the ghost.

        `ways` says of each whether an arrow runs along it.
        """


def stage_of(board: AreaMap, style: Style, least: float = 0.0) -> Stage:
    """Return what figures of a board are drawn on: the ring of its aid, else its sheet; DataError where it has neither.

    In a panel of a diagram, where no letter is smaller than `least` mm, only names stand on the places.
    """
    aid = board.art.aid if board.art else None
    ring = next((panel for panel in aid.panels.values() if isinstance(panel, RingPanel)), None) if aid else None
    if ring is not None:
        return RingStage(board, style, ring)
    desk = Desk(board, style, MAP)
    desk.least = least
    if not desk.placed:
        raise DataError("figures are drawn on maps with shapes, and on boards whose spaces have a place on the sheet")
    return BoardStage(desk)


class BoardStage:
    """The map sheet of a board."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.boxes: Mapping[str, Box] = {id_: placed.box for id_, placed in desk.placed.items()}
        self.extent = Box(EDGE, EDGE, desk.page.width - EDGE, desk.page.height - EDGE)

    @cached_property
    def _roads(self) -> list[Road]:
        return find_roads(self.desk)

    @cached_property
    def ways(self) -> list[Way]:
        """The links that are drawn."""
        return [Way(road.link, road.points, road.open) for road in self._roads]

    def outline(self, id_: str) -> tuple[Point, ...]:
        """Return the outline of a place."""
        placed = self.desk.placed[id_]
        if not placed.is_round:
            return placed.box.corners
        (x, y), radius = placed.box.centre, placed.radius
        return tuple((x + radius * cos(k * pi / 36), y + radius * sin(k * pi / 36)) for k in range(72))

    def draw(self, page: Sheet, told: Collection[str], ways: Mapping[int, bool]) -> None:
        """Draw the board, the places and ways of the answer above the ghost."""
        desk, names = self.desk, names_of(self._roads)
        desk.sheet = page
        draw_backdrop(desk)
        pale = [road for road in self._roads if id(road.link) not in ways]
        draw_ways(desk, [road for road in pale if road.look != "road"], names, page.layer("ties"))
        draw_ways(desk, [road for road in pale if road.look == "road"], names, page.layer("roads"))
        draw_ways(desk, [road for road in self._roads if id(road.link) in ways], names, page.layer("told_ways"))
        # an arrow is not longer than a disc is wide on a short way
        beside = {id(way.link) for way in self.ways if ways.get(id(way.link)) and len(way.open) * STEP < SHORT}
        draw_discs(desk, self._roads, lambda road: page.layer("told_discs" if id(road.link) in ways else "roads"), beside)
        draw_some(page.layer("places"), desk, [placed for id_, placed in desk.placed.items() if id_ not in told])
        draw_some(page.layer("told_places"), desk, [placed for id_, placed in desk.placed.items() if id_ in told])
        draw_strips(desk)


class RingStage:
    """The ring of powers of an aid."""

    def __init__(self, board: AreaMap, style: Style, panel: RingPanel) -> None:
        self.how = (board, style, panel)
        boxes, self.curves = find_ring(board, panel, 0.0, ROOM)
        self.boxes: Mapping[str, Box] = boxes
        self.extent = union(boxes.values()).grown(EDGE) if boxes else Box(0, 0, ROOM, ROOM)

    @cached_property
    def ways(self) -> list[Way]:
        """The links that are drawn."""
        return [Way(link, tuple(curve), tuple(curve)) for link, curve in self.curves]

    def outline(self, id_: str) -> tuple[Point, ...]:
        """Return the outline of a place."""
        return self.boxes[id_].corners

    def draw(self, page: Sheet, told: Collection[str], ways: Mapping[int, bool]) -> None:
        """Draw the ring, the places and links of the answer above the ghost."""
        pale = [curve for curve in self.curves if id(curve[0]) not in ways]
        full = [curve for curve in self.curves if id(curve[0]) in ways]
        self._part(page, "places", {id_: box for id_, box in self.boxes.items() if id_ not in told}, pale)
        self._part(page, "told_places", {id_: box for id_, box in self.boxes.items() if id_ in told}, full)

    def _part(self, page: Sheet, layer: str, boxes: Mapping[str, Box], curves: list[Curve]) -> None:
        picture = Picture()
        ring_onto(picture, self.how, boxes, curves)
        picture.place(page.layer(layer), (0.0, 0.0))
