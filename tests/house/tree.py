"""The project's own files as the house tests see them: modules by dotted name, parsed once."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("mapsheet", "hexmap", "areamap", "rulebook")


class Module(NamedTuple):
    """A module of the project: its dotted name, its text, and whether it is the `__init__` of a folder."""

    name: str
    text: str
    is_package: bool = False

    @property
    def package(self) -> str:
        """Name the floor it stands on."""
        return self.name.partition(".")[0]

    @property
    def room(self) -> str:
        """Name the room as `package/module` or `package/folder`; just the package for its own `__init__`."""
        return "/".join(self.name.split(".")[:2])

    def parsed(self) -> ast.Module:
        """Parse the text."""
        return ast.parse(self.text)


@cache
def modules() -> tuple[Module, ...]:
    """Read every module of the four packages, by name."""
    found = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            inside = path.parent if path.name == "__init__.py" else path.with_suffix("")
            name = ".".join(inside.relative_to(ROOT).parts)
            found.append(Module(name, path.read_text(encoding="utf-8"), is_package=path.name == "__init__.py"))
    return tuple(found)
