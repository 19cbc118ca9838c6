"""A state in the few words that stand beside a picture of it, and where the game-turn marker lies."""

from __future__ import annotations

from collections.abc import Iterator

from hexmap.position import Moment, OnTrack
from rulebook.battles.model import Battle
from rulebook.battles.sequence import NAMES
from rulebook.battles.tables import tables_of
from rulebook.battles.victory import score
from rulebook.rules import State

PHASES = {"setup": "set-up", **NAMES, "modes": "modes"}
OUT = {"off": "fled off the map"}
TURN = "marker/game-turn"


def moment(battle: Battle, state: State) -> Moment:
    """Return the turn, the phase and who decides in it, the points, and who is lost, off the map or captured of either side."""
    turn, side = str(state["turn"]), state["side"]
    points = score(battle, state)
    if state["phase"] == "over":
        lines = ["The game is over"]
    else:
        lines = [f"{side.capitalize()}: {PHASES[state['phase']]}"]
        lines += [f"{state['by'].capitalize()} decide"] if state["by"] else []
    lines.append("Points: " + ", ".join(f"{one.capitalize()} {points['points'][one]}" for one in battle.sides))
    called = tables_of(battle).called.get(points["level"], "")
    lines.append(f"Level: {points['level']}{f' ({called})' if called else ''}")
    return Moment(f"Game-Turn {turn}", (*lines, *_gone(battle, state)), (OnTrack("turn", turn, TURN, side == battle.second),))


def _gone(battle: Battle, state: State) -> Iterator[str]:
    for side in battle.sides:
        names: dict[str, list[str]] = {}
        for id_, piece in battle.pieces.items():
            how = state["units"][id_]["out"] if id_ in state["units"] else "captured" * bool(state["leaders"][id_]["captured"])
            if piece.side == side and how:
                names.setdefault(how, []).append(piece.name)
        for how, some in names.items():
            yield f"{side.capitalize()} {OUT.get(how, how)}: {', '.join(some)}"
