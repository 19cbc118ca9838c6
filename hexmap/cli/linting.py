"""The command that looks at the print: `hexmap lint`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hexmap.cli.loading import load
from mapsheet.lint.command import lint_command
from mapsheet.lint.findings import Finding


def _find(board: Any, folder: Path, override: str | None, style: str | None) -> Iterable[Finding]:
    from hexmap.lint import find_faults

    return find_faults(board, folder, override, style)


lint = lint_command(load, _find)
