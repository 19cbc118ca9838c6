"""Sight vectors for other projects: what the line between two hex centres meets, for every class of displacement.

`document` is the published file data/conformance/sight-vectors.json; the README beside it explains it.
"""

from __future__ import annotations

import json
from typing import Any

from hexmap.lines import Point, trace

RADIUS = 20


def vectors(radius: int = RADIUS) -> list[dict[str, Any]]:
    """Return a vector for each displacement (q, r) of axial coordinates with q >= r >= 0 up to a distance, near ones first."""
    return [_vector(n - r, r) for n in range(1, radius + 1) for r in range(n // 2 + 1)]


def _vector(q: int, r: int) -> dict[str, Any]:
    found = trace(q, 2 * r + q)
    return {
        "to": [q, r],
        "crossed": [_axial(point) for point in found.crossed],
        "runs": [[_axial(left), _axial(right)] for left, right in found.runs],
        "touched": [_axial(point) for point in found.touched],
    }


def _axial(point: Point) -> list[int]:
    u, y = point
    return [u, (y - u) // 2]


def document(radius: int = RADIUS) -> str:
    """Return the published file: JSON with one vector a line."""
    lines = ",\n".join(json.dumps(vector, separators=(",", ":")) for vector in vectors(radius))
    return f'{{"format":"sight-vectors/1","coordinates":"axial","radius":{radius},"vectors":[\n{lines}\n]}}\n'
