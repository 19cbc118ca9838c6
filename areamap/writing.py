"""The tables of a map file from a map: what the reader took, as it would be written."""

from __future__ import annotations

from typing import Any

from areamap.atlas import Atlas, plain_cost
from areamap.conditions import ALWAYS
from areamap.linking import all_links
from areamap.reader import FORMAT
from areamap.spaces import Corner, Link, Space, TrackPlan
from mapsheet.provenance import PROVENANCE


def map_tables(board: Atlas, *, topology: str = "") -> dict[str, Any]:
    """Return the tables of a map file but for what is only drawn; `topology` is the name of the file beside it."""
    named = {"topology": topology} if topology else {}
    spaces = {space.id: space_table(space) for space in board.spaces.values()}
    return {"format": FORMAT, "title": board.title, **named, "space": spaces, **other_tables(board)}


def other_tables(board: Atlas) -> dict[str, Any]:
    """Return the tables of factions, kinds of link, movers, tracks, links, corners and waivers, those that hold anything."""
    tables: dict[str, Any] = {
        "faction": {f.id: _filled(name=f.name, code=f.code, colour=f.colour) for f in board.factions.values()},
        "kind": {k.name: _filled(cost=plain_cost(k.cost), look=k.look, label=k.label, note=k.note) for k in board.kinds.values()},
        "mover": {mover.name: {"by": list(mover.by)} for mover in board.movers.values()},
        "track": {track.id: _track_table(track) for track in board.tracks.values()},
        "link": [link_table(board, link) for link in declared_links(board)],
        "corner": [_corner_table(corner) for corner in board.corners],
        "waiver": [{"between": list(waiver.pair), "reason": waiver.reason} for waiver in board.waivers],
    }
    return {name: table for name, table in tables.items() if table}


def declared_links(board: Atlas) -> tuple[Link, ...]:
    """Return the links of the file's `[[link]]`, which come after all that follow from the rest."""
    return board.links[len(all_links(board, ())) :]


def space_table(space: Space) -> dict[str, Any]:
    """Return the table of a space."""
    return _filled(
        kind=space.kind, name=space.name, aliases=list(space.aliases), code=space.code, value=space.value,
        faction=space.faction, at=list(space.at) if space.at else None, within=space.within, ports=list(space.ports),
        path=space.path, order=space.order, traits=sorted(space.traits), entry=_condition(space.entry),
        entry_rule=space.entry_rule, note=space.note, provenance=_marks(dict(space.provenance)),
    ) | {
        key: value
        for key, value in [
            ("class", space.group or None),
            ("neighbors", None if space.neighbors is None else list(space.neighbors)),
            ("coasts", None if space.coasts is None else list(space.coasts)),
        ]
        if value is not None
    }


def link_table(board: Atlas, link: Link) -> dict[str, Any]:
    """Return the table of a link; its cost where it differs from what its kind costs."""
    cost = None if link.cost == board.cost_of(link.kind) else plain_cost(link.cost)
    return _filled(
        kind=link.kind, between=[link.a, link.b], cost=cost, open=_condition(link.open), rule=link.rule,
        one_way=link.one_way, path=link.path, value=link.value, note=link.note,
        provenance=link.provenance if link.provenance in PROVENANCE else "",
    ) | ({"class": link.group} if link.group else {})


def _corner_table(corner: Corner) -> dict[str, Any]:
    return _filled(spaces=sorted(corner.spaces), joins=[list(pair) for pair in corner.joins], reason=corner.reason)


def _track_table(track: TrackPlan) -> dict[str, Any]:
    off = [marker for marker, box in track.start.items() if box is None]
    start = {marker: box for marker, box in track.start.items() if box is not None}
    return _filled(
        title=track.title, boxes=list(track.boxes), notes=list(track.notes), markers=off, start=start,
        overflow=dict(track.overflow), provenance=track.provenance if track.provenance in PROVENANCE else "",
    )


def _condition(condition: object) -> str:
    return "" if condition == ALWAYS else str(condition)


def _marks(marks: dict[str, str]) -> dict[str, str] | str:
    return marks[""] if set(marks) == {""} else marks


def _filled(**values: Any) -> dict[str, Any]:
    """Return the values that hold anything; a number does."""
    return {key: value for key, value in values.items() if value is not None and value not in ("", [], {})}
