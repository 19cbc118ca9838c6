"""An import tells what it leaves out, cuts out and cannot read, each by its name and place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from areamap.faces import space_at
from areamap.importing import import_text
from mapsheet.errors import DataError
from tests.areamap.test_import import Ring, box, geojson, loaded
from tests.commands import areamap_command

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'width="100mm" height="100mm" viewBox="0 0 100 100">\n'
)
AREA = '<rect id="a" width="50" height="50"/>\n'


def svg(inner: str) -> str:
    return f"{HEAD}{AREA}{inner}</svg>"


def notes(text: str) -> list[str]:
    return [str(report) for report in import_text(text, "x").reports]


# -- what is no area -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", ["use", "line", "polyline", "text", "image"])
def test_what_is_no_area_is_counted(tag: str) -> None:
    one = f'<{tag} id="b" xlink:href="#a" x="1" y="1" x1="0" x2="9" points="0 0 9 9 3 4">T</{tag}>'
    (said,) = notes(svg(one))
    assert f"1 <{tag}> element:" in said
    (said,) = notes(svg(f"<g>{one}</g>{one}{one}"))
    assert f"3 <{tag}> elements:" in said
    assert said.endswith("left out")
    assert notes(svg(f"<defs>{one}</defs>")) == [], "what only stands in definitions is not drawn"


def test_shapes_without_size_are_told() -> None:
    assert notes(svg('<rect id="flat" width="0" height="9"/>')) == ["the file: 'flat' has no size: left out"]


# -- enclaves --------------------------------------------------------------------------------------------------------------

HOST, INNER, CORE = box(0, 0, 9, 9), box(3, 3, 6, 6), box(4, 4, 5, 5)


@pytest.mark.parametrize("order", ["abc", "cba", "bac", "cab"])
def test_the_innermost_of_nested_regions_wins_in_any_order(order: str, tmp_path: Path) -> None:
    shapes: dict[str, Ring] = {"a": HOST, "b": INNER, "c": CORE}
    made = import_text(geojson(**{name: shapes[name] for name in order}), "x")
    board = loaded(made, tmp_path)
    found = [space_at(board, x, x) for x in (1.5, 3.5, 4.5)]
    assert [space.id for space in found if space] == ["a", "b", "c"]
    assert sorted((report.what, report.spaces[0], report.done) for report in made.reports) == [
        ("an enclave", "b", "cut out of a"), ("an enclave", "c", "cut out of b"),
    ]


def test_an_enclave_at_the_edge_of_its_host_is_cut_out_too(tmp_path: Path) -> None:
    made = import_text(geojson(a=HOST, b=box(0, 3, 3, 6)), "x")
    assert [report.done for report in made.reports] == ["cut out of a"]
    assert sorted(loaded(made, tmp_path).spaces) == ["a", "b"]


def test_an_enclave_painted_below_its_host_is_seen(tmp_path: Path) -> None:
    made = import_text(svg('<rect id="big" y="60" width="30" height="30"/>').replace(
        '<rect id="big"', '<rect id="small" x="5" y="65" width="5" height="5"/><rect id="big"'), "x")
    assert [report.done for report in made.reports] == ["cut out of big"]
    assert sorted(loaded(made, tmp_path).spaces) == ["a", "big", "small"]


def test_what_only_overlaps_goes_to_the_first_as_before() -> None:
    made = import_text(geojson(a=box(0, 0, 4, 4), b=box(2, 0, 6, 4)), "x")
    assert [(report.what, report.done) for report in made.reports] == [("an overlap", "given to a")]


# -- damage ----------------------------------------------------------------------------------------------------------------


def feature(name: str, id_: str | int | None, coordinates: Any) -> dict[str, Any]:
    own = {} if id_ is None else {"id": id_}
    return {"type": "Feature", **own, "properties": {"name": name}, "geometry": {"type": "Polygon", "coordinates": coordinates}}


def test_damaged_features_are_all_named() -> None:
    sound = [[[0, 0], [1, 0], [1, 1], [0, 0]]]
    features = [
        feature("Serbia", "s", sound), feature("Bosnia", "b", [[[0, 0], ["x", 0], [1, 1], [0, 0]]]), feature("", 7, 5),
        feature("Greece", None, [[[0, 0], [1, 0, 2], [1], [0, 0]]]),
    ]
    with pytest.raises(DataError) as caught:
        import_text(json.dumps({"type": "FeatureCollection", "features": features}), "x.geojson")
    told = [str(fault) for fault in caught.value.faults]
    assert len(told) == 3
    for words, fault in zip(("feature 1 ('b', 'Bosnia')", "feature 2 (7", "feature 3 ('Greece')"), told, strict=True):
        assert fault.startswith(f"x.geojson: {words}")
        assert "is damaged" in fault


def test_damaged_parts_of_a_topojson_are_named() -> None:
    def made(arcs: Any, *geometries: Any) -> str:
        objects = {"lands": {"type": "GeometryCollection", "geometries": geometries}}
        return json.dumps({"type": "Topology", "arcs": arcs, "objects": objects})

    ring = [[0, 0], [1, 0], [1, 1], [0, 0]]
    with pytest.raises(DataError, match=r"is damaged: .*arc 1"):
        import_text(made([ring, [[0, 0], [None, 1]]]), "x")
    bad = {"type": "Polygon", "id": "b", "properties": {"name": "Bosnia"}, "arcs": [[9]]}
    with pytest.raises(DataError, match=r"geometry 1 of 'lands' \('b', 'Bosnia'\) is damaged"):
        import_text(made([ring], {"type": "Polygon", "id": "a", "arcs": [[0]]}, bad), "x")


def test_damaged_elements_of_a_drawing_are_named_with_their_lines(tmp_path: Path) -> None:
    inner = (
        '<!-- <path d="M0"/>\n -->\n<path id="good" d="M60 60h9v9z"/>\n<path\n  id="river"\n  d="M0 zero"/>\n'
        '<g transform="spin(3)"><path d="K"/></g>\n'
    )
    (tmp_path / "x.svg").write_text(svg(inner), "utf-8")
    ran = areamap_command("import", "x.svg", "-o", "new", folder=tmp_path)
    assert ran.code == 2
    told = ran.errors.splitlines()
    assert [line.split(": ")[:2] for line in told] == [
        ["x.svg:6:1", "<path id='river'>"], ["x.svg:9:1", "<g>"], ["x.svg:9:1", "<path>"],
    ]
    assert not (tmp_path / "new").exists()


# -- what the command says ---------------------------------------------------------------------------------------------------


def test_the_command_groups_its_remarks_and_ends_with_the_count_of_faults(tmp_path: Path) -> None:
    drawn = geojson(a=HOST, b=INNER, c=box(8, 0, 12, 9), d=box(30, 0, 40, 9), e=CORE, f=box(50, 0, 60, 9))
    (tmp_path / "x.geojson").write_text(drawn, "utf-8")
    ran = areamap_command("import", "x.geojson", "-o", "new map", folder=tmp_path)
    assert ran.code == 0
    assert [line.split()[0] for line in ran.errors.splitlines()[:2]] == ["wrote", "wrote"]
    *remarks, last = ran.output.splitlines()
    whats = [line.split(" of ")[0] for line in remarks]
    assert sorted(whats) == ["an enclave", "an enclave", "an overlap"]
    assert whats.index("an overlap") in {0, 2}, "each kind stands together"
    checked = areamap_command("check", "new map", folder=tmp_path)
    faults = checked.errors.splitlines()
    assert checked.code == 2
    assert last == f"6 spaces; areamap check finds {len(faults)} faults: areamap check 'new map'"
    assert ran.errors.splitlines()[2:] == faults


def test_a_sound_import_says_what_comes_next(tmp_path: Path) -> None:
    (tmp_path / "x.geojson").write_text(geojson(a=box(0, 0, 1, 1), b=box(1, 0, 2, 1)), "utf-8")
    ran = areamap_command("import", "x.geojson", "-o", "new", folder=tmp_path)
    assert ran.output == "2 spaces; next: areamap check new --proof new/proof.svg\n"


def test_a_file_is_no_folder_in_plain_words(tmp_path: Path) -> None:
    (tmp_path / "x.geojson").write_text(geojson(a=box(0, 0, 1, 1), b=box(1, 0, 2, 1)), "utf-8")
    (tmp_path / "file").write_text("mine", "utf-8")
    for words in (("new", "file"), ("import", "x.geojson", "-o", "file")):
        ran = areamap_command(*words, folder=tmp_path)
        assert (ran.code, ran.errors) == (2, "file: is a file, not a folder\n")
    ran = areamap_command("new", "file/inner", folder=tmp_path)
    assert (ran.code, "Errno" in ran.errors) == (2, False)
    assert (tmp_path / "file").read_text("utf-8") == "mine"
