"""A map of regions on its sheet: where each shape, border and place lies, in millimetres."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from areamap.draw.tints import is_grey
from areamap.spaces import LAND, WATER, Border, Space
from mapsheet.box import Box, Point
from mapsheet.errors import DataError
from mapsheet.style import Colour, Mm, Pattern, Pen, Style, Tint

if TYPE_CHECKING:
    from areamap.atlas import Atlas
    from areamap.draw.layout import Layout

EDGE = 6.0
"""Of the sheet around the map, in mm, that printers may not reach."""
BAND, GAP = 3.2, 1.4  # mm between the frame's two lines, with degrees and without
BEYOND = 8.0  # mm past the frame that are kept, so that nothing turns along the frame
LEAST = 5.0  # mm, of the part of a map that a sheet shows
RULED: dict[str, Any] = {
    "pattern": Pattern("rules"), "pen": Pen(width=Mm(0.16), colour=Colour("#A0A0A0")), "spacing": Mm(1.1),
}
PALE = frozenset({"closed", "closed-sea"})


class View:
    """The map in a style on its sheet: `frame` is what is seen of it, every length mm of the whole sheet, y downwards.

    Shapes are shapely's, cut to the frame. `window` is a part of the whole frame that alone is seen, `own_layout`
    where things stand in it if not where they stand on the whole map. DataError for a map
    without shapes or projection.
    """

    def __init__(self, board: Atlas, style: Style, window: Box | None = None) -> None:
        if board.topology is None or board.art is None:
            raise DataError("the map has no shapes that could be drawn")
        self.board, self.style, self.topology = board, style, board.topology
        self.look = style.area
        self.plan = board.art.sheet
        self.edge, self.window = EDGE, window
        self.own_layout: Layout | None = None
        self.order = {name: k for k, name in enumerate(board.factions)}

    # -- places ------------------------------------------------------------------------------------------------------

    @cached_property
    def projection(self) -> Any:
        """The projection that the shapes were made for."""
        from areamap.projection import from_dict

        told = self.topology.meta.get("projection")
        if not isinstance(told, dict):
            raise DataError(f"{self.topology.name}: states no projection")
        return from_dict(told)

    @cached_property
    def size(self) -> tuple[float, float]:
        """The sheet's width and height: as the map says, else what the frame needs with all that stands beside it."""
        from areamap.draw.margins import size_with_margins

        return (self.plan.width, self.plan.height) if self.plan.sized else size_with_margins(self)

    @cached_property
    def origin(self) -> Point:
        """The top left corner of the projection's frame on the sheet: where the map says, else as far out as can be."""
        height = self.projection.frame[1]
        left = EDGE if self.plan.left is None else self.plan.left
        # a frame as high as the sheet loses as much above as below
        most = (self.plan.height - height) / 2 if self.plan.sized else EDGE
        top = min(EDGE, most) if self.plan.top is None else self.plan.top
        return left, top

    @property
    def band(self) -> float:
        """The width of the band of degrees around the frame."""
        is_wished = self.board.art is None or self.board.art.panel.graticule
        return BAND if is_wished and not self.projection.is_plane else GAP

    @property
    def frame(self) -> Box:
        """The part of the sheet where the map is seen."""
        return self.window or self.field

    @cached_property
    def field(self) -> Box:
        """The part of the sheet that the whole map fills, inside its band of degrees."""
        (left, top), (width, height) = self.origin, self.projection.frame
        right, bottom = left + width, top + height
        if self.plan.sized:
            right, bottom = min(right, self.plan.width - EDGE), min(bottom, self.plan.height - EDGE)
        outer = Box(max(left, EDGE), max(top, EDGE), right, bottom)
        field = outer.grown(-self.band)
        if min(field.width, field.height) < LEAST:
            raise DataError(f"a sheet of {self.plan.width:g} x {self.plan.height:g} mm has no room for the map's frame")
        return field

    def place(self, at: tuple[float, float]) -> Point:
        """Return where a longitude and latitude lies on the sheet."""
        x, y = self.projection.forward(float(at[0]), float(at[1]))
        return x + self.origin[0], y + self.origin[1]

    def degrees(self, at: Point) -> tuple[float, float]:
        """Return the longitude and latitude of a point on the sheet."""
        lon, lat = self.projection.inverse(at[0] - self.origin[0], at[1] - self.origin[1])
        return float(lon), float(lat)

    # -- shapes ------------------------------------------------------------------------------------------------------

    @cached_property
    def _walks(self) -> list[Any]:
        """The points of every arc on the sheet, rounded alike wherever an arc is used."""
        import numpy as np

        return [self._projected(np.array(arc)) for arc in self.topology.arcs]

    def _projected(self, points: Any) -> Any:
        import numpy as np

        x, y = self.projection.forward(points[:, 0], points[:, 1])
        return np.round(np.column_stack([x + self.origin[0], y + self.origin[1]]), 3)

    def walk(self, border: Border) -> list[Point]:
        """Return the points of a border."""
        return [(float(x), float(y)) for x, y in self._walks[border.arc]]

    @cached_property
    def whole(self) -> dict[str, Any]:
        """The shape of every space, not cut at the frame but a little beyond it."""
        import shapely

        window = shapely.box(*self.frame.grown(BEYOND))
        found = {}
        for id_ in self.board.spaces:
            polygons = [self._polygon(rings) for rings in self.topology.shapes.get(id_, ())]
            if polygons:
                shape = shapely.make_valid(shapely.MultiPolygon(polygons))
                found[id_] = shapely.intersection(shape, window)
        return found

    def _polygon(self, rings: list[list[int]]) -> Any:
        import shapely

        outer, *holes = [self._ring(ring) for ring in rings]
        return shapely.Polygon(outer, holes)

    def _ring(self, numbers: list[int]) -> list[Point]:
        import numpy as np

        walks = [self._walks[n] if n >= 0 else self._walks[~n][::-1] for n in numbers]
        points: list[Point] = np.concatenate([walk[:-1] for walk in walks] + [walks[-1][-1:]]).tolist()
        return points

    @cached_property
    def shapes(self) -> dict[str, Any]:
        """The shape of every space that is seen, cut at the frame."""
        import shapely

        window = shapely.box(*self.frame)
        cut = {id_: polygonal(shapely.intersection(shape, window)) for id_, shape in self.whole.items()}
        return {id_: shape for id_, shape in cut.items() if not shape.is_empty}

    def spaces(self, *kinds: str) -> list[Space]:
        """Return the spaces of some kinds that are seen, in the order of the file."""
        return [space for id_, space in self.board.spaces.items() if space.kind in kinds and id_ in self.shapes]

    @property
    def lands(self) -> list[Space]:
        """Return what is ground, in the order of the file."""
        return self.spaces(*sorted(LAND))

    @property
    def waters(self) -> list[Space]:
        """Return what is water, in the order of the file."""
        return self.spaces(*sorted(WATER))

    @property
    def played(self) -> list[Space]:
        """Return the spaces with a shape that pieces can enter."""
        return [space for space in (*self.lands, *self.waters) if space.kind not in PALE]

    @cached_property
    def ground(self) -> Any:
        """All land together, some way past the frame."""
        import shapely

        return shapely.union_all([self.whole[s.id] for s in self.lands])

    @cached_property
    def water(self) -> Any:
        """All water together, cut at the frame."""
        import shapely

        return shapely.union_all([self.shapes[s.id] for s in self.waters])

    @cached_property
    def cities(self) -> dict[str, Point]:
        """Where each city that is seen stands on the sheet."""
        found = {}
        for space in self.board.spaces.values():
            if space.kind == "city" and space.at is not None and space.within in self.shapes:
                at = self.place(space.at)
                if self.frame.holds(Box(*at, *at)):
                    found[space.id] = at
        return found

    def tint(self, space: Space) -> Tint:
        """Return how a land space is filled."""
        if space.is_shut:
            shut = self.look.neutral._replace(fill=self.look.closed.colour)
            # greys are the factions': land out of play is ruled instead
            return shut._replace(**RULED) if is_grey(self.style) else shut
        if space.faction not in self.order:
            return self.look.neutral
        colour = self.board.factions[space.faction].colour
        if colour and self.look.own_colours and space.faction not in self.look.faction:
            return Tint(Colour(colour), darker(colour))
        return self.look.tint(space.faction, self.order[space.faction])

    def bounds(self, id_: str) -> Box:
        """Return the box around a space."""
        return Box(*self.shapes[id_].bounds)


