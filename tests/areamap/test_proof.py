"""The proof shows every link by kind, and what is wrong in red; where spaces stand on it."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import areamap
from areamap.asking import AreaMap
from areamap.draw.proof import draw_proof
from areamap.placing import anchors, placement
from tests.areamap import worlds
from tests.commands import run_door

SVG = "{http://www.w3.org/2000/svg}"
DRAWING = "ssss\nsabs\nscds\nssss"
MORE = """
[space.x]
kind = "city"
name = "X"
within = "a"
at = [1.25, 2.75]
ports = ["s"]
[space.far]
kind = "box"
name = "Far"
[[link]]
kind = "strait"
between = ["a", "d"]
[[link]]
kind = "balloon & rope"
between = ["b", "c"]
one_way = "the wind"
"""


def board(folder: Path, more: str = MORE) -> AreaMap:
    return worlds.board(folder, DRAWING, {"s": "sea"}, more)


def parts(svg: str, prefix: str) -> dict[str, ET.Element]:
    """Return the elements whose id begins so."""
    return {e.get("id", ""): e for e in ET.fromstring(svg).iter() if e.get("id", "").startswith(prefix)}


def title(element: ET.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


def test_every_link_is_an_arrow_of_its_kind(tmp_path: Path) -> None:
    world = board(tmp_path)
    links = parts(draw_proof(world), "link-")
    assert len(links) == len(world.links)
    heads = {title(e): len(e.findall(f"{SVG}path")) - 1 for e in links.values()}
    assert heads["b → c: balloon & rope, declared"] == 1, "one head, for it runs one way"
    assert heads["a – d: strait, declared"] == 2
    inks = {title(e).split(": ")[1].split(",")[0]: e.find(f"{SVG}path").get("stroke") for e in links.values()}  # type: ignore[union-attr]
    assert len(set(inks.values())) == len(inks) == 6, "a colour for each of city, coast, land, port, strait and balloon"


def test_a_drawn_link_runs_through_the_middle_of_its_border(tmp_path: Path) -> None:
    world = worlds.board(tmp_path, "aab\naab")
    (link,) = parts(draw_proof(world), "link-").values()
    path = link.find(f"{SVG}path")
    assert path is not None
    numbers = [float(n) for n in re.findall(r"-?\d*\.?\d+", path.get("d", ""))]
    place = placement(world, (400, 340)).place
    x, y = place((2, 1))
    assert (numbers[0] + numbers[2], numbers[1] + numbers[3]) == pytest.approx((x, y), abs=0.01), "the second point, relative"


def test_the_key_counts_and_the_table_lists(tmp_path: Path) -> None:
    svg = draw_proof(board(tmp_path))
    words = {e.get("aria-label") for e in ET.fromstring(svg).iter()}
    assert {"balloon & rope", "declared, not drawn", "four or more in a point", "far", "space"} <= words
    assert any("without a place: far" in (word or "") for word in words)


def test_corners_are_ringed_and_what_is_not_drawn_is_red(tmp_path: Path) -> None:
    path = worlds.write(tmp_path, DRAWING, {"s": "sea"}, MORE)
    text = path.read_text("utf-8")
    for one, other in (("A", "d"), ("D", "a")):
        text = text.replace(f'name = "The {one}"', f'name = "The {one}"\nneighbors = ["b", "c", "{other}"]')
    path.write_text(text, "utf-8")
    svg = draw_proof(areamap.load(path))
    assert list(parts(svg, "wrong-")) == ["wrong-a-d"]
    assert [title(e) for e in parts(svg, "corner-").values()] == ["a, b, c, d"]


def test_a_board_without_shapes_stands_where_its_file_says() -> None:
    world = areamap.loads(
        'format = "areamap/1"\ntitle = "T"\n[space.a]\nkind = "node"\nname = "A"\nat = [0, 0]\n'
        '[space.b]\nkind = "node"\nname = "B"\nat = [100, 50]\n[[link]]\nkind = "road"\nbetween = ["a", "b"]\n'
    )
    placed = placement(world, (400, 340))
    assert (placed.width, placed.height) == (400, 200)
    assert anchors(world, placed.place) == {"a": (8, 8), "b": (408, 208)}
    assert len(parts(draw_proof(world), "link-")) == 1


def test_a_map_without_anything_to_place_is_drawn_all_the_same() -> None:
    world = areamap.loads('format = "areamap/1"\ntitle = "T"\n[space.a]\nkind = "box"\nname = "A"\n')
    assert "without a place: a" in draw_proof(world)


def test_north_is_up_on_degrees_and_y_grows_downwards_on_a_plane(tmp_path: Path) -> None:
    world = worlds.board(tmp_path, "a\nb")
    where = anchors(world, placement(world, (100, 100)).place)
    assert where["a"][1] < where["b"][1]
    data = worlds.topojson("a\nb")
    data["mapsheet"]["projection"] = {"kind": "plane"}
    world.topology = type(world.topology)(data)  # type: ignore[misc]
    where = anchors(world, placement(world, (100, 100)).place)
    assert where["a"][1] > where["b"][1]


def test_the_command_writes_it(tmp_path: Path) -> None:
    board(tmp_path)
    ran = run_door("areamap", ("check", str(tmp_path), "--proof", str(tmp_path / "p.svg"), "--style", "mono"))
    assert "wrote" in ran.errors
    assert (tmp_path / "p.svg").read_text("utf-8").startswith("<?xml")
    ran = run_door("areamap", ("check", str(tmp_path), str(tmp_path), "--proof", str(tmp_path / "p.svg")))
    assert (ran.code, "expected one map for a proof" in ran.errors) == (2, True)


def test_the_same_map_gives_the_same_proof(tmp_path: Path) -> None:
    world = board(tmp_path)
    assert draw_proof(world) == draw_proof(world)
