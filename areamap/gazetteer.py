"""The entry of a space: what it is and what lies round it; and its neighbors by kind of link."""

from __future__ import annotations

from typing import Any, NamedTuple, Unpack

from areamap.atlas import Atlas
from areamap.conditions import ALWAYS
from areamap.passage import OF_THE_MOVER, Passage, PassageOptions, Reason, in_order, kinds_of
from areamap.spaces import Space


class Entry(NamedTuple):
    """What a space is, its cities and ports, and its neighbors by kind of link, whether or not they can be entered now.

    `ports` are a city's seas, a region's cities that are ports, or the port cities of a sea.
    """

    space: Space
    cities: tuple[str, ...]
    ports: tuple[str, ...]
    neighbors: dict[str, tuple[str, ...]]

    def to_json(self) -> dict[str, Any]:
        """Return the keys of the space, `cities ports neighbors`, and `entry entry_rule` (null where it is open to all)."""
        space = self.space
        return {
            "space": space.id, "name": space.name, "kind": space.kind, "class": space.group or None,
            "value": space.value, "faction": space.faction or None, "aliases": [*space.aliases],
            "code": space.code or None, "traits": sorted(space.traits), "within": space.within or None,
            "at": [*space.at] if space.at else None, "path": space.path or None, "order": space.order,
            "cities": [*self.cities], "ports": [*self.ports],
            "neighbors": {kind: [*ids] for kind, ids in self.neighbors.items()},
            "entry": None if space.entry == ALWAYS else str(space.entry), "entry_rule": space.entry_rule or None,
            "note": space.note or None, "provenance": {**space.provenance},
        }


class Neighbors(NamedTuple):
    """The neighbors of a space over the links that are open, by kind of link.

    `left_out` tells which links are not open; `barred` which of the neighbors may not be entered now, and why.
    """

    space: str
    neighbors: dict[str, tuple[str, ...]]
    left_out: tuple[Reason, ...]
    barred: tuple[Reason, ...]

    def to_json(self) -> dict[str, Any]:
        """Return `space neighbors left_out barred` as plain JSON values."""
        return {
            "space": self.space, "neighbors": {kind: [*ids] for kind, ids in self.neighbors.items()},
            "left_out": [reason.to_json() for reason in self.left_out],
            "barred": [reason.to_json() for reason in self.barred],
        }


def show(board: Atlas, name: str | Space) -> Entry:
    """Return the entry of a space; NotationError where no space has the name."""
    space = board.space(name)
    cities = tuple(city.id for city in board.cities_of(space))
    by_kind: dict[str, set[str]] = {}
    for link in board.links_of[space.id]:
        by_kind.setdefault(link.kind, set()).add(link.other(space.id))
    ports = set(space.ports) or {city for city in cities if board.spaces[city].ports}
    if space.kind == "sea":
        ports = by_kind.get("port", set())
    return Entry(space, cities, tuple(sorted(ports)), {kind: tuple(sorted(ids)) for kind, ids in sorted(by_kind.items())})


def neighbors(board: Atlas, name: str | Space, **options: Unpack[PassageOptions]) -> Neighbors:
    """Return the neighbors of a space by kind of link, kinds and ids sorted; without `by` over every kind.

    A link whose condition does not hold is left out (7.63), and so is a space that is closed or drawn only. One that just
    this mover may not enter (18) stays a neighbor and is told under `barred`. NotationError for unknown names.
    """
    here, by = board.space(name), options.get("by")
    passage = Passage(board, board.link_kinds() if by is None else kinds_of(board, by), options)
    found: dict[str, set[str]] = {}
    left_out: set[Reason] = set()
    barred: set[Reason] = set()
    for link in passage.touching(here.id):
        reason = passage.reason(link, here.id)
        if reason is not None and reason.why == "kind":
            continue
        if reason is None or reason.why in OF_THE_MOVER:
            found.setdefault(link.kind, set()).add(link.other(here.id))
        if reason is not None:
            (barred if reason.why in OF_THE_MOVER else left_out).add(reason)
    by_kind = {kind: tuple(sorted(ids)) for kind, ids in sorted(found.items())}
    return Neighbors(here.id, by_kind, in_order(left_out), in_order(barred))
