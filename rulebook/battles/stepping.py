"""A move under way: the steps, changes of formation and charges that are open to the piece that was picked, and taking them.

The move is `{"pick": id, "with": [leaders], "spent": points, "allowance": points, "moves": whether a hex was left,
"toward": whether every step went to the own edge (13.1), "way": direction of the run, -1 for none, "run": its hexes (5.31),
"done": whether anything was done}`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from mapsheet.errors import nearest
from rulebook.battles import charging, schiltroms
from rulebook.battles.fatigue import is_toward, limit
from rulebook.battles.model import Battle, Face, hexes_at
from rulebook.battles.state import Closures, closures, enter, face_of, fits_wagons, holders, leaders_in, spell
from rulebook.battles.steps import Ground, Step, ground_of
from rulebook.rules import State, Table

Move = dict[str, Any]


def face_now(battle: Battle, state: State, id_: str) -> Face:
    """Return the face that a unit shows, or a leader's only one."""
    return battle.pieces[id_].faces[0] if id_ in state["leaders"] else face_of(battle, state, id_)


def where(state: State, id_: str) -> str:
    """Return where a piece stands."""
    at: str = (state["leaders"] if id_ in state["leaders"] else state["units"])[id_]["at"]
    return at


def ground_at(battle: Battle, state: State, id_: str) -> Ground:
    """Return what the map allows a piece in its present form."""
    face = face_now(battle, state, id_)
    return ground_of(battle, face.unit_class, is_pair=face.size == 2)


def picked(battle: Battle, state: State, id_: str, leaders: Sequence[str]) -> Move:
    """Return the move of a piece, with leaders stacked, before its first step: the smallest allowance counts (5.12)."""
    allowances = [face_now(battle, state, one).movement for one in (id_, *leaders)]
    return {
        "pick": id_, "with": [*leaders], "spent": 0, "allowance": min(allowances), "moves": False, "toward": True, "way": -1,
        "run": 0, "done": False,
    }  # fmt: skip


def closed_for(battle: Battle, now: Move, found: Closures) -> frozenset[str]:
    """Return the hexes closed to the piece of a move."""
    if battle.pieces[now["pick"]].is_leader:
        return found.leader
    return found.wagon if now["pick"] in battle.wagons else found.unit


# -- points ----------------------------------------------------------------------------------------------------------------


def limit_of(battle: Battle, state: State, now: Move, ways: Sequence[int] = ()) -> int:
    """Return the points that a move may come to in all once steps in some directions are made (5.12, 13.1)."""
    mode = face_now(battle, state, now["pick"]).mode
    toward = now["toward"] and is_toward(battle, battle.pieces[now["pick"]].side, ways)
    return limit(state, now["allowance"], mode, moves=now["moves"] or bool(ways), toward=toward)


