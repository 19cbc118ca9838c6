"""Players by program: by chance, by a look one step ahead, or any function from a view and the actions to an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from mapsheet.errors import NotationError, nearest
from rulebook.dice import Stream, legal_seed
from rulebook.game import Game
from rulebook.log import NONE
from rulebook.titles import rules_of
from rulebook.worth import OWN, worth

if TYPE_CHECKING:
    from rulebook.rules import State

MOST_DECISIONS = 100_000  # of one game, after which something is wrong
LOOKS = 12  # actions that the greedy player tries
CLOSING = frozenset({"pass", "end", "stay"})  # words of actions after which less may be done
ROLLS = 2  # times it imagines each, with other dice


class Player(Protocol):
    """Who decides for a side."""

    def choose(self, game: Game) -> str:
        """Return one of the game's actions; the game is only looked at, and copied."""
        ...


class Chance:
    """A player who takes any legal action, each as likely, by dice of its own."""

    def __init__(self, seed: int, side: str) -> None:
        self._dice = Stream(seed, stream=f"player {side}")

    def choose(self, game: Game) -> str:
        """Return one of the actions."""
        actions = game.actions()
        return actions[self._dice.choice(len(actions))]


class Greedy:
    """A player who tries actions on copies, with dice other than the game's, and takes the one that looks best at once.

    Of a long list only some are tried, drawn by dice of its own; which is best is said by `rulebook.worth`.
    """

    looks, rolls = LOOKS, ROLLS

    def __init__(self, seed: int, side: str) -> None:
        self._dice, self._side = Stream(seed, stream=f"player {side}"), side

    def choose(self, game: Game) -> str:
        """Return the best action of those tried; of several one that closes nothing, the first."""
        actions = game.actions()
        if len(actions) == 1:
            return actions[0]
        tried = self._some(actions)
        hurries = game.title not in OWN  # who goes by points alone may try for ever what changes none
        looks = {action: (self._look(game, action), hurries or action.partition(" ")[0] not in CLOSING) for action in tried}
        return max(tried, key=lambda action: looks[action])

    def _some(self, actions: Sequence[str]) -> list[str]:
        """Return some of the actions, drawn without return."""
        left = [*actions]
        return [left.pop(self._dice.choice(len(left))) for _ in range(min(self.looks, len(left)))]

    def _look(self, game: Game, action: str) -> float:
        total = 0.0
        for times in range(1, self.rolls + 1):
            twin = game.copy(dice=self._dice.choice(2**31))
            entries = twin.do(action)
            total += worth(twin, self._side)
            if not entries:
                return total / times
        return total / self.rolls


class Eager(Greedy):
    """A player who looks at few actions, once each: quicker than the greedy one, and bolder than chance."""

    looks, rolls = 3, 1


class Adapted:
    """A player made of a function `(view, actions) -> action`: it sees what its side may see, and nothing else."""

    def __init__(self, function: Callable[[State, Sequence[str]], str], side: str) -> None:
        self._function, self._side = function, side

    def choose(self, game: Game) -> str:
        """Return what the function says."""
        return self._function(game.view(self._side), game.actions())


KINDS: Mapping[str, Callable[[int, str], Player]] = {"eager": Eager, "greedy": Greedy, "random": Chance}


class Seat(NamedTuple):
    """Which player sits at a side, as a log tells it: `random 17` is by chance with the seed 17."""

    kind: str
    seed: int = 0

    def __str__(self) -> str:
        return f"{self.kind} {self.seed}" if self.kind in KINDS else self.kind

    @classmethod
    def parsed(cls, text: str) -> Seat:
        """Return the seat that a text tells; NotationError where that is none."""
        kind, _, seed = text.partition(" ")
        if not (seed.isascii() and seed.isdigit() and len(seed) < 20) and seed:
            raise NotationError("a player and a seed, such as 'random 17'", text)
        return cls(kind, int(seed or 0))

    def player(self, side: str) -> Player:
        """Return the player; NotationError for a kind that there is not."""
        if self.kind not in KINDS:
            raise NotationError(f"a player{nearest(self.kind, list(KINDS))}", self.kind)
        return KINDS[self.kind](legal_seed(self.seed), side)


Function = Callable[["State", Sequence[str]], str]


def play(game: Game, players: Mapping[str, Player | Function], *, most: int = MOST_DECISIONS) -> Game:
    """Let players, or functions from a view and the actions to an action, decide until the game is over, and return it.

    IllegalAction where a player's choice is none; NotationError for a side without a player, and for a game that has not ended
    after `most` decisions.
    """
    seats = {side: player if hasattr(player, "choose") else Adapted(player, side) for side, player in players.items()}
    while decider := game.decider:
        if decider not in seats:
            raise NotationError("a player for each side", decider)
        if game.decisions >= most:
            raise NotationError(f"a game that ends within {most:,} decisions", game.title)
        game.do(seats[decider].choose(game))
    return game


def play_seated(title: str, kinds: Sequence[str], *, seed: int, options: Mapping[str, Any] = NONE) -> Game:
    """Return a whole game between players of some kinds, one for each side in the title's order, or one for all.

    NotationError for another number of players or a kind that there is not, and as from `new`.
    """
    game = seated(title, kinds, seed=seed, options=options)
    return play(game, {side: Seat.parsed(text).player(side) for side, text in game.head.players.items()})


def seated(title: str, kinds: Sequence[str], *, seed: int, options: Mapping[str, Any] = NONE) -> Game:
    """Return a new game whose log tells who plays; NotationError as from `play_seated`."""
    sides = rules_of(title).sides
    kinds = list(kinds) * len(sides) if len(kinds) == 1 else list(kinds)
    if len(kinds) != len(sides):
        raise NotationError(f"{len(sides)} players, one for each side ({', '.join(sides)}), or one for all", ",".join(kinds))
    players = {side: str(Seat(kind, seed)) for side, kind in zip(sides, kinds, strict=True)}
    return Game(title, options, seed=seed, players=players)
