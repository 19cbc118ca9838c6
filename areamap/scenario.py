"""Set-ups of area maps: which counters start in which space or box of a track, read from a scenario/1 file and checked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from areamap import tracks
from areamap.conditions import parse_fact
from areamap.spaces import LAND, WATER
from mapsheet.counters import read_counters
from mapsheet.counters.reader import FILE
from mapsheet.errors import DataError, Fault, MapsheetError, NotationError, clipped, nearest
from mapsheet.fields import Fields
from mapsheet.setup import Muster, Placed, count_pieces, take_muster
from mapsheet.source import find_source, read_toml

if TYPE_CHECKING:
    from areamap.atlas import Atlas
    from areamap.spaces import Space
    from mapsheet.counters import Counter, CounterSet

FORMAT = "scenario/1"
ANYBODY = "all"


class Station(NamedTuple):
    """Counters that start on the map: which and how many, where, and in which wider space their owner may choose.

    `at` is a space, or a box of a track as `omnibus/5`; `group` is under whom they stand on a sheet.
    """

    counter: str
    at: str
    copies: int = 1
    within: str = ""
    group: str = ""
    note: str = ""
    back: bool = False


class Place(NamedTuple):
    """A place that a file names: a space, or a box of a track counted from 0."""

    space: Space | None
    track: str = ""
    box: int = 0


class Scenario(NamedTuple):
    """A set-up that has been read; `facts` hold for a side's counters, or for all of them."""

    map: str
    stations: tuple[Station, ...]
    muster: Muster
    facts: Mapping[str, tuple[str, ...]]
    limits: Mapping[str, int]


def scenarios(folder: Path) -> dict[str, Path]:
    """Return the scenarios of a title's folder by name: its files `scenario-NAME.toml`."""
    return {path.stem.removeprefix("scenario-"): path for path in sorted(folder.glob("scenario-*.toml"))}


def find_scenario(map_name: Path | str, name: str | None = None) -> Path:
    """Return a title's scenario by name, the first without one, or a file; DataError when there is none."""
    folder = find_source(map_name).parent
    known = scenarios(folder)
    if name is None and known:
        return next(iter(known.values()))
    if name in known:
        return known[name]
    if name and Path(name).is_file():
        return Path(name)
    if name is None:
        raise DataError(Fault("the title has no scenario-NAME.toml", str(folder)))
    raise DataError(Fault(f"no scenario of this title{nearest(name, list(known))}", name))


def read_scenario(path: Path | str, board: Atlas, counters: CounterSet) -> Scenario:
    """Return the set-up in a file.

    DataError with every fault: an unknown key, another map, a space or box that is not there, one that is closed or closed to
    that side, a fleet on land or an army at sea, a space over its limit, a counter that is none of the title's or placed more
    often than it is there, and counters that are forgotten.
    """
    fields = Fields(read_toml(path))
    found = take_scenario(fields, board)
    note_scenario(fields, found, board, counters)
    fields.raise_faults()
    return found


def scenario_faults(path: Path, override: Path | str | None = None, board: Atlas | None = None) -> list[Fault]:
    """Return every fault of a scenario on its map: the one beside it, or the title that it names."""
    from areamap.reader import load

    try:
        if board is None:
            name = read_toml(path).data.get("map")
            beside = path.parent / "map.toml"
            board = load(beside if beside.is_file() else name if isinstance(name, str) else "", override=override)
        folder = path.parent if (path.parent / FILE).is_file() else find_source(board.name, FILE).parent
        read_scenario(path, board, read_counters(folder, override=override))
    except DataError as error:
        return error.faults
    return []


def take_scenario(fields: Fields, board: Atlas) -> Scenario:
    """Return the set-up in the fields of a file, which note every fault of its form."""
    fields.family(FORMAT)
    name = fields.text("map", required=True)
    if name and board.name and name != board.name:
        fields.fault("map", f"expected {board.name}, the map that this is a set-up of, got {clipped(name)}")
    stations = tuple(_station(table) for table in fields.tables("unit"))
    facts = fields.table("facts")
    said = {side: tuple(facts.texts(side)) for side in facts.data if side != "provenance"}
    for side, texts in said.items():
        for k, text in enumerate(texts):
            facts.attempt((side, k), None, parse_fact, text)
    limit = fields.table("limit")
    limits = {id_: most for id_ in limit.data if (most := limit.whole(id_, default=None)) is not None}
    if not fields.has("scenario"):
        fields.fault("scenario", "is missing")
    muster = take_muster(fields) or Muster("", 1, 1, {}, (), ())
    fields.finish()
    return Scenario(name, stations, muster, said, limits)


