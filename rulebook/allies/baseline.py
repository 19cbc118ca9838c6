"""Numbers of the scheme: what an ally's baseline pays, and the hand that it is dealt when it wakes."""

from __future__ import annotations

from typing import NamedTuple


class Settled(NamedTuple):
    """What a settlement pays the controller, and where the baseline stands after it."""

    paid: int
    baseline: int


def settle(baseline: int, victory_points: int) -> Settled:
    """Return the settlement of an ally: 1 for each 2 full spaces above its baseline, -1 for each below (SB p.13)."""
    apart = victory_points - baseline
    pairs = apart // 2 if apart >= 0 else -(-apart // 2)
    return Settled(pairs, baseline + 2 * pairs)


def hand(deal: int, biggest: int, declared_on: int | None = None) -> int:
    """Return the cards of an ally that wakes: the least of its deal, the biggest hand, and whom it declared on has (SB p.12)."""
    return min(deal, biggest) if declared_on is None else min(deal, biggest, declared_on)
