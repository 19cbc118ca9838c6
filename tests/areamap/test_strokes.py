"""The course of drawn lines: through every place that the author gave, the same from both its ends."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from areamap.build.strokes import rounded

RIVER = np.array([[10.0, 10.0], [30.0, 22.0], [38.0, 15.0], [60.0, 30.0], [90.0, 28.0]])
PLACES = st.lists(
    st.tuples(st.integers(0, 400), st.integers(0, 400)), min_size=2, max_size=12, unique=True
).map(lambda places: np.array(places, dtype=float))  # fmt: skip


def farthest(places: np.ndarray, line: np.ndarray) -> float:
    """Return the longest way from any of the places to the nearest point of a line."""
    return max(float(np.hypot(*(line - place).T).min()) for place in places)


def test_no_strength_leaves_a_line_as_it_is() -> None:
    assert rounded(RIVER, 0.0) is RIVER


def test_a_rounded_line_passes_by_every_place() -> None:
    line = rounded(RIVER, 1.0)
    assert len(line) > 60
    assert farthest(RIVER, line) < 0.9, "the bends are lower than a millimetre"
    assert (line[0] == RIVER[0]).all()
    assert (line[-1] == RIVER[-1]).all()


def test_no_turn_of_a_rounded_line_is_sharp() -> None:
    way = np.diff(rounded(RIVER, 0.7), axis=0)
    turn = np.abs(np.angle(np.exp(1j * np.diff(np.arctan2(way[:, 1], way[:, 0])))))
    assert turn.max() < 0.9
    given_way = np.diff(RIVER, axis=0)
    assert np.abs(np.diff(np.arctan2(given_way[:, 1], given_way[:, 0]))).max() > 1.2, "the author's own turns are sharper"


@given(PLACES, st.sampled_from([0.3, 0.7, 1.0]))
def test_a_line_walked_backwards_is_the_same(places: np.ndarray, strength: float) -> None:
    assert rounded(places[::-1], strength)[::-1] == pytest.approx(rounded(places, strength), abs=1e-9)


@given(PLACES)
def test_a_line_keeps_its_ends(places: np.ndarray) -> None:
    line = rounded(places, 1.0)
    assert line[[0, -1]] == pytest.approx(places[[0, -1]], abs=1e-9)
    assert np.isfinite(line).all()


def test_a_line_of_one_stretch_bends_too() -> None:
    line = rounded(np.array([[0.0, 0.0], [100.0, 0.0]]), 1.0)
    assert 0.1 < np.abs(line[:, 1]).max() < 0.9
