"""Reading a source of `areamap build`: every fault at once, each with its place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, TypeVar

from areamap.build.plan import LAND, LAND_KINDS, WATER, WATER_KINDS, Area, BorderLine, Channel, CoastPlan, Plan, Wanted
from areamap.projection import Place, Projection, number, place, plane_place, read_projection
from mapsheet import units
from mapsheet.errors import NotationError, clipped, nearest
from mapsheet.fields import Fields
from mapsheet.source import Source, parse_toml, plain, read_toml

T = TypeVar("T")
FORMAT = "areamap-source/1"
LINE_CLASSES = ("", "land", "sea", "impassable")
ID = re.compile(r"[a-z0-9_]{1,80}")
MOST_PLACES = 50_000  # of a source
_AREA = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?|\.[0-9]+)\s*(mm2|in2|km2)\s*")


def load_plan(path: Path | str) -> Plan:
    """Return what a source file asks for; DataError with every fault."""
    return read_plan(read_toml(path))


def loads_plan(text: str, name: str = "source.toml") -> Plan:
    """Return what a text asks for; DataError with every fault."""
    return read_plan(parse_toml(plain(text), name))


def read_plan(source: Source) -> Plan:
    """Return what a parsed source asks for; DataError with every fault."""
    return _Reader(source).read()


def area(value: Any) -> Area:
    """Return an area such as `0.004 in2`, `3 mm2` or `150 km2`; NotationError for anything else."""
    found = _AREA.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise NotationError("an area such as '0.004 in2', '3 mm2' or '150 km2'", value)
    size = float(found[1])
    return Area(size * 25.4**2, "mm2") if found[2] == "in2" else Area(size, found[2])


class _Reader:
    def __init__(self, source: Source) -> None:
        self.fields = Fields(source)
        self.place = place
        self.places = 0
        self.seeds: dict[Place, tuple[str, int]] = {}  # the space and the number of the first at each place

    def read(self) -> Plan:
        top = self.fields
        top.choice("format", (FORMAT,), required=True)
        title, credit = top.text("title", required=True), top.text("credit", longest=1000)
        projection = read_projection(top.table("projection"))
        self.place = plane_place if projection and projection.is_plane else place
        has_coast = top.has("coast")
        coast = self._coast(top.table("coast"), projection)
        roughness, bends = self._course(top.table("course"))
        spaces = {name: self._space(name, fields) for name, fields in top.named("space")}
        if not spaces:
            top.fault("space", "is missing: a map has at least one space")
        lines = tuple(self._line(fields, spaces) for fields in top.tables("line"))
        channels = tuple(self._channel(fields) for fields in top.tables("channel"))
        if self.places > MOST_PLACES:
            top.fault("", f"holds {self.places:,} places; more than {MOST_PLACES:,} are not read")
        top.finish()
        top.raise_faults()
        assert projection is not None  # else there are faults
        needs = has_coast or bool(channels) or any(space.on == WATER for space in spaces.values())
        return Plan(
            title, projection, coast, spaces, lines, channels,
            roughness, credit, top.source.text, str(top.source.path), needs, bends,
        )  # fmt: skip

    def _coast(self, fields: Fields, projection: Projection | None) -> CoastPlan:
        plan = CoastPlan(
            fields.text("file"),
            fields.read("drop_below", area, CoastPlan.drop_below),
            fields.read("divide_above", area, CoastPlan.divide_above),
            self._list(fields, "keep", least=0),
            fields.read("simplify", units.length, CoastPlan.simplify),
        )
        if projection and projection.is_plane:
            for name in ("drop_below", "divide_above"):
                if getattr(plan, name).unit == "km2":
                    fields.fault(name, "a plane has no km2; say it in in2 or mm2")
        fields.finish()
        return plan

    @staticmethod
    def _course(fields: Fields) -> tuple[float, float]:
        """Return how rough courses between seeds are, and how much drawn lines bend."""
        found = []
        for name in ("roughness", "lines"):
            value = fields.number(name, default=0.0)
            if value > 1:
                fields.fault(name, f"expected a number from 0 to 1, got {value:g}")
            found.append(min(value, 1.0))
        fields.finish()
        return found[0], found[1]

    def _space(self, name: str, fields: Fields) -> Wanted:
        if not ID.fullmatch(name):
            fields.fault("", f"an id is written in lower case a-z, digits and _, got {clipped(name)}")
        on = fields.choice("on", (LAND, WATER))
        kind = fields.choice("kind", WATER_KINDS if on == WATER else LAND_KINDS)
        seeds = self._list(fields, "seeds", required=True, least=1)
        self._refuse_shared(name, fields)
        fields.finish()
        return Wanted(name, on, kind, seeds)

    def _refuse_shared(self, name: str, fields: Fields) -> None:
        """Note every seed at a place where another space has one."""
        listed = fields.data.get("seeds")
        for k, item in enumerate(listed[:MOST_PLACES] if isinstance(listed, list) else ()):
            try:
                at = self.place(item)
            except NotationError:
                continue
            first, number = self.seeds.setdefault(at, (name, k))
            if first != name:
                place = fields.source.place(("space", first, "seeds", number))
                where = f" (line {place[0]}, column {place[1]})" if place else ""
                fields.fault(("seeds", k), f"the place {list(at)} is a seed of {first} too{where}")

    def _line(self, fields: Fields, spaces: dict[str, Wanted]) -> BorderLine:
        between = self._pair(fields, "between", spaces, required=True)
        grounds = {spaces[name].on for name in between or () if name in spaces}
        if len(grounds) == 2:
            fields.fault("between", "a land and a water meet at the coast, not along a line")
        ends = {name: self._pair(fields, name, spaces) for name in ("start", "end")}
        for name, pair in ends.items():
            if pair and (grounds != {WATER} or any(spaces[one].on != LAND for one in pair if one in spaces)):
                fields.fault(name, "only a line between two waters ends at the border of two lands")
        kind = fields.choice("class", LINE_CLASSES)
        through = self._course_of(fields)
        line = BorderLine(between or ("", ""), through, kind, ends["start"], ends["end"], fields.text("name"))
        fields.finish()
        return line

    def _channel(self, fields: Fields) -> Channel:
        through = self._course_of(fields)
        fields.text("name")
        channel = Channel(through, fields.read("width", units.length, 1.0, required=True))
        fields.finish()
        return channel

    def _course_of(self, fields: Fields) -> tuple[Place, ...]:
        through = self._list(fields, "through", required=True, least=2)
        if len(through) > 1 and len(set(through)) < 2:
            fields.fault("through", "expected at least two different places")
        return through

    @staticmethod
    def _pair(
        fields: Fields, name: str, spaces: dict[str, Wanted], *, required: bool = False
    ) -> tuple[str, str] | None:
        names = fields.texts(name, required=required)
        if not names:
            return None
        for k, one in enumerate(names):
            if one not in spaces:
                fields.fault((name, k), f"no space of this name: {clipped(one)}{nearest(one, list(spaces))}")
        if len(names) != 2 or names[0] == names[1]:
            fields.fault(name, f"expected two different spaces, got {clipped(names)}")
            return None
        return names[0], names[1]

    def _list(self, fields: Fields, name: str, *, required: bool = False, least: int = 1) -> tuple[Place, ...]:
        """Return a list of places, those that can be read where some cannot."""
        value = fields.take(name, required=required)
        if value is None:
            return ()
        if not isinstance(value, list) or len(value) < least:
            fields.fault(name, f"expected a list of {least} or more places, got {clipped(value)}")
            return ()
        self.places += len(value)
        found = [fields.attempt((name, k), None, self.place, item) for k, item in enumerate(value[:MOST_PLACES])]
        return tuple(one for one in found if one is not None)


__all__ = ["FORMAT", "area", "load_plan", "loads_plan", "number", "read_plan"]
