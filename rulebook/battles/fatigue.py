"""Fatigue (13.1): on Game-Turns 9 and 10 who does not move toward his own edge alone has half his allowance."""

from __future__ import annotations

from collections.abc import Iterable

from rulebook.battles.model import Battle, Face
from rulebook.rules import State

FIRST_TURN = 9


def is_tired(state: State) -> bool:
    """Return whether fatigue is in effect."""
    turn: int = state["turn"]
    return turn >= FIRST_TURN


def allowance(state: State, face: Face, *, moves: bool, toward: bool) -> int:
    """Return a piece's allowance: `moves` where it leaves a hex, `toward` where it goes nowhere but toward its edge.

    Disorganised foot keeps its two points (19.0).
    """
    return limit(state, face.movement, face.mode, moves=moves, toward=toward)


def limit(state: State, movement: int, mode: str, *, moves: bool, toward: bool) -> int:
    """Return what is left of an allowance, rounded down where it is halved."""
    if not is_tired(state) or mode == "disorganised":
        return movement
    whole = toward if moves else state["options"]["stationary"] == "full"
    return movement if whole else movement // 2


def is_toward(battle: Battle, side: str, ways: Iterable[int]) -> bool:
    """Return whether steps in some directions all go toward a side's edge: those of its rout (15.2)."""
    return battle.toward[side].issuperset(ways)
