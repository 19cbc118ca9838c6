"""Dice: each comes from the game's seed and its place in the game, so that a log replays and a copy rolls alike.

The stream is counted, not kept: die number n of a seed is the same on every machine and in every version of Python, and a copy of
a game needs nothing but the count.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

from mapsheet.errors import NotationError

LARGEST_SEED = 2**63 - 1
MOST_SIDES = 1000
GAME = "game"
"""The stream of a game's own dice."""
_SPAN = 2**64


class Die(NamedTuple):
    """A die that was rolled: what it shows, what for, under which rule; `forced` when it was entered, not rolled."""

    value: int
    purpose: str
    rule: str = ""
    sides: int = 6
    forced: bool = False


def rolled(seed: int, number: int, sides: int = 6, *, stream: str = GAME) -> int:
    """Return the die of a number (from 0) of a seed, from 1 to `sides`, each as likely; `stream` keeps players' dice apart."""
    limit = _SPAN - _SPAN % sides
    attempt = 0
    while True:
        digest = blake2b(f"{stream}:{seed}:{number}:{attempt}".encode(), digest_size=8).digest()
        value = int.from_bytes(digest, "big")
        if value < limit:
            return value % sides + 1
        attempt += 1


def legal_seed(value: object) -> int:
    """Return a seed; NotationError unless it is a whole number from 0 to 2**63 - 1."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LARGEST_SEED:
        raise NotationError("a seed, a whole number from 0 to 2**63 - 1", value)
    return value


class Stream:
    """The dice of one game, or of a player who chooses by them, in their order."""

    def __init__(self, seed: int, *, stream: str = GAME, number: int = 0) -> None:
        self.seed, self.stream, self.number = legal_seed(seed), stream, number

    def roll(self, sides: int = 6) -> int:
        """Return the next die."""
        value = rolled(self.seed, self.number, sides, stream=self.stream)
        self.number += 1
        return value

    def choice(self, count: int) -> int:
        """Return a number from 0 to `count` - 1, each as likely."""
        return self.roll(count) - 1

    def copy(self) -> Stream:
        """Return a stream that goes on alike."""
        return Stream(self.seed, stream=self.stream, number=self.number)


def fresh_seed() -> int:
    """Return a seed that nobody could foresee, short enough to be written down."""
    from random import SystemRandom

    return SystemRandom().randrange(10**9)
