"""Positions in which units and leaders stand thick, where the rules of the battles meet: what may be done, and by which odds.

Whole games by chance seldom bring them together. Both readings must agree on every list, and on what changes every die.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile
from typing import Any

import pytest

import rulebook
from mapsheet.errors import NotationError
from rulebook.battles import sequence
from rulebook.battles.engine import BattleRules
from rulebook.dice import Die, Stream
from rulebook.game import Game
from rulebook.log import Entry, Note
from tests.rulebook import slow_dice, slow_rout
from tests.rulebook.slow_battles import Going, Piece, Position, bars, steps
from tests.rulebook.slow_combat import attacks, shots
from tests.rulebook.slow_ground import Cell, cells, told
from tests.rulebook.test_battle_enumerator import COUNTERS, GROUNDS, TITLES, Watch, compare, position_of


def crowded(title: str, seed: int, phase: str = "move") -> Game:
    """Return a game whose units and leaders stand thick about one hex as a phase begins, of a fresh or a tired side."""
    game, dice = rulebook.new(title, seed=seed), Stream(seed, stream="crowd")
    state, ground, rules = game.state, GROUNDS[title], game.rules
    assert isinstance(rules, BattleRules)
    middle = sorted(ground.terrain)[dice.choice(len(ground.terrain))]
    near = [h for h in sorted(ground.terrain) if ground.apart(h, middle) <= 4]
    for piece in (*state["units"].values(), *state["leaders"].values()):
        piece.update({"at": "", "out": "eliminated"} if "out" in piece else {"at": "", "captured": "nobody"})
    side = rules.sides[dice.choice(2)]
    state.update(turn=(1, 9)[dice.choice(2)], side=side, by=side, phase=phase, now={"pick": ""})
    for name in sorted((*state["units"], *state["leaders"]) * 3, key=lambda _: dice.roll(1000)):
        piece = state["units"].get(name) or state["leaders"][name]
        before = dict(piece)
        crowds_out = phase == "fire" and COUNTERS[title][name].type == "county"  # who would leave no room for bows
        if not piece["at"] and not crowds_out:
            piece.update(at=_somewhere(game, near, dice, is_leader="out" not in piece), **_condition(title, name, piece, dice))
            if any(rules.broken(state)):
                piece.update(before)
    if phase != "move":
        _charge(game, dice)
    sequence.begin(rules.battle(state), state, Still())
    return game


def _somewhere(game: Game, near: list[Cell], dice: Stream, *, is_leader: bool) -> str:
    """Return a hex or two beside each other; of a leader one hex, and mostly one with a unit."""
    held: list[str] = [number for unit in game.state["units"].values() if unit["at"] for number in unit["at"].split("+")]
    if is_leader and held and dice.choice(4):
        return held[dice.choice(len(held))]
    h = near[dice.choice(len(near))]
    stands = [told((h,)), *(told((h, beside)) for beside in GROUNDS[game.title].near(h))]
    return stands[0] if is_leader else stands[dice.choice(len(stands))]


def _condition(title: str, name: str, piece: dict[str, Any], dice: Stream) -> dict[str, Any]:
    if "out" not in piece:
        return {"captured": ""}
    counter = COUNTERS[title][name]
    face, rout = dice.choice(len(counter.faces)), max(0, dice.choice(12) - 7) * counter.is_unit
    return {"out": "", "face": face, "rout": rout, "lance": piece["lance"] and face == 0 and dice.choice(3) > 0}


def _charge(game: Game, dice: Stream) -> None:
    """Let half the heavy horse of the phasing side charge somebody beside it."""
    position = position_of(game)
    for horse in position.on_map(position.phasing):
        beside = [
            enemy for enemy in position.on_map()
            if enemy.is_unit and enemy.side != horse.side
            and any(position.ground.apart(mine, theirs) == 1 for mine in horse.at for theirs in enemy.at)
        ]  # fmt: skip
        if horse.rides and not horse.rout and horse.now.armour in "PM" and beside and dice.choice(2):
            game.state["units"][horse.id]["charge"] = beside[dice.choice(len(beside))].id


class Still:
    """A table at which nothing is noted and every die shows one."""

    def roll(self, purpose: str, *, rule: str, sides: int = 6) -> int:
        return 1

    def note(self, text: str, *, rule: str) -> None:
        """Forget it."""


@pytest.mark.parametrize("seed", range(40, 46))
@pytest.mark.parametrize("title", TITLES)
def test_crowds_move(title: str, seed: int) -> None:
    """Leaders of both sides, wagons and two-hex units in each other's way, which whole games seldom bring together."""
    watch, dice = Watch(crowded(title, seed)), Stream(seed, stream="walk")
    while watch.game.state["phase"] == "move":
        watch.look()
        actions = [action for action in watch.game.actions() if action != "pass"]
        actions = [action for action in actions if " with " in action] or actions
        watch.do(actions[dice.choice(len(actions))])
    assert watch.seen["move"] > 1


