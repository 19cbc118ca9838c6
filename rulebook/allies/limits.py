"""What an ally may not do, and what one player's two powers may not do to each other (SB p.11, SB pp.11-13, 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.allies import state as states
from rulebook.allies.model import Model

if TYPE_CHECKING:
    from rulebook.rules import State

LIMITS = {
    "patronize": "patronizes no artist or scientist",
    "expedition": "builds no expedition",
    "espionage": "does no espionage",
    "home-card": "plays no home card",
    "win": "cannot win (its last square control marker is placed as a hex one)",
}
"""Doings of a power, as in `patronize ottoman`, and what an ally is told that tries one."""
ASSASSINATE = "assassinate"
"""As in `assassinate ottoman`: of whom."""
BETWEEN = {
    "piracy": "pirates the other", "give-card": "gives the other a card draw", "give-mercenary": "gives the other mercenaries",
}
"""Doings of two powers, as in `piracy england on ottoman`, that one player's two are forbidden."""
ALLOWED = {
    "deal": "makes deals", "war": "declares war", "influence": "buys influence", "alliance": "is allied",
    "loan": "lends naval squadrons",
}
"""Doings that stay open to an ally, the last two also with the other power of its player."""
SQUARE, HEX = "square", "hex"


def forbids(found: Model, state: State, doing: str, power: str) -> str:
    """Return why a power may not do something, by a word of `LIMITS` or `ASSASSINATE`; "" where no limit of allies forbids it."""
    if power not in found.allies or doing not in (*LIMITS, ASSASSINATE):
        return ""
    name = found.names[power]
    if not states.is_awake(state, power):
        return "" if doing == ASSASSINATE else f"{name} is asleep (SB p.12)"
    if doing == ASSASSINATE:
        return f"nobody assassinates a leader of {name} while it is an ally (SB pp.11-13, 10)"
    return f"{name}, an ally, {LIMITS[doing]} (SB pp.11-13, 10)"


def forbids_between(found: Model, state: State, doing: str, a: str, b: str) -> str:
    """Return why a power may not do something to another, by a word of `BETWEEN`; "" where one player does not run both."""
    if doing not in BETWEEN or not states.is_same_player(state, a, b):
        return ""
    return f"{found.names[a]} never {BETWEEN[doing]}: one player runs both {found.names[a]} and {found.names[b]} (SB p.11)"


def control_marker(state: State, power: str, *, is_last_square: bool) -> str:
    """Return the shape of the control marker that a power places on a key: an ally's last square one goes down as a hex."""
    return HEX if is_last_square and power in state["allies"] and states.is_awake(state, power) else SQUARE


def minor_marker(*, is_key: bool) -> str:
    """Return the shape of a control marker in a space of a minor that has become an ally (24.2, 25.2)."""
    return SQUARE if is_key else HEX
