"""Where a unit stands: a hex, a faced hex, or a pair of adjacent hexes in line abreast; its notation and its arcs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hexmap.grid import Grid, Hex
from hexmap.numbering import Numbering
from mapsheet.errors import NotationError


class Pair(NamedTuple):
    """A two-hex unit: the hexes at its left and right hand as its own men say it, looking forward (5.2, 5.23)."""

    left: Hex
    right: Hex


class Faced(NamedTuple):
    """A single counter that faces a direction, given by its index."""

    hex: Hex
    direction: int


Stand = Hex | Pair | Faced


def hexes_of(stand: Stand) -> tuple[Hex, ...]:
    """Return the hexes a unit stands on; of a pair the left one first."""
    if isinstance(stand, Hex):
        return (stand,)
    return (stand.hex,) if isinstance(stand, Faced) else (stand.left, stand.right)


def parse_stand(numbering: Numbering, text: str) -> Stand:
    """Return the stand written `1426`, `1426+1425` (left+right) or `1426>NE`.

    Raises NotationError when a hex is not on the grid, the two do not touch, or the grid has no such direction.
    """
    grid = numbering.grid
    if "+" in text:
        left, right = (numbering.parse(part) for part in text.split("+", 1))
        if grid.direction(left, right) is None:
            raise NotationError("two adjacent hexes, left+right", text)
        return Pair(left, right)
    if ">" in text:
        number, name = text.split(">", 1)
        direction = grid.direction_index(name)
        if direction is None:
            raise NotationError(f"a direction of {' '.join(grid.direction_names)} after >", text)
        return Faced(numbering.parse(number), direction)
    return numbering.parse(text)


def format_stand(numbering: Numbering, stand: Stand) -> str:
    """Return the notation that `parse_stand` reads."""
    if isinstance(stand, Pair):
        return f"{numbering.format(stand.left)}+{numbering.format(stand.right)}"
    if isinstance(stand, Faced):
        return f"{numbering.format(stand.hex)}>{numbering.grid.direction_names[stand.direction]}"
    return numbering.format(stand)


def axis(grid: Grid, pair: Pair) -> int:
    """Return the index of the direction from the left hex to the right one.

    Raises NotationError when the two do not touch.
    """
    direction = grid.direction(pair.left, pair.right)
    if direction is None:
        raise NotationError("two adjacent hexes", tuple(pair))
    return direction


def facing(grid: Grid, pair: Pair) -> int:
    """Return the bearing in degrees that a pair faces: square to its axis, with left on its left hand."""
    return (grid.bearing(axis(grid, pair)) - 90) % 360


class ArcHexes(NamedTuple):
    """The eight hexes round a pair, on the grid or not (5.2, 9.12, 10.33)."""

    front: tuple[Hex, Hex, Hex]
    flanks: tuple[Hex, Hex]
    rear: tuple[Hex, Hex, Hex]


def arc_hexes(grid: Grid, pair: Pair) -> ArcHexes:
    """Return front left, centre, right; left and right flank; rear left, centre, right."""
    left, right = pair
    k = axis(grid, pair)
    front = (grid.step(left, k - 2), grid.step(left, k - 1), grid.step(right, k - 1))
    rear = (grid.step(left, k + 2), grid.step(left, k + 1), grid.step(right, k + 1))
    return ArcHexes(front, (grid.step(left, k + 3), grid.step(right, k)), rear)


def pairs_on(grid: Grid, h: Hex) -> Iterator[Pair]:
    """Iterate over the pairs on the grid that hold a hex: as left then as right, clockwise by direction (18.13)."""
    for direction in range(6):
        other = grid.step(h, direction)
        if other in grid:
            yield Pair(h, other)
            yield Pair(other, h)
