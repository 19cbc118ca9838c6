"""Counting spaces by what they are and who holds them: critical cities held, values of regions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypedDict, Unpack

from areamap.atlas import Atlas
from areamap.passage import ids_of, listed
from areamap.spaces import Space
from mapsheet.errors import NotationError, nearest


class CountOptions(TypedDict, total=False):
    """What is counted: spaces of a kind, with every trait of `traits`, of a class, of a faction (a city is of its region's).

    `holders` gives each holder the spaces it holds; `values` replaces the values of single spaces, such as pillaged ones.
    """

    kind: str
    traits: str | Iterable[str]
    group: str
    faction: str
    holders: Mapping[str, Iterable[str | Space]]
    values: Mapping[str, int]


class Tally(NamedTuple):
    """How many spaces, which, sorted, and the sum of their values (those without a value count 0)."""

    number: int
    spaces: tuple[str, ...]
    value: int

    def to_json(self) -> dict[str, Any]:
        """Return `count spaces value` as plain JSON values."""
        return {"count": self.number, "spaces": [*self.spaces], "value": self.value}


class Count(NamedTuple):
    """All spaces that were asked for; those of each holder in the order given; and those of each faction at home."""

    all: Tally
    holders: dict[str, Tally]
    factions: dict[str, Tally]

    def to_json(self) -> dict[str, Any]:
        """Return `count spaces value holders factions` as plain JSON values."""
        return {
            **self.all.to_json(),
            "holders": {name: tally.to_json() for name, tally in self.holders.items()},
            "factions": {name: tally.to_json() for name, tally in self.factions.items()},
        }


def count(board: Atlas, **options: Unpack[CountOptions]) -> Count:
    """Return how many spaces answer a description, and how many of them each holder has.

    NotationError for unknown spaces, kinds, traits, classes or factions, and for a space of two holders.
    """
    found = {space.id for space in board.spaces.values() if _answers(board, space, _asked(board, options))}
    values = {next(iter(ids_of(board, [name], "values"))): value for name, value in options.get("values", {}).items()}

    def tally(ids: Iterable[str]) -> Tally:
        chosen = sorted(found.intersection(ids))
        return Tally(len(chosen), tuple(chosen), sum(values.get(id_, board.spaces[id_].value or 0) for id_ in chosen))

    held = {name: ids_of(board, spaces, "holders") for name, spaces in options.get("holders", {}).items()}
    _refuse_shared(held)
    holders = {name: tally(ids) for name, ids in held.items()}
    homes = {name: [id_ for id_ in found if faction_of(board, board.spaces[id_]) == name] for name in board.factions}
    return Count(tally(found), holders, {name: tally(ids) for name, ids in homes.items()})


def _refuse_shared(held: Mapping[str, Iterable[str]]) -> None:
    holder_of: dict[str, str] = {}
    for name, ids in held.items():
        for id_ in sorted(ids):
            if id_ in holder_of:
                raise NotationError(f"one holder of {id_}", f"{holder_of[id_]}, {name}")
            holder_of[id_] = name


def faction_of(board: Atlas, space: Space) -> str:
    """Return the faction of a space, of a city without one that of its region; empty where there is none."""
    within = board.spaces.get(space.within)
    return space.faction or (within.faction if within else "")


def _asked(board: Atlas, options: CountOptions) -> dict[str, set[str]]:
    """Return what is asked for by field, checked against what there is on the map."""
    spaces = board.spaces.values()
    there_are = {
        "kind": {space.kind for space in spaces}, "group": {space.group for space in spaces} - {""},
        "faction": set(board.factions),
        "traits": {trait for space in spaces for trait in space.traits},
    }
    asked = {name: set(listed(value, name)) for name, value in options.items() if name in there_are and value}
    for name, words in asked.items():
        for word in sorted(words - there_are[name]):
            raise NotationError(f"for {name} what the map has{nearest(word, sorted(there_are[name]))}", word)
    return asked


def _answers(board: Atlas, space: Space, asked: dict[str, set[str]]) -> bool:
    is_one = {"kind": space.kind, "group": space.group, "faction": faction_of(board, space)}
    return asked.get("traits", set()) <= space.traits and all(is_one[name] in asked[name] for name in is_one if name in asked)
