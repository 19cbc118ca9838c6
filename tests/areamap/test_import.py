"""Regions drawn elsewhere become a title: micro-shapes with answers by hand, drawings, and hostile files."""

from __future__ import annotations

import itertools
import json
import math
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import areamap
from areamap.checking import examine
from areamap.faces import adjacency_hash, space_at
from areamap.importing import Imported, ascii_id, import_text
from areamap.importing.svgpath import parse_path
from areamap.topology import Topology, parse_topology
from mapsheet import units
from mapsheet.errors import DataError, NotationError
from mapsheet.matrix import parse_transform
from tests.commands import run_door

Ring = list[tuple[float, float]]


def box(left: float, bottom: float, right: float, top: float) -> Ring:
    return [(left, bottom), (right, bottom), (right, top), (left, top), (left, bottom)]


def geojson(**regions: Any) -> str:
    """Return a collection: each region is a ring, a polygon (rings) or polygons."""
    features = []
    for name, shape in regions.items():
        rings = shape if isinstance(shape[0], list) else [shape]
        polygons = rings if isinstance(rings[0][0], list) else [rings]
        geometry = {"type": "MultiPolygon", "coordinates": polygons}
        features.append({"type": "Feature", "geometry": geometry, "properties": {"name": name}})
    return json.dumps({"type": "FeatureCollection", "features": features})


def topology_of(made: Imported) -> Topology:
    assert made.topology is not None
    return parse_topology(made.topology.decode())


def contacts(made: Imported) -> list[tuple[str, ...]]:
    return sorted(border.pair for border in topology_of(made).borders if all(border.pair))


def written(made: Imported, folder: Path) -> Path:
    if made.topology is not None:
        (folder / "map.topojson").write_bytes(made.topology)
    (folder / "map.toml").write_text(made.map_toml, "utf-8")
    return folder


def loaded(made: Imported, folder: Path) -> areamap.AreaMap:
    return areamap.load(written(made, folder))


# -- micro-shapes ------------------------------------------------------------------------------------------------------


def test_a_corner_alone_is_no_contact(tmp_path: Path) -> None:
    made = import_text(geojson(a=box(0, 0, 1, 1), b=box(1, 1, 2, 2)), "x")
    assert (contacts(made), made.reports) == ([], ())
    faults = [fault.message for fault in examine(written(made, tmp_path)).faults]
    assert any("a, b meet at (1, 1)" in fault for fault in faults)


def test_a_vertex_on_one_side_only() -> None:
    one = import_text(geojson(a=box(0, 0, 1, 1), b=[(1, 0), (2, 0), (2, 1), (1, 1), (1, 0.3), (1, 0)]), "x")
    assert (contacts(one), one.reports) == ([("a", "b")], ())
    three = import_text(geojson(a=box(0, 0, 1, 2), b=box(1, 0, 2, 1), c=box(1, 1, 2, 2)), "x")
    assert contacts(three) == [("a", "b"), ("a", "c"), ("b", "c")]


@pytest.mark.parametrize("by", [1e-9, -1e-9])
def test_a_gap_and_an_overlap_below_the_grid_are_none(by: float) -> None:
    made = import_text(geojson(a=box(0, 0, 1, 1), b=box(1 + by, 0, 2, 1)), "x")
    assert (contacts(made), made.reports) == ([("a", "b")], ())


def test_an_overlap_is_told_and_given_to_the_first() -> None:
    made = import_text(geojson(a=box(0, 0, 1, 1), b=box(0.999, 0, 2, 1)), "x")
    (report,) = made.reports
    assert (report.what, report.spaces, report.done) == ("an overlap", ("a", "b"), "given to a")
    assert report.area == pytest.approx(0.001 * 111.195**2, rel=1e-3)
    assert report.at == pytest.approx((0.9995, 0.5), abs=1e-3)
    assert contacts(made) == [("a", "b")]
    assert max(x for arc in topology_of(made).arcs for x, _ in arc) == 2
    swapped = import_text(geojson(b=box(0.999, 0, 2, 1), a=box(0, 0, 1, 1)), "x")
    assert swapped.reports[0].done == "given to b"


