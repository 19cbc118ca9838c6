"""Small maps to draw: made from a seed, or written out for the golden pictures."""

from __future__ import annotations

from random import Random

import hexmap
from hexmap.asking import HexMap

TERRAINS = """
[terrain.clear]
code = "."
[terrain.marsh]
code = "m"
enter = 2
[terrain.wood]
code = "w"
enter = 2
sight = "blocks"
[terrain.pool]
code = "o"
enter = "prohibited"
[terrain.river]
code = "~"
enter = "prohibited"
[terrain.wadi]
code = "d"
enter = 2
[terrain.fungus]
code = "f"
enter = "1/2"
"""


def text_of(grid: str, terrain: str, level: str, extra: str = "") -> str:
    """Return the text of a map file."""
    return (
        f'format = "hexmap/1"\ntitle = "A small map"\n[grid]\n{grid}\nacross_flats = "14.9 mm"\n{TERRAINS}\n'
        "[movement]\nuphill = 1\n"
        f'[hexes]\nterrain = """\n{terrain}\n"""\nlevel = """\n{level}\n"""\n{extra}'
    )


def random_map(seed: int, *, most: int = 4) -> HexMap:
    """Return a map of any orientation, stagger and line length, with holes, jumps of level, blobs of terrain and a river."""
    rnd = Random(seed)
    columns, rows = rnd.randint(2, 9), rnd.randint(2, 9)
    orientation = rnd.choice(["flat", "pointy"])
    shifted, short = rnd.choice(["even", "odd"]), rnd.choice(["none", "shifted"])
    terrain = [[rnd.choice("....mwdf") if rnd.random() < 0.7 else "." for _ in range(columns)] for _ in range(rows)]
    for _ in range(rnd.randint(0, 4)):
        terrain[rnd.randrange(rows)][rnd.randrange(columns)] = rnd.choice("oo~ ")
    column = rnd.randrange(columns)
    if rnd.random() < 0.6:
        for row in range(rows):
            terrain[row][column] = "~"
    level = [[str(rnd.randint(0, most)) for _ in range(columns)] for _ in range(rows)]
    for row in range(rows):
        for column in range(columns):
            if _missing(orientation, (column, row), (columns, rows), (shifted, short)):
                terrain[row][column] = " "
            if terrain[row][column] == " ":
                level[row][column] = " "
    if all(code == " " for line in terrain for code in line):
        terrain[0][0], level[0][0] = ".", "0"
    grid = f'orientation = "{orientation}"\ncolumns = {columns}\nrows = {rows}\nshifted = "{shifted}"\nshort = "{short}"'
    return hexmap.loads(text_of(grid, *("\n".join("".join(line) for line in lines) for lines in (terrain, level))))


def _missing(orientation: str, place: tuple[int, int], size: tuple[int, int], stagger: tuple[str, str]) -> bool:
    """Say whether a place is the end of a short line."""
    line, along = place if orientation == "flat" else place[::-1]
    last = (size[1] if orientation == "flat" else size[0]) - 1
    is_shifted = (line % 2 == 1) == (stagger[0] == "even")
    return stagger[1] == "shifted" and is_shifted and along == last


FLAT = text_of(
    'orientation = "flat"\ncolumns = 6\nrows = 5',
    "..m.~.\n.mm.~w\n.om~~w\n..f~..\n.d.~..",
    "012100\n122100\n112210\n011000\n000000",
    """
[hexside_kind.wall]
cross = "prohibited"
[[hexside]]
kind = "wall"
sides = ["0203/N", "0203/NE"]
[line_kind.road]
enter = "1/2"
[[line]]
kind = "road"
through = ["0104", "0203", "0303"]
[[label]]
text = "Hill & <Dale>"
at = "0202"
[[course]]
kind = "river"
name = "Ouse"
through = ["0501", "0502", "0503", "0403", "0404", "0405"]
width = ["4 mm", "5 mm"]
[[decoration]]
kind = "wood"
at = ["0101"]
[[track]]
name = "turn"
label = "Turn"
boxes = 4
""",
)
POINTY = text_of(
    'orientation = "pointy"\ncolumns = 5\nrows = 4\nshifted = "odd"',
    "..o..\n.mm~~\nw.~~.\n.d...",
    "01230\n01200\n00000\n11000",
)
