"""The scheme of allies as rules that can be played: the table enters what happened, players choose, the log says what follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mapsheet.errors import DataError, Fault, NotationError, nearest
from rulebook.allies import impulses, saying, shown, sleeping, steps
from rulebook.allies import state as states
from rulebook.allies.model import OTTOMAN, TABLE, TITLE, Model, model, parse_flags
from rulebook.allies.state import say

if TYPE_CHECKING:
    from rulebook.rules import State, Table

VERSION = "1"
HOUSE = "house."
YES, NO = (True, "yes", "on", "true"), (False, "no", "off", "false")


class AlliesRules:
    """The scheme of allies; `sides` are who decides: the table enters, players choose for the powers that they run."""

    title = TITLE
    version = VERSION

    def __init__(self, found: Model) -> None:
        self.model = found
        self.sides = (TABLE, *found.players)

    def start(self, options: Mapping[str, Any], table: Table) -> State:
        """Return the state at the start.

        Options: `turns`, how many there are; `flags`, rows of influence tracks as the table's copy has them; `house.…`, whether a
        ruling that no rulebook has is in force; `strict`, to start on no reconstructed value. NotationError for any other,
        DataError under `strict` with every value that is reconstructed.
        """
        _refuse_unknown(options)
        if options.get("strict"):
            _refuse_reconstructed(self.model, options)
        found = self.model.with_flags(parse_flags(self.model, options.get("flags", "")))
        state = states.fresh(found)
        state["turns"] = _turns(options.get("turns", found.turns))
        state["house"] = {name: _switch(name, options, usual=usual) for name, usual in states.HOUSE.items()}
        _tell_start(found, state, table)
        if not state["house"]["baseline_11"]:
            state["agenda"] = sleeping.steps_after(found, OTTOMAN)
        steps.run(found, state, table)
        return state

    def decider(self, state: State) -> str:
        """Return who must decide: the table, or the player to whom a step is up."""
        if state["phase"] == states.OVER:
            return ""
        step = steps.current(state)
        return steps.ASKED[step["step"]].by(state, step) if step else TABLE

    def actions(self, state: State) -> Sequence[str]:
        """Return what may be entered or chosen, sorted."""
        if state["phase"] == states.OVER:
            return []
        step = steps.current(state)
        return sorted(steps.ASKED[step["step"]].choices(self.model, state, step) if step else impulses.actions(self.model, state))

    def refusal(self, state: State, action: str) -> str:
        """Return why an action is not among the legal ones, with the rule."""
        if state["phase"] == states.OVER:
            return "the last turn is over"
        if steps.current(state):
            return f"first this must be done: {self.asks(state)}"
        return impulses.refusal(self.model, state, action)

    def apply(self, state: State, action: str, table: Table) -> None:
        """Carry an action out, then every step up to the next that is asked."""
        if state["agenda"]:
            steps.take(self.model, state, action, table)
        else:
            impulses.apply(self.model, state, action, table)
        steps.run(self.model, state, table)

    def score(self, state: State) -> dict[str, Any]:
        """Return what allies have brought each player, who runs them, and the rulings in force.

        The players' own VP are not known here: `winner` is who has gained most from allies, "" on a tie.
        """
        allies = {name: {key: one[key] for key in ("controller", "vp", "baseline")} for name, one in state["allies"].items()}
        told = {"turn": state["turn"], "points": dict(state["points"]), "allies": allies, "minors": dict(state["minors"])}
        told |= {key: [*state[key]] for key in ("wars", "alliances", "checked")}
        house = {name: f"{'on' if on else 'off'} ({states.HOUSE_SAYS[name][0]})" for name, on in state["house"].items()}
        return {**told, "house": house, **(_result(state) if state["phase"] == states.OVER else {})}

    def asks(self, state: State) -> str:
        """Return what must be decided now, in words, "" when the game is over."""
        return saying.asks(self.model, state)

    def told(self, state: State) -> Iterable[str]:
        """Yield how things stand, in words, a line each."""
        return saying.lines(self.model, state)

    def view(self, state: State, side: str) -> State:  # noqa: ARG002 - nothing is hidden from anybody
        """Return what a side may see: everything."""
        return states.copied(state)

    def copied(self, state: State) -> State:
        """Return a copy that shares nothing that `apply` changes."""
        return states.copied(state)

    def broken(self, state: State) -> Iterable[str]:
        """Yield each invariant that a state breaks, in words."""
        yield from shown.broken(self.model, state)

    def position(self, state: State) -> str:  # noqa: ARG002 - markers lie on tracks, not on a map
        """Return "": `shown` has the markers and their boxes."""
        return ""

    def shown(self, state: State) -> dict[str, Any]:
        """Return `boxes`, `flaps` and `links` as the aid shows a state: `areamap.marked` takes them as they are."""
        return shown.shown(self.model, state)


def _refuse_unknown(options: Mapping[str, Any]) -> None:
    known = ["turns", "flags", "strict", *(f"{HOUSE}{name}" for name in states.HOUSE)]
    for name in options:
        if name not in known:
            raise NotationError(f"an option of the title{nearest(name, known, in_order=True)}", name)


def _refuse_reconstructed(found: Model, options: Mapping[str, Any]) -> None:
    """Raise DataError with every value that no text gives and no option replaces."""
    given = parse_flags(found, options.get("flags", ""))
    rows = [(power, target, flag) for target, flags in found.flags.items() for power, flag in flags.items()]
    told = [] if "turns" in options else ["the number of turns"]
    told += ["the order of impulses after the Ottoman, which breaks ties"]
    open_rows = [(power, target, flag) for power, target, flag in rows if (power, target) not in given]
    told += [f"{power} on {target}: line and influence" for power, target, flag in open_rows if None in (flag.line, flag.start)]
    told += [f"{power} on {target}: default box {flag.default}" for power, target, flag in open_rows if flag.default is not None]
    raise DataError([Fault(f"is reconstructed: {one}", TITLE) for one in told])


def _turns(value: object) -> int:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 3:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 99:
        raise NotationError("a number of turns from 1 to 99", value)
    return value


def _switch(name: str, options: Mapping[str, Any], *, usual: bool) -> bool:
    value = options.get(f"{HOUSE}{name}", usual)
    for answer in (YES, NO):
        if any(value is one or (isinstance(value, str) and value == one) for one in answer):
            return bool(answer[0])
    raise NotationError(f"yes or no for {HOUSE}{name}", value)


def _tell_start(found: Model, state: State, table: Table) -> None:
    """Note how the game starts: who runs whom, which rulings are in force, which values no text gives."""
    for ally, player in found.controllers.items():
        told = "with a hand and an impulse of its own, first in every round"
        say(table, f"{found.names[ally]} starts as the ally of {found.names[player]}, {told}", rule="SB p.11, 3.2")
        say(table, f"The VP baseline of {found.names[ally]} is on {state['allies'][ally]['baseline']}", rule="SB pp.12-13")
        sleeping.tell_limits(found, ally, table)
    for name, on in state["house"].items():
        tag, says = states.HOUSE_SAYS[name]
        say(table, f"House ruling ({tag}), {'in force' if on else 'not in force'}: {says}", rule=f"{HOUSE}{name}")
    rows = [(power, target, flag) for target, given in found.flags.items() for power, flag in given.items()]
    empty = [f"{found.names[power]} on {found.names[target]}" for power, target, flag in rows if flag.start is None]
    if empty:
        told = f"No text gives the influence of {', '.join(empty)}"
        say(table, f"{told}: 0 (reconstructed); the option flags replaces it", rule="24.5")


def _result(state: State) -> dict[str, str]:
    points = state["points"]
    first = [player for player, value in points.items() if value == max(points.values())]
    if len(first) > 1:
        return {"winner": "", "level": "a tie for most VP from allies"}
    return {"winner": first[0], "level": "most VP from allies"}


def rules(title: str) -> AlliesRules:
    """Return the rules of the title; NotationError for another."""
    if title != TITLE:
        raise NotationError(f"the title {TITLE}", title)
    return AlliesRules(model())
