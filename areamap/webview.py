"""An area map as a page to look at: spaces, links with their costs and conditions, and what is told of each space."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from areamap.passage import AFLOAT, NO_FIELD, fitting, walked
from areamap.saying import REASONS, say
from mapsheet.errors import DataError

if TYPE_CHECKING:
    from areamap.asking import AreaMap
    from areamap.conditions import Condition
    from areamap.spaces import Link, Space

MOST_SPACES = 2_000
FINEST = 10**9  # parts of a point in all links together

Told = dict[str, Any]


def draw_page(board: AreaMap, *, style: str | None = None) -> str:
    """Return the page of a map: its sheet in a style by name (the map's own), and its answers.

    DataError as for `page_data`; NotationError for an unknown style.
    """
    from areamap.draw import draw_map
    from mapsheet.webpage import build_page

    return build_page(board.title, draw_map(board, style=style), page_data(board))


def page_data(board: AreaMap) -> Told:
    """Return all that the page of a map knows, as plain JSON values; DataError for a map that is too large for a page."""
    if not 0 < len(board) <= MOST_SPACES:
        raise DataError(f"a page holds 1 to {MOST_SPACES:,} spaces, and this map has {len(board):,}")
    links = {id(link): k for k, link in enumerate(board.links)}
    scale, middles = _scale(board), _middles(board)
    spaces = [
        {**_space(board, space), "links": [links[id(link)] for link in board.links_of[space.id]], "at": middles.get(space.id)}
        for space in board.spaces.values()
    ]
    facts = {fact for link in board.links for fact in link.open.facts()}
    facts |= {fact for space in board.spaces.values() for fact in space.entry.facts()}
    ashore = walked(board) - AFLOAT - {"coast"}
    return {
        "kind": "areas", "title": board.title, "map": board.name, "words": {**REASONS}, "scale": scale,
        "spaces": spaces, "links": [_link(link, scale) for link in board.links],
        "kinds": sorted(walked(board)), "every": sorted(board.link_kinds()),
        "auto": {"afloat": sorted(AFLOAT), "ashore": sorted(ashore)},
        "movers": {mover.name: sorted(mover.by) for mover in board.movers.values()},
        "facts": sorted(facts), "traits": sorted({trait for space in board.spaces.values() for trait in space.traits}),
    }


def _scale(board: AreaMap) -> int:
    scale = lcm(*(Fraction(link.cost).denominator for link in board.links))
    if sum(int(link.cost * scale) for link in board.links) > FINEST * 1000:
        raise DataError("the costs of the links are too large or too fine for a page")
    return scale


def _middles(board: AreaMap) -> dict[str, list[float]]:
    """Return where on the sheet the spaces of a map with shapes lie, in mm; those of a board the page finds itself."""
    from areamap.draw import coordinates

    if board.topology is None:
        return {}
    return {id_: place["centre_mm"] for id_, place in coordinates(board)["spaces"].items()}


def _space(board: AreaMap, space: Space) -> Told:
    told = say("show", board.show(space).to_json())
    about = [line for line in told if line.split(":")[0] not in board.link_kinds()]
    if space.path and space.order:
        about += list(say("path", board.on_path(space).to_json()))
    return {
        "id": space.id, "name": space.name, "kind": space.kind, "title": _title(space), "about": about,
        "element": _element(board, space), "isPoint": space.kind == "city" and board.topology is not None,
        "afloat": fitting(board, space) == AFLOAT, "shut": space.is_shut,
        "cityOnly": NO_FIELD in space.traits and space.kind != "city",
        "traits": sorted(space.traits), "within": space.within, "ports": [*space.ports],
        "entry": _condition(space.entry), "condition": str(space.entry), "rule": space.entry_rule, "note": space.note,
    }


def _title(space: Space) -> str:
    marks = [space.kind, space.faction, "" if space.value is None else f"value {space.value}", *sorted(space.traits)]
    return f"{space.name}: {', '.join(filter(None, marks))}"


def _element(board: AreaMap, space: Space) -> str:
    """Return the id of what is drawn of a space."""
    from areamap.draw.ground import element_id

    return element_id(space) if board.topology is not None else f"{space.kind}-{space.id}"


def _link(link: Link, scale: int) -> Told:
    condition = _condition(link.open)
    return {
        "kind": link.kind, "a": link.a, "b": link.b, "cost": int(link.cost * scale), "open": condition,
        "condition": "" if condition is None else str(link.open), "rule": link.rule, "oneWay": link.one_way,
    }


def _condition(condition: Condition) -> Any:
    """Return a condition as lists that begin with any, all, not or never, a fact as its text, `always` as None."""
    if condition.word == "always":
        return None
    if condition.word in {"any", "all", "not", "never"}:
        return [condition.word, *(_condition(part) or ["always"] for part in condition.parts)]
    return str(condition)
