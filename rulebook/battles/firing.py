"""The fire phase: both sides shoot as things stood at its start, and all results come together at its end (8.0).

`now` is `{"side": side, "shots": {shooter: {target: [column, most, [[value, why, rule]…]]}}, "hits": [[target, shooter]…]}`: who
shoots now, what the snapshot at the start allows, each shot with all that changes its dice, and what was hit.
"""

from __future__ import annotations

from typing import Any

from rulebook.battles.command import COUNTS_AS, FAR, is_english_longbow, is_in_control, shot_over
from rulebook.battles.melee import is_in_lager
from rulebook.battles.model import Battle, hexes_at
from rulebook.battles.morale import HIGHEST, Modifier, check, printed, raise_level, spelled
from rulebook.battles.state import face_of, holders, on_map, two_units
from rulebook.battles.tables import tables_of
from rulebook.rules import State, Table

PASS = "pass"
OVER = " over cavalry"  # what stands after the head of the column in a shot of 15.4
SCATTERED = Modifier(2, "out of command control", "17.2")
OVER_OTHERS = Modifier(2, "over another division", "15.42")
AT_CHARGERS = Modifier(2, "at charging cavalry", "8.3")
AT_CLOSED = Modifier(-2, "at a closed schiltrom", "18.23")
AT_LAGER = Modifier(2, "at a wagon lager", "20.0")
HURT = Modifier(-2, "closed schiltrom under longbows", "18.23")


# -- the phase -----------------------------------------------------------------------------------------------------------


def begin(battle: Battle, state: State, table: Table) -> None:
    """Freeze what everybody can shoot at, and begin with the phasing side."""
    for unit in state["units"].values():
        unit["shot"] = False
    shots = {id_: found for id_ in on_map(battle, state) if (found := _shots(battle, state, id_))}
    state["now"] = {"side": state["side"], "shots": shots, "hits": []}
    _go_on(battle, state, table)


def finish(battle: Battle, state: State, table: Table) -> None:
    """End the phase: its results have been applied."""


def actions(battle: Battle, state: State) -> list[str]:
    """Return the shots left to the side that shoots now, and `pass`."""
    return sorted([*_open(battle, state), PASS])


def refusal(battle: Battle, state: State, action: str) -> str:
    """Return why a shot cannot be, with the rule."""
    verb, _, text = action.partition(" ")
    if verb != "fire":
        return "expected a shot such as `fire 1426 at 1325`, or `pass` (8.0)"
    found = two_units(battle, state, text, "8.0")
    return found if isinstance(found, str) else _why_not(battle, state, *found)


def apply(battle: Battle, state: State, action: str, table: Table) -> None:
    """Shoot, or leave it to the other side; when both are done, apply every result."""
    if action == PASS:
        _pass(battle, state)
    else:
        shooter, target = _open(battle, state)[action]
        _fire(battle, state, (shooter, target), table)
    _go_on(battle, state, table)


def _pass(battle: Battle, state: State) -> None:
    now = state["now"]
    now["side"] = battle.other(now["side"]) if now["side"] == state["side"] else ""


def _go_on(battle: Battle, state: State, table: Table) -> None:
    now = state["now"]
    while now["side"] and not _open(battle, state):
        _pass(battle, state)
    state["by"] = now["side"]
    if not now["side"]:
        _results(battle, state, table)


def _open(battle: Battle, state: State) -> dict[str, tuple[str, str]]:
    """Return the shots of the side that shoots now, by the action for each."""
    now, units = state["now"], state["units"]
    return {
        f"fire {units[id_]['at']} at {units[target]['at']}": (id_, target)
        for id_, targets in now["shots"].items()
        if battle.pieces[id_].side == now["side"] and not units[id_]["shot"]
        for target in targets
    }


# -- who can shoot at whom -----------------------------------------------------------------------------------------------


def _shots(battle: Battle, state: State, id_: str) -> dict[str, list[Any]]:
    unit, face = state["units"][id_], face_of(battle, state, id_)
    if unit["rout"] or not face.fires:
        return {}
    found = {}
    reach = tables_of(battle).range_of(face.weapon)
    for target in on_map(battle, state, battle.other(battle.pieces[id_].side)):
        if _apart(battle, unit["at"], state["units"][target]["at"]) <= reach and (shot := _shot(battle, state, id_, target)):
            found[target] = shot
    return found


def _apart(battle: Battle, a: str, b: str) -> int:
    return min(battle.distance(x, y) for x in hexes_at(a) for y in hexes_at(b))


