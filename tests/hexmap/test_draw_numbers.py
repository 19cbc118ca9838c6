"""Hex numbers stand clear of all lines that are drawn, or on a plate that breaks them."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from shapely import LineString, Polygon, box, unary_union

import hexmap
from hexmap.draw.numberplaces import settle_numbers
from hexmap.draw.outlines import flattened
from hexmap.draw.roads import course_of, eased
from hexmap.draw.setup import unit_boxes
from hexmap.draw.sheet import Shapes, draw_map, find_names, find_shapes
from hexmap.draw.view import View
from hexmap.position import read_position
from mapsheet.box import around
from mapsheet.paths import flatten
from mapsheet.style import load_style
from tests.hexmap.worlds_draw import random_map

SVG = "{http://www.w3.org/2000/svg}"


def drawn_lines(view: View, shapes: Shapes) -> list[tuple[str, Any]]:
    """Return all lines with their strokes as areas, each with a word for it."""
    style, found = view.style, []
    for area, pen in ((shapes.waters.wet, style.water.shore), (shapes.waters.dry, style.course["dry"].bank)):
        found += [("shore", area.boundary.buffer(pen.width / 2))] if not area.is_empty else []
    inner = shapes.waters.wet.buffer(-style.water.inset)
    found += [("waterline", inner.boundary.buffer(style.water.waterline.width / 2))] if not inner.is_empty else []
    for line in view.board.lines:
        found.append(("road", LineString(flatten(course_of(view, line.through))).buffer(style.way["road"].casing.width / 2)))
    for d in view.board.art.decorations:
        if d.kind in ("road", "track"):
            half = style.way["lane" if d.kind == "road" else "track"].core.width / 2
            found.append((d.kind, LineString(flatten(eased(course_of(view, d.at)))).buffer(half)))
    for outlines in shapes.levels.values():
        for run, ring in ((run, o.ring) for o in outlines for run in o.runs if run.curved):
            points = flattened(run, ring)
            found.append(("contour", LineString([*points, points[0]] if ring else points).buffer(style.contour.line.width / 2)))
    return found


def crossed(view: View, shapes: Shapes) -> list[str]:
    """Return the numbers that a line touches, but for those on a plate."""
    everything = {word: unary_union([area for w, area in drawn_lines(view, shapes) if w == word])
                  for word in ("shore", "waterline", "road", "track", "contour")}
    return [
        f"{view.key(h)} {word}" for h in view.hexes if h not in view.plates
        for word, area in everything.items() if area.intersects(box(*view.number_box(h)))
    ]


@pytest.mark.parametrize("name", ["bannockburn", "angorra"])
@pytest.mark.parametrize("style", ["classic", "mono"])
def test_no_line_runs_through_a_number(name: str, style: str) -> None:
    view = View(hexmap.load(name), load_style(style))
    shapes = find_shapes(view)
    assert len(crossed(view, shapes)) > 20
    settle_numbers(view, shapes)
    assert crossed(view, shapes) == []
    assert len(view.plates) <= 2


@pytest.mark.parametrize("seed", range(16))
def test_a_moved_number_stays_in_its_hex_and_off_lines(seed: int) -> None:
    view = View(random_map(seed), load_style("classic"))
    shapes = find_shapes(view)
    settle_numbers(view, shapes)
    assert crossed(view, shapes) == []
    for h in view.hexes:
        assert view.polygon(h).contains(Polygon(view.number_box(h).corners))


def test_numbers_stay_one_path_a_block_with_their_plates_below() -> None:
    board = hexmap.load("angorra")
    group = ET.fromstring(draw_map(board, crop="0101-1010")).find(f"{SVG}g[@id='layer-numbers']")
    assert group is not None
    inks = [path.get("stroke") for path in group]
    assert inks.count(load_style("classic").numbers.colour) == 1
    assert inks[-1] == load_style("classic").numbers.colour


@pytest.mark.parametrize("name", ["bannockburn", "angorra"])
def test_names_keep_off_contours_roads_and_shores(name: str) -> None:
    view = View(hexmap.load(name), load_style("classic"))
    shapes = find_shapes(view)
    settle_numbers(view, shapes)
    lines = unary_union([area for word, area in drawn_lines(view, shapes) if word not in ("shore", "waterline")])
    shores = unary_union([area for word, area in drawn_lines(view, shapes) if word == "shore"])
    courses = {course.name for course in view.board.art.courses}
    for found in find_names(view, shapes):
        letters = unary_union([Polygon(quad) for quad in found.lettering.glyphs])
        assert not letters.intersects(lines), found.lettering.words
        assert found.lettering.words in courses or not letters.intersects(shores), found.lettering.words


def test_names_keep_off_units() -> None:
    board = hexmap.load("bannockburn")
    position = read_position(Path(hexmap.__file__).parent.parent / "data" / "bannockburn" / "setup.toml")
    view = View(board, load_style("classic"))
    shapes = find_shapes(view)
    settle_numbers(view, shapes)
    boxes = unit_boxes(view, position)
    letters = [around(quad) for found in find_names(view, shapes, boxes) for quad in found.lettering.glyphs]
    assert sum(letter.overlaps(unit) for letter in letters for unit in boxes) == 0
    heedless = [around(quad) for found in find_names(view, shapes) for quad in found.lettering.glyphs]
    assert any(letter.overlaps(unit) for letter in heedless for unit in boxes)
