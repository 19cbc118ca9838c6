"""Small worlds for building: sources and coasts as text, and the checks that every built topology must pass."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import shapely

from areamap.build.making import Built, build
from areamap.build.reading import loads_plan
from areamap.build.writing import to_bytes
from areamap.topology import Topology, parse_topology

WIDE, HIGH = 120.0, 90.0
Places = Sequence[Sequence[float]]


def source(
    land: Mapping[str, Places] = {},
    water: Mapping[str, Places] = {},
    *,
    more: str = "",
    coast: str = "",
    roughness: float = 0.0,
    simplify: str = "0.2 mm",
) -> str:
    """Return a source on a plane of 120 by 90 mm."""
    lines = [
        'format = "areamap-source/1"', 'title = "A world"', "[projection]", 'kind = "plane"',
        f'frame = ["{WIDE} mm", "{HIGH} mm"]', "[course]", f"roughness = {roughness}",
    ]  # fmt: skip
    if water or coast:
        lines += ["[coast]", f'simplify = "{simplify}"', coast]
    for on, spaces in (("land", land), ("water", water)):
        for name, seeds in spaces.items():
            lines += [f"[space.{name}]", f'on = "{on}"', f"seeds = {json.dumps([list(seed) for seed in seeds])}"]
    return "\n".join([*lines, more, ""])


def border_line(between: tuple[str, str], through: Places, **more: Any) -> str:
    """Return a [[line]]."""
    extra = "".join(f"\n{key} = {json.dumps(value)}" for key, value in more.items())
    return f"[[line]]\nbetween = {json.dumps(list(between))}\nthrough = {json.dumps([list(p) for p in through])}{extra}\n"


def coast_of(*rings: Places) -> str:
    """Return a GeoJSON of one polygon for each ring."""
    polygons = [[[*map(list, ring), list(ring[0])]] for ring in rings]
    return json.dumps({"type": "MultiPolygon", "coordinates": polygons})


def made(text: str, coast: str | None = None) -> Built:
    """Build a source and check what came of it."""
    built = build(loads_plan(text), coast)
    check_sound(built)
    return built


def reread(built: Built) -> Topology:
    """Return what was built as the library reads it back from bytes."""
    return parse_topology(to_bytes(built.topology).decode())


def shapes(topology: Topology) -> dict[str, Any]:
    """Return a multipolygon for each space."""
    made = {}
    for name in topology.shapes:
        polygons = [shapely.Polygon(rings[0], rings[1:]) for rings in topology.polygons(name)]
        made[name] = shapely.MultiPolygon(polygons)
    return made


def pairs(built: Built) -> set[tuple[str, str]]:
    """Return who touches whom, from the borders as they are read back."""
    return {border.pair for border in reread(built).borders if border.left and border.right}


def check_sound(built: Built, *, full: bool = False) -> None:
    """Assert that shapes are whole, lie side by side, and are told alike by borders, rings and contacts."""
    topology = reread(built)
    drawn = shapes(topology)
    assert shapely.is_valid(list(drawn.values())).all()
    assert shapely.coverage_is_valid(list(drawn.values()))
    _check_rings(topology)
    _check_sides(topology, drawn)
    assert {(one.a, one.b) for one in built.contacts} == pairs(built)
    if full:
        assert sum(shape.area for shape in drawn.values()) == _near(WIDE * HIGH)


def _near(value: float) -> Any:
    import pytest

    return pytest.approx(value, rel=1e-9)


def _check_rings(topology: Topology) -> None:
    """Each arc is walked once by the space at each of its sides, and every ring is closed."""
    walked = Counter((space, number) for space, number in topology.used())
    expected: Counter[tuple[str, int]] = Counter()
    for k, border in enumerate(topology.borders):
        for space in filter(None, (border.left, border.right)):
            uses = [(space, k), (space, ~k)]
            assert sum(walked[use] for use in uses) == 1, f"arc {k} of {space}"
            expected.update(use for use in uses if walked[use])
    assert walked == expected
    for polygons in topology.shapes.values():
        for ring in (ring for polygon in polygons for ring in polygon):
            for one, other in zip(ring, [*ring[1:], ring[0]], strict=True):
                assert topology.walked(one)[-1] == topology.walked(other)[0]


def _check_sides(topology: Topology, drawn: dict[str, Any]) -> None:
    """Beside the middle of an arc's longest edge lie the spaces that it names, left and right for the eye (y downwards)."""
    for k, border in enumerate(topology.borders):
        places = np.array(topology.arcs[k])
        steps = np.diff(places, axis=0)
        longest = int(np.hypot(*steps.T).argmax())
        middle = places[longest] + steps[longest] / 2
        aside = np.array([steps[longest][1], -steps[longest][0]]) * 1e-4
        for space, at in ((border.left, middle + aside), (border.right, middle - aside)):
            inside = [name for name, shape in drawn.items() if shape.contains(shapely.Point(at))]
            assert inside == ([space] if space else []), f"arc {k}"


def ends_at(topology: Topology, place: Sequence[float]) -> list[int]:
    """Return the arcs that begin or end within two thousandths of a millimetre of a place."""
    near = []
    for k, arc in enumerate(topology.arcs):
        near += [k for end in (arc[0], arc[-1]) if np.hypot(end[0] - place[0], end[1] - place[1]) < 2e-3]
    return near