@pytest.mark.parametrize("enclosed", [False, True])
def test_a_gap_is_told_and_filled_where_it_is_narrower(enclosed: bool) -> None:
    around = {"c": [box(-1, -1, 3, 2), box(0, 0, 2, 1)]} if enclosed else {}
    text = geojson(a=box(0, 0, 1, 1), b=box(1.001, 0, 2, 1), **around)
    (report,) = import_text(text, "x").reports
    assert (report.what, set(report.spaces)) == ("a gap", {"a", "b", *around})
    assert (report.done, report.unit) == ("left outside", "km")
    assert report.area == pytest.approx(0.001 * 111.195**2, rel=1e-3)
    assert report.width == pytest.approx(0.111, rel=2e-2)
    filled = import_text(text, "x", close="0.2 km")
    assert filled.reports[0].done == "given to a", "the contacts are equally long, so the first"
    assert ("a", "b") in contacts(filled)
    assert import_text(text, "x", close="0.1 km").reports[0].done == "left outside"


def test_a_gap_goes_to_the_longest_contact() -> None:
    # the crack has a at its left along 1, b and c at its right along 0.4 and 0.6
    shapes = {"b": box(1.001, 0, 2, 0.4), "c": box(1.001, 0.4, 2, 1), "a": box(0, 0, 1, 1)}
    (report,) = import_text(geojson(**shapes), "x", close="1 km").reports
    assert (report.spaces, report.done) == (("a", "c", "b"), "given to a")


def test_a_wide_bay_is_no_gap() -> None:
    made = import_text(geojson(a=[(0, 0), (3, 0), (3, 3), (2, 3), (2, 1), (1, 1), (1, 3), (0, 3), (0, 0)]), "x", close="1 km")
    assert made.reports == ()


def test_two_contacts_of_a_pair_are_two_borders() -> None:
    c_shape = [(0, 0), (3, 0), (3, 1), (1, 1), (1, 2), (3, 2), (3, 3), (0, 3), (0, 0)]
    made = import_text(geojson(a=c_shape, b=box(3, 0, 4, 3)), "x")
    assert contacts(made) == [("a", "b"), ("a", "b")]
    assert [report.what for report in made.reports] == ["a gap"], "between the arms of a"


def test_holes_enclaves_and_many_parts(tmp_path: Path) -> None:
    outer = [box(0, 0, 5, 5), box(1, 1, 4, 4)]
    made = import_text(geojson(a=outer, b=[box(1, 1, 4, 4), box(2, 2, 3, 3)], c=[[box(2, 2, 3, 3)], [box(6, 0, 7, 1)]]), "x")
    assert contacts(made) == [("a", "b"), ("b", "c")]
    board = loaded(made, tmp_path)
    found = [space_at(board, x, y) for x, y in [(0.5, 0.5), (1.5, 1.5), (2.5, 2.5), (6.5, 0.5), (5.5, 0.5)]]
    assert [space and space.id for space in found] == ["a", "b", "c", "c", None]
    assert board.topology is not None
    assert len(board.topology.shapes["c"]) == 2


def test_the_left_of_an_arc_is_its_left() -> None:
    made = import_text(geojson(west=box(0, 0, 1, 1), east=box(1, 0, 2, 1)), "x")
    (border,) = [border for border in topology_of(made).borders if all(border.pair)]
    first, last = topology_of(made).arcs[border.arc][0], topology_of(made).arcs[border.arc][-1]
    northwards = last[1] > first[1]
    assert border.left == ("west" if northwards else "east")


def test_a_shape_that_crosses_itself_is_mended_and_told() -> None:
    made = import_text(geojson(a=[(0, 0), (2, 2), (2, 0), (0, 2), (0, 0)]), "x")
    assert [report.what for report in made.reports] == ["a shape that crosses itself"]
    assert len(topology_of(made).shapes["a"]) == 2


def test_what_is_wholly_hidden_is_left_out(tmp_path: Path) -> None:
    made = import_text(geojson(a=box(0, 0, 3, 3), b=box(0, 0, 3, 3)), "x")
    assert list(loaded(made, tmp_path).spaces) == ["a"]
    assert any("nothing of its shape is left" in str(report) for report in made.reports)


