"""The melee phases: who may attack whom, the dice with all that changes them, lances, naphtha, and what follows (9.0).

`now` is `{"side": attackers, "pursuit": {…} or null}`; the pursuit is what follows an attack at Angorra: the retreat of the
defender, then the advance of the attacker (15.4).
"""

from __future__ import annotations

from typing import NamedTuple

from rulebook.battles import retreating
from rulebook.battles.model import Battle, Face, hexes_at
from rulebook.battles.morale import TAMBURLAINE, Modifier, check, printed, raise_level, spelled
from rulebook.battles.state import face_of, holders, leaders_with, on_map, two_units, wagon_hexes
from rulebook.battles.tables import tables_of
from rulebook.rules import State, Table

CLOSED, LANCE, ARC, LAGER = 2, 2, 2, 2
NAPHTHA = 2  # the rout levels that it costs an Ottoman unit (19.0)
PASS = "pass"

Met = tuple[tuple[str, ...], int]  # hexes of the target, and what the arc in which they lie adds


class Assault(NamedTuple):
    """An attack that may be made: row and column of the table, the highest total that hits, what changes the dice.

    `hexes` are those of the defender in which it can be met: in the best arc of the attacker (9.12). `mark` tells of a cell
    that is reconstructed.
    """

    attacker: str
    target: str
    row: str
    column: str
    most: int
    modifiers: tuple[Modifier, ...]
    hexes: tuple[str, ...]
    mark: str = ""


# -- the phase -----------------------------------------------------------------------------------------------------------


def begin(battle: Battle, state: State, table: Table) -> None:
    """Begin a melee phase: of the phasing side first, of the other then (4.0)."""
    side = state["side"] if state["phase"] == "melee" else battle.other(state["side"])
    state["now"] = {"side": side, "pursuit": None}
    for id_ in on_map(battle, state, side):
        state["units"][id_]["fought"] = False
    _go_on(battle, state, table)


def finish(battle: Battle, state: State, table: Table) -> None:  # noqa: ARG001 - as every phase ends
    """Take off the markers of charges that were not made (5.31)."""
    if state["phase"] != "melee":
        return
    for unit in state["units"].values():
        if unit["charge"]:
            table.note(f"{unit['at']} charges no more", rule="5.31")
            unit["charge"] = ""


def actions(battle: Battle, state: State) -> list[str]:
    """Return the attacks and `pass`, or what may be done in retreat or advance."""
    if state["now"]["pursuit"]:
        return retreating.actions(battle, state)
    return sorted([*_attacks(battle, state), PASS])


def refusal(battle: Battle, state: State, action: str) -> str:
    """Return why an action is none of these, with the rule."""
    if state["now"]["pursuit"]:
        return retreating.refusal(battle, state)
    verb, _, text = action.partition(" ")
    if verb in ("retreat", "advance"):
        return "nobody retreats or advances but at once after an attack (15.41, 15.46)"
    if verb != "attack":
        return "expected an attack such as `attack 1426 at 1325`, or `pass` (9.0)"
    found = two_units(battle, state, text, "9.0")
    told = found if isinstance(found, str) else assault(battle, state, *found)
    return told if isinstance(told, str) else "it may be made"


def apply(battle: Battle, state: State, action: str, table: Table) -> None:
    """Carry out an attack with its results, at once (9.2)."""
    if state["now"]["pursuit"]:
        retreating.apply(battle, state, action, table)
    elif action == PASS:
        state["by"] = ""
        return
    else:
        _attack(battle, state, _attacks(battle, state)[action], table)
    _go_on(battle, state, table)


def _go_on(battle: Battle, state: State, table: Table) -> None:
    """Run a retreat and an advance as far as nobody chooses, and say who decides; nobody when no attack is left."""
    now = state["now"]
    if now["pursuit"]:
        retreating.go_on(battle, state, table)
    if not now["pursuit"]:
        state["by"] = now["side"] if _attacks(battle, state) else ""


def _attacks(battle: Battle, state: State) -> dict[str, Assault]:
    """Return every attack that may be made, by the action for it."""
    side, held = state["now"]["side"], holders(battle, state)
    found = {}
    for id_ in on_map(battle, state, side):
        unit = state["units"][id_]
        if unit["fought"] or unit["rout"] or not face_of(battle, state, id_).fights:
            continue
        near = {held[n]: None for n in sorted(battle.touching(unit["at"])) if n in held and battle.pieces[held[n]].side != side}
        for target in near:
            possible = assault(battle, state, id_, target)
            if isinstance(possible, Assault):
                found[f"attack {unit['at']} at {state['units'][target]['at']}"] = possible
    return found


# -- who may attack whom ---------------------------------------------------------------------------------------------------


def assault(battle: Battle, state: State, attacker: str, target: str) -> Assault | str:
    """Return the attack of a unit on another, or why there can be none, with the rule."""
    unit, at = state["units"][attacker], state["units"][attacker]["at"]
    face = face_of(battle, state, attacker)
    aim = state["units"][target]["at"]
    if battle.pieces[attacker].side != state["now"]["side"]:
        return f"it is the {state['now']['side']} who attack now (4.0)"
    if battle.pieces[target].side == battle.pieces[attacker].side:
        return f"{aim} is on the same side (9.0)"
    if unit["rout"]:
        return f"{at} is routed (10.1)"
    if unit["fought"]:
        return f"{at} has attacked in this phase (9.11)"
    if not face.fights:
        return f"{at} is in its mode {face.mode}, which does not attack (16.0, 19.0)"
    met = _met(battle, at, aim)
    if isinstance(met, str):
        return met
    return _by_table(battle, state, (attacker, target), face, met)


