"""Where a point lies, and what arcs enclose, on worlds whose answers can be read off the drawing."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from areamap.atlas import Atlas
from areamap.faces import adjacency_hash, net_of, space_at
from areamap.spaces import Space
from mapsheet.errors import NotationError
from tests.areamap.worlds import board, cells, topojson, topology

DRAWINGS = st.lists(st.text("abcd.", min_size=5, max_size=5), min_size=4, max_size=4).map("\n".join).filter(
    lambda text: set(text) & set("abcd")
)
SEA = """
ssssss
saabbs
saccbs
saabbs
ssssds
"""


def atlas(drawing: str) -> Atlas:
    found = Atlas("A small world", {id_: Space(id_, "land", id_) for id_ in "abcds"})
    found.topology = topology(drawing)
    return found


def owner(drawing: str, x: float, y: float) -> str | None:
    found = space_at(atlas(drawing), x, y)
    return found and found.id


@given(DRAWINGS)
@settings(max_examples=60)
def test_the_middle_of_every_square_is_its_space(drawing: str) -> None:
    world, held = atlas(drawing), cells(drawing)
    for x, y in product(range(-1, 6), range(-1, 5)):
        found = space_at(world, x + 0.5, y + 0.5)
        assert (found.id if found else None) == held.get((x, y)), (x, y)


@given(DRAWINGS)
@settings(max_examples=60)
def test_a_point_on_a_border_belongs_to_the_lowest_id_that_touches(drawing: str) -> None:
    world, held = atlas(drawing), cells(drawing)
    for x, y in product(range(6), range(5)):
        for dx, dy, around in [(0.5, 0, ((0, 0), (0, -1))), (0, 0.5, ((0, 0), (-1, 0)))]:
            near = {held.get((x + i, y + j)) for i, j in around}
            found = space_at(world, x + dx, y + dy)
            assert (found.id if found else None) == min(filter(None, near), default=None), (x, y, dx)


@given(DRAWINGS)
@settings(max_examples=60)
def test_faces_are_the_connected_pieces(drawing: str) -> None:
    held = cells(drawing)
    faces = net_of(topology(drawing)).faces()
    assert all(len(face.spaces) == 1 for face in faces)
    for id_ in set(held.values()):
        assert sum(face.polygon.area for face in faces if face.spaces == (id_,)) == list(held.values()).count(id_)


def test_an_island_in_a_sea_is_the_island_and_not_the_sea() -> None:
    assert owner(SEA, 2.5, 2.5) == "c"
    assert owner(SEA, 4.5, 0.5) == "d"
    assert owner(SEA, 5.5, 0.5) == "s"


def test_an_enclave_in_an_enclave() -> None:
    drawing = "aaaaa\nabbba\nabcba\nabbba\naaaaa"
    assert [owner(drawing, k + 0.5, 2.5) for k in range(-1, 6)] == [None, "a", "b", "c", "b", "a", None]


def test_a_ring_island_has_a_lagoon() -> None:
    drawing = "sssss\nsaaas\nsasas\nsaaas\nsssss"
    assert [owner(drawing, k + 0.5, 2.5) for k in range(5)] == ["s", "a", "s", "a", "s"]
    faces = net_of(topology(drawing)).faces()
    assert sorted(face.spaces for face in faces) == [("a",), ("s",), ("s",)]


def test_parts_of_one_space_are_all_its_own() -> None:
    assert [owner("a.a", x, 0.5) for x in (0.5, 1.5, 2.5)] == ["a", None, "a"]


def test_a_smaller_shape_wins_where_two_shapes_overlap() -> None:
    data = topojson("sss\nsas\nsss")
    found = next(geometry for geometry in data["objects"]["spaces"]["geometries"] if geometry["id"] == "s")
    found["arcs"] = [found["arcs"][0][:1]]
    world = atlas("s")
    world.topology = type(world.topology)(data)  # type: ignore[misc]
    assert space_at(world, 1.5, 1.5) == world.spaces["a"], "although the sea has lost its hole"


@pytest.mark.parametrize("end", [0.1, 1 / 3, 1e-9])
def test_coordinates_as_printed_are_vertices(end: float) -> None:
    data = topojson("ab")
    data["transform"] = {"scale": [end, end], "translate": [0.3, -0.7]}
    world = atlas("ab")
    world.topology = type(world.topology)(data)  # type: ignore[misc]
    for arc in world.topology.arcs:
        assert all(space_at(world, *point) for point in arc)


def test_lines_that_are_not_quantized_are_exact_too() -> None:
    data = topojson("ab")
    data["arcs"] = [[[x / 10, y / 10] for x, y in line] for line in topology("ab").arcs]
    del data["transform"]
    world = atlas("ab")
    world.topology = type(world.topology)(data)  # type: ignore[misc]
    assert [found and found.id for found in (space_at(world, x, 0.05) for x in (0.05, 0.1, 0.15, 0.25))] == ["a", "a", "b", None]


def test_outside_and_no_numbers() -> None:
    assert space_at(Atlas("Without shapes", {}), 1, 1) is None
    for bad in [(float("nan"), 0), ("1", 2), (0, float("inf"))]:
        with pytest.raises(NotationError, match="expected a longitude and a latitude"):
            space_at(atlas("a"), *bad)  # type: ignore[arg-type]


def test_the_hash_tells_who_touches_whom_and_nothing_else() -> None:
    assert adjacency_hash(topology("ab\ncd")) == adjacency_hash(topology("aabb\nccdd"))
    assert adjacency_hash(topology("aab\naab\nccb")) != adjacency_hash(topology("ab\nab\ncd"))
    assert adjacency_hash(topology("ab")) != adjacency_hash(topology("ab", {"b": "sea"})), "a coast is no land border"


def test_two_contacts_of_a_pair_are_two_borders(tmp_path: Path) -> None:
    world = board(tmp_path, "aba\naca\naba")
    assert len(world.borders_between("a", "b")) == 4, "two on each side, for b has two parts"
    assert len(world.borders_between("a", "c")) == 2


def test_a_corner_lists_the_spaces_round_it() -> None:
    found = next(corner for corner in net_of(topology("ab\ncd")).corners if corner.node == (1, 1))
    at = found.round.index("b")
    assert found.round[at:] + found.round[:at] == ("b", "a", "c", "d"), "counterclockwise from the north-east"
