"""Questions about a moment of a battle that only its rules answer, as a table: what diagrams ask.

Each takes a `Scene`, which it leaves as it is.
"""

from __future__ import annotations

from typing import Any

from hexmap.stepcosts import exact
from mapsheet.errors import IllegalAction, NotationError
from mapsheet.questions import READERS, Parameter, Question, Values, question
from rulebook.battles import elephants, firing, stepping
from rulebook.battles.answers import Barred, Command, Fatigue, Lager, May, Rampage, Shot, Shots
from rulebook.battles.command import control_of, is_english_longbow, shot_over
from rulebook.battles.fatigue import is_tired, limit
from rulebook.battles.melee import is_in_lager
from rulebook.battles.model import hexes_at
from rulebook.battles.morale import Modifier
from rulebook.battles.scene import Given, Scene
from rulebook.battles.sequence import MODULES, ORDER
from rulebook.battles.state import closures, copied, face_of, holders, on_map
from rulebook.rules import State

MOST_DICE = 60
MOST_ACTIONS = 100
LONGEST = 60
"""Characters of an action."""


def _shots(scene: Scene, values: Values) -> Shots:
    battle, id_ = scene.battle, scene.find(values["at"])
    side = battle.pieces[id_].side
    state, _ = scene.begin("fire", side=side)
    state["now"]["side"] = side  # whoever cannot shoot at anybody is passed over at once
    found = state["now"]["shots"].get(id_, {})
    targets = [*on_map(battle, state, battle.other(side))]
    shots = [_shot(scene, state, id_, target) for target in targets if target in found]
    barred = [_barred(scene, state, values["at"], target) for target in targets if target not in found]
    return Shots(values["at"], face_of(battle, state, id_).weapon, tuple(shots), tuple(barred))


def _shot(scene: Scene, state: State, id_: str, target: str) -> Shot:
    battle, at = scene.battle, state["units"][target]["at"]
    column, most, modifiers = state["now"]["shots"][id_][target]
    seen = battle.board.los(state["units"][id_]["at"], at, occupied=holders(battle, state)).clear
    over = None if seen or not is_english_longbow(battle, state, id_) else shot_over(battle, state, id_, target)
    return Shot(at, over.cavalry if over else (), column, most, tuple(Modifier(*each) for each in modifiers))


def _barred(scene: Scene, state: State, at: str, target: str) -> Barred:
    battle, aim = scene.battle, state["units"][target]["at"]
    stops = battle.board.los(at, aim, occupied=holders(battle, state)).blocked_by
    return Barred(aim, firing.refusal(battle, state, f"fire {at} at {aim}"), tuple((stop.hex, stop.why) for stop in stops))


def _control(scene: Scene, values: Values) -> Command:
    battle, state, id_ = scene.battle, scene.state, scene.find(values["at"])
    if not is_english_longbow(battle, state, id_):
        raise NotationError("where English longbows stand in their fire mode", values["at"])
    division, found = battle.pieces[id_].division, control_of(battle, state, id_)
    if found is None:
        return Command(values["at"], division, False, None, None, None)
    return Command(values["at"], division, True, battle.pieces[found.by].tag or "cavalry", found.hex, found.through or None)


def _fatigue(scene: Scene, values: Values) -> Fatigue:
    battle, id_, turn = scene.battle, scene.find(values["at"]), values.get("turn", 1)
    if scene.state["units"][id_]["rout"]:
        raise IllegalAction(f"{values['at']} is routed, and fatigue does not touch rout movement (10.1, 13.1)")
    side, face = battle.pieces[id_].side, face_of(battle, scene.state, id_)
    state, table = scene.begin("move", side=side, turn=turn)
    names, most = battle.board.grid.direction_names, limit(state, face.movement, face.mode, moves=True, toward=False)
    toward = tuple(names[way] for way in sorted(battle.toward[side])) if is_tired(state) else ()
    ends, scale = _ends(scene, state, values["at"], table), stepping.ground_at(battle, state, id_).scale
    costs = {at: exact(spent, scale) for at, spent in sorted(ends.items())}
    return Fatigue(values["at"], turn, face.movement, most, toward, costs)


def _ends(scene: Scene, state: State, at: str, table: Given) -> dict[str, int]:
    """Return where the move of a unit can end, by trying every action there is, with the least points of each."""
    battle, found = scene.battle, dict[str, int]()
    if f"pick {at}" not in MODULES["move"].actions(battle, state):
        return found
    MODULES["move"].apply(battle, state, f"pick {at}", table)
    waiting, known = [state], set[str]()
    while waiting:
        before = waiting.pop()
        now, to = before["now"], stepping.where(before, before["now"]["pick"])
        for action in stepping.actions(battle, before):
            if action == "end":
                found[to] = min(now["spent"], found.get(to, now["spent"]))
                continue
            after = copied(before)
            stepping.apply(battle, after, action, table)
            key = f"{stepping.where(after, now['pick'])} {after['now']}"
            if not action.startswith("charge ") and key not in known:
                known.add(key)
                waiting.append(after)
    return found


