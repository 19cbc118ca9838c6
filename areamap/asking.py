"""The questions a map answers, each by the room that knows; imported when it is asked."""

from __future__ import annotations

from areamap.atlas import Atlas


class AreaMap(Atlas):
    """A map that answers questions; every one takes spaces by id, name or alias and returns a value that says why."""
