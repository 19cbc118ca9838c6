"""The picture-like blocks: each character lands on its hex, on every kind of grid, and comes back from there."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexmap
from hexmap.grid import Hex
from mapsheet.errors import DataError
from tests.hexmap.worlds_rout import Codes, Levels, Place, Shape

KINDS = list(itertools.product(("flat", "pointy"), ("even", "odd"), ("none", "shifted")))
NAMES = {".": "clear", "m": "marsh", "d": "dry_bed", "o": "pool"}
LEVELS = "0123456789abcdefghijklmnopqrstuvwxyz"


def shape_of(kind: tuple[str, str, str], columns: int = 5, rows: int = 4) -> Shape:
    orientation, shifted, short = kind
    return Shape(orientation, columns, rows, shifted=shifted, short=short)


@st.composite
def worlds(draw: st.DrawFn) -> tuple[Shape, Codes, Levels]:
    shape = shape_of(draw(st.sampled_from(KINDS)), draw(st.integers(2, 7)), draw(st.integers(2, 7)))
    hexes = shape.hexes()
    codes: Codes = {h: draw(st.sampled_from(".mdo_")) for h in hexes}
    return shape, codes, {h: draw(st.integers(0, 35)) for h in hexes}


def text_of(shape: Shape, codes: Codes, levels: Levels) -> str:
    shown = {h: " " if codes[h] == "_" else LEVELS[level] for h, level in levels.items()}
    block = f'level = """\n{shape.picture(shown)}\n"""\n'
    return shape.text(codes).replace("[hexes]\n", f"[hexes]\n{block}")


@settings(deadline=None)
@given(worlds())
def test_every_character_lands_on_its_hex(world: tuple[Shape, Codes, Levels]) -> None:
    shape, codes, levels = world
    board = hexmap.loads(text_of(shape, codes, levels))
    here = {h for h, code in codes.items() if code != "_"}
    assert {tuple(h) for h in board} == here
    assert len(board) == len(here)
    for h in here:
        assert board.terrain(Hex(*h)).name == NAMES[codes[h]]
        assert board.level(Hex(*h)) == levels[h]


@settings(deadline=None)
@given(worlds(), st.data())
def test_a_wrong_character_anywhere_is_placed(world: tuple[Shape, Codes, Levels], data: st.DataObject) -> None:
    shape, codes, levels = world
    c, r = data.draw(st.sampled_from(shape.hexes()))
    text = text_of(shape, codes | {(c, r): "?"}, levels | {(c, r): 0})
    first = text[: text.index('terrain = """')].count("\n") + 2  # the line of row 1
    with pytest.raises(DataError) as caught:
        hexmap.loads(text)
    wrong = [fault for fault in caught.value.faults if "'?'" in fault.message]
    assert [(fault.line, fault.column) for fault in wrong] == [(first + r - 1, c)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_line_may_stop_only_where_the_grid_does(kind: tuple[str, str, str]) -> None:
    shape = shape_of(kind)
    whole = shape.picture({}).split("\n")
    for row, line in enumerate(whole):
        cut = line.rstrip()[:-1]
        lines = [*whole[:row], cut, *whole[row + 1 :]]
        with pytest.raises(DataError) as caught:
            hexmap.loads(shape.text().replace("\n".join(whole), "\n".join(lines)))
        (fault,) = caught.value.faults
        assert "too short" in fault.message
        assert fault.column == len(cut) + 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_line_may_not_go_on_where_the_grid_stops(kind: tuple[str, str, str]) -> None:
    shape = shape_of(kind)
    for place in itertools.product(range(1, 7), range(1, 5)):
        if not shape.has(*place):
            with pytest.raises(DataError, match="beyond the end"):
                hexmap.loads(with_code(shape, place))


def with_code(shape: Shape, place: Place) -> str:
    """Return a map with one code where the grid has no hex."""
    lines = [list(line.ljust(6)) for line in shape.picture({}).split("\n")]
    lines[place[1] - 1][place[0] - 1] = "."
    return shape.text().replace(shape.picture({}), "\n".join("".join(line).rstrip() for line in lines))


def test_holes_may_be_spaces_or_low_lines() -> None:
    shape = Shape("flat", 4, 3)
    low = shape.text({(2, 2): "_", (3, 1): "_"})
    spaced = low.replace(".._.", ".. .").replace("._..", ". ..")
    assert spaced != low
    assert hexmap.loads(low).terrain_at == hexmap.loads(spaced).terrain_at


def test_without_a_level_block_all_is_level_0() -> None:
    board = Shape("pointy", 4, 3).load()
    assert {board.level(h) for h in board} == {0}
