"""What the faults of reading leave in doubt: a missing name is told once, not again by all that follows from it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, NamedTuple

from areamap.atlas import Atlas
from areamap.checking.complaints import Complaint
from areamap.spaces import KINDS
from mapsheet.errors import NotationError

_WORD = re.compile(r"[a-z0-9_]+")


class Doubt(NamedTuple):
    """Names without a space and spaces of no kind (nothing follows from them), and what may be more than could be read.

    `loose` are spaces that may have more ways; `corners` and `waived` what is known of rulings and waivers that name an
    unknown space; `shapes` says that the map's shapes could not be read.
    """

    names: frozenset[str] = frozenset()
    loose: frozenset[str] = frozenset()
    corners: tuple[frozenset[str], ...] = ()
    waived: tuple[frozenset[str], ...] = ()
    shapes: bool = False

    def hides(self, complaint: Complaint) -> bool:
        """Tell whether a complaint speaks of what is in doubt."""
        spoken = " ".join(map(str, complaint.key)) if isinstance(complaint.key, tuple) else ""
        return bool(self.names) and not self.names.isdisjoint(_WORD.findall(f"{spoken} {complaint.message}"))

    def may_waive(self, pair: Iterable[str]) -> bool:
        """Tell whether a waiver with an unknown space may be of a pair."""
        return any(known <= set(pair) for known in self.waived)


NO_DOUBT = Doubt()


def doubts(board: Atlas, data: dict[str, Any], declared: Iterable[str]) -> Doubt:
    """Return what is in doubt on a map that was read from tables with faults; `declared` are the ids that those declare."""
    ids = set(declared)
    odd = {id_ for id_ in ids if _table(_table(data.get("space")).get(id_)).get("kind") not in KINDS}
    links = [_ends(board, table.get("between"), ids) for table in _tables(data, "link")]
    waivers = [_ends(board, table.get("between"), ids) for table in _tables(data, "waiver")]
    corners = [_ends(board, table.get("spaces"), ids) for table in _tables(data, "corner")]
    shapes = bool(data.get("topology")) and board.topology is None
    loose = {end for known, guesses, missing in links if missing for end in (*known, *guesses)}
    loose |= {id_ for id_ in ids if _has_unknown(board, id_, ids)}
    by = [kind for table in _table(data.get("mover")).values() for kind in _listed(_table(table).get("by"))]
    kinds = {*board.link_kinds(), *board.kinds, "land", "sea", "coast", "city", "port", "strait", "path"}
    if shapes or set(by) - kinds:
        loose = ids
    return Doubt(
        frozenset(odd | (set(board.spaces) - ids)), frozenset(loose),
        tuple(frozenset(known) for known, _, missing in corners if missing),
        tuple(frozenset((*known, *guesses)) for known, guesses, missing in waivers if missing), shapes,
    )


def _has_unknown(board: Atlas, id_: str, ids: set[str]) -> bool:
    space = board.spaces[id_]
    names = (*(space.neighbors or ()), *(space.coasts or ()), *space.ports, *([space.within] if space.within else ()))
    return any(name not in ids for name in names) or (space.kind == "city" and not space.within)


def _ends(board: Atlas, names: Any, ids: set[str]) -> tuple[list[str], list[str], bool]:
    """Return the known spaces of a list of names, those that the others may mean, and whether there are others."""
    known, guesses, missing = [], [], not _listed(names)
    for name in _listed(names):
        try:
            known.append(board.space(name).id)
        except NotationError:
            missing = True
            guesses += get_close_matches(str(name)[:60], list(ids), n=1, cutoff=0.6)
    return known, guesses, missing or not set(known) <= ids


def _listed(names: Any) -> list[str]:
    return [str(name) for name in names] if isinstance(names, list) else [names] if isinstance(names, str) else []


def _tables(data: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found = data.get(name)
    return [_table(one) for one in found] if isinstance(found, list) else []


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
