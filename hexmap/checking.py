"""Finding every fault of a file, whatever it is: a map, its folder, or a position."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hexmap.asking import HexMap
from hexmap.effects import terrain_chart
from hexmap.grid import Hex
from hexmap.pair import hexes_of
from hexmap.position import Position, Unit, take_position
from hexmap.reader import load
from hexmap.stepcosts import prices_of
from mapsheet.companions import READERS, WITH_TITLE, companion_faults
from mapsheet.errors import DataError, Fault, NotationError, clipped, nearest
from mapsheet.fields import Fields
from mapsheet.source import OVERRIDES, find_source, is_title, read_toml

MAP = "map.toml"


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
    if path.name == MAP:
        made = terrain_chart(board) if board else None
        faults += companion_faults(path.parent, override, {made.id: made} if made else {})
    if faults or board is None:
        raise DataError(faults)
    return board.provenance


def _check_position(path: Path) -> None:
    fields = Fields(read_toml(path))
    board = _board_of(fields, path)
    position = take_position(fields, board)
    if board is not None:
        _note_faults(fields, board, position)
    fields.raise_faults()


def _board_of(fields: Fields, path: Path) -> HexMap | None:
    """Return the map that a position names: the folder beside it, its own, or a title; None and a fault without one."""
    name = fields.data.get("map")
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
    return fields.attempt("map", None, load, found)


def _note_faults(fields: Fields, board: HexMap, position: Position) -> None:
    """Note what is wrong with the units of a position on their map, but for stands that cannot be read."""
    held: dict[Hex, int] = {}
    for k, unit in enumerate(position.units):
        if unit.side and board.sides and unit.side not in board.sides:
            message = f"{clipped(unit.side)} is no side of the map{nearest(unit.side, list(board.sides))}"
            fields.fault(("unit", k, "side"), message)
        if unit.unit_class is not None:
            fields.attempt(("unit", k, "class"), None, board.unit_class, unit.unit_class)
        for message in _misplaced(board, unit, k, held):
            fields.fault(("unit", k, "at"), message)


def _misplaced(board: HexMap, unit: Unit, k: int, held: dict[Hex, int]) -> Iterator[str]:
    """Yield what keeps a unit that blocks from its hexes; `held` tells who holds a hex, and is told."""
    try:
        hexes = hexes_of(board.stand(unit.at)) if unit.blocks else ()
    except NotationError:
        return
    for h in hexes:
        first = held.setdefault(h, k)
        if first != k:
            yield f"{board.number(h)} is held by unit.{first} already, and both block"
        if not _may_stand(board, unit, h):
            yield f"{board.number(h)} is {board.terrain(h).name}, prohibited to a unit that blocks"


def _may_stand(board: HexMap, unit: Unit, h: Hex) -> bool:
    """Return whether the ground of a hex may be entered, or a line such as a bridge leads there."""
    prices = prices_of(board, unit.unit_class if unit.unit_class in board.rules.classes else None)
    cell = board.grid.cell(h)
    return prices.enter[board.terrain_at[cell] - 1] is not None or any((cell, way) in prices.lines for way in range(6))
