"""What the eye reads on a drawn map is what the data say, hex by hex, measured on the polygons that are drawn."""

from __future__ import annotations

from typing import Any

import pytest
from shapely import LineString, Polygon

import hexmap
from hexmap.draw.sheet import Shapes, find_shapes
from hexmap.draw.terrainlook import water_kind
from hexmap.draw.view import View, region
from hexmap.grid import Hex
from mapsheet.style import load_style
from tests.hexmap.worlds_draw import random_map

SHOWN = 0.02  # of a hex: what is seen in it
MOST_LOWER = 0.25  # of a hex: lower tints that round its corners off
SEEDS = range(60)


def maps() -> list[Any]:
    """Return both battle maps and the seeds of the random ones."""
    return ["bannockburn", "angorra", *SEEDS]


@pytest.fixture(params=maps(), ids=str)
def view(request: pytest.FixtureRequest) -> View:
    board = hexmap.load(request.param) if isinstance(request.param, str) else random_map(request.param)
    return View(board, load_style("classic"))


def share(view: View, h: Hex, area: Any) -> float:
    hexagon = Polygon(view.layout.corners(h))
    return float(hexagon.intersection(area).area / hexagon.area)


def wrong_levels(view: View, levels: dict[int, Any]) -> list[str]:
    """Return the hexes whose level would be misread."""
    faults = []
    for h in view.board:
        own = view.level(h)
        seen = {level: share(view, h, area) for level, area in levels.items()}
        if any(part > SHOWN for level, part in seen.items() if level > own):
            faults.append(f"{view.key(h)} shows more than level {own}")
        if any(part < 1 - MOST_LOWER for level, part in seen.items() if level <= own):
            faults.append(f"{view.key(h)} of level {own} is more than a quarter lower")
    return faults


def wrong_cover(view: View, area: Any, hexes: set[Hex]) -> list[str]:
    """Return the hexes where a feature is seen and should not be, or the other way round."""
    return [view.key(h) for h in view.board if (share(view, h, area) > SHOWN) != (h in hexes)]


def of_kind(view: View, *kinds: str) -> set[Hex]:
    return {h for h in view.board if water_kind(view.terrain(h)) in kinds}


def test_a_hex_has_the_highest_level_seen_in_it(view: View) -> None:
    levels = {level: region(outlines) for level, outlines in find_shapes(view).levels.items()}
    assert wrong_levels(view, levels) == []
    assert max(levels, default=0) <= max(view.level(h) for h in view.board)


def test_a_tint_carried_over_a_hexside_is_found(view: View) -> None:
    levels = {level: region(outlines).buffer(1.5) for level, outlines in find_shapes(view).levels.items()}
    inner = [h for h in view.board if any(view.level(n) > view.level(h) for n in view.grid.neighbors(h) if n in view.board)]
    assert bool(wrong_levels(view, levels)) == bool(inner)


def test_water_is_seen_in_its_own_hexes_only(view: View) -> None:
    waters = find_shapes(view).waters
    # the strokes of its shores included
    shore = view.style.water.shore.width / 2
    on_map = view.area(view.board)
    assert wrong_cover(view, waters.wet.buffer(shore).intersection(on_map), of_kind(view, "running", "standing")) == []
    bank = view.style.course["dry"].bank.width / 2
    assert wrong_cover(view, waters.dry.buffer(bank).intersection(on_map), of_kind(view, "dry")) == []


def test_each_terrain_is_seen_in_its_own_hexes_only(view: View) -> None:
    for body in find_shapes(view).bodies:
        hexes = {h for h in view.board if view.terrain(h).name == body.name}
        assert wrong_cover(view, region(body.outlines), hexes) == []


def crossings(view: View, shapes: Shapes) -> list[float]:
    """Return how much of a hexside each course takes where it crosses one, strokes included."""
    shore, found = view.style.water.shore.width, []
    for ribbon in shapes.waters.ribbons:
        surface = ribbon.surface.buffer(shore / 2, cap_style="flat")
        for h in ribbon.thread.through:
            corners = view.layout.corners(h)
            for k in range(6):
                side = LineString([corners[k], corners[(k + 1) % 6]])
                found.append(side.intersection(surface).length / side.length)
    return found


def test_courses_narrow_to_four_fifths_of_a_hexside(view: View) -> None:
    # at the edge of the map a river may leave by a corner's whole width, but no wider than the hexside
    assert max(crossings(view, find_shapes(view)), default=0.0) <= 0.8 + 0.03


def test_levels_lie_in_each_other(view: View) -> None:
    levels = {level: region(outlines) for level, outlines in find_shapes(view).levels.items()}
    for level, area in levels.items():
        if level - 1 in levels:
            assert area.difference(levels[level - 1]).area < 0.01, level
