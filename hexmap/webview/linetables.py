"""What every line of sight meets, as tables by the difference of the places of its ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from hexmap.grid import span
from hexmap.lines import trace

if TYPE_CHECKING:
    from hexmap.lines import Trace
    from hexmap.webview.places import Places, Tables

MOST_MET = 1_500_000
"""Hexes met by all lines of a page together; on larger maps the page knows lines up to a certain distance."""
CROSSED, LEFT, RIGHT = 0, 3, 4


class Met(NamedTuple):
    """A hex that a line meets: its key, its sort, its place from the first end, how far along the line it is entered.

    The sort is 0, 1 or 2 for a hex that the line crosses, its centre on the line, left or right of it; 3 or 4 for one that
    it meets at the border only, left or right of it on paper.
    """

    key: int
    sort: int
    place: int
    entry: int


def line_tables(places: Places) -> Tables:
    """Return the tables of all lines between hexes of a grid, as columns.

    `difference` of the places of the ends, `distance` in hexes, `norm` (the key of the second end), `along` hexsides or not,
    `count` of what it meets; then for all lines together what they meet, in order: the key beyond the one before, the sort
    (as digits of one text), the place from the first end, and the entry in thousandths of the line, that of the second end last.
    """
    radius = _radius(places)
    heads: list[list[int]] = []
    met: list[Met] = []
    ends: list[int] = []
    for du, dy in _displacements(places, radius):
        found = trace(du, dy)
        entries = _entries(found)
        items = list(_met(places, found, entries))
        heads.append([places.at(du, dy), span(du, dy), found.norm, int(found.along), len(items)])
        ends.append(entries[found.norm])
        met += items
    columns = dict(zip(("difference", "distance", "norm", "along", "count"), map(list, zip(*heads, strict=True)), strict=True))
    return {
        "radius": radius, **columns, "last": ends, "key": list(_steps([item.key for item in met], columns["count"])),
        "sort": "".join(str(item.sort) for item in met), "place": [item.place for item in met],
        "entry": [item.entry for item in met],
    }


def _radius(places: Places) -> int:
    """Return the distance up to which the lines of a page are told: all of a small map."""
    grid = places.grid
    longest = span(grid.lines - 1, 2 * grid.places)
    radius = total = 0
    while radius < longest and total <= MOST_MET:
        radius += 1
        total += 6 * radius * radius  # as many displacements at this distance, each of which meets about so many hexes
    return radius if radius == longest else radius - 1


def _displacements(places: Places, radius: int) -> Iterator[tuple[int, int]]:
    grid = places.grid
    for du in range(1 - grid.lines, grid.lines):
        for dy in range(-2 * grid.places, 2 * grid.places + 1):
            if (du + dy) % 2 == 0 and 0 < span(du, dy) <= radius:
                yield du, dy


def _met(places: Places, found: Trace, entries: dict[int, int]) -> Iterator[Met]:
    hand = 1 if places.grid.is_flat else -1
    for key, side, u, y in sorted((key, side * hand, u, y) for key, side, u, y in found.items):
        cross = (found.du * y - found.dy * u) * hand
        sort = (LEFT if side < 0 else RIGHT) if side else (cross != 0) + (cross > 0)
        yield Met(key, sort, places.at(u, y), entries[key])


def _entries(found: Trace) -> dict[int, int]:
    """Return how far along the line each hex is entered, by its key, as `Trace.entry` tells, in thousandths."""
    entries: dict[int, int] = {}
    last, last_square = 0, 0
    for key, side, u, y in (*found.items, (found.norm, 0, found.du, found.dy)):
        square = 3 * u * u + y * y
        if key not in entries:
            entries[key] = round(500 * (square - last_square) / (key - last))
        if side == 0 or found.along:
            last, last_square = key, square
    return entries


def _steps(keys: list[int], counts: list[int]) -> Iterator[int]:
    """Yield how much each key of a line is beyond the one before it."""
    start = 0
    for count in counts:
        before = 0
        for key in keys[start : start + count]:
            yield key - before
            before = key
        start += count


def wall_tables(places: Places) -> list[list[int]]:
    """Return the hexsides that stop sight: the sum of the places of both hexes, and the place of the hex that names it."""
    board, grid = places.board, places.grid
    blocking = {name for name, kind in board.rules.hexside_kinds.items() if kind.blocks}
    walls: dict[int, int] = {}
    for (h, direction), kinds in board.hexsides.items():
        if not blocking.isdisjoint(kinds):
            pair = [h, grid.step(h, direction)]
            first, second = pair if direction < 3 else pair[::-1]
            named = first if first in board or second not in board else second
            walls[places.of(first) + places.of(second)] = places.of(named)
    return sorted([total, name] for total, name in walls.items())
