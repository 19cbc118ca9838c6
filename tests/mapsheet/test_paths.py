"""Path data: what is written reads back as the same points, smooth curves pass through theirs, lengths hold."""

from __future__ import annotations

from itertools import pairwise
from math import cos, dist, hypot, inf, nan, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapsheet.errors import DataError
from mapsheet.paths import Course, Trace, flatten, length, number, offset, polygons, polyline, polylines, smooth, steps_text
from tests.mapsheet.svg_points import pieces, points

coordinates = st.floats(-2000, 2000, allow_nan=False)
somewhere = st.tuples(coordinates, coordinates)
steps = st.integers(-4000, 4000).map(lambda k: k / 4)
apart = st.tuples(steps, steps)


@given(st.lists(somewhere, min_size=1, max_size=12), st.booleans())
def test_polyline_reads_back_within_half_a_step(given_points: list[tuple[float, float]], closed: bool) -> None:
    (read,) = pieces(polyline(given_points, closed))
    expected = given_points + ([given_points[0]] if closed else [])
    assert len(read) == len(expected)
    for here, there in zip(read, expected, strict=True):
        assert here == pytest.approx(there, abs=0.005 + 1e-9)


@given(st.lists(apart, min_size=3, max_size=8, unique=True), st.booleans())
def test_smooth_passes_through_every_point(given_points: list[tuple[float, float]], closed: bool) -> None:
    read = points(smooth(given_points, closed))
    ends = read[::3]
    for point in given_points:
        assert min(dist(point, end) for end in ends) < 0.01


def test_smooth_of_an_octagon_is_near_a_circle() -> None:
    octagon = [(cos(k * pi / 4), sin(k * pi / 4)) for k in range(8)]
    ring = flatten(octagon, closed=True, step=0.01)
    assert ring[-1] == pytest.approx(ring[0])
    assert all(0.98 < hypot(x, y) < 1.02 for x, y in ring)
    assert length(ring) == pytest.approx(2 * pi, rel=0.02)


def test_smooth_has_no_loop_where_points_crowd() -> None:
    xs = [x for x, _ in flatten([(0, 0), (10, 0), (10.1, 0.1), (20, 0)], step=0.05)]
    assert xs == sorted(xs)


def test_flatten_stays_on_the_drawn_curve_and_steps_are_small() -> None:
    course = [(0.0, 0.0), (10.0, 8.0), (25.0, -3.0), (40.0, 5.0)]
    sampled = flatten(course, step=0.5)
    assert sampled[0] == course[0]
    assert sampled[-1] == pytest.approx(course[-1])
    assert max(dist(p, q) for p, q in pairwise(sampled)) < 1
    for point in course:
        assert min(dist(point, other) for other in sampled) < 1e-9


def test_two_shapes_share_the_rounded_points_of_a_shared_edge() -> None:
    a, b = (10.004999, 20.0050001), (33.333333, 44.444444)
    left = points(polyline([(0.123, 0.456), a, b], True))
    right = points(polyline([(99.987, 5.555), b, a], True))
    assert left[1] == pytest.approx(right[2], abs=1e-9)
    assert left[2] == pytest.approx(right[1], abs=1e-9)


def test_rings_become_one_path() -> None:
    read = pieces(polygons([[(0, 0), (9, 0), (9, 9)], [(2, 1), (3, 1), (3, 2)]]))
    assert [len(piece) for piece in read] == [4, 4]
    assert read[1][0] == pytest.approx((2, 1))


@pytest.mark.parametrize("closed", [False, True])
def test_many_strokes_are_one_path_that_reads_back(closed: bool) -> None:
    strokes = [((1.0, 2.0), (1.5, 2.25)), ((100.0, 7.004), (99.0, 7.0), (98.5, 9.5)), ((0.0, 0.0), (0.01, 0.0))] * 9
    rounded = [[(round(x, 2), round(y, 2)) for x, y in stroke] for stroke in strokes]
    read = pieces(polylines(strokes, closed))
    cut = [piece[: len(stroke)] for piece, stroke in zip(read, strokes, strict=True)]
    assert [[(round(x, 2), round(y, 2)) for x, y in piece] for piece in cut] == rounded
    assert polylines([]) == ""


def test_moves_are_never_read_as_lines() -> None:
    trace = Trace()
    for x in range(4):
        trace.move(x, 0)
    trace.line(9, 9)
    assert len(pieces(trace.d())) == 4


@pytest.mark.parametrize(
    ("count", "decimals", "text"),
    [(0, 2, "0"), (5, 2, ".05"), (-50, 2, "-.5"), (1225, 2, "12.25"), (-100, 2, "-1"), (7, 0, "7"), (1, 3, ".001")],
)
def test_steps_are_written_shortest(count: int, decimals: int, text: str) -> None:
    assert steps_text(count, decimals) == text


@given(st.integers(-(10**7), 10**7), st.integers(0, 3))
def test_steps_read_back(count: int, decimals: int) -> None:
    assert float(steps_text(count, decimals)) == pytest.approx(count / 10**decimals, abs=1e-9)


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.0, "1"), (-0.0, "0"), (-0.0001, "0"), (1e-7, "0"), (0.30000000000000004, "0.3"), (1e9, "1000000000"), (2.00049, "2")],
)
def test_numbers_have_no_exponent_and_no_minus_zero(value: float, text: str) -> None:
    assert number(value) == text


@pytest.mark.parametrize("value", [nan, inf, -inf])
def test_what_is_not_finite_is_refused(value: float) -> None:
    with pytest.raises(DataError, match="finite"):
        number(value)
    with pytest.raises(DataError, match="finite"):
        polyline([(0, 0), (value, 1)])


def test_offset_lies_at_its_distance_on_the_left() -> None:
    assert offset([(0, 0), (10, 0), (20, 0)], 3) == [(0, -3), (10, -3), (20, -3)]


def test_course_finds_points_by_distance_and_goes_on_straight() -> None:
    course = Course([(0, 0), (3, 4), (3, 10)])
    assert course.length == pytest.approx(11)
    assert course.at(5) == pytest.approx((3, 4))
    assert course.at(2.5) == pytest.approx((1.5, 2))
    assert course.at(13) == pytest.approx((3, 12))
    assert course.at(-5) == pytest.approx((-3, -4))


def test_a_course_of_one_point_is_refused() -> None:
    with pytest.raises(DataError, match="two different points"):
        Course([(1, 1), (1, 1)])
