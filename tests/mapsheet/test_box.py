"""Boxes and turned quadrilaterals: what touches does not overlap."""

from __future__ import annotations

from math import cos, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Polygon

from mapsheet.box import Box, around, quads_overlap, union

sides = st.integers(-20, 20)


def quad(x: float, y: float, width: float, height: float, turn: float) -> list[tuple[float, float]]:
    c, s = cos(radians(turn)), sin(radians(turn))
    corners = [(0, 0), (width, 0), (width, height), (0, height)]
    return [(x + c * a - s * b, y + s * a + c * b) for a, b in corners]


quads = st.builds(quad, sides, sides, st.integers(1, 15), st.integers(1, 15), st.sampled_from([0, 17, 30, 45, 121]))


@given(quads, quads)
def test_quads_overlap_as_their_areas_do(one: list[tuple[float, float]], two: list[tuple[float, float]]) -> None:
    shared = Polygon(one).intersection(Polygon(two)).area
    if shared > 1e-9:
        assert quads_overlap(one, two)
    elif Polygon(one).distance(Polygon(two)) > 1e-9:
        assert not quads_overlap(one, two)


def test_boxes_that_touch_do_not_overlap() -> None:
    assert not Box(0, 0, 5, 5).overlaps(Box(5, 0, 9, 5))
    assert Box(0, 0, 5, 5).overlaps(Box(4.9, 4.9, 9, 9))


def test_a_box_holds_itself_and_less() -> None:
    box = Box(0, 0, 5, 4)
    assert box.holds(box)
    assert box.holds(box.grown(-1))
    assert not box.holds(box.moved(0.1, 0))


def test_around_and_union() -> None:
    assert around([(1, 5), (3, 2)]) == Box(1, 2, 3, 5)
    assert union([Box(0, 0, 1, 1), Box(4, -2, 5, 0)]) == Box(0, -2, 5, 1)
    assert Box(0, 0, 4, 2).centre == (2, 1)
    with pytest.raises(ValueError, match="unpack"):
        around([])
