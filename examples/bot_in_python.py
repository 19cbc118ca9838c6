"""A bot for a battle that tries actions on a copy and takes what leaves its side the most points.

Run it with a seed: python examples/bot_in_python.py 7
"""

import sys

import rulebook
from rulebook.game import Game
from rulebook.players import Chance, Player

SIDE = "scots"


class Careful:
    """A player who goes by the points after his action, with dice that are not the game's; he passes only when he must."""

    def choose(self, game: Game) -> str:
        """Return the action after which the lead is greatest, the first of several."""
        return max(game.actions()[:40], key=lambda action: self._lead(game, action))

    def _lead(self, game: Game, action: str) -> tuple[int, bool]:
        twin = game.copy(dice=1)
        twin.do(action)
        points = twin.score()["points"]
        return points[SIDE] - sum(value for side, value in points.items() if side != SIDE), action != "pass"


def main(seed: str = "7", decisions: str = "300") -> Game:
    """Play the first decisions of a battle against chance, say how it stands, and return the game."""
    game = rulebook.new("bannockburn", seed=int(seed))
    players: dict[str, Player] = {SIDE: Careful(), "english": Chance(int(seed), "english")}
    while not game.over and game.decisions < int(decisions):
        game.do(players[game.decider].choose(game))
    print(f"after {game.decisions} decisions: {game.score()['points']}")
    return game


if __name__ == "__main__":
    main(*sys.argv[1:3])