def rolled(game: Game, *actions: str) -> tuple[str, list[str]]:
    """Carry actions out on a copy and return what the first die was for, "" for none, and the checks of morale."""
    twin, found = game.copy(), list[str]()
    for action in actions:
        if action in twin.actions():
            found += [entry.purpose for entry in twin.do(action) if isinstance(entry, Die)]
    return (found or [""])[0], [purpose for purpose in found if purpose.startswith("morale of ")]


def at(position: Position, stand: str) -> Piece:
    return next(piece for piece in position.on_map() if piece.is_unit and told(piece.at) == stand)


@pytest.mark.parametrize("title", TITLES)
def test_crowds_shoot(title: str) -> None:
    """The odds of every shot, and of the check of morale that comes of it when nobody shoots else."""
    seen = 0
    for game in (crowded(title, seed, "fire") for seed in range(40)):
        position = position_of(game)
        while game.state["phase"] == "fire":
            compare(game, shots(position, game.decider), "")
            for action in game.actions()[:-1]:
                shooter, target = (at(position, stand) for stand in action.removeprefix("fire ").split(" at "))
                first, checks = rolled(game, action, "pass", "pass")
                assert slow_dice.read(first) == slow_dice.fire(position, shooter, target), first
                hurt = 2 * (slow_dice.is_closed(target) and shooter.now.weapon == "longbow")
                for check in checks[:1]:
                    assert slow_dice.added_by(check) == slow_dice.morale(position, target) - hurt, check
                seen += 1
            game.do("pass")
    assert seen > 60


@pytest.mark.parametrize("phase", ["melee", "reply"])
@pytest.mark.parametrize("title", TITLES)
def test_crowds_fight(title: str, phase: str) -> None:
    """The odds of every attack, and of the check of morale that comes of it."""
    seen = 0
    for game in (crowded(title, seed, phase) for seed in range(24)):
        position = position_of(game)
        if game.state["phase"] != phase:
            continue
        compare(game, attacks(position, game.decider), "")
        for action in game.actions()[:-1]:
            attacker, target = (at(position, stand) for stand in action.removeprefix("attack ").split(" at "))
            has_lance = bool(game.state["units"][attacker.id]["lance"])
            first, checks = rolled(game, action)
            if attacker.type == "naphtha":
                assert not first.startswith(told(attacker.at))
                continue
            assert slow_dice.read(first) == slow_dice.melee(position, attacker, target, lance=has_lance), first
            extra = 2 * (has_lance and attacker.charge == target.id)
            for check in checks[:1]:
                assert slow_dice.added_by(check) == slow_dice.morale(position, target) - extra, check
            seen += 1
    assert seen > 60


MOST_WAYS = 3000


def flown(game: Game, entries: Iterable[Entry], id_: str, level: int) -> set[tuple[str, int]]:
    """Return every end of the flight of a unit that has just set out: where it is then, and the level with which it ends."""
    waiting, found = [(game, entries)], set[tuple[str, int]]()
    for _ in range(MOST_WAYS):
        if not waiting:
            return found
        game, entries = waiting.pop()
        unit, now = game.state["units"][id_], game.state["now"]
        under_way = now.get("flight") or (now.get("pursuit") or {}).get("flight")
        if under_way and under_way["unit"] == id_:
            for action in game.actions():
                twin = game.copy()
                waiting.append((twin, twin.do(action)))
        else:
            found.add((unit["at"] or unit["out"], _noted(entries, unit["at"], level)))
    raise AssertionError("too many ways")


def _noted(entries: Iterable[Entry], stand: str, level: int) -> int:
    """Return the level that a unit was noted to have before the next phase began, or else the one that it had."""
    notes = takewhile(_is_of_phase, (entry.text for entry in entries if isinstance(entry, Note)))
    levels = [found[1] for note in notes if (found := re.fullmatch(rf"{re.escape(stand)} has rout level (\d)", note))]
    return int(levels[-1]) if levels else level


def _is_of_phase(note: str) -> bool:
    return not note.startswith("Game-Turn ")


def as_ended(ends: set[tuple[str, int]], level: int) -> set[tuple[str, int]]:
    """Return ends as the state tells them: above level four a unit is eliminated, and keeps its level then as off the map."""
    told_ends = set()
    for end, rise in ends:
        gone = end == slow_rout.OFF or level + rise > 4
        told_ends.add((end if end == slow_rout.OFF else "eliminated", level) if gone else (end, level + rise))
    return told_ends


