"""The starter map that `hexmap new` writes: small, commented, and drawn at once."""

from __future__ import annotations

from typing import Any

from hexmap.art import ABOVE, BELOW, LEFT, RIGHT
from hexmap.grid import FLAT, POINTY, Grid
from hexmap.layout import Layout
from hexmap.reader import refuse_size
from mapsheet import units
from mapsheet.errors import DataError, NotationError

_TEXT = '''# A hex map. Change a line and draw it again: hexmap render . -o map.svg
# The format is explained in data/README.md of mapsheet.
format = "hexmap/1"
title = {title}

[grid]
orientation = "{orientation}"        # flat: columns of hexes; pointy: rows
columns = {columns}
rows = {rows}
shifted = "even"            # which lines lie half a hex further south (pointy: east)
numbering = "{numbering}"
first = "{first}"
across_flats = "{across}"
{sheet}
[movement]
uphill = 1

[terrain.clear]
code = "."
enter = 1
[terrain.wood]
code = "w"
enter = 2
sight = "blocks"
[terrain.lake]
code = "o"
enter = "prohibited"
draw = "pool"

[hexes]                     # a character a hex; blank is no hex
terrain = """
{terrain}
"""
level = """
{level}
"""

[[label]]
text = "My hill"
at = "{label}"

[provenance]
terrain = "reconstructed"
'''


def starter(
    *, columns: int | None, rows: int | None, paper: str | None, across: str, pointy: bool, title: str = "My map"
) -> str:
    """Return the text of a starter map of a size, or of as many hexes as fit a paper.

    Raises NotationError for a length or paper that cannot be read, DataError when no hex fits.
    """
    flats = units.length(across)
    orientation = POINTY if pointy else FLAT
    if paper is not None and (columns or rows):
        raise NotationError("either --paper or --columns and --rows", paper)
    if paper is not None:
        size = units.size(paper)
        columns, rows = _fitting(orientation, flats, size)
    refuse_size(columns or 12, rows or 10)
    grid = Grid(orientation, columns or 12, rows or 10)
    width = max(2, len(str(max(grid.columns, grid.rows))))
    values: dict[str, Any] = {
        "title": _quoted(title),
        "orientation": orientation,
        "columns": grid.columns,
        "rows": grid.rows,
        "numbering": "C" * width + "R" * width,
        "first": ("1".zfill(width)) * 2,
        "across": across,
        "sheet": f'\n[sheet]\nsize = "{paper}"\n' if paper else "",
        "terrain": "\n".join("".join(_terrain(grid, c, r) for c in range(grid.columns)) for r in range(grid.rows)),
        "level": "\n".join("".join(_level(grid, c, r) for c in range(grid.columns)) for r in range(grid.rows)),
        "label": f"{_middle(grid.columns, 0.3):0{width}}{_middle(grid.rows, 0.4):0{width}}",
    }
    return _TEXT.format(**values)


def _fitting(orientation: str, flats: float, size: units.Size) -> tuple[int, int]:
    best = (0, 0)
    for columns in range(1, 2000):
        width, height = Layout(Grid(orientation, columns, 2), flats).extent
        if width > size.width - LEFT - RIGHT:
            break
        best = (columns, best[1])
    for rows in range(1, 2000):
        width, height = Layout(Grid(orientation, 2, rows), flats).extent
        if height > size.height - ABOVE - BELOW:
            break
        best = (best[0], rows)
    if 0 in best:
        raise DataError(f"no hex of {flats:g} mm fits {size.width:g} x {size.height:g} mm with its margins")
    return best


def _middle(count: int, part: float) -> int:
    return 1 + int((count - 1) * part)


def _from_hill(grid: Grid, column: int, row: int) -> int:
    x = abs(column + 1 - _middle(grid.columns, 0.3))
    return max(x, abs(row + 1 - _middle(grid.rows, 0.4)) + x // 2)


def _level(grid: Grid, column: int, row: int) -> str:
    return str(max(0, 2 - _from_hill(grid, column, row)))


def _terrain(grid: Grid, column: int, row: int) -> str:
    if (column, row) == (_middle(grid.columns, 0.75) - 1, _middle(grid.rows, 0.7) - 1) and grid.columns > 4:
        return "o"
    wood = _from_hill(grid, column, row) in {3, 4} and (column * 7 + row * 5) % 3 == 0
    return "w" if wood else "."


def _quoted(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False)
