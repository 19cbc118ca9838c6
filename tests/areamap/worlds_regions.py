"""Small maps of regions from drawings of letters: each letter a space, each cell a square of the plane."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

CELL = 40.0
Point = tuple[int, int]
Step = tuple[Point, Point]

WORLD = """
aaabbbcc
aaabbbcc
aawwddcc
wwwwddxx
kwwweexx
"""
SPACES = """
format = "areamap/1"
title = "Letters"
topology = "map.topojson"
[sheet]
size = "500x230mm"
subtitle = "A small world"
[panel]
graticule = false
[faction.red]
name = "Red"
[faction.blue]
name = "Blue"
[space.a]
kind = "land"
class = "nation"
name = "Albany"
code = "ALB"
value = 3
faction = "red"
[space.b]
kind = "land"
class = "nation"
name = "Great Burgundy"
value = 2
faction = "blue"
[space.c]
kind = "land"
class = "march"
name = "Cumbria"
value = 0
faction = "red"
[space.d]
kind = "land"
class = "special"
name = "Dorset"
value = 1
faction = "blue"
note = "Dukes only"
[space.e]
kind = "land"
class = "nation"
name = "Essex"
value = 5
faction = "red"
[space.k]
kind = "island"
name = "Kos"
value = 1
faction = "blue"
[space.w]
kind = "sea"
name = "Western Sea"
value = 2
[space.x]
kind = "closed"
name = "Xanadu"
note = "NO ENTRY"
[space.city_alba]
kind = "city"
name = "Alba"
within = "a"
at = [72.0, 100.0]
ports = ["w"]
traits = ["critical"]
[space.city_bourges]
kind = "city"
name = "Bourges"
within = "b"
at = [150.0, 20.0]
traits = ["fortress"]
[space.city_colne]
kind = "city"
name = "Colne"
within = "c"
at = [300.0, 30.0]
[[link]]
kind = "strait"
between = ["a", "k"]
rule = "7"
"""


def topology(drawing: str = WORLD, cell: float = CELL) -> dict[str, Any]:
    """Return the TopoJSON of a drawing; each arc runs between corners where three spaces or the outside meet."""
    rows = drawing.split()
    steps = _steps(rows)
    arcs = _arcs(steps)
    borders = [
        {"type": "LineString", "arcs": [k], "properties": {"left": left, "right": right, "class": _class(rows, left, right)}}
        for k, (_, (left, right)) in enumerate(arcs)
    ]
    spaces = [
        {"type": "Polygon", "id": name, "arcs": _rings(arcs, name)} for name in sorted(set("".join(rows)))
    ]
    frame = [f"{len(rows[0]) * cell} mm", f"{len(rows) * cell} mm"]
    return {
        "type": "Topology", "arcs": [[[x * cell, y * cell] for x, y in points] for points, _ in arcs],
        "objects": {
            "spaces": {"type": "GeometryCollection", "geometries": spaces},
            "borders": {"type": "GeometryCollection", "geometries": borders},
        },
        "mapsheet": {"format": "areamap-topology/1", "credit": "", "projection": {"kind": "plane", "frame": frame}},
    }


def write_world(folder: Path, text: str = SPACES, drawing: str = WORLD) -> Path:
    """Write a map into a folder and return its file."""
    (folder / "map.topojson").write_text(json.dumps(topology(drawing)), encoding="utf-8")
    (folder / "map.toml").write_text(text, encoding="utf-8")
    return folder / "map.toml"


def _steps(rows: list[str]) -> dict[Step, tuple[str | None, str | None]]:
    """Return every side between two letters as a step of which the first letter lies at the left hand, y downwards."""
    def at(x: int, y: int) -> str | None:
        return rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[0]) else None

    found: dict[Step, tuple[str | None, str | None]] = {}
    for y in range(len(rows) + 1):
        for x in range(len(rows[0]) + 1):
            if at(x, y - 1) != at(x, y) and x < len(rows[0]):
                found[(x, y), (x + 1, y)] = (at(x, y - 1), at(x, y))
            if at(x - 1, y) != at(x, y) and y < len(rows):
                found[(x, y), (x, y + 1)] = (at(x, y), at(x - 1, y))
    return found


def _arcs(steps: dict[Step, tuple[str | None, str | None]]) -> list[tuple[list[Point], tuple[str | None, str | None]]]:
    ends: dict[Point, list[tuple[Point, tuple[str | None, str | None]]]] = defaultdict(list)
    for (a, b), (left, right) in steps.items():
        ends[a].append((b, (left, right)))
        ends[b].append((a, (right, left)))
    junctions = {p for p, ways in ends.items() if len(ways) != 2 or set(ways[0][1]) != set(ways[1][1])}
    used: set[frozenset[Point]] = set()
    arcs = []
    for start in [*sorted(junctions), *sorted(ends)]:
        for first, sides in ends[start]:
            if frozenset((start, first)) in used:
                continue
            points, here = [start, first], first
            used.add(frozenset((start, first)))
            while here not in junctions and here != start:
                here = next(p for p, _ in ends[here] if frozenset((here, p)) not in used)
                used.add(frozenset((points[-1], here)))
                points.append(here)
            arcs.append((points, sides))
    return arcs


def _rings(arcs: list[tuple[list[Point], tuple[str | None, str | None]]], name: str) -> list[list[int]]:
    """Return the ring of a letter without holes."""
    own = {k: points for k, (points, sides) in enumerate(arcs) if name in sides}
    ring: list[int] = []
    here: Point | None = None
    while own:
        found = next(((k, p) for k, p in own.items() if here is None or here in (p[0], p[-1])), None)
        assert found is not None, f"{name} is not in one piece"
        k, points = found
        forwards = here in (None, points[0])
        ring.append(k if forwards else ~k)
        here = points[-1] if forwards else points[0]
        del own[k]
    return [ring]


def _class(rows: list[str], left: str | None, right: str | None) -> str:
    if left is None or right is None:
        return "edge"
    wet = {"w"} & {left, right}
    return "coast" if wet else "impassable" if "x" in (left, right) and "d" in (left, right) else "land"
