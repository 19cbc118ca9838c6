"""The two battles as rules for a game: what `rulebook.new("bannockburn")` plays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hexmap.position import Moment
from mapsheet.overrides import checksum
from mapsheet.source import read_toml
from rulebook.battles import naming, sequence, victory
from rulebook.battles import state as states
from rulebook.battles.invariants import broken
from rulebook.battles.model import Battle, battle_of
from rulebook.battles.moment import moment
from rulebook.battles.options import read_options, refuse_reconstructed
from rulebook.battles.placed import position_text
from rulebook.battles.tables import tables_of
from rulebook.rules import State, Table

VERSION = "battles/2"
MOST_PRINTED = 60


class BattleRules:
    """The rules of one battle, as `rulebook.rules.Rules` asks for them."""

    version = VERSION
    notation = "`1426` is a hex, `1426+1425` a two-hex unit: its left and its right hex, as its own men look; `BRU` a leader"
    files = ("overrides",)

    def __init__(self, title: str) -> None:
        self.title = title
        self.sides: tuple[str, ...] = battle_of(title).sides

    def battle(self, state: State) -> Battle:
        """Return the battle of a state, with the overrides it is played by."""
        options = state["options"]
        return battle_of(self.title, options["overrides"] or None, options.get("values", ""))

    def start(self, options: Mapping[str, Any], table: Table) -> State:
        """Return the state at the first decision: set-up.

        NotationError for an option there is not; DataError for tables that cannot be played by, and with `strict` one that names
        every cell of them that is reconstructed.
        """
        known = read_options(options)
        if known["overrides"]:
            known["values"] = checksum(read_toml(known["overrides"]).data)
        battle = battle_of(self.title, known["overrides"] or None, known.get("values", ""))
        tables_of(battle)
        if known["strict"]:
            refuse_reconstructed(battle)
        state = states.empty_state(battle, known)
        if known["overrides"]:
            table.note(f"played by overrides whose values have the checksum {known['values']}", rule="")
        sequence.begin(battle, state, table)
        return state

    def decider(self, state: State) -> str:
        """Return the side that must decide, "" when the game is over."""
        by: str = state["by"]
        return by

    def actions(self, state: State) -> Sequence[str]:
        """Return every legal action, sorted."""
        return sorted(sequence.MODULES[state["phase"]].actions(self.battle(state), state)) if state["by"] else []

    def refusal(self, state: State, action: str) -> str:
        """Return why an action is not legal, with the rule."""
        if not state["by"]:
            return "the game is over (2.0)"
        printed = "".join(one if one.isprintable() else "?" for one in action[:MOST_PRINTED])
        battle = self.battle(state)
        return sequence.stray(battle, state, printed) or sequence.MODULES[state["phase"]].refusal(battle, state, printed)

    def apply(self, state: State, action: str, table: Table) -> None:
        """Carry a legal action out, and go on to the next decision."""
        battle = self.battle(state)
        sequence.MODULES[state["phase"]].apply(battle, state, action, table)
        sequence.proceed(battle, state, table)

    def score(self, state: State) -> dict[str, Any]:
        """Return the points so far; when the game is over with the winner and the level."""
        return victory.score(self.battle(state), state)

    def view(self, state: State, side: str) -> State:  # noqa: ARG002 - nothing is hidden
        """Return what a side sees: everything."""
        return states.copied(state)

    def copied(self, state: State) -> State:
        """Return a copy that shares nothing that changes."""
        return states.copied(state)

    def broken(self, state: State) -> Iterable[str]:
        """Yield each invariant that a state breaks."""
        return broken(self.battle(state), state)

    def position(self, state: State) -> str:
        """Return the units of a state as a position/1 text."""
        return position_text(self.battle(state), state)

    def moment(self, state: State) -> Moment:
        """Return what a picture of a state says beside the map."""
        return moment(self.battle(state), state)

    def told(self, state: State) -> Iterable[str]:
        """Return how a state stands, line by line."""
        heading, lines, _ = self.moment(state)
        return (heading, *lines)

    def asks(self, state: State) -> str:
        """Return what must be decided now, in words, "" when the game is over."""
        return naming.asks(self.battle(state), state)

    def named(self, state: State, action: str) -> str:
        """Return the names of the pieces that an action writes by where they stand, "" for none."""
        return naming.named(self.battle(state), state, action)
