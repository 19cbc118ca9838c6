"""The stroked alphabet: every character has a shape inside its room, numbers are centred and stay small."""

from __future__ import annotations

from string import ascii_uppercase, digits

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapsheet.digits import NUMBER_CAP, number_path, number_stroke, number_width
from mapsheet.errors import NotationError
from tests.mapsheet.svg_points import pieces, points

EVERY = digits + ascii_uppercase + ".,:-+/_*?"


def ends(d: str) -> list[tuple[float, float]]:
    """Return the ends of each piece: what the pen surely touches."""
    return [point for piece in pieces(d) for point in (piece[0], piece[-1])]


@pytest.mark.parametrize("character", EVERY)
def test_every_character_draws_inside_its_advance(character: str) -> None:
    d = number_path([(character, 0, 0)], 10)
    half = number_width(character, 10) / 2
    assert d
    assert all(-half - 0.5 < x < half + 0.5 for x, _ in ends(d))
    assert all(-10 * NUMBER_CAP <= y <= 1.5 for _, y in ends(d))


def test_every_character_differs() -> None:
    drawn = {character: number_path([(character, 0, 0)], 10) for character in EVERY}
    assert len(set(drawn.values())) == len(EVERY)


def test_digits_share_one_width() -> None:
    assert {number_width(digit, 2.05) for digit in digits} == {number_width("0", 2.05)}
    assert number_width("1426", 2.05) == pytest.approx(4 * number_width("0", 2.05))


@given(st.text(EVERY, min_size=1, max_size=6), st.floats(-900, 900), st.floats(-900, 900))
def test_a_number_is_the_same_shape_wherever_it_stands(text: str, x: float, y: float) -> None:
    here, there = points(number_path([(text, 0, 0)], 2.05)), points(number_path([(text, x, y)], 2.05))
    for (hx, hy), (tx, ty) in zip(here, there, strict=True):
        assert tx - hx == pytest.approx(x, abs=0.011)
        assert ty - hy == pytest.approx(y, abs=0.011)


def test_many_numbers_are_the_numbers_one_by_one() -> None:
    items = [("0101", 10.0, 10.0), ("1426", 30.0, 10.0), ("A1", 50.0, 12.0)]
    together = pieces(number_path(items, 2.05))
    apart = [piece for item in items for piece in pieces(number_path([item], 2.05))]
    assert len(together) == len(apart)
    for one, other in zip(together, apart, strict=True):
        assert all(p == pytest.approx(q, abs=1e-6) for p, q in zip(one, other, strict=True))


def test_letters_are_capitals() -> None:
    assert number_path([("aa01", 0, 0)], 3) == number_path([("AA01", 0, 0)], 3)


def test_a_thousand_numbers_are_a_quarter_of_a_megabyte_at_most() -> None:
    d = number_path([(f"{i:04d}", i % 29 * 14.9, i // 29 * 14.9) for i in range(1000)], 2.05)
    assert len(d) < 250_000


def test_unknown_characters_are_refused() -> None:
    with pytest.raises(NotationError, match="digits"):
        number_path([("1é", 0, 0)], 2)


def test_the_pen_is_thin_enough_to_leave_an_eight_open() -> None:
    assert number_stroke(2.05) < 2.05 * NUMBER_CAP / 6
