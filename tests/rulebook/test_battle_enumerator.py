"""The lists of legal actions of the battles against a slow second reading of the rules that shares no code with them.

From both set-ups to depth two with counts, then at every decision of whole games by chance.
"""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

import rulebook
from rulebook.dice import Stream
from rulebook.game import Game
from tests.rulebook.slow_battles import Going, Piece, Position, changes, counters, onward, picked, picks
from tests.rulebook.slow_combat import attacks, shots
from tests.rulebook.slow_ground import DATA, Ground, cells, told

TITLES = ("bannockburn", "angorra")
GROUNDS = {title: Ground(title) for title in TITLES}
COUNTERS = {title: counters(title) for title in TITLES}


def position_of(game: Game) -> Position:
    """Read a game's state into a position of the second reading."""
    state = game.state
    position = Position(GROUNDS[game.title], state["turn"], state["side"])
    for name, piece in COUNTERS[game.title].items():
        told = state["leaders"].get(name) or state["units"][name]
        known = {key: told[key] for key in ("face", "rout", "moved", "shot", "fought", "charge") if key in told}
        position.pieces[name] = replace(piece, at=cells(told["at"]) if told["at"] else (), **known)
    return position


def begun(title: str, seed: int) -> Game:
    """Return a game after set-up, where modes are chosen by the seed."""
    game, dice = rulebook.new(title, seed=seed), Stream(seed, stream="modes")
    while game.state["phase"] == "setup":
        game.do(dice.choice(2) + 1)
    return game


def sorted_tags(actions: Any) -> set[str]:
    found = set()
    for action in actions:
        head, mark, tags = action.partition(" with ")
        found.add(f"{head}{mark}{','.join(sorted(tags.split(',')))}")
    return found


def compare(game: Game, wanted: set[str], what: str) -> None:
    found = sorted_tags(game.actions())
    if found != wanted:
        state = game.state
        raise AssertionError(
            f"{game.title} turn {state['turn']} {state['side']} {state['phase']} {what} {state['now']}:\n"
            f"  only the rules: {sorted(found - wanted)}\n  only the second reading: {sorted(wanted - found)}"
        )


# -- set-up -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", TITLES)
def test_set_up_asks_every_unit_with_two_modes_once(title: str) -> None:
    game = rulebook.new(title)
    asked: dict[str, set[str]] = {}
    while game.state["phase"] == "setup":
        stands = {action.rpartition(" ")[0] for action in game.actions()}
        assert len(stands) == 1
        assert len(game.actions()) == 2
        asked[stands.pop()] = {action.rpartition(" ")[2] for action in game.actions()}
        game.do(1)
    read = tomllib.loads((DATA / title / "setup.toml").read_text())
    with (DATA / title / "counters.csv").open(newline="") as lines:
        backs = {row["id"]: (row["type"], row["back.movement"]) for row in csv.DictReader(lines)}
    wanted = {
        f"{'wagon ' if backs[unit['counter']][0] == 'wagons' else ''}{unit['at']}"
        for unit in read["unit"] if backs[unit["counter"]][1] and backs[unit["counter"]][0] != "county"
    }  # fmt: skip
    assert set(asked) == wanted


COUNTS = {  # picks and passes; then the steps open to all that can be picked
    "bannockburn": (22, 137),
    "angorra": (47, 236),
}


@pytest.mark.parametrize("title", TITLES)
def test_depth_one_and_two(title: str) -> None:
    game = begun(title, 1)
    position = position_of(game)
    first = picks(position)
    compare(game, first, "first")
    second = 0
    for action in game.actions():
        if action.startswith("pick "):
            twin = game.copy()
            twin.do(action)
            steps = onward(position, picked(position, action))
            compare(twin, set(steps), action)
            second += len(steps)
    assert (len(first), second) == COUNTS[title]


# -- whole games --------------------------------------------------------------------------------------------------------------


