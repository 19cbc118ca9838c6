"""A unit in flight, in rout or in retreat after combat: the way of least penalty hex by hex, and leaders going along (11.0).

What is under way is a table of plain values: `{"unit": id, "from": at, "level": 2, "per": 0, "taken": [at…], "with": [leader…]}`.
`per` is 1 in retreat after combat (15.41) and 0 where the allowance decides (11.11, 11.12).
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from hexmap.rout import SLOW
from rulebook.battles.model import Battle, hexes_at
from rulebook.battles.morale import set_level
from rulebook.battles.state import closed_to, enter, face_of, leaders_in, leaders_with, lose, wagon_hexes
from rulebook.rules import State, Table

if TYPE_CHECKING:
    from hexmap.rout import Onward, RoutOptions

OFF, STAY = "off", "stay"

Flight = dict[str, Any]


def companies(battle: Battle, state: State, id_: str) -> list[tuple[str, ...]]:
    """Return which leaders may go along with a unit: none, one, or more of those with it (11.13)."""
    leaders = leaders_with(battle, state, id_)
    return [chosen for count in range(len(leaders) + 1) for chosen in combinations(leaders, count)]


def named(battle: Battle, leaders: tuple[str, ...]) -> str:
    """Return how an action says that leaders go along: ` with HE,Gl`, nothing for none."""
    return f" with {','.join(battle.pieces[leader].tag for leader in leaders)}" if leaders else ""


def started(state: State, id_: str, leaders: tuple[str, ...], *, per: int = 0) -> Flight:
    """Return the flight of a unit that is about to set out."""
    unit = state["units"][id_]
    return {"unit": id_, "from": unit["at"], "level": unit["rout"], "per": per, "taken": [], "with": [*leaders]}


def onward(battle: Battle, state: State, flight: Flight) -> Onward:
    """Return how a flight may go on."""
    id_ = flight["unit"]
    face, side = face_of(battle, state, id_), battle.pieces[id_].side
    options: RoutOptions = {"side": side}
    if state["options"].get("edges") == "any":
        names = battle.board.grid.direction_names
        options = {"toward": [names[d] for d in sorted(battle.toward[side])], "exits": ["any"]}
    options["per"], options["unit_class"] = flight["per"] or None, face.unit_class
    options["occupied"], options["barred"] = closed_to(battle, state, id_), _barred(battle, state, id_)
    return battle.board.rout_onward(flight["from"], flight["taken"], level=flight["level"], allowance=face.movement, **options)


def _barred(battle: Battle, state: State, id_: str) -> list[str]:
    """Return the stands of a two-hex Ottoman unit that would lie on one hex of a wagon only (20.11)."""
    side = battle.pieces[id_].side
    if not battle.wagons or side != battle.pieces[battle.wagons[0]].side or "+" not in state["units"][id_]["at"]:
        return []
    of = wagon_hexes(battle, state)
    across = [(a, b) for a in of for b in battle.around[a] if of.get(b) != of[a]]
    return [f"{x}+{y}" for a, b in across for x, y in ((a, b), (b, a))]


def choices(battle: Battle, state: State, flight: Flight) -> list[str]:
    """Return what the owner may do: the next hexes, `stay` where that costs no more, `drop HE` for leaders who go along."""
    found = onward(battle, state, flight)
    if not found.steps:
        return []
    drops = [f"drop {battle.pieces[leader].tag}" for leader in flight["with"]] if flight["taken"] else []
    return sorted([*found.steps, *([STAY] if found.may_stop else []), *drops])


def run(battle: Battle, state: State, flight: Flight, table: Table) -> bool:
    """Go on for as long as there is one thing to do; return whether the flight has ended."""
    while True:
        found = choices(battle, state, flight)
        if not found:
            return _ended(battle, state, flight, table)
        if len(found) > 1:
            return False
        if go(battle, state, flight, found[0], table):
            return True


def go(battle: Battle, state: State, flight: Flight, choice: str, table: Table) -> bool:
    """Do one of the choices; return whether the flight has ended."""
    if choice == STAY:
        return _ended(battle, state, flight, table)
    if choice.startswith("drop "):
        flight["with"].remove(battle.by_tag[choice.removeprefix("drop ")])
        return False
    if choice == OFF:
        leave(battle, state, flight["unit"], table)
        return True
    step(battle, state, flight["unit"], choice, flight["with"], table)
    flight["taken"].append(choice)
    return False


def step(battle: Battle, state: State, id_: str, to: str, leaders: list[str], table: Table) -> None:
    """Move a unit to a stand beside its own, with leaders; one who would come upon an enemy leader is left behind (6.14)."""
    unit = state["units"][id_]
    before, after = hexes_at(unit["at"]), hexes_at(to)
    gained = [number for number in after if number not in before]
    goes, enemy = dict(zip(before, after, strict=True)), battle.other(battle.pieces[id_].side)
    for leader in [*leaders]:
        place = state["leaders"][leader]
        rivals = leaders_in(battle, state, [goes[place["at"]]], enemy)
        if rivals:
            table.note(f"{battle.pieces[leader].tag} stays behind, away from {battle.pieces[rivals[0]].tag}", rule="6.14")
            leaders.remove(leader)
        else:
            place["at"] = goes[place["at"]]
    unit["at"] = to
    enter(battle, state, id_, gained, table)


def leave(battle: Battle, state: State, id_: str, table: Table) -> None:
    """Take a unit that leaves the map off it for good; leaders stay on the last hex (7.3)."""
    table.note(f"{state['units'][id_]['at']} leaves the map in rout", rule="7.3")
    lose(battle, state, id_, out="off")


def _ended(battle: Battle, state: State, flight: Flight, table: Table) -> bool:
    found = onward(battle, state, flight)
    unit, is_slow = state["units"][flight["unit"]], face_of(battle, state, flight["unit"]).movement <= SLOW
    if flight["taken"]:
        rule = "15.41" if flight["per"] else "11.11" if is_slow else "11.12"
        table.note(f"{flight['from']} goes by {', '.join(flight['taken'])}", rule=rule)
    if found.penalty:
        why = f"{flight['from']} cannot go all its way: its rout level rises by {found.penalty}"
        table.note(why, rule="11.22" if flight["per"] or is_slow else "11.23")
        set_level(battle, state, flight["unit"], unit["rout"] + found.penalty, table)
    return True
