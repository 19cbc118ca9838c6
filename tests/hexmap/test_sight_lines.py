"""The exact line between two centres: against the reference in fractions, and its symmetries."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexmap.conformance import document, vectors
from hexmap.grid import Grid, Hex
from hexmap.lines import Template, Templates, Trace, touched_corner, trace
from tests.hexmap import reference_sight as reference

VECTORS = Path(__file__).parents[2] / "data" / "conformance" / "sight-vectors.json"
RADIUS = 12
Axial = tuple[int, int]


def disc(radius: int) -> list[Axial]:
    """Return all displacements up to a distance but none."""
    box = range(-radius, radius + 1)
    return [(q, s) for q in box for s in box if 0 < reference.distance((0, 0), (q, s)) <= radius]


NEAR = disc(RADIUS)
TURNS: dict[str, Callable[[int, int], Axial]] = {
    "turned": lambda q, s: (-s, q + s),
    "reflected": lambda q, s: (s, q),
}


def flat_trace(end: Axial) -> Trace:
    q, s = end
    return trace(q, 2 * s + q)


def axial(u: int, y: int) -> Axial:
    return u, (y - u) // 2


def kinds(found: Trace) -> list[tuple[str, int, Axial]]:
    border = "run" if found.along else "touched"
    return [(border if side else "crossed", side, axial(u, y)) for _, side, u, y in found.items]


@pytest.mark.parametrize("end", NEAR, ids=str)
def test_a_line_meets_what_the_reference_says_in_its_order(end: Axial) -> None:
    assert kinds(flat_trace(end)) == [(met.how, met.hand, met.hex) for met in reference.line(end)]


@pytest.mark.parametrize("end", NEAR[::7], ids=str)
def test_feet_and_entries_lie_where_the_reference_says(end: Axial) -> None:
    found = flat_trace(end)
    for item, met in zip(found.items, reference.line(end), strict=True):
        assert item[0] == met.foot * found.norm
        assert found.entry(item[0]) == met.start


def test_the_entry_into_the_target_is_where_the_last_hex_ends() -> None:
    assert trace(0, 6).entry(36) * 6 == 5
    assert trace(2, 0).entry(12) == pytest.approx(2 / 3)


far = st.tuples(st.integers(-40, 40), st.integers(-40, 40)).filter(lambda end: 0 < reference.distance((0, 0), end) <= 40)


@given(far)
def test_long_lines_meet_what_the_reference_says(end: Axial) -> None:
    assert kinds(flat_trace(end)) == [(met.how, met.hand, met.hex) for met in reference.line(end)]


very_far = st.tuples(st.integers(-1500, 1500), st.integers(-1500, 1500)).filter(any)


@given(very_far)
def test_a_line_seen_from_its_other_end_is_the_same_line(end: Axial) -> None:
    q, s = end
    there, back = kinds(flat_trace(end)), kinds(flat_trace((-q, -s)))
    seen = [(how, -side, (q + x, s + y)) for how, side, (x, y) in back]
    assert sorted(there) == sorted(seen)
    assert [h for how, _, h in there if how == "crossed"] == [h for how, _, h in seen if how == "crossed"][::-1]


@given(very_far, st.sampled_from(sorted(TURNS)))
def test_a_turned_or_reflected_line_is_the_same_line(end: Axial, name: str) -> None:
    move, hand = TURNS[name], -1 if name == "reflected" else 1
    moved = sorted((how, hand * side, move(*h)) for how, side, h in kinds(flat_trace(end)))
    assert moved == sorted(kinds(flat_trace(move(*end))))


@given(very_far)
def test_a_touched_corner_is_a_corner_of_the_touched_hex_and_on_the_line(end: Axial) -> None:
    found = flat_trace(end)
    if not found.along:
        for _, side, u, y in found.items:
            x, along = touched_corner(found.du, found.dy, side or 1)
            assert (x, along) in Grid("flat", 3, 3).corner_offsets
            assert side == 0 or found.dy * (3 * u + x) == 3 * found.du * (y + along)


def test_a_long_range_near_a_hexside_direction_has_no_run() -> None:
    # 0101 to 6801 on a flat grid with even columns lower: range 67, half a hex off the direction of a run
    assert trace(67, 1).runs == []
    assert len(trace(68, 0).runs) == 34


def test_the_shortest_lines_that_touch_a_corner_have_distance_5_7_and_8() -> None:
    touching = sorted(end for end in NEAR if flat_trace(end).touched and end[0] >= end[1] >= 0)
    assert [end for end in touching if sum(end) <= 9] == [(4, 1), (5, 2), (7, 1)]


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_left_is_left_on_paper(orientation: str) -> None:
    grid = Grid(orientation, 9, 9)
    for a, b in [((5, 5), (7, 5)), ((5, 5), (3, 5)), ((5, 5), (5, 7)), ((5, 5), (5, 3)), ((5, 5), (6, 3)), ((4, 4), (3, 6))]:
        start, end = (grid.at(*place) for place in (a, b))
        template = Templates(grid).between(grid.cell(start), grid.cell(end))
        for left, right in template.runs:
            hexes = [grid.hex_of(grid.cell(start) + offset) for offset in (left, right)]
            assert [sign(grid, start, end, h) for h in hexes] == [-1, 1]


def sign(grid: Grid, a: Hex, b: Hex, h: Hex) -> int:
    """Return -1 where h lies left of the line from a to b, seen on a sheet whose y runs down."""
    ax, ay, bx, by, hx, hy = (value for at in (a, b, h) for value in paper(grid, at))
    turn = (bx - ax) * (hy - ay) - (by - ay) * (hx - ax)
    return (turn > 0) - (turn < 0)


def paper(grid: Grid, h: Hex) -> tuple[float, float]:
    u, y = grid.point(h)
    return (u * 3**0.5, y) if grid.is_flat else (y, u * 3**0.5)


def test_templates_are_dropped_before_they_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexmap.lines.MOST_OFFSETS", 200)
    grid = Grid("flat", 40, 3)
    templates = Templates(grid)
    cells = [grid.cell(h) for h in grid]
    for cell in cells[1:]:
        found = templates.between(cells[0], cell)
        assert found.crossed == Template(grid, *grid.displacement(grid.hex_of(cells[0]), grid.hex_of(cell))).crossed
        assert sum(len(template.items) for template in templates.known.values()) <= 200 + 80


# -- the published vectors ------------------------------------------------------------------------------------------------


def test_the_published_vectors_are_the_computed_ones() -> None:
    assert VECTORS.read_text(encoding="utf-8") == document()


def test_the_published_vectors_hold_every_class_of_displacement_once() -> None:
    published = json.loads(VECTORS.read_text(encoding="utf-8"))
    ends = [tuple(vector["to"]) for vector in published["vectors"]]
    assert published["radius"] == 20
    classes = [orbit(end) for end in ends]
    assert set().union(*classes) == set(disc(20))
    assert sum(map(len, classes)) == len(disc(20))


def orbit(end: Axial) -> set[Axial]:
    found = set()
    for start in (end, end[::-1]):
        for _ in range(6):
            found.add(start)
            start = TURNS["turned"](*start)
    return found


def test_the_published_vectors_are_those_of_the_reference() -> None:
    for vector in json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]:
        met = reference.line(tuple(vector["to"]))
        assert vector["crossed"] == [list(m.hex) for m in met if m.how == "crossed"]
        assert vector["touched"] == [list(m.hex) for m in met if m.how == "touched"]
        assert [h for run in vector["runs"] for h in run] == [list(m.hex) for m in met if m.how == "run"]


def test_vectors_of_a_smaller_radius_are_the_first_of_the_larger() -> None:
    assert vectors(9) == vectors(12)[: len(vectors(9))]