@st.composite
def partitions(draw: st.DrawFn) -> dict[tuple[int, int], str]:
    return {(x, y): draw(st.sampled_from("abcd")) for x in range(4) for y in range(4)}


@given(partitions(), st.integers(0, 2**30))
@settings(max_examples=40)
def test_regions_of_bent_squares_touch_as_their_squares_do(held: dict[tuple[int, int], str], seed: int) -> None:
    """Corners are moved and edges get points of their own on either side; who touches whom stays."""
    moved = {
        (x, y): (x + ((seed >> (x * 5 + y)) % 7 - 3) / 20, y + ((seed >> (y * 5 + x)) % 5 - 2) / 20)
        for x in range(5)
        for y in range(5)
    }

    def ring(x: int, y: int) -> Ring:
        corners = [moved[c] for c in ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y))]
        more: Ring = []
        for k, (p, q) in enumerate(itertools.pairwise(corners)):
            share = (((seed >> (k + x + y)) % 8) + 1) / 10
            more += [p, (p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share)]
        return [*more, more[0]]

    shapes = {id_: [[ring(x, y)] for (x, y), other in held.items() if other == id_] for id_ in sorted(set(held.values()))}
    wanted = set()
    for (x, y), id_ in held.items():
        wanted |= {tuple(sorted((id_, held[n]))) for n in ((x + 1, y), (x, y + 1)) if n in held and held[n] != id_}
    assert set(contacts(import_text(geojson(**shapes), "x"))) == wanted


# -- names and properties ----------------------------------------------------------------------------------------------


def feature(properties: dict[str, Any], shape: Ring | None = None, **more: str) -> dict[str, Any]:
    return {
        "type": "Feature",
        "geometry": {"type": "Polygon", "coordinates": [shape or box(0, 0, 1, 1)]},
        "properties": properties,
        **more,
    }


def collection(*features: dict[str, Any]) -> str:
    return json.dumps({"type": "FeatureCollection", "features": features})


def test_what_is_odd_and_harmless(tmp_path: Path) -> None:
    odd: list[dict[str, Any]] = [
        {
            "type": "Feature",
            "geometry": {"type": "Polygon", "coordinates": [[[*p, 7] for p in box(0, 0, 1, 1)]]},
            "properties": None,
            "id": 5,
        },
        {
            "type": "Feature",
            "geometry": {"type": "Polygon", "coordinates": [[(1, 0), (2, 0), (2, 1), (1, 1)]]},
            "properties": {"name": "open"},
        },
        {"type": "Feature", "geometry": {"type": "GeometryCollection", "geometries": []}, "properties": {"name": "empty"}},
        {"type": "Feature", "geometry": None, "properties": {"name": "nothing"}},
        {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[0, 0], [1, 1]]}, "properties": {"name": "river"}},
        feature({"name": "tiny"}, box(5, 5, 5 + 1e-9, 5 + 1e-9)),
    ]
    made = import_text(collection(*odd), "x")
    assert list(loaded(made, tmp_path).spaces) == ["space", "open"]
    assert contacts(made) == [("open", "space")]
    assert len(made.reports) == 5
    with pytest.raises(DataError, match="draws no region that is large enough"):
        import_text(collection(odd[-1]), "x")


@pytest.mark.parametrize(
    ("properties", "own", "name", "id_"),
    [
        ({"name": "İstanbul Beyliği"}, None, "İstanbul Beyliği", "istanbul_beyligi"),
        ({"NAME": "Łódź"}, None, "Łódź", "lodz"),
        ({"id": 7}, None, "7", "7"),
        ({"title": "  Two\nlines "}, None, "Two lines", "two_lines"),
        ({}, "serbia", "serbia", "serbia"),
        ({"name": "Serbia"}, "SRB-01", "Serbia", "serbia"),
        ({"name": "日本"}, None, "日本", "space"),
        ({}, None, "space", "space"),
    ],
)
def test_names_and_ids(tmp_path: Path, properties: dict[str, Any], own: str | None, name: str, id_: str) -> None:
    given = feature(properties, id=own) if own else feature(properties)
    space = next(iter(loaded(import_text(collection(given), "x"), tmp_path).spaces.values()))
    assert (space.name, space.id) == (name, id_)


