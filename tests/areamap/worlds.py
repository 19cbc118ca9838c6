"""Small worlds from text drawings: every letter is a square of one degree, a dot is outside; the first row lies north.

The arcs are found here by walking from corner to corner of the squares, independently of the code under test.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import areamap
from areamap.asking import AreaMap
from areamap.topology import Topology

Point = tuple[int, int]
LAND_WORDS = {"land", "island", "closed"}
PROJECTION = {
    "kind": "equirectangular", "frame": ["100 mm", "100 mm"], "middle": [2, 2], "origin": [2, 2], "km_per_inch": 200,
}
TURNS: tuple[Point, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))


def cells(drawing: str) -> dict[Point, str]:
    """Return the space of each square by its south-west corner."""
    rows = [line.strip() for line in drawing.strip().splitlines()]
    return {(x, len(rows) - 1 - k): ch for k, row in enumerate(rows) for x, ch in enumerate(row) if ch != "."}


def sides(drawing: str) -> dict[tuple[Point, Point], tuple[str, str]]:
    """Return the spaces left and right of each directed side of a square that parts two."""
    held = cells(drawing)
    found = {}
    for x, y in held:
        for start, (dx, dy) in zip(((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)), TURNS, strict=True):
            end = (start[0] + dx, start[1] + dy)
            across = held.get((x + dy, y - dx), "")
            if across != held[x, y]:
                found[start, end] = (held[x, y], across)
                found[end, start] = (across, held[x, y])
    return found


def arcs(drawing: str) -> list[tuple[list[Point], str, str]]:
    """Return every arc with the spaces at its left and right."""
    parts = sides(drawing)
    leaving: dict[Point, list[Point]] = {}
    for p, q in parts:
        leaving.setdefault(p, []).append(q)
    stops = {p for p, ends in leaving.items() if len(ends) != 2}
    found: list[tuple[list[Point], str, str]] = []
    used: set[tuple[Point, Point]] = set()
    for start in sorted(leaving, key=lambda p: (p not in stops, p)):
        for first in sorted(leaving[start]):
            if (start, first) in used or (start not in stops and any(start in (a, b) for a, b in used)):
                continue
            line = [start, first]
            while line[-1] not in stops and line[-1] != start:
                line.append(next(q for q in leaving[line[-1]] if q != line[-2]))
            used |= {*itertools.pairwise(line), *zip(line[1:], line, strict=False)}
            found.append((line, *parts[start, first]))
    return found


def rings(space: str, lines: list[tuple[list[Point], str, str]]) -> list[list[int]]:
    """Return the rings of a space, which keep it at their left."""
    ways = {k if left == space else ~k for k, (_, left, right) in enumerate(lines) if space in (left, right)}
    points = {way: lines[way][0] if way >= 0 else lines[~way][0][::-1] for way in ways}
    found = []
    while ways:
        ring = [min(ways)]
        ways.remove(ring[0])
        while points[ring[-1]][-1] != points[ring[0]][0]:
            at, before = points[ring[-1]][-1], points[ring[-1]][-2]
            back = TURNS.index((before[0] - at[0], before[1] - at[1]))
            # the next side clockwise from where the walker came
            onward = {
                (back - TURNS.index((points[w][1][0] - at[0], points[w][1][1] - at[1]))) % 4: w
                for w in ways
                if points[w][0] == at
            }
            ring.append(onward[min(onward)])
            ways.remove(ring[-1])
        found.append(ring)
    return found


def polygons(space: str, lines: list[tuple[list[Point], str, str]]) -> list[list[list[int]]]:
    """Return the polygons of a space: each outer ring with the holes in it."""

    def outline(ring: list[int]) -> list[Point]:
        return [p for way in ring for p in (lines[way][0] if way >= 0 else lines[~way][0][::-1])[:-1]]

    def size(ring: list[int]) -> float:
        found = outline(ring)
        return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(found, [*found[1:], found[0]], strict=True)) / 2

    def holds(ring: list[int], hole: list[int]) -> bool:
        x, y = (c + 0.25 for c in min(outline(hole)))  # inside the hole's first square
        found = outline(ring)
        pairs = zip(found, [*found[1:], found[0]], strict=True)
        return sum((ay > y) != (by > y) and ax > x for (ax, ay), (_, by) in pairs) % 2 == 1

    all_rings = rings(space, lines)
    outer = sorted((ring for ring in all_rings if size(ring) > 0), key=size)
    made = [[ring] for ring in outer]
    for hole in (ring for ring in all_rings if size(ring) < 0):
        next(polygon for polygon in made if holds(polygon[0], hole)).append(hole)
    return made


def border_class(a: str, b: str, kinds: Mapping[str, str]) -> str:
    if not (a and b):
        return "edge"
    dry = [kinds.get(id_, "land") in LAND_WORDS for id_ in (a, b)]
    return "land" if all(dry) else "coast" if any(dry) else "sea"


def topojson(drawing: str, kinds: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return a world as TopoJSON."""
    lines = arcs(drawing)
    spaces = sorted({id_ for _, left, right in lines for id_ in (left, right) if id_})
    return {
        "type": "Topology",
        "transform": {"scale": [1, 1], "translate": [0, 0]},
        "mapsheet": {"format": "areamap-topology/1", "projection": PROJECTION},
        "arcs": [deltas(line) for line, _, _ in lines],
        "objects": {
            "spaces": {
                "type": "GeometryCollection",
                "geometries": [{"type": "MultiPolygon", "id": id_, "arcs": polygons(id_, lines)} for id_ in spaces],
            },
            "borders": {
                "type": "GeometryCollection",
                "geometries": [
                    {
                        "type": "LineString",
                        "arcs": [k],
                        "properties": {
                            "left": left or None,
                            "right": right or None,
                            "class": border_class(left, right, kinds or {}),
                        },
                    }
                    for k, (_, left, right) in enumerate(lines)
                ],
            },
        },
    }


def deltas(line: list[Point]) -> list[list[int]]:
    return [list(line[0])] + [[bx - ax, by - ay] for (ax, ay), (bx, by) in itertools.pairwise(line)]


def topology(drawing: str, kinds: Mapping[str, str] | None = None) -> Topology:
    return Topology(topojson(drawing, kinds))


def map_text(drawing: str, kinds: Mapping[str, str] | None = None, more: str = "") -> str:
    """Return the map file of a world: a space for each letter, and whatever is added."""
    lines = ['format = "areamap/1"', 'title = "A small world"', 'topology = "map.topojson"']
    for id_ in sorted(set(cells(drawing).values())):
        lines += [f"[space.{id_}]", f'kind = "{(kinds or {}).get(id_, "land")}"', f'name = "The {id_.upper()}"']
    return "\n".join(lines) + "\n" + more


def write(folder: Path, drawing: str, kinds: Mapping[str, str] | None = None, more: str = "") -> Path:
    """Write a world's two files and return the map file."""
    (folder / "map.topojson").write_text(json.dumps(topojson(drawing, kinds)), "utf-8")
    path = folder / "map.toml"
    path.write_text(map_text(drawing, kinds, more), "utf-8")
    return path


def board(folder: Path, drawing: str, kinds: Mapping[str, str] | None = None, more: str = "") -> AreaMap:
    """Return a world that was written to a folder and read again."""
    return areamap.load(write(folder, drawing, kinds, more))