def _shot(battle: Battle, state: State, id_: str, target: str) -> list[Any] | None:
    """Return the column, the highest total that hits and what changes the dice; None where the target is not seen."""
    tables, face = tables_of(battle), face_of(battle, state, id_)
    at, aim = state["units"][id_]["at"], state["units"][target]["at"]
    sight = battle.board.los(at, aim, occupied=holders(battle, state))
    over = None
    if sight.clear:
        distance = battle.distance(sight.from_hex or at, sight.to_hex or aim)
    else:
        over = shot_over(battle, state, id_, target) if is_english_longbow(battle, state, id_) else None
        distance = COUNTS_AS if over else tables.range_of(face.weapon) + 1
    if distance > tables.range_of(face.weapon):
        return None
    shot = tables.shot(face.weapon, distance, face_of(battle, state, target).armour)
    found = [*_aimed(battle, state, target)]
    if is_english_longbow(battle, state, id_):
        if not is_in_control(battle, state, id_):
            found.insert(0, SCATTERED)
        elif over and not over.own:
            found.insert(0, OVER_OTHERS)  # one line of the table: never both
    return [f"{shot.head}{OVER if over else ''}", shot.most, [[*each] for each in found]]


def _aimed(battle: Battle, state: State, target: str) -> list[Modifier]:
    """Return what the target adds to the dice (8.3)."""
    unit, face = state["units"][target], face_of(battle, state, target)
    found = []
    if battle.title == "angorra" and unit["rout"]:
        found.append(Modifier(-unit["rout"], "target's rout level", "8.3"))
    if unit["charge"]:
        found.append(AT_CHARGERS)
    if face.mode == "closed":
        found.append(AT_CLOSED)
    if is_in_lager(battle, state, target):
        found.append(AT_LAGER)
    return found


def _why_not(battle: Battle, state: State, id_: str, target: str) -> str:
    unit, face = state["units"][id_], face_of(battle, state, id_)
    at, aim = unit["at"], state["units"][target]["at"]
    reach = tables_of(battle).range_of(face.weapon)
    if battle.pieces[id_].side != state["now"]["side"]:
        return f"it is the {state['now']['side']} who shoot now (8.0)"
    if battle.pieces[target].side == battle.pieces[id_].side:
        return f"{aim} is on the same side (8.0)"
    if unit["rout"]:
        return f"{at} is routed (10.1)"
    if not face.fires:
        return f"{at} is in its mode {face.mode}, which does not shoot (8.0)"
    if unit["shot"]:
        return f"{at} has shot in this phase (8.18)"
    if _apart(battle, at, aim) > reach:
        return f"{aim} is {_apart(battle, at, aim)} hexes from {at}; a {face.weapon} reaches {reach} (8.3)"
    stops = battle.board.los(at, aim, occupied=holders(battle, state)).blocked_by
    told = ", ".join(f"{stop.hex} {stop.why}" for stop in stops) or "too far from the half that sees it"
    over = is_english_longbow(battle, state, id_) and _apart(battle, at, aim) == FAR
    return f"{at} does not see {aim}: {told} (8.11{', 15.41' if over else ''})"


# -- dice and results ------------------------------------------------------------------------------------------------------


def _fire(battle: Battle, state: State, sides: tuple[str, str], table: Table) -> None:
    shooter, target = sides
    unit, aim = state["units"][shooter], state["units"][target]["at"]
    column, most, listed = state["now"]["shots"][shooter][target]
    found = [Modifier(*each) for each in listed]
    unit["shot"] = True
    reach = f"at most {most}" if most > 1 else "without effect"
    mark = tables_of(battle).mark_of_fire(face_of(battle, state, target).armour, column.removesuffix(OVER))
    what = f"{unit['at']} fires at {aim}, {column}, {reach}{mark}{spelled(found)}"
    total = sum(table.roll(f"{what}: {which} die", rule="8.3") for which in ("first", "second"))
    total += sum(each.value for each in found)
    hit = total <= most
    table.note(f"{unit['at']} fires at {aim}: {printed(total)} {'hits' if hit else 'misses'}", rule="8.3")
    if hit:
        state["now"]["hits"].append([target, shooter])


def _results(battle: Battle, state: State, table: Table) -> None:
    """Check morale once for every hit, each time at the level reached, then apply all together (8.2, 8.21, 8.22)."""
    rises: dict[str, int] = {}
    for target, shooter in state["now"]["hits"]:
        level = state["units"][target]["rout"] + rises.get(target, 0)
        if level > HIGHEST:
            continue
        is_closed = face_of(battle, state, target).mode == "closed"
        extra = [HURT] if is_closed and is_english_longbow(battle, state, shooter) else []
        rises[target] = rises.get(target, 0) + check(battle, state, target, table, extra=extra, level=level)
    for target, rise in rises.items():
        if rise:
            raise_level(battle, state, target, rise, table)