def test_ids_are_unique() -> None:
    assert ascii_id("Syria", {"syria"}) == "syria_2"
    assert ascii_id("Syria!", {"syria", "syria_2"}) == "syria_3"


def test_properties_become_keys_and_what_cannot_is_told(tmp_path: Path) -> None:
    good = {
        "name": "A",
        "kind": "island",
        "value": 2.0,
        "faction": "Holy League",
        "traits": ["x"],
        "class": "nation",
        "code": "AAA",
    }
    bad = {
        "name": "B",
        "kind": "country",
        "value": 1.5,
        "traits": "x",
        "entry": "any(",
        "code": "TOOLONGCODE",
        "neighbors": ["nowhere"],
    }
    made = import_text(collection(feature(good), feature(bad, box(1, 0, 2, 1))), "x")
    board = loaded(made, tmp_path)
    a, b = board.spaces.values()
    assert (a.kind, a.value, a.faction, a.group, a.code, set(a.traits)) == ("island", 2, "holy_league", "nation", "AAA", {"x"})
    assert board.factions["holy_league"].name == "Holy League"
    assert (b.kind, b.value, b.traits, b.code, b.neighbors) == ("land", None, frozenset(), "", None)
    assert {report.what for report in made.reports} == {"b"}
    assert len(made.reports) == 6


def test_points_are_cities_of_the_region_they_lie_in(tmp_path: Path) -> None:
    town = {"type": "Feature", "geometry": {"type": "Point", "coordinates": [0.5, 0.5]}, "properties": {"name": "Town"}}
    lost = {"type": "Feature", "geometry": {"type": "Point", "coordinates": [9, 9]}, "properties": {"name": "Lost"}}
    made = import_text(collection(feature({"name": "Land"}), town, lost), "x")
    board = loaded(made, tmp_path)
    assert (board.spaces["town"].kind, board.spaces["town"].within, board.spaces["town"].at) == ("city", "land", (0.5, 0.5))
    assert board.spaces["lost"].kind == "node"


def test_kinds_decide_the_class_of_a_border(tmp_path: Path) -> None:
    made = import_text(collection(feature({"name": "L"}), feature({"name": "S", "kind": "sea"}, box(1, 0, 2, 1))), "x")
    assert {border.kind for border in topology_of(made).borders} == {"coast", "edge"}
    verdict = examine(written(made, tmp_path))
    assert (verdict.faults, verdict.warnings) == ([], [])


def test_topojson_of_others(tmp_path: Path) -> None:
    data = {
        "type": "Topology",
        "transform": {"scale": [0.5, 0.5], "translate": [10, 40]},
        "arcs": [[[2, 0], [0, 2]], [[2, 2], [-2, 0], [0, -2], [2, 0]], [[2, 0], [2, 0], [0, 2], [-2, 0]]],
        "objects": {
            "x": {
                "type": "GeometryCollection",
                "geometries": [
                    {"type": "Polygon", "arcs": [[0, 1]], "properties": {"NAME": "West"}},
                    {"type": "MultiPolygon", "arcs": [[[2, -1]]], "id": "east"},
                ],
            }
        },
    }
    made = import_text(json.dumps(data), "x")
    assert contacts(made) == [("east", "west")]
    board = loaded(made, tmp_path)
    found = space_at(board, 10.5, 40.5)
    assert found is not None
    assert found.name == "West"


def test_a_graph_of_others(tmp_path: Path) -> None:
    text = (
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="d0" for="node" attr.name="label" attr.type="string"/>'
        '<key id="d1" for="edge" attr.name="kind" attr.type="string"/><key id="d2" for="node" attr.name="x" attr.type="double"/>'
        '<key id="d3" for="node" attr.name="y" attr.type="double"/><graph edgedefault="undirected">'
        '<node id="N0"><data key="d0">Rome</data><data key="d2">-500</data><data key="d3">0</data></node>'
        '<node id="N1"><data key="d0">Øst By</data><data key="d2">500</data><data key="d3">100</data></node>'
        '<node id="n 2"/><edge source="N0" target="N1"><data key="d1">road</data></edge><edge source="N1" target="n 2"/>'
        "</graph></graphml>"
    )
    board = loaded(import_text(text, "x"), tmp_path)
    assert [space.id for space in board.spaces.values()] == ["rome", "ost_by", "n_2"]
    assert [(link.kind, link.a, link.b) for link in board.links] == [("road", "rome", "ost_by"), ("road", "ost_by", "n_2")]
    assert board.spaces["rome"].at == (20, 20)
    assert board.spaces["ost_by"].at == (260, 44), "on a sheet of 240 mm"
    assert board.spaces["n_2"].at is not None
    directed = import_text(text.replace("undirected", "directed"), "x")
    assert directed.map_toml.count("one_way") == 2


