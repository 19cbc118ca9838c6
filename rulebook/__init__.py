"""Rules cores: printed games played by their rules, with legal actions, logs that replay, and scores."""

from __future__ import annotations

from rulebook.game import Game, new
from rulebook.replay import load

__all__ = ["Game", "load", "new"]
