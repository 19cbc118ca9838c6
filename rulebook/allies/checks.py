"""Checks: who rolls, the roll, and what its winner brings about (24.6, SB pp.11-12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.allies import minors
from rulebook.allies import state as states
from rulebook.allies.model import ACTIVATE, DEACTIVATE, EMPIRE, OTTOMAN, Model
from rulebook.allies.state import say

if TYPE_CHECKING:
    from rulebook.rules import State, Table

RULE = "24.6"
UNCHANGED = "nothing changes"


def participants(found: Model, state: State, target: str, declarer: str = "") -> list[str]:
    """Return who rolls in a check, in the order of impulses.

    Whoever has a flag on the track, but not who declared war, who has lost the track for good, or an ally asleep; of a war on
    the Empire nor the Ottoman, and by a house ruling nor who runs it when it declared.
    """
    sits_out = {declarer, *state["barred"].get(target, ())}
    if declarer and target == EMPIRE:
        sits_out.add(OTTOMAN)
        if declarer == OTTOMAN and state["house"]["england_sits_out"]:
            sits_out.add(states.controller(state, OTTOMAN))
    flags = state["flags"][target]
    return [power for power in found.order if power in flags and power not in sits_out and states.is_awake(state, power)]


def why_none(found: Model, target: str) -> str:
    """Return why nobody rolls on a track."""
    return f"nobody who has a flag on the track of {found.names[target]} may roll; the option flags adds your copy's"


def check(found: Model, state: State, target: str, table: Table, *, declarer: str = "") -> None:
    """Check a target: roll, mark its track, and put what follows on the agenda; no second check in a turn."""
    name = found.names[target]
    if target in state["checked"]:
        say(table, f"{name} was checked this turn: no second check", rule=RULE)
        return
    rolling = participants(found, state, target, declarer)
    state["checked"] = sorted([*state["checked"], target])
    if not rolling:
        say(table, f"No check of {name}: {why_none(found, target)}", rule=RULE)
        return
    totals = {power: _roll(found, state, power, target, table) for power in rolling}
    best = max(totals.values())
    first = [power for power in rolling if totals[power] == best]
    tied = f", first in the order of impulses of {len(first)} with {best}" if len(first) > 1 else ""
    told = ", ".join(f"{found.names[power]} {total}" for power, total in totals.items())
    say(table, f"{told}: {found.names[first[0]]} wins the check of {name}{tied}", rule=RULE)
    say(table, f"The influence track of {name} is Resolved This Turn: nobody buys on it until the next", rule="24.5")
    carry_out(found, state, target, first[0], table, declarer=declarer)


def _roll(found: Model, state: State, power: str, target: str, table: Table) -> int:
    value, runs = states.influence(state, power, target), states.controller(state, power)
    by = "" if runs == power else f", rolled by {found.names[runs]}"
    return table.roll(f"{found.names[power]} on {found.names[target]}, influence {value}{by}", rule=RULE) + value


def outcome_of(found: Model, state: State, target: str, winner: str) -> str:
    """Return what it brings if a power wins the check of a target, in words."""
    line = states.line(state, winner, target)
    if line is None:
        return "as the line of its flag says"
    if target in found.allies:
        now = states.controller(state, target)
        if line == DEACTIVATE:
            return "goes to sleep" if now else "sleeps on"
        if now == winner:
            return UNCHANGED
        return f"sleeps, then wakes for {found.names[winner]}" if now else f"wakes for {found.names[winner]}"
    if line == DEACTIVATE:
        return "asleep"
    return UNCHANGED if state["minors"][target] == winner else f"ally of {found.names[winner]}"


def carry_out(found: Model, state: State, target: str, winner: str, table: Table, *, declarer: str = "") -> None:
    """Put on the agenda what follows from a check that a power has won."""
    line = states.line(state, winner, target)
    if line is None:
        state["agenda"][:0] = [{"step": "line", "target": target, "power": winner}]
    elif target in found.minors:
        minors.won(found, state, target, winner, table)
    else:
        told = outcome_of(found, state, target, winner)
        colon = ":" if told == UNCHANGED else ""
        say(table, f"{found.names[target]}{colon} {told}", rule="SB p.12")
        state["agenda"][:0] = _steps(state, target, winner, declarer)


def _steps(state: State, target: str, winner: str, declarer: str) -> list[dict[str, str]]:
    """Return the steps after the check of an ally: sleep for whom it belongs to, then waking for who won it."""
    now, wakes = states.controller(state, target), states.line(state, winner, target) == ACTIVATE
    if now == winner or not (now or wakes):
        return []
    why, rule = ("sleep", "SB p.13") if now else ("wake", "SB p.12")
    asked = {"step": "vp", "ally": target, "why": why, "rule": rule}
    sleep = [{"step": "sleep", "ally": target}] if now else []
    wake = [{"step": "wake", "ally": target, "winner": winner, "declarer": declarer}] if wakes else []
    return [asked, *sleep, *wake]