# -- SVG -----------------------------------------------------------------------------------------------------------------

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '


def svg(inner: str, size: str = 'width="100mm" height="50mm" viewBox="0 0 200 100"') -> str:
    return f"{HEAD}{size}>{inner}</svg>"


def bounds(made: Imported, id_: str) -> tuple[float, float, float, float]:
    points = [p for polygon in topology_of(made).polygons(id_) for p in polygon[0]]
    xs, ys = zip(*points, strict=True)
    return round(min(xs), 3), round(min(ys), 3), round(max(xs), 3), round(max(ys), 3)


def test_a_drawing_is_in_millimetres_of_its_sheet(tmp_path: Path) -> None:
    made = import_text(
        svg('<title>Sheet</title><rect id="west" width="100" height="100"/><path id="east" d="M100 0h100v100h-100z"/>'), "x"
    )
    assert bounds(made, "west") == (0, 0, 50, 50)
    assert contacts(made) == [("east", "west")]
    board = loaded(made, tmp_path)
    assert board.title == "Sheet"
    assert board.topology is not None
    assert board.topology.meta["projection"]["kind"] == "plane"
    assert [units.length(side) for side in board.topology.meta["projection"]["frame"]] == [100, 50]
    assert examine(tmp_path).faults == []
    (border,) = board.borders_between("west", "east")
    first, last = board.topology.arcs[border.arc][0], board.topology.arcs[border.arc][-1]
    assert border.left == ("west" if last[1] < first[1] else "east"), "left for the eye, with y downwards"


@pytest.mark.parametrize(
    ("size", "wanted"),
    [
        ('width="96" height="96"', (0, 0, 2.646, 2.646)),
        ('width="2in" height="2in" viewBox="0 0 20 20"', (0, 0, 25.4, 25.4)),
        ('viewBox="10 0 96 96"', (-2.646, 0, 0, 2.646)),
        ('width="40mm" height="20mm" viewBox="0 0 20 20"', (10, 0, 20, 10)),
    ],
)
def test_sizes_and_view_boxes(size: str, wanted: tuple[float, ...]) -> None:
    assert bounds(import_text(svg('<rect id="a" width="10" height="10"/>', size), "x"), "a") == wanted


def test_transforms_of_groups_and_shapes() -> None:
    made = import_text(
        svg('<g transform="translate(20 40)"><rect id="a" width="10" height="20" transform="rotate(90)"/></g>'), "x"
    )
    assert bounds(made, "a") == (0, 20, 10, 25)


@pytest.mark.parametrize(
    "inner",
    [
        '<g id="serbia"><path d="M0 0h10v10z"/><rect x="20" width="9" height="9"/></g>',
        '<g inkscape:label="Serbia"><rect id="rect12" width="9" height="9"/></g>',
        '<g id="g12"><title>Serbia</title><rect width="9" height="9"/></g>',
        '<g inkscape:groupmode="layer" inkscape:label="Layer 1"><rect id="serbia" width="9" height="9"/></g>',
        '<rect id="rect1" width="9" height="9"><title>Serbia</title></rect>',
        '<path id="path1" inkscape:label="Serbia" d="M0 0h10v10z"/>',
        '<polygon points="0,0 10,0 10,10" data-name="Serbia"/>',
        '<g id="serbia"><g transform="scale(2)"><circle r="4" cx="9" cy="9"/></g></g>',
    ],
)
def test_names_in_drawings(tmp_path: Path, inner: str) -> None:
    assert list(loaded(import_text(svg(inner), "x"), tmp_path).spaces) == ["serbia"]


