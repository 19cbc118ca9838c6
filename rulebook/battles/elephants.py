"""Elephants that run amok: before anything else runs, they turn, rush straight on and trample whoever is in front (18.0).

Under way in `now["rampage"]`: `{"unit": id, "with": null}` while the owner must say which leaders go along (11.13), then
`{"unit": id, "with": [leaders]}` while he must say along which of two lines they go, since a two-hex unit faces a corner. A line
that the ground shuts at its first step is none.
"""

from __future__ import annotations

from rulebook.battles.flight import companies, named, step
from rulebook.battles.melee import Assault, defence, inspired, strike
from rulebook.battles.model import Battle, hexes_at
from rulebook.battles.morale import Modifier, check, raise_level
from rulebook.battles.state import closed_to, face_of, holders, lose
from rulebook.battles.tables import tables_of
from rulebook.rules import State, Table

RAMPANT = 3  # the rout level from which they run amok
RUSH = 4  # hexes
FURY = Modifier(-3, "rampant elephants", "18.0")
LINES = ("left", "right")
"""Forward left and forward right: a line repeats one of them."""


def is_rampant(battle: Battle, state: State, id_: str) -> bool:
    """Return whether a unit is elephants run amok."""
    unit = state["units"][id_]
    return battle.pieces[id_].kind == "elephants" and bool(unit["at"]) and unit["rout"] >= RAMPANT


def begin(battle: Battle, state: State, table: Table) -> None:
    """Let rampant elephants run, as far as nobody must choose who goes along with them and which line they take."""
    for id_ in battle.units:
        if is_rampant(battle, state, id_):
            state["now"]["rampage"] = {"unit": id_, "with": None}
            if len(_companies(battle, state)) == 1:
                _run(battle, state, (), table)


def actions(battle: Battle, state: State) -> list[str]:
    """Return who may go along, or the two lines."""
    if state["now"]["rampage"]["with"] is None:
        return sorted(_companies(battle, state))
    return [f"elephants {line}" for line in LINES]


def apply(battle: Battle, state: State, action: str, table: Table) -> None:
    """Run with the leaders chosen, or along the line chosen."""
    if state["now"]["rampage"]["with"] is None:
        _run(battle, state, _companies(battle, state)[action], table)
    else:
        _rush(battle, state, action.removeprefix("elephants "), table)


def _companies(battle: Battle, state: State) -> dict[str, tuple[str, ...]]:
    """Return which leaders may go along, by the action that says so."""
    id_ = state["now"]["rampage"]["unit"]
    found = companies(battle, state, id_)
    return {f"rampage {state['units'][id_]['at']}{named(battle, leaders)}": leaders for leaders in found}


def _run(battle: Battle, state: State, leaders: tuple[str, ...], table: Table) -> None:
    state["now"]["rampage"]["with"] = [*leaders]
    _turn(battle, state, table)
    _set_out(battle, state, table)


def _turn(battle: Battle, state: State, table: Table) -> None:
    id_, leaders = _under_way(state)
    at = state["units"][id_]["at"]
    to = turned(battle, state, id_, table.roll(f"which way the elephants {at} turn: 1–2 left, 5–6 right", rule="18.0"))
    if not to:
        ahead = battle.arcs(at).front[1]
        table.note(f"the elephants {at} cannot turn: {ahead or 'the edge of the map'} is closed to them", rule="18.0")
    elif to != at:
        step(battle, state, id_, to, leaders, table)


def _under_way(state: State) -> tuple[str, list[str]]:
    """Return the elephants that run and the leaders who go along."""
    run = state["now"]["rampage"]
    return run["unit"], run["with"]


def turned(battle: Battle, state: State, id_: str, die: int) -> str:
    """Return where elephants stand once a die has turned them, "" where they cannot turn as it wants."""
    at: str = state["units"][id_]["at"]
    left, right = hexes_at(at)
    ahead = battle.arcs(at).front[1]
    if die in {3, 4}:
        return at
    if ahead is None or not _is_open(battle, state, id_, ahead):
        return ""
    return f"{left}+{ahead}" if die < 3 else f"{ahead}+{right}"