def _by_table(battle: Battle, state: State, sides: tuple[str, str], face: Face, met: Met) -> Assault | str:
    tables = tables_of(battle)
    other = face_of(battle, state, sides[1])
    if is_automatic(battle, face, sides[1]):
        return Assault(*sides, "", "Naphtha", 0, (), met[0])
    row, column = tables.defender(other.kind, other.armour), tables.attacker(face.kind, face.armour)
    most = tables.band(row, column) if column else None
    if most is None:
        return f"the table has no result for {column or 'such an attacker'} against {row}: NA (9.4)"
    found = [*_offence(battle, state, sides, met[1]), *defence(battle, state, sides[1])]
    return Assault(*sides, row, column, most, tuple(found), met[0], tables.mark("melee", row, column or ""))


def is_automatic(battle: Battle, face: Face, target: str) -> bool:
    """Return whether an attack needs no dice: naphtha on an Ottoman or Serbian unit (19.0)."""
    return face.kind == "naphtha" and battle.pieces[target].side == "ottomans"


def _met(battle: Battle, at: str, aim: str) -> Met | str:
    """Return the hexes of a target in the best arc of an attacker and what the arc adds, or why it cannot be reached (9.12)."""
    hexes = [number for number in hexes_at(aim) if number in battle.touching(at)]
    if not hexes:
        return f"{aim} is not adjacent to {at} (9.0)"
    if "+" not in at:
        return tuple(hexes), 0
    arcs = battle.arcs(at)
    if arcs.front[1] in hexes:
        return (arcs.front[1],), 0
    aside = tuple(number for number in hexes if number in {arcs.front[0], arcs.front[2], *arcs.flanks})
    return (aside, ARC) if aside else f"{aim} is in the rear of {at} (9.12)"


def _offence(battle: Battle, state: State, sides: tuple[str, str], arc: int) -> list[Modifier]:
    """Return what the attacker adds to the dice (9.4)."""
    attacker, target = sides
    unit, face = state["units"][attacker], face_of(battle, state, attacker)
    found = [Modifier(arc, "front side or flank", "9.12")] if arc else []
    if unit["charge"] == target:
        found.append(Modifier(-4, "charge with lance", "9.31") if unit["lance"] else Modifier(-2, "charge", "5.31"))
    if face.mode == "closed":
        found.append(Modifier(-CLOSED, "closed schiltrom attacks", "18.22"))
    return found + inspired(battle, state, attacker)


def inspired(battle: Battle, state: State, attacker: str) -> list[Modifier]:
    """Return what Tamburlaine adds to the dice of a unit that he is stacked with (17.3)."""
    return [Modifier(-1, "Tamburlaine", "17.3")] if TAMBURLAINE in leaders_with(battle, state, attacker) else []


def defence(battle: Battle, state: State, target: str) -> list[Modifier]:
    """Return what the defender adds to the dice of an attack (9.4)."""
    unit, face = state["units"][target], face_of(battle, state, target)
    found = []
    if battle.title == "angorra" and unit["rout"]:
        found.append(Modifier(-unit["rout"], "defender's rout level", "9.4"))
    if face.mode == "closed":
        found.append(Modifier(CLOSED, "closed schiltrom", "18.22"))
    if face.weapon == "longbow":
        found.append(Modifier(-2, "longbow in fire mode", "9.4"))
    if is_in_lager(battle, state, target):
        found.append(Modifier(LAGER, "wagon lager", "20.0"))
    return found


def is_in_lager(battle: Battle, state: State, id_: str) -> bool:
    """Return whether a unit shares a hex with a wagon in lager of its side (20.0)."""
    wagons = wagon_hexes(battle, state) if battle.wagons else {}
    mine = {wagons[number] for number in hexes_at(state["units"][id_]["at"]) if number in wagons}
    side = battle.pieces[id_].side
    return any(face_of(battle, state, wagon).mode == "lager" and battle.pieces[wagon].side == side for wagon in mine)


# -- the attack ------------------------------------------------------------------------------------------------------------


def strike(state: State, found: Assault, table: Table) -> bool:
    """Roll the dice of an attack and return whether it hits (9.4)."""
    at, aim = (state["units"][id_]["at"] for id_ in (found.attacker, found.target))
    what = f"{at} attacks {aim}, {found.column} against {found.row}, at most {found.most}{found.mark}{spelled(found.modifiers)}"
    dice = [table.roll(f"{what}: {which} die", rule="9.4") for which in ("first", "second")]
    total = sum(dice) + sum(each.value for each in found.modifiers)
    hit = total <= found.most
    table.note(f"{at} attacks {aim}: {printed(total)} {'hits' if hit else 'misses'}", rule="9.4")
    return hit


def _attack(battle: Battle, state: State, found: Assault, table: Table) -> None:
    attacker, target = state["units"][found.attacker], state["units"][found.target]
    charged = attacker["charge"] == found.target
    lance = charged and attacker["lance"]
    attacker.update(fought=True, charge="", lance=attacker["lance"] and not lance)
    aim = target["at"]
    if found.column == "Naphtha":
        table.note(f"{attacker['at']} throws fire at {aim}: r{NAPHTHA}", rule="19.0")
        rise = NAPHTHA
    else:
        hit = strike(state, found, table)
        if lance:
            table.note(f"the lance of {attacker['at']} is used up", rule="9.32")
        extra = [Modifier(-LANCE, "lance", "9.31")] if lance else []
        rise = check(battle, state, found.target, table, extra=extra) if hit else 0
    if rise:
        raise_level(battle, state, found.target, rise, table)
        if battle.title == "angorra":
            retreating.begin(state, found.attacker, found.target, (aim, found.hexes))
