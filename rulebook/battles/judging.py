"""How well a side of a battle stands, for a player who looks one step ahead: points, rout, and how near its units are to work."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rulebook.battles.model import Battle, battle_of, hexes_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rulebook.battles.model import Face
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
    battle, state = battle_of(game.title), game.state
    score = game.score()["points"]
    other = battle.other(side)
    lead = float(score[side] - score[other])
    return POINT * lead + _units(battle, state, side) - _troubles(battle, state, other) + _leaders(battle, state, side)


def _units(battle: Battle, state: State, side: str) -> float:
    """Return what a side's own units are worth where they stand."""
    enemies = frozenset(
        n for id_, unit in state["units"].items() if battle.pieces[id_].side != side for n in hexes_at(unit["at"])
    )
    near = _distances(battle.title, enemies)
    total = _troubles(battle, state, side)
    for id_, unit in state["units"].items():
        piece = battle.pieces[id_]
        if piece.side == side and unit["at"] and not unit["rout"]:
            total += _place(battle, unit["at"], piece.faces[unit["face"]], near, enemies)
    return total


def _troubles(battle: Battle, state: State, side: str) -> float:
    """Return what rout costs a side, and what readiness and charges give it."""
    total = 0.0
    for id_, unit in state["units"].items():
        if battle.pieces[id_].side == side and unit["at"]:
            face = battle.pieces[id_].faces[unit["face"]]
            total += ABLE * (face.fires or face.fights) + CHARGE * bool(unit["charge"]) - ROUT * unit["rout"]
    return total


def _place(battle: Battle, at: str, face: Face, near: Mapping[str, int], enemies: frozenset[str]) -> float:
    away = min(near.get(number, FAR) for number in hexes_at(at))
    if face.fires:
        return -STEP * abs(away - RANGE)
    if not face.fights:
        return 0.0
    front = "+" in at and battle.arcs(at).front[1] in enemies
    return -STEP * away + FRONT * front


def _leaders(battle: Battle, state: State, side: str) -> float:
    """Return what a side's leaders are worth: near to routed units, and not alone."""
    units = [(unit["at"], unit["rout"]) for id_, unit in state["units"].items() if battle.pieces[id_].side == side and unit["at"]]
    routed = frozenset(n for at, rout in units if rout for n in hexes_at(at))
    held = {n for at, _ in units for n in hexes_at(at)}
    near = _distances(battle.title, routed)
    total = 0.0
    for id_, leader in state["leaders"].items():
        if battle.pieces[id_].side == side and leader["at"]:
            total -= STEP * min(near.get(leader["at"], 0), 10) + ALONE * (leader["at"] not in held)
    return total


@lru_cache(maxsize=512)
def _distances(title: str, hexes: frozenset[str]) -> dict[str, int]:
    """Return how far each hex of the map is from the nearest of some, by number."""
    around = battle_of(title).around
    found = dict.fromkeys(hexes, 0)
    edge: Iterable[str] = sorted(hexes)
    away = 0
    while edge:
        away += 1
        edge = sorted({n for number in edge for n in around[number] if n not in found})
        found |= dict.fromkeys(edge, away)
    return found
