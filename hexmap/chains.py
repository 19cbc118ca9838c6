"""Hexsides as they are written: `0604/N`, `0604/0603`, and the shortest chain `0604/N > 0610/N` between two."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

from hexmap.grid import Corner, Grid, Hex, Hexside
from hexmap.numbering import Numbering
from mapsheet.errors import NotationError


def parse_hexside(numbering: Numbering, text: str) -> Hexside:
    """Return the canonical hexside written `0604/N` or `0604/0603`.

    Raises NotationError when a hex is not on the grid or the two do not touch.
    """
    grid = numbering.grid
    first, slash, second = text.partition("/")
    if not slash:
        raise NotationError("a hexside such as 0604/N or 0604/0603", text)
    h = numbering.parse(first)
    direction = grid.direction_index(second)
    if direction is None:
        try:
            direction = grid.direction(h, numbering.parse(second))
        except NotationError:
            raise NotationError(f"a direction of {' '.join(grid.direction_names)} or an adjacent hex after /", text) from None
        if direction is None:
            raise NotationError("a hexside between two hexes that touch", text)
    return grid.hexside(h, direction)


def format_hexside(numbering: Numbering, side: Hexside) -> str:
    """Return `0604/N` for a canonical hexside."""
    return f"{numbering.format(side.hex)}/{numbering.grid.direction_names[side.direction]}"


def parse_chain(numbering: Numbering, text: str) -> list[Hexside]:
    """Return the hexsides of `A > B > …`: the shortest chain from each hexside to the next, ends included.

    Of equally short chains the one is taken whose next corners come first in the integer frame. Raises NotationError as
    `parse_hexside` does.
    """
    stops = [parse_hexside(numbering, part) for part in text.split(">")]
    if len(stops) < 2:
        raise NotationError("two hexsides with > between them", text)
    chain = [stops[0]]
    for a, b in pairwise(stops):
        chain += _shortest(numbering.grid, a, b)[1:]
    return list(dict.fromkeys(chain))


def _shortest(grid: Grid, a: Hexside, b: Hexside) -> list[Hexside]:
    came: dict[Hexside, Hexside | None] = {a: None}
    queue = deque([a])
    while queue and b not in came:
        side = queue.popleft()
        for other in _touching(grid, side):
            if other not in came:
                came[other] = side
                queue.append(other)
    if b not in came:
        raise NotationError("two hexsides that a chain of hexsides joins", f"{a} > {b}")
    path: list[Hexside] = []
    at: Hexside | None = b
    while at is not None:
        path.append(at)
        at = came[at]
    return path[::-1]


def _touching(grid: Grid, side: Hexside) -> list[Hexside]:
    found: dict[Hexside, tuple[Corner, ...]] = {}
    h, d = side
    nearby = [(h, d - 1), (h, d + 1)]
    other: Hex = grid.step(h, d)
    nearby += [(other, d + 2), (other, d - 2)]
    for hex_, direction in nearby:
        if hex_ in grid or grid.step(hex_, direction) in grid:
            canonical = grid.hexside(hex_, direction)
            if canonical.hex not in grid:
                canonical = Hexside(grid.step(hex_, direction), (direction + 3) % 6)
            found[canonical] = tuple(sorted(grid.ends(canonical)))
    return sorted(found, key=lambda s: found[s])
