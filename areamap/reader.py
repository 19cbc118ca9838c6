"""Reading a map file into an AreaMap: every fault at once, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from areamap.art import read_art
from areamap.asking import AreaMap
from areamap.atlas import Atlas
from areamap.conditions import ALWAYS, parse_condition
from areamap.linking import all_links
from areamap.spaces import KINDS, Corner, Cost, Faction, Kind, Link, Mover, Space, TrackPlan, Waiver
from areamap.topology import Topology, topology_beside
from mapsheet.aid import charts_of
from mapsheet.errors import DataError, Fault, NotationError, clipped, nearest
from mapsheet.fields import Fields, points
from mapsheet.lint import take_waivers
from mapsheet.provenance import PROVENANCE, count_provenance
from mapsheet.source import Source, find_source, parse_toml, plain, read_overlaid

FORMAT = "areamap/1"
MOST_SPACES = 100_000
MOST_BOXES = 1000
_ID = re.compile(r"[a-z0-9][a-z0-9_]{0,99}")
_UNSAID_COST: Cost | None = None
_ONE: Cost = 1
_NO_BOXES: tuple[str, ...] = ()
_NO_PLACE: tuple[float, float] | None = None


def load(name_or_path: Path | str, *, override: Path | str | None = None, ground: Source | None = None) -> AreaMap:
    """Return the map of a title, a folder or a map file, with `overrides.toml` beside it, `override` and `ground` merged in.

    Raises DataError with every fault of the files.
    """
    path = find_source(name_or_path)
    source = read_overlaid(path, override, ground=ground)
    board = read_map(source, path.parent)
    board.charts = charts_of(path.parent, override)
    board.name = path.parent.name if path.name == "map.toml" else path.stem
    return board


def loads(text: str, name: str = "map") -> AreaMap:
    """Return the map in a text, which can have no topology; DataError with every fault."""
    return read_map(parse_toml(plain(text), name))


class Reading(NamedTuple):
    """A map as far as it could be read, the faults, and the place in the file of each declared link and waiver that was kept.

    Where there are faults, spaces that are only drawn stand among the others, so that the shapes can be looked at.
    """

    board: AreaMap
    faults: list[Fault]
    numbers: Mapping[str, tuple[int, ...]]


def read_map(source: Source, folder: Path | None = None) -> AreaMap:
    """Return the map in a parsed source, its topology from the same folder; DataError with every fault."""
    found = read_loosely(source, folder)
    if found.faults:
        raise DataError(found.faults)
    return found.board


def read_loosely(source: Source, folder: Path | None = None) -> Reading:
    """Return as much of the map in a parsed source as can be read, with every fault."""
    top = Fields(source)
    top.family(FORMAT)
    title = top.text("title", required=True)
    factions = {name: _faction(name, fields) for name, fields in top.named("faction")}
    spaces = _spaces(top, factions)
    board = AreaMap(title, spaces)
    board.folder = str(folder or "")
    board.tables = source.data
    board.factions = factions
    board.kinds = {name: _kind(name, fields) for name, fields in top.named("kind")}
    board.topology = _topology(top, folder, spaces)
    board.tracks = {name: _track(name, fields) for name, fields in top.named("track")}
    board.art = read_art(top)
    take_waivers(top)
    board.provenance = count_provenance(top)
    numbers = _relations(top, board)
    top.finish()
    return Reading(board, top.in_order(), numbers)


def check(path: Path | str) -> list[Fault]:
    """Return all faults of a map file, none where it is sound."""
    try:
        load(path)
    except DataError as error:
        return error.faults
    return []


# -- spaces --------------------------------------------------------------------------------------------------------


def _faction(name: str, fields: Fields) -> Faction:
    found = Faction(name, fields.text("name", required=True), fields.text("code", longest=4), fields.text("colour", longest=7))
    if found.colour and not re.fullmatch(r"#[0-9A-Fa-f]{6}", found.colour):
        fields.fault("colour", f"expected a colour such as #9CB4D9, got {clipped(found.colour)}")
    fields.finish()
    return found


def _spaces(top: Fields, factions: dict[str, Faction]) -> dict[str, Space]:
    tables = top.named("space")
    if not tables:
        top.fault("space", "a map needs one space, such as [space.serbia]")
    if len(tables) > MOST_SPACES:
        top.fault("space", f"{len(tables):,} spaces; more than {MOST_SPACES:,} are not read")
        return {}
    spaces = {}
    for id_, fields in tables:
        if not _ID.fullmatch(id_):
            fields.fault("", f"expected an id of a-z, 0-9 and _, got {clipped(id_)}")
        spaces[id_] = _space(id_, fields, factions)
    _check_names(tables, spaces)
    return spaces


def _space(id_: str, fields: Fields, factions: dict[str, Faction]) -> Space:
    kind = fields.choice("kind", KINDS, required=True)
    faction = fields.text("faction")
    if faction and faction not in factions:
        fields.fault("faction", f"unknown faction {clipped(faction)}{nearest(faction, sorted(factions))}")
    space = Space(
        id_, kind, fields.text("name", required=True), tuple(fields.texts("aliases")),
        group=fields.text("class"), code=fields.text("code", longest=8),
        value=fields.whole("value", default=None, least=-1000, most=1000), faction=faction,
        at=_place(fields), within=fields.text("within"), ports=tuple(fields.texts("ports")),
        path=fields.text("path"), order=fields.whole("order", default=None, most=10_000),
        traits=frozenset(fields.texts("traits")), entry=fields.read("entry", parse_condition, ALWAYS),
        entry_rule=fields.text("entry_rule"), note=fields.text("note"),
        neighbors=_declared(fields, "neighbors"), coasts=_declared(fields, "coasts"), provenance=_marks(fields),
    )
    fields.finish()
    return space


def _place(fields: Fields, name: str = "at") -> tuple[float, float] | None:
    return fields.read(name, _pair, _NO_PLACE)


def _pair(value: Any) -> tuple[float, float]:
    good = isinstance(value, list) and len(value) == 2
    if not good or any(isinstance(x, bool) or not isinstance(x, int | float) or not abs(x) < 10**6 for x in value):
        raise NotationError("two numbers, [longitude, latitude] or [x, y]", value)
    return float(value[0]), float(value[1])


def _declared(fields: Fields, name: str) -> tuple[str, ...] | None:
    return tuple(fields.texts(name)) if fields.has(name) else None


def _marks(fields: Fields) -> dict[str, str]:
    mark = fields.take("provenance")
    if isinstance(mark, str):
        return {"": mark}
    return {str(name): str(word) for name, word in mark.items() if word in PROVENANCE} if isinstance(mark, dict) else {}


def _check_names(tables: list[tuple[str, Fields]], spaces: dict[str, Space]) -> None:
    """Note every name of a space that is unknown, and cities that lie in no region or open to no sea."""
    for id_, fields in tables:
        space = spaces[id_]
        for key, names in [("neighbors", space.neighbors), ("coasts", space.coasts), ("ports", space.ports)]:
            for k, name in enumerate(names or ()):
                if name not in spaces:
                    fields.fault((key, k), f"unknown space {clipped(name)}{nearest(name, list(spaces))}")
                elif key != "neighbors" and spaces[name].kind != "sea":
                    fields.fault((key, k), f"{name} is no sea")
        if space.kind == "city" and space.within not in spaces:
            message = f"unknown region {clipped(space.within)}{nearest(space.within, list(spaces))}"
            fields.fault("within", message if space.within else "is missing")
        elif space.within and (space.kind != "city" or spaces[space.within].kind not in {"land", "island"}):
            fields.fault("within", f"only a city lies within a space, and only within land, got {clipped(space.within)}")


# -- relations -----------------------------------------------------------------------------------------------------


def _kind(name: str, fields: Fields) -> Kind:
    found = Kind(name, fields.read("cost", points, _ONE), fields.text("look"), fields.text("label"), fields.text("note"))
    fields.finish()
    return found


def _topology(top: Fields, folder: Path | None, spaces: dict[str, Space]) -> Topology | None:
    name = top.text("topology")
    if not name:
        return None
    if folder is None or Path(name).name != name or name.startswith("."):
        top.fault("topology", f"expected the name of a file beside the map, got {clipped(name)}")
        return None
    topology: Topology | None = top.attempt("topology", None, topology_beside, folder, name)
    drawn = {*topology.shapes, *(id_ for border in topology.borders for id_ in border.pair if id_)} if topology else set()
    for id_ in sorted(drawn - set(spaces)):
        top.fault("topology", f"draws an unknown space {clipped(id_)}{nearest(id_, list(spaces))}")
    return topology


def _relations(top: Fields, board: AreaMap) -> dict[str, tuple[int, ...]]:
    read = Relations(board)
    board.corners = tuple(read.corner(fields) for fields in top.tables("corner"))
    waivers = [read.waiver(fields) for fields in top.tables("waiver")]
    links = [read.link(fields) for fields in top.tables("link")]
    board.waivers = tuple(filter(None, waivers))
    _add_drawn(board)
    board.links = all_links(board, list(filter(None, links)))
    kinds = {*board.link_kinds(), *board.kinds, "land", "sea", "coast", "city", "port", "strait", "path"}
    board.movers = {name: _mover(name, fields, kinds) for name, fields in top.named("mover")}
    board.spaces = {id_: space._replace(entry=board.resolved(space.entry)) for id_, space in board.spaces.items()}
    named: dict[str, Sequence[object]] = {"link": links, "waiver": waivers}
    return {name: tuple(k for k, one in enumerate(found) if one) for name, found in named.items()}


def _add_drawn(board: AreaMap) -> None:
    """Add a space for each that is drawn and not declared, which is a fault that is noted already."""
    for border in board.topology.borders if board.topology else ():
        for id_ in filter(None, border.pair):
            board.spaces.setdefault(id_, Space(id_, "sea" if border.kind == "sea" else "land", id_))
    for id_ in board.topology.shapes if board.topology else ():
        board.spaces.setdefault(id_, Space(id_, "land", id_))


def _mover(name: str, fields: Fields, kinds: set[str]) -> Mover:
    by = tuple(fields.texts("by", required=True))
    for k, kind in enumerate(by):
        if kind not in kinds:
            fields.fault(("by", k), f"unknown kind of link {clipped(kind)}{nearest(kind, sorted(kinds))}")
    fields.finish()
    return Mover(name, by)


class Relations:
    """Reads the tables that name several spaces of a map."""

    def __init__(self, board: Atlas) -> None:
        self.board = board

    def link(self, fields: Fields) -> Link | None:
        """Return a declared link, None for one with other than two known ends."""
        kind = fields.text("kind", required=True)
        ends = self._ends(fields, "between")
        link = Link(
            kind, *(ends or ("", "")), cost=self._cost(fields, kind),
            open=self.board.resolved(fields.read("open", parse_condition, ALWAYS)),
            rule=fields.text("rule"), one_way=fields.text("one_way"), path=fields.text("path"),
            provenance=str(fields.data.get("provenance", "")), group=fields.text("class"),
            value=fields.whole("value", default=None, least=-1000, most=1000), note=fields.text("note"),
        )
        fields.finish()
        return link if ends else None

    def _cost(self, fields: Fields, kind: str) -> Cost:
        cost = fields.read("cost", points, _UNSAID_COST)
        return self.board.cost_of(kind) if cost is None else cost

    def corner(self, fields: Fields) -> Corner:
        """Return a ruling on a corner."""
        spaces = self._known(fields, "spaces", fields.texts("spaces", required=True))
        if not 2 <= len(spaces) <= 12:
            fields.fault("spaces", f"expected the 2 to 12 spaces that meet in the corner, got {len(spaces)}")
        pairs = fields.take("joins") or []
        good = isinstance(pairs, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in pairs)
        if not good or not all(name in spaces for pair in pairs for name in pair):
            fields.fault("joins", f"expected pairs of the corner's spaces, got {clipped(pairs)}")
            pairs = []
        reason = fields.text("reason")
        fields.finish()
        return Corner(frozenset(spaces), tuple((a, b) for a, b in pairs), reason)

    def waiver(self, fields: Fields) -> Waiver | None:
        """Return a waiver, None for one with other than two known ends."""
        ends = self._ends(fields, "between")
        reason = fields.text("reason", required=True)
        fields.finish()
        return Waiver(ends, reason) if ends else None

    def _known(self, fields: Fields, key: str, names: Iterable[str]) -> list[str]:
        found = []
        for k, name in enumerate(names):
            space = fields.attempt((key, k), None, self.board.space, name)
            found += [space.id] if space else []
        return found

    def _ends(self, fields: Fields, key: str) -> tuple[str, str] | None:
        names = fields.texts(key, required=True)
        ends = self._known(fields, key, names)
        if fields.has(key) and (len(names) != 2 or len(set(ends)) < len(ends)):
            fields.fault(key, f"expected two spaces, got {clipped(names)}")
        return (ends[0], ends[1]) if len(ends) == 2 and len(names) == 2 and ends[0] != ends[1] else None


# -- tracks --------------------------------------------------------------------------------------------------------


def _track(name: str, fields: Fields) -> TrackPlan:
    boxes = fields.read("boxes", _boxes, _NO_BOXES, required=True)
    start = fields.table("start")
    places = {marker: start.whole(marker, default=None, most=MOST_BOXES) for marker in start.data if marker != "provenance"}
    overflow = fields.table("overflow")
    beyond = {marker: overflow.text(marker) for marker in overflow.data if marker != "provenance"}
    markers = fields.texts("markers")
    start_of: dict[str, int | None] = {**dict.fromkeys(markers), **places}
    for marker, place in places.items():
        if place is not None and boxes and not 0 <= place < len(boxes):
            start.fault(marker, f"expected a box from 0 to {len(boxes) - 1}, got {place}")
    for marker in beyond:
        if marker not in start_of:
            overflow.fault(marker, f"no marker of this track{nearest(marker, sorted(start_of))}")
    plan = TrackPlan(
        name, fields.text("title", default=name), boxes, tuple(fields.texts("notes")), start_of, beyond,
        str(fields.data.get("provenance", "")),
    )
    fields.finish()
    return plan


def _boxes(value: Any) -> tuple[str, ...]:
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MOST_BOXES:
        return tuple(str(k) for k in range(1, value + 1))
    if isinstance(value, list) and 0 < len(value) <= MOST_BOXES and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise NotationError(f"how many boxes, or their texts, up to {MOST_BOXES:,}", value)


