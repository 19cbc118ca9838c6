"""What a map holds beyond its spaces, as plain values for other programs' formats, and checksums of what those may change."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from areamap.atlas import Atlas
from areamap.spaces import WATER
from areamap.writing import other_tables

EXCHANGE = "areamap-exchange/1"
OF_ITSELF = frozenset({"format", "title", "topology", "space"})
"""Keys of a map file that are told otherwise than among the tables."""
EDGE_MARKS = ("from", "to", "kind", "cost", "open", "rule", "one_way", "path", "class", "value", "note", "provenance")


def about(board: Atlas) -> dict[str, Any]:
    """Return what the formats have no place for: title, tables, kinds of spaces in their order, shapes, borders of their own."""
    told: dict[str, Any] = {
        "format": EXCHANGE, "title": board.title, "tables": plain_tables(board),
        "spaces": {space.id: space.kind for space in board.spaces.values()},
    }
    backdrop = board.art.board.backdrop if board.art else None
    if board.topology is None:
        behind = {"backdrop": backdrop.topology.data} if backdrop and backdrop.topology else {}
        return told | {"projection": {"kind": "plane"}, "shapes": False} | behind
    told |= {key: board.topology.meta[key] for key in ("credit", "projection") if key in board.topology.meta}
    if board.topology.scale:
        told |= {"scale": list(board.topology.scale), "translate": list(board.topology.translate)}
    own = [
        {"class": border.kind, "coordinates": board.topology.arcs[border.arc]}
        for border in board.topology.borders
        if border.kind != border_class(*(board.spaces[id_].kind if id_ else "" for id_ in border.pair))
    ]
    return told | ({"borders": own} if own else {}) | {"topology": board.topology.data}


def plain_tables(board: Atlas) -> dict[str, Any]:
    """Return the tables of a map file but for its spaces, as they are written, for a map made otherwise as they would be."""
    if not board.tables:
        return other_tables(board)
    tables: dict[str, Any] = json.loads(json.dumps(dict(board.tables), default=str))
    return {key: value for key, value in tables.items() if key not in OF_ITSELF}


def border_class(a: str, b: str) -> str:
    """Return the class that a border has between spaces of two kinds, empty for the outside, where nobody says another."""
    if not (a and b):
        return "edge"
    wet = [kind in WATER for kind in (a, b)]
    return "sea" if all(wet) else "coast" if any(wet) else "land"


def bare_shapes(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a TopoJSON with nothing but the shapes of spaces and their borders, without properties of spaces."""
    objects = data["objects"]
    shapes = [{key: one for key, one in shape.items() if key != "properties"} for shape in objects["spaces"]["geometries"]]
    return {**data, "objects": {"spaces": {**objects["spaces"], "geometries": shapes}, "borders": objects["borders"]}}


def shapes_digest(data: Mapping[str, Any]) -> str:
    """Return the checksum of a TopoJSON's arcs, shapes and borders, whatever else it says."""
    bare = bare_shapes(data)
    return _digest([bare.get("transform"), bare["arcs"], bare["objects"]])


def edges_digest(edges: Iterable[Mapping[str, Any]]) -> str:
    """Return the checksum of the marks of links, in whatever order they come."""
    return _digest(sorted([str(marks.get(key, "")) for key in EDGE_MARKS] for marks in edges))


def _digest(value: Any) -> str:
    return "sha256:" + hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
