"""From what a file draws to the two files of a title: the map's tables and its topology."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from areamap.conditions import parse_condition
from areamap.importing.drawn import Drawn, Point, Region, Spot
from areamap.importing.noding import Noded, node
from areamap.importing.own import unchanged
from areamap.importing.reports import Report
from areamap.importing.weaving import weave
from areamap.projection import EARTH_KM, Projection
from areamap.spaces import KINDS
from areamap.topology import FORMAT as TOPOLOGY
from mapsheet.errors import DataError, Fault, NotationError, clipped
from mapsheet.fields import LONGEST
from mapsheet.provenance import PROVENANCE

TOPOLOGY_FILE = "map.topojson"
ROOM = (240.0, 170.0)  # mm for the map on a sheet of letter size
_ID = re.compile(r"[a-z0-9][a-z0-9_]{0,99}")
_STATED = ("neighbors", "coasts")
_DOTLESS = str.maketrans({"ı": "i", "ł": "l", "đ": "d", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})


class Made(NamedTuple):
    """The tables of a map file, its topology (None for a board without shapes), and what is to be told."""

    tables: dict[str, Any]
    topology: dict[str, Any] | None
    reports: tuple[Report, ...]


def make(drawn: Drawn, *, title: str, close: float = 0.0, name: str = "") -> Made:
    """Return a title from a drawing; DataError for one without any space."""
    return _Maker(drawn, name).make(title, close)


def ascii_id(name: str, taken: Collection[str] = ()) -> str:
    """Return an id of a-z, 0-9 and _ made of a name, numbered where it is taken."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_DOTLESS)).encode("ascii", "ignore").decode()
    base = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:80] or "space"
    return next(found for k in range(1, len(taken) + 2) if (found := base if k == 1 else f"{base}_{k}") not in taken)


