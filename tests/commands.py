"""Running the commands as a user does, in this process, with their output and exit code."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

HEARS_CTRL_C = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
"""Begins a process: a shell without job control lets those in its background ignore Ctrl-C, and so all that they start."""


class Ran(NamedTuple):
    code: int
    output: str
    errors: str


def run_door(door: str, words: tuple[str, ...], *, text: str = "", folder: Path | None = None) -> Ran:
    import click

    from mapsheet import shell

    module = __import__(f"{door}.cli", fromlist=["door"])

    @click.command(context_settings={"ignore_unknown_options": True, "help_option_names": []}, add_help_option=False)
    @click.argument("rest", nargs=-1, type=click.UNPROCESSED)
    def outer(rest: tuple[str, ...]) -> None:
        shell.run(module.door, rest, name=door)

    before = Path.cwd()
    try:
        os.chdir(folder or before)
        result = CliRunner().invoke(outer, list(words), input=text)
    finally:
        os.chdir(before)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Ran(result.exit_code, result.stdout, result.stderr)


def hexmap_command(*words: str, text: str = "", folder: Path | None = None) -> Ran:
    return run_door("hexmap", words, text=text, folder=folder)


def areamap_command(*words: str, text: str = "", folder: Path | None = None) -> Ran:
    return run_door("areamap", words, text=text, folder=folder)


def mapsheet_command(*words: str, text: str = "", folder: Path | None = None) -> Ran:
    return run_door("mapsheet", words, text=text, folder=folder)