def darker(colour: str, share: float = 0.2) -> Colour:
    """Return a colour with a share of black."""
    parts = [round(int(colour[k : k + 2], 16) * (1 - share)) for k in (1, 3, 5)]
    return Colour("#" + "".join(f"{part:02X}" for part in parts))


def polygonal(shape: Any) -> Any:
    """Return the areas of a shape without the lines and points that cutting leaves."""
    import shapely

    parts = [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon" and not part.is_empty]
    return shapely.MultiPolygon(parts)


def path_of(shape: Any) -> str:
    """Return a shape as path data; with the even-odd rule its inner rings are holes."""
    from mapsheet.paths import polygons

    return polygons(rings_of(shape))


def rings_of(shape: Any) -> list[list[Point]]:
    """Return the rings of a shape, each an outer one followed by its holes, without the first point again at the end."""
    rings = []
    for part in getattr(shape, "geoms", [shape]):
        if part.geom_type == "Polygon" and not part.is_empty:
            rings += [[(float(x), float(y)) for x, y in ring.coords[:-1]] for ring in (part.exterior, *part.interiors)]
    return rings


def lines_of(shape: Any) -> list[list[Point]]:
    """Return the lines of a shape, each a list of points."""
    import shapely

    lines = [part for part in shapely.get_parts(shape) if part.geom_type in {"LineString", "LinearRing"} and not part.is_empty]
    return [[(float(x), float(y)) for x, y in line.coords] for line in lines]
