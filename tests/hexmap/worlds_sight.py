"""Small random worlds for sight, as a map of the library and as a world of the slow reference, from the same drawing."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import hexmap
from tests.hexmap.reference_sight import Axial, Ground, Policy, World, axial

Shape = tuple[str, str, str]  # orientation, shifted, short
STAGGERS: list[Shape] = list(product(("flat", "pointy"), ("even", "odd"), ("none", "shifted")))
POLICIES = [
    Policy(run=run, touch=touch, offmap=offmap, elevation=elevation)
    for run, touch, offmap, elevation in product(
        ("same-hexside", "either", "each-side", "never"),
        ("ignore", "blocks"),
        ("open", "blocks"),
        ("higher-than-both", "slope", "none"),
    )
]
TERRAINS = {
    ".": ("open", "0"),
    "t": ("open", "3/2"),
    "g": ("blocks", "0"),
    "w": ("blocks", "2"),
    "v": ("blocks into", "0"),
    "k": ("blocks into", "1"),
}
NAMES = {
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "pointy": ("NE", "E", "SE", "SW", "W", "NW"),
}
TOWARD = {
    "flat": ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    "pointy": ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
}


class Pair(NamedTuple):
    """The same world twice, with the axial coordinates of each number."""

    board: hexmap.HexMap
    world: World
    at: dict[str, Axial]


class Stagger(NamedTuple):
    """A shape of grid."""

    orientation: str
    shifted: str
    short: str
    columns: int
    rows: int

    def holds(self, column: int, row: int) -> bool:
        """Return whether the grid has a hex there."""
        line, place, places = (column, row, self.rows) if self.orientation == "flat" else (row, column, self.columns)
        is_shifted = (line % 2 == 0) == (self.shifted == "even")
        return place <= places - (1 if is_shifted and self.short == "shifted" else 0)


def random_world(stagger: Stagger, seed: int, *, holes: bool = True, walls: int = 10) -> Pair:
    """Return a world of mixed terrain, levels 0 to 3, some holes and some hexsides that block."""
    rng = random.Random(f"{stagger} {seed}")
    codes = "......tgwvk" + ("_" if holes else "")
    drawing = [
        [rng.choice(codes) if stagger.holds(c, r) else " " for c in range(1, stagger.columns + 1)]
        for r in range(1, stagger.rows + 1)
    ]
    drawing[0][0] = "."
    levels = [[" " if code in " _" else str(rng.choice((0, 0, 0, 1, 1, 2, 3))) for code in row] for row in drawing]
    numbers = [f"{c:02}{r:02}" for r, row in enumerate(drawing, 1) for c, code in enumerate(row, 1) if code != " "]
    sides = [f"{rng.choice(numbers)}/{rng.choice(NAMES[stagger.orientation])}" for _ in range(walls)]
    return both(stagger, drawing, levels, sides)


def both(stagger: Stagger, drawing: list[list[str]], levels: list[list[str]], sides: list[str]) -> Pair:
    """Return a drawing read by the library and by the reference's own reader."""
    hexes: dict[Axial, Ground] = {}
    numbers: dict[Axial, str] = {}
    place: dict[str, Axial] = {}
    for r, row in enumerate(drawing, 1):
        for c, code in enumerate(row, 1):
            place[f"{c:02}{r:02}"] = axial(stagger.orientation, stagger.shifted, c, r)
            if code not in " _":
                sight, height = TERRAINS[code]
                hexes[place[f"{c:02}{r:02}"]] = Ground(sight, Fraction(height), int(levels[r - 1][c - 1]))
                numbers[place[f"{c:02}{r:02}"]] = f"{c:02}{r:02}"
    walls: dict[str, frozenset[Axial]] = {}
    for text in sides:
        (q, s), direction = place[text[:4]], NAMES[stagger.orientation].index(text[5:])
        dq, ds = TOWARD[stagger.orientation][direction]
        between = frozenset(((q, s), (q + dq, s + ds)))
        if between & hexes.keys():  # a hexside between two missing hexes is refused
            walls[text] = between
    world = World(stagger.orientation, hexes, numbers, frozenset(walls.values()))
    board = hexmap.loads(map_text(stagger, drawing, levels, list(walls)))
    return Pair(board, world, {number: h for h, number in numbers.items()})


def map_text(stagger: Stagger, drawing: list[list[str]], levels: list[list[str]], sides: list[str]) -> str:
    """Return a map file."""
    terrains = "".join(
        f'[terrain.t{k}]\ncode = "{code}"\nsight = "{sight}"\nheight = "{height}"\n'
        for k, (code, (sight, height)) in enumerate(TERRAINS.items())
    )
    blocks = ["\n".join("".join(row) for row in rows) for rows in (drawing, levels)]
    return f"""
format = "hexmap/1"
title = "A small world"
[grid]
orientation = "{stagger.orientation}"
columns = {stagger.columns}
rows = {stagger.rows}
shifted = "{stagger.shifted}"
short = "{stagger.short}"
across_flats = "15 mm"
{terrains}
[hexes]
terrain = \"\"\"
{blocks[0]}
\"\"\"
level = \"\"\"
{blocks[1]}
\"\"\"
[hexside_kind.wall]
sight = "blocks"
[[hexside]]
kind = "wall"
sides = {sides!r}
"""
