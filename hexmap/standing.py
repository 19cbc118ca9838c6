"""Whether the units of a position may stand where they stand: sides, classes, shared hexes, prohibited ground."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexmap.grid import Hex
from hexmap.pair import hexes_of
from mapsheet.errors import NotationError, clipped, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hexmap.board import Board
    from hexmap.position import Unit
    from mapsheet.fields import Fields


def note_standing(fields: Fields, board: Board, units: Sequence[Unit]) -> None:
    """Note what is wrong with the units of a position on their map, but for stands that cannot be read."""
    for k, key, message in find_misplaced(board, units, [f"unit.{k}" for k in range(len(units))]):
        fields.fault(("unit", k, key), message)


def find_misplaced(board: Board, units: Sequence[Unit], names: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """Yield what is wrong with units on a map: which unit it is, under which key, and what; they are told by names."""
    held: dict[Hex, str] = {}
    for k, unit in enumerate(units):
        if unit.side and board.sides and unit.side not in board.sides:
            yield k, "side", f"{clipped(unit.side)} is no side of the map{nearest(unit.side, list(board.sides))}"
        if unit.unit_class is not None:
            try:
                board.unit_class(unit.unit_class)
            except NotationError as error:
                yield k, "class", str(error)
        for message in _misplaced(board, unit, names[k], held):
            yield k, "at", message


def _misplaced(board: Board, unit: Unit, name: str, held: dict[Hex, str]) -> Iterator[str]:
    """Yield what keeps a unit that blocks from its hexes; `held` tells who holds a hex, and is told."""
    try:
        hexes = hexes_of(board.stand(unit.at)) if unit.blocks else ()
    except NotationError:
        return
    for h in hexes:
        first = held.setdefault(h, name)
        if first != name:
            yield f"{board.number(h)} is held by {first} already, and both block"
        if not _may_stand(board, unit, h):
            yield f"{board.number(h)} is {board.terrain(h).name}, prohibited to a unit that blocks"


def _may_stand(board: Board, unit: Unit, h: Hex) -> bool:
    """Return whether the ground of a hex may be entered, or a line such as a bridge leads there."""
    from hexmap.stepcosts import prices_of

    prices = prices_of(board, unit.unit_class if unit.unit_class in board.rules.classes else None)
    cell = board.grid.cell(h)
    return prices.enter[board.terrain_at[cell] - 1] is not None or any((cell, way) in prices.lines for way in range(6))
