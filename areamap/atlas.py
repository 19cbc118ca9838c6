"""The map as a value: spaces, links and shapes, and looking things up in it."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from areamap.conditions import Condition, parse_fact
from areamap.spaces import Border, Corner, Cost, Faction, Kind, Link, Mover, Space, TrackPlan, Waiver
from mapsheet.errors import NotationError, nearest

if TYPE_CHECKING:
    from areamap.art import Art
    from areamap.topology import Topology
    from mapsheet.chartfile import Chart

_PREFIXES = ("sea_", "city_")
_DOTLESS = str.maketrans({"ı": "i", "ł": "l", "đ": "d", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})


def folded(name: str) -> str:
    """Return a name as it is compared: without case, marks, blanks and punctuation; the same under every locale."""
    plain = unicodedata.normalize("NFKD", name.casefold()).translate(_DOTLESS)
    return "".join(ch for ch in plain if ch.isalnum())


class Atlas:
    """A map that has been read; it never changes.

    `spaces` maps each id to its space, in the order of the file; `links` are all ways between them, drawn and declared.
    Wherever a space is taken, its id, its name or an alias will do.
    """

    def __init__(self, title: str, spaces: Mapping[str, Space], links: Iterable[Link] = ()) -> None:
        self.title, self.name = title, ""
        self.spaces: dict[str, Space] = dict(spaces)
        self.links: tuple[Link, ...] = tuple(links)
        self.factions: dict[str, Faction] = {}
        self.kinds: dict[str, Kind] = {}
        self.movers: dict[str, Mover] = {}
        self.corners: tuple[Corner, ...] = ()
        self.waivers: tuple[Waiver, ...] = ()
        self.tracks: dict[str, TrackPlan] = {}
        self.topology: Topology | None = None
        self.art: Art | None = None
        self.charts: dict[str, Chart] = {}
        self.provenance: dict[str, int] = {}
        self.folder = ""
        self.tables: Mapping[str, Any] = {}  # the map file's, as they are written there
        self.printed: Atlas | None = None  # of a map with a game's markers

    @property
    def as_printed(self) -> Atlas:
        """The map as it was before a game's markers came onto it."""
        return self.printed or self

    @property
    def style_name(self) -> str:
        """The style that the map's sheet names."""
        return self.art.sheet.style if self.art else "classic"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.title!r}, {len(self.spaces)} spaces>"

    def __len__(self) -> int:
        return len(self.spaces)

    # -- names -----------------------------------------------------------------------------------------------------

    @cached_property
    def _called(self) -> dict[str, list[str]]:
        """The ids of the spaces under each of their names, in the order of the file."""
        called: dict[str, list[str]] = defaultdict(list)
        for space in self.spaces.values():
            bare = [space.id.removeprefix(prefix) for prefix in _PREFIXES if space.id.startswith(prefix)]
            for name in {folded(name) for name in (space.name, *space.aliases, *bare)}:
                called[name].append(space.id)
        return called

    def space(self, name: str | Space) -> Space:
        """Return the space of an id, a name or an alias.

        Where a region and a city share the name, the region; NotationError for a name of several spaces, or of none.
        """
        if isinstance(name, Space):
            return name
        if not isinstance(name, str):
            raise NotationError("the id or the name of a space", name)
        if name in self.spaces:
            return self.spaces[name]
        found = self._called.get(folded(name), [])
        if len(found) > 1:
            found = [id_ for id_ in found if self.spaces[id_].kind != "city"] or found
        if len(found) == 1:
            return self.spaces[found[0]]
        if found:
            raise NotationError(f"one space ({', '.join(found)} have this name)", name)
        known = [*self.spaces, *(space.name for space in self.spaces.values())]
        raise NotationError(f"the id or the name of a space{nearest(name, known)}", name)

    def resolved(self, condition: Condition) -> Condition:
        """Return a condition with the names of spaces in its facts replaced by their ids; other arguments stay."""
        return condition.resolved(self._id_or_same)

    def facts(self, facts: Iterable[str]) -> frozenset[str]:
        """Return facts in their one spelling, with the ids of spaces; NotationError for what is no fact."""
        return frozenset(str(self.resolved(parse_fact(fact))) for fact in facts)

    def _id_or_same(self, name: str) -> str:
        if name in self.spaces:
            return name
        found = self._called.get(folded(name), [])
        if len(found) > 1:
            found = [id_ for id_ in found if self.spaces[id_].kind != "city"]
        return found[0] if len(found) == 1 else name

    # -- links and borders -----------------------------------------------------------------------------------------

    @cached_property
    def links_of(self) -> dict[str, tuple[Link, ...]]:
        """The links that can be taken from each space, by kind and by the space they lead to."""
        found: dict[str, list[Link]] = {id_: [] for id_ in self.spaces}
        for link in self.links:
            found[link.a].append(link)
            if not link.one_way:
                found[link.b].append(link)
        return {id_: tuple(sorted(links, key=lambda k: (k.kind, k.other(id_)))) for id_, links in found.items()}

    @cached_property
    def borders_of(self) -> dict[str, tuple[Border, ...]]:
        """The borders of each space that has a shape, in the order of their arcs."""
        found: dict[str, list[Border]] = defaultdict(list)
        for border in self.topology.borders if self.topology else ():
            for id_ in border.pair:
                if id_:
                    found[id_].append(border)
        return {id_: tuple(borders) for id_, borders in found.items()}

    def borders_between(self, a: str | Space, b: str | Space) -> tuple[Border, ...]:
        """Return the contacts of two spaces, each an unbroken line; none where they do not touch."""
        pair = {self.space(a).id, self.space(b).id}
        return tuple(border for border in self.borders_of.get(min(pair), ()) if set(border.pair) == pair)

    def cost_of(self, kind: str) -> Cost:
        """Return what a link of a kind costs where the link itself does not say."""
        return self.kinds[kind].cost if kind in self.kinds else 1

    def link_kinds(self) -> tuple[str, ...]:
        """Return the kinds of link on the map, sorted."""
        return tuple(sorted({link.kind for link in self.links}))

    def cities_of(self, region: str | Space) -> tuple[Space, ...]:
        """Return the cities of a region in the order of the file."""
        return self._within.get(self.space(region).id, ())

    @cached_property
    def _within(self) -> dict[str, tuple[Space, ...]]:
        found: dict[str, list[Space]] = defaultdict(list)
        for space in self.spaces.values():
            if space.within:
                found[space.within].append(space)
        return {id_: tuple(cities) for id_, cities in found.items()}

    def by_code(self, code: str) -> Space:
        """Return the space with a letter code; NotationError for a code that no space has."""
        for space in self.spaces.values():
            if space.code and space.code == code:
                return space
        raise NotationError("the letter code of a space", code)


def plain_cost(cost: Cost | None) -> int | str | None:
    """Return a cost as JSON has it: a whole number, or a fraction as a text."""
    return str(cost) if isinstance(cost, Fraction) and cost.denominator != 1 else None if cost is None else int(cost)
