"""Declarations of war: whom they may be on, who sits their check out, and what a war on a sleeping Empire is (9.4, 13.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.allies import influence
from rulebook.allies import state as states
from rulebook.allies.checks import check
from rulebook.allies.model import EMPIRE, Model
from rulebook.allies.state import say

if TYPE_CHECKING:
    from rulebook.rules import State, Table


def forbids(found: Model, state: State, power: str, on: str) -> str:
    """Return why a power may not declare war on a power or a minor, "" when it may."""
    name, foe = found.names[power], found.names[on]
    if power in found.minors:
        return f"{name} is a minor power, which declares no war (9.4)"
    if power == on or states.is_same_player(state, power, on):
        return f"one player runs {name} and {foe}: the two are never at war (SB p.11)"
    if not states.is_awake(state, power):
        return f"{name} is asleep (SB p.12)"
    if states.are_at_war(state, power, on):
        return f"{name} and {foe} are at war already (Diplomatic Status chart)"
    if states.are_allied(state, power, on):
        return f"{name} and {foe} are allied: that ends first (Diplomatic Status chart)"
    if on in found.minors:
        return _minor_forbids(found, state, power, on)
    return ""


def _minor_forbids(found: Model, state: State, power: str, minor: str) -> str:
    if (power, minor) not in found.may_declare:
        return f"the chart shows no cost for war of {found.names[power]} on {found.names[minor]} (9.4)"
    if not states.is_in_play(state, minor):
        return f"{found.names[minor]} is not in play yet (SB p.7)"
    return ""


def declare(found: Model, state: State, power: str, on: str, table: Table) -> None:
    """Declare war; on a minor or on a sleeping Empire that sets a check off, which the declarer sits out."""
    states.join(state, "wars", power, on)
    say(table, f"{found.names[power]} and {found.names[on]} are at war", rule="13.1")
    if on in found.minors:
        influence.lose(found, state, power, on, table)
        check(found, state, on, table, declarer=power)
    elif on == EMPIRE and not states.is_awake(state, EMPIRE):
        _wake_empire(found, state, power, table)
    elif not states.is_awake(state, on):
        say(table, f"{found.names[on]} is asleep, and only its card checks it: no check", rule="SB p.12")


def _wake_empire(found: Model, state: State, power: str, table: Table) -> None:
    if EMPIRE not in state["checked"]:
        told = f"War on the sleeping Empire: a check at once, without {found.names[power]} and the Ottoman"
        say(table, told, rule="13.1, SB p.12")
    check(found, state, EMPIRE, table, declarer=power)
    if not states.is_awake(state, EMPIRE) and not state["agenda"]:
        say(table, rare_case(state), rule=RARE_RULE)


RARE_RULE = "24.6, 24.1, house.rare_case (H)"


def rare_case(state: State) -> str:
    """Return how an Empire fights that was checked and sleeps on."""
    if not state["house"]["rare_case"]:
        return "The Empire sleeps on; the rulebooks do not say how it fights, and the table's ruling is off"
    return "The Empire sleeps on and fights like a sleeping minor: it does not move; `attack` says what its units do"


def may_enter(state: State, power: str) -> bool:
    """Return whether a power's units may enter spaces of the Empire: at war with it, as the Empire itself, or its ally."""
    return power == EMPIRE or states.are_at_war(state, power, EMPIRE) or states.are_allied(state, power, EMPIRE)


def may_move(state: State, power: str) -> bool:
    """Return whether a power's units may move: a power asleep never does."""
    return states.is_awake(state, power)


# -- the rare case -------------------------------------------------------------------------------------------------------

INSIDE = 4  # units that a space's fortifications take in


def may_attack(state: State, power: str) -> bool:
    """Return whether the table's ruling for the rare case is called for: war with an Empire that sleeps on."""
    if states.is_awake(state, EMPIRE) or not states.is_awake(state, power):
        return False
    return bool(state["house"]["rare_case"]) and states.are_at_war(state, power, EMPIRE)


def withdraws(units: int) -> bool:
    """Return whether the units in an attacked space go inside without a battle."""
    return units <= INSIDE


def after_defeat(left: int) -> tuple[int, int]:
    """Return how many of those left after a lost field battle go inside, and how many are eliminated."""
    return min(left, INSIDE), max(left - INSIDE, 0)
