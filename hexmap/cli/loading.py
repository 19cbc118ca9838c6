"""What all commands on hex maps begin with."""

from __future__ import annotations

from typing import Any

import click

from mapsheet.commands import OVERRIDE

__all__ = ["MAP", "OVERRIDE", "load"]
MAP = click.argument("map_name", metavar="MAP")


def load(map_name: str, override: str | None = None) -> Any:
    """Return the map of a title, folder or file; imported when a command runs."""
    from hexmap.reader import load as read

    return read(map_name, override=override)
