"""Morale: the check of a unit that was hit, what changes its die, and what a rise of its rout level does (10.0, 12.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rulebook.battles.model import Battle
from rulebook.battles.state import face_of, holders, leaders_with, lose
from rulebook.battles.tables import tables_of
from rulebook.rules import State, Table

HIGHEST = 4  # 10.1: above this level a unit is eliminated
TIRED = 9  # the first game-turn of fatigue (13.0)
BAYAZID, TAMBURLAINE = "ottoman/bay", "tartar/tam"


class Modifier(NamedTuple):
    """What is added to dice: how much, why, and by which rule."""

    value: int
    why: str
    rule: str


def spelled(modifiers: Iterable[Modifier]) -> str:
    """Return modifiers in words, `, +2 flank, −1 Tamburlaine`; nothing for none."""
    return "".join(f", {signed(each.value)} {each.why}" for each in modifiers)


def signed(value: int) -> str:
    """Return a number with its sign, the minus as it is printed."""
    return f"+{value}" if value >= 0 else f"−{-value}"


def printed(value: int) -> str:
    """Return a number with the minus as it is printed."""
    return str(value).replace("-", "−")


def modifiers(battle: Battle, state: State, id_: str) -> list[Modifier]:
    """Return what changes the die of any check of a unit (10.3); what a kind of attack adds is not among it."""
    found, level = [], state["units"][id_]["rout"]
    if level:
        found.append(Modifier(-level, "rout level", "10.31"))
    if state["turn"] >= TIRED:
        found.append(Modifier(-2, "fatigue", "10.32"))
    if has_enemy_behind(battle, state, id_):
        found.append(Modifier(-1, "enemy behind", "10.33"))
    with_it = leaders_with(battle, state, id_)
    if BAYAZID in with_it:
        found.append(Modifier(2, "Bayazid", "17.2"))
    if TAMBURLAINE in with_it:
        found.append(Modifier(1, "Tamburlaine", "17.3"))
    return found


def has_enemy_behind(battle: Battle, state: State, id_: str) -> bool:
    """Return whether an enemy combat unit, routed or not, stands in the rear centre of a two-hex unit (10.33)."""
    at = state["units"][id_]["at"]
    centre = battle.arcs(at).rear[1] if "+" in at else None
    behind = holders(battle, state).get(centre, "") if centre else ""
    return bool(behind) and battle.pieces[behind].side != battle.pieces[id_].side


def check(
    battle: Battle, state: State, id_: str, table: Table, *, extra: Iterable[Modifier] = (), level: int | None = None
) -> int:
    """Roll a check of morale and return the rout levels it costs; `level` stands for the unit's own where that is to change."""
    unit = state["units"][id_]
    own = unit["rout"]
    unit["rout"] = own if level is None else level
    found = [*modifiers(battle, state, id_), *extra]
    unit["rout"] = own
    rating = face_of(battle, state, id_).morale
    die = table.roll(f"morale of {unit['at']}, {rating}{spelled(found)}", rule="10.2")
    total = die + sum(each.value for each in found)
    tables = tables_of(battle)
    rise, mark = tables.rout(total, rating), tables.mark_of_rout(total, rating)
    table.note(f"{unit['at']} checks morale: {printed(total)} is {f'r{rise}' if rise else 'no effect'}{mark}", rule="10.2")
    return rise


def raise_level(battle: Battle, state: State, id_: str, rise: int, table: Table) -> None:
    """Let combat raise the rout level of a unit: above 4 it is eliminated, and its leaders are disobeyed (10.1, 6.22, 12.3)."""
    unit, leaders = state["units"][id_], leaders_with(battle, state, id_)
    disobey(battle, state, leaders, table)
    set_level(battle, state, id_, unit["rout"] + rise, table)


def set_level(battle: Battle, state: State, id_: str, level: int, table: Table) -> None:
    """Give a unit a rout level; one above 4 eliminates it (10.1). A routed unit charges no more."""
    unit = state["units"][id_]
    if level > HIGHEST:
        table.note(f"{unit['at']} would have rout level {level}: eliminated", rule="10.1")
        lose(battle, state, id_)
    else:
        table.note(f"{unit['at']} has rout level {level}", rule="10.1")
        unit.update(rout=level, charge="")


def disobey(battle: Battle, state: State, leaders: Iterable[str], table: Table) -> None:
    """Mark leaders as disobeyed (12.3)."""
    for leader in leaders:
        if not state["leaders"][leader]["disobeyed"]:
            state["leaders"][leader]["disobeyed"] = True
            table.note(f"{battle.pieces[leader].tag} is disobeyed", rule="12.3")
