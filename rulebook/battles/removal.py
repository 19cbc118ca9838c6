"""The Rout Removal phase, which runs by itself: units are rallied by leaders, then nobody is disobeyed any more (4.0, 12.2)."""

from __future__ import annotations

from rulebook.battles.elephants import is_rampant
from rulebook.battles.model import SUPREME, Battle
from rulebook.battles.state import leaders_with
from rulebook.rules import State, Table


def begin(battle: Battle, state: State, table: Table) -> None:
    """Rally and obey: both sides at once."""
    state["now"], state["by"] = {}, ""
    for id_, unit in state["units"].items():
        leader = rallier(battle, state, id_) if unit["at"] and unit["rout"] else ""
        if leader:
            unit["rout"] = 0
            table.note(f"{unit['at']} is rallied by {battle.pieces[leader].tag}", rule="12.2")
    for id_, leader_state in state["leaders"].items():
        if leader_state["disobeyed"]:
            leader_state["disobeyed"] = False
            table.note(f"{battle.pieces[id_].tag} is obeyed again", rule="12.3")


def actions(battle: Battle, state: State) -> list[str]:  # noqa: ARG001 - as every phase answers
    """Return nothing: the phase runs by itself."""
    return []


def refusal(battle: Battle, state: State, action: str) -> str:  # noqa: ARG001
    """Return that nobody chooses here."""
    return "rout removal runs by itself (4.0)"


def apply(battle: Battle, state: State, action: str, table: Table) -> None:
    """Do nothing."""


def finish(battle: Battle, state: State, table: Table) -> None:
    """End the phase, of which nothing stays."""


def rallier(battle: Battle, state: State, id_: str) -> str:
    """Return a leader with a unit who may rally it and is not disobeyed, "" for none (12.2, 17.1)."""
    if is_rampant(battle, state, id_):
        return ""
    leaders = (each for each in leaders_with(battle, state, id_) if not state["leaders"][each]["disobeyed"])
    return next((each for each in leaders if may_rally(battle, each, id_)), "")


def may_rally(battle: Battle, leader: str, id_: str) -> bool:
    """Return whether a leader may rally a unit of his army: his own contingent's, the two sovereigns any (17.1)."""
    ours, theirs = battle.pieces[leader], battle.pieces[id_]
    return ours.side == theirs.side and (ours.contingent == theirs.contingent or leader in SUPREME)
