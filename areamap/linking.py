"""The ways between spaces: from borders, from cities and ports, from rulings on corners, and as declared."""

from __future__ import annotations

from collections.abc import Iterable

from areamap.atlas import Atlas
from areamap.spaces import LAND, WATER, Link

DRAWN = ("land", "coast", "sea")
"""Classes of border that are also ways."""


def all_links(board: Atlas, declared: Iterable[Link]) -> tuple[Link, ...]:
    """Return every link of a map, one for each pair and kind unless the file declares more.

    Where the map has a topology the borders decide who is a neighbor; without one the declared neighbors do.
    """
    links = drawn_links(board) if board.topology is not None else stated_links(board)
    corners = [_of_pair(board, pair, "corner") for corner in board.corners for pair in corner.joins]
    return (*links, *corners, *_city_links(board), *declared)


def drawn_links(board: Atlas) -> tuple[Link, ...]:
    """Return a link for each pair of spaces that share a border of a class that is a way."""
    assert board.topology is not None
    found = {}
    for border in board.topology.borders:
        a, b = border.pair
        if border.kind in DRAWN and a and b and not (board.spaces[a].is_shut or board.spaces[b].is_shut):
            found[a, b] = _of_pair(board, (a, b), "drawn")
    return tuple(found[pair] for pair in sorted(found))


def stated_links(board: Atlas) -> tuple[Link, ...]:
    """Return a link for each pair of spaces of which one declares the other."""
    pairs = {tuple(sorted((space.id, other))) for space in board.spaces.values() for other in declared_by(board, space.id)}
    return tuple(_of_pair(board, (a, b), "declared") for a, b in sorted(pairs) if a != b)


def declared_by(board: Atlas, id_: str) -> tuple[str, ...]:
    """Return the neighbors and seas that a space declares and that exist."""
    space = board.spaces[id_]
    return tuple(name for name in (*(space.neighbors or ()), *(space.coasts or ())) if name in board.spaces)


def kind_between(board: Atlas, a: str, b: str) -> str:
    """Return the kind of link that a contact of two spaces is: land, sea, coast; `land` for what is neither."""
    wet = [board.spaces[id_].kind in WATER for id_ in (a, b)]
    dry = [board.spaces[id_].kind in LAND for id_ in (a, b)]
    return "sea" if all(wet) else "coast" if any(wet) and any(dry) else "land"


def _of_pair(board: Atlas, pair: tuple[str, str], source: str) -> Link:
    kind = kind_between(board, *pair)
    a, b = sorted(pair, key=lambda id_: (board.spaces[id_].kind in WATER, id_))
    return Link(kind, a, b, board.cost_of(kind), source=source)


def _city_links(board: Atlas) -> list[Link]:
    found = []
    for space in board.spaces.values():
        if space.kind == "city" and space.within in board.spaces:
            found.append(Link("city", space.within, space.id, board.cost_of("city")))
        found += [Link("port", space.id, sea, board.cost_of("port")) for sea in space.ports if sea in board.spaces]
    return found
