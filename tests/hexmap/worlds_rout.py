"""Small maps for tests of rout and charges, and a plain picture of their hexes that shares no code with the library."""

from __future__ import annotations

from typing import TypeVar

import hexmap
from hexmap import HexMap

T = TypeVar("T")
Place = tuple[int, int]  # column and row
Codes = dict[Place, str]
Levels = dict[Place, int]

TERRAIN = """
[movement]
uphill = 1
[terrain.clear]
code = "."
[terrain.marsh]
code = "m"
enter = 2
run = false
charge = false
turn = 1
[terrain.dry_bed]
code = "d"
enter = 2
run = false
[terrain.pool]
code = "o"
enter = "prohibited"
[class.otter]
enter = { pool = 1 }
"""
BANNOCKBURN = """
[edges.west]
hexes = ["0119-0134"]
[edges.south]
hexes = ["0134", "0233", "0334", "0433", "0534", "0633", "0734", "0833", "0934", "1033", "1134", "1233", "1334", "1433"]
[edges.east]
hexes = ["2902-2922"]
[side.scots]
rout = ["S", "SW"]
exit = ["west", "south"]
[side.english]
rout = ["NE", "SE"]
exit = ["east"]
"""
ANGORRA = """
[edges.north]
hexes = ["0101-3401"]
[edges.south]
hexes = ["0129-3429"]
[side.ottomans]
rout = ["NE", "NW"]
exit = ["north"]
[side.tartars]
rout = ["SE", "SW"]
exit = ["south"]
"""


class Shape:
    """Which hexes a grid has and which touch, from the formulas for even and odd lines written out."""

    def __init__(self, orientation: str, columns: int, rows: int, *, shifted: str = "even", short: str = "none") -> None:
        self.orientation, self.columns, self.rows, self.shifted, self.short = orientation, columns, rows, shifted, short

    def pushed(self, c: int, r: int) -> bool:
        line = c if self.orientation == "flat" else r
        return (line % 2 == 0) == (self.shifted == "even")

    def has(self, c: int, r: int) -> bool:
        cut = 1 if self.short == "shifted" and self.pushed(c, r) else 0
        flat = self.orientation == "flat"
        return 1 <= c <= self.columns - (0 if flat else cut) and 1 <= r <= self.rows - (cut if flat else 0)

    def touching(self, c: int, r: int) -> dict[str, Place]:
        """Return direction -> (column, row), clockwise."""
        p = 1 if self.pushed(c, r) else 0
        if self.orientation == "flat":
            return {"N": (c, r - 1), "NE": (c + 1, r - 1 + p), "SE": (c + 1, r + p),
                    "S": (c, r + 1), "SW": (c - 1, r + p), "NW": (c - 1, r - 1 + p)}
        return {"NE": (c + p, r - 1), "E": (c + 1, r), "SE": (c + p, r + 1),
                "SW": (c - 1 + p, r + 1), "W": (c - 1, r), "NW": (c - 1 + p, r - 1)}

    def hexes(self) -> list[Place]:
        return [(c, r) for c in range(1, self.columns + 1) for r in range(1, self.rows + 1) if self.has(c, r)]

    def picture(self, codes: Codes, *, default: str = ".") -> str:
        """Return a raster with the given codes at (column, row)."""
        return "\n".join(
            "".join(codes.get((c, r), default) if self.has(c, r) else " " for c in range(1, self.columns + 1)).rstrip()
            for r in range(1, self.rows + 1)
        )

    def text(self, codes: Codes | None = None, levels: Levels | None = None, extra: str = "") -> str:
        codes = codes or {}
        grid = f'orientation = "{self.orientation}"\ncolumns = {self.columns}\nrows = {self.rows}\n'
        grid += f'shifted = "{self.shifted}"\nshort = "{self.short}"\nacross_flats = "15 mm"\n'
        hexes = f'terrain = """\n{self.picture(codes)}\n"""\n'
        if levels:
            shown = {at: str(level) for at, level in levels.items()} | {at: " " for at, code in codes.items() if code == "_"}
            hexes += f'level = """\n{self.picture(shown, default="0")}\n"""\n'
        return f'format = "hexmap/1"\ntitle = "test"\n[grid]\n{grid}{TERRAIN}[hexes]\n{hexes}{extra}'

    def load(self, codes: Codes | None = None, levels: Levels | None = None, extra: str = "") -> HexMap:
        return hexmap.loads(self.text(codes, levels, extra))


def at(number: str) -> Place:
    """Return (column, row) of a four-digit number."""
    return int(number[:2]), int(number[2:])


def name(place: Place) -> str:
    return f"{place[0]:02}{place[1]:02}"


def named(codes: dict[str, T]) -> dict[Place, T]:
    """Return {"1426 1427": "m"} as places -> code."""
    return {at(number): code for numbers, code in codes.items() for number in numbers.split()}


FIELD = Shape("flat", 29, 34, short="shifted")
PLAIN = Shape("pointy", 34, 29, short="shifted")


def bannockburn(codes: dict[str, str] | None = None, levels: dict[str, int] | None = None) -> HexMap:
    """Return the grid, edges and sides of Bannockburn on open level ground, but for what is given by number."""
    return FIELD.load(named(codes or {}), named(levels or {}), BANNOCKBURN)


def angorra(codes: dict[str, str] | None = None, levels: dict[str, int] | None = None) -> HexMap:
    """Return the grid, edges and sides of Angorra on open level ground, but for what is given by number."""
    return PLAIN.load(named(codes or {}), named(levels or {}), ANGORRA)
