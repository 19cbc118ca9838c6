"""What spaces are called, and what conditions name."""

from __future__ import annotations

import itertools
from collections import defaultdict
from difflib import get_close_matches

from areamap.atlas import Atlas, folded
from areamap.checking.complaints import Complaint, Complaints
from areamap.conditions import Condition
from areamap.spaces import Space
from mapsheet.errors import nearest

NEAR = 0.85
"""How alike (difflib) an argument and a space's name are before one is taken for a slip of the other."""
STATIONS = frozenset({"thema", "homeland"})
"""Kinds that have a place in the order of their path."""


def same_names(board: Atlas) -> Complaints:
    """Yield spaces with the name of an earlier one, but for a city in its own namesake, and those with its letter code."""
    named: dict[str, Space] = {}
    coded: dict[str, Space] = {}
    for space in board.spaces.values():
        first = named.setdefault(folded(space.name), space)
        if first is not space and first.id != space.within and space.id != first.within:
            message = f"{space.name!r} is also the name of {first.id}; ask for either by its id"
            yield Complaint(("space", space.id, "name"), message, warns=True)
        first = coded.setdefault(space.code or space.id, space)
        if space.code and first is not space:
            yield Complaint(("space", space.id, "code"), f"{space.code!r} is also the code of {first.id}")


def conditions(board: Atlas, declared: int) -> Complaints:
    """Yield arguments of facts in entry conditions and on the last `declared` links that should be spaces and are none."""
    found: list[tuple[tuple[str | int, ...], Condition]] = [
        (("space", space.id, "entry"), space.entry) for space in board.spaces.values()
    ]
    links = board.links[len(board.links) - declared :]
    found += [(("link", k, "open"), link.open) for k, link in enumerate(links)]
    facts = [(key, fact) for key, condition in found for fact in _facts(condition)]
    takes = {fact.word for _, fact in facts if any(str(part) in board.spaces for part in fact.parts)}
    names = {name: space.id for space in board.spaces.values() for name in (space.id, folded(space.name))}
    for key, fact in facts:
        for part in map(str, fact.parts):
            if part in board.spaces or part in board.factions:
                continue
            if fact.word in takes:
                yield Complaint(key, f"{fact} names an unknown space{nearest(part, list(board.spaces))}")
            elif close := get_close_matches(part, list(names), n=1, cutoff=NEAR):
                yield Complaint(key, f"{fact} names no space; is {names[close[0]]!r} meant?", warns=True)


def _facts(condition: Condition) -> list[Condition]:
    if condition.word in {"any", "all", "not"}:
        return [fact for part in condition.parts for fact in _facts(part)]
    return [] if condition.word in {"always", "never"} else [condition]


def paths(board: Atlas) -> Complaints:
    """Yield paths with gaps in their order, and places of a path that no link of it joins to the place before."""
    along: dict[str, dict[int, list[Space]]] = defaultdict(lambda: defaultdict(list))
    heads = [space for space in board.spaces.values() if space.order == 0 and not space.path]
    for space in board.spaces.values():
        if space.path and space.order is None and space.kind in STATIONS:
            yield Complaint(("space", space.id, "path"), f"has no order along {space.path}")
        elif space.path and space.order is not None:
            along[space.path][space.order].append(space)
    for path, places in along.items():
        if heads and 0 not in places:
            places[0] = heads
        yield from _steps(board, path, places)


def _steps(board: Atlas, path: str, places: dict[int, list[Space]]) -> Complaints:
    joined = {frozenset((link.a, link.b)) for link in board.links if link.kind == "path" and link.path in {"", path}}
    orders = sorted(places)
    for before, order in itertools.pairwise(orders):
        for space in places[order]:
            key = ("space", space.id, "order")
            if order != before + 1:
                yield Complaint(key, f"{order} follows {before} along {path}: nothing stands between")
            elif not any(frozenset((space.id, other.id)) in joined for other in places[before]):
                others = " or ".join(other.id for other in places[before])
                yield Complaint(key, f"no link of kind path joins it to {others}, the place before along {path}")
