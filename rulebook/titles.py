"""The titles that can be played, each with its rules; imported when one is asked for."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from mapsheet.errors import NotationError, nearest

if TYPE_CHECKING:
    from rulebook.rules import Rules

TITLES = {
    "allies": "rulebook.allies",
    "angorra": "rulebook.battles",
    "bannockburn": "rulebook.battles",
}
"""Titles and the package that holds `rules(title)`."""


def rules_of(title: str) -> Rules:
    """Return the rules of a title; NotationError for one that cannot be played."""
    if not isinstance(title, str) or title not in TITLES:
        raise NotationError(f"a title that can be played{nearest(str(title), list(TITLES))}", title)
    found: Rules = import_module(TITLES[title]).rules(title)
    return found


def options_of(title: str) -> dict[str, str]:
    """Return the options of a title with what each can be; NotationError for a title that cannot be played."""
    rules_of(title)
    package = import_module(TITLES[title])
    name = f"{package.__name__}.options"
    return dict(import_module(name).OPTIONS) if hasattr(package, "__path__") and find_spec(name) else {}