def test_kinds_in_drawings(tmp_path: Path) -> None:
    inner = '<g inkscape:groupmode="layer" inkscape:label="sea"><rect id="aegean" width="9" height="9"/></g>'
    board = loaded(import_text(svg(f'{inner}<rect id="land_a" data-kind="island" x="9" width="9" height="9"/>'), "x"), tmp_path)
    assert {space.id: space.kind for space in board.spaces.values()} == {"aegean": "sea", "land_a": "island"}


def test_what_is_no_area_is_left_out(tmp_path: Path) -> None:
    inner = (
        '<defs><rect id="hidden" width="9" height="9"/></defs><rect id="off" style="display:none" width="9" height="9"/>'
        '<path id="river" d="M0 0L10 10L5 9" fill="none"/><rect id="a" width="9" height="9"/>'
    )
    made = import_text(svg(inner), "x")
    assert list(loaded(made, tmp_path).spaces) == ["a"]
    assert any("an open line of 'river' is no area" in str(report) for report in made.reports)


def test_what_lies_on_top_in_a_drawing_is_what_is_seen(tmp_path: Path) -> None:
    made = import_text(svg('<rect id="sea" width="99" height="99"/><circle id="isle" cx="40" cy="40" r="9"/>'), "x")
    (report,) = made.reports
    assert (report.what, report.spaces, report.done) == ("an enclave", ("isle", "sea"), "cut out of sea")
    assert contacts(made) == [("isle", "sea")]
    found = space_at(loaded(made, tmp_path), 20, 20)
    assert found is not None
    assert found.id == "isle"


def test_a_path_with_a_hole_follows_the_even_odd_rule(tmp_path: Path) -> None:
    made = import_text(
        svg('<path id="a" d="M0 0H40V40H0zM10 10v20h20v-20z"/><rect id="b" x="10" y="10" width="20" height="20"/>'), "x"
    )
    assert made.reports == ()
    assert contacts(made) == [("a", "b")]


@pytest.mark.parametrize(
    ("d", "points"),
    [
        ("M1 2 3 4l1 1z", [(1, 2), (3, 4), (4, 5)]),
        ("m1,2 3,4 L.5.5", [(1, 2), (4, 6), (0.5, 0.5)]),
        ("M0 0H5V6h-1v-1", [(0, 0), (5, 0), (5, 6), (4, 6), (4, 5)]),
        ("M1e1-2.5L+3 4", [(10, -2.5), (3, 4)]),
    ],
)
def test_straight_path_data(d: str, points: list[tuple[float, float]]) -> None:
    (line,) = parse_path(d)
    assert line.points == points


def test_a_line_after_a_close_starts_where_it_began() -> None:
    lines = parse_path("M1 1h2v2zl5 0v9M7 7h1")
    assert [line.points for line in lines] == [[(1, 1), (3, 1), (3, 3)], [(1, 1), (6, 1), (6, 10)], [(7, 7), (8, 7)]]
    assert [line.closed for line in lines] == [True, False, False]


@pytest.mark.parametrize(
    ("d", "on"),
    [
        ("M0 0C0 10 10 10 10 0", lambda t: (30 * t**2 * (1 - t) + 10 * t**3, 30 * t * (1 - t))),
        ("M0 0Q5 10 10 0", lambda t: (10 * t, 20 * t * (1 - t))),
        ("m0 0q5 10 10 0", lambda t: (10 * t, 20 * t * (1 - t))),
    ],
)
def test_curves_stay_within_the_tolerance(d: str, on: Any) -> None:
    (line,) = parse_path(d, tolerance=0.01)
    dense = [on(k / 2000) for k in range(2001)]
    assert max(min(math.dist(p, q) for q in dense) for p in line.points) < 0.01
    for a, b in zip(line.points, line.points[1:], strict=False):
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        assert min(math.dist(middle, q) for q in dense) < 0.012
    assert line.points[-1] == (10, 0)