def _is_open(battle: Battle, state: State, id_: str, number: str) -> bool:
    return battle.board.terrain(number).enter is not None and number not in closed_to(battle, state, id_)


def _set_out(battle: Battle, state: State, table: Table) -> None:
    """Let the owner choose where both lines lead on; else the one that does is taken, or what is in front attacked at once."""
    id_ = state["now"]["rampage"]["unit"]
    lines = [line for line in LINES if len(course(battle, state, id_, line)) > 1]
    if not lines:
        _trample(battle, state, table)
    elif len(lines) == 1:
        _rush(battle, state, lines[0], table)
    elif state["options"].get("elephants") == "die":
        die = table.roll("which line the elephants take: odd left, even right", rule="18.0")
        _rush(battle, state, LINES[(die + 1) % 2], table)


def course(battle: Battle, state: State, id_: str, line: str) -> list[str]:
    """Return the stands of a rush along a line from the first on, `off` last where it leaves the map."""
    way: list[str] = [state["units"][id_]["at"]]
    while way[-1] != "off" and len(way) <= RUSH and not victims(battle, state, way[-1]):
        to = _ahead(battle, state, id_, way[-1], line)
        if not to:
            break
        way.append(to)
    return way


def _ahead(battle: Battle, state: State, id_: str, at: str, line: str) -> str:
    """Return the next stand along a line, `off` beyond the edge, "" where the ground is closed."""
    front = battle.arcs(at).front
    left, right = front[:2] if line == "left" else front[1:]
    if left is None or right is None:
        return "off"
    return f"{left}+{right}" if all(_is_open(battle, state, id_, number) for number in (left, right)) else ""


def _rush(battle: Battle, state: State, line: str, table: Table) -> None:
    id_, leaders = _under_way(state)
    way = course(battle, state, id_, line)
    for to in way[1:]:
        if to == "off":
            table.note(f"the elephants rush off the map from {way[-2]}", rule="18.0")
            lose(battle, state, id_, out="off")
            state["now"]["rampage"] = None
            return
        step(battle, state, id_, to, leaders, table)
    table.note(f"the elephants rush {', '.join(way)}", rule="18.0")
    _trample(battle, state, table)


def victims(battle: Battle, state: State, at: str) -> dict[str, bool]:
    """Return the units in the three hexes in front of a stand, friend or foe, with whether they are in the centre one."""
    held = holders(battle, state)
    front = battle.arcs(at).front
    found = dict.fromkeys((held[number] for number in front if number in held), False)
    if front[1] in held:
        found[held[front[1]]] = True
    return found


def _trample(battle: Battle, state: State, table: Table) -> None:
    """Attack every unit in front once, which ends the run; nobody retreats or advances for it."""
    id_ = state["now"]["rampage"]["unit"]
    state["now"]["rampage"] = None
    for target, is_centre in victims(battle, state, state["units"][id_]["at"]).items():
        onslaught = _onslaught(battle, state, id_, target, is_centre=is_centre)
        if onslaught is None or not strike(state, onslaught, table):
            continue
        rise = check(battle, state, target, table, extra=[FURY])
        if rise:
            raise_level(battle, state, target, rise, table)


def _onslaught(battle: Battle, state: State, id_: str, target: str, *, is_centre: bool) -> Assault | None:
    tables, face = tables_of(battle), face_of(battle, state, target)
    row, column = tables.defender(face.kind, face.armour), tables.attacker("elephants", "")
    most = tables.band(row, column)
    arc = [] if is_centre else [Modifier(2, "not straight ahead", "9.12")]
    found = [FURY, *arc, *inspired(battle, state, id_), *defence(battle, state, target)]
    return None if most is None else Assault(id_, target, row, column, most, tuple(found), (), tables.mark("melee", row, column))
