"""Sight once more, slow and from the definitions alone: the judge of every answer. It shares no code with the library.

A hex is the convex hexagon round (3u, y) with corners at (±2, 0), (±1, 1), (±1, -1). The line between two centres is clipped
against it edge by edge in exact rationals: an overlap of positive length is a crossing, or a run where it lies on an edge.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
Place = tuple[int, int]


class Met(NamedTuple):
    """What a displacement meets, as offsets (du, dy) from its start, ends left out."""

    crossed: tuple[Place, ...]
    runs: tuple[tuple[Place, Place], ...]


def meets(du: int, dy: int) -> Met:
    """Return the hexes whose inside the line to (du, dy) crosses, and both hexes of each hexside it runs along."""
    crossed: list[Place] = []
    along: dict[tuple[Fraction, Fraction], list[Place]] = {}
    for u, y in _near(du, dy):
        clipped = _clip((3 * du, dy), (3 * u, y))
        if clipped is None:
            continue
        span, on_edge = clipped
        if on_edge:
            along.setdefault(span, []).append((u, y))
        else:
            crossed.append((u, y))
    return Met(tuple(crossed), tuple((two[0], two[1]) for two in along.values()))


def _near(du: int, dy: int) -> list[Place]:
    """Return the hexes, ends left out, whose centre is near enough to the line for the hex to touch it."""
    x, z = 3 * du, dy
    reach = 2 * abs(z) + abs(x)  # no corner is farther from its centre, measured across the line
    found: list[Place] = []
    for u in range(min(0, du), max(0, du) + 1):
        column = [(u, y) for y in range(min(0, dy) - 1, max(0, dy) + 2) if (u + y) % 2 == 0]
        found += [place for place in column if place not in ((0, 0), (du, dy)) and abs(x * place[1] - z * 3 * u) <= reach]
    return found


def _clip(end: Place, centre: Place) -> tuple[tuple[Fraction, Fraction], bool] | None:
    """Return which part of the line, as shares of it, is in a hexagon, and whether on an edge; None for none or one point."""
    low, high, on_edge = Fraction(0), Fraction(1), False
    for k in range(6):
        (ax, ay), (bx, by) = CORNERS[k], CORNERS[(k + 1) % 6]
        ex, ey = bx - ax, by - ay
        # inside is where the cross product of the edge and the point is not negative
        start = ex * (-centre[1] - ay) - ey * (-centre[0] - ax)
        gain = ex * end[1] - ey * end[0]
        if gain == 0:
            if start < 0:
                return None
            on_edge = on_edge or start == 0
        elif gain > 0:
            low = max(low, Fraction(-start, gain))
        else:
            high = min(high, Fraction(-start, gain))
    return ((low, high), on_edge) if low < high else None


class Judge:
    """The rule (8.11-8.16) over one map: `blocks` holds the places that always block, `level` each place's level."""

    def __init__(self, level: dict[Place, int], blocks: set[Place]) -> None:
        self.level = level
        self.height = {place: 99 if place in blocks else level[place] for place in level}
        self._met: dict[Place, Met] = {}

    def met(self, displacement: Place) -> Met:
        """Return what a displacement meets; kept, since it is the same from everywhere."""
        found = self._met.get(displacement)
        if found is None:
            found = self._met[displacement] = meets(*displacement)
        return found

    def clear(self, a: Place, b: Place) -> bool:
        """Return whether sight from a to b is clear; hexes off the map block nothing."""
        (u, y), limit, height = a, max(self.level[a], self.level[b]), self.height
        met = self.met((b[0] - u, b[1] - y))
        for du, dy in met.crossed:
            if height.get((u + du, y + dy), 0) > limit:
                return False
        for (lu, ly), (ru, ry) in met.runs:
            if min(height.get((u + lu, y + ly), 0), height.get((u + ru, y + ry), 0)) > limit:
                return False
        return True
