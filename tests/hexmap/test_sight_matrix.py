"""All pairs at once: against one line at a time, and what the matrix gives out."""

from __future__ import annotations

import csv
import io
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexmap
from hexmap import sightmatrix
from hexmap.cover import cover_of
from hexmap.sightprogram import program_of
from mapsheet.errors import NotationError
from tests.hexmap import reference_sight as reference
from tests.hexmap.test_sight_lines import flat_trace, kinds
from tests.hexmap.test_sight_rules import WALL, field, plain
from tests.hexmap.worlds_sight import STAGGERS, Shape, Stagger, random_world


@pytest.fixture(scope="module")
def generated() -> tuple[hexmap.HexMap, list[str]]:
    """The Bannockburn grid with levels 0 to 5 in smooth heights and units in 8 hexes of a hundred."""
    rng = random.Random(8)
    numbers = [hexmap.load("bannockburn").number(h) for h in hexmap.load("bannockburn")]
    peaks = [(rng.randrange(1, 30), rng.randrange(1, 35), rng.randrange(2, 6)) for _ in range(25)]
    levels = {}
    for number in numbers:
        column, row = int(number[:2]), int(number[2:])
        levels[f"h{number}"] = max(0, *(top - (abs(column - c) + abs(row - r)) // 2 for c, r, top in peaks))
    return field(**levels), rng.sample(numbers, round(0.08 * len(numbers)))


def test_all_943_812_pairs_are_answered_as_one_by_one(generated: tuple[hexmap.HexMap, list[str]]) -> None:
    board, units = generated
    matrix = board.los_matrix(occupied=units)
    cover = cover_of(board, board.rules.policy)
    held = cover.holding(cover.occupied({"occupied": units}))
    cells = [board.grid.cell(h) for h in board]
    seen = [(a, b) for a in cells for b in cells if a != b and held.clear(a, b)]
    assert len(cells) * (len(cells) - 1) == 943_812
    assert 100_000 < len(seen) == matrix.count
    assert all(matrix.clear_cells(a, b) for a, b in seen)


@pytest.mark.slow
def test_every_line_of_the_largest_map_is_that_of_the_reference() -> None:
    for q in range(-28, 29):
        for s in range(-47, 48):
            if (q, s) != (0, 0) and abs(2 * s + q) <= 67:
                expected = [(met.how, met.hand, met.hex) for met in reference.line((q, s))]
                assert kinds(flat_trace((q, s))) == expected
                reference.line.cache_clear()


def test_a_village_is_seen_out_of_but_not_into() -> None:
    matrix = field(h1425="village").los_matrix()
    assert matrix.clear("1425", "1423")
    assert not matrix.clear("1423", "1425")
    assert matrix.bits(1) & ~matrix.bits(-1) << 1
    assert not matrix.clear("1426", "1424")


def test_rows_csv_and_npy_say_the_same() -> None:
    numpy = pytest.importorskip("numpy")
    pair = random_world(Stagger("pointy", "odd", "shifted", 6, 5), 3)
    matrix = pair.board.los_matrix()
    rows = dict(matrix.rows())
    assert list(rows) == list(matrix.numbers) == sorted(pair.at)
    for a, row in rows.items():
        assert [bool(byte) for byte in row] == [matrix.clear(a, b) for b in matrix.numbers]
    lines = list(csv.DictReader(io.StringIO(matrix.to_csv())))
    assert [(line["from"], line["to"]) for line in lines] == [(a, b) for a in rows for b in rows if a != b]
    assert all((line["clear"] == "1") == matrix.clear(line["from"], line["to"]) for line in lines)
    assert sum(line["clear"] == "1" for line in lines) == matrix.count
    square = numpy.load(io.BytesIO(matrix.to_npy()))
    assert square.dtype == bool
    assert square.tolist() == [[bool(byte) for byte in row] for row in rows.values()]


@pytest.mark.parametrize("columns", [3, 10, 99])
def test_the_npy_header_is_padded_as_the_format_asks(columns: int) -> None:
    data = plain(columns, 2).los_matrix().to_npy()
    length = int.from_bytes(data[8:10], "little")
    assert (10 + length) % 64 == 0
    assert data[9 + length : 10 + length] == b"\n"
    assert len(data) == 10 + length + (2 * columns) ** 2


def test_bits_of_an_offset_are_the_cells_that_see_it() -> None:
    pair = random_world(Stagger("flat", "even", "none", 5, 6), 2)
    matrix, grid = pair.board.los_matrix(), pair.board.grid
    cells = {grid.cell(h): h for h in pair.board}
    for offset in range(1 - grid.size, grid.size):
        if offset:
            bits = matrix.bits(offset)
            seers = [cell for cell in range(grid.size) if bits >> cell & 1]
            assert seers == [c for c in cells if c + offset in cells and matrix.clear(cells[c], cells[c + offset])]


def test_what_is_no_single_hex_is_refused() -> None:
    matrix = plain(3, 3).los_matrix()
    refused: list[Any] = ["9999", "0101+0102", "", None, 7]
    for wrong in refused:
        with pytest.raises(NotationError):
            matrix.clear("0101", wrong)


def test_a_matrix_describes_itself() -> None:
    assert repr(plain(3, 3, WALL.format(["0202/N"])).los_matrix()).startswith("<SightMatrix of 'Plain', 62 of 72 pairs clear>")


@settings(max_examples=60, deadline=None)
@given(stagger=st.sampled_from(STAGGERS), columns=st.integers(1, 9), rows=st.integers(1, 9))
def test_a_program_has_each_displacement_once_with_the_cells_it_fits(stagger: Shape, columns: int, rows: int) -> None:
    orientation, shifted, short = stagger
    if short == "shifted" and (rows if orientation == "flat" else columns) < 2:
        return
    grid = hexmap.Grid(orientation, columns, rows, shifted=shifted, short=short)
    program = program_of((orientation, columns, rows, shifted, short), touch=False, walls=False)
    found = [(cell, cell + offset) for _, _, offset, valid in program.halves for cell in range(grid.size) if valid >> cell & 1]
    found += [(cell, cell + line.offset) for line in program.along for cell in range(grid.size) if line.valid >> cell & 1]
    cells = [grid.cell(h) for h in grid]
    assert sorted(found) == sorted((a, b) for a in cells for b in cells if a < b)


def test_too_large_a_map_is_refused_before_anything_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sightmatrix, "MOST_HEXES", 8)
    with pytest.raises(NotationError, match="at most 8 hexes"):
        plain(3, 3).los_matrix()
