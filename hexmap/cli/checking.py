"""The command that reports what is wrong: `hexmap check`."""

from __future__ import annotations

from typing import Any

import click

from hexmap.cli.loading import OVERRIDE
from mapsheet import shell
from mapsheet.errors import DataError, Fault


@click.command()
@click.argument("paths", metavar="PATH…", nargs=-1, required=True)
@shell.json_option
@OVERRIDE
def check(paths: tuple[str, ...], as_json: bool, override: str | None) -> int:
    """Report every fault of maps, positions and styles, with file, line and column.

    A map is checked with the overrides.toml beside it and with --override.
    """
    from hexmap.checking import check_path

    faults: list[Fault] = []
    counts: dict[str, Any] = {}
    for path in paths:
        try:
            counts[path] = check_path(path, override)
        except DataError as error:
            faults += error.faults
    if as_json:
        shown = [{"file": f.file, "line": f.line, "column": f.column, "key": f.key, "message": f.message} for f in faults]
        click.echo(shell.to_line({"faults": shown, "sound": counts}))
    for path, count in [] if as_json else counts.items():
        marks = ", ".join(f"{number} {word}" for word, number in count.items() if number)
        click.echo(f"{path}: sound" + (f" ({marks})" if marks else ""))
    if faults and not as_json:
        shell.say_faults(DataError(faults))
    return shell.BAD_INPUT if faults else 0
