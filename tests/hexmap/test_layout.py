"""The bridge to paper: true regular hexes, and the hex at a point for every size of hex."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexmap
from hexmap.grid import Grid, Hex
from hexmap.layout import Layout, Point

KINDS = list(itertools.product(("flat", "pointy"), ("even", "odd"), ("none", "shifted")))
SIZES = (0.1, 0.7, 14.9, 15.2, 200.0)


def layouts() -> list[Layout]:
    return [
        Layout(Grid(orientation, 6, 5, shifted=shifted, short=short), size, (3.7, 11.3))
        for (orientation, shifted, short), size in itertools.product(KINDS, SIZES)
    ]


def toward(a: Point, b: Point, part: float) -> Point:
    return Point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part)


def test_hexes_are_regular_and_touch_their_neighbors() -> None:
    for layout in layouts():
        size = layout.across_flats
        for h in layout.grid:
            centre, corners = layout.centre(h), layout.corners(h)
            assert [math.dist(centre, c) for c in corners] == pytest.approx([size / math.sqrt(3)] * 6)
            for d in range(6):
                a, b = corners[d], corners[(d + 1) % 6]
                assert math.dist(a, b) == pytest.approx(size / math.sqrt(3))
                bearing = math.radians(layout.grid.bearing(d))
                middle = Point(centre.x + size / 2 * math.sin(bearing), centre.y - size / 2 * math.cos(bearing))
                assert math.dist(toward(a, b, 0.5), middle) < 1e-9 * size
                other = layout.centre(layout.grid.step(h, d))
                assert math.dist(toward(centre, other, 0.5), middle) < 1e-9 * size


def test_the_hex_at_its_centre_is_the_hex() -> None:
    for layout in layouts():
        for h in layout.grid:
            assert layout.hex_at(*layout.centre(h)) == h


def test_the_hex_just_inside_its_corners_and_sides_is_the_hex() -> None:
    for layout in layouts():
        for h in layout.grid:
            centre, corners = layout.centre(h), layout.corners(h)
            middles = [toward(a, b, 0.5) for a, b in itertools.pairwise([*corners, corners[0]])]
            for rim in (*corners, *middles):
                assert layout.hex_at(*toward(rim, centre, 0.005)) == h


def test_just_outside_is_the_neighbor_or_none() -> None:
    for layout in layouts():
        for h in layout.grid:
            centre, corners = layout.centre(h), layout.corners(h)
            for d in range(6):
                out = toward(centre, toward(corners[d], corners[(d + 1) % 6], 0.5), 1.005)
                assert layout.hex_at(*out) == layout.grid.neighbor(h, d)


def test_a_point_on_a_hexside_belongs_to_the_first_hex_line_by_line() -> None:
    for layout in layouts():
        order = {h: k for k, h in enumerate(layout.grid)}
        for h in layout.grid:
            corners = layout.corners(h)
            for d in range(6):
                other = layout.grid.neighbor(h, d)
                if other:
                    middle = toward(corners[d], corners[(d + 1) % 6], 0.5)
                    assert layout.hex_at(*middle) == min(h, other, key=order.__getitem__)


def test_the_extent_is_the_box_of_all_corners() -> None:
    for layout in layouts():
        points = [p for h in layout.grid for p in layout.corners(h)]
        width, height = layout.extent
        box = (min(p.x for p in points), min(p.y for p in points), max(p.x for p in points), max(p.y for p in points))
        assert box == pytest.approx((3.7, 11.3, 3.7 + width, 11.3 + height))


@given(st.sampled_from(KINDS), st.floats(0.1, 200), st.floats(-0.2, 1.2), st.floats(-0.2, 1.2))
def test_the_hex_at_a_point_is_the_nearest_centre(kind: tuple[str, str, str], size: float, x: float, y: float) -> None:
    orientation, shifted, short = kind
    layout = Layout(Grid(orientation, 5, 4, shifted=shifted, short=short), size)
    width, height = layout.extent
    point = Point(x * width, y * height)
    ring = [layout.grid.at(u, v) for u in range(-2, 8) for v in range(-2, 8)]
    gaps = sorted((math.dist(point, layout.centre(h)), h) for h in ring)
    if gaps[1][0] - gaps[0][0] > 1e-9 * size:
        expected = gaps[0][1] if gaps[0][1] in layout.grid else None
        assert layout.hex_at(*point) == expected


@pytest.mark.parametrize("size", [0.1, 14.9])
def test_points_that_are_nowhere_have_no_hex(size: float) -> None:
    layout = Layout(Grid("flat", 5, 4), size)
    for x, y in itertools.product((0.0, 1e9, -1e300, 1e308, math.inf, -math.inf, math.nan), repeat=2):
        assert layout.hex_at(x, y) is None or (x, y) == (0.0, 0.0)


def test_north_is_up_and_the_first_hex_is_at_the_left_top() -> None:
    for title in ("bannockburn", "angorra"):
        board = hexmap.load(title)
        centres = {h: board.centre(h) for h in board}
        assert min(centres.values(), key=lambda p: (round(p.y, 6), round(p.x, 6))) == centres[Hex(1, 1)]
        for h in board:
            assert board.hex_at(*centres[h]) == h
        assert board.hex_at(0, 0) is None


def test_a_hole_is_no_hex_at_a_point() -> None:
    from tests.hexmap.worlds_rout import Shape

    board = Shape("pointy", 4, 4).load({(2, 2): "_"})
    assert board.hex_at(*board.layout.centre(Hex(2, 2))) is None
