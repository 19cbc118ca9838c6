"""Everything that is wrong with a map, all at once, each with its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from areamap.asking import AreaMap
from areamap.atlas import Atlas
from areamap.checking import shapes, ways, words
from areamap.checking.complaints import Complaint
from areamap.checking.doubts import NO_DOUBT, Doubt, doubts
from areamap.faces import net_of
from areamap.reader import Reading, read_loosely
from areamap.scenario import scenario_faults, scenarios
from mapsheet.companions import READERS, WITH_TITLE, companion_faults
from mapsheet.errors import DataError, Fault
from mapsheet.fields import MOST_FAULTS
from mapsheet.source import OVERRIDES, Source, find_source, read_overlaid, read_toml

MAP = "map.toml"
__all__ = ["Complaint", "Verdict", "check_path", "complaints", "degrees", "examine"]


class Verdict(NamedTuple):
    """What a check found: faults, warnings (which may be meant), the provenance counts, and the map where it could be read."""

    faults: list[Fault]
    warnings: list[Fault]
    counts: dict[str, int]
    board: AreaMap | None = None


def check_path(path: Path | str, override: Path | str | None = None) -> dict[str, int]:
    """Return the provenance counts of a sound map (none for a source of shapes or a style); DataError with every fault."""
    verdict = examine(path, override)
    if verdict.faults:
        raise DataError(verdict.faults)
    return verdict.counts


def examine(path: Path | str, override: Path | str | None = None) -> Verdict:
    """Return everything that is wrong with a map, a source of shapes (`areamap-source/1`) or a style.

    A map is read with the `overrides.toml` beside it and with `override`, as `areamap.load` does.
    """
    try:
        found = find_source(path)
        if found.name == OVERRIDES and (found.parent / MAP).is_file():
            found = found.parent / MAP
        return _examined(found, override)
    except DataError as error:
        return Verdict(error.faults, [], {})


def _examined(path: Path, override: Path | str | None) -> Verdict:
    source = read_toml(path)
    family = str(source.data.get("format", "")).partition("/")[0]
    if family == "areamap-source":
        from areamap.build.reading import read_plan

        read_plan(source)
        return Verdict([], [], {})
    if family in READERS:
        READERS[family](path, override)
        return Verdict([], [], {})
    if family in WITH_TITLE and (path.parent / MAP).is_file():
        path = path.parent / MAP
    if family == "scenario":
        return Verdict(scenario_faults(path, override), [], {})
    source = read_overlaid(path, override)
    verdict = judge(read_loosely(source, path.parent), source, [*companion_faults(path.parent, override, {})])
    if path.name != MAP or verdict.board is None:
        return verdict
    more = [fault for scenario in scenarios(path.parent).values() for fault in scenario_faults(scenario, override, verdict.board)]
    return verdict._replace(faults=verdict.faults + more)


def judge(reading: Reading, source: Source, beside: Sequence[Fault] = ()) -> Verdict:
    """Return what is wrong with a map that was read from a source; `beside` is wrong with the files beside it.

    Faults of reading hide nothing but what would follow from them alone.
    """
    board, numbers = reading.board, reading.numbers
    faults: list[Fault] = [*reading.faults, *beside]
    warnings: list[Fault] = []
    declared = source.data.get("space")
    ids = [id_ for id_ in board.spaces if isinstance(declared, dict) and id_ in declared]
    doubt = doubts(board, source.data, ids) if reading.faults else Doubt()
    for complaint in complaints(board, len(numbers["link"]), doubt) if ids else ():
        placed = _placed(board, source, _numbered(complaint, numbers))
        (warnings if complaint.warns else faults).append(placed)
    return Verdict(_in_order(faults), _in_order(warnings), board.provenance, None if reading.faults else board)


def _numbered(complaint: Complaint, numbers: Mapping[str, Sequence[int]]) -> Complaint:
    """Return a complaint about a kept link or waiver at the place where that stands in the file."""
    key = complaint.key
    if isinstance(key, tuple) and len(key) > 1 and key[0] in numbers and isinstance(key[1], int):
        return complaint._replace(key=(key[0], numbers[str(key[0])][key[1]], *key[2:]))
    return complaint


def complaints(board: Atlas, declared: int = 0, doubt: Doubt = NO_DOUBT) -> list[Complaint]:
    """Return every complaint about a map, whose last `declared` links are those of its file, but for what is in doubt."""
    return [found for found in _all(board, declared, doubt) if not doubt.hides(found)]


def _all(board: Atlas, declared: int, doubt: Doubt) -> list[Complaint]:
    found = [*words.same_names(board), *words.conditions(board, declared), *words.paths(board)]
    found += [*ways.stated(board), *ways.links(board, declared), *ways.reach(board, doubt)]
    if doubt.shapes:
        return found
    found += ways.ports(board)
    if board.topology is None:
        unmet = [Complaint(("corner", k), "the map has no shapes that could meet in a corner") for k in range(len(board.corners))]
        idle = [Complaint(("waiver", k), "the map has no shapes to disagree with") for k in range(len(board.waivers))]
        return [*found, *unmet, *idle]
    net = net_of(board.topology)
    tangled = [*shapes.projection(net), *shapes.arcs(net), *shapes.rings(net)]
    found += [*ways.against_drawing(board, net, doubt), *tangled, *shapes.faces(board, net)]
    return [*found, *shapes.corners(board, net, doubt), *shapes.cities(board, net)]


def degrees(board: Atlas) -> dict[str, dict[str, int]]:
    """Return for each space how many links of each kind can be taken from it, kinds sorted."""
    return {id_: dict(sorted(Counter(link.kind for link in links).items())) for id_, links in board.links_of.items()}


def _placed(board: AreaMap, source: Source, complaint: Complaint) -> Fault:
    if not isinstance(complaint.key, str):
        return source.fault(complaint.key, complaint.message)
    return Fault(complaint.message, board.topology.name if board.topology else "", key=complaint.key)


def _in_order(faults: list[Fault]) -> list[Fault]:
    found = sorted(dict.fromkeys(faults), key=lambda fault: (fault.file, fault.line or 0, fault.column or 0, fault.key))
    more = [Fault(f"{len(found):,} in all; only {MOST_FAULTS:,} are listed", found[0].file)] if len(found) > MOST_FAULTS else []
    return found[:MOST_FAULTS] + more
