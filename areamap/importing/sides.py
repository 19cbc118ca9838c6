"""The edges of polygons that share whole edges or none: who lies at the left of each, either way it is walked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

NOBODY = -1
Node = tuple[float, float]
Edge = tuple[Node, Node]


def sides_of(shapes: Sequence[Any]) -> dict[Edge, int]:
    """Return for each directed edge the number of the shape at its left (y upwards); None among the shapes has no edges."""
    return {edge: k for k, shape in enumerate(shapes) if shape is not None for ring in rings_of(shape) for edge in pairwise(ring)}


def rings_of(shape: Any) -> Iterator[list[Node]]:
    """Yield all rings of a shape, its inside at their left, every outer one followed by its holes; the largest part first."""
    for part in parts_of(shape):
        yield from part


def parts_of(shape: Any) -> list[list[list[Node]]]:
    """Return the parts of a shape as rings with the inside at their left, the outer one first; the largest part first."""
    import shapely
    from shapely.geometry.polygon import orient

    found = sorted(shapely.get_parts(shape), key=lambda part: (-part.area, part.bounds))
    turned = [orient(part) for part in found]
    return [[[(x, y) for x, y, *_ in ring.coords] for ring in (part.exterior, *part.interiors)] for part in turned]
