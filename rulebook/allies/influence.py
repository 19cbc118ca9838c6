"""Influence: bought for CP on tracks that show one's flag, sent back in the Winter after a check (24.5, 20.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.allies import state as states
from rulebook.allies.model import Model
from rulebook.allies.state import say

if TYPE_CHECKING:
    from rulebook.rules import State, Table


def forbids(found: Model, state: State, power: str, target: str) -> str:
    """Return why a power may not buy a step of influence on a track, "" when it may."""
    name, on = found.names[power], found.names[target]
    if power not in state["flags"][target]:
        return f"the track of {on} does not show the flag of {name} (24.5)"
    if states.is_barred(state, power, target):
        return f"{name} has declared war on {on} and lost its influence there for good (9.4)"
    if not states.is_in_play(state, target):
        return f"{on} is not in play yet (SB p.7)"
    if not states.is_awake(state, power):
        return f"{name} is asleep: its markers are set aside (SB p.13)"
    if target in state["checked"]:
        return f"{on} was checked this turn: nobody buys on its track until the next (24.5)"
    if states.influence(state, power, target) >= found.most_influence:
        return f"influence never goes past {found.most_influence} (24.5)"
    return ""


def buy(found: Model, state: State, power: str, target: str, table: Table) -> None:
    """Buy one step for 1 CP."""
    value = states.influence(state, power, target) + 1
    state["influence"][target][power] = value
    state["spent"][power] = state["spent"].get(power, 0) + 1
    say(table, f"1 CP of {found.names[power]}: influence {value} on {found.names[target]}", rule="24.5")


def lose(found: Model, state: State, power: str, target: str, table: Table) -> None:
    """Take a power's influence off a minor for good, for having declared war on it."""
    if power in state["flags"][target]:
        state["influence"][target][power] = None
    state["barred"][target] = sorted({*state["barred"].get(target, ()), power})
    say(table, f"{found.names[power]} loses its influence with {found.names[target]} for good", rule="9.4")


def winter(found: Model, state: State, table: Table) -> None:
    """Send the markers of every track that was checked back to their default boxes, else to 0."""
    for target in [one for one in found.targets if one in state["checked"]]:
        rows = state["influence"][target]
        for power, value in rows.items():
            if value is not None:
                rows[power] = state["flags"][target][power]["default"]
        told = ", ".join(f"{found.names[power]} {value}" for power, value in rows.items() if value is not None)
        where = f"Winter: markers on {found.names[target]} go to their default boxes, else to 0"
        say(table, f"{where}: {told or 'there are none'}", rule="20.9")
    state["checked"] = []
