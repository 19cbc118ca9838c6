"""An ally is settled, goes to sleep, or wakes for who has won it (SB pp.12-13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulebook.allies import limits, minors
from rulebook.allies import state as states
from rulebook.allies.baseline import settle
from rulebook.allies.model import ASLEEP, EMPIRE, Model
from rulebook.allies.state import say

if TYPE_CHECKING:
    from rulebook.rules import State, Table

SLEEP_WITH_EMPIRE = ("papacy", "venice", "ireland")


def pay(found: Model, state: State, ally: str, table: Table) -> None:
    """Settle an ally's baseline with its controller."""
    one = state["allies"][ally]
    paid, baseline = settle(one["baseline"], one["vp"])
    name, player = found.names[ally], found.names[one["controller"]]
    moved = f"the baseline moves to {baseline}" if paid else "the baseline stays"
    what = f"{player} gains {paid} VP" if paid > 0 else f"{player} loses {-paid} VP" if paid else f"nothing for {player}"
    say(table, f"{name} at {one['vp']} VP on a baseline of {one['baseline']}: {what}, {moved}", rule="SB p.13")
    state["points"][one["controller"]] += paid
    one["baseline"] = baseline


def sleep(found: Model, state: State, ally: str, table: Table) -> None:
    """Send an ally to sleep, step by step."""
    one, name = state["allies"][ally], found.names[ally]
    pay(found, state, ally, table)
    one |= {"baseline": None, "first": None}
    say(table, f"The VP baseline of {name} comes off", rule="SB p.13")
    one["hand"] = None
    say(table, f"{name} discards its cards and treasures", rule="SB p.13")
    _end_bonds(found, state, ally, table)
    say(table, f"The units of {name} go home as in Winter", rule="SB p.13")
    one["controller"] = ASLEEP
    for rows in state["influence"].values():
        if ally in rows:
            rows[ally] = None
    say(table, f"The influence markers of {name} are set aside or marked Resolved This Turn", rule="SB p.13")
    for minor in states.minors_of(state, ally):
        with_it = ally == EMPIRE and minor in SLEEP_WITH_EMPIRE
        minors.put_to_sleep(found, state, minor, table, rule="SB p.13" if with_it else "SB p.13: its alliances end")
    say(table, f"{name} is asleep", rule="SB p.13")


def _end_bonds(found: Model, state: State, ally: str, table: Table) -> None:
    for kind, word in (("wars", "war"), ("alliances", "alliance")):
        for other in states.bonds(state, kind, ally):
            states.part(state, kind, ally, other)
            say(table, f"The {word} of {found.names[ally]} and {found.names[other]} ends", rule="SB p.13")


def wake(found: Model, state: State, step: dict[str, Any], table: Table) -> None:
    """Wake an ally for who has won it: step 1 at once, the others on the agenda in their order."""
    ally, winner, declarer = step["ally"], step["winner"], step["declarer"]
    one, name, player = state["allies"][ally], found.names[ally], found.names[winner]
    one |= {"controller": winner, "baseline": one["vp"], "first": one["vp"]}
    told = f"a marker Ally of Major Power goes into the box of {player}"
    say(table, f"1. The VP baseline of {name} goes on {one['vp']}, {told}", rule="SB p.12")
    for other in [power for power in found.order if power != ally and states.is_same_player(state, power, ally)]:
        if states.are_at_war(state, ally, other):
            states.part(state, "wars", ally, other)
            say(table, f"The war of {name} and {found.names[other]} ends: one player runs both", rule="SB p.11")
    say(
        table,
        f"{player} has with {name} a second hand and impulse, its armies, its mercenaries for deals, its influence with minors, "
        "and the deals for its royals",
        rule="SB pp.12-13, 20.6, 9.1",
    )
    tell_limits(found, ally, table)
    state["agenda"][:0] = [*_joining(state, winner, declarer), *steps_after(found, ally)]


def tell_limits(found: Model, ally: str, table: Table) -> None:
    """Say what an ally may not do."""
    never = ", ".join(limits.LIMITS.values())
    told = f"While {found.names[ally]} is an ally, it {never}; nobody assassinates its leaders"
    say(table, told, rule="SB pp.11-13, 10")


def _joining(state: State, winner: str, declarer: str) -> list[dict[str, Any]]:
    return [{"step": "join", "by": winner, "on": declarer}] if declarer and may_fight(state, winner, declarer) else []


def steps_after(found: Model, ally: str) -> list[dict[str, Any]]:
    """Return steps 3 to 5 of waking."""
    others = [power for power in found.order if power != ally]
    return [
        {"step": "war", "by": ally, "on": others, "rule": "SB p.12", "waking": True},
        {"step": "resolve", "ally": ally},
        {"step": "deal", "ally": ally},
        {"step": "biggest", "ally": ally},
    ]


def may_fight(state: State, a: str, b: str) -> bool:
    """Return whether a war between two powers that are awake may begin."""
    apart = not states.are_at_war(state, a, b) and not states.are_allied(state, a, b)
    return apart and states.is_awake(state, a) and states.is_awake(state, b) and not states.is_same_player(state, a, b)


def resolve(found: Model, state: State, ally: str, table: Table) -> None:
    """Mark the track of an ally that wakes, and put its own influence into the default boxes."""
    if ally not in state["checked"]:
        state["checked"] = sorted([*state["checked"], ally])
    back = []
    for target, rows in state["influence"].items():
        if ally in rows and not states.is_barred(state, ally, target):
            rows[ally] = state["flags"][target][ally]["default"]
            back.append(f"{rows[ally]} on {found.names[target]}")
    name, where = found.names[ally], ", ".join(back) or "it has none"
    told = f"4. The track of {name} is Resolved This Turn; its own markers go to their default boxes"
    say(table, f"{told}: {where}", rule="SB p.12")