class Budget:
    """What the piece of a move can still do and pay, by the closures of the moment."""

    def __init__(self, battle: Battle, state: State, now: Move, found: Closures) -> None:
        self.battle, self.state, self.now = battle, state, now
        self.closed, self.rivals = closed_for(battle, now, found), found.rivals
        self.own = frozenset(hexes_at(where(state, now["pick"])))
        self.ground = ground_at(battle, state, now["pick"])

    def limit(self, ways: Sequence[int] = ()) -> int:
        """Return the limit after steps in some directions, in the points of the ground."""
        return limit_of(self.battle, self.state, self.now, ways) * self.ground.scale

    def is_free(self, step: Step) -> bool:
        """Return whether nobody is in the way of a step; its own hexes never are, from whatever stand it sets out."""
        if not self.closed.isdisjoint(step.entered.difference(self.own)) or self.meets(step):
            return False
        return not self.battle.wagons or fits_wagons(self.battle, self.state, self.now["pick"], step.to)

    def meets(self, step: Step) -> str:
        """Return the hex of an enemy leader into which a step would carry a leader, "" for none (6.14)."""
        if not self.now["with"]:
            return ""
        goes = dict(step.halves)
        ends = (goes.get(self.state["leaders"][leader]["at"], "") for leader in self.now["with"])
        return next((number for number in ends if number in self.rivals), "")

    def pays(self, step: Step) -> bool:
        """Return whether the points suffice for a step; who turns about before it goes to its own edge may spend ahead."""
        total = self.now["spent"] + step.price
        if total <= self.limit(step.ways):
            return True
        return not step.ways and not self.now["moves"] and self._may_follow(step.to, total, self.ground)

    def pays_change(self, stands: Iterable[str], *, is_pair: bool) -> bool:
        """Return whether the points suffice for a change of formation to one of some stands (18.11)."""
        total = self.now["spent"] + schiltroms.PRICE * self.ground.scale
        if total <= self.limit():
            return True
        ground = ground_of(self.battle, self.ground.unit_class, is_pair=is_pair)
        return not self.now["moves"] and any(self._may_follow(at, total, ground) for at in stands)

    def _may_follow(self, at: str, total: int, ground: Ground) -> bool:
        """Return whether a first step toward the own edge from a stand makes a sum of points legal (13.1)."""
        side, most = self.battle.pieces[self.now["pick"]].side, self.now["allowance"] * ground.scale
        return any(
            step.ways and is_toward(self.battle, side, step.ways) and total + step.price <= most and self.is_free(step)
            for step in ground.steps(at)
        )

    def steps(self) -> Iterator[Step]:
        """Yield the steps that are open."""
        at = where(self.state, self.now["pick"])
        return (step for step in self.ground.steps(at) if self.is_free(step) and self.pays(step))

    def changes(self) -> list[str]:
        """Return the changes of formation that are open."""
        found = schiltroms.changes(self.battle, self.state, self.now, self.closed)
        is_pair = not self.ground.is_pair
        return [text for text in found if self.pays_change([text.partition(" ")[2]], is_pair=is_pair)]

    def goes_on(self) -> bool:
        """Return whether a step or a change of formation is open."""
        return any(self.steps()) or bool(self.changes())


def budget_of(battle: Battle, state: State) -> Budget:
    """Return the budget of the move under way."""
    now = state["now"]
    return Budget(battle, state, now, closures(battle, state, battle.pieces[now["pick"]].side))


# -- actions ---------------------------------------------------------------------------------------------------------------


def actions(battle: Battle, state: State) -> list[str]:
    """Return everything that the piece under way can do; `end` once it has done anything."""
    now, budget = state["now"], budget_of(battle, state)
    found = [step.name for step in budget.steps()] + budget.changes()
    found += [f"charge {spell(battle, state, target)}" for target in charging.targets(battle, state, now)]
    if now["done"]:
        found += [f"drop {battle.pieces[leader].tag}" for leader in now["with"]]
        found += ["end"] if now["spent"] <= budget.limit() else []
    return found


def is_spent(battle: Battle, state: State) -> bool:
    """Return whether the piece under way can only end its move, with its leaders and without them."""
    now, found = state["now"], closures(battle, state, battle.pieces[state["now"]["pick"]].side)
    if charging.targets(battle, state, now):
        return False
    alone = {**now, "with": []}
    return not any(Budget(battle, state, one, found).goes_on() for one in (now, alone))


def apply(battle: Battle, state: State, action: str, table: Table) -> None:
    """Take one step of the move under way, or another of its actions but `end`."""
    now, (verb, _, text) = state["now"], action.partition(" ")
    if verb == "drop":
        leader = battle.by_tag[text]
        now["with"].remove(leader)
        state["leaders"][leader]["moved"] = True
    elif verb == "charge":
        target = next(one for one in charging.targets(battle, state, now) if spell(battle, state, one) == text)
        state["units"][now["pick"]]["charge"] = target
    elif verb in ("open", "close"):
        now["spent"] += schiltroms.PRICE * ground_at(battle, state, now["pick"]).scale
        now.update(way=-1, run=0, done=True)
        schiltroms.change(battle, state, now, action, table)
    else:
        steps = ground_at(battle, state, now["pick"]).steps(where(state, now["pick"]))
        _take(battle, state, next(step for step in steps if step.name == action), table)


