"""Hex numbers: identity over whole grids, the four staggers by printed tables, ranges, and what is refused."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexmap
from hexmap.grid import Grid, Hex
from hexmap.numbering import ORIGINS, Numbering
from mapsheet.errors import DataError, NotationError
from tests.hexmap.worlds_rout import Shape, name

STAGGERS = list(itertools.product(("flat", "pointy"), ("even", "odd")))
PATTERNS = {
    "CCRR": "0101", "RRCC": "0101", "CCCRRR": "001001", "CR": "11", "CC.RR": "01.01", "RR-CC": "00-00",
    "AARR": "AA01", "CCA": "00A", "AR": "B3", "AACC": "AZ95", "CCRRR": "17980", "A:CC": "C:09",
}

# each row: a hex, then its neighbors clockwise from N (pointy: from NE), "." where the 5 x 4 grid ends
GOLDEN = {
    ("flat", "even"): """
        0101 . . 0201 0102 . .
        0102 0101 0201 0202 0103 . .
        0104 0103 0203 0204 . . .
        0201 . 0301 0302 0202 0102 0101
        0202 0201 0302 0303 0203 0103 0102
        0204 0203 0304 . . . 0104
        0303 0302 0402 0403 0304 0203 0202
        0501 . . . 0502 0401 .
        0504 0503 . . . 0404 0403""",
    ("flat", "odd"): """
        0101 . 0201 0202 0102 . .
        0102 0101 0202 0203 0103 . .
        0104 0103 0204 . . . .
        0201 . . 0301 0202 0101 .
        0202 0201 0301 0302 0203 0102 0101
        0204 0203 0303 0304 . 0104 0103
        0303 0302 0403 0404 0304 0204 0203
        0501 . . . 0502 0402 0401
        0504 0503 . . . . 0404""",
    ("pointy", "even"): """
        0101 . 0201 0102 . . .
        0102 0201 0202 0203 0103 . 0101
        0104 0203 0204 . . . 0103
        0201 . 0301 0202 0102 0101 .
        0202 0301 0302 0303 0203 0102 0201
        0303 0302 0403 0304 0204 0203 0202
        0501 . . 0502 0402 0401 .
        0502 . . . 0503 0402 0501
        0504 . . . . 0404 0503""",
    ("pointy", "odd"): """
        0101 . 0201 0202 0102 . .
        0102 0101 0202 0103 . . .
        0104 0103 0204 . . . .
        0201 . 0301 0302 0202 0101 .
        0202 0201 0302 0203 0103 0102 0101
        0303 0402 0403 0404 0304 0203 0302
        0501 . . . 0502 0401 .
        0503 . . . 0504 0403 0502
        0504 0503 . . . 0404 0403""",
}
# drawn: half a hex a step across the shift, so that the stagger is seen
DRAWN = {
    ("flat", "even"): ["0101 .... 0301 .... 0501", ".... 0201 .... 0401 ....", "0102 .... 0302 .... 0502"],
    ("flat", "odd"): [".... 0201 .... 0401 ....", "0101 .... 0301 .... 0501", ".... 0202 .... 0402 ...."],
    ("pointy", "even"): ["0101 0201 0301 0401 0501", "  0102 0202 0302 0402 0502", "0103 0203 0303 0403 0503"],
    ("pointy", "odd"): ["  0101 0201 0301 0401 0501", "0102 0202 0302 0402 0502", "  0103 0203 0303 0403 0503"],
}


@pytest.mark.parametrize(("orientation", "shifted"), STAGGERS)
def test_neighbors_by_printed_table(orientation: str, shifted: str) -> None:
    grid = Grid(orientation, 5, 4, shifted=shifted)
    numbering = Numbering(grid)
    for row in GOLDEN[orientation, shifted].strip().splitlines():
        number, *around = row.split()
        h = numbering.parse(number)
        found = [grid.neighbor(h, d) for d in range(6)]
        assert [numbering.format(o) if o else "." for o in found] == around, number


@pytest.mark.parametrize(("orientation", "shifted"), STAGGERS)
def test_staggers_as_drawn(orientation: str, shifted: str) -> None:
    numbering = Numbering(Grid(orientation, 5, 4, shifted=shifted))
    lines: dict[int, dict[int, str]] = {}
    for h in numbering.grid:
        u, y = numbering.grid.point(h)
        across, down = (u, y) if orientation == "flat" else (y, u)
        lines.setdefault(down, {})[across] = numbering.format(h)
    if orientation == "flat":
        shown = [" ".join(lines[down].get(c, "....") for c in range(5)) for down in range(3)]
    else:
        shown = [("  " if 1 in lines[down] else "") + " ".join(lines[down].values()) for down in range(3)]
    assert shown == DRAWN[orientation, shifted]


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("origin", ORIGINS)
def test_number_to_hex_to_number_is_the_identity(pattern: str, origin: str) -> None:
    for (orientation, shifted), short in itertools.product(STAGGERS, ("none", "shifted")):
        columns, rows = (5, 6) if pattern != "CR" else (9, 8)
        grid = Grid(orientation, columns, rows, shifted=shifted, short=short)
        numbering = Numbering(grid, pattern, PATTERNS[pattern], origin)
        numbers = {numbering.format(h): h for h in grid}
        assert len(numbers) == len(grid)
        for number, h in numbers.items():
            assert numbering.parse(number) == h
            assert numbering.parse(f" {number.lower()} ") == h
            assert len(number) == len(pattern)


@pytest.mark.parametrize(("orientation", "shifted"), STAGGERS)
@pytest.mark.parametrize("short", ["none", "shifted"])
def test_the_first_number_is_in_the_corner_of_origin(orientation: str, shifted: str, short: str) -> None:
    grid = Grid(orientation, 5, 6, shifted=shifted, short=short)
    for origin in ORIGINS:
        h = Numbering(grid, origin=origin).parse("0101")
        u, v = grid.line_and_place(h)
        last_line, last_place = grid.lines - 1, grid.line_length(u) - 1
        south, east = origin.startswith("south"), origin.endswith("east")
        across, along = (east, south) if orientation == "flat" else (south, east)
        assert (u, v) == (last_line if across else 0, last_place if along else 0)


def test_both_battle_maps_number_all_their_hexes() -> None:
    for title in ("bannockburn", "angorra"):
        board = hexmap.load(title)
        numbers = [board.number(h) for h in board]
        assert len(set(numbers)) == len(board) == 972
        assert [board.hex(number) for number in numbers] == list(board)
        assert [board.number_of_cell(board.grid.cell(h)) for h in board] == numbers


def test_the_shape_of_the_tests_and_the_grid_agree_everywhere() -> None:
    for (orientation, shifted), short in itertools.product(STAGGERS, ("none", "shifted")):
        shape = Shape(orientation, 7, 5, shifted=shifted, short=short)
        grid = Grid(orientation, 7, 5, shifted=shifted, short=short)
        assert sorted(grid) == sorted(Hex(*h) for h in shape.hexes())
        for h in shape.hexes():
            for d, other in enumerate(shape.touching(*h).values()):
                expected = Hex(*other) if shape.has(*other) else None
                assert grid.neighbor(Hex(*h), d) == expected, (orientation, shifted, name(h), d)


def test_cells_are_dense_and_a_step_off_the_map_lands_on_none() -> None:
    for (orientation, shifted), short in itertools.product(STAGGERS, ("none", "shifted")):
        for columns, rows in ((1, 2), (2, 2), (5, 4), (4, 5)):
            grid = Grid(orientation, columns, rows, shifted=shifted, short=short)
            cells = {grid.cell(h): h for h in grid}
            assert len(cells) == len(grid)
            assert all(0 <= cell < grid.size for cell in cells)
            for cell, h in cells.items():
                assert grid.hex_of(cell) == h
                for d, offset in enumerate(grid.offsets):
                    assert 0 <= cell + offset < grid.size
                    assert cells.get(cell + offset) == grid.neighbor(h, d)


@given(st.text(max_size=8))
def test_any_text_is_a_number_of_the_map_or_refused(text: str) -> None:
    numbering = Numbering(Grid("flat", 29, 34, short="shifted"))
    if text.strip() in {numbering.format(h) for h in numbering.grid}:
        assert numbering.format(numbering.parse(text)) == text.strip()
    else:
        with pytest.raises(NotationError, match="0101…2934"):
            numbering.parse(text)


OFF_THE_MAP = ["0234", "0135", "2834", "3001", "0001", "0100", "", "101", "00101", "1 01", "０１０１", "0101x"]


@pytest.mark.parametrize("number", OFF_THE_MAP)
def test_numbers_off_the_map_are_refused(number: str) -> None:
    numbering = Numbering(Grid("flat", 29, 34, short="shifted"))
    with pytest.raises(NotationError, match="like 0101…2934"):
        numbering.parse(number)


def test_letters_that_only_capitals_make_are_refused() -> None:
    numbering = Numbering(Grid("flat", 3, 500), "AACC", "AA01")
    assert numbering.format(numbering.parse("ss02")) == "SS02"
    with pytest.raises(NotationError):
        numbering.parse("ß02")


@pytest.mark.parametrize(
    ("pattern", "first", "columns", "rows", "reason"),
    [
        ("CCRR", "0101", 100, 4, r"column field wide enough for 100 columns: 100 does not fit 2 digit.*ambiguous"),
        ("CCRR", "0190", 4, 11, r"row field wide enough for 11 rows: 100 does not fit 2 digit.*ambiguous"),
        ("CR", "11", 4, 10, "ambiguous"),
        ("ARR", "A01", 4, 5, None),
        ("ACC", "A01", 4, 27, r"row field.*letter.*ambiguous"),
        ("CCRR", "101", 4, 4, "a first number of the form CCRR"),
        ("AARR", "0101", 4, 4, "a first number of the form AARR"),
        ("CCCC", "0101", 4, 4, "two of the fields"),
        ("CCCR", "0011", 4, 4, None),
        ("RRC", "010", 4, 4, None),
        ("", "", 4, 4, "two of the fields"),
        ("CC", "01", 4, 4, "two of the fields"),
        ("CCRRA", "01011", 4, 4, "two of the fields"),
        ("CC+RR", "01+01", 4, 4, "separator"),
        ("CC RR", "01 01", 4, 4, "separator"),
        ("CCßRR", "01ß01", 4, 4, "separator"),
        ("CC\aRR", "01\a01", 4, 4, "separator"),
        ("CCCCCCCCRR", "0000000101", 4, 4, "at most 7"),
    ],
)
def test_schemes_that_would_be_ambiguous_are_refused(
    pattern: str, first: str, columns: int, rows: int, reason: str | None
) -> None:
    grid = Grid("flat", columns, rows)
    if reason is None:
        assert Numbering(grid, pattern, first)
    else:
        with pytest.raises(NotationError, match=reason):
            Numbering(grid, pattern, first)


def test_the_map_file_says_why_a_scheme_is_ambiguous() -> None:
    text = Shape("flat", 4, 101).text()
    with pytest.raises(DataError, match=r"grid\.numbering: .*101 does not fit 2 digit"):
        hexmap.loads(text)
    board = hexmap.loads(text.replace("columns = 4", 'numbering = "CCRRR"\ncolumns = 4'))
    assert board.number(Hex(4, 101)) == "04101"


def test_the_first_number_follows_the_pattern() -> None:
    text = Shape("flat", 3, 2).text()
    for pattern, first in {"AARR": "AA01", "CCCRRR": "001001", "CC.RR": "01.01", "CR": "11"}.items():
        board = hexmap.loads(text.replace("columns = 3", f'numbering = "{pattern}"\ncolumns = 3'))
        assert board.number(Hex(1, 1)) == first


RANGES = [
    ("0119-0122", "0119 0120 0121 0122"),
    ("0122-0119", "0122 0121 0120 0119"),
    ("0101", "0101"),
    (" 0333 - 0633 ", "0333 0433 0533 0633"),
    ("0134-0534", "0134 0334 0534"),  # the even columns are one hex shorter
]


@pytest.mark.parametrize(("text", "numbers"), RANGES)
def test_ranges_run_along_a_column_or_row(text: str, numbers: str) -> None:
    numbering = Numbering(Grid("flat", 29, 34, short="shifted"))
    assert [numbering.format(h) for h in numbering.range(text)] == numbers.split()


@pytest.mark.parametrize("text", ["0101-0202", "0101-", "-0101", "0101-0199", "0101-0102-0103", "", "0101 0102"])
def test_ranges_that_are_none_are_refused(text: str) -> None:
    numbering = Numbering(Grid("flat", 29, 34, short="shifted"))
    with pytest.raises(NotationError):
        numbering.range(text)


def test_a_range_in_numbers_with_a_dash() -> None:
    numbering = Numbering(Grid("pointy", 5, 6), "CC-RR", "01-01")
    assert [numbering.format(h) for h in numbering.range("02-03-02-05")] == ["02-03", "02-04", "02-05"]
