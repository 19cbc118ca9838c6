"""How well a side of a battle stands, for a player who looks one step ahead: points, rout, and how near its units are to work."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from rulebook.battles.model import Battle, battle_of, hexes_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rulebook.battles.model import Face
    from rulebook.battles.state import UnitState
    from rulebook.game import Game
    from rulebook.rules import State

POINT = 10.0  # of victory
ROUT = 4.0  # for each level of a unit
ABLE = 3.0  # for a unit that can fire or fight as it is
CHARGE = 2.0
STEP = 0.1  # for each hex nearer to where a unit can do something
FRONT = 0.3  # for an enemy straight before a two-hex unit, which attacks him best
ALONE = 2.0  # what a leader loses who stands with no unit
RANGE = 2  # hexes from the enemy at which a unit that fires stands best
FAR = 60


def worth(game: Game, side: str) -> float:
    """Return how well a side of a battle stands."""
    options, state = game.state["options"], game.state
    battle = battle_of(game.title, options["overrides"] or None, options.get("values", ""))
    score, other = game.score()["points"], battle.other(side)
    own, theirs = _on_map(battle, state, side), _on_map(battle, state, other)
    lead = float(score[side] - score[other])
    places = _places(battle, own, frozenset(n for at, _, _ in theirs for n in hexes_at(at)))
    return POINT * lead + _state(own) - _state(theirs) + places + _leaders(battle, state, side, own)


def _on_map(battle: Battle, state: State, side: str) -> list[tuple[str, Face, UnitState]]:
    """Return the units of a side on the map: where each stands, its face, its state."""
    units, pieces = state["units"], battle.pieces
    return [(unit["at"], pieces[id_].faces[unit["face"]], unit) for id_ in _ids(battle, side) if (unit := units[id_])["at"]]


@lru_cache(maxsize=64)
def _ids(battle: Battle, side: str) -> tuple[str, ...]:
    return tuple(id_ for id_ in battle.units if battle.pieces[id_].side == side)


def _state(units: list[tuple[str, Face, UnitState]]) -> float:
    """Return what rout costs units, and what readiness and charges give them."""
    return float(sum(ABLE * is_able(face) + CHARGE * (unit["charge"] != "") - ROUT * unit["rout"] for _, face, unit in units))


@cache
def is_able(face: Face) -> bool:
    """Return whether a unit can fire or fight as it is."""
    return face.fires or face.fights


def _places(battle: Battle, units: list[tuple[str, Face, UnitState]], enemies: frozenset[str]) -> float:
    """Return what units are worth where they stand, routed ones nothing."""
    near = _distances(battle, enemies)
    return sum(_place(battle, at, face, near, enemies) for at, face, unit in units if not unit["rout"] and is_able(face))


def _place(battle: Battle, at: str, face: Face, near: Mapping[str, int], enemies: frozenset[str]) -> float:
    away = min([near.get(number, FAR) for number in hexes_at(at)])
    if face.fires:
        return -STEP * abs(away - RANGE)
    front = "+" in at and battle.arcs(at).front[1] in enemies
    return -STEP * away + FRONT * front


def _leaders(battle: Battle, state: State, side: str, units: list[tuple[str, Face, UnitState]]) -> float:
    """Return what a side's leaders are worth: near to routed units, and not alone."""
    leaders = [leader["at"] for id_, leader in state["leaders"].items() if leader["at"] and battle.pieces[id_].side == side]
    near = _distances(battle, frozenset(n for at, _, unit in units if unit["rout"] for n in hexes_at(at)))
    held = {n for at, _, _ in units for n in hexes_at(at)}
    return -sum(STEP * min(near.get(at, 0), 10) + ALONE * (at not in held) for at in leaders)


@lru_cache(maxsize=512)
def _distances(battle: Battle, hexes: frozenset[str]) -> dict[str, int]:
    """Return how far each hex of the map is from the nearest of some, by number."""
    around = battle.around
    found = dict.fromkeys(hexes, 0)
    edge: Iterable[str] = sorted(hexes)
    away = 0
    while edge:
        away += 1
        edge = sorted({n for number in edge for n in around[number] if n not in found})
        found |= dict.fromkeys(edge, away)
    return found