def test_smooth_commands_mirror_the_control_point() -> None:
    assert parse_path("M0 0C0 5 5 5 5 0S10 -5 10 0")[0].points == parse_path("M0 0C0 5 5 5 5 0C5 -5 10 -5 10 0")[0].points
    assert parse_path("M0 0Q2 4 4 0T8 0")[0].points == parse_path("M0 0Q2 4 4 0Q6 -4 8 0")[0].points
    assert parse_path("M0 0S10 -5 10 0")[0].points == parse_path("M0 0C0 0 10 -5 10 0")[0].points


@pytest.mark.parametrize(("large", "sweep", "side"), [(0, 0, 1), (0, 1, -1), (1, 0, 1), (1, 1, -1)])
def test_arcs_lie_on_their_circle(large: int, sweep: int, side: int) -> None:
    (line,) = parse_path(f"M0 0A5 5 0 {large}{sweep} 6 0", tolerance=0.001)
    height = 4 * (side if large == 0 else -side) * -1
    assert all(math.hypot(x - 3, y - height) == pytest.approx(5, abs=0.002) for x, y in line.points)
    reach = max(side * y for _, y in line.points)
    assert reach == pytest.approx(9 if large else 1, abs=0.01)


def test_radii_too_small_grow() -> None:
    (line,) = parse_path("M0 0a1 1 0 0110 0", tolerance=0.001)
    assert min(y for _, y in line.points) == pytest.approx(-5, abs=0.01)


def test_turned_ellipses() -> None:
    (line,) = parse_path("M0 0A10 5 90 0 1 10 0", tolerance=0.001)
    assert min(y for _, y in line.points) == pytest.approx(-10, abs=0.01)


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("translate(3)", (4, 2)),
        ("translate(3,4)", (4, 6)),
        ("scale(2)", (2, 4)),
        ("scale(2 3)", (2, 6)),
        ("rotate(90)", (-2, 1)),
        ("rotate(90, 1, 2)", (1, 2)),
        ("matrix(1 2 3 4 5 6)", (12, 16)),
        ("skewX(45)", (3, 2)),
        ("skewY(45)", (1, 3)),
        ("translate(1 1) , scale(2)", (3, 5)),
        ("", (1, 2)),
    ],
)
def test_transforms(text: str, point: tuple[float, float]) -> None:
    assert parse_transform(text)((1, 2)) == pytest.approx(point)


@pytest.mark.parametrize("text", ["turn(3)", "scale()", "scale(1 2 3)", "matrix(1 2)", "translate(1; 2)", "scale(1e999)"])
def test_what_is_no_transform(text: str) -> None:
    with pytest.raises(NotationError):
        parse_transform(text)


@pytest.mark.parametrize("d", ["L", "M1", "M1 x", "M0 0A1 1 0 2 0 1 1", "M0 0z 4 5", "M1e999 0", "5 5"])
def test_what_is_no_path(d: str) -> None:
    with pytest.raises(NotationError):
        parse_path(d)


# -- hostile files -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"type": 5}',
        '{"type": "FeatureCollection"}',
        '{"type": "FeatureCollection", "features": [5, null]}',
        '{"type":"Polygon","coordinates":[[[0,0],[1,1],[2,"x"],[0,0]]]}',
        '{"type":"Polygon","coordinates":[[[0,0],[1,NaN],[0,0]]]}',
        '{"type":"Polygon","coordinates":[[[0,0],[1,1e400],[1,1],[0,0]]]}',
        '{"type":"Polygon","coordinates":5}',
        '{"type":"Topology","arcs":[],"objects":{"a":{"type":"Polygon","arcs":[[5]]}}}',
        '{"type":"Topology"}',
        '{"type":"Topology","transform":{"scale":[1,1],"translate":[0,0]},"arcs":[[[0,0],["a",1]]],"objects":{}}',
        '{"type":"Polygon","coordinates":[[[0,0],[1000,0],[1000,1000],[0,0]]]}',
        '{"type":"Polygon","coordinates":[[[0,0],[1e9,0],[1e9,1e9],[0,0]]]}',
        "[" * 100_000,
        '{"type":"GeometryCollection","geometries":[' * 500 + "]}" * 500,
        "<svg",
        "<html></html>",
        "<svg xmlns='http://www.w3.org/2000/svg'/>",
        svg("<path d='M0 0'/>"),
        svg("<path d='M0 0L5'/>"),
        svg("<rect id='a' width='9' height='9'/>", "viewBox='0 0 x y'"),
        svg("<rect width='9' height='9'/>", "width='1e9in' height='1'"),
        svg("<g>" * 5000 + "</g>" * 5000),
        svg("<g transform='spin(3)'/>"),
        '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
        '<?xml version="1.0"?><!doctype svg SYSTEM "file:///etc/passwd"><svg/>',
        "<graphml>",
        "<graphml></graphml>",
        '<!DOCTYPE g><graphml xmlns="http://graphml.graphdrawing.org/xmlns"/>',
    ],
)
def test_noise_is_told_in_one_line(text: str) -> None:
    with pytest.raises((DataError, NotationError)) as caught:
        import_text(text, "noise")
    assert len(str(caught.value)) < 500


