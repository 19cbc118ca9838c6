"""Connected groups of held spaces, and supply traced from sources."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Unpack

from areamap.atlas import Atlas, plain_cost
from areamap.cheapest import least_costs
from areamap.passage import Passage, PassageOptions, Reason, ids_of, in_order, passage_everywhere
from areamap.reach import MoveOptions, Walk, limits_of
from areamap.routes import Path, against, ways_to
from areamap.spaces import Cost, Space
from mapsheet.errors import NotationError
from mapsheet.fields import points


class Groups(NamedTuple):
    """Spaces in groups that hang together, the larger group first, then by its first id; ids sorted in each."""

    by: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]

    def to_json(self) -> dict[str, Any]:
        """Return `by groups` as plain JSON values."""
        return {"by": [*self.by], "groups": [[*group] for group in self.groups]}


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

    Without `spaces` all that may be entered are taken; without `by` all kinds of link count but `annex`. NotationError for
    unknown names.
    """
    passage = passage_everywhere(board, options)
    entered = (id_ for id_ in board.spaces if passage.barred(id_) is None)
    left = set(entered if spaces is None else ids_of(board, spaces, "spaces"))
    joined = _joined(passage, left)
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
    return Groups(passage.by, tuple(sorted(found, key=lambda group: (-len(group), group))))


def _joined(passage: Passage, members: set[str]) -> dict[str, set[str]]:
    """Return for each member the others it has a link with that is open; who holds a space need not enter it."""
    joined: dict[str, set[str]] = {id_: set() for id_ in members}
    for link in passage.board.links:
        is_used = link.kind in passage.by and {link.a, link.b} <= members
        if is_used and any(passage.shut(link, end) is None for end in (link.a, link.b)):
            joined[link.a].add(link.b)
            joined[link.b].add(link.a)
    return joined


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
            left_out.update(against(walk, found))
        elif best is None or cost < best[0]:
            best = cost, source, paths[0]
    if best is None:
        return Supply(space.id, passage.by, supplied=False, source=None, cost=None, path=None, left_out=in_order(left_out))
    return Supply(space.id, passage.by, True, best[1], best[0], best[2], ())


def _confined(board: Atlas, options: SupplyOptions, ends: set[str]) -> PassageOptions:
    """Return the options of the passage with all spaces closed that are neither held nor an end."""
    closed = ids_of(board, options.get("closed", ()), "closed")
    if "held" in options:
        closed |= board.spaces.keys() - ids_of(board, options["held"], "held") - ends
    return {"by": options.get("by"), "facts": options.get("facts", ()), "bans": options.get("bans", ()), "closed": closed}
