"""A state in words, as people at a table look at it, and what must be entered next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rulebook.allies import state as states
from rulebook.allies import steps
from rulebook.allies.impulses import END
from rulebook.allies.model import ACTIVATE, ASLEEP, DEACTIVATE, UNBORN, Model
from rulebook.allies.state import sentence

if TYPE_CHECKING:
    from rulebook.rules import State

NONE = "nobody"
LINES = {ACTIVATE: "to win it", DEACTIVATE: "to put it to sleep", None: "by a line not known yet"}


def asks(found: Model, state: State) -> str:
    """Return what must be decided now, in words, "" when the game is over."""
    if state["phase"] == states.OVER:
        return ""
    step = steps.current(state)
    if step:
        kind = steps.ASKED[step["step"]]
        return f"{sentence(kind.asks(found, state, step))} ({step.get('rule', kind.rule)})"
    order = ", ".join(found.titles[power] for power in found.order)
    what = "influence bought, a card, a check, war, peace, alliances"
    return (
        f"Enter what happens in turn {state['turn']}, one thing after the other ({what}), then `{END}`. "
        f"Dice of a check go in the order {order}"
    )


def lines(found: Model, state: State) -> Iterator[str]:
    """Yield how things stand: the score, who runs whom, influence track by track, minors, wars, rulings."""
    over = state["phase"] == states.OVER
    yield "The last turn is over" if over else f"Turn {state['turn']} of {state['turns']}"
    yield states.points_told(found, state)
    yield from (_ally(found, state, ally) for ally in found.allies)
    yield from (_track(found, state, target) for target in found.targets if state["influence"][target])
    yield _minors(found, state)
    yield f"At war: {_pairs(found, state['wars'])}"
    yield f"Allied powers: {_pairs(found, state['alliances'])}"
    if state["spent"]:
        spent = (f"{found.names[power]} {points}" for power, points in state["spent"].items())
        yield f"CP spent on influence this turn: {_listed(spent)}"
    rulings = (f"{name} {'' if on else 'not '}in force ({states.HOUSE_SAYS[name][0]})" for name, on in state["house"].items())
    yield f"House rulings: {_listed(rulings)}"


def _ally(found: Model, state: State, ally: str) -> str:
    one, name = state["allies"][ally], sentence(found.names[ally])
    if not one["controller"]:
        return f"{name}: asleep, {one['vp']} VP when last entered"
    return f"{name}: ally of {found.names[one['controller']]}, baseline {one['baseline']}, {one['vp']} VP when last entered"


def _track(found: Model, state: State, target: str) -> str:
    """Return the influence on a track, by what each power rolls for."""
    told = []
    for line, words in LINES.items():
        powers = [power for power in state["influence"][target] if states.line(state, power, target) == line]
        if powers:
            told.append(f"{words}: {_listed(_marker(found, state, power, target) for power in powers)}")
    shut = "; checked this turn, so nobody buys on it" if target in state["checked"] else ""
    return f"Influence on {found.names[target]}, {'; '.join(told)}{shut}"


def _marker(found: Model, state: State, power: str, target: str) -> str:
    value = state["influence"][target][power]
    if value is None:
        return f"{found.names[power]} ({'lost for good' if states.is_barred(state, power, target) else 'set aside'})"
    return f"{found.names[power]} {value}"


def _minors(found: Model, state: State) -> str:
    homes = state["minors"].items()
    allied = [f"{found.names[minor]} ally of {found.names[home]}" for minor, home in homes if home in found.names]
    for home, words in ((ASLEEP, "asleep"), (UNBORN, UNBORN)):
        allied += [f"{found.names[minor]} {words}" for minor, other in homes if other == home]
    return f"Minor powers: {_listed(allied)}"


def _pairs(found: Model, pairs: Iterable[tuple[str, str]]) -> str:
    return "; ".join(f"{found.names[a]} and {found.names[b]}" for a, b in pairs) or NONE


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words) or NONE
