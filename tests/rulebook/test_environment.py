"""A game as an environment: turns, rewards at the end, and nothing that a side may not see."""

from __future__ import annotations

import pytest

from mapsheet.errors import NotationError
from rulebook.dice import Stream
from rulebook.environment import Environment

pytestmark = pytest.mark.usefixtures("tiny_games")


@pytest.mark.parametrize("title", ["nim", "raid"])
def test_a_whole_game(title: str) -> None:
    world, dice = Environment(title), Stream(4)
    _, info = world.reset(seed=4)
    total = dict.fromkeys(world.game.rules.sides, 0.0)
    done = False
    while not done:
        actor = world.agent
        _, reward, done, cut, info = world.step(dice.choice(len(info["actions"])))
        total[actor] += reward
        assert not cut
    assert (info["agent"], info["actions"]) == ("", ())
    assert sorted(world.rewards().values()) == [-1.0, 1.0]
    assert sum(abs(value) for value in total.values()) == 1.0


def test_what_a_side_sees_is_what_it_learns_from() -> None:
    world = Environment("raid", {"scenario": "noon"}, observe=lambda view, side: (side, view["kept"]))
    assert world.reset(seed=1)[0] == ("guard", "")
    assert world.step(2)[0] == ("raider", "?")
    for number in (99, -1, True, None):
        with pytest.raises(NotationError, match="from 0 to 4"):
            world.step(number)  # type: ignore[arg-type]
    assert world.reset(seed=1)[0] == ("guard", "")
