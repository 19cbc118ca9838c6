"""A second, slow reading of the two battle maps: own hex arithmetic, sight by fractions; it shares no code with the library."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

Cell = tuple[int, int]  # column and row from 1
Cube = tuple[int, int, int]
DATA = Path(__file__).parents[2] / "data"
NAMES = {"bannockburn": ("N", "NE", "SE", "S", "SW", "NW"), "angorra": ("NE", "E", "SE", "SW", "W", "NW")}
STEPS = {
    "bannockburn": ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    "angorra": ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
}
BANNED = {"river", "burn", "pool"}
DEAR = {"marsh", "dry_bed", "camp"}


def cell(text: str) -> Cell:
    return int(text[:2]), int(text[2:])


def told(where: Iterable[Cell]) -> str:
    return "+".join(f"{column:02}{row:02}" for column, row in where)


def cells(text: str) -> tuple[Cell, ...]:
    return tuple(cell(part) for part in text.split("+"))


class Ground:
    """Terrain and levels by hex, and what the grid says about them."""

    def __init__(self, title: str, changed: Mapping[str, Mapping[str, Any]] | None = None, *, blank: bool = False) -> None:
        self.title, self.names, self.steps = title, NAMES[title], STEPS[title]
        read = tomllib.loads((DATA / title / "map.toml").read_text())
        self.codes = {kind["code"]: name for name, kind in read["terrain"].items()}
        self.terrain: dict[Cell, str] = {}
        self.level: dict[Cell, int] = {}
        self._lines: dict[tuple[Cell, Cell], list[tuple[Cell, Fraction, bool]]] = {}
        letters, digits = (read["hexes"][key].strip("\n").split("\n") for key in ("terrain", "level"))
        for row, line in enumerate(letters, 1):
            for column, letter in enumerate(line, 1):
                if letter not in " _":
                    self.terrain[column, row] = "clear" if blank else self.codes[letter]
                    self.level[column, row] = 0 if blank else int(digits[row - 1][column - 1])
        for number, keys in (changed or {}).items():
            self.terrain[cell(number)] = keys.get("terrain", self.terrain[cell(number)])
            self.level[cell(number)] = keys.get("level", self.level[cell(number)])

    def cube(self, h: Cell) -> Cube:
        column, row = h
        q, s = (column, row - (column + 1) // 2) if self.title == "bannockburn" else (column - (row + 1) // 2, row)
        return q, s, -q - s

    def uncube(self, q: int, s: int) -> Cell:
        return (q, s + (q + 1) // 2) if self.title == "bannockburn" else (q + (s + 1) // 2, s)

    def step(self, h: Cell, way: int) -> Cell:
        q, s, _ = self.cube(h)
        dq, ds = self.steps[way % 6]
        return self.uncube(q + dq, s + ds)

    def way(self, a: Cell, b: Cell) -> int:
        """Return the direction from a hex to one beside it."""
        return next(way for way in range(6) if self.step(a, way) == b)

    def near(self, h: Cell) -> Iterator[Cell]:
        return (beside for way in range(6) if (beside := self.step(h, way)) in self.terrain)

    def apart(self, a: Cell, b: Cell) -> int:
        return max(abs(m - n) for m, n in zip(self.cube(a), self.cube(b), strict=True))

    def between(self, a: Cell, b: Cell) -> list[Cell]:
        """Return the hexes that touch both."""
        return [h for h in self.near(a) if self.apart(h, b) == 1]

    def sees(self, a: Cell, b: Cell, held: set[Cell]) -> bool:
        """Return whether a clear line runs from centre to centre (8.11-8.16); `held` are the hexes with combat units."""
        if (a, b) not in self._lines:
            near = (range(min(ends) - 1, max(ends) + 2) for ends in zip(a, b, strict=True))
            self._lines[a, b] = [(h, *where) for h in product(*near) if h in self.terrain and (where := self._crossing(a, b, h))]
        top = max(self.level[a], self.level[b])
        along: dict[Fraction, list[bool]] = {}
        for h, middle, inside in self._lines[a, b]:
            blocks = h in held or self.level[h] > top
            if inside and blocks:
                return False
            if not inside:
                along.setdefault(middle, []).append(blocks)
        return not any(len(two) == 2 and all(two) for two in along.values())

    def _crossing(self, a: Cell, b: Cell, h: Cell) -> tuple[Fraction, bool] | None:
        """Return the middle of the part of a line in a hex, and whether it runs inside or along the side; None for a touch."""
        if h in (a, b) or self.apart(a, h) + self.apart(h, b) > self.apart(a, b) + 2:
            return None
        start, end, centre = self.cube(a), self.cube(b), self.cube(h)
        low, high = Fraction(0), Fraction(1)
        strips = []
        for i, j in ((0, 1), (1, 2), (2, 0)):
            first = Fraction(start[i] - centre[i] - start[j] + centre[j])
            slope = Fraction(end[i] - start[i] - end[j] + start[j])
            strips.append((first, slope))
            if slope == 0:
                if abs(first) > 1:
                    return None
                continue
            ends = sorted(((-1 - first) / slope, (1 - first) / slope))
            low, high = max(low, ends[0]), min(high, ends[1])
        if low >= high:
            return None
        middle = (low + high) / 2
        return middle, all(abs(first + slope * middle) < 1 for first, slope in strips)
