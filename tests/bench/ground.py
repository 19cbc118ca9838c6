"""The generated map that all rows share, and its text in the map format."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

SEED = "mapsheet bench 1"
PATCH = 4  # hexes between the lattice points that levels are blended from
CODES = {"clear": ".", "wood": "w", "marsh": "m", "rock": "x"}
PERCENT = {"wood": 8, "rock": 3, "marsh": 12}
_HEAD = """format = "hexmap/1"
title = "Generated ground"
[grid]
orientation = "flat"
columns = {columns}
rows = {rows}
shifted = "even"
short = "shifted"
numbering = "{numbering}"
across_flats = "{across}"
[movement]
uphill = 1
[terrain.clear]
code = "."
[terrain.wood]
code = "w"
enter = 2
sight = "blocks"
[terrain.marsh]
code = "m"
enter = 2
[terrain.rock]
code = "x"
enter = "prohibited"
[hexes]
"""


class World(NamedTuple):
    """A generated map as plain rows of text: terrain codes and levels, a blank where there is no hex."""

    columns: int
    rows: int
    terrain: tuple[str, ...]
    level: tuple[str, ...]

    def describe(self) -> str:
        """Return one sentence that says what the map is."""
        counts = {name: sum(line.count(code) for line in self.terrain) for name, code in CODES.items()}
        size = sum(counts.values())
        shares = ", ".join(f"{100 * counts[name] / size:.1f} % {name}" for name in ("wood", "marsh", "rock"))
        return (
            f"{self.columns} x {self.rows} flat hexes, even columns one hex shorter ({size:,} hexes); levels 0-5 in smooth "
            f"patches blended over {PATCH} hexes; {shares}, scattered by a hash of the place (seed {SEED!r}); wood blocks sight "
            "and costs 2, marsh costs 2, rock is prohibited, 1 more uphill"
        )

    def text(self, across: str = "14.9 mm") -> str:
        """Return the map file."""
        digits = len(str(max(self.columns, self.rows)))
        numbering = "C" * max(2, digits) + "R" * max(2, digits)
        head = _HEAD.format(columns=self.columns, rows=self.rows, numbering=numbering, across=across)
        return f'{head}terrain = """\n{_joined(self.terrain)}"""\nlevel = """\n{_joined(self.level)}"""\n'

    def cells(self) -> dict[tuple[int, int], tuple[str, int]]:
        """Return terrain code and level by (u, y): the column from 0 and half hexes down."""
        found = {}
        for r, (codes, levels) in enumerate(zip(self.terrain, self.level, strict=True)):
            for c, code in enumerate(codes):
                if code != " ":
                    found[c, 2 * r + (c & 1)] = (code, int(levels[c]))
        return found

    def crop(self, left: int, top: int, size: int) -> World:
        """Return a square window from an even column (so that shifted columns stay shifted) and a row, both from 0."""
        rows = slice(top, top + size)
        terrain, level = (tuple(line[left : left + size] for line in lines[rows]) for lines in (self.terrain, self.level))
        return World(size, size, terrain, level)


def _joined(lines: tuple[str, ...]) -> str:
    return "".join(line.rstrip() + "\n" for line in lines)


def world(columns: int = 29, rows: int = 34) -> World:
    """Return the generated map of this size: that of Bannockburn's grid unless said."""
    lattice = _Lattice()
    codes = _scattered([(c, r) for r in range(rows) for c in range(columns) if r < rows - 1 or c % 2 == 0])
    terrain = ["".join(codes.get((c, r), " ") for c in range(columns)) for r in range(rows)]
    level = ["".join(lattice.level(c, r) if (c, r) in codes else " " for c in range(columns)) for r in range(rows)]
    return World(columns, rows, tuple(terrain), tuple(level))


def draw(what: str, c: int, r: int) -> int:
    """Return a number below 2**32 that hangs on the place alone."""
    digest = hashlib.blake2b(f"{SEED}/{what}/{c}/{r}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big")


def _scattered(places: list[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """Return the terrain of each place: places in the order of their hashes get their kinds by exact share."""
    shuffled = sorted(places, key=lambda place: (draw("terrain", *place), place))
    found, start = dict.fromkeys(places, CODES["clear"]), 0
    for name, percent in PERCENT.items():
        end = start + round(len(places) * percent / 100)
        found.update(dict.fromkeys(shuffled[start:end], CODES[name]))
        start = end
    return found


class _Lattice:
    """Levels blended between hashed heights on a square lattice, in integers."""

    def __init__(self) -> None:
        self._heights: dict[tuple[int, int], int] = {}

    def _height(self, i: int, j: int) -> int:
        if (i, j) not in self._heights:
            self._heights[i, j] = draw("height", i, j) % 10_000
        return self._heights[i, j]

    def level(self, c: int, r: int) -> str:
        """Return the digit of a hex's level, 0-5."""
        (i, x), (j, y) = divmod(c, PATCH), divmod(r, PATCH)
        west = self._height(i, j) * (PATCH - y) + self._height(i, j + 1) * y
        east = self._height(i + 1, j) * (PATCH - y) + self._height(i + 1, j + 1) * y
        blended = (west * (PATCH - x) + east * x) // PATCH**2
        # blending draws heights to the middle; stretched, all six levels are as wide as each other
        return str(min(5, max(0, (blended - 1_500) * 6 // 7_000)))
