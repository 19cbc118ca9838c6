"""Positions in which units and leaders stand thick, where the rules of the battles meet: what may be done, and by which odds.

Whole games by chance seldom bring them together. Both readings must agree on every list, and on what changes every die.
"""

from __future__ import annotations

from typing import Any

import pytest

import rulebook
from rulebook.battles import sequence
from rulebook.battles.engine import BattleRules
from rulebook.dice import Die, Stream
from rulebook.game import Game
from tests.rulebook import slow_dice
from tests.rulebook.slow_battles import Piece, Position
from tests.rulebook.slow_combat import attacks, shots
from tests.rulebook.slow_ground import Cell, told
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
