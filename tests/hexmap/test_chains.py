"""Hexsides and chains of them: canonical names over whole grids, and shortest chains against a slow search."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexmap.chains import format_hexside, parse_chain, parse_hexside
from hexmap.grid import Grid, Hexside
from hexmap.numbering import Numbering
from mapsheet.errors import NotationError

KINDS = list(itertools.product(("flat", "pointy"), ("even", "odd"), ("none", "shifted")))
# the corners of a hex, clockwise from the first end of its first hexside, in thirds of a line and half hexes
FLAT = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
POINTY = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


def grid_of(kind: tuple[str, str, str]) -> Grid:
    orientation, shifted, short = kind
    return Grid(orientation, 4, 4, shifted=shifted, short=short)


def ends(grid: Grid, side: Hexside) -> frozenset[tuple[int, int]]:
    """Return the two corners of a hexside, worked out from column and row alone."""
    c, r = side.hex
    line = c if grid.orientation == "flat" else r
    pushed = 1 if (line % 2 == 0) == (grid.shifted == "even") else 0
    x, y = (3 * c, 2 * r + pushed) if grid.orientation == "flat" else (2 * c + pushed, 3 * r)
    around = FLAT if grid.orientation == "flat" else POINTY
    return frozenset((x + dx, y + dy) for dx, dy in (around[side.direction], around[(side.direction + 1) % 6]))


def sides_of(grid: Grid) -> set[Hexside]:
    return {grid.hexside(h, d) for h in grid for d in range(6)}


@pytest.mark.parametrize("kind", KINDS)
def test_a_hexside_has_one_canonical_name(kind: tuple[str, str, str]) -> None:
    grid = grid_of(kind)
    numbering = Numbering(grid)
    by_corners: dict[frozenset[tuple[int, int]], Hexside] = {}
    for h in grid:
        for d, direction in enumerate(grid.direction_names):
            side = grid.hexside(h, d)
            assert ends(grid, Hexside(h, d)) == ends(grid, side)
            assert by_corners.setdefault(ends(grid, side), side) == side
            assert side.hex in grid
            assert side.direction < 3 or grid.step(side.hex, side.direction) not in grid
            text = f"{numbering.format(h)}/{direction}"
            assert parse_hexside(numbering, text) == side
            assert parse_hexside(numbering, text.lower()) == side
            other = grid.neighbor(h, d)
            if other:
                assert parse_hexside(numbering, f"{numbering.format(h)}/{numbering.format(other)}") == side
    assert len(by_corners) == len(sides_of(grid))


@pytest.mark.parametrize("kind", KINDS)
def test_notation_round_trips(kind: tuple[str, str, str]) -> None:
    numbering = Numbering(grid_of(kind))
    for side in sides_of(numbering.grid):
        assert parse_hexside(numbering, format_hexside(numbering, side)) == side


@settings(deadline=None)
@given(st.sampled_from(KINDS), st.data())
def test_a_chain_is_unbroken_and_no_shorter_one_exists(kind: tuple[str, str, str], data: st.DataObject) -> None:
    grid = grid_of(kind)
    numbering = Numbering(grid)
    sides = sorted(sides_of(grid))
    a, b = data.draw(st.sampled_from(sides)), data.draw(st.sampled_from(sides))
    chain = parse_chain(numbering, f"{format_hexside(numbering, a)} > {format_hexside(numbering, b)}")
    assert (chain[0], chain[-1]) == (a, b)
    for one, two in itertools.pairwise(chain):
        assert len(ends(grid, one) & ends(grid, two)) == 1
    assert set(chain) <= set(sides)
    known, count = {a}, 1
    while b not in known:
        corners = {corner for side in known for corner in ends(grid, side)}
        known = {side for side in sides if ends(grid, side) & corners}
        count += 1
    assert len(chain) == count


def test_a_chain_through_several_stops_names_each_hexside_once() -> None:
    numbering = Numbering(Grid("flat", 6, 6))
    chain = parse_chain(numbering, "0202/N > 0402/N > 0202/N")
    assert [format_hexside(numbering, side) for side in chain] == ["0202/N", "0201/SE", "0302/N", "0302/NE", "0402/N"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0202", "a hexside such as"),
        ("0202/", "adjacent hex after /"),
        ("0202/E", "direction of N NE SE S SW NW"),
        ("0202/0404", "two hexes that touch"),
        ("0202/0202", "two hexes that touch"),
        ("9902/N", "hex number"),
        ("0202/9902", "adjacent hex after /"),
        ("/N", "hex number"),
    ],
)
def test_what_is_no_hexside_is_refused(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        parse_hexside(Numbering(Grid("flat", 6, 6)), text)


@pytest.mark.parametrize("text", ["0202/N", "0202/N >", "> 0202/N", "0202/N > 0203", ""])
def test_what_is_no_chain_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_chain(Numbering(Grid("flat", 6, 6)), text)
