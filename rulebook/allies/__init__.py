"""The ally scheme of a game for four: two powers that nobody plays, won over by checks and scored off a baseline."""

from __future__ import annotations

from rulebook.allies.odds import Odds, chances, odds
from rulebook.allies.play import AlliesRules, rules

__all__ = ["AlliesRules", "Odds", "chances", "odds", "rules"]