@pytest.mark.parametrize("title", TITLES)
def test_crowds_run(title: str) -> None:
    """Every end of the first units that run, however they go, is one of least rise, and none is missing."""
    seen = 0
    for seed in range(30):
        game = crowded(title, seed, "rout")
        position = position_of(game)
        starts = [action for action in game.actions() if action.startswith("rout ") and " with " not in action]
        for action in starts if game.state["phase"] == "rout" else ():
            unit = at(position, action.removeprefix("rout "))
            per = 1 if unit.now.movement <= 6 else 2
            if unit.rout * per > 4:
                continue
            twin = game.copy()
            wanted = as_ended(slow_rout.ends(position, unit, unit.rout, per), unit.rout)
            assert flown(twin, twin.do(action), unit.id, unit.rout) == wanted, (seed, action)
            seen += 1
    assert seen > 40


class Chase:
    """The advance after an attack at Angorra, followed by the text: first where the defender was met, then along its way."""

    def __init__(self, position: Position, attacker: Piece, defender: Piece) -> None:
        self.attacker, self.path, self.place, self.entered = attacker, [set(defender.at)], -1, set[Cell]()
        ground, met = position.ground, set(defender.at)
        if len(attacker.at) == 2:
            left, right = attacker.at
            k = ground.way(left, right)
            centre = ground.step(left, k - 1)
            rear = {ground.step(left, k + 1), ground.step(left, k + 2), ground.step(right, k + 1)}
            met = {centre} if centre in met else met - rear
        self.met, self.free = {h for h in met if any(ground.apart(h, mine) == 1 for mine in attacker.at)}, 2

    def onto(self) -> set[Cell] | None:
        """Return the hexes of which a step must enter one; None where any will do."""
        if self.place < 0:
            return self.met
        if len(self.path) == 1:
            return None if self.free else set()
        return set[Cell]().union(*self.path[self.place : self.place + 2]) - self.entered

    def wanted(self, position: Position) -> set[str]:
        """Return the advances there must be; none that only turns about (15.43, 15.44, 15.47)."""
        going, onto = Going(position.pieces[self.attacker.id], position.pieces[self.attacker.id].at, 0), self.onto()
        found = set()
        for step in steps(position, going):
            new = set(step.at) - set(going.at)
            if new and (onto is None or new & onto) and not bars(position, going, step):
                found.add(f"advance {told(step.at)}")
        return found

    def take(self, before: tuple[Cell, ...], after: tuple[Cell, ...]) -> None:
        new, onto = set(after) - set(before), self.onto()
        if self.place >= 0 and len(self.path) == 1:
            self.free -= 1
        if self.place < 0:
            self.place = 0
        elif onto and self.place + 1 < len(self.path) and new & onto & self.path[self.place + 1]:
            self.place += 1
        self.entered |= new


def pursued(game: Game, action: str, dice: Stream) -> int:
    """Carry out an attack that hits and what follows by chance, each choice held to the second reading; count the advances."""
    position = position_of(game)
    attacker, defender = (at(position, stand) for stand in action.removeprefix("attack ").split(" at "))
    try:
        game.do(action, dice=[] if attacker.type == "naphtha" else [1, 1, 1])
    except NotationError:
        return 0  # it does not hit
    chase, entries = Chase(position, attacker, defender), tuple[Entry, ...]()
    if "retreat" in game.actions():
        entries = game.do("retreat")
    flight = (game.state["now"].get("pursuit") or {}).get("flight")
    if flight:
        wanted = as_ended(slow_rout.ends(position, defender, flight["level"], 1), flight["level"])
        assert flown(game.copy(), entries, defender.id, flight["level"]) == wanted, action
    while (pursuit := game.state["now"].get("pursuit")) and pursuit["flight"]:
        game.do(game.actions()[dice.choice(len(game.actions()))])
    advances = 0
    while (pursuit := game.state["now"].get("pursuit")) and pursuit["attacker"] == attacker.id:
        if not advances:
            chase.path = [set(cells(stand)) for stand in pursuit["trail"]["path"]]
        compare(game, chase.wanted(position_of(game)) | {"stay"}, action)
        before, chosen = cells(game.state["units"][attacker.id]["at"]), game.actions()[dice.choice(len(game.actions()))]
        game.do(chosen)
        if chosen == "stay":
            break
        chase.take(before, cells(chosen.removeprefix("advance ")))
        advances += 1
    return advances


@pytest.mark.parametrize("phase", ["melee", "reply"])
def test_crowds_pursue(phase: str) -> None:
    """Retreats and advances at Angorra, of one hex and two."""
    advances = 0
    for seed in range(40):
        game, dice = crowded("angorra", seed, phase), Stream(seed, stream="chase")
        if game.state["phase"] == phase:
            advances += sum(pursued(game.copy(), action, dice) for action in game.actions() if action != "pass")
    assert advances > 60