class Watch:
    """Follows a game and holds each list of actions to the second reading."""

    def __init__(self, game: Game) -> None:
        self.game, self.going = game, None
        self.snapshot: tuple[Any, Position] = (None, position_of(game))
        self.picked = self.snapshot[1]  # where all stood when the piece under way was picked
        self.seen: Counter[str] = Counter()

    going: Going | None

    def look(self) -> None:
        game, phase = self.game, self.game.state["phase"]
        key = (game.state["turn"], game.state["side"], phase)
        if key != self.snapshot[0]:
            self.snapshot = key, position_of(game)
        getattr(self, f"_{phase}", lambda: None)()
        self.seen[phase] += phase in ("move", "modes", "fire", "melee", "reply")

    def _move(self) -> None:
        position = position_of(self.game)
        if self.going:
            at = {piece.id: told(piece.at) for piece in position.pieces.values() if piece.at}
            assert at[self.going.unit.id] == told(self.going.at)
            compare(self.game, set(onward(position, self.going)), "under way")
        else:
            compare(self.game, picks(position), "picks")

    def _modes(self) -> None:
        compare(
            self.game,
            changes(position_of(self.game)) - {f"mode {self._at(id_)}" for id_ in self.game.state["now"]["changed"]},
            "",
        )

    def _at(self, id_: str) -> str:
        at: str = self.game.state["units"][id_]["at"]
        return at

    def _fire(self) -> None:
        position = self.snapshot[1]
        for name, unit in self.game.state["units"].items():
            if name in position.pieces:
                position.pieces[name].shot = unit["shot"]
        compare(self.game, shots(position, self.game.decider), "")

    def _melee(self) -> None:
        if not self.game.state["now"]["pursuit"]:
            compare(self.game, attacks(position_of(self.game), self.game.decider), "")

    _reply = _melee

    def do(self, action: str) -> None:
        """Carry an action out in both readings."""
        if action.startswith("pick "):
            self.picked = position_of(self.game)
            self.going = picked(self.picked, action)
        elif self.going:
            self.going = onward(position_of(self.game), self.going)[action]
        self.game.do(action)
        if self.game.state["phase"] != "move" or not self.game.state["now"]["pick"]:
            self.going = None


def followed(title: str, seed: int, *, every: int = 1) -> Counter[str]:
    """Play a game by chance, of steps mostly those toward the enemy, and judge one in `every` lists."""
    watch, dice = Watch(begun(title, seed)), Stream(seed, stream="watch")
    for number in count():
        if watch.game.over:
            return watch.seen
        if number % every == 0 or watch.game.state["phase"] != "move":
            watch.look()
        watch.do(_chosen(watch, dice))
    raise AssertionError


def _chosen(watch: Watch, dice: Stream) -> str:
    actions = watch.game.actions()
    busy = [action for action in actions if action not in ("pass", "end", "about-face")] or actions
    if watch.going and dice.choice(4):
        position = watch.picked
        onto = {word: after for word, after in onward(position, watch.going).items() if after and word in busy}
        enemies = [piece for piece in position.on_map() if piece.is_unit and piece.side != watch.game.decider]
        if onto and enemies:
            return min(onto, key=lambda word: (_apart(position, onto[word], enemies), word))
    return busy[dice.choice(len(busy))] if dice.choice(12) else actions[dice.choice(len(actions))]


def _apart(position: Position, going: Going, enemies: list[Piece]) -> int:
    return min(position.ground.apart(mine, theirs) for mine in going.at for enemy in enemies for theirs in enemy.at)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("title", TITLES)
def test_games_by_chance(title: str, seed: int) -> None:
    seen = followed(title, seed, every=5)
    assert all(seen[phase] for phase in ("move", "modes", "fire", "melee", "reply"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 30))
@pytest.mark.parametrize("title", TITLES)
def test_many_games_by_chance(title: str, seed: int) -> None:
    followed(title, seed)
