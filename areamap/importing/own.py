"""What our own exports say beyond what other programs do, and whether their shapes are still as they were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from areamap.importing.drawn import Region, Ring
from areamap.topology import Topology
from areamap.whole import EXCHANGE, OF_ITSELF, bare_shapes, shapes_digest
from mapsheet.errors import DataError

_BROKEN = (DataError, TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError)


class Own(NamedTuple):
    """A map as it was exported: the kinds of its spaces in their order, its shapes, and those behind a board."""

    kinds: Mapping[str, str] = {}
    shapes: Topology | None = None
    backdrop: Mapping[str, Any] | None = None


def read_own(about: Mapping[str, Any], data: Mapping[str, Any] | None = None) -> Own | None:
    """Return what the member `mapsheet` says of the whole map, `data` being the TopoJSON that it stands in.

    None where another program wrote the file; no shapes where they are damaged or were changed since.
    """
    kinds = about.get("spaces")
    if about.get("format") != EXCHANGE or not isinstance(kinds, dict):
        return None
    named = {str(id_): str(kind) for id_, kind in kinds.items()}
    return Own(named, _shapes(about, data), _backdrop(about))


def tables_of(about: Mapping[str, Any]) -> dict[str, Any]:
    """Return the other tables of the map, those that a map file may have."""
    tables = about.get("tables")
    return {key: value for key, value in tables.items() if key not in OF_ITSELF} if isinstance(tables, dict) else {}


def _shapes(about: Mapping[str, Any], data: Mapping[str, Any] | None) -> Topology | None:
    try:
        if data is not None and shapes_digest(data) != about.get("sum"):
            return None
        return _sound(about["topology"] if data is None else {**bare_shapes(data), "mapsheet": about["meta"]})
    except _BROKEN:
        return None


def _backdrop(about: Mapping[str, Any]) -> Mapping[str, Any] | None:
    try:
        return _sound(about["backdrop"]).data
    except _BROKEN:
        return None


def _sound(data: Mapping[str, Any]) -> Topology:
    """Return a topology of which the arcs, too, can be read."""
    topology = Topology(data)
    assert topology.arcs is not None  # which raises for those that cannot
    return topology


def regions_of(own: Own, marks: Mapping[str, Mapping[str, Any]]) -> list[Region]:
    """Return the regions that the shapes are, with the properties of each by its id."""
    if own.shapes is None:
        return []
    return [
        Region(id_, str(marks[id_].get("name") or id_), marks[id_], own.shapes.polygons(id_))
        for id_ in own.shapes.shapes if id_ in marks
    ]


def unchanged(own: Own | None, regions: Sequence[Region], kinds: Mapping[str, Any]) -> Topology | None:
    """Return the shapes of an export that was not changed since: the same spaces of the same kinds, in the same polygons."""
    if own is None or own.shapes is None or dict(kinds) != dict(own.kinds):
        return None
    drawn = {id_ for border in own.shapes.borders for id_ in border.pair if id_} | set(own.shapes.shapes)
    if {region.id for region in regions} != set(own.shapes.shapes) or not drawn <= set(kinds):
        return None
    same = all(_is_same(region.polygons, own.shapes.polygons(region.id)) for region in regions)
    return own.shapes if same else None


def _is_same(one: list[list[Ring]], two: list[list[Ring]]) -> bool:
    """Tell whether polygons are the same, whichever way round their rings run."""
    if [len(polygon) for polygon in one] != [len(polygon) for polygon in two]:
        return False
    rings = [(a, b) for p, q in zip(one, two, strict=True) for a, b in zip(p, q, strict=True)]
    return all(b in (a, a[::-1]) for a, b in rings)