DEEP: Any = []
for _ in range(200):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    "lies",
    [
        {"tables": {"link": [{"kind": 5}], "corner": 7, "faction": {"../x": "y"}, "track": DEEP}, "title": ["x"]},
        {"tables": {"faction": ["x"], "link": 3}, "projection": {"kind": 5}},
        {"scale": [0, 0], "translate": [0, 0]},
        {"scale": [-1, 1], "translate": [0, 0]},
        {"scale": [1e-300, 1], "translate": [1e9, 0]},
        {"projection": {"kind": "plane"}},
        {"borders": [{"class": "sea", "coordinates": [[0, 0], [1, 0]]}]},
        {"borders": [{"class": "moat", "coordinates": [[0, 0], [1, 0]]}]},
    ],
)
def test_a_member_that_lies_does_no_harm(tmp_path: Path, lies: dict[str, Any]) -> None:
    text = json.dumps(json.loads(collection(feature({"name": "A"}))) | {"mapsheet": lies})
    (tmp_path / "x.geojson").write_text(text, "utf-8")
    ran = run_door("areamap", ("import", str(tmp_path / "x.geojson"), "-o", str(tmp_path / "new")))
    assert "Traceback" not in ran.errors
    assert all(path.parent in {tmp_path, tmp_path / "new"} for path in tmp_path.rglob("*"))


def test_lines_that_cross_everywhere_are_refused_in_time() -> None:
    zigzag = [(k / 40_000, k % 2) for k in range(40_000)]
    start = time.monotonic()
    with pytest.raises(DataError, match="lines meet more than"):
        import_text(geojson(a=[*zigzag, zigzag[0]], b=[(y, x) for x, y in [*zigzag, zigzag[0]]]), "x")
    assert time.monotonic() - start < 20


def test_too_many_points_are_refused() -> None:
    curve = "M0 0" + "c5 50-50 50 0 0" * 100_000
    with pytest.raises(DataError, match="x: draws more than 1,000,000 points"):
        import_text(svg(f"<path d='{curve}'/>", 'width="9000mm" height="9000mm" viewBox="0 0 9 9"'), "x")


def test_the_command_tells_gaps_and_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "x.geojson").write_text(geojson(a=box(0, 0, 1, 1), b=box(1.001, 0, 2, 1)), "utf-8")
    ran = run_door("areamap", ("import", str(tmp_path / "x.geojson"), "-o", str(tmp_path / "open")))
    assert ran.code == 0
    assert "a gap of a, b at (1.0005, 0.5), 12.4 km², about 0.111 km wide: left outside" in ran.output
    assert "space.a: has no link to any space" in ran.errors
    ran = run_door("areamap", ("import", str(tmp_path / "x.geojson"), "-o", str(tmp_path / "shut"), "--close", "1 km", "--json"))
    answer = json.loads(ran.output)
    assert (answer["faults"], answer["reports"][0]["done"]) == ([], "given to a")
    assert adjacency_hash(areamap.load(tmp_path / "shut")) != adjacency_hash(areamap.load(tmp_path / "open"))
    for close in ("5", "1 mm", "-1 km"):
        ran = run_door("areamap", ("import", str(tmp_path / "x.geojson"), "-o", str(tmp_path / "no"), "--close", close))
        assert (ran.code, "expected a width on the ground" in ran.errors) == (2, True)
