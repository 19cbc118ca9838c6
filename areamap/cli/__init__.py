"""The front door `areamap`: parses words, calls the library, prints, and ends with the exit code."""

from __future__ import annotations

from areamap.cli.door import door, main

__all__ = ["door", "main"]
