"""Random worlds: who touches whom is what brute force says, and no natural course, simplification or rewriting changes it."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import numpy as np
import shapely
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from areamap.build.course import Course
from areamap.build.making import build
from areamap.build.reading import loads_plan
from areamap.build.seeding import all_seeds
from tests.areamap.worlds_build import HIGH, WIDE, border_line, check_sound, coast_of, made, pairs, reread, shapes, source

# worlds take a tenth of a second each, so a failing one is shown as it is found
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
CHECKS = [HealthCheck.too_slow, HealthCheck.filter_too_much]
SLOW = settings(max_examples=25, deadline=None, phases=PHASES, suppress_health_check=CHECKS)
Point = tuple[float, float]
POINTS = st.tuples(st.floats(2, WIDE - 2).map(lambda x: round(x, 2)), st.floats(2, HIGH - 2).map(lambda y: round(y, 2)))


def apart(points: list[Point], least: float) -> bool:
    """Tell whether no two points are nearer than that."""
    return all(math.dist(a, b) >= least for a, b in combinations(points, 2))


def cell(points: list[Point], k: int) -> list[tuple[Point, int]]:
    """Return the corners of a point's cell in the frame, each with the point beyond the edge that begins there (-1: the frame).

    The frame is cut by the middle line to each other point in turn: slow, and nothing that the library does.
    """
    corners: list[tuple[Point, int]] = [((0.0, 0.0), -1), ((WIDE, 0.0), -1), ((WIDE, HIGH), -1), ((0.0, HIGH), -1)]
    px, py = points[k]
    for other, (qx, qy) in enumerate(points):
        if other == k:
            continue
        limit = (qx * qx + qy * qy - px * px - py * py) / 2
        beyond = [x * (qx - px) + y * (qy - py) - limit for (x, y), _ in corners]
        kept: list[tuple[Point, int]] = []
        for i, ((place, edge), here) in enumerate(zip(corners, beyond, strict=True)):
            (follower, _), there = corners[(i + 1) % len(corners)], beyond[(i + 1) % len(corners)]
            if here <= 0:
                kept.append((place, edge))
            if (here <= 0) != (there <= 0):
                t = here / (here - there)
                cut = (place[0] + t * (follower[0] - place[0]), place[1] + t * (follower[1] - place[1]))
                kept.append((cut, other if here <= 0 else edge))
        corners = kept
    return corners


def brute_pairs(points: list[Point]) -> dict[tuple[int, int], float]:
    """Return the length of border of each two cells that touch."""
    found: dict[tuple[int, int], float] = {}
    for k in range(len(points)):
        corners = cell(points, k)
        for (place, edge), (follower, _) in zip(corners, [*corners[1:], *corners[:1]], strict=True):
            if edge > k:
                found[k, edge] = found.get((k, edge), 0.0) + math.dist(place, follower)
    return found


TOLERANCES = st.sampled_from(["0.05 mm", "1 mm"])


@SLOW
@given(st.lists(POINTS, min_size=2, max_size=12, unique=True), st.sampled_from([0.0, 0.6, 1.0]), TOLERANCES)
def test_who_touches_whom_is_what_brute_force_says(points: list[Point], roughness: float, simplify: str) -> None:
    assume(apart(points, 3))
    expected = brute_pairs(points)
    assume(all(length > 0.1 for length in expected.values()))
    seeds = {f"s{k:02}": [point] for k, point in enumerate(points)}
    built = made(source(seeds, roughness=roughness, coast="", simplify=simplify))
    check_sound(built, full=True)
    assert pairs(built) == {(f"s{a:02}", f"s{b:02}") for a, b in expected}
    if not roughness:
        for one in built.contacts:
            assert abs(one.inches * 25.4 - expected[int(one.a[1:]), int(one.b[1:])]) < 0.05


def star(radii: list[float], x: float, y: float) -> list[list[float]]:
    """Return a ring round a middle."""
    turns = [2 * math.pi * k / len(radii) for k in range(len(radii))]
    return [[x + r * math.cos(t), y + r * math.sin(t)] for r, t in zip(radii, turns, strict=True)]


COASTS = st.tuples(
    st.lists(st.floats(8, 58), min_size=5, max_size=40),
    st.lists(st.floats(0.5, 12), min_size=3, max_size=12),
    st.tuples(st.floats(10, WIDE - 10), st.floats(10, HIGH - 10)),
)


def random_world(coast: Any, land: list[Point], water: list[Point], **options: Any) -> tuple[str, str]:
    """Return a source and a coast: a continent and an island, seeds wherever they fall."""
    lands = {f"l{k}": [point] for k, point in enumerate(land)}
    waters = {f"w{k}": [point] for k, point in enumerate(water)}
    main, islet, at = coast
    return source(lands, waters, **options), coast_of(star(main, 60, 45), star(islet, *at))


@SLOW
@given(COASTS, st.lists(POINTS, min_size=1, max_size=7, unique=True), st.lists(POINTS, min_size=1, max_size=4, unique=True))
def test_a_natural_course_never_changes_who_touches_whom(coast: Any, land: list[Point], water: list[Point]) -> None:
    assume(apart([*land, *water], 0.01) and apart(land, 1) and apart(water, 1))
    straight = made(*random_world(coast, land, water, simplify="0.05 mm"))
    rough = made(*random_world(coast, land, water, roughness=0.9, simplify="0.05 mm"))
    assert rough.adjacency == straight.adjacency
    check_sound(rough, full=True)


@SLOW
@given(
    COASTS,
    st.lists(POINTS, min_size=3, max_size=6, unique=True),
    st.lists(POINTS, min_size=2, max_size=3, unique=True),
    st.lists(POINTS, min_size=2, max_size=5, unique=True),
)
def test_lines_anywhere_leave_sound_shapes(coast: Any, land: list[Point], water: list[Point], line: list[Point]) -> None:
    assume(apart([*land, *water], 0.01) and apart(land, 1) and apart(water, 1) and apart(line, 1))
    more = border_line(("l0", "l1"), line) + border_line(("w0", "w1"), line[::-1], start=["l0", "l2"])
    built = made(*random_world(coast, land, water, more=more, roughness=0.7))
    check_sound(built, full=True)


@SLOW
@given(COASTS, st.lists(POINTS, min_size=2, max_size=5, unique=True), st.lists(POINTS, min_size=1, max_size=3, unique=True))
def test_every_space_hangs_together_on_each_land(coast: Any, land: list[Point], water: list[Point]) -> None:
    assume(apart([*land, *water], 0.01) and apart(land, 1) and apart(water, 1))
    built = made(*random_world(coast, land, water))
    drawn = shapes(reread(built))
    for on, places in (("l", land), ("w", water)):
        own = [shape for name, shape in drawn.items() if name[0] == on]
        parts = shapely.get_parts(shapely.union_all(own))
        held = [sum(part.covers(shapely.Point(place)) for place in places) for part in parts]
        for part, count in zip(parts, held, strict=True):
            pieces = [one for shape in own for one in shape.geoms if part.covers(one.representative_point())]
            # seeds on the wrong side are moved and may add to a part; one without any is divided as it falls
            assert len(pieces) <= (count + len(places) - sum(held) if count else len(places))


@given(st.lists(POINTS, min_size=1, max_size=6), st.floats(0.1, 1.0), st.lists(POINTS, min_size=1, max_size=30))
@settings(max_examples=40, deadline=None)
def test_bends_are_undone_and_leave_anchors_alone(anchors: list[Point], roughness: float, places: list[Point]) -> None:
    course = Course((WIDE, HIGH), roughness, shapely.points(anchors))
    there = course.bend(np.array(places))
    assert np.abs(course.straighten(there) - places).max() < 1e-3
    assert (course.bend(np.array(anchors)) == anchors).all()


def test_bends_turn_nothing_over() -> None:
    """A fine net keeps the sense of every triangle, so no two borders can change places."""
    course = Course((WIDE, HIGH), 1.0, shapely.points([[20.0, 30.0], [21.0, 31.0], [90.0, 50.0]]), calm=[(60.0, 40.0, 5.0)])
    x, y = np.meshgrid(np.arange(0, WIDE, 0.2), np.arange(0, HIGH, 0.2))
    bent = course.bend(np.column_stack([x.ravel(), y.ravel()])).reshape(*x.shape, 2)
    right, down = bent[:-1, 1:] - bent[:-1, :-1], bent[1:, :-1] - bent[:-1, :-1]
    areas = right[..., 0] * down[..., 1] - right[..., 1] * down[..., 0]
    assert areas.min() > 0
    assert np.abs(bent[..., 0] - x).max() > 1, "and yet it bends"


@given(st.lists(POINTS, min_size=2, max_size=6, unique=True))
def test_pairs_stand_on_both_sides_of_a_line(line: list[Point]) -> None:
    seeds = all_seeds([], [(1, 2, np.array(line))])
    path = shapely.LineString(line)
    assert max(path.distance(shapely.Point(place)) for place in seeds.places) < 0.031
    assert abs(int((seeds.labels == 1).sum()) - int((seeds.labels == 2).sum())) <= 2


def test_many_spaces_at_once() -> None:
    """A lattice of 20 by 15 with every second row shifted: each inner space has six neighbors."""
    seeds = {f"s{x:02}{y:02}": [[3 + 6 * x + 3 * (y % 2), 3 + 6 * y]] for x in range(20) for y in range(15)}
    built = build(loads_plan(source(seeds, roughness=0.8)))
    inner = [name for name in seeds if 0 < int(name[1:3]) < 19 and 0 < int(name[3:]) < 14]
    touched = pairs(built)
    assert {sum(name in pair for pair in touched) for name in inner} == {6}