def _rampage(scene: Scene, values: Values) -> Rampage:
    battle, id_ = scene.battle, scene.find(values["at"], "elephants")
    die, line = values["die"], values.get("line", elephants.LINES[0])
    state = scene.state_in("rout", side=battle.pieces[id_].side)
    if not elephants.is_rampant(battle, state, id_):
        raise NotationError(f"elephants whose rout level is at least {elephants.RAMPANT}", values["at"])
    turned = elephants.turned(battle, state, id_, die) or values["at"]
    state["units"][id_]["at"] = turned
    way = elephants.course(battle, state, id_, line)
    met = {} if way[-1] == "off" else elephants.victims(battle, state, way[-1])
    victims = {state["units"][target]["at"]: is_centre for target, is_centre in met.items()}
    return Rampage(values["at"], die, line, turned, tuple(way), victims)


def _lager(scene: Scene, values: Values) -> Lager:
    battle, state, id_ = scene.battle, scene.state, scene.find(values["at"], "wagon")
    own = hexes_at(values["at"])
    side, held = battle.pieces[id_].side, holders(battle, state)
    within = dict.fromkeys(held[number] for number in own if number in held)
    closed = closures(battle, state, battle.other(side)).unit
    stands = state["units"]
    return Lager(
        values["at"], face_of(battle, state, id_).mode, tuple(stands[one]["at"] for one in within),
        tuple(number for number in own if number in closed), tuple(number for number in own if number not in closed),
        tuple(stands[one]["at"] for one in within if is_in_lager(battle, state, one)),
    )  # fmt: skip


def _may(scene: Scene, values: Values) -> May:
    battle, phase = scene.battle, values["phase"]
    *before, action = values["do"]
    state, table = scene.begin(phase, side=values["side"], turn=values.get("turn", 1), dice=values.get("dice") or ())
    for each in before:
        if not state["by"] or each not in MODULES[phase].actions(battle, state):
            raise IllegalAction(f"{each}: {_why(scene, state, phase, each)}")
        MODULES[phase].apply(battle, state, each, table)
    legal = bool(state["by"]) and action in MODULES[phase].actions(battle, state)
    return May(action, legal, None if legal else _why(scene, state, phase, action))


def _why(scene: Scene, state: State, phase: str, action: str) -> str:
    return MODULES[phase].refusal(scene.battle, state, action) if state["by"] else "nothing is left to decide (4.0)"


# -- the table -----------------------------------------------------------------------------------------------------------


def _turn(parameter: Parameter, value: Any) -> int:
    return _within(parameter, value, 1, 10)


def _die(parameter: Parameter, value: Any) -> int:
    return _within(parameter, value, 1, 6)


def _within(parameter: Parameter, value: Any, least: int, most: int) -> int:
    found = READERS["whole"](parameter, value)
    if not least <= found <= most:
        raise NotationError(f"for {parameter.name} a whole number from {least} to {most}", value)
    return int(found)


def _dice(parameter: Parameter, value: Any) -> list[int]:
    if not isinstance(value, list) or len(value) > MOST_DICE:
        raise NotationError(f"for {parameter.name} a list of at most {MOST_DICE} dice", value)
    return [_die(parameter, each) for each in value]


def _actions(parameter: Parameter, value: Any) -> list[str]:
    found = READERS["texts"](parameter, value)
    if not 0 < len(found) <= MOST_ACTIONS or any(len(each) > LONGEST for each in found):
        raise NotationError(f"for {parameter.name} one to {MOST_ACTIONS} actions, each of at most {LONGEST} characters", value)
    return list(found)


_READERS = {**READERS, "turn": _turn, "die": _die, "dice": _dice, "actions": _actions}
_AT = Parameter("at", "text", "Where the unit stands.", required=True)
_TURN = Parameter("turn", "turn", "The Game-Turn (1).")


def _question(name: str, help: str, parameters: tuple[Parameter, ...], ask: Any) -> Question:  # noqa: A002
    return question(name, help, takes=parameters, ask=ask, readers=_READERS)


QUESTIONS = {
    asked.name: asked
    for asked in (
        _question("shots", "At whom a unit may shoot and over whom, and why not at the others.", (_AT,), _shots),
        _question("control", "Whether longbows are in command control, and by whom.", (_AT,), _control),
        _question("fatigue", "Where a unit can end its move on a Game-Turn, and for how many points.", (_AT, _TURN), _fatigue),
        _question(
            "rampage", "How rampant elephants turn and run, and whom they trample.",
            (
                _AT, Parameter("die", "die", "The die that turns them.", required=True),
                Parameter("line", "choice", "Along which line they run (left).", choices=elephants.LINES),
            ),
            _rampage,
        ),
        _question("lager", "Which hexes of a wagon are closed to the enemy, and whom it shelters.", (_AT,), _lager),
        _question(
            "may", "Whether an action is legal after some others, and why not.",
            (
                Parameter("side", "text", "Whose Player-Turn it is.", required=True),
                Parameter("phase", "choice", "The phase.", required=True, choices=ORDER),
                Parameter("do", "actions", "Actions, of which the last is judged.", required=True), _TURN,
                Parameter("dice", "dice", "The dice that the actions before it need."),
            ),
            _may,
        ),
    )
}  # fmt: skip
"""What can be asked of a scene, by its word."""
