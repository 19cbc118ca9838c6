"""The command that draws diagrams whose answers need the rules."""

from __future__ import annotations

from mapsheet.diagram.command import diagram_command
from mapsheet.diagram.values import Ground
from mapsheet.source import Source


def _open(name: str, override: str | None, ground: Source | None) -> Ground:
    from rulebook.cli.battleground import BattleGround

    return BattleGround.load(name, override=override, ground=ground)


diagram = diagram_command(_open)
