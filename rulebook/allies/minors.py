"""Minor powers: won, lost, sent to sleep; what Ireland brings (24.2-24.4, 9.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulebook.allies import state as states
from rulebook.allies.model import ACTIVATE, ASLEEP, IRELAND, PORTUGAL, Model
from rulebook.allies.state import say

if TYPE_CHECKING:
    from rulebook.rules import State, Table


def won(found: Model, state: State, minor: str, winner: str, table: Table) -> None:
    """Carry out the check of a minor: the Activate line makes it an ally, the Deactivate line puts it to sleep (24.6)."""
    name, home = found.names[minor], state["minors"][minor]
    if states.line(state, winner, minor) != ACTIVATE:
        if home == ASLEEP:
            say(table, f"{name} sleeps on", rule="24.6")
        else:
            put_to_sleep(found, state, minor, table, rule="24.6")
    elif home == winner:
        say(table, f"{name} is the ally of {found.names[winner]} already: nothing changes", rule="24.6")
    else:
        if home != ASLEEP:
            _lose(found, state, minor, table)
        _gain(found, state, minor, winner, table)


def put_to_sleep(found: Model, state: State, minor: str, table: Table, *, rule: str) -> None:
    """Send a minor that is somebody's ally to sleep: his markers come off, its units go home."""
    _lose(found, state, minor, table)
    say(table, f"{found.names[minor]} goes to sleep", rule=rule)


def _lose(found: Model, state: State, minor: str, table: Table) -> None:
    home = found.names[state["minors"][minor]]
    state["minors"][minor] = ASLEEP
    say(table, f"{home} loses {found.names[minor]}: its control markers come off there, the units go home", rule="24.4")


def _gain(found: Model, state: State, minor: str, winner: str, table: Table) -> None:
    """Make a minor somebody's ally, and put on the agenda the wars that this lets others declare."""
    name, ally = found.names[minor], found.names[winner]
    state["minors"][minor] = winner
    say(table, f"{name} is the ally of {ally}, who uses its units; they have no impulse or cards of their own", rule="24.2")
    told = f"keys take square markers of {ally} and count as its keys for cards and VP, other spaces hex ones"
    say(table, f"In {name} {told}", rule="24.2, 25.2")
    steps: list[dict[str, Any]] = []
    for foe in sorted(states.bonds(state, "wars", minor), key=found.place):
        states.part(state, "wars", minor, foe)
        say(table, f"The war of {name} with {found.names[foe]} ends", rule="24.3")
        steps.append({"step": "war", "by": foe, "on": [winner], "rule": "24.3"})
    if minor == IRELAND:
        say(table, "Ireland brings 3 Irish units, and a fortress in Ulster", rule="24.3")
        steps.append({"step": "dublin", "by": winner})
    state["agenda"][:0] = steps


def bring_in(found: Model, state: State, table: Table) -> None:
    """Let Portugal join in, asleep (SB p.7)."""
    state["minors"][PORTUGAL] = ASLEEP
    say(table, f"{found.names[PORTUGAL]} joins in, asleep", rule="SB p.7")
