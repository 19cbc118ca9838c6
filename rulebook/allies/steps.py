"""The agenda: steps that wait, each run by itself or asked of whom it is up to, one small answer at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from rulebook.allies import checks, sleeping, wars
from rulebook.allies import state as states
from rulebook.allies.baseline import hand
from rulebook.allies.model import ENGLAND, LINES, NOBODY, SPAIN, TABLE, Model
from rulebook.allies.state import say

if TYPE_CHECKING:
    from rulebook.rules import State, Table

MOST_CARDS = 15
MOST_UNITS = 20
CHEAP, DEAR = "price 3 or less", "price over 3"
WON, STAY, JOIN = "battle won", "stay out", "join war"
Step = dict[str, Any]


class Kind(NamedTuple):
    """A kind of step that is asked: who answers, the answers, what must be done in words, its rule, and what an answer does."""

    by: Callable[[State, Step], str]
    choices: Callable[[Model, State, Step], list[str]]
    asks: Callable[[Model, State, Step], str]
    rule: str
    take: Callable[[Model, State, Step, str, Table], None]


def run(found: Model, state: State, table: Table) -> None:
    """Run steps up to one that must be asked, and say what it is; steps that leave nothing to choose fall away."""
    while state["agenda"]:
        step = state["agenda"][0]
        kind = ASKED.get(step["step"])
        if kind and kind.choices(found, state, step):
            say(table, kind.asks(found, state, step), rule=step.get("rule", kind.rule))
            return
        state["agenda"] = state["agenda"][1:]
        if not kind:
            RUN[step["step"]](found, state, step, table)


def current(state: State) -> Step | None:
    """Return the step that is asked, None between impulses."""
    return state["agenda"][0] if state["agenda"] else None


def take(found: Model, state: State, action: str, table: Table) -> None:
    """Carry out an answer to the step that is asked."""
    step = state["agenda"][0]
    state["agenda"] = state["agenda"][1:]
    ASKED[step["step"]].take(found, state, step, action, table)


def _table(_state: State, _step: Step) -> str:
    return TABLE


def _owner(state: State, step: Step) -> str:
    return states.controller(state, step["by"])


def _number(action: str) -> int:
    return int(action.rpartition(" ")[2])


# -- numbers from the table ------------------------------------------------------------------------------------------------


def _vp_choices(found: Model, _state: State, step: Step) -> list[str]:
    return [f"vp {step['ally']} {value}" for value in range(found.most_points + 1)]


def _vp_asks(found: Model, _state: State, step: Step) -> str:
    why = {"turn": "at the end of the turn", "sleep": "for its last settlement", "wake": "where its baseline goes"}[step["why"]]
    return f"Enter the VP of {found.names[step['ally']]}, {why}"


def _take_vp(_found: Model, state: State, step: Step, action: str, _: Table) -> None:
    state["allies"][step["ally"]]["vp"] = _number(action)


def _deal_asks(found: Model, _state: State, step: Step) -> str:
    return f"5. Enter the normal deal of {found.names[step['ally']]} (4 cards for the Empire at the start)"


def _take_deal(_found: Model, state: State, _step: Step, action: str, _: Table) -> None:
    _tell_hand(state, deal=_number(action))


def _take_hand(_found: Model, state: State, _step: Step, action: str, _: Table) -> None:
    _tell_hand(state, foe=_number(action))


def _tell_hand(state: State, **told: int) -> None:
    """Tell the step that deals the hand what it needs to know."""
    agenda = state["agenda"]
    k = next(k for k, step in enumerate(agenda) if step["step"] == "biggest")
    state["agenda"] = [*agenda[:k], {**agenda[k], **told}, *agenda[k + 1 :]]


def _biggest_choices(_found: Model, _state: State, step: Step) -> list[str]:
    return [f"biggest hand {value}" for value in range(step.get("foe") or 0, MOST_CARDS + 1)]


def _take_biggest(found: Model, state: State, step: Step, action: str, table: Table) -> None:
    biggest, foe = _number(action), step.get("foe")
    dealt = hand(step["deal"], biggest, foe)
    state["allies"][step["ally"]]["hand"] = dealt
    known = {"normal deal": step["deal"], "hand of whom it declared war on": foe, "biggest hand at the table": biggest}
    least = ", ".join(f"{what} {cards}" for what, cards in known.items() if cards is not None)
    say(table, f"Deal {dealt} cards to {found.names[step['ally']]}, the least of: {least}", rule="SB p.12")


def _take_line(found: Model, state: State, step: Step, action: str, table: Table) -> None:
    target, power = step["target"], step["power"]
    state["lines"].setdefault(target, {})[power] = action.rpartition(" ")[2]
    checks.carry_out(found, state, target, power, table)


# -- wars that somebody may choose -----------------------------------------------------------------------------------------


def _foes(_found: Model, state: State, step: Step) -> list[str]:
    """Return on whom a war may be declared in a step; a power that wakes spares the allies of who woke it."""
    by = step["by"]
    spared = states.controller(state, by) if step.get("waking") else ""
    foes = [foe for foe in step["on"] if sleeping.may_fight(state, by, foe)]
    return [foe for foe in foes if not (spared and states.are_allied(state, spared, foe))]


def _war_choices(found: Model, state: State, step: Step) -> list[str]:
    foes = _foes(found, state, step)
    return sorted([f"declare {step['by']} on {foe}" for foe in foes] + [f"declare {NOBODY}"]) if foes else []


def _war_asks(found: Model, state: State, step: Step) -> str:
    name, foes = found.names[step["by"]], [found.names[foe] for foe in _foes(found, state, step)]
    if step.get("waking"):
        winner = found.names[_owner(state, step)]
        return f"3. {name} may declare war on one major power that is no ally of {winner}: {', '.join(foes)}"
    return f"{name} may declare war on {', '.join(foes)} for free"


def _take_war(found: Model, state: State, step: Step, action: str, table: Table) -> None:
    foe = action.rpartition(" ")[2]
    if foe == NOBODY:
        return
    wars.declare(found, state, step["by"], foe, table)
    if step.get("waking"):
        k = next(k for k, other in enumerate(state["agenda"]) if other["step"] == "biggest")
        state["agenda"] = [*state["agenda"][:k], {"step": "hand", "of": foe}, *state["agenda"][k:]]


def _join_choices(_found: Model, state: State, step: Step) -> list[str]:
    return [f"{JOIN} on {step['on']}", STAY] if sleeping.may_fight(state, step["by"], step["on"]) else []


def _take_join(found: Model, state: State, step: Step, action: str, table: Table) -> None:
    if action != STAY:
        wars.declare(found, state, step["by"], step["on"], table)


# -- Ireland ---------------------------------------------------------------------------------------------------------------


def _dublin_choices(found: Model, _state: State, step: Step) -> list[str]:
    return sorted(f"dublin {holder}" for holder in (*found.order, NOBODY) if holder != step["by"])


def _take_dublin(found: Model, state: State, step: Step, action: str, table: Table) -> None:
    by, holder = step["by"], action.rpartition(" ")[2]
    if holder == NOBODY:
        return
    if not sleeping.may_fight(state, by, holder):
        why = wars.forbids(found, state, by, holder) or f"{found.names[holder]} is asleep (SB p.12)"
        say(table, f"No free war for Dublin: {why}", rule="24.3")
        return
    kind = "price" if (by, holder) == (SPAIN, ENGLAND) else "war"
    state["agenda"][:0] = [{"step": kind, "by": by, "on": [holder], "rule": "24.3"}]


def _take_price(_found: Model, state: State, step: Step, action: str, table: Table) -> None:
    if action == CHEAP:
        state["agenda"][:0] = [{**step, "step": "war"}]
    else:
        say(table, "That war costs over 3 CP: Ireland does not make it free", rule="24.3")


# -- the rare case ---------------------------------------------------------------------------------------------------------


def _take_units(_found: Model, state: State, step: Step, action: str, table: Table) -> None:
    units = _number(action)
    if wars.withdraws(units):
        say(table, f"{units} units withdraw into the fortifications: no battle", rule=wars.RARE_RULE)
    else:
        say(table, f"{units} units fight a field battle", rule=wars.RARE_RULE)
        state["agenda"][:0] = [{**step, "step": "battle", "units": units}]


def _battle_choices(_found: Model, _state: State, step: Step) -> list[str]:
    return sorted([WON, *(f"battle lost, left {left}" for left in range(step["units"] + 1))])


def _take_battle(_found: Model, _state: State, _step: Step, action: str, table: Table) -> None:
    if action == WON:
        say(table, "The Empire has won: its units stay", rule=wars.RARE_RULE)
        return
    inside, gone = wars.after_defeat(_number(action))
    say(table, f"The Empire has lost: {inside} units go inside, {gone} are eliminated", rule=wars.RARE_RULE)


# -- steps that run by themselves --------------------------------------------------------------------------------------------


def _run_sleep(found: Model, state: State, step: Step, table: Table) -> None:
    sleeping.sleep(found, state, step["ally"], table)


def _run_resolve(found: Model, state: State, step: Step, table: Table) -> None:
    sleeping.resolve(found, state, step["ally"], table)


def _run_pay(found: Model, state: State, step: Step, table: Table) -> None:
    sleeping.pay(found, state, step["ally"], table)


def _run_turn(found: Model, state: State, _step: Step, table: Table) -> None:
    say(table, states.points_told(found, state), rule="SB p.13")
    if state["turn"] == state["turns"]:
        state["phase"] = states.OVER
        say(table, "The last turn is over", rule="SB p.13")
    else:
        state["turn"] += 1
        state["spent"], state["entered"] = {}, 0
        say(table, f"Turn {state['turn']}", rule="SB p.13")


def _fixed(*answers: str) -> Callable[[Model, State, Step], list[str]]:
    return lambda _found, _state, _step: sorted(answers)


def _said(words: str) -> Callable[[Model, State, Step], str]:
    """Return a step's question in words, with names for what its keys hold."""

    def asks(found: Model, _state: State, step: Step) -> str:
        return words.format(**{key: found.names.get(str(value), value) for key, value in step.items()})

    return asks


