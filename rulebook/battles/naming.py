"""The names of pieces beside what actions write, where they stand, and what each phase asks."""

from __future__ import annotations

from rulebook.battles.model import Battle
from rulebook.battles.state import spell
from rulebook.battles.stepping import ground_at
from rulebook.rules import State

AFTER = {"rout", "pick", "organise", "charge", "drop", "mode", "fire", "attack"}
"""The first words of actions after which pieces are named; other words are steps, or hexes to go to."""
WAGONS = {"limber", "unlimber"}
BETWEEN = " at "
ASKED = {
    "modes": "Which unit changes its mode, or `pass`? (16.1)",
    "fire": "Who shoots at whom, or `pass`? (8.0)",
    "melee": "Who attacks whom, or `pass`? (9.0)",
}


def named(battle: Battle, state: State, action: str) -> str:
    """Return the names of the pieces that an action writes, without leaders that go along: `King 1`; "" where it names none."""
    verb, _, text = action.partition(" with ")[0].partition(" ")
    if state["phase"] == "setup":
        text = action.rpartition(" ")[0]
    elif verb in WAGONS:
        text = f"wagon {text}"
    elif verb not in AFTER:
        return ""
    names = {spell(battle, state, id_): name_of(battle, state, id_) for id_ in battle.pieces}
    found = BETWEEN.join(names.get(part, part) for part in text.split(BETWEEN))
    return found + (_becomes(battle, state, text) if verb == "mode" else "")


def name_of(battle: Battle, state: State, id_: str) -> str:
    """Return the name of a piece, with its level of rout."""
    rout = state["units"][id_]["rout"] if id_ in state["units"] else 0
    return f"{battle.pieces[id_].name}{f' (rout {rout})' if rout else ''}"


def _becomes(battle: Battle, state: State, at: str) -> str:
    id_ = next((id_ for id_, unit in state["units"].items() if unit["at"] == at and id_ not in battle.wagons), "")
    if not id_:
        return ""
    faces, shown = battle.pieces[id_].faces, state["units"][id_]["face"]
    return f": {faces[shown].mode}, to {faces[1 - shown].mode}"


def asks(battle: Battle, state: State) -> str:
    """Return what must be decided now, in words, "" when the game is over."""
    phase, now = state["phase"], state["now"]
    if not state["by"]:
        return ""
    if phase == "setup":
        return f"In which mode does {name_of(battle, state, now['left'][0])} start? (15.1)"
    if phase == "move":
        return _move_asked(battle, state)
    if phase == "rout" and now["rampage"]:
        return f"Where do the elephants run, {name_of(battle, state, now['rampage']['unit'])}? (18.0)"
    if phase == "rout":
        return _flight_asked(battle, state, now["flight"], "Which routed unit goes next? (11.0)")
    return _pursuit_asked(battle, state) or ASKED["melee" if phase == "reply" else phase]


def _move_asked(battle: Battle, state: State) -> str:
    now = state["now"]
    if not now["pick"]:
        return "Which unit or leader moves next? `pass` ends the movement (5.0)"
    spent = now["spent"] / ground_at(battle, state, now["pick"]).scale
    points = f"{spent:g} of {now['allowance']} points spent"
    return f"{name_of(battle, state, now['pick'])} moves, {points}: {'its next step' if now['done'] else 'its first step'} (5.12)"


def _pursuit_asked(battle: Battle, state: State) -> str:
    pursuit = state["now"].get("pursuit")
    if not pursuit:
        return ""
    if pursuit["trail"]:
        return f"Does {name_of(battle, state, pursuit['attacker'])} advance, or `stay`? (15.43)"
    retreats = f"How does {name_of(battle, state, pursuit['unit'])} retreat? (15.41)"
    return _flight_asked(battle, state, pursuit["flight"], retreats)


def _flight_asked(battle: Battle, state: State, flight: dict[str, str] | None, otherwise: str) -> str:
    return f"Where does {name_of(battle, state, flight['unit'])} go? (11.2)" if flight else otherwise
