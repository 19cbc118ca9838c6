"""Reading TopoJSON: two squares side by side in a sea, arc by arc, and every way to write it wrong."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from areamap.spaces import Border
from areamap.topology import Topology, parse_topology
from mapsheet.errors import DataError


def two_squares() -> dict[str, Any]:
    """West and east, each 10 by 10, meet along x = 10; quantized by a tenth."""
    return {
        "type": "Topology",
        "transform": {"scale": [0.1, 0.1], "translate": [5, 0]},
        "arcs": [
            [[50, 0], [0, 100]],
            [[50, 100], [-100, 0], [0, -100], [100, 0]],
            [[50, 0], [100, 0], [0, 100], [-100, 0]],
        ],
        "objects": {
            "borders": {"type": "GeometryCollection", "geometries": [
                {"type": "LineString", "arcs": [0], "properties": {"left": "west", "right": "east", "class": "land"}},
                {"type": "LineString", "arcs": [1], "properties": {"left": "west", "right": None, "class": "edge"}},
                {"type": "LineString", "arcs": [2], "properties": {"left": "east", "right": None, "class": "edge"}},
            ]},
            "spaces": {"type": "GeometryCollection", "geometries": [
                {"type": "Polygon", "id": "west", "arcs": [[0, 1]]},
                {"type": "MultiPolygon", "id": "east", "arcs": [[[2, -1]]]},
            ]},
        },
        "mapsheet": {"format": "areamap-topology/1"},
    }


def test_borders_and_shapes() -> None:
    topology = Topology(two_squares())
    assert topology.borders[0] == Border("land", "west", "east", 0)
    assert topology.borders[0].pair == ("east", "west")
    assert topology.polygons("west") == [[[(10, 0), (10, 10), (0, 10), (0, 0), (10, 0)]]]
    assert topology.polygons("east") == [[[(10, 0), (20, 0), (20, 10), (10, 10), (10, 0)]]]
    assert topology.polygons("nowhere") == []


def test_plain_coordinates_without_a_transform() -> None:
    data = two_squares()
    del data["transform"]
    data["arcs"] = [[[0.5, 0], [0.5, 1]], [[0.5, 1], [0, 1], [0, 0], [0.5, 0]], [[0.5, 0], [1, 0], [1, 1], [0.5, 1]]]
    assert Topology(data).polygons("west") == [[[(0.5, 0), (0.5, 1), (0, 1), (0, 0), (0.5, 0)]]]


def _set(path: str, value: Any) -> Any:
    def change(data: dict[str, Any]) -> None:
        *parents, last = path.split(".")
        inner: Any = data
        for key in parents:
            inner = inner[int(key)] if isinstance(inner, list) else inner[key]
        inner[int(last) if isinstance(inner, list) else last] = value

    return change


BROKEN: list[tuple[str, Any, str]] = [
    ("arcs", None, "arcs: expected a list"),
    ("arcs.0", [[50, 0]], "arcs.0: expected at least 2 points"),
    ("arcs.0", [[50, "x"], [0, 1]], "arcs.0: expected a list of positions"),
    ("arcs.0", [[50, 0.5], [0, 1]], "arcs.0: expected a list of positions"),
    ("arcs.0", [[50], [0]], "arcs.0: expected a list of positions"),
    ("transform", {"scale": [1]}, "transform: expected scale and translate"),
    ("objects", [], "objects: expected an object"),
    ("objects.borders", None, "objects.borders: expected an object"),
    ("objects.borders.geometries.0.properties.class", "river", "expected a class of land coast sea impassable edge"),
    ("objects.borders.geometries.0.arcs", [0, 1], "expected the number of one arc"),
    ("objects.borders.geometries.0.arcs", [7], "expected the number of one arc"),
    ("objects.borders.geometries.0.arcs", [True], "expected the number of one arc"),
    ("objects.borders.geometries.0.arcs", [1], "must be the border of two spaces, once"),
    ("objects.borders.geometries.0.properties.left", "east", "must be the border of two spaces, once"),
    ("objects.borders.geometries.0", 5, "expected an object"),
    ("objects.spaces.geometries.0.id", "east", "expected an id of its own"),
    ("objects.spaces.geometries.0.id", 3, "expected an id of its own"),
    ("objects.spaces.geometries.0.arcs", [[0, 9]], "expected polygons of arcs for west"),
    ("objects.spaces.geometries.0.arcs", [[]], "expected polygons of arcs for west"),
    ("objects.spaces.geometries.1.arcs", [[2, -1]], "expected polygons of arcs for east"),
]


@pytest.mark.parametrize(("path", "value", "message"), BROKEN)
def test_every_fault_is_told(path: str, value: Any, message: str) -> None:
    data = copy.deepcopy(two_squares())
    _set(path, value)(data)
    with pytest.raises(DataError) as caught:
        _ = Topology(data, "map.topojson").arcs
    assert any(message in str(fault) and str(fault).startswith("map.topojson") for fault in caught.value.faults)


def test_an_arc_without_a_border_is_a_fault() -> None:
    data = two_squares()
    del data["objects"]["borders"]["geometries"][2]
    with pytest.raises(DataError, match="arcs without a border"):
        Topology(data)


@pytest.mark.parametrize("text", [
    "{", "[]", '{"type": "FeatureCollection"}',
    '{"type": "Topology", "arcs": [[[NaN, 0], [1, 1]]]}', "[" * 100_000, '"' + "9" * 100,
    '{"type": "Topology", "arcs": [[[1' + "0" * 5000 + ", 0], [1, 1]]]}",
])
def test_what_is_no_topology_is_refused(text: str) -> None:
    with pytest.raises(DataError):
        parse_topology(text)


def test_numbers_beyond_a_float_are_faults() -> None:
    data = two_squares()
    data["arcs"][0] = [[10**400, 0], [0, 1]]
    with pytest.raises(DataError, match=r"arcs\.0"):
        _ = parse_topology(json.dumps(data)).arcs