class _Maker:
    """Names the spaces of one drawing and cleans what it says about them."""

    def __init__(self, drawn: Drawn, name: str) -> None:
        self.drawn, self.name = drawn, name
        self.reports = [Report("the file", note) for note in drawn.notes]
        self.ids: set[str] = set()  # taken so far
        self.renamed: dict[str, str] = {}  # by the file's own ids
        factions = drawn.tables.get("faction")
        self.factions: dict[str, Any] = dict(factions) if isinstance(factions, dict) else {}

    def make(self, title: str, close: float) -> Made:
        drawn = self.drawn
        ids = [self._named(item) for items in (drawn.regions, drawn.spots) for item in items]
        if not ids:
            raise DataError(Fault("draws no region and no place", self.name))
        self._refuse_far()
        whole = unchanged(drawn.own, drawn.regions, self._kinds())
        noded = None
        if whole is None:
            names = [region.name or ids[k] for k, region in enumerate(drawn.regions)]
            noded = node(drawn, names, close=close, name=self.name)
            self.reports += noded.reports
        spaces = self._in_order(self._spaces(noded, ids))
        if not spaces:
            raise DataError(Fault("draws no region that is large enough for the grid", self.name))
        tables: dict[str, Any] = {"format": "areamap/1", "title": title or drawn.title or "A map from elsewhere"}
        if drawn.regions:
            tables["topology"] = TOPOLOGY_FILE
        rest = self._rest()
        linked = [link | {"between": [self.renamed.get(end, end) for end in link["between"]]} for link in drawn.links]
        links = [self._link(link) for link in linked if self._is_own(link, spaces)]
        topology = dict(whole.data) if whole else self._topology(noded, ids, spaces) if noded and drawn.regions else None
        behind = dict(drawn.own.backdrop) if drawn.own and drawn.own.backdrop and not drawn.regions else None
        more = {"faction": self.factions} if self.factions else {}
        tables |= {"space": spaces} | rest | more | ({"link": links} if links else {})
        return Made(_without_none(tables), topology or behind, tuple(self.reports))

    def _kinds(self) -> dict[str, Any]:
        items: list[Region | Spot] = [*self.drawn.regions, *self.drawn.spots]
        return {item.id: item.properties.get("kind") for item in items}

    def _in_order(self, spaces: dict[str, Any]) -> dict[str, Any]:
        """Return the spaces in the order in which they were exported, new ones last."""
        known = [id_ for id_ in (self.drawn.own.kinds if self.drawn.own else ()) if id_ in spaces]
        return {id_: spaces[id_] for id_ in dict.fromkeys([*known, *spaces])}

    def _rest(self) -> dict[str, Any]:
        """Return the tables that stand in the file beside its spaces; what lies behind a board is written with it."""
        rest = {key: value for key, value in self.drawn.tables.items() if value not in (None, "", [], {})}
        board = rest.get("board")
        backdrop = board.get("backdrop") if isinstance(board, dict) else None
        if isinstance(board, dict) and isinstance(backdrop, dict) and "topology" in backdrop:
            has = self.drawn.own is not None and self.drawn.own.backdrop is not None and not self.drawn.regions
            kept = {key: value for key, value in backdrop.items() if key != "topology"}
            rest["board"] = board | {"backdrop": kept | ({"topology": TOPOLOGY_FILE} if has else {})}
        return rest

    def _named(self, item: Region | Spot) -> str:
        own = item.id if _ID.fullmatch(item.id) and item.id not in self.ids else ""
        id_ = own or ascii_id(item.name or item.id, self.ids)
        self.ids.add(id_)
        self.renamed.setdefault(item.id, id_)
        return id_

    def _refuse_far(self) -> None:
        if self.drawn.is_plane:
            return
        points = (point for region in self.drawn.regions for polygon in region.polygons for ring in polygon for point in ring)
        for x, y in points:
            if abs(x) > 360 or abs(y) > 90:
                raise DataError(Fault(f"expected longitude and latitude in degrees, got ({x:g}, {y:g})", self.name))

    # -- spaces ------------------------------------------------------------------------------------------------------

    def _spaces(self, noded: Noded | None, ids: Sequence[str]) -> dict[str, Any]:
        regions = list(zip(ids, self.drawn.regions, strict=False))
        spaces: dict[str, Any] = {}
        shapes = noded.shapes if noded else [True] * len(regions)
        for (id_, region), shape in zip(regions, shapes, strict=True):
            spaces[id_] = self._space(id_, region, "land")
            if shape is None:
                self.reports.append(Report(f"{id_}", "nothing of its shape is left: the space is left out"))
                del spaces[id_]
        for id_, spot in zip(ids[len(regions) :], self.drawn.spots, strict=True):
            spaces[id_] = self._spot(id_, spot, noded, [id_ for id_, _ in regions], spaces)
        for id_, table in spaces.items():
            self._settle(id_, table, spaces)
        return spaces

    def _spot(
        self, id_: str, spot: Spot, noded: Noded | None, regions: Sequence[str], spaces: Mapping[str, Any]
    ) -> dict[str, Any]:
        table = self._space(id_, spot, "city" if spot.at else "box")
        if "within" in table:
            table["within"] = self.renamed.get(table["within"], table["within"])
        if spot.at is not None:
            table.setdefault("at", list(spot.at))
        if table["kind"] == "city" and "within" not in table and spot.at is not None and noded and self.drawn.regions:
            table["within"] = _holder(noded, regions, spot.at)
        if table["kind"] == "city" and spaces.get(table.get("within", ""), {}).get("kind") not in {"land", "island"}:
            self.reports.append(Report(id_, "lies in no land: its kind is node, not city"))
            table["kind"] = "node"
            table.pop("within", None)
        return table

    def _space(self, id_: str, item: Region | Spot, kind: str) -> dict[str, Any]:
        table: dict[str, Any] = {"kind": kind, "name": _text(item.name) or id_}
        for key, check in _KEYS.items():
            if key in item.properties and item.properties[key] is not None:
                value = check(item.properties[key])
                if value is None:
                    self.reports.append(Report(id_, f"its {key} {clipped(item.properties[key])} cannot be used: left out"))
                elif value != "" and (value != [] or key in {"neighbors", "coasts"}):
                    table[key] = value
        return table

    def _settle(self, id_: str, table: dict[str, Any], spaces: Mapping[str, Any]) -> None:
        """Drop what names spaces that are not there, and make factions known."""
        for key in ("neighbors", "coasts", "ports"):
            if key in table:
                table[key] = [self.renamed.get(name, name) for name in table[key]]
            seas = key != "neighbors"
            lost = [name for name in table.get(key, ()) if name not in spaces or (seas and not _is_sea(spaces[name]))]
            if lost:
                self.reports.append(Report(id_, f"its {key} name no such space: {clipped(lost)}: left out"))
                del table[key]
        if "faction" in table and table["faction"] not in self.factions:
            faction = ascii_id(table["faction"])
            self.factions.setdefault(faction, {"name": table["faction"]})
            table["faction"] = faction

    # -- links -------------------------------------------------------------------------------------------------------

    def _is_own(self, link: Mapping[str, Any], spaces: Mapping[str, Any]) -> bool:
        """Tell whether a link must be declared: it does not follow from cities, ports or declared neighbors."""
        keys = {"city": ("within",), "port": ("ports",), "land": _STATED, "sea": _STATED, "coast": _STATED}.get(link["kind"], ())
        one, two = link["between"]
        pairs = ((spaces.get(one, {}), two), (spaces.get(two, {}), one))
        said = [(space.get(key, ()), other) for space, other in pairs for key in keys]
        return not any(other == names if isinstance(names, str) else other in names for names, other in said)

    def _link(self, link: dict[str, Any]) -> dict[str, Any]:
        unknown = "provenance" if link.get("provenance") not in PROVENANCE else ""
        made = {key: value for key, value in link.items() if key not in {"cost", unknown}}
        if "open" in made and _condition(made["open"]) is None:
            self.reports.append(Report(f"a {link['kind']}", f"its condition {clipped(made['open'])} cannot be read: left out"))
            del made["open"]
        cost = _cost(link["cost"]) if "cost" in link else None
        return made | ({} if cost is None or cost == self._usual_cost(link["kind"]) else {"cost": cost})

    def _usual_cost(self, kind: str) -> int | str | None:
        """Return what a link of a kind costs by the file's own tables."""
        kinds = self.drawn.tables.get("kind")
        table = kinds.get(kind) if isinstance(kinds, dict) else None
        return _cost(table.get("cost", 1)) if isinstance(table, dict) else 1

    # -- the topology ------------------------------------------------------------------------------------------------

    def _topology(self, noded: Noded, ids: Sequence[str], spaces: Mapping[str, Any]) -> dict[str, Any]:
        about: dict[str, Any] = {"format": TOPOLOGY, "projection": self._projection()}
        if self.drawn.credit:
            about["credit"] = _text(self.drawn.credit)
        kinds = {id_: table["kind"] if table["kind"] in KINDS else "land" for id_, table in spaces.items()}
        return weave(noded, ids, kinds=kinds, borders=self.drawn.borders, about=about)

    def _projection(self) -> dict[str, Any]:
        drawn = self.drawn
        if drawn.is_plane and not drawn.projection:
            frame = drawn.size or ROOM
            return Projection("plane", frame, (frame[0] / 2, frame[1] / 2)).to_dict()
        if drawn.projection and "frame" in drawn.projection:
            return drawn.projection
        points = [point for region in drawn.regions for polygon in region.polygons for ring in polygon for point in ring]
        (west, south), (east, north) = (tuple(end(axis) for axis in zip(*points, strict=True)) for end in (min, max))
        middle = ((west + east) / 2, max(-85.0, min(85.0, (south + north) / 2)))
        per_degree = math.radians(1) * EARTH_KM
        wide = max(1e-3, (east - west) * per_degree * math.cos(math.radians(middle[1])))
        high = max(1e-3, (north - south) * per_degree)
        km_per_inch = max(wide / ROOM[0], high / ROOM[1]) * 25.4
        frame = (wide / km_per_inch * 25.4, high / km_per_inch * 25.4)
        return Projection("equirectangular", frame, middle, middle, (middle[1],), km_per_inch).to_dict()