def _take(battle: Battle, state: State, step: Step, table: Table) -> None:
    now, id_ = state["now"], state["now"]["pick"]
    now["spent"] += step.price
    now["toward"] = now["toward"] and is_toward(battle, battle.pieces[id_].side, step.ways)
    now["moves"] = now["moves"] or bool(step.ways)
    goes_on = step.run is not None and step.run == now["way"]
    now["run"] = now["run"] + 1 if goes_on else 0 if step.run is None else 1
    now["way"], now["done"] = -1 if step.run is None else step.run, True
    goes = dict(step.halves)
    for leader in now["with"]:
        state["leaders"][leader]["at"] = goes.get(state["leaders"][leader]["at"], state["leaders"][leader]["at"])
    if id_ in state["leaders"]:
        state["leaders"][id_]["at"] = step.to
    else:
        state["units"][id_]["at"] = step.to
        enter(battle, state, id_, step.entered, table)


def end(state: State) -> None:
    """Let the piece under way and its leaders have moved."""
    now = state["now"]
    for id_ in (now["pick"], *now["with"]):
        (state["leaders"] if id_ in state["leaders"] else state["units"])[id_]["moved"] = True
    state["now"] = {"pick": ""}


# -- refusals --------------------------------------------------------------------------------------------------------------


def refusal(battle: Battle, state: State, action: str) -> str:
    """Return why an action of a move under way is not legal."""
    now, (verb, _, text) = state["now"], action.partition(" ")
    name = spell(battle, state, now["pick"])
    if verb in ("pick", "organise", "limber", "unlimber", "pass", "mode"):
        return f"{name} is moving, and must end its move first (5.0)"
    if verb == "charge":
        return charging.refusal(battle, state, now, text)
    if verb in ("open", "close"):
        return schiltroms.refusal(battle, state, now, action, budget_of(battle, state).closed)
    if verb == "drop":
        return f"{text} does not move with {name} (5.0)" if now["done"] else f"{name} has not moved yet: leave {text} out (5.0)"
    if verb == "end" and not now["done"]:
        return f"{name} has done nothing yet (5.0)"
    if verb == "end":
        return f"{name} has spent {now['spent']} points ahead, and must go toward its edge (13.1)"
    return _refuse_step(battle, state, action)


def _refuse_step(battle: Battle, state: State, action: str) -> str:
    budget, now = budget_of(battle, state), state["now"]
    at, name = where(state, now["pick"]), spell(battle, state, now["pick"])
    bans = budget.ground.bans(at, action)
    if bans is None:
        return f"no step of {name}: {action[:40]}{nearest(action, list(budget.ground.names))} (5.25, 5.2)"
    if bans:
        ban = bans[0]
        return f"{name} would leave the map (7.3)" if ban.why == "offmap" else f"{ban.at} is {ban.name}, prohibited (7.25)"
    step = next(step for step in budget.ground.steps(at) if step.name == action)
    for number in (*sorted(budget.closed & step.entered), budget.meets(step)):
        if number:
            return _occupied(battle, state, number)
    if not budget.is_free(step):
        return f"{step.to} is not the wagon's own two hexes (20.11)"
    total, most = now["spent"] + step.price, budget.limit(step.ways)
    tired = most < now["allowance"] * budget.ground.scale
    return f"{name} would have spent {total} of {most} points ({'13.1' if tired else '5.12'})"


def _occupied(battle: Battle, state: State, number: str) -> str:
    if number in holders(battle, state):
        return f"{number} holds a unit ({'6.14' if battle.pieces[state['now']['pick']].is_leader else '6.11'})"
    if leaders_in(battle, state, [number]):
        return f"{number} holds an enemy leader (6.14)"
    return f"{number} is a wagon's (20.12)"
