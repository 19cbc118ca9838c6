"""The sequence of play (4.0): which phase comes after which, and whose it is.

A phase is a module (see `Phase`). While `state["by"]` names a side, that side decides; when a phase leaves it "", the phase is
over and the next one begins, so that phases without a decision go by at once.
"""

from __future__ import annotations

from typing import Protocol

from rulebook.battles import firing, melee, modes, moving, removal, routing, setup
from rulebook.battles.model import Battle
from rulebook.rules import State, Table

ORDER = ("removal", "rout", "move", "modes", "fire", "melee", "reply")
"""The phases of a Player-Turn; `modes` ends the Movement Phase (16.11), `reply` is the melee of the other side."""
NAMES = {
    "removal": "rout removal", "rout": "rout movement", "move": "movement", "fire": "fire combat", "melee": "melee",
    "reply": "second melee",
}  # fmt: skip
PLACES = {**NAMES, "modes": "the end of movement"}
_MOVEMENT, _MELEES = ("move",), ("melee", "reply")
VERBS = {
    "rout": (("rout",), "11.0"), "pick": (_MOVEMENT, "5.11"), "charge": (_MOVEMENT, "5.31"), "organise": (_MOVEMENT, "19.0"),
    **dict.fromkeys(("open", "close"), (_MOVEMENT, "18.11")), **dict.fromkeys(("limber", "unlimber"), (_MOVEMENT, "20.0")),
    "mode": (("modes",), "16.12"), "fire": (("fire",), "8.0"), "attack": (_MELEES, "9.0"),
    "retreat": (_MELEES, "15.41"), "advance": (_MELEES, "15.46"),
}  # fmt: skip
"""The first words of actions that belong to some phases alone: which, and the rule that says so."""
ALONE = {
    **dict.fromkeys(("organise", "open", "close"), "bannockburn"),
    **dict.fromkeys(("limber", "unlimber", "retreat", "advance"), "angorra"),
}
"""Those that one of the battles alone has."""


class Phase(Protocol):
    """What a phase is to the sequence: a module of these functions."""

    def begin(self, battle: Battle, state: State, table: Table) -> None:
        """Make the phase ready: set `now`, run what is forced, and leave in `by` who decides, "" for nobody."""

    def actions(self, battle: Battle, state: State) -> list[str]:
        """Return the legal actions of the side that decides, in any order, each once."""
        ...

    def refusal(self, battle: Battle, state: State, action: str) -> str:
        """Return why an action is not legal, with the rule."""
        ...

    def apply(self, battle: Battle, state: State, action: str, table: Table) -> None:
        """Carry a legal action out with all that is forced by it, and leave in `by` who decides then."""

    def finish(self, battle: Battle, state: State, table: Table) -> None:
        """Do what ends the phase."""


MODULES: dict[str, Phase] = {
    "setup": setup, "removal": removal, "rout": routing, "move": moving, "modes": modes, "fire": firing, "melee": melee,
    "reply": melee,
}  # fmt: skip


def begin(battle: Battle, state: State, table: Table) -> None:
    """Begin the phase of a state and go on to the next decision."""
    _enter(battle, state, table)
    proceed(battle, state, table)


def proceed(battle: Battle, state: State, table: Table) -> None:
    """Go from phase to phase until somebody must decide or the game is over."""
    while not state["by"] and state["phase"] != "over":
        MODULES[state["phase"]].finish(battle, state, table)
        _advance(battle, state)
        _enter(battle, state, table)


def stray(battle: Battle, state: State, action: str) -> str:
    """Return why an action is none of this phase when its first word belongs to another, "" for all else."""
    verb = action.partition(" ")[0]
    if ALONE.get(verb, battle.title) != battle.title:
        return f"nobody can {verb} in this battle (4.0)"
    phases, rule = VERBS.get(verb, ((state["phase"],), ""))
    if state["phase"] in (*phases, "setup"):
        return ""
    return f"{verb} is for {PLACES[phases[0]]}, and this is {PLACES[state['phase']]} ({rule})"


def _advance(battle: Battle, state: State) -> None:
    """Set the phase after the one of a state."""
    place = ORDER.index(state["phase"]) if state["phase"] != "setup" else -1
    if place + 1 < len(ORDER):
        state["phase"] = ORDER[place + 1]
    elif state["side"] == battle.first:
        state["side"], state["phase"] = battle.second, ORDER[0]
    elif state["turn"] < battle.turns:
        state["turn"], state["side"], state["phase"] = state["turn"] + 1, battle.first, ORDER[0]
    else:
        state["phase"] = "over"


def _enter(battle: Battle, state: State, table: Table) -> None:
    state["now"], state["by"] = {}, ""
    if state["phase"] in NAMES:
        table.note(f"Game-Turn {state['turn']}, {state['side']}: {NAMES[state['phase']]}", rule="4.0")
    if state["phase"] != "over":
        MODULES[state["phase"]].begin(battle, state, table)
