"""What every query asks of its options: their names are known, positions are read and belong to the map, costs are costs."""

from __future__ import annotations

import inspect
from fractions import Fraction
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import hexmap
from hexmap import Hex, HexMap, Position, Unit
from mapsheet.errors import DataError, NotationError

TEXT = """
format = "hexmap/1"
title = "test"
[grid]
orientation = "flat"
columns = 5
rows = 5
across_flats = "15 mm"
[terrain.clear]
code = "."
[hexes]
terrain = '''
.....
.....
.....
.....
.....
'''
"""
# every query that takes options, by its name, with arguments that it needs
ASKED: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
    "los": (("0101", "0301"), {}),
    "viewshed": (("0101",), {}),
    "los_matrix": ((), {}),
    "reach": (("0101", 3), {}),
    "reach_matrix": ((2,), {}),
    "path": (("0101", "0301"), {}),
    "why": (("0101", "0301", 3), {}),
    "placements": (("0101",), {}),
    "rout": (("0303",), {"level": 1, "allowance": 5, "toward": ["N"]}),
    "rout_onward": (("0303",), {"level": 1, "allowance": 5, "toward": ["N"]}),
    "charges": (("0105", "0101", 9), {}),
}
QUERIES = sorted(ASKED)


@pytest.fixture(scope="module")
def board() -> HexMap:
    return hexmap.loads(TEXT)


def ask(board: HexMap, query: str, **options: Any) -> Any:
    arguments, needed = ASKED[query]
    return getattr(board, query)(*arguments, **needed, **options)


def test_these_are_all_the_queries_with_options() -> None:
    methods = inspect.getmembers(HexMap, inspect.isfunction)
    taken = {name: inspect.signature(method).parameters.values() for name, method in methods}
    assert {name for name, taking in taken.items() if any(p.kind is p.VAR_KEYWORD for p in taking)} == set(ASKED)


@pytest.mark.parametrize("query", QUERIES)
def test_a_misspelt_option_is_refused_with_the_nearest_one(board: HexMap, query: str) -> None:
    assert ask(board, query, occupied=["0202"]) is not None
    with pytest.raises(TypeError, match=r"'ocupied' \(did you mean 'occupied'"):
        ask(board, query, ocupied=["0202"])
    with pytest.raises(TypeError, match=r"unexpected option 'bogus' \(known: .*position"):
        ask(board, query, bogus=1, occupied=["0202"])


@pytest.mark.parametrize("query", sorted({*QUERIES} - {"los", "viewshed", "los_matrix"}))
def test_an_option_of_other_queries_is_refused(board: HexMap, query: str) -> None:
    with pytest.raises(TypeError, match="'touch'"):
        ask(board, query, touch="blocks")


@pytest.mark.parametrize("radius", [-1, -(10**30), 1.5, 1.0, True, "2", float("nan")])
def test_a_radius_is_a_whole_number_of_at_least_0(board: HexMap, radius: Any) -> None:
    with pytest.raises(NotationError, match="a radius of at least 0"):
        board.viewshed("0101", radius=radius)


def test_radii_from_0_to_beyond_the_map(board: HexMap) -> None:
    assert board.viewshed("0101", radius=0).visible == ()
    assert board.viewshed("0101", radius=1).visible == ("0102", "0201")
    assert board.viewshed("0101", radius=10**30) == board.viewshed("0101")


POSITION = """
format = "position/1"
map = "{}"
[[unit]]
at = "0202+0302"
[[unit]]
at = "0103"
blocks = false
"""


def answered(board: HexMap, query: str, **options: Any) -> Any:
    answer = ask(board, query, **options)
    return answer.to_csv() if query == "los_matrix" else answer.to_json()


@pytest.mark.parametrize("query", QUERIES)
def test_a_position_is_taken_as_its_file_too(board: HexMap, query: str, tmp_path: Path) -> None:
    path = tmp_path / "position.toml"
    path.write_text(POSITION.format(""), "utf-8")
    expected = answered(board, query, occupied=["0202", "0302"])
    for given in (path, str(path), hexmap.read_position(path), Position("", (Unit("0202+0302"), Unit("0103", blocks=False)))):
        assert answered(board, query, position=given) == expected
    assert answered(board, query, position=None) == answered(board, query)


