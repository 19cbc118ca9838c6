"""Ways between spaces: what is declared against itself and what is drawn, links, ports, and who can get anywhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from areamap.atlas import Atlas
from areamap.checking.complaints import Complaint, Complaints, measured
from areamap.checking.doubts import NO_DOUBT, Doubt
from areamap.conditions import NEVER
from areamap.faces import Net
from areamap.linking import DRAWN, kind_between
from areamap.spaces import WATER, Border, Link, Space

Pair = tuple[str, str]
LONELY = frozenset({"box", "track", "power", "minor", "reserves", "closed", "closed-sea"})
"""Kinds that need no way to them."""
SHORT = 0.05
"""A contact is short when it is shorter than this share of the mean of all other contacts of either space."""
_PLACES = {"neighbors": "neighbor", "coasts": "coast"}


def stated(board: Atlas) -> Complaints:
    """Yield declarations that the other space does not return, of the wrong medium, of itself, of a shut space, or twice."""
    for space in board.spaces.values():
        for key, names in (("neighbors", space.neighbors), ("coasts", space.coasts)):
            for k, name in ((k, name) for k, name in enumerate(names or ()) if name in board.spaces):
                message = _misstated(board, space, key, name)
                if message or name in (names or ())[:k]:
                    yield Complaint(("space", space.id, key, k), message or f"{name} stands there twice")


def _misstated(board: Atlas, space: Space, key: str, name: str) -> str:
    if name == space.id:
        return "declares itself"
    other = board.spaces[name]
    if other.is_shut or space.is_shut:
        return f"{(other if other.is_shut else space).id} is closed: nobody goes between them"
    is_coast = kind_between(board, space.id, name) == "coast"
    if key == "neighbors" and is_coast:
        return f"{name} and {space.id} meet on a coast: `coasts` of the land says so"
    # a list with an unknown name may mean anybody by it
    if key == "neighbors" and space.id not in (other.neighbors or ()) and _is_known(board, other.neighbors):
        return f"{space.id} declares {name}, {name} does not declare {space.id}"
    return ""


# -- declared and drawn ----------------------------------------------------------------------------------------------------


def _is_known(board: Atlas, names: Iterable[str] | None) -> bool:
    return all(name in board.spaces for name in names or ())


def against_drawing(board: Atlas, net: Net, doubt: Doubt = NO_DOUBT) -> Complaints:
    """Yield what is declared and not drawn, drawn and not declared, short contacts, and waivers of none of these."""
    waived = {_pair(*waiver.pair): k for k, waiver in enumerate(board.waivers)}
    needed: set[Pair] = set()
    for pair, complaint in (*undrawn(board, net), *_undeclared(board, net), *_short(board, net)):
        if pair in waived:
            needed.add(pair)
        elif not doubt.may_waive(pair):
            yield complaint
    for pair, k in waived.items():
        if pair not in needed:
            yield Complaint(("waiver", k), f"waives nothing: what is declared and drawn of {pair[0]} and {pair[1]} agrees")


def undrawn(board: Atlas, net: Net) -> Iterator[tuple[Pair, Complaint]]:
    """Yield each pair that is declared and not drawn, waived or not, with the complaint about it."""
    drawn = {tuple(sorted((link.a, link.b))) for link in board.links if link.source in {"drawn", "corner"}}
    told = set()
    for space in board.spaces.values():
        for key, names in (("neighbors", space.neighbors), ("coasts", space.coasts)):
            for k, name in enumerate(names or ()):
                pair = _pair(space.id, name)
                is_told = name not in board.spaces or name == space.id or pair in drawn or pair in told
                if not is_told and not _is_any_shut(board, pair):
                    told.add(pair)
                    message = f"{name} is declared and not drawn: {_contact(board, net, pair)}"
                    yield pair, Complaint(("space", space.id, key, k), message)


def _contact(board: Atlas, net: Net, pair: Pair) -> str:
    borders = board.borders_between(*pair)
    if borders:
        return f"their border of {measured(net, length_of(net, borders))} is {borders[0].kind}"
    corner = next((corner for corner in net.corners if set(pair) <= set(corner.round)), None)
    if corner:
        return "they meet in one point only, and no [[corner]] joins them"
    return "they share no border"


def _undeclared(board: Atlas, net: Net) -> Iterator[tuple[Pair, Complaint]]:
    for link in board.links:
        if link.source != "drawn":
            continue
        a, b = board.spaces[link.a], board.spaces[link.b]
        borders = [border for border in board.borders_between(a, b) if border.kind in DRAWN]
        # the land comes first in a coast's link, and only lands declare coasts
        key = "coasts" if link.kind == "coast" else "neighbors"
        says = [space for space in (a, b) if getattr(space, key) is not None][: 1 if key == "coasts" else 2]
        known = all(_is_known(board, getattr(space, key)) for space in says)
        if says and known and not any(other.id in getattr(space, key) for space, other in ((a, b), (b, a)) if space in says):
            space = says[0]
            other = b if space is a else a
            length = measured(net, length_of(net, borders))
            message = f"{other.id} is drawn as a {_PLACES[key]} along {length} and not declared"
            yield _pair(a.id, b.id), Complaint(("space", space.id, key), message)


def _short(board: Atlas, net: Net) -> Iterator[tuple[Pair, Complaint]]:
    """Yield contacts that are much shorter than the other contacts of both their spaces."""
    lengths: dict[Pair, float] = defaultdict(float)
    first: dict[Pair, int] = {}
    whole: dict[str, dict[Pair, float]] = defaultdict(dict)
    for k, border in enumerate(net.topology.borders):
        if all(border.pair) and not _is_any_shut(board, border.pair):
            lengths[border.pair] += length_of(net, [border])
            first.setdefault(border.pair, k)
            for id_ in border.pair:
                whole[id_][border.pair] = lengths[border.pair]
    sums = {id_: sum(parts.values()) for id_, parts in whole.items()}
    for pair, length in lengths.items():
        if all(length < SHORT * (sums[id_] - length) / max(1, len(whole[id_]) - 1) for id_ in pair):
            message = f"{pair[0]} and {pair[1]} touch along {measured(net, length)} only: if that is meant, a [[waiver]] says so"
            yield pair, Complaint(f"objects.borders.geometries.{first[pair]}", message, warns=True)


def length_of(net: Net, borders: Iterable[Border]) -> float:
    """Return the whole length of some borders, in km or mm."""
    return sum(net.length(net.arcs[border.arc]) for border in borders)


def _pair(a: str, b: str) -> Pair:
    return (a, b) if a <= b else (b, a)


def _is_any_shut(board: Atlas, pair: Pair) -> bool:
    return any(board.spaces[id_].is_shut for id_ in pair)


# -- links -----------------------------------------------------------------------------------------------------------------


def links(board: Atlas, declared: int) -> Complaints:
    """Yield links with a shut end, those that repeat another, ports without a sea, and links that never open.

    The last `declared` links are those of the file's `[[link]]`.
    """
    before = len(board.links) - declared
    seen: dict[tuple[object, ...], Link] = {}
    for k, link in enumerate(board.links):
        key = _place(board, link, k - before)
        for end in (link.a, link.b):
            if board.spaces[end].is_shut:
                yield Complaint(key, f"{end} is closed: no {link.kind} leads there")
        first = seen.setdefault(_sameness(link), link)
        if first is not link:
            yield Complaint(key, f"repeats the {link.kind} between {link.a} and {link.b} that is {first.source} already")
        if link.kind == "port" and not any(board.spaces[end].kind == "sea" for end in (link.a, link.b)):
            yield Complaint(key, f"a port opens to a sea, and neither {link.a} nor {link.b} is one")
        if link.open == NEVER:
            yield Complaint(key, "never opens", warns=True)


def _sameness(link: Link) -> tuple[object, ...]:
    ends = (link.a, link.b) if link.one_way else tuple(sorted((link.a, link.b)))
    return (link.kind, *ends, bool(link.one_way), str(link.open), link.rule, link.path, link.group, link.value)


def _place(board: Atlas, link: Link, number: int) -> tuple[str | int, ...]:
    if number >= 0:
        return ("link", number)
    if link.source == "corner":
        pairs = [(k, set(pair)) for k, corner in enumerate(board.corners) for pair in corner.joins]
        return ("corner", next(k for k, pair in pairs if pair == {link.a, link.b}), "joins")
    return ("space", link.a, "ports") if link.kind == "port" else ("space", link.b if link.kind == "city" else link.a)


def ports(board: Atlas) -> Complaints:
    """Yield ports whose region does not touch their sea, and cities that are called ports and open to none."""
    coasts = {_pair(link.a, link.b) for link in board.links if link.kind == "coast"}
    for space in board.spaces.values():
        region = space.within or space.id
        for k, sea in enumerate(space.ports):
            if region in board.spaces and sea in board.spaces and _pair(region, sea) not in coasts:
                yield Complaint(("space", space.id, "ports", k), f"{region} does not touch {sea}")
        if space.kind == "city" and "port" in space.traits and not space.ports:
            yield Complaint(("space", space.id, "traits"), "is a port without a sea: `ports` names none")
        if space.kind == "island" and not any(city.ports for city in board.cities_of(space)) and not space.ports:
            yield Complaint(("space", space.id), "is an island without a port", warns=True)


# -- getting there -----------------------------------------------------------------------------------------------------------


def reach(board: Atlas, doubt: Doubt = NO_DOUBT) -> Complaints:
    """Yield spaces without any link, those that no mover can enter, and those that no mover can reach from the largest part.

    Whoever cannot go by coasts may still be landed from a sea that some mover enters. Where some ways are in doubt, only
    spaces without any link are told, and not those that may have one.
    """
    if len(board.spaces) == 1:
        return
    linked = {end for link in board.links for end in (link.a, link.b)}
    used = _used(board)
    entered = {end for link in used for end in ((link.b,) if link.one_way else (link.a, link.b))}
    landings = [link for link in board.links if link.kind == "coast" and link.b in entered]
    entered |= {link.a for link in landings}
    wanted = [space for space in board.spaces.values() if space.kind not in LONELY]
    parts = _parts([space.id for space in wanted if space.id in entered], [*used, *landings])
    for space in wanted:
        key = ("space", space.id)
        if space.id not in linked and space.id not in doubt.loose:
            yield Complaint(key, "has no link to any space")
        elif doubt.loose:
            continue
        elif space.id not in entered:
            # a sea without a port may only part the lands round it
            yield Complaint(key, "no mover can enter it: none goes by the links that lead there", warns=space.kind in WATER)
    for part in [] if doubt.loose else parts[1:]:
        others = len(parts[0]) - 1
        joined = f" and the {others} spaces joined with that" if others > 1 else " and the space joined with that" * others
        message = f"no mover can reach it from {parts[0][0]}{joined}"
        yield from (Complaint(("space", id_), message) for id_ in part)


def _used(board: Atlas) -> list[Link]:
    """Return the links that some mover may ever use; all where the map has no movers."""
    kinds = {kind for mover in board.movers.values() for kind in mover.by} if board.movers else set(board.link_kinds())
    return [link for link in board.links if link.kind in kinds and link.open != NEVER]


def _parts(ids: list[str], used: list[Link]) -> list[list[str]]:
    """Return the connected parts of the spaces, the largest first, else in the order of the file."""
    near: dict[str, set[str]] = {}
    for link in used:
        near.setdefault(link.a, set()).add(link.b)
        near.setdefault(link.b, set()).add(link.a)
    part_of: dict[str, int] = {}
    parts = 0
    for id_ in ids:
        waiting = [] if id_ in part_of else [id_]
        parts += bool(waiting)
        while waiting:
            here = waiting.pop()
            if here not in part_of:
                part_of[here] = parts
                waiting += near.get(here, ())
    found: list[list[str]] = [[] for _ in range(parts)]
    for id_ in ids:
        found[part_of[id_] - 1].append(id_)
    return sorted(found, key=len, reverse=True)
