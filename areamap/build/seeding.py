"""Seeds of a partition: the author's own, and pairs left and right of the lines that the author drew."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

ASIDE = 0.03  # mm from a line to the seeds on its two sides
FIRST = 0.1  # mm from a line's end or bend to the first pair
SPACING = 0.5  # mm between pairs at most
MEETING = 0.3  # mm within which lines' ends are one place

Line = tuple[int, int, Any]
"""Left label, right label, places (n x 2)."""


class Seeds(NamedTuple):
    """Places (n x 2) and whose they are (n labels); the first `own` are the author's."""

    places: Any
    labels: Any
    own: int


def all_seeds(own: Sequence[tuple[Any, int]], lines: Sequence[Line]) -> Seeds:
    """Return the seeds of spaces, (place, label) each, and those along lines; of two at one place the first stays."""
    import numpy as np

    places: list[Any] = [np.array([place for place, _ in own], dtype=float).reshape(-1, 2)]
    labels = [np.array([label for _, label in own], dtype=np.int64)]
    for left, right, through in lines:
        for start, end in pairwise(through):
            at, normal = _pairs(start, end)
            places += [at + normal, at - normal]
            labels += [np.full(len(at), left), np.full(len(at), right)]
    both, who = np.concatenate(places), np.concatenate(labels)
    _, first = np.unique(np.round(both, 6), axis=0, return_index=True)
    first = np.sort(first)
    return Seeds(both[first], who[first], int((first < len(own)).sum()))


def _pairs(start: Any, end: Any) -> tuple[Any, Any]:
    """Return places along a straight stretch, alike from both its ends, and the way to its left (y downwards)."""
    import numpy as np

    along = end - start
    length = float(np.hypot(*along))
    first = min(FIRST, length / 2)
    count = max(2, int((length - 2 * first) / SPACING) + 2) if length > 2.5 * FIRST else 1
    steps = np.linspace(first, length - first, count) if count > 1 else np.array([length / 2])
    aside = min(ASIDE, length / 4)
    return start + along * (steps / length)[:, None], np.array([along[1], -along[0]]) * (aside / length)


def joined_ends(lines: Sequence[Line]) -> list[Line]:
    """Return lines whose ends, where several come within a third of a millimetre, are one place."""
    import numpy as np
    import shapely

    if not lines:
        return []
    ends = np.array([place for *_, through in lines for place in (through[0], through[-1])])
    tree = shapely.STRtree(shapely.points(ends))
    near = tree.query(shapely.points(ends), predicate="dwithin", distance=MEETING)
    first = np.arange(len(ends))
    np.minimum.at(first, near[0], near[1])
    result = []
    for k, (left, right, through) in enumerate(lines):
        moved = through.copy()
        moved[0], moved[-1] = ends[first[2 * k]], ends[first[2 * k + 1]]
        result.append((left, right, _thinned(moved)))
    return [line for line in result if len(line[2]) > 1]


def _thinned(places: Any) -> Any:
    """Return places without those closer to the one before than pairs can stand."""
    import numpy as np

    kept = [places[0]]
    for place in places[1:-1]:
        if min(np.hypot(*(place - kept[-1])), np.hypot(*(place - places[-1]))) > 3 * FIRST:
            kept.append(place)
    if np.hypot(*(places[-1] - kept[-1])) > 1e-9:
        kept.append(places[-1])
    return np.array(kept)
