"""What a file from elsewhere draws: regions, places and links, as plain values before they become a map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from mapsheet.errors import DataError, Fault

if TYPE_CHECKING:
    from areamap.importing.own import Own

Point = tuple[float, float]
Ring = list[Point]
MOST_POINTS = 1_000_000
MOST_REGIONS = 20_000


class Region(NamedTuple):
    """A shape with a name: its polygons, each an outer ring and its holes; `id` is the file's own, empty for none."""

    id: str
    name: str
    properties: Mapping[str, Any]
    polygons: list[list[Ring]]


class Spot(NamedTuple):
    """A space without a shape; `at` is None for one without a place."""

    id: str
    name: str
    properties: Mapping[str, Any]
    at: Point | None


class OwnBorder(NamedTuple):
    """A line along which a border has a class that the kinds of its spaces do not give it."""

    kind: str
    points: Ring


@dataclass
class Drawn:
    """All that a file draws; `is_painted` where later regions lie over earlier ones.

    `step` and `origin` are the file's quantization, `size` (mm) the sheet of a plane; `own` is what our own exports add.
    """

    title: str = ""
    regions: list[Region] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)
    borders: list[OwnBorder] = field(default_factory=list)
    links: list[dict[str, Any]] = field(default_factory=list)
    tables: dict[str, Any] = field(default_factory=dict)
    projection: dict[str, Any] | None = None
    credit: str = ""
    is_plane: bool = False
    is_painted: bool = False
    size: Point | None = None
    step: Point | None = None
    origin: Point = (0.0, 0.0)
    own: Own | None = None
    notes: list[str] = field(default_factory=list)

    def check_size(self, name: str) -> None:
        """Raise DataError for more points or regions than are read."""
        points = sum(len(ring) for region in self.regions for polygon in region.polygons for ring in polygon)
        if points > MOST_POINTS or len(self.regions) > MOST_REGIONS:
            limits = f"{MOST_POINTS:,} points and {MOST_REGIONS:,} regions"
            raise DataError(Fault(f"has {points:,} points in {len(self.regions):,} regions; at most {limits} are read", name))
