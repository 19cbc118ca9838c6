"""Reading a GraphML: spaces that are nodes, and typed links between them, on a board without shapes."""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Hashable, Mapping
from typing import Any

from areamap.faces import is_plane
from areamap.importing.drawn import MOST_REGIONS, Drawn, Point, Spot
from areamap.importing.own import read_own, regions_of, tables_of
from areamap.importing.svg import FORBIDDEN
from areamap.whole import edges_digest
from mapsheet.errors import DataError, Fault, clipped

SHEET = (240.0, 170.0)  # mm for what has no millimetres of its own
EDGE = 20.0
MOST_LINKS = 200_000
_BAD = (SyntaxError, ValueError, TypeError, KeyError, AttributeError, StopIteration, RecursionError)
PLACES = (("x", "y"), ("lon", "lat"), ("longitude", "latitude"))
_LISTS = frozenset({"aliases", "traits", "ports", "neighbors", "coasts", "provenance", "at"})


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
    about = _about(graph)
    drawn = Drawn(title=str(graph.graph.get("title") or ""), is_plane=True, tables=tables_of(about), own=read_own(about))
    known = {str(node): {key: _value(key, value) for key, value in marks.items()} for node, marks in graph.nodes(data=True)}
    _take_shapes(drawn, about, known)
    places = {} if drawn.regions else _placed(graph)
    shaped = {region.id for region in drawn.regions}
    for node, marks in graph.nodes(data=True):
        label = next((str(marks[key]) for key in ("name", "label", "title") if marks.get(key)), str(node))
        if str(node) not in shaped:
            # a node of our own without a place of its own was put somewhere for other programs alone
            at = None if drawn.own and "at" not in marks and str(node) in drawn.own.kinds else places.get(node) or _place(marks)
            own = {key: value for key, value in known[str(node)].items() if key != "at"}
            drawn.spots.append(Spot(str(node), label, {"kind": "node", **own}, at))
    edges = [(str(a), str(b), marks) for a, b, marks in graph.edges(data=True) if not marks.get("back")]
    if not about or edges_digest(marks for *_, marks in edges) != about.get("edges"):
        drawn.tables.pop("link", None)
        drawn.links = [_link(a, b, marks, is_directed=graph.is_directed()) for a, b, marks in _declared(edges)]
    return drawn


def _about(graph: Any) -> dict[str, Any]:
    """Return what our own export says of the whole map, nothing where another program wrote the file."""
    try:
        found = json.loads(str(graph.graph.get("mapsheet") or "{}"))
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _take_shapes(drawn: Drawn, about: Mapping[str, Any], known: Mapping[str, Mapping[str, Any]]) -> None:
    """Take the regions of a map that was exported with its shapes."""
    if drawn.own is None or drawn.own.shapes is None:
        return
    drawn.regions = regions_of(drawn.own, known)
    projection = about.get("projection")
    drawn.projection = projection if isinstance(projection, dict) else None
    drawn.is_plane = is_plane(drawn.own.shapes)
    drawn.step, drawn.origin = drawn.own.shapes.scale, drawn.own.shapes.translate
    drawn.credit = str(about.get("credit") or "")


def _declared(edges: list[tuple[str, str, dict[str, Any]]]) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the edges but for those that follow from borders and corners, as our own export says of them."""
    return [edge for edge in edges if edge[2].get("source") not in {"drawn", "corner"}]


def _value(key: str, value: Any) -> Any:
    """Return a value, unpacked where our own export packed a list into a text."""
    if key in _LISTS and isinstance(value, str):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def _link(a: str, b: str, marks: Mapping[str, Any], *, is_directed: bool) -> dict[str, Any]:
    own = {key: str(marks[key]) for key in ("open", "rule", "one_way", "path", "provenance", "class", "note") if marks.get(key)}
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


