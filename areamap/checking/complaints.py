"""What a check says: a key and a message."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from areamap.faces import Net, Node


class Complaint(NamedTuple):
    """One thing wrong at a key path of the map file, or (a text) at a key of the topology; `warns`: it may be meant."""

    key: tuple[str | int, ...] | str
    message: str
    warns: bool = False


Complaints = Iterator[Complaint]


def at(net: Net, node: Node) -> str:
    """Return where a point in steps lies, for a message."""
    x, y = net.place(node)
    return f"({x:.6g}, {y:.6g})"


def measured(net: Net, length: float) -> str:
    """Return a length with its unit, for a message."""
    return f"{length:.3g} {net.unit}" if length < 1000 else f"{length:,.0f} {net.unit}"


def sized(net: Net, area: float) -> str:
    """Return an area with its unit, for a message."""
    return f"{area:.3g} {net.unit}²" if area < 1000 else f"{area:,.0f} {net.unit}²"
