"""The front door `rulebook`: parses words, calls the library, prints, and ends with the exit code."""

from __future__ import annotations

from rulebook.cli.door import door, main

__all__ = ["door", "main"]
