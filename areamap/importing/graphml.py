"""Reading a GraphML: spaces that are nodes, and typed links between them, on a board without shapes."""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Hashable, Mapping
from typing import Any

from areamap.importing.drawn import MOST_REGIONS, Drawn, Point, Spot
from areamap.importing.svg import FORBIDDEN
from mapsheet.errors import DataError, Fault, clipped

SHEET = (240.0, 170.0)  # mm for what has no millimetres of its own
EDGE = 20.0
MOST_LINKS = 200_000
_BAD = (SyntaxError, ValueError, TypeError, KeyError, AttributeError, StopIteration, RecursionError)
PLACES = (("x", "y"), ("lon", "lat"), ("longitude", "latitude"))
_LISTS = frozenset({"aliases", "traits", "ports", "neighbors", "coasts", "provenance"})


def read_graphml(text: str, name: str) -> Drawn:
    """Return the nodes and edges of a GraphML; DataError for what is none, is damaged, too large, or brings entities."""
    import networkx as nx

    if FORBIDDEN.search(text):
        raise DataError(Fault("holds a DOCTYPE or an ENTITY, which are not read", name))
    try:
        with warnings.catch_warnings(action="ignore"):  # keys without a type are texts
            graph = nx.parse_graphml(text, force_multigraph=True)
    except (*_BAD, nx.NetworkXError) as error:
        raise DataError(Fault(f"is no GraphML: {clipped(str(error) or type(error).__name__, 100)}", name)) from None
    if graph.number_of_nodes() > MOST_REGIONS or graph.number_of_edges() > MOST_LINKS:
        raise DataError(Fault(f"at most {MOST_REGIONS:,} nodes and {MOST_LINKS:,} edges are read", name))
    return _drawn(graph)


def _drawn(graph: Any) -> Drawn:
    drawn = Drawn(title=str(graph.graph.get("title") or ""), is_plane=True)
    places = _placed(graph)
    for node, marks in graph.nodes(data=True):
        known = {key: _value(key, value) for key, value in marks.items()}
        label = next((str(marks[key]) for key in ("name", "label", "title") if marks.get(key)), str(node))
        drawn.spots.append(Spot(str(node), label, {"kind": "node", **known}, places[node]))
    for a, b, marks in graph.edges(data=True):
        if not marks.get("back"):
            drawn.links.append(_link(str(a), str(b), marks, is_directed=graph.is_directed()))
    return drawn


def _value(key: str, value: Any) -> Any:
    """Return a value, unpacked where our own export packed a list into a text."""
    if key in _LISTS and isinstance(value, str):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def _link(a: str, b: str, marks: Mapping[str, Any], *, is_directed: bool) -> dict[str, Any]:
    own = {key: str(marks[key]) for key in ("open", "rule", "one_way", "path", "provenance", "class") if marks.get(key)}
    if own.get("open") == "always":
        del own["open"]
    kind = str(marks.get("kind") or marks.get("label") or "road")
    # an undirected graph keeps no order of ends, and a directed one of another program means what it says
    ends = [str(marks[key]) for key in ("from", "to") if marks.get(key)]
    ends = ends if sorted(ends) == sorted((a, b)) else [a, b]
    if is_directed and "one_way" not in marks:
        own["one_way"] = "an edge of a directed graph"
    cost = {"cost": str(marks["cost"])} if marks.get("cost") not in {None, ""} else {}
    number = {"value": int(str(marks["value"]))} if str(marks.get("value", "")).lstrip("-").isdecimal() else {}
    return {"kind": kind, "between": ends, **cost, **own, **number}


def _placed(graph: Any) -> dict[Hashable, Point]:
    """Return where every node stands in mm: its own place, moved on the sheet if it must be, else one on a circle."""
    known = {node: place for node, marks in graph.nodes(data=True) if (place := _place(marks))}
    if known and graph.graph.get("coordinates") != "millimetres":
        named = any("lat" in marks or "latitude" in marks for _, marks in graph.nodes(data=True))
        known = _fitted(known, upwards=named or graph.graph.get("coordinates") == "degrees")
    middle, radius = (SHEET[0] / 2 + EDGE, SHEET[1] / 2 + EDGE), SHEET[1] / 2
    rest = [node for node in graph.nodes if node not in known]
    turns = [2 * math.pi * k / max(1, len(rest)) for k in range(len(rest))]
    circle = {
        node: (middle[0] + radius * math.sin(turn), middle[1] - radius * math.cos(turn))
        for node, turn in zip(rest, turns, strict=True)
    }
    return known | circle


def _place(marks: Mapping[str, Any]) -> Point | None:
    for x, y in PLACES:
        if x in marks and y in marks:
            try:
                place = (float(marks[x]), float(marks[y]))
            except (TypeError, ValueError, OverflowError):
                continue
            if all(math.isfinite(value) and abs(value) < 1e6 for value in place):
                return place
    return None


def _fitted(places: Mapping[Hashable, Point], *, upwards: bool) -> dict[Hashable, Point]:
    xs, ys = zip(*places.values(), strict=True)
    share = max(0.01, math.cos(math.radians((min(ys) + max(ys)) / 2))) if upwards else 1.0
    wide, high = (max(xs) - min(xs)) * share or 1.0, max(ys) - min(ys) or 1.0
    scale = min(SHEET[0] / wide, SHEET[1] / high)
    return {
        node: (EDGE + (x - min(xs)) * share * scale, EDGE + ((max(ys) - y) if upwards else (y - min(ys))) * scale)
        for node, (x, y) in places.items()
    }


