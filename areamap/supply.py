"""Connected groups of held spaces, and supply traced from sources."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Unpack

from areamap.atlas import Atlas, plain_cost
from areamap.cheapest import least_costs
from areamap.passage import OF_THE_MOVER, Passage, PassageOptions, Reason, ids_of, in_order, passage_everywhere
from areamap.reach import MoveOptions, Walk, limits_of
from areamap.routes import Path, against, ways_to
from areamap.spaces import Cost, Space
from mapsheet.errors import NotationError
from mapsheet.fields import points


class Groups(NamedTuple):
    """Spaces in groups that hang together, the larger group first, then by its first id; ids sorted in each.

    `left_out` tells which spaces are in no group, and which links between members are not open; `barred` which members may
    not be entered now, and why.
    """

    by: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    left_out: tuple[Reason, ...]
    barred: tuple[Reason, ...]

    def to_json(self) -> dict[str, Any]:
        """Return `by groups left_out barred` as plain JSON values."""
        return {
            "by": [*self.by], "groups": [[*group] for group in self.groups],
            "left_out": [reason.to_json() for reason in self.left_out],
            "barred": [reason.to_json() for reason in self.barred],
        }


class SupplyOptions(MoveOptions, total=False):
    """What supply takes besides who moves: it passes only spaces of `held` where given, at most at a cost of `allowance`."""

    held: Iterable[str | Space]
    allowance: object


class Supply(NamedTuple):
    """Whether supply reaches a space: the nearest source, the cost and the path from it, else what stands against it."""

    space: str
    by: tuple[str, ...]
    supplied: bool
    source: str | None
    cost: Cost | None
    path: Path | None
    left_out: tuple[Reason, ...]

    def to_json(self) -> dict[str, Any]:
        """Return `space by supplied source cost path left_out` as plain JSON values."""
        return {
            "space": self.space, "by": [*self.by], "supplied": self.supplied, "source": self.source,
            "cost": plain_cost(self.cost), "path": [*self.path] if self.path else None,
            "left_out": [reason.to_json() for reason in self.left_out],
        }


def groups(
    board: Atlas, spaces: Iterable[str | Space] | None = None, **options: Unpack[PassageOptions]
) -> Groups:
    """Return the groups of spaces that hang together by open links among themselves alone, whichever way those run.

    Without `spaces` all are taken; without `by` all kinds of link count but `annex`. Only spaces that are closed or drawn
    only are in no group: a group shows where ways lead, and who holds a space need not enter it, so that one which this mover
    may not enter (18) is still a member. NotationError for unknown names.
    """
    passage = passage_everywhere(board, options)
    asked = board.spaces.keys() if spaces is None else ids_of(board, spaces, "spaces")
    reasons = {id_: reason for id_ in asked if (reason := passage.barred(id_)) is not None}
    barred = {reason for reason in reasons.values() if reason.why in OF_THE_MOVER}
    absent = {*reasons.values()} - barred
    left = {*asked} - {reason.space for reason in absent}
    joined, shut = _joined(passage, left)
    found = []
    while left:
        group, todo = set(), [min(left)]
        while todo:
            here = todo.pop()
            if here in left:
                left.remove(here)
                group.add(here)
                todo += joined[here]
        found.append(tuple(sorted(group)))
    by_size = tuple(sorted(found, key=lambda group: (-len(group), group)))
    return Groups(passage.by, by_size, in_order(absent | shut), in_order(barred))


def _joined(passage: Passage, members: set[str]) -> tuple[dict[str, set[str]], set[Reason]]:
    """Return for each member the others it has an open link with, and why each of the other links is open neither way."""
    joined: dict[str, set[str]] = {id_: set() for id_ in members}
    closed: set[Reason] = set()
    for link in passage.board.links:
        if link.kind not in passage.by or not {link.a, link.b} <= members:
            continue
        reason = passage.shut(link, link.a)
        if reason is not None and passage.shut(link, link.b) is not None:
            closed.add(reason)
            continue
        joined[link.a].add(link.b)
        joined[link.b].add(link.a)
    return joined, closed


def supply(
    board: Atlas, name: str | Space, sources: Iterable[str | Space], **options: Unpack[SupplyOptions]
) -> Supply:
    """Return whether supply can be traced from a source to a space, from the nearest one; of equal ones the lowest id.

    NotationError for unknown names, or without a source.
    """
    space = board.space(name)
    starts = sorted(ids_of(board, sources, "sources"))
    if not starts:
        raise NotationError("one source or more", sources)
    allowance = options.get("allowance")
    most = None if allowance is None else points(allowance, "allowance")
    passage = passage_everywhere(board, _confined(board, options, {space.id, *starts}))
    limits = limits_of(board, options)
    best: tuple[Cost, str, Path] | None = None
    left_out: set[Reason] = set()
    for source in starts:
        walk = Walk(passage, board.spaces[source], limits)
        found = least_costs(walk.start, walk.steps, most)
        cost, paths, _ = ways_to(found, [space.id])
        if cost is None:
            left_out.update(_wanting(walk, space, most))
        elif best is None or cost < best[0]:
            best = cost, source, paths[0]
    if best is None:
        return Supply(space.id, passage.by, supplied=False, source=None, cost=None, path=None, left_out=in_order(left_out))
    return Supply(space.id, passage.by, True, best[1], best[0], best[2], ())


def _wanting(walk: Walk, space: Space, most: Cost | None) -> tuple[Reason, ...]:
    """Return why supply does not come from a source: what it would cost where it could come, else what bars its ways."""
    found = least_costs(walk.start, walk.steps)
    cost, _, _ = ways_to(found, [space.id])
    if cost is None:
        return against(walk, found, space)
    return (Reason("allowance", walk.start, space.id, note=f"{plain_cost(cost)} of {plain_cost(most)}"),)


def _confined(board: Atlas, options: SupplyOptions, ends: set[str]) -> PassageOptions:
    """Return the options of the passage with all spaces closed that are neither held nor an end."""
    closed = ids_of(board, options.get("closed", ()), "closed")
    if "held" in options:
        closed |= board.spaces.keys() - ids_of(board, options["held"], "held") - ends
    return {"by": options.get("by"), "facts": options.get("facts", ()), "bans": options.get("bans", ()), "closed": closed}
