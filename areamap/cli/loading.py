"""What all commands on area maps begin with."""

from __future__ import annotations

from typing import Any

import click

from mapsheet import shell

MAP = click.argument("map_name", metavar="MAP")
OVERRIDE = click.option("--override", type=shell.NAMED, metavar="FILE", help="A file whose keys replace those of the map.")


def load(map_name: str, override: str | None = None) -> Any:
    """Return the map of a title, folder or file; imported when a command runs."""
    from areamap.reader import load as read

    return read(map_name, override=override)