_CARDS = range(MOST_CARDS + 1)
ASKED: dict[str, Kind] = {
    "vp": Kind(_table, _vp_choices, _vp_asks, "SB p.13", _take_vp),
    "join": Kind(_owner, _join_choices, _said("2. {by} may join the war on {on}, who declared it"), "SB p.12", _take_join),
    "war": Kind(_owner, _war_choices, _war_asks, "SB p.12", _take_war),
    "deal": Kind(_table, _fixed(*(f"deal {value}" for value in _CARDS)), _deal_asks, "SB p.12", _take_deal),
    "hand": Kind(
        _table, lambda _found, _state, step: [f"hand {step['of']} {value}" for value in _CARDS],
        _said("5. Enter the hand of {of}, just declared on"), "SB p.12", _take_hand,
    ),
    "biggest": Kind(_table, _biggest_choices, _said("5. Enter the biggest hand at the table"), "SB p.12", _take_biggest),
    "line": Kind(
        _table, _fixed(*(f"line {line}" for line in LINES)),
        _said("Enter the line of the flag of {power} on the track of {target}"), "24.6", _take_line,
    ),
    "dublin": Kind(_table, _dublin_choices, _said("Enter who holds Dublin"), "24.3", _take_dublin),
    "price": Kind(_table, _fixed(CHEAP, DEAR), _said("Enter what war on England costs Spain in CP"), "24.3", _take_price),
    "units": Kind(
        _table, _fixed(*(f"units {value}" for value in range(MOST_UNITS + 1))),
        _said("Enter the units of the Empire in the attacked space"), wars.RARE_RULE, _take_units,
    ),
    "battle": Kind(
        _table, _battle_choices, _said("Enter how the field battle of {units} units ended"), wars.RARE_RULE, _take_battle
    ),
}
RUN: dict[str, Callable[[Model, State, Step, Table], None]] = {
    "sleep": _run_sleep, "wake": sleeping.wake, "resolve": _run_resolve, "pay": _run_pay, "turn": _run_turn,
}