def _holder(noded: Noded, regions: Sequence[str], at: Point) -> str:
    from shapely import Point as Dot

    grid = noded.grid
    dot = Dot((at[0] - grid.origin[0]) / grid.step[0], (at[1] - grid.origin[1]) / grid.step[1])
    found = [id_ for id_, shape in zip(regions, noded.shapes, strict=True) if shape is not None and shape.intersects(dot)]
    return found[0] if found else ""


def _is_sea(table: Mapping[str, Any]) -> bool:
    return str(table["kind"]) == "sea"


# -- values ----------------------------------------------------------------------------------------------------------------


def _text(value: Any, longest: int = LONGEST) -> str | None:
    """Return a text that can be printed, None for what is none or too long."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    text = " ".join("".join(ch if ch.isprintable() else " " for ch in str(value)).split())
    return text if len(text) <= longest else None


def _code(value: Any) -> str | None:
    return _text(value, 8)


def _whole(least: int, most: int) -> Callable[[Any], int | None]:
    def check(value: Any) -> int | None:
        good = isinstance(value, int | float) and not isinstance(value, bool) and value == value // 1 and least <= value <= most
        return int(value) if good else None

    return check


def _texts(value: Any) -> list[str] | None:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return None
    return [text for item in value if (text := _text(item))]


def _pair(value: Any) -> list[float] | None:
    good = isinstance(value, list) and len(value) == 2
    good = good and all(isinstance(x, int | float) and not isinstance(x, bool) and abs(x) < 10**6 for x in value)
    return [float(x) for x in value] if good else None


def _condition(value: Any) -> str | None:
    try:
        return str(parse_condition(value))
    except NotationError:
        return None


def _provenance(value: Any) -> Any:
    if isinstance(value, dict):
        good = all(word in PROVENANCE for word in value.values())
        return {str(key): str(word) for key, word in value.items()} if good else None
    return value if value in PROVENANCE else None


def _cost(value: Any) -> int | str | None:
    try:
        exact = Fraction(str(value)[:100])
    except (ValueError, ZeroDivisionError):
        return None
    if not 0 <= exact <= 10**6 or exact.denominator > 1000:
        return None
    return int(exact) if exact.denominator == 1 else str(exact)


_KEYS: dict[str, Callable[[Any], Any]] = {
    "kind": lambda value: value if value in KINDS else None,
    "class": _text, "aliases": _texts, "code": _code, "value": _whole(-1000, 1000), "faction": _text, "at": _pair,
    "within": _text, "ports": _texts, "path": _text, "order": _whole(0, 10_000), "traits": _texts, "entry": _condition,
    "entry_rule": _text, "note": _text, "neighbors": _texts, "coasts": _texts, "provenance": _provenance,
}


def _without_none(value: Any) -> Any:
    """Return a value without what TOML has no word for."""
    if isinstance(value, dict):
        return {str(key): _without_none(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [_without_none(inner) for inner in value if inner is not None]
    return value


__all__ = ["Made", "ascii_id", "make"]