@pytest.mark.parametrize("query", QUERIES)
def test_what_is_no_position_is_refused(board: HexMap, query: str) -> None:
    wrongs: tuple[Any, ...] = (5, {"units": []}, b"position.toml", ["0202"], Unit("0202"), 0, False, ())
    for wrong in wrongs:
        with pytest.raises(NotationError, match="expected a position"):
            ask(board, query, position=wrong)
    with pytest.raises(DataError, match=r"nowhere\.toml: no such file"):
        ask(board, query, position="nowhere.toml")


@pytest.mark.parametrize("name", ["reach", "los"])
def test_the_rooms_read_no_files(board: HexMap, name: str) -> None:
    """A question put to its module needs the value; the file is read at the map's own door."""
    room = import_module("hexmap.sight" if name == "los" else "hexmap.movement")
    arguments, _ = ASKED[name]
    with pytest.raises(NotationError, match="expected a position"):
        getattr(room, name)(board, *arguments, position="position.toml")


def test_a_sheet_shows_the_units_of_a_file(board: HexMap, tmp_path: Path) -> None:
    path = tmp_path / "position.toml"
    path.write_text(POSITION.format("").replace('"0103"', '"0103"\ncode = "Zz9"'), "utf-8")
    assert "Zz9" in board.to_svg(position=path)
    assert board.to_svg(position=str(path)) == board.to_svg(position=hexmap.read_position(path))
    with pytest.raises(NotationError, match="expected a position"):
        board.to_svg(position=5)  # type: ignore[arg-type]


# -- another game's costs --------------------------------------------------------------------------------------------

COSTED = ["reach", "path", "why"]
STANDS = ["0303", "0303+0304", "0303>N"]
NONSENSE = ["many", [1], (1, 2), {}, object(), True, False, float("nan"), float("inf"), -1, Fraction(-1, 2), 1j, 1 / 3, b"1"]


@pytest.mark.parametrize("stand", STANDS)
@pytest.mark.parametrize("query", COSTED)
def test_a_cost_function_returns_points_or_none(board: HexMap, query: str, stand: str) -> None:
    more = (2,) if query == "reach" else ("0302", 2)
    for wrong in NONSENSE:
        # steps to other rows are well
        with pytest.raises(NotationError, match="from the cost function a number"):
            getattr(board, query)(stand, *more, cost=lambda _b, _from, to, _way, wrong=wrong: wrong if to.row <= 2 else 1)
    for right in (1, 0, Fraction(1, 2), 0.5, "1/2", None, "prohibited"):
        assert getattr(board, query)(stand, *more, cost=lambda *_, right=right: right) is not None


def one(board: HexMap, a: Hex, b: Hex, direction: int) -> int:
    return 1


def three(board: HexMap, a: Hex, b: Hex) -> int:
    raise AssertionError("is never called")


def five(board: HexMap, a: Hex, b: Hex, direction: int, season: str) -> int:
    raise AssertionError("is never called")


def named(board: HexMap, a: Hex, b: Hex, *, direction: int) -> int:
    raise AssertionError("is never called")


class Costs:
    def __call__(self, board: HexMap, a: Hex, b: Hex, direction: int, season: int = 0) -> int:
        return one(board, a, b, direction) + season


@pytest.mark.parametrize("stand", STANDS)
@pytest.mark.parametrize("query", COSTED)
def test_a_cost_function_takes_a_map_two_hexes_and_a_direction(board: HexMap, query: str, stand: str) -> None:
    more = (2,) if query == "reach" else ("0302", 2)
    for wrong in (three, five, named, Costs, lambda: 1, 3, "1", [1]):
        with pytest.raises(TypeError, match=r"a function \(board, from_hex, to_hex, direction\)"):
            getattr(board, query)(stand, *more, cost=wrong)
    expected = getattr(board, query)(stand, *more, cost=one)
    for right in (Costs(), lambda *_: 1, partial(lambda price, *_: price, 1)):
        assert getattr(board, query)(stand, *more, cost=right) == expected


def test_a_cost_functions_own_error_is_its_own(board: HexMap) -> None:
    def broken(board: HexMap, a: Hex, b: Hex, direction: int) -> int:
        raise KeyError("no such table")

    with pytest.raises(KeyError, match="no such table"):
        board.reach("0303", 2, cost=broken)
