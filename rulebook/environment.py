"""A game as an environment for learning programs: reset, step by the number of an action, reward when the game is over.

The shape is that of Gymnasium and of PettingZoo's turns (`reset`, `step`, `agent`), without needing either.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mapsheet.errors import NotationError
from rulebook.dice import legal_seed
from rulebook.game import Game
from rulebook.log import NONE
from rulebook.rules import State

Observed = tuple[Any, dict[str, Any]]


class Environment:
    """A title in which whoever must decide acts; `observe` turns a view and its side into what the program learns from."""

    def __init__(
        self, title: str, options: Mapping[str, Any] = NONE, *, observe: Callable[[State, str], Any] | None = None
    ) -> None:
        self._title, self._options, self._observe = title, options, observe or _whole
        self.game = Game(title, options)

    @property
    def agent(self) -> str:
        """The side that must act, "" when the game is over."""
        return self.game.decider

    def reset(self, *, seed: int = 0) -> Observed:
        """Begin a game and return what the first side sees, and `actions` in the information beside it."""
        self.game = Game(self._title, self._options, seed=legal_seed(seed))
        return self._seen(self.agent)

    def step(self, number: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carry out an action by its number from 0; return observation, reward, terminated, truncated (never), information.

        The observation is that of the side that acts next, of the one that acted when the game is over. The reward is that of the
        side that acted: 1 won, -1 lost, 0 before and when nobody won. NotationError for a number beyond the list.
        """
        actor, count = self.agent, len(self.game.actions())
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < count:
            raise NotationError(f"the number of an action, from 0 to {count - 1}" if count else "no step after the end", number)
        self.game.do(number + 1)
        seen, info = self._seen(self.agent or actor)
        return seen, self.rewards()[actor], self.game.over, False, info

    def rewards(self) -> dict[str, float]:
        """Return what each side has got: 1 for who won, -1 for the others, 0 before and when nobody won."""
        winner = self.game.score().get("winner") if self.game.over else ""
        return {side: 0.0 if not winner else 1.0 if side == winner else -1.0 for side in self.game.rules.sides}

    def _seen(self, side: str) -> Observed:
        return self._observe(self.game.view(side), side), {"agent": self.agent, "actions": self.game.actions()}


def _whole(view: State, _: str) -> State:
    return view
