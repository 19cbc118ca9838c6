"""Viewsheds drawn as text: what a hex sees, compared by a comparer that is itself shown to fail.

`@` the viewer, `+` seen, `-` hidden; hexes stand where the map has them: columns of a flat grid are two characters apart and
those that lie lower a line further down.
"""

from __future__ import annotations

from textwrap import dedent
from typing import Unpack

import pytest

import hexmap
from hexmap.options import SightOptions
from tests.hexmap.test_sight_rules import TERRAINS

Board = hexmap.HexMap


def drawn_map(terrain: str, extra: str = "", level: str = "", *, orientation: str = "flat") -> Board:
    """Return the map of a drawing with one character a hex."""
    rows = dedent(terrain).strip().split("\n")
    levels = f'level = """\n{dedent(level).strip()}\n"""' if level else ""
    ground = "\n".join(rows)
    return hexmap.loads(f"""
format = "hexmap/1"
title = "Drawn"
[grid]
orientation = "{orientation}"
columns = {len(rows[0])}
rows = {len(rows)}
across_flats = "15 mm"
{TERRAINS}
[hexes]
terrain = \"\"\"
{ground}
\"\"\"
{levels}
{extra}
""")


def draw(board: Board, marks: dict[str, str]) -> str:
    """Return the map with a mark for each hex, as it lies on paper."""
    cells: dict[tuple[int, int], str] = {}
    for h in board:
        u, y = board.grid.point(h)
        cells[(y, 2 * u) if board.grid.is_flat else (u, y)] = marks[board.number(h)]
    lines = [[" "] * (max(x for _, x in cells) + 1) for _ in range(max(y for y, _ in cells) + 1)]
    for (y, x), mark in cells.items():
        lines[y][x] = mark
    return "\n".join("".join(line).rstrip() for line in lines)


def viewshed(board: Board, a: str, **options: Unpack[SightOptions]) -> str:
    seen = board.viewshed(a, **options)
    marks = dict.fromkeys(seen.visible, "+") | dict.fromkeys(seen.hidden, "-")
    return draw(board, marks | {board.number(h): "@" for h in board if board.number(h) in a})


class DrawingsDifferError(AssertionError):
    pass


def compare(drawn: str, expected: str) -> None:
    """Raise DrawingsDifferError with both drawings and the places that differ."""
    wanted = dedent(expected).strip("\n")
    one, two = ([line.rstrip() for line in text.split("\n")] for text in (drawn, wanted))
    height = max(len(one), len(two))
    one, two = one + [""] * (height - len(one)), two + [""] * (height - len(two))
    width = max(map(len, one + two))
    one, two = ([line.ljust(width) for line in lines] for lines in (one, two))
    differ = ["".join("^" if x != y else " " for x, y in zip(a, b, strict=True)) for a, b in zip(one, two, strict=True)]
    if any("^" in line for line in differ):
        places = ", ".join(f"line {k + 1} column {line.index('^') + 1}" for k, line in enumerate(differ) if "^" in line)
        rows = [f"{a}   {b}   {c}" for a, b, c in zip(one, two, differ, strict=True)]
        raise DrawingsDifferError("drawn, expected, differing at " + places + "\n" + "\n".join(rows))


OPEN = """
    .......
    .......
    .......
    .......
    .......
"""


def test_a_unit_throws_a_shadow() -> None:
    compare(viewshed(drawn_map(OPEN), "0403", occupied=["0402"]), """
        +   -   -   +
          +   -   +
        +   +   +   +
          +   +   +
        +   +   +   +
          +   @   +
        +   +   +   +
          +   +   +
        +   +   +   +
          +   +   +
    """)


def test_a_wall_throws_a_shadow() -> None:
    board = drawn_map(OPEN, '[hexside_kind.wall]\nsight = "blocks"\n[[hexside]]\nkind = "wall"\nsides = ["0403/N", "0403/NE"]\n')
    compare(viewshed(board, "0403"), """
        +   -   -   -
          +   -   -
        +   +   -   -
          +   -   -
        +   +   -   -
          +   @   +
        +   +   +   +
          +   +   +
        +   +   +   +
          +   +   +
    """)


def test_a_ridge_hides_the_valley_behind_it_but_not_the_height_beyond() -> None:
    level = """
        0010200
        0010200
        0010200
        0010200
        0010200
    """
    compare(viewshed(drawn_map(OPEN, level=level), "0103"), """
        +   +   +   -
          +   -   -
        +   +   +   -
          +   -   -
        @   +   +   -
          +   -   -
        +   +   +   -
          +   -   -
        +   +   +   -
          +   -   -
    """)


def test_groves_and_villages_are_seen_from_outside_or_not_at_all() -> None:
    terrain = """
        .......
        ..g.v..
        .......
        .......
        ...g...
    """
    compare(viewshed(drawn_map(terrain), "0403"), """
        -   -   -   -
          -   +   -
        +   +   -   +
          +   +   +
        +   +   +   +
          +   @   +
        +   +   +   +
          +   +   +
        +   +   +   +
          +   +   +
    """)


def test_a_two_hex_unit_sees_what_either_hex_sees() -> None:
    compare(viewshed(drawn_map(OPEN), "0303+0403", occupied=["0402", "0302"]), """
        +   -   -   +
          +   -   +
        +   +   +   +
          +   +   +
        +   @   +   +
          +   @   +
        +   +   +   +
          +   +   +
        +   +   +   +
          +   +   +
    """)


def test_pointy_rows_and_a_hole_that_blocks() -> None:
    terrain = """
        ......
        ......
        .._...
        ......
        ......
    """
    compare(viewshed(drawn_map(terrain, orientation="pointy"), "0203", offmap="blocks"), """
        + + + + + -
         + + + - - -
        + @   - - -
         + + + - - -
        + + + + + -
    """)


def test_radius_leaves_out_what_is_farther() -> None:
    seen = drawn_map(OPEN).viewshed("0403", 1, occupied=["0402"])
    assert (seen.visible, seen.hidden) == (("0303", "0304", "0402", "0404", "0503", "0504"), ())


def test_the_comparer_fails_and_shows_where() -> None:
    with pytest.raises(DrawingsDifferError, match="line 2 column 3") as caught:
        compare("+ -\n+ +", "+ -\n+ -")
    assert "+ +   + -     ^" in str(caught.value)


@pytest.mark.parametrize(("drawn", "expected"), [("+", "-"), ("+", "+\n+"), ("+\n+", "+"), ("+ +", "+"), ("", "@")])
def test_the_comparer_fails_on_any_difference(drawn: str, expected: str) -> None:
    with pytest.raises(DrawingsDifferError):
        compare(drawn, expected)


def test_the_comparer_accepts_what_is_equal() -> None:
    compare("+ -\n @", "\n    + -\n     @\n    ")


def test_a_drawing_puts_every_hex_where_it_lies() -> None:
    board = drawn_map("""
        ...
        ...
    """)
    numbers = {board.number(h): board.number(h)[3] for h in board}
    compare(draw(board, numbers), """
        1   1
          1
        2   2
          2
    """)
