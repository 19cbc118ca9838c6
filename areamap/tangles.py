"""Refusing lines that cross so often that cutting them at every crossing would take all memory and time."""

from __future__ import annotations

from collections.abc import Sequence

from mapsheet.errors import DataError, Fault

MOST_MEETINGS = 20_000_000
PER_POINT = 64


def refuse_tangles(lines: Sequence[Sequence[tuple[float, float]]], name: str) -> None:
    """Raise DataError where the pieces of some lines meet too often: judged by the boxes round them, before anything is cut."""
    import numpy as np
    import shapely

    places = np.array([point for line in lines for point in line], dtype=float).reshape(-1, 2)
    which = np.repeat(np.arange(len(lines)), [len(line) for line in lines])
    same = which[1:] == which[:-1]
    low, high = np.minimum(places[1:], places[:-1])[same], np.maximum(places[1:], places[:-1])[same]
    boxes = shapely.box(low[:, 0], low[:, 1], high[:, 0], high[:, 1])
    tree = shapely.STRtree(boxes)
    allowed = min(MOST_MEETINGS, 200_000 + PER_POINT * len(boxes))
    at, met, many = 0, 0, 64
    while at < len(boxes):
        found = tree.query(boxes[at : at + many]).shape[1]
        at, met = at + many, met + found
        if met > allowed:
            raise DataError(Fault(f"lines meet more than {allowed:,} times", name))
        # as many at once as bring about half a million meetings
        many = max(1, min(4096, many * 500_000 // max(found, 1)))
