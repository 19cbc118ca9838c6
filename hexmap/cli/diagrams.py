"""The command that draws diagrams on hex maps."""

from __future__ import annotations

from mapsheet.diagram.command import diagram_command
from mapsheet.diagram.values import Ground
from mapsheet.source import Source


def _open(name: str, override: str | None, ground: Source | None) -> Ground:
    from hexmap.diagram import HexGround

    return HexGround.load(name, override=override, ground=ground)


diagram = diagram_command(_open)
