"""Sources and coastlines as people write them, well and badly: every fault at once, each with its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from areamap.build.coastline import read_coastline
from areamap.build.files import build_file
from areamap.build.making import build
from areamap.build.plan import Area
from areamap.build.reading import area, loads_plan
from areamap.build.shore import ground_area, settle_shore
from areamap.projection import EARTH_KM, from_dict
from mapsheet.errors import DataError, NotationError
from tests.areamap.worlds_build import Places, border_line, coast_of, made, reread, source

GOOD = source({"a": [[20, 20]], "b": [[100, 20]]}, {"w": [[60, 80]], "v": [[20, 80]]})
SHORE = coast_of([[-5, -5], [125, -5], [125, 50], [-5, 50]])


def faults(text: str) -> list[str]:
    """Return the faults of a source as they are printed."""
    with pytest.raises(DataError) as caught:
        loads_plan(text)
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("areamap-source/1", "areamap/1", "format: expected one of areamap-source/1"),
        ('title = "A world"', "", "title: is missing"),
        ('kind = "plane"', 'kind = "plan"', "projection.kind: expected one of"),
        ("120.0 mm", "120.0", "a length with its unit"),
        ("roughness = 0.0", "roughness = 1.5", "from 0 to 1"),
        ('simplify = "0.2 mm"', 'simplify = "0.2 mm2"', "a length with its unit"),
        ('simplify = "0.2 mm"', 'drop_below = "150 km2"', "a plane has no km2"),
        ('simplify = "0.2 mm"', 'drop_below = "-1 mm2"', "an area such as"),
        ('simplify = "0.2 mm"', "keep = [[1]]", "a place"),
        ("[space.a]", "[space.A-1]", "an id is written in lower case"),
        ("seeds = [[20, 20]]", "seeds = []", "a list of 1 or more places"),
        ("seeds = [[20, 20]]", "seeds = [[20, nan]]", "a number"),
        ("seeds = [[20, 20]]", "seeds = [[20, 20], 4]", "space.a.seeds.1: expected a place"),
        ("seeds = [[20, 20]]", "seed = [[20, 20]]", "seeds: is missing"),
        ("seeds = [[20, 20]]", 'seeds = [[20, 20]]\nkind = "sea"', "expected one of land island closed"),
        ('on = "water"', 'on = "air"', "expected one of land water"),
    ],
)
def test_each_slip_is_a_fault(old: str, new: str, says: str) -> None:
    assert old in GOOD
    assert any(says in fault for fault in faults(GOOD.replace(old, new, 1))), faults(GOOD.replace(old, new, 1))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (border_line(("a", "bb"), [[1, 2], [3, 4]]), "no space of this name: 'bb'"),
        (border_line(("a", "a"), [[1, 2], [3, 4]]), "two different spaces"),
        (border_line(("a", "w"), [[1, 2], [3, 4]]), "meet at the coast"),
        (border_line(("a", "b"), [[1, 2]]), "a list of 2 or more places"),
        (border_line(("a", "b"), [[1, 2], [1, 2]]), "at least two different places"),
        ('[[channel]]\nthrough = [[1, 2], [1, 2]]\nwidth = "1 mm"\n', "at least two different places"),
        (border_line(("a", "b"), [[1, 2], [3, 4]], **{"class": "wall"}), "class: expected one of"),
        (border_line(("a", "b"), [[1, 2], [3, 4]], start=["a", "b"]), "only a line between two waters"),
        (border_line(("w", "v"), [[1, 2], [3, 4]], start=["a", "w"]), "only a line between two waters"),
        (border_line(("w", "v"), [[1, 2], [3, 4]], end=["a"]), "two different spaces"),
        ('[[channel]]\nthrough = [[1, 2], [3, 4]]\nwidth = "wide"\n', "a length with its unit"),
        ("[[channel]]\nthrough = [[1, 2], [3, 4]]\n", "width: is missing"),
        ("[canal]\n", "unknown key (did you mean 'channel'?)"),
    ],
)
def test_each_slip_of_a_line_is_a_fault(line: str, says: str) -> None:
    assert any(says in fault for fault in faults(GOOD + line)), faults(GOOD + line)


def test_faults_come_all_at_once_with_their_places() -> None:
    found = faults(GOOD.replace("[[20, 20]]", "[[20]]") + border_line(("aa", "b"), [[1, 2], [3, 4]]))
    lines = GOOD.split("\n")
    assert found[0].startswith(f"source.toml:{lines.index('seeds = [[20, 20]]') + 1}:")
    assert "did you mean 'a'" in found[1]
    assert len(found) == 2


def test_areas_are_read_with_their_units() -> None:
    assert area("0.004 in2").value == pytest.approx(0.004 * 645.16)
    assert area("150 km2") == Area(150, "km2")
    with pytest.raises(NotationError):
        area("150 km")


def test_a_source_without_spaces_or_coast() -> None:
    assert any("has at least one space" in fault for fault in faults(source()))
    with pytest.raises(DataError, match="needs a coastline"):
        build(loads_plan(GOOD))


def test_far_too_many_places_are_refused() -> None:
    many = json.dumps([[1.0, 1.0]] * 50_001)
    assert any("more than 50,000 are not read" in fault for fault in faults(GOOD.replace("[[20, 20]]", many)))


def test_endless_lines_are_refused_and_lines_beyond_the_frame_are_cut() -> None:
    zigzag = [[k % 2 * 119.0, k / 100] for k in range(2000)]
    with pytest.raises(DataError, match="m long on the sheet"):
        build(loads_plan(GOOD + border_line(("a", "b"), zigzag)), SHORE)
    far = border_line(("b", "a"), [[60, -1e8], [60, 25]])
    assert made(GOOD + far, SHORE).notes == []


def test_a_frame_without_seeds_gets_no_map() -> None:
    text = source({"isle": [[20, 20]]}, {}, coast="keep = []").replace("[space.isle]", '[space.isle]\nkind = "island"')
    with pytest.raises(DataError, match="no space gets a shape"):
        build(loads_plan(text), coast_of([[200, 0], [300, 0], [300, 90]]))


# -- coastlines --------------------------------------------------------------------------------------------------------------

SQUARE = [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]
TOPOLOGY: dict[str, Any] = {
    "type": "Topology",
    "transform": {"scale": [0.5, 0.25], "translate": [10, 20]},
    "arcs": [[[0, 0], [2, 0]], [[2, 0], [0, 4], [-2, 0], [0, -4]]],
    "objects": {"land": {"type": "GeometryCollection", "geometries": [{"type": "MultiPolygon", "arcs": [[[0, 1]]]}]}},
}


@pytest.mark.parametrize(
    "data",
    [
        {"type": "Polygon", "coordinates": SQUARE},
        {"type": "MultiPolygon", "coordinates": [SQUARE]},
        {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": SQUARE}},
        {"type": "FeatureCollection", "features": [{"geometry": {"type": "MultiPolygon", "coordinates": [SQUARE]}}]},
        {"type": "GeometryCollection", "geometries": [{"type": "Point"}, {"type": "Polygon", "coordinates": SQUARE}]},
        {"type": "FeatureCollection", "features": [{"geometry": None}, {"geometry": {"type": "Polygon", "coordinates": SQUARE}}]},
    ],
)  # fmt: skip
def test_every_way_to_write_geojson(data: dict[str, Any]) -> None:
    (polygon,) = read_coastline(json.dumps(data))
    assert np.array_equal(polygon[0], np.array(SQUARE[0], dtype=float))


def test_topojson_with_and_without_a_transform() -> None:
    (polygon,) = read_coastline(json.dumps(TOPOLOGY))
    assert polygon[0].tolist() == [[10, 20], [11, 20], [11, 21], [10, 21], [10, 20]]
    plain = {**TOPOLOGY, "arcs": [[[0, 0], [2, 0]], [[2, 0], [2, 4], [0, 4], [0, 0]]]}
    del plain["transform"]
    assert read_coastline(json.dumps(plain))[0][0].tolist() == [[0, 0], [2, 0], [2, 4], [0, 4], [0, 0]]


def test_arcs_are_walked_backwards() -> None:
    data = {**TOPOLOGY, "objects": {"land": {"type": "Polygon", "arcs": [[-2, -1]]}}}
    assert read_coastline(json.dumps(data))[0][0].tolist() == [[10, 20], [10, 21], [11, 21], [11, 20], [10, 20]]


def nested(depth: int) -> str:
    return '{"type":"GeometryCollection","geometries":[' * depth + "]}" * depth


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (json.dumps(TOPOLOGY)[:-40], "is no JSON"),
        ("", "is no JSON"),
        ("[]", "holds no JSON object"),
        ('{"type":"FeatureCollection","features":[]}', "no polygon"),
        ('{"type":"LineString","coordinates":[[0,0],[1,1]]}', "no polygon"),
        ('{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,0]]]}', "no polygon"),
        ('{"type":"Polygon","coordinates":[[[0,0],[NaN,1],[1,1],[0,0]]]}', "NaN is no number"),
        ('{"type":"Polygon","coordinates":[[[0,0],[1e999,1],[1,1],[0,0]]]}', "not finite"),
        ('{"type":"Polygon","coordinates":[[[0,0],["x",1],[1,1],[0,0]]]}', "is damaged"),
        ('{"type":"Polygon","coordinates":[[[0],[1],[1],[0]]]}', "is damaged"),
        ('{"type":"Polygon","coordinates":5}', "is damaged"),
        ('{"type":"Polygon"}', "is damaged"),
        ('{"type":"Polygon","coordinates":[null]}', "is damaged"),
        (nested(40), "is damaged"),
        (nested(100_000), "nested too deeply"),
        ("[" * 200_000, "nested too deeply"),
        (json.dumps({**TOPOLOGY, "arcs": TOPOLOGY["arcs"][:1]}), "is damaged"),
        (json.dumps({**TOPOLOGY, "arcs": 7}), "is damaged"),
        (json.dumps({**TOPOLOGY, "objects": {"land": {"type": "Polygon", "arcs": [["a"]]}}}), "is damaged"),
        (json.dumps({**TOPOLOGY, "transform": {"scale": [1]}}), "is damaged"),
        ('{"type":"Topology"}', "is damaged"),
        ('{"type":"Topology","arcs":[],"objects":[]}', "is damaged"),
        (f'{{"type":"Polygon","coordinates":[[[0,0],[{"9" * 5000},1],[1,1],[0,0]]]}}', "coast.json"),
    ],
)
def test_a_damaged_coastline_is_refused(text: str, says: str) -> None:
    with pytest.raises(DataError, match=says):
        read_coastline(text, "coast.json")


def test_a_coastline_that_crosses_itself_is_mended() -> None:
    bow = [[10, 10], [60, 60], [60, 10], [10, 60]]
    assert made(source({"a": [[15, 30]], "b": [[55, 30]]}, {"w": [[100, 80]]}), coast_of(bow)).topology


def test_a_map_across_the_far_meridian() -> None:
    """Land cut at 180 degrees, as coastlines are, is one land again."""
    text = source({"a": [[178, 0]], "b": [[-178, 0]]}, {"w": [[180, 8]]}).replace(
        'kind = "plane"', 'kind = "mercator"\norigin = [180, 0]\nmiddle = [180, 0]\nkm_per_inch = 500'
    )
    west = [[175, -3], [180, -3], [180, 3], [175, 3]]
    east = [[-180, -3], [-175, -3], [-175, 3], [-180, 3]]
    topology = reread(build(loads_plan(text), coast_of(west, east)))
    assert ("a", "b") in {border.pair for border in topology.borders}
    assert all(len(topology.shapes[name]) == 1 for name in ("a", "b", "w"))


def test_areas_on_the_ground_are_those_of_the_sphere() -> None:
    """A degree of longitude between two parallels, under a lens that doubles its paper."""
    lens = {"at": [10.5, 45.5], "magnify": 1.5, "radius": "2 in"}
    sheet = {"frame": ["20 in", "20 in"], "middle": [10, 45], "origin": [10, 45], "km_per_inch": 50, "parallels": [40, 50]}
    projection = from_dict({"kind": "lambert-conformal-conic", **sheet, "lens": [lens]})
    import shapely

    ring = np.array([[10, 45], [11, 45], [11, 46], [10, 46], [10, 45]], dtype=float)
    dense = shapely.get_coordinates(shapely.segmentize(shapely.Polygon(ring), 0.01))
    shape = shapely.Polygon(np.column_stack(projection.forward(dense[:, 0], dense[:, 1])))
    expected = np.radians(1) * (np.sin(np.radians(46)) - np.sin(np.radians(45))) * EARTH_KM**2
    assert ground_area(projection, shape) == pytest.approx(expected, rel=1e-4)


def test_islands_are_dropped_by_their_size_on_the_ground() -> None:
    text = source({"a": [[0, 0]]}, {"w": [[3, 3]]}, coast='drop_below = "3000 km2"').replace(
        'kind = "plane"', 'kind = "equirectangular"\norigin = [0, 0]\nmiddle = [0, 0]\nkm_per_inch = 400'
    )
    rings: list[Places] = [[[x, 0], [x + side, 0], [x + side, side], [x, side]] for x, side in ((-1, 2), (3, 0.45), (-3, 0.6))]
    shore = settle_shore(loads_plan(text), read_coastline(coast_of(*rings)))
    assert len(shore.land) == 2, "2,500 km2 go, 4,450 stay"


# -- files -------------------------------------------------------------------------------------------------------------------


def put(folder: Path, text: str, coast: str = SHORE) -> Path:
    (folder / "source.toml").write_text(text, "utf-8")
    (folder / "land.json").write_text(coast, "utf-8")
    return folder


def test_the_coastline_beside_the_source_or_one_that_is_named(tmp_path: Path) -> None:
    folder = put(tmp_path, GOOD.replace("[coast]", '[coast]\nfile = "land.json"'))
    named = tmp_path / "other"
    named.mkdir()
    other = put(named, GOOD)
    beside = build_file(folder)
    given = build_file(other, coast=folder / "land.json")
    assert beside.topology["arcs"] == given.topology["arcs"]


@pytest.mark.parametrize("file", ["../land.json", "/etc/passwd", "a/../../land.json", "", "nowhere.json", "link.json"])
def test_a_source_never_leaves_its_folder(tmp_path: Path, file: str) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    put(folder, GOOD.replace("[coast]", f'[coast]\nfile = "{file}"'))
    (tmp_path / "land.json").write_text(SHORE, "utf-8")
    (folder / "link.json").symlink_to(tmp_path / "land.json")
    with pytest.raises(DataError, match=r"own folder|no such file|needs a coastline"):
        build_file(folder)


def test_a_coastline_too_large_to_read_is_refused(tmp_path: Path) -> None:
    folder = put(tmp_path, GOOD, " " * 16_000_001)
    with pytest.raises(DataError, match="more than 16,000,000 are not read"):
        build_file(folder, coast=folder / "land.json")


def test_two_spaces_with_a_seed_at_one_place_are_a_fault_with_both_places() -> None:
    text = source({"a": [[20, 20], [40, 40]], "b": [[100, 20], [77, 1], [40, 40.0]]}, {"w": [[20, 20]]})
    text = text.replace("[77, 1]", '["x", 1]')
    with pytest.raises(DataError) as caught:
        loads_plan(text, "s.toml")
    shared = [fault for fault in caught.value.faults if "is a seed of" in fault.message]
    assert [fault.key for fault in shared] == ["space.b.seeds.2", "space.w.seeds.0"]
    lines = text.splitlines()
    for fault in shared:
        line = next(k for k, line in enumerate(lines, 1) if line == "[space.a]")
        assert "is a seed of a too (line " in fault.message
        assert lines[int(fault.message.split("(line ")[1].split(",")[0]) - 1].startswith("seeds")
        assert int(fault.message.split("(line ")[1].split(",")[0]) > line
        assert fault.line is not None
        assert fault.line > line
    assert len(caught.value.faults) == 3, "and the place that is none"


def test_a_space_may_name_its_own_seed_twice() -> None:
    assert loads_plan(source({"a": [[20, 20], [20, 20]], "b": [[100, 20]]})).spaces["a"].seeds
