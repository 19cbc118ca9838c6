"""A map in the formats of other programs: GeoJSON, TopoJSON, GraphML, each as bytes.

Whatever a map file says of a space is among its properties, under the file's own keys; what a format has no place for stands
in the member "mapsheet", so that `areamap.importing` gets the same map back, but for what stands in files of their own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from areamap.atlas import Atlas, plain_cost
from areamap.faces import is_plane, shoelace
from areamap.spaces import Link, Space
from areamap.topology import Point, Ring, Topology
from areamap.whole import about, border_class, edges_digest, shapes_digest
from areamap.writing import space_table
from mapsheet.errors import DataError, NotationError, nearest


def export(board: Atlas, to: str, *, links: bool = False) -> bytes:
    """Return a map as `geojson`, `topojson` or `graphml`; `links` puts the links as lines into GeoJSON.

    NotationError for another format; DataError where the map has no shapes that the format needs.
    """
    if to not in FORMATS:
        raise NotationError(f"one of {' '.join(FORMATS)}{nearest(to, list(FORMATS))}", to)
    return to_geojson(board, links=links) if to == "geojson" else FORMATS[to](board)


# -- GeoJSON -------------------------------------------------------------------------------------------------------------


def to_geojson(board: Atlas, *, links: bool = False) -> bytes:
    """Return a FeatureCollection (RFC 7946: outer rings counterclockwise) with every space, and every link where asked.

    A space with a shape is a polygon, another with a place a point, the rest have no geometry. Coordinates of a plane or of
    a board without shapes are millimetres, and the member "mapsheet" says so.
    """
    features = [_feature(board, space) for space in board.spaces.values()]
    if links:
        features += _link_features(board)
    head = {"type": "FeatureCollection", "mapsheet": about(board)}
    rows = ",\n".join(_line(feature) for feature in features)
    return f'{_line(head)[:-1]},"features":[\n{rows}\n]}}\n'.encode()


def _feature(board: Atlas, space: Space) -> dict[str, Any]:
    return {"type": "Feature", "id": space.id, "geometry": _geometry(board, space), "properties": space_table(space)}


def _geometry(board: Atlas, space: Space) -> dict[str, Any] | None:
    polygons = board.topology.polygons(space.id) if board.topology else []
    turned = [[_turned(ring, hole=k > 0) for k, ring in enumerate(rings)] for rings in polygons]
    if len(turned) == 1:
        return {"type": "Polygon", "coordinates": turned[0]}
    if turned:
        return {"type": "MultiPolygon", "coordinates": turned}
    return {"type": "Point", "coordinates": list(space.at)} if space.at else None


def _turned(ring: Ring, *, hole: bool) -> Ring:
    return ring[::-1] if (shoelace(ring) < 0) != hole else ring


def _link_features(board: Atlas) -> Iterator[dict[str, Any]]:
    for link in board.links:
        ends = [_anchor(board, board.spaces[id_]) for id_ in (link.a, link.b)]
        coordinates = [list(end) for end in ends if end is not None]
        line = {"type": "LineString", "coordinates": coordinates} if len(coordinates) == 2 else None
        yield {"type": "Feature", "geometry": line, "properties": {"link": link.kind, **_link_marks(board, link)}}


def _anchor(board: Atlas, space: Space) -> Point | None:
    from areamap.placing import anchors

    return anchors(board, lambda node: node, only=(space,)).get(space.id)


# -- TopoJSON ------------------------------------------------------------------------------------------------------------


def to_topojson(board: Atlas) -> bytes:
    """Return the map's own topology with the properties of every space; places of spaces without a shape in `objects.places`.

    DataError for a map without shapes.
    """
    from areamap.build.writing import to_bytes

    topology = _needed(board)
    data = dict(topology.data)
    objects = dict(data["objects"])
    shapes = [{**shape, "properties": space_table(board.spaces[shape["id"]])} for shape in objects["spaces"]["geometries"]]
    objects["spaces"] = {**objects["spaces"], "geometries": shapes}
    rest = [space for space in board.spaces.values() if space.id not in topology.shapes]
    places = [_place(topology, space) for space in rest]
    objects["places"] = {"type": "GeometryCollection", "geometries": places}
    return to_bytes({**data, "objects": objects, "mapsheet": _beside_shapes(board, topology)})


def _beside_shapes(board: Atlas, topology: Topology) -> dict[str, Any]:
    told = about(board)
    # the shapes are the file itself; the sum shows whether they are still as they were
    del told["topology"]
    return {**topology.meta, **told, "meta": topology.meta, "sum": shapes_digest(topology.data)}


def _place(topology: Topology, space: Space) -> dict[str, Any]:
    marks = {"id": space.id, "properties": space_table(space)}
    if space.at is None:
        return {"type": None, **marks}
    (kx, ky), (tx, ty) = topology.scale or (1.0, 1.0), topology.translate
    x, y = (space.at[0] - tx) / kx, (space.at[1] - ty) / ky
    return {"type": "Point", **marks, "coordinates": [round(x), round(y)] if topology.scale else [x, y]}


def _needed(board: Atlas) -> Topology:
    if board.topology is None:
        raise DataError(f"{board.title} has no shapes: export it as geojson or graphml")
    return board.topology


# -- GraphML -------------------------------------------------------------------------------------------------------------


def to_graphml(board: Atlas) -> bytes:
    """Return spaces and links as a GraphML that networkx reads as a multigraph.

    The graph is undirected unless some link runs one way; then every other link stands there in both directions. Shapes and
    other tables stand as JSON in the graph's own `mapsheet`.
    """
    import networkx as nx

    one_way = any(link.one_way for link in board.links)
    graph = nx.MultiDiGraph() if one_way else nx.MultiGraph()
    on_plane = board.topology is None or is_plane(board.topology)
    graph.graph |= {"title": board.title, "coordinates": "millimetres" if on_plane else "degrees"}
    told = about(board) | {"edges": edges_digest(_link_marks(board, link) for link in board.links)}
    graph.graph["mapsheet"] = _line(told)
    for space in board.spaces.values():
        graph.add_node(space.id, **_node_marks(board, space))
    for link in board.links:
        marks = _link_marks(board, link)
        graph.add_edge(link.a, link.b, **marks)
        if one_way and not link.one_way:
            graph.add_edge(link.b, link.a, **marks, back=True)
    return ("\n".join(nx.generate_graphml(graph)) + "\n").encode()


def _node_marks(board: Atlas, space: Space) -> dict[str, Any]:
    marks: dict[str, Any] = {
        key: value if isinstance(value, str | int) else json.dumps(value, ensure_ascii=False)
        for key, value in space_table(space).items()
    }
    anchor = _anchor(board, space)
    return marks | ({"x": anchor[0], "y": anchor[1]} if anchor else {})


def _link_marks(board: Atlas, link: Link) -> dict[str, Any]:
    return {
        "kind": link.kind, "cost": str(plain_cost(link.cost)), "open": str(link.open), "rule": link.rule, "one_way": link.one_way,
        "source": link.source, "path": link.path, "provenance": link.provenance, "from": link.a, "to": link.b,
        "note": link.note, "class": link.group, "value": "" if link.value is None else link.value,
        "from_name": board.spaces[link.a].name, "to_name": board.spaces[link.b].name,
    }


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


FORMATS: dict[str, Callable[[Atlas], bytes]] = {"geojson": to_geojson, "topojson": to_topojson, "graphml": to_graphml}
"""The formats that `export` writes."""

__all__ = ["FORMATS", "border_class", "export", "to_geojson", "to_graphml", "to_topojson"]
