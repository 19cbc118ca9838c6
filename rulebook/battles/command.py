"""What lets English longbows shoot well or at all: command control, and cavalry of their own between (15.4, 17.2)."""

from __future__ import annotations

from typing import NamedTuple

from rulebook.battles.model import Battle, hexes_at
from rulebook.battles.state import face_of, holders, leaders_with
from rulebook.rules import State

FAR = 2  # hexes, with one between
COUNTS_AS = 3  # the range of a shot over cavalry (15.43)


class Over(NamedTuple):
    """A shot over cavalry: the hexes of the cavalry, and whether all of it is of the shooter's division."""

    cavalry: tuple[str, ...]
    own: bool


class Control(NamedTuple):
    """Who commands a longbow: a leader with it or cavalry, in which hex, and the hex between, "" where there is none."""

    by: str
    hex: str
    through: str


def is_english_longbow(battle: Battle, state: State, id_: str) -> bool:
    """Return whether a unit shoots with English longbows now."""
    return battle.pieces[id_].side == "english" and face_of(battle, state, id_).weapon == "longbow"


def is_in_control(battle: Battle, state: State, id_: str) -> bool:
    """Return whether a longbow is in command control (17.2)."""
    return control_of(battle, state, id_) is not None


def control_of(battle: Battle, state: State, id_: str) -> Control | None:
    """Return what holds a longbow in command control: its division's leader with it, or cavalry of its division near (17.2)."""
    division, here = battle.pieces[id_].division, hexes_at(state["units"][id_]["at"])[0]
    for leader in leaders_with(battle, state, id_):
        if battle.pieces[leader].division == division:
            return Control(leader, here, "")
    held = holders(battle, state)
    for number in battle.around[here]:
        if _rides(battle, state, held.get(number, ""), division):
            return Control(held[number], number, "")
    for between in battle.around[here]:
        if _passes_orders(battle, state, held.get(between, ""), division):
            for far in battle.around[between]:
                if battle.distance(here, far) == FAR and _rides(battle, state, held.get(far, ""), division):
                    return Control(held[far], far, between)
    return None


def _rides(battle: Battle, state: State, id_: str, division: str) -> bool:
    """Return whether a unit is unrouted cavalry of a division."""
    return bool(id_) and _is_horse(battle, state, id_) and battle.pieces[id_].division == division


def _is_horse(battle: Battle, state: State, id_: str) -> bool:
    is_english = battle.pieces[id_].side == "english"
    return is_english and face_of(battle, state, id_).kind == "horse" and not state["units"][id_]["rout"]


def _passes_orders(battle: Battle, state: State, id_: str, division: str) -> bool:
    """Return whether a hex with this unit, "" for none, carries command: only the division's own unrouted horse and bows do."""
    if not id_:
        return True
    piece, unit = battle.pieces[id_], state["units"][id_]
    return piece.side == "english" and piece.division == division and piece.kind in {"horse", "bow"} and not unit["rout"]


def shot_over(battle: Battle, state: State, id_: str, target: str) -> Over | None:
    """Return the cavalry over which a longbow can shoot at a target it does not see, two hexes away; None where there is none.

    One hex of cavalry, unrouted and not charging, that stands between is enough; what else stops the line still does (15.4).
    """
    held, division = holders(battle, state), battle.pieces[id_].division
    here = hexes_at(state["units"][id_]["at"])[0]
    aims = [number for number in hexes_at(state["units"][target]["at"]) if battle.distance(here, number) == FAR]
    for own in (True, False):
        for aim in aims:
            between = set(battle.around[here]).intersection(battle.around[aim])
            horses = tuple(n for n in sorted(between) if _lets_shoot(battle, state, held.get(n, ""), division if own else ""))
            others = set(held).difference(horses, hexes_at(state["units"][target]["at"]))
            if horses and battle.board.los(here, aim, occupied=others).clear:
                return Over(horses, own)
    return None


def _lets_shoot(battle: Battle, state: State, id_: str, division: str) -> bool:
    """Return whether longbows shoot over a unit: English cavalry, of a division or any, neither routed nor charging."""
    if not id_ or not _is_horse(battle, state, id_) or state["units"][id_]["charge"]:
        return False
    return not division or battle.pieces[id_].division == division
