"""Finding every fault of a file, whatever it is: a map, its folder, or a position."""

from __future__ import annotations

from pathlib import Path

from hexmap.asking import HexMap
from hexmap.board import Board
from hexmap.effects import terrain_chart
from hexmap.pair import Pair
from hexmap.position import Position, Unit, take_position
from hexmap.reader import load
from mapsheet.companions import READERS, WITH_TITLE, companion_faults
from mapsheet.counters import Counter, CounterSet, read_counters
from mapsheet.counters.reader import FILE
from mapsheet.errors import DataError, Fault, NotationError, clipped, nearest
from mapsheet.fields import Fields
from mapsheet.icons import SHEET_LIMITS, read_picture
from mapsheet.setup import Placed, count_pieces
from mapsheet.source import OVERRIDES, find_source, is_title, read_toml

MAP = "map.toml"
SETUPS = "setup*.toml"

WIDE = 1.5
"""Times its height from which a counter is as wide as two hexes."""


def check_path(path: str, override: str | None = None) -> dict[str, int]:
    """Return the provenance counts of a sound map (none for a position).

    Raises DataError with every fault of the file. A position is sound when it can be read, its units stand on the map
    that it names, are of classes and sides of that map, and no two that block share a hex or stand where none may.
    """
    found = find_source(path)
    data = read_toml(found).data
    family = str(data.get("format", "")).partition("/")[0]
    if family == "position":
        _check_position(found)
    elif family in READERS:
        READERS[family](found, override)
    elif (found.name == OVERRIDES or family in WITH_TITLE) and (found.parent / MAP).is_file():
        return _check_title(found.parent / MAP, override)
    else:
        return _check_title(found, override)
    return {}


def _check_title(path: Path, override: str | None) -> dict[str, int]:
    """Return the provenance counts of a sound map whose companions are sound too."""
    faults: list[Fault] = []
    board = None
    try:
        board = load(path, override=override)
    except DataError as error:
        faults = error.faults
    faults += _picture_faults(board) if board else []
    if path.name == MAP:
        made = terrain_chart(board) if board else None
        faults += companion_faults(path.parent, override, {made.id: made} if made else {})
        for position in sorted(path.parent.glob(SETUPS)) if board else ():
            faults += _setup_faults(position)
    if faults or board is None:
        raise DataError(faults)
    return board.provenance


def _picture_faults(board: HexMap) -> list[Fault]:
    """Return what would keep the picture under the grid from being drawn."""
    if board.art.picture is None:
        return []
    try:
        read_picture(board.art.picture.folder, board.art.picture.file, limits=SHEET_LIMITS)
    except DataError as error:
        return error.faults
    return []


def _setup_faults(path: Path) -> list[Fault]:
    try:
        _check_position(path)
    except DataError as error:
        return error.faults
    return []


def _check_position(path: Path) -> None:
    fields = Fields(read_toml(path))
    found = _board_of(fields, path)
    position = take_position(fields, found[0] if found else None)
    if found is not None:
        board, folder = found
        if (folder / FILE).is_file():
            counters = fields.attempt("", None, read_counters, folder)
            if counters is not None:
                note_counters(fields, board, position, counters)
    fields.raise_faults()


def note_counters(fields: Fields, board: Board, position: Position, counters: CounterSet) -> None:
    """Note what is wrong with the counters of a position and of its reserves."""
    placed = [Placed(("unit", k), unit.counter) for k, unit in enumerate(position.units) if unit.counter]
    count_pieces(fields, counters, placed, position.muster)
    for k, unit in enumerate(position.units):
        counter = counters.counters.get(unit.counter)
        wrong = _wrong_form(board, unit, counter) if counter is not None else ""
        if wrong:
            fields.fault(("unit", k, "at"), wrong)
        for key, marker in (("marker", unit.marker), ("spent", unit.spent)):
            if marker and marker not in counters.counters:
                fields.fault(("unit", k, key), f"no counter of this name{nearest(marker, [*counters.counters])}")
    for k, reserve in enumerate(position.muster.reserves if position.muster else ()):
        if reserve.at and reserve.at not in board.edges:
            fields.attempt(("reserve", k, "at"), None, board.stand, reserve.at)


def _wrong_form(board: Board, unit: Unit, counter: Counter) -> str:
    """Return what is wrong with a stand for the counter that takes it: one hex or two."""
    try:
        stand = board.stand(unit.at)
    except NotationError:
        return ""
    if isinstance(stand, Pair) == (counter.size.width > WIDE * counter.size.height):
        return ""
    return f"{counter.id} is a counter for one hex" if isinstance(stand, Pair) else f"{counter.id} is a counter for two hexes"


def _board_of(fields: Fields, path: Path) -> tuple[HexMap, Path] | None:
    """Return the map that a position names, and its folder; None and a fault without one.

    It is the folder beside the position, its own, or a title; without a name the map beside it.
    """
    name = fields.data.get("map")
    if name is None and (path.resolve().parent / MAP).is_file():
        board = fields.attempt("map", None, load, path.resolve().parent / MAP)
        return None if board is None else (board, path.resolve().parent)
    if not isinstance(name, str) or not name:
        fields.fault("map", "is missing, so nobody can tell whether the units stand on it")
        return None
    if not is_title(name):
        fields.fault("map", f"expected the name of a title, got {clipped(name)}")
        return None
    home = path.resolve().parent
    near = [folder for folder in (home / name, home) if folder.name == name and (folder / "map.toml").is_file()]
    try:
        found = find_source(near[0] if near else name)
    except DataError as error:
        fields.fault("map", error.faults[0].message)
        return None
    board = fields.attempt("map", None, load, found)
    return None if board is None else (board, found.parent)
