"""Schiltroms open and close their ranks at any time in their movement, for two points (18.1)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import cache
from typing import Any

from rulebook.battles.fatigue import is_tired
from rulebook.battles.model import Battle, hexes_at
from rulebook.battles.state import enter, face_of, spell
from rulebook.rules import State, Table

PRICE = 2  # 18.11
OPEN, CLOSED = 0, 1


def changes(battle: Battle, state: State, now: dict[str, Any], closed: AbstractSet[str]) -> list[str]:
    """Return every change of formation of the unit under way that room allows: `close 1019`, `open 1019+1020` (18.13)."""
    id_ = now["pick"]
    if id_ in state["leaders"] or battle.pieces[id_].kind != "schiltrom":
        return []
    at = state["units"][id_]["at"]
    if state["units"][id_]["face"] == OPEN:
        return [f"close {number}" for number in hexes_at(at)]
    return [f"open {pair}" for pair in _placements(battle, at) if closed.isdisjoint(set(hexes_at(pair)) - {at})]


@cache
def _placements(battle: Battle, number: str) -> tuple[str, ...]:
    return battle.board.placements(number, unit_class="schiltrom").placements


def change(battle: Battle, state: State, now: dict[str, Any], action: str, table: Table) -> None:
    """Change the formation; the leaders who move along stand where the unit does then, the others stay."""
    id_, to = now["pick"], action.partition(" ")[2]
    unit = state["units"][id_]
    left = set(hexes_at(unit["at"])) - set(hexes_at(to))
    gained = set(hexes_at(to)) - set(hexes_at(unit["at"]))
    unit["at"], unit["face"] = to, 1 - unit["face"]
    for leader in now["with"]:
        if state["leaders"][leader]["at"] in left:
            state["leaders"][leader]["at"] = to
    enter(battle, state, id_, gained, table)


def refusal(battle: Battle, state: State, now: dict[str, Any], action: str, closed: AbstractSet[str]) -> str:
    """Return why a change is not legal."""
    id_ = now["pick"]
    name, (verb, _, to) = spell(battle, state, id_), action.partition(" ")
    if id_ in state["leaders"] or battle.pieces[id_].kind != "schiltrom":
        return f"{name} is no schiltrom (18.0)"
    if verb == ("open" if face_of(battle, state, id_).mode == "open" else "close"):
        return f"{name} is {'open' if verb == 'open' else 'closed'} already (18.1)"
    if action in changes(battle, state, now, closed):
        return f"{name} has not {PRICE} points left (18.11{', 13.1' if is_tired(state) else ''})"
    if verb == "close":
        return f"{name} closes on one of its own hexes, not on {to} (18.13)"
    hexes = hexes_at(to)
    other = next((number for number in hexes if number != name), "")
    if len(hexes) != 2 or name not in hexes or other not in battle.around[name]:
        return f"{name} opens onto its own hex and one beside it, not {to} (18.13)"
    return f"{other} is held (6.11)" if other in closed else f"{other} is {battle.board.terrain(other).name}, prohibited (7.25)"
