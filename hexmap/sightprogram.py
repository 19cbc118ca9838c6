"""The program by which all cells of one shape of grid look along all displacements at once; it knows no map.

A line from A to B is the first half of the line from A and the first half of the line from B, and the first halves of all
displacements share their beginnings: the program lists them sorted, each as how much it keeps of the one before and what it
adds. Lines along hexsides are listed by direction, each as what it adds to the shorter one before.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from hexmap.grid import Grid
from hexmap.lines import Template, Ways

if TYPE_CHECKING:
    from collections.abc import Iterator

Event = tuple[str, int | Ways]
CROSSED, TOUCHED, BARRIER = "crossed", "touched", "barrier"


class Half(NamedTuple):
    """The first half of one displacement: `keep` events of the half before it, then `added` (places in the events)."""

    keep: int
    added: tuple[int, ...]
    offset: int
    valid: int


class Along(NamedTuple):
    """A displacement that runs along hexsides: what it meets beyond the shorter one before it in the same direction."""

    template: Template
    is_first: bool
    crossed: tuple[int, ...]
    runs: tuple[tuple[int, int], ...]
    offset: int
    valid: int


class Program(NamedTuple):
    """How to see from all cells of one shape of grid. `valid` of a displacement are the cells from which it stays on it.

    `events` are what a half from A meets, each beside what the same half from B meets; no half has more than `most`.
    """

    events: tuple[tuple[Event, Event], ...]
    halves: tuple[Half, ...]
    most: int
    along: tuple[Along, ...]


Shape = tuple[str, int, int, str, str]


@lru_cache(maxsize=8)
def program_of(shape: Shape, *, touch: bool, walls: bool) -> Program:
    """Return the program of a shape of grid; touched corners and hexsides are in it only where they can matter."""
    orientation, columns, rows, shifted, short = shape
    grid = Grid(orientation, columns, rows, shifted=shifted, short=short)
    places: dict[Event, int] = {}
    halves: list[tuple[list[int], int, int]] = []
    along: list[tuple[Template, int, int]] = []
    for du, dy, valid in _displacements(grid):
        template = Template(grid, du, dy)
        offset = grid.offset(du, dy)
        if template.along:
            along.append((template, offset, valid))
        else:
            events = _first_half(template, touch=touch, walls=walls)
            halves.append(([places.setdefault(event, len(places)) for event in events], offset, valid))
    both_ways = tuple([(event, _mirrored(event, grid)) for event in places])
    most = max((len(events) for events, _, _ in halves), default=0)
    return Program(both_ways, tuple(_shared_beginnings(halves)), most, tuple(_lengthened(along)))


def _shared_beginnings(halves: list[tuple[list[int], int, int]]) -> Iterator[Half]:
    last: list[int] = []
    for events, offset, valid in sorted(halves):
        keep = 0
        for old, new in zip(last, events, strict=False):
            if old != new:
                break
            keep += 1
        yield Half(keep, tuple(events[keep:]), offset, valid)
        last = events


def _lengthened(lines: list[tuple[Template, int, int]]) -> Iterator[Along]:
    """Iterate over the lines along hexsides by direction, shortest first."""
    before = None
    for template, offset, valid in sorted(lines, key=lambda line: (line[0].dy / line[0].du, line[0].du)):
        longer = before is not None and before.dy * template.du == template.dy * before.du
        crossed, runs = (len(before.crossed), len(before.runs)) if before and longer else (0, 0)
        yield Along(template, not longer, template.crossed[crossed:], template.runs[runs:], offset, valid)
        before = template


def _first_half(template: Template, *, touch: bool, walls: bool) -> list[Event]:
    """Return what a line meets up to its middle, the middle included, in order."""
    norm = template.norm
    events: list[tuple[int, Event]] = []
    for key, side, offset in template.items:
        if 2 * key > norm:
            break
        if touch or not side:
            events.append((2 * key, (TOUCHED if side else CROSSED, offset)))
    if walls:
        events += [(at.place, (BARRIER, at.ways)) for at in template.barriers if at.place <= norm]
        events.sort(key=lambda event: event[0])
    return [event for _, event in events]


def _displacements(grid: Grid) -> Iterator[tuple[int, int, int]]:
    """Iterate over one of each two opposite displacements on a grid, with the cells from which it stays on the grid."""
    on_grid = _cells_between(grid, 0, 0)
    for dy in range(1 - 2 * grid.places, 2 * grid.places):
        inside = [_cells_between(grid, dy, odd) for odd in (0, 1)]
        for du in range(grid.lines):
            if (du + dy) & 1 or (du == 0 and dy <= 0):
                continue
            valid = inside[du & 1] & (on_grid >> grid.offset(du, dy))
            if valid:
                yield du, dy, valid


def _cells_between(grid: Grid, dy: int, odd: int) -> int:
    """Return the cells of the grid from which dy half hexes along still lie in the range of a line `odd` lines off."""
    cells = 0
    for u in range(grid.lines):
        y, end = grid.shift(u), grid.shift(u + odd)
        first = max(0, (end - dy - y + 1) // 2)
        last = min(grid.line_length(u) - 1, (end + 2 * grid.line_length(u + odd) - 2 - dy - y) // 2)
        if last >= first:
            cells |= ((1 << (last - first + 1)) - 1) << (grid.first_cell(u) + first)
    return cells


def _mirrored(event: Event, grid: Grid) -> Event:
    """Return the event that a line of the opposite displacement meets."""
    kind, where = event
    if isinstance(where, int):
        return kind, -where
    return kind, tuple(tuple(_turned(code, grid) for code in way) for way in where)


def _turned(code: int, grid: Grid) -> int:
    offset, direction = divmod(code, 3)
    return 3 * (-offset - grid.offsets[direction]) + direction
