"""The two medieval battles: standard rules 1 to 13 and the exclusive rules of each."""

from __future__ import annotations

from rulebook.battles.engine import BattleRules


def rules(title: str) -> BattleRules:
    """Return the rules of a battle; NotationError for a title that is none."""
    return BattleRules(title)


__all__ = ["rules"]