def _station(fields: Fields) -> Station:
    made = Station(
        fields.text("counter", required=True),
        fields.text("at", required=True),
        fields.whole("copies", default=1, least=1, most=1000) or 1,
        fields.text("within"),
        fields.text("group"),
        fields.text("note"),
        fields.flag("back", default=False),
    )
    fields.finish()
    return made


def note_scenario(fields: Fields, found: Scenario, board: Atlas, counters: CounterSet) -> None:
    """Note what is wrong with a set-up on its map and with its counters."""
    if fields.has("scenario"):
        placed = [Placed(("unit", k), station.counter, station.copies) for k, station in enumerate(found.stations)]
        count_pieces(fields, counters, placed, found.muster)
    held: dict[str, int] = defaultdict(int)
    for k, station in enumerate(found.stations):
        place = fields.attempt(("unit", k, "at"), None, find_place, board, station.at) if station.at else None
        if station.within:
            fields.attempt(("unit", k, "within"), None, board.space, station.within)
        if place is None or place.space is None:
            continue
        counter = counters.counters.get(station.counter)
        for message in _refused(board, found, place.space, counter):
            fields.fault(("unit", k, "at"), message)
        held[place.space.id] += station.copies
        most = found.limits.get(place.space.id)
        if most is not None and held[place.space.id] > most >= held[place.space.id] - station.copies:
            fields.fault(("unit", k, "at"), f"{place.space.name} holds {most}, and this makes {held[place.space.id]}")
    for k, reserve in enumerate(found.muster.reserves):
        if reserve.at:
            fields.attempt(("reserve", k, "at"), None, find_place, board, reserve.at)
    for id_ in found.limits:
        fields.attempt(("limit", id_), None, board.space, id_)


def find_place(board: Atlas, at: str) -> Place:
    """Return the space, or the box `TRACK/BOX`, of a text; NotationError where there is none."""
    if "/" in at:
        track, _, box = at.partition("/")
        if track not in board.tracks:
            raise NotationError(f"a track of the map before the /{nearest(track, list(board.tracks))}", at)
        return Place(None, track, tracks.track(board, track).place(box))
    return Place(board.space(at))


def _refused(board: Atlas, found: Scenario, space: Space, counter: Counter | None) -> Iterator[str]:
    """Yield why a counter may not stand in a space."""
    if space.is_shut:
        yield f"{space.name} is closed: nobody enters it"
        return
    if counter is None or not (counter.kind.blocks or counter.kind.unit_class):
        return
    facts = {*found.facts.get(ANYBODY, ()), *found.facts.get(counter.side.id, ())}
    try:
        known = board.facts(facts)
    except MapsheetError:
        return  # noted with the facts
    if not space.entry.holds(known):
        rule = f" ({space.entry_rule})" if space.entry_rule else ""
        yield f"{space.name} is closed to {counter.side.name}{rule}: open only if {space.entry}"
    if counter.kind.unit_class in board.movers and not _moves_there(board, space, counter.kind.unit_class):
        where = "water" if space.kind in WATER else "a city without a port" if space.kind == "city" else "land"
        yield f"{space.name} is {where}, where no {counter.kind.unit_class} can be"


def _moves_there(board: Atlas, space: Space, name: str) -> bool:
    """Return whether a mover can be in a space, by the ways that it uses: over water, over land, or both."""
    ways = [link for link in board.links if link.kind in board.movers[name].by]
    ends = [(board.spaces[link.a].kind in WATER, board.spaces[link.b].kind in WATER) for link in ways]
    sails, walks = any(any(pair) for pair in ends), any(not any(pair) for pair in ends)
    if space.kind in WATER:
        return sails or not walks
    return walks or not sails or bool(space.ports) or space.kind not in {*LAND, "city"}
