"""A moment of a battle made by hand: some of its units on the map, and whatever phase is asked about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mapsheet.errors import NotationError, nearest
from rulebook.battles.model import Battle, Face, hexes_at
from rulebook.battles.options import read_options
from rulebook.battles.sequence import MODULES
from rulebook.battles.state import copied, empty_state, find
from rulebook.rules import State

if TYPE_CHECKING:
    from hexmap.position import Unit


class Scene:
    """A battle and the units that stand on its map; every question begins anew from there."""

    def __init__(self, battle: Battle, units: Iterable[Unit]) -> None:
        """Take a battle and units with its counters; NotationError for one that is no piece of it, or is not as large."""
        self.battle = battle
        self.state = _placed(battle, units)

    def find(self, at: str, kind: str = "") -> str:
        """Return the unit that stands so, wagon or combat unit; NotationError where none does, or none of a kind."""
        pieces, told = self.battle.pieces, f"wagon {at}" if kind == "wagon" else at
        try:
            found = find(self.battle, self.state, told)
        except NotationError:
            found = ""
        if not found or (kind and pieces[found].kind != kind):
            raise NotationError(f"where a unit stands{f' that is {kind}' if kind else ''}", at)
        return found

    def state_in(self, phase: str, *, side: str, turn: int = 1) -> State:
        """Return a state of one's own in a phase that has not begun; NotationError for a side that there is not."""
        if side not in self.battle.sides:
            raise NotationError(f"a side{nearest(side, list(self.battle.sides))}", side)
        return {**copied(self.state), "side": side, "turn": turn, "phase": phase}

    def begin(self, phase: str, *, side: str, turn: int = 1, dice: Sequence[int] = ()) -> tuple[State, Given]:
        """Return the state at the first decision of a phase, and the dice that are left; NotationError where one lacks."""
        state, table = self.state_in(phase, side=side, turn=turn), Given(dice)
        MODULES[phase].begin(self.battle, state, table)
        return state, table


class Given:
    """A table whose dice are given beforehand."""

    def __init__(self, dice: Sequence[int]) -> None:
        self.dice = [*dice]

    def roll(self, purpose: str, *, rule: str, sides: int = 6) -> int:
        """Return the next die; NotationError where there is none of so many sides."""
        if not self.dice or not 1 <= self.dice[0] <= sides:
            raise NotationError(f"a die from 1 to {sides} for {purpose} ({rule})", self.dice[0] if self.dice else "no more dice")
        return self.dice.pop(0)

    def note(self, text: str, *, rule: str) -> None:
        """Leave a step that nobody chose untold."""


def _placed(battle: Battle, units: Iterable[Unit]) -> State:
    state = empty_state(battle, read_options({}))
    for unit in state["units"].values():
        unit.update(at="", out="eliminated", lance=False)
    for leader in state["leaders"].values():
        leader.update(at="", captured="nobody")
    faces = {(face.counter, face.back): (id_, k) for id_, piece in battle.pieces.items() for k, face in enumerate(piece.faces)}
    placed = [(*_piece_of(battle, faces, unit), unit) for unit in units]
    for id_, face, unit in placed:
        if (state["leaders"].get(id_) or state["units"][id_])["at"]:
            raise NotationError("each piece once", unit.counter)
        if id_ in state["leaders"]:
            state["leaders"][id_].update(at=unit.at, captured="", disobeyed=bool(unit.marker))
        else:
            lance = battle.pieces[id_].lance and not unit.spent
            state["units"][id_].update(at=unit.at, face=face, rout=unit.rout, lance=lance, out="")
    for id_, _, unit in placed:
        if unit.charge:
            state["units"][id_]["charge"] = find(battle, state, unit.charge)
    return state


def _piece_of(battle: Battle, faces: dict[tuple[str, bool], tuple[str, int]], placed: Unit) -> tuple[str, int]:
    """Return the piece that a unit is, and which of its faces it shows."""
    found = faces.get((placed.counter, placed.back))
    if found is None:
        known = list(dict.fromkeys(counter for counter, _ in faces))
        what = "a counter whose back is a mode" if placed.back and placed.counter in known else "a counter of a piece"
        raise NotationError(f"{what} of {battle.title}{nearest(placed.counter, known)}", placed.counter)
    face: Face = battle.pieces[found[0]].faces[found[1]]
    if face.size != len(hexes_at(placed.at)) or ">" in placed.at:
        raise NotationError(f"{'two hexes' if face.size == 2 else 'one hex'} for {placed.counter}", placed.at)
    return found
