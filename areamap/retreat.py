"""Where a beaten force may go: withdrawals to the next space, and the way out of an island's city."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Unpack

from areamap.atlas import Atlas
from areamap.passage import Passage, PassageOptions, Reason, ids_of, in_order, passage_for
from areamap.spaces import WATER, Space
from mapsheet.fields import points


class RetreatOptions(PassageOptions, total=False):
    """What a retreat takes besides who moves.

    `hostile` spaces hold units of the enemy and are not entered, nor are those of `attackers`, from which the attack came. A
    force whose `allowance` is 0 cannot move. `overseas` asks for the coasts of the seas that a port opens to.
    """

    hostile: Iterable[str | Space]
    attackers: Iterable[str | Space]
    allowance: object
    overseas: bool


class Retreat(NamedTuple):
    """The spaces that a force may withdraw to, sorted; with none it is eliminated. `left_out` says why others are none."""

    space: str
    by: tuple[str, ...]
    candidates: tuple[str, ...]
    left_out: tuple[Reason, ...]

    @property
    def eliminated(self) -> bool:
        """Return whether there is nowhere to go."""
        return not self.candidates

    def to_json(self) -> dict[str, Any]:
        """Return `space by candidates eliminated left_out` as plain JSON values."""
        return {
            "space": self.space, "by": [*self.by], "candidates": [*self.candidates], "eliminated": self.eliminated,
            "left_out": [reason.to_json() for reason in self.left_out],
        }


def retreat(board: Atlas, name: str | Space, **options: Unpack[RetreatOptions]) -> Retreat:
    """Return where a force may withdraw to: one step that it may legally take, free of the enemy.

    From a field a neighboring region, an open strait included, not a city; from a city its field, or the sea of its port;
    from a sea the next sea or a port. NotationError for unknown spaces or kinds of link.
    """
    here = board.space(name)
    passage = passage_for(board, options, here)
    allowance = options.get("allowance")
    if allowance is not None and not points(allowance, "allowance"):
        return Retreat(here.id, passage.by, (), (Reason("immobile", here.id, here.id),))
    enemies = {
        **dict.fromkeys(ids_of(board, options.get("attackers", ()), "attackers"), "attackers"),
        **dict.fromkeys(ids_of(board, options.get("hostile", ()), "hostile"), "hostile"),
    }
    found, left_out = _overseas(passage, here) if options.get("overseas") else _next(passage, here)
    candidates = tuple(sorted(found - enemies.keys()))
    held = {Reason(enemies[id_], here.id, id_) for id_ in found & enemies.keys()}
    return Retreat(here.id, passage.by, candidates, in_order({*left_out, *held}))


def _next(passage: Passage, here: Space) -> tuple[set[str], set[Reason]]:
    def is_way(kind: str) -> bool:
        return here.kind in {"city", *WATER} or kind != "city"

    ways = {way.to for way in passage.ways(here.id) if is_way(way.link.kind)}
    return ways, {reason for reason in passage.refused(here.id) if is_way(reason.link) and reason.space not in ways}


def _overseas(passage: Passage, here: Space) -> tuple[set[str], set[Reason]]:
    """Return the coasts of the seas of a port city, and why others are none; the seas themselves are not entered."""
    coasts: dict[str, Reason | None] = {}
    for sea in here.ports:
        for link in passage.board.links_of[sea]:
            ashore = link.other(sea)
            if link.kind == "coast" and ashore != here.within:
                shut = passage.shut(link, sea) or passage.barred(ashore)
                if coasts.get(ashore, shut) is shut or shut is None:
                    coasts[ashore] = shut and shut._replace(origin=here.id, link="coast")
    return {id_ for id_, reason in coasts.items() if reason is None}, {reason for reason in coasts.values() if reason}
