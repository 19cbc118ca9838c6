"""Points for what was destroyed, taken and held, and the level of victory at the end (20.0, 21.0)."""

from __future__ import annotations

from typing import Any

from rulebook.battles.model import Battle
from rulebook.battles.state import face_of, holders
from rulebook.battles.tables import tables_of
from rulebook.rules import State

SOVEREIGNS = {
    "scots/bru": "King Robert Bruce",
    "english/ed": "King Edward",
    "tartar/tam": "Tamburlaine",
    "ottoman/bay": "Bayazid",
}
"""The leaders with a row of their own in the tables of points."""
OTHER = "Other leader"
CAMP, CAMP_ROW = "camp", "Camp hex held by an Ottoman unit at the end"


def score(battle: Battle, state: State) -> dict[str, Any]:
    """Return the points of both sides, their difference, and the level they come to; the winner, "" for a draw or none yet."""
    points = {side: points_of(battle, state, side) for side in battle.sides}
    difference = points[battle.first] - points[battle.second]
    words = tables_of(battle).level(difference)
    over = state["phase"] == "over"
    result: dict[str, Any] = {"points": points, "difference": difference, "level": words}
    return result | ({"winner": winner(words)} if over else {})


def winner(words: str) -> str:
    """Return the side that the words of a level name, "" for a draw."""
    adjectives = {"Scottish": "scots", "English": "english", "Tartar": "tartars", "Ottoman": "ottomans"}
    return adjectives.get(words.partition(",")[0], "")


def points_of(battle: Battle, state: State, side: str) -> int:
    """Return the points of a side: enemy units gone, enemy leaders taken, camp hexes held (20.1, 21.1, 21.2)."""
    enemy = battle.other(side)
    gone = [id_ for id_, unit in state["units"].items() if unit["out"] and battle.pieces[id_].side == enemy]
    units = sum(worth(battle, state, id_) for id_ in gone)
    leaders = sum(ransom(battle, id_) for id_, leader in state["leaders"].items() if leader["captured"] == side)
    return units + leaders + (camp_points(battle, state) if side == "ottomans" else 0)


def worth(battle: Battle, state: State, id_: str) -> int:
    """Return the points for a unit, by what it is in its mode at the end; wagons are worth none (20.1, 20.22, 21.1)."""
    face, points = face_of(battle, state, id_), tables_of(battle).points
    if face.kind == "wagon":
        return 0
    if battle.title == "angorra":
        return points["points_units"][face.morale] * face.size
    rows = points[f"points_{battle.other(battle.pieces[id_].side)}"]
    return rows[{"schiltrom": "Schiltrom", "horse": "Cavalry"}.get(face.kind, "Infantry")]


def ransom(battle: Battle, id_: str) -> int:
    """Return the points for a captured leader (20.1, 21.2)."""
    points = tables_of(battle).points
    name = "points_others" if battle.title == "angorra" else f"points_{battle.other(battle.pieces[id_].side)}"
    return points[name][SOVEREIGNS.get(id_, OTHER)]


def camp_points(battle: Battle, state: State) -> int:
    """Return the Ottoman points for hexes of the camp, which count only at the end: any unit holds one, routed or not (21.2)."""
    if state["phase"] != "over":
        return 0
    held = holders(battle, state)
    taken = [n for n, id_ in held.items() if battle.pieces[id_].side == "ottomans" and battle.board.terrain(n).name == CAMP]
    return tables_of(battle).points["points_others"][CAMP_ROW] * len(taken)
